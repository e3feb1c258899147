// A game in a frame of another page: sandboxed, of another origin, at a host that allows nobody to fetch anything.
import assert from "node:assert";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { deflateSync } from "node:zlib";
import { findings } from "./axe.mjs";
import { test, visit } from "./browser.mjs";
import { firefox } from "./firefox.mjs";
import { serveSite } from "./static.mjs";

const here = visit(serveSite, { permissions: ["clipboard-read", "clipboard-write"] });
const record = `hra-record 1
game checkers
seat 0 Anna
seat 1 human
0 11-15
1 22-17
0 15-19
1 24x15
0 10x19
1 23x16
0 12x19
`;
const packed = (text) => `z${deflateSync(text).toString("base64url")}`;

/** A page of another origin, of nothing but what it is asked for. */
let host;
before(async () => {
  const server = createServer((request, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><link rel="icon" href="data:,">${decodeURIComponent(request.url.slice(2))}`);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  host = { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
});
after(() => host.end());

/** Opens a page with this element, and gives its frame. */
async function framed(page, element) {
  await page.goto("about:blank");
  await page.goto(`${host.address}?${encodeURIComponent(element)}`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("main");
  return frame;
}

const element = (fragment, more = 'width="400" height="560" sandbox="allow-scripts"', site = here.server) => `<iframe ${more} src="${site.base}embed.html${fragment}"></iframe>`;
const at = (frame, ply) => frame.waitForSelector(`main[data-ply="${ply}"] .board`);

test("in a sandboxed frame nothing starts before a press; then steps, moves and keys go through the game", async () => {
  const { page } = here.chromium;
  const asked = [];
  const note = (request) => asked.push(new URL(request.url()).pathname);
  page.on("request", note);
  const frame = await framed(page, element(`#g=${packed(record)}`));
  assert.equal(await frame.evaluate(() => self.origin), "null");
  await frame.waitForSelector("button.main:has-text('checkers')");
  assert.deepEqual(asked.filter((path) => /engine|\.mo/.test(path)), []);
  assert.equal(page.workers().length, 0);
  await Promise.all([page.waitForEvent("worker"), frame.click("button[aria-label=Forward]")]);
  await at(frame, 1);
  assert.match(await frame.textContent(".players"), /Anna.*White/);
  await frame.press("body", "End");
  await at(frame, 7);
  assert.equal(await frame.locator("button[aria-label=Latest]").isDisabled(), true);
  assert.equal(await frame.textContent(".moves [aria-current]"), "12x19");
  await frame.click(".moves button:has-text('24x15')");
  await at(frame, 4);
  await frame.press("body", "ArrowLeft");
  await at(frame, 3);
  await frame.press("body", "Home");
  await at(frame, 0);
  assert.match(await frame.getAttribute("main > a", "href"), /^index\.html#g=z/);
  const top = () => frame.evaluate(() => document.querySelector('[data-id="1"]').getBoundingClientRect().top);
  const before = await top();
  await frame.click("button[aria-label='Flip board']");
  await frame.waitForSelector("button[aria-label='Flip board'][aria-pressed=true]");
  assert.ok((await top()) > before + 50);
  page.off("request", note);
});

test("a frame shows a position, speaks the reader's language, and fits 320 pixels", async () => {
  const page = await here.chromium.context.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { get: () => ["cs-CZ", "en"] }));
  const frame = await framed(page, element(`#p=backgammon~${encodeURIComponent("XGID=-b----E-C---eE---c-e----B-:1:1:1:63:0:0:0:0:10")}`, 'width="320" height="480" sandbox="allow-scripts"'));
  await frame.click("button.main");
  await frame.waitForSelector(".board");
  assert.match(await frame.textContent("main"), /Bílý.*Černý.*Otevřít v hra/s);
  assert.deepEqual(await frame.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [320, 480]);
  assert.equal(await frame.locator("main .moves").count(), 0);
  const small = await frame.evaluate(() => [...document.querySelectorAll("button, a")].map((one) => one.getBoundingClientRect().height).filter((height) => height < 24));
  assert.deepEqual(small, []);
  await page.close();
});

test("without a sandbox too nothing is stored", async () => {
  const { page } = here.chromium;
  const site = await serveSite(); // which nobody has visited
  const games = '[White "A"]\n[Black "B"]\n\n1. 11-15 23-19 *\n';
  const frame = await framed(page, element(`#g=${encodeURIComponent(games)}~2`, "", site));
  await page.evaluate(() => document.querySelector("iframe").setAttribute("width", 700));
  await frame.click("button.main");
  await at(frame, 2);
  const kept = await frame.evaluate(async () => [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length]);
  assert.deepEqual(kept, [0, 0, 0, 0, 0]);
  await page.goto("about:blank");
  await site.end();
});

test("a link of nothing, a damaged one, and a wrong game say so", async () => {
  const { page } = here.chromium;
  const cases = [
    ["", /no game/],
    [`#g=${packed(record).slice(0, -9)}`, /damaged/],
    ["#p=shogi", /shogi/],
    ["#g=hello", /./],
  ];
  for (const [fragment, why] of cases) {
    const frame = await framed(page, element(fragment));
    const button = frame.locator("button.main");
    if (await button.count()) await button.click();
    await frame.waitForSelector("[role=alert]");
    assert.match(await frame.textContent("[role=alert]"), why);
  }
});

test("axe finds nothing, in light and dark, before a press and after it", async () => {
  const { page } = here.chromium;
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.goto("about:blank");
    await page.goto(`${here.server.base}embed.html#g=${packed(record)}`);
    await page.waitForSelector("button.main");
    assert.deepEqual(await findings(page), []);
    await page.click("button[aria-label=Latest]");
    await at(page, 7);
    assert.deepEqual(await findings(page), []);
  }
  await page.emulateMedia({ colorScheme: "light" });
});

test("Firefox shows it in a sandboxed frame too", async () => {
  const page = await firefox();
  try {
    await page.goto(`${host.address.replace("127.0.0.1", "localhost")}?${encodeURIComponent(element(`#g=${packed(record)}`))}`);
    await page.enter("iframe");
    await page.waitForFunction(() => document.querySelector("button.main") !== null);
    await page.click("button.main");
    await page.waitForFunction(() => document.querySelector("main[data-ply='0'] .board") !== null);
    await page.click("button[aria-label=Forward]");
    await page.waitForFunction(() => document.querySelector("main[data-ply='1']") !== null);
    assert.equal(await page.evaluate(() => self.origin), "null");
  } finally {
    await page.end();
  }
});

test("the page gives the element for a game, and opens the game of a frame", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe`);
  for (const [i, id] of ["b2", "a1", "c3"].entries()) {
    await page.click(`main.table [data-id="${id}"]`);
    await page.waitForFunction((ply) => document.querySelector("main.table")?.dataset.ply === ply, String(i + 1));
  }
  await page.click("details.share > summary");
  await page.click(".share button[aria-label='Copy: HTML']");
  await page.waitForSelector(".share button[aria-label='Copy: HTML']:has-text('Copied')");
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(code, /^<iframe src="http:[^"<>]*\/embed\.html#g=z[\w-]+~3" title="Tic-tac-toe"/);
  const frame = await framed(page, code);
  await frame.click("button.main");
  await at(frame, 3);
  const [other] = await Promise.all([here.chromium.context.waitForEvent("page"), frame.click("main > a")]);
  await other.waitForSelector("main.table svg.board");
  await other.waitForFunction(() => document.querySelector("main.table h1")?.textContent === "Tic-tac-toe");
  await other.close();
  assert.deepEqual(here.chromium.faults, []);
});
