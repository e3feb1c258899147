import assert from "node:assert/strict";
import test from "node:test";
import type { Ask, Event, Hello } from "../model/events";
import type { Connection } from "./connection";
import { Table } from "./table";

const parts = [
  { name: "single", said: "a single game" },
  { name: "match", said: "the whole match" },
];
const ask: Ask = { event: "ask", seq: 1, ply: 0, seat: 0, you: true, concessions: parts };

/** A table that hears these events at once. */
function tableOf(...events: Event[]): Table {
  const connection = { say: () => new Promise(() => {}) } as unknown as Connection;
  const table = new Table(connection, () => {}, () => {});
  for (const event of events) connection.onevent(event);
  return table;
}

const hello = (view: unknown): Hello => ({ event: "hello", seq: 1, spec: "backgammon", view, seats: [] }) as unknown as Hello;

test("what can be resigned stays known while a program thinks", () => {
  const table = tableOf(ask);
  assert.deepEqual(table.asking.parts, parts);
  table.connection.onevent({ ...ask, you: false, concessions: undefined } as unknown as Event);
  assert.deepEqual(table.asking.parts, parts);
  table.connection.onevent({ event: "ask", seq: 2, ply: 1, seat: 0, you: true });
  assert.deepEqual(table.asking.parts, []);
});

test("the other seat answers a resignation, and so does one screen for both", () => {
  const offered: Event = { ...ask, resigns: { name: "gammon", said: "a gammon", seat: 0 } };
  const answers = (view: unknown): boolean => tableOf(hello(view), offered).answersResignation;
  assert.deepEqual(["table", 1, [0, 1], 0, "watch", [0]].map(answers), [true, true, true, false, false, false]);
  const table = tableOf(hello("table"), offered);
  table.connection.onevent(ask);
  assert.equal(table.asking.resigns, null);
  assert.equal(table.answersResignation, false);
});

test("what is pressed before the legal moves have come is pressed when they come, and nothing else is", () => {
  const position = (ply: number): Event => ({ event: "position", seq: 1, ply, to_move: 0 }) as unknown as Event;
  const moves = (ply: number): Event => ({ event: "moves", seq: 2, ply, moves: [{ move: "9-14", input: ["9", "14"] }] }) as unknown as Event;
  const made: string[] = [];
  const table = tableOf(position(0), ask);
  table.on.pressed = (move) => made.push(move);
  assert.deepEqual([table.press("9"), table.press("14"), made], [true, true, []]);
  table.connection.onevent(moves(0));
  assert.deepEqual(made, ["9-14"]);
  assert.equal(table.press("14"), false, "a press waits for nothing any more");
  for (const event of [position(1), ask]) table.connection.onevent(event);
  table.press("9");
  for (const event of [position(2), ask, moves(2)]) table.connection.onevent(event);
  assert.deepEqual([table.asking.input.chosen, made], [[], ["9-14"]], "a press on an earlier position is void");
});
