"""Weights of a linear evaluation of backgammon, which you learn by temporal differences on your own machine.

    hra grade backgammon-td backgammon-td.py

The sum is over terms of backgammon (hra games backgammon --terms), yours less those of the other side. hra plays the move
with the highest value.
"""

WEIGHTS = {"pips": -0.01, "off": 0.0, "bar": 0.0, "blots": 0.0, "points": 0.0, "home": 0.0, "prime": 0.0}  # your part


def evaluation(state):
    if state.over:
        return 1000 * state.value()
    mine, theirs = state.terms(), state.terms(1 - state.own)
    return sum(weight * (mine[name] - theirs[name]) for name, weight in WEIGHTS.items())
