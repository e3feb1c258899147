// Makes the page of src/: one script, one style sheet, the page itself, the texts of docs/ that it teaches with, and the
// licences of what is in them.
//
//     node build.mjs                       dist/, which `hra serve` holds
//     node build.mjs --site OUT ENGINE [CATALOGUE...]
//                                          OUT, a site with the engine (a file of WebAssembly) and no server, which
//                                          speaks also the languages of these catalogues (LANGUAGE.mo); with SITE_URL,
//                                          the address that it will have, it says how links to it are shown
//     node build.mjs --one FILE ENGINE [CATALOGUE...]
//                                          FILE, that site in one file (one.mjs)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { build } from "esbuild";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { minify } from "terser";
import { APART } from "./apart.mjs";
import { withoutLightDark } from "./colours.mjs";
import { addEmbed } from "./embed.mjs";
import { firstSights, htmlOf } from "./home/first_sight.mjs";
import { drawIcons, drawLinkPicture } from "./icons.mjs";
import { insideOf, writeOne } from "./one.mjs";
import { renames } from "./renames.mjs";
import { readTexts } from "./texts/texts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const one = process.argv[2] === "--one";
const site = one || process.argv[2] === "--site";
if (site ? process.argv.length < 5 : process.argv.length !== 2) {
  console.error("usage: node build.mjs [--site OUT ENGINE [CATALOGUE...] | --one FILE ENGINE [CATALOGUE...]]");
  process.exit(2);
}
/** The catalogues of gettext by their languages. */
const catalogues = new Map(process.argv.slice(5).map((path) => [basename(path, ".mo"), path]));
const address = site && !one ? (process.env["SITE_URL"] ?? "").replace(/\/*$/, "/") : "/";
if (address !== "/" && !/^https?:\/\/[^/"]/.test(address)) {
  console.error(`build.mjs: SITE_URL is '${process.env["SITE_URL"]}'; it has to be an address, such as https://example.org/hra`);
  process.exit(2);
}
const out = one ? mkdtempSync(join(tmpdir(), "hra-one-")) : site ? resolve(process.argv[3]) : join(here, "dist");

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

/** Stands for what names this build, until all of it is there. */
const UNKNOWN = "hra-build-to-be-";
/** A file under an address that no other build has, so that no browser takes it from another one. */
const ofBuild = (file) => (site && !one ? `${file}?${UNKNOWN}` : file);
/** A file as it is sent, shorter than by what hosts pack with; `how`: options of xz. */
const packed = (path, how) => execFileSync("xz", ["--format=lzma", `--lzma1=preset=9e,${how}`, "--keep", "--stdout", path], { maxBuffer: 1e9 });
const engine = site ? packed(process.argv[4], "pb=0") : "";
const define = {
  SITE: String(site),
  ONE: String(one),
  BUILD: JSON.stringify(UNKNOWN),
  ENGINE_BYTES: String(site ? statSync(process.argv[4]).size : 0),
  ENGINE_PACKED: String(engine.length),
  CATALOGUES: JSON.stringify([...catalogues.keys()].join(" ")), // no lists: the bundler would make a file of each
  RENAMES: JSON.stringify(JSON.stringify(renames)),
};

/** Terser finds 2 % that the bundler leaves. */
async function shorten(path, module) {
  const { code } = await minify(readFileSync(path, "utf8"), { module, ecma: 2020, compress: { passes: 2, unsafe_arrows: true, pure_getters: true } });
  writeFileSync(path, code);
}

async function bundle(entryPoints, more = {}, defined = {}) {
  const done = await build({
    absWorkingDir: here,
    entryPoints,
    outdir: out,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2021"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    define: { ...define, ...defined },
    metafile: true,
    ...more,
  });
  for (const file of Object.keys(done.metafile.outputs)) if (file.endsWith(".js") && !more.target) await shorten(join(here, file), more.format === "esm");
  for (const [name, path] of Object.entries(entryPoints)) {
    const style = join(out, `${name}.css`);
    if (path.endsWith(".css")) writeFileSync(style, withoutLightDark(readFileSync(style, "utf8")));
  }
  return done;
}

/** The name of the file that a source has become. */
const outputOf = ({ outputs }, source) => basename(Object.entries(outputs).find(([, file]) => file.entryPoint === source)[0]);

/** The script of the page and the parts of it that it needs at once: src/site/first.js has the browser fetch them together, when
 * what the first sight needs is here. */
function firstParts({ outputs }) {
  const page = Object.values(outputs).find((file) => file.entryPoint === "src/main.tsx");
  return [ofBuild("page.js"), ...page.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path))];
}

/** What the page fetches later names all of the page, which is there by then: otherwise the bundler makes a file of each set of
 * modules that the page shares with some of these parts. */
const withPage = {
  name: "with-page",
  setup({ onLoad }) {
    onLoad({ filter: /\/(view\/(board_)?parts|turns_part|share\/packed)\.ts$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(join(here, "src/main.tsx"))};\n`,
      loader: "ts",
    }));
  },
};

/** A link to the engine before all scripts, since it is what a first game waits for longest. */
const engineLink = () => (site && !one ? `<link rel="preload" as="fetch" crossorigin="anonymous" href="${ofBuild("engine.wasm.lzma")}">\n` : "");

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

// ---- the site ----------------------------------------------------------------------------------

/** What the head of the site's page says besides: its policy, and what others make of a link to it. */
function headOfSite({ title, lead }) {
  const text = (of) => of.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const og = { type: "website", site_name: "hra", title: `hra – ${title}`, description: lead, url: address, image: `${address}link.png`, "image:width": 1200, "image:height": 630 };
  const lines = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="description" content="${text(lead)}">`,
    '<link rel="manifest" href="manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="icon-maskable.png">',
    ...(address === "/" ? [] : Object.entries(og).map(([name, value]) => `<meta property="og:${name}" content="${text(String(value))}">`)),
  ];
  return `${lines.join("\n")}\n`;
}

async function addHome(html) {
  const sights = await firstSights(process.argv[4], [["en", ""], ...catalogues], define);
  for (const { language, data } of sights) writeFileSync(join(out, `home-${language}.json`), JSON.stringify({ build: UNKNOWN, ...data }));
  return html
    .replace('<div id="page"></div>\n', () => htmlOf(sights))
    .replace("<title>", () => (one ? "<title>" : `${headOfSite(sights[0])}<title>`))
    .replace(/(href|src)="(page-style\.css|first\.js)"/g, (_, name, file) => `${name}="${ofBuild(file)}"`);
}

/** Names the build by all that is in it: wherever it is asked for, and behind the engine. */
function nameBuild() {
  const files = readdirSync(out).sort();
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update(readFileSync(join(out, file)));
  const name = sum.digest("hex").slice(0, UNKNOWN.length);
  for (const file of files.filter((one) => /\.(js|html|json)$/.test(one))) {
    const text = readFileSync(join(out, file), "utf8");
    if (text.includes(UNKNOWN)) writeFileSync(join(out, file), text.replaceAll(UNKNOWN, name));
  }
  appendFileSync(join(out, "engine.wasm.lzma"), name);
  return name;
}

/** What a visit brings, so that the next one needs no network. */
async function addOffline(version) {
  const sum = (file) => `sha256-${createHash("sha256").update(readFileSync(join(out, file))).digest("base64")}`;
  const files = readdirSync(out).filter((file) => !file.startsWith("embed")).sort().map((file) => [file === "index.html" ? "./" : file, sum(file)]);
  await bundle({ offline: "src/site/offline.ts" }, {}, { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) });
}

/** The engine, and what it may ask for. */
function addEngine() {
  writeFileSync(join(out, "engine.wasm.lzma"), engine);
  for (const path of APART) writeFileSync(join(out, `${basename(path)}.lzma`), packed(path, "lc=0,lp=2,pb=2")); // numbers of four bytes
  for (const [language, path] of catalogues) copyFileSync(path, join(out, `${language}.mo`));
}

async function addSite() {
  copyFileSync(join(here, "src/site/manifest.webmanifest"), join(out, "manifest.webmanifest"));
  drawIcons(out);
  if (address !== "/") drawLinkPicture(join(out, "link.png"));
  await addEmbed(bundle, out, ["engine.wasm.lzma", ...[...catalogues.keys()].map((language) => `${language}.mo`)]);
  await addOffline(nameBuild());
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle({ gif: "src/share/gif_worker.ts", "page-style": "src/style/page.css", "later-style": "src/style/later.css" });
if (site) await bundle({ engine: "src/backend/engine/worker.ts" }, one ? { plugins: [insideOf("inside_worker")] } : {});
const inParts = { format: "esm", splitting: true, chunkNames: "part-[hash]", plugins: [withPage] };
const { metafile } = await bundle({ page: "src/main.tsx" }, one ? { plugins: [insideOf("inside")] } : inParts);
const texts = one ? {} : Object.fromEntries(["en", "cs"].map((language) => [language, outputOf(metafile, `src/strings/${language}.ts`)]));
await bundle({ first: "src/site/first.js" }, { target: ["es5"] }, { PAGE: JSON.stringify(ofBuild("page.js")), PARTS: JSON.stringify(one ? [] : firstParts(metafile)), STYLE: JSON.stringify(ofBuild("later-style.css")), TEXTS: JSON.stringify(texts) });
const html = readFileSync(join(here, "src/index.html"), "utf8").replace('<script src="first.js">', (script) => `${engineLink()}${script}`);
writeFileSync(join(out, "index.html"), site ? await addHome(html) : html);
copyFileSync(join(here, "src/icon.svg"), join(out, "icon.svg"));
const preact = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8");
writeFileSync(join(out, "licences.txt"), `The page holds Preact (preactjs.com), under this licence:\n\n${preact}`);
addTexts();
if (site) addEngine();
if (one) {
  nameBuild();
  writeOne(out, resolve(process.argv[3]), packed);
  rmSync(out, { recursive: true });
} else if (site) await addSite();
else addPacked();
