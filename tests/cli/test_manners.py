"""People at the table: names, draws, resigning, tutors, explanations, and what records of them say."""
# suites: cli; priority: 1
import pytest

HEAD = "hra-record 1\ngame tictactoe\nseed 4\nnumber 0\nseat 0 human\nseat 1 human\n"  # a draw after these moves
TALK = "play tictactoe human human --seed 1"
LOST = "play tictactoe human minimax --position XX./OO./... --tutor --adviser exact --seed 1"  # a3 loses at once, c1 wins


def test_who_has_resigned_is_told_and_no_move_is_blamed_for_it(hra):
    hra.write("resigned.hra", HEAD + "0 b2\nversion 2\nname 1 Bob\n1 a1\nresign 1\nresult 1 -1\n")
    said = hra("replay resigned.hra").good()
    for text in ("O resigned", "O, Bob: a1", "1  wins"):
        assert text in said
    said = hra("review resigned.hra").good()
    assert "= result" in said and "+ conc." in said
    assert not said.has_line(" cost  *[0-9]")


def test_a_draw_that_was_agreed(hra):
    hra.write("agreed.hra", HEAD + "0 b2\n1 a1\nversion 2\ndraw offer 1\ndraw accept 0\nresult 0 0\n")
    said = hra("replay agreed.hra").good()
    assert "draw agreed" in said
    assert "0  draw" in said


def test_a_play_of_version_2_goes_on(hra):
    hra.write("offered.hra", HEAD + "0 b2\nversion 2\nname 1 Bob\ndraw offer 0\n")
    hra("play --resume offered.hra", typed="a1\n").exits(0)
    assert hra.read("offered.hra").splitlines()[-2:] == ["draw offer 0", "1 a1"]


def test_people_have_names_the_only_move_is_made_by_enter_and_a_draw_is_agreed(hra):
    said = hra("play checkers human human --names 'Anna,Bob Novak' --seed 1 --record named.hra",
               typed="11-15\nname Vera\n22-18\ndraw\n\naccept\n").good()
    for text in ("Anna (Black), your move", "White, Vera: 22-18", "(Enter: 15x22, the only move", "Black, Anna: 15x22",
                 "Anna (Black) offers a draw", "draw agreed"):
        assert text in said
    assert "name 1 Vera" in hra.read("named.hra").splitlines()


def test_the_board_of_an_agreed_draw_stays_as_it_was_seen(hra):
    said = hra("play checkers human human --seed 1", typed="11-15\ndraw\n22-17\naccept\n").good()
    last = said.out.split("accept, refuse, or move")[-1]
    assert "draw agreed" in last and "to move" not in last
    assert last.index(" 32 ") < last.index(" 29 ") < last.index("  1 ")  # from the side of Black, who accepted


def test_and_no_name_where_none_is_said(hra):
    said = hra(TALK, typed="name Vera\nname\nq\n").exits(0)
    assert "Vera (X), your move" in said
    assert "You have no name" in said
    assert said.count("^X, your move") == 2


def test_who_gives_up_has_lost(hra):
    said = hra(TALK, typed="resign\n").good()
    assert "X resigned" in said
    assert "O        human                         1  wins" in said


BEHIND = "white 24:5 23:5 22:5, black 6:2 5:2 4:2, white 31"  # most of what White can lose here is a backgammon
MATCH = ["play", "backgammon:match-length=5", "human", "expert:plies=0", "--seed", "1", "--position", f"{BEHIND}, score 0-0"]


def test_a_part_of_a_match_is_resigned_and_the_match_goes_on(hra):
    said = hra(*MATCH, "--record", "own.mat", typed="?\nresign\n\nresign\nsingle\nresign gammon\nresign backgammon\nq\n").good()
    for text in ("resign single|gammon|backgammon|match: resign that much",
                 "resign what: single, gammon, backgammon, match? (Enter: nothing)> ", "Nothing is resigned.",
                 "and a single game only 57.8%; it accepts a backgammon", "White, human: resigns a backgammon",
                 "White 0, Black 3 in a match to 5"):
        assert text in said
    assert said.count("expert:plies=0 refuses: the position is worth ") == 2
    assert "Wins 3 points" in hra.read("own.mat")
    shown = hra("replay own.mat").good()
    assert "White, human: resigns a backgammon" in shown and "White 0, Black 3 in a match to 5" in shown
    seats = hra("review own.mat --analyst expert:plies=0 --json").good().json()["seats"]
    assert seats[0]["conceded"] == -seats[1]["conceded"] < 0


def test_which_part_is_asked_until_it_is_known(hra):
    said = hra(*MATCH, typed="resign\ntwice\n-\nresign twice\nresign match\n").good()
    assert "Type one of these words." in said
    assert "'twice' cannot be resigned here; choose one of single, gammon, backgammon, match" in said
    assert "The game is over: White resigned." in said and "White has won" not in said


def test_the_whole_match_where_less_ends_it_too(hra):
    said = hra("play backgammon:match-length=1 human human --seed 1", typed="resign match\n").good()
    assert "The game is over: Black resigned." in said
    assert "The game is over: Black resigned." in hra("play backgammon:match-length=1 human human --seed 1", typed="resign\n").good()
    assert "cannot be resigned here" in hra("play backgammon:cube human human --seed 1", typed="resign match\nq\n").good()


def test_another_person_accepts_or_refuses(hra):
    said = hra("play backgammon:match-length=5 human human --names Anna,Bob --seed 1 --record kept.hra",
               typed="resign single\nn\nresign gammon\n\nq\n").good()  # Black has the first roll
    for text in ("Bob (Black) resigns a single game. Anna (White), do you accept? (Enter: yes, n: no)> ", "The resignation is refused.",
                 "Bob (Black) resigns a gammon. ", "Black, Bob: resigns a gammon", "White 2, Black 0 in a match to 5"):
        assert text in said
    assert "version 4\n1 Black resigns 2 points\n" in hra.read("kept.hra")
    said = hra("play --resume kept.hra", typed="resign match\n").good()
    assert "The game is over: " in said
    lines = hra.read("kept.hra").splitlines()
    assert lines[-2].startswith("resign ") and lines[-1].startswith("result ")


def test_resigning_in_czech(hra):
    said = hra("play backgammon:match-length=5 human human --seed 1", typed="vzdát\ngammon\nne\nvzdát jednoduchou\n\nvzdát zápas\n",
               LC_ALL="C.UTF-8", LANGUAGE="cs").good()
    for text in ("co vzdát: jednoduchou, gammon, backgammon, zápas?", "Vzdání je odmítnuto.", "vzdává jednoduchou hru", "v zápase do 5"):
        assert text in said


def test_a_machine_answers_an_offer(hra):
    assert "the draw is agreed" in hra("play tictactoe human exact --seed 1", typed="draw\n").exits(0)
    said = hra("play checkers human expert:level=3 --seed 1", typed="11-15\ndraw\n").exits(0)
    assert "the draw is refused: the game has hardly begun" in said


def test_a_tutor_tells_what_a_move_cost_which_can_be_taken_back(hra):
    said = hra(f"{TALK} --tutor --adviser exact", typed="a1\nb1\nu\nb2\ntutor off\nq\n").exits(0)
    assert "That lost 1.00 points: b2 was better. (u takes it back)" in said
    assert said.count("That lost") == 1


def test_a_tutor_warns_of_a_move_that_loses_at_once_before_it_is_answered(hra):
    said = hra(LOST, typed="a3\nu\nc1\n").good()
    for text in ("That lost 2.00 points: c1 was better", "accept the move?", "X        human                         1  wins"):
        assert text in said
    assert "O, minimax" not in said


def test_from_which_grade_on_a_tutor_speaks(hra):
    play = "play tictactoe human human --adviser exact --seed 1 --tutor-from"
    assert "accept the move?" in hra(f"{play} blunder", typed="a1\nb1\nq\n").good()
    assert "accept the move?" not in hra(f"{play} blunder", typed="a1\ntutor off\nb1\nq\n").good()
    assert "'mistake' is not a grade" in hra(f"{play} mistake", typed="q\n").exits(2).err


def test_which_is_answered_when_it_is_kept(hra):
    said = hra(LOST, typed="a3\nd4\n?\n\n").good()
    for text in ("another move is made instead", "Enter accept the move", "O, minimax: c2"):
        assert text in said


def test_another_move_is_made_instead(hra):
    said = hra(LOST, typed="a3\nc1\n").good()
    assert "X, human: c1" in said and "X, human: a3" not in said and "X        human                         1  wins" in said
    assert said.count("accept the move?") == 1
    again = hra(LOST, typed="a3\nb3\nc1\n").good()  # the other one loses too
    assert again.count("accept the move?") == 2 and "X, human: c1" in again


def test_or_where_the_tutor_is_sent_away(hra):
    said = hra(LOST, typed="a3\nm\nno\na3\ntutor off\n").good()
    assert said.count(r"accept the move\?") == 3
    assert "O, minimax: c2" in said


def test_a_tutor_in_czech(hra):
    said = hra(LOST, typed="a3\nzpět\na3\nano\n", LC_ALL="C.UTF-8", LANGUAGE="cs").good()
    assert said.count(r"potvrdit tah\?") == 2
    assert "O, minimax: c2" in said


def test_a_play_is_left_while_the_tutor_waits(hra):
    game = "play tictactoe human human --tutor --adviser exact --seed 1 --record warned.hra"
    assert "The game is saved" in hra(game, typed="a1\nb1\nq\n").good()
    assert hra.read("warned.hra").splitlines()[-1] == "0 a1"  # the other move was not made


def test_who_leaves_a_tutor_that_still_thinks_has_not_been_interrupted(hra):
    hra("play tictactoe human minimax --position XX./OO./... --tutor --adviser montecarlo:playouts=20000 --seed 1",
        typed="c1\n").exits(0)


def test_while_the_tutor_waits_even_a_box_is_taken_back_before_the_next_roll(hra):
    said = hra("play yahtzee human --tutor --adviser greedy --seed 1 --record box.hra",
               typed="keep all\n\nbox ones\nu\nbox sixes\n\nq\n").good()
    assert "accept the move?" in said
    lines = hra.read("box.hra").splitlines()
    assert [line for line in lines if "box" in line or "undo" in line] == ["0 box sixes"]


@pytest.mark.parametrize("language, word", [
    *(("en", word) for word in ("draw offer", "resign", "tutor", "tutor off", "explain", "explain off", "name Anna")),
    *(("cs", word) for word in ("nabídnout remízu", "vzdát", "učitel", "bez učitele", "vysvětlovat", "nevysvětlovat", "jméno Anna"))])
def test_the_table_understands_a_word_as_its_help_writes_it(hra, language, word):
    said = hra(TALK, typed=word + "\n", LANGUAGE=language).good()
    assert "illegal move" not in said
    assert "nepřípustný tah" not in said


def test_a_line_of_moves_says_where_the_turn_ended(hra):
    said = hra("play empire human random --seed 3", typed="place 20 20 19\nq\n").good()
    assert "after 'place 20' it is no longer your move; no move was made" in said
    assert "illegal move 'place 99 20'" in hra("play empire human random --seed 3", typed="place 99 20\nq\n").good()


def test_enter_where_it_means_nothing_names_a_key_that_works(hra):
    said = hra("play empire human random --seed 3", typed="\nm\nq\n", LC_ALL="C.UTF-8", LANGUAGE="cs").good()
    assert "Napište tah, nebo m: vypíše tahy." in said and "moves" not in said
    assert "polož 20" in said


def test_the_last_board_of_backgammon_has_the_numbers_of_who_looks(hra):
    said = hra("play backgammon human random --seed 1 --position 'white 6:2 5:2, black 1:1, black 21'", LC_ALL="C").good()
    assert "Black has won" in said  # whose turn it was
    assert [line.split("--")[0].strip() for line in said.lines if line.startswith("  +")] == ["+-13", "+-12"]


def test_a_forced_move_is_made_by_itself_where_that_is_asked_for(hra):
    said = hra("play tictactoe human random --position XOX/XOO/OX. --auto-forced --seed 1").good()
    assert "X, human: c3" in said
    assert "draw" in said


def test_more_names_than_people(hra):
    hra("play tictactoe human random --names Anna,Bob --seed 1").wrong("more names than persons, from 'Bob' on")


def test_a_machine_moves_without_a_word_and_says_why_where_it_is_asked_to(hra):
    said = hra("play tictactoe human minimax --seed 1", typed="b2\n").exits(0)
    assert "O, minimax: a1" in said
    assert "value 0.00" not in said
    assert "value 0.00" in hra("play tictactoe human minimax --seed 1 --explain", typed="b2\n").exits(0)
    assert "value 0.00" in hra("play tictactoe human minimax --seed 1", typed="explain\nb2\n").exits(0)  # also at the table


def test_a_play_that_goes_on_has_its_adviser_and_its_tutor_as_they_were_left(hra):
    hra(f"{TALK} --tutor --advice --adviser exact", typed="b2\n")
    said = hra("play --resume", typed="b1\n\n").exits(0)
    assert "> a1 " in said
    assert "That lost 1.00 points" in said
    hra("play --resume", typed="tutor off\na1\n")
    said = hra("play --resume", typed="c3\n").exits(0)
    assert "O, human: c3" in said
    assert "That lost" not in said
    assert "loss" in said
    kept = hra.plays()[0]
    kept.write_text(hra.play_kept().replace("adviser=exact", "adviser=nobody-knows"))
    assert hra("play --resume", typed="q\n").exits(0).is_quiet()  # who is not known here any more keeps nobody from playing


def test_plays_of_one_second_and_one_seed_are_as_many_files(hra):
    for _ in range(3):
        hra(TALK, typed="b2\n")
    assert len(hra.plays()) == 3
