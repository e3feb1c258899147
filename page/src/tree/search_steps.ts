// What a search did, step by step: it entered a node, knew its value, cut it.
import type { Tree, TreeNode, Window } from "../model/tree";

export interface Step {
  node: number;
  what: "entered" | "left" | "cut";
  /** What the value made of the window of the node above. */
  narrows: "alpha" | "beta" | null;
}
/** How far the search has come with a node. */
export type Stage = "later" | "open" | "known";

export class SearchSteps {
  readonly steps: Step[] = [];
  private readonly appears: number[];
  private readonly knows: number[];
  private readonly cuts: number[];
  /** The windows that change, each with the step from which on it holds. */
  private readonly windows: Map<number, { from: number; window: Window }[]> = new Map();

  constructor(readonly tree: Tree) {
    const never = Infinity;
    const moments = momentsOf(tree);
    this.appears = tree.tree.map(() => never);
    this.knows = tree.tree.map(() => never);
    this.cuts = tree.tree.map(() => never);
    for (const [i, { node, what }] of moments.entries()) {
      this.steps.push({ node, what, narrows: null });
      (what === "entered" ? this.appears : what === "left" ? this.knows : this.cuts)[node] = i + 1;
    }
    for (const node of tree.tree) if (node.kind === "pruned") this.appears[node.id] = this.cuts[node.parent ?? 0] ?? never;
    this.follow();
  }

  /** How many steps there are; the last one ends the search. */
  get count(): number {
    return this.steps.length;
  }

  /** All nodes have their places from the beginning. */
  isThere(): boolean {
    return true;
  }

  /** Whether it is marked as one of the chosen line, which is known when the search has ended. */
  isLit(id: number, step: number): boolean {
    return step >= this.count && this.tree.tree[id]?.line === true;
  }

  stage(id: number, step: number): Stage {
    if (step >= this.count) return "known";
    if ((this.appears[id] ?? 0) > step) return "later";
    return (this.knows[id] ?? 0) > step && this.tree.tree[id]?.kind !== "pruned" ? "open" : "known";
  }

  /** Whether it is known at this step that moves of it are not searched. */
  isCut(id: number, step: number): boolean {
    const node = this.tree.tree[id];
    const since = node?.kind === "pruned" ? this.appears[id] : this.cuts[id];
    return node?.cut !== undefined && (step >= this.count || (since ?? 0) <= step);
  }

  /** The window at this step, while the node is being searched; afterwards the one that it was entered with. */
  window(id: number, step: number): Window | null {
    const node = this.tree.tree[id];
    const entry = node?.window ?? null;
    if (!entry || this.stage(id, step) !== "open") return entry;
    const narrowed = (this.windows.get(id) ?? []).filter((w) => w.from <= step);
    return narrowed[narrowed.length - 1]?.window ?? entry;
  }

  /** Values narrow the window of the node above, where the method has windows at all. */
  private follow(): void {
    const { tree } = this.tree;
    if (!tree.some((node) => node.parent !== null && node.window)) return;
    for (const [i, step] of this.steps.entries()) {
      const node = tree[step.node] as TreeNode;
      const above = node.parent === null ? undefined : tree[node.parent];
      if (step.what === "left" && above) step.narrows = this.narrow(node, above, i + 1);
    }
  }

  private narrow(node: TreeNode, above: TreeNode, from: number): Step["narrows"] {
    const value = node.value?.[this.tree.pov ?? 0];
    if (value === null || value === undefined || !above.window || node.revisit) return null;
    const list = this.windows.get(above.id) ?? [];
    const [alpha, beta] = list[list.length - 1]?.window ?? above.window;
    const raises = above.role === "max" && (alpha === null || value > alpha);
    const lowers = above.role === "min" && (beta === null || value < beta);
    if (!raises && !lowers) return null;
    this.windows.set(above.id, [...list, { from, window: raises ? [value, beta] : [alpha, value] }]);
    return raises ? "alpha" : "beta";
  }
}

function momentsOf(tree: Tree): { at: number; node: number; what: Step["what"] }[] {
  const moments: { at: number; node: number; what: Step["what"] }[] = [];
  for (const node of tree.tree) {
    if (node.kind === "pruned") continue;
    moments.push({ at: node.enter_step, node: node.id, what: "entered" });
    if (node.leave_step) moments.push({ at: node.leave_step, node: node.id, what: "left" });
    if (node.cut_at) moments.push({ at: node.cut_at, node: node.id, what: "cut" });
  }
  return moments.sort((a, b) => a.at - b.at || a.node - b.node);
}
