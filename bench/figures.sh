#!/usr/bin/env bash
# The figures that hra promises, measured on this machine as whole processes: bench/figures.sh [BUILD]
# Each line names the goal, then the fastest of some runs.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
ninja -C "$build" hra bench/bench-run >/dev/null
hra=$build/hra run=$build/bench/bench-run
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
export XDG_DATA_HOME=$data
one="taskset -c 0"
command -v taskset >/dev/null || one=

figure() { # GOAL RUNS COMMAND...
    local goal=$1 runs=$2
    shift 2
    printf '%-52s ' "$goal"
    "$run" "$runs" "$@"
}

echo "Start"
figure "hra alone: 3 ms, 4.5 MB" 31 "$hra"
echo
echo "Yahtzee"
figure "hasbro solved, one core: 0.25 s, 24 MB" 9 $one "$hra" solve yahtzee
figure "hasbro solved, two cores: 0.15 s" 9 "$hra" solve yahtzee --threads 2
figure "with the distribution, two cores: 4 s, 300 MB" 3 "$hra" solve yahtzee --statistics --threads 2
figure "100,000 games of optimal, one core: 1.33 s, 256 MB" 3 $one "$hra" match yahtzee optimal --games 100000 --seed 1
figure "10,000 games of heuristic, one core" 1 $one "$hra" match yahtzee:rules=plain heuristic --games 10000 --seed 1
figure "advice, cold: 0.5 s" 5 "$hra" play yahtzee human --advice --position dice=3-4-4-5-6
figure "advice on yatzy, cold: 1 s" 5 "$hra" play yahtzee:rules=yatzy human --advice --position dice=3-4-4-5-6
figure "atleast:target=300, two cores: 60 s, 1500 MB" 1 "$hra" match yahtzee atleast:target=300 --games 1
figure "the same from its kept table" 1 "$hra" match yahtzee atleast:target=300 --games 1
"$hra" match yahtzee:rules=plain heuristic --games 10000 --seed 1 | sed -n 's/^  mean/heuristic on plain, mean: 240.5, stretch 242:       /p'
echo
echo "Pacman, 1,000 games of expectimax:depth=2,eval=better against one random ghost"
for maze in crossroads orchard; do
    "$hra" match "pacman:layout=$maze,ghosts=1" expectimax:depth=2,eval=better random --games 1000 --seed 1 |
        awk -v maze=$maze '/^  mean/ && !mean { mean = $2 } /Pacman won/ && !won { won = $3 }
            END { print maze ": won " won " %, mean " mean }'
done
echo
echo "In one process (hra bench)"
"$hra" bench
