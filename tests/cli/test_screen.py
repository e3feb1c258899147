"""The table drawn in place: every game with adviser and tutor, in three sizes and two languages, and nothing scrolls.

What each screen has to look like is in tests/cli/screens.COLUMNSxROWS.txt; a row with `^` is under the places in reverse
video. GOLDENS=1 writes these files anew: look at the difference as somebody who wants to play there.
"""
# suites: cli; priority: 1
import codecs
import fcntl
import os
import pathlib
import signal
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
    "checkers": ("checkers human random --adviser alphabeta:depth=3", ["11-15", "8-11"]),
    "backgammon": ("backgammon human greedy --adviser expert:level=1", ["24/13", "24/20 24/23*"]),
    "backgammon match": ("backgammon:match-length=7 human greedy --adviser expert:level=1", ["24/13", "roll"]),
    "yahtzee": ("yahtzee human --adviser heuristic", ["keep 6-6", "keep 6-6", "sixes", "keep none"]),
    "yahtzee, six seats": ("yahtzee human random random random random random --adviser heuristic",
                           ["keep 6-6", "keep 6-6", "sixes", "keep none"]),
    "nim": ("nim human random", ["a1"]),
    "nim, warned": ("nim human random", ["a1", "c2!"]),
    "matches": ("matches human random", ["1", "1"]),
    "tictactoe": ("tictactoe human random", ["b2"]),
    "race": ("race:seats=4 human random random random --adviser greedy", ["", ""]),
    "tree": ("tree human", []),
    "empire": ("empire:seats=5 human random random random random --adviser greedy", ["card 1"]),
    "empire, two seats": ("empire:seats=2 human random --adviser greedy", ["place 6", "place 1"]),
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
        return self.seen.count(FRAME) > self.frames and self.prompt().endswith(">") and self.listens()

    def prompt(self):
        return self.look().text()[self.emulator.row]

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
        """What the tutor warns of is made all the same, but at a line that ends with a !."""
        self.enter(line.rstrip("!"))
        while line[-1:] != "!" and "(Enter: " in self.prompt() and "u: " in self.prompt():
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


# ---- what is typed, and what happens to the terminal --------------------------------------------

def rows_with(one, text):
    return [number for number, row in enumerate(one.look().text()) if text in row]


def test_a_line_longer_than_the_terminal_scrolls_nothing(table):
    one = table("nim human random")
    one.wait()
    one.type("x" * 150 + "\b" * 10)
    assert one.until(lambda: sum(row.count("x") for row in one.look().text()[-3:]) == 140)
    assert rows_with(one, "player 1, your move") == [21]
    one.enter("")
    assert rows_with(one, "player 1, your move") == [23]
    assert rows_with(one, "xxx")  # the answer quotes it


def test_an_answer_that_needs_the_board_gives_it_back(table):
    one = table("empire:seats=5 human random random random random --adviser greedy")
    one.wait()
    one.enter("?")
    assert rows_with(one, "The rules: hra rules empire")
    assert rows_with(one, "Enter: board") == [23]
    assert not rows_with(one, "[C]")
    one.enter("")
    assert rows_with(one, "[C]")


def test_wide_moves_are_listed_whole_in_columns(table):
    one = table("backgammon human greedy --adviser expert:level=1 --position 'white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 22'")
    one.wait()
    one.enter("m")
    rows = [row for row in one.look().text() if "#" in row]
    listed = [move for row in rows for move in row.split("#")[1:]]
    assert rows and max(map(len, rows)) <= 80
    assert {len(row.split("#")) for row in rows[:-1]} == {len(rows[0].split("#"))}
    assert any(move.split(" ", 1)[1].strip() == "24/22(2) 13/11 6/4" for move in listed), rows
    assert len({tuple(at for at, sign in enumerate(row) if sign == "#") for row in rows[:-1]}) == 1  # under one another


def test_the_tabulator_key_lists_moves_in_the_talk(table):
    one = table("nim human random")
    one.wait()
    one.type("a\t")
    assert one.until(lambda: any("a1" in row and "a3" in row for row in one.look().text()))
    one.enter("1")
    assert rows_with(one, "player 1 a1")


def test_the_screen_comes_back_after_a_stop_with_what_was_typed(table):
    one = table("nim human random")
    one.wait()
    one.type("b")
    assert one.until(lambda: one.look().text()[-1].endswith("> b"))
    before = one.look().text()
    one.look().feed("\033[H\033[2Jother text\r\n")
    os.kill(one.pid, signal.SIGCONT)
    assert one.until(lambda: one.look().text() == before), "\n".join(one.look().text())
    one.enter("1")
    assert rows_with(one, "player 1 b1")


@pytest.mark.parametrize("end, status", [(signal.SIGTERM, 130), (signal.SIGHUP, 130), (signal.SIGINT, 130)])
def test_a_kill_leaves_a_sane_terminal(table, end, status):
    one = table("nim human random")
    before = termios.tcgetattr(one.terminal)
    one.wait()
    os.kill(one.pid, end)
    assert one.ended().status == status
    assert termios.tcgetattr(one.terminal) == before


def test_the_end_stays_in_the_terminal(table):
    one = table("nim:rows=1 human random")
    one.wait()
    one.type("a1\r")
    assert one.until(lambda: b"review the game?" in one.seen)
    assert rows_with(one, "wins") == [3, 4]  # why, and who


def test_a_secret_leaves_the_screen(table):
    one = table("empire:seats=3,first-player=bid human human human --adviser greedy")
    one.wait()
    one.enter("7")
    text = "\n".join(one.look().text())
    assert "has chosen secretly" in text
    assert "7" not in "".join(one.look().text()[-1:]) and "bid 7" not in text


@pytest.mark.parametrize("how", [{"HRA_PLAIN": "1"}, {"TERM": "dumb"}, {"option": "--plain"}])
def test_lines_only(hra, how):
    option = how.pop("option", "")
    one = Terminal(hra, f"play nim human random --seed 1 --names '' --advice {option}", **how)
    try:
        for prompts, line in enumerate(["a1", "m", "q"], 1):
            assert one.until(lambda prompts=prompts: one.seen.count(b"? help)") >= prompts)
            one.type(line + "\r")
        said = one.ended().exits(0)
    finally:
        one.close()
    assert "\033" not in said
    assert said.count("player 2, random: ") == 1
    assert said.count("^ a   3") == 1


def test_a_dumb_terminal_gets_no_order_while_the_adviser_thinks(hra):
    """Two seconds for each piece of advice, more than it takes until the adviser is said to think."""
    one = Terminal(hra, "play checkers human random --seed 1 --names '' --advice --adviser alphabeta:time=2s", TERM="dumb")
    try:
        assert one.until(lambda: b"? help)" in one.seen)
        one.type("q\r")
        assert "\033" not in one.ended().exits(0)
    finally:
        one.close()


def test_no_colour_in_place(table):
    one = table("checkers human random --adviser alphabeta:depth=1", NO_COLOR="1")
    one.wait()
    one.move("11-15")
    assert not one.look().colours
    assert any(line.startswith(":") for line in one.look().drawn())
