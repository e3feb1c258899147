import assert from "node:assert";
import { test } from "node:test";
import { chanceOf, shareOf } from "./scale";

const winOrLose = { min_return: -1, max_return: 1 };
const points = { min_return: -3, max_return: 3 };

test("points are a chance where the game has a win and a loss alone", () => {
  assert.equal(chanceOf(0, winOrLose), 0.5);
  assert.equal(chanceOf(1, winOrLose), 1);
  assert.equal(chanceOf(0.5, points), null);
  assert.equal(chanceOf(0.5, {}), null);
});

test("the bar is half at equality, and grows with the points", () => {
  assert.equal(shareOf(0, points), 0.5);
  assert.equal(shareOf(1, points), 0.75);
  assert.equal(shareOf(-1, points), 0.25);
  assert.equal(shareOf(1, winOrLose), 1);
  const all = [-3, -1, -0.1, 0, 0.1, 1, 3].map((value) => shareOf(value, points));
  assert.deepEqual([...all].sort((a, b) => a - b), all);
});
