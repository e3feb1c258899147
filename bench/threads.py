#!/usr/bin/env python3
"""What two threads gain over one, for each task that takes threads, as whole processes.

    bench/threads.py build/hra [PART-OF-A-NAME] [--pairs 5]

Runs one thread and two in turns and prints the best of each, with their ratio; the goal is 1.7. The result does not
depend on the number of threads where "same" is said, and that is checked. First, two processes of one thread show what
the machine itself gives: where two of them at once take much longer than one, its processors are threads of one core or
busy with other work, and the rows are not measurable here.

Exit status: 1 if a result differs, 2 if a command fails."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

# name, command, whether the output is the same; N stands for the number of threads, DIR for an empty folder
TASKS = [
    ('tables of checkers, 2 to 4 pieces', 'solve checkers -t N --data DIR', True),
    ('yahtzee solved, with the distribution', 'solve yahtzee --statistics -t N', True),
    ('yahtzee, 100,000 games of optimal', 'match yahtzee optimal --games 100000 --seed 1 -t N', True),
    ('yahtzee:rules=plain, 20,000 games of heuristic', 'match yahtzee:rules=plain heuristic --games 20000 --seed 1 -t N', True),
    ('backgammon with two checkers solved', 'solve backgammon:checkers=2 -t N', True),
    ('checkers, match of expert', 'match checkers expert:nodes=30000 expert:nodes=20000 --games 8 --seed 1 -t N', True),
    ('checkers, expert thinks', 'analyse checkers expert:threads=N,nodes=3000000', False),
    ('mcts, root', 'analyse checkers mcts:threads=N,parallel=root,playouts=40000 --seed 1', False),
    ('mcts, tree', 'analyse checkers mcts:threads=N,parallel=tree,playouts=40000 --seed 1', False),
    ('rollout of backgammon', 'rollout backgammon --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31 --trials 360 --best 2 --seed 1 -t N', True),
    ('learn td, 64 games an iteration', 'learn race --method td:games-per-iteration=64 --games 6400 --evals 1 --eval-games 0 --seed 1 -t N -o DIR/net.hra', False),
    ('learn zero', 'learn tictactoe --method zero --games 5000 --evals 1 --eval-games 0 --seed 1 -t N -o DIR/net.hra', False),
    ('match of empire', 'match empire mcts:playouts=300 random --games 20 --seed 1 -t N', True),
]


def run(hra, command, threads):
    with tempfile.TemporaryDirectory() as folder:
        words = command.replace('DIR', folder).replace('=N', f'={threads}').split()
        words = [str(threads) if w == 'N' else w for w in words]
        began = time.perf_counter()
        done = subprocess.run([hra, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, 'XDG_DATA_HOME': folder})
        took = time.perf_counter() - began
        if done.returncode != 0:
            sys.exit(f'{" ".join(words)}: exit status {done.returncode}\n{done.stderr}')
        return took, done.stdout.replace(folder, 'DIR')


def two_processes(hra):
    """How much longer two processes of one thread take at once than one: 1 on two free cores."""
    command = [hra, 'search', 'tictactoe', '-m', 'minimax:depth=9']
    def at_once(n):
        best = 1e9
        for _ in range(5):
            began = time.perf_counter()
            for process in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(n)]:
                process.wait()
            best = min(best, time.perf_counter() - began)
        return best
    return at_once(2) / at_once(1)


def timeless(text):
    """Lines that say how long something took differ each time."""
    return [line for line in text.split('\n') if not re.search(r'\d (ms|s|min)\b|per second|/s\b|second', line)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('hra')
    parser.add_argument('part', nargs='?', default='')
    parser.add_argument('--pairs', type=int, default=5)
    given = parser.parse_args()
    longer = two_processes(given.hra)
    print(f'two processes at once take {longer:.2f} times as long as one: two threads can gain {2 / longer:.2f} here')
    print('task | one thread | two | ratio')
    differs = False
    for name, command, same in TASKS:
        if given.part not in name:
            continue
        best = {1: 1e9, 2: 1e9}
        outputs = set()
        for _ in range(given.pairs):
            for threads in (1, 2):
                took, output = run(given.hra, command, threads)
                best[threads] = min(best[threads], took)
                outputs.add('\n'.join(timeless(output)))
        note = ' | results differ' if same and len(outputs) > 1 else ''
        differs |= bool(note)
        print(f'{name} | {best[1]:.3f} s | {best[2]:.3f} s | {best[1] / best[2]:.2f}{note}', flush=True)
    return int(differs)


if __name__ == '__main__':
    sys.exit(main())
