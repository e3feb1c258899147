"""The program of docs/stopped_match.c is stopped and killed, and comes to the same.

    tests/stopped_match.py PROGRAM
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()


def players(said):
    """What each player reached; the line that says so stands between two others."""
    return json.loads(said.splitlines()[1])["players"]


class StoppedMatch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "saved"

    def run_to_the_end(self):
        said = subprocess.run([PROGRAM, self.file], check=True, capture_output=True, text=True).stdout
        self.assertEqual(said.splitlines()[-1], "finished")
        return said

    def test_goes_on_from_whatever_was_saved(self):
        said = self.run_to_the_end()
        self.assertTrue(said.startswith("resuming behind 0 games\n"))
        whole = self.file.read_bytes()
        for part in range(1, 10):
            self.file.write_bytes(whole[:len(whole) * part // 10])
            again = self.run_to_the_end()
            self.assertFalse(again.startswith("resuming behind 2000 games\n"))
            self.assertEqual(players(again), players(said))
        self.assertTrue(self.run_to_the_end().startswith("resuming behind 2000 games\n"))

    def test_is_stopped_and_killed(self):
        expected = players(self.run_to_the_end())
        for how in signal.SIGINT, signal.SIGKILL:
            self.file.unlink()
            running = subprocess.Popen([PROGRAM, self.file], stdout=subprocess.PIPE, text=True)
            while running.poll() is None and not (self.file.exists() and self.file.stat().st_size):
                time.sleep(0.001)
            os.kill(running.pid, how)
            said, _ = running.communicate()
            if how == signal.SIGINT:
                self.assertEqual(running.returncode, 0)
                self.assertIn(said.splitlines()[-1], ("stopped; run it again", "finished"))
            self.assertEqual(players(self.run_to_the_end()), expected)

    def test_refuses_what_it_did_not_save(self):
        self.file.write_bytes(b"something else entirely\n")
        self.assertNotEqual(subprocess.run([PROGRAM, self.file], capture_output=True, check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
