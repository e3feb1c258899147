// Long work in a store, shown while others compute it: the figures of `hra tournament report`, how they go on, and the
// button by which the server takes part.
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout } from "node:timers/promises";
import { findings } from "./axe.mjs";
import { HRA, scratch, serve, test, visit } from "./browser.mjs";
import { cs, en } from "./speech.mjs";

const folder = scratch();
const [STORE, TEST, MATCH] = ["all.store", "test.store", "match.store"].map((name) => join(folder, name));
const hra = (...words) => execFileSync(HRA, [...words, "--data", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const report = (store) => JSON.parse(hra("tournament", "report", store, "--json"));

/** Begins what takes hours, and ends it when so much of it is kept that every player has a rating with its range. */
async function beginOne() {
  const child = spawn(HRA, ["tournament", "tictactoe", "random", "mcts:playouts=20,memory=1M", "greedy", "--groups", "10000000", "--seed", "1", "--store", STORE, "--verbose"]);
  await new Promise((done) => child.stdout.once("data", done));
  while (report(STORE).players.some(({ low }) => low === null)) await setTimeout(50);
  const gone = new Promise((done) => child.on("exit", done));
  child.kill("SIGINT");
  await gone;
  return serve({ more: ["--work", STORE] });
}

const here = visit(beginOne, {}, ".ratings tbody tr");
after(() => rmSync(folder, { recursive: true, force: true }));

const played = (page) => page.locator(".so-far").innerText().then((text) => parseInt(text, 10));

test("it shows what the report says", async () => {
  const { page, faults } = here.chromium;
  const { players, pairings } = report(STORE);
  assert.equal(await played(page), pairings.reduce((sum, p) => sum + 2 * p.groups, 0));
  const order = players.map((p, i) => [p, i]).sort(([p], [q]) => q.elo - p.elo);
  for (const [row, [p, i]] of order.entries()) {
    const cells = `.ratings tbody tr:nth-child(${row + 1})`;
    assert.equal(await page.locator(`${cells} th`).innerText(), `${i + 1}. ${p.player}`);
    const [elo, range, share, games] = await page.locator(`${cells} td`).allInnerTexts();
    assert.equal(Number(elo), Math.round(p.elo));
    assert.deepEqual(range.trim().split(" to ").map(Number), [p.low, p.high].map(Math.round));
    assert.deepEqual([share, games], [`${((100 * p.points) / p.games).toFixed(1)} %`, String(p.games)]);
    assert.match(await page.locator(`${cells} svg`).getAttribute("aria-label"), /^Elo of /);
  }
  assert.equal(await page.locator(".matrix tbody td").count(), 9);
  assert.deepEqual(faults, []);
});

test("it goes on while others play, and the store is only read", async () => {
  const { page } = here.chromium;
  const [before, kept] = [await played(page), readFileSync(STORE)];
  await page.waitForResponse((answer) => answer.url().endsWith("/api/work"));
  assert.deepEqual(readFileSync(STORE), kept);
  const worker = spawn(HRA, ["work", STORE]);
  const gone = new Promise((done) => worker.on("exit", done));
  await page.waitForFunction((n) => parseInt(document.querySelector(".so-far")?.innerText, 10) > n, before);
  worker.kill("SIGINT");
  await gone;
});

test("its button makes the server take part, and stop", async () => {
  const { page } = here.chromium;
  const before = await played(page);
  await page.getByRole("button", { name: en.work.takePart }).click();
  await page.waitForFunction((n) => parseInt(document.querySelector(".so-far")?.innerText, 10) > n, before);
  await page.getByRole("button", { name: en.work.stop }).click();
  await page.getByRole("button", { name: en.work.takePart }).waitFor();
  assert.match(await page.locator(".here").innerText(), /It has completed [1-9]\d* task/);
  const [{ units }] = JSON.parse(hra("tournament", "status", STORE, "--json")).machines;
  assert.ok(units > 0);
});

test("a narrow page is not wider than its window, axe finds nothing, and keys reach the tables", async () => {
  const { page } = here.chromium;
  await page.setViewportSize({ width: 360, height: 640 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findings(page), []);
  }
  for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.querySelector(".matrix") === null)); i++) await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement?.querySelector(".matrix") !== null));
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("the first screen leads there", async () => {
  const { page } = here.chromium;
  await page.goto(here.server.base);
  await page.click(".lead a[href='#work']");
  await page.waitForSelector(".ratings");
});

test("it says that the store is waited for, and what was read stays", async () => {
  const { page } = here.chromium;
  const url = "**/api/work";
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), waiting: "postgresql://x: gone" } });
  });
  const notice = page.locator("main .problem[role=status]");
  await notice.waitFor();
  assert.equal(await notice.innerText(), en.work.waiting("postgresql://x: gone"));
  assert.ok((await page.locator(".ratings tbody tr").count()) > 0);
  await page.unroute(url);
  await notice.waitFor({ state: "detached" });
});

/** What a path in a picture goes through: pairs of numbers. */
const points = (d) => d.match(/-?[\d.]+ -?[\d.]+/g).map((pair) => pair.split(" ").map(Number));

/** The course ends where the ratio stands, on the scale that the two bounds set; keys open the same as a table. */
async function checkCourse(page, { llr, groups }, { lower, upper }) {
  const course = page.locator("figure.course");
  const drawn = points(await course.locator(".curve").getAttribute("d"));
  const [low, high] = (await course.locator(".bound").getAttribute("d")).match(/M[\d.]+ ([\d.]+)/g).map((m) => Number(m.split(" ")[1]));
  const [, y] = drawn.at(-1);
  assert.ok(Math.abs(y - (high + ((upper - llr) / (upper - lower)) * (low - high))) < 0.2, `${y} for ${llr}`);
  assert.ok(drawn.every(([x], i) => i === 0 || x > drawn[i - 1][0]));
  assert.ok((await course.locator("svg").getAttribute("aria-label")).includes(`${groups} `));
  await course.locator("summary").focus();
  await page.keyboard.press("Enter");
  const last = course.locator("tbody tr").last();
  assert.equal(await last.locator("th").innerText(), String(groups));
  assert.equal(await last.locator("td").innerText(), llr.toFixed(2).replace(".", ","));
  await page.setViewportSize({ width: 360, height: 640 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
}

test("a test that is decided, in Czech", async () => {
  hra("tournament", "tictactoe", "mcts:playouts=100,memory=1M", "random", "--sprt", "0,50", "--seed", "1", "--store", TEST);
  const server = await serve({ more: ["--work", TEST], language: "cs" });
  const page = await here.chromium.context.newPage();
  try {
    await page.goto(server.address);
    await page.waitForSelector(".llr");
    const { pairings, test: bounds } = report(TEST);
    const [{ llr, pairs }] = pairings;
    const text = await page.locator("main").innerText();
    assert.ok(text.includes(cs.tournament.decided("50")), text);
    assert.ok(text.includes(cs.work.finished) && text.includes(cs.tournament.pairs(pairs.join(cs.between))), text);
    assert.ok((await page.locator(".llr").innerText()).includes(` ${llr.toFixed(2).replace(".", ",")};`));
    assert.equal(await page.locator(".matrix").count(), 0);
    await checkCourse(page, pairings[0], bounds);
    assert.deepEqual(await findings(page), []);
  } finally {
    await page.close();
    await server.end();
  }
});

test("a match is shown as the page shows its own, from an address of the former name", async () => {
  hra("match", "nim", "random", "greedy", "--games", "50", "--seed", "1", "--store", MATCH);
  const server = await serve({ more: ["--tournament", MATCH] });
  const page = await here.chromium.context.newPage();
  try {
    await page.goto(server.address.replace("&work", "&tournament"));
    await page.waitForSelector("table.figures");
    assert.equal(await page.locator("h1").innerText(), en.work.kinds.match);
    assert.deepEqual(await page.locator("table.figures tbody th").allInnerTexts(), ["random", "greedy"]);
    assert.equal(await page.getByRole("button", { name: en.work.takePart }).count(), 0); // nothing is left to do
    assert.deepEqual(await findings(page), []);
  } finally {
    await page.close();
    await server.end();
  }
});
