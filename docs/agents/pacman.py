"""Agents for Pacman. Fill in what is marked, and check it:

    hra grade pacman pacman.py
    hra grade pacman pacman.py --task q2

A state has
    state.seat              the seat to move: 0 is Pacman, 1 and up are ghosts, -2: the game is over
    state.moves             the legal moves, such as ["West", "Stop", "East"]
    state.after(move)       the state after a move
    state.value()           the value of a leaf; at the end the result
    state.terms()           numbers: score, food, food_steps, ghost_steps, scared_steps, ... (hra games pacman --terms)
    state.text              the position as a line

self.depth is the number of rounds to search, and 0 means: to the end. A round is a move of Pacman and of each ghost. Some
tests use small trees instead of mazes: seat 0 maximizes there, seat 1 minimizes, and one may move several times in turn.
"""


class ReflexAgent:
    """q1: looks one move ahead."""

    def choose(self, state):
        return state.moves[0]  # your part


class MinimaxAgent:
    """q2: all other seats play against seat 0. Ask for each state once, and search no deeper than self.depth."""

    def choose(self, state):
        return state.moves[0]  # your part


class AlphaBetaAgent:
    """q3: the same moves from fewer states. Leave a node only if its value is beyond alpha or beta, not if it is equal."""

    def choose(self, state):
        return state.moves[0]  # your part


class ExpectimaxAgent:
    """q4: all other seats choose each of their moves with the same probability."""

    def choose(self, state):
        return state.moves[0]  # your part


def better_evaluation(state):
    """q5: a number for a state, higher if Pacman stands better. hra searches with it, two moves deep."""
    return state.terms()["score"]  # your part
