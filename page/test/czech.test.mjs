// The page in Czech: natively as the server's language has it, with BACK=site as the browser's has it. Nothing overflows
// though words are longer, no text of the English table is left, and axe finds nothing.
import assert from "node:assert";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findings } from "./axe.mjs";
import { serve, test, visit } from "./browser.mjs";
import { openForm } from "./hands.mjs";
import { cs, en } from "./speech.mjs";
import { serveSite } from "./static.mjs";
import { stops } from "./tour.mjs";

const docs = join(dirname(fileURLToPath(import.meta.url)), "../../docs");
const site = process.env["BACK"] === "site";
const here = visit(() => (site ? serveSite() : serve({ language: "cs" })), site ? { locale: "cs-CZ" } : {});
/** Of the walk through all screens those that have most words; on a site the walk is shorter. */
const SHOWN = site
  ? ["home", "setup", "yahtzee", "review", "race"]
  : ["home", "setup", "advice", "analysis", "search-tree", "yahtzee", "review", "race", "pacman", "matched", "learn", "file", "study", "editor", "kept"];
const ON_THE_WAY = { advice: ["checkers"], matched: ["match"] };
const WALKED = SHOWN.flatMap((name) => [...(ON_THE_WAY[name] ?? []), name]);
const WIDTHS = [360, 390, 1280];

/** What the English table says and the Czech one says otherwise, as patterns of whole texts. */
function englishTexts(english, czech) {
  return Object.entries(english).flatMap(([key, text]) => {
    const other = czech[key];
    if (typeof text === "object") return englishTexts(text, other);
    if (typeof text === "string") return text !== other && /\p{L}{2}/u.test(text) ? [escaped(text)] : [];
    const said = [1, 3].map((n) => escaped(text(...Array(text.length).fill(`§${n}§`))).replace(/§\d§/g, ".+"));
    return String(text) === String(other) ? [] : [...new Set(said)].filter((pattern) => /\p{L}{4}/u.test(pattern.replaceAll(".+", ""))); // " of " alone says nothing
  });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const ENGLISH = `^(${englishTexts(en, cs).join("|")})$`;

/** English texts of the page's own, written or spoken. */
function leftOver(page) {
  return page.evaluate((pattern) => {
    const english = new RegExp(pattern, "u");
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element.closest("[lang]").lang !== "cs" || element.closest(".mono, datalist, option, text, tspan")) continue;
      if (node instanceof Text) said.push(node.data);
      else for (const name of ["aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder"]) said.push(element.getAttribute(name) ?? "");
    }
    return said.map((text) => text.trim()).filter((text) => english.test(text));
  }, ENGLISH);
}

/** What is wider than its room, at this width of the window. */
async function overflowing(page, width) {
  const { height } = page.viewportSize();
  await page.setViewportSize({ width, height });
  return page.evaluate(() => {
    const { documentElement: all } = document;
    const wide = [...document.querySelectorAll("button, .button, summary, legend, h1, h2, .field > span, .field > label, .status, caption")];
    const texts = wide.filter((e) => !e.closest(".scroll, .tree-place, .unseen") && !e.classList.contains("unseen") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0);
    const tables = [...document.querySelectorAll(".panel .scroll:has(table)")].filter((e) => e.scrollWidth > e.clientWidth + 1);
    const past = [...document.querySelectorAll(".games .ways > *")].filter((e) => e.getBoundingClientRect().right > e.closest(".game").getBoundingClientRect().right + 1);
    return [...(all.scrollWidth > all.clientWidth ? [`the page is ${all.scrollWidth} wide`] : []), ...[...texts, ...tables, ...past].map((e) => e.textContent.trim())];
  });
}

test("all is Czech, fits, and can be read", async () => {
  const { server, chromium } = here;
  const { page } = chromium;
  const found = [];
  for (const [name, come] of stops(page, server.base, cs)) {
    if (!WALKED.includes(name)) continue;
    await come();
    if (!SHOWN.includes(name)) continue;
    assert.equal(await page.getAttribute("html", "lang"), "cs", name);
    for (const text of await leftOver(page)) found.push(`${name} says '${text}'`);
    for (const finding of await findings(page)) found.push(`${name}: ${finding}`);
    for (const width of WIDTHS) for (const text of await overflowing(page, width)) found.push(`${name}, ${width} wide: ${text}`);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(chromium.faults, []);
});

/** Settings come with the part of the page that comes later. */
async function openSettings(page) {
  await page.click("header button");
  await page.waitForSelector(".settings");
}

/** Chooses a language in the settings, "": as the system has it; what they say of it. */
async function choose(page, language) {
  if (!(await page.locator(".settings").count())) await openSettings(page);
  await page.locator(".settings select:has(option[value=cs])").selectOption(language);
  await page.waitForSelector(`html[lang=${language || "cs"}]`);
  return page.locator(".settings p").allInnerTexts();
}

test("another language is spoken at once, and the choice is kept", async () => {
  const { server, chromium } = here;
  const { page } = chromium;
  await page.goto(server.base);
  await page.waitForSelector(".game");
  assert.deepEqual(await choose(page, "en"), site ? [] : [en.languageServer(cs.language)]);
  assert.equal(await page.innerText("h1"), en.tagline);
  await page.reload();
  await page.waitForSelector("html[lang=en] .game");
  assert.deepEqual(await choose(page, ""), []);
  assert.equal(await page.innerText("h1"), cs.tagline);
  await page.waitForFunction(() => document.querySelectorAll(".game svg").length >= 9); // drawn again in this language
});

test("a text is shown in Czech where it was translated, else it says that it is not", async () => {
  const { server, chromium } = here;
  const { page } = chromium;
  for (const name of ["games/nim/rules", "methods/minimax"]) {
    const translated = [docs, join(docs, "../src")].some((folder) => existsSync(join(folder, `${name}.cs.md`)));
    await page.goto(`${server.base}#learn=${name}`);
    await page.waitForSelector(`main.learn[data-page="${name}"] article[lang=${translated ? "cs" : "en"}] h1`);
    assert.equal(await page.locator(`article > p[lang=cs]:has-text('${cs.learn.inEnglish}')`).count(), translated ? 0 : 1, name);
  }
});

test(
  "at an open table the engine goes on in its language until the page is loaded again",
  async () => {
    const { server, chromium } = here;
    const { page } = chromium;
    await openForm(page, server.base, "tictactoe");
    await page.click("form button[type=submit]");
    await page.waitForSelector("main.table[data-state=ask]");
    await page.click("svg.board [data-id=b2]"); // a play is kept from its first move on
    await page.waitForSelector("main.table[data-state=ask][data-ply='2']");
    assert.deepEqual(await choose(page, "en"), [en.languageTable]);
    await page.reload();
    await page.waitForSelector("html[lang=en] main.table[data-state=ask]");
    await openSettings(page);
    assert.deepEqual(await page.locator(".settings p").allInnerTexts(), []);
    assert.deepEqual(await choose(page, ""), [cs.languageTable]);
    assert.deepEqual(chromium.faults, []);
  },
  { skip: !site && "the language of a server is its own" },
);
