#!/usr/bin/env python3
"""Compares methods with the truth in the endgame study of checkers: two white kings, one black, White to move.

    PYTHONPATH=build/python tools/study_checkers.py [METHOD...]
    PYTHONPATH=build/python tools/study_checkers.py depths [EVALUATION...]

For each method: in how many of the won positions its move keeps the win, how many plies that move wastes, and in how many it wins when it goes
on to the end against the best defence. The truth is computed from the rules alone, not from tables. docs/games/checkers/study.md shows the
figures. It needs the Python module (`make python`).

`depths` does so for whole searches of 2 to 16 plies, of all positions at once: what depth N makes of a position is the best of what depth N - 1
makes of those after it, so that a ply costs one look at each of them.
"""
import sys

import hra

SQUARES, NONE, MOST, DEEPEST = 32, 32, 200, 16
BLACK, WHITE = 0, 1
FORMS = ["alphabeta:depth=%d,eval=corner,move-order=static", "alphabeta:depth=%d,eval=corner,move-order=static,prune=loss",
         "alphabeta:depth=%d,eval=corner,move-order=static,prune=loss+retreat", "alphabeta:depth=%d,eval=corner,prune=loss,beam=4",
         "alphabeta:depth=%d,eval=material", "alphabeta:depth=%d,eval=nets"]
EVALUATIONS = ["corner", "corner(distance=manhattan)", "material", "nets"]
HEAD = ("| method | wins kept % | best move % | plies wasted | at most | won to the end % | plies too many | nodes | "
        "endless: 1 5, 28 32, king on 1 | worst in |\n|---|---|---|---|---|---|---|---|---|---|")


class Position:
    """Squares from 0; `second` is NONE where White has one king."""

    def __init__(self, game, side, first, second, black):
        self.side, self.first, self.second, self.black = side, first, second, black
        kings = f"K{first + 1}" + (f",K{second + 1}" if second != NONE else "")
        self.state = game.read_state(f"{'BW'[side]}:W{kings}:BK{black + 1}")
        self.moves = []     # (action, the key of the position after it, or None: the game is over)
        self.plies = None   # to the end; even where the side to move loses; None: nobody forces one
        self.value = self.next = 0.0


def key_of(text):
    """Of the position that `W:WK1,K2:BK3` names; None: a side has nothing left."""
    side, white, black = text.split(":")[:3]
    if len(white) < 2 or len(black) < 2:
        return None
    kings = sorted(int(king.lstrip("K")) - 1 for king in white[1:].split(","))
    return "BW".index(side), kings[0], kings[1] if len(kings) > 1 else NONE, int(black[1:].lstrip("K")) - 1


def all_positions(game):
    table = {}
    for first in range(SQUARES):
        for second in range(first + 1, NONE + 1):
            for black in range(SQUARES):
                if black not in (first, second):
                    for side in (BLACK, WHITE):
                        table[side, first, second, black] = Position(game, side, first, second, black)
    for position in table.values():
        for action in position.state.legal_actions():
            child = position.state.child(action)
            position.moves.append((action, key_of(child.position())))
    return table


def plies_after(table, key):
    return 0 if key is None else table[key].plies


def settles(table, position, depth):
    """Whether it ends in exactly so many plies: it is won as soon as one move wins, and lost when all moves lose."""
    longest, lost = -1, True
    for _, key in position.moves:
        plies = plies_after(table, key)
        if plies == depth - 1 and plies % 2 == 0:
            return True
        lost = lost and plies is not None and plies % 2 == 1
        longest = longest if plies is None else max(longest, plies)
    return lost and longest == depth - 1


def find_truth(table):
    unknown, idle, depth = list(table.values()), 0, 0
    while idle < 3:
        settled = [position for position in unknown if settles(table, position, depth)]
        for position in settled:
            position.plies = depth
        unknown = [position for position in unknown if position.plies is None]
        idle = 0 if settled else idle + 1
        depth += 1


def study_positions(table):
    return [position for position in table.values() if position.side == WHITE and position.second != NONE]


class Score:
    def __init__(self):
        self.won = self.kept = self.best = self.finished = self.wasted = self.extra = self.nodes = self.most = 0
        self.endless = self.near = self.far = self.anchored = 0
        self.worst = None   # there most plies were wasted, or a win was given away


def defend(table, position):
    """Black's move that holds out longest: a win or a draw first; of equals the first."""
    def rank(move):
        plies = plies_after(table, move[1])
        return 1000 if plies is None else 2000 if plies % 2 == 0 else plies
    return max(position.moves, key=rank)


def play_out(table, choices, position, score):
    """The method against the best defence: the number of plies to the end, 0 where it is not reached."""
    for ply in range(MOST):
        if not position.moves:
            return ply if position.side == BLACK else 0
        if position.second == NONE:     # a king was given, for the exchange or for nothing: the rest is forced
            left = position.plies
            return ply + left if left is not None and (left % 2 == 1) == (position.side == WHITE) else 0
        if position.side == WHITE:
            key = choices[position.first, position.second, position.black]
        else:
            key = defend(table, position)[1]
        if key is None:     # all black kings are gone, or all white ones
            return ply + 1 if position.side == WHITE else 0
        position = table[key]
    score.endless += 1
    score.near += position.black in (0, 4)
    score.far += position.black in (27, 31)
    score.anchored += position.first == 0
    return 0


def judge(table, choices, position, score):
    plies = position.plies
    if plies is None or plies % 2 == 0:
        return
    score.won += 1
    after = plies_after(table, choices[position.first, position.second, position.black])
    if after is not None and after % 2 == 0:
        wasted = after + 1 - plies
        score.kept += 1
        score.best += wasted == 0
        score.wasted += wasted
        if wasted > score.most:
            score.most = wasted
            if score.kept == score.won:
                score.worst = position
    elif score.won == score.kept + 1:
        score.worst = position
    played = play_out(table, choices, position, score)
    if played:
        score.finished += 1
        score.extra += played - plies


def show(table, choices, score, method):
    """A row of the table; the score has the nodes already."""
    for position in study_positions(table):
        judge(table, choices, position, score)
    won, kept, finished, endless = score.won, score.kept, score.finished, score.endless or 1
    nodes = f"{score.nodes / (SQUARES * (SQUARES - 1) / 2 * (SQUARES - 2)):.0f}" if score.nodes else "–"
    at = score.worst
    worst = f"W:WK{at.first + 1},K{at.second + 1}:BK{at.black + 1}" if at else "–"
    print(f"| `{method}` | {100 * kept / won:.2f} | {100 * score.best / won:.2f} | {score.wasted / kept if kept else 0:.2f} | {score.most} | "
          f"{100 * finished / won:.2f} | {score.extra / finished if finished else 0:.2f} | {nodes} | {100 * score.near / endless:.0f}, "
          f"{100 * score.far / endless:.0f}, {100 * score.anchored / endless:.0f} | {worst} |", flush=True)


def study(table, game, method):
    agent, score, choices = game.player(method).agent(), Score(), {}
    for position in study_positions(table):
        said = agent.search(position.state, seed=1)
        action = position.state.string_to_action(said["move"])
        choices[position.first, position.second, position.black] = dict(position.moves)[action]
        score.nodes += said["nodes"]
    show(table, choices, score, method)


# ---- all depths at once -------------------------------------------------------------------------

def look_once(table, position, win, a_ply):
    """White's value, the best of the moves, and where the first of them leads; a win counts less by `a_ply` for each ply to it."""
    sign = 1 if position.side == WHITE else -1
    best = choice = None
    for _, key in position.moves:
        value = sign * win if key is None else table[key].value
        value = value - a_ply if value > win / 2 else value + a_ply if value < -win / 2 else value
        if best is None or sign * value > sign * best:
            best, choice = value, key
    return (-sign * win, None) if best is None else (best, choice)


def ends(table, game, name):
    """What a win is worth to White, and by how much less one that is a ply further away."""
    values = []
    for plies in (1, 3):
        position = next(p for p in study_positions(table) if p.plies == plies)
        values.append(game.player(f"minimax:depth={plies},eval={name}").search(position.state)["value"][WHITE])
    a_ply = (values[0] - values[1]) / 2
    return values[0] + a_ply, a_ply


def study_depths(table, game, name):
    win, a_ply = ends(table, game, name)
    agent = game.player(f"minimax:depth=1,eval={name}").agent()
    for depth in range(1, DEEPEST + 1):
        choices = {}
        for position in table.values():
            if depth == 1 and position.moves:
                position.next = agent.search(position.state)["value"][WHITE]
                continue
            position.next, choice = look_once(table, position, win, a_ply)
            if position.side == WHITE and position.second != NONE:
                choices[position.first, position.second, position.black] = choice
        for position in table.values():
            position.value = position.next
        if depth % 2 == 0:
            show(table, choices, Score(), f"minimax:depth={depth},eval={name}")


def main(words):
    game = hra.load_game("checkers")
    table = all_positions(game)
    find_truth(table)
    studied = study_positions(table)
    won = sum(p.plies is not None and p.plies % 2 == 1 for p in studied)
    drawn = sum(p.plies is None for p in studied)
    print(f"{len(studied)} positions: {won} won, {drawn} drawn, {len(studied) - won - drawn} lost; the longest win takes "
          f"{max(p.plies or 0 for p in studied)} plies\n\n{HEAD}")
    if words[:1] == ["depths"]:
        for name in words[1:] or EVALUATIONS:
            study_depths(table, game, name)
    else:
        for method in words or [form % depth for form in FORMS for depth in (2, 4, 6, 8)]:
            study(table, game, method)


main(sys.argv[1:])
