// All figures of the page that have a goal, one after another: node figures.mjs [--moves N] [GAME...], of the site of SITE.
//
// For each game: presses from Home to a first move, counted from the list of games on, and the script work of the frames while a
// person plays N moves and is answered, with all that moves in motion; tasks over 50 ms meanwhile. Then a first visit on a phone
// (start_time.mjs) and bytes by part (bytes.mjs). On a quiet machine: all but presses and bytes are times.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { browser } from "./test/browser.mjs";
import { chance, press } from "./test/hands.mjs";
import { serveSite } from "./test/static.mjs";

const { values, positionals } = parseArgs({ options: { moves: { type: "string", default: "10" } }, allowPositionals: true });
const WORK = new Set(["FunctionCall", "EventDispatch", "FireAnimationFrame", "TimerFire", "RunMicrotasks", "EvaluateScript"]);
const FRAME = "BeginMainThreadFrame";

/** Runs in the page: remembers each task over 50 ms. */
function watch() {
  globalThis.long = [];
  new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
}

/** Milliseconds of script in each frame of the thread that makes frames; what is in another one's time counts once. */
function framesOf(events) {
  const begins = events.filter(({ name }) => name === FRAME);
  const thread = begins[0]?.tid;
  const starts = begins.filter(({ tid }) => tid === thread).map(({ ts }) => ts).sort((a, b) => a - b);
  const work = new Array(starts.length).fill(0);
  let until = 0;
  for (const { ts, dur } of events.filter(({ name, tid, dur }) => WORK.has(name) && tid === thread && dur).sort((a, b) => a.ts - b.ts)) {
    if (ts < until) continue;
    until = ts + dur;
    const frame = starts.findLastIndex((start) => start <= ts);
    if (frame >= 0) work[frame] += dur / 1000;
  }
  return work;
}

/** What happens in the page meanwhile. */
async function traced(page, context, doing) {
  const wire = await context.newCDPSession(page);
  const events = [];
  wire.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await wire.send("Tracing.start", { categories: "devtools.timeline,disabled-by-default-devtools.timeline.frame", transferMode: "ReportEvents" });
  await doing();
  const done = new Promise((over) => wire.once("Tracing.tracingComplete", over));
  await wire.send("Tracing.end");
  await done;
  await wire.detach();
  return events;
}

const state = (page) => page.evaluate(() => ({ ...document.querySelector("main.table")?.dataset }));
const asked = (page) => page.waitForSelector("main.table:not([data-state=wait])", { timeout: 120_000 });
const part = (list, share) => (list[Math.round((list.length - 1) * share)] ?? 0).toFixed(1);

/** From Home: presses until something was moved, the one on the game included. */
async function pressesToMove(page, base, game, draw) {
  await page.goto(base);
  await page.click(`.game a[href="#play=${game}"]`);
  await page.waitForSelector("main.table[data-state=ask] svg.board", { timeout: 120_000 });
  const { ply } = await state(page);
  for (let presses = 1; ; ) {
    await press(page, "mouse", draw);
    presses++;
    if ((await state(page)).ply !== ply) return presses;
  }
}

async function playMoves(page, draw) {
  for (let moves = 0; moves < Number(values.moves); ) {
    await asked(page);
    const before = await state(page);
    if (before.state === "over") return;
    await press(page, "mouse", draw);
    await asked(page);
    if ((await state(page)).ply !== before.ply) moves++;
  }
}

async function ofGame({ page, context }, base, game) {
  const draw = chance(1);
  const presses = await pressesToMove(page, base, game, draw);
  await asked(page);
  await page.evaluate(() => (globalThis.long.length = 0));
  const work = framesOf(await traced(page, context, () => playMoves(page, draw))).sort((a, b) => a - b);
  const long = await page.evaluate(() => globalThis.long);
  console.log(`${game}: first move by press ${presses}; script in ${work.length} frames: median ${part(work, 0.5)} ms, 95 % ${part(work, 0.95)} ms, most ${part(work, 1)} ms (goal 4); ${long.length} tasks over 50 ms`);
}

const server = await serveSite();
const chromium = await browser({ viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
try {
  const { page } = chromium;
  await page.addInitScript(watch);
  await page.goto(server.address);
  await page.waitForSelector("[data-motion] .game");
  const all = await page.locator('.game a.picture[href^="#play="], .game .picture[href^="#play="]').evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href").slice(6)))]);
  for (const game of positionals.length > 0 ? positionals : all) await ofGame(chromium, server.base, game);
} finally {
  await chromium.end();
  await server.end();
}
const here = dirname(fileURLToPath(import.meta.url));
for (const script of ["start_time.mjs", "bytes.mjs"]) spawnSync(process.execPath, [join(here, script)], { cwd: here, stdio: "inherit" });
