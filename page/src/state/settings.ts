// What a person has chosen, kept in this browser.

export type Motion = "shown" | "slow" | "none";
export type Theme = "system" | "light" | "dark";

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export class Settings {
  motion: Motion = "shown";
  theme: Theme = "system";
  /** "": as the browser says, or the server. */
  language = "";

  constructor(private readonly shelf: Shelf) {
    try {
      Object.assign(this, JSON.parse(shelf.getItem("hra.settings") ?? "{}"));
    } catch {
      // What cannot be read counts as nothing.
    }
  }

  set(change: Partial<Pick<Settings, "motion" | "theme" | "language">>): void {
    Object.assign(this, change);
    const { motion, theme, language } = this;
    try {
      this.shelf.setItem("hra.settings", JSON.stringify({ motion, theme, language }));
    } catch {
      // A full or closed shelf: the choice holds until the page is left.
    }
  }

  /** Milliseconds that a move of a machine is shown. */
  pace(prefersNone: boolean): number {
    return prefersNone || this.motion === "none" ? 0 : this.motion === "slow" ? 1500 : 450;
  }
}
