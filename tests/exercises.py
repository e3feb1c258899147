#!/usr/bin/env python3
"""Marks exercises once more, slowly and by rules of its own, and compares.

    exercises.py PROGRAM [--count N] [--seed N]

PROGRAM is tests/exercises. For each of N random trees (default 500) the key is worked out again by plain recursion over the
tree, and attempts with faults of all kinds are marked here, item by item, by what docs/exercises.md says. Every number of the
key, every item of every verdict and the points must agree.
"""
import argparse
import itertools
import json
import math
import random
import subprocess
import sys
from fractions import Fraction

INF = math.inf
CUTTING = ("alphabeta", "alphabeta:cut=strict", "alphabeta:fail=hard", "andor", "expectiminimax:star=1")
METHODS = CUTTING + ("alphabeta", "minimax", "expectimax", "expectiminimax", "maxn", "softmaxn")
FIELDS = ("value", "alpha", "beta", "cut", "order")
LEAVES, VALUES, WINDOWS, CUTS, ORDER = 1, 2, 4, 8, 16


class Node:
    def __init__(self, label, parent, role, seat, probability):
        self.label, self.parent, self.role, self.seat, self.probability = label, parent, role, seat, probability
        self.children = []


def number(text):
    return {"-": None, "inf": INF, "-inf": -INF}[text] if text in ("-", "inf", "-inf") else float(text)


class Exercise:
    def __init__(self, text):
        self.nodes, self.key, self.ask, self.strict, self.seats = {}, {}, set(), False, 1
        self.hard, self.star, self.sets = False, None, False
        for line in text:
            word, _, rest = line.partition(" ")
            if word == "ask":
                self.ask = set(rest.split())
            elif word == "cut":
                self.strict = rest == "strict"
            elif word == "fail":
                self.hard = rest == "hard"
            elif word == "star":
                self.star = tuple(map(float, rest.split()))
            elif word == "sets":
                self.sets = True
            elif word == "numbers":
                self.seats = int(rest)
            elif word == "node":
                label, parent, role, seat, probability, _ = rest.split(" ", 5)
                node = Node(label, self.nodes.get(parent), role, int(seat), float(probability))
                self.nodes[label] = node
                if node.parent:
                    node.parent.children.append(node)
            elif word == "key":
                label, value, alpha, beta, cut, order = rest.split()
                value = None if value == "-" or value.startswith("-:") else self.read(value)
                self.key[label] = {"value": value, "alpha": number(alpha), "beta": number(beta),
                                   "cut": None if cut == "-" else cut, "order": int(order)}
        self.root = self.nodes["A"]
        self.windows = any(k["alpha"] is not None for label, k in self.key.items() if label != "A")
        values = [v for n in self.nodes.values() if not n.children for v in self.flat(self.key[n.label]["value"])]
        spread = max(values) - min(values)
        self.tolerance = 0.005 * (spread if 0 < spread < 1 else 1) + 1e-9

    def read(self, text):
        vectors = [tuple(map(number, vector.split(":"))) for vector in text.split("|")]
        return frozenset(vectors) if self.sets else vectors[0]

    def flat(self, value):
        return [p for vector in value for p in vector] if self.sets else value

    def asks(self, node, field):
        if field == "value":
            return ("values" if node.children else "leaves") in self.ask
        if field in ("alpha", "beta"):
            return bool(node.children) and "windows" in self.ask
        if field == "cut":
            return len(node.children) > 1 and "cuts" in self.ask
        return node is not self.root and "order" in self.ask

    def items(self):
        return [(n, f) for n in self.nodes.values() for f in FIELDS if self.asks(n, f)]


# ---- the key, by recursion -------------------------------------------------------------------------


def undominated(seat, sets):
    """The vectors of all sets, but those of a set that is worse for a seat whatever comes of it and of another one."""
    left = [a for a in sets if not any(max(v[seat] for v in a) < min(v[seat] for v in b) for b in sets)]
    return frozenset(v for a in left for v in a)


def star_window(x, node, index, values, alpha, beta):
    """Alpha and beta of an outcome, when those before it have these values: what the mean lacks if all others are extreme."""
    low = sum(c.probability * x.star[0] for c in node.children)
    high = sum(c.probability * x.star[1] for c in node.children)
    known = 0.0
    for i, child in enumerate(node.children[:index + 1]):
        low -= child.probability * x.star[0]
        high -= child.probability * x.star[1]
        if i < index:
            known += child.probability * values[i]
    p = node.children[index].probability
    return (alpha - known - high) / p, (beta - known - low) / p, known, low, high


def search_chance(x, node, alpha, beta, windows, found, count):
    at, total, before = found[node.label], [0.0] * x.seats, []
    for k, child in enumerate(node.children):
        low, high = alpha, beta
        if x.star:
            low, high, known, least, most = star_window(x, node, k, before, alpha, beta)
        value = search(x, child, low, high, windows, found, count)
        before.append(value[0])
        for i, v in enumerate(value):
            total[i] += child.probability * v
        if x.star and child is not node.children[-1] and (value[0] >= high or value[0] <= low):
            at["cut"] = child.label
            at["value"] = (known + child.probability * value[0] + (least if value[0] >= high else most),)
            return at["value"]
    at["value"] = tuple(total)
    return at["value"]


def search_proof(x, node, windows, found, count):
    """An OR node is solved by one child, an AND node by all; the first child that decides ends the node."""
    decides = 1.0 if node.role == "or" else 0.0
    for child in node.children:
        if search(x, child, None, None, windows, found, count) == (decides,):
            if child is not node.children[-1]:
                found[node.label]["cut"] = child.label
            return (decides,)
    return (1 - decides,)


def search(x, node, alpha, beta, windows, found, count):
    """Alpha-beta with each way of failing, or without windows the plain recursion of minimax, Max^n and means."""
    count[0] += 1
    at = found[node.label] = {"value": None, "alpha": alpha if windows else None, "beta": beta if windows else None,
                              "cut": None, "order": count[0]}
    if not node.children:
        at["value"] = x.key[node.label]["value"]
        return at["value"]
    if node.role == "chance":
        return search_chance(x, node, alpha, beta, windows, found, count)
    if node.role in ("or", "and"):
        at["value"] = search_proof(x, node, windows, found, count)
        return at["value"]
    if x.sets:
        at["value"] = undominated(node.seat, [search(x, c, None, None, windows, found, count) for c in node.children])
        return at["value"]
    seat = node.seat if node.role == "own" else 0
    sign = -1 if node.role == "min" else 1
    best = None
    if x.hard:  # as it is in textbooks: the value begins with the bound, and is never outside the window
        best = (alpha if node.role == "max" else beta,)
    for child in node.children:
        value = search(x, child, alpha, beta, windows, found, count)
        if best is None or sign * value[seat] > sign * best[seat]:
            best = value
        if not windows:
            continue
        past = best[0] - beta if node.role == "max" else alpha - best[0]
        if past > 0 or (past == 0 and not x.strict):
            if child is not node.children[-1]:
                at["cut"] = child.label
            if x.hard:
                best = (beta if node.role == "max" else alpha,)
            break
        if node.role == "max":
            alpha = max(alpha, best[0])
        else:
            beta = min(beta, best[0])
    at["value"] = best
    return best


def check_key(x):
    windows = any(k["alpha"] is not None for label, k in x.key.items() if label != "A")
    found = {}
    search(x, x.root, x.key["A"]["alpha"], x.key["A"]["beta"], windows, found, [0])
    for label, node in x.nodes.items():
        key = x.key[label]
        mine = found.get(label, {"value": key["value"] if not node.children else None, "alpha": None, "beta": None,
                                 "cut": None, "order": 0})
        for field in FIELDS:
            a, b = key[field], mine[field]
            if field in ("alpha", "beta") and (not node.children or not windows):
                continue
            if field == "value" and a is not None and b is not None and x.sets:
                same = a == b
            elif field == "value" and a is not None and b is not None:
                same = all(abs(p - q) < 1e-9 for p, q in zip(a, b))
            elif a is not None and b is not None and field in ("alpha", "beta"):
                same = a == b or abs(a - b) < 1e-9 * (1 + abs(b))
            else:
                same = a == b
            if not same:
                return f"{label}.{field}: the key has {a}, recursion finds {b}"
    return None


# ---- marking ---------------------------------------------------------------------------------------


class Marks:
    def __init__(self, x, answers):
        self.x, self.answers = x, answers  # answers: (label, field) -> value; None: "none" was typed
        self.predecessor = {}
        self.walk()

    def get(self, node, field):
        """The answer, or the key's where there is none; windows that are not asked follow from the values."""
        if field in ("alpha", "beta") and "windows" not in self.x.ask and self.x.windows and node is not self.x.root:
            return self.window(node)[field == "beta"]
        return self.answers.get((node.label, field), self.x.key[node.label][field])

    def kept(self, node):
        """The children that are searched by the cut that was answered."""
        cut = self.get(node, "cut")
        labels = [c.label for c in node.children]
        return node.children[:labels.index(cut) + 1] if cut in labels else node.children

    def walk(self):
        previous = None

        def visit(node):
            nonlocal previous
            self.predecessor[node.label] = previous
            previous = node
            for child in self.kept(node):
                visit(child)
        visit(self.x.root)

    def near(self, a, b):
        if a is None or b is None:
            return a is None and b is None
        return a == b or abs(a - b) <= self.x.tolerance

    def same(self, field, a, b):
        if field == "value" and self.x.sets and a is not None and b is not None:
            return len(a) == len(b) and any(
                all(self.near(p, q) for v, w in zip(sorted(a), other) for p, q in zip(v, w))
                for other in itertools.permutations(b)) if len(a) <= 6 else a == b
        if field == "value":
            return a is b or (a is not None and b is not None and all(self.near(p, q) for p, q in zip(a, b)))
        return a == b if field in ("cut", "order") else self.near(a, b)

    def combined(self, node, wanted):
        values = [(c, self.get(c, "value")) for c in (node.children if node.role == "chance" else self.kept(node))]
        if self.x.sets:
            values = [v for _, v in values if v is not None]
            found = undominated(node.seat, values) if values else None
            return found if found and len(found) <= 16 else None  # an exercise has no larger sets
        if node.role == "chance":
            cut = self.get(node, "cut")
            if self.x.star and cut is not None:
                return self.bound(node, [c.label for c in node.children].index(cut))
            if any(v is None for _, v in values):
                return None
            return tuple(sum(c.probability * v[i] for c, v in values) for i in range(self.x.seats))
        values = [v for _, v in values if v is not None]
        if not values:
            return None
        if node.role != "own":
            best = (max if node.role in ("max", "or") else min)(values)
            alpha, beta = (self.get(node, f) for f in ("alpha", "beta")) if self.x.hard else (None, None)
            best = best if alpha is None else max(best, (alpha,))
            return best if beta is None else min(best, (beta,))
        best = max(v[node.seat] for v in values)
        ties = [v for v in values if self.near(v[node.seat], best)]
        for v in ties:
            if self.same("value", v, wanted):
                return v
        return ties[0]

    def of_star(self, node, index):
        """The window of an outcome by the answers, and what Star1 knows there; None: something is not known."""
        alpha, beta = self.get(node, "alpha"), self.get(node, "beta")
        values = [self.get(c, "value") for c in node.children[:index]]
        if alpha is None or beta is None or None in values:
            return None
        found = star_window(self.x, node, index, [v[0] for v in values], alpha, beta)
        return None if any(math.isnan(f) for f in found[:2]) else found

    def bound(self, node, index):
        found, value = self.of_star(node, index), self.get(node.children[index], "value")
        if value is None:
            return None
        if found is None:
            return self.bound_without(node, index, value)
        _, high, known, least, most = found
        return (known + node.children[index].probability * value[0] + (least if value[0] >= high else most),)

    def bound_without(self, node, index, value):
        """Where beta is not known, it is not reached."""
        values = [self.get(c, "value") for c in node.children[:index]]
        if None in values:
            return None
        found = star_window(self.x, node, index, [v[0] for v in values], -INF, INF)
        alpha, beta = self.get(node, "alpha"), self.get(node, "beta")
        reached = beta is not None and value[0] >= (beta - found[2] - found[3]) / node.children[index].probability
        return (found[2] + node.children[index].probability * value[0] + (found[3] if reached else found[4]),)

    def window(self, node):
        if node is self.x.root:
            return self.x.key["A"]["alpha"], self.x.key["A"]["beta"]
        parent = node.parent
        alpha, beta = self.get(parent, "alpha"), self.get(parent, "beta")
        if self.x.star and parent.role == "chance":
            index = parent.children.index(node)
            values = [self.get(c, "value") for c in parent.children[:index]]
            if None in values:
                return None, None
            low, high, *_ = star_window(self.x, parent, index, [v[0] for v in values],
                                        0 if alpha is None else alpha, 0 if beta is None else beta)
            return None if alpha is None else low, None if beta is None else high
        for sibling in parent.children:
            if sibling is node:
                break
            value = self.get(sibling, "value")
            if value is None:
                continue
            if parent.role == "max" and alpha is not None:
                alpha = max(alpha, value[0])
            if parent.role == "min" and beta is not None:
                beta = min(beta, value[0])
        return alpha, beta

    def ends(self, node, index, value):
        if node.role in ("or", "and"):
            return value == (1.0 if node.role == "or" else 0.0)
        if node.role == "chance":
            found = self.of_star(node, index)
            return found is not None and (value >= found[1] or value <= found[0])
        past = value - self.get(node, "beta") if node.role == "max" else self.get(node, "alpha") - value
        return past > 0 or (past == 0 and not self.x.strict)

    def cut(self, node):
        alpha, beta = self.get(node, "alpha"), self.get(node, "beta")
        cuts = node.role in ("or", "and") or (
            alpha is not None and beta is not None and
            (node.role in ("max", "min") or (node.role == "chance" and self.x.star)))
        if not cuts:
            return None
        for index, child in enumerate(node.children[:-1]):
            value = self.get(child, "value")
            if value is None:
                return None
            if self.ends(node, index, value[0]):
                return child.label
        return None

    def follows(self, node, field):
        mine = self.answers[node.label, field]
        if field == "value":
            value = self.combined(node, mine) if node.children else None
            return value is not None and mine is not None and self.same("value", mine, value)
        if field in ("alpha", "beta"):
            bound = self.window(node)[field == "beta"]
            return bound is not None and self.near(mine, bound)
        if field == "cut":
            last = node.children[-1].label
            return (None if mine == last else mine) == self.cut(node)
        before = self.predecessor.get(node.label)
        return before is not None and self.get(before, "order") > 0 and mine == self.get(before, "order") + 1

    def last(self, node, field, value):
        """A cut after the last child leaves nothing out."""
        return None if field == "cut" and value == node.children[-1].label else value

    def verdict(self):
        rows, self.unanswered = [], 0
        for node, field in self.x.items():
            answered = (node.label, field) in self.answers
            right = answered and self.same(field, *(self.last(node, field, v) for v in (self.answers[node.label, field],
                                                                                       self.x.key[node.label][field])))
            if self.x.key[node.label]["order"] == 0:
                other = node.label in self.predecessor and self.predecessor[node.label] is not None
                if answered and not right and not other:
                    rows.append((f"{node.label}.{field}", False))
                continue
            if answered:
                rows.append((f"{node.label}.{field}", right or self.follows(node, field)))
            else:
                self.unanswered += 1
        return rows


# ---- attempts --------------------------------------------------------------------------------------


def spoil(rng, x, node, field, right):
    kind = rng.random()
    if field == "cut":
        return rng.choice([c.label for c in node.children] + [None])
    if field == "order":
        return rng.choice([right + 1, max(0, right - 1), rng.randrange(1, len(x.nodes) + 1)])
    if field == "value":
        if node.role in ("or", "and") or x.root.role in ("or", "and"):
            return rng.choice([(0.0,), (1.0,), None])
        if x.sets:
            vectors = set(right or ())
            if not vectors or kind < 0.1:
                return None if kind < 0.05 else frozenset([tuple(float(rng.randrange(6)) for _ in range(x.seats))])
            if kind < 0.4:
                vectors.add(tuple(float(rng.randrange(1, 6)) for _ in range(x.seats)))
            elif kind < 0.7 and len(vectors) > 1:
                vectors.remove(rng.choice(sorted(vectors)))
            else:
                changed = rng.choice(sorted(vectors))
                vectors.remove(changed)
                vectors.add(tuple(v + rng.choice([-1, 0, 1]) for v in changed))
            return frozenset(sorted(vectors)[:16])
        if right is None or kind < 0.1:
            return None if kind < 0.05 else tuple(float(rng.randrange(-9, 16)) for _ in range(x.seats))
        return tuple(v + rng.choice([-2, -1, 1, 2, 0.004, 0.5, -0.25]) for v in right)
    return rng.choice([None, INF, -INF, float(rng.randrange(-9, 16))])


def attempt(rng, x, faults):
    """Right answers with faults in them; now and then all that follows from a fault is worked out from it."""
    answers = {}
    for node, field in x.items():
        right = x.key[node.label][field]
        chance = rng.random()
        if chance < faults:
            answers[node.label, field] = spoil(rng, x, node, field, right)
        elif chance < 1 - faults / 2:
            answers[node.label, field] = right
    if rng.random() < 0.5:
        for node, field in reversed(x.items()):
            if field == "value" and node.children and answers.get((node.label, field)) and rng.random() < 0.8:
                answers[node.label, field] = Marks(x, answers).combined(node, answers[node.label, field])
    return answers


def spell_number(rng, v):
    if v is None:
        return rng.choice(["-", "none"])
    if math.isinf(v):
        return rng.choice(["inf", "+inf", "∞"] if v > 0 else ["-inf", "-∞", "−∞"])
    fraction = Fraction(v).limit_denominator(720)
    if rng.random() < 0.2 and fraction.numerator / fraction.denominator == v:  # else ties of Star1 differ
        return f"{fraction.numerator}/{fraction.denominator}"
    text = repr(v)
    return text.replace(".", ",") if rng.random() < 0.2 else text.replace("-", "−") if rng.random() < 0.2 and "e" not in text else text


def spell(rng, field, v):
    if field == "cut":
        return v.lower() if v and rng.random() < 0.1 else v or rng.choice(["-", "none"])
    if field == "order":
        return str(v) if v else rng.choice(["-", "none", "0"])
    if isinstance(v, frozenset):
        vectors = [":".join(spell_number(rng, p) for p in vector) for vector in v]
        rng.shuffle(vectors)
        return "|".join(vectors)
    return "none" if v is None else ":".join(spell_number(rng, p) for p in v) if field == "value" else spell_number(rng, v)


# ---- UCT by hand -----------------------------------------------------------------------------------


def uct_mistakes(constant, moves, number, path, bounds, visits, sums, result):
    """Usual wrong answers to a simulation that has just been counted, each with what the judge has to say of it."""
    top = path[1]
    _, sign, _, name = moves[top]
    right, mean = visits[top], sign * sums[top] / visits[top]
    before = sign * (sums[top] - result) / (right - 1) if right > 1 else None
    found = [("visits", right - 1, f"{name} before this simulation"), ("visits", right + 50, "Count them")]
    if visits[0] > right:
        found.append(("visits", visits[0], "visits of the root"))
    if abs(mean) > 0.01 and (before is None or abs(before + mean) > 0.01):
        found.append(("mean", -mean, "The sign is that of the other player"))
    if before is not None and abs(before - mean) > 0.01:
        found.append(("mean", before, f"{name} before this simulation"))
    words = [moves[node][3] for node in path[1:]]
    found += [("path", "-".join(words[:n]), f"At {words[n - 1]} ") for n in range(1, len(words))]
    found += [("path", "nowhere", "At the root "), ("path", "-".join([*words, "nowhere"]), f"The path ends at {words[-1]}: ")]
    if bounds:
        best = max(b for b, _ in bounds)
        others = [(b, j) for b, j in bounds if b < best - 0.01]
        found += [("ucb", b, "That is the UCB of ") for b, _ in others]
        n = right - 1
        late = before + constant * math.sqrt(math.log(visits[0] - 1) / n)
        alone = constant * math.sqrt(math.log(visits[0]) / n)
        if all(abs(late - b) > 0.01 for b, _ in bounds):
            found.append(("ucb", late, f"it is {visits[0]}, not {visits[0] - 1}"))
        found.append(("ucb", best + 40, f"N = {visits[0]}: "))
        if all(abs(alone - b) > 0.01 and abs(late - alone) > 0.01 for b, _ in bounds) and len(bounds) == 1:
            found.append(("ucb", alone, f"bonus of {name} alone"))
    return [(f"{number}.{field}", f"{value:.4f}" if isinstance(value, float) else str(value), words) for field, value, words in found]


def solve_uct(constant, moves, results, mistakes=None):
    """The rows of the key: a search of its own over lists of moves; moves: (parent, sign, state, text), the root first."""
    below = {i: [j for j, m in enumerate(moves) if m[0] == i] for i in range(len(moves))}
    visits, sums, rows = [0] * len(moves), [0.0] * len(moves), []
    for number, result in enumerate(results, 1):
        path, ucb, bounds_at_root = [0], None, []
        while moves[path[-1]][2] != 2:
            fresh = next((j for j in below[path[-1]] if not visits[j]), None)
            if fresh is not None:
                path.append(fresh)
                break
            bounds = [(moves[j][1] * sums[j] / visits[j] + constant * math.sqrt(math.log(visits[path[-1]] + 1) / visits[j]), j)
                      for j in below[path[-1]]]
            best = max(b for b, _ in bounds)
            ucb, bounds_at_root = (best, bounds) if path == [0] else (ucb, bounds_at_root)
            path.append(next(j for b, j in bounds if b > best - 1e-5))
        for node in path:
            visits[node] += 1
            sums[node] += result
        row = {"path": "-".join(moves[node][3] for node in path[1:])}
        if ucb is not None:
            row["ucb"] = ucb
        if mistakes is not None:
            mistakes += uct_mistakes(constant, moves, number, path, bounds_at_root, visits, sums, result)
        row |= {"visits": visits[path[1]], "mean": moves[path[1]][1] * sums[path[1]] / visits[path[1]]}
        rows.append((number, row))
    return rows


def check_uct(program, rng, text, seen):
    words = [line.split(" ") for line in text]
    constant = next(float(w[1]) for w in words if w[0] == "constant")
    moves = [(int(w[1]), int(w[2]), int(w[3]), w[4]) for w in words if w[0] == "move"]
    results = next([float(r) for r in w[1:]] for w in words if w[0] == "results")
    if program.ask("again") != text:
        return "what is written again is not the same"
    mistakes = []
    rows = solve_uct(constant, moves, results, mistakes)
    for item, answer, words in rng.sample(mistakes, min(12, len(mistakes))):
        judged = json.loads(program.ask(f"judge {item}={answer}")[0])["items"][0]
        if judged["right"] or words not in judged["why"]:
            return f"{item}={answer} is judged as {judged}, without '{words}'"
    told = json.loads(program.ask("key")[1])["text"].strip().splitlines()
    for (number, row), line in zip(rows, told, strict=True):
        mine = f"{number:3d} " + "".join(f" {k}={v:.3f}" if isinstance(v, float) else f" {k}={v}" for k, v in row.items())
        if mine.replace("-0.000", "0.000") != line and not close(mine, line):
            return f"the key has {line}, a search of its own {mine}"
    for faults in (0, 0.3):
        attempt, right = [], {}
        for number, row in rows:
            for field, value in row.items():
                wrong = rng.random() < faults
                if field == "path":
                    value = value + "x" if wrong else value
                else:
                    value = value + (1 if field == "visits" else rng.choice([-0.01, 0.01])) * wrong
                attempt.append(f"{number}.{field}={value:.3f}" if isinstance(value, float) else f"{number}.{field}={value}")
                right[f"{number}.{field}"] = not wrong
        said = json.loads(program.ask("judge " + " ".join(attempt))[0])
        if {item["item"]: item["right"] for item in said["items"]} != right or said["unanswered"]:
            return f"the verdict is {said['items']}; attempt: {' '.join(attempt)}"
        seen["items"] += len(right)
        seen["wrong"] += sum(not r for r in right.values())
    return None


def close(one, other):
    """The same but for the last digit."""
    a, b = one.split(), other.split()
    return len(a) == len(b) and all(
        p == q or ("=" in p and p.split("=")[0] == q.split("=")[0] and abs(float(p.split("=")[1]) - float(q.split("=")[1])) < 0.0011)
        for p, q in zip(a, b))


# ---- running ---------------------------------------------------------------------------------------


class Program:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        for answer in self.process.stdout:
            if answer == ".\n":
                return lines
            lines.append(answer.rstrip("\n"))
        sys.exit(f"exercises.py: the program ended at: {line[:200]}")


def check_exercise(program, rng, text, seen):
    x = Exercise(text)
    wrong = check_key(x)
    if wrong:
        return wrong
    if program.ask("again") != text:
        return "what is written again is not the same"
    asked = json.loads(program.ask("key")[0])
    for node in asked["nodes"]:
        at = x.nodes[node["node"]]
        if "value" in node and "leaves" in x.ask | (set() if not at.children else {"leaves"}) and x.ask != {"leaves"}:
            return f"the question has the value of {node['node']}"
        if set(node) - {"node", "parent", "role", "seat", "probability", "move", "value", "vectors", "items"}:
            return "the question has more than is asked"
    for faults in (0, 0.05, 0.3, 1, None):
        answers = {} if faults is None else attempt(rng, x, faults)
        words = [f"{label}.{field}={spell(rng, field, v)}" for (label, field), v in answers.items()]
        rng.shuffle(words)
        said = program.ask("judge " + rng.choice([" ", "  ", "; "]).join(words))[0]
        if said.startswith("error"):
            return f"{said}; attempt: {' '.join(words)}"
        said = json.loads(said)
        marks = Marks(x, answers)
        mine = marks.verdict()
        theirs = [(item["item"], item["right"]) for item in said["items"]]
        if theirs != mine:
            first = next((a, b) for a, b in zip(theirs + [None], mine + [None]) if a != b)
            return f"program, witness: {first}; attempt: {' '.join(words)}"
        points = sum(r for _, r in mine) / (len(mine) + marks.unanswered)
        if said["unanswered"] != marks.unanswered:
            return f"{said['unanswered']} were not answered, not {marks.unanswered}"
        if abs(points - said["points"]) > 1e-9 or (faults == 0 and points != 1) or (faults is None and points != 0):
            return f"points {said['points']}, not {points}"
        seen["items"] += len(mine)
        seen["follows"] += sum(item["reason"] == "follows" for item in said["items"])
        seen["wrong"] += sum(not item["right"] for item in said["items"])
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = Program(options.program)
    rng = random.Random(options.seed)
    seen = {"items": 0, "follows": 0, "wrong": 0}
    largest = 0
    bad = 0
    for i in range(options.count):
        method = METHODS[i % len(METHODS)]
        whole = [0, 0, 0, LEAVES | VALUES, VALUES, VALUES | CUTS if method in CUTTING else VALUES]
        if i % 20 == 18:
            method = f"mcts:playouts={rng.randrange(2, 40)},solver=no,c={rng.choice([0.5, 1, 1.4])}"
            line = f"tree {rng.choice(['tictactoe', 'nim'])} {method} 0 0"
            if rng.random() < 0.7:
                line = f"random {method} {rng.randrange(1 << 30)} {rng.randrange(1, 6)} 0"
        elif i % 20 == 19:
            method = rng.choice(["minimax", "alphabeta", "alphabeta:cut=strict", "alphabeta:fail=hard", "maxn"])
            line = f"tree {rng.choice(['tictactoe', 'nim', 'nim:rows=1-2'])} {method} {rng.randrange(1, 4)} 0"
        else:
            line = f"random {method} {rng.randrange(1 << 30)} {rng.randrange(1, 6)} {rng.choice(whole)}"
        text = program.ask(line)
        if text[0].startswith("error"):
            if line.startswith("tree") and ("nodes" in text[0] or "another seed" in text[0]):
                continue
            print(f"{line}: {text[0]}")
            bad += 1
            continue
        largest = max(largest, sum(t.startswith("node") for t in text))
        wrong = (check_uct if "kind uct" in text else check_exercise)(program, rng, text, seen)
        if wrong:
            print(f"{line}: {wrong}")
            bad += 1
    print(f"{options.count} exercises of up to {largest} nodes, {seen['items']} items judged, {seen['wrong']} wrong, "
          f"{seen['follows']} right by other answers; {bad} disagree")
    if not seen["follows"] or not seen["wrong"] or bad:
        sys.exit(1)


main()
