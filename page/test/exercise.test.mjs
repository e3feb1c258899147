// Exercises: the mistakes of a review, practice by a deck, trees to fill in. With BACK=site the engine is in the page, else
// behind a server.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { HRA, scratch, test, visit } from "./browser.mjs";

const here = visit(begin);

async function move(page, text) {
  const ply = await page.locator("main.table").getAttribute("data-ply");
  await page.fill("#typed-move", text);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelector("main.table").dataset.ply !== before && document.querySelector("main.table").dataset.state !== "wait", ply);
}

/** A game with three mistakes. */
async function review(page) {
  await page.goto(`${here.server.base}#p=tictactoe~`);
  await page.waitForSelector("main.table[data-state=ask]");
  for (const text of ["a1", "b1", "c3", "a3"]) await move(page, text);
  await page.click("summary:has-text('Review')");
  await page.click("button:has-text('Review this game')");
  await page.waitForSelector("button:has-text('Learn from my mistakes')");
}

const at = (page, state) => page.waitForSelector(`main.exercise[data-exercise=${state}]`);
const press = (page, name) => page.click(`.exercise button:has-text('${name}')`);
const pressShape = (page, id) => page.locator(`.exercise .board [data-id="${id}"]`).press("Enter");

test("mistakes of a review are found on the board, with hints and an answer that comes when it is asked for", async () => {
  const { page } = here.chromium;
  await review(page);
  await page.click("button:has-text('Learn from my mistakes')");
  await at(page, "asks");
  assert.match(await page.locator(".asked").innerText(), /^O to move\. Played: b1\. Find a better move\.$/);
  assert.equal(await page.locator(".exercise .advice, .exercise .numbers").count(), 0);
  await press(page, "Hint");
  assert.match(await page.locator(".hint-text").innerText(), /^Hint 1: 1 of the 8 legal moves is right\./);
  await pressShape(page, "a2");
  await page.waitForSelector(".judged.wrong");
  assert.match(await page.locator(".judged").innerText(), /Not as good\. a2 loses/);
  await pressShape(page, "b2");
  await page.waitForSelector(".judged.right");
  assert.match(await page.locator(".judged").innerText(), /As good as the best move/);
  assert.deepEqual(await findings(page), []);
  await press(page, "All moves");
  await page.waitForSelector(".exercise .numbers .best");
  assert.match(await page.locator(".exercise .numbers .best th").innerText(), /✓ b2/);
  await press(page, "Next");
  for (let number = 2; number <= 3; number++) {
    await page.waitForSelector(`main.exercise[data-number='${number}']`);
    await press(page, "Skip");
  }
  await at(page, "over");
  assert.match(await page.locator(".tally").innerText(), /0 of 1 found at the first try/);
  await press(page, "Back to the review");
  await page.waitForSelector("main.table");
  assert.deepEqual(here.chromium.faults, []);
});

test("mistakes are kept, asked again when they are due, and taken along as a file", async () => {
  const { page } = here.chromium;
  await page.clock.install({ time: new Date("2026-11-27T12:00:00") });
  await page.reload();
  await review(page);
  await page.click("button:has-text('Learn from my mistakes')");
  await at(page, "asks");
  await press(page, "Practise this later");
  await page.waitForSelector(".exercise button:has-text('Kept for practice')");
  await press(page, "Back to the review");
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector(".due-line:has-text('1 card waits')");
  await page.click(".due-line a");
  await at(page, "asks");
  assert.match(await page.locator(".today").innerText(), /^0 due · 1 new · 0 answered today$/);
  assert.deepEqual(await findings(page), []);
  await pressShape(page, "b2");
  await page.waitForSelector(".judged.right");
  await press(page, "Next");
  await at(page, "over");
  assert.match(await page.locator(".tally").innerText(), /1 of 1 found at the first try\s+The next cards come tomorrow, on Saturday/);
  await press(page, "Undo");
  await at(page, "asks");
  await pressShape(page, "b2");
  await page.waitForSelector(".judged.right");
  await press(page, "Next");
  await at(page, "over");
  await page.clock.setFixedTime(new Date("2026-11-28T09:00:00"));
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector(".due-line:has-text('1 card waits')");
  await page.click(".due-line a");
  await at(page, "asks");
  assert.match(await page.locator(".today").innerText(), /^1 due · 0 new · 0 answered today/);
  await page.click("summary:has-text('Deck of cards')");
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Download the deck")]);
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /^hra-deck 1\n[^]*\nanswer [0-9a-f]{16} 2026-11-27T12:0\d\S* right\n$/);
  const folder = scratch();
  writeFileSync(join(folder, "my.deck"), text);
  const drill = (...more) => execFileSync(HRA, ["drill", "--data", folder, "--deck", join(folder, "my.deck"), ...more], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8", LANGUAGE: "" } });
  assert.match(drill("--status"), /^1 card: /); // the terminal reads it, and what it writes comes back
  drill("--status", "--new", "7");
  await page.setInputFiles("#merge-deck", join(folder, "my.deck"));
  await at(page, "asks");
  const [anki] = await Promise.all([page.waitForEvent("download"), press(page, "Download for Anki")]);
  assert.match(readFileSync(await anki.path(), "utf8"), /^#separator:tab\n[^]*<svg/);
  await press(page, "Never again");
  await at(page, "over");
  const other = text.replace(/answer (\S+) \S+ right/, "answer $1 2026-11-26T12:00+00:00 wrong");
  await page.setInputFiles("#merge-deck", { name: "drill.deck", mimeType: "text/plain", buffer: Buffer.from(other) });
  await at(page, "over"); // never stays
  await page.setInputFiles("#merge-deck", { name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await page.waitForSelector(".notices .problem");
  assert.deepEqual(here.chromium.faults, []);
});

test("finished games of a person become cards, once", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector(".keeps input[type=file]", { state: "attached" });
  const record = "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 random\n0 a1\n1 b2\n0 c3\n1 a3\n0 b1\n1 c1\nresult -1 1\n";
  await page.setInputFiles(".keeps input[type=file]", { name: "mine.hra", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.waitForSelector("main.table");
  await page.goto(`${here.server.base}#practise`);
  await press(page, "Find mistakes in 1 saved game");
  await at(page, "asks");
  assert.match(await page.locator(".asked").innerText(), /^X to move\. /);
  assert.equal(await page.locator("button:has-text('Find mistakes')").count(), 0);
  await page.reload();
  await at(page, "asks");
  assert.equal(await page.locator("button:has-text('Find mistakes')").count(), 0);
});

test("a search tree is filled in by keyboard alone, with fractions", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe~${encodeURIComponent("XX./OO./...")}`);
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click("summary:has-text('Analysis')");
  await page.fill("input[name=player]", "alphabeta");
  await page.selectOption("select[name=limit]", "depth=2");
  await page.click(".analyse button:has-text('Search tree')");
  await page.waitForSelector(".tree-panel[data-tree=shown]");
  await page.locator("button:has-text('Predict this tree')").press("Enter");
  await page.waitForSelector(".predict-tree[data-exercise=asks] .fill-tree");
  assert.equal(await page.locator(".tree-panel .tree-view").count(), 0); // nor what it found
  const chosen = page.locator(".fill-tree [role=treeitem][tabindex='0']");
  assert.match(await chosen.getAttribute("aria-label"), /^A, MAX, Value \?, Cut \?$/);
  await chosen.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.match(await chosen.getAttribute("aria-label"), /^C, MIN, c2, Value \?/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), "value");
  await page.keyboard.type("1,5");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), "cut");
  await page.keyboard.press("n"); // no cut
  await page.keyboard.press("Enter");
  await page.waitForSelector(".fill-form .judged.wrong");
  assert.match(await page.locator("#fill-value-why").innerText(), /✗ MAX takes the highest value of its children: B 1, C /);
  assert.match(await page.locator("#fill-cut-why").innerText(), /^✓/);
  assert.deepEqual(await findings(page, undefined, ".predict-tree"), []);
  await page.fill("#fill-value", "2/2");
  assert.equal(await page.locator("#fill-value-why").count(), 0); // another answer was not judged yet
  await page.focus("#fill-cut");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".fill-tree .chosen [class=value]")?.textContent.startsWith("C")); // the next one with something to fill in
  assert.match(await page.locator(".predict-tree .verdict").innerText(), /2 right, 0 wrong, 8 to do/);
  await page.click(".fill-form button:has-text('Answer')");
  await page.waitForSelector(".fill-tree .later"); // what is cut
  await page.click("button:has-text('Back to the tree')");
  await page.waitForSelector(".tree-panel .tree-view");
  assert.deepEqual(here.chromium.faults, []);
});

test("random trees are asked, with more or less of it, and trees of Learn", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#practise`);
  await page.waitForFunction(() => document.querySelector("main.exercise")?.dataset.exercise !== "waits");
  await page.click("button:has-text('Difficulty 1')");
  await page.waitForSelector(".predict-tree[data-exercise=asks]");
  await page.click(".predict-tree button:has-text('Windows')");
  await page.waitForSelector(".fill-form [data-field=alpha]");
  await page.click(".fill-form button:has-text('Hint')");
  await page.waitForSelector(".fill-form .hint-text");
  await page.click("button:has-text('Back to practice')");
  await page.waitForSelector(".trees");
  await page.goto(`${here.server.base}#learn=methods/minimax`);
  await page.click(".example button:has-text('Predict this tree') >> nth=0");
  await page.waitForSelector(".example .predict-tree[data-exercise=asks] .fill-tree");
  assert.equal(await page.locator(".predict-tree button[aria-pressed]").count(), 3); // values, order, and how large it is: no windows, no cuts
  assert.deepEqual(here.chromium.faults, []);
});

test("proofs and sets are asked; on a projector the answer comes node by node by one key", async () => {
  const { page } = here.chromium;
  const predict = async (method) => {
    await page.goto(`${here.server.base}#learn=methods/${method}`);
    await page.click(`main[data-page="methods/${method}"] .example button:has-text('Predict this tree') >> nth=0`);
    await page.waitForSelector(".predict-tree[data-exercise=asks] .fill-tree");
  };
  await predict("andor");
  await page.locator(".fill-tree [data-node='0']").click(); // the root, which can be proven (docs/methods/andor.md)
  await page.locator(".fill-form [data-field=value]").selectOption("solved");
  await page.click(".fill-form button:text-is('Check')");
  await page.waitForSelector(".fill-form .judged.right");
  await predict("softmaxn");
  await page.click(".predict-tree button:text-is('Large')");
  const smallest = await page.evaluate(() => {
    const tree = document.querySelector(".predict-tree.large");
    const svg = tree.querySelector("svg");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const sizes = [...tree.querySelectorAll("text, button, label, input, p")].map((e) => parseFloat(getComputedStyle(e).fontSize) * (e.localName === "text" ? scale : 1));
    return Math.min(...sizes);
  });
  assert.ok(smallest >= 20, `letters of ${smallest} px`);
  const values = () => page.locator(".fill-tree .value").allTextContents();
  const unknown = async () => (await values()).filter((text) => text.includes("?")).length;
  assert.equal(await unknown(), 3);
  for (const left of [2, 1, 0]) {
    await page.keyboard.press("PageDown");
    await page.waitForFunction((n) => [...document.querySelectorAll(".fill-tree .value")].filter((e) => e.textContent.includes("?")).length === n, left);
  }
  assert.match((await values())[0], /9:4:0 \| 1:4:5 \| 5:3:2/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".predict-tree.large").count(), 0);
  assert.deepEqual(here.chromium.faults, []);
});

test("UCT is worked out by hand, simulation by simulation", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#learn=methods/mcts`);
  await page.click(".example button:has-text('Predict this tree') >> nth=0");
  await page.waitForSelector(".predict-tree[data-exercise=asks] .uct");
  const first = page.locator(".uct [data-item='1.visits']");
  await first.fill("1"); // a move that was never tried has one visit then
  await page.locator(".uct [data-item='1.path']").fill("nonsense");
  await first.press("Enter");
  await page.waitForSelector(".uct .verdict p");
  assert.match(await page.locator(".uct .verdict").innerText(), /^1 right, 1 wrong, /);
  assert.equal(await page.locator(".uct [data-item='1.path']").getAttribute("aria-invalid"), "true");
  await page.click(".uct button:text-is('Answer')");
  const answer = await page.locator(".uct .answer").innerText();
  const path = /^ *1 +.*path=(\S+)/m.exec(answer)[1]; // the first move in the order that the question tells
  assert.ok((await page.locator(".uct pre >> nth=0").innerText()).includes(`Order of the moves at the root: ${path}`));
  assert.deepEqual(here.chromium.faults, []);
});
