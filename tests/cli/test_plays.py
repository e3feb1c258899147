"""Saved games by their numbers, words that search them, and lists longer than a screen."""
# suites: cli
import os
import re

import pytest
from terminal import Terminal, typed

THREE = [("nim", "a1\n", "Anna,Bob"), ("tictactoe", "b2\n", "Cyril,Dana"), ("tictactoe", "b2\na1\nresign\n", "Anna,Emil")]


@pytest.fixture
def saved(hra):
    """Three games, the newest last, each a minute after the one before."""
    hra.env["TZ"] = "UTC"
    for i, (game, moves, names) in enumerate(THREE):
        hra(f"play {game} human human --names {names} --seed {i + 1}", typed=moves).exits(0)
        newest = max(hra.plays(), key=lambda play: play.stat().st_mtime_ns)
        os.utime(newest, (1_700_000_000 + 60 * i,) * 2)
    return hra


def numbers(said):
    return [int(number) for number in re.findall(r"^ +([0-9]+)  2023-11-14 ", said.out, re.M)]


@pytest.mark.parametrize("words, found", [
    ("", [1, 2, 3]), ("anna", [1, 3]), ("tictactoe", [1, 2]), ("unfinished", [2, 3]), ("Anna unfinished", [3]), ("2023-11", [1, 2, 3]),
    ("'O wins'", [1])])
def test_words_search_the_list_by_game_name_date_and_result(saved, words, found):
    assert numbers(saved(f"plays {words}").good()) == found


def test_the_file_has_a_line_of_its_own(saved):
    lines = saved("plays").good().lines
    assert len(lines) == 6 and all(re.fullmatch(r" {6}(nim|tictactoe)-\S+\.hra", line) for line in lines[1::2])


def test_programs_get_the_numbers_of_the_whole_list(saved):
    assert [play["number"] for play in saved("plays Anna --json").json("plays")["plays"]] == [1, 3]


def test_a_number_is_resumed_replayed_reviewed_and_written(saved):
    assert "Dana (O), your move" in saved("play --resume 2", typed="q\n").good()
    os.utime(max(saved.plays(), key=lambda play: play.stat().st_mtime_ns), (1_700_000_060,) * 2)
    assert "Cyril: b2" in saved("replay 2").good()
    assert "Cyril" in saved("review 2").good()
    assert "name 0 Cyril" in saved("plays --export 2").good()
    assert saved("play --resume 1").wrong("this game is over")


def test_a_file_of_that_name_comes_before_the_number(saved):
    saved.write("2", saved("plays --export 3").good().out)
    assert "Anna" in saved("replay 2").good()


def test_what_is_printed_to_go_on_names_the_game_without_its_folder(saved):
    said = saved("play --resume 2", typed="q\n").good()
    name = re.search(r"continue it with:\n  hra play --resume (tictactoe-\S+\.hra)$", said.out, re.M).group(1)
    assert "Dana (O), your move" in saved(f"play --resume {name}", typed="q\n").good()


def test_numbers_are_looked_up_before_a_game_goes(saved):
    said = saved("plays --delete 1 2").good()
    assert said.count("^deleted tictactoe-") == 2
    assert numbers(saved("plays").good()) == [1]
    saved("plays --delete 1 7").failing("no saved game has number 7; 'hra plays' lists 1 to 1")
    assert numbers(saved("plays").good()) == [1]


def test_words_do_not_choose_what_is_deleted(saved):
    saved("plays anna --delete 1").wrong("words search the list")


# ---- lists longer than a screen ------------------------------------------------------------------

@pytest.mark.parametrize("command", ["games", "games checkers", "methods", "players", "help all", "help match", "play --help"])
def test_a_long_list_waits_at_each_screen(hra, command):
    said = typed(hra, command, ["\n", "q\n"], prompt="Enter: more, q: quit>")
    assert said.status == 0 and said.out.count("Enter: more, q: quit>") >= 2


def test_a_short_list_does_not_wait(hra):
    one = Terminal(hra, "players random")
    try:
        said = one.ended()
    finally:
        one.close()
    assert said.status == 0 and "Enter: more" not in said
