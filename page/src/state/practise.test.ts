import assert from "node:assert";
import { test } from "node:test";
import { Scene } from "../model/scene";
import { openDeck } from "../model/deck";
import { isAbove } from "./practise";

function scene(...rows: [number, number][]): Scene {
  const shapes = rows.map(([owner, y], i) => ({ id: `${i}`, kind: "piece", at: [0, y] as [number, number], size: [1, 1] as [number, number], name: "", owner }));
  return new Scene({ seats: [], shapes: [] }, { size: [8, 8], shapes });
}

test("a seat whose men are clearly above is at the upper side", () => {
  assert.equal(isAbove(scene([0, 0], [0, 1], [1, 6], [1, 7]), 0), true);
  assert.equal(isAbove(scene([0, 0], [0, 1], [1, 6], [1, 7]), 1), false);
  assert.equal(isAbove(scene([0, 3], [1, 4]), 0), false); // as in small games, which nobody turns
});

test("the day of a deck is that of the clock, with its zone", () => {
  assert.match(openDeck(new Date("2026-11-27T12:00:00Z")), /^deck now=1795780800 zone=-?\d+$/);
});
