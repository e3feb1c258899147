#!/usr/bin/env python3
"""What hra writes as PGN is read by pgn.py to the same games, and what pgn_dialects.py writes is read by hra.

    pgn_test.py HRA

Neither of the two knows hra. If Debian's `pgn-extract` is installed, it reads what hra writes too."""
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import pgn
import pgn_dialects
from chess_rules import START
from pgn_dialects import DIALECTS, Dialect

HRA = os.path.realpath(sys.argv.pop(1))
ALL = os.environ.get("ALL")
GAMES = 40 if ALL else 4   # of a dialect
MIXED = 200 if ALL else 8  # files with many habits at once
PLACES = (0, 2, 4)  # which of five games is damaged
ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
RESULTS = {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}
WITNESS = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")

NOTHING = re.compile("")
# What is printed on standard error for files that are read whole: once for a file, once for a game.
SAID = {"latin-1": re.compile(".* windows-1252;.*\n"), "cp1252": re.compile(".* windows-1252;.*\n"),
        "odd": re.compile("(.* tag Event is given twice; the last one counts\n)+")}


def expected_words(style):
    return next((SAID[habit] for habit in (style.encoding, style.tags) if habit in SAID), NOTHING)


def hra(*words):
    return subprocess.run([HRA, *words], capture_output=True, text=True, check=False)


def records(text):
    """The games of a file of hra's records, as names, moves and results."""
    games = []
    for part in re.split("(?=^hra-record)", text, flags=re.MULTILINE)[1:]:
        result = re.search(r"^(?:result|resigned|agreed|adjudicated)\b.*?(-1|0|1) (?:-1|0|1)\b", part, re.MULTILINE)
        games.append({"names": dict(re.findall(r"^seat ([01]) (.*)$", part, re.MULTILINE)), "text": part,
                      "moves": re.findall(r"^[01] (\S+)$", part, re.MULTILINE), "result": result and RESULTS[result[1]]})
    return games


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.environ["XDG_DATA_HOME"] = str(self.folder)
        os.environ["LC_ALL"] = "C.UTF-8"

    def file(self, text, name="games.pgn"):
        path = self.folder / name
        path.write_bytes(text)
        return path

    def replayed(self, path, suffix):
        """What hra makes of a file, its status, and what it says."""
        out = self.folder / ("out" + suffix)
        out.unlink(missing_ok=True)
        done = hra("replay", str(path), "--output", str(out))
        return out.read_text(encoding="utf-8") if out.exists() else "", done.returncode, done.stderr

    def exported(self, text, game):
        """What is wrong with a game in the export format; nothing: ''."""
        if game.faults or game.words != game.moves:
            return f"{game.faults}, {[pair for pair in zip(game.words, game.moves) if pair[0] != pair[1]]}"
        if [name for name, _ in game.tags][:7] != ROSTER or game.tag("Result") != game.terminator:
            return f"tags: {game.tags}, {game.terminator}"
        end = game.end.result()
        if end and RESULTS[str(end)] != game.terminator:
            return f"result: {game.terminator}, by the rules {end}"
        long = [line for line in text.splitlines() if len(line) > 80 and line[0] != "[" and "{" not in line]
        return f"long: {long}" if long else ""

    def witnessed(self, path, count):
        if WITNESS:
            done = subprocess.run([WITNESS, "-r", str(path)], capture_output=True, text=True, check=False)
            self.assertIn(f"{count} game{'s' * (count > 1)} matched out of {count}.", done.stdout + done.stderr)


class Written(Case):
    """hra writes, pgn.py reads."""

    def both(self, *words):
        """What a command writes with --record: as hra's records and as PGN."""
        texts = []
        for suffix in ("hra", "pgn"):
            path = self.folder / f"games.{suffix}"
            path.unlink(missing_ok=True)
            done = hra(*words, "--record", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            texts.append(path.read_text(encoding="utf-8"))
        return records(texts[0]), texts[1], pgn.read(texts[1])

    def same(self, games, text, read, count):
        self.assertEqual((len(games), len(read)), (count, count))
        for record, game in zip(games, read):
            self.assertEqual(self.exported(text, game), "")
            self.assertEqual((game.moves, game.terminator), ([move for move in record["moves"] if move != "claim"], record["result"]))

    def test_matches(self):
        for game, count in (("chess", 12), ("chess:variant=960", 6), ("chess:variant=losalamos", 6), ("chess:variant=960,start=518", 2),
                            ("chess:draws=claim", 6)):
            with self.subTest(game):
                games, text, read = self.both("match", game, "random", "random", "--games", str(count), "--seed", "1")
                self.same(games, text, read, count)
                for one in read:
                    special = "variant" in game
                    self.assertEqual(one.tag("Variant"), {"960": "Chess960", "los": "Los Alamos"}[game[14:17]] if special else None)
                    self.assertEqual(one.tag("FEN") is not None, "960" in game)
                    self.assertEqual(one.tag("SetUp"), "1" if one.tag("FEN") else None)
                if game == "chess":
                    self.witnessed(self.folder / "games.pgn", count)

    def test_positions(self):
        for seed, fen in enumerate(pgn_dialects.POSITIONS):
            with self.subTest(fen):
                games, text, read = self.both("play", "chess", "random", "random", "--adviser", "random", "--seed", str(seed), "--position", fen)
                self.same(games, text, read, 1)
                self.assertEqual((read[0].tag("SetUp"), read[0].tag("FEN")), ("1", fen))
                number = re.search(r"^(\d+)(\.+)", text[text.index("\n\n") + 2:])
                _, turn, _, _, _, first = fen.split()
                self.assertEqual((number[1], number[2]), (first, "." if turn == "w" else "..."))
                self.witnessed(self.folder / "games.pgn", 1)


class Dialects(Case):
    """pgn_dialects.py writes, hra reads, and writes as it was, and in the export format, which pgn.py reads."""

    def wrong(self, style, seed):
        """What is read or written otherwise than it was meant; nothing: ''."""
        given, right = pgn_dialects.write(style, seed, GAMES)
        text, status, said = self.replayed(self.file(given), ".hra")
        games = records(text)
        for number, (game, answer) in enumerate(zip(games, right), 1):
            if game["moves"] != answer["moves"]:
                return f"game {number}: {game['moves']}, expected {answer['moves']}; {said}"
            names = {tag: value for tag, value in answer["tags"]}
            if any(names.get(tag, name) != name for tag, name in zip(("White", "Black"), game["names"].values())):
                return f"game {number}: {game['names']}, expected {names}"
        if (status, len(games)) != (0, len(right)) or not expected_words(style).fullmatch(said):
            return f"{len(games)} of {len(right)} games, status {status}: {said}"
        if why := self.rewritten(right):
            return why
        if style.start in ("", "fen", "plain") and style.comments not in ("semicolon", "percent") and style.plies[0]:
            self.witnessed(self.folder / "out.pgn", GAMES)
        return self.kept(style, given)

    def rewritten(self, right):
        """hra's records of a file as PGN have all that the file said."""
        text, status, said = self.replayed(self.folder / "out.hra", ".pgn")
        games = pgn.read(text)
        if (status, said, len(games)) != (0, "", len(right)):
            return f"records: status {status}, {len(games)} of {len(right)} games: {said}"
        for number, (game, answer) in enumerate(zip(games, right), 1):
            if why := self.exported(text, game):
                return f"records, game {number}: {why}"
            if (game.moves, game.terminator, game.start()) != (answer["moves"], answer["result"], answer["start"]):
                return f"records, game {number}: {game.moves}, {game.terminator}, {game.start()}; expected {answer}"
            last = dict(answer["tags"])
            lost = [tag for tag in answer["tags"] if tag[0] not in ("Result", "Variant", "SetUp") and last[tag[0]] == tag[1] and tag not in game.tags]
            if lost:
                return f"records, game {number}: {lost} is not in {game.tags}"
        return ""

    def kept(self, style, given):
        """hra writes PGN that it has read as it was, but for white space, variations of a variation's first move, and what is
        behind a result, which is written before it."""
        text, _, _ = self.replayed(self.folder / "games.pgn", ".pgn")
        before, after = (re.sub(r"\s", "", one.lstrip("\ufeff")) for one in (given.decode(style.encoding), text))
        if style.depth > 1 or style.comments == "result":
            before, after = (collections.Counter(one) for one in (before, after))
        return "" if before == after or style.end == "missing" else f"{after}\nexpected\n{before}"

    def test_dialects(self):
        for name, style in DIALECTS.items():
            with self.subTest(name):
                self.assertEqual(self.wrong(style, name), "")

    def test_mixed(self):
        for number in range(MIXED):
            with self.subTest(number):
                self.assertEqual(self.wrong(pgn_dialects.mixed(random.Random(number)), number), "")

    def test_results(self):
        """An agreed draw and a resignation count, whether the terminator or the tag states them."""
        for name in ("usual", "star", "no-result-tag", "missing", "half", "no-tags"):
            given, right = pgn_dialects.write(DIALECTS[name], f"results {name}", 3 * GAMES)
            expected = [answer["result"] for answer in right]
            games = pgn.read(self.replayed(self.file(given), ".hra") and self.replayed(self.folder / "out.hra", ".pgn")[0])
            self.assertGreater(len(set(expected)), 2)
            self.assertEqual([game.terminator for game in games], expected, name)


# ---- single cases: a text, the moves that are read, what is said ---------------------------------------------------------------------

CASES = [
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 +/= a6 1-0", "e4 e5 Nf3 Nc6 Bb5 a6", r"'\+/=' is read as the glyph \$14"),
    ("1. e4 e5 2. Ke3 Nc6 *", "e4 e5", r"line 3, character 13, game 1\b.*illegal move 'Ke3'; legal moves: a3"),
    ("1. e4 e5 2. Nf3 Nc6 (2... -- 3. d4) 3. d4 *", "e4 e5 Nf3 Nc6 d4", r"'--': a side may not pass"),
    ("1. d4 Nf6 2. Nd2 e5 3. Nf3 *", "d4 Nf6 Nd2 e5", r"'Nf3' fits several moves: Ngf3, Ndf3|'Nf3' fits several moves: Ndf3, Ngf3"),
    ("1. f3 e5 2. g4 Qh4# 3. a3 0-1", "f3 e5 g4 Qh4#", r"illegal move 'a3'|a move after the end"),
    ("1. f3 e5 2. g4 Qh4# 1-0", "f3 e5 g4 Qh4#", r"the result is 1-0, but by the rules the game ended otherwise"),
    ("1. e4 e5 {never closed", "e4 e5", r"has no '}'"),
    ("1. e4 } e5 *", "e4 e5", r"line 3, character 7, game 1: a '}' without a '\{'"),
    ("1. e4\u203c e5 2. d4\u2049 *", "e4 e5 d4", r"is read as the glyph \$3(.|\n)*glyph \$5"),
    ("1. e4 e5 (2. Nf3", "e4 e5", r"has no '\)'"),
    ("1. e4 Zwischenzug *", "e4", r"expected a move such as Nf3, exd5, O-O or e7e8q, found 'Zwischenzug'"),
]


class Said(Case):
    def test_cases(self):
        for moves, right, what in CASES:
            with self.subTest(moves):
                text, _, said = self.replayed(self.file(f'[Event "x"]\n\n{moves}\n'.encode()), ".hra")
                self.assertRegex(said, what)
                self.assertEqual(" ".join(records(text)[0]["moves"]), right)

    def test_variants(self):
        for name, spec in (("Standard", "chess:draws=claim"), ("Fischerandom", "chess:variant=960,start=518,draws=claim"), ("Crazyhouse", "")):
            with self.subTest(name):
                text, status, said = self.replayed(self.file(f'[Event "x"]\n[Variant "{name}"]\n\n1. e4 *\n'.encode()), ".hra")
                self.assertEqual(status, 0 if spec else 2)
                self.assertEqual(f"game {spec}\n" in text, bool(spec))
                self.assertRegex(said, "line 2, character 11" if name != "Standard" else "^$")

    def test_games_go_on_after_a_third_repetition(self):
        moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 3) + " e4 e5 1-0"
        text, status, _ = self.replayed(self.file(f'[Event "x"]\n\n{moves}\n'.encode()), ".hra")
        self.assertEqual((status, records(text)[0]["moves"]), (0, moves.split()[:-1]))

    def test_nothing_follows_a_fifth_repetition(self):
        moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 5)
        text, _, _ = self.replayed(self.file(f'[Event "x"]\n\n{moves} e4 e5 1-0\n'.encode()), ".hra")
        self.assertEqual(records(text)[0]["moves"], moves.split()[:16])
        self.assertEqual(records(text)[0]["result"], "1/2-1/2")

    def test_the_suffix_decides_on_tags_alone(self):
        text = b'[Event "x"]\n[White "A"]\n[Result "1-0"]\n\n1-0\n'
        for suffix, game in ((".pgn", "chess"), (".pdn", "checkers")):
            done = hra("replay", str(self.file(text, "games" + suffix)))
            self.assertIn(game, done.stdout)


# ---- damage -------------------------------------------------------------------------------------

PLAIN = Dialect(plies=(14, 60))
NOTED = Dialect(comments="moves", plies=(14, 60))


def moves_of(text):
    """Where the moves of a game's text are."""
    body = text.index("\n\n")
    return list(re.finditer(r"(?<=[ \n])(?:[KQRBNa-h][a-h1-8]*x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?(?=\s)", text[body:])), body


def put(what, instead=False):
    """Damage at a move: `what` is before it, or in its place."""
    def damage(text, rng):
        moves, body = moves_of(text)
        ply = rng.randrange(2, len(moves) - 2)
        start, end = (body + at for at in moves[ply].span())
        return text[:start] + what + " " * (not instead) + text[end if instead else start:], ply
    return damage


def tag(pattern, into):
    """Damage in the tags: nothing of the game's moves need be kept."""
    def damage(text, _rng):
        return re.sub(pattern, into, text, count=1), 0
    return damage


DAMAGE = {
    "open-brace": put("{"), "close-brace": put("}"), "open-parenthesis": put("("), "close-parenthesis": put(")"), "open-bracket": put("["),
    "quote": put('"'), "illegal-move": put("Kh5xa1", instead=True), "no-square": put("Ni9", instead=True), "word": put("Zwischenzug"),
    "escape": put("\x1b[2J"), "markup": put("<b>"), "tag-without-quote": tag(r'"\]', "]"), "tag-without-bracket": tag(r'"\]', '"'),
    "tag-without-name": tag(r"\[Site ", "["), "bad-position": tag(r'\[Site "\?"\]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]'),
    "other-game": tag(r'\[Site "\?"\]', '[Variant "Atomic"]'), "draughts-in-it": put("11-15", instead=True),
}


class Damaged(Case):
    """One game of a file is damaged: all others are read whole, and of this one the moves up to the damage."""

    def test_damage(self):
        for name, damage in DAMAGE.items():
            for place in PLACES:
                with self.subTest(f"{name} {place}"):
                    self.damaged(damage, f"{name} {place}", place)

    def damaged(self, damage, seed, place):
        rng, right, texts, plain = random.Random(seed), [], [], ""
        while len(texts) < 5:
            number = len(texts) + 1
            game = pgn_dialects.Game(rng, number, NOTED)
            if len(game.moves) < 10:
                continue
            game.white, game.black = f"White{number}", f"Black{number}"
            text, answer = pgn_dialects.write_game(game, rng, PLAIN if len(texts) == place else NOTED, number)
            plain = text if len(texts) == place else plain
            texts.append(text)
            right.append(answer["moves"])
        texts[place], least = damage(plain, random.Random(place))
        text, status, said = self.replayed(self.file(("\n\n".join(texts) + "\n").encode()), ".hra")
        found = {game["names"]["0"]: game["moves"] for game in records(text)}
        for number, moves in enumerate(right):
            read = found.get(f"White{number + 1}", [])
            if number != place:
                self.assertEqual(read, moves, said)
            else:
                self.assertGreaterEqual(len(read), least, said)
                self.assertEqual(read[:least], moves[:least], said)
        before = "\n\n".join(texts[:place] + [os.path.commonprefix([texts[place], plain])])
        self.assertRegex(said, rf"line {before.count(chr(10)) + 1}, character \d+, game {place + 1}\b")
        self.assertIn(status, (0, 2))


if __name__ == "__main__":
    unittest.main()
