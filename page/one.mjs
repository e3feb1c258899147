// hra.html: the site in one file, which opens by a double click, without a host (docs/site.md, "One file").
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Has the page, or its workers, take files from the page itself (src/assets). */
export const insideOf = (file) => ({
  name: "inside",
  setup: (build) => build.onResolve({ filter: /\/assets\/beside$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.replace(/beside$/, `${file}.ts`)) })),
});

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Only what is in the file runs, and nothing is asked of a network: workers are made of texts of the page. */
const policyOf = (scripts, style) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** A script as it may stand in a document. */
function scriptOf(path) {
  const text = readFileSync(path, "utf8");
  if (/<\/script|<!--|\r/i.test(text)) throw new Error(`${path} would end its element`);
  return text;
}

/** Texts of learn.json with their pictures in them. */
function withPictures(out) {
  const address = (name) => `data:image/svg+xml,${encodeURIComponent(readFileSync(join(out, name), "utf8"))}`;
  const text = JSON.stringify(JSON.parse(readFileSync(join(out, "learn.json"), "utf8")), (key, value) => (key === "src" ? address(value) : value));
  writeFileSync(join(out, "learn.json"), text);
}

/** Writes the site of the folder `out` as the file `to`; `packed`: a file, packed as for the site. */
export function writeOne(out, to, packed) {
  withPictures(out);
  const [first, page, style] = [scriptOf(join(out, "first.js")), scriptOf(join(out, "page.js")), ["page-style.css", "later-style.css"].map((name) => readFileSync(join(out, name), "utf8")).join("")];
  const files = readdirSync(out).filter((name) => /\.(lzma|mo|json|txt)$|^(engine|gif)\.js$/.test(name)).sort();
  const blocks = files.map((name) => {
    const path = join(out, name);
    const bytes = readFileSync(path);
    const [more, content] = name.endsWith(".lzma") ? ["", bytes] : [` data-bytes="${bytes.length}"`, packed(path, "pb=0")];
    return `<script type="text/plain" data-file="${name}"${more}>${content.toString("base64")}</script>\n`;
  });
  const icon = readFileSync(join(out, "icon.svg")).toString("base64");
  const html = readFileSync(join(out, "index.html"), "utf8")
    .replace("<title>", () => `<meta http-equiv="Content-Security-Policy" content="${policyOf([first, page], style)}">\n<title>`)
    .replace('href="icon.svg"', () => `href="data:image/svg+xml;base64,${icon}"`)
    .replace(/<link rel="preload" as="style"[^>]*>\n/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script src="first\.js"><\/script>/, () => `<script>${first}</script>`)
    .replace("</body>", () => `<script type="text/plain" id="page.js">${page}</script>\n${blocks.join("")}</body>`);
  writeFileSync(to, html);
}
