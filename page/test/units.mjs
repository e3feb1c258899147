// Bundles the unit tests that stand beside the models, and runs them with Node's own runner.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
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

/** The test behind the texts that its modules speak in; the path of that. */
function withTexts(path) {
  const begun = join(out, "begun", relative(root, path));
  mkdirSync(dirname(begun), { recursive: true });
  writeFileSync(begun, [join(root, "test/english"), path].map((one) => `import ${JSON.stringify(one)};\n`).join(""));
  return begun;
}

try {
  const entryPoints = files(join(root, "src"), ".test.ts").map(withTexts);
  await build({ entryPoints, outdir: out, bundle: true, format: "esm", platform: "node", outExtension: { ".js": ".mjs" }, define: { RENAMES: JSON.stringify(JSON.stringify(renames)) }, logLevel: "warning" });
  process.exitCode = spawnSync(process.execPath, ["--test", ...files(out, ".test.mjs")], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
