// Where the nodes of a tree stand: a drawing from above (Buchheim, Jünger and Leipert: Improving Walker's algorithm to run
// in linear time, 2002), or an outline, a line a node.

export interface Size {
  w: number;
  h: number;
}
export interface Spot {
  x: number;
  y: number;
}
export interface Placed {
  /** The middle of the upper edge of each node that is seen; in an outline its upper left corner. */
  at: Map<number, Spot>;
  w: number;
  h: number;
}
/** What is to be placed: the nodes that are seen, by their numbers. */
export interface Shown {
  children: (id: number) => readonly number[];
  size: (id: number) => Size;
}

const NEAR = 10; // between children of one node
const FAR = 22; // between others
const DROP = 40; // between levels, for what stands at the edges
const MARGIN = 12;
const INDENT = 18;

class Knot {
  prelim = 0;
  mod = 0;
  /** What its subtree is still to be moved by, and how that changes for those left of it. */
  pending = { shift: 0, change: 0 };
  number = 0;
  thread: Knot | null = null;
  ancestor: Knot = this;
  children: Knot[] = [];
  constructor(
    readonly id: number,
    readonly width: number,
    readonly parent: Knot | null,
  ) {}

  get before(): Knot | null {
    return this.parent?.children[this.number - 1] ?? null;
  }
  /** The next one on the left, or right, contour. */
  get left(): Knot | null {
    return this.children[0] ?? this.thread;
  }
  get right(): Knot | null {
    return this.children[this.children.length - 1] ?? this.thread;
  }
}

function apart(a: Knot, b: Knot): number {
  return (a.width + b.width) / 2 + (a.parent === b.parent ? NEAR : FAR);
}

function moveSubtree(from: Knot, to: Knot, by: number): void {
  const share = by / (to.number - from.number);
  to.pending.change -= share;
  to.pending.shift += by;
  from.pending.change += share;
  to.prelim += by;
  to.mod += by;
}

/** Moves the subtree of a knot away from those left of it. Names as in the paper: inner and outer contours, plus of the
 * knot's own subtree, minus of those left of it. */
function apportion(v: Knot, fallback: Knot): Knot {
  if (!v.before) return fallback;
  let [innerPlus, outerPlus, innerMinus, outerMinus] = [v, v, v.before, v.parent?.children[0] as Knot];
  let [sip, sop, sim, som] = [innerPlus.mod, outerPlus.mod, innerMinus.mod, outerMinus.mod];
  while (innerMinus.right && innerPlus.left) {
    innerMinus = innerMinus.right;
    innerPlus = innerPlus.left;
    outerMinus = outerMinus.left as Knot;
    outerPlus = outerPlus.right as Knot;
    outerPlus.ancestor = v;
    const by = innerMinus.prelim + sim - innerPlus.prelim - sip + apart(innerMinus, innerPlus);
    if (by > 0) {
      moveSubtree(innerMinus.ancestor.parent === v.parent ? innerMinus.ancestor : fallback, v, by);
      sip += by;
      sop += by;
    }
    sim += innerMinus.mod;
    sip += innerPlus.mod;
    som += outerMinus.mod;
    sop += outerPlus.mod;
  }
  if (innerMinus.right && !outerPlus.right) {
    outerPlus.thread = innerMinus.right;
    outerPlus.mod += sim - sop;
  }
  if (innerPlus.left && !outerMinus.left) {
    outerMinus.thread = innerPlus.left;
    outerMinus.mod += sip - som;
    return v;
  }
  return fallback;
}

function firstWalk(v: Knot): void {
  let fallback = v.children[0] as Knot;
  for (const child of v.children) {
    firstWalk(child);
    fallback = apportion(child, fallback);
  }
  let [shift, change] = [0, 0];
  for (let i = v.children.length - 1; i >= 0; i--) {
    const child = v.children[i] as Knot;
    child.prelim += shift;
    child.mod += shift;
    change += child.pending.change;
    shift += child.pending.shift + change;
  }
  const last = v.children[v.children.length - 1];
  const middle = last ? ((v.children[0] as Knot).prelim + last.prelim) / 2 : 0;
  v.prelim = v.before ? v.before.prelim + apart(v.before, v) : middle;
  v.mod = last && v.before ? v.prelim - middle : 0;
}

function knotsOf(shown: Shown): Knot[][] {
  const levels: Knot[][] = [];
  const add = (id: number, parent: Knot | null, level: number) => {
    const knot = new Knot(id, shown.size(id).w, parent);
    knot.number = parent ? parent.children.push(knot) - 1 : 0;
    (levels[level] ??= []).push(knot);
    for (const child of shown.children(id)) add(child, knot, level + 1);
  };
  add(0, null, 0);
  return levels;
}

/** From above: a node over the middle of its children. */
export function drawing(shown: Shown): Placed {
  const levels = knotsOf(shown);
  firstWalk(levels[0]?.[0] as Knot);
  const sums = new Map<Knot, number>();
  const at = new Map<number, Spot>();
  let [low, high, top] = [Infinity, -Infinity, MARGIN];
  for (const level of levels) {
    let tallest = 0;
    for (const knot of level) {
      const sum = knot.parent ? (sums.get(knot.parent) ?? 0) + knot.parent.mod : 0;
      sums.set(knot, sum);
      const x = knot.prelim + sum;
      at.set(knot.id, { x, y: top });
      low = Math.min(low, x - knot.width / 2);
      high = Math.max(high, x + knot.width / 2);
      tallest = Math.max(tallest, shown.size(knot.id).h);
    }
    top += tallest + DROP;
  }
  for (const spot of at.values()) spot.x += MARGIN - low;
  return { at, w: high - low + 2 * MARGIN, h: top - DROP + MARGIN };
}

/** A line a node, children below their parent and further right. */
export function outline(shown: Shown): Placed {
  const at = new Map<number, Spot>();
  let [w, top] = [0, MARGIN / 2];
  const add = (id: number, level: number) => {
    const size = shown.size(id);
    const x = MARGIN / 2 + level * INDENT;
    at.set(id, { x, y: top });
    w = Math.max(w, x + size.w);
    top += size.h;
    for (const child of shown.children(id)) add(child, level + 1);
  };
  add(0, 0);
  return { at, w: w + MARGIN / 2, h: top + MARGIN / 2 };
}
