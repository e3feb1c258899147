import assert from "node:assert";
import { test } from "node:test";
import { TreeText } from "./tree_text";

const two = new TreeText("node r max;node a min;edge r a;edge r b;edge a a1;edge a a2;leaf a1 3;leaf a2 -19/6;leaf b 2");
const three = new TreeText("seats 3;node r seat 0;edge r a;edge r b;leaf a 1 2 3;leaf b 4 5 6");

test("a leaf takes another value, and nothing else changes", () => {
  assert.deepEqual(two.leaves.map((leaf) => leaf.value), ["3", "-19/6", "2"]);
  assert.equal(two.with("a1", " 7.5 ")?.text, two.text.replace("leaf a1 3", "leaf a1 7.5"));
  assert.equal(two.with("a2", "−1/2")?.valueOf("a2"), "-1/2");
  assert.equal(two.with("a2", "2,5")?.valueOf("a2"), "2.5");
  assert.equal(three.with("b", "7, 8, 9")?.valueOf("b"), "7 8 9");
  assert.equal(two.spec, `tree:text="${two.text}"`);
});

test("a leaf is found by its name, or by the move that leads there", () => {
  assert.equal(two.leafOf({ position: "a1" }, { position: "a" }), "a1");
  assert.equal(two.leafOf({ position: "a" }, { position: "r" }), null);
  const named = new TreeText("node r chance;leaf x 1;leaf y 2;edge r x p=1/3 left;edge r y p=2/3");
  assert.equal(named.leafOf({ move: "left" }, { position: "r" }), "x");
  assert.equal(named.leafOf({ move: "y" }, { position: "r" }), "y");
  assert.equal(named.leafOf({ move: "x" }, { position: "r" }), null);
});

test("what is no value of a leaf is refused", () => {
  for (const typed of ["", "x", "1;2", "1 2", '1"', "1/", "--1", "1e9"]) assert.equal(two.with("a1", typed), null, typed);
  assert.equal(three.with("a", "1 2"), null);
  assert.equal(two.with("r", "1"), null);
});
