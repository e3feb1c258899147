#!/usr/bin/env python3
"""Plays the ladders of docs/ladders.md, and writes what came out below the commands that stand there.

    docs/ladders.py HRA [--page PAGE] [--check] [--parse] [WORD...]

An indented block with a command "    $ hra ..." is a ladder, the table behind it what the last run brought. Of a tournament
it is the ratings, of matches a line each; commands of `hra learn` come first and make what later ones read, in a
temporary folder. With WORDs only blocks that hold one of them are played. --check writes nothing and fails where
another table comes out, but for times; --parse plays nothing and fails where a command is none (any more).

What a decision costs is processor time: the time that the program took by its own clock, times the share of the processor
that it had, so that other work on the machine matters less. Exit status: 0 all is well, 1 not.
"""
import csv
import json
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
        return json.loads(said), share * float(row["time per decision (ms)"])


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
    check, only_parse, page = taken("--check"), taken("--parse"), PAGE
    if "--page" in words:
        at = words.index("--page")
        page = pathlib.Path(words[at + 1])
        del words[at:at + 2]
    program, *wanted = words
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
