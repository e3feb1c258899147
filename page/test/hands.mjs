// Playing as a person does: by mouse alone, or by keyboard alone. Nothing here waits for a time.

const READY = () => document.querySelector("main.table")?.dataset.state !== "wait";

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

async function byMouse(page, id) {
  const spot = await page.evaluate((wanted) => {
    const element = document.querySelector(`[data-id="${CSS.escape(wanted)}"]`);
    element?.scrollIntoView({ block: "center" });
    const box = element?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, id);
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

/** Presses whatever can be pressed, drawn by `draw`, until the play is over. */
export async function playOn(page, hand, draw) {
  for (let presses = 0; presses < 2000; presses++) {
    await page.waitForFunction(READY);
    const now = await state(page);
    if (now.state === "over") return presses;
    const can = await pressable(page);
    const all = [...can.shapes, ...can.buttons];
    if (all.length === 0) throw new Error("nothing can be pressed");
    const id = all[draw(all.length)];
    if (hand === "mouse") await byMouse(page, id);
    else await byKeyboard(page, id, can.buttons.includes(id));
    await page.waitForFunction((before) => document.querySelector("main.table")?.dataset.presses !== before, now.presses);
  }
  throw new Error("the play does not end");
}
