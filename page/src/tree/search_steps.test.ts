import assert from "node:assert";
import { test } from "node:test";
import { textbook } from "./test_trees";
import { SearchSteps } from "./search_steps";
import { stepSaid } from "./texts";

/** How far the search has come with each node: later, open, known, and c where it is cut. */
function stages(searchSteps: SearchSteps, step: number): string {
  return textbook.tree.map((node) => searchSteps.stage(node.id, step)[0] + (searchSteps.isCut(node.id, step) ? "c" : "")).join(" ");
}

test("values and cuts appear as they happen", () => {
  const searchSteps = new SearchSteps(textbook);
  assert.equal(searchSteps.count, 13);
  assert.equal(stages(searchSteps, 0), "l l l l l l l");
  assert.equal(stages(searchSteps, 3), "o o o l l l l");
  assert.equal(stages(searchSteps, 7), "o k k k l l l");
  assert.equal(stages(searchSteps, 10), "o k k k o k l");
  assert.equal(stages(searchSteps, 11), "o k k k oc k kc");
  assert.equal(stages(searchSteps, 13), "k k k k kc k kc");
});

test("values narrow the window of the node above", () => {
  const searchSteps = new SearchSteps(textbook);
  assert.deepEqual(searchSteps.window(0, 6), [null, null]);
  assert.deepEqual(searchSteps.window(1, 4), [null, 3]);
  assert.deepEqual(searchSteps.window(0, 7), [3, null]);
  assert.deepEqual(searchSteps.window(4, 9), [3, null]);
  assert.deepEqual(searchSteps.window(4, 10), [3, 2]);
  assert.deepEqual(searchSteps.window(0, 13), [null, null]); // as it was entered
});

test("each step is a sentence", () => {
  const searchSteps = new SearchSteps(textbook);
  const said = searchSteps.steps.map((step, i) => stepSaid(textbook, searchSteps, step, i + 1, ["X", "O"]));
  assert.equal(said[0], "root: MAX, X to move");
  assert.equal(said[3], "value of b1: 3; beta of a1 becomes 3");
  assert.equal(said[6], "value of a1: 3; alpha of root becomes 3");
  assert.equal(said[7], "a2: MIN, O to move, α 3  β ∞");
  assert.equal(said[10], "a2, alpha cut-off, α 3  β 2: 1 move is not searched");
  assert.equal(said[11], "value of a2: at most 2");
});
