// How many cards are due, for the first screen.
import type { Backend } from "../model/backend";
import { type Today, openDeck } from "../model/deck";
import { Connection } from "./connection";

export class Due {
  today: Today | null = null;
  private asked = false;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  async ask(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    const connection = new Connection(this.backend, null);
    const { events } = await connection.say(`exercise open ${openDeck()}`);
    const told = events.find((event) => event.event === "exercise");
    this.today = told?.event === "exercise" ? (told.deck ?? null) : null;
    connection.leave();
    this.asked = false;
    this.redraw();
  }
}
