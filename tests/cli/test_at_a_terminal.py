"""What a person at a terminal finds: an opponent, questions before what cannot be taken back, words as people type them."""
# suites: cli; priority: 1
import pytest
from terminal import typed


def enter(*lines):
    return [line + "\r" for line in lines]


def flat(said):
    return " ".join(said.out.split())


# ---- the opponent ----------------------------------------------------------------------------------

@pytest.mark.parametrize("game, player", [
    ("tictactoe", "exact"), ("nim", "exact"), ("matches", "exact"), ("race:seats=2", "expectimax:depth=2,eval=progress"),
    ("empire:first-player=0", "expert:level=4"), ("yahtzee:seats=2", "montecarlo:playouts=20"),
    ("backgammon:checkers=3 human", "expectiminimax:depth=2,eval=bearoff(two-sided=6)"),
    ("checkers human --position W:WK30:BK3", "expert:level=3")])
def test_a_game_has_an_opponent_which_the_first_line_says(hra, game, player):
    name = game.split()[0]
    said = flat(typed(hra, f"play {game} --seed 1", enter("q")).exits(0))
    assert f". Opponent: {player}; choose another: hra play {name} human PLAYER; 'hra games {name.split(':')[0]}' lists them" in said


def test_in_czech(hra):
    said = flat(typed(hra, "play nim --seed 1", enter("q"), "> ", LANGUAGE="cs", LC_ALL="C.UTF-8").exits(0))
    assert "Soupeř: exact; jiného zvolíte takto: hra play nim human HRÁČ;" in said


def test_several_opponents_and_a_person_behind_a_program(hra):
    said = flat(typed(hra, "play race --seed 1", enter("q")).exits(0))
    assert "Opponents: expectimax:depth=2,eval=progress; choose others: hra play race human PLAYER...;" in said
    said = flat(typed(hra, "play tictactoe random --seed 1", enter("q")).exits(0))
    assert "O, your move" in said and "Opponent" not in said


def test_two_persons_and_a_game_for_one(hra):
    assert "Opponent" not in typed(hra, "play nim human human --names '' --seed 1", enter("q")).exits(0)
    said = flat(typed(hra, "play yahtzee --seed 1", enter("q")).exits(0))
    assert "You play alone; to choose an opponent: hra play yahtzee human PLAYER;" in said


def test_pacman_says_it_where_the_board_is(hra):
    assert "Opponents: directional; choose others: hra play pacman" in typed(hra, "play pacman --seed 1", ["q"], "? keys").exits(0)


def test_a_script_without_players_is_watched_as_before(hra):
    said = hra("play nim --seed 1").good()
    assert "Opponent" not in said and "player 1, exact" in said
