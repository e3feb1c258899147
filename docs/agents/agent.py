"""The wrapper of hra grade: loads a submission and answers the judge, in the lines of docs/grading.md.

    agent.py FILE NAME choose|evaluate

NAME is a class with the method choose(state), or a function that returns a number for a state. What the submission
prints goes to standard error.
"""
import importlib.util
import os
import sys
import traceback

CHANCE, OVER = -1, -2


class Link:
    """Lines to the judge and back. No other file of the process leads there."""

    def __init__(self):
        self.reads = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
        self.writes = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def hear(self):
        line = self.reads.readline()
        if not line:
            os._exit(0)
        return line.rstrip("\n").split("\t")

    def say(self, *words):
        self.writes.write("\t".join(str(word) for word in words) + "\n")
        self.writes.flush()

    def ask(self, *words):
        self.say(*words)
        return self.hear()[1:]

    def fail(self, kind, text):
        self.say("error", kind, " ".join(str(text).split())[:200])


class State:
    """A state of the game. Nothing of it changes."""

    def __init__(self, link, number, seat=None, moves=None, viewer=0):
        self._link, self._number, self._seat, self._moves = link, number, seat, moves
        self._viewer, self._terms = viewer, {}

    def _load(self):
        if self._moves is None:
            words = self._link.ask("state", self._number)
            self._seat, self._moves = seat_of(words[1]), words[2:]

    @property
    def seat(self):
        """The seat to move, from 0; CHANCE or OVER."""
        self._load()
        return self._seat

    @property
    def moves(self):
        """The legal moves, as texts; at chance the outcomes."""
        self._load()
        return list(self._moves)

    @property
    def own(self):
        """Your seat."""
        return self._viewer

    @property
    def over(self):
        return self.seat == OVER

    def after(self, move):
        """The state after a move."""
        self._load()
        words = self._link.ask("after", self._number, self._moves.index(move))
        return State(self._link, int(words[0]), seat_of(words[1]), words[2:], self._viewer)

    def probabilities(self):
        """Of the outcomes, at chance, in the order of moves."""
        return [float(word) for word in self._link.ask("chance", self._number)]

    def value(self, seat=None):
        """The value that the game gives this state, for a seat (your own): at the end the result."""
        return float(self._link.ask("value", self._number, self._viewer if seat is None else seat)[0])

    def terms(self, seat=None):
        """Named numbers of this state for a seat (your own), as `hra games GAME --terms` lists them."""
        seat = self._viewer if seat is None else seat
        if seat not in self._terms:
            self._terms[seat] = numbers_of(self._link.ask("terms", self._number, seat))
        return self._terms[seat]

    @property
    def text(self):
        """The position, as `hra rules GAME` describes it."""
        return self._link.ask("text", self._number)[0]


def seat_of(word):
    return {"chance": CHANCE, "over": OVER}.get(word) if word in ("chance", "over") else int(word)


def numbers_of(words):
    return {name: float(number) for name, number in (word.split("=") for word in words)}


def report(link, error, path):
    """Says what went wrong, and where in the submission."""
    frames = error.__traceback__
    while frames.tb_next and frames.tb_frame.f_code.co_filename != path:
        frames = frames.tb_next
    traceback.print_exception(type(error), error, frames)
    lines = [frame.lineno for frame in traceback.extract_tb(frames) if frame.filename == path]
    link.fail("raised", f"{type(error).__name__}: {error}" + (f" in line {lines[-1]}" if lines else ""))


def load(link, path, name):
    """The class or function of this name in the file; None: the judge was told why there is none."""
    try:
        spec = importlib.util.spec_from_file_location("submission", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules["submission"] = module
        spec.loader.exec_module(module)
    except SyntaxError as error:
        return link.fail("syntax", f"{error.msg} in line {error.lineno}")
    except BaseException as error:
        return report(link, error, path)
    if not callable(getattr(module, name, None)):
        return link.fail("entry", name)
    return getattr(module, name)


def choose(link, entry, agent, depth, words):
    state = State(link, int(words[1]), seat_of(words[2]), words[3:], int(words[2]))
    if not agent:
        agent.append(entry())
    agent[0].depth = depth
    move = agent[0].choose(state)
    if move not in state.moves:
        return link.fail("result", f"choose returned {move!r}, which is no legal move")
    return link.say("move", state.moves.index(move))


def evaluate(link, entry, words):
    state = State(link, int(words[1]), viewer=int(words[2]))
    state._terms[int(words[2])] = numbers_of(words[3:])
    number = float(entry(state))
    if number != number or number in (float("inf"), float("-inf")):
        return link.fail("result", f"{entry.__name__} returned {number}, which is no finite number")
    return link.say("number", repr(number))


def main():
    link, (path, name, kind) = Link(), sys.argv[1:4]
    entry, agent, depth = None, [], 0
    while True:
        words = link.hear()
        try:
            if words[0] == "hra-agent 1":
                entry = load(link, path, name)
                if entry:
                    link.say("ready")
            elif words[0] == "test":
                agent, depth = [], int(words[2])
            elif words[0] == "choose":
                choose(link, entry, agent, depth, words)
            elif words[0] == "evaluate":
                evaluate(link, entry, words)
            elif words[0] == "quit":
                break
        except BaseException as error:
            report(link, error, path)


main()
