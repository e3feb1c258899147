"""Agents of students: what is right is known by hand, and hostile ones end in a grade."""
# suites: cli
import csv
import ctypes
import io
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

PR_SET_CHILD_SUBREAPER = 36  # prctl(2)
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Walks the whole tree and names a move that is right by hand: it is no search.
WALKER = """
class {name}:
    answers = iter({answers})

    def walk(self, state):
        for move in state.moves:
            self.walk(state.after(move))

    def choose(self, state):
        {walk}
        return next(self.answers)
"""
NIM = """
class NimAgent:
    def choose(self, state):
        return next((m for m in state.moves if state.after(m).terms()["nim_sum"] == 0), state.moves[0])
"""
NIM_C = """
#include "agent.h"
int nim(agent_state *s) {
    for (int i = 0; i < s->count; i++)
        if (agent_term(agent_after(s, i), s->own, "nim_sum") == 0)
            return i;
    return 0;
}
"""
LINES = """#!/usr/bin/env python3
import sys


def say(*words):
    print(*words, sep="\\t", flush=True)


for line in sys.stdin:
    words = line.rstrip().split("\\t")
    if words[0] == "hra-agent 1":
        say("ready")
    elif words[0] == "choose":
        best = 0
        for i in range(len(words[3:])):
            say("after", 0, i)
            say("terms", input().split("\\t")[1], words[2])
            if "nim_sum=0" in input().split("\\t"):
                best = i
        say("move", best)
"""
REFUSED = "raise ValueError(said)"
HOSTILE = {
    "bomb": "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass\n",
    "flood": "import sys\nwhile True: sys.stderr.write('x' * 65536)\n",
    "files": "import os\nsaid = []\nfor path in ('/etc/passwd', '/x', '/agent/x', '/usr/x', '/dev/x'):\n"
             "  try: open(path, 'r' if path == '/etc/passwd' else 'w'); said.append(path)\n  except OSError: pass\n"
             f"said.append(os.listdir('/'))\n{REFUSED}\n",
    "network": "import socket\nsaid = []\nfor at in ('127.0.0.1', '192.0.2.1'):\n"
               f"  try: socket.create_connection((at, PORT), 1); said.append(at)\n  except OSError: pass\n{REFUSED}\n",
    "signals": f"import os\nsaid = []\nos.kill(PID, 0) if os.path.exists('/proc/PID/GRADER') else said.append('alone')\n{REFUSED}\n",
    "terminal": "print('\\x1b[2J\\x1b]0;x\\x07')\nraise ValueError('=1+1 \\x1b[31m')\n",
    "daemon": "import os, time\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(1000)\nraise ValueError('gone')\n",
    "hoard": "import os, time\nfor i in range(4):\n  if os.fork() == 0: break\nx = bytearray(b'x') * (200 << 20)\ntime.sleep(60)\n",
    "gone": "import os\nos._exit(3)\n",
    "full": "said = []\nfor path in ('/tmp/x', '/dev/shm/x'):\n  try:\n    with open(path, 'wb') as f:\n"
            f"      for i in range(100): f.write(bytes(1 << 20))\n    said.append(path)\n  except OSError: pass\n{REFUSED}\n",
}


def confines():
    """Whether bwrap does here what the grader needs."""
    if not shutil.which("bwrap"):
        return False
    command = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--ro-bind", "/", "/",
               "--proc", "/proc", "--dev", "/dev", "--size", "1048576", "--tmpfs", "/tmp", "true"]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=1879048191", "--regid=1879048191", "--clear-groups", "--", *command]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


confined = pytest.mark.skipif(not confines(), reason="bwrap does not work here")


def grade(hra, words, **env):
    return hra(f"grade {words} --trust-submissions", **env).exits(0)


def rows(hra, name="points.csv"):
    return list(csv.DictReader(io.StringIO(hra.read(name))))


def walker(name, answers, walk="self.walk(state)"):
    return WALKER.format(name=name, answers=answers, walk=walk)


def test_courses_and_tasks_are_listed(hra):
    assert all(name in hra("grade").good() for name in ("pacman", "checkers-ending", "yahtzee", "tictactoe-nim", "backgammon-td"))
    assert hra("grade pacman").good().has_line(r"^q3 .*AlphaBetaAgent")
    hra("grade chess").wrong("unknown course 'chess'")
    hra("grade pacman --task q9").wrong("no task 'q9'")
    hra("grade pacman x.py --due monday").wrong("YYYY-MM-DDTHH:MM")


# By hand: ((3 12 8)(2 4 6)(14 5 2)) is worth 3 by a1; (max (max 3 4) (min 5 6) (min (max 7 1) 9)) is worth 7 by a3;
# (5 ((4 7)(6 2)) (8 (9 1))) is worth 8 by a3. All moves of Pacman in the trap are as good as the first one.
def test_a_right_answer_from_all_states_passes(hra):
    hra.write("a.py", walker("MinimaxAgent", ["a1", "a3", "a3"]))
    said = grade(hra, "pacman a.py --task q2 -o points.csv")
    assert said.count("PASS  1/1  a tree") == 3
    assert "FAIL  0/1  Pacman between" in said  # to the end of the game there are too many states, or no third answer
    assert [(row["task"], row["points"], row["max"]) for row in rows(hra)] == [("q2", "3", "5")]


def test_a_wrong_move_is_named_with_its_value(hra):
    hra.write("a.py", walker("MinimaxAgent", ["a2", "a3", "a3"]))
    said = grade(hra, "pacman a.py --task q2")
    assert "The move is a2 with the value 2; a1 has the value 3." in said
    assert said.has_line(r"a2  MIN  = 2 +<- the agent's move") and said.has_line(r"root  MAX  = 3")


def test_the_first_state_that_differs_is_named(hra):
    hra.write("a.py", walker("MinimaxAgent", ["a1", "a3", "a3"], "self.walk(state.after(state.moves[0]))"))
    assert grade(hra, "pacman a.py --task q2").has_line(r"^ +a2  MIN  = 2 +<- the agent did not ask for this state")


# Alpha-beta leaves the second move of ((3 12 8)(2 4 6)(14 5 2)) after its first reply, 2: it visits 12 - 2 states.
def test_states_that_alpha_beta_cuts_are_too_many(hra):
    hra.write("a.py", walker("AlphaBetaAgent", ["a1"]))
    said = grade(hra, "pacman a.py --task q3")
    assert "12 states were asked for, and the method visits 10" in said
    assert said.has_line(r"^ +c2 +<- the agent asked for this state; the method does not")


# The mean of (3 12 8) is 7.67, of (2 4 6) 4, of (14 5 2) 7: the first move; of (5 ((4 7)(6 2)) (8 (9 1))) a3.
def test_expectimax_takes_means(hra):
    hra.write("a.py", walker("ExpectimaxAgent", ["a1", "a3", "a3"]))
    assert grade(hra, "pacman a.py --task q4").count("PASS  1/1  a tree") == 3


def test_python_and_c_get_the_same(hra):
    (hra.here / "all").mkdir()
    hra.write("all/anna.py", NIM)
    hra.write("all/cyril.c", NIM_C)
    said = grade(hra, "tictactoe-nim all --task q2 -o points.csv")
    assert said.count(r"PASS  4/4  won positions of nim") == 2
    assert [row["points"] for row in rows(hra)] == ["4", "4"]


def test_a_program_may_speak_ugi(hra):
    shutil.copy(ROOT / "docs/examples/ugi_bot.py", hra.here / "bot")
    os.chmod(hra.here / "bot", 0o755)
    said = grade(hra, "tictactoe-nim bot --task q1")
    assert said.has_line("twenty games against a random player.* The mean of 20 games is [0-9.]+")


def test_a_program_may_speak_the_lines_of_the_docs(hra):
    hra.write("lines", LINES)
    os.chmod(hra.here / "lines", 0o755)
    assert "PASS  4/4  won positions of nim" in grade(hra, "tictactoe-nim lines --task q2")


def test_hra_is_an_agent_by_the_same_lines(hra):
    said = hra("grade --agent minimax", typed='hra-agent 1\nugi\ntest\ttree:text="((3 5)(2 9))"\t0\t\nchoose\t0\t0\ta1\ta2\n'
               "text\ta\nstate\t1\t1\tb1\tb2\n").exits(0)
    assert said.lines[:4] == ["ready", "text\t0", "after\t0\t0", "after\t1\t0"]
    hra("grade --agent minimax", typed="chess\n").refused("unknown line 'chess'")


def test_sentences_for_what_is_wrong_with_a_file(hra):
    (hra.here / "all").mkdir()
    for name, text in {"syntax.py": "class NimAgent(:\n", "other.py": "class Nim: pass\n", "other.c": "int nimm;\n",
                       "syntax.c": "int nim(void) { return x; }\n", "raises.py": NIM + "1 / 0\n",
                       "illegal.py": "class NimAgent:\n  def choose(self, state): return 'zz'\n"}.items():
        hra.write("all/" + name, text)
    hra.write("names", "syntax\nnobody\n")
    grade(hra, "tictactoe-nim all --task q2 -o points.csv --students names --due 2001-01-01T00:00")
    reasons = {}
    for row in rows(hra):
        reasons.setdefault(row["student"], []).append(row["reason"])
    assert reasons["nobody"] == ["nothing was handed in"]
    assert "in line 1" in reasons["syntax"][1] and "line 1:" in reasons["syntax"][0]
    assert all("does not define what this task asks for" in reason for reason in reasons["other"])
    assert "ZeroDivisionError: division by zero in line 5" in reasons["raises"][0]
    assert "'zz', which is no legal move" in reasons["illegal"][0]
    assert all("Handed in late." in reason[0] for name, reason in reasons.items() if name != "nobody")


def test_the_same_grade_in_three_runs(hra):
    hra.write("nim.py", NIM)
    runs = {grade(hra, "tictactoe-nim nim.py -o points.csv").out + hra.read("points.csv") for _ in range(3)}
    assert len(runs) == 1
    hra.write("seeds", "1\n2\n3\n")
    grade(hra, "tictactoe-nim nim.py --seeds seeds")
    hra.write("seeds", "one\n")
    hra("grade tictactoe-nim nim.py --seeds seeds --trust-submissions").wrong("'one' is not a whole number")


def test_references_get_all_points(hra):
    for words in ("pacman --task q1", "pacman --task q2", "pacman --task q3", "pacman --task q4", "tictactoe-nim",
                  "checkers-ending"):
        said = grade(hra, f"{words} --reference")
        assert "FAIL" not in said and "PASS" in said, str(said)


def test_templates_get_few_points(hra):
    for course in ("pacman", "checkers-ending", "yahtzee", "tictactoe-nim", "backgammon-td"):
        hra(f"grade {course} --template empty").exits(0)
        assert {f"{course}.py", f"{course}.c", "agent.h"} <= set(os.listdir(hra.here / "empty"))
    said = grade(hra, "tictactoe-nim empty/tictactoe-nim.py")
    assert "PASS" not in said and said.has_line(r"points: 0.5 of 8")


def test_without_bwrap_it_refuses(hra):
    hra.write("nim.py", NIM)
    (hra.here / "bin").mkdir()
    for name in ("sh", "setpriv"):
        (hra.here / "bin" / name).symlink_to(shutil.which(name) or "/bin/sh")
    hra("grade tictactoe-nim nim.py", PATH=str(hra.here / "bin")).failing("--trust-submissions")
    assert "NOT CONFINED" in grade(hra, "tictactoe-nim nim.py --task q2")


def children():
    """Processes of this one, which what a program leaves behind would belong to."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, parent = stat.read_text(encoding="utf-8").rpartition(")")[::2]
        except OSError:
            continue  # it has ended meanwhile
        if int(parent.split()[1]) == os.getpid():
            found.append(name)
    return found


@pytest.fixture
def open_folder():
    """A folder that other users may look into, for the grader; what is left behind becomes a child of this process."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="hra-test-") as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@confined
def test_hostile_submissions_end_in_a_grade(hra, open_folder):
    (hra.here / "all").mkdir()
    for name, text in HOSTILE.items():
        hra.write(f"all/{name}.py", text.replace("PORT", "22").replace("PID", str(os.getpid())).replace("GRADER", "stat"))
    hra.write("all/nim.py", NIM)
    for name, text in {"endless": "printf x; exec tr '\\0' x </dev/zero", "chatter": "while :; do echo x; done"}.items():
        hra.write(f"all/{name}", f"#!/bin/sh\n{text}\n")
        os.chmod(hra.here / "all" / name, 0o755)
    said = hra("grade tictactoe-nim all --task q2 -o points.csv", TMPDIR=str(open_folder)).exits(0)
    points = {row["student"]: row["points"] for row in rows(hra)}
    reasons = {row["student"]: row["reason"] for row in rows(hra)}
    assert points == {**dict.fromkeys((*HOSTILE, "endless", "chatter"), "0"), "nim": "4"}
    assert "memory" in reasons["hoard"] and "expected 'ready'" in reasons["chatter"] and reasons["endless"]
    assert said.has_line(r"^nim +4 +4$") and said.has_line(r"^flood +0 +0$") and said.has_line(r"^maximum +4 +4$")
    assert "1 MB" in reasons["flood"] and "status 3" in reasons["gone"] and "gone" in reasons["daemon"]
    assert "processor" in reasons["bomb"] or "memory" in reasons["bomb"]
    assert said.count(r"processor is used up.*second try") == sum("processor" in reason for reason in reasons.values())
    assert "ValueError: []" in reasons["full"] and "ValueError: []" in reasons["network"] and "alone" in reasons["signals"]
    seen = reasons["files"]
    assert "home" not in seen and "root" not in seen and "etc/passwd" not in seen and "/x" not in seen
    assert "\x1b" not in said.out and "\x1b" not in hra.read("points.csv") and "\x07" not in said.out
    assert os.listdir(open_folder) == [] and children() == []


@confined
def test_a_confined_grade_is_that_of_a_trusted_one(hra):
    hra.write("nim.c", NIM_C)
    hra("grade tictactoe-nim nim.c --task q2 -o a.csv").exits(0)
    grade(hra, "tictactoe-nim nim.c --task q2 -o b.csv")
    assert hra.read("a.csv") == hra.read("b.csv") and rows(hra, "a.csv")[0]["points"] == "4"


def test_a_name_is_no_formula(hra):
    hra.write("=1+1.py", NIM)
    grade(hra, "tictactoe-nim ./=1+1.py --task q2 -o points.csv")
    assert rows(hra)[0]["student"] == "'=1+1"
