// No class of the page is large: at most 10 public fields and 300 lines. What a class computes (a getter, a method) is no field.
import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const FIELDS = 10;
const LINES = 300;
const src = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** Whether something that a class declares is seen outside. */
const isPublic = (node) => !(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) && !(node.name && ts.isPrivateIdentifier(node.name));

/** The names of the public fields of a class, those among the parameters of its constructor too. */
function fieldsOf(node) {
  const parameters = node.members.filter(ts.isConstructorDeclaration).flatMap((made) => made.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, made)));
  return [...node.members.filter(ts.isPropertyDeclaration), ...parameters].filter(isPublic).map((one) => one.name.getText());
}

/** What is wrong with the classes of a text. */
function faultsIn(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const line = (at) => file.getLineAndCharacterOfPosition(at).line + 1;
  const faults = [];
  const visit = (node) => {
    if (ts.isClassLike(node)) {
      const fields = fieldsOf(node);
      const lines = line(node.end) - line(node.getStart()) + 1;
      const where = `${name}:${line(node.getStart())}: class ${node.name?.text ?? ""}`;
      if (fields.length > FIELDS) faults.push(`${where} has ${fields.length} public fields: ${fields.join(", ")}`);
      if (lines > LINES) faults.push(`${where} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

test("no class of the page has more than 10 public fields or 300 lines", () => {
  const names = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  assert.ok(names.length > 100, `only ${names.length} files found`);
  assert.deepStrictEqual(names.flatMap((name) => faultsIn(name, readFileSync(join(src, name), "utf8"))), []);
});

test("the count sees fields of each kind, and no getters, methods and private ones", () => {
  const fields = Array.from({ length: 8 }, (_, i) => `f${i} = ${i};`).join(" ");
  const of = (more) => faultsIn("a.ts", `class A { ${fields} ${more} }`);
  assert.deepStrictEqual(of("static s = 1; readonly r = () => 1; private p = 1; #q = 1; get g() { return 1; } m() {}"), []);
  assert.match(of("s = 1; constructor(readonly a: number, public b: number, private c: number, d: number) {}")[0] ?? "", /class A has 11 public fields: .*s, a, b/);
  assert.match(faultsIn("a.ts", `class A {${"\n".repeat(300)}}`)[0] ?? "", /301 lines/);
});
