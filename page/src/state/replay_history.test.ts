import assert from "node:assert";
import { test } from "node:test";
import { movesOf } from "./replay_history";

test("a record says who moved what", () => {
  const record = "hra-record 1\ngame race\nseed 4\nnumber 0\nseat 0 human\nposition [1],[] green\n* 4\n0 1>5, take\n1 pass\nresult 1 -1\n";
  assert.deepEqual(movesOf(record), {
    position: "[1],[] green",
    seats: 1,
    moves: [
      { seat: null, text: "4" },
      { seat: 0, text: "1>5, take" },
      { seat: 1, text: "pass" },
    ],
  });
  assert.equal(movesOf('[Event "?"]\n1. 9-14'), null);
});
