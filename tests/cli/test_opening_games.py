"""Openings out of files of games: the position after N plies of each, once."""
# suites: cli
import gzip

import pytest

FIRST = '[Event "one"]\n1. 9-13 22-18 2. 12-16 24-20 *\n\n'
SAME = '[Event "two"]\n1. 12-16 24-20 2. 9-13 22-18 *\n\n'
DAMAGED = '[Event "three"]\n1. 11-15 23-18 2. 9-14 1-32 *\n\n'
OTHER = '[Event "four"]\n1. 9-13 22-18 2. 10-15 25-22 0-1\n\n'
SHORT = '[Event "five"]\n1. 9-13 22-18 1-0\n'
GAMES = FIRST + SAME + DAMAGED + OTHER + SHORT
AFTER_FIRST = "B:W18,20,21,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13,16"
AFTER_OTHER = "B:W18,21,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13,15"
MATCH = """ 5 point match

 Game 1
 P : 0                          Q : 0
  1)                             41: 13/9 24/23
  2) 31: 8/5 6/5                 62: 24/18 13/11
"""


def starts(hra, name):
    return [line.split(" ", 1)[1] for line in hra.read(name).splitlines() if line.startswith("position ")]


@pytest.mark.parametrize("name, data", [("games.pdn", GAMES.encode()), ("games.txt", b"\xef\xbb\xbf" + GAMES.encode()),
                                        ("packed.gz", gzip.compress(GAMES.encode()))], ids=["pdn", "txt", "gz"])
def test_each_position_once(hra, name, data):
    (hra.here / name).write_bytes(data)
    said = hra(f"match checkers random random --games 4 --seed 1 --openings {name} --opening-plies 4 --record out.hra").exits(0)
    assert starts(hra, "out.hra") == [AFTER_FIRST, AFTER_OTHER] * 2
    assert f"{name}: openings after 4 plies from 2 of 5 games; passed over: 1 damaged, 1 too short, 1 repeated, 0 of other rules" in said.err


def test_standard_input(hra):
    assert "from 2 of 5 games" in hra("match checkers random random --games 2 --seed 1 --openings - --opening-plies 4", typed=GAMES).exits(0).err


def test_six_plies_unless_said_otherwise(hra):
    hra.write("games.pdn", GAMES)
    hra("match checkers random random --openings games.pdn").wrong("openings after 6 plies from 0 of 5 games")


def test_a_store_has_positions_and_not_the_file(hra):
    hra.write("games.pdn", GAMES)
    hra("match checkers random random --games 4 --seed 1 --openings games.pdn --opening-plies 4 --store run --record out.hra").exits(0)
    (hra.here / "games.pdn").unlink()
    hra("match resume run --record again.hra").good()
    assert starts(hra, "again.hra") == [AFTER_FIRST, AFTER_OTHER] * 2


def test_tournaments(hra):
    hra.write("games.pdn", FIRST + OTHER)
    hra("tournament checkers random greedy --seed 1 --groups 2 --openings games.pdn --opening-plies 4 --record out.hra").good()
    assert starts(hra, "out.hra") == [AFTER_FIRST] * 2 + [AFTER_OTHER] * 2


def test_records(hra):
    hra("match checkers random random --games 2 --seed 2 --record own.hra").exits(0)
    hra("match checkers random random --games 2 --seed 1 --openings own.hra --opening-plies 3 --record out.hra").good()
    moves = [part.splitlines() for part in hra.read("own.hra").split("hra-record ")[1:]]
    for lines, start in zip(moves, starts(hra, "out.hra")):
        words = " ".join(line[2:] for line in lines if line[:2] in ("0 ", "1 "))
        assert start == hra("show", "checkers", "--json", "--moves", *words.split()[:3]).json()["position"]
    assert "2 of other rules" in hra("match nim random random --games 1 --openings own.hra").exits(2).err


def test_a_match_of_backgammon(hra):
    """The length of the match is an option of the game: positions of another one are not of these rules."""
    hra.write("match.txt", MATCH)
    played = "random random --games 1 --seed 1 --openings match.txt --opening-plies 2 --record out.hra"
    hra(f"match backgammon:match-length=5 {played}").good()
    assert starts(hra, "out.hra") == ["white 24:2 13:5 8:3 6:5, black 24:1 23:1 13:4 9:1 8:3 6:5, white, cube 1, score 0-0"]
    said = hra(f"match backgammon {played}").exits(2)
    assert "1 of other rules" in said.err
    assert "match.txt, game 1: expected the end after the position" in said.err


def test_what_needs_games(hra):
    hra.write("positions.txt", AFTER_FIRST + "\n")
    hra("match checkers random random --opening-plies 4").wrong("--opening-plies needs --openings FILE")
    hra("match checkers random random --openings positions.txt --opening-plies 4").wrong("needs games of checkers, and 'positions.txt' has none")
    hra.write("games.pdn", GAMES)
    hra("match tictactoe random random --openings games.pdn --opening-plies 4").wrong("needs games of tictactoe, and 'games.pdn' has none")
