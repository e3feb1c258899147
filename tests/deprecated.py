"""Whoever links the library finds what became of each name of the interface 2.

    deprecated.py ROOT

Each name of tests/abi2.txt is declared today, is a macro of hra/deprecated.h, or is in the tables of docs/changes.md. A macro stands
for something that is declared, and is no name of today.
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"\b(?:hra_|HRA_)\w+")


def headers():
    return {path.name: COMMENT.sub(" ", path.read_text(encoding="utf-8")) for path in (ROOT / "include/hra").glob("*.h")}


def spoken():
    """Names in the first column of the tables of what went; `_end` after `hra_evaluate_many` is `hra_evaluate_end`."""
    text = (ROOT / "docs/changes.md").read_text(encoding="utf-8")
    text = text[text.index("### C: what went"):]
    names = set()
    for row in re.findall(r"^\| (.*?) \|", text, re.M):
        base = ""
        for word in re.findall(r"`([^`]*)`", row):
            if word.startswith("_"):
                parts = base.split("_")
                names |= {"_".join(parts[:i]) + word for i in range(1, len(parts))}
            else:
                names |= set(NAME.findall(word))
                base = (NAME.search(word) or re.search("", word)).group()
    return names


class Deprecated(unittest.TestCase):
    def setUp(self):
        texts = headers()
        self.macros = dict(re.findall(r"^#define (\w+)(?:\([^)]*\))? (.*)$", texts.pop("deprecated.h"), re.M))
        self.macros.pop("HRA_DEPRECATED_H", None)
        self.today = set(NAME.findall("\n".join(texts.values())))

    def test_each_name_is_found(self):
        names = [line for line in (ROOT / "tests/abi2.txt").read_text(encoding="utf-8").split("\n") if NAME.fullmatch(line)]
        self.assertGreater(len(names), 500)
        said = spoken()
        self.assertEqual([name for name in names if name not in self.today and name not in self.macros and name not in said], [])

    def test_macros(self):
        self.assertGreater(len(self.macros), 20)
        self.assertEqual([name for name in self.macros if name in self.today], [])
        self.assertEqual([word for text in self.macros.values() for word in NAME.findall(text) if word not in self.today], [])

    def test_the_program_uses_them(self):
        used = set(NAME.findall((ROOT / "tests/deprecated_test.c").read_text(encoding="utf-8")))
        self.assertEqual([name for name in self.macros if name not in used], [])

    def test_the_number(self):
        abi = re.search(r"#define HRA_ABI (\d+)", headers()["version.h"]).group(1)
        self.assertIn(f"abi = '{abi}'", (ROOT / "meson.build").read_text(encoding="utf-8"))
        self.assertRegex((ROOT / "docs/changes.md").read_text(encoding="utf-8"), rf"(?m)\A# Changes\n(?:(?!^## )[^\n]*\n)*^## \S+ \[{abi}\]$")


unittest.main()
