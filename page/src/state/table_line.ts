// Whether a table and its session hear each other.
import type { Failed } from "../model/events";
import type { Connection } from "./connection";

export class TableLine {
  connected = true;
  /** Why it is not connected, where that is known. */
  why = "";
  ended = false;
  /** There is nothing at this address. */
  absent = false;
  /** Another tab has the play. */
  away = false;
  /** What went wrong last, and where it belongs. */
  failed: Failed | null = null;
  /** In a game by turns the seat that is played here: moves of the other one, and dice, come with links. null: any other game. */
  ownSeat: number | null = null;
  /** A name is being given: what greets then is the same game. */
  names = false;

  /** `onaway`: another tab has taken the play, or given it back. */
  constructor(connection: Connection, redraw: () => void, onaway: () => void) {
    connection.onstate = (connected, why = "") => {
      Object.assign(this, { connected, why });
      redraw();
    };
    connection.onabsent = () => {
      this.absent = true;
      redraw();
    };
    connection.onelsewhere = (away) => {
      this.away = away;
      onaway();
      redraw();
    };
  }
}
