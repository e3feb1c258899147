// Giving up a game, or a part of it: it is asked back first, and a program says what it accepts.
import type { Table } from "./table";

export class Resigning {
  /** What is asked back before it is done. */
  sure: "resign" | null = null;
  /** What a program answered to a resignation. */
  answered = "";

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
  ) {}

  /** Asks back before something is done that cannot be undone. */
  ask(what: "resign" | null): void {
    this.sure = what;
    this.answered = "";
    this.redraw();
  }

  /** Gives up a part of the game; null: all of it. */
  async resign(part: string | null): Promise<void> {
    this.sure = null;
    const { closing } = await this.table.say(part === null ? "resign" : `resign ${part}`);
    this.answered = closing.event === "ok" ? (closing.text ?? "") : "";
    this.redraw();
  }

  /** A new position. */
  settle(): void {
    this.sure = null;
    this.answered = "";
  }
}
