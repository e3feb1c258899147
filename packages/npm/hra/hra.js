#!/usr/bin/env node
// hra COMMAND: the program as WebAssembly. hra serve: the site, by Node.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { Exit, System } from "./system.js";

const args = process.argv.slice(2);
const here = new URL("./", import.meta.url);

async function run() {
  const absolute = (path) => (process.platform === "win32" ? `/${path.replaceAll("\\", "/")}` : path);
  const home = absolute(homedir());
  const language = `${Intl.DateTimeFormat().resolvedOptions().locale.replace("-", "_")}.UTF-8`; // Windows has no LANG
  const env = { HOME: home, LANG: language, ...process.env, ...(process.platform === "win32" && { HOME: home }), HRA_FOLDER: absolute(process.cwd()) };
  const system = new System(["hra", ...args], env, here);
  const compiled = await WebAssembly.compile(readFileSync(new URL("hra.wasm", here)));
  const { exports } = await WebAssembly.instantiate(compiled, system.imports());
  system.memory = exports.memory;
  try {
    exports._start();
    return 0;
  } catch (why) {
    if (why instanceof Exit) return why.status;
    throw why;
  }
}

if (args[0] === "serve") await (await import("./serve.js")).serve(args.slice(1));
else process.exit(await run());
