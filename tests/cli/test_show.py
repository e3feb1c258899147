"""JSON for programs, positions as pictures, perft, and the game that a position names."""
# suites: cli
import re
import shutil
import subprocess

import pytest
from test_help import GAMES

ID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10"


@pytest.mark.parametrize("command, kind", [("games", "games"), ("games tictactoe", "games"), ("methods", "methods")])
def test_lists_in_json(hra, command, kind):
    hra(f"{command} --json").json(kind)


def test_perft_of_tic_tac_toe(hra):
    said = hra("perft tictactoe 9 --json").json("perft")
    assert said["leaves"] == 127872
    assert said["nodes"] == 549946


def test_perft_of_each_move(hra):
    assert hra("perft tictactoe 2 --divide --json").json("perft")["leaves"] == 72


def test_perft_of_dice_counts_252_grouped_outcomes(hra):
    assert hra("perft yahtzee 1 --json").json("perft")["leaves"] == 252


def test_bench_in_json(hra):
    hra("bench --filter tictactoe-perft --runs 1 --json").json("bench")


# ---- positions -----------------------------------------------------------------------------------

@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_shown(hra, game):
    hra("show", game).good()
    hra("show", game, "--dice", "manual", "--json").json("show")
    svg = hra("show", game, "--svg", "-").good()
    if shutil.which("xmllint"):
        subprocess.run(["xmllint", "--noout", "-"], input=svg.bytes, check=True)
    assert hra("show", game, "-o", "board.svg").exits(0).is_quiet()
    assert re.search("^<svg", hra.read("board.svg"), re.M)


def test_moves_are_made(hra):
    assert hra("show tictactoe --moves b2 a1 --json").json("show")["position"] == "O../.X./..."
    assert "O" in hra("show tictactoe --moves b2 a1").good()


@pytest.mark.parametrize("command", ["match backgammon greedy random --games 2", "tournament backgammon greedy random --groups 1"])
def test_the_first_opening_of_a_file_names_the_game_of_all(hra, command):
    hra.write("ids.txt", "# of a match\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:5:10\n")
    assert '"game":"backgammon:match-length=5,score=3-2"' in hra(f"{command} --seed 1 --openings ids.txt --json").good()


@pytest.mark.parametrize("command", [
    "show GAME --json", "search GAME -m expert:plies=0 --json", "compare GAME greedy random --json", "perft GAME 1 --json",
    "tree GAME --method greedy --format json", "rollout GAME --player greedy --trials 36 --truncate 1 --best 2 --json"])
def test_an_id_opens_the_game_that_it_names_but_what_the_spec_says_holds(hra, command):
    said = hra(*command.replace("GAME", "backgammon").split(), "--position", ID).exits(0)
    assert '"game":"backgammon:match-length=7,score=3-2"' in said
    said = hra(*command.replace("GAME", "backgammon:match-length=5,cube=no").split(), "--position", ID).exits(0)
    assert '"game":"backgammon:match-length=5,cube=no,score=3-2"' in said


def test_solve_with_the_cube_of_an_id(hra):
    said = hra("solve", "backgammon:checkers=1,max-cube=0,gammons=no", "--position",
               "XGID=-a----------------------A-:0:0:1:00:0:0:0:0:10", "--json")
    said.json("solve")
    assert '"game":"backgammon:checkers=1,max-cube=0,gammons=no,cube"' in said


def test_of_what_was_copied_the_first_line_is_read(hra):
    said = hra("show", "backgammon", "--position", ID + "\r\nX:P   O:Q\r\nScore is X:3 O:2 7 pt.(s) match.", "--json").good()
    assert '"game":"backgammon:match-length=7,score=3-2"' in said


def test_a_game_of_a_file_has_a_head(hra, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text('[Event "Spring Open"]\n[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 1-0\n')
    head = "Anna - Ben; Spring Open; 1-0\n"
    assert hra("show", file, "--ply", "2").good().out.startswith(head + "chess:draws=claim, ply 2 of 3\n")
    assert hra("replay", file).good().out.startswith(head + "chess:draws=claim\n")
    assert hra("show", file, "--json").json()["position"].startswith("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/")
    assert "Anna" not in hra("show", "chess").good().out
