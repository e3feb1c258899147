import assert from "node:assert/strict";
import test from "node:test";
import type { Mover } from "./events";
import { type Row, rowsOf } from "./played_rows";

const moves = (...said: [Mover, string][]) => said.map(([seat, text], ply) => ({ ply, seat, text }));
/** "1. 31: 8/5 6/5 | 64: ..." a row. */
const drawn = (rows: Row[]) =>
  rows.map((row) => `${row.number}. ${row.turns.map((turn) => (turn ? turn.parts.map((p) => [...p.chance, p.move?.text ?? "?"].join(": ")).join(", ") : "–")).join(" | ")}`);

test("two seats have a column each, and the dice stand with the move", () => {
  const played = moves(["chance", "31"], [0, "8/5 6/5"], ["chance", "64"], [1, "24/14"], ["chance", "11"]);
  assert.deepEqual(drawn(rowsOf(played, 2, 0)), ["1. 31: 8/5 6/5 | 64: 24/14", "2. 11: ? | –"]);
});

test("the second seat may begin, and a seat that moves twice has both moves in its turn", () => {
  const played = moves([1, "a"], [0, "b"], [0, "c"], [1, "d"], [1, "e"], [1, "f"]);
  assert.deepEqual(drawn(rowsOf(played, 2, 1)), ["1. – | a", "2. b, c | d, e, f"]);
});

test("a lone seat has a row for each move, three share a column", () => {
  assert.deepEqual(drawn(rowsOf(moves(["chance", "1-2"], [0, "keep"], ["chance", "2-2"], [0, "twos"]), 1, "over")), ["1. 1-2: keep", "2. 2-2: twos"]);
  assert.deepEqual(drawn(rowsOf(moves([0, "a"], [1, "b"], [2, "c"]), 3, 0)), ["1. a", "2. b", "3. c"]);
});

test("each part leads to the moment after it", () => {
  const [row] = rowsOf(moves(["chance", "31"], [0, "8/5"]), 2, 1);
  assert.deepEqual(row?.turns[0]?.parts.map((p) => p.after), [2]);
});
