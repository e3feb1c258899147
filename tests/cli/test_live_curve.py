"""Curves of hra learn and hra tune: in place on a terminal, nothing in a pipe, and Ctrl-C leaves all in order."""
# suites: cli
import os
import signal

import pytest
from emulator import Emulator
from terminal import Terminal

LEARN = "learn tictactoe --method td --games 400 --evals 5 --eval-games 20 --seed 1 -o x.hra"
TUNE = "tune tictactoe 'mcts:playouts=10,memory=1M,c={c}' -p c=1.4,0.1,4,0.2 --iterations 64 --seed 1"
ROWS = 50  # nothing scrolls away


def at_terminal(hra, command, interrupt_after=None, **env):
    """(what was said, what is on the screen at the end)"""
    one = Terminal(hra, command, rows=ROWS, **env)
    try:
        if interrupt_after:
            one.until(lambda: interrupt_after in one.seen)
            os.kill(one.pid, signal.SIGINT)
        said = one.ended()
    finally:
        one.close()
    screen = Emulator(ROWS, 80)
    screen.feed(said.out)
    return said, screen.text()


def bottoms(screen):
    return [n for n, line in enumerate(screen) if line.lstrip().startswith("+-----")]


@pytest.mark.parametrize("command, up, across", [(LEARN, "score rate", "training games"), (TUNE, "distance from START", "iterations")])
def test_one_chart_is_on_the_screen_at_the_end(hra, command, up, across):
    said, screen = at_terminal(hra, command)
    assert said.status == 0
    assert said.out.count("+-----") > 3  # it was drawn again and again
    [bottom] = bottoms(screen)
    assert across in screen[bottom + 1] and up in screen[bottom - 9]
    assert sum("*" in line for line in screen[bottom - 8:bottom]) > 1


@pytest.mark.parametrize("command", [LEARN, TUNE])
def test_the_lines_are_those_of_a_pipe(hra, command):
    piped = hra(command).good()
    assert "|" not in piped and "\x1b" not in piped
    hra.here.joinpath("x.hra").unlink(missing_ok=True)
    _, screen = at_terminal(hra, command)
    first = [line.split()[0] for line in piped.lines if line[:1] == " " and line.split()[0].isdigit()]
    shown = [line.split()[0] for line in screen if line[:1] == " " and line.split()[:1] and line.split()[0].isdigit()]
    assert shown[:len(first)] == first


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"HRA_PLAIN": "1"}])
def test_a_terminal_that_cannot_move_gets_lines(hra, env):
    said, screen = at_terminal(hra, TUNE, **env)
    assert said.status == 0 and not bottoms(screen) and "\x1b[" not in said.out


@pytest.mark.parametrize("command", [LEARN.replace("400", "100000000"), TUNE.replace("64", "200000")])
def test_ctrl_c_leaves_one_chart(hra, command):
    said, screen = at_terminal(hra, command.replace("--evals 5", "--evals 10000"), interrupt_after=b"+-----")
    assert said.status == 130
    assert len(bottoms(screen)) == 1
    assert any("interrupted" in line for line in screen)


def test_json_draws_nothing(hra):
    said, screen = at_terminal(hra, TUNE + " --json")
    assert said.status == 0 and not bottoms(screen)
