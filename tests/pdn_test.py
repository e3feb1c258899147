#!/usr/bin/env python3
"""What hra writes as PDN is read by pdn.py to the same moves, and what pdn_dialects.py writes is read by hra.

    pdn_test.py HRA

Neither of the two knows hra: they are written from the grammar of PDN 3.0 and the rules of the game."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import draughts
import pdn
import pdn_dialects
from pdn_dialects import DIALECTS, Dialect

HRA = os.path.realpath(sys.argv.pop(1))
ALL = os.environ.get("ALL")
GAMES = 40 if ALL else 4   # of a dialect
MIXED = 200 if ALL else 8  # files with many habits at once
PLACES = (0, 2, 4)  # which of five games is damaged

NOTHING = re.compile("")
# What is printed on standard error for files that are read whole: once for a file, once for a game.
SAID = {"latin-1": re.compile(".* windows-1252;.*\n"), "cp1252": re.compile(".* windows-1252;.*\n"),
        "silent": re.compile("(.* turned or mirrored; the game is read so\n)+"),
        "odd": re.compile("(.* tag Event is given twice; the last one counts\n)+")}

def expected_words(style):
    return next((SAID[habit] for habit in (style.turned, style.encoding, style.tags) if habit in SAID), NOTHING)


# What hra does not read yet, with the reason. A case that is read fails the test until its line is gone.
EXPECTED_TO_FAIL = {
}


def hra(*words, given=None):
    return subprocess.run([HRA, *words], input=given, capture_output=True, text=True, check=False)


def replayed(path):
    """The games that `hra replay` shows, as names, moves and results; its status; what it says on standard error."""
    done = hra("replay", str(path))
    games = []
    for line in done.stdout.splitlines():
        if line.startswith("checkers"):
            games.append({"names": {}, "moves": [], "result": "*"})
        elif found := re.match(r"  Black .* (-1|0|1)(  wins|  draw)?$", line):
            games[-1]["result"] = {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}[found[1]]
        elif found := re.match(r"  (Black|White), (.*): (\d+(?:[-x]\d+)+)$", line):
            games[-1]["names"][found[1]] = found[2]
            games[-1]["moves"].append(found[3])
    return games, done.returncode, done.stderr


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
        path = self.folder / "games.pdn"
        path.write_bytes(text)
        return path


class Rules(unittest.TestCase):
    def test_positions_are_counted(self):
        """Published counts of English draughts: 7, 49, 302, 1,469, 7,361, 36,768."""
        self.assertEqual([draughts.perft(draughts.Position(), n) for n in range(1, 7)], [7, 49, 302, 1469, 7361, 36768])

    def test_captures(self):
        for fen, moves in (
                ("B:W6,7,15:BK1", {"1x10x3", "1x10x19"}),
                ("W:W32,30:B5,10,11,18,19,27", {"32x23x14x7", "32x23x16x7"}),
                ("B:B2,3,6,7,10:W11,12,13,19,22,27,28,30", {"7x16x23x32"}),
                ("B:B22:W25,26,K27", {"22x29", "22x31"}),
                ("W:WK22:B9,10,17,18", {"22x13x6x15x22", "22x15x6x13x22"})):
            with self.subTest(fen):
                at = draughts.Position.from_fen(fen)
                self.assertEqual({draughts.text(m) for m in at.moves()}, moves)


class Written(Case):
    """hra writes, pdn.py reads."""

    def both(self, *words):
        """What a command writes with --record: as hra's records, whose moves have all squares, and as PDN."""
        texts = []
        for suffix in ("hra", "pdn"):
            path = self.folder / f"games.{suffix}"
            path.unlink(missing_ok=True)
            done = hra(*words, "--record", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            texts.append(path.read_text(encoding="utf-8"))
        return [record for record in re.split("(?=^hra-record)", texts[0], flags=re.MULTILINE) if record], pdn.read(texts[1])

    def same(self, record, game):
        moves = re.findall(r"^[01] (\d+(?:[-x]\d+)+)$", record, re.MULTILINE)
        result = re.search(r"^result (\S+)", record, re.MULTILINE)
        self.assertEqual((game.faults, game.remarks), ([], []))
        self.assertEqual([draughts.text(m) for m in game.moves], moves)
        self.assertTrue(moves)
        self.assertEqual(game.result, {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}[result[1]])
        self.assertEqual(game.tag("Result"), game.terminator)
        for name in ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"):
            self.assertIsNotNone(game.tag(name), name)

    def test_matches(self):
        for game in ("checkers", "checkers:ballot=all", "checkers:draw-moves=10"):
            records, games = self.both("match", game, "random", "random", "--games", "20", "--seed", "1")
            self.assertEqual((len(records), len(games)), (20, 20))
            for record, one in zip(records, games):
                self.same(record, one)

    def test_positions(self):
        rng = random.Random(5)
        for seed in range(12):
            at = pdn_dialects.setup(rng, "bw"[seed % 2])
            with self.subTest(at.fen()):
                records, games = self.both("play", "checkers", "random", "random", "--adviser", "random", "--seed", str(seed),
                                           "--position", at.fen())
                self.assertEqual((len(records), len(games)), (1, 1))
                self.same(records[0], games[0])
                self.assertEqual(games[0].start, at)


KEPT = """usual crlf tight each full partial settled zeros marks parentheses nags comments comments-everywhere semicolon percent
    percent-inline variations nested two-points star missing few-tags escaped setup-white setup-black setup-move letters turned jumps spaced-moves
    two-points no-tags one-line token-a-line colon""".split()


def same_item(ours, theirs):
    """Whether two parts of a game's text are the same but for white space."""
    if ours[0] != theirs[0]:
        return False
    if ours[0] == "variation":
        return holds(ours[1], theirs[1])
    if ours[0] == "comment":
        return ours[1].split() == theirs[1].split()
    return ours == theirs


def unfolded(body):
    """A variation of a variation's first move is beside it: the tree is the same."""
    found = []
    for part in body:
        if part[0] != "variation":
            found.append(part)
            continue
        inner = unfolded(part[1])
        moves = [index for index, one in enumerate(inner) if one[0] == "move"] + [len(inner)] * 2
        beside = [one for one in inner[:moves[1]] if one[0] == "variation"]
        found += [["variation", [one for one in inner[:moves[1]] if one[0] != "variation"] + inner[moves[1]:]]] + beside
    return found


def holds(ours, theirs):
    """Whether all parts of one text are in the other, in their order."""
    rest = iter(ours)
    return all(any(same_item(one, part) for one in rest) for part in theirs)


class Kept(Case):
    """What a review writes has all that was in the file, and values besides."""

    def wrong(self, name):
        text, right = pdn_dialects.write(DIALECTS[name], f"kept {name}", GAMES)
        given, out = self.file(text), self.folder / "reviewed.pdn"
        out.unlink(missing_ok=True)
        done = hra("review", str(given), "--analyst", "alphabeta:depth=1", "--output", str(out))
        if done.returncode or not out.exists():
            return f"status {done.returncode}: {done.stderr}"
        before, after = pdn.read(text.decode(DIALECTS[name].encoding)), pdn.read(out.read_text(encoding="utf-8"))
        if len(before) != len(after):
            return f"{len(after)} games of {len(before)}"
        for number, (old, new, answer) in enumerate(zip(before, after, right), 1):
            if new.faults or [draughts.text(m) for m in new.moves] != answer["moves"] or new.result != answer["result"]:
                return f"game {number}: {new.faults}, {len(new.moves)} of {len(answer['moves'])} moves, {new.result}"
            if not all(one in new.tags for one in old.tags):
                return f"game {number}: {new.tags}, expected {old.tags}"
            body = unfolded([part for part in old.body if part[0] != "setup"])
            missing = next((n for n in range(len(body) + 1) if not holds(unfolded(new.body), body[:n])), None)
            if missing:
                return f"game {number}: {body[missing - 1]} behind {body[max(0, missing - 4):missing - 1]} is lost"
            if answer["moves"] and not any(part[0] == "comment" and "[%eval " in part[1] for part in new.body):
                return f"game {number}: no value"
        return ""

    def test_reviews(self):
        for name in KEPT:
            with self.subTest(name):
                self.judge(f"kept: {name}", self.wrong(name))


class Read(Case):
    """pdn_dialects.py writes, hra and pdn.py read."""

    def wrong(self, style, seed):
        """What hra and pdn.py read otherwise than it was meant; nothing: ''."""
        text, right = pdn_dialects.write(style, seed, GAMES)
        self.own(style, pdn.read(text.decode(style.encoding)), right)
        games, status, said = replayed(self.file(text))
        for number, (game, answer) in enumerate(zip(games, right), 1):
            if game["moves"] != answer["moves"]:
                return f"game {number}: {game['moves']}, expected {answer['moves']}; {said}"
            names = {tag: value for tag, value in answer["tags"] if tag in ("Black", "White")}
            if any(names.get(seat, name) != name for seat, name in game["names"].items()):
                return f"game {number}: {game['names']}, expected {names}"
        if (status, len(games)) != (0, len(right)) or not expected_words(style).fullmatch(said):
            return f"{len(games)} of {len(right)} games, status {status}: {said}"
        return ""

    def own(self, style, games, right):
        self.assertEqual(len(games), len(right))
        for game, answer in zip(games, right):
            self.assertEqual(game.faults, [])
            self.assertEqual([draughts.text(m) for m in game.moves], answer["moves"])
            self.assertEqual(game.result, answer["result"])
            self.assertEqual([[n.lower(), v] for n, v in game.tags], [[n.lower(), v] for n, v in answer["tags"]])
            self.assertEqual(game.start.fen(), answer["start"])

    def test_dialects(self):
        for name, style in DIALECTS.items():
            with self.subTest(name):
                self.judge(name, self.wrong(style, name))

    def test_results(self):
        """An agreed draw and a resignation count, whether the terminator or the tag states them."""
        for name in ("usual", "two-points", "star", "no-result-tag", "missing", "comment-behind", "no-tags"):
            text, right = pdn_dialects.write(DIALECTS[name], f"results {name}", 3 * GAMES)
            found = [game["result"] for game in replayed(self.file(text))[0]]
            expected = [answer["result"] for answer in right]
            self.assertGreater(len(set(expected)), 2)
            with self.subTest(name):
                self.judge(f"results: {name}", "" if found == expected else f"{found}, expected {expected}")

    def test_mixed(self):
        wrong = [(number, self.wrong(pdn_dialects.mixed(random.Random(number)), number)) for number in range(MIXED)]
        self.judge("mixed", " | ".join(f"{number}: {why}" for number, why in wrong if why))


# ---- damage -------------------------------------------------------------------------------------

PLAIN = Dialect(numbers="usual", plies=(12, 60))
NOTED = Dialect(comments="moves", plies=(12, 60))
MOVE = re.compile(r"\d+[-x]\d+(?:x\d+)*")


def moves_of(text):
    """Where the moves of a game's text are."""
    body = text.index("\n\n")
    return [found for found in MOVE.finditer(text, body) if text[found.start() - 1] in " \n"]


def put(what, instead=False, tight=False):
    """Damage at a move: `what` is before it, or in its place."""
    def damage(text, rng):
        moves = moves_of(text)
        ply = rng.randrange(2, len(moves) - 2)
        start, end = moves[ply].span()
        return text[:start] + what + ("" if tight else " ") * (not instead) + text[end if instead else start:], ply
    return damage


def tag(pattern, into):
    """Damage in the tags: nothing of the game's moves need be kept."""
    def damage(text, _rng):
        return re.sub(pattern, into, text, count=1), 0
    return damage


def result(into):
    """Something else than the result at the end: no move is lost."""
    def damage(text, _rng):
        return re.sub(r"\S+$", into, text), len(moves_of(text))
    return damage


def lead(line):
    """Lines before the game: no move is lost."""
    def damage(text, _rng):
        return line + "\n\n" + text, len(moves_of(text))
    return damage


DAMAGE = {
    "open-brace": put("{"), "close-brace": put("}"), "open-parenthesis": put("("), "close-parenthesis": put(")"),
    "open-bracket": put("["), "quote": put('"'), "illegal-move": put("1-32", instead=True), "no-square": put("33-40", instead=True),
    "square-zero": put("0-5", instead=True), "word": put("Zwischenzug"), "half-move": put("11-", instead=True),
    "escape": put("\x1b[2J"), "zero-byte": put("\0", tight=True), "markup": put("<b>"),
    "tag-without-quote": tag(r'"\]', "]"), "tag-without-bracket": tag(r'"\]', '"'), "tag-without-value": tag(r'\[Site "\?"\]', "[Site]"),
    "tag-without-name": tag(r"\[Site ", "["), "bad-position": tag(r'\[GameType "21"\]', '[FEN "B:W40:B1"]'),
    "other-game": tag(r'\[GameType "21"\]', '[GameType "20"]'),
    "no-result": result(""), "garbage-line": lead("=== Page 3 of 4 ==="), "mail": lead("From: Ben\nHere is our game:"),
}


class Damaged(Case):
    """One game of a file is damaged: all others are read whole, and of this one the moves up to the damage."""

    def texts(self, seed):
        """Games with comments, each as text; and one without at each place, to be damaged."""
        rng, answers, noted, plain = random.Random(seed), [], [], []
        while len(answers) < 5:
            number = len(answers) + 1
            game = pdn_dialects.Game(rng, number, NOTED)
            if len(game.moves) < 10:
                continue
            game.black, game.white = f"Black{number}", f"White{number}"
            noted.append(pdn_dialects.write_game(game, rng, NOTED, number)[0])
            text, answer = pdn_dialects.write_game(game, rng, PLAIN, number)
            plain.append(text)
            answers.append(answer)
        return noted, plain, answers

    @staticmethod
    def wrong(games, right, damaged, least, told):
        """`games` has a pair of names and moves for each game that was read."""
        found = {names.get("Black", ""): moves for names, moves in games}
        for number, answer in enumerate(right):
            moves = found.get(f"Black{number + 1}", [])
            if number == damaged and least < len(answer["moves"]):
                if moves != answer["moves"][:len(moves)] or len(moves) < least:
                    return f"damaged game {number + 1}: {len(moves)} moves, expected {least}: {moves[-2:]}"
            elif moves != answer["moves"]:
                return f"game {number + 1} has {len(moves)} moves, expected {len(answer['moves'])}"
        lost = len(found.get(f"Black{damaged + 1}", [])) < len(right[damaged]["moves"])
        if least < len(right[damaged]["moves"]) and told < 1 + lost:
            return "the damage is not told"
        return ""

    def damaged(self, name, place):
        noted, plain, right = self.texts(f"{name} {place}")
        noted[place], least = DAMAGE[name](plain[place], random.Random(place))
        text = "\n\n".join(noted) + "\n"
        own = [({"Black": game.tag("Black")}, [draughts.text(m) for m in game.moves]) for game in pdn.read(text)]
        self.assertEqual(self.wrong(own, right, place, least, 2), "", name)
        games, status, said = replayed(self.file(text.encode()))
        why = self.wrong([(game["names"], game["moves"]) for game in games], right, place, least, 2 if status == 2 else bool(said))
        before = "\n\n".join(noted[:place] + [os.path.commonprefix([noted[place], plain[place]])])
        where = rf"line {before.count(chr(10)) + 1}, character \d+, game {place + 1}\b"
        if not why and least < len(right[place]["moves"]) and not re.search(where, said):
            why = f"no '{where}'"
        return why and f"{why}; {said}"

    def test_damage(self):
        for name in DAMAGE:
            with self.subTest(name):
                self.judge(name, " | ".join(filter(None, [self.damaged(name, place) for place in PLACES])))

    def cut(self, seed):
        _, plain, right = self.texts(f"cut {seed}")
        moves = moves_of(plain[4])
        at = random.Random(seed).randrange(moves[2].end(), moves[-1].start())
        whole = sum(move.end() < at for move in moves)
        games, _, said = replayed(self.file("\n\n".join(plain[:4] + [plain[4][:at]]).encode()))
        read, right = [game["moves"] for game in games], [answer["moves"] for answer in right]
        good = len(read) == 5 and read[:4] == right[:4] and read[4][:whole] == right[4][:whole] and len(read[4]) <= whole + 1
        return "" if good else f"cut {seed}: {[len(moves) for moves in read]}, {whole} in the last; {said}"

    def test_cut(self):
        """A file that ends anywhere in its last game: what is there is read."""
        self.judge("cut", " | ".join(filter(None, [self.cut(seed) for seed in range(8)])))


if __name__ == "__main__":
    unittest.main()
