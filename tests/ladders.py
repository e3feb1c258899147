"""Ladders: what docs/ladders.md names can be played, and docs/ladders.py writes what the program says.

    ladders.py HRA ROOT
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HRA, ROOT = (os.path.realpath(path) for path in sys.argv[1:3])
del sys.argv[1:3]
PAGE = """# A page

    $ hra learn nim --method td:representation=table --games 30 --evals 1 --eval-games 2 --seed 1 --output nim.hra
    $ hra tournament nim random greedy:eval=xor \\
        trained:file=nim.hra --groups 6 --seed 1

Words behind it.

    $ hra match yahtzee random --games 20 --seed 1
    $ hra match yahtzee greedy --games 20 --seed 1

| what was | here |
|---|---|
| before | 1 |

    hra play nim
"""
TOURNAMENT = ["tournament", "nim", "random", "greedy:eval=xor", "trained:file=nim.hra", "--groups", "6", "--seed", "1"]


class Ladders(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.page = os.path.join(self.folder.name, "page.md")

    def tearDown(self):
        self.folder.cleanup()

    def ladders(self, *words, status=0):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "docs", "ladders.py"), HRA, *words], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def write(self, text):
        with open(self.page, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self):
        with open(self.page, encoding="utf-8") as file:
            return file.read()

    def hra(self, *words):
        return subprocess.run([HRA, *words], cwd=self.folder.name, check=True, capture_output=True, text=True).stdout

    def test_a_tiny_ladder(self):
        """What is written is what the program says, in the order of ratings; it stands when it is played again."""
        self.write(PAGE)
        self.ladders("--page", self.page)
        text = self.read()
        self.assertEqual(re.sub(r"(?m)^\|.*\n", "", text).replace("\n\n\n", "\n\n"),
                         re.sub(r"(?m)^\|.*\n", "", PAGE).replace("\n\n\n", "\n\n"))
        rows = [row.split("|")[1:-1] for row in re.findall(r"(?m)^\| `.*", text)]
        self.hra(*re.search(r"hra (learn .*)", PAGE)[1].split())
        said = json.loads(self.hra(*TOURNAMENT, "--json"))["players"]
        self.assertEqual([row[0].strip(" `") for row in rows[:3]],
                         [player["player"] for player in sorted(said, key=lambda player: -player["elo"])])
        for row in rows[:3]:
            player = next(player for player in said if player["player"] == row[0].strip(" `"))
            self.assertEqual(row[1].strip().replace("−", "-"), f"{player['elo']:+.0f}")
            self.assertEqual(int(row[3]), player["games"])
            self.assertRegex(row[5], r" \d[\d.e+-]* (µs|ms|s) ")
        mean = json.loads(self.hra("match", "yahtzee", "greedy", "--games", "20", "--seed", "1", "--json"))["players"][0]["mean"]
        self.assertEqual([row[0].strip(" `") for row in rows[3:]], ["greedy", "random"])
        self.assertIn(f" {mean:.1f} ±", rows[3][1])
        self.ladders("--page", self.page, "--check")
        self.assertEqual(self.read(), text)
        self.write(text.replace(f" {mean:.1f} ±", f" {mean + 1:.1f} ±"))
        self.assertIn("another table comes out", self.ladders("--page", self.page, "--check", "yahtzee", status=1))
        self.ladders("--page", self.page, "--check", "nim")

    def test_the_commands_of_the_page(self):
        """Each of them opens; one that names what there is not is found."""
        self.assertRegex(self.ladders("--parse"), r"ladders: [1-9]\d, 0 otherwise")
        for wrong in ("greedy:eval=xxor", "gready"):
            self.write(PAGE.replace("greedy:eval=xor", wrong))
            self.assertIn(wrong.split(":")[0], self.ladders("--page", self.page, "--parse", status=1))

    def test_levels(self):
        """The table of the page is that of the files, and each level is stronger than the one below."""
        self.assertRegex(self.ladders("--levels", "--parse"), r"levels of [1-9]\d* games, 0 wrong")
        with open(os.path.join(ROOT, "docs", "ladders.md"), encoding="utf-8") as file:
            self.write(re.sub(r"(?m)^(\| 2 \| `minimax.*\| )\d+( \|)$", r"\g<1>7\g<2>", file.read()))
        self.assertIn("is not that of the files", self.ladders("--levels", "--page", self.page, "--parse", status=1))


unittest.main()
