import assert from "node:assert/strict";
import test from "node:test";
import type { Event } from "../model/events";
import type { Table } from "./table";
import { Tutor, type TutorLevel } from "./tutor";

/** A tutor at a table of a person and a program, with a clock of its own; lines are noted. */
function tutorAt(more: object = {}, chosen: TutorLevel | null = null) {
  const lines: string[] = [];
  const due: { ms: number; then: () => void }[] = [];
  const say = (line: string) => (lines.push(line), Promise.resolve({ ok: true, closing: { event: "ok" }, events: [] }));
  const table = {
    seats: [{ person: true }, { person: false }],
    past: { played: [] },
    now: { hidden: false },
    hello: null,
    may: () => true,
    say,
    connection: { say },
    motion: { wayTo: () => new Map(), rest: () => {} },
    ...more,
  } as unknown as Table;
  const choice = { tutor: chosen, setTutor: (level: TutorLevel) => void (choice.tutor = level) };
  const tutor = new Tutor(table, () => {}, (ms, then) => void due.push({ ms, then }), choice);
  const pass = (ms: number) => due.filter((one) => one.ms === ms).forEach((one) => one.then());
  return { tutor, table, lines, choice, pass, feed: (event: object) => tutor.feed(event as Event) };
}

const tentative = { event: "tentative", ply: 0, seat: 0, move: "a3" };
const review = (waits: boolean) => ({ event: "review", ply: 0, seat: 0, waits, cost: { move: "a3", best: "c1", unit: "points", loss: 2, grade: "blunder", line: [] } });
const position = (ply: number) => ({ event: "position", ply });

test("a move that is judged in time is made without a word", () => {
  const { tutor, feed, lines, pass } = tutorAt();
  feed(tentative);
  assert.deepEqual([tutor.pending?.said, tutor.marked], ["a3", false]);
  feed(position(1));
  pass(150);
  pass(1000);
  assert.deepEqual([tutor.pending, tutor.marked, tutor.remark, lines], [null, false, null, []]);
});

test("a costly one waits for an answer, and time changes nothing", async () => {
  const { tutor, feed, lines, pass } = tutorAt();
  feed(tentative);
  feed(review(true));
  pass(1000);
  assert.deepEqual([tutor.remark?.waits, tutor.marked, tutor.canTakeBack, lines], [true, true, true, []]);
  await tutor.takeBack();
  feed({ event: "ask", ply: 0, seat: 0, you: true });
  assert.deepEqual([tutor.pending, tutor.remark, lines], [null, null, ["undo"]]);
  feed(tentative);
  feed(review(true));
  await tutor.keep();
  assert.deepEqual(lines, ["undo", "confirm"]);
});

test("without a judgement it is made after a second; a later one is a remark", () => {
  const { tutor, table, feed, lines, pass } = tutorAt();
  feed(tentative);
  pass(150);
  assert.equal(tutor.marked, true);
  pass(1000);
  assert.deepEqual(lines, ["confirm"]);
  feed({ event: "move", ply: 0, seat: 0 });
  feed(position(1));
  feed(review(false));
  assert.deepEqual([tutor.pending, tutor.remark?.waits, tutor.canTakeBack], [null, false, true]);
  table.past.played.push({ ply: 1, seat: 1, text: "b3", advice: undefined });
  assert.equal(tutor.canTakeBack, true); // a program's answer tells nothing that is hidden
  table.past.played.push({ ply: 2, seat: "chance", text: "31", advice: undefined });
  assert.equal(tutor.canTakeBack, false); // the dice do
  feed({ event: "move", ply: 3, seat: 0 });
  assert.equal(tutor.remark, null);
});

test("who confirmed just when the warning came has a remark", () => {
  const { tutor, feed } = tutorAt();
  feed(tentative);
  feed(review(true));
  feed({ event: "move", ply: 0, seat: 0 });
  feed(position(1));
  assert.deepEqual([tutor.remark?.waits, tutor.pending], [false, null]);
});

test("what was chosen once counts at the next table, and a play that goes on brings its own", () => {
  const hello = { event: "hello", spec: "nim", scene: {}, seats: [{ person: true }], tutor: false };
  const first = tutorAt();
  first.feed({ ...hello, tutor: true, tutor_from: "blunder" });
  assert.deepEqual([first.tutor.level, first.lines], ["blunder", []]);
  first.tutor.set("all");
  assert.deepEqual([first.choice.tutor, first.lines], ["all", ["tutor on"]]);
  const next = tutorAt({}, "error");
  next.feed(hello);
  assert.deepEqual(next.lines, ["tutor on error"]);
  next.feed({ ...hello, study: true });
  next.feed({ ...hello, seats: [{ person: false }] });
  next.feed({ ...hello, clock: { time: 300, increment: 3 } });
  assert.equal(next.lines.length, 1);
});
