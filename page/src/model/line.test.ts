import assert from "node:assert";
import { test } from "node:test";
import { firstLine, readSpec, spec, words } from "./line";

test("words with blanks or quotes are strings of JSON", () => {
  assert.equal(words("new", "nim", "position=a b", ""), 'new nim "position=a b" ""');
  assert.equal(words('a"b'), '"a\\"b"');
  assert.equal(spec("race", { seats: "2", ring: "" }), "race:seats=2");
  assert.equal(spec("tree", { file: "a,b" }), 'tree:file="a,b"');
});

test("a spec is taken apart as it was put together", () => {
  const deep = { name: "alphabeta", options: { depth: "2", eval: "corner(king=100,corner-net=1)", full: "yes" } };
  assert.deepEqual(readSpec("alphabeta:depth=2,eval=corner(king=100,corner-net=1),full"), deep);
  assert.deepEqual(readSpec(spec("tree", { text: "leaf a 1,2" })), { name: "tree", options: { text: "leaf a 1,2" } });
  assert.deepEqual(readSpec("nim"), { name: "nim", options: {} });
});

test("of a position that was copied with more the first line counts", () => {
  const id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10";
  assert.equal(firstLine(`${id}\r\nX:P   O:Q\r\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\r\n`), id);
  assert.equal(firstLine(`\n ${id}\n\nmore`), id);
  for (const one of ["", id, `${id}\r\n`]) assert.equal(firstLine(one), null);
});
