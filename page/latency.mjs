// How long it takes from a press to the drawn answer: node latency.mjs [--site] [--busy] [--presses N].
//
// First, behind a server and with nothing in the browser's cache, how long until a table is seen, and how much was sent for
// it; of the site, how long Yahtzee's `optimal` takes to its first move, its worker's start and the solution included.
//
// A person plays against `random`, nothing moves by itself. From the pointer going down at a press that makes a move, to the
// frame after the page shows the machine's answer, or that the play is over; and to the frame after the person is asked
// again, with all legal moves known; and the tasks over 50 ms that held the page up meanwhile. `--site`: the site of SITE, the engine in the page, else HRA behind a server.
// `--busy`: beside it checkers' `expert` analyses in the same tab.
import { parseArgs } from "node:util";
import { browser, serve } from "./test/browser.mjs";
import { chance, openForm, press } from "./test/hands.mjs";
import { serveSite } from "./test/static.mjs";

const { values: options } = parseArgs({
  options: { site: { type: "boolean", default: false }, busy: { type: "boolean", default: false }, presses: { type: "string", default: "200" } },
});

/** Runs in the page: keeps how long each press took that led to an answer, and until the next one was possible. */
function watch() {
  const taken = [];
  let down = null;
  const table = () => document.querySelector("main.table")?.dataset ?? {};
  const soon = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  };
  // What changes while a frame is made is in that frame; a message that is sent then comes when it is drawn.
  const ask = requestAnimationFrame;
  let inFrame = false;
  globalThis.requestAnimationFrame = (then) =>
    ask((time) => {
      inFrame = true;
      queueMicrotask(() => queueMicrotask(() => (inFrame = false)));
      then(time);
    });
  const drawn = (then) => (inFrame ? soon(then) : ask(() => soon(then)));
  const look = () => {
    const { ply, state } = table();
    if (down === null || (Number(ply) < down.ply + 2 && state !== "over")) return;
    const press = down;
    if (press.answer === undefined) {
      press.answer = null;
      drawn(() => (press.answer = performance.now() - press.at));
    }
    if (state === "wait") return;
    down = null;
    drawn(() => {
      const next = performance.now() - press.at;
      taken.push({ answer: press.answer ?? next, next }); // both may be in one frame
    });
  };
  const onDown = ({ timeStamp }) => (down = table().state === "ask" ? { at: timeStamp, ply: Number(table().ply) } : null);
  addEventListener("pointerdown", onDown, true);
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ply", "data-state"] });
  globalThis.taken = taken;
  globalThis.long = [];
  new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
}

async function sitDown(page, base, game) {
  await openForm(page, base, game);
  const seat = page.locator(".seat-form").nth(1);
  await seat.locator("select").selectOption("own");
  await seat.locator("input").fill("random");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
}

async function think(page) {
  await page.click("summary:has-text('Analysis')");
  await page.fill(".analyse input", "expert");
  await page.selectOption(".analyse select", "time=300s");
  await page.click(".analyse button[type=submit]");
  await page.waitForSelector(".run");
}

/** With an empty cache, a page that has never been seen: until the board is drawn. */
async function firstSight(context, base) {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  let sent = 0;
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (sent += encodedDataLength));
  await wire.send("Network.enable");
  await wire.send("Network.clearBrowserCache");
  await page.goto(`${base}#p=checkers`);
  const seen = await page.waitForFunction(() => document.querySelector("svg.board [data-id]") && performance.now(), null, { polling: "raf" });
  console.log(`first sight of a table: ${(await seen.jsonValue()).toFixed(0)} ms, ${(sent / 1000).toFixed(0)} kB`);
  await page.close();
}

async function firstMove(page, base) {
  await openForm(page, base, "yahtzee");
  const seat = page.locator(".seat-form").first();
  await seat.locator("select").selectOption("own");
  await seat.locator("input").fill("optimal");
  const begun = await page.evaluate(() => {
    document.querySelector("form button[type=submit]").click();
    return performance.now();
  });
  const moved = await page.waitForFunction(() => Number(document.querySelector("main.table")?.dataset.ply) > 1 && performance.now(), null, { polling: "raf" });
  console.log(`first move of Yahtzee's optimal: ${((await moved.jsonValue()) - begun).toFixed(0)} ms`);
}

/** The times of so many presses that made a move, in milliseconds. */
async function measure(page, base, game, presses) {
  const draw = chance(1);
  const count = () => page.evaluate(() => globalThis.taken.length);
  await page.evaluate(() => (globalThis.taken.length = globalThis.long.length = 0));
  for (let have = 0; have < presses; ) {
    if (await page.$("main.table[data-state=over]")) await sitDown(page, base, game);
    await press(page, "mouse", draw);
    await page.waitForSelector("main.table:not([data-state=wait])");
    have = await count();
  }
  return page.evaluate(() => globalThis.taken);
}

const server = await (options.site ? serveSite : serve)();
const chromium = await browser();
const { page } = chromium;
const part = (list, share) => list[Math.round((list.length - 1) * share)].toFixed(0);
try {
  await page.addInitScript(watch);
  await page.goto(server.address);
  await page.waitForSelector(".game");
  if (options.site) await firstMove(page, server.base);
  else await firstSight(chromium.context, server.base);
  for (const game of options.busy ? ["checkers"] : ["tictactoe", "checkers"]) {
    await sitDown(page, server.base, game);
    if (options.busy) await think(page);
    const taken = await measure(page, server.base, game, Number(options.presses));
    for (const until of ["answer", "next"]) {
      const times = taken.map((one) => one[until]).sort((a, b) => a - b);
      console.log(`${game}, ${until}: ${times.length} presses, median ${part(times, 0.5)} ms, 95 % ${part(times, 0.95)} ms, most ${part(times, 1)} ms`);
    }
    const long = await page.evaluate(() => globalThis.long);
    console.log(`${game}: ${long.length} tasks over 50 ms${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ""}`);
  }
} finally {
  await chromium.end();
  await server.end();
}
