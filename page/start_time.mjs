// How long a first visit to the site waits on a phone: node start_time.mjs [--runs N] [--cpu N] [--mbit N] [--latency MS] [NAME...]
//
// From the navigation on, with nothing in the cache: until Home is seen whole, names and pictures; and until the board of a game
// (NAME...; tictactoe and checkers) awaits the first move, pressed as soon as Home is seen. Medians, and the range.
//
// The processor of the page is slowed down by Chromium (--cpu 4 times). The network is slowed down here, since Chromium does so
// only for the page and not for its workers: all answers share --mbit 1.6, each begins after --latency 150 ms, packed by gzip.
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { browser } from "./test/browser.mjs";
import { SITE } from "./test/static.mjs";

const number = (by) => ({ type: "string", default: String(by) });
const { values, positionals } = parseArgs({ options: { runs: number(5), cpu: number(4), mbit: number(1.6), latency: number(150) }, allowPositionals: true });
const [runs, cpu, mbit, latency] = [values.runs, values.cpu, values.mbit, values.latency].map(Number);
const games = positionals.length > 0 ? positionals : ["tictactoe", "checkers"];

const STEP = 10; // ms
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".png": "image/png" };

/** The site at the end of a slow line. */
async function serveSlowly() {
  const files = new Map(
    readdirSync(SITE).map((name) => {
      const bytes = readFileSync(join(SITE, name));
      const packed = extname(name) === ".png" ? null : gzipSync(bytes, { level: 9 });
      return [`/${name}`, { name, bytes: packed ?? bytes, packed: packed !== null }];
    }),
  );
  let sending = [];
  const turn = () => {
    let left = (mbit * 1e6 * STEP) / 8000;
    sending = sending.filter(({ answer }) => !answer.destroyed);
    while (left > 0 && sending.length > 0) {
      const one = sending.shift(); // each in its turn
      const part = one.bytes.subarray(one.at, one.at + Math.min(left, 1460));
      one.answer.write(part);
      one.at += part.length;
      left -= part.length;
      if (one.at < one.bytes.length) sending.push(one);
      else one.answer.end();
    }
  };
  const timer = setInterval(turn, STEP);
  const server = createServer((request, answer) => {
    const path = request.url.replace(/[?#].*/, "");
    const file = files.get(path === "/" ? "/index.html" : path);
    setTimeout(() => {
      if (!file) return answer.writeHead(404).end();
      answer.writeHead(200, { "Content-Type": types[extname(file.name)] ?? "application/octet-stream", ETag: `"${file.bytes.length}"`, ...(file.packed ? { "Content-Encoding": "gzip" } : {}) });
      sending.push({ answer, bytes: file.bytes, at: 0 });
    }, latency);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    end() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs in the page: notes when Home is seen whole. */
function watch() {
  const look = () => {
    const games = document.querySelectorAll(".games .game");
    const whole = games.length > 8 && [...games].every((game) => game.querySelector(".stage svg *") && game.querySelector("strong")?.textContent);
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    if (!whole || !painted || getComputedStyle(document.getElementById("page")).visibility !== "visible") return requestAnimationFrame(look);
    requestAnimationFrame(() => (globalThis.seen = Math.max(performance.now(), painted.startTime)));
  };
  requestAnimationFrame(look);
}

/** One visit, to that game; [until Home is seen, until it can be played]. */
async function visit(address, game) {
  const chromium = await browser({ viewport: { width: 360, height: 740 } });
  const { page } = chromium;
  try {
    await page.addInitScript(watch);
    const wire = await chromium.context.newCDPSession(page);
    await wire.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.goto(address, { waitUntil: "commit" });
    const seen = await (await page.waitForFunction(() => globalThis.seen, null, { polling: "raf" })).jsonValue();
    await page.evaluate((name) => document.querySelector(`.game a[href="#play=${name}"]`).click(), game);
    const asked = await page.waitForFunction(() => document.querySelector("main.table[data-state=ask] svg.board") && performance.now(), null, { polling: "raf", timeout: 120_000 });
    return [seen, await asked.jsonValue()];
  } finally {
    await chromium.end();
  }
}

function say(what, times) {
  const [least, middle, most] = [0, 0.5, 1].map((part) => times.sort((a, b) => a - b)[Math.round(part * (times.length - 1))]);
  console.log(`${what}: ${(middle / 1000).toFixed(2)} s (${(least / 1000).toFixed(2)}–${(most / 1000).toFixed(2)}, ${times.length} visits)`);
}

const server = await serveSlowly();
try {
  const home = [];
  for (const game of games) {
    const boards = [];
    for (let run = 0; run < runs; run++) {
      const [seen, asked] = await visit(server.address, game);
      home.push(seen);
      boards.push(asked);
    }
    say(game, boards);
  }
  say("Home", home);
} finally {
  server.end();
}
