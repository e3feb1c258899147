"""The rules of backgammon, written for tests only: from the rules of the game, not from hra.

Each side counts its points from 1 to 24 towards home, 25 is the bar and 0 is off. A step is (from, to, hit)."""

LEFT, RIGHT = 0, 1  # the columns of a match file
START = {24: 2, 13: 5, 8: 3, 6: 5}


class Board:
    def __init__(self, sides=None):
        self.sides = sides or [[START.get(point, 0) for point in range(26)] for _ in range(2)]

    def copy(self):
        return Board([side[:] for side in self.sides])

    def __eq__(self, other):
        return self.sides == other.sides

    def key(self):
        return tuple(map(tuple, self.sides))

    def step(self, side, start, to):
        """Moves a checker, hits what stands there; whether it did."""
        own, other = self.sides[side], self.sides[1 - side]
        own[start] -= 1
        own[to] += 1
        hit = to > 0 and other[25 - to] == 1
        if hit:
            other[25 - to], other[25] = 0, other[25] + 1
        return hit

    def landing(self, side, start, die):
        """Where a checker comes to; None if it may not."""
        own, other = self.sides[side], self.sides[1 - side]
        if not own[start] or (own[25] and start != 25):
            return None
        to = start - die
        if to > 0:
            return to if other[25 - to] < 2 else None
        if any(own[7:26]) or (to < 0 and any(own[start + 1:7])):
            return None
        return 0

    def plays(self, side, dice):
        """Legal plays: for each position that can be reached its steps, in one of the orders."""
        first, second = dice
        orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
        found = {}  # what was played, by number of dice, then by position
        for order in orders:
            self._play(side, order, [], found)
        longest = max(len(steps) for steps, _ in found.values())
        best = {key: value for key, value in found.items() if len(value[0]) == longest}
        if longest == 1 and first != second:
            high = {key: value for key, value in best.items() if value[1][0] == max(dice)}
            best = high or best
        return {key: steps for key, (steps, _) in best.items()}

    def _play(self, side, dice, steps, found, used=()):
        key = self.key()
        old = found.get(key)
        if not old or len(steps) > len(old[0]) or (len(steps) == len(old[0]) and used > old[1]):
            found[key] = (steps, used)
        elif len(dice) > 0 and len(steps) > 1 and dice[0] == used[0]:
            return  # doubles: what follows was seen
        if not dice:
            return
        for start in range(25, 0, -1):
            to = self.landing(side, start, dice[0])
            if to is not None:
                after = self.copy()
                hit = after.step(side, start, to)
                after._play(side, dice[1:], steps + [(start, to, hit)], found, used + dice[:1])

    def winner(self):
        return next((side for side in (LEFT, RIGHT) if self.sides[side][0] == 15), None)

    def worth(self, winner):
        """1, 2 for a gammon, 3 for a backgammon."""
        loser = self.sides[1 - winner]
        if loser[0]:
            return 1
        return 3 if any(loser[19:26]) else 2


def read_play(board, side, text):
    """The position after a play as people write it, 13/8, 24/18*/14, 6/4(2), bar/22, 6/off; ValueError if it is none."""
    after = board.copy()
    for word in text.lower().replace("bar", "25").replace("off", "0").split():
        word, _, count = word.partition("(")
        points = [int(point.rstrip("*")) for point in word.split("/")]
        if len(points) < 2 or any(not 0 <= point <= 25 for point in points):
            raise ValueError(f"no move: {word!r}")
        for _ in range(int(count.rstrip(")*")) if count else 1):
            for start, to in zip(points, points[1:]):
                if not after.sides[side][start]:
                    raise ValueError(f"no checker on {start}: {text!r}")
                after.step(side, start, to)
    return after
