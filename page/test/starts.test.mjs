// Every game is started from its form with nothing changed, and its adviser answers; on both back ends (BACK=site).
import assert from "node:assert";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(begin);

const GAMES = ["checkers", "backgammon", "yahtzee", "empire", "pacman", "race", "nim", "matches", "tictactoe", "connect4", "chess", "tree"];

test("these are all games that there are", async () => {
  const { page } = here.chromium;
  const links = await page.locator(".game .picture").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  assert.deepEqual(links.sort(), GAMES.map((game) => `#play=${game}`).sort());
});

for (const game of GAMES)
  test(`${game} awaits the first move one press after Home`, async () => {
    const { page } = here.chromium;
    await page.goto(here.server.base);
    await page.click(`.game a[href="#play=${game}"]`);
    await page.waitForSelector("main.table[data-state=ask]");
    assert.deepEqual(await page.locator(".notices .notice").allInnerTexts(), []);
  });

test("what was chosen the last time is chosen again", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#new=nim`);
  await page.getByRole("radio", { name: /^Level 2: / }).check({ force: true });
  await page.getByRole("radio", { name: "second" }).check();
  await page.click(".setup form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  await page.goto(here.server.base);
  await page.click('.game a[href="#play=nim"]');
  await page.waitForSelector("main.table[data-state=ask]");
  const seats = await page.locator(".seat").allInnerTexts();
  assert.match(seats.join(" "), /Level 2/);
  await page.goto(`${here.server.base}#new=nim`);
  assert.ok(await page.getByRole("radio", { name: /^Level 2: / }).isChecked());
  assert.ok(await page.getByRole("radio", { name: "second" }).isChecked());
});

for (const game of GAMES)
  test(`${game} begins as its form stands, and its adviser tells of every move`, async () => {
    const { page } = here.chromium;
    await page.goto(`${here.server.base}#new=${game}`);
    await page.click(".setup form button[type=submit]");
    await page.waitForSelector("main.table[data-state=ask]");
    await page.click("summary:has-text('Adviser')");
    await page.click("text=Show the value of each move");
    await page.waitForSelector(".numbers .best");
    const advised = await page.locator(".panel .numbers tbody tr").count();
    const legal = await page.locator(".legal button").count();
    assert.equal(advised, legal);
    assert.deepEqual(await page.locator(".notices .notice").allInnerTexts(), []);
    await page.click("text=Show the value of each move");
  });

test("a race of four has four seats, though two are named", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "race");
  await page.locator(".seat-form").nth(1).locator("select").selectOption("person");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table .seat");
  assert.equal(await page.locator(".seat").count(), 4);
  assert.deepEqual(here.chromium.faults, []);
});
