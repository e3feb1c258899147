import type { BoardScene } from "./shapes";
import assert from "node:assert";
import { test } from "node:test";
import { inkOf, isPath, isSymbol, symbolOf } from "./symbols";

test("path data is known from what is not", () => {
  for (const d of ["M0 0", "m1,2 3,4", "M0 0H5V-5z", "M.5.5-1-1", "M4 50a46 46 0 1 1 92 0z", "M0 0C1 2 3 4 5 6 7 8 9 10 11 12", " M 1 1 Z "]) assert.ok(isPath(d), d);
  const wrong = ["", "L0 0", "M0", "M0 0L1", "M0 0X1 1", "M1e5 0", "M10000 0", "M0 0A1 1 0 2 1 5 5", "M0 0z1", "M0 0\"/><script>", "M0 0 url(x)", "M--1 0", "M0 0.", "M,0 0", "M0,,0", "M0 0,", "M1;2", `M${"0 ".repeat(400)}`];
  for (const d of wrong) assert.ok(!isPath(d), d);
  assert.ok(!isPath(7));
});

test("a symbol that is not whole is none", () => {
  const good = { id: "a", box: [10, 10] as [number, number], paths: [{ fill: "owner", d: "M0 0H10" }] };
  assert.ok(isSymbol(good));
  for (const wrong of [{ id: "a b" }, { box: [0, 10] as [number, number] }, { paths: [{ fill: "url(#x)", d: "M0 0" }] }, { paths: [{ fill: "ink", d: "M0 0\"" }] }, { paths: Array(25).fill(good.paths[0]) }])
    assert.ok(!isSymbol({ ...good, ...wrong }), JSON.stringify(wrong));
});

test("a piece has the symbol that it names, else that of its form", () => {
  const paths = [{ fill: "ink", d: "M0 0H1" }];
  const board: BoardScene = { seats: [], shapes: [], ground: "night", symbols: [{ id: "king", box: [1, 1], paths }, { id: "bad", box: [1, 1], paths: [{ fill: "ink", d: "x" }] }] };
  const shape = { id: "a", kind: "piece", at: [0, 0] as [number, number], size: [1, 1] as [number, number], name: "a" };
  assert.equal(symbolOf(board, { ...shape, form: "king" })?.id, "king");
  assert.equal(symbolOf(board, { ...shape, symbol: "king" })?.id, "king");
  assert.equal(symbolOf(board, { ...shape, symbol: "bad", form: "king" }), undefined);
  assert.equal(symbolOf(board, { ...shape, kind: "cell", form: "king" }), undefined);
  assert.equal(inkOf(board, { ...shape, kind: "label" }), "in lit");
  assert.equal(inkOf(board, { ...shape, kind: "label", material: "paper" }), "");
  assert.equal(inkOf(board, { ...shape, kind: "cell", material: "wood", shade: 1 }), "in");
});
