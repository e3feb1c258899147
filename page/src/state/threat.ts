// What the other seat threatens in the position on the board: its best move if it were to move there. It looks at a table of its own.
import type { Backend } from "../model/backend";
import type { LegalMove } from "../model/events";
import { openAt } from "../model/line";
import type { Spot } from "./analyses";
import { Connection } from "./connection";

/** The game's best player, or where that knows only what games reach, as an exact one, a search. */
const ASKED = ["analyse time=1s", "analyse mcts:memory=8M time=1s"];

export class Threat {
  on = false;
  running = false;
  failed = "";
  /** The move; null: not known. */
  move: LegalMove | null = null;
  private connection: Connection | null = null;
  private at = "";

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  set(on: boolean, spot: Spot | null): void {
    this.close();
    this.on = on;
    this.follow(spot);
    this.redraw();
  }

  /** The board shows another position. */
  follow(spot: Spot | null): void {
    const at = spot ? `${spot.spec} ${spot.position}` : "";
    if (!this.on || at === this.at) return;
    Object.assign(this, { at, move: null, failed: "", running: spot !== null });
    if (spot) void this.run(spot, at);
  }

  private async run(spot: Spot, at: string): Promise<void> {
    const connection = (this.connection ??= new Connection(this.backend, null));
    let answer = await connection.say(openAt(spot.spec, spot.position, "threat"));
    const legal: LegalMove[] = [];
    let move: string | null = null;
    if (answer.ok) for (const event of (await connection.say("moves")).events) if (event.event === "moves") legal.push(...event.moves);
    for (const line of answer.ok ? ASKED : []) {
      if (move !== null || at !== this.at) break;
      answer = await connection.say(line);
      for (const event of answer.events) if (event.event === "analysis") move = event.analysis.move;
    }
    if (at !== this.at || connection !== this.connection) return;
    this.move = legal.find((one) => one.move === move) ?? null;
    const { closing } = answer;
    this.failed = closing.event === "error" && closing.code !== "state" ? closing.text : ""; // over, or no move to threaten with
    this.running = false;
    this.redraw();
  }

  close(): void {
    Object.assign(this, { on: false, at: "", move: null, failed: "", running: false });
    this.connection?.leave();
    this.connection = null;
  }
}
