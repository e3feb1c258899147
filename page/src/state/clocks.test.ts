import assert from "node:assert/strict";
import test from "node:test";
import type { Event } from "../model/events";
import { Clocks } from "./clocks";
import type { Table } from "./table";

/** Clocks with a time of their own. */
function clocksOf(view: unknown) {
  const said: string[] = [];
  let [now, alarms] = [0, 0];
  const waits: { at: number; then: () => void }[] = [];
  const table = { hello: { view, clock: { time: 60, increment: 1 } }, now: { result: null }, connection: { say: (line: string) => said.push(line) } };
  const clocks = new Clocks(table as unknown as Table, (ms, then) => waits.push({ at: now + ms, then }), () => alarms++, () => now);
  const tell = (left: (number | null)[], running: number | null) => clocks.feed({ event: "clock", seq: 1, ply: 2, left, running, stopped: false } as Event);
  const pass = (ms: number) => {
    now += ms;
    for (const one of waits.splice(0)) if (one.at <= now) one.then(); else waits.push(one);
  };
  return { clocks, table, said, tell, pass, alarms: () => alarms };
}

test("the clock that runs counts down by itself, the others stand", () => {
  const { clocks, tell, pass } = clocksOf(0);
  assert.equal(clocks.leftOf(0), null);
  tell([60, 50], 1);
  pass(1500);
  assert.deepEqual([clocks.leftOf(0), clocks.leftOf(1), clocks.running], [60, 48.5, 1]);
  tell([60, 51], null);
  pass(1500);
  assert.equal(clocks.leftOf(1), 51);
  tell([null, 51], 1);
  assert.equal(clocks.leftOf(0), null);
});

test("low time is heard once a game, by the person whose clock it is", () => {
  const { clocks, tell, pass, alarms } = clocksOf(0);
  tell([60, 50], 1);
  pass(45_000);
  assert.deepEqual([clocks.isLow(1), alarms()], [true, 0]);
  tell([21, 5], 0);
  pass(500);
  assert.equal(alarms(), 0);
  pass(600);
  assert.deepEqual([clocks.low, alarms()], [0, 1]);
  tell([19, 5], 1);
  tell([19, 5], 0);
  pass(1000);
  assert.deepEqual([clocks.low, alarms()], [null, 1]);
  clocks.feed({ event: "hello", scene: {}, snapshot: false } as unknown as Event); // another game
  tell([15, 60], 0);
  pass(0);
  assert.equal(alarms(), 2);
});

test("when the time has run out the session is asked", () => {
  const { said, tell, pass, table } = clocksOf("table");
  tell([1, 5], 0);
  pass(1000);
  assert.deepEqual(said, []);
  pass(100);
  assert.deepEqual(said, ["clock"]);
  tell([1, 5], 0);
  tell([1, 5], 1); // the move came in time
  pass(2000);
  assert.deepEqual(said, ["clock"]);
  Object.assign(table.now, { result: {} });
  pass(9000);
  assert.deepEqual(said, ["clock"]);
});
