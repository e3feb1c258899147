"""A batch of 1,024 states in random play, and rollouts in two threads: python3 python/bench/batches.py [SECONDS]

Decisions a second of the process's own time; the threads by the clock, so the machine should have nothing else to
do."""
import sys
import threading
import time
from array import array

import hra


def decisions(game, seconds, count=1024):
    batch = game.batch(count, seed=1)
    actions, rewards = array("i", bytes(4 * count)), array("d", bytes(8 * count * game.num_players()))
    taken, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        batch.sample(actions)
        batch.step(actions, rewards)
        taken += count
    return taken / (time.process_time() - begin)


def rollouts(game, count, threads):
    """Seconds for so many playouts in each of so many threads."""
    state, begin = game.new_initial_state(), time.perf_counter()
    crew = [threading.Thread(target=state.rollouts, args=(count, i)) for i in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return time.perf_counter() - begin


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    for spec in ("tictactoe", "yahtzee", "checkers"):
        game = hra.load_game(spec)
        print(f"{spec:12} {decisions(game, seconds) / 1e6:.1f} M decisions/s")
    game = hra.load_game("checkers")
    pairs = [(rollouts(game, 20000, 1), rollouts(game, 20000, 2)) for _ in range(3)]
    print(f"two threads  {2 * min(a for a, _ in pairs) / min(b for _, b in pairs):.2f} times one")
