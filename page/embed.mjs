// embed.html of the site: a game in a frame of another page (docs/site.md, "Frames").
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

/** As that of the page; but its worker is made of a text, since a frame with an origin of its own may have no other. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** `files`: what the frame needs of the site, which it can take as scripts where it may fetch nothing. */
export async function addEmbed(bundle, out, files) {
  await bundle({ embed: "src/embed/main.tsx", "embed-style": "src/embed/embed.css" }, { format: "iife" });
  const html = readFileSync(join(here, "src/embed/embed.html"), "utf8");
  writeFileSync(join(out, "embed.html"), html.replace("<title>", `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<title>`));
  for (const name of files) {
    const packed = gzipSync(readFileSync(join(out, name)), { level: 9 }).toString("base64");
    writeFileSync(join(out, `embed-${name}.js`), `(self.hraFiles??={})[${JSON.stringify(name)}]="${packed}"\n`);
  }
}
