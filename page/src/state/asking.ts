// What a table waits for: a decision of a seat, dice that are thrown by hand, an answer to an offer.
import type { Ask, Concession, LegalMove, Resigns } from "../model/events";
import { MoveInput } from "./move_input";

export class Asking {
  ask: Ask | null = null;
  /** What the person who was asked last can resign, the least first; none: the game as a whole. */
  parts: Concession[] = [];
  /** What a seat gives up if the other one accepts. */
  resigns: Resigns | null = null;
  /** The seat that asks to take its last decision back. */
  takeback: number | null = null;
  /** Dice are due that are thrown by hand. */
  rolls = false;
  legal: LegalMove[] = [];
  /** Whether the legal moves are wanted. */
  lists = true;
  /** What was pressed before the legal moves came; null: they are not on their way. */
  waiting: string[] | null = null;
  /** How often something was pressed. */
  pressed = 0;
  readonly input: MoveInput;

  /** `under`: what a shape stands on, by its id; "": on nothing. */
  constructor(under: (id: string) => string) {
    this.input = new MoveInput(under);
  }

  /** Whether a decision of a person at this screen is due, or dice. */
  get isDue(): boolean {
    return (this.ask?.you === true && this.ask.offer === undefined) || this.rolls;
  }

  /** A seat decides. */
  begin(ask: Ask): void {
    this.ask = ask;
    this.take(ask);
    if (ask.you) this.parts = ask.concessions ?? [];
  }

  /** Dice are thrown by hand. */
  roll(offers: { resigns?: Resigns | null; takeback?: number | null }): void {
    this.rolls = true;
    this.take(offers);
  }

  private take({ resigns = null, takeback = null }: { resigns?: Resigns | null; takeback?: number | null }): void {
    Object.assign(this, { resigns, takeback });
  }

  list(moves: LegalMove[]): void {
    this.legal = moves;
    this.input.set(moves);
  }

  /** What waited for the legal moves, which wait no more. */
  takeWaiting(): string[] {
    const { waiting } = this;
    this.waiting = null;
    return waiting ?? [];
  }

  /** What was asked for is settled, or void. */
  settle(): void {
    this.ask = null;
    this.take({});
    this.rolls = false;
    this.waiting = null;
    this.list([]);
  }
}
