import assert from "node:assert";
import { test } from "node:test";
import { fetchTexts, speak } from "../strings/strings";
import type { Simulation } from "../model/tree";
import { simulationSaid, writtenAt } from "./simulation_texts";
import { SimulationSteps } from "./simulation_steps";
import { testTree } from "./test_trees";
import { Walk } from "./walk";

const ROOT = 0;
const [A, B, B1] = [1, 2, 3]; // nodes, in the order in which they were added
const won = (node: number, seat: number, visits: number, wins: number, before: number | null) => ({ node, seat, visits, wins, mean_before: before, mean: (2 * wins) / visits - 1, value: [] });

/** X wins after a, loses after b; then UCB1 prefers a, which ends the game. Then b goes on. */
const simulations: Simulation[] = [
  { number: 1, path: [ROOT, A], expanded: true, compared: [], known: true, plies: 0, playout: [], result: [1, -1], backup: [won(A, 0, 1, 1, null), won(ROOT, 0, 1, 1, null)] },
  { number: 2, path: [ROOT, B], expanded: true, compared: [], known: false, plies: 3, playout: [], result: [-1, 1], backup: [won(B, 0, 1, 0, null), won(ROOT, 0, 2, 1, 1)] },
  {
    number: 3,
    path: [ROOT, A],
    expanded: false,
    range: 2,
    compared: [
      { node: A, visits: 1, mean: 1, bonus: 2.096, ucb: 3.096, chosen: true },
      { node: B, visits: 1, mean: -1, bonus: 2.096, ucb: 1.096, chosen: false },
    ],
    known: true,
    plies: 0,
    playout: [],
    result: [1, -1],
    backup: [won(A, 0, 2, 2, 1), won(ROOT, 0, 3, 2, 0)],
  },
  { number: 4, path: [ROOT, B, B1], expanded: true, compared: [], known: false, plies: 2, playout: [], result: [0, 0], backup: [won(B1, 1, 1, 0.5, null), won(B, 0, 2, 0.5, -1), won(ROOT, 0, 4, 2.5, 1 / 3)] },
];
const seats = { kind: "choice", role: "own", seat: 0 } as const;
const tree = testTree(["", [["a", [], { line: true }], ["b", [["b1", [], { seat: 0 }]], { ...seats, seat: 1 }]], { ...seats, line: true }], { simulations, move: "a", playouts: 4 });

test("a simulation has four steps, without a new node three, and the tree grows by them", async () => {
  await fetchTexts("en");
  speak(["en"]);
  const steps = new SimulationSteps(tree, simulations);
  assert.equal(steps.count, 4 + 4 + 3 + 4 + 1);
  const walk = new Walk(tree, () => {});
  const seen: string[] = [];
  for (walk.show(0); !walk.ended; walk.go(1)) seen.push(walk.seen.map((id) => writtenAt(steps, id, walk.step).value).join(" "));
  assert.deepEqual(seen, [
    "–", "–", "– new", "– new", "1/1 1/1", // root, a
    "1/1 1/1", "1/1 1/1 new", "1/1 1/1 new", "1/2 1/1 0/1",
    "1/2 1/1 0/1", "1/2 1/1 0/1", "2/3 2/2 0/1",
    "2/3 2/2 0/1", "2/3 2/2 0/1 new", "2/3 2/2 0/1 new", "2.5/4 2/2 0.5/2 0.5/1",
  ]);
  assert.equal(walk.seen.length, 4);
});

test("the path is lit as far as a simulation has come, and UCB1 stands at what it compares", () => {
  const steps = new SimulationSteps(tree, simulations);
  const lit = (step: number) => [ROOT, A, B, B1].filter((id) => steps.isLit(id, step));
  assert.deepEqual([lit(0), lit(1), lit(2), lit(9)], [[], [ROOT], [ROOT, A], [ROOT, A]]);
  assert.deepEqual([lit(12), lit(13), lit(steps.count)], [[ROOT, B], [ROOT, B, B1], [ROOT, A]]);
  assert.deepEqual([steps.ucbOf(A, 9), steps.ucbOf(B, 9), steps.ucbOf(A, 10), steps.ucbOf(B1, 9)], [3.096, 1.096, null, null]);
});

test("a UCB1 of exactly 0 is one", () => {
  const last = simulations[2] as Simulation;
  const steps = new SimulationSteps(tree, [...simulations.slice(0, 2), { ...last, compared: last.compared.map((one) => ({ ...one, ucb: 0 })) }]);
  assert.deepEqual([steps.ucbOf(A, 9), steps.ucbOf(B1, 9)], [0, null]);
});

test("keys lead only to nodes that are there, and playing begins anew at one", () => {
  const walk = new Walk(tree, () => {});
  walk.show(3);
  assert.deepEqual([walk.seen, walk.chosen], [[ROOT, A], A]);
  walk.key("ArrowRight", false);
  assert.equal(walk.chosen, A); // b is not born
  walk.show(walk.searchSteps.count);
  walk.key("ArrowRight", false);
  assert.equal(walk.chosen, B);
  walk.play(true);
  assert.deepEqual([walk.step, walk.chosen], [0, ROOT]);
});

test("with other simulations all nodes are seen again, and one that is there is chosen", () => {
  const walk = new Walk(testTree(["", [["a", [], { line: true }]], { ...seats, line: true }], { simulations: simulations.slice(0, 1) }), () => {});
  walk.show(2);
  walk.replace(tree);
  assert.deepEqual([walk.step, walk.seen, walk.chosen], [2, [ROOT, A], A]);
  const said: number[] = [];
  for (; !walk.ended; walk.go(1)) said.push(walk.step);
  assert.deepEqual(said, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.equal(walk.seen.length, 4);
  walk.show(2);
  walk.replace(testTree(["", [["b"], ["a"]], { ...seats, line: true }], { simulations: [1, 2].map((b) => ({ ...(simulations[1] as Simulation), path: [ROOT, b] })) }));
  assert.deepEqual([walk.step, walk.chosen], [2, ROOT]); // a is not born, now
});

test("each step is a sentence", () => {
  const steps = new SimulationSteps(tree, simulations);
  const said = (step: number) => simulationSaid(steps, step, ["X", "O"]);
  assert.equal(said(1), "Simulation 1, Select: root, where a move is untried");
  assert.equal(said(6), "Simulation 2, Expand: b is new");
  assert.equal(said(7), "Simulation 2, Simulate: 3 random moves, result −1 for X");
  assert.equal(said(9), "Simulation 3, Select: root → a");
  assert.equal(said(10), "Simulation 3, Simulate: the result is known: 1 for X");
  assert.equal(said(15), "Simulation 4, Back up: b1 0.5/1, b 0.5/2, root 2.5/4");
  assert.equal(said(steps.count), "The answer is a, the move with the most visits.");
});
