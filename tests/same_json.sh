#!/usr/bin/env bash
# Programs of different compilers and options say the same: runs a list of commands, for each game and method, with
# each program, and compares what they print, on standard error too, and their exit status. Only seconds may differ.
#
#     tests/same_json.sh HRA HRA...
#
# Exit status: 0 they agree, 1 they do not, 2 wrong use.
set -u
[ $# -ge 2 ] || { echo "usage: $0 HRA HRA..." >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
patience=900 # seconds until what hangs is killed

# A game, its seats, the plies to count, the plies for methods that look at everything, and for alpha-beta.
games="
tictactoe 2 4 3 4
nim:rows=2-3,last=loses 2 4 6 9
matches 2 4 4 6
tree 2 3 5 5
tree:file=docs/examples/maxn.tree 3 2 4 4
tree:file=docs/examples/star.tree 2 2 4 4
race:pieces=1,track=8 2 3 2 3
race:board=lecture 2 2 2 2
empire:seats=3 3 1 1 1
pacman:layout=five 1 2 2 3
pacman 2 2 1 2
checkers 2 4 3 5
yahtzee 1 1 1 1
yahtzee:rules=yatzy,seats=2 2 1 1 1
"
methods="minimax:depth=WIDE alphabeta:depth=DEEP alphabeta:depth=DEEP,full=yes
expectimax:depth=WIDE expectiminimax:depth=WIDE maxn:depth=WIDE softmaxn:depth=WIDE andor:depth=WIDE
montecarlo:playouts=60 mcts:playouts=60 greedy"

commands() { # one a line
    echo "games --json"
    echo "methods --json"
    echo "solve tictactoe --json"
    echo "solve nim:rows=2-3 --json"
    echo "compare tictactoe minimax alphabeta mcts:playouts=50 --json"
    echo "match checkers expert:nodes=300,tablebase-pieces=0 random --games 2 --seed 3 --json"
    echo "match yahtzee heuristic --games 5 --seed 3 --json"
    echo "$games" | while read -r game seats count wide deep; do
        [ -n "$game" ] || continue
        echo "perft $game $count --json"
        echo "show $game --json"
        echo "tree $game --method alphabeta:depth=$wide --nodes 50 --format json"
        echo "match $game$(printf ' greedy%.0s' $(seq "$seats")) --games 2 --seed 5 --json"
        for method in $methods; do
            method=${method/WIDE/$wide}
            echo "search $game --method ${method/DEEP/$deep} --json"
        done
    done
}

answer() { # HRA COMMAND...
    timeout "$patience" "$@" 2>&1 </dev/null | sed 's/"seconds":[0-9.e+-]*/"seconds":0/g'
    echo "exit status ${PIPESTATUS[0]}"
}

export HOME=$work XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8
count=0 bad=0
while read -r -a words; do
    answer "$1" "${words[@]}" >"$work/first"
    count=$((count + 1))
    for other in "${@:2}"; do
        answer "$other" "${words[@]}" >"$work/other"
        cmp -s "$work/first" "$work/other" && continue
        bad=$((bad + 1))
        echo "$1 and $other disagree: hra ${words[*]}"
        diff <(fold -w 120 "$work/first") <(fold -w 120 "$work/other") | head -n 6
    done
done < <(commands)
echo "$count commands, $bad disagreements of $# programs"
[ "$bad" -eq 0 ] && [ "$count" -gt 100 ]
