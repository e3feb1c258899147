import type { Shape } from "./shapes";
import assert from "node:assert";
import { test } from "node:test";
import { Scene, travels } from "./scene";

const cell = (id: string, x: number): Shape => ({ id, kind: "cell", at: [x, 0], size: [1, 1], name: id });
const piece = (id: string, on: string, x: number): Shape => ({ id, kind: "piece", at: [x + 0.2, 0.2], size: [0.6, 0.6], name: id, on });
const board = { seats: [{ name: "Black", color: "black" }], shapes: [cell("a", 0), cell("b", 1), cell("c", 2)] };
const begin = () => new Scene(board, { size: [3, 1], shapes: [piece("a.x", "a", 0), piece("b.o", "b", 1)] });
const order = (scene: Scene) => scene.now.shapes.map((s) => s.id).join(" ");

test("what is gone goes, what is put takes its place", () => {
  const before = begin();
  const change = { size: [3, 1] as [number, number], removed: ["a.x", "b.o"], changed: [{ ...piece("c.x", "c", 2), after: null }, { ...piece("d", "c", 2), after: "c.x" }] };
  assert.equal(order(before.changed(change)), "c.x d");
  assert.equal(order(before), "a.x b.o");
  const renamed = before.changed({ size: [3, 1], removed: [], changed: [{ ...piece("b.o", "b", 1), name: "king" }] });
  assert.equal(renamed.find("b.o")?.name, "king");
  assert.equal(order(renamed), "a.x b.o");
  assert.equal(order(before.changed({ size: [3, 1], removed: [], changed: [{ ...piece("b.o", "b", 1), after: null }] })), "b.o a.x");
});

test("a step says how far a piece has come, over several steps too", () => {
  const before = begin();
  const after = before.changed({ size: [3, 1], removed: ["a.x", "b.o"], changed: [{ ...piece("c.x", "c", 2), after: null }] });
  const moved = travels(before, after, [
    ["a", "b"],
    ["b", "c"],
    ["b", null],
  ]);
  assert.deepEqual([...moved], [["c.x", [-2, 0]]]);
  assert.deepEqual([...travels(before, after, [[null, "c"]])], []);
});
