// Pictures of each screen: node pictures.mjs FOLDER [NAME...], light and dark, as wide as a telephone, a small and a usual
// laptop; two of them also where the system forces its colours. LANGUAGE=cs: in Czech.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browser, serve } from "./test/browser.mjs";
import { cs, en } from "./test/speech.mjs";
import { stops } from "./test/tour.mjs";

const [folder = "pictures", ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const FORCED = ["advice", "empire"];
const looks = [
  [1280, 800, "light"],
  [1280, 800, "dark"],
  [1024, 640, "light"],
  [1024, 640, "dark"],
  [360, 740, "light"],
  [360, 740, "dark"],
  [1280, 800, "forced"],
].filter(([width, , scheme]) => !process.env["LOOK"] || process.env["LOOK"] === `${width}-${scheme}`);
const language = process.env["LANGUAGE"] === "cs" ? "cs" : "";
const server = await serve({ language });
try {
  for (const [width, height, colorScheme] of looks) {
    const forced = colorScheme === "forced";
    const chromium = await browser({ viewport: { width, height }, ...(forced ? { colorScheme: "dark", contrast: "more", forcedColors: "active" } : { colorScheme }) });
    const { page } = chromium;
    await page.goto(server.address);
    await page.waitForSelector(".game");
    for (const [name, come] of stops(page, server.base, language ? cs : en)) {
      try {
        await come();
      } catch (why) {
        console.error(`${name}: ${why.message.split("\n")[0]}`);
      }
      await page.evaluate(() => document.querySelectorAll(".games .stage").forEach(({ style }) => (style.contentVisibility = "visible"))); // also below
      if ((names.length === 0 || names.includes(name)) && (!forced || FORCED.includes(name))) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    for (const fault of chromium.faults) console.error(fault);
    await chromium.end();
  }
} finally {
  await server.end();
}
