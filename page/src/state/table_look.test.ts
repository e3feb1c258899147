import assert from "node:assert/strict";
import test from "node:test";
import type { Table } from "./table";
import { TableLook } from "./table_look";
import { TableSettings } from "./table_settings";

const shelf = { getItem: () => null, setItem: () => {} };

/** A look at a table of a person and a program that thinks; what is pressed and made is noted. */
function lookAt(more: object = {}) {
  const done: string[] = [];
  const table = {
    seats: [{ person: true }, { person: false }],
    people: 1,
    now: { toMove: 1, result: null, thinking: { task: "choose" } },
    on: {},
    line: { connected: true },
    isElsewhere: false,
    hello: {},
    past: { played: [], looking: null },
    asking: { legal: [{ move: "9-14" }], input: { chosen: [] } },
    press: (id: string) => (done.push(id), true),
    unpress: () => done.push("unpressed"),
    make: (move: string) => done.push(`made ${move}`),
    ...more,
  } as unknown as Table;
  const settings = new TableSettings(shelf);
  return { table, settings, done, look: new TableLook(table, settings, () => true, () => {}, () => {}) };
}

test("what is pressed while the other seat thinks is pressed again when one's turn comes", () => {
  const { table, look, done } = lookAt();
  assert.deepEqual([table.on.early("9"), table.on.early("14")], [true, true]);
  assert.deepEqual(look.queued, ["9", "14"]);
  look.release();
  assert.deepEqual([done, look.queued], [["9", "14"], []]);
});

test("nothing waits in games with dice, in one's own turn, or for two persons", () => {
  for (const more of [{ past: { played: [{ seat: "chance" }], looking: null } }, { now: { toMove: 0, thinking: null } }, { people: 2 }]) assert.equal(lookAt(more).table.on.early("9"), false);
});

test("a move by finger waits for a second press where that is wanted", () => {
  const { table, settings, look, done } = lookAt();
  look.byTouch = true;
  table.on.pressed("9-14");
  settings.set("confirmTouch", true);
  table.on.pressed("9-14");
  assert.equal(look.tentative?.said, "9-14");
  look.confirm();
  assert.deepEqual(done, ["made 9-14", "made 9-14"]);
  table.on.pressed("9-14");
  assert.equal(look.cancel(), true);
  assert.deepEqual([look.tentative, done.length], [null, 2]);
});
