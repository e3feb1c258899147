import assert from "node:assert/strict";
import test from "node:test";
import type { Hello } from "./events";
import { clockText, clockWords, lowTime, nextChange, readClock } from "./clock";

test("a clock shows minutes, and tenths at the end", () => {
  const cases: [number, string][] = [[300, "5:00"], [299.99, "4:59"], [61, "1:01"], [10, "0:10"], [9.99, "0:09.9"], [0.04, "0:00.0"], [0, "0:00.0"], [3723, "1:02:03"]];
  for (const [seconds, text] of cases) assert.equal(clockText(seconds), text, String(seconds));
});

test("the next look comes when the text has changed", () => {
  for (const seconds of [299.4, 300, 10.2, 9.95, 0.31]) assert.notEqual(clockText(Math.max(0, seconds - nextChange(seconds) / 1000)), clockText(seconds), String(seconds));
  assert.ok(nextChange(300) <= 1010);
});

test("a clock is low below 20 seconds or a tenth", () => {
  assert.deepEqual([60, 180, 300, 900].map(lowTime), [20, 20, 30, 60]);
});

test("a clock is read, and given to the next game", () => {
  assert.deepEqual(readClock("5m+3s"), [5, 3]);
  assert.equal(readClock("300s"), null);
  assert.deepEqual(clockWords({ clock: { time: 300, increment: 3 } } as Hello), ["clock=300+3"]);
  assert.deepEqual(clockWords({} as Hello), []);
});
