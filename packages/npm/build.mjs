// Makes the packages for npm and packs them: build.mjs OUT ENGINE CATALOGUE [PROGRAM MESSAGES SITE], which are the folder for
// NAME-VERSION.tgz, engine.wasm and cs.mo of `make site`; hra.wasm, its hra.mo and the site, for the package hra (build.sh). The same commit and npm give the same bytes.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { APART } from "../../page/apart.mjs";
import { withoutLightDark } from "../../page/colours.mjs";
import { renames } from "../../page/renames.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const { build } = createRequire(join(root, "page/package.json"))("esbuild");
const tsc = join(root, "page/node_modules/.bin/tsc");
if (process.argv.length !== 5 && process.argv.length !== 8) {
  console.error("usage: node build.mjs OUT ENGINE CATALOGUE [PROGRAM MESSAGES SITE]");
  process.exit(2);
}
const [out, engine, catalogue, program, messages, site] = process.argv.slice(2).map((path) => resolve(path));
const version = /version: '([^']*)'/.exec(readFileSync(join(root, "meson.build"), "utf8"))[1];
const work = mkdtempSync(join(tmpdir(), "hra-npm-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

const text = (path) => readFileSync(path, "utf8");

/** A folder with what each package has. */
function begin(name) {
  const folder = join(work, name);
  mkdirSync(folder);
  const about = { ...JSON.parse(text(join(here, name, "package.json"))), version };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  copyFileSync(join(here, name, "README.md"), join(folder, "README.md"));
  return folder;
}

function pack(folder) {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
}

const bundle = (folder, entryPoints, more) =>
  build({ entryPoints, outdir: folder, bundle: true, format: "esm", target: ["es2022"], legalComments: "none", logLevel: "warning", ...more });

/** What the engine consists of. */
function addEngine(folder) {
  copyFileSync(engine, join(folder, "engine.wasm"));
  copyFileSync(catalogue, join(folder, "cs.mo"));
  for (const path of APART) copyFileSync(path, join(folder, basename(path)));
  writeFileSync(join(folder, "licences.txt"), `${text(join(here, "licences.txt"))}\n== Preact (https://preactjs.com), in board.js, MIT\n${text(join(root, "page/node_modules/preact/LICENSE"))}`);
}

/** The style of the page's board, for the inside of an element. */
async function styleOfBoard() {
  const { outputFiles } = await build({ entryPoints: [join(root, "page/src/element/element.css")], bundle: true, minify: true, write: false, target: ["es2021"] });
  return withoutLightDark(outputFiles[0].text).replace(/:root\[data-theme="?(\w+)"?\]/g, ":host([theme=$1])").replace(/:root(\[[^\]]*\])/g, ":host($1)").replaceAll(":root", ":host");
}

async function addBoard(folder) {
  const define = { STYLE: JSON.stringify(await styleOfBoard()), RENAMES: JSON.stringify(JSON.stringify(renames)), SITE: "true", BUILD: '""' };
  await bundle(folder, { board: join(root, "page/src/element/main.tsx") }, { define, minify: true, jsx: "automatic", jsxImportSource: "preact", nodePaths: [join(root, "page/node_modules")] });
  await bundle(folder, [join(here, "engine/worker.ts")], { minify: true });
  for (const file of ["board.d.ts", "board.html"]) copyFileSync(join(here, "engine", file), join(folder, file));
}

/** Types for the sources of a package, which lie beside one another. */
function addTypes(folder, name) {
  const made = join(work, "types");
  execFileSync(tsc, ["-p", join(here, name), "--outDir", made, "--rootDir", root], { stdio: "inherit" });
  for (const file of ["core", "node", "browser", "load", "events"]) {
    const types = text(join(made, "packages/npm", name, `${file}.d.ts`));
    writeFileSync(join(folder, `${file}.d.ts`), types.replace(/(from "\.\/\w+)"/g, '$1.js"')); // as Node resolves them
  }
}

async function makeEngine() {
  const folder = begin("engine");
  const source = join(here, "engine");
  writeFileSync(join(source, "events.ts"), execFileSync("node", [join(here, "types.mjs"), join(root, "docs/session.schema.json"), join(root, "docs/session.md")]));
  await bundle(folder, [join(source, "node.ts")], { platform: "node" });
  await bundle(folder, [join(source, "browser.ts")], { platform: "browser" });
  addTypes(folder, "engine");
  addEngine(folder);
  await addBoard(folder);
  copyFileSync(join(source, "example.mjs"), join(folder, "example.mjs"));
  pack(folder);
}

function makeProgram() {
  const folder = begin("hra");
  for (const file of ["hra.js", "system.js", "serve.js"]) copyFileSync(join(here, "hra", file), join(folder, file));
  for (const path of [...APART, join(here, "licences.txt")]) copyFileSync(path, join(folder, basename(path)));
  copyFileSync(program, join(folder, "hra.wasm"));
  mkdirSync(join(folder, "po/cs/LC_MESSAGES"), { recursive: true }); // as gettext has them
  copyFileSync(messages, join(folder, "po/cs/LC_MESSAGES/hra.mo"));
  cpSync(site, join(folder, "site"), { recursive: true });
  pack(folder);
}

mkdirSync(out, { recursive: true });
if (program) makeProgram();
await makeEngine();
