import assert from "node:assert/strict";
import test from "node:test";
import type { ReviewMove } from "./events";
import { boundsOf, choicesOf, isStakes, windowOf } from "./stakes";

const move = (more: Partial<ReviewMove>): ReviewMove => ({ ply: 0, turn: 1, seat: 0, move: "m", ...more });
const outlooks = (silent: number, take: number, drop: number) => ({ "no double": silent, "double, take": take, "double, drop": drop });
const rounded = (x: number | null) => (x === null ? null : Math.round(x * 1000) / 1000);
/** Each as "+0.5 best made". */
const said = (more: Partial<ReviewMove>) =>
  choicesOf(move(more)).map(({ against, best, chosen }) => [rounded(against), best ? "best" : "", chosen ?? ""].join(" ").replace(/ +/g, " ").trim());

test("an offer is worth what is best for who is asked", () => {
  assert.deepEqual(said({ stake_actions: outlooks(0.5, 0.75, 1), responding: false, chosen: null }), ["-0.25", "0 best offered", "0.25 offered"]);
  assert.deepEqual(said({ stake_actions: outlooks(0.5, 0.75, 1), responding: false, chosen: "no double" }), ["-0.25 made", "0 best", "0.25"]);
  assert.deepEqual(said({ stake_actions: outlooks(0.9, 1.5, 1), responding: false, chosen: null }), ["-0.1", "0.5 offered", "0 best offered"]);
  assert.deepEqual(said({ stake_actions: outlooks(1.2, 1.5, 1), responding: false, chosen: "no double" }), ["0 best made", "0.3", "-0.2"]); // too good
  assert.deepEqual(said({ stake_actions: outlooks(0.5, 1, 1), responding: false, chosen: null }), ["-0.5", "0 best offered", "0 best offered"]);
});

test("who is asked has no say in the offer", () => {
  assert.deepEqual(said({ stake_actions: outlooks(-0.5, -0.75, -1), responding: true, chosen: "double, take" }), ["", "0 best made", "-0.25"]);
  assert.deepEqual(said({ stake_actions: outlooks(-0.5, -1.5, -1), responding: true, chosen: "double, take" }), ["", "-0.5 made", "0 best"]);
  assert.deepEqual(said({ stake_actions: outlooks(-0.5, -0.75, -1), responding: true, chosen: null }), ["", "0 best", "-0.25"]); // it did something else
});

test("what does not carry outlooks is no choice about the stakes", () => {
  assert.ok(!isStakes(move({})) && !isStakes(move({ stake_actions: {} })) && isStakes(move({ stake_actions: outlooks(0, 0, 1) })));
  assert.deepEqual(boundsOf(move({})), []);
  assert.equal(windowOf(move({})), null);
  assert.equal(windowOf(move({ thresholds: { wins: null } })), null);
});

const MARGINS = { wins: 0.72, "double from": 0.69, "too good from": 0.95, "drop from": 0.78, "take from": 0.22, "dead cube": 0.25, "live cube": 0.2 };

test("each bound is told for both sides", () => {
  const told = boundsOf(move({ thresholds: { ...MARGINS, "too good from": null, luck: 0.5 } })).map(({ name, offers, asks }) => [name, rounded(offers), rounded(asks)]);
  assert.deepEqual(told, [
    ["wins", 0.72, 0.28],
    ["double from", 0.69, 0.31],
    ["take from", 0.78, 0.22],
    ["dead cube", 0.75, 0.25],
    ["live cube", 0.8, 0.2],
    ["too good from", null, null],
    ["luck", 0.5, null],
  ]);
});

test("the window lies between the bounds", () => {
  const zone = (more: Record<string, number | null>) => windowOf(move({ thresholds: { ...MARGINS, ...more } }))?.at.zone;
  assert.deepEqual(
    [0, 0.6, 0.69, 0.72, 0.78, 0.9, 0.95, 1].map((wins) => zone({ wins })),
    ["silent", "silent", "taken", "taken", "dropped", "dropped", "beyond", "beyond"],
  );
  assert.deepEqual(windowOf(move({ thresholds: MARGINS }))?.spans.map(({ zone, from, to }) => [zone, from, to]), [
    ["silent", 0, 0.69],
    ["taken", 0.69, 0.78],
    ["dropped", 0.78, 0.95],
    ["beyond", 0.95, 1],
  ]);
});

test("bounds that there are not leave their spans out", () => {
  const zones = (more: Record<string, number | null>) => windowOf(move({ thresholds: { ...MARGINS, ...more } }))?.spans.map((s) => s.zone);
  assert.deepEqual(zones({ "too good from": null }), ["silent", "taken", "dropped"]);
  assert.deepEqual(zones({ "double from": null, "too good from": null }), ["silent"]); // never
  assert.deepEqual(zones({ "drop from": null, "take from": null, "too good from": null }), ["silent", "taken"]);
  assert.deepEqual(zones({ "drop from": 0.6 }), ["silent", "dropped", "beyond"]); // nobody would take where it is right to offer
});
