// Bundles the unit tests that stand beside the models, and runs them with Node's own runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = mkdtempSync(join(root, "dist-units-"));
const entryPoints = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .concat(...["model", "board"].map((folder) => readdirSync(join(root, "src", folder)).map((f) => join(folder, f))))
  .filter((f, i, all) => f.endsWith(".test.ts") && all.indexOf(f) === i)
  .map((f) => join(root, "src", f));
try {
  await build({ entryPoints, outdir: out, outbase: join(root, "src"), bundle: true, format: "esm", platform: "node", outExtension: { ".js": ".mjs" }, logLevel: "warning" });
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).concat(...readdirSync(out).map((d) => readdirSync(join(out, d)).map((f) => join(d, f))));
  const tests = [...new Set(files.filter((f) => f.endsWith(".test.mjs")))].map((f) => join(out, f));
  process.exitCode = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
