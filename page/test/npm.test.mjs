// The packages for npm (packages/npm), by Node and in a browser: those that NPM=FOLDER has installed, else as they are built here.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { browser, scratch, test } from "./browser.mjs";
import { en } from "./speech.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const WASM = process.env["WASM"] ?? join(root, "build/wasm");
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:";
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** A folder with the packages in node_modules. */
function install() {
  if (process.env["NPM"]) return process.env["NPM"];
  const folder = scratch();
  execFileSync("node", [join(root, "packages/npm/build.mjs"), folder, join(WASM, "apps/wasm/engine.wasm"), join(WASM, "cs.mo")], { stdio: ["ignore", "ignore", "inherit"] });
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".tgz"))) {
    const to = join(folder, "node_modules", file.replace(/-0.*/, "").replace("hra-", "@hra/"));
    mkdirSync(to, { recursive: true });
    execFileSync("tar", ["-x", "-f", join(folder, file), "-C", to, "--strip-components=1"]);
  }
  return folder;
}

/** A host that sends its files under a strict policy. */
async function serveFolder(folder) {
  const server = createServer((request, answer) => {
    try {
      const bytes = readFileSync(join(folder, request.url.replace(/[?#].*/, "")));
      answer.writeHead(200, { "Content-Type": types[extname(request.url)] ?? "application/octet-stream", "Content-Security-Policy": POLICY }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => (server.close(), server.closeAllConnections()) };
}

const here = {};
before(async () => {
  here.folder = install();
  here.engine = join(here.folder, "node_modules/@hra/engine");
  here.web = scratch();
  here.host = await serveFolder(here.web);
  here.chromium = await browser();
});
after(async () => {
  here.host?.end();
  await here.chromium?.end();
});

const program = `
import { load } from "@hra/engine";
const engine = await load();
const game = engine.open("tictactoe human alphabeta");
while (!game.result) game.move(game.moves()[0]);
const checkers = engine.open("checkers human human");
const { move, nodes, value } = checkers.analyse("expert", "nodes=20000");
let code = "";
try { game.move("z9"); } catch (error) { code = error.code; }
export const result = JSON.stringify({ games: engine.games().length, returns: game.result.returns, move, nodes, value, code });
`;

test("the example of the engine prints the best move and the result", () => {
  const out = execFileSync("node", [join(here.engine, "example.mjs")], { encoding: "utf8" });
  assert.match(out, /^moves: a1 b1 .*\nbest: a1\n[^]*points: -1 : 1\n$/);
});

test("Node and a bundle in a browser, under a strict policy, find the same", async () => {
  writeFileSync(join(here.folder, "program.mjs"), `${program}console.log(result);`);
  const native = execFileSync("node", ["program.mjs"], { cwd: here.folder, encoding: "utf8" }).trim();
  assert.match(native, /"games":12,"returns":\[-1,1\],"move":"[\d-]+","nodes":20\d*,.*"code":"/);
  writeFileSync(join(here.folder, "page.mjs"), `${program}document.body.textContent = result;`);
  await build({ entryPoints: [join(here.folder, "page.mjs")], bundle: true, format: "esm", target: "es2022", outfile: join(here.web, "page.js"), logLevel: "warning" });
  cpSync(here.engine, here.web, { recursive: true });
  writeFileSync(join(here.web, "engine.html"), '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>engine</title><body><script type="module" src="page.js"></script>');
  const { page } = here.chromium;
  await page.goto(`${here.host.address}engine.html`);
  await page.waitForFunction(() => document.body.textContent.includes("returns"));
  assert.equal(await page.textContent("body"), native);
  assert.deepEqual(here.chromium.faults, []);
});

test("its types know the events", () => {
  const source = `import { load, type EventOf, type SessionEvent } from "@hra/engine";
const engine = await load({ language: "cs" });
const game = engine.open("nim human minimax");
const told: SessionEvent[] = game.send("move b2");
const asked: EventOf<"ask"> | undefined = game.last("ask");
const ply: number | undefined = asked?.ply;
// @ts-expect-error: there is no such line
game.send("fly");
// @ts-expect-error: there is no such event
game.last("fly");
console.log(told, ply);
`;
  writeFileSync(join(here.folder, "types.mts"), source);
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, target: "es2022", module: "nodenext", moduleResolution: "nodenext", types: [], lib: ["es2022", "dom"] };
  writeFileSync(join(here.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.mts"] }));
  execFileSync(join(root, "page/node_modules/.bin/tsc"), ["-p", here.folder], { stdio: ["ignore", "inherit", "inherit"] });
});

test("boards in a page: a move by mouse and one by keyboard are answered, and reported; an opening is shown turned", async () => {
  const { page } = here.chromium;
  cpSync(here.engine, here.web, { recursive: true });
  await page.addInitScript(() => void customElements.whenDefined("hra-board").then((Board) => new Board().send("undo")).catch((why) => (self.early = why.message)));
  await page.goto(`${here.host.address}board.html`);
  await page.waitForFunction((text) => self.early === text, en.loading);
  await page.evaluate(() => {
    self.told = [];
    for (const name of ["hra-move", "hra-result", "hra-error"]) document.addEventListener(name, ({ type, detail }) => told.push([type, detail.move ?? detail.text ?? detail.returns]));
  });
  const board = page.locator("#play");
  await board.locator('[data-id="b2"].can').click();
  await page.waitForFunction(() => told.length === 2);
  await board.locator("svg.board [tabindex='0']").focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => told.length >= 4);
  const told = await page.evaluate(() => self.told);
  assert.deepEqual(told.map(([type]) => type), ["hra-move", "hra-move", "hra-move", "hra-move"]);
  assert.deepEqual(told[0], ["hra-move", "b2"]);
  assert.match(await page.evaluate(() => document.getElementById("play").position), /X/);
  await page.evaluate(() => document.getElementById("play").setAttribute("game", "shogi"));
  assert.match(await board.locator("[role=alert]").textContent(), /shogi/);
  await page.evaluate(() => [["game", "empire"], ["players", "human human"]].forEach(([name, value]) => document.getElementById("play").setAttribute(name, value)));
  await board.locator(".due:text-matches('^[A-Z]')").waitFor(); // what its game says is to be done
  const top = (id) => page.locator(`#opening [data-id="${id}"]`).evaluate((one) => one.getBoundingClientRect().top);
  await page.locator("#opening svg.board").waitFor();
  assert.ok((await top("1")) > (await top("32")));
  assert.equal(await page.locator("#opening .can").count(), 0);
  if (process.env["PICTURE"]) await page.screenshot({ path: process.env["PICTURE"], fullPage: true });
  assert.deepEqual(here.chromium.faults, []);
});
