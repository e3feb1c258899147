import assert from "node:assert";
import { test } from "node:test";
import { Presses } from "./move_input";

const standing: Record<string, string> = { "9.black": "9", "14.white": "14" };
const machine = () => new Presses((id) => standing[id] ?? "");

test("a piece is pressed, then where to", () => {
  const presses = machine();
  presses.set([
    { move: "9-13", press: ["9", "13"] },
    { move: "9-14", press: ["9", "14"] },
    { move: "10-15", press: ["10", "15"] },
  ]);
  assert.deepEqual([...presses.targets].sort(), ["10", "9"]);
  assert.deepEqual(presses.press("9.black"), { taken: true });
  assert.deepEqual([...presses.targets].sort(), ["13", "14"]);
  assert.deepEqual(presses.press("14.white"), { taken: true, move: "9-14" });
  assert.deepEqual(presses.chosen, []);
});

test("another piece begins anew, the same one lets go, what means nothing lets go too", () => {
  const presses = machine();
  presses.set([
    { move: "9-13", press: ["9", "13"] },
    { move: "10-15", press: ["10", "15"] },
  ]);
  presses.press("9");
  presses.press("10");
  assert.deepEqual(presses.chosen, ["10"]);
  presses.press("10");
  assert.deepEqual(presses.chosen, []);
  presses.press("9");
  assert.deepEqual(presses.press("31"), { taken: false });
  assert.deepEqual(presses.chosen, []);
});

test("a set is pressed in any order, pressing again takes off, and done closes it", () => {
  const presses = machine();
  presses.set([
    { move: "keep none", press: ["done"], set: true },
    { move: "keep 1", press: ["die1", "done"], set: true },
    { move: "keep 6", press: ["die2", "done"], set: true },
    { move: "keep 1-6", press: ["die1", "die2", "done"], set: true },
    { move: "box ones", press: ["ones"] },
  ]);
  presses.press("die2");
  presses.press("die1");
  presses.press("die2");
  assert.deepEqual(presses.chosen, ["die1"]);
  presses.press("die2");
  assert.deepEqual(presses.press("done"), { taken: true, move: "keep 1-6" });
  presses.press("die1");
  assert.deepEqual(presses.press("ones"), { taken: true, move: "box ones" });
});

test("done can be pressed only where it closes something", () => {
  const presses = machine();
  presses.set([{ move: "1-2", press: ["one", "two", "done"], set: true }]);
  assert.equal(presses.meant("done"), null);
  presses.press("two");
  presses.press("one");
  assert.ok(presses.targets.has("done"));
});
