// By finger: a live game steered by keys and by swipes against a clock that the test steps, and pieces that are dragged.
import assert from "node:assert";
import { serve, test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(serve, { hasTouch: true, viewport: { width: 360, height: 740 } });

const ply = (page) => page.locator("main.table").getAttribute("data-ply").then(Number);
const asked = (page) => page.waitForSelector("main.table[data-state=ask]");

async function sit(game, seed, players = [], more = async () => {}) {
  const { page } = here.chromium;
  await openForm(page, here.server.base, game);
  await page.fill("#seed", String(seed));
  for (const [i, spec] of players.entries()) {
    const seat = page.locator(".seat-form").nth(i);
    if (spec === "person") await seat.locator("select").selectOption("person");
    else if (spec) {
      await seat.locator("select").selectOption("own");
      await seat.locator("input").fill(spec);
    }
  }
  await more(page);
  await page.click("form button[type=submit]");
  await asked(page);
  return page;
}

/** A table that begins with a position, with people in all seats. */
async function link(game, position) {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=${game}~${encodeURIComponent(position)}`);
  await asked(page);
  return page;
}

/** The middle of what is drawn for an id. */
async function middle(page, id) {
  const shape = page.locator(`svg.board [data-id="${id}"]`);
  await shape.scrollIntoViewIfNeeded();
  const box = await shape.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A finger put down, moved and lifted, as the device tells of it. */
async function stroke(page, from, to) {
  const device = await here.chromium.context.newCDPSession(page);
  const touch = (type, points) => device.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", [from]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", [[from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]]);
  await touch("touchEnd", []);
  await device.detach();
}

async function haul(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

/** The moves of seat 0, as the list has them. */
async function played(page) {
  return page.locator('.played [data-seat="0"] b').allInnerTexts();
}

/** Waits for a move, and for the answers to it; by questions from here, for a clock that stands may be the page's. */
async function past(page, n) {
  const moved = (before) => {
    const { ply, state } = document.querySelector("main.table").dataset;
    return Number(ply) > before && state !== "wait";
  };
  while (!(await page.evaluate(moved, n)));
}

/** Lets so many milliseconds pass for the page, and waits for the move that they bring. */
async function step(page, ms) {
  const before = await ply(page);
  await page.clock.runFor(ms);
  await past(page, before);
}

test("a swipe steers, and the page stays where it is", async () => {
  const { page } = here.chromium;
  await sit("pacman", 3);
  const board = page.locator("svg.board");
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  const scrolled = await page.evaluate(() => scrollY);
  const ways = [];
  for (const [dx, dy, way] of [[-60, 6, "West"], [60, 10, "East"], [60, -9, "East"]]) {
    const before = await ply(page);
    await stroke(page, from, [from[0] + dx, from[1] + dy]);
    await past(page, before);
    ways.push(way);
    assert.deepEqual(await played(page), ways);
  }
  const before = await ply(page);
  await stroke(page, from, [from[0] + 10, from[1] + 3]); // too short for a swipe
  assert.equal(await ply(page), before);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
});

test("the arrows on the screen steer too", async () => {
  const { page } = here.chromium;
  const before = await ply(page);
  await page.locator(".arrow.left").tap();
  await past(page, before);
  assert.equal((await played(page)).at(-1), "West");
});

for (const [hand, drag] of [["finger", stroke], ["mouse", haul]]) {
  test(`a man of checkers is dragged by ${hand}`, async () => {
    const page = await sit("checkers", 1, ["person", "person"]);
    await drag(page, await middle(page, "11.black"), await middle(page, "1")); // not a move: it goes back
    await page.waitForFunction(() => !document.querySelector("svg.board [data-id][transform]"));
    assert.equal(await ply(page), 0);
    await page.keyboard.press("Escape");
    await drag(page, await middle(page, "11.black"), await middle(page, "15"));
    await page.waitForSelector('svg.board [data-id="15.black"]');
    assert.equal(await ply(page), 1);
    await page.waitForFunction(() => document.querySelectorAll("svg.board .chosen").length === 0);
  });

  test(`a piece of the race is dragged by ${hand}`, async () => {
    const page = await link("race", "[1],[],[],[] green 3");
    await drag(page, await middle(page, "1.piece"), await middle(page, "6")); // the die says 4
    await page.waitForFunction(() => !document.querySelector("svg.board [data-id][transform]"));
    assert.equal(await ply(page), 0);
    await drag(page, await middle(page, "1.piece"), await middle(page, "4"));
    await page.waitForSelector('svg.board [data-id="4.piece"]');
  });
}

test("arrow keys steer a live game, and the clock goes on the same way", async () => {
  const { page } = here.chromium;
  await page.evaluate(() => (globalThis.nextFrame = requestAnimationFrame));
  await page.clock.install();
  await page.evaluate(() => (globalThis.requestAnimationFrame = globalThis.nextFrame)); // what is drawn waits for no clock
  await sit("pacman", 3);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000); // much later, and the page thinks that the server is gone
  while ((await page.locator("main.table").getAttribute("data-state")) !== "ask");
  await page.evaluate(() => document.querySelector("svg.board").focus());
  let before = await ply(page);
  await page.keyboard.press("ArrowLeft"); // without the clock a key is a move
  await past(page, before);
  assert.deepEqual(await played(page), ["West"]);
  before = await ply(page);
  await page.locator(".arrow-keys button[aria-pressed]").dispatchEvent("click");
  await page.clock.runFor(500);
  assert.equal(await ply(page), before, "there is a wall in the west");
  await page.keyboard.press("ArrowRight"); // with the clock a key is a wish
  assert.equal(await ply(page), before, "the clock has not struck");
  await step(page, 220);
  assert.deepEqual(await played(page), ["West", "East"]);
  await step(page, 220); // the same way
  await page.keyboard.press("ArrowUp");
  await page.locator(".arrow-keys select").selectOption("120");
  await step(page, 220); // the stroke that was under way
  assert.deepEqual(await played(page), ["West", "East", "East", "North"]);
  await page.keyboard.press("ArrowDown");
  await step(page, 120);
  assert.equal((await played(page)).at(-1), "South");
  await page.locator(".arrow-keys button[aria-pressed=true]").dispatchEvent("click");
  before = await ply(page);
  await page.clock.runFor(2000);
  assert.equal(await ply(page), before, "it rests");
});

test("nothing was complained of", () => assert.deepEqual(here.chromium.faults, []));
