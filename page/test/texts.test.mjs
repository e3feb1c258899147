// The texts of Learn as the build makes them: commands that texts quote, and what a text cannot hold.
import assert from "node:assert";
import { test } from "node:test";
import { commandsOf, readCommand } from "../texts/commands.mjs";
import { readMarkdown } from "../texts/markdown.mjs";
import { olderTexts, readTexts } from "../texts/texts.mjs";

const host = {
  link: (href, of) => ({ kind: "to", page: href, part: "", of }),
  picture: (href) => href,
  game: (live) => live,
};
const kinds = (text) => readMarkdown(text, host).map((block) => block.kind);

test("a command says what the page does", () => {
  assert.deepEqual(readCommand('hra search pacman:layout=trap -m minimax:depth=5 --position "turn=pacman score=-1"'), {
    show: "search",
    command: 'hra search pacman:layout=trap -m minimax:depth=5 --position "turn=pacman score=-1"',
    game: "pacman:layout=trap",
    players: ["minimax:depth=5"],
    position: "turn=pacman score=-1",
  });
  const { players, boards } = readCommand("hra tree tictactoe --method mcts:playouts=60 --boards --nodes 40 -o mcts.svg");
  assert.deepEqual([players, boards], [["mcts:playouts=60"], true]);
  const one = readCommand("hra analyse nim exact --position 1-2-3");
  assert.deepEqual([one.show, one.players, one.position], ["search", ["exact"], "1-2-3"]);
  for (const line of ["hra analyse nim exact mcts --position 1-2-3", "hra analyse nim -p exact mcts --position 1-2-3"]) {
    const { show, players } = readCommand(line);
    assert.deepEqual([show, players], ["compare", ["exact", "mcts"]], line);
  }
  assert.deepEqual(readCommand("hra tree nim -p exact").players, ["exact"]);
  assert.deepEqual(readCommand("hra compare nim --methods exact mcts --position 1-2-3").players, ["exact", "mcts"]);
  const match = readCommand('hra match nim "mcts:c=0.1,playout-plies=0" random --games 20 --seed 7 --rotate');
  assert.deepEqual([match.players, match.games, match.seed, match.rotate], [["mcts:c=0.1,playout-plies=0", "random"], 20, "7", true]);
});

test("other commands are only shown", () => {
  for (const line of ["hra solve nim", "hra analyse GAME PLAYER [--position P]", "hra analyse nim", "hra search nim", "hra search nim -m exact --json | jq", "hra replay FILE", "ninja -C build"])
    assert.equal(readCommand(line), null, line);
  assert.equal(commandsOf("minimax(s, d)\n    hra"), null);
});

test("commands stand with their answers", () => {
  assert.deepEqual(commandsOf("$ hra search nim \\\n    -m exact\nexact: a1\n$ hra solve nim"), [
    { command: "hra search nim -m exact", answer: ["exact: a1"] },
    { command: "hra solve nim", answer: [] },
  ]);
});

test("a text becomes blocks, without any HTML", () => {
  assert.deepEqual(kinds("# A\n\ntext\n\n- one\n\n| a |\n|---|\n| b |\n\n    code\n"), ["heading", "p", "ul", "table", "pre"]);
  assert.deepEqual(kinds("<!-- a remark -->\n\n    hra tree nim -m andor -o nim.svg\n\n![Nim](nim.svg)\n"), ["live"]);
  const [fold] = readMarkdown("<details><summary>Why?</summary>\n\nSo.\n\n</details>\n", host);
  assert.deepEqual([fold.kind, fold.text, fold.blocks.length], ["fold", "Why?", 1]);
  const [live] = readMarkdown("<!-- live: predict; against minimax -->\n\n    hra tree nim -m andor\n", host);
  assert.deepEqual([live.live.predict, live.live.against], [true, "minimax"]);
  for (const bad of ["<b>bold</b>", "a <script>x</script>", "<details><summary>x</summary>\n\nno end", "<!-- live: againts x -->"]) assert.throws(() => readMarkdown(bad, host), /./, bad);
});

test("all texts are there, with trees that fit into a spec", () => {
  const { texts, pictures } = readTexts();
  assert.ok(texts.pages["lesson"] && texts.pages["methods/mcts"] && texts.pages["games/pacman/rules"]);
  assert.ok(!pictures.some(([name]) => name === "learn-minimax.svg")); // which the page draws itself
  const all = JSON.stringify(texts);
  assert.ok(all.includes("node a max;node b min"));
  assert.ok(!/<(script|style|b|i)\b/.test(all));
});

test("a translation is older when its English text is not the one that was translated", () => {
  const list = "# remark\naa1237b773c38dbd  docs/a.cs.md\n0123456789abcdef  docs/b.cs.md\n"; // the first is that of `printf "# A\\n" | sha256sum`
  const texts = { "docs/a.md": "# A\n", "docs/b.md": "# B\n" };
  assert.deepEqual([...olderTexts(list, (path) => texts[path])], ["docs/b.cs.md"]);
  assert.deepEqual([...olderTexts(list, (path) => `${texts[path]}more`)], ["docs/a.cs.md", "docs/b.cs.md"]);
});

test("the list of texts has its headings in each language", () => {
  const [methods] = readTexts().texts.contents;
  assert.deepEqual([methods.title, methods.in?.cs], ["Methods", "Metody"]);
});
