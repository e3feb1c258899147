// Learn: each text opens, its links lead somewhere, and what is changed in an example changes what is found. With BACK=site
// the engine is in the page, else behind a server.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { serve, test, visit } from "./browser.mjs";
import { serveSite } from "./static.mjs";

const here = visit(process.env["BACK"] === "site" ? serveSite : serve);

/** Opens a text, and waits until its examples have been worked on. */
async function open(name) {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#learn=${name}`);
  await page.waitForSelector(`main.learn[data-page="${name}"] article h1`);
  await page.waitForFunction(() => !document.querySelector(".example[data-state=runs]"));
  return page;
}

/** The title of the text that is shown, where it links to, and what is wrong there: run in the page. */
function seen() {
  const all = (where) => [...document.querySelectorAll(`article ${where}`)];
  const problems = all(".problem").map((p) => p.textContent).filter((text) => !/^minimax cannot search chance/.test(text));
  const blind = all("img").filter((i) => i.complete && i.naturalWidth === 0);
  return {
    title: document.querySelector("article h1").textContent,
    links: all('a[href^="#learn="]').map((a) => a.getAttribute("href")),
    wrong: [...problems, ...blind.map((i) => `no picture ${i.src}`)],
  };
}

/** As it is when nobody has changed anything. */
async function openAnew(name) {
  await open("learn");
  return open(name);
}

/** The row of an example that tells what a player found, as numbers by the heads of the columns. */
async function found(example, row = 0) {
  const heads = await example.locator(".found thead th").allInnerTexts();
  const cells = await example.locator(`.found tbody tr >> nth=${row}`).locator("th, td").allInnerTexts();
  return Object.fromEntries(heads.map((head, i) => [head, cells[i].trim()]));
}

const done = (example) => example.locator("xpath=self::*[@data-state='done']").waitFor();

test("each text opens, and its links lead somewhere", async () => {
  const page = await open("learn");
  const texts = await page.evaluate(async () => (await fetch("learn.json")).json());
  // Beside those that the contents list, the first text and the lesson; pages of the reference are reached from its first one.
  assert.equal(await page.locator(".contents a").count(), 2 + texts.contents.flatMap((chapter) => chapter.pages).length);
  const wrong = [];
  for (const [name, text] of Object.entries(texts.pages)) {
    await open(name);
    const shown = await page.evaluate(seen);
    assert.equal(shown.title, text.title);
    wrong.push(...shown.wrong.map((what) => `${name}: ${what}`));
    for (const href of shown.links) {
      const [to, part] = decodeURIComponent(href.slice("#learn=".length)).split("~");
      const there = texts.pages[to]?.blocks.some((b) => !part || (b.kind === "heading" && b.id === part));
      if (!there) wrong.push(`${name} links to ${href}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("every method and every game has its text", async () => {
  const page = await open("learn");
  const texts = await page.evaluate(async () => (await fetch("learn.json")).json());
  await open("methods/minimax");
  const methods = await page.locator(".example select >> nth=0").locator("option").allInnerTexts();
  assert.ok(methods.length >= 10);
  for (const method of methods) assert.ok(texts.pages[`methods/${method}`], method);
  await page.goto(here.server.base);
  await page.waitForSelector(".game");
  const games = await page.locator(".game .picture").evaluateAll((all) => all.map((a) => a.getAttribute("href").replace("#play=", "")));
  for (const game of games) assert.ok(texts.pages[`games/${game}/rules`], game);
});

test("a leaf is changed by mouse, and the root is worth what minimax says", async () => {
  const page = await openAnew("methods/minimax");
  const example = page.locator(".example >> nth=0");
  assert.deepEqual(await found(example), { Player: "minimax", Move: "a1", Value: "3", Positions: "13", Leaves: "9", "Cut-offs": "0" });
  await example.locator('[role=treeitem][aria-label^="c1"]').click();
  const field = example.locator(".leaf-field input");
  await field.fill("x");
  await field.press("Enter");
  await example.locator(".leaf-field [role=alert]").waitFor();
  await field.fill("7"); // min(7, 4, 6) = 4 is more than 3
  await field.press("Enter");
  await example.locator('.found td:has-text("a2")').waitFor();
  assert.equal((await found(example)).Value, "4");
  await example.locator("button:has-text('Reset')").click();
  await example.locator('.found td:has-text("a1")').waitFor();
  assert.equal((await found(example)).Value, "3");
});

test("a leaf is changed by keyboard alone", async () => {
  const page = await openAnew("methods/minimax");
  const example = page.locator(".example >> nth=0");
  await example.locator("[role=treeitem][tabindex='0']").focus();
  for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^d1/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^d1/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("-1/2");
  await page.keyboard.press("Enter");
  await example.locator('[role=treeitem][aria-label^="d3"][aria-label*="−0.5"]').waitFor();
  for (const key of ["ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await example.locator('[role=treeitem][aria-label^="d2"][aria-label*=" 0"]').waitFor();
  assert.equal((await found(example)).Value, "3"); // a3 is worth -1/2 now, a1 as much as before
});

test("a method, its depth and its options change what is found, next to another one", async () => {
  const page = await openAnew("methods/alphabeta");
  const example = page.locator(".example >> nth=0");
  assert.equal((await found(example)).Leaves, "7");
  assert.deepEqual([(await found(example, 1)).Player, (await found(example, 1)).Move, (await found(example, 1)).Value, (await found(example, 1)).Leaves], ["minimax", "a1", "3", "9"]);
  await example.locator("input.mono >> nth=1").fill("alphabeta:root-window=bounds");
  await page.keyboard.press("Enter");
  await example.locator(".found tbody tr >> nth=2").waitFor();
  assert.equal((await found(example, 2)).Value, "3");
  await example.locator("summary").click();
  await example.locator("select[id$=-cut]").selectOption("strict");
  await example.locator('.found th:has-text("cut=strict")').waitFor();
  await example.locator("select >> nth=0").selectOption("minimax");
  await example.locator('.found tr >> nth=1').locator('th:text-is("minimax")').waitFor();
  await example.locator("input[type=number] >> nth=0").fill("1");
  await page.keyboard.press("Enter");
  await example.locator('.found th:text-is("minimax:depth=1")').waitFor();
  assert.equal((await found(example)).Leaves, "3");
});

test("an evaluation is made with sliders", async () => {
  const page = await openAnew("formulas");
  const example = page.locator(".example >> nth=0"); // checkers, expr(10*men + 15*kings)
  await example.locator("summary").click();
  const slider = (name) => example.locator(`.weight:has(.mono:text-is("${name}")) input`);
  assert.deepEqual([await slider("men").inputValue(), await slider("kings").inputValue(), await slider("back").inputValue()], ["10", "15", "0"]);
  await slider("kings").focus();
  await page.keyboard.press("ArrowRight");
  await example.locator('.found th:has-text("expr(10*men + 16*kings)")').waitFor();
  await slider("back").focus();
  await page.keyboard.press("ArrowLeft");
  await example.locator('.found th:has-text("expr(10*men + 16*kings - back)")').waitFor();
  await done(example);
  assert.match((await found(example)).Move, /^\d+-\d+$/);
});

test("the search is gone through forwards and backwards", async () => {
  const page = await openAnew("methods/alphabeta");
  const example = page.locator(".example >> nth=0");
  const cuts = () => example.locator(".tree .small.cut").count();
  assert.ok((await cuts()) > 0);
  await example.locator("input[type=range]").fill("0");
  assert.equal(await cuts(), 0);
  const said = example.locator(".tree-said");
  const before = await said.innerText();
  await example.locator("[data-step=forth]").click();
  assert.notEqual(await said.innerText(), before);
  await example.locator("[data-step=back]").click();
  assert.equal(await said.innerText(), before);
});

test("a value is told when it was guessed", async () => {
  const page = await openAnew("lesson");
  const example = page.locator(".example:has(.predict) >> nth=0");
  assert.equal(await example.locator(".found").count(), 0);
  assert.ok(!(await example.locator(".tree").innerHTML()).includes("►"));
  await example.locator("[name=guess]").fill("9");
  await page.keyboard.press("Enter");
  await example.locator("text=9 is wrong; the value is 5.").waitFor();
  await example.locator("[name=guess]").fill("5");
  await page.keyboard.press("Enter");
  await example.locator("text=Right: 5.").waitFor();
  assert.equal((await found(example)).Move, "middle");
  await example.locator('[role=treeitem][aria-label^="r1"]').click();
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await done(example);
  assert.equal(await example.locator(".found").count(), 0); // to be guessed anew
  await example.locator("text=Show the value").click();
  assert.equal((await found(example)).Move, "right");
});

test("a command that plays or searches does so here", async () => {
  const page = await openAnew("games/pacman/minimax");
  const example = page.locator(".example >> nth=0");
  await example.locator("button:text-is('Run')").click();
  await done(example);
  assert.deepEqual([(await found(example)).Move, (await found(example)).Value], ["Stop", "−10051"]);
  await page.locator("a:has-text('Play this match here') >> nth=0").click();
  await page.waitForSelector(".setup form");
  assert.deepEqual(await page.locator("input[list=match-players]").evaluateAll((all) => all.map((i) => i.value)), ["minimax:depth=5", "random"]);
  await openAnew("methods/minimax");
  await page.locator(".example >> nth=0").locator("a:has-text('Open the position')").click();
  await page.waitForSelector("main.table[data-state=ask] .board");
  await openAnew("lesson");
  await page.locator("a:has-text('Play this game here') >> nth=0").click();
  await page.waitForSelector(".setup form");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
});

test("nothing of an example is kept", async () => {
  const page = await openAnew("methods/minimax");
  assert.deepEqual(Object.keys(await here.server.records(page)).filter((name) => !name.startsWith("tictactoe")), []);
  assert.deepEqual(here.chromium.faults, []);
});

/** The nodes that are seen, by their ways from the root: wins, visits, UCB1, whether the path goes through them. */
const grownTree = (example) =>
  example.locator("[role=treeitem]").evaluateAll((all) => {
    const way = [];
    return all.map((node) => {
      const text = (of) => node.querySelector(of)?.textContent ?? "";
      const [wins, visits] = text(".value").split("/").map(Number);
      const level = Number(node.getAttribute("aria-level"));
      way.splice(level - 1, way.length, node.getAttribute("aria-label").split(",")[0]);
      return { way: way.join(" "), level, wins, visits: visits ?? 0, ucb: Number(text(".ucb").replace("UCB", "").replace("−", "-")), lit: node.classList.contains("line"), x: /, X to move/.test(node.getAttribute("aria-label")) };
    });
  });

/** All letters have 20 pixels, and the keys of presenters go from step to step. */
async function onAProjector(page, example) {
  const said = example.locator(".tree-said");
  await example.locator("button:text-is('Large')").click();
  const smallest = await example.locator(".tree-view.large").evaluate((view) => {
    const svg = view.querySelector("svg.tree");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const letters = [...view.querySelectorAll("text, button, p, th, td, li, input, figcaption, caption")].filter((e) => !e.closest(".tree-board svg"));
    return Math.min(...letters.map((e) => parseFloat(getComputedStyle(e).fontSize) * (e.localName === "text" ? scale : 1)));
  });
  assert.ok(smallest >= 20, `letters of ${smallest} px`);
  await page.keyboard.press("PageUp");
  assert.match(await said.innerText(), /^Step 34 /);
  await page.keyboard.press("PageDown");
  assert.match(await said.innerText(), /^Step 35 /);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".tree-view.large").count(), 0);
}

/** What is downloaded says what is seen, and looks so without a style sheet. */
async function isAPicture(page, example) {
  const [file] = await Promise.all([page.waitForEvent("download"), example.locator("button:text-is('SVG')").click()]);
  assert.equal(file.suggestedFilename(), "tictactoe-mcts-35.svg");
  const text = readFileSync(await file.path(), "utf8");
  const seen = await example.locator("svg.tree").evaluate((svg) => [...svg.querySelectorAll("text")].map((e) => [e.textContent, getComputedStyle(e).fill]).filter(([text]) => text !== "−"));
  const said = await example.locator(".tree-said").innerText();
  const drawn = await page.evaluate((xml) => {
    const svg = new DOMParser().parseFromString(xml, "image/svg+xml").documentElement;
    const fillOf = (e) => e.getAttribute("fill") ?? (e.parentElement ? fillOf(e.parentElement) : "");
    return { name: svg.localName, texts: [...svg.querySelectorAll("text")].map((e) => [e.textContent, fillOf(e)]), strange: svg.querySelectorAll("[class], [style], [tabindex], foreignObject").length };
  }, text);
  assert.equal(drawn.name, "svg");
  assert.equal(drawn.strange, 0);
  assert.deepEqual(drawn.texts.slice(-seen.length), seen);
  assert.ok(said.replace(/\s+/g, " ").endsWith(drawn.texts.slice(0, -seen.length).map(([line]) => line).join(" ")), said);
}

test("MCTS is gone through step by step: each number follows from those before", async () => {
  const page = await openAnew("methods/mcts");
  const example = page.locator(".example >> nth=1");
  await example.locator(".phases").waitFor();
  const said = example.locator(".tree-said");
  const phases = [];
  let range = 1; // of the results so far
  let before = await grownTree(example);
  assert.equal(before.length, 1);
  await example.locator(".tree-steps input").focus();
  for (let n = 0; n < 36; n++) {
    await page.keyboard.press("ArrowRight");
    const now = await grownTree(example);
    const phase = await example.locator(".phases [aria-current=step]").innerText();
    const text = await said.innerText();
    phases.push(phase);
    assert.match(text, new RegExp(`^Step ${n + 1} of 37 Simulation ${Math.floor(n / 4) + 1}, ${phase}: `));
    const old = new Map(before.map((node) => [node.way, node]));
    assert.equal(now.length, before.length + (phase === "Expand" ? 1 : 0), text);
    for (const node of now) {
      const { visits = 0, wins = 0 } = old.get(node.way) ?? {};
      const counted = phase === "Back up" && node.lit;
      assert.equal(node.visits, visits + (counted ? 1 : 0), `${text}: ${node.way}`);
      if (counted) assert.ok([0, 0.5, 1].includes(node.wins - (wins || 0)), `${text}: ${node.way}`);
    }
    if (phase === "Select") {
      const [root] = now;
      const compared = now.filter((node) => node.level === 2 && node.ucb);
      for (const node of compared) {
        const ucb = (2 * node.wins) / node.visits - 1 + range * Math.sqrt(Math.log(root.visits + 1) / node.visits);
        assert.ok(Math.abs(node.ucb - ucb) < 0.002, `${text}: ${node.way} ${node.ucb}, not ${ucb}`);
      }
      const chosen = compared.find((node) => node.lit);
      if (compared.length) assert.equal(chosen.ucb, Math.max(...compared.map((node) => node.ucb)));
      assert.equal(await example.locator(".tree-card tbody tr").count(), now.filter((node) => node.ucb).length);
    }
    if (phase === "Simulate" && !/(result|known:) 0 /.test(text)) range = 2;
    before = now;
  }
  assert.deepEqual(phases.slice(0, 4), ["Select", "Expand", "Simulate", "Back up"]);
  await page.keyboard.press("End");
  assert.match(await said.innerText(), /^Step 37 of 37 The answer is \w\d, the move with the most visits/);
  for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowLeft");
  assert.equal(await example.locator(".tree-board figcaption").innerText(), "End of the playout");
  await onAProjector(page, example);
  await isAPicture(page, example);
  await example.locator("button:has-text('One simulation at a time')").click();
  await done(example);
  assert.equal(await example.locator(".phases").count(), 0);
  assert.deepEqual(here.chromium.faults, []);
});
