import assert from "node:assert";
import { test } from "node:test";
import { type TestTree, testTree, textbook } from "./test_trees";
import type { SearchSteps } from "./search_steps";
import { Walk } from "./walk";

const moves = (walk: Walk) => walk.seen.map((id) => walk.node(id).move ?? "root").join(" ");

test("a small tree is seen whole, and folds", () => {
  const walk = new Walk(textbook, () => {});
  assert.equal(moves(walk), "root a1 b1 b2 a2 c1 c2");
  walk.choose(5);
  walk.fold(4);
  assert.equal(moves(walk), "root a1 b1 b2 a2");
  assert.equal(walk.chosen, 4); // what was chosen went
  walk.unfold(false);
  assert.equal(moves(walk), "root a1 b1 b2 a2");
  walk.unfold(true);
  assert.equal(moves(walk), "root a1 b1 b2 a2 c1 c2");
});

test("of a large tree the chosen line is seen with its alternatives", () => {
  const wide = (depth: number, line: boolean): TestTree[] => Array.from({ length: 6 }, (_, i): TestTree => [`m${depth}${i}`, depth > 1 ? wide(depth - 1, line && i === 2) : [], { line: line && i === 2 }]);
  const walk = new Walk(testTree(["", wide(4, true), { line: true }]), () => {});
  assert.ok(walk.seen.length < 60);
  assert.ok(walk.tree.tree.filter((node) => node.line).every((node) => walk.isSeen(node.id)));
});

test("arrow keys go as the nodes stand", () => {
  const walk = new Walk(textbook, () => {});
  const go = (keys: string, outlined: boolean) => {
    for (const key of keys.split(" ")) assert.ok(walk.key(key.length > 1 && key !== "Home" && key !== "End" && key !== "Enter" ? `Arrow${key}` : key, outlined));
    return walk.node(walk.chosen).move ?? "root";
  };
  assert.equal(go("Down", false), "a1");
  assert.equal(go("Right", false), "a2");
  assert.equal(go("Right", false), "a2"); // there is no other
  assert.equal(go("Down Right Up", false), "a2");
  assert.equal(go("Enter Down", false), "a2"); // folded: nothing lies below
  assert.equal(go("Home Down Down Down Down", true), "a2");
  assert.equal(go("Right", true), "a2"); // unfolds,
  assert.equal(go("Right", true), "c1"); // then goes in
  assert.equal(go("Left Left Left", true), "root");
  assert.equal(go("End", true), "a2");
  assert.equal(walk.key("x", true), false);
});

test("steps of folded nodes are passed over", () => {
  const walk = new Walk(textbook, () => {});
  walk.fold(1);
  walk.show(0);
  const said: string[] = [];
  for (walk.go(1); !walk.ended; walk.go(1)) said.push(`${walk.node(walk.now ?? 0).move ?? "root"} ${(walk.searchSteps as SearchSteps).steps[walk.step - 1]?.what}`);
  assert.deepEqual(said, ["root entered", "a1 entered", "a1 left", "a2 entered", "c1 entered", "c1 left", "a2 cut", "a2 left"]);
  walk.go(-1);
  assert.equal(walk.step, 12);
  assert.equal(walk.chosen, 4); // whose step it is
  walk.play(true);
  assert.ok(walk.playing && walk.step === 12);
});

test("another tree of the same position keeps what was unfolded and chosen", () => {
  const walk = new Walk(textbook, () => {});
  walk.fold(1);
  walk.show(4);
  walk.choose(6);
  walk.replace(testTree(["", [["a0"], ["a1", [["b1"], ["b2"]]], ["a2", [["c1"], ["c2"], ["c3"]]]]]));
  assert.equal(moves(walk), "root a0 a1 a2 c1 c2 c3");
  assert.equal(walk.node(walk.chosen).move, "c2");
  assert.equal(walk.step, 4);
  walk.replace({ ...textbook, position: "elsewhere" });
  assert.equal(moves(walk), "root a1 b1 b2 a2 c1 c2");
  assert.equal(walk.chosen, 0);
});
