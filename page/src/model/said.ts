// Moves as people read them: in the words of the language if these differ from those for programs.
import { w } from "../strings/strings";

export interface Said {
  move: string;
  move_said?: string;
}
export interface SaidBest extends Said {
  best?: string;
  best_said?: string;
}
export interface SaidLine {
  line?: string[];
  line_said?: string[];
}

/** A sentence with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(w.locale) + text.slice(1);

export const moveSaid = (of: Said): string => of.move_said ?? of.move;
export const bestSaid = (of: SaidBest): string => of.best_said ?? of.best ?? "";
export const lineSaid = (of: SaidLine): string[] => of.line_said ?? of.line ?? [];
