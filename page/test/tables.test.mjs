// How large the page is, what an adviser says, hidden moves, links, and records in and out.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { serve, test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";

const here = visit(serve, { acceptDownloads: true });

const ply = (page, n) => page.waitForSelector(`main.table[data-ply="${n}"]`);
const press = (page, id) => page.locator(`svg.board [data-id="${id}"]`).click();

test("a first visit is packed, and at most 150 kB", async () => {
  let sent = 0;
  for (const name of ["", "page.js", "page-style.css", "icon.svg"]) {
    const answer = await fetch(`${here.server.base}${name}`);
    assert.equal(answer.headers.get("content-encoding"), "gzip", name);
    sent += Number(answer.headers.get("content-length"));
  }
  assert.ok(sent > 0 && sent <= 150_000, `${sent} bytes`);
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
