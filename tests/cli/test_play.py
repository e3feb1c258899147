"""Playing at the command line: scripts on standard input, talk at the table, review of what was played."""
# suites: cli; priority: 3
import re

import pytest
from conftest import moves_in, same_play

DIAGONAL = "a1\nb1\nb2\na2\nc3\n"  # X wins at tic-tac-toe
RECORD = """hra-record 1
game tictactoe
seed 4
number 0
seat 0 human
seat 1 human
0 a1
1 b1
0 b2
1 a2
0 c3
result 1 -1
"""
PAIR = "node root max\nleaf a 3\nleaf b 5\nedge root a\nedge root b\n"
CZECH = {"LC_ALL": "C.UTF-8", "LANGUAGE": "cs"}
HUMANS = "play tictactoe human human --seed 4"


# ---- the head -----------------------------------------------------------------------------------

@pytest.mark.parametrize("spec, title", [
    ("chess", "Chess"), ("chess:variant=960,start=5", "Chess: Chess960"), ("chess:variant=losalamos", "Chess: Los Alamos (6x6, without bishops)"),
    ("backgammon:match-length=5", "Backgammon: Match to 5 points"), ("backgammon:match-length=3", "Backgammon"),
    ("backgammon:match-length=5,cube=yes", "Backgammon"), ("nim:last=loses", "Nim: The last one loses")])
def test_the_head_has_the_variant(hra, spec, title):
    """If one of the game's variants fits; of two that do, neither."""
    assert hra(f"play {spec} human human --seed 4", typed="q\n").lines[0] == f"{title}, seed 4"


def test_the_head_of_chess960_has_the_number_of_the_position(hra):
    """BBQNNRKR is number 0 of Scharnagl's; a game whose number is drawn has one too."""
    said = hra("play chess:variant=960,start=0 human human --seed 4", typed="q\n")
    assert said.lines[1] == "  opening: Chess960, first position 0" and " 1 │ B  B  Q  N  N  R  K  R │" in said.lines
    said = hra("play chess:variant=960 human human --seed 4", typed="q\n", **CZECH)
    assert re.fullmatch(r"  zahájení: Chess960, první pozice \d+", said.lines[1])
    hra("match chess:variant=960,start=7 random random --games 1 --seed 4 --record game.pgn").good()
    for command in ("replay game.pgn", "review game.pgn --analyst greedy"):
        assert "  opening: Chess960, first position 7" in hra(command).exits(0).lines


# ---- a machine that is its own adviser -----------------------------------------------------------

def test_what_a_machine_found_is_shown_and_it_does_not_think_again(hra):
    expert = "expert:nodes=500,tablebase-pieces=0"
    assert ", searched 3 plies" in hra(f"play checkers {expert} {expert} --adviser {expert} --seed 1").good()


def test_all_that_a_search_judged_is_shown(hra):
    assert "value 0.00; next best: b1, equal" in hra("play tictactoe minimax minimax --adviser minimax --seed 1").good()


def test_a_search_to_the_end_deepens_under_a_limit_of_time(hra):
    assert "O, alphabeta: " in hra("play tictactoe human alphabeta --time 20ms", typed="a1\nq\n").good()


# ---- words instead of letters --------------------------------------------------------------------

def test_words_in_any_case_and_blanks_around_them(hra):
    said = hra(HUMANS, typed=" HELP \na1\nUndo\n quit").good()
    assert "column and row" in said
    assert "X, human: a1" in said
    assert "The game is saved" not in said


def test_help_has_the_words_of_the_game_alone(hra):
    said = hra(HUMANS, typed=" HELP \na1\nUndo\n quit")
    for word in ("flip the board", "take back", "accept"):
        assert word not in said
    assert "draw: offer a draw" in said
    assert "The rules: hra rules tictactoe" in said


def test_help_has_the_words_that_are_due(hra):
    said = hra(HUMANS, typed="a1\ndraw\nb1\n?\nq").good()
    assert "u undo" in said
    assert "accept: accept the draw" in said
    assert "draw offer" not in said


@pytest.mark.parametrize("game", ["empire", "backgammon", "race", "yahtzee"])
@pytest.mark.parametrize("language", [{}, CZECH])
def test_help_is_wrapped_in_a_pipe(hra, game, language):
    said = hra(f"play {game} human random --seed 1", typed="?\nq\n", **language).good().out
    lines = said.split(")> ")[1].splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) < 80


def test_the_board_is_turned_where_that_shows_something_else(hra):
    assert "f flip the board" in hra("play checkers human human --seed 4", typed="?\nexit").good()


def test_nothing_is_advised_while_dice_are_typed_in(hra):
    said = hra("play yahtzee human --seed 4 --dice manual", typed="?\nq").good()
    assert "a advice" not in said
    assert "resign" not in said
    assert "q save and quit" in said


def test_words_in_czech_and_still_in_english(hra):
    said = hra(HUMANS, typed="pomoc\na1\nZpet\nrada\nremíza\nundo\nkonec", **CZECH).good()
    for text in ("? pomoc", "X, člověk: a1", "ztráta", "Remíza nabídnuta."):
        assert text in said


def test_a_draw_in_czech(hra):
    assert "dohodnutá remíza" in hra(HUMANS, typed="a1\nremíza\nb1\nprijmout", **CZECH).good()


# ---- a person plays ------------------------------------------------------------------------------

@pytest.fixture
def played(hra):
    """A play of X's diagonal, kept as play.hra."""
    hra.said = hra(f"{HUMANS} --record play.hra", typed=DIAGONAL)
    return hra


def test_a_play_from_standard_input(played):
    assert "X        human                         1  wins" in played.said.good()
    assert same_play(played.read("play.hra"), RECORD)


def test_replay_shows_it(played):
    said = played("replay play.hra").good()
    assert "X, human: c3" in said
    assert "wins" in said
    assert played("replay --boards play.hra").good().count("a   b   c") >= 6


def test_replay_reads_standard_input(played):
    assert "X, human: c3" in played("replay -", typed=played.read("play.hra")).good()


def test_review_ends_with_the_graph_the_grades_of_each_seat_and_their_formulas(played):
    said = played("review play.hra").good()
    assert "better: " in said
    assert said.has_line("^  value: 1 X, human; 2 O, human$")
    assert "│" in said
    assert said.has_line(r"^O +\?\?")
    assert "blunder from 0.4" in said
    assert "accuracy: mean of 103.17 exp" in said
    assert not [line for line in said.lines if len(line) > 80 and "accuracy:" not in line and "│" not in line]


def test_what_an_opponents_mistakes_brought_is_no_luck(played):
    said = played("review play.hra")
    assert "+ others" in said
    assert "luck" not in said


def test_the_sums_of_each_seat_of_a_review_are_its_result(played):
    played("review play.hra --analyst alphabeta --json").json("review")


def test_a_finished_play_is_not_resumed(played):
    played("play --resume play.hra").wrong("this game is over")


def test_review_shows_the_costly_choices_one_by_one_and_back(hra):
    hra("match tictactoe random random --games 1 --seed 1 --record three.hra")
    said = hra("review three.hra --step", typed="\n\n\nb\n").exits(0)
    found = re.findall(r"  (turn [0-9]*, [XO]) \(random\): .. \?\?, loss [12]; better: ..", said.out)
    assert found == ["turn 1, O", "turn 3, X", "turn 3, O", "turn 3, X"]


def test_no_name_acts_on_a_terminal_and_what_is_said_names_it_all_the_same(hra):
    control = hra.folder / "bell\a and \033 it's"
    said = hra(*HUMANS.split(), "--record", control, typed="a1\nq\n").good()
    assert not re.search(r"[\0-\x08\x0b-\x1f\x7f]", said.out)
    printed = re.search(r"The game is saved; continue it with:\n  hra (.*)", said.out).group(1)
    again = hra.shell(f'printf q | "$hra" {printed}').good()
    assert "O, your move" in again


@pytest.mark.parametrize("spec, players, typed", [
    ("race", "random greedy", ""), ("nim", "random mcts:playouts=20", ""),
    ("checkers:draw-moves=5", "random alphabeta:depth=2 --position B:WK18,K22:B3", ""), ("tree:file=HERE/pair.tree", "human human", "b")])
def test_the_review_that_a_play_ends_with_works(hra, spec, players, typed):
    hra.write("pair.tree", PAIR)
    spec = spec.replace("HERE", str(hra.here))
    said = hra(f"play {spec} {players} --seed 4 --record \"it's kept.hra\"", typed=typed + "\n")
    printed = re.search(r"^Review the game:\n  hra (.*)", said.out, re.M).group(1)
    again = hra.shell(f'"$hra" {printed}').good()
    assert "analyst " in again
    assert "= result" in again


def test_costs_are_in_the_unit_of_the_advice(hra):
    hra("match checkers:draw-moves=5 expert:nodes=200 random --games 1 --seed 2 --record mistakes.hra")
    said = hra("review mistakes.hra --analyst expert:nodes=200").good()
    assert said.has_line(r" loss  *[0-9]*\.[0-9][0-9]%")
    assert said.has_line(r"^  Black .*%")


@pytest.fixture
def judged(hra, request):
    players = getattr(request, "param", "random greedy")
    hra(f"match yahtzee:rules=plain {players} --games 2 --seed 3 --record judged.hra")
    return hra


@pytest.mark.parametrize("judged", ["random", "random greedy"], indirect=True)
def test_the_sums_of_a_review_of_yahtzee_whose_play_is_unfinished(judged):
    judged.write("one.hra", judged.read("judged.hra").partition("result")[0])
    judged("review one.hra --analyst expectiminimax:depth=1 --json").json("review")  # it need not solve the game


def test_both_plays_of_a_record_are_reviewed_by_turns(judged):
    said = judged("review judged.hra --all-moves").good()
    assert said.count("analyst optimal") == 2
    assert "luck" in said
    assert "better: " in said
    assert "  13 player 2 box " in said  # turns are counted, not plies
    assert "  14    " not in said
    assert said.has_line(r"^   1 player 2 [*] .* luck ")  # a roll is the luck of who threw it


def test_a_judge_that_cannot_judge_says_so_first(judged):
    judged("review judged.hra --analyst heuristic").wrong("heuristic does not value positions")


def test_records_are_summed_up_luck_aside_but_not_of_two_games(judged):
    hra = judged
    hra("match backgammon:checkers=1,cube,gammons=no exact random --games 3 --seed 1 --record three.hra")
    without = re.findall(r'"without_luck":([-0-9.e]*)', hra("review three.hra --analyst exact --json").out)
    wins = f"{sum(map(float, without[::2])) / 3:.3f}"
    said = hra("review three.hra --analyst exact --summary").good()
    assert len(said.lines) == 3
    assert said.has_line(rf"^exact  *3 .* [+]{re.escape(wins)} ")
    hra.write("two_games.hra", hra.read("three.hra") + hra.read("judged.hra"))
    hra("review two_games.hra --analyst expectiminimax:depth=1 --summary").wrong("--summary takes records of one game")


def test_a_judge_that_is_typed_may_name_a_file(hra):
    hra("match backgammon:match-length=2 expert:level=1 --games 1 --seed 1 --record match.mat")
    hra.write("equities", "0.5 0.7 0.3 0.5  0.5 0.4 # to two points\n")
    assert "analyst expert:plies=0,met=" in hra("review match.mat --analyst expert:plies=0,met=equities").good()
    hra("review match.mat --analyst expert:plies=0,met=none").failing("file not found")


def test_a_maze_is_reviewed_in_points_and_seats_by_their_names(hra):
    hra("match pacman expert:depth=2 --games 1 --seed 3 --record eaten.hra")
    said = hra("review eaten.hra --analyst expert:depth=2").good()
    assert said.has_line("^ *[0-9]* ghost 2 .* loss .* better: ")
    assert not said.has_line(r"cost  *[0-9][0-9.]*$")
    hra("review eaten.hra --analyst expert:depth=2 --json").json("review")  # the parts add up


def test_nobody_named_and_no_terminal_is_the_best_player_explained(hra):
    said = hra("play matches --seed 4").good()
    for text in (", exact: 3", "next best: 1, 2.00 less", "The game is over: the last match wins."):
        assert text in said


def test_advice_on_every_keep_best_first(hra):
    said = hra("play yahtzee:rules=plain human --adviser heuristic --seed 4 --record advice.hra", typed="a\n").exits(0)
    assert said.count("^  [> ] keep ") >= 6
    assert "loss" in said


# ---- talk at the table ---------------------------------------------------------------------------

def test_wrong_answers_are_asked_again_and_what_was_decided_is_taken_back(hra):
    said = hra(f"{HUMANS} --record talk.hra", typed="b2\nx9\nb2\n?\nm\np\nb\nu\na1\n").exits(0)
    assert "illegal move 'x9'" in said
    assert "illegal move 'b2'" in said
    for text in ("m moves", "#1 a1", ".../.X./..."):
        assert text in said
    lines = hra.read("talk.hra").splitlines()
    assert "undo 1" in lines
    assert lines[-1] == "0 a1"


def test_the_words_of_a_session_do_at_the_table_too(hra):
    said = hra(HUMANS, typed="\nmoves\nquit\n").exits(0)
    assert "m, which lists the moves" in said
    assert "#1 a1" in said


def test_bids_are_secret_until_all_are_made_and_then_are_told(hra):
    said = hra("play empire:seats=3,first-player=bid human human planner --seed 5", typed="4\n3\n").exits(0)
    assert "  green, planner: has chosen secretly" in said
    assert said.out.index("red, human: bid 4") > said.out.index("green, planner: has")
    assert "  blue, human: bid 3" in said
    assert "  green, planner: bid 0" in said


CARDS = "red 14 12:3 15:0+1 / blue 14 12:3 / neutral left 0 / row 25 2 28 10 12 30 / gone / goods red, blue / first red / red card"


def of_turn(hra, typed):
    return hra(*"play empire:neutral-armies=0,first-player=0 human human --seed 5 --record turn.hra --position".split(), CARDS, typed=typed + "\n")


@pytest.mark.parametrize("turn", ["card 1, place 15 12 12; end", "card 1 (coal: place 3);15;place 12,12,end",
                                  "card 1\n12 15 12\nend"])
def test_a_turn_in_one_line_in_any_order(hra, turn):
    of_turn(hra, turn).exits(0)
    assert len(re.findall("^0 place 1[25]$", hra.read("turn.hra"), re.M)) == 3
    assert "0 end" in hra.read("turn.hra").splitlines()


@pytest.mark.parametrize("turn, fault", [
    ("card 1, place 16", "after 'card 1': illegal move 'place 16'"), ("card 9, end", "illegal move 'card 9'"),
    ("card 1, end, card 1", "after 'end' it is no longer your move"), ("card 1 place 12", "illegal move 'card 1 place 12'")])
def test_all_of_a_line_or_nothing(hra, turn, fault):
    assert fault in of_turn(hra, turn).exits(0)
    assert moves_in(hra.read("turn.hra")) == 0


def test_u_takes_back_over_a_machine_and_the_record_replays_without_it(hra):
    hra("play tictactoe human random --seed 4 --record undo.hra", typed="b2\nu\na1\n").exits(0)
    assert {"undo 2", "0 a1"} <= set(hra.read("undo.hra").splitlines())
    said = hra("replay undo.hra").good()
    assert "X, human: a1" in said
    assert "X, human: b2" not in said


def test_a_move_called_like_a_command_is_made_and_files_of_games_are_read_where_that_is_allowed(hra):
    hra.write("two.tree", PAIR)
    hra(f"play tree:file={hra.here}/two.tree human random --seed 4 --record tree.hra", typed="b\n").exits(0)
    hra("play tree:file=two.tree human random --seed 4 --record near.hra", typed="b\n").exits(0)  # a name without a folder too
    assert "game tree:file=two.tree\n" in hra.read("near.hra")
    hra("play --resume near.hra").wrong("--allow-files allows it")
    assert "0 b" in hra.read("tree.hra").splitlines()
    for command in ("replay tree.hra", "review tree.hra --analyst random", "play --resume tree.hra"):
        hra(command).wrong("--allow-files allows it")
    assert "  player 1, human: b" in hra("replay tree.hra --allow-files").good()
    kept = hra.data / "hra" / "plays"
    kept.mkdir(parents=True)
    (kept / "kept.hra").write_text(hra.read("tree.hra"))
    assert "  player 1, human: b" in hra("replay", kept / "kept.hra").good()  # plays of one's own
    (kept / "link.hra").symlink_to(hra.here / "tree.hra")
    hra("replay", kept / "link.hra").wrong("--allow-files allows it")  # not through a link to elsewhere


def test_an_endless_line(hra):
    said = hra(HUMANS, typed="x" * 100000).exits(0)
    assert said.is_quiet()
    assert "illegal move" in said


def test_dice_that_are_typed_in(hra):
    hra("play yahtzee human --dice manual --adviser random --seed 1 --record dice.hra", typed="1-1-2-4-6\nkeep 1-1\n").exits(0)
    assert {"dice manual", "* 1-1-2-4-6", "0 keep 1-1"} <= set(hra.read("dice.hra").splitlines())
    hra("play --resume dice.hra --adviser random", typed="6-6-6-6-6\n").exits(0)  # would need other dice kept
    assert "6-6-6-6-6" not in hra.read("dice.hra")


def test_a_roll_that_was_mistyped_is_taken_back(hra):
    said = hra("play yahtzee human --dice manual --adviser random --seed 1 --record mistyped.hra",
               typed="1-1-2-4-5\nu\n1-1-2-4-6\nkeep 1-1\n").exits(0)
    assert {"undo 1", "* 1-1-2-4-6"} <= set(hra.read("mistyped.hra").splitlines())
    assert "no move can be taken back" not in said


def test_help_that_is_asked_for_with_resume_is_there_the_next_time_too(hra):
    hra(f"{HUMANS} --record helped.hra", typed="b2\nq\n")
    hra("play --resume helped.hra --advice --tutor --adviser minimax:depth=2", typed="q\n")
    assert "  loss" in hra("play --resume helped.hra", typed="q\n").good()
    assert "# at the table: advise tutor adviser=minimax:depth=2" in hra.read("helped.hra").splitlines()


def test_a_play_from_a_position(hra):
    hra("play tictactoe human human --position X.O/.X./..O --seed 4 --record position.hra", typed="a2\n").exits(0)
    assert {"position X.O/.X./..O", "0 a2"} <= set(hra.read("position.hra").splitlines())
