"""Calls the module in any order with anything: PYTHONPATH=build/python python3 python/tests/fuzz.py [MINUTES] [SEED]

Whatever happens has to be an answer or an exception: a process that dies is the finding, and the seed printed last
repeats what led to it. It works in rounds, each with a seed of its own and a few objects; a process forked for a round
dies alone."""
import os
import pickle
import random
import signal
import sys
import threading
import time
import traceback
from array import array

import hra

PATIENCE = 300  # seconds for a round
SPECS = hra.games() + ["yahtzee:seats=2", "nim:rows=1-2", "race:seats=2", "checkers:rules=x", "chess", "", "\0", "tree:("]
PLAYERS = ["random", "greedy", "alphabeta:depth=2", "mcts:playouts=20,memory=1M", "montecarlo:playouts=3", "exact", "human",
           "minimax", "expectimax:depth=1", "andor", "nobody", "alphabeta:depth=-1"]
LINES = ["new tictactoe human alphabeta", "new yahtzee", "move b2", "position", "moves", "undo", "analyse", "help", "quit",
         "advice", "stop", "resign", "@1 draw offer", "review", "match games=2", "\0", "new", "tree depth=1"]


def junk(rng):
    """Any value that a call may be given."""
    return rng.choice([
        lambda: None, lambda: rng.randint(-3, 12), lambda: rng.getrandbits(80) - (1 << 79), lambda: rng.random() * 1e9,
        lambda: float("nan"), lambda: "", lambda: "".join(chr(rng.randrange(0xD7FF)) for _ in range(rng.randrange(9))),
        lambda: bytes(rng.randrange(40)), lambda: bytearray(rng.randrange(4096)), lambda: [], lambda: [1, 2], lambda: {},
        lambda: array("i", bytes(4 * rng.randrange(40))), lambda: array("f", bytes(4 * rng.randrange(600))),
        lambda: array("d", bytes(8 * rng.randrange(40))), lambda: memoryview(bytearray(64))[::2], lambda: object(),
        lambda: rng.choice(SPECS), lambda: rng.choice(PLAYERS), lambda: rng.choice(LINES), lambda: True, lambda: hra])()


def begin(rng):
    """Objects to begin with."""
    game = hra.load_game(rng.choice(SPECS))
    state = game.new_initial_state(rng.randrange(3))
    for _ in range(rng.randrange(40)):
        if not state.is_terminal():
            state.apply_action(state.random_action(rng.getrandbits(60)))
    batch = game.batch(rng.randint(1, 5), rng.getrandbits(60))
    return [game, state, state.clone(), batch, hra.session()]


def arguments(rng, objects):
    """Some arguments, likely ones among them."""
    likely = [lambda: rng.choice(objects), lambda: junk(rng), lambda: rng.choice(PLAYERS), lambda: rng.choice(LINES),
              lambda: [rng.choice(objects) for _ in range(2)]]
    states = [thing for thing in objects if isinstance(thing, hra.State)]
    if states:
        likely.append(lambda: rng.choice(rng.choice(states).legal_actions() or [0]))
    return [rng.choice(likely)() for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3]))]


def call(rng, objects):
    """One call of anything; what it answers joins the objects."""
    thing = rng.choice(objects)
    names = [name for name in dir(type(thing)) if not name.startswith("__") or name in (
        "__reduce__", "__deepcopy__", "__copy__", "__eq__", "__hash__", "__str__", "__repr__", "__len__", "__init__")]
    name = rng.choice(names)
    words = {}
    if name in ("choose", "search", "value", "advise", "review", "play", "match"):
        words = {"nodes": 500, "seconds": 0.05}
    if name == "match":
        words["games"] = 2
    if name == "solve":
        words["memory"] = 1 << 16
    if name == "rollouts":
        words["most"] = 2000
    given = arguments(rng, objects)
    if name in ("rollouts", "batch") and given and isinstance(given[0], int):
        given[0] = given[0] % 64
    try:
        answer = getattr(thing, name)
        answer = answer(*given, **words) if callable(answer) else answer
    except (hra.Error, TypeError, ValueError, OverflowError, AttributeError, BufferError, MemoryError, UnicodeError,
            IndexError, KeyError, RecursionError):
        return
    if type(answer).__module__ == "hra":
        objects.append(answer)
        if rng.random() < 0.2 and isinstance(answer, (hra.State, hra.Game)):
            assert pickle.loads(pickle.dumps(answer)) == answer
    if len(objects) > 30:
        del objects[rng.randrange(len(objects))]


def work(rng, objects, calls):
    for _ in range(calls):
        call(rng, objects)


def play_round(seed):
    rng = random.Random(seed)
    try:
        objects = begin(rng)
    except ValueError:  # hra's own, and Python's where a text has a zero in it
        return
    if rng.random() < 0.3:  # the same objects in the hands of several threads
        crew = [threading.Thread(target=work, args=(random.Random(rng.getrandbits(60)), objects, 100)) for _ in range(3)]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
    if rng.random() < 0.3:  # Ctrl-C at any moment
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, rng.random() * 0.2)
            work(rng, objects, 200)
            time.sleep(0.2)
        except KeyboardInterrupt:
            pass
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
    work(rng, objects, 300)


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    first = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().getrandbits(32)
    end, seed = time.monotonic() + 60 * minutes, first
    threading.excepthook = lambda args: None  # the exceptions of threads are answers as well
    while time.monotonic() < end:
        child = os.fork()
        if not child:
            status = 1
            try:
                signal.alarm(PATIENCE)  # a round that hangs is a finding too
                play_round(seed)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        if status:
            print(f"seed {seed}: the round ended with status {status}", flush=True)
            return 1
        seed += 1
    print(f"{seed - first} rounds from seed {first}, no finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
