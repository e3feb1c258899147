"""Programs in seats of the program: those that behave, and those that do not.

    external.py HRA ENGINE

Nothing here waits for a time: programs that hang are waited for by hra, as long as its options say.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

HRA, ENGINE = (os.path.realpath(sys.argv.pop(1)) for _ in range(2))
INSIDE = "expert:tablebase-pieces=0,tt=1M,nodes=500"
MARK = "HRA_EXTERNAL_TEST"
SETS = 'set="tables=0 tt-size=1",nodes=500,patience=600s'


def left(mark):
    """The processes that live with this mark in their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{pid}/stat", "rb") as file:
                if file.read().rsplit(b") ", 1)[1][:1] not in b"ZX":
                    found.append(int(pid))
        except OSError:
            pass
    return found


def spec(how, *more, n=None):
    number = "" if n is None else f" {n}"
    return ",".join([f'ext:cmd="{ENGINE} {HRA} {how}{number}"', SETS, *more])


class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.mark = str(uuid.uuid4())
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.env[MARK] = self.mark

    def tearDown(self):
        self.nothing_left()
        self.folder.cleanup()

    def nothing_left(self):
        """What was killed needs a moment to be gone: this waits for the state, and names what stays."""
        end = time.monotonic() + 60
        while found := left(self.mark):
            self.assertLess(time.monotonic(), end, f"still there: {found}")
            time.sleep(0.01)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def hra(self, *words, status=0):
        done = subprocess.run([HRA, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=900, check=False)
        if status is not None:
            self.assertEqual(done.returncode, status, f"hra {words}: {done.stdout} {done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def match(self, *words, games=2):
        return json.loads(self.hra("match", "checkers", *words, "--rotate", "--games", str(games), "--seed", "3",
                                   "--json"))

    def test_it_plays_as_inside(self):
        """hra hub in both seats, and the expert in this process, make the same moves; clocks are told."""
        outside = f'ext:cmd="{HRA} hub",{SETS},clock=1h+1s,log={self.path("hub.log")}'
        for players in ([outside, outside], [INSIDE, outside], [INSIDE, INSIDE]):
            name = self.path(f"{players.index(players[-1])}{players[0] == INSIDE}.hra")
            self.match(*players, "--record", name)
            with open(name, encoding="utf-8") as file:
                moves = [line for line in file if line[0] in "01r"]
            self.assertGreater(len(moves), 60)
            first = moves if players[0] == outside else first
            self.assertEqual(moves, first, players)
        self.assertRegex(self.read("hub.log"), r"> level nodes=500 time=3600 inc=1\n")
        self.assertRegex(self.read("hub.log"), r"> level nodes=500 time=36\d\d\.\d+ inc=1\n")

    def test_past_is_told(self):
        """Kings that go to and fro: the moves since the last capture go with the position."""
        log = self.path("log")
        self.hra("play", "checkers:draw-moves=12", spec("plays", f"log={log}"), INSIDE, "--seed", "1", "--adviser", "random",
                 "--position", "B:WK32:BK1")
        positions = [line for line in self.read("log").split("\n") if " > pos " in line]
        self.assertNotIn("moves", positions[0])
        self.assertEqual([line.count("-") for line in positions], list(range(0, 2 * len(positions), 2)))
        self.assertGreater(len(positions), 5)

    def moves_of(self, *words):
        """What was played, by the record."""
        name = self.path("played.hra")
        if os.path.exists(name):
            os.remove(name)
        self.hra("match", *words, "--rotate", "--games", "4", "--seed", "3", "--record", name)
        with open(name, encoding="utf-8") as file:
            return [line for line in file if line[0] in "01r"]

    def test_ugi_plays_as_inside(self):
        """hra ugi in both seats, and the same player in this process, make the same moves; past and clocks are told."""
        for game, player in (("nim", "exact"), ("checkers", INSIDE)):
            log = self.path("ugi.log")
            outside = f'ext:cmd="{HRA} ugi {game} {player}",protocol=ugi,nodes=500,clock=1h+1s,timeout=600s,log={log}'
            inside = self.moves_of(game, player, player)
            self.assertGreater(len(inside), 8)
            self.assertEqual(self.moves_of(game, outside, player), inside)
        self.assertRegex(self.read("ugi.log"), r"> position fen \S+ moves \S+")
        self.assertRegex(self.read("ugi.log"), r"> go nodes 500 p1time 3600000 p1inc 1000\n")

    def test_ubgi_plays_as_inside(self):
        """hra ubgi in both seats, and the same player in this process, make the same moves."""
        for variant in ("backgammon", "backgammon:checkers=3"):
            outside = f'ext:cmd="{HRA} ubgi {variant} greedy",timeout=600s,log={self.path("ubgi.log")}'
            inside = self.moves_of(variant, "greedy", "greedy")
            self.assertGreater(len(inside), 8)
            self.assertEqual(self.moves_of(variant, outside, outside), inside)
        self.assertRegex(self.read("ubgi.log"), r"> setoption name Variant value hypergammon")
        self.assertRegex(self.read("ubgi.log"), r"> position gnubgid \S{14}\n[^>]*> dice [1-6] [1-6]\n[^>]*> go role chequer")

    def ugi_engine(self, *answers, protocol="ugi"):
        """A program that answers to `ugi`, `isready` and `go` with these, and knows nothing else."""
        name = self.path("engine.sh")
        cases = "".join(f"{word}*) {answer} ;; " for word, answer in zip((protocol, "isready", "go"), answers))
        with open(name, "w", encoding="utf-8") as file:
            file.write(f'while read -r line; do case $line in *newgame) ;; quit) exit ;; {cases}esac; done\n')
        return f'ext:cmd="sh {name}",protocol={protocol}'

    def test_ubgi_failures_are_told_apart(self):
        for go, kind, words in (
                ("echo bestmove 24/1", "illegal", "chose the illegal move '24/1' while it thought"),
                ("echo bestcube double", "hung", "did not answer in time, but said 'bestcube double', while it thought"),
                ("echo error missing_context dice", "protocol", 'complained, "missing_context dice", while it thought')):
            with self.subTest(go):
                player = self.ugi_engine("echo ubgiok", "echo error unknown_command; echo readyok", go, protocol="ubgi")
                player += ",time=0.1,timemargin=0.3" if kind == "hung" else ""
                record = self.path("failed.hra")
                result = json.loads(self.hra("match", "backgammon", player, "random", "--games", "1", "--seed", "3",
                                             "--record", record, "--json"))
                self.assertEqual(result["players"][0]["forfeits"][kind], 1)
                self.assertIn(words, self.read("failed.hra"))
                os.remove(record)
        said = self.hra("match", "backgammon:checkers=3", self.ugi_engine("echo ubgiok", protocol="ubgi"), "random", status=2)
        self.assertIn("plays backgammon, and here it is hypergammon, when it was started", said)

    def test_ugi_failures_are_told_apart(self):
        for go, kind, words in (
                ("exit 3", "ended", "ended with status 3 while it thought"),
                ("sleep 1000", "hung", "did not answer in time while it thought"),
                ("echo bestmove d9", "illegal", "chose the illegal move 'd9' while it thought"),
                ("echo bestmove", "protocol", "said 'bestmove', which UGI does not know there, while it thought"),
                ("echo done move=1", "hung", "did not answer in time, but said 'done move=1', while it thought")):
            with self.subTest(go):
                player = self.ugi_engine("echo id name x; echo ugiok", "echo readyok", go)
                record = self.path("failed.hra")
                limits = ",clock=0.1,margin=0.3" if kind == "hung" else ""
                result = json.loads(self.hra("match", "tictactoe", player + limits, "minimax", "--games", "2", "--rotate",
                                             "--seed", "3", "--record", record, "--json"))
                self.assertEqual(result["players"][0]["forfeits"],
                                 {"ended": 0, "hung": 0, "illegal": 0, "protocol": 0, kind: 2})
                self.assertIn(words, self.read("failed.hra"))
                os.remove(record)
                self.nothing_left()
        said = self.hra("match", "tictactoe", self.ugi_engine("echo hello") + ",timeout=0.3", "random", status=1)
        self.assertIn("did not answer in time, but said 'hello', when it was started", said)

    FAILURES = {
        "crash": ("ended", "ended with status 3 while it thought"),
        "abort": ("ended", "ended by signal 6: it aborted while it thought"),
        "stray": ("ended", "ended with status 3 while it thought"),
        "closes": ("ended", "closed its standard input or output while it thought"),
        "hang": ("hung", "did not answer in time while it thought"),
        "silent": ("hung", "did not answer in time while it thought"),
        "flood": ("hung", "did not answer in time while it thought"),
        "garbage": ("hung", "did not answer in time, but said 'bestmove e2e4', while it thought"),
        "endless": ("protocol", "said a line of more than 65535 bytes while it thought"),
        "zero": ("protocol", "said a line with a zero byte in it while it thought"),
        "none": ("protocol", "said 'done', which Hub does not know there, while it thought"),
        "complains": ("protocol", 'complained, "out of order", while it thought'),
        "illegal": ("illegal", "chose the illegal move '1-32' while it thought"),
    }

    def test_failures_are_told_apart(self):
        """Each loses its games, and is started again for the next one."""
        for how, (kind, words) in self.FAILURES.items():
            with self.subTest(how):
                record = self.path(f"{how}.hra")
                limits = ["time=0.1", "margin=0.3"] if kind == "hung" else []
                result = self.match(spec(how, *limits), INSIDE, "--record", record)
                self.assertEqual(result["games"], 2)
                self.assertEqual(result["players"][0]["losses"], 2)
                self.assertEqual(result["players"][0]["forfeits"],
                                 {"ended": 0, "hung": 0, "illegal": 0, "protocol": 0, kind: 2})
                self.assertNotIn("forfeits", result["players"][1])
                notes = [line for line in self.read(f"{how}.hra").split("\n") if line.startswith("# seat")]
                self.assertEqual(len(notes), 2)
                for seat, note in enumerate(notes):
                    self.assertTrue(note.startswith(f"# seat {seat}: '{ENGINE[:20]}") and note.endswith(words), note)
                self.assertIn("resign", self.hra("replay", record))
                self.nothing_left()

    def test_at_start(self):
        """A program that cannot start loses no match: nobody begins one."""
        for command, words in {
            "exit 3": "'exit 3' ended with status 3 when it was started",
            "no-such-program-here": "ended with status 127: the shell found no such program when it was started",
            "sleep 1000": "'sleep 1000' did not answer in time when it was started",
            "echo hello; cat": "'echo hello; cat' did not answer in time, but said 'hub', when it was started",
            "yes hello | tr -d '\\n'": "said a line of more than 65535 bytes when it was started",
        }.items():
            with self.subTest(command):
                patience = "0.3" if command.startswith(("sleep", "echo")) else "600"
                said = self.hra("match", "checkers", f'ext:cmd="{command}",timeout={patience}', INSIDE, status=1)
                self.assertIn(words, said)
        self.assertIn("plays 'normal frisian', and here it is english", self.hra("match", "checkers", spec("alien"), INSIDE, status=2))

    def test_words(self):
        for words, said in {
            ("match", "yahtzee", "ext:cmd=cat"): "no program can play yahtzee here",
            ("match", "tictactoe", "mcts:clock=soon", "random"): "such as 60s+0.6s, not 'soon'",
            ("match", "yahtzee", "expectimax:clock=60s", "random"): "a clock needs a zero-sum game of two",
            ("match", "checkers", "ext", "random"): "missing cmd=COMMAND or address=PORT",
            ("match", "checkers", f'ext:cmd="{HRA} hub",options=x', "random", "--seed", "1"): "options takes NAME=VALUE",
        }.items():
            self.assertIn(said, self.hra(*words, status=2))

    def test_parts_keep_forfeits(self):
        parts = [self.path("a"), self.path("b")]
        for i, part in enumerate(parts):
            self.hra("match", "checkers", spec("crash", n=1), INSIDE, "--rotate", "--games", "4", "--seed", "3", "--part",
                     f"{i + 1}/2", "-o", part)
        merged = json.loads(self.hra("match", "--merge", *parts, "--json"))
        self.assertEqual(merged["players"][0]["forfeits"]["ended"], 4)
        self.assertIn("forfeits               4: it ended 4", self.hra("match", "--merge", *parts))

    def test_a_game_that_time_ends_is_no_forfeit(self):
        """It hangs beyond the end of the match: what is not counted as a game is not counted as lost either."""
        part = self.path("part")
        hangs = f'ext:cmd="{ENGINE} {HRA} hang 1",options="tables=0 tt-size=1",time=0.1,timemargin=0.3,timeout=600s'
        for seconds in (1, 10, 100):  # on a busy machine no game may be over in one
            self.hra("match", "checkers", hangs, INSIDE, "--duration", f"{seconds}s", "--seed", "3", "--report", self.path("r.txt"),
                     "-o", part, status=None)
            if os.path.exists(part):
                break
        merged = json.loads(self.hra("match", "--merge", part, "--json"))
        player = merged["players"][0]
        self.assertEqual(player["losses"], merged["games"])
        self.assertEqual(player["forfeits"]["hung"], merged["games"])

    def test_tournaments_name_forfeits(self):
        words = ("tournament", "checkers", spec("crash", n=1), INSIDE, "random", "--groups", "2", "--seed", "3")
        said = json.loads(self.hra(*words, "--json"))
        for pairing in said["pairings"]:
            ended = [player["ended"] for player in pairing["forfeits"]]
            self.assertEqual(ended, [4, 0] if 0 in pairing["players"] else [0, 0])
        self.assertIn("forfeits               8: it ended 8", self.hra(*words))

    def test_two_threads_have_two_programs(self):
        log = self.path("log")
        result = self.match(spec("crash", f"log={log}", n=9), spec("plays"), "--threads", "2", games=6)
        self.assertEqual(result["players"][0]["forfeits"]["ended"], 6)
        starts = [line.split()[0] for line in self.read("log").split("\n") if line.endswith(" > init")]
        self.assertEqual(len(starts), len(set(starts)))
        self.assertGreaterEqual(len(starts), 6)

    def test_standard_error_is_kept_or_lost(self):
        log = self.path("log")
        self.match(spec("noise", f"log={log}"), spec("noise"))
        self.assertGreater(os.path.getsize(log), 10_000_000)
        self.assertIn(" > go think\n", self.read("log"))

    def test_who_does_not_end_is_ended(self):
        self.match(spec("stays"), spec("plays"))

    def test_interrupt(self):
        """Ctrl-C ends the match, whatever the program does; so does kill -9, and no process stays."""
        for number in (signal.SIGINT, signal.SIGKILL):
            for how in ("silent", "slow"):
                with self.subTest(how):
                    log = self.path(f"{how}{number}")
                    run = subprocess.Popen([HRA, "match", "checkers", spec(how, f"log={log}"), INSIDE],
                                           env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    while not os.path.exists(log) or self.read(f"{how}{number}").count("> go think") < 2:
                        time.sleep(0.01)
                    run.send_signal(number)
                    self.assertEqual(run.wait(900), 130 if number == signal.SIGINT else -9)
                    self.nothing_left()

    def test_records_run_nothing(self):
        """What others wrote runs no program, by whatever command it is read."""
        proof = self.path("proof")
        record = self.path("evil.hra")
        with open(record, "w", encoding="utf-8") as file:
            file.write("hra-record 1\ngame checkers\nseed 1\nnumber 0\n"
                       f'seat 0 ext:cmd="touch {proof}"\nseat 1 human\n0 11-15\n1 22-18\n')
        self.hra("replay", record)
        self.hra("review", record, "--analyst", "expert:tablebase-pieces=0,nodes=100")
        for words in (["play", "--resume", record], ["play", "--resume", record, "--allow-files"]):
            self.assertIn("no program may be run", self.hra(*words, status=2))
        line = f'new checkers "ext:cmd=touch {proof}" human\n'
        done = subprocess.run([HRA, "session"], env=self.env, input=line, capture_output=True, text=True, timeout=900,
                              check=False)
        self.assertIn("no program may be run", done.stdout)
        self.assertFalse(os.path.exists(proof))

    def test_at_the_table(self):
        """hra play says what happened, and the play stays."""
        record = self.path("kept.hra")
        done = subprocess.run([HRA, "play", "checkers", spec("illegal", n=1), "human", "--seed", "1", "--adviser",
                               "random", "--record", record],
                              env=self.env, input="", capture_output=True, text=True, timeout=900, check=False)
        self.assertIn("chose the illegal move '1-32'", done.stdout + done.stderr)
        self.assertNotIn("resign", self.read("kept.hra") if os.path.exists(record) else "")


if __name__ == "__main__":
    unittest.main(verbosity=1)
