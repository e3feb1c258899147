import assert from "node:assert/strict";
import test from "node:test";
import type { Review, ReviewMove } from "../model/events";
import { ReviewRun } from "./review";
import type { Connection } from "./connection";

const move = (ply: number, loss: number, grade?: ReviewMove["grade"]): ReviewMove => ({ ply, turn: ply + 1, seat: 0, move: `m${ply}`, loss, ...(grade ? { grade } : {}), unit: "probability" });

test("the moves that are gone through are those that the library graded", () => {
  const run = new ReviewRun({} as Connection, () => undefined);
  run.moves = [move(0, 0.04), move(1, 0.06, "inaccuracy"), move(2, 0), move(3, 0.3, "blunder")];
  assert.deepEqual(
    run.costly.map((m) => m.ply),
    [1, 3],
  );
  assert.equal(run.go(1), 1);
  assert.equal(run.go(1), 3);
  assert.equal(run.go(1), 1);
});

test("numbers have the unit and the digits of the judge", () => {
  const run = new ReviewRun({} as Connection, () => undefined);
  run.moves = [move(0, 0.04)];
  run.review = { unit: "probability", decimals: 2 } as Review;
  assert.equal(run.number(0.16245), "16.25 %");
  assert.equal(run.number(0.1, true), "+10.00 %");
  assert.equal(run.number(-0.00001, true), "0.00 %");
  assert.equal(run.number(null), "–");
  run.review = { unit: "points", decimals: 0 } as Review;
  assert.equal(run.number(-1), "-1");
});

test("one's own mistakes come first; marks are there once the review is finished, and go with another play", () => {
  const run = new ReviewRun({} as Connection, () => undefined, () => 1);
  run.plies = 4;
  run.moves = [move(0, 0.06, "inaccuracy"), { ...move(1, 0.3, "blunder"), seat: 1 }, move(2, 0), { ...move(3, 0.2, "blunder"), seat: 1 }];
  assert.equal(run.marks.size, 0);
  run.review = { unit: "probability", decimals: 2, seats: [{ seat: 0 }, { seat: 1 }] } as Review;
  assert.deepEqual([...run.marks.keys()], [0, 1, 3]);
  assert.deepEqual(
    run.costly.map((m) => m.ply),
    [1, 3, 0],
  );
  assert.deepEqual(
    run.seats.map((s) => s.seat),
    [1, 0],
  );
  run.follow(4);
  assert.equal(run.marks.size, 3);
  run.follow(5);
  assert.equal(run.marks.size, 0);
  assert.equal(run.review, null);
});
