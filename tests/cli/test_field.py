"""Files, pastes and programs of other people that hra once got wrong, each with the right answer.

What Python reads of them is in python/tests/test_players.py: `read_records` of a text, tables of kings."""
# suites: cli
import json
import re

import pytest

BAD_MIDDLE = """[Event "one"]
[Black "P"]
[White "Q"]
1. 10-14 24-20 1/2-1/2

[Event "two"]
[Black "P"]
[White "Q"]
1. 10-14 24-20 2. 14-24 1-0

[Event "three"]
[Black "Q"]
[White "P"]
1. 12-16 21-17 0-1
"""
GIVEN_UP = '[Black "P"]\n[White "Q"]\n[Result "1-0"]\n1. 10-14 22-18 1-0\n'
MATCH = """ 5 point match

 Game 1
 P : 0                          Q : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 61: 13/7 8/7
      Wins 1 point

 Game 2
 P : 1                          Q : 0
  1) 42: 8/4 6/4                 31: 8/5 6/5
  2)  Doubles => 2               Takes
  3) 65: 24/13                   63: 24/15
                                  Wins 2 points

 Game 3
 P : 1                          Q : 2
  1) 61: 13/7 8/7
"""
THROWN = """ 5 point match

 Game 1
 P : 0                          Q : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 61:
      Wins 1 point

 Game 2
 P : 1                          Q : 0
  1) 42: 8/4 6/4                 31: 8/5 6/5
"""


def games_in(said):
    return json.loads(said.out)["games"]


# ---- files of games ------------------------------------------------------------------------------

def test_a_bad_game_in_the_middle(hra):
    hra.write("middle.pdn", BAD_MIDDLE)
    said = hra("replay middle.pdn").exits(2)
    assert said.out.count("The game is over") == 3
    assert re.search(r"^hra: middle.pdn, line 9, character 19, game 2 \(P - Q\): illegal move '14-24'", said.err)
    totals = hra("review middle.pdn --analyst minimax:depth=1 --summary").exits(2)
    assert totals.has_line(r"^P +3 ") and totals.has_line(r"^Q +3 ")


def test_a_capture_that_the_rest_decides(hra):
    hra.write("either.pdn", '[FEN "W:W32,30:B5,10,11,18,19,27"]\n1. 32x7 11-15 2. 30-26 *\n')
    said = hra("replay either.pdn").good()
    assert [line.split(": ")[1] for line in said.lines if re.match(r"  (White|Black), \?:", line)] == ["32x23x14x7", "11-15", "30-26"]
    hra.write("both.pdn", '[FEN "W:W32,30:B5,10,11,18,19,27"]\n1. 32x7 *\n')
    said = hra("replay both.pdn").exits(0)
    assert said.has_line("32x2[37]x.*x7") and re.search("both.pdn, line 2, .*32x7", said.err)


def test_a_game_that_was_given_up(hra):
    hra.write("given.pdn", GIVEN_UP)
    said = hra("replay given.pdn").good()
    assert "The game is over: White resigned." in said
    assert said.has_line(r"Black +P +1 +wins") and said.has_line(r"White +Q +-1")


def test_a_review_of_a_game_that_was_given_up(hra):
    hra.write("given.pdn", GIVEN_UP)
    said = hra("review given.pdn --analyst minimax:depth=1 --summary").good()
    assert said.has_line(r"^P +1 +\+1.000") and said.has_line(r"^Q +1 +-1.000")


def test_a_match_with_resignations(hra):
    hra.write("match.mat", MATCH)
    [game] = games_in(hra("replay match.mat --list --json").good())
    assert game["players"] == ["P", "Q"] and game["faults"] == []
    assert re.search("White 1, Black 2 in a match to 5", hra("replay match.mat").good().out)
    totals = hra("review match.mat --analyst expert:plies=0 --summary").good()
    assert totals.has_line(r"^P +1 ") and totals.has_line(r"^Q +1 ")


def test_dice_and_then_a_resignation(hra):
    hra.write("thrown.mat", THROWN)
    [game] = games_in(hra("replay thrown.mat --list --json").good())
    assert game["faults"] == []
    assert "White 1, Black 0 in a match to 5" in hra("replay thrown.mat").good()


def test_its_own_match_file(hra):
    hra("play backgammon:cube human human --seed 3 --record own.mat", typed="resign backgammon\n")
    assert "Wins 3 points" in hra.read("own.mat")
    assert "The game is over" in hra("replay own.mat").good()
    hra("review own.mat --analyst expert:plies=0 --summary").good()


@pytest.mark.parametrize("name, text, holds", [
    ("match.txt", THROWN.split("\n Game 2")[0].replace(" 61:\n      Wins 1 point\n", " 61: 13/7 8/7\n"), "in a match to 5"),
    ("game.txt", GIVEN_UP, "White resigned"), ("game", GIVEN_UP, "White resigned"),
    ("mark.pdn", "\ufeff" + GIVEN_UP, "White resigned")])
def test_recognized_by_content(hra, name, text, holds):
    hra.write(name, text)
    assert holds in hra(f"replay {name}").good()
    assert holds in hra("replay -", typed=text).good()


def test_counters_and_jumps(hra):
    hra.write("counters.pdn", '[FEN "W:W24,K30:B1,K4:H0:F1"]\n1. 24-20 *\n')
    assert "White, ?: 24-20" in hra("replay counters.pdn").good()
    hra.write("jumps.pdn", '[FEN "B:B2,3,6,7,10:W11,12,13,19,22,27,28,30"]\n1. 7x16 16x23 23x32 13-9 *\n')
    assert "Black, ?: 7x16x23x32" in hra("replay jumps.pdn").good()


def test_latin_1(hra):
    (hra.here / "latin.pdn").write_bytes('[White "Renée"]\n[Black "Jörg"]\n1. 10-14 24-20 *\n'.encode("latin-1"))
    said = hra("replay latin.pdn").exits(0)
    assert "White, Renée" in said and said.bytes.decode("utf-8")
    assert said.err.count("windows-1252") == 1


# ---- positions -----------------------------------------------------------------------------------

def test_a_maze_with_a_byte_order_mark(hra):
    hra.write("maze.lay", "\ufeff%%%%%\n%P.G%\n%%%%%\n")
    said = hra("show pacman:layout=./maze.lay").good().out
    hra.write("maze.lay", "%%%%%\n%P.G%\n%%%%%\n")
    assert said == hra("show pacman:layout=./maze.lay").good().out


@pytest.mark.parametrize("position", ["white 1:3, black 13:5 8:4 6:5, white", "white 6:2 5:2 4:2 3:2 2:2 1:2, black bar:2 6:5 5:5 4:2, white",
                                      "white 6:2 3:2 1:2, black bar:1 6:7 5:6, white 21"])
def test_a_player_who_has_borne_off_loses_no_gammon(hra, position):
    words = ["--player", "expert:plies=0", "--json", "--position", position]
    value = json.loads(hra("analyse", "backgammon", *words).good().out)["value"]
    assert abs(value[0]) <= 1 + 1e-12
    assert value == pytest.approx(json.loads(hra("analyse", "backgammon:gammons=no", *words).good().out)["value"], abs=0.02)


def test_nor_plays_on_for_one(hra):
    said = json.loads(hra("analyse", "backgammon:cube", "--player", "expert:plies=0", "--json", "--position",
                          "white 6:2 5:2 4:2 3:2 2:2 1:2, black bar:2 6:5 5:5 4:2, white, cube 1").good().out)
    assert said["move"] == "double" and said["value"] == [1, -1]
    assert all(move["value"][0] <= 1 for move in said["moves"])


@pytest.mark.parametrize("pasted", ["{}", "{}\r", "{}\nX:P   O:Q\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\n"])
def test_a_paste_of_a_position(hra, pasted):
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
    said = hra("show", "backgammon:cube", "--position", pasted.format(xgid)).good()
    assert xgid.split(":", 1)[0] in said


# ---- programs ------------------------------------------------------------------------------------

def test_an_engine_that_says_what_it_loads(hra):
    hra.write("engine.sh", """while read -r line; do
case "$line" in
 hub*) echo 'id name=talker version=1'; echo wait;;
 init*) echo 'reading tables'; echo ready;;
 go*) echo 'a word of its own'; echo 'info depth=1 score=0.0'; echo 'done move=11-15';;
 ping*) echo pong;;
 quit*) exit 0;;
esac
done
""")
    assert hra("analyse checkers --player 'ext:cmd=\"bash engine.sh\"' --time 10s").good().has_line("^> 11-15")


def test_arguments_that_no_text_knows(hra):
    lines = ["hub", "init", "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww ply=0", "level depth=2 contempt=0", 'go think searchmoves="11-15 9-13"']
    started = hra.start("hub")
    started.type("".join(line + "\n" for line in lines))
    started.until(lambda: started.said().has_line("^done move="))
    started.type("quit\n")
    assert not started.ended().has_line("^error")
