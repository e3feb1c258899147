"""hra review: whose decisions, the worst of them, and what the file says."""
import json
import re
import shutil

import pytest

from conftest import ROOT
from terminal import Terminal

JUDGE = "--analyst expert:plies=0"
PDN = """[Event "Spring Open"]
[Site "Brno"]
[Round "3"]
[Date "2026.03.01"]
[Black "Anna"]
[White "Ben"]
[Result "1-0"]
1. 11-15 23-18 2. 8-11 27-23 3. 11-16 18-11 1-0

[Black "Ben"]
[White "Cyril"]
[FEN "W:W21,27,32:B10,14,1"]
14. ... 27-24 15. 1-5 24-19 16. 5-9 *
"""


@pytest.fixture
def games(hra):
    (hra.here / "games.pdn").write_text(PDN)
    shutil.copy(ROOT / "tests/games/gnubg-3-point-1.mat", hra.here / "match.mat")


def review(hra, command):
    return hra("review " + command + (" --nodes 500" if ".pdn" in command else " " + JUDGE)).good()


def test_json_has_only_decisions_of_that_seat_and_says_so(hra, games):
    whole, white = (hra(f"review match.mat {JUDGE} --json {of}").good().out.splitlines()[0] for of in ("", "--of white"))
    whole, white = json.loads(whole), json.loads(white)
    moves = [move for move in whole["moves"] if move["seat"] == white["of"]]
    assert "of" not in whole and whole["seats"] == white["seats"]
    assert [move for move in white["moves"] if move["seat"] is not None] == moves
    rolls = [move["ply"] for move in white["moves"] if move["seat"] is None]
    assert rolls and all(any(move["ply"] > ply for move in moves) for ply in rolls[:-1])


# ---- what the file says ---------------------------------------------------------------------------

def test_tags_and_players_of_the_file_are_shown(hra, games):
    said = review(hra, "games.pdn --game 1")
    assert said.has_line("^games.pdn:1: Anna - Ben$")
    assert said.has_line("^Spring Open; Brno; round 3; 2026.03.01; 1-0$")
    assert "Spring Open" in review(hra, "games.pdn --game 1 --format text").out
    assert "Spring Open" in review(hra, "games.pdn --game 1 --format html").out


def test_moves_have_the_numbers_of_the_file(hra, games):
    assert {"14", "15", "16"} <= set(re.findall(r"^ +(\d+) (?:Black|White)", review(hra, "games.pdn --game 2 --all-moves").out, re.M))
    numbers = re.findall(r"^ *(\d+):(\d+) (?:Black|White) ", review(hra, "match.mat --all-moves").out, re.M)
    assert ("1", "1") in numbers and len({game for game, _ in numbers}) == 3
    row = review(hra, "match.mat --all-moves --format csv").out.splitlines()[-1]
    assert re.fullmatch(r"3:\d+", row.split(",")[-1])


def test_a_record_of_hra_counts_turns(hra):
    hra("play tictactoe random random --seed 3 --record game.hra").good()
    said = hra("review game.hra --of O").good()
    assert said.has_line("^tictactoe, seed 3, game 0; analyst exact$") and said.has_line("^turn player$")
    assert said.has_line("^   1 O ") and not said.has_line("^ +[0-9]+ X ")


# ---- whose ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("whose", ["Black", "black", "Anna", "ann"])
def test_of_shows_one_player(hra, games, whose):
    said = review(hra, f"games.pdn --game 1 --all-moves --of {whose}")
    assert said.has_line("^ +1 Black ") and not said.has_line("^ +1 White ")
    assert "White    Ben" not in said.out and said.has_line("^  win probability of Black, Anna$")


def test_of_follows_a_name_to_any_seat_and_leaves_games_of_others_out(hra, games):
    said = review(hra, "games.pdn --of Ben")
    assert said.has_line("^  White    Ben ") and said.has_line("^  Black    Ben ")
    said = review(hra, "games.pdn --of Cyril")
    assert "Anna" not in said.out and "Cyril" in said.out


@pytest.mark.parametrize("list_of", ["--summary", "--trend year"])
def test_of_holds_for_lists_too(hra, games, list_of):
    said = review(hra, f"games.pdn {list_of} --of Ben").out
    assert "Ben" in said and "Anna" not in said and "Cyril" not in said
    assert "Anna" in review(hra, f"games.pdn {list_of}").out


def test_of_holds_for_luck_too(hra):
    hra("match backgammon random greedy --games 1 --seed 1 --record luck.hra").good()
    both = hra("review luck.hra --analyst greedy --luck 3").good().out
    said = hra("review luck.hra --analyst greedy --luck 3 --of greedy").good().out
    assert "random" in both.split("analyst")[-1] and "random" not in "".join(said.splitlines(True)[2:])


def test_of_somebody_else_is_an_error(hra, games):
    hra("review games.pdn --nodes 100 --of Zoe").wrong("--of 'Zoe' fits no single player; players are: Black (Anna), White (Ben)")


def test_the_only_person_comes_first(hra):
    hra("play tictactoe random human --seed 3", typed="b2\nq\n")
    hra("play tictactoe human random --seed 3 --record one.hra", typed="b1\na2\nc3\nb3\na3\nc2\na1\nc1\nb2\n")
    hra("play tictactoe random human --seed 4 --record two.hra", typed="b1\na2\nc3\nb3\na3\nc2\na1\nc1\nb2\n")
    for file, mine in (("one.hra", "X"), ("two.hra", "O")):
        sums = hra("review", file).good().out.split("expected")[1]
        assert re.search(r"^  ([XO]) ", sums, re.M)[1] == mine


def test_reports_are_of_one_player_too(hra, games):
    rows = review(hra, "match.mat --of root --format csv").out.splitlines()[1:]
    assert rows and all(",root," in row for row in rows)


# ---- the worst ------------------------------------------------------------------------------------

def worst(said):
    return [float(cost) for cost in re.findall(r"^ +\d+ +([\d.]+)%? .*: ", said.out, re.M)]


def test_the_worst_are_sorted_and_have_positions(hra, games):
    said = review(hra, "match.mat --worst 4")
    assert len(worst(said)) == 4 and worst(said) == sorted(worst(said), reverse=True)
    ids = re.findall("^ +(XGID=.*)$", said.out, re.M)
    assert len(ids) == 4 and said.has_line(r"^ +match.mat:1, move \d:\d+$")
    assert hra("analyse", ids[0], "--multipv", "1").good()
    fens = re.findall("^ +([BW]:[BW].*)$", review(hra, "games.pdn --worst 3").out, re.M)
    assert fens and hra("analyse", fens[0], "--nodes", "100").good()


def test_the_worst_as_json(hra, games):
    lists = review(hra, "match.mat --worst 2 --json").json()["worst_lists"]
    assert len(lists) == 1 and len(lists[0]["worst"]) == 2
    first = lists[0]["worst"][0]
    assert first["cost"] > first["loss"] > 0 and first["position"].startswith("XGID=") and ":" in first["place"]
    hra("review match.mat --worst 2 --format csv " + JUDGE).wrong("--worst is for text and JSON, not for csv")


def test_a_terminal_sees_how_far_a_review_is(hra, games):
    at = Terminal(hra, "review match.mat --worst 1 " + JUDGE)
    said = at.ended()
    at.close()
    assert said.status == 0 and "reviewing game 1, 0 %" in said.out
    assert hra("review match.mat --worst 1 " + JUDGE).good()


# ---- numbers and curves ---------------------------------------------------------------------------

def test_losses_have_the_unit_of_their_grades(hra, games):
    said = review(hra, "match.mat")
    bounds = {"?!": (0.04, 0.08), "?": (0.08, 0.16), "??": (0.16, 9), "": (0, 0.04)}
    losses = re.findall(r" loss +([\d.]+) (\S*) +better", said.out)
    assert losses
    for loss, sign in losses:
        low, high = bounds[sign]
        assert low - 0.001 <= float(loss) <= high + 0.001


def test_each_seat_has_a_curve(hra, games):
    assert review(hra, "games.pdn --game 1").has_line("^  win probability: 1 Black, Anna; 2 White, Ben$")
    page = review(hra, "games.pdn --game 1 --format html").out
    assert 'path class="curve0" d="M68' in page and 'path class="curve1" d="M68' in page
    page = review(hra, "games.pdn --game 1 --format html --of White").out
    assert 'path class="curve0" d="M68' not in page and 'path class="curve1" d="M68' in page
