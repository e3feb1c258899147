import assert from "node:assert/strict";
import test from "node:test";
import type { Event } from "./events";
import { Scene } from "./scene";
import { soundOf } from "./sounds";

const shape = (id: string, kind: string, more = {}) => ({ id, kind, at: [0, 0] as [number, number], size: [1, 1] as [number, number], name: id, ...more });
const scene = (...shapes: ReturnType<typeof shape>[]) => new Scene({ seats: [], shapes: [shape("11", "cell"), shape("18", "cell")] }, { size: [8, 8], shapes });
const move = (more: object) => ({ event: "move", seq: 1, ply: 1, seat: 0, ...more }) as unknown as Event;
const man = shape("18.white", "piece", { on: "18", owner: 1 });

test("a move, a capture, dice, a card and the end sound differently", () => {
  assert.equal(soundOf(move({ steps: [["11", "15"]] }), scene(man)), "move");
  assert.equal(soundOf(move({ steps: [["11", "22"], ["18", null]] }), scene(man)), "capture");
  assert.equal(soundOf(move({ seat: "chance" }), scene(shape("die1", "die"))), "dice");
  assert.equal(soundOf(move({ seat: "chance" }), scene(shape("card1", "card"))), "card");
  assert.equal(soundOf({ event: "result", seq: 1, ply: 1, returns: [1, -1], winners: [0], reason: "rules" }, null), "end");
  assert.equal(soundOf(move({ event: "ask" }), null), null);
});
