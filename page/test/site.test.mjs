// What only a site without a server has to show: it works offline, remembers plays, and a stop ends who thinks.
import assert from "node:assert";
import { after, before } from "node:test";
import { browser, test } from "./browser.mjs";
import { serveSite } from "./static.mjs";

let site;
let chromium;
before(async () => {
  site = await serveSite();
  chromium = await browser();
});
after(async () => {
  await chromium?.end();
  await site?.end();
});

const ASKS = "main.table[data-state=ask]";

async function sitDown(page, game) {
  await page.goto(`${site.address}#new=${game}`);
  await page.waitForSelector(".setup form");
  await page.click("form button[type=submit]");
  await page.waitForSelector(ASKS);
}

async function press(page, id) {
  const ply = await page.getAttribute("main.table", "data-ply");
  await page.locator(`svg.board [data-id="${id}"]`).click();
  await page.waitForFunction((before) => {
    const main = document.querySelector("main.table");
    return main.dataset.ply !== before && main.dataset.state === "ask";
  }, ply);
}

test("a play goes on where it was when the page is loaded again", async () => {
  const { page } = chromium;
  await sitDown(page, "tictactoe");
  await press(page, "b2");
  const ply = await page.getAttribute("main.table", "data-ply");
  await page.reload();
  await page.waitForSelector(`${ASKS}[data-ply="${ply}"]`);
});

test("a play is open in one tab at a time", async () => {
  const { page, context } = chromium;
  const [name] = Object.keys(await site.records(page));
  const other = await context.newPage();
  await other.goto(site.address);
  await other.waitForSelector(".game");
  const told = await other.evaluate(
    (play) => new Promise((done) => navigator.locks.request(`hra-play-${play}`, { ifAvailable: true }, (lock) => done(lock === null))),
    `plays/${name}`,
  );
  assert.equal(told, true);
  await other.close();
});

test("without a network the next visit works", async () => {
  const { page, context } = chromium;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await site.end();
  const other = await context.newPage();
  await other.goto(site.address);
  await other.waitForSelector(".game");
  await sitDown(other, "yahtzee");
  await other.close();
  assert.deepEqual(chromium.faults, []);
});
