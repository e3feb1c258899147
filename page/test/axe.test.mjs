// axe on every screen, light and dark: no finding.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test, visit } from "./browser.mjs";
import { stops } from "./tour.mjs";

/** The dark look differs from the light one in its colours alone. */
const looks = { light: undefined, dark: ["color-contrast"] };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const here = visit();

/** What axe finds by these rules, all where none are named, in a part of the page or all of it, in short. */
async function findings(page, rules, part) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([runOnly, part]) => window.axe.run(part ?? document, { resultTypes: ["violations"], ...(runOnly && { runOnly }) }),
    [rules, part],
  );
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
}

test("axe finds nothing", async () => {
  const { server, chromium } = here;
  const { page } = chromium;
  const found = [];
  for (const [name, come, part] of stops(page, server.base)) {
    await come();
    for (const [colorScheme, rules] of Object.entries(looks)) {
      await page.emulateMedia({ colorScheme });
      for (const finding of await findings(page, rules, part)) found.push(`${name}, ${colorScheme}: ${finding}`);
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(chromium.faults, []);
});
