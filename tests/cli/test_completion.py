"""Completion in bash itself, at a terminal: what the tabulator key writes and lists."""
# suites: cli
import os
import pty
import re
import select
import shutil
import time

import pytest
from conftest import HRA, PATIENCE, ROOT
from test_play import RECORD

SCRIPT = ROOT / "docs" / "completion" / "hra.bash"
PROMPT = "ready> "


@pytest.fixture
def bash(hra):
    if not shutil.which("bash"):
        pytest.skip("no bash")
    (hra.here / "kept.hra").write_text(RECORD, encoding="utf-8")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(hra.here)
        path = f"{HRA.parent}:{os.environ['PATH']}"
        env = hra.env_with({"TERM": "dumb", "PATH": path, "PS1": "", "INPUTRC": "/dev/null"})
        os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], env)
    shell = Bash(terminal)
    shell.type(f". {SCRIPT}; bind 'set bell-style none'; bind 'set page-completions off'; PS1='rea''dy> '\r")
    shell.until(PROMPT)
    yield shell
    os.close(terminal)
    os.waitpid(pid, 0)


class Bash:
    """A shell at a terminal."""

    def __init__(self, terminal):
        self.terminal = terminal

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, *texts):
        """What comes up to one of the texts, which may be in it already."""
        seen, end = "", time.monotonic() + PATIENCE
        while not any(text in seen for text in texts):
            assert time.monotonic() < end, seen
            if select.select([self.terminal], [], [], 0.05)[0]:
                seen += os.read(self.terminal, 1 << 12).decode().replace("\r", "").replace("\a", "")
        return seen


@pytest.mark.parametrize("typed, completed", [
    ("hra pl", "ay"), ("hra play yah", "tzee "), ("hra play checkers human expert:lev", "el="), ("hra review ke", "pt.hra "),
    ("hra play --resume ke", "pt.hra "), ("hra play nim ran", "dom ")])
def test_one_way_to_go_on_is_written(bash, typed, completed):
    bash.type(typed + "\t")
    assert typed + completed in bash.until(typed + completed)


@pytest.mark.parametrize("typed, listed", [
    ("hra play checkers -p ", ["expert", "alphabeta", "human"]), ("hra review ", ["kept.hra", "report", "resume", "status"]),
    ("hra play nim:", ["last=", "rows="])])
def test_several_ways_are_listed(bash, typed, listed):
    bash.type(typed + "\t\t")
    words = re.split(r"\s+", bash.until(PROMPT))
    assert set(listed) <= set(words), words
