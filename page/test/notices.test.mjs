// What a person is told stands in one place, in view and spoken, however far the page is scrolled; what other programs wrote
// can be added and opened; the list of moves follows; hints are one arrow a checker. On both back ends (BACK=site).
import assert from "node:assert";
import { gzipSync } from "node:zlib";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";
import { isInView, noticed, openForm } from "./hands.mjs";

const here = visit(begin, { viewport: { width: 360, height: 740 } });

const asked = (page) => page.waitForSelector("main.table[data-state=ask]");
const bottom = (page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

async function link(game, position) {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=${game}~${encodeURIComponent(position)}`);
  await asked(page);
  return page;
}

async function add(page, name, text) {
  await page.setInputFiles("input[type=file]", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("an error is in view and spoken wherever the page is scrolled, and can be put aside", async () => {
  const page = await link("backgammon", "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 61");
  await bottom(page);
  await page.evaluate(() => document.querySelector("form.typed input").form.requestSubmit()); // nothing is typed yet
  await page.locator("#typed-move").evaluate((input) => {
    input.value = "z9";
    input.form.requestSubmit();
  });
  await page.waitForSelector(".notices [role=alert] .problem");
  await bottom(page);
  assert.ok(await isInView(page, ".notices .problem"));
  await page.click(".notices .problem button");
  await page.waitForSelector(".notices .problem", { state: "detached" });
});

test("a play that cannot be added is told in view", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("input[type=file]");
  await bottom(page);
  await add(page, "letter.txt", "Dear Ann, I have won.");
  await noticed(page, "letter.txt: not a file of games");
  assert.ok(await isInView(page, ".notices .problem"));
  await page.evaluate(() => scrollTo(0, 0));
  const [notice, headline] = await Promise.all([".notices .problem", "h1"].map((part) => page.locator(part).boundingBox()));
  assert.ok(headline.y + headline.height <= notice.y, "the headline is not covered");
  await page.click(".notices .problem button");
});

test("PDN and match files are added, and open", async () => {
  const { page } = here.chromium;
  const pdn = '[Event "x"]\n[Black "Ann"]\n[White "Bob"]\n[Result "*"]\n\n1. 11-15 22-17 *\n\n[Event "y"]\n[Result "1-0"]\n1. 9-13 1-0\n';
  await add(page, "two.pdn", pdn);
  await page.click("main button:has-text('Add all')");
  await page.waitForSelector("main [role=status]:has-text('2 games added')");
  await page.goto(`${here.server.base}#`);
  await page.click("a[aria-label='View: two-2.hra'], a[aria-label='Review: two-2.hra']");
  await page.waitForSelector("main.table svg.board");
  await page.goto(`${here.server.base}#`);
  await page.click("a[aria-label='Resume: two-1.hra']");
  await asked(page);
  assert.equal(await page.locator(".notices .notice").count(), 0, "it was told on the screen before");
  assert.equal(await page.getAttribute("main.table", "data-ply"), "2");
  assert.deepEqual(await page.locator(".seat b").allInnerTexts(), ["Ann", "Bob"]);
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("input[type=file]");
  await add(page, "match.mat", " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                    42: 8/4 6/4\n");
  await noticed(page, "1 game added");
  assert.ok(await isInView(page, ".notices .notice"));
  await page.waitForSelector("main.table svg.board");
  assert.equal(await page.locator(".lines button").count(), 5);
  await page.goto(`${here.server.base}#`);
  await page.click("a[aria-label='View: match.hra']");
  await page.waitForSelector("main.table[data-ply='5'] svg.board");
});

test("files in other encodings, and packed ones, are read", async () => {
  const { page } = here.chromium;
  const pdn = '[Black "René"]\n[White "Jörg"]\n1. 11-15 22-17 *\n';
  for (const [name, data, guessed] of [
    ["latin", Buffer.from(pdn, "latin1"), true],
    ["marked", Buffer.from(`\ufeff${pdn}`, "utf16le"), false],
    ["packed", gzipSync(pdn), false],
  ]) {
    await page.goto(`${here.server.base}#`);
    await page.waitForSelector("input[type=file]");
    await add(page, `${name}.pdn${name === "packed" ? ".gz" : ""}`, data);
    await noticed(page, "1 game added");
    if (guessed) await noticed(page, "The file is not UTF-8, so it was read as windows-1252.");
    else assert.equal(await page.locator(".notices .notice:has-text('not UTF-8')").count(), 0);
    await asked(page);
    assert.deepEqual(await page.locator(".seat b").allInnerTexts(), ["René", "Jörg"]);
  }
  await page.goto(`${here.server.base}#`);
  await page.waitForSelector("input[type=file]");
  await add(page, "cut.pdn.gz", gzipSync(pdn).subarray(0, 30));
  await noticed(page, "damaged gzip data");
  await page.click(".notices .problem button");
});

test("the list of moves follows the play, and what is looked at", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "matches");
  for (const seat of await page.locator(".seat-form select").all()) await seat.selectOption("person");
  await page.click("form button[type=submit]");
  await asked(page);
  for (let ply = 1; ply <= 14; ply++) {
    await page.fill("#typed-move", "1");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`main.table[data-ply="${ply}"][data-state=ask]`);
  }
  const isSeen = () =>
    page.locator(".played [aria-current]").evaluate((at) => {
      const [box, list] = [at.getBoundingClientRect(), at.closest(".played").getBoundingClientRect()];
      return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
    });
  assert.ok(await isSeen());
  await page.locator(".steps button").nth(0).click();
  await page.locator(".steps button").nth(2).click();
  assert.equal(await page.locator(".played [aria-current]").innerText(), await page.locator(".played button").first().innerText());
  assert.ok(await isSeen());
  await page.locator(".steps button").nth(3).click();
  assert.ok(await isSeen());
});

test("a hint is the best move alone, an arrow for each checker", async () => {
  for (const [position, arrows] of [
    ["white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 66", 4],
    ["white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 31", 2],
    ["white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 65", 1], // 24/18/13
  ]) {
    const page = await link("backgammon", position);
    await page.click(".controls button:has-text('Hint')");
    await page.waitForSelector(".board .advice");
    assert.equal(await page.locator(".board .advice .way").count(), arrows, position);
    assert.equal(await page.locator(".board .advice .badge").count(), 0);
    const lines = await page.locator(".board .advice .way").evaluateAll((all) => all.map((way) => way.getAttribute("d")));
    assert.equal(new Set(lines).size, arrows, "none lies on another");
  }
  assert.deepEqual(here.chromium.faults, []);
});

test("an address that cannot be opened says why, over the list of games", async () => {
  const { page } = here.chromium;
  for (const [fragment, why] of [
    ["kept=plays%2Fnone.hra", "saved game not found"],
    ["p=nim~nowhere", "nowhere"],
  ]) {
    await page.goto(`${here.server.base}#${fragment}`);
    await noticed(page, why);
    await page.waitForSelector(".game");
    await page.click(".notices .problem button");
  }
});

test("an address at which there is no table says so", async () => {
  const { page } = here.chromium;
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(`${here.server.base}#table=0123456789abcdef`);
    await page.waitForSelector(".cover:has-text('No table is open at this address')");
    await page.click(".cover a");
    await page.waitForSelector(".game");
  }
});
