"""The terminal after Ctrl-Z, after `fg` and an end, and after each signal: as it was before, as `stty` and its state tell."""
# suites: cli
import os
import re
import signal

import pytest
from terminal import Shell

PLAYS = {  # what is typed, and what is shown once the program waits for a key
    "in place": ("hra play nim human random --seed 1 --names ''", "? help)> "),
    "in lines": ("hra play nim human random --seed 1 --names '' --plain", "? help)> "),
    "arrow keys": ("hra play pacman --seed 1", "q quit"),
    "a list": ("hra rules backgammon", "q: quit> "),
}


@pytest.fixture
def shell(hra):
    one = Shell(hra)
    yield one
    one.close()


def settings(shell):
    return re.findall(r"[0-9a-f]+(?::[0-9a-f]+){5,}", shell.run("stty -g"))


def check_state(shown):
    """The cursor is shown, the alternate screen left, and no scroll region set, whatever was ordered before."""
    for mode, sane in (("25", "h"), ("1049", "l")):
        orders = re.findall(rf"\x1b\[\?{mode}([hl])", shown)
        assert not orders or orders[-1] == sane, (mode, orders)
    regions = re.findall(r"\x1b\[([0-9;]*)r", shown)
    assert not regions or regions[-1] == "", regions


@pytest.mark.parametrize("play", PLAYS)
def test_a_stop_and_an_end_leave_the_terminal_sane(shell, play):
    command, waits = PLAYS[play]
    before = settings(shell)
    shell.type(command + "\r")
    shown = shell.until(waits)
    shell.type("\x1a")
    shown += shell.until("Stopped") + shell.until(Shell.PROMPT)
    check_state(shown)
    assert settings(shell) == before and before
    shell.type("fg\r")
    shown += shell.until(command)
    if play in ("in place", "arrow keys"):
        shown += shell.until(waits)  # it is drawn again
    shell.type("q\r")
    check_state(shown + shell.until("\n" + Shell.PROMPT))
    assert settings(shell) == before


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("play", PLAYS)
def test_a_signal_leaves_the_terminal_sane(shell, play, end):
    command, waits = PLAYS[play]
    before = settings(shell)
    shell.type(command + "\r")
    shown = shell.until(waits)
    for pid in shell.children():
        os.kill(pid, end)
    check_state(shown + shell.until(Shell.PROMPT))
    assert settings(shell) == before and before
