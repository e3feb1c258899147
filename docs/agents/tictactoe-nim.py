"""Perfect play in two small games. Fill it in, and check it:

    hra grade tictactoe-nim tictactoe-nim.py

state.after(move) is the state after a move, state.value() its result at the end: 1 won, 0 drawn, -1 lost.
"""


class TicTacToeAgent:
    """Never loses, and wins against mistakes. Most states are reached in several ways: remember them by state.text."""

    def choose(self, state):
        return state.moves[0]  # your part


class NimAgent:
    """Wins each position that can be won. state.text has the rows, state.terms() numbers of them."""

    def choose(self, state):
        return state.moves[0]  # your part
