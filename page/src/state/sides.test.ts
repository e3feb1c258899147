import assert from "node:assert/strict";
import test from "node:test";
import { Scene } from "../model/scene";
import { Sides, lowerSeat } from "./sides";
import type { Table } from "./table";
import { TableSettings } from "./table_settings";

const piece = (id: string, owner: number, y: number) => ({ id, kind: "piece", at: [0, y] as [number, number], size: [1, 1] as [number, number], name: id, owner });
const board = { seats: [{ name: "Black", color: "black" }, { name: "White", color: "white" }], shapes: [] };
const scene = new Scene(board, { size: [8, 8], shapes: [piece("a", 0, 0), piece("b", 0, 1), piece("c", 1, 6)] });

/** A table of two where these seats have persons. */
function tableOf(...people: number[]): Table {
  const seats = [0, 1].map((seat) => ({ seat, name: "", player: "", person: people.includes(seat) }));
  return { seats, people: people.length, hello: { spec: "checkers", game: { name: "checkers" }, view: "table" }, now: { scene }, past: { frames: [{ ply: 0, scene }] } } as unknown as Table;
}

const shelf = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
};

test("the lower seat is that of the lower men", () => assert.equal(lowerSeat(scene), 1));

test("one's own side is below, and a flip is remembered", () => {
  const memory = shelf();
  const sides = new Sides(tableOf(0), new TableSettings(memory), () => true);
  assert.deepEqual([sides.below, sides.turned, sides.seats.above], [0, true, [1]]);
  sides.flip();
  assert.deepEqual([sides.below, sides.turned], [1, false]);
  assert.equal(new Sides(tableOf(0), new TableSettings(memory), () => true).below, 1);
});

test("with two persons or none the board stands as it is drawn", () => {
  for (const people of [[0, 1], []]) {
    const sides = new Sides(tableOf(...people), new TableSettings(shelf()), () => true);
    assert.deepEqual([sides.below, sides.turned], [1, false]);
  }
});

test("a board that cannot be turned keeps its side, and one's own name is below", () => {
  const sides = new Sides(tableOf(0), new TableSettings(shelf()), () => false);
  assert.deepEqual([sides.below, sides.turned, sides.canFlip], [0, false, false]);
});
