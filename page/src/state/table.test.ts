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
