// How large the page is, what an adviser says, hidden moves, links, and records in and out.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { serve, test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(serve, { acceptDownloads: true });

const ply = (page, n) => page.waitForSelector(`main.table[data-ply="${n}"]`);
const press = (page, id) => page.locator(`svg.board [data-id="${id}"]`).click();

/** Adds what comes up, as it comes: what is sent, packed or not. */
async function count(page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.setCacheDisabled", { cacheDisabled: true });
  const told = { bytes: 0, scripts: [] };
  wire.on("Network.dataReceived", ({ encodedDataLength }) => (told.bytes += encodedDataLength));
  wire.on("Network.requestWillBeSent", ({ request }) => /\.js\b/.test(request.url) && told.scripts.push(request.url));
  return told;
}

for (const [screen, fragment, sign, most] of [
  ["Home", "", ".games .game .stage svg", 120_000],
  ["an analysis board", "#p=checkers", ".live", 135_000],
])
  test(`a first sight of ${screen} takes at most ${most} bytes, and no script twice`, async () => {
    const page = await here.chromium.context.newPage();
    const told = await count(page);
    await page.goto(`${here.server.base}${fragment}`);
    await page.waitForSelector(sign);
    assert.ok(told.bytes > 50_000 && told.bytes <= most, `${told.bytes} bytes`);
    assert.ok(told.scripts.length > 0);
    assert.equal(new Set(told.scripts).size, told.scripts.length);
    await page.close();
  });

/** The bytes of an answer, as they are sent. */
const raw = (path, coding) =>
  new Promise((done) =>
    get(`${here.server.base}${path}`, { headers: { "Accept-Encoding": coding } }, async (answer) => {
      const parts = await answer.toArray();
      done({ packed: answer.headers["content-encoding"] === "gzip", bytes: Buffer.concat(parts) });
    }),
  );

test("what Home knows of the games is packed for those who can unpack it, and other screens have it without pictures", async () => {
  const [home, packed, games] = await Promise.all([raw("home.json", "identity"), raw("home.json", "gzip"), raw("games.json", "identity")]);
  assert.deepEqual([home.packed, packed.packed], [false, true]);
  assert.deepEqual(gunzipSync(packed.bytes), home.bytes);
  const [all, some] = [home, games].map(({ bytes }) => JSON.parse(bytes.toString()));
  assert.equal(all.games.pictures.length, 12);
  assert.equal(some.games.pictures, undefined);
  assert.deepEqual(some.games.list, all.games.list);
});

test("a link holds a position, people sit everywhere, and looking back leads to another try", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe~${encodeURIComponent("X../.O./...")}`);
  await page.waitForSelector("main.table[data-state=ask]");
  await press(page, "c3");
  await ply(page, 1);
  await press(page, "b1");
  await ply(page, 2);
  await page.locator(".steps button").nth(0).click();
  await ply(page, 0);
  assert.equal(await page.locator(".seat.turn b").textContent(), "X");
});

test("a wrong move is explained", async () => {
  const { page } = here.chromium;
  await page.fill("#typed-move", "z9");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".notices [role=alert] .problem:has-text('illegal move')");
  assert.equal(await page.getAttribute("#typed-move", "aria-invalid"), "true");
});

test("a bid is passed on unseen", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "empire");
  await page.selectOption("#option-first-player", "bid");
  await page.fill("#option-neutral-armies", "0");
  await page.locator("#option-neutral-armies").blur();
  await page.locator(".seat-form").nth(1).locator("select").selectOption("person");
  await page.click("form button[type=submit]");
  await page.waitForSelector(".buttons [data-id=bid2]");
  await page.click(".buttons [data-id=bid2]");
  await page.waitForSelector(".cover");
  assert.equal(await page.locator("svg.board").count(), 0);
  assert.ok(!(await page.locator("main").innerText()).includes("bid 2"));
  await page.click(".cover button");
  await page.waitForSelector("svg.board");
});

test("a record goes out and comes in", async () => {
  const { page } = here.chromium;
  await page.goto(here.server.base);
  await page.waitForSelector(".kept");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".kept button:has-text('Download')").first().click()]);
  const text = readFileSync(await download.path(), "utf8");
  assert.match(text, /^hra-record 1\ngame empire/);
  await page.setInputFiles("input[type=file]", { name: "mine.hra", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForSelector("main.table svg.board");
  await page.goto(here.server.base);
  await page.waitForSelector("button[aria-label='Download: mine.hra']");
  await page.click("button[aria-label='Delete: mine.hra']");
  await page.click(".sure .danger");
  await page.waitForSelector("button[aria-label='Download: mine.hra']", { state: "detached" });
  assert.deepEqual(here.chromium.faults, []);
});

const EMPIRE = "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 34 10 10 7 12 1 / gone 6 / goods red, blue food1 / first blue / red card";
/** A press beside the armies of a region. */
async function pressNumber(page, region) {
  const { x, y, width, height } = await page.locator(`svg.board [data-id="${region}.number"]`).boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}
const status = (page, text) => page.waitForFunction((wanted) => document.querySelector(".status")?.textContent === wanted, text);

test("Empire: the status says what is to be done, prices are as large as other texts, and Space on the board ends the turn", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=${encodeURIComponent("empire:neutral-armies=3")}~${encodeURIComponent(EMPIRE)}`);
  await status(page, "Red: your move: buy a card");
  const sizes = await page.locator("svg.board [data-id^=price] text").evaluateAll((all) => [...new Set(all.map((text) => text.getAttribute("font-size")))]);
  assert.deepEqual(sizes, [await page.locator('svg.board [data-id="turns"] text').getAttribute("font-size")]);
  await page.locator('svg.board [data-id="card2"]').focus();
  await page.keyboard.press("Space"); // there is no button yet: Space presses what has the focus
  await status(page, "Red: your move: move 4, 4 left");
  for (const region of ["12", "11"]) await pressNumber(page, region);
  await status(page, "Red: your move: move 4, 3 left: 12>11");
  await page.keyboard.press("Shift+Space"); // scrolls back elsewhere: it ends nothing
  await page.focus(".played");
  await page.keyboard.press("Space"); // scrolls the list
  await page.keyboard.press("Home");
  await page.waitForSelector(".past-task:text-is('Red: buy a card')");
  await page.keyboard.press("End");
  await page.waitForSelector("main:not(:has(.past-task))");
  await status(page, "Red: your move: move 4, 3 left: 12>11");
  await page.locator('svg.board [tabindex="0"]').focus();
  assert.equal(await page.evaluate(() => document.activeElement?.closest("svg.board") !== null), true);
  await page.keyboard.press("Space");
  await status(page, "Blue: your move: buy a card");
  assert.ok((await page.locator('svg.board [data-id^="last."]').count()) > 0, "what Red did is marked");
});

test("dice that a person throws are entered by their faces, in any order, and stand on the board", async () => {
  const { page } = here.chromium;
  await openForm(page, here.server.base, "yahtzee");
  await page.locator("select:has(option[value=manual])").selectOption("manual");
  await page.click("form button[type=submit]");
  const face = (n) => page.locator(`.buttons [data-id="throw.${n}"]`);
  const shown = () => page.locator('svg.board [data-id^="die"]').evaluateAll((all) => all.map((die) => die.querySelectorAll(".pip").length));
  for (const n of [3, 6, 3, 1]) await face(n).click();
  assert.deepEqual(await shown(), [3, 6, 3, 1, 0]);
  assert.equal(await face(3).getAttribute("aria-label"), "a die shows 3: 2");
  await page.locator('svg.board [data-id="die1"]').click({ force: true });
  assert.deepEqual(await shown(), [3, 6, 3, 1, 0], "a slip takes nothing off");
  const clear = page.locator(".buttons button:text-is('Clear')");
  await clear.click();
  assert.deepEqual(await shown(), [0, 0, 0, 0, 0]);
  assert.ok(await clear.evaluate((button) => button === document.activeElement && button.ariaDisabled === "true"), "the focus stays");
  for (const n of [5, 3, 6, 3, 1]) await face(n).click();
  assert.deepEqual(await shown(), [5, 3, 6, 3, 1]);
  assert.equal(await face(2).isDisabled(), true, "there is no sixth die");
  await page.locator(".buttons [data-id=done]").focus();
  await page.keyboard.press("Space");
  await page.waitForSelector("main.table[data-ply='1'][data-state=ask]");
  assert.deepEqual(await shown(), [1, 3, 3, 5, 6]);
});

test("the rules that options decide are told at the table", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=${encodeURIComponent("empire:rules=thesis,map=thesis")}`);
  await page.locator("details.rules summary").click();
  const rules = await page.locator("details.rules li").allTextContents();
  assert.ok(rules.includes("The owner of a joker chooses its good."), rules.join(" "));
  assert.ok(rules.includes("There are no neutral armies."), rules.join(" "));
});

test("links with names of options of earlier versions open what they opened", async () => {
  const { page } = here.chromium;
  const spec = encodeURIComponent("race:ring=20,pieces=1,tries=2");
  await page.goto(`${here.server.base}#new=${spec}~human~human~human~human`);
  await page.waitForSelector("#option-track", { state: "attached" });
  assert.deepEqual(await Promise.all(["track", "pieces", "entry-rolls"].map((name) => page.inputValue(`#option-${name}`))), ["20", "1", "2"]);
  await page.goto(`${here.server.base}#new=${encodeURIComponent("backgammon:start=usual,crawford=over")}`);
  await page.waitForSelector("#option-variation", { state: "attached" });
  assert.deepEqual(await Promise.all(["variation", "crawford"].map((name) => page.inputValue(`#option-${name}`))), ["standard", "post"]);
  await page.goto(`${here.server.base}#p=${spec}`);
  await page.waitForSelector("main.table svg.board");
  await page.goto(`${here.server.base}#match=${encodeURIComponent("race:ring=20,pieces=1")}~random~random~random~random~games=2`);
  await page.click("form button[type=submit]");
  await page.waitForSelector("progress[value='2']");
  assert.deepEqual(here.chromium.faults, []);
});
