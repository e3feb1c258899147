// The layout needs nothing that the oldest browsers of the page lack: in Chrome 97 or Firefox 102 a rule with a selector that they
// do not know is dropped whole, as is a block of an unknown at-rule. Years: caniuse.com.
import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");
const LATER = {
  ":has(": "Chrome 105, Firefox 121",
  "@container": "Chrome 105, Firefox 110",
  "@layer": "Chrome 99",
  "@scope": "Chrome 118, Firefox 146",
  "color-mix(": "Chrome 111, Firefox 113",
  ":dir(": "Chrome 120",
};

test("no style sheet needs what Chrome 97 or Firefox 102 do not know", () => {
  const sheets = readdirSync(src, { recursive: true }).filter((name) => name.endsWith(".css"));
  assert.ok(sheets.length > 10);
  for (const name of sheets) for (const [what, since] of Object.entries(LATER)) assert.ok(!readFileSync(join(src, name), "utf8").includes(what), `${name}: ${what} came with ${since}`);
});
