"""Tuning: threads, whole numbers, curves, Ctrl-C."""
# suites: cli
import re

import pytest

TUNE = "tune tictactoe mcts:playouts=10,c={c},memory=1M -p c=0.2,0.1,2,0.2"


def test_tuning_is_the_same_for_any_number_of_threads(hra):
    command = f"{TUNE} --iterations 60 --seed 1 --json --csv NAME.csv --svg NAME.svg --threads"
    one, two = (hra(f"{command.replace('NAME', name)} {threads}").good() for name, threads in (("one", 1), ("two", 2)))
    assert '"steps":60' in one
    assert '"player":"mcts:playouts=10,c=' in one
    assert one.out == two.out
    assert hra.read("one.csv") == hra.read("two.csv")
    assert hra.read("one.svg") == hra.read("two.svg")
    assert re.search(">c 0.2 - ", hra.read("one.svg"))
    lines = hra.read("one.csv").splitlines()
    assert lines[0] == "steps,c"  # the curve, a line a batch
    assert len(lines) == 9


def test_whole_numbers_stay_whole_and_the_test_that_is_due_is_told(hra):
    said = hra("tune tictactoe mcts:playouts={n},memory=1M --parameter n=10,5,20,4 --integer n --iterations 40 --seed 1").good()
    assert said.has_line("^mcts:playouts=[0-9]*,memory=1M$")
    assert "hra tournament tictactoe 'mcts:playouts=" in said


def test_ctrl_c_tells_how_far_it_came(hra):
    started = hra.start(f"{TUNE} --iterations 100000000 --seed 1 --csv stopped.csv")
    started.until(lambda: started.said().has_line("^ *8  c "))
    assert "iterations, seed 1" in started.interrupt().exits(130)
    assert len(hra.read("stopped.csv").splitlines()) > 1


def test_a_czech_reader_gets_commas_and_a_program_points(hra):
    """Of the same numbers: the rows are for people, the spec is typed again, CSV is for programs."""
    command = f"{TUNE} --iterations 40 --seed 1 --csv"
    czech, english = (hra(f"{command} {name}.csv", **env).good()
                      for name, env in (("cs", {"LC_ALL": "C.UTF-8", "LANGUAGE": "cs"}), ("en", {})))
    rows = [re.findall(r"^ *\d+  c (\S+)$", said.out, re.M) for said in (czech, english)]
    assert len(rows[0]) > 3 and any("," in row for row in rows[0])
    assert [row.replace(",", ".") for row in rows[0]] == rows[1]
    assert re.search(r"^mcts:playouts=10,c=\d\.\d+,memory=1M$", czech.out, re.M)
    assert hra.read("cs.csv") == hra.read("en.csv") and "." in hra.read("cs.csv")


@pytest.mark.parametrize("words, text", [line.split("|") for line in """
mcts:c={c}|missing --parameter NAME=
mcts:c={c} -p c=1,2|--parameter takes NAME=START,MIN,MAX,C_END
mcts:c={c} -p c=1,2,3,1|--parameter needs START from MIN to MAX, and C_END above 0
mcts:c={d} -p c=1,0,3,1|the player's spec lacks {c}
mcts:c={c} -p c=1,0,3,1 --integer d|--integer names no --parameter
mcts:d={c} -p c=1,0,3,1|has no option 'd'
mcts:c={c} -p c=1,0,3,1 --r-end x|--r-end takes a number above 0
mcts:c={c} -p c=1,0,3,1 --r-end -1|--r-end takes a number above 0
mcts:c={c} -p c=1,0,3,1 c=1,0,3,1|--parameter names 'c' twice
""".strip().splitlines()])
def test_refused(hra, words, text):
    hra(f"tune tictactoe {words}").wrong(text)
