"""Plays that are left, ended by Ctrl-C or a kill, cut off or spoiled, and go on."""
# suites: cli; priority: 1
import os
import re

import pytest
import shapes
from conftest import moves_in, same_play

from test_play import DIAGONAL, RECORD

LINES = DIAGONAL.splitlines(keepends=True)
HUMANS = "play tictactoe human human --seed 4"
BOXES = ("ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight large-straight"
         " yahtzee chance").split()
ANSWERS = "".join(f"keep -\nkeep -\nbox {box}\n" for box in BOXES).splitlines(keepends=True)  # all are thrown again twice


# ---- leaving at every prompt, and going on -------------------------------------------------------

def test_end_of_input_before_a_move_keeps_nothing(hra):
    assert hra(HUMANS, typed="\n").exits(0).is_quiet()
    assert not hra.plays()
    hra("play --resume").wrong("no unfinished saved game")


@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_leaving_and_going_on_to_the_identical_end(hra, moves):
    said = hra(HUMANS, typed="".join(LINES[:moves])).exits(0)
    assert said.is_quiet()
    assert moves_in(hra.play_kept()) == moves
    assert hra.plays()[0].name in said
    hra("play --resume", typed="q\n").exits(0)
    assert moves_in(hra.play_kept()) == moves
    hra("play --resume", typed="".join(LINES[moves:])).exits(0)
    assert same_play(hra.play_kept(), RECORD)
    assert "X, human: c3" in hra("replay").good()


@pytest.fixture
def dice(hra):
    said = hra("play yahtzee:rules=plain,seats=2 human random --adviser random --seed 6 --record whole.hra", typed="".join(ANSWERS))
    said.good()
    assert re.search("^result ", hra.read("whole.hra"), re.M)
    return hra


@pytest.mark.parametrize("answers", [1, 2, 3, 20, 38])
def test_resumed_plays_have_the_same_dice_and_the_same_end(dice, answers):
    dice("play yahtzee:rules=plain,seats=2 human random --adviser random --seed 6 --record part.hra", typed="".join(ANSWERS[:answers]))
    dice("play --resume part.hra --adviser random", typed="".join(ANSWERS[answers:]))
    assert dice.read("part.hra") == dice.read("whole.hra")


def test_a_record_that_was_cut_off_replays(dice):
    for cut in (20, 40, 90, 200, 201, 333):
        dice.write("cut.hra", dice.read("whole.hra")[:cut])
        said = dice("replay cut.hra")
        if cut < 47:
            said.refused("")
        else:
            said.good()


def test_a_file_that_is_no_record_is_left_alone(hra):
    hra.write("poem.hra", "0 a1\n")
    hra("play tictactoe human human --record poem.hra", typed="b2\n").refused("")
    assert hra.read("poem.hra") == "0 a1\n"


def test_a_second_record_is_added_and_a_cut_off_line_dropped(hra):
    hra.write("two.hra", RECORD + "0 b")
    hra("play tictactoe human human --seed 8 --record two.hra", typed="c1\n").exits(0)
    two = hra.read("two.hra")
    assert two.splitlines().count("hra-record 1") == 2
    assert not re.search("0 b$", two, re.M)
    assert hra("replay two.hra").good().count(", seed ") == 2
    hra("play --resume two.hra", typed="c2\n").exits(0)
    assert hra.read("two.hra").splitlines()[-1] == "1 c2"


def test_a_play_goes_on_before_a_header_that_was_cut_off(hra):
    hra.write("stub.hra", "".join(RECORD.splitlines(keepends=True)[:8]) + "hra-record 1\n")
    hra("play --resume stub.hra", typed="b2\na2\nc3\n").exits(0)
    assert same_play(hra.read("stub.hra"), RECORD)


@pytest.mark.parametrize("stub", ["hra-record 1", "hra-record 1\ngame tictactoe", "no record"])
def test_a_spoiled_file_among_the_kept_plays_is_passed_over(hra, stub):
    hra(HUMANS, typed="a1\nb1\n")
    spoiled = hra.data / "hra" / "plays" / "tictactoe-29990101-000000-1.hra"
    spoiled.write_text(stub + "\n")
    os.utime(spoiled, (32472140400, 32472140400))  # 2999
    assert "O, human: b1" in hra("replay").good()
    assert "X" in hra("play --resume", typed="q\n").exits(0)


# ---- Ctrl-C and kills ----------------------------------------------------------------------------

@pytest.mark.parametrize("command", [
    "perft yahtzee 9", "match tictactoe random random --games 1000000000", "play yahtzee human --adviser random --seed 1",
    "search nim:rows=9-9-9-9 --method minimax --time 100000s"])
def test_ctrl_c_ends(hra, command):
    hra.start(command).interrupt().exits(130)


def at_the_table(hra, record):
    """Three moves of a play that is open."""
    started = hra.start(f"{HUMANS} --record {record}")
    started.type("a1\nb1\nb2\n")
    return started.until(lambda: (hra.here / record).exists() and moves_in(hra.read(record)) == 3)


def test_a_play_that_is_open_is_neither_resumed_nor_added_to_and_goes_on_after_ctrl_c(hra):
    started = at_the_table(hra, "stopped.hra")
    hra("play --resume stopped.hra").failing("the game is in use by another program")
    hra("match tictactoe random random --games 2 --record stopped.hra").failing("the game is in use by another program")
    started.interrupt().exits(130)
    hra("play --resume stopped.hra", typed="a2\nc3\n").exits(0)
    assert same_play(hra.read("stopped.hra"), RECORD)


def a_long_match(hra, *more):
    started = hra.start("match", "yahtzee", "random", "--games", "1000000000", "--seed", "1", "--record", "match.hra", *more)
    return started.until(lambda: (hra.here / "match.hra").exists() and hra.read("match.hra"))


def test_ctrl_c_in_a_match_gives_the_figures_so_far_and_as_many_whole_records(hra):
    said = a_long_match(hra, "--json").interrupt().exits(130)
    record = hra.read("match.hra")
    assert shapes.check(said.out, "match")["games"] == len(re.findall("^result ", record, re.M))
    assert len(re.findall("^hra-record ", record, re.M)) == len(re.findall("^result ", record, re.M))


def test_kill_leaves_a_record_that_replays_and_goes_on_to_the_identical_end(hra):
    at_the_table(hra, "killed.hra").kill()
    assert "X, human: b2" in hra("replay killed.hra").good()
    hra("play --resume killed.hra", typed="a2\nc3\n").exits(0)
    assert same_play(hra.read("killed.hra"), RECORD)


def test_kill_in_a_match_leaves_records_that_replay_and_others_can_be_added(hra):
    a_long_match(hra).kill()
    hra("replay match.hra").good()
    hra("match yahtzee random --games 10 --seed 1 --record match.hra").good()
    hra("replay match.hra").good()


# A file of blanks alone is no record of ours.
@pytest.mark.parametrize("whole, torn", [
    (whole, torn) for whole in ("", "hra-record 1\n", RECORD) for torn in ("h", "hra-record 1", " " * 5000) if whole or torn.strip()])
def test_a_line_that_was_cut_off_makes_room(hra, whole, torn):
    hra("match tictactoe random random --games 1 --seed 1 --record more.hra")
    hra.write("torn.hra", whole + torn)
    hra("match tictactoe random random --games 1 --seed 1 --record torn.hra").good()
    assert hra.read("torn.hra") == whole + hra.read("more.hra")
    hra("replay torn.hra").good()
