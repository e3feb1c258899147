// Taking in what is pasted or dropped, and giving away positions, games and pictures.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { begin } from "./back.mjs";
import { test, visit } from "./browser.mjs";

const here = visit(begin, { acceptDownloads: true });

/** Pastes a text as if Ctrl+V had been pressed outside a field. */
const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

async function home(page) {
  await page.goto(here.server.base);
  await page.waitForSelector(".game");
}

async function openShare(page) {
  await page.click("details.share > summary");
  await page.waitForSelector(".copies button");
}

test("a pasted position is opened, whatever writes it", async () => {
  const { page } = here.chromium;
  const cases = [
    ["W:W18,24,27,28,K10:B12,16,20,K22", "English checkers"],
    ["XGID=-b----E-C---eE---c-e----B-:1:1:1:63:0:0:0:0:10", "Backgammon"],
    ["4HPwATDgc/ABMA:cAkAAAAAAAAE", "Backgammon"],
    [".X./.O./...", "Tic-tac-toe"],
  ];
  for (const [text, title] of cases) {
    await home(page);
    await paste(page, text);
    await page.waitForFunction((title) => document.querySelector("main.table h1")?.textContent === title, title);
  }
});

test("a link of the page is followed, a game is added, a list is shown", async () => {
  const { page } = here.chromium;
  await home(page);
  await paste(page, "https://example.org/hra/#p=tictactoe~X../.O./...");
  await page.waitForSelector('[data-id="a3"]');
  await paste(page, '[Event "x"]\n\n1. 11-15 23-19 *\n');
  await page.waitForFunction(() => document.querySelector("main.table h1")?.textContent === "English checkers");
  await home(page);
  await paste(page, "W:W18:B1\nB:W18:B1\n");
  await page.waitForSelector(".game-list .listed");
  assert.equal(await page.locator(".game-list .listed").count(), 2);
});

test("what is nothing is refused with what would be right", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#analyse`);
  await page.waitForSelector(".paste-box textarea");
  await page.fill(".paste-box textarea", "hello world");
  await page.click(".paste-box button[type=submit]");
  await page.waitForSelector(".paste-box [role=alert]");
  assert.match(await page.textContent(".paste-box [role=alert]"), /PDN/);
  await page.fill(".paste-box textarea", "XGID=-b----E-C---eE---c-e----");
  await page.click(".paste-box button[type=submit]");
  await page.waitForFunction(() => /^Backgammon: .*26/.test(document.querySelector(".paste-box [role=alert]")?.textContent ?? ""));
});

test("a paste that is nothing says so wherever it comes, and games are dropped anywhere", async () => {
  const { page } = here.chromium;
  await home(page);
  await paste(page, "hello world");
  await page.waitForSelector(".notices .problem");
  assert.match(await page.textContent(".notices .problem"), /PDN/);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["W:W18:B1\nB:W18:B1\n"], "two.txt", { type: "text/plain" }));
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector(".game-list .listed");
});

test("a position is given in its notations, a game in its formats", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=checkers`);
  await page.waitForSelector('main.table [data-id="11"]');
  await page.click('[data-id="11.black"]');
  await page.click('[data-id="15"]');
  await page.waitForFunction(() => document.querySelector("main.table")?.dataset.ply === "1");
  await openShare(page);
  await page.waitForFunction(() => [...document.querySelectorAll(".copies input")].some((input) => input.value.startsWith("W:W21,22")));
  const [file] = await Promise.all([page.waitForEvent("download"), page.click('button[aria-label="Download: PDN"]')]);
  assert.match(readFileSync(await file.path(), "utf8"), /1\. 11-15/);
});

test("pictures are made: SVG, PNG, and an animated one", async () => {
  const { page } = here.chromium;
  await page.goto(`${here.server.base}#p=tictactoe`);
  await page.waitForSelector('main.table [data-id="b2"]');
  for (const [i, id] of ["b2", "a1", "c3"].entries()) {
    await page.click(`[data-id="${id}"]`);
    await page.waitForFunction((ply) => document.querySelector("main.table")?.dataset.ply === ply, String(i + 1));
  }
  await openShare(page);
  const press = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`.share button:text-is("${name}")`)]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await press("SVG");
  assert.match(svg.bytes.toString(), /^<svg/);
  const png = await press("PNG");
  assert.equal(png.name, "tictactoe-3.png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(png.bytes.length > 2000);
  const gif = await press("Animated picture (GIF)");
  assert.equal(gif.bytes.subarray(0, 6).toString(), "GIF89a");
  // The browser, which did not write it, reads all four frames.
  const decoded = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
    await decoder.tracks.ready;
    const { frameCount } = decoder.tracks.selectedTrack;
    const sizes = [];
    for (let i = 0; i < frameCount; i++) {
      const { image } = await decoder.decode({ frameIndex: i });
      sizes.push([image.displayWidth, image.duration]);
    }
    return sizes;
  }, [...gif.bytes]);
  assert.deepEqual(decoded, [[480, 800_000], [480, 800_000], [480, 800_000], [480, 3_000_000]]);
});
