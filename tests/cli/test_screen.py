"""The table drawn in place: every game with adviser and tutor, in three sizes and two languages, and nothing scrolls.

What each screen has to look like is in tests/cli/screens.COLUMNSxROWS.txt; a row with `^` is under the places in reverse
video. GOLDENS=1 writes these files anew: look at the difference as somebody who wants to play there.
"""
# suites: cli; priority: 1
import codecs
import fcntl
import os
import pathlib
import struct
import termios
import time

import pytest
from conftest import PATIENCE
from emulator import Emulator
from terminal import Terminal

HERE = pathlib.Path(__file__).parent
SIZES = [(24, 80), (40, 120), (23, 80)]
FRAME = b"\033[1;1H"

# A game, its players and adviser, and what is typed until a screen is taken. All players are limited by depth or nodes.
PLAYS = {
    "checkers": ("checkers human random --adviser alphabeta:depth=3", ["11-15", "8-11", "4-8"]),
    "backgammon": ("backgammon human greedy --adviser expert:level=1", ["24/13", "24/20 24/23*"]),
    "backgammon match": ("backgammon:match-length=7 human greedy --adviser expert:level=1", ["24/13", "roll"]),
    "yahtzee": ("yahtzee human --adviser heuristic", ["keep 6-6", "keep 6-6", "sixes", "keep none"]),
    "yahtzee, six seats": ("yahtzee human random random random random random --adviser heuristic",
                           ["keep 6-6", "keep 6-6", "sixes", "keep none"]),
    "nim": ("nim human random", ["a1"]),
    "matches": ("matches human random", ["1", "1"]),
    "tictactoe": ("tictactoe human random", ["b2"]),
    "race": ("race:seats=4 human random random random --adviser greedy", ["", ""]),
    "tree": ("tree human", []),
    "empire": ("empire:seats=5 human random random random random --adviser greedy", ["card 1"]),
    "empire, two seats": ("empire:seats=2 human random --adviser greedy", ["place 6", "card 1"]),
    "pacman, typed": ("pacman --type-moves --adviser greedy", ["east"]),
}


class Table(Terminal):
    """A terminal that is drawn on."""

    def __init__(self, hra, command, rows=24, columns=80, **env):
        super().__init__(hra, f"play {command} --seed 1 --names '' --advice --tutor", rows=rows, columns=columns, **env)
        self.emulator = Emulator(rows, columns)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.fed = self.frames = 0

    def look(self):
        """What is on the screen by now."""
        self.emulator.feed(self.decoder.decode(self.seen[self.fed:]))
        self.fed = len(self.seen)
        assert self.emulator.scrolled == 0, "\n".join(self.emulator.drawn())
        return self.emulator

    def asks(self):
        """A frame has come since the last line was typed, and a prompt after it."""
        line = self.look().text()[-1]
        return self.seen.count(FRAME) > self.frames and line.endswith(">") and self.listens()

    def wait(self):
        end = time.monotonic() + PATIENCE
        while not self.asks():
            assert self.read(0.02) and time.monotonic() < end, "\n".join(self.emulator.drawn())
        return self.emulator

    def enter(self, line):
        self.frames = self.seen.count(FRAME)
        self.type(line + "\r")
        return self.wait()

    def settle(self):
        """Until no win probability is still to come."""
        while any("Computing the win" in row or "Počítá se pravděpodobnost" in row for row in self.wait().text()):
            self.enter("b")
        return self.look()

    def move(self, line):
        """What the tutor warns of is made all the same."""
        self.enter(line)
        while "(Enter: " in self.look().text()[-1] and "u: " in self.look().text()[-1]:
            self.enter("")

    def resize(self, rows, columns):
        if (rows, columns) == (self.emulator.rows, self.emulator.columns):
            return self.emulator
        self.frames = self.seen.count(FRAME)
        self.look().resize(rows, columns)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return self.wait()


@pytest.fixture
def table(hra):
    opened = []

    def open_table(command, **others):
        opened.append(Table(hra, command, **others))
        return opened[-1]
    yield open_table
    for one in opened:
        one.close()


# ---- goldens -------------------------------------------------------------------------------------

def golden(size):
    return HERE / f"screens.{size[1]}x{size[0]}.txt"


def read_goldens(size):
    """The screens by their titles, which are lines that begin with =."""
    screens, title = {}, ""
    path = golden(size)
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("="):
            title = line[1:].strip()
            screens[title] = []
        else:
            screens[title].append(line)
    return screens


def check(size, title, drawn):
    screens = read_goldens(size)
    if os.environ.get("GOLDENS"):
        screens[title] = drawn
        text = [line for name in sorted(screens) for line in (f"= {name}", *screens[name])]
        golden(size).write_text("\n".join(text) + "\n", encoding="utf-8")
    else:
        assert drawn == screens.get(title), "\n".join([title, *drawn])


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("play", PLAYS)
def test_the_screen_in_the_middle_of_a_play(table, play, language):
    command, lines = PLAYS[play]
    one = table(command, LANGUAGE=language)
    one.wait()
    for line in lines:
        one.move(line)
    one.settle()
    for size in SIZES:
        check(size, f"{play}, {language}", one.resize(*size).drawn())
