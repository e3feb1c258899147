// "In your games": what was played in the position, from saved games, by keyboard alone. On both back ends (BACK=site).
import assert from "node:assert";
import { findings } from "./axe.mjs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin, { viewport: { width: 360, height: 740 } });

const PDN = '[Event "x"]\n[Black "Ann"]\n[White "Bob"]\n[Date "1990.01.02"]\n[Result "*"]\n\n1. 11-15 22-17 *\n\n[Event "y"]\n[Result "*"]\n1. 9-13 *\n';
const START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

const told = (page, text) => page.waitForSelector(`details[open] [role=status]:has-text('${text}')`);

test("games that reach the position, and a move of the list, by keyboard", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("input[type=file]");
  await page.setInputFiles("input[type=file]", { name: "two.pdn", mimeType: "text/plain", buffer: Buffer.from(PDN) });
  await page.click("main button:has-text('Add all')");
  await page.waitForSelector("main [role=status]:has-text('2 games added')");
  await page.goto(`${here.server.base}#p=checkers~${encodeURIComponent(START)}`);
  await page.waitForSelector("main.table[data-state=ask]");
  const summary = page.locator("summary:has-text('In your games')");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("details[open] input[type=checkbox]");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await told(page, "2 games reach this position");
  assert.deepEqual(await page.locator("[aria-label='In your games'] tbody th").allTextContents(), ["11-15", "9-13"]);
  const games = await page.locator("details[open] .explored li").allTextContents();
  assert.ok(games.some((text) => text.includes("Ann – Bob")), games.join());
  assert.deepEqual(await findings(page), []);
  await page.locator("[aria-label='In your games'] button:has-text('11-15')").focus();
  await page.keyboard.press("Enter");
  await told(page, "1 game reaches this position");
  assert.ok(!page.url().includes("Ann"));
});
