"""The bots of docs/examples, and bots that break each rule, by `hra engine check` and in matches.

    bots.py HRA ROOT

A machine without node or a compiler skips what needs it. Times are only waited for by bots that never answer.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HRA, ROOT = (os.path.realpath(sys.argv.pop(1)) for _ in range(2))
EXAMPLES = os.path.join(ROOT, "docs/examples")
PATIENT = ("--time", "2s", "--margin", "300s", "--timeout", "300s")
RELAY = """
import subprocess, sys, threading, time
inner = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
last = ""
def say(line):
    print(line, flush=True)
def asked(line):
    return line
def answered(line):
    return line
%s
def relay():
    for line in inner.stdout:
        line = answered(line.rstrip("\\n"))
        if line is not None:
            say(line)
thread = threading.Thread(target=relay, daemon=True)
thread.start()
for line in sys.stdin:
    line = line.rstrip("\\n")
    last = line if line.startswith("go") else last
    line = asked(line)
    if line is not None:
        inner.stdin.write(line + "\\n")
        inner.stdin.flush()
    if line == "quit":
        break
inner.stdin.close()
thread.join()
sys.exit(inner.wait())
"""
GAMES = {"ugi": ("tictactoe", 100), "ubgi": ("backgammon", 40)}


def run(*words, **more):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900, check=False, **more)


class Bots(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.env.pop("PYTHONUNBUFFERED", None)  # it flushes for those who forget

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def hra(self, *words):
        return run(HRA, *words, env=self.env)

    def plays_well(self, command, protocol):
        """It passes the check, and a sign test says that it beats `random`, with a chance below one in a million."""
        game, games = GAMES[protocol]
        checked = self.hra("engine", "check", command, game, *PATIENT)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertNotIn("BROKEN", checked.stdout)
        played = self.hra("match", game, f'ext:cmd="{command}",timeout=300s,timemargin=300s', "random", "--rotate",
                          "--games", str(games), "--seed", "1", "--json")
        self.assertEqual(played.returncode, 0, played.stderr)
        bot, other = json.loads(played.stdout)["players"]
        wins, decided = bot["wins"], bot["wins"] + other["wins"]
        self.assertEqual(bot.get("forfeits"), None)
        luck = sum(math.comb(decided, k) for k in range(wins, decided + 1)) / 2 ** decided
        self.assertLess(luck, 1e-5, f"{wins} of {decided}")

    def test_python(self):
        for protocol in GAMES:
            self.plays_well(f"{sys.executable} {EXAMPLES}/{protocol}_bot.py", protocol)

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_javascript(self):
        for protocol in GAMES:
            self.plays_well(f"node {EXAMPLES}/{protocol}_bot.mjs", protocol)

    @unittest.skipUnless(shutil.which("cc"), "there is no cc")
    def test_c(self):
        for protocol in GAMES:
            built = run("cc", "-Wall", "-Wextra", "-Werror", f"{EXAMPLES}/{protocol}_bot.c", "-o", self.path(protocol))
            self.assertEqual(built.returncode, 0, built.stderr)
            self.plays_well(self.path(protocol), protocol)

    # What is changed in a bot that is right; the rule that is found broken; words of what came, or was expected; and of the advice.
    HELLO, READY, MOVE = 'say("ugiok")', 'say("readyok")', 'say("bestmove " + CELLS[choose(board)])'
    BROKEN = {
        "no greeting": (HELLO, "pass", "answers the greeting", "(nothing else in", "answer 'ugi' with"),
        "silent": ('if words[0] == "ugi"', 'if False', "answers the greeting", "(nothing in", "flush standard output"),
        "not flushed": (", flush=True", "", "answers the greeting", "(nothing in", "flush standard output"),
        "never ready": (READY, "pass", "answers 'isready'", "'readyok'", "flush standard output"),
        "no move": (MOVE, "pass", "plays the starting position", "'bestmove'", "flush standard output"),
        "garbage": (MOVE, 'say("I like b2")', "plays the starting position", "I like b2", "answer each 'go' with 'bestmove MOVE'"),
        "nothing named": (MOVE, 'say("bestmove")', "plays the starting position", "one of: a1, b1", "name a move"),
        "another notation": (MOVE, 'say("bestmove 1,1")', "plays the starting position", "one of: a1, b1", "write the move as"),
        "deaf to moves": ("for move in words[at + 1:]", "for move in []", "plays after 'startpos moves ...'",
                          "bestmove and one of", "make them first"),
        "deaf to fen": ('if words[1] == "startpos" else read_position(" ".join(words[2:at]))', "", "plays 'position fen ...'",
                        "bestmove and one of", "read the whole position"),
        "late": (MOVE, "import time; time.sleep(0.5); " + MOVE, "plays after 'startpos moves ...'", "a move within 0.01 s",
                 "look at the clock"),
        "traceback": (MOVE, "1 / 0", "plays the starting position", "(ended with status 1 (ZeroDivisionError: division by zero))",
                      "says why it ended"),
        "exit": (MOVE, "sys.exit(0)", "plays the starting position", "(ended with status 0)", "read lines until 'quit'"),
        "killed": (MOVE, "import os; os.kill(os.getpid(), 9)", "plays the starting position", "ended by signal 9", "read lines until"),
        "closes": (MOVE, "import os, time; os.close(1); time.sleep(1000)", "plays the starting position",
                   "(closed its standard input or output)", "read lines until"),
        "endless line": (MOVE, 'print("x" * 100000, flush=True)', "plays the starting position", "more than 65535 bytes",
                         "end each line with a newline"),
        "zero byte": (MOVE, 'say("bestmove b2\\0")', "plays the starting position", "zero byte", "lines are text"),
        "two answers": (MOVE, MOVE + "; " + MOVE, "plays after 'startpos moves ...'", "bestmove", ""),
        "answers stop": ("# Anything else", 'elif words[0] == "stop":\n            say("bestmove b2")\n        # Anything',
                         "survives 'stop'", "no move that was not asked for", "answer each 'go' once"),
        "limit of nodes": (MOVE, "int(line.split('movetime')[1]); " + MOVE, "answers 'go' with each kind of limit",
                           "(ended with status 1 (IndexError", "says why it ended"),
        "afraid of commands": ("# Anything else", "elif words[0][:3] == 'an-':\n            sys.exit('what is ' + line)\n        #",
                               "ignores unknown commands", "ended with status 1 (what is an-unknown-command 1 2 3)", "says why"),
        "afraid of options": ("# Anything else", "elif words[0] == 'setoption':\n            sys.exit(2)\n        #",
                              "ignores unknown options", "ended with status 2", "read lines until"),
        "wrong result": ("# Anything else", "elif words[0] == 'query':\n            say('response draw')\n        #",
                         "answers 'query'", "response none", "p1win"),
        "chatty": ('say("readyok")', 'say("readyok"); print("my value is 3", flush=True)', "says lines of the protocol only",
                   "my value is 3", "standard error"),
        "stays": ('words[0] == "quit":\n            break', 'words[0] == "quit":\n            pass', "ends after 'quit'",
                  "it still runs", "end with status 0 after 'quit'"),
        "status": ('words[0] == "quit":\n            break', 'words[0] == "quit":\n            sys.exit(4)', "ends after 'quit'",
                   "(ended with status 4)", "end with status 0 after 'quit'"),
        "outlives": ("\nmain()\n", "\nmain()\nimport time\nif len(sys.argv) < 2: time.sleep(1000)\n", "ends after 'quit'",
                     "it still runs", "end with status 0"),
        "one game": (READY, 'say("readyok") if not board.count("X") else sys.exit("one game only")', "answers each 'go' once",
                     "one game only", "says why"),
    }
    BROKEN_UBGI = {
        "two of four": ("[high] * 4", "[high] * 2", "plays doubles", "bestmove and one of", "use both dice if you can"),
        "no bar": ("(mine[BAR] and point != BAR)", "False", "enters from the bar", "bestmove and one of", "'bar/20'"),
        "no rear": ("rear <= 6 and (to == 0 or point == rear)", "False", "bears off", "bestmove and one of", "'4/off'"),
        "no pass": (' or "pass"', "", "passes when no checker can move", "one of: pass", "name a move"),
        "deaf to dice": ("dice = [int(words[1]), int(words[2])]", "pass", "plays the starting position", "bestmove and one of", "each die"),
        "wrong error": ('say("error unknown_command " + words[0])', 'sys.exit("Error")', "ignores unknown commands", "(Error)", "says why"),
    }
    WAITS = ("no greeting", "silent", "not flushed", "never ready", "no move", "garbage", "stays", "outlives")

    def broken(self, name, protocol="ugi"):
        old, new, *_ = (self.BROKEN if protocol == "ugi" else self.BROKEN_UBGI)[name]
        with open(f"{EXAMPLES}/{protocol}_bot.py", encoding="utf-8") as file:
            source = file.read()
        self.assertIn(old, source)
        with open(self.path("bot.py"), "w", encoding="utf-8") as file:
            file.write(source.replace(old, new))
        return f"{sys.executable} {self.path('bot.py')}"

    def test_each_broken_rule_is_found(self):
        for protocol, name in [("ugi", name) for name in self.BROKEN] + [("ubgi", name) for name in self.BROKEN_UBGI]:
            with self.subTest(name):
                rule, words, advice = (self.BROKEN if protocol == "ugi" else self.BROKEN_UBGI)[name][2:]
                how = ("--timeout", "3s") if name in self.WAITS else ("--timeout", "300s")
                how += ("--time", "10ms", "--margin", "100ms") if name == "late" else ("--margin", "300s")
                said = self.hra("engine", "check", self.broken(name, protocol), GAMES[protocol][0], "--first", *how)
                self.assertEqual(said.returncode, 1, said.stdout + said.stderr)
                line = next(line for line in said.stdout.splitlines() if line.endswith("BROKEN"))
                self.assertEqual(line[5:-6].strip(), rule, said.stdout)
                for part in (words, advice, "sent:", "came:", "expected:", "advice:"):
                    self.assertIn(part, said.stdout)
                self.assertIn("1 rule is broken", said.stdout)

    # What is changed between the check and `hra engine uci`; the rule that is found broken; words of what was expected, and of the advice.
    BROKEN_UCI = {
        "another notation": ("answered", "'bestmove Nf3' if line.startswith('bestmove') else line", "plays the starting position",
                             "bestmove and one of: ", "two squares"),
        "a move that is not there": ("answered", "'bestmove e2e5' if line.startswith('bestmove') else line",
                                     "plays the starting position", "bestmove and one of: ", "two squares"),
        "no move": ("answered", "'bestmove 0000' if line.startswith('bestmove') else line", "plays the starting position",
                    "bestmove and one of: ", "two squares"),
        "castles not": ("asked", "line.replace(' e1g1', '')", "plays after castling", "bestmove and one of: ", "two squares"),
        "takes not": ("asked", "line.replace(' e5d6', '')", "plays after a capture en passant", "bestmove and one of: ", "two squares"),
        "promotes not": ("asked", "line.replace(' b7a8n', '')", "plays after a promotion", "bestmove and one of: ", "two squares"),
        "ends by itself": ("asked", "line.replace('infinite', 'depth 1')", "thinks until 'stop' after 'go infinite'",
                           "no move before 'stop'", "until 'stop' comes"),
        "deaf": ("asked", "None if line == 'isready' and last == 'go infinite' else line", "thinks until 'stop' after 'go infinite'",
                 "a line that begins with 'readyok'", "while you think"),
        "slow": ("asked", "time.sleep(1) or line if line == 'stop' and last == 'go infinite' else line",
                 "thinks until 'stop' after 'go infinite'", "a move within 0.2 s of 'stop'", "answer it at once"),
        "afraid": ("asked", "sys.exit(3) if 'NoSuchOption' in line else line", "ignores unknown options", "'readyok'", "says why it ended"),
        "not of Fischer": ("answered", "None if 'UCI_Chess960' in line else line", "answers the greeting",
                           "option name UCI_Chess960 type check default false", "offer the option"),
    }
    HOW_UCI = {"deaf": ("--timeout", "3s"), "slow": ("--time", "2s", "--margin", "200ms", "--timeout", "300s")}

    def relay(self, change="", game="chess"):
        with open(self.path("relay.py"), "w", encoding="utf-8") as file:
            file.write(RELAY % change)
        return f"{sys.executable} {self.path('relay.py')} {HRA} engine uci {game} greedy"

    def test_each_broken_rule_of_uci_is_found(self):
        for name, (where, change, rule, *parts) in self.BROKEN_UCI.items():
            with self.subTest(name):
                game = "chess:variant=960" if name == "not of Fischer" else "chess"
                said = self.hra("engine", "check", self.relay(f"def {where}(line):\n    return {change}", game), game, "--first",
                                "--games", "0", *self.HOW_UCI.get(name, PATIENT))
                self.assertEqual(said.returncode, 1, said.stdout + said.stderr)
                line = next(line for line in said.stdout.splitlines() if line.endswith("BROKEN"))
                self.assertEqual(line[5:-6].strip(), rule, said.stdout)
                for part in parts:
                    self.assertIn(part, said.stdout)

    def test_uci_is_followed(self):
        for game in "chess", "chess:variant=960", "chess:variant=losalamos":
            said = self.hra("engine", "check", self.relay(game=game), game, "--games", "1", *PATIENT)
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
            self.assertNotIn("hint", said.stdout)
            self.assertEqual(said.stdout.count("not tried"), 3 * game.endswith("losalamos"), said.stdout)

    def test_words_about_unknown_ones_are_a_hint(self):
        said = self.hra("engine", "check", self.relay("def asked(line):\n    return say('No such option') if 'NoSuch' in line else line"),
                        "chess", "--games", "0", *PATIENT)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        self.assertEqual([line[5:-4].strip() for line in said.stdout.splitlines() if line.endswith("hint")], ["ignores unknown options"])

    @unittest.skipUnless(os.path.exists("/usr/games/stockfish"), "there is no Stockfish")
    def test_stockfish_follows_uci(self):
        said = self.hra("engine", "check", "/usr/games/stockfish", "chess", "--games", "0", *PATIENT[2:], "--time", "20ms")
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_traceback_is_shown(self):
        said = self.hra("engine", "check", self.broken("traceback"), "tictactoe", "--first", "--timeout", "300s")
        self.assertIn("its stderr: Traceback (most recent call last):", said.stdout)
        self.assertIn("    1 / 0", said.stdout)

    def test_standard_error_is_in_the_record(self):
        """Each move has what the bot wrote before it, the failure its traceback; replay shows them, steering characters do not act."""
        self.BROKEN["talks"] = (self.MOVE, "n = board.count('.'); print(f'{n} left\\x1b[31m\\\\', file=sys.stderr, flush=True); "
                                           "1 // max(0, n - 6); " + self.MOVE, *"...")
        bot, record = f'ext:cmd="{self.broken("talks")}",timeout=300s,timemargin=300s', self.path("games.hra")
        played = self.hra("match", "tictactoe", bot, "exact", "--games", "1", "--seed", "1", "--record", record)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn("ended with status 1 (ZeroDivisionError: integer division or modulo by zero) while it thought; its standard "
                      "error ends with:\n  | ", played.stderr)
        self.assertIn("\n  | Traceback (most recent call last):\n", played.stderr)
        with open(record, encoding="utf-8") as file:
            lines = file.read().splitlines()
        moves = [at for at, line in enumerate(lines) if line.startswith("0 ")]
        self.assertEqual([lines[at + 1] for at in moves], ["#: comment 9 left?[31m\\\\", "#: comment 7 left?[31m\\\\"])
        self.assertRegex(lines[moves[1] + 3], r"#: comment 5 left\?\[31m\\\\\\nTraceback .*ZeroDivisionError")
        shown = self.hra("replay", record).stdout
        self.assertIn("      | 9 left?[31m\\\n", shown)
        self.assertIn("      | Traceback (most recent call last):\n", shown)
        self.assertNotIn("\x1b", shown + played.stderr)

    def test_a_bot_stays_up(self):
        """One process to try it, and one for all games of a thread."""
        log = self.path("log")
        bot = f'ext:cmd="{sys.executable} {EXAMPLES}/ugi_bot.py",timeout=300s,timemargin=300s,log={log}'
        played = self.hra("match", "tictactoe", bot, "random", "--games", "20", "--rotate", "--seed", "1")
        self.assertEqual(played.returncode, 0, played.stderr)
        with open(log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual(len({line.split()[0] for line in lines}), 2)
        self.assertEqual(sum(line.endswith("> uginewgame") for line in lines), 20)

    def test_words(self):
        for words, status, text in (
                (("cat", "yahtzee"), 2, "UGI does not play yahtzee"),
                (("cat", "tictactoe", "--protocol", "ubgi"), 2, "UBGI does not play tictactoe"),
                (("cat", "tictactoe", "--protocol", "uci"), 2, "UCI does not play tictactoe"),
                (("cat", "chess:draws=claim"), 2, "UCI has no claims of draws"),
                (("cat", "tictactoe", "--protocol", "hub"), 2, "--protocol takes ugi|ubgi|uci, not 'hub'"),
                (("cat", "nonsense"), 2, "unknown game 'nonsense'"),
                (("no-such-program", "tictactoe"), 1, "the shell found no such program")):
            said = self.hra("engine", "check", *words)
            self.assertEqual(said.returncode, status)
            self.assertIn(text, said.stdout + said.stderr)

    def test_floods_are_bounded(self):
        """Megabytes of standard error neither hang the check nor fill its output."""
        self.BROKEN["noisy"] = (self.MOVE, 'sys.stderr.write("noise\\n" * 2000000); sys.stderr.flush(); sys.exit(1)', *"...")
        said = self.hra("engine", "check", self.broken("noisy"), "tictactoe", "--first", "--timeout", "300s")
        self.assertIn("ended with status 1 (noise)", said.stdout)
        self.assertLess(len(said.stdout), 10000)


if __name__ == "__main__":
    unittest.main(verbosity=1)
