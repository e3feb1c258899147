"""Exercises in the terminal: questions about moves and trees, and the drill of saved games."""
# suites: cli
import re

import pytest

BLUNDER = ("hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 random\n"
           "0 a1\n1 b2\n0 c3\n1 a3\n0 b1\n1 c1\nresult -1 1\n")


def test_a_mistake_of_a_person_is_asked_about(hra):
    hra.write("b.hra", BLUNDER)
    said = hra("review b.hra --quiz", typed="?\nb2\na2\nc1\n").exits(0)
    assert "Tic-tac-toe, turn 3, human" in said
    assert "1 of the 5 legal moves is right. The move played, b1, loses 2." in said
    assert "illegal move 'b2'" in said and "a2 loses 2." in said and "c1: no move is better." in said
    assert "found at the first try: 0 of 1" in said
    assert "found at the first try: 1 of 1" in hra("review b.hra --quiz", typed="c1\n").exits(0)


def test_nothing_shows_the_answer_before_it_is_given(hra):
    hra.write("b.hra", BLUNDER)
    said = hra("review b.hra --quiz", typed="?\n").exits(0)
    assert not re.search(r"\bc1\b", said.out) and not re.search(r"\bc1\b", said.err)
    assert re.search(r"^c1 ", hra("review b.hra --quiz", typed="!\n").exits(0).out, re.M)


def test_the_end_of_the_input_ends_a_quiz(hra):
    hra.write("b.hra", BLUNDER)
    assert "found" not in hra("review b.hra --quiz", typed="").exits(0)
    assert "found at the first try: 0 of 1" in hra("review b.hra --quiz", typed="\n").exits(0)


def test_a_quiz_has_no_output_beside_it(hra):
    hra.write("b.hra", BLUNDER)
    for option in ("--json", "--summary", "--time 1s", "--output x.csv", "--step"):
        assert hra(f"review b.hra --quiz {option}").exits(2).complains("--quiz")


def test_a_review_without_mistakes_has_nothing_to_ask(hra):
    hra("match tictactoe exact exact --games 1 --record t.hra").exits(0)
    assert "no mistakes to practise" in hra("review t.hra --quiz", typed="a1\n").exits(0)


# B is min over 3, 12, 8; C is cut behind 2; D has 14, 5, 2.
def test_a_tree_is_filled_in(hra):
    typed = "-\n3\n-\nH\n2\n-\n2\n3\n"  # cut and value of B, cut of A, cuts and values of C and D, value of A
    said = hra("tree tree --quiz -p alphabeta", typed=typed).exits(0)
    assert "8 of 8 right" in said
    wrong = hra("tree tree --quiz -p alphabeta", typed=typed.replace("3\n-\nH", "8\n-\n-", 1)).exits(0)
    assert "MIN takes the lowest value of its children: E 3, F 12, G 8." in wrong
    assert "MIN stops after the first value that is at most alpha" in wrong or "Right by your other answers." in wrong


# Worked by hand: fail-hard gives C the bound 3, not 2; AND/OR stops at the first child that decides; Soft-Max^n keeps both
# vectors of a tie.
def test_each_way_of_a_search_is_asked(hra):
    tree = "'((3 12 8)(2 4 6))'"
    said = hra(f"tree {tree} --quiz -p alphabeta:fail=hard --ask values", typed="3\n3\n3\n").exits(0)
    assert "fail=hard" in said and "3 of 3 right" in said
    assert "2 of 3 right" in hra(f"tree {tree} --quiz -p alphabeta:fail=hard --ask values", typed="3\n2\n3\n").exits(0)
    said = hra(f"tree {tree} --quiz -p andor:goal=3", typed="-\nsolved\nB\nsolved\n").exits(0)
    assert "OR" in said and "4 of 4 right" in said
    said = hra("tree '(([9 4 0] [1 4 3]) ([5 1 1] [6 0 2]))' --quiz -p softmaxn",
               typed="1:4:3|9:4:0\n5:1:1\n1:4:3|5:1:1|9:4:0\n").exits(0)
    assert "3 of 3 right" in said


# Six simulations by hand: five moves are tried, then UCB is 1 + 2 sqrt(ln 6 / 1) = 3.677.
def test_uct_by_hand(hra):
    said = hra("tree tictactoe -p mcts:playouts=6,solver=no --position XO./.X./..O --quiz", typed="!\n").exits(0).out
    moves = re.search(r"at the root: (.*)", said)[1].split(", ")
    results = [float(r) for r in re.findall(r"\d+: (-?\d+)", said.split("Results")[1].splitlines()[0])]
    typed = "".join(f"{move}\n1\n{result}\n" for move, result in zip(moves, results))
    best = results.index(max(results[:5]))
    after = re.search(rf"after {moves[best]}: (\w+)", said)[1]
    typed += f"{max(results[:5]) + 2 * 1.33857:.3f}\n{moves[best]}-{after}\n2\n{(results[best] + results[5]) / 2:.3f}\n"
    assert "19 of 19 right" in hra("tree tictactoe -p mcts:playouts=6,solver=no --position XO./.X./..O --quiz", typed=typed).exits(0)


def test_only_what_is_asked_is_asked(hra):
    said = hra("tree tree --quiz -p alphabeta --ask order --ascii", typed="").exits(0)
    assert "0 of " in said and ".value" not in said
    assert hra("tree tree --quiz --ask dance").exits(2).complains("not 'dance'")
    assert hra("tree tree --ask values").exits(2).complains("--quiz")
    assert hra("tree tree --quiz -o x.svg").exits(2).complains("--quiz")
    assert hra("tree tictactoe --quiz --difficulty 2").exits(2).complains("'tree'")
    assert hra("tree tree --quiz --ask leaves").exits(2).complains("leaves")
    assert hra("tree tree --quiz -p random").exits(2).complains("alphabeta")
    assert hra("tree tree --quiz -p mcts").exits(2).complains("solver=no")
    assert hra("tree checkers --quiz -p minimax:depth=4").exits(2).complains("nodes")


def test_random_trees_are_the_same_for_a_seed(hra):
    one, again, other = (hra(f"tree tree --quiz --difficulty 3 --seed {seed}", typed="").exits(0).out for seed in (7, 7, 8))
    assert one == again != other


def test_mistakes_of_saved_games_come_again(hra):
    kept = hra.data / "hra" / "plays"
    kept.mkdir(parents=True)
    (kept / "one.hra").write_text(BLUNDER)
    (kept / "open.hra").write_text(BLUNDER.replace("1 c1\nresult -1 1\n", ""))
    (kept / "broken.hra").write_text("hra-record 1\ngame nothing\n")
    assert "\n1 saved game is not reviewed yet\n" in hra("drill --status").exits(0)
    said = hra("drill", typed="a2\nc1\n").exits(0)
    assert "reviewed" not in hra("drill --status").exits(0)
    assert "1 card: due today 0, new 1" in said and "c1: no move is better." in said
    assert "1 card: due today 0, new 0, answered today 1" in hra("drill --status").exits(0)
    assert "find the best move" not in hra("drill", typed="c1\n").exits(0)
    assert re.search(r"^due next: 1 card on \d{4}-\d\d-\d\d$", hra("drill --status").exits(0).out, re.M)
    back = hra("drill --undo").exits(0)
    assert "taken back: the last answer to Tic-tac-toe, turn 3, human" in back and "new 1, answered today 0" in back
    assert hra("drill --undo").exits(1).err
    deck = hra.data / "hra" / "files" / "drill.deck"
    text = deck.read_text()
    assert text.count("hra-exercise 1") == 1 and "answer" not in text
    deck.write_text(text + "answer 985ace4757b50a88 2026-01-01T12:00+01:00 right\n")
    assert "due today 1, new 0" in hra("drill --status").exits(0)
    assert "1 card: due today 1" in hra("drill", typed="-\n").exits(0)
    assert "due today 0, new 0" in hra("drill --status").exits(0)


def test_a_damaged_deck_is_left_alone(hra):
    hra.write("my.deck", "hra-deck 1\nnonsense\n")
    assert hra("drill --deck my.deck", typed="").exits(1).complains("line 2")
    assert hra.read("my.deck") == "hra-deck 1\nnonsense\n"


def test_a_deck_is_written_for_anki(hra):
    (hra.data / "hra" / "plays").mkdir(parents=True)
    (hra.data / "hra" / "plays" / "one.hra").write_text(BLUNDER)
    hra("drill", typed="").exits(0)
    hra("drill --anki cards.txt").exits(0)
    lines = hra.read("cards.txt").splitlines()
    assert lines[:4] == ["#separator:tab", "#html:true", "#guid column:1", "#tags column:4"]
    assert len(lines) == 5 and lines[4].count("\t") == 3 and "<svg" in lines[4]


def test_a_wrong_try_is_not_forgotten(hra):
    (hra.data / "hra" / "plays").mkdir(parents=True)
    (hra.data / "hra" / "plays" / "one.hra").write_text(BLUNDER)
    hra("drill", typed="a2\n").exits(0)
    assert re.search(r"^answer 985ace4757b50a88 .* wrong$", (hra.data / "hra" / "files" / "drill.deck").read_text(), re.M)


# B is worth 3; who has 2 for it enters C with alpha 2, and 3 there cuts nothing.
def test_a_cut_follows_from_an_early_mistake(hra):
    said = hra("tree tree --quiz --difficulty 2 --seed 7", typed="-\n2\n-\n-\n3\n3\n").exits(0)
    assert "5 of 6 right" in said, str(said)


def test_hints_begin_with_what_is_asked(hra):
    said = hra("tree tree --quiz -p alphabeta", typed="?\n").exits(0).out
    assert "as soon as a child is worth beta or more" in said and "Begin at the leaves" not in said
    said = hra("tree tree --quiz -p alphabeta", typed="\n?\n?\n?\n?\n").exits(0).out
    assert said.index("Begin at the leaves") < said.index("as soon as a child is worth beta") < said.index("no more hints")


def test_what_cannot_be_read_is_answered_with_what_can_be(hra):
    said = hra("tree tree --quiz -p alphabeta", typed="X\n-\nabc\n").exits(0).out
    assert "'X' is not a child of B: E, F, G, or - for no cut" in said and "'abc': expected a number such as 3" in said


def test_the_end_shows_what_was_answered_otherwise(hra):
    said = hra("tree tree --quiz -p alphabeta", typed="-\n8\n-\nH\n2\n").exits(0).out
    assert "B   value=3 (you: 8) cut=-\n" in said and said.count("(you: ") == 1


def test_what_is_asked_is_said_in_czech(hra):
    said = hra("tree tree --quiz -p alphabeta", typed="-\n8\n", LANGUAGE="cs", LC_ALL="C.UTF-8").exits(0).out
    assert "B.odříznutí: " in said and "B.hodnota: " in said and "B   hodnota=3 (vy: 8) odříznutí=-\n" in said
    assert "value" not in said and "cut" not in said
    hra("worksheet mcts:playouts=5,solver=no --secret s.secret -o s.svg --key k.svg", LANGUAGE="cs", LC_ALL="C.UTF-8").exits(0)
    sheet, key = hra.read("s.svg"), hra.read("k.svg")
    assert "1.  Stromové prohledávání Monte Carlo (mcts:" in sheet and "cesta ________" in sheet and "cesta=" in key
    assert not any(word in sheet + key for word in ("path=", "visits", "mean"))


@pytest.mark.parametrize("method, form", [("minimax", "a value such as 7"), ("maxn", "a number for each player"),
                                          ("softmaxn", "a set of vectors"), ("andor", "solved or unsolved")])
def test_the_form_of_a_value_is_that_of_the_method(hra, method, form):
    said = hra(f"tree tree --quiz -p {method}", typed="!\n").exits(0).out
    assert f"Type {form}" in said and said.count("Type ") == 1


def test_a_long_tree_is_drawn_again_for_each_node(hra):
    said = hra("tree tree --quiz --difficulty 4 --seed 4", typed="-\n8\n-\n").exits(0).out
    assert said.count("A  MAX\n") == 1 + 4 - 1  # at first, for E, B and F
    parts = said.split("\n\n")
    assert "E  a  MAX  = 8" in parts[2] and "K  a" not in parts[2] and "D  c  MIN" in parts[2]
    assert "alpha" not in parts[1] + parts[2]


def test_mistakes_of_a_file_that_is_damaged_in_part_are_asked(hra):
    hra.write("b.hra", BLUNDER + "hra-record 1\ngame tictactoe\nseed 1\nnumber 1\nseat 0 human\nseat 1 random\n0 a1\n1 a1\n")
    said = hra("review b.hra --quiz", typed="c1\n").exits(2)
    assert "found at the first try: 1 of 1" in said and "a1" in said.err


COURSE = ("hra-course 1\ntitle Week one\n"
          "hra-exercise 1\nkind move\ntitle The block\ngame tictactoe\nposition X../.O./O.X\nanalyst minimax\npoints 2\nend\n"
          "hra-exercise 1\nkind fill\nanalyst alphabeta\nask values\nseed 7\ndifficulty 1\nend\n"
          "hra-exercise 1\nkind agent\ngame matches:count=15\nagainst random\ngames 40\nseed 5\ngoal 1 1\nend\n")


def test_a_course_is_asked(hra):
    hra.write("w.course", COURSE)
    said = hra("exercises w.course", typed="b3\nc1\n!\nnobody\nexact\n").exits(0)
    assert "Week one" in said and "1 of 3: The block" in said and "b3 loses 2" in said and "'nobody'" in said
    assert "points: 1 of 4" in said
    assert "points: 2 of 4" in hra("exercises w.course", typed="c1\n").exits(0)
    assert "points" not in hra("exercises w.course", typed="").exits(0)


def test_a_course_gets_its_keys_alone_and_in_a_store(hra):
    hra.write("w.course", COURSE)
    assert hra("exercises w.course -o a.course").exits(0).out == ""
    hra("exercises w.course --store s.db -o b.course --threads 1").exits(0)
    hra("exercises a.course -o c.course").exits(0)
    assert hra.read("a.course") == hra.read("b.course") == hra.read("c.course") == hra("exercises report s.db").exits(0).out
    assert "exercises made: 3 of 3" in hra("exercises status s.db").exits(0)
    assert "move 1 exact c1" in hra.read("a.course") and "\nkey A " in hra.read("a.course")
    assert hra("work s.db").exits(0)
    assert hra("review resume s.db").exits(1).complains("hra exercises resume s.db")


def test_a_course_with_a_mistake_is_refused_with_its_place(hra):
    hra.write("w.course", COURSE.replace("analyst minimax", "analyst nobody"))
    assert hra("exercises w.course").exits(2).complains("nobody")
    hra.write("w.course", COURSE.replace("game tictactoe", "game shogi"))
    assert hra("exercises w.course").exits(2).complains("w.course: unknown game 'shogi'")
    hra.write("w.course", "Dear Ann")
    assert hra("exercises w.course").exits(2).complains("w.course")
