// What a person has chosen about tables, kept in this browser.
import type { Shelf } from "./settings";
import { TUTOR_LEVELS, type TutorLevel } from "./tutor";

const KEY = "hra.table";

export interface TableChoices {
  sound: boolean;
  coordinates: boolean;
  /** A move made by finger waits for a second press. */
  confirmTouch: boolean;
  /** Keys of one letter do something. */
  singleKeys: boolean;
}

export class TableSettings {
  readonly choices: TableChoices = { sound: true, coordinates: true, confirmTouch: false, singleKeys: true };
  /** Of what the tutor is to speak; null: that was never chosen. */
  tutor: TutorLevel | null = null;
  /** Games whose board was turned by hand, by their names. */
  private flipped: string[] = [];

  constructor(private readonly shelf: Shelf) {
    try {
      const { flipped, tutor, ...choices } = JSON.parse(shelf.getItem(KEY) ?? "{}") as Partial<TableChoices> & { flipped?: unknown; tutor?: unknown };
      for (const name of Object.keys(this.choices) as (keyof TableChoices)[]) if (typeof choices[name] === "boolean") this.choices[name] = choices[name];
      this.tutor = TUTOR_LEVELS.find((level) => level === tutor) ?? null;
      if (Array.isArray(flipped)) this.flipped = flipped.filter((one): one is string => typeof one === "string");
    } catch {
      // What cannot be read counts as nothing.
    }
  }

  set(name: keyof TableChoices, yes: boolean): void {
    this.choices[name] = yes;
    this.keep();
  }

  setTutor(level: TutorLevel): void {
    this.tutor = level;
    this.keep();
  }

  isFlipped(game: string): boolean {
    return this.flipped.includes(game);
  }

  flip(game: string): void {
    this.flipped = this.isFlipped(game) ? this.flipped.filter((one) => one !== game) : [...this.flipped, game];
    this.keep();
  }

  private keep(): void {
    try {
      this.shelf.setItem(KEY, JSON.stringify({ ...this.choices, flipped: this.flipped, ...(this.tutor && { tutor: this.tutor }) }));
    } catch {
      // A full or closed shelf: the choice holds until the page is left.
    }
  }
}
