// The tutor: a costly move is drawn, and made when somebody says so. On both back ends (BACK=site).
import assert from "node:assert";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(begin);
const WARNING = ".notices [role=alert] .tutor";

const ply = (page, n) => page.waitForSelector(`main.table[data-ply="${n}"][data-state=ask]`);
const type = async (page, move) => {
  await page.fill("#typed-move", move);
  await page.keyboard.press("Enter");
};

/** The second after which a move is made without its judgement never ends, however slow the machine is. */
function holdTime() {
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...more) => (ms === 1000 ? 0 : later(then, ms, ...more));
}

/** X, a person, wins by c1, and loses at once by any other move. */
async function open() {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "tictactoe");
  await page.locator("details input.mono").last().fill("XX./OO./...");
  await page.click("form button[type=submit]");
  await ply(page, 0);
  return page;
}

test("a costly move waits, marked on the board; Escape chooses another one", async () => {
  await here.chromium.page.addInitScript(holdTime);
  await here.chromium.page.reload();
  const page = await open();
  await page.click(".menu summary");
  await page.selectOption(".menu select", "error");
  await page.click(".menu summary");
  await type(page, "a3"); // O closes a row of its own
  await page.waitForSelector(`${WARNING}:has-text("Blunder: a3 loses 100.0 % chance to win.")`);
  assert.equal(await page.getAttribute("main.table", "data-ply"), "0");
  assert.equal(await page.locator(".tentative .pending:has-text('a3: not played yet')").count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Play it anyway");
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(WARNING, { state: "detached" });
  await ply(page, 0);
  assert.equal(await page.locator(".tentative").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "typed-move");
});

test("Enter plays it anyway", async () => {
  const { page } = here.chromium;
  await type(page, "a3");
  await page.waitForSelector(WARNING);
  await page.keyboard.press("Enter");
  await page.waitForSelector("main.table[data-state=over]");
  assert.equal(await page.locator(".notices .tutor").count(), 0);
});

test("the next table has the same tutor, and none when it is sent away", async () => {
  const page = await open();
  assert.equal(await page.inputValue(".menu select"), "error");
  await page.click(".menu summary");
  await page.selectOption(".menu select", "off");
  await page.click(".menu summary");
  await type(page, "a3");
  await page.waitForSelector("main.table[data-state=over]");
  assert.deepEqual(here.chromium.faults, []);
});
