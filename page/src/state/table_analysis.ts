// What is asked about the play at a table and its positions, and drawn on the board: all of it follows the moment looked at.
import type { Backend } from "../model/backend";
import { Analyses, type Spot } from "./analyses";
import type { After } from "./animation";
import { Drawing } from "./drawing";
import { Explorer } from "./explorer";
import { Live } from "./live";
import { ReviewRun } from "./review";
import { RolloutRun } from "./rollout";
import { SearchTree } from "./search_tree";
import type { Table } from "./table";
import { Threat } from "./threat";

export class TableAnalysis {
  readonly review: ReviewRun;
  readonly explorer: Explorer;
  readonly analyses: Analyses;
  readonly tree: SearchTree;
  readonly live: Live;
  readonly rollout: RolloutRun;
  readonly drawing: Drawing;
  readonly threat: Threat;

  /** `own`: the seat whose mistakes come first; null: in the order of the game. */
  constructor(backend: Backend, table: Table, redraw: () => void, after: After, own: () => number | null) {
    this.review = new ReviewRun(table.connection, redraw, own);
    this.explorer = new Explorer(table, redraw);
    this.analyses = new Analyses(backend, redraw);
    this.tree = new SearchTree(backend, redraw);
    this.live = new Live(backend, redraw, after);
    this.rollout = new RolloutRun(backend, redraw);
    this.drawing = new Drawing(redraw);
    this.threat = new Threat(backend, redraw);
  }

  /** Another position is seen. */
  follow(spot: Spot | null): void {
    this.live.follow(spot);
    this.rollout.follow(spot);
    this.threat.follow(spot);
    this.drawing.clear();
  }

  leave(): void {
    for (const one of [this.analyses, this.live, this.rollout, this.tree, this.threat]) one.close();
  }
}
