"""Rows of games of tournaments and of stored runs, against the tables; programs that stay up, and the time they take to start."""
# suites: cli
import collections
import csv
import io
import json
import sys

import pytest
from conftest import ROOT

BOT = ROOT / "docs" / "examples" / "ugi_bot.py"


def rows(hra, name):
    return list(csv.DictReader(io.StringIO(hra.read(name))))


def without_times(table):
    return [{key: value for key, value in row.items() if not key.endswith("_s") and key != "seconds"} for row in table]


def counted(table, seats):
    """Points of each player in each pairing, from rows alone."""
    points = collections.defaultdict(float)
    for row in table:
        for n in range(1, seats + 1):
            points[int(row["pairing"]), row[f"p{n}_player"]] += float(row[f"p{n}_won"])
    return points


@pytest.mark.parametrize("game, players, seats", [("tictactoe", "random greedy random:name=Dice", 2), ("nim", "greedy minimax:depth=1 random", 2),
                                                  ("race:seats=3,pieces=1", "random greedy random:name=B", 3), ("checkers", "random greedy", 2)])
def test_rows_are_the_games_that_count(hra, game, players, seats):
    said = json.loads(hra(f"tournament {game} {players} -n 12 --seed 4 -t 2 --csv g.csv --json").good().out)
    table, specs = rows(hra, "g.csv"), [player["player"] for player in said["players"]]
    points = counted(table, seats)
    for n, pairing in enumerate(said["pairings"], 1):
        of = [row for row in table if int(row["pairing"]) == n]
        assert len(of) == pairing["groups"] * seats and len({row["game"] for row in of}) == len(of)
        for place, player in enumerate(pairing["players"]):
            assert points[n, specs[player]] == pytest.approx(pairing["points"][place], abs=1e-4)
            seats_had = collections.Counter(row[f"p{place + 1}_seat"] for row in of)
            assert set(seats_had.values()) == {pairing["groups"]} and len(seats_had) == seats


def test_rows_have_the_facts_of_a_match(hra):
    hra("tournament tictactoe random greedy -n 9 --seed 4 --csv t.csv").good()
    hra("match tictactoe random greedy -n 18 --rotate --seed 4 --csv m.csv").good()
    tournament = without_times(rows(hra, "t.csv"))
    assert {row.pop("pairing") for row in tournament} == {"1"} and tournament == without_times(rows(hra, "m.csv"))


def test_each_plays_alone(hra):
    said = json.loads(hra("tournament yahtzee:rules=plain random greedy -n 6 --seed 4 --csv g.csv --json").good().out)
    table = rows(hra, "g.csv")
    score = {(row["group"], row["p1_player"]): float(row["p1_score"]) for row in table}
    wins = sum(score[str(g), "greedy"] > score[str(g), "random"] for g in range(1, 7))
    assert len(table) == 12 and said["pairings"][0]["points"][1] == pytest.approx(wins)


@pytest.mark.parametrize("run", ["match tictactoe random greedy -n 50 --rotate", "tournament tictactoe random greedy random:name=B -n 9"])
def test_a_store_lists_its_games(hra, run):
    command = run.split()[0]
    hra(f"{run} --seed 4 --csv alone.csv").good()
    hra(f"{run} --seed 4 --store s.db --csv stored.csv").good()
    hra(f"{command} report s.db --csv again.csv").good()
    alone = without_times(rows(hra, "alone.csv"))
    assert without_times(rows(hra, "stored.csv")) == alone == without_times(rows(hra, "again.csv"))
    assert hra.read("stored.csv") == hra.read("again.csv")  # times, too, are those of the games


@pytest.mark.parametrize("run", ["match nim random greedy -n 5", "tournament nim random greedy -n 5"])
def test_a_store_without_rows_says_so(hra, run):
    hra(f"{run} --seed 4 --store s.db").good()
    assert "was started without --csv" in hra(f"{run.split()[0]} report s.db --csv g.csv").err
    hra(f"{run} --seed 4 --store other.db --csv g.csv").good()
    hra(f"{run.split()[0]} resume other.db").good()


# ---- programs ------------------------------------------------------------------------------------


def bot(hra, name, delay=0):
    """A bot that notes that it was started, and takes some time for it."""
    (hra.here / f"{name}.py").write_text(f"import time\nopen('{name}.started', 'a').write('x')\ntime.sleep({delay})\n"
                                         + BOT.read_text(encoding="utf-8").split('"""', 2)[2].replace("Python bot", name), encoding="utf-8")
    return f'ext:cmd="{sys.executable} {name}.py"'


def test_programs_stay_up_between_pairings(hra):
    players = [bot(hra, "one"), bot(hra, "two"), "random", "greedy"]
    hra("tournament", "tictactoe", *players, "-n", "8", "--seed", "1").good()
    assert len(hra.read("one.started")) <= 2 and len(hra.read("two.started")) <= 2  # once to try it, once to play


def test_the_first_decision_is_apart(hra):
    slow = bot(hra, "slow", 0.3)
    said = json.loads(hra("match", "tictactoe", slow, "random", "-n", "4", "--seed", "1", "--csv", "g.csv", "--json").good().out)
    table, times = rows(hra, "g.csv"), said["times"][0]
    first = [float(row["p1_first_decision_s"]) for row in table]
    assert first[0] >= 0.3
    assert times["firsts"] == 4 and times["first_max"] >= 0.3 and times["first_seconds"] == pytest.approx(sum(first), rel=1e-3)
    assert times["decisions"] == sum(int(row["p1_decisions"]) for row in table)
    shown = hra("match", "tictactoe", slow, "random", "-n", "4", "--seed", "1").good()
    assert shown.has_line(r"^  first decision +[0-9.]+ ms in the mean of games, at most [0-9.]+ ms; others [0-9.]+ ms$")
    assert "first decision" not in hra("match nim random random -n 4 --seed 1").good()
