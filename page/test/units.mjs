// Bundles the unit tests that stand beside the models, and runs them with Node's own runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { renames } from "../renames.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = mkdtempSync(join(root, "dist-units-"));

/** The files of a folder, however deep, whose names end so. */
function files(folder, ending) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

try {
  const entryPoints = files(join(root, "src"), ".test.ts");
  await build({ entryPoints, outdir: out, bundle: true, format: "esm", platform: "node", outExtension: { ".js": ".mjs" }, define: { RENAMES: JSON.stringify(JSON.stringify(renames)) }, logLevel: "warning" });
  process.exitCode = spawnSync(process.execPath, ["--test", ...files(out, ".test.mjs")], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
