// What players and methods say of a position, several side by side, as it comes. Each looks at a table of its own, so
// that none waits for another, and the play goes on.
import type { Backend } from "../model/backend";
import type { Analysis, Event, Found } from "../model/events";
import { openAt, word } from "../model/line";
import { amount } from "../model/numbers";
import { type Answer, Connection } from "./connection";

export interface Run {
  key: number;
  player: string;
  /** Within what: "depth=6", "time=5s". */
  limit: string;
  /** Where the position is that it looks at. */
  spot: Spot;
  ply: number;
  /** The seat that is to move, for which values are told. */
  seat: number;
  state: "runs" | "done" | "stopped" | "failed";
  found: Found | null;
  result: Analysis | null;
  failed: string;
  /** What failed was heard of. */
  heeded: boolean;
  /** Seconds after which it ended, since nothing limits it; 0: something did, or it was done before. */
  usual: number;
  connection: Connection | null;
}

/** Where the position is: the game, and the moment of the play. */
export interface Spot {
  spec: string;
  position: string;
  ply: number;
  seat: number;
}

/** Has a line about a position answered at a table of its own; `heard` is told what comes of it. */
export async function askAt(connection: Connection, spot: Spot, line: string, heard: (event: Event) => void): Promise<Answer> {
  const sat = await connection.say(openAt(spot.spec, spot.position));
  return sat.ok ? connection.say(line, heard) : sat;
}

export class Analyses {
  runs: Run[] = [];
  private count = 0;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  /** `player` "": the game's best one; `limit` is "depth=6", "time=5s" or "". */
  async ask(player: string, limit: string, spot: Spot): Promise<void> {
    const connection = new Connection(this.backend, null);
    const { ply, seat } = spot;
    const run: Run = { key: ++this.count, player, limit, spot, ply, seat, state: "runs", found: null, result: null, failed: "", heeded: false, usual: 0, connection };
    this.runs = [...this.runs, run];
    this.redraw();
    const line = ["analyse", player && word(player), limit].filter(Boolean).join(" ");
    const answer = await askAt(connection, spot, line, (event) => this.hear(run, event));
    run.state = run.result?.stopped ? "stopped" : "done";
    if (answer.closing.event === "error") {
      run.failed = answer.closing.text;
      run.state = answer.closing.code === "stopped" ? "stopped" : "failed";
    }
    connection.leave();
    run.connection = null;
    this.redraw();
  }

  private hear(run: Run, event: Event): void {
    if (event.event === "thinking") {
      if (event.task === "analyse") run.player ||= event.player;
      if (event.found) run.found = event.found;
    }
    if (event.event === "analysis") run.result = event.analysis;
    if (event.event === "analysis") run.usual = event.usual?.seconds ?? 0;
    this.redraw();
  }

  get running(): boolean {
    return this.runs.some((run) => run.state === "runs");
  }

  stop(): void {
    for (const run of this.runs) if (run.state === "runs") void run.connection?.say("stop");
  }

  remove(key: number): void {
    const run = this.runs.find((r) => r.key === key);
    run?.connection?.leave();
    this.runs = this.runs.filter((r) => r !== run);
    this.redraw();
  }

  close(): void {
    for (const run of this.runs) run.connection?.leave();
  }
}

/** The value of a run for the seat to move, as text. */
export function valueOf(run: Run): string {
  const told = run.result ?? run.found;
  const value = told?.value;
  return told?.value_said ?? amount(value?.[run.seat] ?? value?.[0], null);
}
