"""What a person at a terminal finds: an opponent, questions before what cannot be taken back, words as people type them."""
# suites: cli; priority: 1
import pytest
from terminal import typed


def enter(*lines):
    return [line + "\r" for line in lines]


def flat(said):
    return " ".join(said.out.split())


# ---- the opponent ----------------------------------------------------------------------------------

@pytest.mark.parametrize("game, player", [
    ("tictactoe", "exact"), ("nim", "exact"), ("matches", "exact"), ("race:seats=2", "expectimax:depth=2,eval=progress"),
    ("empire:first-player=0", "expert:level=4"), ("yahtzee:seats=2", "montecarlo:playouts=20"),
    ("backgammon:checkers=3 human", "expectiminimax:depth=2,eval=bearoff(two-sided=6)"),
    ("checkers human --position W:WK30:BK3", "expert:level=3")])
def test_a_game_has_an_opponent_which_the_first_line_says(hra, game, player):
    name = game.split()[0]
    said = flat(typed(hra, f"play {game} --seed 1", enter("q")).exits(0))
    assert f". Opponent: {player}; choose another: hra play {name} human PLAYER; 'hra games {name.split(':')[0]}' lists them" in said


def test_in_czech(hra):
    said = flat(typed(hra, "play nim --seed 1", enter("q"), ")> ", LANGUAGE="cs", LC_ALL="C.UTF-8").exits(0))
    assert "Soupeř: exact; jiného zvolíte takto: hra play nim human HRÁČ;" in said


def test_several_opponents_and_a_person_behind_a_program(hra):
    said = flat(typed(hra, "play race --seed 1", enter("q")).exits(0))
    assert "Opponents: expectimax:depth=2,eval=progress; choose others: hra play race human PLAYER...;" in said
    said = flat(typed(hra, "play tictactoe random --seed 1", enter("q")).exits(0))
    assert "O, your move" in said and "Opponent" not in said


def test_two_persons_and_a_game_for_one(hra):
    assert "Opponent" not in typed(hra, "play nim human human --names '' --seed 1", enter("q")).exits(0)
    said = flat(typed(hra, "play yahtzee --seed 1", enter("q")).exits(0))
    assert "You play alone; to choose an opponent: hra play yahtzee human PLAYER;" in said


def test_pacman_says_it_where_the_board_is(hra):
    assert "Opponents: directional; choose others: hra play pacman" in typed(hra, "play pacman --seed 1", ["q"], "? keys").exits(0)


def test_a_script_without_players_is_watched_as_before(hra):
    said = hra("play nim --seed 1").good()
    assert "Opponent" not in said and "player 1, exact" in said


# ---- questions -------------------------------------------------------------------------------------

PAIR = "human human --names '' --seed 1"


def test_resigning_is_asked_back_and_enter_is_no(hra):
    said = typed(hra, f"play tictactoe {PAIR}", enter("resign", "", "concede", "n", "give up", "y", "q"), ")> ").exits(0)
    assert said.out.count("X resigns the game: are you sure? (y: yes, Enter: no)> ") == 3
    assert said.out.count("Nothing is resigned.") == 2
    assert "The game is over: X resigned." in said


def test_a_part_that_is_named_is_asked_back_too_and_only_what_is_possible_is_offered(hra):
    gammon = "play backgammon human expert:plies=0 --seed 1 --position 'white 24:5 23:5 22:5, black 6:2 5:2 4:2, white 31'"
    said = typed(hra, gammon, enter("resign gammon", "", "resign", "", "resign backgammon", "y", "q"), ")> ").exits(0)
    assert "White resigns a gammon: are you sure?" in said
    assert "resign what: single, gammon, backgammon? (Enter: nothing)> " in said and said.out.count("Nothing is resigned.") == 2
    assert said.has_line("White .* -3")
    borne = "play backgammon human expert:plies=0 --seed 1 --position 'white 6:5 5:5, black 1:2, white 31'"
    said = typed(hra, borne, enter("resign", "y", "q"), ")> ").exits(0)
    assert "White resigns a single game: are you sure?" in said and "resign what" not in said


def test_offering_a_draw_is_asked_back_and_agreeing_is_not(hra):
    said = typed(hra, f"play tictactoe {PAIR}", enter("draw", "", "draw", "y", "a1", "draw", "q"), ")> ").exits(0)
    assert said.out.count("X offers a draw: are you sure? (y: yes, Enter: no)> ") == 2
    assert said.out.count("No draw is offered.") == 1 and "O offers a draw" not in said.out


def test_the_end_of_the_input_repeats_nothing(hra):
    said = typed(hra, f"play tictactoe {PAIR}", ["nothing\r", "\x04"], ")> ").exits(0)
    assert said.out.count("illegal move 'nothing'") == 1


def test_an_unknown_answer_is_no_answer(hra):
    said = typed(hra, f"play tictactoe {PAIR}", enter("resign", "perhaps", "n", "q"), ")> ").exits(0)
    assert said.out.count("are you sure?") == 2 and "Type y or n." in said


def test_an_unknown_answer_leaves_the_question_to_be_read_and_q_is_no(hra):
    said = typed(hra, "play yahtzee --seed 1 --record once.hra", enter("all", "perhaps", "q", "q"), ")> ").exits(0)
    assert said.out.count("This keeps all five dice and gives up 2 rolls") == 2 and said.out.count("Type y or n.") == 1
    assert not [row for row in hra.read("once.hra").splitlines() if row.startswith("0 ")]


def test_the_warning_of_the_tutor_comes_again_after_any_other_word(hra):
    said = typed(hra, "play tictactoe human random --seed 1 --tutor --position 'XX./OO./...'",
                 enter("c3", "d7", "u", "c1", "q"), ")> ").exits(0)
    assert said.out.count("c1 was better. (u takes it back)") == 2 and "Enter accepts the move, u takes it back" in said


def test_a_number_that_the_list_of_moves_has_not(hra):
    said = typed(hra, "play nim human random --seed 1", enter("#16", "#0", "#15", "q"), ")> ").exits(0)
    assert "'#16' is not in the list of moves, which ends with #15; m shows it" in said
    assert "'#0' is not in the list" in said and "player 1 c7" in said


@pytest.mark.parametrize("language, word, game", [
    ("en", "ludo", "race"), ("en", "Draughts", "checkers"), ("cs", "dáma", "checkers"), ("cs", "piškvorky", "tictactoe")])
def test_the_list_of_games_is_asked_with_any_word(hra, language, word, game):
    said = typed(hra, "play", ["?\r", word + "\r", "q\r"], "> ", LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    assert said.out.count("  1  checkers ") == 2
    assert f"{'did you mean' if language == 'en' else 'nemělo být'} {'„' if language == 'cs' else chr(39)}{game}" in " ".join(said.out.split())


def test_after_a_game_only_yes_and_no_are_answers(hra):
    said = typed(hra, "play nim:rows=1 human random --seed 1", enter("a1", "help", "q"), ")> ").exits(0)
    assert said.out.count("review the game?") == 2 and "Type y or n." in said


def test_a_script_that_resigns_is_not_asked(hra):
    assert "X resigned" in hra(f"play tictactoe {PAIR}", typed="resign\n").good()


def test_in_a_game_that_cannot_be_resigned_nothing_is_asked(hra):
    said = typed(hra, f"play yahtzee {PAIR}", enter("resign", "q")).exits(0)
    assert "resigning is for games of two players, where one wins what the other loses" in said and "are you sure" not in said


@pytest.mark.parametrize("language, line", [("en", ""), ("en", "all"), ("cs", ""), ("cs", "vše")])
def test_enter_and_all_say_that_they_give_up_rolls(hra, language, line):
    no, yes = ("", "y") if language == "en" else ("n", "ano")
    said = typed(hra, "play yahtzee --seed 1 --record enter.hra", enter(line, no, "roll all", line, yes, "q"), ")> ",
                 LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    for number, text in enumerate((("gives up 2 rolls", "vzdá se 2 hodů"), ("gives up 1 roll;", "vzdá se 1 hodu"),
                                   ("(Enter: keep all, a advice", "(Enter: nechat vše, a rada")), 1):
        assert text[language == "cs"] in said, number
    moves = [row for row in hra.read("enter.hra").splitlines() if row.startswith("0 ")]
    assert moves == ["0 keep none", "0 keep all"]


@pytest.mark.parametrize("language, box, no, yes", [("en", "threes", "n", "y"), ("cs", "kolonka 3", "ne", "a")])
def test_a_box_while_rolls_are_left_is_asked_about(hra, language, box, no, yes):
    said = typed(hra, "play yahtzee --seed 1 --record box.hra", enter(box, no, box, "perhaps", yes, "undo", "3", "q"), ")> ",
                 LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    for text in (("This fills threes with these five dice and gives up 2 rolls.", "Zapíše se trojky"), ("Type y or n.", "Napište a (ano)"),
                 ("'box threes' ended a turn, and that is final", "to je konečné"), ("'box 3' fills the box", "„kolonka 3“ zapíše kolonku"),
                 ("positions of dice to keep (Enter: keep all", "pozice kostek, které nechat (Enter: ")):
        assert text[language == "cs"] in " ".join(said.out.replace("\x1b[K", " ").split()) or text[language == "cs"] in said, text
    assert [row for row in hra.read("box.hra").splitlines() if row.startswith("0 ")] == ["0 keep all", "0 box threes"]


def test_what_says_which_way_it_means_is_made_at_once(hra):
    typed(hra, "play yahtzee --seed 1 --record keep.hra", enter("keep all", "q")).exits(0)
    assert "0 keep all" in hra.read("keep.hra").splitlines()


# ---- words -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("language, line, answer", [
    ("en", "hint", "    move "), ("en", "Tip", "    move "), ("en", "back", "no move can be taken back"), ("en", "take back", "no move can be taken back"),
    ("en", "save", "To continue:\n  hra play --resume"), ("en", "draw", "Draw offered."), ("en", "tutor inaccuracies", "Warns before inaccuracies"),
    ("en", "tutor error", "Warns before errors and blunders."), ("en", "surrender", "X resigned"), ("en", "bye", "was not saved"),
    ("cs", "rada", "    tah "), ("cs", "nápověda", "    tah "), ("cs", "vrátit", "nelze vzít"), ("cs", "zpet", "nelze vzít"),
    ("cs", "uložit", "Pokračování:\n  hra play --resume"), ("cs", "remíza", "Remíza nabídnuta."), ("cs", "vzdávám se", "X se vzdává"),
    ("cs", "učitel hrubé chyby", "Před hrubými chybami následuje varování.")])
def test_words_are_understood_as_people_type_them(hra, language, line, answer):
    said = hra(f"play tictactoe {PAIR}", typed=f"{line}\n", LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    if line != "bye":
        assert answer in said


def test_draw_accepts_what_was_offered(hra):
    assert "draw agreed" in hra(f"play tictactoe {PAIR}", typed="draw\na1\ndraw\n").good()


@pytest.mark.parametrize("language, game, line, answer", [
    ("en", "tictactoe human human --position X........ ", "1", "the cell is taken; legal moves: b1, c1"), ("cs", "tictactoe human human --position X........", "a1", "pole je obsazené"),
    ("en", "tictactoe human human", "5\np", "...\/.X.\/..."), ("en", "tictactoe human human", "?", "row from the top: 1 2 3"),
    ("en", "tictactoe human human --position X........", "m\n2", "'2' may be a move or a number of the list: type b1 or #2"),
    ("en", "backgammon human human", "roll", "the dice are thrown already: "), ("cs", "backgammon human human", "hoď", "kostky už jsou hozené: "),
    ("en", "backgammon human human", "id", "  XGID="), ("en", "backgammon human human", "id", "  GNU Backgammon: "), ("en", "checkers human human", "ID", "  FEN"),
    ("en", "checkers human human", "11", "where to? from 11: 11-15, 11-16"), ("cs", "checkers human human", "8", "kámen na 8 nemá kam táhnout")])
def test_an_answer_says_what_the_game_says(hra, language, game, line, answer):
    said = hra(f"play {game} --seed 1", typed=f"{line}\n", LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    assert answer.replace("\\", "") in " ".join(said.out.split()) or answer in said


def test_position_ids_are_shown_on_request_only(hra):
    assert "XGID" not in hra("play backgammon human human --seed 1", typed="b\nq\n").exits(0)


@pytest.mark.parametrize("language, lines, answer", [
    ("en", ("shogi", "1", "q"), "unknown game 'shogi'; choose one of"), ("cs", ("šógi", "tictactoe", "q"), "neznámá hra „šógi“"), ("en", ("yahtzee:seats=2", "q"), "Yahtzee, seed")])
def test_play_alone_asks_which_game(hra, language, lines, answer):
    said = typed(hra, "play --seed 1 --names ''", enter(*lines), ")> ", LANGUAGE=language, LC_ALL="C.UTF-8").exits(0)
    assert answer in said and "yahtzee" in said
    hra("play").wrong("missing GAME")


@pytest.mark.parametrize("command", ["replay games.hra", "replay games.hra --list", "index my.hraindex --games --limit 0"])
def test_long_lists_wait_at_each_screenful(hra, command):
    hra("match tictactoe random random --games 30 --seed 1 --record games.hra").good()
    hra("index my.hraindex games.hra").exits(0)
    assert "Enter: more" in typed(hra, command, ["q\r"], "q: quit> ").exits(0)
    assert "Enter: more" not in hra(command).good()


def test_a_prompt_of_empire_has_an_example(hra):
    assert "red: your move, such as place " in hra("play empire human human --seed 1", typed="q\n").exits(0)


def test_analyse_takes_the_number_of_a_saved_game(hra):
    hra("play nim human human --seed 1", typed="a1\n").exits(0)
    assert " a   2  " in hra("analyse 1 greedy").good()
    hra("analyse 2 greedy").failing("no saved game has number 2")


# ---- names -----------------------------------------------------------------------------------------

def test_names_reach_prompts_throws_and_questions(hra):
    said = typed(hra, "play yahtzee human human --names Anna,Bob --dice manual --seed 1", enter("12345", "q")).exits(0)
    assert "Anna (player 1) throws" in said and "Anna (player 1): positions of dice to keep" in said
    said = typed(hra, "play yahtzee human human --names Anna,Bob --dice manual --seed 1", enter("q"), ")> ", LANGUAGE="cs", LC_ALL="C.UTF-8")
    assert "hází Anna (hráč 1)" in said.exits(0)
    said = typed(hra, "play tictactoe human human --names Anna,Bob --seed 1 --record named.hra", enter("resign", "y", "q"), ")> ").exits(0)
    assert "Anna (X) resigns the game: are you sure?" in said
    assert "O        Bob " in hra("review named.hra").good()


@pytest.mark.parametrize("names, heading, mover", [
    ("Anna,Bob", "   upper boxes     >Anna   Bob │", "Anna to move"), ("Anna,", "   upper boxes     >Anna     2 │", "Anna to move"),
    ("Žofie Nováková z Brna,Bob", "   upper boxes     >Žofie No       Bob │", "Žofie Nováková z Brna to move"), (",", "   upper boxes       >1    2 │", "player 1 to move")])
def test_names_head_the_columns_of_a_card(hra, names, heading, mover):
    said = hra(f"play yahtzee human human --names '{names}' --seed 1", typed="q\n", LC_ALL="C.UTF-8").good()
    assert heading in said and mover in said


def test_with_many_seats_numbers_head_the_columns(hra):
    said = hra("play yahtzee human human human human human human --names Anna,Bob,C,D,E,F --seed 1", typed="q\n", LC_ALL="C.UTF-8").good()
    assert "   upper boxes  >1   2   3   4   5   6 │" in said


@pytest.mark.parametrize("game", ["yahtzee human", "tictactoe human random", "empire human random"])
def test_a_board_that_cannot_be_flipped_says_so(hra, game):
    assert "The board cannot be flipped" in hra(f"play {game} --seed 1", typed="f\nq\n").good()
    assert "f flip the board" not in hra(f"play {game} --seed 1", typed="?\nq\n").good()


# ---- the tutor -------------------------------------------------------------------------------------

def test_the_last_move_of_a_game_is_judged_before_it_is_made(hra):
    said = hra("play nim:rows=2,last=loses human exact --tutor --seed 1", typed="a2\nu\na1\n").good()
    assert "That lost 2.00 points: a1 was better" in said
    assert said.has_line("player 1 human .* 1  wins")


def test_a_line_of_moves_is_judged_before_any_of_it_is_made(hra):
    said = hra("play empire:seats=3,first-player=0 human random random --seed 1 --adviser greedy --tutor --record line.hra",
               typed="card 5, place 12 12\nu\ncard 3, end\ny\nq\n").exits(0)
    assert "card 5 (coal: place 2): That lost 1.00 points: card 3 (gem: move 2) was better. (u takes it back)" in flat(said)
    moves = [row for row in hra.read("line.hra").splitlines() if row.startswith("0 ")]
    assert moves == ["0 card 3 (gem: move 2)", "0 end"]


@pytest.mark.parametrize("words, warns", [("tutor inaccuracy", True), ("tutor blunders", True), ("tutor off", False)])
def test_from_which_loss_on_it_warns_is_said_in_words(hra, words, warns):
    said = hra(f"play tictactoe {PAIR} --adviser exact", typed=f"{words}\na1\nb1\n").exits(0)
    assert ("accept the move?" in said) == warns


def test_pacman_has_none_and_says_so(hra):
    assert "Pacman has no tutor: the game goes on while you decide." in typed(hra, "play pacman --tutor --seed 1", ["q"], "? keys").exits(0)
    assert "Pacman has no tutor" in hra("play pacman human --seed 1", typed="tutor errors\nq\n").exits(0)
    assert "Pacman nemá učitele" in hra("play pacman human --tutor-from error --seed 1", typed="q\n", LANGUAGE="cs", LC_ALL="C.UTF-8").exits(0)
