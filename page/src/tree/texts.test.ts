import assert from "node:assert";
import { test } from "node:test";
import { valueOf, valueSaid } from "./texts";
import type { Tree, TreeNode } from "../model/tree";

const tree = { pov: 0, tree: [] } as unknown as Tree;
const node = (more: Partial<TreeNode>) => ({ value: [2, -2], bound: "exact", ...more }) as TreeNode;

test("what rests on the evaluation is marked", () => {
  assert.equal(valueOf(tree, node({})), "2");
  assert.equal(valueOf(tree, node({ estimate: true })), "~2");
  assert.equal(valueOf(tree, node({ bound: "at most" })), "≤ 2");
  assert.equal(valueSaid(tree, node({})), "2");
  assert.equal(valueSaid(tree, node({ estimate: true })), "estimate 2");
});
