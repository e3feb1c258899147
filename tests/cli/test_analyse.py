"""hra analyse for people: what it takes, in which order and in which numbers it answers."""
import re

from terminal import Terminal

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
FEN = "W:W21,27:B10,14"


def rows(said):
    """The moves of the table with their first numbers, in order."""
    table = said.out.split("\n\n")[-1].splitlines()[1:]
    return [re.match(r"[> ] (.*?)  +([~<>=]*-?[\d.]+%?)", line).groups() for line in table if not line.startswith("  and ")]


def number(text):
    return float(text.strip("~<>=%"))


# ---- what it takes --------------------------------------------------------------------------------

def test_a_pipe_is_read_without_a_word(hra):
    said = hra("analyse --player greedy", typed=XGID + "\n").good()
    assert "8/5 6/5" in said.out
    ways = [hra(words, typed=FEN + "\n").good().out for words in ("analyse --player expert --nodes 1000", "analyse - expert --nodes 1000")]
    assert len({re.sub(r"[\d.]+ s$", "", said, flags=re.M) for said in ways}) == 1


def test_an_empty_pipe_gets_the_usage(hra):
    for typed in ("", " \n\n"):
        hra("analyse", typed=typed).wrong("missing GAME|POSITION|FILE; usage: hra analyse [GAME|POSITION|FILE")


def test_alone_at_a_terminal_it_takes_the_last_play(hra):
    hra("play tictactoe human random --seed 3", typed="b2\nq\n").exits(0)
    at = Terminal(hra, "analyse")
    said = at.ended()
    at.close()
    assert said.status == 0 and "exact: " in said.out


def test_a_damaged_game_hides_no_other(hra):
    (hra.here / "two.pdn").write_text('[White "A"]\n1. 11-15 23-19 *\n\n[White "B"]\n1. 11-15 23-33 *\n')
    said = hra("analyse two.pdn greedy").exits(2)
    assert "greedy: " in said.out and "illegal move" in said.err
    assert hra("analyse two.pdn greedy --strict").exits(2).out == ""


# ---- numbers --------------------------------------------------------------------------------------

def test_the_best_move_comes_first(hra):
    for command in (("analyse", XGID), ("analyse tictactoe mcts:playouts=500",), ("analyse checkers alphabeta:depth=3",)):
        values = [number(value) for _, value in rows(hra(*command).good())]
        assert values[1:] == sorted(values[1:], reverse=True)


def test_numbers_are_those_of_the_player_to_move(hra):
    assert rows(hra("analyse tictactoe minimax --position .../.XX/..O").good())[0] == ("a2", "0")
    assert ("a3", "-1") in rows(hra("analyse tictactoe minimax --position .../.XX/..O").good())


def test_expected_results_of_a_won_or_lost_game_are_in_per_cent(hra):
    said = hra("analyse checkers expert --nodes 2000").good()
    assert said.has_line(r"^expert: \d+-\d+, win probability ~\d\d\.\d%$")
    assert all(value.endswith("%") for _, value in rows(said))
    assert hra("analyse", XGID.replace(":0:10", ":5:10")).good().has_line("win probability ~5")


def test_other_numbers_have_three_decimals(hra):
    assert hra("analyse yahtzee exact --position dice=1-1-2-4-6").good().has_line("^> keep 4 +249.879$")
    assert re.search(r"value ~-?\d\.\d{3};", hra("analyse", XGID).good().out)


def test_columns_of_advice(hra):
    assert hra("analyse", XGID).good().has_line("^  move +value +win +gammon +lost gammon$")
    said = hra("analyse yahtzee --position dice=1-1-2-4-6").good()
    assert said.has_line("upper bonus$") and said.has_line("^> keep 4 +249.879 +64.6%$")


def test_estimates_that_hardly_differ_are_about_equal(hra):
    said = hra("analyse", XGID.replace(":31:", ":52:")).good()
    assert said.has_line(r"^  about equal: 13/8 13/11$")
    assert "about equal" not in hra("analyse tictactoe minimax").good().out


# ---- how much -------------------------------------------------------------------------------------

def test_multipv_prints_the_best_moves(hra):
    said = hra("analyse", XGID, "--multipv", "3").good()
    assert len(rows(said)) == 3 and said.has_line("^  and 13 more moves$")
    said = hra("analyse checkers expert --nodes 3000 --multipv 2").good()
    assert len(rows(said)) == 2 and "<=" not in said.out
    hra("analyse nim exact minimax --multipv 2").wrong("--multipv needs one player")
    hra("analyse nim --multipv 0").wrong("--multipv takes a whole number from 1 to 64")


def test_a_line_fits_the_screen(hra):
    said = hra("analyse checkers expert --nodes 20000").good()
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_terminal_sees_what_each_depth_found(hra):
    at = Terminal(hra, "analyse checkers alphabeta --time 3s")
    said = at.ended()
    at.close()
    assert re.search(r"depth +\d+ +\d\.\d s ", said.out), said
    assert "depth" not in hra("analyse checkers alphabeta --time 400ms").good().err


def test_terms_of_a_position_for_formulas(hra):
    """A column for each seat."""
    said = hra("analyse checkers 'alphabeta:depth=1,eval=expr(2*men + 3*kings)' --position W:W18,K27:BK1,K10,4 --terms").good().out
    found = {line.split()[0]: [float(x) for x in line.split()[1:3]] for line in said.split("term ")[1].splitlines()[1:] if line.strip()}
    assert found["men"] == [1, 1] and found["kings"] == [2, 1] and found["turn"] == [0, 1]
    listed = hra("games checkers --terms").good().out.split("meaning\n")[1]
    named = [line.split()[0] for line in listed.splitlines()]
    assert list(found) == named
    assert [term["name"] for term in hra("games checkers --terms --json").json()["terms"]] == named
    assert "of the position" in hra("analyse nim alphabeta --terms").good().out
    hra("analyse tree minimax --terms").exits(2).err.index("no terms")
    hra("analyse nim alphabeta --terms --json").exits(2).err.index("leave out --json")
    hra("games --terms").exits(2).err.index("needs a game")


# ---- the end of the game ----------------------------------------------------------------------------

LADDER = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"  # 1. Rb7 Kg8 2. Ra8#, and nothing is quicker


def test_a_mate_is_said_in_moves_and_counted_in_plies(hra):
    words = ["analyse", "chess", "alphabeta:full,depth=5", "--position", LADDER]
    said = hra(*words).good()
    assert "Rb7, mate in 2\n" in said.out and "> Rb7        mate in 2  Kg8 Ra8#" in said.out and "29997" not in said.out
    told = hra(*words, "--json").json()
    assert told["distance"] == 3 and told["value"] == [29997, -29997] and told["counts"] == "pawns"
    best = next(move for move in told["moves"] if move["move"] == "Rb7")
    assert best["distance"] == 3 and best["value"] == told["value"]
    assert re.search(r"^  \S+ +mate in 3 at best\n", said.out, re.M) and "<=" not in said.out
    after = hra("analyse", "chess", "alphabeta:full,depth=4", "--position", "7k/1R6/8/8/8/8/R7/7K b - - 0 1").good()
    assert "Kg8, mated in 1\n" in after.out
    several = hra("analyse", "chess", "alphabeta:full,depth=5", "alphabeta:full,depth=1", "--position", LADDER).good()
    assert re.search(r"depth=5 +Rb7 +mate in 2 ", several.out) and re.search(r"depth=1 +\S+ +\d+\.\d\d ", several.out)


def test_values_by_an_evaluation_say_what_they_count(hra):
    assert re.search(r", value -?\d+\.\d\d \(pawns\)\n", hra("analyse chess alphabeta:full,depth=2").good().out)
    assert "pawns" not in hra("analyse chess mcts:playouts=50").good().out


def test_games_without_words_of_their_own_count_plies(hra):
    # Three red discs in a row: the fourth wins at once.
    said = hra("analyse", "connect4", "alphabeta:depth=3", "--position", "......./......./......./......./YYY..../RRR....").good()
    assert "wins in 1 ply\n" in said.out


def test_a_mate_is_said_in_advice_and_explained(hra):
    typed = hra("play", "chess", "human", "alphabeta:full,depth=4", "--adviser", "alphabeta:full,depth=5", "--position", LADDER, typed="a\nq\n")
    assert re.search(r"^  > Rb7 +~mate in 2 +-$", typed.out, re.M) and "value: pawns" in typed.out
    said = hra("play", "chess", "alphabeta:full,depth=5", "random", "--explain", "--adviser", "alphabeta:full,depth=5", "--position", LADDER, "--seed", "1").good()
    assert "      ~mate in 2\n" in said.out and "299" not in said.out


def test_a_mate_is_said_in_czech(hra):
    words = ["analyse", "chess", "alphabeta:full,depth=5", "--position", LADDER]
    assert "mat 2. tahem" in hra(*words, LANGUAGE="cs").good().out
