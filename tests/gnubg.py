"""The socket of GNU Backgammon, both ends of it played by hra, and what a stranger may send.

    gnubg.py HRA
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

HRA = os.path.realpath(sys.argv.pop(1))
# Asked of the negative side in a game for points: a roll or a double (as version 1.07.001 sends it).
TO_ROLL = ("board:two:one:0:0:0:-1:0:-1:0:-2:-1:5:3:3:0:0:0:-2:3:-1:0:0:-2:1:-5:0:0:0:0:0:0:-1:0:0:0:0:2:0:1:0:1:-1:0:25"
           ":0:0:0:0:0:0:0:1")


class Socket(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.at = os.path.join(self.folder.name, "s")
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.listener = None

    def tearDown(self):
        if self.listener:
            self.listener.kill()
            self.listener.communicate()
        self.folder.cleanup()

    def listen(self, *words):
        self.listener = subprocess.Popen([HRA, "gnubg", *words], env=self.env, stderr=subprocess.PIPE, text=True)
        return self.listener.stderr.readline()

    def end(self):
        self.listener.terminate()
        said = self.listener.communicate()[1]
        self.listener = None
        return said

    def connect(self):
        ours = socket.socket(socket.AF_UNIX)
        ours.settimeout(60)
        ours.connect(self.at)
        return ours, ours.makefile("rb")

    def test_both_ends(self):
        """Who sits at the other end of the socket plays as at the table: with mirrored dice the same player wins nothing from himself."""
        for game in ("backgammon", "backgammon:cube", "backgammon:match-length=3"):
            self.assertIn(self.at, self.listen(game, "greedy", "--listen", self.at))
            done = subprocess.run([HRA, "match", game, f"ext:address={self.at},protocol=gnubg", "greedy", "--games", "12", "--rotate", "--seed", "1",
                                   "--json"], env=self.env, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual([player["mean"] for player in json.loads(done.stdout)["players"]], [0, 0])
            self.assertEqual(self.end(), "")
            self.assertFalse(os.path.exists(self.at))

    def test_lines(self):
        """A zero byte ends a line too; what is wrong is told here, not there, and the next who comes is heard."""
        self.listen("backgammon:cube", "greedy", "--listen", self.at)
        ours, lines = self.connect()
        for _ in range(2):
            ours.sendall(TO_ROLL.encode() + b"\n\0")
            self.assertIn(lines.readline(), (b"roll\n", b"double\n"))
        ours.sendall(TO_ROLL.replace(":0:0:0:", ":7:0:0:", 1).encode() + b"\n")
        self.assertEqual(lines.readline(), b"")
        ours.close()
        self.assertIn("match-length=7", self.listener.stderr.readline())
        for wrong in (b"board:\n", b"\xff" * 100 + b"\n", b"x" * 70000, b"board:one:two:" + b"9" * 400 + b"\n"):
            ours, lines = self.connect()
            ours.sendall(wrong)
            ours.shutdown(socket.SHUT_WR)
            self.assertEqual(lines.read(), b"")
            ours.close()
        ours, lines = self.connect()
        ours.sendall(TO_ROLL.encode() + b"\n")
        self.assertIn(lines.readline(), (b"roll\n", b"double\n"))
        ours.close()
        self.end()

    def test_ports(self):
        said = self.listen("backgammon", "greedy", "--listen", "0")
        port = int(re.search(r"127\.0\.0\.1:(\d+)", said).group(1))
        with socket.create_connection(("127.0.0.1", port), 60) as ours:
            ours.sendall(b"version\n")
            self.assertEqual(ours.recv(100), b"Interface: 2\n")
        self.listener.send_signal(signal.SIGINT)
        self.listener.communicate()
        self.listener = None

    def test_refused(self):
        with open(self.at, "w", encoding="utf-8") as file:
            file.write("another's")
        for words, why in ((["gnubg", "backgammon", "--listen", self.at], "cannot listen on"),
                           (["gnubg", "backgammon", "--listen", "99999"], "cannot listen on"),
                           (["gnubg", "checkers"], "does not play checkers"),
                           (["match", "backgammon", "ext:address=/nobody/here,protocol=gnubg", "greedy", "--games", "1"], "no program listens at")):
            done = subprocess.run([HRA, *words], env=self.env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(why, done.stderr)
        with open(self.at, encoding="utf-8") as file:
            self.assertEqual(file.read(), "another's")


if __name__ == "__main__":
    unittest.main()
