"""The front end docs/examples/table.py plays every game, asks for advice and takes moves back."""
# suites: cli
import subprocess
import sys

import pytest
from conftest import HRA, PATIENCE, ROOT
from test_help import GAMES

PLAYS = """
200 | ^result: | tictactoe human minimax seed=1 adviser=minimax
200 | ^result: | nim human exact seed=1
200 | ^result: | matches human greedy seed=1
200 | ^result: | race:pieces=1,track=8,seats=2 human random seed=1
200 | ^result: | tree human random seed=1
300 | ^result: | yahtzee human seed=1 adviser=greedy
30 | human: | checkers human alphabeta:depth=3 seed=1 adviser=alphabeta:depth=3
30 | human: | pacman:layout=crossroads,ghosts=1 human random seed=1 adviser=minimax:depth=2
30 | human: | empire human random seed=1 adviser=random
300 | ^result: | backgammon:checkers=3 human greedy seed=1 adviser=greedy
"""
CASES = [[part.strip() for part in line.split("|")] for line in PLAYS.strip().splitlines()]
NAMED = [new.split(" ")[0].partition(":")[0] for _, _, new in CASES]
CASES += [["30", "human:", f"{game} human seed=1 others=program"] for game in GAMES if game not in NAMED]  # as they are


@pytest.mark.parametrize("most, shows, new", CASES, ids=[new.partition(" ")[0] for _, _, new in CASES])
def test_a_game_is_played(hra, most, shows, new):
    ran = subprocess.run([sys.executable, ROOT / "docs" / "examples" / "table.py", "--hra", HRA, "--robot", most, "new", *new.split()],
                         cwd=ROOT, env=hra.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         timeout=PATIENCE, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert any(line.startswith(shows[1:]) if shows[0] == "^" else f"{shows} " in line for line in ran.stdout.splitlines()), ran.stdout
