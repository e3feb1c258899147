// What players and methods say of the position, several side by side, as it comes.
import { amount } from "./numbers";
import type { Analysis, Found } from "./events";
import { word } from "./line";
import type { Wire } from "./wire";

export interface Run {
  key: number;
  player: string;
  limit: string;
  ply: number;
  state: "runs" | "done" | "stopped" | "failed";
  found: Found | null;
  result: Analysis | null;
  failed: string;
}

export class Analyses {
  runs: Run[] = [];
  private count = 0;

  constructor(
    private readonly wire: Wire,
    private readonly redraw: () => void,
  ) {}

  /** `player` "" is the adviser; `limit` is "depth=6", "time=5s" or "". */
  async add(player: string, limit: string, ply: number): Promise<void> {
    const run: Run = { key: ++this.count, player, limit, ply, state: "runs", found: null, result: null, failed: "" };
    this.runs = [...this.runs, run];
    this.redraw();
    const line = ["analyse", player && word(player), limit].filter(Boolean).join(" ");
    const answer = await this.wire.say(line, (event) => {
      if (event.event === "thinking") {
        run.player ||= event.player;
        if (event.found) run.found = event.found;
      }
      if (event.event === "analysis") run.result = event.analysis;
      this.redraw();
    });
    run.state = answer.closing.event === "error" ? "failed" : run.result?.stopped ? "stopped" : "done";
    if (answer.closing.event === "error") {
      run.failed = answer.closing.text;
      if (answer.closing.code === "stopped") run.state = "stopped";
    }
    this.redraw();
  }

  get running(): boolean {
    return this.runs.some((run) => run.state === "runs");
  }

  stop(): void {
    void this.wire.say("stop");
  }

  remove(key: number): void {
    this.runs = this.runs.filter((run) => run.key !== key);
    this.redraw();
  }
}

/** The value of a run for the seat to move, as text. */
export function valueOf(run: Run, seat: number): string {
  const value = run.result?.value ?? run.found?.value;
  return amount(value?.[seat] ?? value?.[0], null);
}
