"""Reviews of each game at a terminal of 80 columns: no line is wider, in both languages."""
# suites: cli
import re

import pytest
from emulator import Emulator  # for its measure of signs
from terminal import Terminal

MATCHES = {
    "checkers": "checkers alphabeta:depth=2 random", "backgammon": "backgammon expert:level=1 greedy",
    "points": "backgammon:match-length=3 expert:level=1 greedy", "yahtzee": "yahtzee:seats=4,rules=plain heuristic greedy random random",
    "empire": "empire:seats=2 greedy random", "tictactoe": "tictactoe random random",
    "nim": "nim random random", "matches": "matches random random",
}
ANALYSTS = {"checkers": "alphabeta:depth=2", "empire": "expert:level=1", "backgammon": "expert:plies=0", "points": "expert:plies=0"}


def columns(line):
    one = Emulator(2, 400)
    one.put("\r")
    for sign in line:
        one.put(sign)
    return one.column


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("game", MATCHES)
def test_no_line_is_wider_than_the_terminal(hra, game, language):
    hra(f"match {MATCHES[game]} --games 1 --seed 3 --record game.hra").good()
    analyst = f"--analyst {ANALYSTS[game]}" if game in ANALYSTS else ""
    one = Terminal(hra, f"review game.hra {analyst}", rows=2000, LANGUAGE=language, LC_ALL="C.UTF-8", TERM="xterm")
    try:
        shown = one.ended().exits(0).out
    finally:
        one.close()
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", shown))
    assert len(lines) > 10
    assert [line for line in lines if columns(line) > 80] == []


# Czech has a blank before the sign: "69,1 %" (CSN 01 6910).
def test_percentages_of_tables_have_their_blank_in_czech(hra):
    hra("match tictactoe random greedy --games 20 --seed 4 --record t.hra").exits(0)
    hra("index c.hraindex t.hra").exits(0)
    czech = {"LANGUAGE": "cs", "LC_ALL": "C.UTF-8"}
    for command in ("review t.hra", "review t.hra --trend month", "index c.hraindex --moves b2", "index c.hraindex --players"):
        said = hra(command, **czech).exits(0)
        assert re.search(r"\d,\d[ \xa0]%", said.out) and not re.search(r"\d%", said.out), str(said)


def test_a_mistake_is_asked_by_the_name_of_the_game_in_czech(hra):
    hra("match tictactoe random greedy --games 20 --seed 4 --record t.hra").exits(0)
    czech = {"LANGUAGE": "cs", "LC_ALL": "C.UTF-8"}
    assert re.search(r"Piškvorky 3×3, tah \d", hra("review t.hra --quiz", **czech).out)
    assert "neexistuje" in hra("grade pacman nowhere.py --trust-submissions", **czech).err
