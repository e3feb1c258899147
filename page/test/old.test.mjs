// What a browser remembers of the site of 0.1.0 (tests/old/page.json) is listed and opened; links of then lead where they led.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test, visit } from "./browser.mjs";
import { dump, restore, shown } from "./old.mjs";
import { serveSite } from "./static.mjs";

const here = visit(serveSite);
const { entries, links } = JSON.parse(readFileSync(new URL("../../tests/old/page.json", import.meta.url), "utf8"));

test("games that the site of 0.1.0 saved are listed, and are what they were", async () => {
  const { page } = here.chromium;
  await restore(page, entries);
  await page.reload();
  for (const { name } of entries.filter(({ name }) => name.startsWith("plays/"))) {
    await page.waitForSelector(`button[aria-label="Delete: ${name.replace("plays/", "")}"]`);
  }
  assert.ok(entries.length >= 5);
  assert.deepEqual(await dump(page), entries);
});

/** What is chosen there, in any order; the usual opponent of Nim is a level today. */
function chosen(fragment, fields) {
  const usual = fragment.startsWith("#new=nim") ? "mcts:playouts=100,memory=1M" : "usual";
  return fields && { fields: fields.map((field) => (field === "usual" ? usual : field)).sort() };
}

/** Headings of 0.1.0 in the words of today. */
const worded = (heading) => heading.replace(/^A new table: /, "New game: ").replace(/^A match of /, "Match: ");

for (const { fragment, ...then } of links) {
  const expected = { ...then, heading: worded(then.heading), ...chosen(fragment, then.fields) };
  test(`the link ${fragment} leads where it led`, async () => {
    const { page } = here.chromium;
    const { ply, state } = expected;
    const place = await shown(page, here.server.base, fragment, ply === null ? {} : { ply, state });
    assert.deepEqual(place, expected);
  });
}
