"""Every command ends by Ctrl-C, SIGTERM and a hang-up, at work or while it waits for input.

A command that works is signalled when it has used some time of the processor, one that waits when it sleeps: states,
whatever the clock says. Each tells then how far it was. With ALL=1 each command takes all three signals, else one.
"""
# suites: cli; priority: 1
import os
import re
import signal

import pytest

WORK = """
match checkers random random --games 100000000 --seed 1
search checkers --method alphabeta:depth=40 --time 100000s
compare checkers minimax:depth=30 random
tree checkers --method minimax:depth=20
solve race:track=16,pieces=2
perft checkers 30
rollout backgammon --trials 100000 --seed 1
tournament checkers alphabeta:depth=3 greedy random --groups 100000 --seed 1
learn tictactoe --method td --games 100000000 --output learnt.hra
tune nim mcts:playouts=40,c={c} -p c=1.4,0.1,4,0.2 --iterations 1000000
play checkers alphabeta:depth=40 random --seed 1
replay long.hra --values minimax:depth=30
review long.hra --analyst minimax:depth=30
search yahtzee --method atleast:target=300
compare yahtzee greedy --reference atleast:target=300 --position dice=1-2-3-4-6
match yahtzee atleast:target=300 --games 1
match yahtzee optimal --games 100000000
play yahtzee atleast:target=300 --seed 1
bench --filter checkers-tables --runs 1000
""".strip().splitlines()
INPUT = ["play tictactoe human human --seed 1", "replay -", "review -", "session", "hub"]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
CASES = [(state, command) for state, commands in (("works", WORK), ("waits", INPUT)) for command in commands]


@pytest.mark.parametrize("state, command, how", [
    (state, command, how) for number, (state, command) in enumerate(CASES)
    for how in (SIGNALS if os.environ.get("ALL") else SIGNALS[number % 3:number % 3 + 1])])
def test_a_signal_ends(hra, state, command, how):
    hra("match checkers random random --games 1 --seed 1 --record long.hra")
    for one in SIGNALS:
        signal.signal(one, signal.default_int_handler if one == signal.SIGINT else signal.SIG_DFL)  # under nohup one is ignored
    started = hra.start(command)
    said = started.until(getattr(started, state)).end(how)
    if command == "hub" and said.status == 0:
        return  # who speaks a protocol may end as if its input had
    said.exits(130)
    assert re.search(r"^hra: interrupted after [0-9]+\.[0-9] s: .", said.err, re.M), said
