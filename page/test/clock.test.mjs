// Clocks of people: chosen, shown beside the names, low, run out, and known after a reload.
import assert from "node:assert";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin);
const clock = (name) => `.seat .clock[aria-label="Clock: ${name}"]`;

async function openSetup(page) {
  await page.goto(`${here.server.base}#new=tictactoe`);
  await page.waitForSelector(".setup form");
  await page.getByLabel("A friend, here").check();
}

async function start(page) {
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
}

async function play(page, ...places) {
  for (const place of places) {
    const ply = Number(await page.getAttribute("main.table", "data-ply")) + 1;
    await page.locator(`svg.board [data-id="${place}"]`).click();
    await page.waitForSelector(`main.table[data-ply="${ply}"]`);
  }
}

test("a clock is chosen, and runs from the second move of each on", async () => {
  const { page } = here.chromium;
  await openSetup(page);
  assert.ok(await page.getByLabel("none").isChecked());
  await page.getByLabel("15+10").check();
  assert.deepEqual(await findings(page), []);
  await start(page);
  for (const name of ["X", "O"]) assert.equal(await page.textContent(clock(name)), "15:00");
  await play(page, "a1", "b1");
  await page.waitForSelector(`${clock("X")}.running`);
  assert.equal(await page.locator(".clock.running").count(), 1);
  await play(page, "a2");
  await page.waitForFunction((own) => /^15:(0[5-9]|10)$/.test(document.querySelector(own)?.textContent ?? ""), clock("X")); // with what the move adds
  await page.waitForSelector(`${clock("O")}.running`);
  assert.deepEqual(await findings(page), []);
});

test("after a reload the clocks go on, and a pause stops them", async () => {
  const { page } = here.chromium;
  await page.reload();
  await page.waitForSelector(`${clock("O")}.running`);
  assert.match(await page.textContent(clock("X")), /^15:/);
  await page.click(".menu summary");
  await page.click(".menu button:has-text('Pause')");
  await page.waitForSelector(".status:has-text('the clocks stand')");
  assert.equal(await page.locator(".clock.running").count(), 0);
  await page.click(".controls button:has-text('Continue')");
  await page.waitForSelector(`${clock("O")}.running`);
});

test("little time is marked and said, and no time loses", async () => {
  const { page } = here.chromium;
  await openSetup(page);
  await page.getByRole("radio", { name: "other" }).check();
  await page.getByLabel("Minutes for the game").fill("0.05");
  await page.getByLabel("Seconds for each move").fill("0");
  await start(page);
  await play(page, "a1", "b1");
  await page.waitForSelector(`${clock("X")}.running.low`);
  await page.waitForFunction(() => [...document.querySelectorAll("[role=status]")].some((one) => one.textContent.includes("X: little time left.")));
  await page.waitForSelector("main.table[data-state=over]");
  assert.match(await page.textContent(".outcome h2"), /^O wins, on time$/);
  assert.equal(await page.textContent(clock("X")), "0:00.0");
  await page.click(".outcome button:has-text('Play again')"); // with the same clock
  await page.waitForSelector("main.table[data-ply='0'][data-state=ask]");
  assert.equal(await page.textContent(clock("O")), "0:03.0");
  assert.deepEqual(here.chromium.faults, []);
});
