"""UCI at both ends of the program: programs in seats that behave and that do not, and hra as the engine.

    uci.py HRA

The program in the seats hands every line on to `hra engine uci` and back, and misbehaves in a given way at the N-th search.
Stockfish and GNU Chess play where they are installed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

HRA = os.path.realpath(sys.argv.pop(1))
FAKE = textwrap.dedent('''
    import os, subprocess, sys, time
    hra, how, at = sys.argv[1], sys.argv[2], int(sys.argv[3])
    inner = subprocess.Popen([hra, "engine", "uci", "chess", "greedy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    def say(text):
        print(text, flush=True)
    def ask(line, last):
        inner.stdin.write(line + "\\n")
        inner.stdin.flush()
        while last:
            answer = inner.stdout.readline().rstrip()
            say(answer)
            if answer.startswith(last):
                return
    searches = 0
    for line in sys.stdin:
        line = line.rstrip()
        word = line.split()[0]
        searches += word == "go"
        if word != "go" or searches != at:
            ask(line, {"uci": "uciok", "isready": "readyok", "go": "bestmove"}.get(word))
            if word == "quit":
                break
        elif how == "exit":
            sys.exit(3)
        elif how == "traceback":
            inner.kill()
            1 / 0
        elif how == "illegal":
            say("bestmove e2e9")
        elif how == "none":
            say("bestmove")
        elif how == "nothing":
            say("bestmove (none)")
        elif how == "garbage":
            say("\\x01\\xff info info score cp pv pv \\t")
            say("info score mate x pv e2e4 depth -3 nodes 1e99 multipv 99999999999")
            say("info depth 3 score cp 99999999999 pv a1a1")
            ask(line, "bestmove")
        elif how == "late":
            say("readyok")
            ask("go depth 1", "bestmove")
            say("readyok")
            say("option name Late type button")
        elif how == "endless":
            while True:
                print("x" * 4096, end="")
        else:  # silent
            time.sleep(1000)
''')
# How it misbehaves; whose error that is, and the end of the reason.
FAULTS = {
    "exit": ("ended", "ended with status 3 while it thought"),
    "traceback": ("ended", "ended with status 1 (ZeroDivisionError: division by zero) while it thought"),
    "illegal": ("illegal", "chose the illegal move 'e2e9' while it thought"),
    "nothing": ("illegal", "chose the illegal move '(none)' while it thought"),
    "none": ("protocol", "said 'bestmove' without a move while it thought"),
    "endless": ("protocol", "said a line of more than 65535 bytes while it thought"),
    "silent": ("hung", "did not answer in time while it thought"),
}


def installed(name):
    return shutil.which(name) or shutil.which(name, path="/usr/games")


class Uci(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.fake = self.path("fake.py")
        with open(self.fake, "w", encoding="utf-8") as file:
            file.write(FAKE)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def hra(self, *words, status=0):
        done = subprocess.run([HRA, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900,
                              check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stdout + done.stderr

    def match(self, game, one, other, *more):
        return json.loads(self.hra("match", game, one, other, "--seed", "1", "--rotate", "--json", *more))

    def spec(self, how, *more, at=2):
        more = more or ["timemargin=300s"]
        return ",".join([f'ext:cmd="{sys.executable} {self.fake} {HRA} {how} {at}",timeout=300s,depth=1', *more])

    def outside(self, command, *more):
        return ",".join([f'ext:cmd="{command}",timeout=300s,timemargin=300s,log={self.path("log")}', *more])

    def test_behaves(self):
        """Through the protocol the same player plays the same game."""
        ext = f'ext:cmd="{HRA} engine uci chess alphabeta:full",depth=2,timeout=300s'
        told = self.match("chess", ext, "greedy", "--games", "4", "--record", self.path("a.hra"))
        alone = self.match("chess", "alphabeta:full,depth=2", "greedy", "--games", "4", "--record", self.path("b.hra"))
        self.assertNotIn("forfeits", told["players"][0])
        moves = [[line for line in self.read(name).split("\n") if line[:1] in "01"] for name in ("a.hra", "b.hra")]
        self.assertGreater(len(moves[0]), 20)
        self.assertEqual(*moves)
        self.assertEqual([p["mean"] for p in told["players"]], [p["mean"] for p in alone["players"]])

    def test_misbehaves(self):
        for how, (kind, words) in FAULTS.items():
            with self.subTest(how):
                limits = ["time=0.1", "timemargin=0.3"] if how == "silent" else []
                result = self.match("chess", self.spec(how, *limits), "greedy", "--games", "1", "--record", self.path(f"{how}.hra"))
                self.assertEqual(result["players"][0]["forfeits"],
                                 {"ended": 0, "hung": 0, "illegal": 0, "protocol": 0, kind: 1})
                notes = [line for line in self.read(f"{how}.hra").split("\n") if line.startswith("# seat")]
                self.assertEqual(len(notes), 1)
                self.assertTrue(notes[0].endswith(words), notes[0])

    def test_what_is_only_odd_is_borne(self):
        for how in ("garbage", "late"):
            result = self.match("chess", self.spec(how), "random", "--games", "1")
            self.assertNotIn("forfeits", result["players"][0], how)

    def test_at_start(self):
        for command, words in {
            "exit 3": "'exit 3' ended with status 3 when it was started",
            "echo hello; cat": "'echo hello; cat' did not answer in time, but said 'uci', when it was started",
            "echo uciok; cat >/dev/null": None,
        }.items():
            with self.subTest(command):
                timeout = "0.3" if words else "300s"
                said = self.hra("analyse", "chess", f'ext:cmd="{command}",timeout={timeout}', status=1) if words else \
                    self.hra("match", "chess", f'ext:cmd="{command}",options="Hash=1"', "greedy", status=2)
                self.assertIn(words or "has no option 'Hash' when it was started", said)

    def test_options_without_end(self):
        """Names of options are kept up to 1 MiB: what comes behind is not known, and takes no memory."""
        for lines in (1500, 500):
            with open(self.path("many.sh"), "w", encoding="utf-8") as file:
                file.write(f"yes 'option name {'x' * 1023} type button' | head -n {lines}\necho option name Hash type spin\necho uciok\n")
            done = subprocess.run([HRA, "match", "chess", f'ext:cmd="sh {self.path("many.sh")}",options="Hash=1",timeout=300s', "greedy",
                                   "--games", "1"], env=self.env, capture_output=True, text=True, timeout=900, check=False)
            self.assertEqual("has no option 'Hash'" in done.stderr, lines == 1500, done.stdout + done.stderr)

    def test_dialogue_of_a_pipe(self):
        """All lines at once: the answers come in order, and the search of the last one is waited for."""
        for lines, last in ((["uci", "isready", "position startpos moves e2e4 e7e5", "go depth 3", "quit"], "bestmove "),
                            (["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 3"], "bestmove a1a8")):
            said = subprocess.run([HRA, "engine", "uci", "chess"], env=self.env, input="\n".join([*lines, ""]), capture_output=True,
                                  text=True, timeout=900, check=True).stdout.splitlines()
            self.assertTrue(said[-1].startswith(last), said)
            if lines[0] == "uci":
                self.assertLess(said.index("uciok"), said.index("readyok"))

    def test_clocks(self):
        """The program gets both clocks, and hra manages its time by them."""
        one = f'ext:cmd="{HRA} engine uci chess alphabeta:full",clock=1s+0.01s,timeout=300s,timemargin=300s,log={self.path("log")}'
        self.match("chess", one, "alphabeta:full,depth=1,clock=300s", "--games", "1")
        asked = [line for line in self.read("log").split("\n") if " > go " in line]
        self.assertRegex(asked[0], r" > go wtime 1000 winc 10 btime 300000 binc 0$")
        self.assertGreater(len(asked), 5)

    def play_through(self, command, *more):
        """A whole game without a forfeit, in chess and in Chess960."""
        for game in ("chess", "chess:variant=960"):
            result = self.match(game, self.outside(command, *more), "alphabeta:full,depth=1", "--games", "1")
            self.assertNotIn("forfeits", result["players"][0], game)

    @unittest.skipUnless(installed("stockfish"), "Stockfish is not installed")
    def test_stockfish(self):
        stockfish = installed("stockfish")
        self.play_through(stockfish, "nodes=300", 'options="Hash=1 UCI_LimitStrength=true UCI_Elo=1500"')
        self.assertIn("setoption name UCI_Elo value 1500\n", self.read("log"))
        # As adviser: several lines, and their values; the mate is found, and a promise of 100 %.
        said = json.loads(self.hra("analyse", "chess", self.outside(stockfish, "depth=8", "options=MultiPV=3"), "--position",
                                   "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--json"))
        self.assertEqual((said["move"], said["distance"], said["value"]), ("Ra8#", 1, [1, -1]))
        self.assertEqual(sum(move["kind"] == "estimate" for move in said["moves"]), 3)
        # As judge of a game: what it says of positions grades the moves.
        self.match("chess", "greedy", "random", "--games", "1", "--record", self.path("game.hra"))
        review = json.loads(self.hra("review", self.path("game.hra"), "--analyst", self.outside(stockfish, "depth=6"), "--json"))
        self.assertIn("accuracy", json.dumps(review))

    @unittest.skipUnless(installed("gnuchess"), "GNU Chess is not installed")
    def test_gnuchess(self):
        command = f"{installed('gnuchess')} --uci"
        result = self.match("chess", self.outside(command, "time=20ms"), "alphabeta:full,depth=2", "--games", "2")
        self.assertNotIn("forfeits", result["players"][0])

    @unittest.skipUnless(installed("fairy-stockfish"), "Fairy-Stockfish is not installed")
    def test_los_alamos(self):
        result = self.match("chess:variant=losalamos", self.outside(installed("fairy-stockfish"), "nodes=1000"), "alphabeta:full,depth=2",
                            "--games", "2")
        self.assertNotIn("forfeits", result["players"][0])

    def test_five_hundred_plies(self):
        """Knights go to and fro, 500 plies; an engine that reads all plies again for each would take seconds. Answers are awaited, not timed."""
        there = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 125)
        lines = [f"position startpos moves {there}"] * 200 + [f"position startpos moves {there} e2e4", "go depth 1 searchmoves e7e5"]
        with subprocess.Popen([HRA, "engine", "uci", "chess", "greedy"], env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as engine:
            engine.stdin.write("\n".join([*lines, ""]))
            engine.stdin.flush()
            said = []
            while not said or not said[-1].startswith("bestmove"):
                said.append(engine.stdout.readline())
            engine.stdin.write("quit\n")
            engine.stdin.close()
            self.assertEqual(engine.wait(900), 0)
        self.assertRegex(said[-1], "^bestmove e7e5 ")
        self.assertNotIn("info string", "".join(said))


if __name__ == "__main__":
    unittest.main(verbosity=1)
