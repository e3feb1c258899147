#!/usr/bin/env python3
"""A bot for UBGI: backgammon. Replace `value`; the game and the protocol stay as they are.

    hra engine check 'python3 ubgi_bot.py' backgammon
    hra play backgammon human 'ext:cmd="python3 ubgi_bot.py"'
"""
import base64
import sys

BAR = 25

# ---- the game ---------------------------------------------------------------------------------
# A side is a list of its checkers on points 1..24, as it counts them itself, and on its bar, 25. Its point p is the
# other side's point 25 - p.


def read_id(text):
    """GNU Backgammon's Position ID: for the other side, then the side to move, each point's checkers as ones, then a 0."""
    number = int.from_bytes(base64.b64decode(text + "=="), "little")
    sides = []
    for _ in range(2):
        side = [0] * 26
        for point in range(1, 26):
            while number & 1:
                side[point] += 1
                number >>= 1
            number >>= 1
        sides.append(side)
    return sides[1], sides[0]  # mine, theirs


def can_step(mine, theirs, point, die):
    if not mine[point] or (mine[BAR] and point != BAR):
        return False
    to = point - die
    if to >= 1:
        return theirs[25 - to] < 2
    rear = max(p for p in range(1, 26) if mine[p])
    return rear <= 6 and (to == 0 or point == rear)  # a larger die bears off from the rear


def step(mine, theirs, point, die):
    mine, theirs, to = mine[:], theirs[:], point - die
    mine[point] -= 1
    if to >= 1:
        mine[to] += 1
        if theirs[25 - to] == 1:  # a hit
            theirs[25 - to] = 0
            theirs[BAR] += 1
    return mine, theirs


def plays(mine, theirs, dice):
    """All ways to play these dice in this order, as far as they can be played: (steps, mine, theirs)."""
    found = []
    if dice:
        for point in range(25, 0, -1):
            if can_step(mine, theirs, point, dice[0]):
                after = step(mine, theirs, point, dice[0])
                found += [([(point, dice[0])] + steps, *end) for steps, *end in plays(*after, dice[1:])]
    return found or [([], mine, theirs)]


def legal_plays(mine, theirs, high, low):
    if high == low:
        found = plays(mine, theirs, [high] * 4)
    else:
        found = plays(mine, theirs, [high, low]) + plays(mine, theirs, [low, high])
    most = max(len(steps) for steps, _, _ in found)  # as many dice as possible,
    found = [play for play in found if len(play[0]) == most]
    if most == 1 and high != low:  # and the higher one if only one of them can be played
        found = [play for play in found if play[0][0][1] == high] or found
    return found


# ---- the choice: your part --------------------------------------------------------------------


def value(mine, theirs):
    """The higher, the better for me after my play."""
    pips = sum(p * theirs[p] for p in range(1, 26)) - sum(p * mine[p] for p in range(1, 26))
    rear = max([p for p in range(1, 26) if theirs[p]], default=0)
    blots = sum(1 for p in range(1, 25) if mine[p] == 1 and 25 - p < rear)  # that can be hit
    points = sum(1 for p in range(4, 9) if mine[p] >= 2)  # made around the bar point
    return pips - 6 * blots + 4 * points


def choose(mine, theirs, dice):
    return max(legal_plays(mine, theirs, max(dice), min(dice)), key=lambda play: value(*play[1:]))[0]


# ---- the protocol: docs/external.md -----------------------------------------------------------


def show(steps):
    def name(point):
        return "bar" if point == BAR else str(point) if point >= 1 else "off"
    return " ".join(f"{name(point)}/{name(point - die)}" for point, die in steps) or "pass"


def say(line):
    print(line, flush=True)  # without flush the line may wait in a buffer for ever


def main():
    mine, theirs = read_id("4HPwATDgc/ABMA")
    dice = [6, 1]
    for line in sys.stdin:  # ends when standard input ends
        words = line.split()
        if not words:
            continue
        if words[0] == "ubgi":
            say("id name Python bot")
            say("ubgiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[:2] == ["position", "gnubgid"]:
            mine, theirs = read_id(words[2])
        elif words[0] == "dice":
            dice = [int(words[1]), int(words[2])]
        elif words[0] == "go":  # role chequer, and limits such as movetime 1000: this bot is faster than any
            say("bestmove " + show(choose(mine, theirs, dice)))
        elif words[0] == "quit":
            break
        elif words[0] not in ("newgame", "setoption", "stop"):
            say("error unknown_command " + words[0])


main()
