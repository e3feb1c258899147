#!/usr/bin/env python3
"""Yesterday's files: what the program of commit 8241368f wrote is read, replayed and reported to the same result, for ever.

    old.py HRA

tests/old/README.md says what there is."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

HRA = os.path.realpath(sys.argv.pop(1))
HERE = pathlib.Path(__file__).resolve().parent / "old"
sys.path.insert(0, str(HERE))
import results  # noqa: E402
from transcript import differences, holds  # noqa: E402

EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))


class Yesterday(unittest.TestCase):
    def setUp(self):
        os.environ["XDG_DATA_HOME"] = self.enterContext(tempfile.TemporaryDirectory())
        os.environ["LC_ALL"] = "C.UTF-8"
        self.program = results.Program(HRA, self.enterContext(tempfile.TemporaryDirectory()))

    def same(self, part, made):
        self.assertTrue(EXPECTED[part])
        for name, old in EXPECTED[part].items():
            with self.subTest(name):
                self.assertTrue(holds(old, made.get(name)), f"was {json.dumps(old)}\nis  {json.dumps(made.get(name))}")

    def test_records_are_replayed(self):
        self.same("records", {record.name: results.replayed(self.program, record) for record in results.records()})

    def test_records_are_watched(self):
        self.assertEqual(differences(HRA, EXPECTED["watched"], str(self.program.data)), [])

    def test_a_session_tells_the_same(self):
        transcript = json.loads((HERE / "session.json").read_text(encoding="utf-8"))
        self.assertGreater(len(transcript), 20)
        self.assertEqual(differences(HRA, transcript), [])

    def test_parts_are_merged(self):
        self.same("parts", results.merged(self.program))

    def test_stores_are_reported(self):
        self.same("stores", results.stores(self.program))

    def test_models_play_the_same(self):
        self.same("models", results.models(self.program, EXPECTED["games"]))

    def test_learning_goes_on(self):
        results.resumed(self.program)

    def test_stores_are_reported(self):
        self.same("stores", results.stores(self.program))

    def test_specs_open(self):
        lines = (HERE / "specs.txt").read_text().splitlines()
        self.assertGreater(len(lines), 40)
        self.assertEqual(results.opened(HRA, lines), lines)


if __name__ == "__main__":
    unittest.main()
