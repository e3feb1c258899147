import assert from "node:assert";
import { test } from "node:test";
import type { Named } from "./events";
import { readSpec } from "./line";
import { currentGame, currentOptions } from "./renamed";

const option = (name: string, values = "") => ({ name, values, default: null, help: "" });
const game = (name: string, ...options: Named["options"]): Named => ({ name, summary: "", options });
const race = game("race", option("track", "4..100"), option("pieces"), option("entry-rolls"));
const backgammon = game("backgammon", option("variation", "standard|nackgammon"), option("crawford", "yes|no|post"), option("max-cube"));
const read = (spec: string, of: Named) => currentOptions(readSpec(spec).options, of);

test("options and values that were renamed are read under their names of today", () => {
  assert.deepEqual(read("race:ring=20,pieces=2,tries=3", race), { track: "20", pieces: "2", "entry-rolls": "3" });
  assert.deepEqual(read("backgammon:start=usual,crawford=over,limit=64", backgammon), { variation: "standard", crawford: "post", "max-cube": "64" });
  assert.deepEqual(read("race:entry_rolls=3", race), { "entry-rolls": "3" });
});

test("a name of today is never taken for an old one, nor one of another game", () => {
  assert.deepEqual(read("race:ring=20", game("race", option("ring"), option("track"))), { ring: "20" });
  assert.deepEqual(read("backgammon:ring=20,crawford=no", backgammon), { ring: "20", crawford: "no" });
  assert.deepEqual(read("race:start=usual", race), { start: "usual" });
});

test("a game keeps its name while there is one of that name", () => {
  assert.equal(currentGame("race", [race]), "race");
  assert.equal(currentGame("nothing", [race]), "nothing");
});
