#!/usr/bin/env python3
"""Plays the ladders of docs/ladders.md, and writes what came out below the commands that stand there.

    docs/ladders.py HRA [--page PAGE] [--check] [--parse] [WORD...]
    docs/ladders.py HRA --levels [--page PAGE] [--check] [--parse] [GAME...]

An indented block with a command "    $ hra ..." is a ladder, the table behind it what the last run brought. Of a tournament
it is the ratings, of matches a line each; commands of `hra learn` come first and make what later ones read, in a
temporary folder. With WORDs only blocks that hold one of them are played. --check writes nothing and fails where
another table comes out, but for times; --parse plays nothing and fails where a command is none (any more).

--levels measures the levels that a person may choose (levels.c in the folder of a game): each plays the match that the
file names against the level below. The figures are written into the file and the table below "## Levels"; it fails if
a level is not stronger than the one below at 95 %. --check and --parse are as above.

What a decision costs is processor time: the time that the program took by its own clock, times the share of the processor
that it had, so that other work on the machine matters less. Exit status: 0 all is well, 1 not.
"""
import csv
import json
import math
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

PAGE = pathlib.Path(__file__).resolve().parent / "ladders.md"
COMMAND = "    $ hra "
ENOUGH = 0.5  # seconds


class Runner:
    """Runs commands in a folder of their own, which tables and what was learnt are kept in."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.realpath(program), folder
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", XDG_DATA_HOME=folder)

    def run(self, words, status=0):
        """What it says, and the share of a processor that it had."""
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != status:
            sys.exit(f"hra {shlex.join(words)}: {done.stderr.strip()}")
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return done.stdout, min(1, used / (time.monotonic() - began))

    def match(self, words):
        """A match as JSON, and what a decision of its first player took, in milliseconds of processor time."""
        said, share = self.run([*words, "--report", "times.csv", "--json"])
        with open(os.path.join(self.folder, "times.csv"), encoding="utf-8") as file:
            row = next(csv.DictReader(file))
        return json.loads(said), share * float(row["time_per_decision_ms"])


def duration(milliseconds):
    """Of two digits, in a unit that suits it."""
    for unit, size in (("µs", 1e-3), ("ms", 1), ("s", 1e3)):
        value = milliseconds / size
        if value < 999.5 or unit == "s":
            return f"{value:.2g} {unit}" if value < 99.5 else f"{value:.0f} {unit}"
    return None


def elo(number):
    return "–" if number is None else f"{number:+.0f}".replace("-", "−")


def own_cost(runner, game, player, seats):
    """Of games of a player against itself, as many as it takes until what comes first in a process counts little."""
    games, used = 4, 0
    while used < ENOUGH and games <= 1024:
        said, cost = runner.match(["match", game, *[player] * seats, "--games", str(games), "--seed", "1", "--rotate"])
        used, games = said["seconds"], 4 * games
    return cost


def tournament(runner, words):
    """Players by their ratings. The costs are of games beside it."""
    said = json.loads(runner.run([*words, "--json"])[0])
    rows = ["| player | Elo | 95 % | games | points | a decision |", "|---|---|---|---|---|---|"]
    seats = len(said["pairings"][0]["players"])
    for player in sorted(said["players"], key=lambda p: -p["elo"]):
        points = f"{100 * player['points'] / player['games']:.1f} %"
        span = f"{elo(player['low'])} .. {elo(player['high'])}"
        cost = duration(own_cost(runner, said["game"], player["player"], seats))
        rows.append(f"| `{player['player']}` | {elo(player['elo'])} | {span} | {player['games']} | {points} | {cost} |")
    return rows


def matches(runner, commands):
    """What the first player of each reached, the best one first: of the only seat its score, else what it won."""
    found = []
    for words in commands:
        said, cost = runner.match(words)
        player = said["players"][0]
        won = f" {100 * player['score_rate']:.1f} % |" if len(said["players"]) > 1 else ""
        mean = f"{player['mean']:.1f} ± {1.96 * player['stderr']:.1f}".replace("-", "−")
        found.append((player["score_rate"] if won else 0, player["mean"],
                      f"| `{player['player']}` |{won} {mean} | {said['games']} | {duration(cost)} |"))
    rows = [f"| player |{won and ' won |'} mean score, 95 % | games | a decision |", f"|---|{won and '---|'}---|---|---|"]
    return rows + [row for *_, row in sorted(found, key=lambda row: row[:2], reverse=True)]


def play(runner, commands):
    """The table of a block."""
    kinds = [words[0] for words in commands]
    for words in commands:
        if words[0] == "learn":
            runner.run(words)
    games = [words for words in commands if words[0] == "match"]
    return matches(runner, games) if games else tournament(runner, commands[kinds.index("tournament")])


def parse(runner, commands):
    """Opens what the commands name, and plays nothing; of what is learnt a game, since others read the file. Large tables
    are not built: there is no folder to keep them in."""
    runner.environment["XDG_DATA_HOME"] = os.devnull
    for words in commands:
        if words[0] == "learn":
            runner.run([*words, "--games", "1", "--eval-games", "1"])
        else: # a store that cannot be made is refused when players are there, and what is wrong with them before, with 2
            runner.run([*words, "--store", os.path.join(runner.folder, "none", "store")], status=1)


# ---- levels -----------------------------------------------------------------------------------

GAMES = PAGE.parent.parent / "src" / "games"
ROW = re.compile(r'\{("[^"]+"),\s*(N_\((?:\s*"[^"]*")+\)),\s*(\d+),\s*([-\d.]+),\s*([-\d.]+)\}')
HEADING = "## Levels"


class Levels:
    """The levels of a game, as its levels.c has them."""

    def __init__(self, path):
        self.path, self.text = path, path.read_text(encoding="utf-8")
        self.game = path.relative_to(GAMES).parts[0]
        self.rows = [match.groups() for match in ROW.finditer(self.text)]
        self.match = re.search(r'\.match = "([^"]*)"', self.text)[1].split()
        self.measure = re.search(r"\.measure = HRA_LEVELS_BY_(\w+)", self.text)[1]
        self.seed = re.search(r"\.seed = (\d+)", self.text)[1]

    def command(self, level, below, games):
        words = [{"+": level, "-": below}.get(word, word) for word in self.match]
        return ["match", *words, "--games", games, *(["--rotate"] if "-" in self.match else []), "--seed", self.seed]

    def played(self, runner, level, below, games):
        """The first player of a match: its score rate or mean result, and the standard error of that."""
        player = json.loads(runner.run([*self.command(level, below, games), "--json"])[0])["players"][0]
        if self.measure != "SCORE":
            return player["mean"], player["stderr"]
        number = player["wins"] + player["draws"] + player["losses"]
        rate = player["score_rate"]
        squares = player["wins"] + player["draws"] / 4 - number * rate * rate
        return rate, math.sqrt(max(0, squares) / max(1, number - 1) / number)

    def figure(self, runner, number):
        """A level against the one below, and half of the 95 % interval."""
        level, below = (self.rows[i][0].strip('"') for i in (number, number - 1))
        games = self.rows[number][2]
        value, error = self.played(runner, level, below, games)
        if "-" not in self.match:
            other, its_error = self.played(runner, below, None, games)
            value, error = value - other, math.hypot(error, its_error)
        return -value if self.measure == "OPPONENT" else value, 1.96 * error

    @property
    def even(self):
        """The figure of a level that is as strong as the one below."""
        return 1 / len(self.match[1:]) if self.measure == "SCORE" else 0

    def measured(self, runner):
        """The rows with the figures that come out."""
        rows = [self.rows[0]]
        for i in range(1, len(self.rows)):
            value, error = self.figure(runner, i)
            rows.append((*self.rows[i][:3], f"{value:.4g}", f"{error:.2g}"))
            print(f"{self.game} {i + 1}: {rows[i][0]} {rows[i][3]} ± {rows[i][4]}", flush=True)
        return rows

    def weak(self):
        """The numbers of levels that are not stronger than the one below at 95 %."""
        return [i + 1 for i, row in enumerate(self.rows) if i and float(row[3]) - float(row[4]) <= self.even]

    def write(self, rows):
        fresh = iter(rows)
        self.text = ROW.sub(lambda _: "{{{}, {}, {}, {}, {}}}".format(*next(fresh)), self.text)
        self.path.write_text(self.text, encoding="utf-8")
        self.rows = rows

    def table(self):
        """Lines of the page."""
        unit = {"SCORE": "score rate", "RESULT": "points a game", "OWN_RESULT": "points more",
                "OPPONENT": "fewer points of Pacman"}[self.measure]
        yield f"| {self.game} | `{' '.join(self.match)}` | {unit} | |"
        for i, (player, words, games, value, error) in enumerate(self.rows):
            said = "".join(re.findall(r'"([^"]*)"', words))
            scale = 100 if self.measure == "SCORE" else 1
            number = f"{scale * float(value):.3g} ± {scale * float(error):.2g}{' %' if scale == 100 else ''}"
            yield f"| {i + 1} | `{player.strip(chr(34))}`: {said} | {number if i else ''} | {games if i else ''} |"


def level_files(games):
    found = [Levels(path) for path in sorted(GAMES.glob("**/levels.c"))]
    return found, [levels for levels in found if not games or levels.game in games]


def run_levels(program, games, page, check, only_parse):
    """Measures, compares or only reads the levels, and brings the page up to date; the exit status."""
    found, wanted = level_files(games)
    wrong = [] if wanted else ["no such game has levels"]
    for levels in wanted if not only_parse else []:
        with tempfile.TemporaryDirectory() as folder:
            rows = levels.measured(Runner(program, folder))
        if check and rows != levels.rows:
            wrong.append(f"{levels.path}: other figures come out")
        elif not check:
            levels.write(rows)
    wrong += [f"{levels.path}: level {number} is not stronger than the one below" for levels in wanted
              for number in levels.weak()]
    lines = page.read_text(encoding="utf-8").split("\n")
    begin = next(i for i in range(lines.index(HEADING), len(lines)) if lines[i].startswith("|"))
    end = next(i for i in range(begin, len(lines)) if not lines[i].startswith("|"))
    table = ["| level | player | against the level below, 95 % | games |", "|---|---|---|---|",
             *(line for levels in found for line in levels.table())]
    if (check or only_parse) and table != lines[begin:end]:
        wrong.append(f"{page}: the table of levels is not that of the files; run docs/ladders.py HRA --levels")
    elif not check and not only_parse:
        lines[begin:end] = table
        page.write_text("\n".join(lines), encoding="utf-8")
    print(*wrong, f"levels of {len(wanted)} games, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


def blocks(lines):
    """Of each block its commands, and where the table behind it begins and ends."""
    at = 0
    while at < len(lines):
        commands = []
        while at < len(lines) and lines[at].startswith("    "):
            if lines[at].startswith(COMMAND):
                commands.append(lines[at][len(COMMAND):])
            elif commands and commands[-1].endswith("\\"):
                commands[-1] = commands[-1][:-1] + lines[at]
            at += 1
        if not commands:
            at += 1
            continue
        begin = end = at + 1
        while end < len(lines) and lines[end].startswith("|"):
            end += 1
        yield [shlex.split(command) for command in commands], begin, end


def without_times(rows):
    return [re.sub(r"[^|]*\|$", "", row) for row in rows[2:]]


def main(words):
    def taken(flag):
        if flag in words:
            words.remove(flag)
            return True
        return False
    check, only_parse, of_levels, page = taken("--check"), taken("--parse"), taken("--levels"), PAGE
    if "--page" in words:
        at = words.index("--page")
        page = pathlib.Path(words[at + 1])
        del words[at:at + 2]
    program, *wanted = words
    if of_levels:
        return run_levels(program, wanted, page, check, only_parse)
    lines = page.read_text(encoding="utf-8").split("\n")
    count, wrong = 0, 0
    for commands, begin, end in reversed(list(blocks(lines))):
        if wanted and not any(word in part for word in wanted for part in commands[-1]):
            continue
        count += 1
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(program, folder)
            if only_parse:
                parse(runner, commands)
                continue
            rows = play(runner, commands)
        if check and without_times(rows) != without_times(lines[begin:end]):
            print(f"{page}: hra {shlex.join(commands[-1])}: another table comes out:", *rows, sep="\n")
            wrong += 1
        elif not check:
            lines[begin:end] = rows
            page.write_text("\n".join(lines), encoding="utf-8")
            print(f"hra {shlex.join(commands[-1])}", *rows, sep="\n", flush=True)
    print(f"ladders: {count}, {wrong} otherwise than in the page")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
