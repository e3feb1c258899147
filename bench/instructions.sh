#!/usr/bin/env bash
# Compares the instructions of two builds of the program over a list of commands, one thread, fixed seeds:
#
#     bench/instructions.sh BASE-HRA NEW-HRA [PART-OF-A-COMMAND]
#
# Needs valgrind, which knows no vectors of 512 bits: those of 256 are counted. The commands are long enough that printing does
# not matter, and none is limited by time, which valgrind stretches. Instructions do not depend on what else the machine does, so
# a change of speed of a per cent shows, where times on a shared machine differ by tens. They say nothing of caches: that needs
# times in pairs. Commands whose meaning changed between the two builds prove nothing. Exit status: 0 whatever is found, 2 wrong use.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
base=$(realpath "$1") new=$(realpath "$2") only=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

instructions() { # PROGRAM WORDS...
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" </dev/null 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}

cd "$work" # what a command writes goes
echo "command | base | new | change"
while read -r command; do
    case $command in *"$only"*) ;; *) continue ;; esac
    # shellcheck disable=SC2086 # words are meant
    a=$(XDG_DATA_HOME=$work instructions "$base" $command) b=$(XDG_DATA_HOME=$work instructions "$new" $command)
    awk -v command="$command" -v a="${a:-0}" -v b="${b:-0}" \
        'BEGIN { printf "%s | %.1f M | %.1f M | %s\n", command, a / 1e6, b / 1e6, a && b ? sprintf("%+.2f %%", 100 * (b - a) / a) : "failed" }'
done <<'COMMANDS'
perft tictactoe 8
perft checkers 7
perft pacman:layout=crossroads,ghosts=1 6
perft race 3
search tictactoe -m minimax:depth=9
search matches -m alphabeta:depth=14
search checkers -m alphabeta:deepen,killers,history,pvs,tt=4M,depth=10
search tictactoe -m maxn:depth=9
search tictactoe -m softmaxn:depth=6
search tictactoe -m mcts:playouts=5000
search tictactoe -m montecarlo:playouts=3000
search nim -m andor:depth=15
search nim -m alphabeta:depth=15
search nim -m minimax:depth=7
search checkers -m alphabeta:depth=11
search checkers -m minimax:depth=8
search pacman:layout=orchard,ghosts=2 -m expectimax:depth=3,eval=score
match race expectiminimax:depth=1 random random random --games 2 --seed 1
match tictactoe random random --games 3000 --seed 1
match tictactoe alphabeta:depth=4 greedy --games 30 --seed 1
match nim mcts:playouts=200 random --games 5 --seed 1
match race random random --games 30 --seed 1
match checkers greedy random --games 20 --seed 1
match empire random random --games 30 --seed 1
match pacman:layout=crossroads reflex random random --games 20 --seed 1
match yahtzee heuristic --games 20 --seed 1
solve yahtzee
match backgammon expert:plies=0 expert:plies=0 --games 3 --seed 1
match chess alphabeta:depth=2 random --games 1 --seed 1
search connect4 -m alphabeta:deepen,tt=4M,depth=9
learn race --method td --games 40 --evals 1 --eval-games 0 --seed 1 --output race.hra
COMMANDS
