// The texts of Learn as page/texts makes them of docs/learn.md and the pages that it lists.

export interface Live {
  show: "tree" | "search" | "compare" | "match" | "play";
  /** As it is typed in a terminal. */
  command: string;
  /** The spec of the game; of a tree that is written in `tree` its name alone. */
  game: string;
  tree?: string;
  players: string[];
  position?: string;
  games?: number;
  seed?: string;
  rotate?: true;
  /** Boards stand at the nodes of its tree. */
  boards?: true;
  /** Simulations of MCTS are shown one at a time. */
  steps?: true;
  /** What the command answers, where the text shows it. */
  answer?: string;
  caption?: string;
  /** The reader is asked for the value before it is shown. */
  predict?: true;
  /** The player with which it is compared. */
  against?: string;
}

export type Inline =
  | string
  | { kind: "strong" | "em" | "words" | "br"; of: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "img"; src: string; text: string }
  | { kind: "link"; href: string; of: Inline[] }
  | { kind: "to"; page: string; part: string; of: Inline[] };

export type Align = "left" | "center" | "right" | null;

export type Block =
  | { kind: "heading"; level: number; id: string; of: Inline[] }
  | { kind: "p"; of: Inline[] }
  | { kind: "pre"; text: string }
  | { kind: "ul" | "ol"; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "fold"; text: string; blocks: Block[] }
  | { kind: "table"; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "live"; live: Live };

export interface Text {
  title: string;
  blocks: Block[];
  /** What it was translated from has changed since. */
  older?: true;
  /** The same in other languages, by their codes. */
  in?: Record<string, Text>;
}

export interface Texts {
  contents: { title: string; in?: Record<string, string>; pages: { page: string; title: string }[] }[];
  pages: Record<string, Text>;
}

/** The language in which all of them are written. */
export const TEXTS_IN = "en";
/** The first of them, which lists all others. */
export const FIRST = "learn";
export const LESSON = "lesson";
/** Where the rules of a game stand, and the page of a method. */
export const rulesOf = (game: string) => `games/${game}/rules`;
export const methodPage = (method: string) => `methods/${method}`;
