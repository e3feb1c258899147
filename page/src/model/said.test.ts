import assert from "node:assert";
import { test } from "node:test";
import { bestSaid, lineSaid, moveSaid } from "./said";

test("a move is read in the words of the language, if the session sends them", () => {
  const sent = { move: "keep 6-6", move_said: "nechat 6-6", best: "sixes", best_said: "šestky", line: ["keep all"], line_said: ["nechat vše"] };
  assert.deepEqual([moveSaid(sent), bestSaid(sent), lineSaid(sent)], ["nechat 6-6", "šestky", ["nechat vše"]]);
});

test("without them it is read as programs write it", () => {
  const sent = { move: "b2", best: "a1", line: ["a1", "c3"] };
  assert.deepEqual([moveSaid(sent), bestSaid(sent), lineSaid(sent)], ["b2", "a1", ["a1", "c3"]]);
  assert.deepEqual([bestSaid({ move: "b2" }), lineSaid({})], ["", []]);
});
