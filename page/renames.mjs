// Names that changed, of which links and forms of the page may still have the old ones: rows of src/rules/renamed.def.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const table = join(dirname(fileURLToPath(import.meta.url)), "../src/rules/renamed.def");
const KINDS = ["GAME", "OPTION", "VALUE"];

/** Each row as [kind, owner, old, new]. */
export const renames = [...readFileSync(table, "utf8").matchAll(/^HRA_RENAMED\((\w+), "([^"]*)", "([^"]*)", "([^"]*)"\)/gm)]
  .map(([, ...row]) => row)
  .filter(([kind]) => KINDS.includes(kind));
