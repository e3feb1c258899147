import assert from "node:assert";
import { test } from "node:test";
import type { MatchPlayer } from "./events";
import { axisOf, barsOf } from "./histogram";

const player = (from: number, width: number, bars: number[]) => ({ histogram: { min: from, width, counts: bars } }) as MatchPlayer;

test("bars are shares of the games on one scale", () => {
  const [one, two] = barsOf([player(0, 20, [1, 0, 3]), player(0, 20, [0, 4, 0])]);
  assert.deepEqual(one?.shares, [0.25, 0, 0.75]);
  assert.equal(one?.top, 1);
  assert.equal(one?.words, "0…20: 25.0 %, 40…: 75.0 %");
  assert.deepEqual(two?.shares, [0, 1, 0]);
});

test("nothing is drawn of nothing", () => {
  assert.deepEqual(barsOf([{} as MatchPlayer]), []);
  assert.deepEqual(barsOf([player(0, 1, [0, 0])]), []);
  assert.deepEqual(barsOf([player(5, 1, [9])]), []);
});

test("the axis has round numbers where bars begin", () => {
  const axis = (from: number, width: number, bars: number) => axisOf(barsOf([player(from, width, Array(bars).fill(1))])[0] as never);
  assert.deepEqual(axis(-1, 0.1, 21), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(axis(20, 20, 20), [100, 200, 300, 400]);
  assert.deepEqual(axis(0, 1, 5), [0, 1, 2, 3, 4, 5]);
});
