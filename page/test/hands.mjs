// Playing as a person does: by mouse alone, or by keyboard alone. Nothing here waits for a time.

const READY = () => document.querySelector("main.table")?.dataset.state !== "wait";

/** Games are set up as usual, whatever was chosen before. */
function forgetSetups() {
  try {
    localStorage.removeItem("hra.setups");
  } catch {
    // A browser that keeps nothing.
  }
}

/** The form of a new table, with all that it folds away. */
export async function openForm(page, base, game) {
  await page.evaluate(forgetSetups);
  await page.goto(`${base}#new=${game}`);
  await page.waitForSelector(".setup form");
  await page.locator("details").evaluateAll((all) => all.forEach((d) => (d.open = true)));
}

/** Numbers that are the same in each run. */
export function chance(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What can be pressed now: ids of shapes, and of buttons below the board. */
function pressable(page) {
  return page.evaluate(() => {
    const shapes = [...document.querySelectorAll("svg.board .next[role=button]")].map((e) => e.dataset.id);
    const buttons = [...document.querySelectorAll(".buttons [data-id]:enabled")].map((e) => e.dataset.id);
    return { shapes, buttons };
  });
}

function state(page) {
  return page.evaluate(() => ({ ...document.querySelector("main.table")?.dataset, focus: document.activeElement?.getAttribute("data-id") ?? "" }));
}

/** Where a press on a shape or button meets it: its middle, or else the first point of it that nothing covers. A piece
 * that stands in the middle is pressed for what it stands on; where pieces cover all of it, as on a point of backgammon, one of
 * them is pressed. */
function spotOf(wanted) {
  const element = document.querySelector(`[data-id="${CSS.escape(wanted)}"]`);
  element.scrollIntoView({ block: "center" });
  const box = element.getBoundingClientRect();
  const steps = [0.5, 0.1, 0.3, 0.7, 0.9];
  const spots = steps.flatMap((down) => steps.map((right) => ({ x: box.x + right * box.width, y: box.y + down * box.height })));
  const there = (spot) => document.elementFromPoint(spot.x, spot.y)?.closest("[data-id]");
  const middle = there(spots[0]);
  if (middle?.matches(".can:not([role])")) return spots[0];
  return spots.find((spot) => there(spot) === element) ?? spots.find((spot) => there(spot)?.matches(".next"));
}

async function byMouse(page, id) {
  const spot = await page.evaluate(spotOf, id);
  if (!spot) throw new Error(`${id} is covered: it cannot be pressed by mouse`);
  await page.mouse.click(spot.x, spot.y);
}

async function focusBy(page, key, wanted, most) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(wanted.test, wanted.id)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${wanted.id}`);
}

const at = (id) => document.activeElement?.getAttribute("data-id") === id;
const onBoard = () => document.activeElement?.closest("svg.board") !== null && document.activeElement !== null;

async function byKeyboard(page, id, isButton) {
  if (isButton) await focusBy(page, "Tab", { test: at, id }, 60);
  else {
    const held = await page.evaluate(onBoard);
    if (!held) {
      const button = await page.evaluate(() => document.activeElement?.closest(".buttons") !== null);
      await focusBy(page, button ? "Shift+Tab" : "Tab", { test: onBoard, id: "the board" }, 60);
    }
    await focusBy(page, "PageDown", { test: at, id }, 400);
  }
  await page.keyboard.press("Enter");
}

const FUTILE = 200; // presses in a row, drawn among all that can be, of which no move comes

/** Presses something that can be pressed, drawn by `draw`; what, when the page has taken notice. */
export async function press(page, hand, draw) {
  const { presses } = await state(page);
  const can = await pressable(page);
  const all = [...can.shapes, ...can.buttons];
  if (all.length === 0) throw new Error("nothing can be pressed");
  const id = all[draw(all.length)];
  if (hand === "mouse") await byMouse(page, id);
  else await byKeyboard(page, id, can.buttons.includes(id));
  await page.waitForFunction((before) => document.querySelector("main.table")?.dataset.presses !== before, presses);
  return id;
}

/** Presses whatever can be pressed, until the play is over; `look` before each press. */
export async function playOn(page, hand, draw, look = async () => {}) {
  for (let presses = 0, last = "", id = "", futile = 0; presses < 2000; presses++) {
    await page.waitForFunction(READY);
    const now = await state(page);
    if (now.state === "over") return presses;
    futile = now.ply === last ? futile + 1 : 0;
    last = now.ply;
    await look();
    if (futile > FUTILE) throw new Error(`at ply ${now.ply} no move comes of pressing, the last time ${id}`);
    id = await press(page, hand, draw);
  }
  throw new Error("the play does not end");
}

/** Waits until the one place for notices tells this. */
export function noticed(page, text) {
  return page.waitForSelector(`.notices .told > :has-text(${JSON.stringify(text)})`);
}

/** Whether all of it is seen: in the window, and nothing of it scrolled out of what is around it. */
export function isInView(page, selector) {
  return page.locator(selector).evaluate((element) => {
    const box = element.getBoundingClientRect();
    let [top, bottom] = [0, innerHeight];
    for (let at = element.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflowY !== "visible" && at !== document.documentElement && at !== document.body) {
        const around = at.getBoundingClientRect();
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
    return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1;
  });
}
