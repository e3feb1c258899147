// A tree as it is looked at: what is unfolded, what is chosen, how far the search is shown. No DOM.
import { SearchSteps } from "./search_steps";
import { SimulationSteps } from "./simulation_steps";
import { type Tree, type TreeNode, childrenOf, namesOf } from "../model/tree";

/** How many nodes are seen at first, more or less. */
const SEEN = 32;

export class Walk {
  tree!: Tree;
  searchSteps!: SearchSteps | SimulationSteps;
  chosen = 0;
  /** How many steps of the search are shown; searchSteps.count: all. */
  step = 0;
  playing = false;
  private children: number[][] = [];
  private names: string[] = [];
  private open = new Set<string>();

  constructor(
    tree: Tree,
    private readonly redraw: () => void,
  ) {
    this.take(tree);
    this.step = tree.simulations ? 0 : this.searchSteps.count;
    this.unfoldSome();
  }

  private take(tree: Tree): void {
    this.tree = tree;
    this.searchSteps = tree.simulations ? new SimulationSteps(tree, tree.simulations) : new SearchSteps(tree);
    this.children = childrenOf(tree);
    this.names = namesOf(tree);
  }

  /** Looks at another tree, such as the same with another leaf: what was unfolded and chosen stays where it can. */
  replace(tree: Tree): void {
    const ended = this.step === this.searchSteps.count;
    const chosen = this.names[this.chosen] as string;
    const sameGame = tree.game === this.tree.game && tree.position === this.tree.position;
    this.take(tree);
    this.step = ended ? this.searchSteps.count : Math.min(this.step, this.searchSteps.count);
    this.chosen = sameGame ? Math.max(0, this.names.indexOf(chosen)) : 0;
    if (!sameGame) this.open.clear();
    if (!sameGame || this.open.size === 0 || tree.simulations) this.unfoldSome(); // other simulations reach other nodes
    this.unfoldTo(this.chosen);
    this.chooseThere();
  }

  node(id: number): TreeNode {
    return this.tree.tree[id] as TreeNode;
  }

  /** The line of nodes from the root to this one. */
  pathTo(id: number): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: number | null = id; at !== null; at = this.node(at).parent) path.unshift(this.node(at));
    return path;
  }

  childrenOf(id: number): readonly number[] {
    return this.children[id] ?? [];
  }

  hasChildren(id: number): boolean {
    return this.childrenOf(id).length > 0;
  }

  isOpen(id: number): boolean {
    return this.open.has(this.names[id] as string) && this.hasChildren(id);
  }

  /** The children that are seen. */
  shown(id: number): readonly number[] {
    return this.isOpen(id) ? this.childrenOf(id).filter((child) => this.searchSteps.isThere(child, this.step)) : [];
  }

  /** All nodes that are seen, in the order of the search. */
  get seen(): number[] {
    const seen: number[] = [];
    const add = (id: number) => {
      seen.push(id);
      for (const child of this.shown(id)) add(child);
    };
    add(0);
    return seen;
  }

  isSeen(id: number): boolean {
    return this.pathTo(id)
      .slice(0, -1)
      .every((node) => this.isOpen(node.id));
  }

  // ---- folding -------------------------------------------------------------------------------

  private setOpen(id: number, yes: boolean): void {
    if (yes) this.open.add(this.names[id] as string);
    else this.open.delete(this.names[id] as string);
  }

  fold(id: number, yes = !this.isOpen(id)): void {
    this.setOpen(id, yes);
    if (!this.isSeen(this.chosen)) this.chosen = id;
    this.redraw();
  }

  /** Unfolds all, or leaves the chosen line with its alternatives. */
  unfold(all: boolean): void {
    for (const node of this.tree.tree) this.setOpen(node.id, all || node.line);
    while (!this.isSeen(this.chosen)) this.chosen = this.node(this.chosen).parent ?? 0;
    this.redraw();
  }

  /** The chosen line first, then level by level, as many as are easily overlooked. */
  private unfoldSome(): void {
    let seen = 1;
    const order = [...this.tree.tree.filter((n) => n.line), ...[...this.tree.tree].sort((a, b) => a.ply - b.ply)];
    for (const node of order) {
      const more = this.childrenOf(node.id).length;
      if (more === 0 || this.isOpen(node.id) || !this.isSeen(node.id)) continue;
      if (node.id !== 0 && seen + more > SEEN && !this.tree.simulations) continue; // a tree that grows is small at first
      this.setOpen(node.id, true);
      seen += more;
    }
  }

  private unfoldTo(id: number): void {
    for (const node of this.pathTo(id).slice(0, -1)) this.setOpen(node.id, true);
  }

  // ---- choosing ------------------------------------------------------------------------------

  choose(id: number): void {
    this.chosen = id;
    this.redraw();
  }

  /** What is chosen is there at the step shown, else what it grows from. */
  private chooseThere(): void {
    while (!this.searchSteps.isThere(this.chosen, this.step)) this.chosen = this.node(this.chosen).parent ?? 0;
  }

  /** The node that a key leads to, as the nodes stand in a drawing: up is the parent. */
  private besideInDrawing(key: string): number | undefined {
    const { parent } = this.node(this.chosen);
    const siblings = parent === null ? [] : this.shown(parent);
    const place = siblings.indexOf(this.chosen);
    if (key === "ArrowUp") return parent ?? undefined;
    if (key === "ArrowDown") return this.shown(this.chosen)[0];
    return siblings[place + (key === "ArrowRight" ? 1 : -1)];
  }

  /** And in an outline, where right unfolds or goes in, and left folds or goes out. */
  private besideInOutline(key: string): number | undefined {
    const { seen, chosen } = this;
    if (key === "ArrowUp") return seen[seen.indexOf(chosen) - 1];
    if (key === "ArrowDown") return seen[seen.indexOf(chosen) + 1];
    if (key === "ArrowRight") {
      if (!this.hasChildren(chosen) || this.isOpen(chosen)) return this.shown(chosen)[0];
      this.setOpen(chosen, true);
    } else if (!this.isOpen(chosen)) return this.node(chosen).parent ?? undefined;
    else this.setOpen(chosen, false);
    return chosen;
  }

  /** Does what a key means; false: nothing. */
  key(key: string, outlined: boolean): boolean {
    if (key === "Enter" || key === " ") this.fold(this.chosen);
    else if (key === "Home") this.choose(0);
    else if (key === "End") this.choose(this.seen[this.seen.length - 1] ?? 0);
    else if (key.startsWith("Arrow")) this.choose((outlined ? this.besideInOutline(key) : this.besideInDrawing(key)) ?? this.chosen);
    else if (key === "n" || key === "p") this.go(key === "n" ? 1 : -1);
    else return false;
    return true;
  }

  // ---- steps ---------------------------------------------------------------------------------

  get ended(): boolean {
    return this.step === this.searchSteps.count;
  }

  /** The node of the step shown, null before the first one and after the search. */
  get now(): number | null {
    return this.ended ? null : (this.searchSteps.steps[this.step - 1]?.node ?? null);
  }

  /** Chooses the node of the step, so that its board is seen. */
  show(step: number): void {
    this.step = Math.max(0, Math.min(this.searchSteps.count, step));
    if (this.now !== null && this.isSeen(this.now)) this.chosen = this.now;
    this.chooseThere();
    this.redraw();
  }

  /** To the next step, or the one before, of a node that is seen: those of folded ones are passed over. */
  go(by: 1 | -1): void {
    let step = this.step;
    do step += by;
    while (step > 0 && step < this.searchSteps.count && !this.isSeen(this.searchSteps.steps[step - 1]?.node ?? 0));
    this.show(step);
  }

  /** Begins anew where the search is shown to its end. */
  play(yes: boolean): void {
    this.playing = yes;
    if (yes && this.ended) return this.show(0);
    this.redraw();
  }
}
