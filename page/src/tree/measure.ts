// How much room the nodes take, before they are drawn.
import type { Size } from "./layout";
import { isOpenWindow } from "./texts";
import { cutOf, moveOf, valueOf, windowOf } from "./texts";
import type { Tree, TreeNode } from "../model/tree";

export const LINE = 17; // of text
export const SMALL = 14;
export const PAD = 7;
export const GLYPH = 20;
export const ROW = 30; // of an outline
export const BOARD = 76; // the greatest side of a board
const LONGEST = 26;

/** The approximate width of a character; wide ones, such as Chinese, take twice that. */
function width(text: string, size: number): number {
  let signs = 0;
  for (const c of text) signs += c > "\u1100" ? 1.7 : 1;
  return signs * size * 0.6;
}

export function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The text of a node, line by line, at the end of the search; earlier it may be shorter in the same room. */
export function linesOf(tree: Tree, node: TreeNode): { value: string; small: string[] } {
  const small: string[] = [];
  if (node.window && !isOpenWindow(node.window)) small.push(windowOf(node.window));
  if (node.visits) small.push(`n = ${node.visits}`);
  if (node.cut) small.push(cutOf(node));
  return { value: node.kind === "pruned" ? "" : valueOf(tree, node) || "?", small };
}

export interface Room {
  /** Of the whole. */
  size: Size;
  board: Size | null;
  /** Whether the window has a line of its own, wanted or not. */
  window: boolean;
}

/** Room in a drawing: the label of the move, then the box with value, window, visits, cut, board. `lines`: in place of those
 * that the node has at the end. */
export function roomOf(tree: Tree, node: TreeNode, windows: boolean, board: Size | null, given: string | null, lines = linesOf(tree, node)): Room {
  const { value, small } = lines;
  const window = windows && node.window !== undefined && node.kind !== "end" && node.kind !== "leaf";
  const rows = Math.max(small.length, (window ? 1 : 0) + (node.visits ? 1 : 0) + (node.cut ? 1 : 0));
  const widest = Math.max(
    GLYPH + width(value, 14),
    given === null ? 0 : GLYPH + width(given, 14),
    width(short(moveOf(node)), 12) + 12,
    node.probability !== undefined ? width(`p = ${node.probability.toFixed(3)}`, 11) : 0,
    ...small.map((text) => width(text, 11)),
    window ? width("α −99  β −99", 11) : 0,
    board ? board.w : 0,
    26,
  );
  const label = node.parent === null ? 0 : LINE + (node.probability !== undefined ? SMALL : 0);
  const pruned = node.kind === "pruned" && rows === 0 && given === null;
  const h = label + 2 * PAD + (pruned ? 4 : LINE) + rows * SMALL + (board ? board.h + 4 : 0);
  return { size: { w: widest + 2 * PAD, h }, board, window };
}

/** Room in an outline: one line. */
export function rowOf(node: TreeNode, { value, small }: { value: string; small: string[] }): Room {
  const text = [short(moveOf(node)), value, ...small].join("   ");
  return { size: { w: 2 * GLYPH + width(text, 13) + 40, h: ROW }, board: null, window: false };
}
