#!/usr/bin/env python3
"""King and rook against king, solved by rules of this file's own: chess_endings.py HRA

All positions, each side to move, are valued by plain iteration: a position is won in n plies if a move leads to one that is lost in
n - 1, and lost if all moves lead to won ones. `hra solve chess:ending=KRK` has to know as many positions, won ones, and moves to the
longest mate, and the same distance for positions of each length.
"""
import functools
import json
import subprocess
import sys

PROGRAM = sys.argv[1]
KINGS = [[f + 8 * r for f in range(8) for r in range(8)
          if (f, r) != (s % 8, s // 8) and abs(f - s % 8) < 2 and abs(r - s // 8) < 2] for s in range(64)]
# Of positions that are alike up to turning and mirroring one is kept, with the white king in a1-d1-d4.
TRIANGLE = [s for s in range(64) if s % 8 < 4 and s // 8 <= s % 8]
TURNS = [[7 * (i & 1) + (f - 2 * f * (i & 1)) + 8 * (7 * (i >> 1 & 1) + (r - 2 * r * (i >> 1 & 1)))
          for s in range(64) for f, r in [(s // 8, s % 8) if i & 4 else (s % 8, s // 8)]] for i in range(8)]


@functools.lru_cache(None)
def rook(square, *others):
    """The squares that it attacks; the others stand in its way."""
    return set(rook_steps(square, others))


def rook_steps(square, others):
    for step in (1, -1, 8, -8):
        at = square + step
        while 0 <= at < 64 and (abs(step) == 8 or at // 8 == square // 8):
            yield at
            if at in others:
                break
            at += step


@functools.lru_cache(None)
def key(position):
    """The least of those that it can be turned into."""
    return min(tuple(turn[s] for s in position) for turn in TURNS)


def alike(position):
    return len({tuple(turn[s] for s in position) for turn in TURNS})


def black_moves(king, tower, other):
    """The squares to which the black king can go; its own square is free then. None: it takes the rook."""
    attacked = rook(tower, king)
    for to in KINGS[other]:
        if to in KINGS[king]:
            continue
        if to == tower:
            yield None
        elif to not in attacked:
            yield to


def list_positions():
    """For each position that may stand, the positions to which moves lead."""
    white, black = {}, {}
    for king in TRIANGLE:
        for tower in range(64):
            for other in range(64):
                if len({king, tower, other}) < 3 or other in KINGS[king] or key((king, tower, other)) != (king, tower, other):
                    continue
                reached = rook(tower, king, other)
                black[king, tower, other] = [None if to is None else key((king, tower, to))
                                             for to in black_moves(king, tower, other)]
                if other not in reached:
                    moves = {key((king, to, other)) for to in reached if to not in (king, other)}
                    moves |= {key((to, tower, other)) for to in KINGS[king] if to != tower and to not in KINGS[other] and to != other}
                    white[king, tower, other] = moves
    return white, black


def solve(white, black):
    """Plies to mate: of positions with White to move, with Black to move."""
    won, lost = {}, {}
    for position, moves in black.items():
        king, tower, other = position
        if not moves and other in rook(tower, king):
            lost[position] = 0
    plies = 1
    fresh = set(lost)
    while fresh:
        new = {p for p, moves in white.items() if p not in won and not fresh.isdisjoint(moves)}
        won.update(dict.fromkeys(new, plies))
        fresh = {p for p, moves in black.items() if p not in lost and not new.isdisjoint(moves) and all(after in won for after in moves)}
        lost.update(dict.fromkeys(fresh, plies + 1))
        plies += 2
    return won, lost


def fen(position, turn):
    board = dict(zip(position, "KRk"))
    rows = ["".join(board.get(8 * r + f, "1") for f in range(8)) for r in range(7, -1, -1)]
    return f"{'/'.join(rows)} {turn} - - 0 1"


def hra(*arguments):
    out = subprocess.run([PROGRAM, "solve", "chess:ending=KRK", "--json", *arguments], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)


def main():
    white, black = list_positions()
    won, lost = solve(white, black)
    found = hra()
    number = lambda positions: sum(alike(position) for position in positions) / 4
    expected = {"moves": (max(won.values()) + 1) // 2, "white_positions": number(white), "white_won": number(won),
                "white_lost": 0, "black_positions": number(black), "black_won": 0, "black_lost": number(lost)}
    for name, value in expected.items():
        assert found[name] == value, (name, found[name], value)
    for plies in (1, 7, 16, 24, 31, 32):
        at, turn = next((p, t) for all_, t in ((won, "w"), (lost, "b")) for p, n in all_.items() if n == plies)
        answer = hra("--position", fen(at, turn))
        assert answer["position_distance"] == plies and answer["position_value"] == [1, -1], (at, turn, answer)
    print(f"KRK: {len(white)} and {len(black)} positions without those that are alike; mate in at most {expected['moves']} moves")


main()
