// Where shapes are drawn: cells of the scene become units of the picture.
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";

export const CELL = 44;
const WIDE = 18; // cells that are too small on a telephone

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  /** The corners of what is no box. */
  outline?: [number, number][];
}

/** Shapes that the page draws otherwise: buttons below the board, whose turn it is, for what, and the last move beside it. */
export function isOutside(shape: Shape): boolean {
  return shape.kind === "button" || shape.id === "turn" || shape.id === "due" || shape.id === "last";
}

function reach(shapes: Shape[]): Box {
  let x = Infinity;
  let y = Infinity;
  let right = -Infinity;
  let below = -Infinity;
  for (const s of shapes) {
    if (isOutside(s) || ((s.kind === "label" || s.kind === "text") && !s.text)) continue;
    x = Math.min(x, s.at[0], s.at[0] + s.size[0]);
    y = Math.min(y, s.at[1], s.at[1] + s.size[1]);
    right = Math.max(right, s.at[0], s.at[0] + s.size[0]);
    below = Math.max(below, s.at[1], s.at[1] + s.size[1]);
  }
  return right < x ? { x: 0, y: 0, w: 1, h: 1 } : { x, y, w: right - x, h: below - y };
}

/** What of the scene is drawn, in cells. */
export function extent(scene: Scene): Box {
  return reach(scene.shapes);
}

/** Whether a board is too wide for the cells of a telephone. */
export function isWide(size: Box): boolean {
  return size.w > WIDE;
}

/** Whether the board looks as well from the other side: grounds for two seats, without texts between them. */
export function canTurn(scene: Scene): boolean {
  const grounds = ["area", "cell", "place"];
  return scene.board.seats.length === 2 && scene.board.shapes.some((s) => s.kind === "cell") && scene.board.shapes.every((s) => grounds.includes(s.kind));
}

/** The area of a shape, with its outline. */
export function boxOf(shape: Shape, turned: Box | null, outlined: Shape = shape): Box {
  const [w, h] = shape.size;
  const x = turned ? 2 * turned.x + turned.w - shape.at[0] - w : shape.at[0];
  const y = turned ? 2 * turned.y + turned.h - shape.at[1] - h : shape.at[1];
  const box: Box = { x: x * CELL, y: y * CELL, w: w * CELL, h: h * CELL };
  const { outline } = outlined;
  if (!outline) return box;
  const [left, top, sign] = turned ? [2 * turned.x + turned.w, 2 * turned.y + turned.h, -1] : [0, 0, 1];
  const corners: [number, number][] = [];
  for (let i = 0; i < outline.length; i += 2)
    corners.push([(left + sign * (outline[i] as number)) * CELL, (top + sign * (outline[i + 1] as number)) * CELL]);
  return { ...box, outline: corners };
}

/** The box and its outline, moved inwards by a distance. */
export function inset(b: Box, by: number): Box {
  const box: Box = { x: b.x + by, y: b.y + by, w: b.w - 2 * by, h: b.h - 2 * by };
  if (!b.outline) return box;
  const [mx, my] = [b.x + b.w / 2, b.y + b.h / 2];
  const outline = b.outline.map(([x, y]): [number, number] => {
    const far = Math.hypot(x - mx, y - my);
    const part = far > by ? 1 - by / far : 0;
    return [mx + part * (x - mx), my + part * (y - my)];
  });
  return { ...box, outline };
}

/** An outline as the `d` of a path. */
export function pathOf(outline: [number, number][]): string {
  return `M${outline.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}z`;
}

/** A sign is about 0.58 of its height wide. */
export function fit(text: string, width: number, size: number): number {
  return text.length > 0 && 0.58 * size * text.length > width ? width / (0.58 * text.length) : size;
}

/** A tenth of a unit is enough. */
export function tenth(x: number): number {
  return Math.round(x * 10) / 10;
}
