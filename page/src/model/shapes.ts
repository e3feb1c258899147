// What a board shows, as docs/scene.md lists it.

export interface Shape {
  id: string;
  kind: string;
  at: [number, number];
  size: [number, number];
  name: string;
  form?: string;
  text?: string;
  on?: string;
  owner?: number;
  shade?: number;
  marks?: string[];
  /** What it is a part of; one line is drawn round all parts. */
  group?: string;
  /** x and y of each corner, in cells. */
  outline?: number[];
  /** Which symbol of the board is drawn for it. */
  symbol?: string;
  material?: string;
}
/** A shape as a change puts it: `after` says behind which one it is drawn from now on. */
export interface Put extends Shape {
  after?: string | null;
}
export interface SymbolPath {
  fill: string;
  /** Width of a line along the path; left out: the path is filled. */
  line?: number;
  d: string;
}
export interface BoardSymbol {
  id: string;
  box: [number, number];
  /** The middle line of the text of a piece, and its size; left out: no text. */
  text?: [number, number];
  paths: SymbolPath[];
}
export interface BoardScene {
  seats: { name: string; color: string }[];
  ground?: string;
  symbols?: BoardSymbol[];
  shapes: Shape[];
}
export interface NowScene {
  size: [number, number];
  shapes: Shape[];
}
export interface Change {
  size: [number, number];
  removed: string[];
  changed: Put[];
}
