import assert from "node:assert";
import { test } from "node:test";
import { formulaIn, formulaOf, weightsIn } from "./formula";

test("a sum is read and written alike", () => {
  for (const text of ["10*men + 15*kings - 2*mine.back", "-men", "men - theirs.kings", "0.5*home_points"])
    assert.equal(formulaOf(weightsIn(text)!), text);
  assert.deepEqual([...weightsIn(" 2 * men+kings ")!], [["men", 2], ["kings", 1]]);
  assert.equal(formulaOf(new Map([["men", 0]])), "0");
});

test("other formulas are no sums", () => {
  for (const text of ["men*kings", "2*men kings", "max(men,1)", "men + men", "3", "men +"]) assert.equal(weightsIn(text), null, text);
});

test("the formula in an evaluation", () => {
  assert.equal(formulaIn("expr(max(1, men))"), "max(1, men)");
  assert.equal(formulaIn("material"), null);
});
