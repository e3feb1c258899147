// Trees that a search walked, as `hra tree --format json` and the event `tree` write them (docs/methods/README.md).
import type { BoardScene, Change, NowScene } from "./shapes";

export type Role = "none" | "max" | "min" | "own" | "random" | "or" | "and";
export type Bound = "exact" | "at least" | "at most" | "mean";
/** Alpha and beta; null: open. */
export type Window = [number | null, number | null];

export interface TreeNode {
  id: number;
  parent: number | null;
  ply: number;
  kind: "choice" | "chance" | "end" | "leaf" | "pruned";
  seat?: number;
  role?: Role;
  move?: string;
  move_said?: string;
  position?: string;
  probability?: number;
  /** A number for each seat; null: it was never known. */
  value?: (number | null)[] | null;
  bound?: Bound;
  /** The value rests on the evaluation somewhere, at a depth that was not asked for. */
  estimate?: true;
  proof?: "solved" | "unsolved" | "unknown";
  vectors?: (number | null)[][];
  vectors_left_out?: number;
  depth?: number;
  window?: Window;
  cut?: string;
  cut_window?: Window;
  visits?: number;
  best: boolean;
  line: boolean;
  revisit?: true;
  visit_order: number;
  /** Moments of the search: it was entered, its value was known (0: never), it was cut. */
  enter_step: number;
  leave_step: number;
  cut_at?: number;
  /** What is not told below it: nodes and moves. */
  folded?: number;
  left_out?: number;
  scene?: NowScene;
  change?: Change;
}

/** What a simulation of MCTS does on its way (docs/methods/README.md, "Simulations"). */
export interface Simulation {
  number: number;
  path: number[];
  expanded: boolean;
  range?: number;
  compared: { node: number; visits: number; mean: number; bonus: number; ucb: number; chosen: boolean }[];
  known: boolean;
  plies: number;
  playout: { seat?: number; move: string; move_said?: string }[];
  change?: Change;
  result: number[];
  backup: { node: number; seat: number; visits: number; wins?: number; mean_before: number | null; mean: number; value: number[] }[];
}

export interface Tree {
  format: string;
  game: string;
  position: string;
  method: string;
  move?: string;
  move_said?: string;
  value: (number | null)[];
  kind: string;
  seats: number;
  /** The seat whose numbers tell all; null: each looks after itself. */
  pov: number | null;
  nodes: number;
  leaves: number;
  cutoffs: number;
  playouts: number;
  trees: number;
  depth: number | null;
  complete: boolean;
  kept_nodes: number;
  board?: BoardScene;
  tree: TreeNode[];
  /** Those that grew the tree, node after node. */
  simulations?: Simulation[];
}

/** The children of each node, in the order of the search. */
export function childrenOf(tree: Tree): number[][] {
  const children: number[][] = tree.tree.map(() => []);
  for (const node of tree.tree) if (node.parent !== null) children[node.parent]?.push(node.id);
  return children;
}

/** The moves of the chosen line, as people read them, up to where chance brings several. */
export function lineOf(tree: Tree): string[] {
  const line: string[] = [];
  for (let at: TreeNode[] = tree.tree.slice(0, 1); at.length === 1; ) {
    const [node] = at as [TreeNode];
    if (node.move !== undefined) line.push(node.move_said ?? node.move);
    at = tree.tree.filter((next) => next.parent === node.id && next.line);
  }
  return line;
}

/** A name for each node that the same node has in a tree walked anew: the moves that lead there. */
export function namesOf(tree: Tree): string[] {
  const names: string[] = [];
  const seen = new Map<string, number>();
  for (const node of tree.tree) {
    const name = node.parent === null ? "" : `${names[node.parent]}/${node.move}`;
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    names.push(times ? `${name} ${times}` : name);
  }
  return names;
}
