#!/usr/bin/env python3
"""Compares the excerpts of docs/adding-a-game.md with the files that they are from.

    excerpts.py ROOT

A line such as **`connect4/rules.c`**, an excerpt: names a file in src/games, and the next block of code is in it, word for
word. Exit status: 0 all is well, 1 something is not.
"""
import pathlib
import re
import sys

PAGE = "docs/adding-a-game.md"
EXCERPT = re.compile(r"^\*\*`([\w/.]+)`\*\*, an excerpt:\n+```\w*\n(.*?)^```$", re.M | re.S)


def main():
    root = pathlib.Path(sys.argv[1])
    found = EXCERPT.findall((root / PAGE).read_text(encoding="utf-8"))
    wrong = [f"{PAGE}: {name} has no longer\n{text}" for name, text in found
             if text not in (root / "src/games" / name).read_text(encoding="utf-8")]
    if not found:
        wrong = [f"{PAGE} shows no excerpt"]
    if wrong:
        sys.exit("excerpts: " + "\n".join(wrong))
    print(f"excerpts: {len(found)} are in their files")


main()
