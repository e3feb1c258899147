// What boards look like: each game has drawings of its own, and a person may choose the colours of boards.
import assert from "node:assert";
import { en } from "./speech.mjs";
import { openForm } from "./hands.mjs";
import { serve, test, visit } from "./browser.mjs";

const here = visit(serve, { viewport: { width: 1024, height: 640 } });

async function sit(game) {
  const { page } = here.chromium;
  await openForm(page, here.server.base, game);
  await page.fill("#seed", "5");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  return page;
}

for (const game of ["checkers", "backgammon", "yahtzee", "empire", "pacman", "race", "nim", "matches"])
  test(`${game} is drawn by its symbols on its materials`, async () => {
    const page = await sit(game);
    assert.ok((await page.locator("svg.board .sym path").count()) > 2);
    assert.ok((await page.locator('svg.board [class*="m-"]').count()) > 0);
    assert.equal(await page.locator("svg.board [style]").count(), 0);
    assert.deepEqual(here.chromium.faults, []);
  });

test("the colours of boards are chosen, and kept", async () => {
  const page = await sit("checkers");
  const square = () => page.locator('svg.board [data-id="1"] rect').first().evaluate((rect) => getComputedStyle(rect).fill);
  const [own, seen] = [await square(), new Set()];
  await page.click(`text=${en.settings}`);
  for (const name of Object.keys(en.art.themes)) {
    await page.locator(".settings select:has(option[value=night])").selectOption(name);
    await page.waitForFunction((wanted) => document.documentElement.dataset.boards === wanted, name);
    seen.add(await square());
  }
  assert.ok(seen.has(own) && seen.size >= 4, [...seen].join(" "));
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.boards === "contrast");
});
