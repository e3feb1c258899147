// The page needs nothing that the oldest browsers of it lack. In Chrome 97, Firefox 102 or Safari 16.4 a rule with a selector that they do
// not know is dropped whole, as is a block of an unknown at-rule, and a script that calls what is not there ends. Versions:
// caniuse.com and developer.mozilla.org; a browser that is not named has it for longer.
import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OLDEST = { Chrome: 97, Firefox: 102, Safari: 16.4 };
/** light-dark() is not in the list: colours.mjs writes colours for browsers without it. */
const STYLES = {
  ":has(": "Chrome 105, Firefox 121",
  "@container": "Chrome 105, Firefox 110",
  "@layer": "Chrome 99",
  "@scope": "Chrome 118, Firefox 146, Safari 17.4",
  "@property": "Firefox 128",
  "@starting-style": "Chrome 117, Firefox 129, Safari 17.5",
  "color-mix(": "Chrome 111, Firefox 113",
  "oklch(": "Chrome 111, Firefox 113",
  ":dir(": "Chrome 120",
  ":popover-open": "Chrome 114, Firefox 125, Safari 17",
  ":user-invalid": "Chrome 119, Safari 16.5",
  "subgrid": "Chrome 117",
  "(width <": "Chrome 104",
  "(width >": "Chrome 104",
  "(height <": "Chrome 104",
  "(height >": "Chrome 104",
  "\n  & ": "Chrome 120, Firefox 117, Safari 17.2",
  "&:": "Chrome 120, Firefox 117, Safari 17.2",
  "\n  translate:": "Chrome 104",
  "\n  rotate:": "Chrome 104",
  "\n  scale:": "Chrome 104",
  "dvh": "Chrome 108",
  "svh": "Chrome 108",
  "anchor-name": "Chrome 125, Firefox 147, Safari 26",
};
const SCRIPTS = {
  ".toSorted(": "Chrome 110, Firefox 115",
  ".toReversed(": "Chrome 110, Firefox 115",
  ".toSpliced(": "Chrome 110, Firefox 115",
  ".findLast(": "Firefox 104",
  ".findLastIndex(": "Firefox 104",
  ".groupBy(": "Chrome 117, Firefox 119, Safari 17.4",
  ".fromAsync(": "Chrome 121, Firefox 115",
  ".withResolvers(": "Chrome 119, Firefox 121, Safari 17.4",
  "structuredClone(": "Chrome 98",
  "AbortSignal.any(": "Chrome 116, Firefox 124, Safari 17.4",
  "AbortSignal.timeout(": "Chrome 103",
  "requestIdleCallback(": "no Safari",
  ".checkVisibility(": "Chrome 105, Firefox 106, Safari 17.4",
  ".canParse(": "Chrome 120, Firefox 115, Safari 17",
  "URL.parse(": "Chrome 126, Firefox 126, Safari 18",
  "OffscreenCanvas": "Firefox 105",
  "startViewTransition(": "Chrome 111, Firefox 144, Safari 18",
  ".showPopover(": "Chrome 114, Firefox 125, Safari 17",
  "scrollend": "Chrome 114, Firefox 109, Safari 26",
  ".isSubsetOf(": "Chrome 122, Firefox 127, Safari 17",
  ".intersection(": "Chrome 122, Firefox 127, Safari 17",
  ".isWellFormed(": "Chrome 111, Firefox 119",
  "Intl.Segmenter": "Firefox 125",
};

const isLater = (since) => since.startsWith("no ") || Object.entries(OLDEST).some(([browser, oldest]) => Number(new RegExp(`${browser} ([\\d.]+)`).exec(since)?.[1] ?? 0) > oldest);

/** Every source of that kind, without its tests. */
function sources(suffix) {
  const names = readdirSync(src, { recursive: true }).filter((name) => suffix.test(name) && !name.includes(".test."));
  return names.map((name) => [name, readFileSync(join(src, name), "utf8")]);
}

function check(files, features) {
  const later = Object.entries(features).filter(([, since]) => isLater(since));
  for (const [name, text] of files) for (const [what, since] of later) assert.ok(!text.includes(what), `${name}: ${what.trim()} came with ${since}`);
  return later.length;
}

test("no style sheet needs what Chrome 97, Firefox 102 or Safari 16.4 do not know", () => {
  const sheets = sources(/\.css$/);
  assert.ok(sheets.length > 10);
  assert.equal(check(sheets, STYLES), Object.keys(STYLES).length);
});

test("no script calls what Chrome 97, Firefox 102 or Safari 16.4 do not have", () => {
  const scripts = sources(/\.(tsx?|js)$/);
  assert.ok(scripts.length > 200);
  assert.equal(check(scripts, SCRIPTS), Object.keys(SCRIPTS).length);
});

test("what is found is told", () => {
  assert.throws(() => check([["x.ts", "const last = all.toSorted();"]], SCRIPTS), /x\.ts: \.toSorted\( came with Chrome 110/);
});
