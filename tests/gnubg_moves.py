#!/usr/bin/env python3
"""Plays and IDs in many spellings, read by hra and by GNU Backgammon, which have to come to the same board.

    gnubg_moves.py HRA        skipped where there is no gnubg (Debian: apt install gnubg)
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

import gnubg_files

PLAYS = 60
SPELLINGS = [
    lambda play: play,
    lambda play: play.upper(),
    lambda play: play.replace("*", ""),
    lambda play: play.replace("bar", "25").replace("off", "0"),
    lambda play: play.replace("bar", "b").replace("off", "o"),
    lambda play: play.replace("(", " ("),
    lambda play: ",".join(reversed(play.split())),
    # pairs of points: of single steps alone
    lambda play: re.sub("[*/]", lambda sign: " " * (sign[0] == "/"), play) if not re.search(r"\(|/\w+\*?/", play) else play,
]


class Spellings(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        os.environ["LC_ALL"] = "C.UTF-8"

    def show(self, *words):
        """The position ID of a board."""
        done = subprocess.run([HRA, "show", "backgammon", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return re.search(r"GNU Backgammon: (\S{14}):(\S{12})", done.stdout).groups()

    def plays(self):
        """White's plays in games between random players, each with the moves before it."""
        subprocess.run([HRA, "match", "backgammon", "random", "random", "--games", "6", "--seed", "8", "--record", "games"],
                       cwd=self.folder, capture_output=True, check=True)
        found, moves = [], []
        with open(os.path.join(self.folder, "games"), encoding="utf-8") as file:
            for line in file:
                word, _, rest = line.rstrip("\n").partition(" ")
                if word == "hra-record":
                    moves = []
                elif word in ("*", "0", "1"):
                    if word == "0" and rest != "pass" and len(moves) < 60:
                        found.append((list(moves), rest))
                    moves.append(rest)
        return random.Random(1).sample(found, PLAYS)

    def test_plays(self):
        cases, commands = [], ["new game", "set player 0 human", "set player 1 human"]
        commands += [f"set automatic {what} off" for what in ("move", "roll", "bearoff", "game")]
        for i, (moves, play) in enumerate(self.plays()):
            spelled = SPELLINGS[i % len(SPELLINGS)](play)
            before, after = self.show("--moves", *moves)[0], self.show("--moves", *moves, play)[0]
            self.assertEqual(self.show("--moves", *moves, spelled)[0], after, spelled)
            cases.append((spelled, after))
            commands += ["set turn 1", f"set board {before}", "set turn 1", f"set dice {moves[-1][0]} {moves[-1][1]}",
                         f"move {spelled}", "show board"]
        said = gnubg_files.gnubg("\n".join(commands), self.folder).split("The dice have been set")[1:]
        self.assertEqual(len(said), len(cases))
        for (spelled, after), part in zip(cases, said):
            self.assertEqual(re.search(r"Position ID: (\S+)", part)[1], after, spelled)

    def test_its_board_is_a_position(self):
        said = gnubg_files.gnubg("new match 7\nset score 2 5\nset cube value 2\nset cube owner 1\nset turn 1\nset dice 5 2\nshow board",
                                 self.folder)
        board = said[said.rindex(" GNU Backgammon  Position ID"):]
        self.assertEqual(self.show("--position", board), tuple(re.search(r"ID: (\S+)\s+Match ID +: (\S+)", board).groups()))


if __name__ == "__main__":
    if not gnubg_files.GNUBG:
        print("gnubg is not installed")
        sys.exit(gnubg_files.SKIPPED)
    HRA = os.path.realpath(sys.argv.pop(1))
    unittest.main()
