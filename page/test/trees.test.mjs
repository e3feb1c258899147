// The search tree of a position: asked for, unfolded, stepped through, by mouse and by keyboard, with the board at the
// node. With BACK=site the engine is in the page, else behind a server.
import assert from "node:assert";
import { serve, test, visit } from "./browser.mjs";
import { serveSite } from "./static.mjs";

const here = visit(process.env["BACK"] === "site" ? serveSite : serve);

async function sit(page, spec, position) {
  await page.goto(`${here.server.base}#p=${encodeURIComponent(spec)}~${encodeURIComponent(position)}`);
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click("summary:has-text('Analysis')");
}

async function ask(page, player, limit) {
  await page.fill("input[name=player]", player);
  await page.selectOption("select[name=limit]", limit);
  await page.click(".analyse button:has-text('Search tree')");
  await page.waitForFunction((who) => document.querySelector(".tree-panel[data-tree=shown] h2")?.textContent.includes(who), player);
}

/** The nodes that are seen, by what is said of them. */
const said = (page) => page.locator("[role=treeitem]").evaluateAll((all) => all.map((node) => node.getAttribute("aria-label")));
const node = (page, label) => page.locator(`[role=treeitem][aria-label^="${label}, "]`);
const fact = (page, name) => page.locator(`.tree-facts div:has(dt:text-is("${name}")) dd`);

test("a tree is unfolded and stepped through by mouse, with the board at the node", async () => {
  const { page } = here.chromium;
  await sit(page, "tictactoe", "XOX/.O./..X");
  await ask(page, "alphabeta", "depth=4");
  assert.match(await page.locator(".tree-panel").innerText(), /22 positions, 6 cut-offs; 28 nodes are shown/);
  const whole = (await said(page)).length;
  await node(page, "c2").nth(1).click(); // a2 c2: X has won
  assert.equal(await fact(page, "Node").innerText(), "end of the game");
  assert.equal(await page.locator(".tree-board [data-id], .tree-board g").count() > 9, true);
  assert.equal(await page.locator(".tree-board svg").getAttribute("aria-label"), "Board after c2");
  await node(page, "a2").first().locator("[data-fold]").click();
  assert.ok((await said(page)).length < whole);
  assert.equal(await node(page, "a2").first().getAttribute("aria-expanded"), "false");
  await page.click("text=Unfold all");
  await page.waitForFunction((n) => document.querySelectorAll("[role=treeitem]").length >= n, whole);

  await page.click("[aria-label='To the start of the search']");
  assert.match(await page.locator(".tree-said").innerText(), /^Step 0 of 50 Before the search/);
  assert.equal(await page.locator(".tree-node.later").count(), 28);
  await page.click("[data-step=forth]");
  assert.match(await page.locator(".tree-said").innerText(), /^Step 1 of 50 root: MIN, O to move/);
  while (!/alpha cut-off/.test(await page.locator(".tree-said").innerText())) await page.click("[data-step=forth]");
  assert.match(await page.locator(".tree-said").innerText(), /Step 8 of 50 a3, alpha cut-off, α 1 +β −1: 1 move is not searched/);
  assert.equal(await page.locator(".tree-node.now").count(), 1);
  await page.click("[data-step=play]");
  await page.waitForFunction(() => document.querySelector(".tree-said")?.textContent.startsWith("Step 8 ") === false);
  await page.click("[data-step=play]");
  await page.click("[aria-label='To the end of the search']");
  assert.equal(await page.locator(".tree-node.later").count(), 0);
  assert.deepEqual(here.chromium.faults, []);
});

test("the same by keyboard alone", async () => {
  const { page } = here.chromium;
  const on = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.focus("[role=treeitem][tabindex='0']");
  await page.keyboard.press("Home");
  assert.match(await on(), /^root, MIN, O to move, −1, on the principal variation/);
  await page.keyboard.press("ArrowDown");
  assert.match(await on(), /^a2, MAX, X to move, 1/);
  await page.keyboard.press("ArrowRight");
  assert.match(await on(), /^c2, MAX, X to move, −1, .*on the principal variation/);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("[role=treeitem]:focus").getAttribute("aria-expanded"), "false");
  await page.keyboard.press("ArrowDown");
  assert.match(await on(), /^c2, MAX/); // nothing lies below what is folded
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.match(await on(), /^c2, MAX/);
  await page.keyboard.press("p");
  assert.match(await page.locator(".tree-said").innerText(), /^Step 49 of 50/);
  await page.keyboard.press("n");
  assert.match(await page.locator(".tree-said").innerText(), /^Step 50 of 50/);
  assert.equal(await page.locator("[role=treeitem][tabindex='0']").count(), 1);
  await page.locator(".tree-tools button:has-text('Outline')").press("Enter");
  await page.focus("[role=treeitem][tabindex='0']");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft"); // folds
  assert.equal((await said(page)).length, 1);
  await page.keyboard.press("ArrowRight"); // unfolds
  await page.keyboard.press("ArrowRight"); // goes in
  assert.match(await on(), /^a2, /);
  await page.keyboard.press("End");
  assert.equal(await on(), (await said(page)).pop());
  assert.deepEqual(here.chromium.faults, []);
});

test("a wide tree is drawn along, and boards stand at its nodes where they are wanted", async () => {
  const { page } = here.chromium;
  await sit(page, "checkers", "");
  await ask(page, "mcts:playouts=60", "depth=8");
  await page.click(".tree-tools button:has-text('Boards')");
  await page.click("text=Unfold all");
  await page.waitForFunction(() => document.querySelectorAll(".tree .at-node").length > 20);
  const place = page.locator(".tree-place");
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  const left = () => place.evaluate((p) => p.scrollLeft);
  const before = await left();
  await page.mouse.move(box.x + 180, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 8, { steps: 4 });
  await page.mouse.up();
  assert.equal(await left(), before - 120);
  assert.deepEqual(here.chromium.faults, []);
});

test("chance has its probabilities, and each seat its own number", async () => {
  const { page } = here.chromium;
  await sit(page, "race:seats=3", "[],[],[] green 6");
  await ask(page, "maxn", "depth=2");
  const all = await said(page);
  assert.ok(all.some((text) => /^\d, .*probability 0\.167/.test(text)), all.join("\n"));
  assert.match(all[0], /\(−?[\d.]+, −?[\d.]+, −?[\d.]+\)/);
});

test("as many nodes are shown as are wanted, without their boards where those are too much", async () => {
  const { page } = here.chromium;
  await sit(page, "yahtzee", "dice=2-3-4-6-6 rolls=2 card=-");
  await ask(page, "mcts:playouts=500", "depth=8");
  const shown = async () => Number(/; (\d+) nodes are shown/.exec(await page.locator(".tree-panel").innerText())?.[1]);
  const few = await shown();
  assert.ok(few > 30 && few <= 120, `${few}`);
  await page.locator(".tree-size select").selectOption("400");
  await page.waitForFunction((few) => Number(/; (\d+) nodes are shown/.exec(document.querySelector(".tree-panel")?.innerText ?? "")?.[1]) > few, few);
  assert.ok((await shown()) <= 400);
  await page.waitForSelector(".tree-tools:not(:has(button:has-text('Boards')))");
  await page.locator(".tree-size select").selectOption("120");
  await page.waitForSelector(".tree-tools button:has-text('Boards')");
  assert.equal(await shown(), few);
});

test("what cannot be walked says why, and the tree of an analysis is one press away", async () => {
  const { page } = here.chromium;
  await sit(page, "tictactoe", "");
  await page.fill("input[name=player]", "random");
  await page.click(".analyse button:has-text('Search tree')");
  await page.waitForSelector(".notices .problem:has-text('does not value positions')");
  await page.fill("input[name=player]", "minimax");
  await page.selectOption("select[name=limit]", "depth=2");
  await page.click(".analyse button[type=submit]");
  await page.click("button[aria-label='Search tree of minimax']");
  await page.waitForSelector(".tree-panel[data-tree=shown] h2:has-text('minimax')");
  await node(page, "a1").first().click();
  await page.click("text=Search from here");
  await page.waitForSelector(".tree-panel[data-tree=shown] header:has-text('after 1 move')");
  assert.match((await said(page))[0], /^root, MIN, O to move/);
  await page.click("text=Back to the tree above");
  await page.waitForSelector(".tree-panel[data-tree=shown] header:has-text('at the start')");
  assert.match((await said(page))[0], /^root, MAX, X to move/);
  await page.click("text=Close tree");
  assert.equal(await page.locator(".tree-panel").count(), 0);
});

test("a search is stopped, and another one asked for", async () => {
  const { page } = here.chromium;
  await sit(page, "checkers", "");
  await page.fill("input[name=player]", "alphabeta");
  await page.selectOption("select[name=limit]", "time=300s");
  await page.click(".analyse button:has-text('Search tree')");
  await page.waitForSelector(".tree-panel [role=status]:has-text('Depth')");
  await page.click(".tree-panel [role=status] button");
  await page.waitForSelector(".tree-panel[data-tree=failed]:has-text('stopped')");
  await ask(page, "alphabeta:depth=2", "depth=2");
  await page.click(".analyse button:has-text('Search tree')"); // and again, before
  await ask(page, "minimax:depth=1", "depth=2"); // this one takes its place
  assert.deepEqual(here.chromium.faults, []);
});
