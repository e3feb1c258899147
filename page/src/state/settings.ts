// What a person has chosen, kept in this browser.

export type Motion = "shown" | "slow" | "none";
export type Theme = "system" | "light" | "dark";

/** Colours of boards: a table of style/materials.css. */
export const BOARDS = ["own", "wood", "green", "paper", "night", "contrast"] as const;
export type Boards = (typeof BOARDS)[number];

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export class Settings {
  motion: Motion = "shown";
  theme: Theme = "system";
  boards: Boards = "own";
  /** "": as the browser says, or the server. */
  language = "";
  /** They are shown. */
  isOpen = false;

  constructor(private readonly shelf: Shelf) {
    try {
      Object.assign(this, JSON.parse(shelf.getItem("hra.settings") ?? "{}"));
    } catch {
      // What cannot be read counts as nothing.
    }
  }

  set(change: Partial<Pick<Settings, "motion" | "theme" | "boards" | "language">>): void {
    Object.assign(this, change);
    const { motion, theme, boards, language } = this;
    try {
      this.shelf.setItem("hra.settings", JSON.stringify({ motion, theme, boards, language }));
    } catch {
      // A full or closed shelf: the choice holds until the page is left.
    }
  }

  /** How a game was set up the last time, as Setup wrote it; null: it never was. */
  recall(game: string): unknown {
    return this.setups()[game] ?? null;
  }

  remember(game: string, setup: object): void {
    try {
      this.shelf.setItem("hra.setups", JSON.stringify({ ...this.setups(), [game]: setup }));
    } catch {
      // As above: the next game begins as usual.
    }
  }

  private setups(): Record<string, unknown> {
    try {
      return (JSON.parse(this.shelf.getItem("hra.setups") ?? "{}") ?? {}) as Record<string, unknown>;
    } catch {
      return {};
    }
  }

  /** Milliseconds that a move of a machine is shown. */
  pace(prefersNone: boolean): number {
    return prefersNone || this.motion === "none" ? 0 : this.motion === "slow" ? 1500 : 450;
  }
}
