// Games by turns that this browser knows, with the secrets of their dice, which no link has.
import type { Side } from "../model/turn_sides";
import type { TurnsPlay } from "../model/turns";
import type { Shelf } from "./settings";

const KEY = "hra.turns";
const NAME = "hra.turns-name";
const MOST = 50; // games; those that were not touched longest are forgotten

export interface StoredTurns extends TurnsPlay {
  side: Side;
  /** The last value of the chain of this side; "": the game has no dice. */
  secret: string;
  /** What this side has decided in the turn that is not over. */
  draft: string[];
  over: boolean;
  /** Milliseconds since 1970. */
  changed: number;
}

export class TurnStore {
  constructor(private readonly shelf: Shelf) {}

  /** What this person is called in games by turns; "": it was not said. */
  get name(): string {
    return this.shelf.getItem(NAME) ?? "";
  }

  set name(name: string) {
    try {
      this.shelf.setItem(NAME, name);
    } catch {
      // As with games: it holds as long as the page is open.
    }
  }

  /** The newest first. */
  list(): StoredTurns[] {
    try {
      const all: unknown = JSON.parse(this.shelf.getItem(KEY) ?? "[]");
      return Array.isArray(all) ? (all as StoredTurns[]).filter((play) => Array.isArray(play?.turns) && typeof play.game === "string") : [];
    } catch {
      return []; // what cannot be read counts as nothing
    }
  }

  find(id: string): StoredTurns | undefined {
    return this.list().find((play) => play.id === id);
  }

  put(play: StoredTurns): void {
    play.changed = Date.now();
    this.write([play, ...this.list().filter((one) => one.id !== play.id)].slice(0, MOST));
  }

  remove(id: string): void {
    this.write(this.list().filter((one) => one.id !== id));
  }

  private write(all: StoredTurns[]): void {
    try {
      this.shelf.setItem(KEY, JSON.stringify(all));
    } catch {
      // A full or closed shelf: the page says so, and the game goes on as long as it is open.
    }
  }
}
