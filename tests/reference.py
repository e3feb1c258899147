"""The reference of the library: each header with functions has an example, and pages can be made of all headers.

    reference.py ROOT

The examples are compiled and run by tests of their own, `reference_NAME`. Without Doxygen no pages are made.
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


class Reference(unittest.TestCase):
    def test_each_header_has_an_example(self):
        self.assertGreater(len(HEADERS), 20)
        self.assertEqual([path.name for path in HEADERS if not (EXAMPLES / f"{path.stem}.c").exists()], [])
        self.assertEqual([path.name for path in EXAMPLES.glob("*") if not (ROOT / f"include/hra/{path.stem}.h").exists()], [])

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
