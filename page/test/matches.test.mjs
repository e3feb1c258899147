// A match of machines: its figures are those of `hra match --json`, and it can be stopped.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { begin } from "./back.mjs";
import { HRA, test, visit } from "./browser.mjs";
import { noticed } from "./hands.mjs";
import { en } from "./speech.mjs";

const here = visit(begin);

async function fill(page, players, games, seed) {
  const fields = page.locator(".setup form input[list=match-players]");
  for (const [i, player] of players.entries()) await fields.nth(i).fill(player);
  await page.locator("input[type=number]").fill(String(games));
  await page.locator("input[inputmode=numeric]").fill(String(seed));
}

const over = (page) => page.waitForFunction(() => document.querySelector("form button[type=submit]")?.disabled === false);
const cells = (page, row) => page.locator(`.figures tbody tr:nth-child(${row}) td`).allInnerTexts();

test("a match says what hra match says", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#match=tictactoe`);
  await page.waitForSelector(".setup form");
  await fill(page, ["minimax:depth=2", "random"], 60, 7);
  await page.click("form button[type=submit]");
  await page.waitForSelector("progress[value='60']");
  await over(page);
  const json = execFileSync(HRA, ["match", "tictactoe", "minimax:depth=2", "random", "--games", "60", "--seed", "7", "--rotate", "--json"]);
  for (const [i, player] of JSON.parse(json).players.entries()) {
    const [rate, counts, , mean] = await cells(page, i + 1);
    assert.equal(counts.trim(), `${player.wins} / ${player.draws} / ${player.losses}`);
    assert.ok(Math.abs(parseFloat(rate) - 100 * player.score_rate) < 0.06, `${rate} for ${player.score_rate}`);
    assert.ok(Math.abs(parseFloat(mean.replace("−", "-")) - player.mean) < 0.006, `${mean} for ${player.mean}`);
  }
  const spoken = await page.locator(".histogram svg").evaluateAll((all) => all.map((svg) => svg.getAttribute("aria-label")));
  for (const [i, { wins, losses }] of JSON.parse(json).players.entries()) {
    const share = (n) => (n ? `: ${(100 * n) / 60}`.slice(0, 6) : "");
    assert.ok(spoken[i].includes(`1…${share(wins)}`), `${spoken[i]} for ${wins} wins`);
    assert.ok(spoken[i].includes(`-1…-0.9${share(losses)}`) === losses > 0, `${spoken[i]} for ${losses} losses`);
  }
  const seats = await page.locator(".by-seat tbody tr:first-child td").allInnerTexts();
  const { by_seat: told } = JSON.parse(json).players[0];
  for (const [i, { games, points }] of told.entries()) assert.equal(seats[i], `${((100 * points) / games).toFixed(1)} % (${games} games)`);
  assert.deepEqual(here.chromium.faults, []);
});

test("a match that is stopped keeps what was played", async () => {
  const { page } = here.chromium;
  await fill(page, ["mcts:playouts=200", "mcts:playouts=200"], 100000, 7);
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => document.querySelector("progress[max='100000']")?.value > 0);
  await page.click(`form button:has-text("${en.stop}")`);
  await over(page);
  const [, counts] = await cells(page, 1);
  const played = counts.split("/").reduce((sum, n) => sum + Number(n), 0);
  assert.ok(played > 0 && played < 100000, counts);
  assert.equal(await page.locator(".problem").count(), 0);
});

test("a match that was stopped is there after a reload, and goes on", async () => {
  const { page } = here.chromium;
  await fill(page, ["mcts:playouts=100,memory=1M", "random"], 4000, 7);
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => document.querySelector("progress[max='4000']")?.value > 0);
  await page.getByRole("button", { name: en.stop }).click();
  await over(page);
  const before = await page.locator("progress").getAttribute("value");
  await page.reload();
  const goOn = page.getByRole("button", { name: en.matchContinue });
  await goOn.waitFor();
  assert.equal(await page.locator("progress").getAttribute("value"), before);
  await goOn.click();
  await page.waitForSelector("progress[value='4000']");
  await over(page);
  const json = JSON.parse(execFileSync(HRA, ["match", "tictactoe", "mcts:playouts=100,memory=1M", "random", "--games", "4000", "--seed", "7", "--rotate", "--json"]));
  for (const [i, player] of json.players.entries()) assert.equal((await cells(page, i + 1))[1].trim(), `${player.wins} / ${player.draws} / ${player.losses}`);
  assert.equal(await goOn.count(), 0);
});

test("a match tells from the first moment how far it is", async () => {
  const { page } = here.chromium;
  await fill(page, ["mcts:playouts=1000000000", "random"], 50, 7); // whose first game never ends
  await page.click("form button[type=submit]");
  await page.waitForSelector("progress[max='50']");
  assert.match(await page.locator(".matched [role=status]").innerText(), /^0 of 50 games played/);
  assert.deepEqual(await cells(page, 1), ["–", "0 / 0 / 0", "–", "–", ""]);
  await page.click(`form button:has-text("${en.stop}")`);
  await over(page);
  await fill(page, ["random", "random"], 200, 7);
  await page.click("form button[type=submit]");
  await over(page);
  assert.match((await cells(page, 1))[3], /^−?-?[\d.]+ ± [\d.]+$/);
});

test("a player that there is not is told", async () => {
  const { page } = here.chromium;
  await fill(page, ["minimaks", "random"], 10, 7);
  await page.click("form button[type=submit]");
  await noticed(page, "minimaks");
});

test("more players than seats make a tournament, rated as hra tournament rates them", async () => {
  const { page } = here.chromium;
  const players = ["random", "minimax:depth=2", "mcts:playouts=20"];
  await page.goto(here.server.base);
  await page.waitForSelector(".game");
  await page.goto(`${here.server.base}#match=tictactoe`);
  await page.waitForSelector(".setup form");
  for (let i = 0; i < 2; i++) await page.click(`button:has-text("${en.tournament.add}")`);
  await page.click(`button[aria-label="${en.tournament.drop(en.seat("4"))}"]`);
  await fill(page, players, 40, 7);
  await page.click("form button[type=submit]");
  await over(page);
  await page.waitForSelector(`.matched [role=status]:has-text("${en.work.finished}")`);
  const told = await page.locator(".ratings tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th").innerText, ...[...row.querySelectorAll("td")].map((td) => td.firstChild?.textContent ?? "")]));
  assert.deepEqual(told.map(([name]) => name).sort(), players.map((player, i) => `${i + 1}. ${player}`));
  const sum = told.reduce((all, [, elo]) => all + Number(elo.replace("−", "-")), 0);
  assert.ok(Math.abs(sum) <= 2, `the mean is 0: ${JSON.stringify(told)}`);
  for (const [, , , , games] of told) assert.equal(games, "80");
  const shares = { "1": 0, "2": 0, "3": 0 };
  for (const [i, k] of [[0, 1], [0, 2], [1, 2]]) {
    const json = execFileSync(HRA, ["match", "tictactoe", players[i], players[k], "--games", "40", "--seed", "7", "--rotate", "--json"]);
    const [first] = JSON.parse(json).players;
    shares[i + 1] += first.wins + first.draws / 2;
    shares[k + 1] += first.losses + first.draws / 2;
  }
  for (const [name, , , share] of told) assert.equal(share, `${((100 * shares[name[0]]) / 80).toFixed(1)} %`);
  assert.equal(await page.locator(".matrix tbody tr").count(), 3);
  assert.match(page.url(), /#match=tictactoe~random~minimax%3Adepth%3D2~mcts%3Aplayouts%3D20~games%3D40~seed%3D7~rotate$/);
  assert.deepEqual(here.chromium.faults, []);
});

test("a tournament that is stopped keeps what was played", async () => {
  const { page } = here.chromium;
  await fill(page, ["mcts:playouts=200", "mcts:playouts=200", "random"], 100000, 7);
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => Number(document.querySelector(".ratings tbody td:last-child")?.textContent) > 0);
  await page.click(`form button:has-text("${en.stop}")`);
  await over(page);
  assert.equal(await page.locator(".problem").count(), 0);
  assert.equal(await page.locator(`.matched [role=status]:has-text("${en.work.running}")`).count(), 1);
});
