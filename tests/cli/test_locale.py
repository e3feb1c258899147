"""Numbers follow no locale: the library and the whole program write and read the same under a decimal comma.

The locale is built here, by localedef out of the package `locales`; `hra_in_locale` is the program that takes over the
whole locale (tests/comma.c), `locale_test` asks the library (tests/locale_test.c). Both lie beside the program.
"""
# suites: cli, heavy; priority: 3
import re
import subprocess

import pytest
from conftest import HRA, ROOT, Said

COMMA = "de_DE.UTF-8"  # other locales group thousands by a point and read 1.5 as 15
TESTS = HRA.parent / "tests"
CLOCK = re.compile(r'"seconds":[0-9.e-]*|[0-9.]* s\b|[0-9]* games/s| n?(?:time|ps)=[0-9.]*')


@pytest.fixture(scope="module")
def comma(tmp_path_factory):
    """The folder of the locale."""
    folder = tmp_path_factory.mktemp("locale")
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / COMMA], check=True)
    return folder


@pytest.fixture
def both(hra, comma):
    """Runs a program under a point, and one under a comma."""
    for name in ("LANG", "LC_CTYPE", "LC_NUMERIC"):
        hra.env.pop(name, None)

    def run(programs, words, point, typed=b""):
        said = []
        for program, one, env in zip(programs, words, ({"LC_ALL": point}, {"LC_ALL": COMMA, "LOCPATH": str(comma)})):
            ran = subprocess.run([program, *one], cwd=ROOT, env=hra.env_with(env), input=typed, capture_output=True, check=False)
            said.append(Said([str(program), *one], ran.returncode, ran.stdout, ran.stderr))
        assert all(one.out for one in said), said
        return said
    return run


def test_the_library(both):
    point, comma = both(2 * [TESTS / "locale_test"], [["C", "."], [COMMA, ","]], "C")
    assert point.exits(0).out == comma.exits(0).out
    assert len(point.lines) > 500


@pytest.fixture
def same(hra, both):
    """What both programs say to the same words."""
    def run(command, typed=b""):
        words = [one.replace("DATA", str(hra.here)) for one in command.split()]
        point, comma = both([HRA, TESTS / "hra_in_locale"], [words, words], "C.UTF-8", typed)
        assert CLOCK.sub("", point.out) == CLOCK.sub("", comma.out)
    return run


LECTURE = "tree:file=docs/examples/lecture.tree"


@pytest.mark.parametrize("command", [
    *(f"games {game}" for game in ("tictactoe", "checkers", "empire", "pacman", "race", "yahtzee")), "methods",
    "search tictactoe -m mcts:c=1.25,playouts=500 --seed 4 --json", "search tictactoe -m mcts:c=1.25,playouts=500 --seed 4",
    "search checkers -m alphabeta:depth=3 --json", "compare tree minimax alphabeta --json",
    *(f"tree {LECTURE} -m expectiminimax --format {kind}" for kind in ("json", "svg", "dot", "text")),
    "solve nim:rows=3-4-5 --json", f"solve {LECTURE}", "match yahtzee greedy --games 30 --seed 3 --json",
    "match yahtzee greedy --games 30 --seed 3", "match pacman:layout=gallery reflex random --games 2 --seed 3 --json",
    "match empire montecarlo:playouts=2,tie=0.5 random --games 1 --seed 1 --json", "perft checkers 3 --json"])
def test_answers(same, command):
    same(command)


@pytest.mark.parametrize("command", ["review - --analyst exact --json", "review - --analyst exact", "replay -"])
def test_what_is_told_of_a_record(hra, same, command):
    hra("match tictactoe random random --games 1 --seed 2 --record one.hra")
    same(command, (hra.here / "one.hra").read_bytes())


def test_a_dialogue(same):
    same("hub --data DATA", b"hub\nset-param name=level value=3\nset-param name=tables value=0\ninit\nlevel depth=3 move-time=20.5\n")


@pytest.mark.parametrize("option, kind", [("--plot", "svg"), ("--record", "hra")])
def test_files(hra, both, option, kind):
    words = [f"match yahtzee random --games 5 --seed 1 {option} {hra.here}/{name}.{kind}".split() for name in ("point", "comma")]
    both([HRA, TESTS / "hra_in_locale"], words, "C.UTF-8")
    assert hra.read(f"point.{kind}") == hra.read(f"comma.{kind}")
