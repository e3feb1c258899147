// Verdicts about a fixed set of exercises are the same bytes in WebAssembly and in the program.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const HRA = process.env["HRA"] ?? "../build/hra";
const ENGINE = join(process.env["SITE"] ?? "../build/site", "../wasm/apps/wasm/engine.wasm");

/** The exercises of the fuzzer's corpus, without the attempts behind them. */
const set = ["alphabeta", "maxn", "chance", "move"]
  .map((name) => readFileSync(join(root, "../fuzz/corpus/exercise", name), "utf8").replace(/^attempt .*\n?/m, ""))
  .join("");

const attempts = [
  ["A.value=3 B.cut=- C.alpha=-inf D.order=4", "A.value=1/3 B.value=0,5 C.cut=- A.cut=-", "A.value=none B.alpha=inf", "A.value=", "Z.value=3"],
  ["A.value=3:1/2:-0,5 B.value=none", "B.value=1:2:3 C.value=4:5:6 A.value=1:2:3"],
  ["A.value=0.333 B.value=1/7 C.value=2", "B.value=1e3"],
  ["c1", "b1", "a1", "", "c1 "],
];

const lines = ["session 2", `write files/set ${JSON.stringify(set)}`, "exercise open files/set"];
for (const tried of attempts) lines.push(...tried.map((text) => `exercise try ${text}`), "exercise hint", "exercise hint", "exercise show", "exercise next");

/** What comes of the lines, without the numbers of events, which a worker's client has too. */
function kept(events) {
  return events.filter((event) => /"event":"(verdict|exercise|error|ok)"/.test(event)).map((event) => event.replace(/"seq":\d+,/, ""));
}

function natively() {
  const folder = mkdtempSync(join(tmpdir(), "hra-verdicts-"));
  try {
    const ran = spawnSync(HRA, ["session", "--data", folder], { input: `${lines.join("\n")}\nquit\n`, encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });
    return kept(ran.stdout.split("\n")).slice(0, -1); // without the ok of quit
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inWebAssembly() {
  const folder = mkdtempSync(join(root, "dist-verdicts-"));
  try {
    const outfile = join(folder, "module.mjs");
    await build({ entryPoints: [join(root, "src/backend/engine/module.ts")], outfile, bundle: true, format: "esm", logLevel: "warning" });
    const { Module } = await import(pathToFileURL(outfile).href);
    const events = [];
    const engine = new Module(await WebAssembly.compile(readFileSync(ENGINE)), {
      event: (_table, looker, json) => looker > 0 && events.push(json),
      changed: () => {},
    });
    const table = engine.open();
    const client = engine.attach(table, -1);
    for (const line of lines) {
      engine.line(table, client, line);
      engine.step(table);
    }
    return kept(events);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("verdicts are the same bytes in WebAssembly and in the program", async () => {
  const here = natively();
  assert.ok(here.filter((event) => event.includes('"event":"verdict"')).length >= 12, here.join("\n"));
  assert.deepEqual(await inWebAssembly(), here);
});
