#!/usr/bin/env python3
"""Runs hra over files that people have, and compares with the readers of the tests, which do not know hra.

    field.py HRA FILE|FOLDER...     prints a line for each file, the reasons why games are bad, and sums
    --json                          the same as JSON
    --differences                   the games that the two read differently

docs/sources.md lists the public repositories that were tried. Their files are fetched outside this repository, which holds none
of them. A game counts as the same if all its moves are; `other` are games that say by GameType that they are not English."""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import draughts  # noqa: E402
import mat  # noqa: E402
import pdn  # noqa: E402

KINDS = (".pdn", ".mat", ".sgf")
PATIENCE = 300  # seconds for a file


def text_of(path):
    data = path.read_bytes()
    for encoding in ("utf-8-sig", "cp1252", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return ""


def is_other(game):
    kind = re.match(r"\d+", game.tag("GameType") or "")
    return bool(kind) and kind[0] != "21"


def witnessed(path):
    """What the tests' reader makes of a file: moves of each good game, numbers of bad and of other games."""
    if path.suffix.lower() == ".pdn":
        games = pdn.read(text_of(path))
        ours = [game for game in games if not is_other(game)]
        moves = [tuple(draughts.text(move) for move in game.moves) for game in ours]
        return [one for one, game in zip(moves, ours) if not game.faults], sum(bool(game.faults) for game in ours), len(games) - len(ours)
    if path.suffix.lower() == ".mat":
        games = mat.read(text_of(path))
        good = [game for game in games if not game.faults]
        return [tuple(event[1] for event in game.events) for game in good], len(games) - len(good), 0
    return [], 0, 0


def replayed(hra, path):
    """What hra makes of it: the moves of each game, its status, its messages without what differs from file to file."""
    try:
        done = subprocess.run([hra, "replay", str(path)], capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return [], -1, ["no end in time"]
    out, said = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    games, dice = [], None
    for line in out.splitlines():
        roll = re.fullmatch(r"  \* (\d\d)", line)
        if re.match(r"(checkers|backgammon)[:,]", line):
            games.append([])
        elif games and (found := re.fullmatch(r"  (?:Black|White), .*: (\d+(?:[-x]\d+)+)", line)):
            games[-1].append(found[1])
        elif roll:
            dice = roll[1]
        elif games and (found := re.fullmatch(r"  (?:Black|White), .*: (\S.*)", line)) and found[1] != "roll":
            games[-1].append(dice or found[1])
            dice = None
    return [tuple(game) for game in games], done.returncode, [reason(line) for line in said.splitlines()]


def reason(line):
    """A message without file, place, players and what stood there."""
    line = re.sub(r"^.*?line \d+, character \d+(, game \d+( \(.*?\)(?=: ))?)?: ", "", line)
    line = re.sub(r"^(hra: )?/\S+?:? (?=not|is)", "", line)
    return re.sub(r"'.*'", "'…'", re.sub(r"(legal moves): .*", r"\1", line))[:100]


def row(hra, path):
    good, bad, other = witnessed(path)
    games, status, reasons = replayed(hra, path)
    if path.suffix.lower() == ".mat":  # a record of hra is a match or a part of one
        same = len(good) if sum(games, ()) and [sorted(x) for x in sum(games, ())] == [sorted(x) for x in sum(good, ())] else 0
    else:
        same = sum((collections.Counter(good) & collections.Counter(games)).values())
    return {"file": str(path), "bytes": path.stat().st_size, "good": len(good), "bad": bad, "other": other, "read": len(games),
            "plies": sum(map(len, games)), "same": same, "status": status, "reasons": reasons,
            "missing": [list(one) for one in (collections.Counter(good) - collections.Counter(games)).elements()]}


def main():
    parser = argparse.ArgumentParser(description="hra over files that people have")
    parser.add_argument("hra")
    parser.add_argument("places", nargs="+", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--differences", action="store_true")
    said = parser.parse_args()
    files = sorted({file for place in said.places for file in ([place] if place.is_file() else place.rglob("*"))
                    if file.is_file() and file.suffix.lower() in KINDS})
    rows = [row(os.path.realpath(said.hra), file) for file in files]
    if said.json:
        print(json.dumps(rows, indent=1))
        return
    keys = ("good", "bad", "other", "read", "same", "plies")
    print(f"{'file':60}" + "".join(f"{key:>8}" for key in keys) + "  status")
    for one in rows:
        print(f"{one['file'][-60:]:60}" + "".join(f"{one[key]:8}" for key in keys) + f"  {one['status']}")
        for missing in one["missing"][:5] if said.differences else []:
            print("    not so: " + " ".join(missing)[:200])
    print(f"{f'{len(rows)} files':60}" + "".join(f"{sum(one[key] for one in rows):8}" for key in keys))
    for why, count in collections.Counter(reason for one in rows for reason in one["reasons"]).most_common(20):
        print(f"{count:6}  {why}")


if __name__ == "__main__":
    main()
