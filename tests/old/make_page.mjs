// Wrote page.json, once, with the site of commit 8241368f, in the folder page: SITE=... node ../tests/old/make_page.mjs ../tests/old/page.json
import { writeFileSync } from "node:fs";
import { browser } from "../../page/test/browser.mjs";
import { chance, openForm, press } from "../../page/test/hands.mjs";
import { dump, shown } from "../../page/test/old.mjs";
import { serveSite } from "../../page/test/static.mjs";

const server = await serveSite();
const chromium = await browser();
const { page } = chromium;
await page.goto(server.address);
await page.waitForSelector(".game");
for (const [game, presses] of [["tictactoe", 2], ["nim", 3], ["race", 4], ["yahtzee", 6], ["checkers", 6]]) {
  await openForm(page, server.base, game);
  await page.fill("#seed", "7");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask], main.table[data-state=over]");
  const draw = chance(7);
  for (let i = 0; i < presses; i++) {
    await page.waitForFunction(() => document.querySelector("main.table")?.dataset.state !== "wait");
    if ((await page.getAttribute("main.table", "data-state")) === "over") break;
    await press(page, "mouse", draw);
  }
  await page.waitForFunction(() => document.querySelector("main.table")?.dataset.state !== "wait");
}
const entries = await dump(page);
const plies = Object.fromEntries(entries.map((entry) => [entry.name, String(entry.text.split("\n").filter((line) => /^(\*|\d+) /.test(line)).length)]));
const name = (game) => entries.find((entry) => entry.name.includes(game)).name;
const fragments = [
  "#",
  "#new=nim%3Arows%3D2-3",
  "#new=checkers~human~expert%3Alevel%3D3",
  "#watch=tictactoe~minimax~random",
  "#match=nim~random~greedy~games=20~seed=3~rotate",
  "#p=tictactoe~X../.O./...",
  "#p=checkers~W%3AW18%2C24%2CK31%3AB9%2CK12",
  "#learn=methods/minimax",
  ...["tictactoe", "checkers"].map((game) => `#kept=${encodeURIComponent(name(game))}`),
  `#look=${encodeURIComponent(name("yahtzee"))}`,
];
const links = [];
for (const fragment of fragments) links.push({ fragment, ...(await shown(page, server.base, fragment, plies[decodeURIComponent(fragment.replace(/^#.*=/, ""))])) });
writeFileSync(process.argv[2], `${JSON.stringify({ entries, links }, null, 1)}\n`);
await chromium.end();
await server.end();
