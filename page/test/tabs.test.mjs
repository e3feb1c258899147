// Many tabs on one server, and a server that goes away: one stream for all tabs, moves that are seen in all, a play
// that is there again.
import assert from "node:assert";
import { after, before } from "node:test";
import { browser, scratch, serve, test } from "./browser.mjs";
import { openForm } from "./hands.mjs";
import { cs } from "./speech.mjs";

const TABS = 9;
const data = scratch();
let server;
let chromium;

const cell = (page, id) => page.locator(`svg.board [data-id="${id}"]`);
const ply = (page, n) => page.waitForSelector(`main.table[data-ply="${n}"]`);
const asked = (page) => page.waitForSelector("main.table[data-state=ask]");

before(async () => {
  server = await serve({ data });
  chromium = await browser();
  chromium.context.setDefaultTimeout(120_000);
});
after(async () => {
  await chromium?.end();
  await server?.end();
});

async function begin(page) {
  await page.goto(server.address);
  await page.waitForSelector(".game");
  assert.ok(!page.url().includes(new URL(server.address).hash.slice(1)), "the token does not stay in the address");
  await openForm(page, server.base, "tictactoe");
  for (const seat of await page.locator(".seat-form select").all()) await seat.selectOption("person");
  await page.click("form button[type=submit]");
  await asked(page);
  return page.url();
}

test("nine tabs see one table, and the leader may close", async () => {
  const first = chromium.page;
  const url = await begin(first);
  const tabs = [first];
  for (let i = 1; i < TABS; i++) {
    const tab = await chromium.context.newPage();
    await tab.goto(url);
    await tab.waitForSelector("main.table svg.board");
    tabs.push(tab);
  }
  await cell(first, "b2").click();
  for (const tab of tabs) await ply(tab, 1);
  await first.close(); // it has the seat, and reads the stream for all
  const [second, ...others] = tabs.slice(1);
  await asked(second);
  await cell(second, "a1").click();
  for (const tab of [second, ...others]) await ply(tab, 2);
  for (const tab of others) await tab.close();
  chromium.page = second;
  assert.deepEqual(chromium.faults, []);
});

test("a play goes on after its server was killed", async () => {
  const page = chromium.page;
  await asked(page); // else it is not yet asked anything, and is when the server is there no more
  await server.kill();
  await page.waitForSelector("main.table:not([data-state=ask])"); // nothing is asked while nobody is there
  server = await serve({ data, port: new URL(server.address).port });
  await asked(page);
  await cell(page, "a3").click();
  await ply(page, 3);
  await page.reload(); // and after the page was loaded again
  await ply(page, 3);
  await asked(page);
  await cell(page, "c1").click();
  await ply(page, 4);
});

test("a table that is left while it is being joined is left once", async () => {
  const page = await chromium.context.newPage();
  const left = [];
  page.on("response", (answer) => answer.request().method() === "DELETE" && left.push(`${new URL(answer.url()).pathname} ${answer.status()}`));
  await page.goto(server.base);
  await page.waitForSelector(".keeps .kept"); // Home itself has asked
  let release;
  const released = new Promise((done) => (release = done));
  let held;
  const isHeld = new Promise((done) => (held = done));
  await page.route("**/lines?looker=*", async (route) => {
    held();
    await released;
    await route.continue();
  });
  await page.evaluate(() => (location.hash = "#p=tictactoe"));
  await isHeld; // the line that names the version
  await page.evaluate(() => (location.hash = "#new=nim"));
  await page.waitForSelector(".setup form");
  release();
  await page.waitForFunction(() => performance.getEntriesByType("resource").filter(({ name }) => /lookers\/\d+$/.test(name)).length >= 1);
  await page.unroute("**/lines?looker=*");
  await page.goto(`${server.base}#`);
  await page.waitForSelector(".game");
  assert.deepEqual(left.filter((one) => !one.endsWith(" 204") && !one.endsWith(" 200")), []);
  assert.equal(new Set(left).size, left.length, left.join());
  await page.close();
});

test("a request that is lost while the stream stands is made again", async () => {
  const page = await chromium.context.newPage();
  let lost = 0;
  await page.route("**/lookers?stream=*", (route) => (lost++ === 0 ? route.abort("connectionreset") : route.continue()));
  await page.goto(server.base);
  await page.waitForSelector(".keeps .kept");
  assert.ok(lost >= 2);
  await page.close();
});

test("Home is whole before the session, in the server's language, and nothing of it moves when the session comes", async () => {
  const other = await serve({ language: "cs" });
  const { page, faults, end } = await browser();
  let release;
  const held = new Promise((done) => (release = done));
  await page.route("**/api/**", async (route) => {
    await held;
    await route.continue();
  });
  const boxes = () => page.locator("h1, .games .game, .doors li, .due-line").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  await page.goto(other.address);
  await page.waitForSelector(".games .game .stage svg");
  assert.equal(await page.locator(".games .game .stage svg").count(), 11);
  assert.equal(await page.innerText("h1"), cs.tagline);
  const before = await boxes();
  release();
  await page.waitForSelector(`.keeps .quiet:has-text("${cs.noSavedGames}")`);
  assert.deepEqual(await boxes(), before);
  assert.deepEqual(faults, []);
  await end();
  await other.end();
});
