#!/usr/bin/env python3
"""What hra writes as a match file is read by mat.py to the same plays, and what mat_dialects.py writes is read by hra.

    mat_test.py HRA

Neither of the two knows hra: they are written from files of other programs and the rules of the game."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import mat
import mat_dialects
from backgammon import Board, read_play
from mat_dialects import DIALECTS, Dialect

HRA = os.path.realpath(sys.argv.pop(1))
SAMPLES = pathlib.Path(__file__).resolve().parent / "games"
FILES = 10 if os.environ.get("ALL") else 1  # of a dialect

NOTHING = re.compile("")
SAID = {"cp1252": re.compile(".* windows-1252;.*\n")}  # on standard error, once for a file

# What hra does not read yet, with the reason. A case that is read fails the test until its line is gone.
EXPECTED_TO_FAIL = {
}


def hra(*words):
    return subprocess.run([HRA, *words], capture_output=True, text=True, check=False)


def replayed(path):
    """What `hra replay` shows: plays as [side, dice, text], [side, word] for the cube, [None, dice] for dice that were not
    played; its status; its standard error."""
    done = hra("replay", str(path))
    events, dice = [], None
    for line in done.stdout.splitlines():
        roll = re.fullmatch(r"  \* (\d\d)", line)
        move = re.fullmatch(r"  (White|Black), .*: (roll|double|take|drop|beaver|pass|[\d*/() ]+|(?:bar|\d+)/.*)", line)
        if dice and (roll or line.startswith("backgammon")):
            events.append([None, dice])
        if roll or line.startswith("backgammon"):
            dice = roll and roll[1]
        elif move and move[2] != "roll":
            side = int(move[1] == "Black")
            events.append([side, dice, move[2]] if dice else [side, move[2]])
            dice = None
    return events + ([[None, dice]] if dice else []), done.returncode, done.stderr


def flat(games):
    """Events of games, each play with the position before it."""
    found = []
    for game in games:
        board = Board().sides
        found.append([])
        for event in game:
            if len(event) == 3:
                found[-1].append([event[0], event[1], board, event[2]])
                board = event[2]
            else:
                found[-1].append(event)
    return found


def equal(event, shown):
    """Whether hra shows this event."""
    if len(event) == 2:
        word = event[1]
        return sorted(shown[1]) == sorted(word) and shown[0] is None if word.isdigit() else shown == event
    if len(shown) != 3 or shown[0] != event[0] or sorted(shown[1]) != sorted(event[1]):
        return False
    try:
        return read_play(Board(event[2]), event[0], "" if shown[2] == "pass" else shown[2]).sides == event[3]
    except ValueError:
        return False


def difference(events, shown):
    """The first place where they differ; '': they are the same."""
    for number, event in enumerate(events):
        if number == len(shown):
            return f"{number} of {len(events)} events; next {event}"
        if not equal(event, shown[number]):
            return f"event {number + 1}: {shown[number]}, expected {event}"
    return f"{len(shown)} events, expected {len(events)}" if len(shown) > len(events) else ""


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.environ["XDG_DATA_HOME"] = str(self.folder)
        os.environ["LC_ALL"] = "C.UTF-8"

    def judge(self, name, why):
        """Fails with what is wrong, if it is not expected; and if it is expected and not wrong."""
        if name in EXPECTED_TO_FAIL:
            self.assertTrue(why, f"{name} is read now: take it from EXPECTED_TO_FAIL")
        else:
            self.assertEqual(why, "", name)

    def file(self, text):
        path = self.folder / "match.mat"
        path.write_bytes(text)
        return path


class Rules(unittest.TestCase):
    def test_plays_are_counted(self):
        """A first roll, a play, a roll, a play: as many as hra counts."""
        rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
        leaves = sum(2 * len(Board([list(points) for points in key]).plays(1, roll))
                     for first in rolls if first[0] != first[1] for key in Board().plays(0, first) for roll in rolls)
        self.assertIn(f" {leaves} leaves", hra("perft", "backgammon", "4").stdout)

    def test_dice_must_be_played(self):
        """The whole roll if possible, else the higher die."""
        sides = [[0] * 26, [0] * 26]
        sides[0][10], sides[0][0] = 1, 14
        sides[1][25 - 4] = 2  # the point 4 of the other side is held
        sides[1][0] = 13
        plays = Board(sides).plays(0, (6, 5))
        self.assertEqual({steps[0][:2] for steps in plays.values()}, {(10, 5)})
        sides[1][25 - 4], sides[1][1] = 0, 2
        self.assertEqual({tuple(step[:2] for step in steps) for steps in Board(sides).plays(0, (6, 5)).values()}, {((10, 4), (4, 0))})


class Written(Case):
    """hra writes, mat.py reads."""

    def test_matches(self):
        for game, count in (("backgammon:match-length=3", 4), ("backgammon:cube", 6), ("backgammon", 4), ("backgammon:match-length=7", 2)):
            with self.subTest(game):
                text, record = self.folder / "a.mat", self.folder / "a.hra"
                for path in (text, record):
                    path.unlink(missing_ok=True)
                    done = hra("match", game, "random", "greedy", "--games", str(count), "--seed", "3", "--record", str(path))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                games = mat.read(text.read_text(encoding="utf-8"))
                self.assertEqual([game.faults for game in games if game.faults], [])
                self.assertTrue(all(game.winner is not None for game in games))
                shown, status, said = replayed(record)
                self.assertEqual((status, said), (0, ""))
                self.assertEqual(difference(sum(flat(game.events for game in games), []), shown), "")
                self.scores(games)

    def scores(self, games):
        """The score of a game is that of the one before it and its points."""
        for before, game in zip(games, games[1:]):
            if game.score != [0, 0]:
                expected = before.score[:]
                expected[before.winner] += before.points
                self.assertEqual(game.score, expected)


class Read(Case):
    """mat_dialects.py writes, hra and mat.py read."""

    def wrong(self, style, seed):
        """What hra reads otherwise than it was meant; nothing: ''."""
        text, right = mat_dialects.write(style, seed)
        games = mat.read(text.decode(style.encoding))
        self.assertEqual([game.faults for game in games if game.faults], [])
        for key in ("length", "names", "score", "events", "winner", "points"):
            self.assertEqual([getattr(game, key) for game in games], [game[key] for game in right], key)
        shown, status, said = replayed(self.file(text))
        why = difference(sum(flat(game["events"] for game in right), []), shown)
        good = status == 0 and SAID.get(style.encoding, NOTHING).fullmatch(said)
        return why or ("" if good else f"status {status}: {said}")

    def test_dialects(self):
        for name, style in DIALECTS.items():
            with self.subTest(name):
                self.judge(name, " | ".join(filter(None, [self.wrong(style, f"{name} {seed}") for seed in range(FILES)])))

    def test_resignations(self):
        """Who gave up, and whether as a single game, a gammon or a backgammon: the points say it, and the cube."""
        for name in ("resigned", "resigned-after-dice"):
            text, right = mat_dialects.write(DIALECTS[name], f"resignations {name}")
            shown = re.findall(r"  (White|Black), .*: resigns a (single game|gammon|backgammon)", hra("replay", str(self.file(text))).stdout)
            kinds = ("single game", "gammon", "backgammon")
            expected = []
            for game in right:
                if game["how"] == "resigned":
                    cube = 2 ** sum(event[1] == "take" for event in game["events"])
                    expected.append((("Black", "White")[game["winner"]], kinds[game["points"] // cube - 1]))
            self.assertTrue(expected)
            with self.subTest(name):
                self.judge(f"{name}: who", "" if shown == expected else f"{shown}, expected {expected}")


# What is not as it was, with the reason.
NOT_KEPT = {
    "points": "games for points are one each, and each is written with a head",
    "missing-game": "a game that does not follow from the one before it begins another match, which is written with a head",
}
HEAD = re.compile(r'(?:^; \[.*\]\n)*\n? *\d+ point match\n', re.MULTILINE)


def without_blanks(text):
    return re.sub(r"\s+", "", text)


def one_head(text):
    """The text without the heads of all games but the first."""
    first = HEAD.search(text)
    return text[:first.end()] + HEAD.sub("", text[first.end():])


def commented(text, rng):
    """The same with lines of remarks in the head, behind names, behind rows, and behind the ends of games. In the head a line like a
    tag is one, and would be written in front of the length."""
    lines, games = [], False
    for line in re.split("\r\n|\r|\n", text):
        lines.append(line)
        games = games or "Game" in line
        if not re.match(r" ?Game|\ufeff", line) and line.strip() and rng.random() < 0.2:
            lines.append(rng.choice((";note", "; a longer remark, 31: 8/5", ";; twice", '; [Tag "in a game"]')[:3 + games]))
    return "\n".join(lines)


class Rewritten(Case):
    """What hra reads and writes again is as it was but for white space."""

    def rewritten(self, data):
        path, out = self.file(data), self.folder / "out.mat"
        out.unlink(missing_ok=True)
        done = hra("replay", str(path), "--output", str(out))
        self.assertEqual(done.returncode, 0, done.stderr)
        return out.read_text(encoding="utf-8")

    def why(self, name, text, data):
        out = self.rewritten(data)
        if name in NOT_KEPT:
            self.assertNotEqual(without_blanks(out), without_blanks(text), f"{name} is kept now: take it from NOT_KEPT")
            out = one_head(out)
        kept, found = without_blanks(text), without_blanks(out)
        at = len(os.path.commonprefix([kept, found]))
        return "" if kept == found else f"'{found[at - 40:at]}' goes on with '{found[at:at + 60]}', not '{kept[at:at + 60]}'"

    def test_dialects(self):
        for name, style in DIALECTS.items():
            for seed in range(3 * FILES):
                with self.subTest(name, seed=seed):
                    data, _ = mat_dialects.write(style, f"rewritten {name} {seed}")
                    self.assertEqual(self.why(name, data.decode(style.encoding), data), "")

    def test_remarks(self):
        for name, style in DIALECTS.items():
            with self.subTest(name):
                data, _ = mat_dialects.write(style, f"remarks {name}")
                text = commented(data.decode(style.encoding), random.Random(name))
                self.assertEqual(self.why(name, text, text.encode(style.encoding)), "")

    def test_samples(self):
        for path in sorted(SAMPLES.glob("gnubg-*.mat")):
            with self.subTest(path.name):
                data = path.read_bytes()
                self.assertEqual(self.why("points" if "points" in path.name else "", data.decode(), data), "")


class Samples(Case):
    """Files that GNU Backgammon wrote: tests/games/README.md. All of a match have the plays of its .mat."""

    def test_samples(self):
        files = sorted(SAMPLES.glob("gnubg-*.*"))
        self.assertGreater(len(files), 10)
        for path in files:
            with self.subTest(path.name):
                match = re.match(r"gnubg-\w+(-point)?-\d+", path.name)[0].removesuffix(".mat")
                games = mat.read((SAMPLES / f"{match}.mat").read_text(encoding="utf-8"))
                self.assertEqual([game.faults for game in games if game.faults], [])
                shown, status, said = replayed(path)
                why = difference(sum(flat(game.events for game in games), []), shown)
                kind = "analysed.sgf" if "analysed" in path.name else "snowie.txt" if "snowie" in path.name else path.suffix[1:]
                self.judge(f"gnubg's {kind}", why or ("" if (status, said) == (0, "") else f"status {status}: {said}"))


# ---- damage -------------------------------------------------------------------------------------

PLAIN = Dialect(length=9, resign=0.3, cube=0.03)
PLAY = re.compile(r"\d\d: [\d/*]+ [\d/* ]+")


def replace(what):
    """A play of the game becomes something else."""
    def damage(text, rng):
        found = rng.choice(list(PLAY.finditer(text))[2:-2])
        return text[:found.start()] + what.ljust(found.end() - found.start()) + text[found.end():], True
    return damage


def drop(pattern, spoils):
    """A line is missing; whether the game is spoilt by it."""
    def damage(text, _rng):
        return re.sub(pattern, "", text, count=1, flags=re.MULTILINE), spoils
    return damage


def add(line, spoils=False):
    """A line between two rows, or before the game."""
    def damage(text, rng):
        rows = [found.start() for found in re.finditer(r"^ *\d+\)", text, re.MULTILINE)]
        at = rng.choice(rows[1:]) if spoils else 0
        return text[:at] + line + "\n" + text[at:], spoils
    return damage


DAMAGE = {
    "illegal-play": replace("61: 13/1 2/1"), "no-dice": replace("71: 13/6 8/7"), "no-play": replace("63: hello"),
    "no-point": replace("63: 30/24 8/5"), "empty-cell": replace(""), "control": replace("63: \x1b[2J"), "garbage-cell": replace("???"),
    "no-result": drop(r"^ +Wins.*\n", False), "no-row": drop(r"^  3\).*\n", True), "no-names": drop(r"^ .* : \d+ .*\n", True),
    "garbage-row": add("  @@@@ ####", True), "garbage-line": add("Page 3 of 4"),
}


class Damaged(Case):
    """One game of a match is damaged: all others are read whole, and of this one the plays up to the damage."""

    def damaged(self, name, place):
        seed = 0
        while True:
            text, right = mat_dialects.write(PLAIN, f"{name} {place} {seed}")
            seed += 1
            parts = re.split("(?=^ Game)", text.decode(), flags=re.MULTILINE)
            if len(parts) > 4 and len(right[place]["events"]) > 12:
                break
        parts[place + 1], spoilt = DAMAGE[name](parts[place + 1], random.Random(name))
        games = flat(game["events"] for game in right)
        shown, status, said = replayed(self.file("".join(parts).encode()))
        before, this, after = sum(games[:place], []), games[place], sum(games[place + 1:], [])
        ways = [difference(before + this[:kept] + after, shown) for kept in range(len(this) if spoilt else 0, len(this) + 1)]
        if spoilt:
            ways = [difference(before + this[:kept] + after, shown) for kept in range(len(this) + 1)]
        if "" in ways:
            return "" if status == 2 or not spoilt else "the damage is not reported"
        return f"game {place + 1} of {len(right)} damaged: {ways[-1]}; {said}"

    def test_damage(self):
        for name in DAMAGE:
            with self.subTest(name):
                self.judge(name, " | ".join(filter(None, [self.damaged(name, place) for place in (0, 1)])))


if __name__ == "__main__":
    unittest.main()
