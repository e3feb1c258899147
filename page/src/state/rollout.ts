// A rollout of the position on the board: moves, or a decision about the stakes, played out again and again.
import type { Backend } from "../model/backend";
import type { Rollout } from "../model/events";
import { openAt, words } from "../model/line";
import type { Spot } from "./analyses";
import { Connection } from "./connection";

export class RolloutRun {
  trials = 144;
  /** Decisions after which the player evaluates; 0: it plays to the end. */
  plies = 7;
  running = false;
  failed = "";
  found: Rollout | null = null;
  private connection: Connection | null = null;
  private of = "";

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  choose(trials: number, plies: number): void {
    Object.assign(this, { trials, plies });
    this.redraw();
  }

  /** Of these moves; none: all, or of a decision about the stakes its outcomes. */
  async start(spot: Spot, moves: string[]): Promise<void> {
    this.close();
    const connection = new Connection(this.backend, null);
    Object.assign(this, { connection, running: true, of: spot.position });
    this.redraw();
    const sat = await connection.say(openAt(spot.spec, spot.position, "dice=manual"));
    const line = words("rollout", `trials=${this.trials}`, ...(this.plies ? [`plies=${this.plies}`] : []), ...moves.map((move) => `move=${move}`));
    const answer = !sat.ok
      ? sat
      : await connection.say(line, (event) => {
          if (event.event !== "rollout" || this.connection !== connection) return;
          this.found = event.rollout;
          this.redraw();
        });
    connection.leave();
    if (this.connection !== connection) return;
    this.connection = null;
    this.running = false;
    this.failed = answer.closing.event === "error" && answer.closing.code !== "stopped" ? answer.closing.text : "";
    this.redraw();
  }

  /** Ends it with the trials so far. */
  stop(): void {
    void this.connection?.say("stop");
  }

  /** The board shows another position. */
  follow(spot: Spot | null): void {
    if (spot?.position !== this.of) this.close();
  }

  close(): void {
    this.connection?.leave();
    Object.assign(this, { connection: null, running: false, failed: "", found: null, of: "" });
  }
}
