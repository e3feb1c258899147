// Cube decisions gone through in the page: it shows what `hra review` says of them, by mouse and by keyboard, on a narrow
// page, light and dark, and in Czech.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings } from "./axe.mjs";
import { HRA, scratch, serve, test, visit } from "./browser.mjs";
import { cs, en } from "./speech.mjs";

/** Black doubles within the window, a little too early, and White drops what it should take. */
const RECORD = `hra-record 1
game backgammon:cube
seed 3
number 0
seat 0 human
seat 1 human
${"* 45|1 13/8 13/9|0 roll|* 65|0 24/13|1 roll|* 43|1 9/5 8/5|0 roll|* 41|0 13/8|1 roll|* 63|1 24/18 8/5|0 roll|* 43|0 13/6|1 roll|* 65|1 24/18 13/8|0 roll|* 51|0 13/8 6/5|1 double|0 drop|result -1 1".replaceAll("|", "\n")}
`;
const [DOUBLES, DROPS] = [23, 24];

const file = join(scratch(), "cube.hra");
writeFileSync(file, RECORD);
const judged = JSON.parse(execFileSync(HRA, ["review", file, "--json"], { encoding: "utf8" }));

const here = visit(serve);

/** Puts the record in and goes through it. */
async function goThrough(page, base, w) {
  await page.goto(base);
  await page.waitForSelector("input[type=file]");
  await page.setInputFiles("input[type=file]", file);
  await page.waitForSelector("main.table svg.board");
  await page.click(`.panel summary:has-text('${w.review}')`);
  await page.click(`.panel button:has-text('${w.reviewStart}')`);
  await page.waitForSelector(".choices");
}

const shown = (text) => Number(text.replace(",", ".").replace(/[ %+]/g, ""));

/** The choice on the board; a mistake that is gone through may be told above it. */
const told = (page) => page.locator(".stakes").last();

/** Each row of a table: its head, and its cells. */
function rows(page, table) {
  return told(page).locator(`${table} tbody tr`).evaluateAll((all) =>
    all.map((row) => ({
      head: row.querySelector("th").firstChild.textContent.trim(),
      best: row.classList.contains("best"),
      tag: row.querySelector(".tag")?.textContent ?? "",
      cells: [...row.querySelectorAll("td")].map((td) => td.textContent),
    })),
  );
}

/** That the page shows this ply of the review, to the last digit that it writes. */
async function checkStakes(page, ply, w) {
  const { outlooks, margins, asked, made } = judged.moves[ply];
  const choices = await rows(page, ".outlooks");
  assert.deepEqual(choices.map(({ head }) => head), Object.keys(outlooks).map((name) => w.stakes.actions[name]));
  for (const [i, worth] of Object.values(outlooks).entries()) assert.ok(Math.abs(shown(choices[i].cells[0]) - worth) <= 0.0005, `${choices[i].cells} for ${worth}`);
  const tag = (name, i) => (made === name ? w.stakes.chosen.made : made === null && !asked && i > 0 ? w.stakes.chosen.offered : "");
  assert.deepEqual(choices.map((row) => row.tag), Object.keys(outlooks).map(tag));
  const bounds = Object.fromEntries((await rows(page, ".margins")).map(({ head, cells }) => [head, cells.map(shown)]));
  const near = (name, i, chance) => assert.ok(Math.abs(bounds[w.stakes.bounds[name]][i] - 100 * chance) <= 0.05, `${name}: ${bounds[w.stakes.bounds[name]]}`);
  for (const name of ["wins", "double from", "too good from"]) near(name, 0, margins[name]);
  near("take from", 0, margins["drop from"]);
  for (const name of ["take from", "dead cube", "live cube"]) near(name, 1, margins[name]);
  near("wins", 1, 1 - margins.wins);
}

test("the mistake shows what it came to, and between which chances it lay", async () => {
  const { page, faults } = here.chromium;
  await goThrough(page, here.server.base, en);
  await page.click(`text=${en.nextMistake}`);
  await page.waitForSelector(".mistake");
  await checkStakes(page, DROPS, en);
  const [silent, take, drop] = await rows(page, ".outlooks");
  assert.deepEqual([silent.best, take.best, drop.best], [false, true, false]);
  assert.deepEqual([silent.cells[1], take.cells[1]], ["–", en.bestMove]); // the offer was made: it cannot be undone
  assert.equal(shown(drop.cells[1]), Number((-judged.moves[DROPS].loss).toFixed(3)));
  assert.equal(await page.locator(".stakes").count(), 1);
  assert.deepEqual(faults, []);
});

test("keys go to each choice, and the board shows it", async () => {
  const { page } = here.chromium;
  const button = page.locator(".choices button", { hasText: judged.moves[DOUBLES].move });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".choices [aria-current=step]");
  assert.equal(await page.locator(".stakes").count(), 2); // the mistake stays told above
  await checkStakes(page, DOUBLES, en);
  const [silent, take, drop] = await rows(page, ".outlooks");
  assert.deepEqual([silent.best, take.best, drop.best], [true, false, false]);
  assert.equal(shown(take.cells[1]), Number((-judged.moves[DOUBLES].loss).toFixed(3)));
  assert.ok(drop.cells[1].startsWith("+")); // only by a mistake of White
  assert.equal(await page.locator(".choices button").count(), judged.moves.filter((m) => m.outlooks && !m.idle).length);
});

test("where the chance lies is drawn to scale, and said", async () => {
  const { page } = here.chromium;
  const { margins } = judged.moves[DOUBLES];
  const figure = told(page).locator("figure");
  const box = (selector) => figure.locator(selector).boundingBox();
  const [silent, taken, dropped, beyond, now] = await Promise.all(["svg[role=img] .silent", "svg[role=img] .taken", "svg[role=img] .dropped", "svg[role=img] .beyond", ".now"].map(box));
  const whole = beyond.x + beyond.width - silent.x;
  const at = (x) => (x - silent.x) / whole;
  for (const [x, chance] of [
    [taken.x, margins["double from"]],
    [dropped.x, margins["drop from"]],
    [beyond.x, margins["too good from"]],
    [now.x + now.width / 2, margins.wins],
  ])
    assert.ok(Math.abs(at(x) - chance) < 0.01, `${at(x)} for ${chance}`);
  const said = (chance, blank = "\u00a0") => `${(100 * chance).toFixed(1)}${blank}%`;
  assert.equal(await figure.locator("figcaption").innerText(), en.stakes.verdict.taken(said(margins.wins), said(margins["double from"]), said(margins["drop from"])));
  assert.ok((await figure.locator("svg[role=img]").getAttribute("aria-label")).endsWith(said(margins.wins, " ")));
});

/** No finding, light and dark, and nothing wider than a phone. */
async function checkLooks(page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const wide = await page.locator(".stakes > *, .stakes table").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.parentElement.clientWidth + 1).map((e) => e.className));
    assert.deepEqual(wide, [], `${width} wide`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findings(page), []);
    }
  }
}

test("it can be read on a phone, light and dark", async () => {
  const { page, faults } = here.chromium;
  await checkLooks(page);
  assert.deepEqual(faults, []);
});

test("all of it is Czech", async () => {
  const server = await serve({ language: "cs" });
  const page = await here.chromium.context.newPage();
  try {
    await page.goto(server.address);
    await page.waitForSelector(".game");
    await goThrough(page, server.base, cs);
    await page.click(`text=${cs.nextMistake}`);
    await page.waitForSelector(".stakes");
    await checkStakes(page, DROPS, cs);
    const text = await told(page).innerText();
    for (const said of [cs.bestMove, cs.stakes.doubler, cs.stakes.responder, cs.stakes.estimated, cs.stakes.zones.beyond]) assert.ok(text.includes(said), said);
    assert.equal(/\b(no double|take|drop|wins)\b/.test(text), false, text);
    await checkLooks(page);
  } finally {
    await page.close();
    await server.end();
  }
});
