/** `<hra-board>`, which this module defines. */
export interface HraBoard extends HTMLElement {
  /** The position, in the notation of the game; null until there is one. */
  readonly position: string | null;
  /** Makes a move; rejected with the reason if it is illegal. */
  move(text: string): Promise<void>;
  undo(): Promise<void>;
  /** Sends a line of a session, and returns its events. */
  send(line: string): Promise<import("./events.js").SessionEvent[]>;
}
declare global {
  interface HTMLElementTagNameMap {
    "hra-board": HraBoard;
  }
  interface HTMLElementEventMap {
    "hra-ready": CustomEvent<{ position: string | null }>;
    "hra-move": CustomEvent<{ ply: number; seat: number | "chance"; move: string; position: string | null }>;
    "hra-result": CustomEvent<{ returns: number[]; reason: string }>;
    "hra-error": CustomEvent<{ text: string }>;
  }
}
