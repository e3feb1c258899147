import assert from "node:assert";
import { test } from "node:test";
import { moveOf, valueOf, valueSaid } from "./texts";
import { type Tree, type TreeNode, lineOf } from "../model/tree";

const tree = { pov: 0, tree: [] } as unknown as Tree;
const node = (more: Partial<TreeNode>) => ({ value: [2, -2], bound: "exact", ...more }) as TreeNode;

test("what rests on the evaluation is marked", () => {
  assert.equal(valueOf(tree, node({})), "2");
  assert.equal(valueOf(tree, node({ estimate: true })), "~2");
  assert.equal(valueOf(tree, node({ bound: "at most" })), "≤ 2");
  assert.equal(valueSaid(tree, node({})), "2");
  assert.equal(valueSaid(tree, node({ estimate: true })), "estimate 2");
});

test("moves are in words of the language if these differ", () => {
  assert.equal(moveOf(node({ move: "keep 6-6", move_said: "nechat 6-6" })), "nechat 6-6");
  assert.equal(moveOf(node({ move: "11-15" })), "11-15");
  const nodes = [node({ id: 0, parent: null, line: true }), node({ id: 1, parent: 0, line: true, move: "keep 6-6", move_said: "nechat 6-6" })];
  assert.deepEqual(lineOf({ tree: nodes } as unknown as Tree), ["nechat 6-6"]);
});
