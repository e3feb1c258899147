// axe on every screen, light and dark, and on some in high contrast and in forced colours: no finding.
import assert from "node:assert";
import { findings } from "./axe.mjs";
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
const here = visit();

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
