"""The reference of the library: each header with functions has an example, in the first ring and for sessions each group of
functions too, and pages can be made of all headers.

    reference.py ROOT

A group is what follows a divider, /* ---- title ---*/. Its example is HEADER-GROUP.c, or HEADER.c if that calls a function of
the group. The examples are compiled and run by tests of their own, `reference_NAME`. Without Doxygen no pages are made.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
HEADERS = [path for path in sorted((ROOT / "include/hra").glob("*.h")) if re.search(r"^HRA_API ", path.read_text(encoding="utf-8"), re.M)]
EXAMPLES = ROOT / "docs/reference/examples"
FIRST = ["easy", "session"] + re.findall(r'^#include "hra/(\w+)\.h"', (ROOT / "include/hra/hra.h").read_text(encoding="utf-8"), re.M)
DIVIDER = re.compile(r"/\* -{4} (.*?) -+(?:\n|\*/)")


def group_name(title):
    """As docs/reference/make.py has it."""
    return re.sub(r"[^a-z0-9_ -]", "", re.split("[:,;]", title)[0].strip().lower()).replace(" ", "-")


def groups(name):
    """{group: names of its functions} of a header."""
    _, *parts = DIVIDER.split((ROOT / f"include/hra/{name}.h").read_text(encoding="utf-8"))
    return {group_name(title): re.findall(r"^(?:HRA_API|static inline)\b[^;{]*?\b(hra_\w+)\(", text, re.M) for title, text in zip(parts[::2], parts[1::2])}


def calls(path, names):
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return any(re.search(rf"\b{name}\(", text) for name in names)


class Reference(unittest.TestCase):
    def test_each_header_has_an_example(self):
        self.assertGreater(len(HEADERS), 20)
        self.assertEqual([path.name for path in HEADERS if not (EXAMPLES / f"{path.stem}.c").exists()], [])

    def test_examples_belong_to_a_header_or_a_group(self):
        for path in EXAMPLES.glob("*"):
            name, dash, group = path.stem.partition("-")
            self.assertTrue((ROOT / f"include/hra/{name}.h").exists(), path.name)
            self.assertTrue(not dash or calls(path, groups(name).get(group, [])), f"{path.name} calls no function of its group")

    def test_each_group_has_an_example(self):
        self.assertGreater(len(FIRST), 12)
        lacking = [f"{name}-{group}.c" for name in FIRST for group, names in groups(name).items()
                   if names and not (EXAMPLES / f"{name}-{group}.c").exists() and not calls(EXAMPLES / f"{name}.c", names)]
        self.assertEqual(lacking, [])

    def test_examples_are_short_and_say_what_they_print(self):
        for path in sorted(EXAMPLES.glob("*.c")):
            code, _, printed = path.read_text(encoding="utf-8").partition("/* It prints:\n\n")
            self.assertTrue(printed.endswith("\n*/\n"), path.name)
            self.assertLessEqual(code.count("\n"), 40, path.name)

    @unittest.skipUnless(shutil.which("doxygen"), "there is no Doxygen")
    def test_pages(self):
        with tempfile.TemporaryDirectory() as work:
            subprocess.run([sys.executable, ROOT / "docs/reference/make.py", work], check=True, stdout=subprocess.DEVNULL)
            pages = {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path(work).glob("*.md")}
        for path in HEADERS:
            page = pages[f"{path.stem}.md"]
            self.assertIn("## Example\n", page, path.name)
            for name in re.findall(r"^HRA_API [^;]*?\b(hra_\w+)\(", path.read_text(encoding="utf-8"), re.M):
                self.assertIn(f"### {name}\n", page)
        for name, page in pages.items():  # links lead somewhere
            for to, part in re.findall(r"\]\(([\w.]*)#([\w-]+)\)", page):
                self.assertRegex(pages[to or name].lower(), rf"(?m)^#+ {re.escape(part)}$", f"{name} links to {to}#{part}")


unittest.main()
