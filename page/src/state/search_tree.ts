// The search tree of a position, of one player at a time, and of positions below it. It is walked at a table of its own,
// as analyses are.
import type { Backend } from "../model/backend";
import type { Tree, TreeNode } from "../model/tree";
import { type Spot, askAt } from "./analyses";
import type { Found } from "../model/events";
import { word } from "../model/line";
import type { Predict } from "./predict";
import { Connection } from "./connection";

/** Nodes that can be told; with their boards the first are easily sent, and enough to be looked at. */
export const SIZES = [120, 400, 1000] as const;

interface Asked {
  player: string;
  /** "depth=6", "time=5s" or "". */
  limit: string;
  spot: Spot;
  /** How many nodes are told at most. */
  size: number;
}
interface Shown {
  asked: Asked;
  tree: Tree;
}

export class SearchTree {
  state: "none" | "runs" | "shown" | "failed" = "none";
  player = "";
  ply = 0;
  tree: Tree | null = null;
  found: Found | null = null;
  failed = "";
  size: number = SIZES[0];
  private connection: Connection | null = null;
  private asked: Asked | null = null;
  /** The trees above, from which one went down to this one. */
  private above: Shown[] = [];

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  /** `player` "": the game's best one. */
  async ask(player: string, limit: string, spot: Spot): Promise<void> {
    this.close();
    await this.walk({ player, limit, spot, size: this.size });
  }

  /** The same from a node of the tree, of which the tree may not tell what lies below. */
  async askBelow(node: TreeNode): Promise<void> {
    const { asked, tree } = this;
    if (!asked || !tree || node.position === undefined) return;
    this.above.push({ asked, tree });
    await this.walk({ ...asked, spot: { ...asked.spot, position: node.position, ply: asked.spot.ply + node.ply } });
  }

  /** The same with a larger number of nodes. */
  async resize(size: number): Promise<void> {
    this.size = size;
    if (this.asked) await this.walk({ ...this.asked, size });
  }

  /** Makes the tree one to fill in; null: it is not one that people work out. The page has the module only where it shows a tree. */
  predict({ Predict, canPredict }: typeof import("./predict")): (() => Predict) | null {
    const { asked, tree } = this;
    if (!asked || !tree || !canPredict(tree.method)) return null;
    const depth = Number(/^depth=(\d+)$/.exec(asked.limit)?.[1] ?? tree.depth ?? 0);
    return () => new Predict(this.backend, { player: tree.method, at: asked.spot, depth }, this.redraw);
  }

  get isBelow(): boolean {
    return this.above.length > 0;
  }

  /** Back to the tree from which one went down. */
  up(): void {
    const shown = this.above.pop();
    if (!shown) return;
    this.drop();
    this.show(shown);
  }

  /** What was searched so far is told, where the back end can. */
  stop(): void {
    void this.connection?.say("stop");
  }

  close(): void {
    this.drop();
    this.above = [];
    this.state = "none";
    this.redraw();
  }

  private drop(): void {
    this.connection?.leave();
    Object.assign(this, { connection: null, tree: null, found: null, failed: "" });
  }

  private show({ asked, tree }: Shown): void {
    Object.assign(this, { asked, tree, player: tree.method, ply: asked.spot.ply, size: asked.size, state: "shown" });
    this.redraw();
  }

  /** `boards`: with the board at each node; where that is too much to be told it is walked again without. */
  private async walk(asked: Asked, boards = true): Promise<void> {
    const { player, limit, spot, size } = asked;
    const connection = new Connection(this.backend, null);
    this.drop();
    Object.assign(this, { connection, asked, player, ply: spot.ply, state: "runs" });
    this.redraw();
    let tree: Tree | null = null;
    const line = ["tree", player && word(player), limit, `show=${size}`, boards && "boards"].filter(Boolean).join(" ");
    const answer = await askAt(connection, spot, line, (event) => {
      if (event.event === "tree") tree = event.tree;
      if (event.event === "thinking" && event.task === "tree" && event.found && this.connection === connection) {
        this.found = event.found;
        this.redraw();
      }
    });
    connection.leave();
    if (this.connection !== connection) return; // closed, or another one was asked for
    this.connection = null;
    if (tree) return this.show({ asked, tree });
    const { closing } = answer;
    if (boards && closing.event === "error" && closing.code === "limit") return this.walk(asked, false);
    this.failed = closing.event === "error" ? closing.text : "";
    this.state = "failed";
    this.redraw();
  }
}
