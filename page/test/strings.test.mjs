// Whether every text that a person reads stands in src/strings, where each language has a table of its own.
//
// It walks the syntax trees of src/ and finds: text between tags; literals in attributes that are read or heard; the
// messages of errors; literals under the names that carry sentences to a view (`text`, `why`, ...); and any literal that
// looks like a sentence, wherever it is. It does not see a single word outside of those places ("Left"), what is put
// together of single words, nor what the engine says, which the library's own catalogue translates.
import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** Attributes that a person reads or hears, and names under which a sentence goes to a view. */
const HEARD = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "alt", "label", "placeholder", "title"];
const CARRIED = ["failed", "label", "text", "title", "trouble", "why", "words"];
/** What is the same in every language: a spec as it is typed, and the name of a file or a call with what came of it. */
const isName = (text) => text === "mcts:playouts=500" || /^\w+[._]\w+:? …$/.test(text);

const isWord = (text) => /\p{L}{2}/u.test(text);
/** A capital letter and a small one, and another word; or four words: commands and classes have fewer. */
const isSentence = (text) => /^\p{Lu}\p{Ll}+[,:;]? \p{L}/u.test(text) || /\p{L}{2,}( \p{L}+){3}/u.test(text);

function isLiteral(node) {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** The words of a literal, without what is put into it. */
function wordsOf(node) {
  return ts.isTemplateExpression(node) ? [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join("…") : node.text;
}

/** Where a literal stands: in what is heard, in an error, under a carried name; "": elsewhere. */
function placeOf(node) {
  for (let at = node; at.parent; at = at.parent) {
    const above = at.parent;
    if (ts.isJsxAttribute(above)) return HEARD.includes(above.name.getText()) ? "heard" : "";
    if (ts.isNewExpression(above)) return /Error$|^Refused$/.test(above.expression.getText()) ? "error" : "";
    if (ts.isPropertyAssignment(above)) return CARRIED.includes(above.name.getText()) ? "carried" : "";
    if (ts.isVariableDeclaration(above) && above.initializer === at) return CARRIED.includes(above.name.getText()) ? "carried" : "";
    if (ts.isBinaryExpression(above) && above.right === at && above.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return CARRIED.includes(above.left.getText().replace(/^.*\./, "")) ? "carried" : "";
    if (ts.isJsxExpression(above) && !ts.isJsxAttribute(above.parent)) return "shown";
    if (ts.isCallExpression(above) || ts.isStatement(above) || ts.isBinaryExpression(above)) return "";
  }
  return "";
}

/** The texts of a file that belong into the table. */
function textsIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    const line = () => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isJsxText(node) && isWord(node.text)) found.push(`${path}:${line()} ${node.text.trim()}`);
    if (isLiteral(node)) {
      const words = wordsOf(node);
      const place = placeOf(node);
      const wanted = place === "heard" || place === "shown" ? isWord(words) : place !== "" ? / /.test(words) && isWord(words) : false;
      if ((wanted || isSentence(words)) && !isName(words)) found.push(`${path}:${line()} ${words}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("every text stands in the tables", () => {
  const paths = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path) && !/^strings|\.test\.ts$/.test(path));
  assert.ok(paths.length > 80);
  assert.deepEqual(paths.flatMap((path) => textsIn(path, readFileSync(join(src, path), "utf8"))), []);
});

test("a text outside them is found", () => {
  for (const text of [
    "<p>Hello</p>",
    "<p>{yes ? 'Play' : w.no}</p>",
    "<b aria-label='Close'>×</b>",
    "<b title={yes ? `Remove ${name}` : undefined} />",
    "throw new Error('no memory left');",
    "throw new Refused(0, `answer ${status}`);",
    "tell({ event: 'error', code: 'io', text: 'not kept' });",
    "this.trouble = `not kept: ${why}`;",
    "const why = 'too many';",
    "const LOST = 'The connection is lost.';",
  ])
    assert.equal(textsIn("a.tsx", text).length, 1, text);
  for (const text of [
    "<p class='quiet mono'>{w.lost} – {n} × a</p>",
    "<input placeholder={option.default} value='new game' />",
    "say('draw offer');",
    "throw new Error(`engine.wasm: ${status}`.replace(' ', ''));",
    "const spec = `${game} seed=4 keep=no hold`;",
    "tell({ event: 'error', text: w.lost });",
  ])
    assert.deepEqual(textsIn("a.tsx", text), [], text);
});
