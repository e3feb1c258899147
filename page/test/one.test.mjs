// hra.html, the site in one file, opened as by a double click: all of it works, nothing is asked of a network, and games are kept.
// The site, opened so, says what to open instead.
import assert from "node:assert";
import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, test } from "./browser.mjs";
import { firefox } from "./firefox.mjs";
import { chance, press } from "./hands.mjs";
import { SITE } from "./static.mjs";

const PATH = resolve(process.env["ONE"] ?? "../build/hra.html");
const ONE = pathToFileURL(PATH).href;
const HOME = "[data-motion] .game";
const MOST = 5_000_000; // bytes

/** Opens the file; `body` gets the page, and must leave no complaint and no request. */
async function open(body, options = {}) {
  const chromium = await browser(options);
  try {
    const asked = [];
    chromium.context.on("request", (request) => /^(blob|data):/.test(request.url()) || asked.push(request.url()));
    await chromium.page.goto(ONE);
    await chromium.page.waitForSelector(HOME);
    await body(chromium.page);
    assert.deepEqual(asked.filter((url) => url !== ONE), []);
    assert.deepEqual(chromium.faults, []);
  } finally {
    await chromium.end();
  }
}

async function moveAndReload(page) {
  await page.goto(`${ONE}#play=tictactoe`);
  await page.waitForSelector("main.table[data-state=ask]");
  await page.locator('svg.board [data-id="b2"]').click();
  await page.waitForSelector("main.table[data-ply='2'][data-state=ask]");
  await page.reload();
  await page.waitForSelector("main.table[data-ply='2'][data-state=ask]");
}

test("the file is small, and its policy allows nothing from elsewhere", () => {
  assert.ok(statSync(PATH).size < MOST);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(PATH, "latin1"))?.[1] ?? "";
  assert.match(policy, /^default-src 'none'/);
  assert.doesNotMatch(policy, /'self'|unsafe-inline|https?:|connect-src/);
});

test("all games begin, also those whose nets are files, and one goes on after a reload", () =>
  open(async (page) => {
    const games = await page.$$eval(".game a.picture", (links) => [...new Set(links.map((link) => link.hash))]);
    assert.equal(games.length, 12);
    for (const game of games) {
      await page.goto(ONE + game);
      await page.waitForSelector("main.table[data-state=ask] .board");
      await page.goto(`${ONE}#`);
      await page.waitForSelector(HOME);
    }
    await moveAndReload(page);
  }));

test("in Czech: Home, the engine, and a text of Learn with its picture; an animated picture is made", () =>
  open(
    async (page) => {
      assert.equal(await page.locator("html").getAttribute("lang"), "cs");
      await moveAndReload(page);
      assert.match(await page.innerText("main.table"), /Jste na tahu/);
      await page.click("details.share > summary");
      const [file] = await Promise.all([page.waitForEvent("download"), page.click('.share button:has-text("GIF")')]);
      assert.equal(readFileSync(await file.path()).subarray(0, 6).toString(), "GIF89a");
      await page.goto(`${ONE}#learn=games/pacman/rules`);
      await page.waitForFunction(() => [...document.querySelectorAll("main img")].some((image) => image.complete && image.naturalWidth > 0));
      assert.equal(await page.locator("main").count(), 1);
      await page.reload();
      await page.waitForSelector("main.learn h1");
      assert.equal(await page.locator("main").count(), 1);
      await page.click("footer a");
      await page.waitForFunction(() => document.body.innerText.includes("Permission is hereby granted"));
    },
    { locale: "cs-CZ" },
  ));

test("a link by turns has no path of this machine, and is pasted into the friend's file", () =>
  open(async (page) => {
    await page.goto(`${ONE}#new=tictactoe`);
    await page.waitForSelector(".setup form");
    await page.click("label:has-text('by turns')");
    await page.click("form button[type=submit]");
    await page.waitForSelector("main.table[data-state=ask]");
    await page.locator('svg.board [data-id="b2"]').click();
    const link = await page.waitForSelector(".turns[data-link]").then((turns) => turns.getAttribute("data-link"));
    assert.ok(link.startsWith(`${basename(PATH)}#t=`), link);
    await open(async (friend) => {
      await friend.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, link);
      await friend.waitForSelector("main.table[data-ply='1'][data-state=ask]");
    });
  }));

test("Firefox plays the file, and keeps the game", async () => {
  const page = await firefox();
  const isAt = (ply) => {
    const table = document.querySelector("main.table");
    return table?.dataset.state === "ask" && table.dataset.ply === ply;
  };
  try {
    await page.goto(`${ONE}#play=tictactoe`);
    await page.waitForFunction(isAt, "0");
    await press(page, "mouse", chance(7));
    await page.waitForFunction(isAt, "2");
    await page.evaluate(() => location.reload());
    await page.waitForFunction(isAt, "2");
  } finally {
    await page.end();
  }
});

test("the site, opened as a file, says what to open instead", async () => {
  const chromium = await browser();
  try {
    const { page } = chromium;
    await page.goto(pathToFileURL(resolve(SITE, "index.html")).href);
    await page.waitForSelector("#file:has-text('hra serve')");
    assert.ok((await page.locator("#file").boundingBox()).y < 100);
    assert.match(await page.innerText("#file"), /hra\.html.*\n?.*v hra\.html/s);
    assert.equal(await page.innerText("#page"), "");
  } finally {
    await chromium.end();
  }
});
