#!/usr/bin/env python3
"""GNU Backgammon as a witness: what it plays and exports is read by hra, and what hra writes is imported by it.

    gnubg_files.py HRA                 the tests; skipped where there is no gnubg (Debian: apt install gnubg)
    gnubg_files.py --samples FOLDER    matches that it plays, as .mat, .sgf and text: tests/games was made so

It is run as a separate program, in a folder of its own, with fixed seeds and without lookahead."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import mat
import mat_dialects

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
SKIPPED = 77  # Meson's word for it
MATCHES = [(1, 3), (2, 1), (3, 5), (4, 7), (5, 3)]  # seed, length
SETTINGS = """set display off
set threads 1
set confirm new off
set confirm save off
set automatic game on
set automatic roll on
set rng mersenne
set seed {seed}
set player 0 gnubg
set player 1 gnubg
set player 0 name Anna
set player 1 name Ben
set player 0 chequerplay evaluation plies 0
set player 1 chequerplay evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 cubedecision evaluation plies 0
"""


def gnubg(commands, folder):
    """Runs commands; what it says."""
    done = subprocess.run([GNUBG, "-t", "-q", "-r"], input=commands + "\nquit\ny\n", cwd=folder, capture_output=True, text=True,
                          env=dict(os.environ, HOME=str(folder), LC_ALL="C.UTF-8"), check=False)
    return done.stdout + done.stderr


def play(seed, length, folder, name):
    """A match between two players of gnubg, exported as .mat, and as .sgf and text without its thoughts."""
    path = pathlib.Path(folder) / name
    gnubg(SETTINGS.format(seed=seed) + f'new match {length}\nexport match mat "{path}.mat"', folder)
    gnubg(f'import mat "{path}.mat"\nsave match "{path}.sgf"\nexport match text "{path}.txt"', folder)
    return path.with_suffix(".mat").read_text(encoding="utf-8")


def events(games):
    """What was played: dice in order of size, the cube, scores, ends."""
    return [(game.score, [[side, "".join(sorted(what[0], reverse=True)), *what[1:]] for side, *what in game.events], game.winner,
             game.points) for game in games]


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.environ["XDG_DATA_HOME"] = str(self.folder)
        os.environ["LC_ALL"] = "C.UTF-8"

    def hra(self, *words):
        return subprocess.run([HRA, *words], cwd=self.folder, capture_output=True, text=True, check=False)


class Theirs(Case):
    """gnubg plays and exports."""

    def test_match_files_are_read(self):
        for seed, length in MATCHES:
            with self.subTest(seed=seed, length=length):
                games = mat.read(play(seed, length, self.folder, "theirs"))
                self.assertEqual([game.faults for game in games if game.faults], [])
                self.assertTrue(sum(len(game.events) for game in games) > 20)
                shown, status, said = mat_test.replayed(self.folder / "theirs.mat")
                self.assertEqual((status, said), (0, ""))
                self.assertEqual(mat_test.difference(sum(mat_test.flat(game.events for game in games), []), shown), "")
                self.assertEqual(mat_test.replayed(self.folder / "theirs.sgf"), (shown, 0, ""))


    def test_text_exports_are_read(self):
        """A file for each game; put together they are the match, also with analyses."""
        for seed, length in MATCHES[:3]:
            with self.subTest(seed=seed, length=length):
                games = mat.read(play(seed, length, self.folder, "theirs"))
                gnubg(f'import mat "theirs.mat"\n{ANALYSIS if seed < 3 else ""}export match text "text.txt"', self.folder)
                files = [self.folder / "text.txt", *sorted(self.folder.glob("text_*.txt"))]
                self.assertEqual(len(files), len(games))
                (self.folder / "all.txt").write_bytes(b"".join(file.read_bytes() for file in files))
                for file in files:
                    file.unlink()
                shown, status, said = mat_test.replayed(self.folder / "all.txt")
                self.assertEqual((status, said), (0, ""))
                self.assertEqual(mat_test.difference(sum(mat_test.flat(game.events for game in games), []), shown), "")


class Ours(Case):
    """hra writes, gnubg imports and exports again."""

    def test_match_files_are_imported(self):
        for game in ("backgammon:match-length=3", "backgammon:match-length=5,cube=yes", "backgammon:cube"):
            with self.subTest(game):
                ours = self.folder / "ours.mat"
                ours.unlink(missing_ok=True)
                done = self.hra("match", game, "greedy", "random", "--games", "1", "--seed", "5", "--record", str(ours))
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                said = gnubg(f'import mat "{ours}"\nexport match mat "back.mat"', self.folder)
                self.assertFalse(re.search("illegal|error|unable|cannot", said.lower().replace("cannot move", "")), said)
                back = mat.read((self.folder / "back.mat").read_text(encoding="utf-8"))
                self.assertEqual(events(back), events(mat.read(ours.read_text(encoding="utf-8"))))

    def test_reviewed_matches_are_imported(self):
        """With a comment behind each move, of which gnubg does not complain; of matches with resignations and the cube too."""
        theirs = self.folder / "theirs.mat"
        for name, style in (("resigned", 3), ("resigned-after-dice", 2), ("long", 1), ("joined", 1), ("points", 2), ("missing-game", 1)):
            for seed in range(style):
                with self.subTest(name, seed=seed):
                    text, _ = mat_dialects.write(mat_dialects.DIALECTS[name], f"reviewed {seed}")
                    self.check_reviewed(theirs, text)

    def check_reviewed(self, path, text):
        path.write_bytes(text)
        done = self.hra("review", str(path), "--analyst", "expert:plies=0", "--output", "reviewed.mat")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        reviewed = (self.folder / "reviewed.mat").read_text(encoding="utf-8")
        self.assertGreater(reviewed.count("\n; (hra: equity "), 10)
        self.assertEqual(events(mat.read(reviewed)), events(mat.read(text.decode())))
        (self.folder / "back.mat").unlink(missing_ok=True)
        said = gnubg('set display off\nimport mat "reviewed.mat"\nexport match mat "back.mat"', self.folder)
        self.assertFalse(re.search("unrecognised|warning|invalid|illegal|error|unable|cannot", said.lower().replace("cannot move", "")), said)
        back = mat.read((self.folder / "back.mat").read_text(encoding="utf-8"))
        self.assertEqual(events(back), events(mat.read(reviewed)))

    def test_reviewed_saved_matches_are_loaded(self):
        """A review of a match that gnubg has analysed: its thoughts stay, and it loads the comments and glyphs of hra."""
        gnubg(f'{SETTINGS.format(seed=6)}new match 3\nexport match mat "plain.mat"\n{ANALYSIS}save match "theirs.sgf"', self.folder)
        for name in ("plain.mat", "theirs.sgf"):
            with self.subTest(name):
                done = self.hra("review", name, "--analyst", "greedy", "--output", "reviewed.sgf")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                reviewed = (self.folder / "reviewed.sgf").read_text(encoding="utf-8")
                self.assertGreater(reviewed.count("(hra: equity "), 10)
                self.assertRegex(reviewed, r"BM\[[12]\]|DO\[\]")
                self.assertEqual(reviewed.count("]A["), (self.folder / name).read_text(encoding="utf-8").count("]A["))
                self.hra("review", "reviewed.sgf", "--analyst", "greedy", "--output", "again.sgf")
                self.assertEqual((self.folder / "again.sgf").read_text(encoding="utf-8"), reviewed)
                gnubg('load match "reviewed.sgf"\nsave match "back.sgf"\nexport match mat "back.mat"', self.folder)
                saved = (self.folder / "back.sgf").read_text(encoding="utf-8")
                self.assertEqual(saved.count("(hra: equity "), reviewed.count("(hra: equity "))
                self.assertEqual(*(events(mat.read((self.folder / f"{match}.mat").read_text(encoding="utf-8"))) for match in ("back", "plain")))

    def test_saved_matches_are_loaded(self):
        """gnubg loads the .sgf and exports the match file that hra writes of the same game."""
        for game in ("backgammon:match-length=3", "backgammon:match-length=5,cube=yes", "backgammon:match-length=5,crawford=no",
                     "backgammon:match-length=4,variation=nackgammon", "backgammon:match-length=3,cube=no", "backgammon:cube,jacoby",
                     "backgammon:match-length=3,checkers=3"):
            for seed in (5, 6):
                with self.subTest(game, seed=seed):
                    self.check_loaded(game, seed)

    def test_analyses_are_kept(self):
        """What gnubg thinks of a match between weak players: hra keeps all but white space, and gnubg loads that to the same file."""
        weak = "".join(f"set player {seat} chequerplay evaluation noise 0.2\n" for seat in (0, 1))
        gnubg(f'{SETTINGS.format(seed=6)}{weak}new match 3\n{ANALYSIS}save match "theirs.sgf"', self.folder)
        done = self.hra("replay", "theirs.sgf", "--output", "ours.sgf")
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
        gnubg('load match "ours.sgf"\nsave match "back.sgf"', self.folder)
        theirs, ours, back = ((self.folder / f"{name}.sgf").read_text(encoding="utf-8") for name in ("theirs", "ours", "back"))
        self.assertRegex(theirs, r"\nA\[|\]A\[")
        self.assertRegex(theirs, r"BM\[|DO\[")
        self.assertIn("LU[", theirs)
        self.assertEqual("".join(ours.split()), "".join(theirs.split()))
        sums = re.compile(r"GS(\[[^]]*\])+")  # rounded when they are read
        self.assertEqual(sums.sub("", back), sums.sub("", theirs))

    def test_a_match_file_becomes_one_of_gnubg(self):
        for seed, length in MATCHES[:3]:
            with self.subTest(seed=seed, length=length):
                games = mat.read(play(seed, length, self.folder, "theirs"))
                done = self.hra("replay", "theirs.mat", "--output", "ours.sgf")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                gnubg('load match "ours.sgf"\nexport match mat "back.mat"', self.folder)
                self.assertEqual(events(mat.read((self.folder / "back.mat").read_text(encoding="utf-8"))), events(games))

    def check_loaded(self, game, seed):
        for kind in ("mat", "sgf"):
            (self.folder / f"ours.{kind}").unlink(missing_ok=True)
            done = self.hra("match", game, "greedy", "random", "--games", "1", "--seed", str(seed), "--record", f"ours.{kind}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        (self.folder / "back.mat").unlink(missing_ok=True)
        said = gnubg('load match "ours.sgf"\nexport match mat "back.mat"', self.folder)
        self.assertFalse(re.search("illegal|error|unable|cannot|warning", said.lower().replace("cannot move", "")), said)
        ours, back = (mat.read((self.folder / name).read_text(encoding="utf-8")) for name in ("ours.mat", "back.mat"))
        self.assertEqual(events(back), events(ours))
        self.assertEqual([game.names for game in back], [game.names for game in ours])


SESSION = "set automatic game off\nnew session\nnew game\nnew game\n"
ANALYSIS = "set analysis chequerplay evaluation plies 0\nset analysis cubedecision evaluation plies 0\nanalyse match\n"


def samples(folder):
    """Matches, games for points, one match with gnubg's thoughts, and one in its other kinds of text."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, length in MATCHES:
        play(seed, length, folder, f"gnubg-{length}-point-{seed}")
    for left in folder.glob("*.txt"):
        left.unlink()
    gnubg(SETTINGS.format(seed=9) + SESSION + 'export match mat "gnubg-points-9.mat"', folder)
    gnubg('import mat "gnubg-points-9.mat"\nsave match "gnubg-points-9.sgf"', folder)
    gnubg(f'import mat "gnubg-3-point-5.mat"\n{ANALYSIS}save match "gnubg-3-point-5-analysed.sgf"', folder)
    gnubg('import mat "gnubg-3-point-5.mat"\nset export moves number 0\nexport match text "gnubg-3-point-5.txt"\n'
          'export match snowietxt "gnubg-3-point-5-snowie.txt"', folder)
    shutil.rmtree(folder / ".gnubg", ignore_errors=True)
    (folder / ".history").unlink(missing_ok=True)


if __name__ == "__main__":
    if not GNUBG:
        print("gnubg is not installed")
        sys.exit(SKIPPED)
    if sys.argv[1] == "--samples":
        samples(pathlib.Path(sys.argv[2]).resolve())
        sys.exit()
    HRA = os.path.realpath(sys.argv[1])
    import mat_test  # takes the program's path from sys.argv
    unittest.main()
