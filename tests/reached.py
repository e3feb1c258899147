"""What learning reaches by default: docs/learning/reached.md has the rows of `hra methods`, one of them comes out again, and
docs/learning/reached.py fills what is empty and nothing else.

    reached.py HRA ROOT
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

HRA, ROOT = (os.path.realpath(path) for path in sys.argv[1:3])
del sys.argv[1:3]
FOLDER = os.path.join(ROOT, "docs", "learning")
# Rows whose defaults are found at once; with ALL=1 those of all rows, which plays a game of each method in each game.
CHEAP = ["nim:td", "nim:zero", "tictactoe:td", "tictactoe:rollout", "pacman:q", "race:td"]


class Reached(unittest.TestCase):
    def reached(self, *words, status=0):
        done = subprocess.run([sys.executable, os.path.join(FOLDER, "reached.py"), HRA, *words], check=False, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_the_page(self):
        """Some rows are those of today's defaults, and the cells of a cheap one what comes out; with ALL=1 of a longer one too."""
        self.reached("--rows", *([] if os.environ.get("ALL") else CHEAP))
        self.assertEqual(self.reached("--check", "nim:td"), "reached: 3 cells, 0 otherwise\n")
        if os.environ.get("ALL"):
            self.assertEqual(self.reached("--check", "pacman:q"), "reached: 3 cells, 0 otherwise\n")

    def test_cells_that_are_filled_stay(self):
        with open(os.path.join(FOLDER, "reached.md"), encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "page.md")

            def write(text):
                with open(page, "w", encoding="utf-8") as file:
                    file.write(text)

            def row():
                with open(page, encoding="utf-8") as file:
                    return re.search(r"(?m)^\| `nim` \| `td:.*$", file.read())[0]
            whole = re.search(r"(?m)^\| `nim` \| `td:.*$", text)[0]
            cells = whole.split(" | ")
            made_up = " | ".join([*cells[:4], "12.3 %", "", *cells[6:]])
            write(text.replace(whole, made_up))
            self.assertIn("reached: 1 cells filled", self.reached("--page", page, "nim:td"))
            self.assertIn(f" | 12.3 % | {cells[5]} | ", row())
            self.assertIn("nim, td, seed 2: ", self.reached("--page", page, "--check", "nim:td", status=1))
            write(text.replace(whole, whole.replace("rate=0.5", "rate=0.4")))  # other defaults: all of them again
            self.assertIn("other rows", self.reached("--page", page, "--rows", "nim:td", status=1))
            self.assertIn("reached: 3 cells filled", self.reached("--page", page, "nim:td"))
            self.assertEqual(row().split(" | ")[:6], cells[:6])
            self.assertIn("no row is named nim:nothing", self.reached("--page", page, "nim:nothing", status=1))


unittest.main()
