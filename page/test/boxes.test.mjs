// What of a table is in view at four sizes of the window, in every game: by boxes. Nothing is cut, nothing lies on another part.
import assert from "node:assert";
import { serve, test, visit } from "./browser.mjs";
import { chance, openForm, press } from "./hands.mjs";

const here = visit(serve);

const GAMES = ["tictactoe", "nim", "matches", "connect4", "chess", "tree", "race", "pacman", "checkers", "yahtzee", "empire", "backgammon"];
const SIZES = [[1280, 800], [1024, 640], [360, 740], [640, 400]]; // the last: 1280 by 800 at a zoom of 200 %
const ALWAYS = [".board-place > .board", ".seat", ".status", ".controls"];
const ZOOMED = [...ALWAYS.slice(0, 2), ".status"]; // beside the board, all of it in sight, who plays and whose turn it is
/** On a telephone the list of moves lies below, and the last move is told in its place; after the end the outcome says so and has actions. */
const PARTS = (width, over = false) => {
  if (width === 640) return ZOOMED;
  const also = over ? [...ALWAYS.filter((part) => part !== ".status"), ".outcome"] : ALWAYS;
  return width >= 960 ? [...also, ".moves"] : over ? also.filter((part) => part !== ".controls") : also;
};

/** Runs in the page: what is not in view, what lies on another part, which text is cut. */
function look(parts) {
  const wrong = [];
  const boxes = [];
  for (const part of parts)
    for (const element of document.querySelectorAll(part)) {
      const box = element.getBoundingClientRect();
      const seen = box.width > 0 && box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1;
      const scrolls = element.classList.contains("wide"); // a wide board is drawn along on a telephone
      if (!seen || (box.right > innerWidth + 1 && !scrolls)) wrong.push(`${part} is at ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`);
      boxes.push([part, box]);
    }
  for (const [i, [part, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(i + 1))
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) wrong.push(`${part} lies on ${other}`);
  for (const element of document.querySelectorAll(".seat b, .who > span, .count, .status, .last-move, .action, .played button, .column-head, .buttons button, .top > *"))
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).display !== "inline") wrong.push(`${element.textContent} is cut`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return wrong;
}

/** Runs in the page: what is pressed and is less than 24 pixels wide or high. Of a small box the label is pressed as well. */
function small() {
  const controls = document.querySelectorAll("button, summary, select, a, input");
  return [...controls].flatMap((control) => {
    const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
    const isSmall = width > 1 && (width < 24 || height < 24);
    return isSmall && !(control.matches("a") && control.closest("p, li")) ? [`${control.dataset.id ?? control.textContent}: ${width.toFixed(1)} by ${height.toFixed(1)}`] : [];
  });
}

async function lookAll(page, game) {
  const found = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0)); // presses have scrolled to what they press
    const over = (await page.getAttribute("main.table", "data-state")) === "over";
    for (const what of await page.evaluate(look, PARTS(width, over))) found.push(`${game}, ${width}: ${what}`);
    if (width === 360) found.push(...(await page.evaluate(small)).map((what) => `${game}, small: ${what}`));
    if (width < 960 && (await page.locator(".played button").count()) > 0) assert.ok(await page.locator(".last-move").isVisible(), game);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

for (const game of GAMES)
  test(`${game}: board, players, moves and actions are in view`, async () => {
    const { page } = here.chromium;
    await openForm(page, here.server.base, game);
    await page.fill("#seed", "5");
    await page.click("form button[type=submit]");
    await page.waitForSelector("main.table[data-state=ask]");
    const found = await lookAll(page, `${game} at its start`);
    const draw = chance(3);
    for (let i = 0; i < 4; i++) {
      await page.waitForSelector("main.table:not([data-state=wait])");
      if (await page.$("main.table[data-state=over]")) break;
      await press(page, "mouse", draw);
    }
    await page.waitForSelector("main.table:not([data-state=wait])");
    found.push(...(await lookAll(page, game)));
    assert.deepEqual(found, []);
  });

test("a match is wide enough for a finger", async () => {
  const { page } = here.chromium;
  await page.setViewportSize({ width: 360, height: 740 });
  await openForm(page, here.server.base, "matches");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  for (const { width, height } of await page.locator("svg.board .next[role=button]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))) assert.ok(width >= 24 && height >= 24, `${width} by ${height}`);
});

test("on the analysis board the moves are in view beside the board", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=checkers`);
  for (const move of ["9-13", "22-17", "13x22"]) {
    await page.fill("#typed-move", move);
    await page.press("#typed-move", "Enter");
    await page.waitForSelector(`.lines button:has-text("${move}")`);
  }
  for (const [width, height] of SIZES.slice(0, 2)) {
    await page.setViewportSize({ width, height });
    const cut = () => [...document.querySelectorAll(".lines button, .study .steps button, .live .check, .live .actions > *")].filter((one) => {
      const box = one.getBoundingClientRect();
      const room = one.closest(".panel").getBoundingClientRect();
      return box.width === 0 || box.top < room.top || box.bottom > room.bottom || room.bottom > innerHeight;
    }).map((one) => one.textContent);
    assert.deepEqual(await page.evaluate(cut), [], String(width));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("numbers of squares have 9 pixels or are not there, and touch neither men nor rings", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=checkers`);
  await page.waitForSelector(".board .target");
  const touched = () => {
    const numbers = [...document.querySelectorAll(".board .corner")].map((text) => ({ box: text.getBBox(), high: Number(text.getAttribute("font-size")) * text.getScreenCTM().a, text: text.textContent }));
    const seen = numbers.filter(({ box }) => box.width > 0);
    const rings = [...document.querySelectorAll(".board circle.target.under")].map((ring) => [ring.cx.baseVal.value, ring.cy.baseVal.value, ring.r.baseVal.value + parseFloat(getComputedStyle(ring).strokeWidth) / 2]);
    // The box of a text has room for accents above and strokes below: digits have 0.73 of its size above their line.
    const wrong = seen.filter(({ box, high }) => high < 9 || rings.some(([x, y, r]) => Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - 0.8 * box.height)) < r));
    return [seen.length, wrong.map(({ text }) => text)];
  };
  for (const [width, height] of SIZES.slice(0, 3)) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await page.evaluate(touched), [width > 960 ? 32 : 0, []]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a table is seen from its top, however far down the form was", async () => {
  const { page } = here.chromium;
  await page.setViewportSize({ width: 360, height: 740 });
  await openForm(page, here.server.base, "checkers");
  await page.evaluate(() => scrollTo(0, 9999));
  assert.ok(await page.evaluate(() => scrollY > 0));
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test("the board stays where it is while buttons come below it and go", async () => {
  const { page } = here.chromium;
  await page.setViewportSize({ width: 1024, height: 640 });
  await openForm(page, here.server.base, "backgammon");
  await page.selectOption("#option-cube", "yes");
  await page.locator("details input.mono").last().fill("white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask] .buttons");
  const place = () => page.locator(".board-place > .board").evaluate((board) => ["a", "e", "f"].map((key) => board.getScreenCTM()[key]));
  const before = await place();
  await page.click(".buttons button");
  await page.waitForSelector("main.table[data-state=ask]:not(:has(.buttons))");
  assert.deepEqual(await place(), before);
});

test("the board is nearly as high as the window", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "checkers");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  for (const [width, height] of SIZES.slice(0, 2)) {
    await page.setViewportSize({ width, height });
    const box = await page.locator("svg.board").boundingBox();
    assert.ok(box.height > height - 80, `${box.height} of ${height}`);
  }
});

test("after the end nothing is typed, and no part is covered", async () => {
  const { page } = here.chromium;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForm(page, here.server.base, "checkers");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click(".controls button:has-text('Resign')");
  await page.click(".asks[role=alert] .danger");
  await page.waitForSelector("main.table[data-state=over]");
  assert.equal(await page.innerText(".outcome h2"), "You lose, by resignation");
  assert.equal(await page.locator("#typed-move").count(), 0);
  assert.deepEqual(await page.evaluate(look, [...PARTS(1280), ".outcome"]), []);
  await page.click(".outcome button:has-text('Swap sides')");
  await page.waitForSelector("main.table:not([data-state=over])");
  assert.equal(await page.locator(".seat:has-text('You') .quiet").innerText(), "White");
});

test("keys flip, hint and look back; they are dead in fields, and can be switched off", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "tictactoe");
  for (const seat of await page.locator(".seat-form select").all()) await seat.selectOption("person");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  for (const [i, move] of ["b2", "a1"].entries()) {
    await page.fill("#typed-move", move);
    await page.keyboard.press("Enter");
    await page.waitForSelector(`main.table[data-ply="${i + 1}"][data-state=ask]`);
  }
  await page.focus("#typed-move");
  await page.keyboard.press("u");
  assert.equal(await page.inputValue("#typed-move"), "u");
  await page.fill("#typed-move", "");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".looking");
  await page.keyboard.press("End");
  await page.waitForSelector(".looking", { state: "detached" });
  await page.keyboard.press("h");
  await page.waitForSelector(".board .advice");
  await page.waitForSelector(".status-line .hint");
  await page.keyboard.press("?");
  await page.waitForSelector(".key-sheet");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".key-sheet", { state: "detached" });
  await page.keyboard.press("u");
  await page.waitForSelector('main.table[data-ply="1"]');
  await page.click(".menu summary");
  await page.click("text=Keys of one letter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  assert.equal(await page.getAttribute("html", "data-screen"), "table");
  await page.click(".menu summary");
  await page.click("text=Keys of one letter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await page.waitForSelector("html[data-screen=zen]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("html[data-screen=table]");
});

test("nothing was complained of", () => assert.deepEqual(here.chromium.faults, []));
