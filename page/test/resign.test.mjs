// Resigning a part of a match: what the page offers, what a program and another person answer, and the game after a reload.
import assert from "node:assert";
import { serve, test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(serve);
const BEHIND = "white 24:5 23:5 22:5, black 6:2 5:2 4:2, white 31, score 0-0"; // a backgammon is the most that White can lose

async function sitDown(page, machine) {
  await openForm(page, here.server.base, "backgammon");
  const length = page.locator("#option-match-length");
  await length.fill("5").then(() => length.blur());
  const seat = page.locator(".seat-form").nth(1);
  if (machine) {
    await seat.locator("select").selectOption("own");
    await seat.locator("input").fill(machine);
  } else await seat.locator("select").selectOption("person");
  await page.locator("details input.mono").last().fill(BEHIND);
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
}

const ask = (page) => page.click(".controls button:has-text('Resign')");
const parts = (page) => page.locator(".asks[role=alert] button").allTextContents();
const choose = (page, text) => page.click(`.asks[role=alert] button:text-is('${text}')`);

test("a program refuses what is too little, and says so", async () => {
  const { page } = here.chromium;
  await sitDown(page, "random");
  await ask(page);
  await page.waitForSelector(".asks[role=alert] :text('Resign what?')");
  assert.deepEqual(await parts(page), ["a single game", "a gammon", "a backgammon", "the whole match", "Cancel"]);
  await choose(page, "a single game");
  await page.waitForSelector(".asks[role=status]:has-text('random refuses')");
  await page.waitForSelector("main.table[data-ply='0'][data-state=ask]");
});

test("and all that can be lost counts: the match goes on", async () => {
  const { page } = here.chromium;
  await ask(page);
  await choose(page, "a backgammon");
  await page.waitForSelector("text=resigns a backgammon >> visible=true");
  await page.waitForSelector("main.table[data-state=ask]");
  const ply = Number(await page.getAttribute("main.table", "data-ply"));
  assert.ok(ply >= 2);
  await page.reload(); // what was played before is repeated from the record
  await page.waitForSelector("main.table[data-state=ask]");
  await page.waitForSelector("text=resigns a backgammon >> visible=true");
  await page.waitForFunction((n) => document.querySelector("main.table").dataset.ply === n, String(ply));
});

test("what ends the match is the last that is offered", async () => {
  const { page } = here.chromium;
  await ask(page); // Black needs two points
  assert.deepEqual(await parts(page), ["a single game", "a gammon", "Cancel"]);
  await choose(page, "a gammon");
  await page.waitForSelector("main.table[data-state=over]");
});

test("another person accepts or declines", async () => {
  const { page } = here.chromium;
  await sitDown(page, "");
  await ask(page);
  await choose(page, "a gammon");
  await page.waitForSelector(".notices .asks:has-text('White resigns a gammon.')");
  await page.click(".notices .asks button:text-is('Decline')");
  await page.waitForFunction(() => document.querySelector(".notices .asks") === null);
  await ask(page);
  await choose(page, "a single game");
  await page.click(".notices .asks button:text-is('Accept')");
  await page.waitForSelector("text=resigns a single game >> visible=true");
  await page.waitForSelector("main.table[data-state=ask]");
  await ask(page);
  await choose(page, "the whole match");
  await page.waitForSelector("main.table[data-state=over]");
  assert.deepEqual(here.chromium.faults, []);
});

test("the keyboard goes on at the outcome when the button that it pressed has gone", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "checkers");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  await page.focus(".controls button:has-text('Resign')");
  await page.keyboard.press("Enter");
  await page.focus(".asks[role=alert] button:text-is('Resign')");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main.table[data-state=over]");
  assert.equal(await page.evaluate(() => document.activeElement.className), "outcome");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".outcome button")));
  await page.reload();
  await page.waitForSelector("main.table[data-state=over]");
  assert.ok(await page.evaluate(() => document.activeElement === document.body), "a play that is only opened takes no focus");
});
