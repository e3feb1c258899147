// Every game is started from its form with nothing changed, and its adviser answers; on both back ends (BACK=site).
import assert from "node:assert";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin);

const GAMES = ["yahtzee", "tictactoe", "nim", "matches", "tree", "race", "pacman", "checkers", "empire", "backgammon"];

test("these are all games that there are", async () => {
  const { page } = here.chromium;
  const links = await page.locator(".game .picture").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  assert.deepEqual(links.sort(), GAMES.map((game) => `#new=${game}`).sort());
});

for (const game of GAMES)
  test(`${game} begins as its form stands, and its adviser tells of every move`, async () => {
    const { page } = here.chromium;
    await page.goto(`${here.server.base}#new=${game}`);
    await page.click(".setup form button[type=submit]");
    await page.waitForSelector("main.table[data-state=ask]");
    await page.click(".controls button:has-text('Hint')");
    await page.waitForSelector(".numbers .best");
    const advised = await page.locator(".panel .numbers tbody tr").count();
    const legal = await page.locator(".legal button").count();
    assert.equal(advised, legal);
    assert.deepEqual(await page.locator(".notices .notice").allInnerTexts(), []);
    await page.click(".controls button:has-text('Hint')");
  });

test("a race of four has four seats, though two are named", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#new=race`);
  await page.waitForSelector(".setup form");
  await page.locator(".seat-form").nth(1).locator("select").selectOption("person");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table .seat");
  assert.equal(await page.locator(".seat").count(), 4);
  assert.deepEqual(here.chromium.faults, []);
});
