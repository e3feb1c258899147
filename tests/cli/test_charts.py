"""Charts and tables for people have the decimal mark of the language; what other programs read has a point.

The oracle is the English run of the same command: in Czech the same numbers stand at the same places, with a comma.
"""
# suites: cli
import csv
import io
import re

import pytest

CZECH = {"LC_ALL": "C.UTF-8", "LANGUAGE": "cs"}
NUMBER = re.compile(r"[-+±−~≤≥]*[0-9]+(?:[.,][0-9]+)? ?%?")
TREE = "((?1/2:[1 2 3.5] 1/3:[2 2 2.25] 1/6:[1 1 1]) [3 1 4])"
CHARTS = [
    "match tictactoe greedy random --games 30 --seed 1 --plot x.svg",
    "tournament tictactoe random greedy exact --groups 5 --seed 1 --report x.svg",
    "tournament tictactoe exact random --groups 200 --seed 1 --sprt 0,40 --report x.svg",
    "tune tictactoe 'greedy:eval=expr({a}*open + centre)' -p a=1,0,4,0.5 --iterations 16 --seed 1 --svg x.svg",
    "learn tictactoe --method td --games 200 --evals 3 --eval-games 20 --seed 1 --output m.hra --svg x.svg",
]


def both(hra, command, name):
    """What the command writes to a file, in English and in Czech."""
    said = []
    for env in ({}, CZECH):
        ran = hra(command, **env)
        assert ran.status == 0, ran
        said.append((hra.here / name).read_text("utf-8"))
        for path in hra.here.iterdir():
            path.unlink()
    return said


def texts(svg):
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("command", CHARTS, ids=lambda command: " ".join(command.split()[:2]) + (" sprt" if "sprt" in command else ""))
def test_a_chart_has_the_decimal_mark_of_the_language(hra, command):
    english, czech = both(hra, command, "x.svg")
    ours, theirs = texts(english), texts(czech)
    assert len(ours) == len(theirs) > 5
    numbers = [(one, other) for one, other in zip(ours, theirs) if NUMBER.fullmatch(one)]
    assert [other for _, other in numbers] == [one.replace(".", ",") for one, _ in numbers]
    assert any("," in other for _, other in numbers)


def test_the_bars_of_a_match_have_it(hra):
    """Its times differ from run to run."""
    for svg, mark in zip(both(hra, "match pacman:layout=gallery reflex random random --games 40 --seed 1 --report x.svg", "x.svg"), ".,"):
        marks = {sign for text in texts(svg) if NUMBER.fullmatch(text) for sign in text if sign in ".,"}
        assert marks == {mark}


def test_a_tree_has_it_and_no_two_numbers_run_into_each_other(hra):
    for form in ("svg", "dot", "text"):
        english, czech = both(hra, f"tree '{TREE}' -p maxn --format {form} -o x.{form}", f"x.{form}")
        assert "(1.33, 1.83, 2.67)" in english and "(1,33; 1,83; 2,67)" in czech


def test_what_programs_read_has_a_point_in_every_language(hra):
    english, czech = both(hra, f"tree '{TREE}' -p maxn --format tikz -o x.tex", "x.tex")
    body = [re.sub(r"^%.*\n", "", one, flags=re.MULTILINE) for one in (english, czech)]
    assert body[0] == body[1] and "(1.33, 1.83, 2.67)" in body[0]
    rows = [[*csv.DictReader(io.StringIO(one))] for one in both(hra, "match tictactoe greedy random --games 30 --seed 1 --report x.csv", "x.csv")]
    same = [[(row["player"], row["score"], row["share_of_wins_percent"]) for row in one] for one in rows]
    assert same[0] == same[1] and "." in same[0][0][1] and rows[0][0].keys() == rows[1][0].keys()
