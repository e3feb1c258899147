// Names of games and of their options that changed, of which links and forms of the page may still have the old ones: rows of
// src/rules/renamed.def.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");
const read = (name) => readFileSync(join(src, name), "utf8");
const games = [...read("builtin/games.def").matchAll(/^HRA_GAME\((\w+)\)/gm)].map(([, name]) => name);
const KINDS = ["GAME", "OPTION", "VALUE"];

/** Each row as [kind, owner, old, new]. */
export const renames = [...read("rules/renamed.def").matchAll(/^HRA_RENAMED\((\w+), "([^"]*)", "([^"]*)", "([^"]*)"\)/gm)]
  .map(([, ...row]) => row)
  .filter(([kind, owner]) => KINDS.includes(kind) && ["", ...games].includes(owner.replace(/\..*/, "")));
