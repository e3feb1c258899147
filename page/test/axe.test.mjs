// axe on every screen, light and dark, and on some in high contrast and in forced colours: no finding.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test, visit } from "./browser.mjs";
import { stops } from "./tour.mjs";

/** The other looks differ from the light one in their colours alone. */
const looks = {
  light: [{ colorScheme: "light", contrast: null, forcedColors: null }, undefined],
  dark: [{ colorScheme: "dark" }, ["color-contrast"]],
  "high contrast": [{ contrast: "more" }, ["color-contrast"]],
  "forced colours": [{ forcedColors: "active" }, ["color-contrast"]],
};
const everywhere = ["light", "dark"];
/** Where the looks of high contrast are seen: all that they change is there. */
const CONTRAST = ["advice", "empire", "matched"];
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
    for (const [look, [media, rules]] of Object.entries(looks)) {
      if (!everywhere.includes(look) && !CONTRAST.includes(name)) continue;
      await page.emulateMedia(media);
      for (const finding of await findings(page, rules, part)) found.push(`${name}, ${look}: ${finding}`);
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(chromium.faults, []);
});
