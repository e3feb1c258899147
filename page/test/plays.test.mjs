// Each game to its end, by mouse alone and by keyboard alone, against a seeded machine; its record is the one that
// `hra play` writes for the same answers. With BACK=site the engine is in the page, else behind a server; there the
// mouse will do, which hand it was is not the engine's affair. ALL=1 takes both.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HRA, scratch, serve, test, visit } from "./browser.mjs";
import { chance, isInView, openForm, playOn } from "./hands.mjs";
import { serveSite } from "./static.mjs";

// Long games begin late: what is pressed is the same in each round. `form`: options that the form has and the record omits.
const games = [
  { spec: "tictactoe", machine: "minimax:depth=2" },
  { spec: "nim", machine: "alphabeta:depth=2" },
  { spec: "matches", machine: "random" },
  { spec: "tree", machine: "minimax" },
  { spec: "yahtzee", form: "seats=1", machine: "", position: "dice=1-2-2-3-6 rolls=2 card=0,.,0,0,5,6,0,0,0,30,.,0,17" },
  { spec: "race:pieces=1,track=8,seats=2", machine: "expectiminimax:depth=1" },
  { spec: "backgammon", machine: "greedy", position: "white 6:2 5:1 2:1, black 6:2 4:1, white 63" },
  { spec: "checkers:draw-moves=6", machine: "expert:level=1,depth=2,tablebase-pieces=0", position: "W:W17,21,K30:B3,12,K14" },
  { spec: "chess", machine: "random", position: "7k/5P2/6K1/8/8/8/8/8 w - - 94 80" },
  { spec: "pacman:layout=five", machine: "" },
  { spec: "checkers", machine: "random" },
  { spec: "backgammon", machine: "random" },
  { spec: "pacman", machine: "" },
  {
    spec: "empire:neutral-armies=0",
    machine: "random",
    position:
      "red 0 9:1 12:8+1 19:1 / blue 4 4:1 8:1+1 11:1 12:2 16:1 19:1 / neutral left 0 / row 24 32 9 15 34 / " +
      "gone 1 2 4 6 6 8 10 10 13 17 18 19 25 27 28 30 35 36 39 41 / goods red gem1 coal2 wood2 iron1 food3 joker1, " +
      "blue gem2 coal2 wood1 iron2 food3 / first red / blue act 1 part 1 left 0 last 8",
  },
];

const onSite = process.env["BACK"] === "site";
const hands = onSite && !process.env["ALL"] ? ["mouse"] : ["mouse", "keyboard"];
const here = visit(onSite ? serveSite : serve);

async function sitDown(page, game, seed) {
  const [name] = game.spec.split(":");
  await openForm(page, here.server.base, name);
  for (const option of (game.form ?? game.spec.split(":")[1])?.split(",") ?? []) {
    const [key, value] = option.split("=");
    const field = page.locator(`#option-${key}`);
    if ((await field.evaluate((f) => f.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value).then(() => field.blur());
  }
  if (game.machine) {
    const seat = page.locator(".seat-form").nth(1);
    await seat.locator("select").selectOption("own");
    await seat.locator("input").fill(game.machine);
  }
  await page.fill("#seed", String(seed));
  if (game.position) await page.locator("details input.mono").last().fill(game.position);
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask], main.table[data-state=over]");
}

async function newest(page, known) {
  const all = await here.server.records(page);
  const [name] = Object.keys(all).filter((one) => !known.has(one));
  assert.ok(name, "the play is kept");
  known.add(name);
  return all[name];
}

/** The same play in a terminal, with the answers that stand in the record. */
function inTerminal(game, seed, record) {
  const answers = record.split("\n").flatMap((line) => /^0 (.*)/.exec(line)?.[1] ?? []);
  const file = join(scratch(), "play.hra");
  const args = ["play", game.spec, "human", ...(game.machine ? [game.machine] : []), "--seed", String(seed), "--record", file];
  if (game.position) args.push("--position", game.position);
  execFileSync(HRA, args, { input: `${answers.join("\n")}\n`, stdio: ["pipe", "ignore", "pipe"] });
  return readFileSync(file, "utf8");
}

/** What is to be seen at a decision: whose it is, and what was done last, also behind a throw, a card and the end of a turn. */
async function lookAround(page) {
  const { status, moved, marks } = await page.evaluate(() => ({
    status: document.querySelector(".status").textContent,
    moved: [...document.querySelectorAll(".played button")].some((move) => /\d-\w|off-|^(place|move|city) [\d>]+$/.test(move.textContent)),
    marks: document.querySelectorAll("svg.board .last:not(.here)").length,
  }));
  assert.match(status, /^Your move/);
  if (moved) assert.ok(marks > 0, "the last move is marked");
}

/** Runs in the page: how far the ticks of the winners are from the colours that they are on, of 255. */
function ticks() {
  const light = (color) => color.match(/\d+/g).slice(0, 3).reduce((sum, channel) => sum + Number(channel) / 3, 0);
  return [...document.querySelectorAll(".seat .won")].map((won) => Math.abs(light(getComputedStyle(won).stroke) - light(getComputedStyle(won.previousElementSibling).fill)));
}

const known = new Set();
const only = process.env["ONLY"];
async function play(game, hand, seed) {
  const { chromium } = here;
  await sitDown(chromium.page, game, seed);
  const isMarked = /^(race|empire)/.test(game.spec);
  await playOn(chromium.page, hand, chance(seed), isMarked ? () => lookAround(chromium.page) : undefined);
  await chromium.page.evaluate(() => scrollTo(0, 0)); // presses have scrolled to what they press
  assert.ok((await chromium.page.innerText(".outcome h2")) && (await isInView(chromium.page, ".outcome")), "how it ended is in view");
  for (const far of await chromium.page.evaluate(ticks)) assert.ok(far > 60, `a tick is ${far} from its ground`);
  const record = await newest(chromium.page, known);
  const undated = (text) => text.replace(/^# Date: .*\n/m, ""); // the terminal notes the day
  assert.equal(undated(record), undated(inTerminal(game, seed, record)));
  assert.deepEqual(chromium.faults, []);
}
for (const [i, game] of games.entries())
  for (const hand of hands) {
    const name = `${game.spec} by ${hand}`;
    test(name, () => play(game, hand, 10 + i), { skip: only !== undefined && !name.includes(only) });
  }
