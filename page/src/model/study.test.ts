import assert from "node:assert";
import { test } from "node:test";
import { type Piece, type StudyNode, StudyTree, glyphs } from "./study";

const node = (id: number, parent: number, move: string, ply: number, more: Partial<StudyNode> = {}): StudyNode => ({ node: id, parent, seat: (ply - 1) % 2, move, ply, ...more });
const START: StudyNode = { node: 0, ply: 0 };
/** 1. 11-15 {usual} 22-17! (1… 22-18 2. 15x22 (2. 15x22 25x18)) (1… 23-19) 2. 8-11 */
const LIST = [
  START,
  node(1, 0, "11-15", 1, { comments: ["usual"] }),
  node(2, 1, "22-17", 2, { nags: [1] }),
  node(10, 2, "8-11", 3),
  node(3, 1, "22-18", 2),
  node(4, 3, "15x22", 3),
  node(5, 3, "10-15", 3),
  node(6, 5, "25x18", 4),
  node(7, 1, "23-19", 2),
];

const written = (pieces: Piece[]): string =>
  pieces.map((p) => (p.kind === "move" ? `${p.number}${p.number && " "}${p.node.move}${glyphs(p.node)}` : p.kind === "comment" ? `{${p.text}}` : `(${written(p.pieces)})`)).join(" ");

test("lines are read as they are printed", () => {
  assert.equal(written(new StudyTree(LIST).pieces), "1. 11-15 {usual} 1… 22-17! (1… 22-18 2. 15x22 (2. 10-15 25x18)) (1… 23-19) 2. 8-11");
});

test("where chance moves too each move has its place", () => {
  const dice = new StudyTree([START, node(1, 0, "31", 1, { seat: "chance" }), node(2, 1, "8/5 6/5", 2, { seat: 0 }), node(3, 0, "42", 1, { seat: "chance" })]);
  assert.equal(written(dice.pieces), "1. 31 (1. 42) 2. 8/5 6/5");
});

test("a start where the second seat moves", () => {
  assert.equal(written(new StudyTree([START, node(1, 0, "22-18", 1, { seat: 1 }), node(2, 1, "11-15", 2, { seat: 0 })]).pieces), "1… 22-18 2. 11-15");
});

test("what is new is the last variation, and the way to it is known", () => {
  const tree = new StudyTree(LIST);
  tree.add(node(11, 1, "24-20", 2));
  assert.deepEqual(tree.childrenOf(1), [2, 3, 7, 11]);
  assert.deepEqual(tree.pathTo(6), [0, 1, 3, 5, 6]);
  assert.ok(tree.isMain(10) && tree.isMain(0) && !tree.isMain(11) && !tree.isMain(6));
});

test("an empty tree has nothing to read", () => {
  assert.deepEqual(new StudyTree([START]).pieces, []);
  assert.equal(glyphs(node(1, 0, "x", 1, { nags: [4, 14] })), "?? $14");
});
