#!/usr/bin/env python3
"""Fills the table of docs/learning/reached.md: what `hra learn GAME --method METHOD` reaches as it is typed.

    docs/learning/reached.py HRA [--page PAGE] [--minutes M] [--check] [--rows] [GAME | GAME:METHOD]...

A row is a game and a method of the table that `hra methods` prints, with the seeds 1 to 3. A cell that is filled stays, so
the script goes on where it was ended; a row whose length or options are no longer the defaults is emptied first. Without names it
fills all rows, in the order of the page; --minutes M begins no cell after M minutes of processor time. --check measures the filled
cells of the named rows again, writes nothing, and fails if one is another. --rows fails if the page has not the rows of
`hra methods`. Exit status: 0 all is well, 1 not.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent / "reached.md"
HEAD = "| game | by | games | seed 1 | seed 2 | seed 3 | seconds |"
SEEDS = (1, 2, 3)
# What a player is measured by: the game, the others, how many games, and which number of the match is told. What rote learnt
# belongs to the game without ballots.
YARDS = {"yahtzee": ("yahtzee", [], 1000, "mean"), "tictactoe": ("tictactoe", ["exact"], 200, "share"),
         "nim": ("nim", ["exact"], 200, "share"), "matches": ("matches", ["exact"], 200, "share"), "tree": ("tree", ["exact"], 200, "mean"),
         "checkers:rote": ("checkers", ["random"], 200, "share"), "race": ("race", ["greedy"] * 3, 400, "share"), "pacman": ("pacman", [], 400, "mean"),
         "checkers": ("checkers:ballot=each", ["alphabeta:depth=4"], 348, "share"), "empire": ("empire", ["greedy"], 200, "share"),
         "backgammon": ("backgammon", ["greedy"], 1000, "mean")}


def used():
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime


class Runner:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.realpath(program), folder
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", XDG_DATA_HOME=folder)

    def run(self, *words):
        return subprocess.run([self.program, *words], cwd=self.folder, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def must(self, *words):
        done = self.run(*words)
        if done.returncode:
            sys.exit(f"hra {shlex.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def rows(self):
        """The games of the table of `hra methods`: game, method, length."""
        listed, game = [], None
        for line in self.must("methods").partition("\n  game ")[2].splitlines()[1:]:
            found = re.match(r"  (\S.{11} )?\s*(\S+)( \*)? +(\d+)( passes)?(  \S+)?$", line)
            game = (found[1] or "").strip() or game
            if game in YARDS and found[2] != "records":  # which needs games of others
                listed.append((game, found[2], int(found[4])))
        return listed

    def spec(self, game, method):
        """The method with its options, as the first line of a run tells it."""
        said = self.must("learn", game, "--method", method, "--games", "1", "--evals", "1", "--eval-games", "0", "--seed", "1")
        return re.match(rf"training {game} by (.*?): ", said)[1]

    def cell(self, game, method, seed):
        """What a run reaches, and the seconds of processor time that it learnt."""
        before, file = used(), f"{game}-{method}-{seed}.reached"
        done = self.run("learn", game, "--method", method, "--evals", "1", "--eval-games", "0", "--seed", str(seed), "--output", file)
        seconds = used() - before
        if done.returncode:
            return "diverges" if "training diverges" in done.stderr else sys.exit(f"{game}, {method}: {done.stderr.strip()}"), seconds
        last = shlex.split(done.stdout.rstrip("\n").rpartition("\n")[2].removeprefix("Play it: "))
        player = next(word for word in last[3:] if word != "human")
        where, others, games, told = YARDS.get(f"{game}:{method}", YARDS[game])
        rotate = ["--rotate"] if others else []
        said = json.loads(self.must("match", where, player, *others, *rotate, "--games", str(games), "--seed", "1", "--json"))["players"][0]
        os.remove(os.path.join(self.folder, file))
        if told == "share":
            return f"{100 * said['score_rate']:.1f} %", seconds
        return (f"{said['mean']:.2f}" if abs(said["mean"]) < 10 else f"{said['mean']:.0f}").replace("-", "−"), seconds


class Page:
    """The table between what stands before and behind it; a row is a list of cells."""

    def __init__(self, path):
        self.path = path
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        at = lines.index(HEAD)
        end = at
        while end < len(lines) and lines[end].startswith("|"):
            end += 1
        self.before, self.behind = lines[:at + 2], lines[end:]
        self.rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[at + 2:end]]

    def write(self):
        table = ["| " + " | ".join(row) + " |" for row in self.rows]
        text = "\n".join([*self.before, *[re.sub(r"  +", " ", row) for row in table], *self.behind]) + "\n"
        pathlib.Path(self.path).write_text(text, encoding="utf-8")

    def find(self, game, method):
        return next((row for row in self.rows if row[0] == f"`{game}`" and re.match(rf"`{method}\b", row[1])), None)

    def renew(self, runner, listed, wanted):
        """The rows of the table, with what is known of those that are as they were; the others stay as they are."""
        rows = []
        for game, method, games in listed:
            row = self.find(game, method)
            if row and (game, method) not in wanted:
                rows.append(row)
                continue
            fresh = [f"`{game}`", f"`{runner.spec(game, method)}`", f"{games:,}"]
            rows.append(row if row and row[:3] == fresh else [*fresh, "", "", "", ""])
        self.rows = rows


def fill(page, runner, wanted, minutes):
    """Fills what is empty, and writes the page after each cell."""
    count, begun = 0, used()
    for game, method in wanted:
        row, seconds = page.find(game, method), []
        for seed in SEEDS:
            if row[2 + seed] or (minutes and used() - begun > 60 * minutes):
                continue
            row[2 + seed], took = runner.cell(game, method, seed)
            seconds.append(took)
            row[6] = f"{sum(seconds) / len(seconds):.1f}"
            page.write()
            count += 1
    return count


def check(page, runner, wanted):
    count = wrong = 0
    for game, method in wanted:
        row = page.find(game, method)
        for seed in SEEDS:
            if row and row[2 + seed]:
                now, _ = runner.cell(game, method, seed)
                count += 1
                if now != row[2 + seed]:
                    wrong += 1
                    print(f"{game}, {method}, seed {seed}: {now}, and the page says {row[2 + seed]}")
    print(f"reached: {count} cells, {wrong} otherwise")
    return wrong > 0 or count == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("hra")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--page", default=PAGE)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rows", action="store_true")
    given = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        runner, page = Runner(given.hra, folder), Page(given.page)
        listed = runner.rows()
        wanted = [(game, method) for game, method, _ in listed
                  if not given.names or game in given.names or f"{game}:{method}" in given.names]
        if not wanted:
            sys.exit(f"reached: no row is named {' or '.join(given.names)}")
        if given.check:
            sys.exit(check(page, runner, wanted))
        known = [list(row) for row in page.rows]
        page.renew(runner, listed, wanted)
        if given.rows:
            sys.exit(0 if page.rows == known else "reached: the page has other rows than 'hra methods'; run docs/learning/reached.py")
        page.write()
        print(f"reached: {fill(page, runner, wanted, given.minutes)} cells filled, "
              f"{sum(not cell for row in page.rows for cell in row[3:6])} are empty")


main()
