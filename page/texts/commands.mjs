// Commands that pages quote, "hra tree tree:file=docs/examples/textbook.tree -p minimax", as what the page can do.

/** What stands behind a flag that says nothing about what is asked: pictures, files. */
const ASIDE = { "-o": 1, "--output": 1, "--format": 1, "--advice": 0, "--nodes": 1 };

/** What each command takes, old names and options too: words before its flags, and flags with the number of words behind them (0: none, -1: several). */
const COMMANDS = {
  analyse: { words: 9, "--player": -1, "-p": -1, "--method": 1, "-m": 1, "--position": 1 },
  tree: { words: 1, "--player": 1, "-p": 1, "--method": 1, "-m": 1, "--position": 1, "--boards": 0, "--working": 0 },
  search: { words: 1, "--method": 1, "-m": 1, "--position": 1 },
  compare: { words: 1, "--methods": -1, "--position": 1 },
  match: { words: 9, "--games": 1, "--seed": 1, "--rotate": 0 },
  play: { words: 9, "--seed": 1 },
};

/** Splits a command as a shell does: blanks, and quotes of both kinds. */
export function shellWords(line) {
  return [...line.matchAll(/(?:"([^"]*)"|'([^']*)'|[^\s"'])+/g)].map(([text]) => text.replace(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));
}

/** Flags and what stands behind them, and the words before; null where the command says something else. */
function readFlags(words, takes) {
  const given = {};
  const plain = [];
  let several = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const count = takes[word] ?? ASIDE[word];
    if (word.startsWith("-") && count === undefined) return null;
    if (count === undefined) (several ?? plain).push(word);
    else {
      several = count === -1 ? (given[word] = []) : null;
      if (count === 0) given[word] = true;
      if (count === 1) given[word] = words[++i];
    }
  }
  return plain.length >= 1 && plain.length <= takes.words ? { plain, given } : null;
}

/** What a command asks of the page, null where it is not something that the page does. */
export function readCommand(line) {
  if (/[|<>;[\]]/.test(line.replace(/"[^"]*"|'[^']*'/g, "")) || / GAME\b/.test(line)) return null;
  const [program, show, ...words] = shellWords(line);
  const takes = COMMANDS[show];
  const read = program === "hra" && takes ? readFlags(words, takes) : null;
  if (!read) return null;
  const { plain, given } = read;
  const [game, ...seats] = plain;
  const asked = [given["--player"] ?? given["-p"] ?? given["--methods"] ?? given["--method"] ?? given["-m"] ?? []].flat();
  const players = seats.length > 0 ? seats : asked;
  if (players.length === 0) return null;
  if (given["--working"] && !/^mcts\b/.test(players[0])) return null; // the page has the steps of other searches in their trees
  return {
    show: show !== "analyse" ? show : players.length > 1 ? "compare" : "search",
    command: line,
    game,
    players,
    ...(given["--position"] && { position: given["--position"] }),
    ...(given["--games"] && { games: Number(given["--games"]) }),
    ...(given["--seed"] && { seed: given["--seed"] }),
    ...(given["--boards"] && { boards: true }),
    ...(given["--working"] && { steps: true }),
    ...(given["--rotate"] && { rotate: true }),
  };
}

/** The commands of a block of code, each with the lines of its answer; null where the block is something else. */
export function commandsOf(text) {
  const found = [];
  for (const line of text.replace(/\\\n\s*/g, "").split("\n")) {
    const command = /^(?:\$ )?(hra .*)$/.exec(line);
    if (command) found.push({ command: command[1], answer: [] });
    else if (found.length === 0) return null;
    else found[found.length - 1].answer.push(line);
  }
  return found;
}
