// How fast the engine of the site is against the native one, in processor time; docs/site.md says what comes of it.
//
//     node speed/speed.mjs [--pairs N] [--node] [NAME...]       HRA and ENGINE name the two, as in the tests
//
// Both are told the same lines of a session, which name a fixed work: so many nodes, playouts, or games from one seed. What
// they answer has to be the same. A pair is a run of each, one after the other; the ratio is native / WebAssembly, the
// median of the pairs and their quartiles. "First" is a run of WebAssembly that includes the compiling, in all threads, and
// code that is not yet optimised. WebAssembly runs in Chromium, or in this Node.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { APART } from "../apart.mjs";
import { HRA, browser } from "../test/browser.mjs";

const ENGINE = process.env["ENGINE"] ?? "../build/wasm/apps/wasm/engine.wasm";
const here = dirname(fileURLToPath(import.meta.url));
const { values: options, positionals: names } = parseArgs({
  options: { pairs: { type: "string", default: "7" }, node: { type: "boolean", default: false } },
  allowPositionals: true,
});

const WORKS = [
  ["checkers expert", "new checkers human human", "analyse expert nodes=6000000"],
  ["checkers alphabeta", "new checkers human human", "analyse alphabeta:tt=4M nodes=10000000"],
  ["pacman expert", "", "match pacman expert games=20 seed=1 threads=1"],
  ["pacman mcts", "new pacman human", "analyse mcts playouts=200000"],
  ["empire mcts", "new empire human human", "analyse mcts playouts=60000"],
  ["tictactoe mcts", "new tictactoe human human", "analyse mcts playouts=3000000"],
  ["empire random", "", "match empire random random games=60000 seed=1 threads=1"],
  ["yahtzee solve", "", "match yahtzee optimal games=1 seed=1 threads=1"],
]
  .map(([name, before, line]) => ({ name, before: before && `${before} save=no seed=1`, line }))
  .filter(({ name }) => names.length === 0 || names.includes(name));

/** Without what depends on the clock, and without Elo: the logarithms of C libraries differ in the last digit. */
const answer = (json) => json.replace(/"seq":\d+,|"seconds":[^,}]*|"[a-z_]*per_second":[^,}]*|"elo":\{[^}]*\}/g, "");

// ---- native ------------------------------------------------------------------------------------

/** Processor time of a process so far, in seconds: of all threads that it has had, to 0.01 s. */
function ofProcess(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function native({ name, before, line }) {
  const child = spawn(HRA, ["session", "--no-save", "--threads", "1"], { stdio: ["pipe", "pipe", "inherit"] });
  const events = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (text) => {
    child.stdin.write(`@x ${text}\n`);
    for (let last = ""; ; ) {
      const { value, done } = await events.next();
      const event = done ? { event: "error", text: "hra session has ended" } : JSON.parse(value);
      if (event.event === "error") throw new Error(`${name}: ${event.text}`);
      if (event.event === "ok" && event.reply_to === "x") return last;
      last = value;
    }
  };
  await ask("session 2");
  if (before) await ask(before);
  const begun = ofProcess(child.pid);
  const found = await ask(line);
  const seconds = ofProcess(child.pid) - begun;
  child.kill("SIGKILL");
  return { seconds, found: answer(found) };
}

// ---- WebAssembly -------------------------------------------------------------------------------

async function bundle(format) {
  const { outputFiles } = await build({ entryPoints: [join(here, "engine.ts")], bundle: true, format, globalName: "hra", write: false });
  return outputFiles[0].text;
}

/** Runs in this process; of its time counts that of this thread, where compiling is not the measure. */
async function inNode(bytes) {
  const file = join(mkdtempSync(join(here, "../dist-speed-")), "engine.mjs");
  writeFileSync(file, await bundle("esm"));
  const { Table, files } = await import(file);
  for (const [name, data] of apart) files.set(name, data);
  rmSync(dirname(file), { recursive: true });
  const ofThread = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) * 1e-9;
  let compiled;
  const run = async ({ before, line }) => {
    const table = new Table(compiled);
    if (before) table.ask(before);
    const begun = ofThread();
    const found = table.ask(line);
    return { seconds: ofThread() - begun, found: answer(found) };
  };
  return {
    run,
    async first(work) {
      const begun = ofProcess(process.pid);
      compiled = new WebAssembly.Module(bytes);
      await run(work);
      return ofProcess(process.pid) - begun;
    },
    end() {},
  };
}

/** The same in the main thread of a page. */
async function inChromium(bytes) {
  const chromium = await browser();
  const { page, context } = chromium;
  const script = await bundle("iife");
  const metrics = await context.newCDPSession(page);
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (name) => (await metrics.send("Performance.getMetrics")).metrics.find((one) => one.name === name).value;
  await page.addScriptTag({ content: script });
  await page.evaluate((text) => (globalThis.bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))), bytes.toString("base64"));
  for (const [name, data] of apart)
    await page.evaluate(([one, text]) => globalThis.hra.files.set(one, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))), [name, data.toString("base64")]);
  const run = async ({ before, line }) => {
    await page.evaluate((text) => {
      globalThis.table = new globalThis.hra.Table(globalThis.compiled);
      if (text) globalThis.table.ask(text);
    }, before);
    const begun = await spent("ThreadTime");
    const found = await page.evaluate((text) => globalThis.table.ask(text), line);
    return { seconds: (await spent("ThreadTime")) - begun, found: answer(found) };
  };
  return {
    run,
    async first(work) {
      const begun = await spent("ProcessTime");
      await page.evaluate(async () => (globalThis.compiled = await WebAssembly.compile(globalThis.bytes)));
      await run(work);
      return (await spent("ProcessTime")) - begun;
    },
    end: chromium.end,
  };
}

// ---- both --------------------------------------------------------------------------------------

const part = (list, share) => list.sort((a, b) => a - b)[Math.round((list.length - 1) * share)];

const bytes = readFileSync(ENGINE);
const apart = APART.map((path) => [basename(path), readFileSync(path)]);
const engine = await (options.node ? inNode : inChromium)(bytes);
try {
  console.log("work | native s | WebAssembly s | ratio (quartiles) | first s, ratio");
  for (const work of WORKS) {
    const first = await engine.first(work);
    const runs = [];
    for (let pair = 0; pair < Number(options.pairs); pair++) {
      const [one, other] = [await native(work), await engine.run(work)];
      if (one.found !== other.found) {
        console.error(`${work.name}: they do not answer the same:\n${one.found}\n${other.found}`);
        process.exitCode = 1;
      }
      runs.push({ native: one.seconds, wasm: other.seconds, ratio: one.seconds / other.seconds });
    }
    const of = (key, share = 0.5) => part(runs.map((run) => run[key]), share);
    const ratio = `${of("ratio").toFixed(2)} (${of("ratio", 0.25).toFixed(2)}–${of("ratio", 0.75).toFixed(2)})`;
    console.log(`${work.name} | ${of("native").toFixed(2)} | ${of("wasm").toFixed(2)} | ${ratio} | ${first.toFixed(2)}, ${(of("native") / first).toFixed(2)}`);
  }
} finally {
  await engine.end();
}
