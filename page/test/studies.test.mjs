// Files of many games: their list, searched and opened by keyboard; and the analysis board, which keeps all that is tried, with
// what the file says of it, and gives it back as a file. On both back ends (BACK=site).
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";
import { noticed } from "./hands.mjs";

const here = visit(begin, { viewport: { width: 390, height: 800 }, acceptDownloads: true });

/** Forty games; the seventh has a move that is none, and the ninth nothing that can be read. */
const FORTY = Array.from({ length: 40 }, (_, i) => {
  const head = `[Event "${["Alpha", "Beta", "Gamma", "Delta", "Omega"][i % 5]}"]\n[Black "Ann ${i + 1}"]\n[White "Bob"]\n[Date "1990.01.02"]\n[Result "1-0"]\n`;
  if (i === 8) return `${head}[GameType "20"]\n\n1. 32-28 1-0\n\n`;
  return `${head}\n1. 11-15 {the usual move} 22-17! (22-18 $2 15x22 25x18) 2. 8-11 ${i === 6 ? "9-13" : "17-13"} 1-0\n\n`;
}).join("");

const MAT = [1, 2, 3].map((n) => ` 3 point match\n\n Game 1\n Ann ${n} : 0                        Bob : 0\n  1) 31: 8/5 6/5                    42: 8/4 6/4\n      Wins 3 points\n\n\n`).join("");

async function drop(page, name, text) {
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("input[type=file]");
  await page.setInputFiles("input[type=file]", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

const rows = (page) => page.locator(".listed").count();
const at = (page, ply) => page.waitForSelector(`main.table[data-ply="${ply}"]`);
const moves = async (page) => (await page.locator(".lines").innerText()).replace(/\s+/g, " ").trim();

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.study button:has-text('${button}')`)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("the games of a file are listed, faults too, and searched and opened by keyboard", async () => {
  const { page } = here.chromium;
  await drop(page, "forty.pdn", FORTY);
  await page.waitForSelector(".listed");
  assert.equal(await rows(page), 40);
  assert.match(await page.locator("main [role=status]").first().innerText(), /40 games, 2 damaged/);
  assert.match(await page.locator(".listed").nth(6).innerText(), /Ann 7 – Bob[\s\S]*Beta · 1990.01.02[\s\S]*1-0[\s\S]*3 plies[\s\S]*line \d+, column \d+: illegal move '9-13'/);
  assert.equal(await page.locator(".listed").nth(8).locator("a").count(), 0);
  assert.deepEqual(await findings(page), []);
  await page.locator("input[type=search]").focus();
  await page.keyboard.type("gamma 3");
  await page.waitForFunction(() => document.querySelectorAll(".listed").length === 5); // 3, 13, 23, 33, 38
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Ann 13/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".lines button");
  assert.deepEqual(await page.locator(".seat b").allInnerTexts(), ["Ann 13", "Bob"]);
  assert.ok(!page.url().includes("Ann"));
  await page.goBack();
  await page.waitForSelector(".listed");
});

test("comments and signs are written, seen in the line and saved", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector(".game");
  await page.goto(`${here.server.base}#p=tictactoe`);
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click('svg.board [data-id="b2"]');
  await at(page, 1);
  await page.selectOption(".remarks select", "3");
  await page.waitForFunction(() => document.querySelector(".lines")?.textContent.includes("b2!!"));
  await page.fill(".remarks input", "the middle has four lines");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector(".lines .comment")?.textContent.includes("four lines"));
  assert.deepEqual(await findings(page), []);
  assert.match((await saved(page, "Download record")).text, /b2\n#: nag 3\n#: comment the middle has four lines/);
  await page.fill(".remarks input", "");
  await page.keyboard.press("Tab");
  await page.waitForSelector(".lines .comment", { state: "detached" });
});

test("a damaged game opens as far as it can be read, and says where it stops", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#file=files%2Fforty.pdn~7`);
  await page.waitForSelector(".lines button");
  assert.match(await page.locator(".study .faults").innerText(), /illegal move '9-13'/);
  await page.goto(`${here.server.base}#file=files%2Fforty.pdn~9`);
  await noticed(page, "game 9: ");
  await page.waitForSelector(".listed");
  await page.click(".notices .problem button");
});

test("lines, comments and glyphs of a file are read, walked and changed by keyboard, and saved", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#file=files%2Fforty.pdn~1`);
  await page.waitForSelector(".lines button");
  assert.equal(await moves(page), "1. 11-15 the usual move 1… 22-17! 1… 22-18? 2. 15x22 25x18 2. 8-11 17-13");
  await page.locator(".lines").focus();
  for (const [key, ply] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowDown", 2], ["End", 4], ["ArrowLeft", 3], ["Home", 0], ["End", 4]]) {
    await page.keyboard.press(key);
    await at(page, ply);
  }
  assert.equal(await page.locator(".lines [aria-current]").innerText(), "25x18");
  await page.fill("#typed-move", "12-16");
  await page.keyboard.press("Enter");
  await at(page, 5);
  assert.deepEqual(await findings(page), []);
  await page.click(".study button:has-text('Make main line')");
  await page.waitForFunction(() => document.querySelector(".lines")?.innerText.replace(/\s+/g, " ").includes("22-18? 1… 22-17!"));
  const pdn = await saved(page, "Download PDN");
  assert.equal(pdn.name, "study.pdn");
  assert.match(pdn.text, /1\. 11-15 \{the usual move\} 22-18 \$2 \(22-17! 2\. 8-11 17-13\)\s+15x22 25x18 3\. 12-16/);
  assert.match(pdn.text, /\[Event "Alpha"\]/);
  assert.match((await saved(page, "Download record")).text, /^hra-record [\s\S]*#: \(\n#: 1 22-17/);
  await page.click(".study button:has-text('Delete from here')");
  await at(page, 4);
  assert.ok(!(await moves(page)).includes("12-16"));
});

test("the analysis board keeps what is tried", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe`);
  await page.waitForSelector("main.table[data-state=ask]");
  const play = async (move, ply) => {
    await page.fill("#typed-move", move);
    await page.keyboard.press("Enter");
    await at(page, ply);
  };
  await play("b2", 1);
  await play("a1", 2);
  await page.click(".steps button:has-text('Back')");
  await at(page, 1);
  await play("c1", 2);
  await play("a3", 3);
  assert.equal(await moves(page), "1. b2 a1 1… c1 2. a3");
  await page.click(".lines button:has-text('a1')");
  await at(page, 2);
  assert.equal(await page.locator(".lines [aria-current]").innerText(), "a1");
  assert.equal(await page.locator(".controls button:has-text('Resign')").count(), 0);
});

test("dice wait where somebody went back, and go on", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=backgammon`);
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click(".steps button:has-text('Start')");
  await at(page, 0);
  await page.click(".study button:has-text('Continue')");
  await at(page, 1);
});

test("a file of several matches is a list too, and a file of one game opens at once", async () => {
  const { page } = here.chromium;
  await drop(page, "three.mat", MAT);
  await page.waitForSelector(".listed");
  assert.equal(await rows(page), 3);
  await page.click(".listed a >> nth=1");
  await page.waitForSelector(".lines button");
  assert.match(await moves(page), /8\/5 6\/5/);
  await drop(page, "one.pdn", '[Black "Cyd"]\n[White "Dan"]\n\n1. 9-13 {why?} 22-18 *\n');
  await page.waitForSelector(".lines button");
  await noticed(page, "1 game added");
  assert.equal(await moves(page), "1. 9-13 why? 1… 22-18");
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("a[aria-label='Show games: forty.pdn']");
  assert.equal(await page.locator(".keeps a[aria-label*='one.hra']").count(), 2);
  await page.click("button[aria-label='Delete: three.mat']");
  await page.click(".sure .danger");
  await page.waitForSelector("a[aria-label='Show games: three.mat']", { state: "detached" });
});

test("games with secrets are in a list too, and are watched", async () => {
  const { page } = here.chromium;
  const game = "hra-record 1\ngame empire\nseed 1\nnumber 0\nseat 0 random\nseat 1 random\n";
  await drop(page, "war.hra", game.repeat(2));
  await page.waitForSelector(".listed");
  await page.click(".listed a >> nth=0");
  await page.waitForSelector("main.table svg.board, .notices .problem");
  assert.equal(await page.locator("svg.board").count(), 1);
});

test("another file of the same name takes the place of none", async () => {
  const { page } = here.chromium;
  await drop(page, "forty.pdn", FORTY.slice(0, FORTY.indexOf("Gamma") - 8));
  await page.waitForSelector("h1:has-text('forty-2.pdn')");
  await page.waitForSelector(".listed");
  assert.equal(await rows(page), 2);
  await page.click("main button:has-text('Add all')");
  await page.waitForSelector("main [role=status]:has-text('2 games added')");
  assert.deepEqual(here.chromium.faults, []);
});
