#!/usr/bin/env python3
"""Marks exercises once more, slowly and by rules of its own, and compares.

    exercises.py PROGRAM [--count N] [--seed N]

PROGRAM is tests/exercises. For each of N random trees (default 500) the key is worked out again by plain recursion over the
tree, and attempts with faults of all kinds are marked here, item by item, by what docs/exercises.md says. Every number of the
key, every item of every verdict and the points must agree.
"""
import argparse
import json
import math
import random
import subprocess
import sys
from fractions import Fraction

INF = math.inf
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
        for line in text:
            word, _, rest = line.partition(" ")
            if word == "ask":
                self.ask = set(rest.split())
            elif word == "cut":
                self.strict = rest == "strict"
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
                value = None if value == "-" or "-:" in value + ":" and value.startswith("-:") else tuple(map(number, value.split(":")))
                self.key[label] = {"value": value, "alpha": number(alpha), "beta": number(beta),
                                   "cut": None if cut == "-" else cut, "order": int(order)}
        self.root = self.nodes["A"]
        self.windows = any(k["alpha"] is not None for label, k in self.key.items() if label != "A")
        values = [v for n in self.nodes.values() if not n.children for v in self.key[n.label]["value"]]
        spread = max(values) - min(values)
        self.tolerance = 0.005 * (spread if 0 < spread < 1 else 1) + 1e-9

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


def search(x, node, alpha, beta, windows, found, count):
    """Fail-soft alpha-beta, or without windows the plain recursion of minimax, Max^n and means."""
    count[0] += 1
    at = found[node.label] = {"value": None, "alpha": alpha if windows else None, "beta": beta if windows else None,
                              "cut": None, "order": count[0]}
    if not node.children:
        at["value"] = x.key[node.label]["value"]
        return at["value"]
    if node.role == "chance":
        total = [0.0] * x.seats
        for child in node.children:
            for i, v in enumerate(search(x, child, alpha, beta, windows, found, count)):
                total[i] += child.probability * v
        at["value"] = tuple(total)
        return at["value"]
    seat = node.seat if node.role == "own" else 0
    sign = -1 if node.role == "min" else 1
    best = None
    for child in node.children:
        value = search(x, child, alpha, beta, windows, found, count)
        if best is None or sign * value[seat] > sign * best[seat]:
            best = value
        if not windows:
            continue
        past = best[0] - beta if node.role == "max" else alpha - best[0]
        if (past > 0 or (past == 0 and not x.strict)) and child is not node.children[-1]:
            at["cut"] = child.label
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
            if field == "value" and a is not None and b is not None:
                same = all(abs(p - q) < 1e-9 for p, q in zip(a, b))
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
        if field == "value":
            return a is b or (a is not None and b is not None and all(self.near(p, q) for p, q in zip(a, b)))
        return a == b if field in ("cut", "order") else self.near(a, b)

    def combined(self, node, wanted):
        values = [(c, self.get(c, "value")) for c in (node.children if node.role == "chance" else self.kept(node))]
        if node.role == "chance":
            if any(v is None for _, v in values):
                return None
            return tuple(sum(c.probability * v[i] for c, v in values) for i in range(self.x.seats))
        values = [v for _, v in values if v is not None]
        if not values:
            return None
        if node.role != "own":
            return (max if node.role == "max" else min)(values)
        best = max(v[node.seat] for v in values)
        ties = [v for v in values if self.near(v[node.seat], best)]
        for v in ties:
            if self.same("value", v, wanted):
                return v
        return ties[0]

    def window(self, node):
        if node is self.x.root:
            return self.x.key["A"]["alpha"], self.x.key["A"]["beta"]
        parent = node.parent
        alpha, beta = self.get(parent, "alpha"), self.get(parent, "beta")
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

    def cut(self, node):
        alpha, beta = self.get(node, "alpha"), self.get(node, "beta")
        if node.role not in ("max", "min") or alpha is None or beta is None:
            return None
        for child in node.children[:-1]:
            value = self.get(child, "value")
            if value is None:
                return None
            past = value[0] - beta if node.role == "max" else alpha - value[0]
            if past > 0 or (past == 0 and not self.x.strict):
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
    if rng.random() < 0.2 and abs(float(fraction) - v) < 1e-12:
        return f"{fraction.numerator}/{fraction.denominator}"
    text = repr(v)
    return text.replace(".", ",") if rng.random() < 0.2 else text.replace("-", "−") if rng.random() < 0.2 and "e" not in text else text


def spell(rng, field, v):
    if field == "cut":
        return v.lower() if v and rng.random() < 0.1 else v or rng.choice(["-", "none"])
    if field == "order":
        return str(v) if v else rng.choice(["-", "none", "0"])
    return "none" if v is None else ":".join(spell_number(rng, p) for p in v) if field == "value" else spell_number(rng, v)


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
        if set(node) - {"node", "parent", "role", "seat", "probability", "move", "value", "items"}:
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
        method = rng.choice(["alphabeta", "alphabeta", "alphabeta:cut=strict", "minimax", "expectimax", "expectiminimax", "maxn"])
        if i % 20 == 19:
            line = f"tree {rng.choice(['tictactoe', 'nim', 'nim:rows=1-2'])} {method.replace('expectimax', 'minimax').replace('expectiminimax', 'minimax')} {rng.randrange(1, 4)} 0"
        else:
            line = f"random {method} {rng.randrange(1 << 30)} {rng.randrange(1, 6)} {rng.choice([0, 0, 0, LEAVES | VALUES, VALUES, VALUES | CUTS if method.startswith('alphabeta') else VALUES])}"
        text = program.ask(line)
        if text[0].startswith("error"):
            if line.startswith("tree") and "nodes" in text[0]:
                continue
            print(f"{line}: {text[0]}")
            bad += 1
            continue
        largest = max(largest, sum(t.startswith("node") for t in text))
        wrong = check_exercise(program, rng, text, seen)
        if wrong:
            print(f"{line}: {wrong}")
            bad += 1
    print(f"{options.count} exercises of up to {largest} nodes, {seen['items']} items judged, {seen['wrong']} wrong, "
          f"{seen['follows']} right by other answers; {bad} disagree")
    if not seen["follows"] or not seen["wrong"] or bad:
        sys.exit(1)


main()
