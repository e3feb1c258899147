// Trees for the tests of this folder, from a few words a node.
import type { Tree, TreeNode } from "../model/tree";

/** [move, children, and what else is known of the node]: those with neither children nor a kind are ends. */
export type TestTree = [move: string, below?: TestTree[], known?: Partial<TreeNode>];

/** The nodes are entered in their order; each is left behind what lies below it, and cut before it is left. */
export function testTree(root: TestTree, known: Partial<Tree> = {}): Tree {
  const nodes: TreeNode[] = [];
  let moment = 0;
  const add = ([move, below = [], more = {}]: TestTree, parent: TreeNode | null): TreeNode => {
    const kind = more.kind ?? (below.length ? "choice" : "end");
    const pruned = kind === "pruned";
    const node: TreeNode = { id: nodes.length, parent: parent?.id ?? null, ply: parent ? parent.ply + 1 : 0, kind, move, best: false, line: false, visit_order: 0, enter_step: pruned ? moment : ++moment, leave_step: 0, ...more };
    if (!parent) delete node.move;
    nodes.push(node);
    for (const child of below) if (child[2]?.kind !== "pruned") add(child, node);
    if (more.cut && !pruned) node.cut_at = ++moment;
    for (const child of below) if (child[2]?.kind === "pruned") add(child, node);
    if (!pruned) node.leave_step = ++moment;
    return node;
  };
  add(root, null);
  return { format: "hra tree 1", game: "made", position: "", method: "alphabeta", value: [0, 0], kind: "exact", seats: 2, pov: 0, nodes: nodes.length, leaves: 0, cutoffs: 0, playouts: 0, trees: 1, depth: null, complete: true, kept_nodes: nodes.length, tree: nodes, ...known };
}

const leaf = (move: string, value: number): TestTree => [move, [], { value: [value, -value], bound: "exact", window: [null, null] }];

/** The cut that every textbook shows: after 3 a 2 is enough. */
export const textbook = testTree([
  "",
  [
    ["a1", [leaf("b1", 3), leaf("b2", 12)], { role: "min", seat: 1, value: [3, -3], window: [null, null], line: true }],
    [
      "a2",
      [leaf("c1", 2), ["c2", [], { kind: "pruned", cut: "alpha cut" }]],
      { role: "min", seat: 1, value: [2, -2], bound: "at most", window: [3, null], cut: "alpha cut", cut_window: [3, 2] },
    ],
  ],
  { role: "max", seat: 0, value: [3, -3], window: [null, null], line: true },
]);
