"""What odd_answers.txt has no room for: very long lines, options of each command, full disks, closed pipes."""
# suites: cli
import json
import re

import pytest

FIRST = {"play": "play nosuch", "rules": "rules nosuch", "games": "games nosuch", "serve": "serve", "analyse": "analyse nosuch",
         "tree": "tree nosuch", "show": "show nosuch", "solve": "solve nosuch", "rollout": "rollout nosuch",
         "review": "review nosuch.hra", "perft": "perft nosuch 3", "bench": "bench --filter nosuch", "match": "match nosuch",
         "tournament": "tournament nosuch a b", "tune": "tune nosuch p -p c=1,0,2,1", "learn": "learn nosuch",
         "work": "work nosuch.db", "session": "session"}


@pytest.mark.parametrize("command, text", [
    (["perft", "tic\ntac", "3"], "control character"),
    ("play tictactoe random random --record".split() + ["x" * 5000], "the path is longer than"),
    (["play", "--resume", "x" * 5000], "the path is longer than"),
    ("compare tictactoe --methods".split() + 65 * ["minimax"], "found one more: 'minimax'"),
    (["play"] + 65 * ["random"], "found one more: 'random'")], ids=["control", "path", "resumed path", "methods", "players"])
def test_wrong_words(hra, command, text):
    hra(*command).wrong(text)


def test_a_level_of_a_name_that_is_no_player_says_which_player_it_is(hra):
    """In every game that has levels; the player is one of the game."""
    games = json.loads(hra("games --json").good().out)["games"]
    with_levels = [game for game in games if game.get("levels")]
    assert len(with_levels) >= 10
    for game in with_levels:
        levels = game["levels"]["of"]
        for typed, number in ((2, 2), (99, len(levels))):
            player = levels[number - 1]["player"]
            hra(f"play {game['name']} nobody:level={typed}").wrong(f"level {number} of its {len(levels)} levels is the player '{player}'")


def test_a_variant_typed_as_a_game_says_its_options(hra):
    """In every game: the beginning of its name as `hra games --json` has it."""
    games = json.loads(hra("games --json").good().out)["games"]
    variants = [(game["name"], variant) for game in games for variant in game.get("variants", [])]
    assert len(variants) >= 12
    for game, variant in variants:
        name = re.split(r" *[(,:]", variant["name"])[0]
        hra("play", name).wrong(f"did you mean '{game}:{variant['options']}'?")


@pytest.mark.parametrize("command", FIRST)
def test_options_are_checked_before_anything_is_opened(hra, command):
    """What the command names is not there, and yet the value of each option of the help is what is wrong."""
    page = hra(f"help {command}").good().out
    typed = [(name, value) for name, value in re.findall(r"^  (?:-., |    )--([a-z-]+)(?: ([^ ]+))?", page, re.M)
             if re.fullmatch(r"[NTSRA]|SIZE|.*[,|](?!\.\.\.).*", value)]  # NAME,... depends on the seats of the game
    for name, value in typed:
        hra(f"{FIRST[command]} --{name} x").wrong(f"--{name}")


def test_a_long_match_takes_no_memory_for_the_games_to_come(hra):
    started = hra.start("match tictactoe random random --games 1000000000000 --threads 2 --record many.hra")
    started.until(lambda: (hra.here / "many.hra").exists() and hra.read("many.hra"))
    said = started.interrupt().exits(130)
    assert said.err.startswith("hra: interrupted after ")
    assert said.out


# ---- a full disk, a closed pipe ------------------------------------------------------------------

@pytest.mark.parametrize("command", [
    "perft tictactoe 3", "games --json", "match tictactoe random random --games 10 --json", "play tictactoe random random --seed 1"])
def test_standard_output_is_full(hra, command):
    hra.shell(f'"$hra" {command} >/dev/full </dev/null').failing("No space left")


def test_a_play_goes_on_when_its_record_cannot(hra):
    said = hra("play tictactoe human random --seed 3 --record /dev/full", typed="b2\n").exits(1).one_line("")
    assert "The game was not saved" in said


@pytest.mark.parametrize("command", [
    "games", "play yahtzee random --adviser random --seed 1", "match tictactoe random random --games 5000"])
def test_a_closed_pipe_is_no_reason_to_hang(hra, command):
    """The run helper ends the test that hangs."""
    said = hra.shell(f'"$hra" {command} </dev/null | head -n 1; exit "${{PIPESTATUS[0]}}"')
    assert len(said.lines) == 1, said
