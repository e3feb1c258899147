"""Other programs' formats (PDN, match files) and ballots: games read, shown, judged and written, many in one file, and
what is left of a play that is cut short."""
# suites: cli; priority: 1
import re

import pytest
from conftest import moves_in

GAMES = """{three games of different hands}
[Event "a cup"]
[Black "Anna"]
[White "Bo \\"the King\\" C."]
[Result "1/2-1/2"]

1. 11-15 22-17 {dyke} 2. 15-19! 24x15 (2... 23x16 3. 12x19) 3. 10x19 23x16 4. 12x19 1/2-1/2

[SetUp "1"] [FEN "W:WK10,K14:BK1."]
1... 14-9 2. 1-5 10-14 3. 5-1 9-5 4. 1-6 5-1 5. 6-2 14-18 6. 2-7 18-15 7. 7-2 15-11 8. 2-6 1x10 0-1
[FEN "B:W6,7,14,15:B2"]
1. 2x11x18 *
"""
ANSWERS = "11-15\n23-19\n"
HUMANS = "play checkers human human --adviser random"


def games_in(text):
    return len(re.findall(r"^\[Event ", text, re.M))


def openings(text):
    return re.findall(r"^\[FEN.*", text, re.M)


def shown(said):
    return said.count("^checkers:")


def is_there(hra, name):
    return (hra.here / name).exists()


CHESS = '[Event "a cup"]\n[White "Ann"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'


def test_a_game_of_another_program_has_its_own_head_and_result(hra):
    hra.write("mate.pgn", CHESS)
    said = hra("replay mate.pgn").good()
    assert said.count("^Ann - Bo; a cup; 1-0$") == 1 and said.count("seed") == 0
    assert said.count("^ +1  Ann - Bo +1-0 +7  ") == 0 and hra("replay mate.pgn --list").good().count("^ +1  Ann - Bo +1-0 +7  ") == 1
    judged = hra("review mate.pgn --time 0.05").good()
    assert judged.count("; analyst expert.*, at most 0.050 s a move$") == 1


# ---- reading -------------------------------------------------------------------------------------

@pytest.fixture
def games(hra):
    hra.write("games.pdn", GAMES)
    return hra


def test_replay_shows_three_games_of_a_file(games):
    said = games("replay games.pdn").good()
    assert shown(said) == 3
    assert "Black, Anna: 11-15" in said
    assert 'White, Bo "the King" C.: 22-17' in said
    assert "24x15" in said  # the line that was played, not another
    assert "23x16 3." not in said
    assert "2x11x18" in said  # the way of a capture, and who has won
    assert "wins" in said
    assert games("replay --boards games.pdn").good().count(" 29 ") >= 20


def test_the_format_is_decided_by_the_content(hra):
    assert shown(hra("replay -", typed=GAMES).good()) == 3
    hra.write("games.txt", GAMES)
    assert shown(hra("replay games.txt").good()) == 3
    hra("replay -", typed="hello\n").wrong("not a file of games")


def test_review_judges_all_three(games):
    assert games("review games.pdn --analyst alphabeta:depth=3").good().count("analyst alphabeta") == 3


def test_the_report_of_a_method_ply_by_ply(hra):
    hra.write("study.pdn", "".join(GAMES.splitlines(keepends=True)[8:10]))
    said = hra("replay study.pdn --values alphabeta:depth=6,eval=corner,move-order=static").good()
    assert said.count(" [BW]:W") == 15
    assert said.has_line("^ *0 .*14-9 .* 4680 .*W:WK10,K14:BK1")  # value and nodes of the study
    assert said.has_line("win of White is seen since ply [0-9]")
    assert "mean value" in said


@pytest.mark.parametrize("text, why", [
    ("1. 11-15 22-18 2. 15-19 *", "line 1, character 19, game 1: .*captures are compulsory"), ("[FEN \"W:W6:B6\"] *", "square 6 is given twice"),
    ("1. 11-15 *\n\n[White \"x\"]\n1. 9-14 9-14 *", r"line 4, character 9, game 2 \(\? - x\): .*illegal move")])
def test_refused_with_its_line(hra, text, why):
    hra.write("bad.pdn", text + "\n")
    said = hra("replay bad.pdn")
    assert said.status == 2
    assert re.search(why, said.err)
    assert hra("replay bad.pdn --strict").status == 2


def test_a_result_alone_is_a_game(hra):
    hra.write("only.pdn", "1-0\n")
    hra("replay only.pdn").good()


# ---- writing -------------------------------------------------------------------------------------

def test_a_match_writes_pdn_of_the_same_games(hra):
    hra("match checkers:ballot=all random random --games 8 --seed 3 --record match.pdn").good()
    assert games_in(hra.read("match.pdn")) == 8
    assert not is_there(hra, "match.pdn.part")
    hra("match checkers:ballot=all random random --games 8 --seed 3 --record match.hra")
    pdn, record = (re.findall("^ *[BW][a-z]*, random: (.*)", hra(f"replay match.{kind}").out, re.M) for kind in ("pdn", "hra"))
    assert pdn == record
    assert len(record) > 100
    fens = openings(hra.read("match.pdn"))
    assert len(fens) == 8  # each opening twice
    assert sum(fens.count(fen) == 2 for fen in set(fens)) == 4


@pytest.mark.parametrize("result", ["0-1", "1-0", "1/2-1/2", "*"])
def test_records_keep_the_result_that_a_file_states(hra, result):
    hra.write("in.pdn", f'[Event "x"]\n[Result "{result}"]\n\n1. 11-15 22-18 2. 15x22 25x18 {result}\n')
    for to, by in (("1.hra", "in.pdn"), ("2.hra", "1.hra"), ("out.pdn", "2.hra")):
        hra(f"replay {by} -o {to}")
    assert f'[Result "{result}"]' in hra.read("out.pdn")
    assert hra.read("out.pdn").split()[-1] == result


@pytest.mark.parametrize("end, result", [("resign 0", "0-1"), ("resign 1", "1-0"), ("draw offer 0\ndraw accept 1", "1/2-1/2"),
                                         ("adjudicated tables -1", "0-1"), ("adjudicated draw 0", "1/2-1/2"), ("", "*")])
@pytest.mark.parametrize("note", ["", "#: comment out of time\n"])
def test_an_end_that_the_rules_do_not_know_is_written_with_and_without_notes(hra, end, result, note):
    hra.write("in.hra", f"hra-record 3\ngame checkers\nseat 0 random\nseat 1 random\n0 11-15\n{note}{end}\n")
    hra("replay in.hra -o out.pdn")
    assert f'[Result "{result}"]' in hra.read("out.pdn")
    assert hra.read("out.pdn").split()[-1] == result


@pytest.mark.parametrize("length, points", [(0, 1), (0, 3), (0, 5), (5, 5)])
def test_match_files_and_trees_keep_the_points_that_were_given_up(hra, length, points):
    """5 points of an undoubled game are more than a backgammon: they were agreed on."""
    wins = f"      Wins {points} point{'s' * (points > 1)}{' and the match' * (length > 0)}"
    hra.write("in.mat", f" {length} point match\n\n Game 1\n P : 0                          Q : 0\n"
              f"  1)                             31: 8/5 6/5\n{wins}\n")
    for to, by in (("1.hra", "in.mat"), ("1.sgf", "1.hra"), ("2.hra", "1.sgf"), ("out.mat", "2.hra"), ("3.hra", "out.mat"), ("2.sgf", "3.hra")):
        hra(f"replay {by} -o {to}")
    assert wins in hra.read("out.mat").splitlines()
    for name in ("1.sgf", "2.sgf"):
        assert f"RE[W+{points}R]" in hra.read(name)


@pytest.mark.parametrize("length", [0, 3])
def test_match_files_and_trees_keep_a_draw_that_was_agreed_on(hra, length):
    """SGF has RE[Draw] (or 0); match files have no word for it, so a remark that other programs pass over."""
    hra.write("0.hra", f"hra-record 2\ngame backgammon:cube=no,match-length={length}\nseed 3\nnumber 0\nseat 0 human\nseat 1 human\n"
              "* 45\n1 8/3 6/2\n* 31\n0 8/5 6/5\ndraw offer 1\ndraw accept 0\n")
    for to, by in (("1.mat", "0.hra"), ("1.sgf", "0.hra"), ("2.mat", "1.mat"), ("2.sgf", "1.mat"), ("3.mat", "2.sgf"), ("3.hra", "3.mat"), ("4.hra", "2.sgf")):
        hra(f"replay {by} -o {to}").exits(0)
    for name in ("1.mat", "2.mat", "3.mat"):
        assert hra.read(name).splitlines()[-2:] == ['; [Result "Draw"]', ""] and "Wins" not in hra.read(name)
    for name in ("1.sgf", "2.sgf"):
        assert hra.read(name).count("RE[Draw]") == 1
    for name in ("3.hra", "4.hra"):
        assert "\ndraw accept" in hra.read(name)
    hra.write("zero.sgf", hra.read("1.sgf").replace("RE[Draw]", "RE[0]"))
    assert hra("replay zero.sgf -o 5.hra").exits(0) and "\ndraw accept" in hra.read("5.hra")
    hra.write("open.hra", hra.read("0.hra").replace("draw offer 1\ndraw accept 0\n", ""))
    hra("replay open.hra -o open.mat")
    assert "Draw" not in hra.read("open.mat")  # a game that goes on


def test_each_opening_from_both_sides(hra):
    hra("match checkers:ballot=each random random --games 8 --rotate --seed 3 --record each.pdn").good()
    fens = openings(hra.read("each.pdn"))
    assert fens[::2] == fens[1::2]
    assert len(set(fens)) == 4


def test_one_ballot(hra):
    hra("match checkers:ballot=174 random random --games 2 --seed 3 --record last.pdn").good()
    assert len(set(openings(hra.read("last.pdn")))) == 1
    hra("match checkers:ballot=175 random random --games 2").wrong("1 to 174")


@pytest.mark.parametrize("kind", ["pdn", "mat"])
def test_another_game_has_no_such_file(hra, kind):
    hra(f"match tictactoe random random --games 2 --record other.{kind}").refused(f"cannot be written as {kind.upper()}")
    assert not is_there(hra, f"other.{kind}")


def test_a_match_writes_match_files_of_the_same_games_and_adds_to_them(hra):
    hra("match backgammon:checkers=3,match-length=3 random random --games 3 --seed 5 --record match.mat").good()
    assert len(re.findall("^ 3 point match", hra.read("match.mat"), re.M)) == 3
    hra("match backgammon:checkers=3,match-length=3 random random --games 3 --seed 5 --record hyper.hra")
    match, record = (re.findall("^ *([BW*].*)", hra(f"replay {name}").out, re.M) for name in ("match.mat", "hyper.hra"))
    assert match == record
    assert len(match) > 50
    hra("match backgammon:checkers=3 random random --games 1 --seed 5 --record match.mat").good()
    assert len(re.findall("point match", hra.read("match.mat"))) == 4
    assert hra("review match.mat --analyst greedy").good().count("analyst greedy") == 4


def test_but_not_to_another_file(hra):
    hra.write("games.mat", GAMES)
    hra("match backgammon:checkers=3 random random --games 1 --record games.mat").refused("something other than MAT")
    assert hra.read("games.mat") == GAMES
    assert shown(hra("replay games.mat").good()) == 3  # whatever it is called


# ---- what is left of a play that was cut short ---------------------------------------------------

def play(hra, typed, name):
    return hra(f"{HUMANS} --seed 4 --record {name}", typed=typed)


def go_on(hra, typed, name):
    return hra(f"play --resume {name} --adviser random", typed=typed)


def lines(hra, name):
    return hra.read(name).splitlines()


def test_a_play_that_was_left_is_there_as_pdn_and_beside_it_as_a_record(hra):
    play(hra, ANSWERS, "left.pdn").exits(0)
    assert "1. 11-15 23-19 *" in lines(hra, "left.pdn")
    assert moves_in(hra.read("left.pdn.part")) == 2
    go_on(hra, "8-11\n", "left.pdn").exits(0)
    assert "1. 11-15 23-19 2. 8-11 *" in lines(hra, "left.pdn")
    assert games_in(hra.read("left.pdn")) == 1
    assert moves_in(hra.read("left.pdn.part")) == 3
    go_on(hra, "22-17\n", "left.pdn.part").exits(0)  # by the name of the part too
    assert any(line.endswith("2. 8-11 22-17 *") for line in lines(hra, "left.pdn"))
    play(hra, "9-13\n", "left.pdn")  # another play comes behind it
    assert games_in(hra.read("left.pdn")) == 2
    assert moves_in(hra.read("left.pdn.part")) == 1


def test_of_a_play_that_is_over_nothing_is_left_beside_it_and_it_is_not_resumed(hra):
    hra("play checkers random random --adviser random --seed 4 --record over.pdn").exits(0)
    assert not is_there(hra, "over.pdn.part")
    hra("play --resume over.pdn").wrong("no game to continue")


def at_the_table(hra, name):
    """Two moves of a play that is open."""
    started = hra.start(f"{HUMANS} --seed 4 --record {name}")
    started.type(ANSWERS)
    return started.until(lambda: is_there(hra, name + ".part") and moves_in(hra.read(name + ".part")) == 2)


def test_kill_leaves_the_moves_and_the_play_goes_on_or_is_written_before_others(hra):
    started = at_the_table(hra, "killed.pdn")
    hra("play --resume killed.pdn").failing("is in use by another program")
    started.kill()
    assert moves_in(hra.read("killed.pdn.part")) == 2
    for end in ("", ".part"):
        hra.write("again.pdn" + end, hra.read("killed.pdn" + end))
    go_on(hra, "8-11\n", "killed.pdn").exits(0)
    assert "1. 11-15 23-19 2. 8-11 *" in lines(hra, "killed.pdn")
    hra("match checkers random random --games 2 --seed 1 --record again.pdn").good()
    assert games_in(hra.read("again.pdn")) == 3
    assert "1. 11-15 23-19 *" in lines(hra, "again.pdn")
    assert not is_there(hra, "again.pdn.part")
    assert shown(hra("replay again.pdn").good()) == 3


def test_ctrl_c_leaves_pdn(hra):
    at_the_table(hra, "stopped.pdn").interrupt().exits(130)
    assert "1. 11-15 23-19 *" in lines(hra, "stopped.pdn")


def test_a_full_disk_is_told_and_with_room_again_the_play_goes_on(hra):
    """A file that may not grow beyond a few blocks stands for a full disk."""
    before = 7 * f'[Event "filler"]\n[Black "{0:0100d}"]\n\n*\n\n'
    hra.write("full.pdn", before)
    said = hra.shell(f"trap '' XFSZ; ulimit -f 1; printf '{ANSWERS}' | \"$hra\" {HUMANS} --seed 4 --record full.pdn >/dev/null")
    assert said.exits(1).complains("could not be written")
    assert hra.read("full.pdn") == before
    assert moves_in(hra.read("full.pdn.part")) == 2
    go_on(hra, "8-11\n", "full.pdn").exits(0)
    assert "1. 11-15 23-19 2. 8-11 *" in lines(hra, "full.pdn")
    assert games_in(hra.read("full.pdn")) == 8


def test_a_header_that_was_cut_off_is_in_nobodys_way(hra):
    hra.write("stub.pdn.part", "hra-record 1\ngame checkers\nseed 1\n")
    play(hra, ANSWERS, "stub.pdn").exits(0)
    assert games_in(hra.read("stub.pdn")) == 1


def test_a_spoiled_part_is_refused_not_lost(hra):
    hra.write("spoiled.pdn.part", "hra-record 1\ngame checkers\nseat 0 a\nseat 1 b\n0 11-99\n")
    play(hra, ANSWERS, "spoiled.pdn").refused("spoiled.pdn.part: ")
    assert "11-99" in hra.read("spoiled.pdn.part")


# ---- openings ------------------------------------------------------------------------------------

def test_a_play_says_once_which_ballot_it_follows_and_so_do_pdn_replay_and_review(hra):
    said = hra("play checkers:ballot=white-doctor,draw-moves=10 random random --adviser random --seed 1 --record doctor.pdn").exits(0)
    assert said.count("opening: White Doctor, ballot 68") == 1
    assert '[Opening "White Doctor, ballot 68"]' in lines(hra, "doctor.pdn")
    assert "  opening: White Doctor, ballot 68" in hra("replay doctor.pdn").exits(0)
    review = "review doctor.pdn --analyst alphabeta:depth=1"
    assert "  opening: White Doctor, ballot 68" in hra(review).exits(0)
    assert '"opening":"White Doctor, ballot 68"' in hra(f"{review} --json").exits(0)


def test_names_come_as_moves_come_to_them(hra):
    said = hra(HUMANS, typed="11-15\n23-19\n8-11\n22-17\n4-8\n")
    assert re.findall("opening: .*", said.out) == ["opening: ballot 126", "opening: Old Fourteenth"]


# ---- the board and how moves are typed -----------------------------------------------------------

def test_in_ascii_kings_and_men_are_told_apart(hra):
    said = hra(f"{HUMANS} --position W:WK10,18:BK1,15", LC_ALL="C")
    assert "WK" in said
    assert "BK" in said
    assert re.fullmatch(rb"[ -~\n]*", said.bytes)


def test_a_capture_by_its_ends_is_shown_step_by_step(hra):
    said = hra(f"{HUMANS} --position B:W18,26:BK15,1", typed="15x31\n").exits(0)
    assert "Black to move" in said
    assert "wins" in said
    assert said.count("^  .* to move") == 2  # before and between; after it the game is over


def test_moves_are_picked_from_the_list(hra):
    said = hra(HUMANS, typed="m\n3\nm\n99\n#4\n").exits(0)
    assert "#7 12-16" in said
    assert re.findall("[BW][a-z]*, human: .*", said.out) == ["Black, human: 10-14", "White, human: 23-18"]


def test_the_board_is_turned_round(hra):
    rows = [line for line in hra(HUMANS, typed="f\n").exits(0).lines if re.search("░ [ 0-9][0-9] ░", line)]
    assert re.sub("[░│ ]", "", rows[0] + rows[8]) == "323130291234"


def test_a_capture_that_can_go_two_ways_is_asked_for(hra):
    said = hra(f"{HUMANS} --position B:W6,7,14,15:B2", typed="2x18\n2x9x18\n").exits(0)
    assert "several moves" in said or said.complains("several moves")
    assert "2x9x18" in said


def test_beside_an_adviser_who_tells_no_chances_the_engine_does(hra):
    started, asked = hra.start("play checkers human human --adviser alphabeta:depth=2"), [0]

    def told():
        """The chance to win is worked out beside the table: who asks again, when the last answer has come, sees it."""
        if started.said().out.count("your move") > asked[0]:
            asked[0] += 1
            started.type("a\n")
        return started.said().has_line("win$")
    started.until(told)
    assert started.said().has_line(r" ~[0-9.]*%$")
    started.interrupt()


def test_one_who_does_is_not_asked_twice(hra):
    said = hra("play checkers human human --adviser expert:depth=3,tablebase-pieces=0", typed="a\na\n").exits(0)
    assert said.has_line("win probability.* loss$")


@pytest.mark.parametrize("fen", ["W:WK10,K14:BK1", "W:BK1:WK10,K14", "W:WK10,K14:BK1.", "B:W21-32:B1-12", "B:B1-12:W21-32."])
def test_fen(hra, fen):
    hra(f"search checkers --method alphabeta:depth=1 --position {fen}").good()


# ---- matches in which games were resigned -----------------------------------------------------------

RESIGNED = """ 5 point match

 Game 1
 P : 0                          Q : 0
  1)                             41: 13/9 24/23
  2) 31: 8/5 6/5                 62: 24/18 13/11
      Wins 1 point

 Game 2
 P : 1                          Q : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 61: 13/7 8/7                 Doubles => 2
  3)  Takes                      63: 24/15
                                  Wins 2 points

 Game 3
 P : 1                          Q : 2
  1) 52: 13/8 24/22
"""


def test_a_match_with_resigned_games_is_one(hra):
    hra.write("match.mat", RESIGNED)
    said = hra("replay match.mat").good()
    assert said.count("backgammon:match-length=5") == 1
    assert "Black, Q: resigns a single game" in said
    assert "White, P: resigns a single game" in said  # 2 points, and the cube shows 2
    assert "White 1, Black 2 in a match to 5" in said


def test_a_review_counts_no_resignation_as_a_decision(hra):
    hra.write("match.mat", RESIGNED)
    review = hra("review match.mat --analyst expert:plies=0 --json").good().json()
    resigned = [move for moves in review.values() if isinstance(moves, list) for move in moves if "resigns" in str(move.get("move"))]
    assert [move["move"] for move in resigned] == ["Black resigns 1 point", "White resigns 2 points"]
    assert [(move["luck"], "loss" in move) for move in resigned] == [([0, 0], False)] * 2  # neither luck nor error
    assert [seat["decisions"] for seat in review["seats"]] == [5, 5]
    for seat, resigned_for in zip(review["seats"], (0.2, -0.2)):
        assert seat["conceded"] * resigned_for < 0  # White gave up 2 points, Black 1
        assert abs(seat["expected"] + seat["luck"] + seat["others"] + seat["reassessed"] - seat["loss"] + seat["conceded"] - seat["result"]) < 1e-9
    assert hra("review match.mat --analyst expert:plies=0 --all-moves").good().has_line(r"^ +1:2 Black    resigns a single game$")  # no roll
    summary = hra("review match.mat --analyst expert:plies=0 --summary").good().out
    assert len(re.findall(r"^[PQ] +1 ", summary, re.M)) == 2  # one record for each


def test_dice_that_were_resigned_behind_are_read(hra):
    done = hra("play backgammon:cube human human --seed 3 --record own.mat", typed="resign backgammon\n")
    done.good()
    assert "resigns a backgammon" in hra("replay own.mat").good()
    hra("review own.mat --analyst expert:plies=0").good()


def test_resigning_for_another_is_no_move(hra):
    said = hra("play backgammon:match-length=3 human human --seed 3", typed="White resigns 1 point\nBlack resigns 3 points\n")
    assert said.good().count("this move cannot be made here") == 2


def test_a_damaged_game_hides_no_other(hra):
    hra.write("match.mat", RESIGNED.replace("42: 8/4 6/4", "42: 1/2 3/4"))
    done = hra("replay match.mat")
    assert done.status == 2
    assert "line 11, character 41" in done.err
    assert "in a match to 5" in done.out
    assert "White 1, Black 2" in done.out


def test_a_game_of_a_match_that_was_given_up_before_a_move(hra):
    """The last line of a file: the game begins, and one side wins it."""
    given_up = "                                       Wins 1 point\n"
    hra.write("match.mat", " 3 point match\n Game 1\n A : 0                             B : 0\n"
              "  1) 31: 8/5 6/5                       Doubles => 2\n  2)  Takes                           64: 24/14\n"
              "  3)  Doubles => 4                     Drops\n      Wins 2 points\n"
              " Game 2\n A : 2                             B : 0\n" + given_up)
    assert "White, A: resigns a single game" in hra("replay match.mat").good()
    assert hra("replay match.mat -o match.hra").status == 0
    assert hra("replay match.hra -o again.mat").status == 0
    again = hra.read("again.mat")
    assert given_up in again and re.search(r"A : 2 +B : 0", again)  # who played, too
