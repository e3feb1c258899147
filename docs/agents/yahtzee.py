"""A player for Yahtzee. Fill it in, and check it:

    hra grade yahtzee yahtzee.py

state.moves are texts such as "keep 6-6" while rolls are left, or "box fours". state.text has the dice and the boxes,
state.terms() has numbers: score, upper, surplus, ... (hra games yahtzee --terms).
"""


class YahtzeeAgent:
    def choose(self, state):
        return state.moves[0]  # your part
