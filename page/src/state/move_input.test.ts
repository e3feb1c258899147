import assert from "node:assert";
import { test } from "node:test";
import { MoveInput } from "./move_input";

const standing: Record<string, string> = { "9.black": "9", "14.white": "14" };
const machine = () => new MoveInput((id) => standing[id] ?? "");

test("a piece is pressed, then where to", () => {
  const moveInput = machine();
  moveInput.set([
    { move: "9-13", input: ["9", "13"] },
    { move: "9-14", input: ["9", "14"] },
    { move: "10-15", input: ["10", "15"] },
  ]);
  assert.deepEqual([...moveInput.targets].sort(), ["10", "9"]);
  assert.deepEqual(moveInput.press("9.black"), { taken: true });
  assert.deepEqual([...moveInput.targets].sort(), ["13", "14"]);
  assert.deepEqual(moveInput.press("14.white"), { taken: true, move: "9-14" });
  assert.deepEqual(moveInput.chosen, []);
});

test("another piece begins anew, the same one lets go, what means nothing lets go too", () => {
  const moveInput = machine();
  moveInput.set([
    { move: "9-13", input: ["9", "13"] },
    { move: "10-15", input: ["10", "15"] },
  ]);
  moveInput.press("9");
  moveInput.press("10");
  assert.deepEqual(moveInput.chosen, ["10"]);
  moveInput.press("10");
  assert.deepEqual(moveInput.chosen, []);
  moveInput.press("9");
  assert.deepEqual(moveInput.press("31"), { taken: false });
  assert.deepEqual(moveInput.chosen, []);
});

test("a set is pressed in any order, pressing again takes off, and done closes it", () => {
  const moveInput = machine();
  moveInput.set([
    { move: "keep none", input: ["done"], set: true },
    { move: "keep 1", input: ["die1", "done"], set: true },
    { move: "keep 6", input: ["die2", "done"], set: true },
    { move: "keep 1-6", input: ["die1", "die2", "done"], set: true },
    { move: "box ones", input: ["ones"] },
  ]);
  moveInput.press("die2");
  moveInput.press("die1");
  moveInput.press("die2");
  assert.deepEqual(moveInput.chosen, ["die1"]);
  moveInput.press("die2");
  assert.deepEqual(moveInput.press("done"), { taken: true, move: "keep 1-6" });
  moveInput.press("die1");
  assert.deepEqual(moveInput.press("ones"), { taken: true, move: "box ones" });
});

test("done can be pressed only where it closes something", () => {
  const moveInput = machine();
  moveInput.set([{ move: "1-2", input: ["one", "two", "done"], set: true }]);
  assert.equal(moveInput.meant("done"), null);
  moveInput.press("two");
  moveInput.press("one");
  assert.ok(moveInput.targets.has("done"));
});

test("of a set that has a shape several times a press adds one, and one too many takes one off", () => {
  const moveInput = machine();
  const roll = (...faces: string[]) => ({ move: faces.join("-"), input: [...faces, "done"], set: true as const });
  moveInput.set([roll("1", "1", "1"), roll("1", "1", "2"), roll("1", "2", "2"), roll("2", "2", "2")]);
  assert.ok(moveInput.counts);
  for (const id of ["2", "1", "1"]) moveInput.press(id);
  assert.deepEqual(moveInput.chosen, ["2", "1", "1"]);
  assert.deepEqual([...moveInput.targets].sort(), ["1", "2", "done"]);
  moveInput.press("1");
  assert.deepEqual(moveInput.chosen, ["2", "1"]);
  assert.deepEqual(moveInput.press("die1"), { taken: false });
  assert.deepEqual(moveInput.chosen, ["2", "1"]); // a slip takes nothing off
  moveInput.press("2");
  assert.deepEqual(moveInput.press("done"), { taken: true, move: "1-2-2" });
});
