// The tables of src/strings for tests of the page that run in one language or the other.
import { buildSync } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src/strings");

async function table(code) {
  const { outputFiles } = buildSync({ entryPoints: [join(src, `${code}.ts`)], bundle: true, format: "esm", write: false });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`))[code];
}

export const [en, cs] = await Promise.all(["en", "cs"].map(table));
