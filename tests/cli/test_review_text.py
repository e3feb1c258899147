"""Reviews as plain text: every move with its numbers, in 80 columns, in both languages."""
# suites: cli, heavy
import json
import re
import unicodedata

import pytest
from conftest import ROOT

SAMPLE = ROOT / "tests/games/gnubg-3-point-5.mat"
GAMES = {"b.hra": ("backgammon:cube=yes random random", "expert:plies=0"), "t.hra": ("tictactoe random random", "exact"),
         "c.hra": ("checkers random random", "expert:nodes=200"),
         "r.hra": ("race random random", "expectiminimax:depth=1"), "n.hra": ("nim random random", "exact")}
SAID_OTHERWISE = ("r.hra",)  # moves for people are not those for programs
SIGNS = {"inaccuracy": "?!", "error": "?", "blunder": "??"}


def columns(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def text_of(hra, file, analyst, **environ):
    hra(f"review {file} --analyst {analyst} --output out.txt", **environ).exits(0)
    text = hra.read("out.txt")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert all(columns(line) <= 80 and line == line.rstrip() for line in text.split("\n")), text
    return text


def cost(move, review):
    """The unit of grades: in backgammon a loss is divided by the stakes."""
    return move["loss"] / move["stakes"] if review["game"].startswith("backgammon") else move["loss"]


def number(value, review, sign=""):
    value = 0 if abs(value) < 0.5 / 10 ** (review["decimals"] + 2 * (review["unit"] == "probability")) else value
    if review["unit"] == "probability":
        return f"{100 * value:{sign}.{review['decimals']}f}%"
    return f"{value:{sign}.{review['decimals']}f}"


@pytest.mark.parametrize("file", GAMES)
def test_each_decision_has_its_numbers(hra, file):
    game, analyst = GAMES[file]
    hra(f"match {game} --games 1 --seed 5 --record {file}").exits(0)
    review = json.loads(hra(f"review {file} --analyst {analyst} --json").good().lines[0])
    text = text_of(hra, file, analyst)
    found = [(line[:42].strip(), line[42:].split()) for line in text.split("\n") if len(re.findall(r" [-+]?\d[\d.]*%?(?= |$)", line[41:])) > 1]
    wanted = [(before, move) for before, move in zip([None] + review["moves"], review["moves"])
              if move["seat"] is not None and not (move.get("not_close") and not move["mistake"])]
    assert len(found) == len(wanted) > 2
    for (said, numbers), (before, move) in zip(found, wanted):
        rolled = before and before["seat"] is None
        assert not said or said.endswith(move["move"]) or file in SAID_OTHERWISE
        assert numbers[0] == number(move["values"][move["seat"]], review, "" if review["unit"] == "probability" else "+")
        assert not rolled or numbers[1] == number(before["luck"][move["seat"]], review, "+")
        assert numbers[2 if rolled else 1:] == [number(cost(move, review), review)] + [SIGNS[grade] for grade in [move.get("grade")] if grade]
    for seat in review["seats"]:
        assert seat.get("pr") is None or re.search(rf"^  PR .*\b{seat['pr']:.1f}\b", text, re.M)
        assert seat["accuracy"] is None or f"{seat['accuracy']:.1f}%" in text


def test_what_would_have_been_better_is_below(hra):
    text = text_of(hra, SAMPLE, "expert:plies=0")
    review = hra(f"review {SAMPLE} --analyst expert:plies=0 --json").json()
    costly = [move for move in review["moves"] if move.get("mistake")]
    found = re.findall(r"^ *[\d:]+ (?:White|Black) +(?:\d\d: )?(\S.*?)  +.*\n +better: (\S+(?: \S+)*?)(?:, then .*)?$", text, re.M)
    assert [(move["move"], move["best"]) for move in costly if "best" in move] == found and len(found) > 2
    assert text.count("no double ") == sum(bool(move.get("stake_actions")) and not move["not_close"] and not move["responding"]
                                           for move in review["moves"])


def test_a_text_in_czech(hra):
    text = text_of(hra, SAMPLE, "expert:plies=0", LANGUAGE="cs")
    assert re.search("^ *1:1 bílý +21: 24/23 13/11 ", text, re.M) and "posuzuje expert:plies=0" in text
    assert not re.search(r"\b(White|Black|better|turn|decisions|luck|value|double)\b", text)


def test_a_name_stays_in_its_line(hra):
    hra.write("n.mat", "; [Event \"x\"]\n 3 point match\n Game 1\n A\u202e\x1b[2J" + "東" * 60 + " : 0           B\x9b : 0\n"
              "  1) 31: 8/5 6/5                 64: 24/14\n")
    text = text_of(hra, "n.mat", "greedy")
    assert "東" in text and "A?" in text


def test_lists_are_written_too(hra):
    words = f"review {SAMPLE} --analyst expert:plies=0 --luck 2 --summary"
    hra(f"{words} -o lists.txt").exits(0)
    assert hra.read("lists.txt") == hra(words).good().out
