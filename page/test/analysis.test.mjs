// The analysis board: lines that follow the position, arrows, the bar, answers to throws, the pen. On both back ends (BACK=site).
import assert from "node:assert";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin);

async function open(page, fragment) {
  await page.goto(`${here.server.base}#`);
  await page.goto(`${here.server.base}#p=${fragment}`);
  await page.waitForSelector("main.table[data-state=ask] svg.board");
}

const lines = (page) => page.locator(".live-lines button").allTextContents();

test("lines follow the position, with arrows and a bar, and are played by a press", async () => {
  const { page } = here.chromium;
  await open(page, `tictactoe~${encodeURIComponent("XX./OO./...")}`);
  await page.locator(".live input[type=checkbox]").first().focus();
  await page.keyboard.press("Space");
  await page.waitForSelector(".live-lines li");
  assert.equal((await lines(page))[0], "c1");
  assert.equal(await page.locator(".advice.best").count(), 1);
  assert.match(await page.getAttribute(".evaluation-bar", "aria-label"), /\+1|100/);
  assert.deepEqual(await findings(page), []);
  await page.click(".live-lines button");
  await page.waitForFunction(() => document.querySelector("main.table")?.dataset.state === "over");
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 0);
  await page.click('.steps button:has-text("Back")');
  await page.waitForSelector(".live-lines li");
});

test("what the other side threatens is an arrow, by a key or a press, in games that have threats", async () => {
  const { page } = here.chromium;
  await open(page, `checkers~${encodeURIComponent("B:W18,32:B14,1")}`);
  await page.keyboard.press("x");
  await page.waitForSelector(".advice.threat");
  assert.match(await page.textContent(".live-threat"), /18x9/);
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("x");
  await page.waitForSelector(".advice.threat", { state: "detached" });
  await open(page, `tictactoe~${encodeURIComponent("XX./OO./...")}`);
  await page.click('.live label:has-text("Threat")');
  await page.waitForSelector(".advice.threat");
  assert.match(await page.textContent(".live-threat"), /c2/);
  await page.click('[data-id="c1"]'); // the end: nothing is threatened
  await page.waitForSelector(".advice.threat", { state: "detached" });
  await open(page, "backgammon");
  assert.equal(await page.locator('.live label:has-text("Threat")').count(), 0);
});

test("in a game that is played the threat stands beside the adviser; by Black to move, White's", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#play=checkers`);
  await page.waitForSelector("main.table[data-state=ask][data-ply='0'] svg.board");
  await page.keyboard.press("x");
  await page.waitForSelector(".advice.threat");
  assert.match(await page.textContent(".live-threat"), /: 2[1-4]-(1[789]|20)$/); // White's men that can move are on 21 to 24
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("x");
  await page.waitForSelector(".advice.threat", { state: "detached" });
  await page.goto(`${here.server.base}#play=backgammon`);
  await page.waitForSelector("main.table svg.board");
  await page.keyboard.press("x");
  assert.equal(await page.locator(".live-threat").count(), 0);
});

test("a link that is opened again while its board is on the way shows the board", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#`);
  await page.evaluate((link) => [link, "#", link].forEach((fragment) => (location.hash = fragment)), `#p=tictactoe~${encodeURIComponent("XX./OO./...")}`);
  await page.waitForFunction(() => location.hash.startsWith("#table="));
  await page.waitForSelector("main.table[data-state=ask] svg.board");
  assert.deepEqual((await page.locator("[role=alert]").allTextContents()).filter(Boolean), []);
});

test("as many lines as are wanted, in points or in chances", async () => {
  const { page } = here.chromium;
  await open(page, "tictactoe");
  await page.click(".live input[type=checkbox]");
  await page.waitForSelector(".live-lines li");
  assert.equal(await page.locator(".live-lines li").count(), 3);
  await page.selectOption(".live-choices select >> nth=0", "5");
  assert.equal(await page.locator(".live-lines li").count(), 5);
  await page.selectOption(".live-choices select >> nth=1", "chances");
  assert.equal(await page.textContent(".live-lines li b"), "50.0 %");
});

test("the best answer to each throw, and a decision about the stakes in a sentence", async () => {
  const { page } = here.chromium;
  await open(page, `backgammon~${encodeURIComponent("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")}`);
  await page.click(".live input[type=checkbox]");
  await page.waitForSelector(".live-stakes");
  assert.match(await page.textContent(".live-stakes"), /no double .*take point is 2\d\.\d.%/);
  await page.click('.live-lines button:text-is("roll")');
  await page.waitForFunction(() => document.querySelector("main.table")?.dataset.ply === "2");
  await page.click('.steps button:has-text("Back")'); // before the throw
  await page.waitForSelector(".live details summary");
  await page.click(".live details summary");
  assert.equal(await page.locator(".live details tbody tr").count(), 21);
  assert.ok((await page.locator(".live details tbody td.mono").allTextContents()).every((text) => /\d\/\d/.test(text)));
});

test("arrows and marks are drawn by the right button, or by presses with the pen", async () => {
  const { page } = here.chromium;
  await open(page, "tictactoe");
  const middle = async (id) => {
    const box = await page.locator(`svg.board [data-id="${id}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle("a1")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle("c3")));
  await page.mouse.up({ button: "right" });
  await page.waitForSelector(".advice.drawn path.way");
  await page.click('.live button:text-is("Draw")');
  for (const id of ["b2", "b2"]) await page.mouse.click(...(await middle(id)));
  await page.waitForFunction(() => document.querySelectorAll(".advice.drawn").length === 2);
  assert.equal(await page.getAttribute("main.table", "data-ply"), "0");
  await page.click('.live button:text-is("Erase the drawing")');
  assert.equal(await page.locator(".advice.drawn").count(), 0);
  await page.click('.live button:text-is("Draw")');
  await page.mouse.click(...(await middle("b2")));
  await page.waitForFunction(() => document.querySelector("main.table")?.dataset.ply === "1");
});

/** Two places of each game, pressed by the first move or not. */
const IDLE = { checkers: ["14", "18"], backgammon: ["16", "9"], yahtzee: ["0.ones", "0.chance"], race: ["19", "14"], nim: ["a1", "c2"], matches: ["1", "1"], connect4: ["1.2", "7.6"], empire: ["card2", "card5"], tree: ["node.b1", "node.d3"] };

test("what cannot be pressed is drawn on too, in each game, at play and on the analysis board; Escape erases it", async () => {
  const { page } = here.chromium;
  for (const [i, [game, [from, to]]] of Object.entries(IDLE).entries()) {
    await page.goto(`${here.server.base}#`);
    await page.waitForSelector(".game");
    await page.goto(`${here.server.base}#${i % 2 === 0 ? "play" : "p"}=${game}`);
    await page.waitForSelector("main.table[data-state=ask] svg.board");
    for (const [id, hand] of [[from, "down"], [to, "up"]]) {
      const box = await page.locator(`svg.board [data-id="${id}"]`).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse[hand]({ button: "right" });
    }
    await page.waitForSelector(`.advice.drawn path.way${from === to ? ":not([marker-end])" : "[marker-end]"}`, { state: "attached", timeout: 20_000 }).catch(() => assert.fail(`${game}: nothing is drawn`));
    await page.locator("svg.board").press("Escape");
    await page.waitForSelector(".advice.drawn", { state: "detached" });
  }
});

test("a position is written as text, checked and drawn while it is written, and opened", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#analyse`);
  await page.selectOption(".position-editor select", "checkers");
  await page.waitForSelector(".position-editor svg.board");
  assert.match(await page.inputValue(".position-editor textarea"), /^B:W21/);
  await page.fill(".position-editor textarea", "W:W18,99:B1");
  await page.waitForSelector(".position-editor .problem mark");
  assert.match(await page.textContent(".position-editor .problem"), /from 1 to 32.*99:B1/);
  await page.fill(".position-editor textarea", "W:W18,K22:B1");
  await page.waitForSelector(".position-editor svg.board");
  assert.deepEqual(await findings(page), []);
  await page.click(".position-editor a.main");
  await page.waitForSelector('main.table [data-id="22.white"]');
});

/** What stands on the board of the editor, by the names of its shapes. */
const standing = (page) => page.locator(".set-up-board [data-id]").evaluateAll((all) => all.map((shape) => shape.dataset.id).filter((id) => /^\d+\.(black|white)/.test(id)));

test("a position is set up on its board by mouse and by keyboard", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#analyse`);
  await page.selectOption(".position-editor select", "checkers");
  await page.click('.set-up button:text-is("Empty the board")');
  await page.waitForFunction(() => document.querySelectorAll('.set-up-board [data-id$=".black"]').length === 0);
  await page.click('.palette [data-piece="black.king"]');
  const square = (id) => page.locator(`.set-up-board [data-id="${id}"]`);
  const text = (wanted) => page.waitForFunction((now) => document.querySelector(".position-editor textarea")?.value === now, wanted);
  await square("14").click();
  await text("B:W:BK14");
  await square("18").focus();
  await page.keyboard.press("3"); // a white man, by the palette
  await text("B:W18:BK14");
  await page.keyboard.press("Delete");
  await text("B:W:BK14");
  await page.dragAndDrop('.set-up-board [data-id="14.black"]', '.set-up-board [data-id="23"]');
  await text("B:W:BK23");
  await page.dragAndDrop('.palette [data-piece="white.man"]', '.set-up-board [data-id="27"]');
  await text("B:W27:BK23");
  await square("23.black").click({ button: "right" });
  await text("B:W27:B");
  await page.click('.palette [data-piece="white.man"]');
  await square("2").click();
  await page.waitForSelector(".set-up .problem");
  assert.match(await page.textContent(".set-up .problem"), /would have been crowned/);
  await page.selectOption('[data-setting="turn"]', "white");
  await text("W:W27:B");
  assert.deepEqual(await standing(page), ["27.white"]);
  assert.deepEqual(await findings(page), []);
  await page.click(".position-editor a.main");
  await page.waitForSelector('main.table [data-id="27.white"]');
  await page.click('.live a:text-is("Set up from this position")');
  await page.waitForSelector('.set-up-board [data-id="27.white"]');
  await text("W:W27:B");
});

test("turn, dice, cube and score are set beside the board, and what is wrong is said", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#analyse`);
  await page.selectOption(".position-editor select", "backgammon");
  await page.selectOption('[data-setting="rules"]', "backgammon:match-length=5");
  const ends = (end) => page.waitForFunction((now) => document.querySelector(".position-editor textarea")?.value.endsWith(now), end);
  const choices = [
    ["turn", "black", "black, cube 1, score 0-0"],
    ["cube", "2", "black, cube 2 black, score 0-0"],
    ["owner", "white", "black, cube 2 white, score 0-0"],
    ["dice", "63", "black 63, cube 2 white, score 0-0"],
  ];
  await ends("opening, cube 1, score 0-0");
  for (const [name, value, end] of choices) {
    await page.selectOption(`[data-setting="${name}"]`, value);
    await ends(end);
  }
  await page.fill('[data-setting="score-white"]', "3");
  await page.keyboard.press("Tab");
  await ends("black 63, cube 2 white, score 3-0");
  await page.click('.set-up button:text-is("Empty the board")');
  await page.waitForSelector(".position-editor > .problem");
  assert.match(await page.textContent(".position-editor > .problem"), /without checkers has won/);
  const steps = [
    ["white", "6", "white 6:1, black, black 63"],
    ["white", "6", "white 6:2, black, black 63"],
    ["black", "20", "white 6:2, black 5:1, black 63"],
    ["black", "bar.black", "white 6:2, black bar:1 5:1, black 63"],
  ];
  for (const [piece, point, text] of steps) {
    await page.click(`.palette [data-piece="${piece}"]`);
    await page.locator(`.set-up-board [data-id="${point}"]`).dispatchEvent("click");
    await ends(`${text}, cube 2 white, score 3-0`);
  }
  await page.click(".position-editor a.main");
  await page.waitForSelector('main.table [data-id="bar.black"]');
});

test("a position is rolled out, with intervals, and stopped", async () => {
  const { page } = here.chromium;
  await open(page, `backgammon:checkers=3~${encodeURIComponent("white 24:1 13:1 6:1, black 24:1 20:1 5:1, white 63")}`);
  await page.click(".live input[type=checkbox]");
  await page.click('.live summary:text-is("Roll out this position")');
  await page.selectOption('.live label:has-text("Trials") select', "36");
  await page.selectOption('.live label:has-text("Play") select', "3");
  await page.click('.live button:text-is("Start the rollout")');
  await page.waitForFunction(() => /^36 trials/.test(document.querySelector(".live caption")?.textContent ?? ""));
  assert.equal(await page.locator(".live details tbody tr").count(), 3);
  assert.match(await page.locator(".live details tbody td").nth(1).textContent(), /^± 0\.\d{3}$/);
  assert.deepEqual(await findings(page), []);
  await page.selectOption('.live label:has-text("Trials") select', "1296");
  await page.selectOption('.live label:has-text("Play") select', "0");
  await page.click('.live button:text-is("Start the rollout")');
  await page.click('.live button:text-is("Stop")');
  await page.waitForSelector('.live button:text-is("Start the rollout")');
});
