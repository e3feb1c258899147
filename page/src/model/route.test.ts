import assert from "node:assert";
import { test } from "node:test";
import { type Route, fragmentOf, routeOf } from "./route";

test("a link holds a game and a position, and is read back", () => {
  for (const route of [
    { at: "analyse", spec: "empire:seats=2", position: "red 14 12:3 / ~ # % blue" },
    { at: "game", packed: "zeJzLKEpUSAQ-_w", ply: null },
    { at: "game", packed: "1. 11-15 ~ 23-19 *", ply: 12 },
    { at: "table", id: "00ff" },
    { at: "kept", name: "plays/a b.hra", look: true },
    { at: "setup", game: "nim", watch: false },
    { at: "play", game: "nim" },
    { at: "setup", game: "pacman:layout=trap", watch: false, players: ["human", "expectimax:depth=2,model=directional"] },
    { at: "match", game: "nim" },
    { at: "match", game: "nim", players: ["mcts:playouts=5~6", "random"], games: "20", seed: "7", rotate: true },
    { at: "learn", page: "methods/alphabeta", part: "example" },
    { at: "home" },
  ] as Route[])
    assert.deepEqual(routeOf(fragmentOf(route)), route);
  assert.equal(fragmentOf({ at: "learn", page: "methods/alphabeta", part: "" }), "#learn=methods/alphabeta");
  assert.deepEqual(routeOf("#p=%E0%A4%A"), { at: "analyse", spec: "%E0%A4%A", position: "" });
});
