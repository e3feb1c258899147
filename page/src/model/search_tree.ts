// The search tree of a position, of one player at a time. It is walked at a table of its own, as analyses are.
import type { Back } from "../back/back";
import type { Tree } from "../tree/tree";
import { type Spot, askAt } from "./analyses";
import type { Found } from "./events";
import { word } from "./line";
import { Wire } from "./wire";

/** Nodes that are told; with their boards they are easily sent, and enough to be looked at. */
const SHOWN = 120;

export class SearchTree {
  state: "none" | "runs" | "shown" | "failed" = "none";
  player = "";
  ply = 0;
  tree: Tree | null = null;
  found: Found | null = null;
  failed = "";
  private wire: Wire | null = null;

  constructor(
    private readonly back: Back,
    private readonly redraw: () => void,
  ) {}

  /** `player` "": the game's best one; `limit` is "depth=6", "time=5s" or "". */
  async ask(player: string, limit: string, spot: Spot): Promise<void> {
    this.close();
    const wire = new Wire(this.back, null);
    Object.assign(this, { wire, player, ply: spot.ply, state: "runs" });
    this.redraw();
    const line = ["tree", player && word(player), limit, `show=${SHOWN}`, "boards"].filter(Boolean).join(" ");
    const answer = await askAt(wire, spot, line, (event) => {
      if (event.event === "thinking" && event.task === "tree" && event.found) this.found = event.found;
      if (event.event === "tree") this.tree = event.tree;
      this.redraw();
    });
    wire.leave();
    if (this.wire !== wire) return; // closed, or another one was asked for
    this.wire = null;
    this.failed = answer.closing.event === "error" ? answer.closing.text : "";
    this.state = this.tree ? "shown" : "failed";
    this.player = this.tree?.method ?? player;
    this.redraw();
  }

  /** What was searched so far is shown. */
  stop(): void {
    void this.wire?.say("stop");
  }

  close(): void {
    this.wire?.leave();
    Object.assign(this, { wire: null, tree: null, found: null, failed: "", state: "none" });
    this.redraw();
  }
}
