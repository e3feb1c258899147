import assert from "node:assert";
import { test } from "node:test";
import { cs } from "./cs";
import { en } from "./en";
import { form } from "./plural";
import { fetchTexts, languageName, languages, speak, w } from "./strings";

/** What is the same in both languages: names, signs, and what is put together of its arguments alone. */
const SAME = /^(brand|between|elo|reasons\.rules|tree\.(simulation\.head\.ucb|roles\..*|ends\.choice|cutAt|enters|entersWindow)|exercise\.(fields\.beta|roles\.(m..|or|and))|seconds|afterMove|share\.(svg|png|frameCode|almost|frames))$/;

/** Each text by its path; a function as what it says of these arguments. */
function textsOf(table: object, args: unknown[][], path = ""): [string, string][] {
  return Object.entries(table).flatMap(([key, text]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    if (typeof text === "object") return textsOf(text as object, args, at);
    return [[at, typeof text === "function" ? args.map((some) => String(text(...some))).join("/") : String(text)]];
  });
}

const NUMBERS = [1, 3, 7].map((n) => [n, n, n]);
const MARKS = [["§1", "§2", "§3", "§4"]];

test("all texts are there in Czech, and none was left in English", () => {
  const czech = new Map(textsOf(cs, NUMBERS));
  for (const [path, text] of textsOf(en, NUMBERS)) {
    const translated = czech.get(path);
    assert.ok(translated !== undefined && (translated !== "" || text === ""), path);
    if (!SAME.test(path)) assert.notEqual(translated, text, path);
    assert.ok(!/undefined|NaN|"/.test(translated ?? ""), `${path}: ${translated}`);
  }
});

test("what is said of the arguments is the same in both languages", () => {
  const used = (text = "") => [...text.matchAll(/§\d/g)].map(String).sort().join();
  const czech = new Map(textsOf(cs, MARKS));
  for (const [path, text] of textsOf(en, MARKS))
    if (path !== "tree.sets") assert.equal(used(czech.get(path)), used(text), path); // which names alpha and beta itself
});

test("Czech counts 1 tah, 2 tahy, 5 tahů", () => {
  const counts = [0, 1, 2, 4, 5, 11, 21, 22, 101, 1.5].map((n) => form(n, "tah", "tahy", "tahů", "tahu"));
  assert.deepEqual(counts, ["tahů", "tah", "tahy", "tahy", "tahů", "tahů", "tahů", "tahů", "tahů", "tahu"]);
  assert.deepEqual([1, 2, 5].map(cs.added), ["Mezi uložené partie přibyla 1 partie.", "Mezi uložené partie přibyly 2 partie.", "Mezi uložené partie přibylo 5 partií."]);
  assert.deepEqual([1, 2, 9].map(cs.tree.moment), ["po 1 tahu", "po 2 tazích", "po 9 tazích"]);
  assert.deepEqual(
    [[1, 1], [2, 2], [2, 4], [2, 5]].map(([min, max]) => cs.seatsFor(min as number, max as number)),
    ["pro jednoho hráče", "pro 2 hráče", "pro 2–4 hráče", "pro 2–5 hráčů"],
  );
});

test("English counts too", () => {
  assert.deepEqual([1, 2].map(en.tree.moment), ["after 1 move", "after 2 moves"]);
  assert.deepEqual([1, 2.5].map((n) => en.points(n, String(n))), ["1 point", "2.5 points"]);
});

test("the first language that the page has is spoken, as soon as its texts are here", async () => {
  assert.equal(speak(["", "xx", "cs", "en"]), "cs");
  assert.equal(w.locale, "en");
  assert.equal(await fetchTexts("xx"), false);
  assert.equal(await fetchTexts("cs"), true);
  assert.equal(speak(["", "xx", "cs", "en"]), "cs");
  assert.equal(w.locale, "cs");
  assert.equal(languageName("cs"), w.language);
  assert.equal(speak([""]), "en");
  assert.equal(speak(["csb", "de-AT"]), "en"); // Kashubian is another language
  assert.deepEqual(languages().map(({ code }) => code), ["en", "cs"]);
});
