"""Searches and comparisons: limits, values and what kind of number they are."""
# suites: cli
import json
import re

import pytest


# ---- chance begins -------------------------------------------------------------------------------

def test_where_chance_begins_every_throw_is_told_with_its_best_reply(hra):
    said = hra("search yahtzee --method exact --time 900s").good()
    assert "chance is to move, value 254.588" in said
    assert said.has_line("0.000129 +320.831  keep all")


def test_players_are_compared_by_what_they_expect_of_a_throw(hra):
    said = hra("compare race:pieces=1,track=8,seats=2 exact random").good()
    assert "chance is to move; value: for green" in said
    assert said.has_line("^exact  *-  *0.061 .* yes")
    said = hra("compare race:pieces=1,track=8,seats=2 exact random --json")
    said.json("compare")
    assert '"method":"exact","move":null' in said


def test_a_throw_of_the_lecture(hra):
    said = hra("search", "race:board=lecture", "-m", "expectiminimax:depth=1", "--position", "[10,14],[8,12] green", "--json")
    said.json("chance")
    assert '"value":[9,-9]' in said
    assert '"reply":"10-D2"' in said


def test_who_begins_at_a_decision_says_which_throw_was_taken(hra):
    assert re.search(r"^chance chose the start: draw .* \(seed 1\)$", hra("compare empire montecarlo:playouts=1").exits(0).err, re.M)


# ---- limits --------------------------------------------------------------------------------------

def test_a_limit_that_is_too_small_for_a_move_ends_no_game_but_a_search(hra):
    hra("match checkers alphabeta:nodes=1 random --games 1 --seed 1").good()
    hra("search checkers -m alphabeta:nodes=1").failing(
        "the search ended before any move had a value: nodes=1 is too small; set more")


def test_any_player_searches_deeper_until_its_limit(hra):
    said = hra("search checkers -m alphabeta:full --time 300ms").good()
    assert "(stopped by time=0.3s)" in said
    assert "depth " in said


def test_a_player_of_the_game_searches_too_and_two_threads_keep_to_a_limit_together(hra):
    hra("search checkers -m expert:tablebase-pieces=0 --nodes 20000 --json").json("search")
    said = hra("search checkers -m expert:tablebase-pieces=0,threads=2 --nodes 20000 --json").exits(0)
    assert json.loads(said.out)["nodes"] <= 20000


def test_a_search_that_nothing_limits_is_stopped_and_its_values_are_marked(hra):
    said = hra("search nim:rows=19-23-29 -m minimax").good()  # 5 s
    for text in ("value ~0", "(stopped by time=5s, since no limit was set; ~ marks estimates)", "> a1               ~0"):
        assert text in said


def test_a_judge_that_needs_a_limit_is_refused_by_name(hra):
    hra("match checkers random random --games 1 --seed 1 --record judged.pdn")
    hra("review judged.pdn --analyst alphabeta").wrong("perhaps endless; set depth=")


def test_without_a_limit_a_small_tree_is_searched_whole(hra):
    assert "stopped" not in hra("search tree -m minimax").good()


def test_without_a_player_the_best_one_of_the_game_is_taken(hra):
    assert "0.166667" in hra("search race").good()


def test_a_reference_that_nobody_asked_for_is_not_waited_for(hra):
    assert hra("compare race:seats=2 expectiminimax:depth=1 --time 50ms").exits(0).complains("no exact solution within")


def test_a_time_limit_ends_a_solution_that_is_being_built(hra):
    said = hra("search race:seats=2 --method exact --time 200ms").exits(1)
    assert said.complains("not ready within 0.2 s; use a longer --time T")


# ---- what a number is ----------------------------------------------------------------------------

def test_methods_follow_the_game(hra):
    assert hra("compare tictactoe minimax alphabeta").good().count("^minimax .* yes|^alphabeta .* yes") == 2
    hra("compare tictactoe --methods minimax alphabeta --json").json("compare")


@pytest.mark.parametrize("method", ["andor", "andor:pn"])
def test_a_proof_says_no_more_than_it_proves(hra, method):
    said = hra(f"search tree --method {method}").good()
    assert "a1, value " in said
    assert "unsolved" in said


def test_a_goal_that_is_reached_is_a_bound_and_what_nobody_looked_at_has_no_value(hra):
    said = hra("search tree --method andor:goal=3").good()
    assert "a1, value >=3, solved" in said
    assert said.has_line("^  a2 +-  unknown")
    said = hra("search tree --method andor:goal=3 --json")
    said.json("search")
    assert '"kind":"bound","bound":"at least","proof":"solved"' in said
    assert '{"move":"a2","value":[null,null],"kind":"none","exact":false' in said


def test_compare_says_what_a_number_is(hra):
    said = hra("compare tree mcts:playouts=50,solver=no montecarlo:playouts=50 andor:goal=3 alphabeta").good()
    for line in ("^mcts.* ~[0-9]", r"^montecarlo.* ~[0-9.]* \+- [0-9]", "^andor.* >=3 .* solved", "^alphabeta.*a1  *3 "):
        assert said.has_line(line)
    said = hra("compare tree mcts:playouts=50,solver=no montecarlo:playouts=50 --json")
    said.json("compare")
    assert '"kind":"mean","visits":' in said
    assert '"stderr":' in said


def test_the_cut_that_every_textbook_shows(hra):
    said = hra("tree tree --method alphabeta --format json").json()
    assert said["cutoffs"] == 2
    assert said["nodes"] == 11


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "exact"])
def test_every_method_finds_the_move(hra, method):
    assert hra(f"search tictactoe --method {method} --position X.O/.X./..O --json").json("search")["move"] == "c2"


@pytest.mark.parametrize("command", [
    "play yahtzee:seats=2 random random --adviser random --seed 5", "match tictactoe random random --games 50 --seed 5 --json",
    "search tictactoe --method mcts:playouts=200 --seed 5 --json"])
def test_the_same_seed_the_same_output(hra, command):
    assert hra(command).exits(0).figures() == hra(command).exits(0).figures()
