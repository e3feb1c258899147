"""Random play from Python, one core: python3 python/bench/plies.py [SECONDS] [GAME...]

Every ply is listed and checked; chance moves count as plies. Time is that of this process."""
import sys
import time
from random import random

import hra


def walk(game, seconds):
    """Plies a second of random play."""
    plies, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(50):
            state = game.new_initial_state()
            legal, step = state.legal_actions, state.step
            if state.is_chance_node():
                state.roll()
            while True:
                actions = legal()
                if not actions:
                    break
                step(actions[int(random() * len(actions))])
            plies += state.move_number()
    return plies / (time.process_time() - begin)


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    for spec in sys.argv[2:] or ["tictactoe", "yahtzee", "checkers"]:
        print(f"{spec:12} {walk(hra.load_game(spec), seconds) / 1e6:.2f} M plies/s")
