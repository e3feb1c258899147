// Makes dist/ of src/: one script, one style sheet, the page itself and the licences of what is in them.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx", "page-style": "src/style/page.css" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
copyFileSync(join(here, "src/index.html"), join(dist, "index.html"));
copyFileSync(join(here, "src/icon.svg"), join(dist, "icon.svg"));
const preact = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8");
writeFileSync(join(dist, "licences.txt"), `The page holds Preact (preactjs.com), under this licence:\n\n${preact}`);
