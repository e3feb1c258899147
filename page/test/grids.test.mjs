// Screens as a person sees them, in short: each picture as 64×40 mean colours, compared with test/grids.txt. A part that is
// gone, moved or of another colour is found; an edge drawn a pixel further is not. `GRIDS=write` writes the file anew.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, scratch, serve, test } from "./browser.mjs";
import { stops } from "./tour.mjs";

const GOLDEN = fileURLToPath(new URL("grids.txt", import.meta.url));
const [COLUMNS, ROWS] = [64, 40];
const OFF = 2; // of the 15 steps of a colour, as another version of the browser smooths edges
const CELLS_OFF = 0.02; // the part of the cells that may be further off

const LAPTOP = ["1280x800", "light"];
const NIGHT = ["1280x800", "dark"];
const PHONE = ["360x740", "light"];
/** Which screens are seen how. Left out are screens with times or the age of games in them. */
const SEEN = {
  home: [LAPTOP, NIGHT, PHONE],
  setup: [LAPTOP, NIGHT, PHONE],
  checkers: [LAPTOP, NIGHT, PHONE],
  backgammon: [LAPTOP, NIGHT, PHONE],
  yahtzee: [LAPTOP, NIGHT, PHONE],
  empire: [LAPTOP, NIGHT, PHONE],
  pacman: [LAPTOP, NIGHT, PHONE],
  chess: [LAPTOP, NIGHT, PHONE],
  connect4: [LAPTOP, PHONE],
  race: [LAPTOP, PHONE],
  nim: [LAPTOP],
  tree: [LAPTOP],
  "search-tree": [LAPTOP, NIGHT],
  review: [LAPTOP],
  learn: [LAPTOP],
  practise: [LAPTOP, PHONE],
};
const ON_THE_WAY = ["advice", "analysis"];

/** Runs in an empty page: the mean colours of a picture, a letter of hexadecimal digits a channel. */
async function reduce([url, columns, rows]) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const edge = (i, count, length) => Math.round((i * length) / count);
  const grid = [];
  for (let row = 0; row < rows; row++) {
    const line = [];
    for (let column = 0; column < columns; column++) {
      const [x, y] = [edge(column, columns, picture.width), edge(row, rows, picture.height)];
      const { data } = pen.getImageData(x, y, edge(column + 1, columns, picture.width) - x, edge(row + 1, rows, picture.height) - y);
      const sums = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) for (const c of [0, 1, 2]) sums[c] += data[i + c];
      line.push(sums.map((sum) => Math.round((sum / (data.length / 4) / 255) * 15).toString(16)).join(""));
    }
    grid.push(line);
  }
  return grid;
}

/** A row as text: cells that follow each other and are the same are written once, with their number. */
function written(line) {
  const runs = [];
  for (const cell of line) {
    const last = runs.at(-1);
    if (last?.cell === cell) last.count++;
    else runs.push({ cell, count: 1 });
  }
  return runs.map(({ cell, count }) => (count > 1 ? `${cell}*${count}` : cell)).join(" ");
}

const read = (text) => text.split(" ").flatMap((run) => Array(Number(run.split("*")[1] ?? 1)).fill(run.split("*")[0]));

function readGolden() {
  const grids = {};
  for (const part of readFileSync(GOLDEN, "utf8").split("\n\n")) {
    const [name, ...lines] = part.trim().split("\n");
    if (lines.length) grids[name] = lines.map(read);
  }
  return grids;
}

const isOff = (a, b) => [0, 1, 2].some((c) => Math.abs(parseInt(a[c], 16) - parseInt(b[c], 16)) > OFF);

/** Where two grids differ: "" if they are near enough. */
function difference(grid, golden) {
  if (!golden) return "is not in the file";
  const cells = grid.flatMap((line, row) => line.flatMap((cell, column) => (isOff(cell, golden[row][column]) ? [[column, row]] : [])));
  if (cells.length <= CELLS_OFF * COLUMNS * ROWS) return "";
  const [columns, rows] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return `${cells.length} cells differ, columns ${Math.min(...columns)} to ${Math.max(...columns)}, rows ${Math.min(...rows)} to ${Math.max(...rows)}`;
}

/** Runs in the page: texts that do not fit where they are. */
function cut() {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll("button, summary, h1, h2, h3, label, th, .quiet")) {
    const { display, overflowX } = getComputedStyle(element);
    if (display !== "inline" && overflowX !== "auto" && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1) wrong.push(`'${element.textContent.slice(0, 30)}' is cut`);
  }
  return wrong;
}

/** All fonts by one family, whatever else is on the machine. */
function oneFont() {
  const file = join(scratch(), "fonts.conf");
  const family = (wanted, found) => `<match target="pattern"><test name="family" compare="contains"><string>${wanted}</string></test><edit name="family" mode="assign" binding="strong"><string>${found}</string></edit></match>`;
  writeFileSync(file, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>${family("mono", "DejaVu Sans Mono")}<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`);
  return { ...process.env, FONTCONFIG_FILE: file };
}

async function picture(page, pen, [size, colorScheme]) {
  const [width, height] = size.split("x").map(Number);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const png = await page.screenshot({ animations: "disabled" });
  return { grid: await pen.evaluate(reduce, [`data:image/png;base64,${png.toString("base64")}`, COLUMNS, ROWS]), wrong: await page.evaluate(cut) };
}

test("each screen looks as in test/grids.txt, and no text is cut", async () => {
  const server = await serve();
  const chromium = await browser({ env: oneFont() });
  try {
    const { page, context } = chromium;
    const pen = await context.newPage();
    const all = stops(page, server.base).filter(([name]) => SEEN[name] || ON_THE_WAY.includes(name));
    await page.goto(server.address);
    const grids = {};
    const wrong = [];
    for (const [name, come] of all) {
      await page.bringToFront();
      await come();
      for (const look of SEEN[name] ?? []) {
        const title = [name, ...look].join(" ");
        const seen = await picture(page, pen, look);
        grids[title] = seen.grid;
        wrong.push(...seen.wrong.map((what) => `${title}: ${what}`));
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
    }
    if (process.env["GRIDS"] === "write") writeFileSync(GOLDEN, Object.entries(grids).map(([title, grid]) => [title, ...grid.map(written)].join("\n")).join("\n\n") + "\n");
    const golden = readGolden();
    wrong.push(...Object.entries(grids).flatMap(([title, grid]) => [difference(grid, golden[title])].filter(Boolean).map((what) => `${title}: ${what}`)));
    assert.deepEqual(Object.keys(golden).filter((title) => !grids[title]), []);
    assert.deepEqual(wrong, []);
    assert.deepEqual(chromium.faults, []);
  } finally {
    await chromium.end();
    await server.end();
  }
});

test("a part that is gone is found", () => {
  const [grid, changed] = [0, 1].map(() => Array.from({ length: ROWS }, () => Array(COLUMNS).fill("fff")));
  assert.equal(difference(grid, changed), "");
  for (let i = 0; i < 60; i++) changed[30][i] = "ccc";
  assert.match(difference(grid, changed), /^60 cells differ, columns 0 to 59, rows 30 to 30$/);
  assert.deepEqual(read(written(["fff", "fff", "0a1", "fff"])), ["fff", "fff", "0a1", "fff"]);
});
