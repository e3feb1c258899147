"""Ten tasks such as people bring, each done from beginning to end as a newcomer would type it, and judged here without hra.

    workbench.py HRA ROOT
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.dom import minidom

HRA, ROOT = (os.path.realpath(sys.argv.pop(1)) for _ in range(2))
EXAMPLES = os.path.join(ROOT, "docs/examples")


class Workbench(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name, mode="r"):
        with open(self.path(name), mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def hra(self, *words, typed=None):
        done = subprocess.run([HRA, *words], cwd=self.folder.name, env=self.env, input=typed, text=True, timeout=900, check=False,
                              capture_output=True, **({} if typed is not None else {"stdin": subprocess.DEVNULL}))
        self.assertEqual(done.returncode, 0, f"hra {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def test_01_slide(self):
        """A search tree with boards as a picture for a slide, and for LaTeX."""
        tree = ("tree", "tictactoe", "-p", "alphabeta", "--position", "XOX/.O./..X", "--boards")
        self.hra(*tree, "-o", "tree.svg")
        self.assertEqual(minidom.parse(self.path("tree.svg")).documentElement.tagName, "svg")
        self.hra(*tree[:-1], "-o", "tree.tex")
        text = self.read("tree.tex")
        self.assertIn("forest", text)
        self.assertEqual(text.count("["), text.count("]"))
        if shutil.which("rsvg-convert"):
            self.hra(*tree, "-o", "tree.pdf")
            self.assertEqual(self.read("tree.pdf", "rb")[:5], b"%PDF-")

    def test_02_homework(self):
        """A typed tree: its value is that of a minimax written here, and the search is explained."""
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        value = max(min(leaves) for leaves in tree)
        typed = "(" + "".join("(" + " ".join(map(str, leaves)) + ")" for leaves in tree) + ")"
        self.assertEqual(json.loads(self.hra("tree", typed, "-p", "alphabeta", "--json"))["value"][0], value)
        self.assertIn(f"value of the root: {value}", self.hra("tree", typed, "-p", "alphabeta", "--working"))

    def test_03_pdn(self):
        """Games of checkers as PDN, listed, reviewed and written again with the same moves and results."""
        self.hra("match", "checkers", "random", "greedy", "--games", "3", "--seed", "1", "--record", "games.pdn")
        games = self.read("games.pdn")
        self.assertEqual(games.count("[Result "), 3)
        given_up = '[Event "?"]\n[Result "0-1"]\n\n1. 11-15 22-18 2. 15x22 25x18 0-1\n'
        self.write("games.pdn", games + given_up + given_up.replace("0-1", "1/2-1/2"))
        self.hra("replay", "games.pdn", "-o", "games.hra")
        self.hra("replay", "games.hra", "-o", "again.pdn")

        def moves(name):
            words = [word for line in self.read(name).splitlines() if not line.startswith("[") for word in line.split()]
            return [word for word in words if word[0].isdigit() and word[-1] != "." and word not in ("1-0", "0-1", "1/2-1/2")]
        self.assertGreater(len(moves("games.pdn")), 60)
        self.assertEqual(moves("again.pdn"), moves("games.pdn"))

        def results(name):
            return [line for line in self.read(name).splitlines() if line.startswith("[Result ")]
        self.assertEqual(results("games.pdn")[3:], ['[Result "0-1"]', '[Result "1/2-1/2"]'])
        self.assertEqual(results("again.pdn"), results("games.pdn"))
        self.hra("review", "games.pdn", "--analyst", "alphabeta:depth=2", "-o", "review.csv")
        with open(self.path("review.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 0)
        self.assertLess(max(abs(float(row["loss"])) for row in rows), 1000)

    def test_04_xgid_and_mat(self):
        """A position of eXtreme Gammon is drawn and analysed; a match file becomes one of GNU Backgammon."""
        xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
        self.hra("show", xgid, "-o", "board.svg")
        minidom.parse(self.path("board.svg"))
        said = json.loads(self.hra("analyse", xgid, "greedy", "--json"))
        self.assertIn("8/5", json.dumps(said))
        self.hra("replay", f"{EXAMPLES}/match.mat", "-o", "match.sgf")
        self.assertTrue(self.read("match.sgf").lstrip().startswith("(;"))

    def test_05_c_and_python(self):
        """The same bot in two languages passes the check, and beats a player by chance."""
        bots = [f"{sys.executable} {EXAMPLES}/ugi_bot.py"]
        if shutil.which("cc"):
            subprocess.run(["cc", f"{EXAMPLES}/ugi_bot.c", "-o", self.path("bot")], check=True)
            bots.append(self.path("bot"))
        for bot in bots:
            self.assertIn("the program follows the protocol", self.hra("engine", "check", bot, "tictactoe", "--timeout", "300s", "--margin", "300s"))
            said = json.loads(self.hra("match", "tictactoe", f'ext:cmd="{bot}",timeout=300s,timemargin=300s', "random", "--games", "40",
                                       "--rotate", "--seed", "1", "--json"))
            self.assertGreater(said["players"][0]["wins"], 25)
            self.assertNotIn("forfeits", said["players"][0])

    def test_06_a_thousand_games_and_a_test(self):
        """1,000 games whose counts add up, and a sequential test that finds the better player."""
        said = json.loads(self.hra("match", "tictactoe", "greedy", "random", "--games", "1000", "--rotate", "--seed", "1", "--json"))
        first = said["players"][0]
        self.assertEqual(first["wins"] + first["losses"] + first["draws"], 1000)
        self.assertGreater(first["wins"], first["losses"])
        test = json.loads(self.hra("tournament", "tictactoe", "mcts:playouts=60", "random", "--sprt", "0,50", "--groups", "1000",
                                   "--seed", "1", "--json"))
        self.assertEqual(test["pairings"][0]["verdict"], "high")

    def test_07_real_dice(self):
        """Dice that were thrown on a table are typed, and the game is saved with them."""
        self.hra("play", "yahtzee", "human", "--dice", "manual", "--adviser", "random", "--seed", "1", "--record", "dice.hra",
                 typed="1-1-2-4-6\nkeep 1-1\n3-5-6\nq\n")
        lines = self.read("dice.hra").splitlines()
        self.assertLessEqual({"dice manual", "* 1-1-2-4-6", "0 keep 1-1", "* 1-1-3-5-6"}, set(lines))

    def test_08_td_curve(self):
        """A learning curve by temporal differences, as numbers and as a picture; the player got better."""
        self.hra("learn", "tictactoe", "-m", "td", "--games", "2000", "--evals", "4", "--eval-games", "200", "--eval-against", "random",
                 "--seed", "1", "--csv", "curve.csv", "--svg", "curve.svg", "-o", "model.hra")
        with open(self.path("curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["games"]) for row in rows], [0, 500, 1000, 1500, 2000])
        self.assertGreater(float(rows[-1]["score"]), float(rows[0]["score"]) + 0.1)
        minidom.parse(self.path("curve.svg"))
        self.hra("match", "tictactoe", "trained:file=model.hra", "random", "--games", "10", "--seed", "1")

    def test_09_class_tournament(self):
        """A class of 70: bots and players of the library meet each other, everybody is rated."""
        self.write("class.txt", "# the class\n" + f'ext:cmd="{sys.executable} {EXAMPLES}/ugi_bot.py",timeout=300s,timemargin=300s\n'
                   + "".join(f"mcts:playouts={1 + k % 5},c={1 + k / 100}\n" for k in range(68)))
        said = json.loads(self.hra("tournament", "tictactoe", "random", "--players", "class.txt", "--gauntlet", "--groups", "2",
                                   "--seed", "1", "--report", "class.svg", "--json"))
        self.assertEqual(len(said["players"]), 70)
        self.assertEqual(len(said["pairings"]), 69)
        bot = next(p for p in said["pairings"] if p["players"] == [0, 1])
        self.assertEqual(sum(bot["points"]), 4)
        self.assertGreater(bot["points"][1], bot["points"][0])
        minidom.parse(self.path("class.svg"))

    def test_10_animated_replay(self):
        """A recorded game as a moving picture: a frame for each position, counted by a reader of GIF."""
        with open(f"{EXAMPLES}/game.hra", encoding="utf-8") as file:
            plies = sum(line[:2] in ("0 ", "1 ") for line in file)
        self.hra("replay", f"{EXAMPLES}/game.hra", "-o", "game.gif", "--fps", "2", "--width", "200")
        self.assertEqual(frames_of(self.read("game.gif", "rb")), plies + 1)
        self.hra("replay", f"{EXAMPLES}/game.hra", "-o", "game.html")
        self.assertIn("<svg", self.read("game.html"))


def frames_of(gif):
    """The number of pictures in a GIF (GIF89a, sections 18 to 27)."""
    assert gif[:6] == b"GIF89a"

    def colours(flags):
        return 3 << (flags & 7) + 1 if flags & 0x80 else 0

    def behind_blocks(at):
        while gif[at]:
            at += 1 + gif[at]
        return at + 1
    at, frames = 13 + colours(gif[10]), 0
    while gif[at] != 0x3B:
        if gif[at] == 0x21:  # an extension
            at = behind_blocks(at + 2)
        else:
            assert gif[at] == 0x2C
            frames += 1
            at = behind_blocks(at + 10 + colours(gif[at + 9]) + 1)
    return frames


if __name__ == "__main__":
    unittest.main(verbosity=1)
