// The deck of exercises of this person.
import type { ExerciseTold } from "./events";

export type Today = NonNullable<ExerciseTold["deck"]>;

/** The words that open the deck on the day of this clock. */
export function openDeck(now = new Date()): string {
  return `deck now=${Math.floor(now.getTime() / 1000)} zone=${-now.getTimezoneOffset()}`;
}
