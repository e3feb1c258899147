import assert from "node:assert";
import { test } from "node:test";
import { Drawing } from "./drawing";

test("an arrow is drawn by two presses, a mark by two on one place, and the same again takes it away", () => {
  const drawing = new Drawing(() => {});
  for (const place of ["a", "b", "c", "c"]) drawing.press(place);
  assert.deepEqual(drawing.marks, [["a", "b"], ["c"]]);
  drawing.draw("a", "b");
  assert.deepEqual(drawing.marks, [["c"]]);
  drawing.press("a");
  drawing.clear();
  assert.deepEqual([drawing.marks, drawing.from], [[], null]);
});
