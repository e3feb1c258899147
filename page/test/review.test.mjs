// What a review says at the table: marks in the list of moves, each third of the game, curves; names of openings. On both
// back ends (BACK=site).
import assert from "node:assert";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin);

/** Two people at one table. */
async function play(page, game, moves) {
  await page.goto(`${here.server.base}#`);
  await page.goto(`${here.server.base}#new=${game}~human~human`);
  await page.click(".setup form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  for (const text of moves) await move(page, text);
}

async function move(page, text) {
  const ply = await page.locator("main.table").getAttribute("data-ply");
  await page.fill("#typed-move", text);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelector("main.table").dataset.ply !== before && document.querySelector("main.table").dataset.state !== "wait", ply);
}

async function review(page) {
  await page.locator("details:has(> summary:text-is('Review'))").evaluate((panel) => (panel.open = true));
  await page.click(".panel button:has-text('Review this game')");
  await page.waitForSelector(".panel table.numbers caption");
}

const marks = (page) => page.locator(".played .mark").allTextContents();

test("graded moves are marked in the list, with what they lost, until the play changes", async () => {
  const { page } = here.chromium;
  await play(page, "tictactoe", ["a1", "b1", "c3", "a3"]);
  await review(page);
  await page.waitForSelector(".played .mark");
  assert.deepEqual(await marks(page), ["??", "??", "??"]);
  assert.match(await page.locator(".played button:has(.mark)").first().textContent(), /^O: b1\?\?, blunder, −1$/);
  assert.match(await page.locator(".played .mark").first().getAttribute("title"), /^b1 lost 1.* was better\.$/);
  assert.equal(await page.locator(".graph .curve.line").count(), 4); // a curve for each seat, and its line in the key
  assert.deepEqual(await findings(page), []);
  await page.click('.moves .steps button[title="Back"]');
  assert.equal((await marks(page)).length, 3);
  await page.click('.moves .steps button[title="Latest"]');
  await move(page, "c1");
  assert.deepEqual(await marks(page), []);
  assert.equal(await page.locator(".graph").count(), 0);
});

test("each third of a game has a figure", async () => {
  const { page } = here.chromium;
  await play(page, "nim", [..."aaabbbbbccccccc"].map((row) => `${row}1`));
  await review(page);
  await page.waitForSelector(".thirds");
  assert.deepEqual(await page.locator(".thirds thead th").allTextContents(), ["Player", "Opening", "Middle", "End"]);
  assert.equal(await page.locator(".thirds tbody td").count(), 6);
  assert.ok((await page.locator(".thirds tbody td").allTextContents()).every((text) => /^(\d+\.\d %|–)$/.test(text)));
});

test("the opening is named above the moves", async () => {
  const { page } = here.chromium;
  await play(page, "checkers", ["11-15", "22-18"]);
  assert.equal(await page.textContent(".moves .opening"), "Opening: Single Corner");
});
