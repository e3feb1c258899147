// A first visit to the site: Home is seen before there is an engine; a browser that is too old is told so; files of two versions
// do not meet; a new version waits until it is taken.
import assert from "node:assert";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { browser, scratch, test } from "./browser.mjs";
import { chance, noticed, openForm, press } from "./hands.mjs";
import { cs, en } from "./speech.mjs";
import { SITE, serveSite } from "./static.mjs";

const ASKS = "main.table[data-state=ask]";
const seen = (page) => page.waitForFunction(() => document.querySelectorAll(".games .game .stage svg").length > 8 && getComputedStyle(document.getElementById("page")).visibility === "visible");

/** A visit to the site in that folder; `body` gets a page that has not gone there yet. */
async function visit(body, { options = {}, folder = SITE } = {}) {
  const server = await serveSite(folder);
  const chromium = await browser(options);
  try {
    await body(chromium.page, server.base, chromium);
  } finally {
    await chromium.end();
    await server.end();
  }
}

/** The engine comes when the answer is called. */
async function holdEngine(page) {
  let release;
  const held = new Promise((done) => (release = done));
  await page.route("**/engine.wasm*", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const [locale, strings] of [["en-US", en], ["cs-CZ", cs]])
  test(`Home is whole before the engine has come, in ${strings.language}, and a game that is pressed shows how far it is`, () =>
    visit(
      async (page, base, { faults }) => {
        const release = await holdEngine(page);
        await page.goto(base);
        await seen(page);
        assert.equal(await page.getAttribute("html", "lang"), strings.locale);
        assert.equal(await page.innerText("h1"), strings.tagline);
        assert.equal(await page.locator(".games .game").count(), 11);
        assert.equal(await page.locator("#page [style]").count(), 0);
        await page.click('.game a[href="#play=nim"]');
        await page.waitForSelector(".notices progress");
        release();
        await page.waitForSelector(ASKS);
        await press(page, "mouse", chance(1));
        await page.waitForSelector(`${ASKS}:not([data-ply="0"])`);
        await page.click(".brand");
        await page.waitForSelector(".go-on a");
        assert.equal(await page.locator(".games .game .stage svg").count(), 11);
        assert.deepEqual(faults, []);
      },
      { options: { locale } },
    ));

test("beside what Home is drawn from, only the engine is asked for before the first script has run", () =>
  visit(async (page, base) => {
    let release;
    const held = new Promise((done) => (release = done));
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
    await page.route("**/first.js*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(base, { waitUntil: "commit" });
    await page.waitForRequest("**/engine.wasm*");
    await page.waitForResponse("**/page-style.css*");
    assert.deepEqual(asked.filter((name) => !/^(icon|manifest)/.test(name)).sort(), ["", "engine.wasm.lzma", "first.js", "page-style.css"]);
    release();
    await seen(page);
  }));

test("the form of a game stands before the engine has come", () =>
  visit(async (page, base) => {
    const release = await holdEngine(page);
    await page.goto(`${base}#new=checkers`);
    await page.waitForSelector(".setup form");
    release();
    await page.click(".setup form button[type=submit]");
    await page.waitForSelector(ASKS);
  }));

test("Home is the same when the script draws it again", () =>
  visit(async (page, base) => {
    const html = () => page.evaluate(() => document.querySelector("#page main").innerHTML);
    await page.route("**/page.js*", (route) => route.abort());
    await page.goto(base);
    await seen(page);
    const printed = await html();
    await page.unroute("**/page.js*");
    await holdEngine(page);
    await page.reload();
    await page.waitForFunction(() => document.title && document.querySelector("#page main")?.parentElement.querySelector(".notices progress"));
    const drawn = await html();
    const at = [...drawn].findIndex((letter, i) => letter !== printed[i]);
    assert.ok(drawn === printed, `${drawn.slice(at - 100, at + 100)} / ${printed.slice(at - 100, at + 100)}`);
  }));

test("a browser without what the page needs is told so in one sentence", () =>
  visit(async (page, base) => {
    await page.addInitScript(() => delete Array.prototype.at);
    await page.goto(base);
    await page.waitForSelector("#old:has-text('Chrome 97')");
    assert.match(await page.innerText("#old"), /too old.*Safari 16\.4.*\n?.*příliš starý/s);
    assert.equal(await page.innerText("#page"), "");
    assert.equal(await page.locator("script[type=module]").count(), 0);
  }));

test("an engine of another version has the page loaded once more, and then shows its own games", () =>
  visit(async (page, base) => {
    const engine = readFileSync(join(SITE, "engine.wasm.lzma"));
    engine.write("0123456789abcdef", engine.length - 16);
    let loads = 0;
    page.on("load", () => loads++);
    await page.route("**/engine.wasm*", (route) => route.fulfill({ body: engine }));
    await page.goto(base);
    await page.waitForFunction(() => sessionStorage.getItem("hra-mixed"));
    await page.waitForFunction((text) => document.body?.innerText.includes(text), en.noSavedGames);
    await page.click('.game a[href="#play=tictactoe"]');
    await page.waitForSelector(ASKS);
    assert.equal(loads, 2);
  }));

/** Makes another version of the site in that folder, which is known by its title. */
function change(folder) {
  const sum = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const [old, offline] = ["index.html", "offline.js"].map((name) => readFileSync(join(folder, name), "utf8"));
  const html = old.replace("<head>", '<head>\n<meta name="second">');
  const [version] = /[0-9a-f]{16}/.exec(offline);
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "offline.js"), offline.replace(sum(old), sum(html)).replaceAll(version, "0123456789abcdef"));
}

test("a new version waits until it is taken, and then comes to all tabs, where games go on", () => {
  const folder = join(scratch(), "site");
  cpSync(SITE, folder, { recursive: true });
  return visit(
    async (page, base, { context }) => {
      const isSecond = (tab) => tab.locator("meta[name=second]").count();
      await page.goto(base);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      change(folder);
      await openForm(page, base, "tictactoe");
      await page.click("form button[type=submit]");
      await page.waitForSelector(ASKS);
      await page.locator('svg.board [data-id="b2"]').click();
      await page.waitForSelector(`${ASKS}[data-ply="2"]`);
      const other = await context.newPage();
      await other.goto(base);
      await noticed(other, en.update.waits); // its visit has asked for a new version
      await noticed(page, en.update.waits);
      assert.deepEqual([await isSecond(page), await isSecond(other)], [0, 0]);
      await other.click(`.notices button:has-text("${en.update.take}")`);
      for (const tab of [page, other]) await tab.waitForSelector("meta[name=second]", { state: "attached" });
      await page.waitForSelector(`${ASKS}[data-ply="2"]`);
    },
    { folder },
  );
});

test("games that go on have their places before the engine tells of them, and nothing moves when it does", () =>
  visit(
    async (page, base, { faults }) => {
      await openForm(page, base, "tictactoe");
      await page.click("form button[type=submit]");
      await page.waitForSelector(ASKS);
      await page.locator('svg.board [data-id="b2"]').click();
      await page.waitForSelector(`${ASKS}[data-ply="2"]`);
      await page.click(".brand");
      await page.waitForSelector(".go-on a .stage svg");
      const boxes = () => page.evaluate(() => [...document.querySelectorAll(".go-on, .go-on li, .games .picture")].map((one) => one.getBoundingClientRect().y + scrollY));
      await page.route("**/page.js*", (route) => route.abort());
      await page.reload();
      await seen(page);
      const printed = await boxes();
      await page.unroute("**/page.js*");
      await page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: "layout-shift", buffered: true });
      });
      const release = await holdEngine(page);
      await page.reload();
      await page.waitForSelector(".go-on a[href]");
      assert.deepEqual(await boxes(), printed);
      release();
      await page.waitForSelector(".go-on a .stage svg");
      assert.deepEqual(await boxes(), printed);
      assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
      assert.deepEqual(faults.filter((fault) => !/page\.js/.test(fault)), []);
    },
    { options: { viewport: { width: 1280, height: 800 } } },
  ));
