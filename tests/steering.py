#!/usr/bin/env python3
"""Whatever comes from elsewhere reaches a person without steering his terminal, in both languages; JSON escapes it.
About two seconds.

    tests/steering.py HRA
"""

import json
import os
import re
import subprocess
import sys
import tempfile

STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# sets the title, clears the screen (as C1 too), wipes a line, turns what follows
ORDERS = ["\x1b]0;owned\x07", "\x1b[2J", "\u009b2J", "\r", "\b\b", "\x7f", "\u202e", "\u2066", "\x1b[8m", "\u0085"]
ORDER = "".join(ORDERS)


class Case:
    def __init__(self, hra, folder):
        self.hra, self.folder, self.count = hra, folder, 0

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))
        return path

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode("utf-8", "surrogateescape")

    def run(self, *words, status=0, language="en", given=""):
        """What was said to both streams."""
        done = subprocess.run([self.hra, *words], input=given.encode(), capture_output=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language, "HOME": self.folder,
                                   "XDG_DATA_HOME": self.folder})
        assert done.returncode == status, (words, done)
        return (done.stdout + done.stderr).decode("utf-8", "surrogateescape")

    def tame(self, *words, holds="owned", **how):
        """Nothing steers, and what was foreign is shown in both languages."""
        for language in ("en", "cs"):
            said = self.run(*words, language=language, **how)
            found = STEERS.search(said)
            assert not found, (words, language, found, said)
            assert holds in said, (words, language, said)
            self.count += 1

    def escaped(self, *words, **how):
        """The same of JSON, which holds what it escaped."""
        said = self.run(*words, **how)
        assert not STEERS.search(said), (words, said)
        values = json.dumps([json.loads(line) for line in said.splitlines()])
        assert json.dumps(ORDER)[1:-1] in values, (words, said)
        self.count += 1


def parts_of_a_match(case):
    for part in ("1", "2"):
        case.run("match", "nim", "random", "greedy", "--seed", "7", "--games", "6", "--part", f"{part}/2", "-o",
                 case.path(f"{part}.part"))
        case.path(f"{part}.bad", case.read(f"{part}.part").replace("player random", f"player {ORDER}random"))
    bad = [case.path("1.bad"), case.path("2.bad")]
    case.tame("match", "--merge", *bad)
    case.escaped("match", "--merge", *bad, "--json")
    case.tame("match", "--merge", bad[0], case.path("2.part"), status=2) # an error quotes it


def records(case):
    case.run("match", "tictactoe", "random", "random", "--games", "1", "--seed", "1", "--record", case.path("x.hra"))
    case.path("bad.hra", case.read("x.hra").replace("seat 0 random", f"seat 0 {ORDER}random"))
    case.tame("replay", case.path("bad.hra"))
    case.tame("review", case.path("bad.hra"), "--analyst", "exact")
    case.path("move.hra", re.sub("(?m)^0 .*$", f"0 {ORDER}", case.read("x.hra"), count=1))
    case.tame("replay", case.path("move.hra"), status=2)


def files_and_words(case):
    name = case.path(ORDER.replace("/", ""))
    case.tame("replay", name, status=1)
    case.tame("search", f"tictactoe{ORDER}", status=2)
    case.tame("search", "nim", "--position", ORDER, status=2)
    case.tame("search", "nim", "--method", f"alphabeta:{ORDER}=1", status=2)
    case.tame(ORDER, status=2)
    with open(case.path("forms.pdn"), "wb") as file: # a name in the bytes of another alphabet
        file.write(b'[White "\x9b2J\xe9"]\n[Black "owned"]\n[Result "*"]\n1. 11-15 *\n')
    case.tame("replay", case.path("forms.pdn"))


def sessions(case):
    case.escaped("session", given=f'put files/x {json.dumps("a" + ORDER)}\nread files/x\nquit\n')


def trees(case):
    """A drawn board may be coloured, and names in it steer all the same little."""
    turned = "\u202eowned\u2066"
    case.path("x.tree", f"node {turned} max\nleaf b 1\nleaf c 2\nedge {turned} b\nedge {turned} c\n")
    tree = f"tree:file={case.path('x.tree')}"
    case.tame("show", tree)
    case.tame("tree", tree, "--method", "minimax")
    case.tame("search", tree, "--method", "minimax")


def main():
    with tempfile.TemporaryDirectory() as folder:
        case = Case(os.path.realpath(sys.argv[1]), folder)
        for one in (parts_of_a_match, records, files_and_words, sessions, trees):
            one(case)
        print(f"{case.count} of {case.count}")


if __name__ == "__main__":
    main()
