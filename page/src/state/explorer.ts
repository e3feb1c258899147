// What was played in the position at the table, in saved games or in the collection of the server: silent until it is asked for.
import type { Event, Explored } from "../model/events";
import type { Table } from "./table";

export class Explorer {
  on = false;
  told: Explored | null = null;
  /** Of which position that is. */
  ply = -1;
  asking = false;
  /** Why there is nothing to show. */
  failed = "";
  /** Saved games that are not in it, since there is no room. */
  full = false;

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
  ) {}

  feed(event: Event): void {
    if (event.event !== "position") return;
    this.told = null;
    if (this.on) void this.ask();
  }

  async set(on: boolean): Promise<void> {
    this.on = on;
    this.told = null;
    this.failed = "";
    this.redraw();
    if (on) await this.begin();
  }

  /** Adds saved games; a server that has a collection of its own refuses that. */
  private async begin(): Promise<void> {
    const answer = await this.table.connection.say("index");
    for (const event of answer.events) if (event.event === "collection") this.full = event.full;
    await this.ask();
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const ply = this.table.now.ply;
    const answer = await this.table.connection.say("explore");
    this.asking = false;
    const { closing } = answer;
    const stopped = closing.event === "error" && closing.code === "stopped"; // another game was opened meanwhile
    this.failed = closing.event === "error" && closing.code !== "missing" && !stopped ? closing.text : "";
    for (const event of answer.events)
      if (event.event === "explorer") {
        this.told = event.explorer;
        this.ply = event.ply;
      }
    if (this.on && (stopped || ply !== this.table.now.ply)) void this.ask();
    this.redraw();
  }
}
