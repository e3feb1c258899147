// What axe finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** By these rules, all where none are named, in a part of the page or all of it, in short. */
export async function findings(page, rules, part) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([runOnly, part]) => window.axe.run(part ?? document, { resultTypes: ["violations"], ...(runOnly && { runOnly }) }),
    [rules, part],
  );
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
}
