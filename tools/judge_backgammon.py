#!/usr/bin/env python3
"""Measures what players of backgammon lose a decision, by the judgement of GNU Backgammon and by rollouts of our own.

    PYTHONPATH=build/python tools/judge_backgammon.py make SET PORT [POSITIONS [TRIALS]]
    PYTHONPATH=build/python tools/judge_backgammon.py SET PLAYER...

The first makes a set: `trained` plays games against itself, every second of them begun by random moves, and decisions of three kinds are taken from
them: with contact (65 %), races (15 %), and with two anchors of a side in the other's home (20 %). GNU Backgammon, which listens at that port of this
machine (`external localhost:PORT`), judges every move at 0 plies, those within 0.3 points of its best at 1, those within 0.08 of that at 2; the last,
at most six, are rolled out as well: TRIALS times (36; 0: not at all), 7 decisions deep, the luck subtracted, with the same dice. A move that was not
looked at more deeply keeps what the shallower look said. POSITIONS is 2000 by default.

The second prints what each player's choice loses against the best move by either judge, in thousandths of a point, and first the same of GNU
Backgammon at 0 plies. If both judges say the same, it is due to the players. docs/games/backgammon/training.md shows the figures. It needs the Python
module (`make python`). A line of a set is a decision in JSON.
"""
import json
import math
import random
import re
import socket
import sys

import hra

SEED, ROLLED, TAKEN = 4242, 6, 4
SHARES = {"contact": 0.65, "race": 0.15, "anchors": 0.2}
DRAWN = {"contact": 0.06, "race": 0.06, "anchors": 0.3}    # the probability of a decision to be taken
BAR, CHECKERS = 25, 15


def board(text):
    """Of a position the checkers of White and Black by their points, each counted from the side's own home; 25 is the bar."""
    sides = {}
    for name in ("white", "black"):
        found = re.search(rf"\b{name}((?: (?:bar|off|\d+):\d+)*)", text)
        points = [0] * (BAR + 1)
        for point, count in re.findall(r"(bar|off|\d+):(\d+)", found[1]):
            if point != "off":
                points[BAR if point == "bar" else int(point)] = int(count)
        sides[name] = points
    return [sides["white"], sides["black"]]


def kind_of(sides):
    furthest = [max((p for p in range(1, BAR + 1) if side[p]), default=0) for side in sides]
    if sum(furthest) <= BAR:
        return "race"
    if any(sum(side[p] > 1 for p in range(19, BAR)) > 1 for side in sides):
        return "anchors"
    return "contact"


class Judge:
    """GNU Backgammon behind a socket."""

    def __init__(self, port):
        self.socket = socket.create_connection(("localhost", int(port)), timeout=60)
        self.lines = self.socket.makefile("r", encoding="ascii")

    def ask(self, sides, seat, plies):
        """Points without the cube to the seat, which is to throw; the board in the form of the FIBS server."""
        own, other = sides[seat], sides[1 - seat]
        fields = [-other[BAR]] + [own[p] - other[BAR - p] for p in range(1, BAR)] + [own[BAR]]
        fields += [1, 0, 0, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25, CHECKERS - sum(own), CHECKERS - sum(other), own[BAR], other[BAR], 2, 0, 0, 0]
        text = "board:You:gnubg:1:0:0:" + ":".join(map(str, fields))
        self.socket.sendall(f"evaluation fibsboard {text} plies {plies}\n".encode())
        line = ""
        while not line:     # it may begin with the zero that ends the one before
            said = self.lines.readline()
            if not said:
                sys.exit("judge_backgammon: GNU Backgammon is gone")
            line = said.strip().strip("\0")
        wins, gammons, backgammons, lost_gammons, lost_backgammons = map(float, line.split()[:5])
        return 2 * wins - 1 + gammons + backgammons - lost_gammons - lost_backgammons

    def value(self, state, action, plies):
        """What a move is worth to the side that makes it."""
        seat, after = state.current_player(), state.child(action)
        if after.is_terminal():
            return after.returns()[seat]
        return -self.ask(board(after.position()), 1 - seat, plies)


def roll_out(state, moves, trials):
    """The mean of each of the moves."""
    lines = ["game backgammon", f"position {state.position()}", "player trained", *(f"move {move}" for move in moves), f"trials {trials}", "plies 7",
             f"seed {SEED}"]
    work = hra.work("\n".join(lines) + "\n", kind="rollout")
    work.run()
    return {row["move"]: row["mean"] for row in work.report()["moves"]}


def judge(gnubg, state, trials):
    """A list of the moves: the move, and what it is worth at 0 plies, at up to 2, and by rollouts."""
    actions = state.legal_actions()
    at0 = [gnubg.value(state, action, 0) for action in actions]
    at2, best = list(at0), max(at0)
    for i, action in enumerate(actions):
        if at0[i] > best - 0.3:
            at2[i] = gnubg.value(state, action, 1)
    best = max(at2)
    near = [i for i in range(len(actions)) if at2[i] > best - 0.08]
    for i in near:
        at2[i] = gnubg.value(state, actions[i], 2)
    near.sort(key=lambda i: -at2[i])
    rolled, texts = list(at2), [state.action_to_string(action) for action in actions]
    if trials and len(near) > 1:
        means = roll_out(state, [texts[i] for i in near[:ROLLED]], trials)
        for i in near[:ROLLED]:
            rolled[i] = means[texts[i]]
    return [[text, *(round(x, 5) for x in (at0[i], at2[i], rolled[i]))] for i, text in enumerate(texts)]


def play(game, number, agent, gnubg, wanted, trials, file):
    """A game, from which some decisions are taken."""
    rng, taken, state = random.Random(f"{SEED} {number}"), 0, game.new_initial_state(number)
    opening = rng.randrange(9) if number % 2 else 0
    while not state.is_terminal() and sum(wanted.values()):
        if state.is_chance_node():
            state.roll(rng.getrandbits(63))
            continue
        actions, sides = state.legal_actions(), board(state.position())
        kind = kind_of(sides)
        if opening > 0:
            action = rng.choice(actions)
            opening -= 1
        else:
            action = agent.choose(state)
            if len(actions) > 1 and wanted[kind] and taken < TAKEN and rng.random() < DRAWN[kind]:
                moves = judge(gnubg, state, trials)
                file.write(json.dumps({"kind": kind, "position": state.position(), "moves": moves}) + "\n")
                file.flush()
                taken += 1
                wanted[kind] -= 1
                if sum(wanted.values()) % 100 == 0:
                    print(f"{sum(wanted.values())} to go", file=sys.stderr)
        state.apply_action(action)


def make(game, name, port, positions=2000, trials=36):
    wanted, number = {kind: int(share * int(positions) + 0.5) for kind, share in SHARES.items()}, 0
    gnubg, agent = Judge(port), game.player("trained").agent()
    with open(name, "w", encoding="utf-8") as file:
        while sum(wanted.values()):
            play(game, number, agent, gnubg, wanted, int(trials), file)
            number += 1


# ---- judging players ----------------------------------------------------------------------------

def losses(game, decisions, spec):
    """By either judge and kind, and `all`, the losses of the choices; spec None: by what was written down of 0 plies."""
    agent, found = game.player(spec).agent() if spec else None, {}
    for decision in decisions:
        moves = decision["moves"]
        if agent:
            state = game.read_state(decision["position"])
            text = state.action_to_string(agent.choose(state))
            chosen = next(move for move in moves if move[0] == text)
        else:
            chosen = max(moves, key=lambda move: move[1])
        for column in (2, 3):
            loss = max(move[column] for move in moves) - chosen[column]
            for kind in (decision["kind"], "all"):
                found.setdefault((column, kind), []).append(loss)
    return found


def show(name, found):
    row = f"{name:<32}"
    for column in (2, 3):
        for kind in ("all", *reversed(SHARES)):
            some = found.get((column, kind), [])
            mean = sum(some) / len(some) if some else 0
            row += f" {1000 * mean:7.2f}"
            if kind == "all":
                square = sum(x * x for x in some) / len(some)
                row += f" ±{1000 * math.sqrt(max(square - mean * mean, 0) / len(some)):5.2f}"
    print(row, flush=True)


def measure(game, name, specs):
    with open(name, encoding="utf-8") as file:
        decisions = [json.loads(line) for line in file]
    kinds = "     all       " + "".join(f" {kind:>7}" for kind in reversed(SHARES))
    print(f"{'thousandths of a point':<32} {'by GNU Backgammon, 2 plies':>27}      by rollouts\n{'':<32}{kinds}{kinds}")
    for spec in (None, *specs):
        show(spec or "GNU Backgammon, 0 plies", losses(game, decisions, spec))


def main(words):
    game = hra.load_game("backgammon", files=True)
    if words[:1] == ["make"] and 3 <= len(words) <= 5:
        make(game, *words[1:])
    elif words and words[0] != "make":
        measure(game, words[0], words[1:])
    else:
        sys.exit("usage: judge_backgammon.py make SET PORT [POSITIONS [TRIALS]] | SET PLAYER...")


main(sys.argv[1:])
