// The icons of an installed site, and its picture for links to it, drawn by rsvg-convert.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function draw(svg, width, height, file) {
  const { error, status, stderr } = spawnSync("rsvg-convert", ["-w", String(width), "-h", String(height), "-o", file], { input: svg });
  if (error || status !== 0) throw new Error(`icons.mjs: rsvg-convert could not draw ${file}: ${error?.message ?? stderr}`);
}

/** A system cuts the maskable one to a shape of its own: its ground has no corners, its marks are within the inner 80 %. */
export function drawIcons(out) {
  const icon = readFileSync(here("src/icon.svg"), "utf8");
  const whole = icon.replace(' rx="7"', "");
  if (whole === icon) throw new Error('icons.mjs: src/icon.svg has no ground with rx="7"');
  draw(icon, 192, 192, join(out, "icon-192.png"));
  draw(icon, 512, 512, join(out, "icon-512.png"));
  draw(whole, 512, 512, join(out, "icon-maskable.png"));
}

/** A board as hra draws it, in the size that links are shown with. */
export function drawLinkPicture(file) {
  const board = readFileSync(here("../docs/pictures/board-checkers.svg"), "utf8").replace(/<svg ([^>]*)width="[^"]*" height="[^"]*"/, '<svg $1x="330" y="30" width="540" height="570"');
  draw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#1f6f5c"/>${board}</svg>`, 1200, 630, file);
}
