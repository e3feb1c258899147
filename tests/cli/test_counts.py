"""hra tournament --from-counts, against the formulas of tests/strength.py and published figures."""
# suites: cli
import json
import random
import re
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests"))
import strength  # noqa: E402

# What the tests of fastchess expect (app/tests/sprt_test.cpp), of losses, draws, wins, or of game pairs.
FASTCHESS = [
    ([36027, 68692, 36433], 0, 2, "normalized", 0.92),
    ([10650, 20431, 10871], -1.75, 0.25, "normalized", 2.30),
    ([21184, 40708, 21404], 0.5, 2.5, "logistic", -1.57),
    ([57030, 106593, 57433], 0, 2, "logistic", -2.59),
    ([365, 16618, 36229, 16974, 390], 0, 2, "normalized", 2.25),
    ([127, 4883, 10712, 5150, 104], -1.75, 0.25, "normalized", 3.01),
    ([223, 9863, 21279, 10037, 246], 0.5, 2.5, "logistic", -3.07),
    ([871, 26175, 55983, 26678, 821], 0, 2, "logistic", -4.98),
]


def spelled(counts):
    if len(counts) == 5:
        return "ptnml=" + ",".join(map(str, counts))
    return "losses={},draws={},wins={}".format(*counts)


def counted(hra, counts, elo0=0, elo1=5, model="normalized"):
    return json.loads(hra(f"tournament --from-counts {spelled(counts)} --sprt {elo0},{elo1} --sprt-model {model} --json").good().out)


@pytest.mark.parametrize("counts, elo0, elo1, model, llr", FASTCHESS)
def test_the_ratio_is_the_published_one(hra, counts, elo0, elo1, model, llr):
    assert counted(hra, counts, elo0, elo1, model)["llr"] == pytest.approx(llr, abs=0.0051)
    assert strength.llr(counts, elo0, elo1, model) == pytest.approx(llr, abs=0.0051)  # the twin is right too


def samples():
    """Counts of matches with many and few draws, small and large, some kinds missing."""
    rng = random.Random(4)
    for draws in (0.2, 0.6, 0.9):
        for kinds in (3, 5):
            for games in (60, 3000):
                counts = [0] * kinds
                for _ in range(games):
                    points = sum(rng.choices((0, 1, 2), ((0.95 - draws) / 2, draws, (1.05 - draws) / 2), k=kinds // 2))
                    counts[points] += 1
                yield counts


@pytest.mark.parametrize("counts", samples(), ids=spelled)
def test_elo_los_and_ratio_are_those_of_the_formulas(hra, counts):
    said, own = counted(hra, counts), strength.strength(counts)
    for key, value in own.items():
        assert said["strength"][key] == pytest.approx(value, rel=1e-9, abs=1e-9), key
    assert said["llr"] == pytest.approx(strength.llr(counts, 0, 5, "normalized"), rel=0.1, abs=0.02)  # a closed form
    logistic = counted(hra, counts, -3, 4, "logistic")["llr"]
    assert logistic == pytest.approx(strength.llr(counts, -3, 4, "logistic"), rel=1e-9, abs=1e-9)


def test_games_alone_have_an_upper_estimate_of_the_error(hra):
    said = hra("tournament --from-counts wins=60,draws=900,losses=40").good()
    assert said.has_line(r"^1000 games: 60 won, 900 drawn, 40 lost; score rate 0\.5100$")
    assert said.has_line(r"^Elo \+6\.9  \(95 %: -6\.8 \+6\.8\); LOS 97\.7 %$")
    assert "upper estimates" in said
    pairs = hra("tournament --from-counts ptnml=5,30,420,40,5 --sprt 0,5").good()
    assert "estimates" not in pairs
    assert "500 game pairs" in pairs and "not decided" in pairs


def test_a_test_of_counts_is_decided(hra):
    assert "logistic Elo: " in hra("tournament --from-counts wins=600,draws=300,losses=400 --sprt 0,5 --sprt-model logistic").good()
    assert ": 5 is accepted" in hra("tournament --from-counts wins=6000,draws=300,losses=4000 --sprt 0,5")


@pytest.mark.parametrize("text", ["wins=1", "ptnml=1,2,3", "ptnml=1,2,3,4,5,6", "wins=1,losses=2,wins=3", "wins=-1,losses=2",
                                  "wins=0,losses=0", "draws=5", "ptnml=1,2,3,4,x", "wins=12345678901234567,losses=1"])
def test_wrong_counts_are_refused(hra, text):
    hra(f"tournament --from-counts {text}").wrong("--from-counts takes counts such as wins=60")


def test_counts_play_nothing(hra):
    hra("tournament nim --from-counts wins=1,losses=1").wrong("takes no game and players, found 'nim'")
    hra("tournament --from-counts wins=1,losses=1 --groups 4").wrong("--from-counts and --groups exclude each other")


@pytest.mark.parametrize("players, told", [
    ("tictactoe minimax minimax", "^One game was played again and again"), ("connect4 alphabeta:depth=3 alphabeta:depth=2 --rotate", "^Each seating played one game"),
    ("connect4 alphabeta:depth=3 random", ""), ("chess:variant=960 alphabeta:depth=1 alphabeta:depth=1", ""), ("backgammon greedy greedy", "")])
def test_a_match_tells_when_it_repeats_one_game(hra, players, told):
    said = hra(f"match {players} --games 6 --seed 1").good()
    assert said.count("again and again") == (1 if told else 0) and (not told or said.count(told) == 1)
    assert hra(f"match {players} --games 1 --seed 1").good().count("again and again") == 0
    for low, high in re.findall(r"95 %: ([-+0-9.]+) ([-+0-9.]+)", said.out):
        assert float(low) < float(high)


def test_an_interval_is_not_made_of_games_that_ended_alike(hra):
    assert "+0.0  (all games ended alike: no interval)" in hra("match tictactoe minimax minimax --games 20 --seed 1").good()
