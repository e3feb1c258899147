// The adviser at a table: silent until it is asked for.
import type { AdviceTold, Column, Event } from "../model/events";
import { words } from "../model/line";
import type { Table } from "./table";

export class Adviser {
  on = false;
  /** The best move of this position was asked for, and no more. */
  hinting = false;
  told: AdviceTold | null = null;
  asking = false;
  private advised: Promise<unknown> = Promise.resolve();
  /** Why there is no advice. */
  failed = "";
  /** What values mean here, as far as it is known. */
  value: Column | null = null;

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
  ) {}

  feed(event: Event): void {
    if (event.event === "ask" && event.you && this.on) void this.ask();
    if (event.event === "position") {
      this.told = null;
      this.hinting = false;
    }
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.redraw();
    const ply = this.table.now.ply;
    const told = this.table.connection.say("advice");
    this.advised = told;
    const answer = await told;
    this.asking = false;
    const { closing } = answer;
    this.failed = closing.event === "error" && closing.code !== "stopped" ? closing.text : "";
    for (const event of answer.events)
      if (event.event === "advice") {
        this.value = event.advice.value;
        if (event.ply === this.table.now.ply) this.told = event;
      }
    if ((this.on || this.hinting) && !this.told && this.table.isAsked && ply !== this.table.now.ply) void this.ask();
    this.redraw();
  }

  /** Shows the best move of this position, or no longer. */
  hint(): void {
    this.hinting = !this.hinting;
    if (this.hinting && !this.told) void this.ask();
    else if (!this.hinting && !this.on) this.told = null;
    this.redraw();
  }

  set(on: boolean): void {
    this.on = on;
    if (!on) this.told = null;
    else if (this.table.asking.ask?.you) void this.ask();
    this.redraw();
  }

  /** Names another adviser; its word is heard at once. */
  async name(player: string): Promise<void> {
    if (this.asking) {
      await this.table.connection.say("stop");
      await this.advised; // a thread ends only after the answer to stop
    }
    const answer = await this.table.connection.say(words("adviser", player));
    this.failed = answer.closing.event === "error" ? answer.closing.text : "";
    if (answer.ok && this.table.hello) this.table.hello = { ...this.table.hello, adviser: player };
    this.told = null;
    if (answer.ok && this.on && this.table.asking.ask?.you) void this.ask();
    this.redraw();
  }
}
