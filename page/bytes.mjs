// What a visitor of the site waits for, in bytes packed by gzip, by part: node bytes.mjs [--update]. Compares with bytes.txt, and
// fails where a part has grown by more than 3 %; --update writes what there is now. Where the site is built without wasm-opt, its
// engine is larger: a part of its own, so that like is compared with like.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { SITE } from "./test/static.mjs";

const AGREED = fileURLToPath(new URL("bytes.txt", import.meta.url));
const MOST = 1.03;
const OPTIMISED = "engine";
const LINKED = "engine, without wasm-opt";
const BUILD_NAME = 16; // bytes behind the packed engine

/** What is in a part: the files that it names, by how they are fetched. */
const PARTS = [
  ["document", (name) => name === "index.html"],
  ["styles", (name) => name === "page-style.css"],
  ["styles later", (name) => name === "later-style.css"],
  ["scripts at first", (name, first) => first.includes(name)],
  ["scripts later", (name, first, texts) => /^(part-.*|gif)\.js$/.test(name) && !first.includes(name) && !Object.values(texts).includes(name)],
  ["texts in English", (name, first, texts) => name === texts.en],
  ["texts in Czech", (name, first, texts) => name === texts.cs],
  ["games, of a language", (name) => name === "home-en.json"],
  [OPTIMISED, (name) => name === "engine.wasm.lzma"],
  ["engine, its script", (name) => name === "engine.js"],
  ["engine, in Czech", (name) => name === "cs.mo"],
  ["net of backgammon", (name) => name === "backgammon.learnt.lzma"],
  ["net of checkers", (name) => name === "checkers.learnt.lzma"],
  ["book of checkers", (name) => name === "checkers.book.lzma"],
];

/** Whether wasm-opt has worked on the engine: then it names the features that it needs (apps/wasm/meson.build). */
function isOptimised(folder) {
  const input = readFileSync(join(folder, "engine.wasm.lzma")).subarray(0, -BUILD_NAME);
  return execFileSync("xz", ["--format=lzma", "--decompress", "--stdout"], { input, maxBuffer: 1e8 }).includes("target_features");
}

/** The bytes of each part of the site. */
export function bytesOf(folder = SITE) {
  const script = readFileSync(join(folder, "first.js"), "utf8");
  const first = ["first.js", ...[...script.matchAll(/\["page\.js[^\]]*\]/g)].flatMap(([list]) => JSON.parse(list)).map((name) => name.replace(/\?.*/, ""))];
  const texts = Object.fromEntries([...script.matchAll(/\b(en|cs):"(part-\w+\.js)"/g)].map(([, language, name]) => [language, name]));
  const packed = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  const files = readdirSync(folder);
  const engine = isOptimised(folder) ? OPTIMISED : LINKED;
  return new Map(PARTS.map(([part, has]) => [part === OPTIMISED ? engine : part, files.filter((name) => has(name, first, texts)).reduce((sum, name) => sum + packed(name), 0)]));
}

/** What was agreed of each part. */
export function agreed() {
  const lines = readFileSync(AGREED, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => /^(.+?) +(\d+)$/.exec(line).slice(1)).map(([part, bytes]) => [part, Number(bytes)]));
}

/** What has grown, a sentence each. */
export function grown(now, before) {
  return [...now]
    .filter(([part, bytes]) => !(bytes > 0 && bytes <= MOST * (before.get(part) ?? 0)))
    .map(([part, bytes]) => `${part}: ${bytes} bytes, agreed are ${before.get(part) ?? 0}; make it smaller, or: cd page && node bytes.mjs --update`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const now = bytesOf();
  const tableOf = (parts) => [...parts].map(([part, bytes]) => `${part.padEnd(24)} ${String(bytes).padStart(8)}`).join("\n");
  const of = (part) => now.get(part) ?? 0;
  console.log(tableOf(now));
  const atFirst = of("styles") + of("styles later") + of("scripts at first");
  for (const texts of ["texts in English", "texts in Czech"]) console.log(`Styles and scripts with ${texts}: ${atFirst + of(texts)} at first, ${atFirst + of(texts) + of("scripts later")} whatever is opened (goal: 120000)`);
  if (process.argv[2] === "--update") writeFileSync(AGREED, `# Bytes of the site packed by gzip, by part: written by node bytes.mjs --update; 3 % more fails a test.\n${tableOf(new Map([...agreed(), ...now]))}\n`);
  else {
    const faults = grown(now, agreed());
    for (const fault of faults) console.error(`bytes.mjs: ${fault}`);
    process.exit(faults.length > 0 ? 1 : 0);
  }
}
