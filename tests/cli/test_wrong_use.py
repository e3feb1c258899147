"""What is typed wrong (exit status 2, one line, nothing on standard output), what cannot be done (1), full disks, closed pipes."""
# suites: cli
import re

import pytest

WRONG = """
frobnicate|unknown command 'frobnicate'
pefrt tictactoe 3|did you mean 'hra perft'?
perft|missing arguments
perft tictactoe|missing arguments
perft tictactoe x|not 'x'
perft tictactoe -1|not '-1'
perft tictactoe 1001|from 0 to 1000
perft tictactoe 3 4|unexpected word '4'
perft tictactoe 3 --jsn|did you mean '--json'?
perft tictactoe 3 --json=yes|takes no value
perft tictactoe 3 -x|unknown option '-x'
perft tictactoe 3 --position|needs P
perft tictactoo 3|did you mean 'tictactoe'?
perft tictactoe:size=4 3|character 11 of 'tictactoe:size=4'
perft 'nim:rows=3-4,last=losses' 3|did you mean 'loses'?
perft yahtzee:seats=99 3|option 'seats' takes 1..
perft tictactoe 3 --position X.O/.X./..|cell 9 is missing (character 11 of
perft tictactoe 3 --position ''|cell 1 is missing
match|missing arguments
match tictactoe random random random|2 seats, but 3 players are named
match tictactoe rendom|did you mean 'random'?
match tictactoe human random|a match takes only programs
match tictactoe random random --games 0|--games takes a whole number from 1
match tictactoe random random --games 1e3|not '1e3'
match tictactoe random random --threads 0|--threads takes a whole number from 1 to
match tictactoe random random --seed x|--seed takes a whole number
match tictactoe random random --time 3w|--time takes a duration
match tictactoe random random --part 3/2 -o x.part|--part takes I/N, such as 1/4, with at least one game per part
match tictactoe random random --part 1 -o x.part|--part takes I/N, such as 1/4, with at least one game per part
match tictactoe random random --part 0/2 -o x.part|--part takes I/N, such as 1/4, with at least one game per part
match tictactoe random random --games 3 --part 1/4 -o x.part|at least one game per part
match tictactoe random random --part 1/2|--part needs -o FILE
match tictactoe random random --part 1/2 -o x.part|--part needs --seed, the same for all parts
match nim --merge x.part|--merge takes no game and players, found 'nim'
match tictactoe greedy:evall=lines random|did you mean 'eval'?
search tictactoe --method alphabetta|did you mean 'alphabeta'?
search tictactoe --method alphabeta:dept=3|did you mean 'depth'?
search tictactoe --method alphabeta:eval=linez|did you mean 'lines'?
search tictactoe --position XXX/OO./...|the game is over in this position; name another
compare tictactoe|name the players once, such as hra compare tictactoe minimax
compare tictactoe minimax --methods alphabeta|name the players once
compare tictactoe --methods alphabeta nothing|tictactoe has no player 'nothing'
tree tree --method alphabetta|did you mean 'alphabeta'?
show|missing arguments
show nothing|unknown game 'nothing'
show tictactoe --position X|cell 2 is missing
show tictactoe --moves b2 b2|show: move 2, 'b2': illegal move 'b2'
show tictactoe --moves XX|show: move 1, 'XX'
ugi nim nobody|nim has no player 'nobody'
ugi nim human|plays only in hra play
show tictactoe --seat 2|--seat takes a whole number from 0 to 1
show race --dice loaded|--dice takes auto
tree tree --method alphabeta --format png|--format takes text, dot, svg or json
solve|missing arguments
solve tictactoe --memory much|--memory takes a size
solve tictactoe --list-slices|the solution of tictactoe is not built in slices
solve checkers:tablebase-pieces=3 --slice m0k1-m0k9|checkers:tablebase-pieces=3 has no slice 'm0k1-m0k9'; did you mean
solve checkers:tablebase-pieces=3 --slice m0k1-m0k1 --statistics|--list-slices, --slice, --position and --statistics exclude each other
solve checkers:tablebase-pieces=2 --position B:W21,22:B1,2|the solution of checkers:tablebase-pieces=2 does not contain 'B:W21,22:B1,2'
rollout race --moves 1|--moves needs a position in which a player moves
perft nim 3 --position 3-x|--position: expected the rows
play|missing GAME
play nothing|unknown game 'nothing'
play tictactoe nobody|tictactoe has no player 'nobody'
play tictactoe random random --dice loaded|--dice takes manual
pacman|pacman is a game: 'hra play pacman' plays it
play tictactoe random random --position X|cell 2 is missing
play tictactoe random random --adviser nobody|tictactoe has no player 'nobody'
play --resume|no unfinished saved game
play tictactoe --resume|omit 'tictactoe'
review|no saved game yet
replay|no saved game yet
games nothing|unknown game 'nothing'
methods nothing|unknown method
bench --runs 0|--runs takes a whole number
bench --filter zzz|no benchmark name contains 'zzz'
play yahtzee random random random random random random random|at most 6 play yahtzee, but 7 players
match checkers minimax random --games 1|minimax: checkers is too large to search to its end; set depth=
match checkers random minimax --games 1 --store none.db|set depth=, nodes= or time=
tournament checkers random minimax|minimax: checkers is too large to search to its end; set depth=
rollout checkers --player minimax|set depth=, nodes= or time=
learn nim:rows=9-9-9-9 -m td --eval-against minimax --output none.hra --games 1|set depth=, nodes= or time=
"""
FIRST = {"play": "play nosuch", "rules": "rules nosuch", "games": "games nosuch", "serve": "serve", "analyse": "analyse nosuch",
         "tree": "tree nosuch", "show": "show nosuch", "solve": "solve nosuch", "rollout": "rollout nosuch",
         "review": "review nosuch.hra", "perft": "perft nosuch 3", "bench": "bench --filter nosuch", "match": "match nosuch",
         "tournament": "tournament nosuch a b", "tune": "tune nosuch p -p c=1,0,2,1", "learn": "learn nosuch",
         "work": "work nosuch.db", "session": "session"}
FAILS = """
match tictactoe trained:file=none.hra random|hra: model 'none.hra': file not found
learn tictactoe --method td:init=none.hra|hra: model 'none.hra': file not found
match checkers expert:nets=none.hra random|hra: model 'none.hra': file not found
match backgammon:match-length=3 expert:met=none random|hra: match equity table 'none': file not found
replay missing.hra|'missing.hra': file not found
replay folder|'folder': it is a folder
review missing.hra|'missing.hra': file not found
play --resume missing.hra|missing.hra: cannot be read
play tictactoe random random --record missing/x.hra|x.hra: cannot be written: No such file
play tictactoe random random --record folder|folder: cannot be written
match tictactoe random random --record missing/x.hra|x.hra: cannot be written
match --merge missing/x.part|'missing/x.part': file not found
tree tree --method alphabeta -o missing/x.svg|x.svg: cannot be written: No such file
show nim -o missing/x.svg|x.svg: cannot be written: No such file
match tictactoe random random --games 10 --plot missing/x.svg|x.svg: cannot be written
match tictactoe random random --games 10 --record /dev/full|/dev/full: could not be written
"""


def cases(text):
    return [line.split("|") for line in text.strip().splitlines()]


@pytest.mark.parametrize("command, text", cases(WRONG))
def test_wrong(hra, command, text):
    hra(command).wrong(text)


@pytest.mark.parametrize("command, text", [
    (["perft", "tic\ntac", "3"], "control character"),
    ("play tictactoe random random --record".split() + ["x" * 5000], "the path is longer than"),
    (["play", "--resume", "x" * 5000], "the path is longer than"),
    ("compare tictactoe --methods".split() + 65 * ["minimax"], "found one more: 'minimax'"),
    (["play"] + 65 * ["random"], "found one more: 'random'")], ids=["control", "path", "resumed path", "methods", "players"])
def test_wrong_words(hra, command, text):
    hra(*command).wrong(text)


@pytest.mark.parametrize("command, text", cases(FAILS))
def test_what_cannot_be_done(hra, command, text):
    (hra.here / "folder").mkdir()
    hra(command).failing(text)


@pytest.mark.parametrize("command", FIRST)
def test_options_are_checked_before_anything_is_opened(hra, command):
    """What the command names is not there, and yet the value of each option of the help is what is wrong."""
    page = hra(f"help {command}").good().out
    typed = [(name, value) for name, value in re.findall(r"^  (?:-., |    )--([a-z-]+)(?: ([^ ]+))?", page, re.M)
             if re.fullmatch(r"[NTSRA]|SIZE|.*[,|](?!\.\.\.).*", value)]  # NAME,... depends on the seats of the game
    for name, value in typed:
        hra(f"{FIRST[command]} --{name} x").wrong(f"--{name}")


def test_a_long_match_takes_no_memory_for_the_games_to_come(hra):
    started = hra.start("match tictactoe random random --games 1000000000000 --threads 2 --record many.hra")
    started.until(lambda: (hra.here / "many.hra").exists() and hra.read("many.hra"))
    said = started.interrupt().exits(130)
    assert said.err.startswith("hra: interrupted after ")
    assert said.out


# ---- a full disk, a closed pipe ------------------------------------------------------------------

@pytest.mark.parametrize("command", [
    "perft tictactoe 3", "games --json", "match tictactoe random random --games 10 --json", "play tictactoe random random --seed 1"])
def test_standard_output_is_full(hra, command):
    hra.shell(f'"$hra" {command} >/dev/full </dev/null').failing("No space left")


def test_a_play_goes_on_when_its_record_cannot(hra):
    said = hra("play tictactoe human random --seed 3 --record /dev/full", typed="b2\n").exits(1).one_line("")
    assert "The game was not saved" in said


@pytest.mark.parametrize("command", [
    "games", "play yahtzee random --adviser random --seed 1", "match tictactoe random random --games 5000"])
def test_a_closed_pipe_is_no_reason_to_hang(hra, command):
    """The run helper ends the test that hangs."""
    said = hra.shell(f'"$hra" {command} </dev/null | head -n 1; exit "${{PIPESTATUS[0]}}"')
    assert len(said.lines) == 1, said
