"""Tournaments: ratings and matrix, sequential tests, openings, games that are ended early, records, Ctrl-C."""
# suites: cli; priority: 1
import re
import xml.dom.minidom

import pytest

TRIO = "tournament tictactoe random greedy minimax"
PAIR = "tournament tictactoe greedy random"
TWO = "# two\nX../.O./...\n\nX../O../...\n"


def lines_with(text, record):
    return len(re.findall(text, record, re.M))


# ---- ratings -------------------------------------------------------------------------------------

def test_a_table_of_ratings_the_best_first(hra):
    said = hra(f"{TRIO} --groups 40 --seed 1").good()
    assert said.has_line(r"^  3  minimax  *\+")
    assert said.out.index("minimax") < said.out.index("  random ")
    assert "Score rate of the row against the column" in said
    assert "greedy and minimax play the same moves in every group" in said  # they count once
    assert max(map(len, said.lines)) <= 80


def test_json_is_the_same_for_any_number_of_threads(hra):
    command = "tournament race:seats=3,pieces=2 random greedy random greedy --groups 20 --seed 2 --json --threads"
    assert hra(f"{command} 1").good().out == hra(f"{command} 3 --affinity").good().out


def test_a_model_that_knows_draws_the_best_first(hra):
    said = hra(f"{TRIO} --groups 10 --seed 1 --ties").good()
    assert "Strengths by a model with draws" in said
    assert "(a tie of 2 equals is " in said
    assert said.has_line(r"^  3  *\+[0-9.]* \+- [0-9.]*  minimax$")
    assert max(map(len, said.lines)) <= 80
    said = hra(f"{TRIO} --groups 10 --seed 1 --ties --json").good()
    assert said.has_line(r'"ties":\{"tie":\[[0-9.]*\],"players":\[\{"player":"random","name":"random","log_strength":-')


def test_who_runs_out_of_time_has_lost(hra):
    assert "out of time 8" in hra("tournament tictactoe minimax:clock=1us greedy random --groups 2 --seed 1").good()


def test_a_gauntlet_leaves_out_those_who_do_not_meet_the_first(hra):
    said = hra("tournament tictactoe greedy random minimax --gauntlet --groups 10 --seed 1 --json")
    assert re.findall(r'"players":\[[0-9],[0-9]\]', said.out) == ['"players":[0,1]', '"players":[0,2]']


# ---- sequential tests ----------------------------------------------------------------------------

def test_a_test_is_decided(hra):
    said = hra(f"{PAIR} --sprt 0,40 --seed 1").good()
    for text in ("test of 0 against 40 normalized Elo", "40 is accepted", "game pairs with"):
        assert text in said


def test_and_the_other_way_or_not(hra):
    assert ": 0 is accepted" in hra("tournament tictactoe random greedy --sprt 0,40 --seed 1")
    assert "not decided" in hra("tournament tictactoe random random --sprt 0,5 --groups 3 --seed 1")


def test_a_line_for_each_step_of_it(hra):
    assert hra(f"{PAIR} --sprt 0,40 --seed 1 --verbose").has_line(
        "^greedy [0-9.]*, random [0-9.]*; [0-9]* groups, log-likelihood ratio")


def test_a_picture_of_a_test(hra):
    hra(f"{PAIR} --sprt 0,40 --seed 1 --report test.svg").good()
    assert "log-likelihood ratio" in hra.read("test.svg")
    xml.dom.minidom.parse(str(hra.here / "test.svg"))


def test_a_picture_of_ratings_and_points(hra):
    hra("tournament tictactoe minimax:depth=2 random greedy --groups 10 --seed 1 --report all.svg").good()
    assert "score rate of the row" in hra.read("all.svg")
    assert lines_with("<circle", hra.read("all.svg")) == 3


def test_a_picture_of_one_kind_only(hra):
    assert hra(f"{PAIR} --report x.jpg").exits(2).complains("ends with .svg, .png, .pdf, .gif or .html")


def test_more_threads_than_cores_are_told_to_who_thinks_by_the_clock(hra):
    assert re.search("^200 cores are needed", hra(f"{PAIR} --groups 2 --threads 200 --seed 1 --time 1s").exits(0).err, re.M)


# ---- records -------------------------------------------------------------------------------------

def test_a_game_is_played_again_by_its_number(hra):
    hra("tournament tictactoe random greedy --groups 5 --seed 1 --record five.hra")
    hra("match tictactoe random greedy --rotate --games 10 --part 3/5 --seed 1 --record third.hra -o third").good()
    five = re.split("^(?=hra-record)", hra.read("five.hra"), flags=re.M)[1:]
    third = re.split("^(?=hra-record)", hra.read("third.hra"), flags=re.M)[1:]
    assert len(third) == 2
    assert [game.rstrip("\n") for game in third] == [game.rstrip("\n") for game in five[4:6]]


def test_records_of_all_games(hra):
    hra("tournament tictactoe random greedy random --groups 5 --seed 1 --record all.hra").good()
    assert lines_with("^result ", hra.read("all.hra")) == 30


def test_those_of_a_pairing_are_those_of_a_match(hra):
    hra("tournament tictactoe random greedy --groups 5 --seed 1 --record pairing.hra")
    hra("match tictactoe random greedy --rotate --games 10 --seed 1 --record match.hra")
    assert hra.read("pairing.hra") == hra.read("match.hra")


def test_ctrl_c_rates_what_was_played(hra):
    started = hra.start("tournament yahtzee random greedy --groups 1000000000 --seed 1 --record stopped.hra")
    started.until(lambda: (hra.here / "stopped.hra").exists() and hra.read("stopped.hra"))
    said = started.interrupt().exits(130)
    assert "(interrupted)" in said
    assert "Elo" in said


# ---- openings ------------------------------------------------------------------------------------

def test_a_match_from_openings_says_from_which_and_a_tournament_has_the_same_games(hra):
    hra.write("two.txt", TWO)
    said = hra("match tictactoe random greedy --rotate --games 6 --seed 1 --openings two.txt --verbose --record opened.hra").good()
    assert said.count(r"from X../O../\.\.\.$") == 2
    assert said.has_line(r"^game 5: .* from X../.O./\.\.\.$")
    assert lines_with(r"^position X../O../\.\.\.$", hra.read("opened.hra")) == 2
    hra("review opened.hra --analyst minimax").good()
    said = hra("tournament tictactoe random greedy --groups 3 --seed 1 --openings two.txt --record opened-too.hra").good()
    assert hra.read("opened.hra") == hra.read("opened-too.hra")
    assert "2 openings, repeated" in said


def test_a_store_keeps_openings_and_the_file_is_not_needed(hra):
    hra.write("two.txt", TWO)
    said = hra(f"{TRIO} --groups 9 --seed 4 --openings two.txt --opening-order random --json --store opened.store").good()
    assert '"openings":2' in said
    (hra.here / "two.txt").unlink()
    assert hra("tournament resume opened.store --json --threads 2").good().out == said.out
    assert "greedy and minimax play the same moves from the same opening" in hra("tournament report opened.store")


# ---- games that are ended early ------------------------------------------------------------------

def test_games_are_ended_early_and_counted(hra):
    early = ("tournament checkers:ballot=all,tablebase-pieces=2 alphabeta:depth=2 alphabeta:depth=1 --groups 6 --seed 1"
             " --resign movecount=2,score=0.3,twosided=yes --draw movenumber=15,movecount=5,score=0.1 --max-plies 60 --tablebases")
    said = hra(f"{early} --record early.hra --store early.store").good()
    for text in ("games adjudicated: ", "as draws", "as resigned"):
        assert text in said
    record = hra.read("early.hra")
    assert lines_with("^adjudicated draw 0$", record)  # records say why
    assert lines_with("^adjudicated resign -1$", record)
    assert lines_with("^result", record) == 12
    report = hra("tournament report early.store --json").good()
    assert '"adjudicated":{"tables":' in report
    assert hra(f"{early} --json --threads 2").good().out == report.out
    assert hra("tournament resume early.store --json").good().out == report.out  # a store knows when games are ended
    assert "Adjudicated: " in hra("replay early.hra")
    hra("review early.hra --analyst alphabeta:depth=1").good()


# ---- wrong use -----------------------------------------------------------------------------------

@pytest.mark.parametrize("words, text", [line.split("|") for line in """
tictactoe random|takes 2 to 256 players, not 1
tictactoe random human|a tournament takes only programs
tictactoe random rendom|did you mean 'random'?
tictactoe random greedy --sprt 0|--sprt takes two numbers, such as 0,5
tictactoe random greedy --sprt 5,0|tournament: --sprt: the hypotheses 5 and 0 are in the wrong order
tictactoe random greedy --sprt 0,90|tournament: --sprt: the hypotheses 0 and 90 are more than
tictactoe random greedy random --sprt 0,5|--sprt compares two players, not 3
tictactoe random greedy --sprt 0,5 --sprt-errors 0,2|tournament: --sprt-errors: error rates 0 and 2
tictactoe random greedy --sprt-errors 0.1,0.1|--sprt-errors needs --sprt
tictactoe random greedy --sprt 0,5 --gauntlet|--gauntlet and --sprt exclude each other
tictactoe random greedy --groups 0|--groups takes a whole number from 1
yahtzee optimal random --max-plies 9|--max-plies: adjudication needs a two-player zero-sum game, and Yahtzee
race:seats=2,pieces=1 random random --tablebases|--tablebases: Race has chance: the value of a position does not decide a game
backgammon random random --resign movecount=2,score=0.9|--resign: resignations need a game in which a loss always costs 1
tictactoe random greedy --draw movecout=3|--draw has no option 'movecout'; it takes movenumber, movecount, score; did you mean 'movecount'?
tictactoe random greedy --resign score=0|--resign: option 'score' takes
tictactoe random greedy --openings bad.txt|bad.txt: line 2, character 8: expected nine of X O .
tictactoe random greedy --openings bad.txt --opening-order wild|--opening-order takes sequential
tictactoe random greedy --opening-order random|--opening-order needs --openings FILE
tictactoe minimax exact --sprt 0,5|played the same moves in each of 4 groups
""".strip().splitlines()])
def test_refused(hra, words, text):
    hra.write("bad.txt", "X../.O./...\nXO./...\n")
    hra(f"tournament {words}").wrong(text)


def write_players(hra, count):
    """A file of that many cheap players, all different."""
    lines = [f"mcts:playouts={1 + k % 4},c={1 + k / 1000},memory=1M" for k in range(count)]
    hra.write("players.txt", "# a class\n\n" + "\n".join(lines) + "\n")
    return lines


def test_two_hundred_players(hra):
    """Every pair meets; the table has every player, the crosstable those that fit."""
    lines = write_players(hra, 200)
    said = hra("tournament matches --players players.txt --groups 1 --seed 1").good()
    assert said.has_line(r"^matches: 19900 pairings, 19900 groups of 2 games")
    rows = [line.split() for line in said.lines if " mcts:" in line and line.endswith("%")]
    assert sorted(int(row[0]) for row in rows) == list(range(1, 201))
    assert all(row[1] == lines[int(row[0]) - 1][:30] and row[5] == "398" for row in rows)
    assert abs(sum(float(row[6]) for row in rows) / 200 - 50) < 0.1
    assert [float(row[2]) for row in rows] == sorted((float(row[2]) for row in rows), reverse=True)
    table = [line.split() for line in said.lines[said.lines.index(next(line for line in said.lines if "of the first 18" in line)) + 1:]][:19]
    assert table[0] == [row[0] for row in table[1:]] == [row[0] for row in rows[:18]]
    assert all(len(line) <= 80 for line in said.lines)
    for i in range(18):  # what one has the other has not
        assert all(i == k or abs(float(table[1 + i][1 + k]) + float(table[1 + k][1 + i]) - 100) <= 1 for k in range(18))


def test_typed_players_and_listed_ones(hra):
    """70 players: points of the pairings add up to those of the players, computed here."""
    write_players(hra, 69)
    said = hra("tournament matches random --players players.txt --groups 1 --seed 1 --json").json("any")
    assert len(said["players"]) == 70 and said["players"][0]["player"] == "random"
    assert len(said["pairings"]) == 70 * 69 // 2
    points = [0] * 70
    for pairing in said["pairings"]:
        for player, got in zip(pairing["players"], pairing["points"]):
            points[player] += got
    assert points == [player["points"] for player in said["players"]]


def test_players_that_are_too_many_or_wrong(hra):
    write_players(hra, 257)
    hra("tournament matches --players players.txt --seed 1").wrong("at most 256 players")
    hra.write("players.txt", "random\nnonsense\n")
    hra("tournament matches --players players.txt --seed 1").wrong("nonsense")
    hra.write("players.txt", "# nobody\n")
    hra("tournament matches --players players.txt --seed 1").wrong("takes 2 to 256 players, not 0")
