"""What players are called: `name=` of their specs and `id name` of programs, wherever results show players."""
# suites: cli
import csv
import io
import json
import re
import sys

import pytest
from conftest import ROOT

BOT = f'ext:cmd="{sys.executable} {ROOT}/docs/examples/ugi_bot.py"'
HOSTILE = ["=1+1", "+1", "-1", "@sum", '<b onmouseover=x()>', "a,b", "a'b", "&amp;", "%s%n", "Žluťoučký 🐎"]


def quoted(name):
    return f'"{name}"'  # no escapes: a name has no quote


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def names(said):
    return [player["name"] for player in said["players"]]


# ---- names that are given ------------------------------------------------------------------------


def test_a_name_is_shown_and_the_spec_stays_beside_it(hra):
    said = hra("match nim random greedy:name=Deep --games 5 --seed 1").good()
    assert said.has_line(r"^Deep  \(") and said.has_line(r"^random  \(") and "greedy" not in said
    players = json.loads(hra("match nim random greedy:name=Deep --games 5 --seed 1 --json").good().out)["players"]
    assert [(p["player"], p["name"]) for p in players] == [("random", "random"), ("greedy:name=Deep", "Deep")]


def test_a_name_changes_no_result(hra):
    plain = json.loads(hra("match nim random minimax:depth=2 --games 9 --seed 3 --rotate --json").good().out)
    named = json.loads(hra("match nim random:name=A minimax:name=B,depth=2 --games 9 --seed 3 --rotate --json").good().out)
    for said in (plain, named):
        said.pop("seconds")
        for player in said["players"]:
            del player["player"], player["name"]
    assert plain == named


def test_equal_names_are_told_apart_the_same_way_everywhere(hra):
    players = "random:name=Deep greedy:name=Deep minimax:depth=1,name=Deep"
    said = hra(f"tournament tictactoe {players} -n 4 --seed 1 --record t.txt --report t.svg").good()
    for n, name in enumerate(["Deep", r"Deep \(2\)", r"Deep \(3\)"], 1):
        assert said.has_line(rf"^  {n}  {name} +[-+]")
    games = hra.read("t.txt").split("hra-record ")[1:]
    called = {"random:name=Deep": "Deep", "greedy:name=Deep": "Deep (2)", "minimax:depth=1,name=Deep": "Deep (3)"}
    for game in games:
        seated, given = dict(re.findall("^seat (\\d) (.*)$", game, re.M)), dict(re.findall("^name (\\d) (.*)$", game, re.M))
        assert given == {seat: called[spec] for seat, spec in seated.items()}
    assert len(games) > 4 and "Deep (3)" in hra.read("t.svg")
    assert names(json.loads(hra(f"tournament tictactoe {players} -n 1 --seed 1 --json").good().out)) == list(called.values())


def test_a_number_is_no_name_of_another_one(hra):
    said = json.loads(hra('match nim "random:name=A (2)" greedy:name=A --games 1 --json --seed 1').good().out)
    assert names(said) == ["A (2)", "A"]
    three = 'race:seats=3,pieces=1 "random:name=A (2)" random:name=A greedy:name=A'
    assert len(set(names(json.loads(hra(f"match {three} --games 1 --json --seed 1").good().out)))) == 3


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_text(hra, name):
    player = f"greedy:name={quoted(name)}"
    hra("match", "nim", "random", player, "--games", "2", "--seed", "1", "--csv", "g.csv", "--report", "r.csv", "--plot", "p.svg").good()
    shown = "'" + name if name[0] in "=+-@" else name
    assert {row["p2_name"] for row in rows(hra.read("g.csv"))} == {shown} and rows(hra.read("r.csv"))[1]["name"] == shown
    svg = hra.read("p.svg")
    assert "<b " not in svg and (name.isascii() or name in svg)
    assert names(json.loads(hra("match", "nim", "random", player, "--games", "2", "--json", "--seed", "1").good().out))[1] == name


@pytest.mark.parametrize("name, why", [("\x1b[31m", "control character"), ("a\nb", "control character"), ("x" * 81, "at most 80 bytes"),
                                       ("", "is empty"), (" a", "begins nor ends"), ("a\u202eb", "control character")])
def test_what_is_no_name(hra, name, why):
    said = hra("match", "nim", "random", f"greedy:name={quoted(name)}", "--games", "1")
    assert said.status == 2 and why in said.err and "\x1b" not in said.err


def test_the_longest_names_are_told_apart(hra):
    said = json.loads(hra(f"match nim random:name={'é' * 40} greedy:name={'é' * 40} --games 1 --seed 1 --json").good().out)
    assert names(said) == ["é" * 40, "é" * 38 + " (2)"]


# ---- where names travel --------------------------------------------------------------------------


def test_parts_merge_by_specs(hra):
    for part, name in ((1, "Deep"), (2, "Blue")):
        hra(f"match nim random greedy:name={name} --games 10 --seed 1 --part {part}/2 -o {part}.part").good()
    assert hra("match --merge 1.part --merge 2.part").good().has_line("^Deep  ")
    assert re.search(r"^player greedy:name=Deep\nname Deep$", hra.read("1.part"), re.M)
    hra("match nim random random --games 10 --seed 1 --part 2/2 -o 3.part").good()
    assert hra("match --merge 1.part --merge 3.part").status == 2


def test_a_part_of_a_stranger_has_a_clean_name(hra):
    hra("match nim random greedy:name=Deep --games 2 --seed 1 --part 1/1 -o 1.part").good()
    (hra.here / "2.part").write_text(hra.read("1.part").replace("name Deep\n", "name D\x1b[2Je" + "p" * 200 + "\n"))
    name = names(json.loads(hra("match --merge 2.part --json").good().out))[1]
    assert name.startswith("D?[2Jepp") and len(name) == 80


def test_a_store_has_names(hra):
    hra("tournament tictactoe random:name=Dice greedy:name=Eager -n 3 --seed 1 --store t.db").good()
    assert hra("tournament report t.db").good().has_line("^  [12]  Eager ")
    hra("match nim random:name=Dice greedy --games 3 --seed 1 --store m.db").good()
    assert hra("match report m.db").good().has_line(r"^Dice  \(")


def test_a_record_is_replayed_with_names(hra):
    hra("match tictactoe random:name=Dice greedy:name=Eager --games 1 --seed 1 --record one.txt").good()
    said = hra("replay one.txt").good()
    assert "Dice" in said and "Eager" in said and "name=" not in said
    hra("match checkers random:name=Dice greedy:name=Eager --games 1 --seed 1 --record one.pdn").good()
    assert '[White "Eager"]' in hra.read("one.pdn") and '[Black "Dice"]' in hra.read("one.pdn")


def test_a_person_sees_the_name(hra):
    said = hra("play tictactoe random:name=Dice greedy:name=Eager --seed 1")
    assert "Dice" in said and "Eager" in said and "name=" not in said


# ---- programs that say their name ----------------------------------------------------------------


def test_a_program_has_the_name_that_it_says(hra):
    said = json.loads(hra("match", "tictactoe", BOT, "random", "--games", "2", "--seed", "1", "--json").good().out)
    assert names(said) == ["Python bot", "random"] and said["players"][0]["player"] == BOT
    assert names(json.loads(hra("match", "tictactoe", BOT + ",name=Mine", "random", "--games", "2", "--seed", "1", "--json").good().out))[0] == "Mine"
    assert hra("tournament", "tictactoe", BOT, "random", "-n", "1", "--seed", "1").good().has_line("^  1  Python bot ")


def test_play_and_its_record_have_the_name_of_a_program(hra):
    assert "Python bot" in hra("play", "tictactoe", BOT, "random", "--seed", "1", "--record", "one.txt")
    assert "\nname 0 Python bot\n" in hra.read("one.txt")


def test_a_program_with_a_hostile_name(hra):
    text = (ROOT / "docs" / "examples" / "ugi_bot.py").read_text(encoding="utf-8").replace("id name Python bot", "id name =\\x1b[31m" + "x" * 100)
    (hra.here / "bot.py").write_text(text, encoding="utf-8")
    hra("match", "tictactoe", f'ext:cmd="{sys.executable} bot.py"', "random", "--games", "1", "--seed", "1", "--csv", "g.csv").good()
    name = rows(hra.read("g.csv"))[0]["p1_name"]
    assert name.startswith("'=?[31mxx") and len(name) == 81
