// Makes the page of src/: one script, one style sheet, the page itself, the texts of docs/ that it teaches with, and the
// licences of what is in them.
//
//     node build.mjs                       dist/, which `hra serve` holds
//     node build.mjs --site OUT ENGINE [CATALOGUE...]
//                                          OUT, a site with the engine (a file of WebAssembly) and no server, which
//                                          speaks also the languages of these catalogues (LANGUAGE.mo)
import { createHash } from "node:crypto";
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { APART } from "./apart.mjs";
import { addEmbed } from "./embed.mjs";
import { renames } from "./renames.mjs";
import { readTexts } from "./texts/texts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const site = process.argv[2] === "--site";
if (site ? process.argv.length < 5 : process.argv.length !== 2) {
  console.error("usage: node build.mjs [--site OUT ENGINE [CATALOGUE...]]");
  process.exit(2);
}
/** The catalogues of gettext by their languages. */
const catalogues = new Map(process.argv.slice(5).map((path) => [basename(path, ".mo"), path]));
const out = site ? resolve(process.argv[3]) : join(here, "dist");

/** The page's own policy; a server says the same in a header, where it can also forbid frames. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function bundle(entryPoints, more = {}, define = {}) {
  return build({
    absWorkingDir: here,
    entryPoints,
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2021"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    define: { SITE: String(site), ENGINE_BYTES: String(site ? statSync(process.argv[4]).size : 0), CATALOGUES: JSON.stringify([...catalogues.keys()]), RENAMES: JSON.stringify(renames), ...define },
    ...more,
  });
}

/** Links to the parts of the script that its first one needs at once, for the browser to fetch them together. */
function firstParts({ outputs }) {
  const [, page] = Object.entries(outputs).find(([, file]) => file.entryPoint === "src/main.tsx");
  const parts = page.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
  return parts.map((part) => `<link rel="modulepreload" href="${part}">\n`).join("");
}

/** What Learn shows is fetched when it is opened. */
function addTexts() {
  const { texts, pictures } = readTexts();
  writeFileSync(join(out, "learn.json"), JSON.stringify(texts));
  for (const [name, path] of pictures) copyFileSync(path, join(out, name));
}

/** Beside each file the same packed, which the program holds too; a web host packs by itself. */
function addPacked() {
  for (const file of readdirSync(out)) {
    const bytes = readFileSync(join(out, file));
    const packed = gzipSync(bytes, { level: 9 });
    if (packed.length < 0.9 * bytes.length) writeFileSync(join(out, `${file}.gz`), packed);
  }
}

/** What a visit brings, so that the next one needs no network; named by what is in it. */
async function addOffline() {
  const files = readdirSync(out).filter((file) => !file.startsWith("embed")).sort();
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update(readFileSync(join(out, file)));
  const version = sum.digest("hex").slice(0, 16);
  await bundle({ offline: "src/site/offline.ts" }, {}, { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) });
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle({ gif: "src/share/gif_worker.ts", "page-style": "src/style/page.css", ...(site ? { engine: "src/backend/engine/worker.ts" } : {}) });
const { metafile } = await bundle({ page: "src/main.tsx" }, { splitting: true, chunkNames: "part-[hash]", metafile: true });
const html = readFileSync(join(here, "src/index.html"), "utf8").replace("<title>", `${firstParts(metafile)}<title>`);
const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<link rel="manifest" href="manifest.webmanifest">\n`;
writeFileSync(join(out, "index.html"), site ? html.replace("<title>", `${meta}<title>`) : html);
copyFileSync(join(here, "src/icon.svg"), join(out, "icon.svg"));
const preact = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8");
writeFileSync(join(out, "licences.txt"), `The page holds Preact (preactjs.com), under this licence:\n\n${preact}`);
addTexts();
if (site) {
  copyFileSync(process.argv[4], join(out, "engine.wasm"));
  for (const path of APART) copyFileSync(path, join(out, basename(path)));
  for (const [language, path] of catalogues) copyFileSync(path, join(out, `${language}.mo`));
  copyFileSync(join(here, "src/site/manifest.webmanifest"), join(out, "manifest.webmanifest"));
  await addEmbed(bundle, out, ["engine.wasm", ...[...catalogues.keys()].map((language) => `${language}.mo`)]);
  await addOffline();
} else {
  addPacked();
}
