// What only a site without a server has to show: it works offline, remembers plays, and a stop ends who thinks.
import assert from "node:assert";
import { test, visit } from "./browser.mjs";
import { noticed, openForm } from "./hands.mjs";
import { serveSite } from "./static.mjs";

const here = visit(serveSite);

const ASKS = "main.table[data-state=ask]";

async function sitDown(page, game) {
  await openForm(page, here.server.base, game);
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
  const { page } = here.chromium;
  await sitDown(page, "tictactoe");
  await press(page, "b2");
  const ply = await page.getAttribute("main.table", "data-ply");
  await page.reload();
  await page.waitForSelector(`${ASKS}[data-ply="${ply}"]`);
});

test("a play is open in one tab at a time", async () => {
  const { page, context } = here.chromium;
  const [name] = Object.keys(await here.server.records(page));
  const other = await context.newPage();
  await other.goto(here.server.address);
  await other.waitForSelector(".game");
  const told = await other.evaluate(
    (play) => new Promise((done) => navigator.locks.request(`hra-play-${play}`, { ifAvailable: true }, (lock) => done(lock === null))),
    `plays/${name}`,
  );
  assert.equal(told, true);
  await other.close();
});

test("a table that is opened in a second tab is shown there, and can be taken over", async () => {
  const { page, context } = here.chromium;
  const url = page.url();
  const ply = Number(await page.getAttribute("main.table", "data-ply"));
  const other = await context.newPage();
  await other.goto(url);
  await other.waitForSelector(`main.table[data-ply="${ply}"] svg.board`);
  await noticed(other, "open in another tab");
  assert.equal(await other.locator(".next[role=button]").count(), 0, "nothing can be pressed there");
  await other.click(".notices button:has-text('Continue here')");
  await other.waitForSelector(`${ASKS}[data-ply="${ply}"]`);
  await noticed(page, "open in another tab");
  await page.waitForSelector("main.table:not([data-state=ask])");
  await press(other, await other.locator("svg.board .next[role=button]").first().getAttribute("data-id"));
  await page.click(".notices button:has-text('Continue here')"); // and back, with what was played meanwhile
  await page.waitForSelector(`${ASKS}[data-ply="${ply + 2}"]`);
  await noticed(other, "open in another tab");
  await other.close();
  await page.waitForSelector(".notices .elsewhere", { state: "detached" });
});

test("a table that is not kept is there again after a reload, and in a second tab", async () => {
  const { page, context } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe~${encodeURIComponent("X../.O./...")}`);
  await page.waitForSelector(ASKS);
  await page.locator('svg.board [data-id="c3"]').click();
  await page.waitForSelector(`${ASKS}[data-ply="1"]`);
  const board = () => document.querySelectorAll("svg.board [data-id] .piece, svg.board .sign-x, svg.board text").length;
  const before = await page.evaluate(board);
  await page.reload();
  await page.waitForSelector(ASKS);
  assert.equal(await page.evaluate(board), before);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector(ASKS);
  assert.equal(await other.evaluate(board), before);
  await other.close();
});

test("a play that is deleted in one tab is gone in the others", async () => {
  const { page, context } = here.chromium;
  const [name] = Object.keys(await here.server.records(page));
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(here.server.base);
    await tab.waitForSelector(`button[aria-label="Delete: ${name}"]`);
  }
  await page.click(`button[aria-label="Delete: ${name}"]`);
  await page.click(".sure .danger");
  await page.waitForSelector(`button[aria-label="Delete: ${name}"]`, { state: "detached" });
  await other.goto(`${here.server.base}#new=nim`);
  await other.waitForSelector(".setup form");
  await other.goto(`${here.server.base}#`); // which loads nothing anew
  await other.waitForSelector(`button[aria-label="Delete: ${name}"]`, { state: "detached" });
  await other.close();
});

test("without a network the next visit works", async () => {
  const { page, context } = here.chromium;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await here.server.end();
  const other = await context.newPage();
  await other.goto(here.server.address);
  await other.waitForSelector(".game");
  await sitDown(other, "yahtzee");
  await other.goto(`${here.server.base}#learn=methods/minimax`);
  await other.waitForSelector(".example .tree");
  await other.close();
  assert.deepEqual(here.chromium.faults, []);
});
