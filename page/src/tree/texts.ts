// What is written at nodes, and said of them.
import { many, plain, tuple } from "../model/numbers";
import { w } from "../strings/strings";
import type { Step, SearchSteps } from "./search_steps";
import type { Bound, Tree, TreeNode, Window } from "../model/tree";

/** Names of the seats in texts of a tree; a seat without a name has its number. */
export type Names = readonly string[];

/** The number of a value for the tree's seat; all of them if each seat maximizes its own. */
function numbers(tree: Tree, value: readonly (number | null)[]): string {
  return tree.pov !== null ? plain(value[tree.pov] ?? null) : tuple(value);
}

export const marks: Record<Bound, string> = { exact: "", "at least": "≥ ", "at most": "≤ ", mean: "~" };

function several(tree: Tree, node: TreeNode): string {
  const all = (node.vectors ?? []).map((v) => numbers(tree, v)).join(w.between);
  return `{${all}${node.vectors_left_out ? `${w.between}…` : ""}}`;
}

/** The value as written at a node: "3", "≤ 2", "~0.4", "(8, 3, 5)", "solved"; "": it has none. */
export function valueOf(tree: Tree, node: TreeNode): string {
  if (!node.value) return "";
  if (node.proof) return w.tree.proofs[node.proof];
  if ((node.vectors?.length ?? 0) > 1) return several(tree, node);
  return (node.estimate ? "~" : marks[node.bound ?? "exact"]) + numbers(tree, node.value);
}

/** The same in words. */
export function valueSaid(tree: Tree, node: TreeNode): string {
  if (!node.value) return w.tree.unknown;
  if (node.proof || (node.vectors?.length ?? 0) > 1) return valueOf(tree, node);
  const text = numbers(tree, node.value);
  const said = { exact: (v: string) => v, "at least": w.tree.atLeast, "at most": w.tree.atMost, mean: w.tree.about };
  return node.estimate ? w.tree.estimate(text) : said[node.bound ?? "exact"](text);
}

export function nameOf(seat: number, names: Names): string {
  return names[seat] || w.seatNumber(seat + 1);
}

/** Who moves here, or what it is: "MAX, black moves", "chance", "end of the game". */
export function kindOf(node: TreeNode, names: Names): string {
  if (node.kind !== "choice" || node.seat === undefined) return w.tree.ends[node.kind];
  const name = nameOf(node.seat, names);
  const moves = node.role === "random" ? w.tree.atRandom(name) : w.tree.moves(name);
  const role = w.tree.roles[node.role ?? "none"];
  return role ? `${role}, ${moves}` : moves;
}

export function isOpenWindow(window: Window | null | undefined): boolean {
  return !window || (window[0] === null && window[1] === null);
}

function side(value: number | null, none: string): string {
  return value === null ? none : plain(value);
}

/** "α 3 β ∞" */
export function windowOf([alpha, beta]: Window): string {
  return `α ${side(alpha, "−∞")}  β ${side(beta, "∞")}`;
}

export function cutOf(node: TreeNode): string {
  return node.cut ? (w.tree.cuts[node.cut] ?? node.cut) : "";
}

/** "alpha cut, α 3 β 2" */
export function cutSaid(node: TreeNode): string {
  return node.cut_window ? w.tree.cutAt(cutOf(node), windowOf(node.cut_window)) : cutOf(node);
}

/** What is not shown below a node; "": all is. */
export function hiddenBelow(node: TreeNode): string {
  if (!node.left_out && !node.folded) return "";
  return w.tree.hidden(node.left_out ?? 0, node.folded ?? 0, many(node.folded ?? 0));
}

export function moveOf(node: TreeNode): string {
  return node.move_said ?? node.move ?? w.tree.root;
}

/** All that there is to say of a node to those who do not see it. */
export function spoken(tree: Tree, node: TreeNode, names: Names, known: boolean, cut: boolean, line: boolean): string {
  const parts = [moveOf(node), kindOf(node, names)];
  if (known && node.value) parts.push(valueSaid(tree, node));
  if (node.probability !== undefined) parts.push(w.tree.probability(plain(node.probability)));
  if (node.window && !isOpenWindow(node.window)) parts.push(w.tree.window(side(node.window[0], "−∞"), side(node.window[1], "∞")));
  if (cut) parts.push(cutSaid(node));
  if (node.visits) parts.push(w.tree.visits(node.visits, String(node.visits)));
  if (line) parts.push(w.tree.onLine);
  if (node.revisit) parts.push(w.tree.revisited);
  return parts.filter(Boolean).join(", ");
}

/** A step of the search as a sentence. */
export function stepSaid(tree: Tree, searchSteps: SearchSteps, step: Step, at: number, names: Names): string {
  const node = tree.tree[step.node] as TreeNode;
  const name = moveOf(node);
  if (step.what === "cut") {
    const pruned = tree.tree.filter((n) => n.parent === node.id && n.kind === "pruned").length;
    return w.tree.cutHere(name, cutSaid(node), pruned + (node.left_out ?? 0));
  }
  if (step.what === "entered") {
    const window = searchSteps.window(node.id, at);
    return window && !isOpenWindow(window) ? w.tree.entersWindow(name, kindOf(node, names), windowOf(window)) : w.tree.enters(name, kindOf(node, names));
  }
  if (!node.value) return w.tree.getsNothing(name);
  const gets = w.tree.gets(name, valueSaid(tree, node));
  const above = node.parent === null ? null : (tree.tree[node.parent] as TreeNode);
  return step.narrows && above ? `${gets}; ${w.tree.sets(step.narrows, moveOf(above), plain(node.value[tree.pov ?? 0] ?? null))}` : gets;
}
