import assert from "node:assert";
import { test } from "node:test";
import { type Placed, type Shown, drawing, outline } from "./layout";

/** A tree of random shape, whose nodes have random sizes; the same for the same seed. */
function grown(seed: number, count: number): Shown & { all: number[]; parent: number[] } {
  let state = seed;
  const below = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const children: number[][] = [[]];
  const parent = [-1];
  for (let id = 1; id < count; id++) {
    const up = Math.max(0, id - 1 - below(6));
    parent.push(up);
    children.push([]);
    children[up]?.push(id);
  }
  const sizes = parent.map(() => ({ w: 20 + below(80), h: 20 + below(60) }));
  return { all: parent.map((_, id) => id), parent, children: (id) => children[id] ?? [], size: (id) => sizes[id] ?? { w: 0, h: 0 } };
}

/** No two boxes lie on each other. */
function apart(tree: ReturnType<typeof grown>, placed: Placed, middle: boolean): void {
  const box = (id: number) => {
    const { x, y } = placed.at.get(id) ?? { x: NaN, y: NaN };
    const { w, h } = tree.size(id);
    return { x: middle ? x - w / 2 : x, y, w, h };
  };
  for (const a of tree.all) {
    const [p, inside] = [box(a), box(a)];
    assert.ok(inside.x >= 0 && inside.y >= 0 && inside.x + inside.w <= placed.w + 1e-6 && inside.y + inside.h <= placed.h + 1e-6);
    for (const b of tree.all) {
      const q = box(b);
      const clear = a === b || p.x + p.w <= q.x + 1e-6 || q.x + q.w <= p.x + 1e-6 || p.y + p.h <= q.y || q.y + q.h <= p.y;
      assert.ok(clear, `${a} and ${b} overlap`);
    }
  }
}

test("nodes of a drawing do not overlap, and a parent stands over the middle of its children", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const tree = grown(seed, 60);
    const placed = drawing(tree);
    apart(tree, placed, true);
    for (const id of tree.all) {
      const below = tree.children(id).map((child) => placed.at.get(child)?.x ?? NaN);
      const [first, last] = [below[0], below[below.length - 1]];
      if (first !== undefined && last !== undefined) assert.ok(Math.abs((first + last) / 2 - (placed.at.get(id)?.x ?? NaN)) < 1e-6);
      assert.deepEqual([...below].sort((a, b) => a - b), below);
    }
  }
});

test("nodes of an outline stand below each other, children further right", () => {
  const tree = grown(3, 60);
  const placed = outline(tree);
  apart(tree, placed, false);
  for (const id of tree.all.slice(1)) {
    const [own, up] = [placed.at.get(id), placed.at.get(tree.parent[id] ?? 0)];
    assert.ok(own && up && own.x > up.x && own.y > up.y);
  }
});
