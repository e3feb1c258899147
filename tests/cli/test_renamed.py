"""Names that changed, on the command line: by tests/renamed.def, which stands in `hra_renamed` for src/rules/renamed.def.

Old names work for ever in what was stored, and without a word; of what is typed the program says once what it is called now."""
# suites: cli; priority: 0
import os
import pathlib
import re

import conftest
import pytest


@pytest.fixture(autouse=True)
def other_names(monkeypatch):
    program = os.environ.get("HRA_RENAMED", conftest.HRA.parent / "tests" / "hra_renamed")
    assert pathlib.Path(program).exists(), f"there is no {program}: ninja -C build tests/hra_renamed"
    monkeypatch.setattr(conftest, "HRA", pathlib.Path(program))


def notices(said):
    return [line[len("hra: "):] for line in said.err.splitlines() if re.search(r"' is now '", line)]


def test_each_is_said_once(hra):
    said = hra("match noughts uct:trials=9 uct:trials=8,c=1 --number 4 --random-seed 3 --json").exits(0)
    assert notices(said) == ["game 'noughts' is now 'tictactoe'", "option '--number' is now '--games'",
                             "option '--random-seed' is now '--seed'", "method 'uct' is now 'mcts'",
                             "option 'trials' is now 'playouts'"]
    assert '"noughts"' in said and '"uct:trials=9"' in said  # shown as it was typed
    now = hra("match tictactoe mcts:playouts=9 mcts:playouts=8,c=1 --games 4 --seed 3 --json").good()
    assert said.figures().replace("noughts", "tictactoe").replace("uct:trials", "mcts:playouts") == now.figures()


def test_other_kinds(hra):
    assert notices(hra("search tictactoe --method minimax:levels=2,eval=rows").exits(0)) == [
        "option 'levels' is now 'depth'", "evaluation 'rows' is now 'lines'"]
    assert notices(hra("match yahtzee:variant=simple thumb --games 1 --seed 1").exits(0)) == [
        "option 'variant' is now 'rules'", "value 'simple' is now 'plain'", "player 'thumb' is now 'heuristic'"]
    assert notices(hra("tournament tictactoe random greedy --groups 1 --seed 1 --draw behind=2,movecount=3,score=0").exits(0)) == [
        "option 'behind' is now 'movenumber'"]
    hra.write("openings", "X../.O./...\n")
    assert notices(hra("match tictactoe random greedy --games 2 --seed 1 --openings openings --opening-order mixed").exits(0)) == [
        "value 'mixed' is now 'random'"]
    assert notices(hra("learn tictactoe --method temporal:decay=9 --games 20 --eval-games 0 --output m").exits(0)) == [
        "method 'temporal' is now 'td'", "option 'decay' is now 'decay-games'"]


def test_in_czech_too(hra):
    said = hra("learn tictactoe --method temporal:decay=9 --games 20 --eval-games 0 --output m", LC_ALL=None, LANG="cs_CZ.UTF-8",
               LANGUAGE="cs").exits(0)  # owners are found whatever the language calls them
    assert "'decay'" in said.err or "„decay“" in said.err, str(said)


def test_hidden(hra):
    assert "--number" not in hra("help match") and "variant" not in hra("games yahtzee")
    assert "--number" not in hra("--complete match --")
    hra("match tictactoe random random --nonsense 3").wrong("unknown option")
    hra("search tictactoe --method minimax:nonsense=2").wrong("depth")


def test_underscores_are_dashes(hra):
    one, two = (hra(f"match yahtzee heuristic:{key}=2 --games 2 --seed 1 --json").good().figures()
                for key in ("bonus_par", "bonus-par"))
    assert one.replace("bonus_par", "bonus-par") == two


STORES = [
    ("match tictactoe mcts:playouts=9,c=1 random --games 8 --seed 3",
     "match noughts uct:c=1,trials=9 chance --number 8 --seed 3"),
    ("tournament yahtzee:rules=plain,seats=2 heuristic:bonus_par=2 random --groups 2 --seed 3",
     "tournament yahtzee:seats=2,variant=simple thumb:bonus-par=2 chance --groups 2 --seed 3"),
    ("tune yahtzee heuristic:bonus_par={x} --parameter x=2,1,5,0.5 -n 2 --seed 3",
     "tune yahtzee thumb:bonus-par={x} --parameter x=2,1,5,0.5 -n 2 --seed 3"),
]


@pytest.mark.parametrize("turned", [False, True], ids=["old-first", "new-first"])
@pytest.mark.parametrize("pair", STORES, ids=["match", "tournament", "tune"])
def test_a_store_goes_on_under_the_other_name(hra, pair, turned):
    first, second = pair if turned else reversed(pair)
    hra(first + " --store s.hra").exits(0)
    again = hra(second + " --store s.hra").exits(0)
    assert notices(again) if turned else notices(again) == []
    status = hra(f"{first.split()[0]} status s.hra").exits(0)
    assert notices(status) == []
    spec = first.split()[2]
    assert spec in status.out, str(status)  # what was stored is shown as it was typed
    other = second.replace("--seed 3", "--seed 4")
    assert hra(other + " --store s.hra").status == 1
    assert hra(second.replace("=2", "=3").replace("=9", "=7") + " --store s.hra").status == 1


def test_a_record_with_the_old_name_replays(hra):
    said = hra("match noughts uct:trials=9 chance --games 2 --seed 3 --record r").exits(0)
    assert "game noughts\n" in hra.read("r") and "seat 0 uct:trials=9\n" in hra.read("r")
    assert notices(said)
    replayed = hra("replay r").good()
    now = hra("match tictactoe mcts:playouts=9 random --games 2 --seed 3 --record n").good()
    assert now.out

    def plain(text):
        return text.replace("noughts", "tictactoe").replace("uct:trials", "mcts:playouts").replace("chance", "random")

    assert plain(hra.read("r")) == hra.read("n")
    assert plain(replayed.out).split() == hra("replay n").good().out.split()
    hra("review r --analyst minimax").good()


def test_a_model_with_the_old_names_goes_on(hra):
    assert notices(hra("learn noughts --method temporal:decay=50 --games 40 --eval-games 0 --seed 3 --output m").exits(0))
    assert b"temporal:decay=50" in (hra.here / "m").read_bytes()
    assert notices(hra("learn --games 80 --eval-games 0 --output m --resume").exits(0)) == []
    hra("learn tictactoe --method td:decay-games=50 --games 80 --eval-games 0 --seed 3 --output whole").exits(0)
    played = [hra(f"match tictactoe trained:file={name} random --games 20 --seed 1 --json").good().figures() for name in ("m", "whole")]
    assert played[0].replace("file=m", "file=whole") == played[1]


def test_a_session_takes_old_words(hra):
    said = hra("session", typed="new noughts uct:trials=5 rest=people seed=3 hold\n").exits(0)
    assert '"event":"error"' not in said and '"hold":true' in said, str(said)
    assert '"player":"uct:trials=5"' in said and '"player":"human"' in said, str(said)
