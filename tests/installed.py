"""A program that links what was installed: it asks pkg-config for flags, as README.md says.

    installed.py BUILD ROOT CC

Installs the library and its headers into a folder, compiles docs/example.c there with the shared library and with the static
one, and runs it. Exit status 77: there is no pkg-config.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, ROOT = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
CC = sys.argv[3:]
del sys.argv[1:]


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        there = pathlib.Path(cls.folder.name)
        subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", there / "dest", "--tags", "devel,runtime"],
                       check=True, stdout=subprocess.DEVNULL)
        cls.file = next((there / "dest").rglob("hra.pc"))
        cls.library = cls.file.parent.parent
        cls.prefix = next(path for path in cls.file.parents if (path / "include/hra").is_dir())
        cls.program = there / "example"

    def flags(self, *options):
        said = subprocess.run(["pkg-config", f"--define-variable=prefix={self.prefix}", *options, "hra"], check=True, capture_output=True,
                              text=True, env={**os.environ, "PKG_CONFIG_PATH": str(self.file.parent)}).stdout
        return shlex.split(said)

    def compile(self, flags):
        subprocess.run([*CC, ROOT / "docs/example.c", *flags, "-o", self.program], check=True, cwd=self.folder.name)
        needs = subprocess.run(["readelf", "-d", self.program], check=True, capture_output=True, text=True).stdout
        return "libhra.so" in needs

    def run_it(self, **variables):
        subprocess.run([sys.executable, ROOT / "tests/example.py", self.program, ROOT / "docs/example.c"], check=True, env={**os.environ, **variables})

    def test_headers(self):
        names = {path.name for path in (ROOT / "include/hra").glob("*.h")}
        self.assertEqual({path.name for path in (self.prefix / "include/hra").iterdir()}, names)

    def test_shared(self):
        self.assertTrue(self.compile(self.flags("--cflags", "--libs")))
        self.run_it(LD_LIBRARY_PATH=str(self.library))

    def test_static(self):
        flags = self.flags("--static", "--cflags", "--libs")
        self.assertIn("-lhra", flags)
        self.assertFalse(self.compile(["-l:libhra.a" if flag == "-lhra" else flag for flag in flags]))
        self.run_it()


if not shutil.which("pkg-config") or not shutil.which("readelf"):
    sys.exit(77)
unittest.main()
