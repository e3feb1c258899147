// Which games go on, noted for the next visit: Home has their places before the back end tells of them, so that nothing moves.
import type { Saved } from "../model/events";
import { w } from "../strings/strings";
import type { Shelf } from "./settings";

const KEY = "hra.going-on"; // src/site/first.js reads it too

export class GoingOn {
  /** What was noted at the last visit. */
  readonly noted: Saved[];

  constructor(private readonly shelf?: Shelf) {
    this.noted = notedOn(shelf);
  }

  note(games: Saved[]): void {
    try {
      this.shelf?.setItem(KEY, JSON.stringify(games.map((one) => ({ name: one.name, changed: one.changed, since: w.homeTexts.since(whenOf(one)) }))));
    } catch {
      // A full or closed shelf: the next visit moves.
    }
  }
}

export function whenOf(saved: Saved): string {
  return saved.changed === undefined ? "" : new Date(saved.changed * 1000).toLocaleString(w.locale, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).replace(/ /g, "\u00a0");
}

function notedOn(shelf?: Shelf): Saved[] {
  try {
    const all: unknown = JSON.parse(shelf?.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? (all as Saved[]).filter((one) => typeof one?.name === "string") : [];
  } catch {
    return []; // it is not ours
  }
}
