import assert from "node:assert";
import { test } from "node:test";
import { fetchTexts, speak } from "../strings/strings";
import { amount, many, percent, plain, readNumber, signed, tuple } from "./numbers";

test("numbers are as short as tells something", () => {
  assert.equal(amount(0.48047867, { unit: "probability" }), "48.0 %");
  assert.equal(amount(253.935, { unit: "points" }), "253.9");
  assert.equal(amount(-0.0001, null), "0.000");
  assert.equal(amount(null, null), "–");
  assert.equal(signed(1.5, null), "+1.50");
  assert.equal(signed(0, null), "0");
  assert.equal(many(1_234_567), "1.2 M");
});

test("numbers are written as the language does", async () => {
  await fetchTexts("cs");
  speak(["cs-CZ", "en"]);
  assert.deepEqual([amount(0.48047867, { unit: "probability" }), amount(-2.5, null), many(1_234_567), percent(0.125, 1)], ["48,0 %", "-2,50", "1,2 mil.", "12,5 %"]);
  assert.deepEqual([plain(-2.5), tuple([1.5, 2, null])], ["−2,5", "(1,5; 2; –)"]);
  speak(["de", "en-GB", "cs"]);
  assert.deepEqual([plain(-2.5), tuple([1.5, 2, null])], ["−2.5", "(1.5, 2, –)"]);
});

test("a value is typed as a number or a fraction", () => {
  assert.equal(readNumber("−3"), -3);
  assert.equal(readNumber("-19/6"), -19 / 6);
  assert.ok(Number.isNaN(readNumber("")) || readNumber("") === 0);
});
