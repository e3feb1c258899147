import assert from "node:assert";
import { test } from "node:test";
import { firstLine, readSpec, spec, words } from "./line";
import { amount, many, signed } from "./numbers";
import { type Place, fragmentOf, placeOf } from "./route";
import { Pace } from "../state/animation";

test("words with blanks or quotes are strings of JSON", () => {
  assert.equal(words("new", "nim", "position=a b", ""), 'new nim "position=a b" ""');
  assert.equal(words('a"b'), '"a\\"b"');
  assert.equal(spec("race", { seats: "2", ring: "" }), "race:seats=2");
  assert.equal(spec("tree", { file: "a,b" }), 'tree:file="a,b"');
});

test("a spec is taken apart as it was put together", () => {
  const deep = { name: "alphabeta", options: { depth: "2", eval: "corner(king=100,net=1)", full: "yes" } };
  assert.deepEqual(readSpec("alphabeta:depth=2,eval=corner(king=100,net=1),full"), deep);
  assert.deepEqual(readSpec(spec("tree", { text: "leaf a 1,2" })), { name: "tree", options: { text: "leaf a 1,2" } });
  assert.deepEqual(readSpec("nim"), { name: "nim", options: {} });
});

test("of a position that was copied with more the first line counts", () => {
  const id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10";
  assert.equal(firstLine(`${id}\r\nX:P   O:Q\r\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\r\n`), id);
  assert.equal(firstLine(`\n ${id}\n\nmore`), id);
  for (const one of ["", id, `${id}\r\n`]) assert.equal(firstLine(one), null);
});

test("a link holds a game and a position, and is read back", () => {
  for (const place of [
    { at: "analyse", spec: "empire:seats=2", position: "red 14 12:3 / ~ # % blue" },
    { at: "table", id: "00ff" },
    { at: "kept", name: "plays/a b.hra", look: true },
    { at: "setup", game: "nim", watch: false },
    { at: "setup", game: "pacman:layout=trap", watch: false, players: ["human", "expectimax:depth=2,model=directional"] },
    { at: "match", game: "nim" },
    { at: "match", game: "nim", players: ["mcts:playouts=5~6", "random"], games: "20", seed: "7", rotate: true },
    { at: "learn", page: "methods/alphabeta", part: "example" },
    { at: "home" },
  ] as Place[])
    assert.deepEqual(placeOf(fragmentOf(place)), place);
  assert.equal(fragmentOf({ at: "learn", page: "methods/alphabeta", part: "" }), "#learn=methods/alphabeta");
  assert.deepEqual(placeOf("#p=%E0%A4%A"), { at: "analyse", spec: "%E0%A4%A", position: "" });
});

test("numbers are as short as tells something", () => {
  assert.equal(amount(0.48047867, { unit: "probability" }), "48.0 %");
  assert.equal(amount(253.935, { unit: "points" }), "253.9");
  assert.equal(amount(-0.0001, null), "0.000");
  assert.equal(amount(null, null), "–");
  assert.equal(signed(1.5, null), "+1.50");
  assert.equal(signed(0, null), "0");
  assert.equal(many(1_234_567), "1.2 M");
});

test("what is to be seen is waited for, the rest is not", () => {
  const shown: number[] = [];
  const waits: (() => void)[] = [];
  const pace = new Pace<number>(
    (_, then) => waits.push(then),
    (x) => shown.push(x) > 0 && x % 2 === 0,
  );
  pace.time = 100;
  for (const x of [1, 2, 3, 4, 5]) pace.put(x);
  assert.deepEqual(shown, [1, 2]);
  waits.shift()?.();
  assert.deepEqual(shown, [1, 2, 3, 4]);
  pace.time = 0;
  waits.shift()?.();
  assert.deepEqual(shown, [1, 2, 3, 4, 5]);
});
