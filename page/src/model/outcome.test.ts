import assert from "node:assert/strict";
import test from "node:test";
import type { Result } from "./events";
import { outcomeOf } from "./outcome";

const result = (returns: number[], winners: number[], more: Partial<Result> = {}): Result => ({ event: "result", seq: 1, ply: 9, returns, winners, reason: "rules", ...more });
const names = ["White", "Black", "Red"];

test("an outcome names the winner, and by what", () => {
  assert.equal(outcomeOf(result([1, -1], [0]), names, null), "White wins");
  assert.equal(outcomeOf(result([-3, 3], [1], { ending: "a backgammon" }), names, null), "Black wins by 3 points: a backgammon");
  assert.equal(outcomeOf(result([-1, 1], [1], { ending: "no move left" }), names, 0), "You lose: no move left");
  assert.equal(outcomeOf(result([2, -2], [0]), names, 0), "You win by 2 points");
  assert.equal(outcomeOf(result([72, 52], [0]), names, null), "White wins by 20 points");
  assert.equal(outcomeOf(result([-1, 1, -1], [1]), ["you", "blue", "red"], 0), "Blue wins");
  assert.equal(outcomeOf(result([1, -1], [0], { reason: "resigned", resigned: 1 }), names, 0), "You win, by resignation");
});

test("a person who loses to several loses, and why", () => assert.equal(outcomeOf(result([-490, 490, 490], [1, 2], { ending: "caught by ghost 1" }), names, 0), "You lose: caught by ghost 1"));

test("a draw, a shared win, and a game for one", () => {
  assert.equal(outcomeOf(result([0, 0], [0, 1], { reason: "agreed" }), names, null), "Draw, by agreement");
  assert.equal(outcomeOf(result([1, 1, 0], [0, 1]), names, null), "Shared win: White, Black");
  assert.equal(outcomeOf(result([212], [0]), names, 0), "212 points");
});
