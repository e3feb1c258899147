// What hides a board on a screen of several people after a secret move, until the next one looks.
import type { Move } from "../model/events";

export class Cover {
  /** Who is to look now, while what the last one did in secret is covered. */
  seat: number | null = null;
  private secret = false;
  private lastPerson: number | null = null;

  /** A move was made; `isNext`: it follows the present position. */
  see(move: Move, isPerson: boolean, isNext: boolean): void {
    if (move.secret && isPerson) this.secret = true;
    else if (!move.secret && isNext) this.secret = false;
  }

  /** A person at this screen is to move. */
  ask(seat: number): void {
    if (this.secret && this.lastPerson !== null && this.lastPerson !== seat) this.seat = seat;
    this.lastPerson = seat;
  }

  /** Another game. */
  forget(): void {
    this.seat = this.lastPerson = null;
    this.secret = false;
  }
}
