"""Play at a terminal: names, keys, live play, Ctrl-C, Ctrl-D and Ctrl-Z; colour and characters."""
# suites: cli; priority: 1
import re

import pytest
from conftest import moves_in
from terminal import typed

COLOUR = "\033[1;36mX"
LEAVES, ENTERS = "\033[?1049l", "\033[?1049h"
TALK = "play tictactoe human human --names ''"


def enter(*lines):
    return [line + "\r" for line in lines]


@pytest.mark.parametrize("key, status", [("\004", 0), ("\003", 130)], ids=["Ctrl-D", "Ctrl-C"])
def test_keys_that_leave_keep_the_play(hra, key, status):
    said = typed(hra, f"{TALK} --seed 4 --record typed.hra", [*enter("a1", "b1"), key]).exits(status)
    assert moves_in(hra.read("typed.hra")) == 2
    assert said.has_line("^The game is saved")


def test_people_at_one_terminal_are_asked_for_their_names(hra):
    said = typed(hra, "play tictactoe human human --seed 4 --record named.hra", enter("Anna", "", "a1", "q"), ")> ").exits(0)
    for text in ("X, your name (Enter: none)> ", "Anna (X), your move", "O, your move"):
        assert text in said
    assert "Anna" in hra.read("named.hra")


def test_a_play_that_is_over_is_gone_through_where_that_is_wanted(hra):
    over = f"{TALK} --position XOX/XOO/OX. --seed 1"
    said = typed(hra, over, enter("", ""), ")> ").exits(0)
    for text in ("review the game?", "= result", "No decision was an inaccuracy"):
        assert text in said
    assert "= result" not in typed(hra, over, enter("", "q"), ")> ").exits(0)


def test_the_tabulator_key_completes_a_move(hra):
    typed(hra, "play nim:rows=1-2 human human --names '' --seed 4 --record completed.hra", ["a\t\r", "\004"])
    assert re.search("^0 a1", hra.read("completed.hra"), re.M)


# ---- live ----------------------------------------------------------------------------------------

def test_arrow_keys_play_live_and_leave_the_terminal_as_it_was(hra):
    """East, a key that means nothing, a look back, West, taken back, left; then the record is watched live."""
    said = typed(hra, "play pacman --seed 1 --record live.hra", ["\033[C", "x", ",", "\033[D", "u", "q"], "? keys").exits(0)
    record = hra.read("live.hra")
    for line in ("^0 East", "^0 West", "^undo 3"):
        assert re.search(line, record, re.M)
    assert LEAVES in said
    assert "The game is saved" in said
    said = typed(hra, "replay live.hra --step", ["\033[C", "\033[C", "\033[D", "q"], "? keys").exits(0)
    assert "ply 3 of 3" in said
    assert "ply 0 of 3" in said
    assert "human: East" not in said


def test_ctrl_d_ends_the_input(hra):
    assert "The game is saved" in typed(hra, "play pacman --seed 1", ["s", "\004"], "? keys").exits(0)


def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(hra):
    said = typed(hra, "play pacman --seed 1", ["s", "\032", "q"], "? keys").exits(0)
    assert said.out.count(LEAVES) == 2
    assert said.out.count(ENTERS) == 2


def test_ctrl_c_gives_it_back_too(hra):
    said = typed(hra, "play pacman --seed 1 --record live.hra", ["s", "\003"], "? keys").exits(130)
    assert LEAVES in said
    assert re.search("^0 Stop", hra.read("live.hra"), re.M)


def test_a_record_has_thoughts_at_every_ply_and_tells_how_it_ended_by_names(hra):
    hra("match pacman expert:depth=2 --games 1 --seed 3 --record eaten.hra")
    said = typed(hra, "replay eaten.hra --step --adviser greedy", ["t", "\033[C", "q"], "? keys").exits(0)
    assert said.count("^> [A-Z]") >= 2
    assert "Pacman   expert:depth=2" in said


# ---- colour and characters -----------------------------------------------------------------------

def test_colour_on_a_terminal(hra):
    assert COLOUR in typed(hra, "play tictactoe random random --seed 1", [])


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=["dumb", "NO_COLOR"])
def test_no_colour_where_it_is_not_wanted(hra, variables):
    said = typed(hra, "play tictactoe random random --seed 1", [], **variables)
    assert "X" in said
    assert COLOUR not in said


def test_no_escapes_in_a_pipe_and_unicode_where_the_locale_has_it(hra):
    said = hra("play tictactoe random random --seed 1").good()
    assert "\033" not in said
    assert "───┼───" in said
    assert re.fullmatch(rb"[ -~\n]*", hra("play tictactoe random random --seed 1", LC_ALL="C").good().bytes)
