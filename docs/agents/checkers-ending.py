"""An evaluation for the ending two kings against one. Fill it in, and check it:

    hra grade checkers-ending checkers-ending.py

hra searches three plies deep with it. state.terms() are your numbers, state.terms(1 - state.own) those of the other
side: kings, edge, corner, near, apart, ... (hra games checkers --terms). state.over: the game has ended.
"""


def evaluation(state):
    """A number for a state, higher if you stand better. A player that only counts kings never wins."""
    return state.terms()["kings"] - state.terms(1 - state.own)["kings"]  # your part
