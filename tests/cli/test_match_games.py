"""hra match --csv, read by Python's csv and summed up to what is printed; --branching, against games that are counted here."""
# suites: cli
import csv
import functools
import json
import math

import pytest

MATCHES = ["empire planner random --rotate --games 12", "yahtzee:rules=plain greedy --games 20", "nim random greedy --games 40 -t 2",
           "tictactoe random random --rotate --games 101", "backgammon random random --games 6",
           "race:seats=3,pieces=1 random greedy random --rotate --games 31"]


def played(hra, match):
    said = json.loads(hra(f"match {match} --seed 5 --csv games.csv --json").good().out)
    with open(hra.here / "games.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return said, rows


def column(rows, name):
    return [float(row[name]) for row in rows]


@pytest.mark.parametrize("match", MATCHES)
def test_rows_sum_up_to_what_is_printed(hra, match):
    said, rows = played(hra, match)
    assert len(rows) == said["games"] and [int(row["game"]) for row in rows] == list(range(1, len(rows) + 1))
    for n, player in enumerate(said["players"], 1):
        scores = column(rows, f"p{n}_score")
        assert {row[f"p{n}_player"] for row in rows} == {player["player"]}
        assert sum(scores) / len(rows) == pytest.approx(player["mean"])
        assert (min(scores), max(scores)) == (player["min"], player["max"])
        if len(said["players"]) > 1:
            won = column(rows, f"p{n}_won")
            assert (won.count(1), len([w for w in won if 0 < w < 1]), won.count(0)) == (player["wins"], player["draws"], player["losses"])
            assert sum(won) / len(rows) == pytest.approx(player["score_rate"], rel=1e-5)  # a third has six digits
        for name, mean in player["statistics"].items():
            key = f"p{n}_" + "".join(c if c.isalnum() else "_" for c in name)
            assert sum(column(rows, key)) / len(rows) == pytest.approx(mean, rel=1e-5), key


@pytest.mark.parametrize("match", MATCHES)
def test_a_row_is_whole(hra, match):
    said, rows = played(hra, match)
    seats = range(1, len(said["players"]) + 1)
    for row in rows:
        assert None not in row and None not in row.values()
        assert sorted(int(row[f"p{n}_seat"]) for n in seats) == list(seats)
        assert sum(int(row[f"p{n}_decisions"]) for n in seats) == int(row["decisions"]) <= int(row["plies"])
        assert int(row["legal_moves"]) >= int(row["decisions"])
        times = sum(float(row[f"p{n}_time_per_decision_s"]) * int(row[f"p{n}_decisions"]) for n in seats)
        assert times == pytest.approx(float(row["seconds"]), rel=1e-4, abs=1e-9)


def test_each_heading_once(hra):
    hra("match empire planner random --games 1 --seed 1 --csv one.csv").good()
    heading = hra.read("one.csv").splitlines()[0].split(",")
    assert len(heading) == len(set(heading))
    assert {"p1_points", "p1_coins_left", "p1_armies", "p1_regions", "p1_won_by_coins", "plies", "p2_time_per_decision_s"} <= set(heading)


def test_merged_parts_have_no_rows(hra):
    hra("match nim --games 2 --store x.db --branching").wrong("--branching and --store exclude each other")
    hra("match nim --games 2 --csv x.txt").wrong("ends with .csv")
    hra("match nim random random --games 4 --seed 1 --part 1/2 -o 1.part")
    for option, words in (("--csv", "--csv x.csv"), ("--branching", "--branching")):
        hra(f"match --merge 1.part {words}").wrong(f"--merge reads totals of games, and {option} needs each game")
    assert not (hra.here / "x.csv").exists()


# ---- branching -----------------------------------------------------------------------------------

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def over(cells):
    return "." not in cells or any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES)


@functools.lru_cache(maxsize=None)
def tictactoe(cells="." * 9, mark="X"):
    """(games, mean plies, mean sum of legal moves) of uniformly random tic-tac-toe from here."""
    if over(cells):
        return 1, 0, 0
    after = [tictactoe(cells[:i] + mark + cells[i + 1:], "O" if mark == "X" else "X") for i in range(9) if cells[i] == "."]
    n = len(after)
    return sum(a[0] for a in after), 1 + sum(a[1] for a in after) / n, n + sum(a[2] for a in after) / n


def branching(hra, match):
    return json.loads(hra(f"match {match} --branching --seed 3 --json").good().out)["branching"]


def test_branching_of_tictactoe(hra):
    games, plies, legal = tictactoe()
    said = branching(hra, "tictactoe random random --games 4000")
    assert games == 255168
    assert abs(said["plies"] - plies) < 4 * said["plies_stderr"] < 0.1
    assert abs(said["moves"] - legal / plies) < 4 * said["moves_stderr"] < 0.1
    assert said["positions_at_least"] == pytest.approx(5478, rel=0.01)
    assert abs(10 ** said["tree_log10"] / games - 1) < 4 * said["tree_stderr"] < 0.02


def test_errors_are_those_of_the_rows(hra):
    said = branching(hra, "nim random random --games 300 --csv games.csv")
    with open(hra.here / "games.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    plies, decisions, legal = (column(rows, name) for name in ("plies", "decisions", "legal_moves"))
    n = len(rows)
    mean = sum(plies) / n
    assert said["plies"] == pytest.approx(mean)
    assert said["plies_stderr"] == pytest.approx(math.sqrt(sum((x - mean) ** 2 for x in plies) / (n - 1) / n))
    ratio = sum(legal) / sum(decisions)
    off = [m - ratio * d for m, d in zip(legal, decisions)]
    assert said["moves"] == pytest.approx(ratio)
    assert said["moves_stderr"] == pytest.approx(math.sqrt(sum(x * x for x in off) / (n - 1) / n) / (sum(decisions) / n))


@pytest.mark.parametrize("tree, leaves", [("(?1/3:(1 2) 2/3:(3 4 5))", 5), ("((1 2)(3 4 5 6)(7 8))", 8)])
def test_chance_counts_by_its_probabilities(hra, tree, leaves):
    said = branching(hra, f"'{tree}' random --games 10")
    assert abs(10 ** said["tree_log10"] / leaves - 1) < 4 * said["tree_stderr"] + 1e-9
    assert said["tree_stderr"] < 0.01


def test_a_number_that_few_games_decide_is_a_bound(hra):
    said = hra("match checkers random random --games 20 --branching --seed 1").good()
    assert said.has_line(r"game tree +10\^[0-9.]+ games, or more: few of the random games decide this number$")
    assert said.has_line(r"positions +at least [0-9.e+]+ \(10\^[0-9.]+\), by random games$")
