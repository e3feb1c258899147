"""Plays that are kept: the list of them, and the folder they lie in."""
# suites: cli
import os
import re

import pytest


def test_without_any_play_that_is_said(hra):
    said = hra("plays").exits(0)
    assert said.complains("No saved games yet")
    assert said.out == ""


def test_kept_plays_are_listed_written_into_files_and_deleted(hra):
    hra("play checkers human human --names Anna,Bob --seed 1", typed="11-15\n")
    hra("play tictactoe human human --seed 1", typed="b2\na1\nresign\n")
    said = hra("plays").good()
    assert "checkers  Anna, Bob: unfinished, 1 ply" in said
    assert "tictactoe  human, human: O wins" in said
    hra("plays --json").json("plays")
    kept = next(play.name for play in hra.plays() if "checkers" in play.name)
    assert hra(f"plays --export {kept} -o exported.pdn").exits(0).is_quiet()
    exported = hra.read("exported.pdn")
    assert "11-15" in exported
    assert "Anna" in exported
    assert re.search(r'^\[Date "20\d\d\.\d\d\.\d\d"\]', exported, re.M)
    said = hra(f"plays --export plays/{kept}").good()
    assert "name 0 Anna" in said
    assert said.count("^# Date: 20") == 1
    assert f"deleted {kept}" in hra(f"plays --delete {kept}").good()
    assert not [play for play in hra.plays() if "checkers" in play.name]
    hra(f"plays --delete {kept}").failing(kept)


def test_nothing_outside_the_folder_is_named(hra):
    hra("plays --export ../../secret").wrong("not a name of an entry")


# ---- what is written where -----------------------------------------------------------------------

TALK = "play tictactoe human human --seed 4"


def nothing_elsewhere(hra):
    return not list(hra.home.iterdir()) and not list(hra.here.iterdir())


def test_data_is_where_plays_are_kept(hra):
    own = hra.folder / "own data"
    hra(*TALK.split(), "--data", own, typed="b2\n").exits(0)
    assert len(list((own / "plays").iterdir())) == 1
    assert nothing_elsewhere(hra)
    assert not (hra.data / "hra" / "plays").exists()
    assert "own data/plays/tictactoe-" in hra("play", "--resume", "--data", own, typed="q\n").exits(0)


def test_else_in_xdg_data_home(hra):
    hra(TALK, typed="b2\n").exits(0)
    assert len(hra.plays()) == 1
    assert nothing_elsewhere(hra)


def test_else_in_local_share(hra):
    hra(TALK, typed="b2\n", XDG_DATA_HOME=None)
    assert len(list((hra.home / ".local/share/hra/plays").iterdir())) == 1


@pytest.mark.parametrize("folder", ["file", "file/below", "/dev/null/hra"])
def test_a_data_folder_that_cannot_be(hra, folder):
    hra.write("file", "")
    folder = hra.here / folder
    said = hra(*TALK.split(), "--data", folder, typed="b2\n").exits(0)
    assert said.err.count("\n") == 1
    assert said.complains(f"{folder} cannot be used")
    assert "The game was not saved" in said


def test_without_home(hra):
    assert hra(TALK, typed="b2\n", XDG_DATA_HOME=None, HOME=None).exits(0).complains("HOME is not set")


@pytest.mark.parametrize("command", ["play tictactoe human human", "session", "hub"])
def test_input_that_cannot_be_read(hra, command):
    folder = os.open("/", os.O_RDONLY)
    said = hra(command, typed=folder).exits(1)
    os.close(folder)
    assert said.complains("cannot read standard input: ")
