#!/usr/bin/env bash
# A short play, match, search, review, record and session of each game under valgrind's memcheck: no error, and
# nothing that is still held or lost in the end. For an optimised build without sanitizers; some minutes.
#
#     tests/memcheck.sh HRA
#
# Exit status: 0 nothing was found, 1 something was, 2 wrong use or no valgrind.
set -u
[ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 HRA" >&2; exit 2; }
command -v valgrind >/dev/null || { echo "memcheck.sh: there is no valgrind here" >&2; exit 2; }
hra=$(realpath "$1")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8
count=0 bad=0

memcheck() { # ARGUMENTS...: runs the program; standard input is passed on
    valgrind --quiet --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=99 \
        --log-file="$work/log" "$hra" "$@" >"$work/out" 2>&1
    local status=$?
    count=$((count + 1))
    [ "$status" -eq 99 ] || [ -s "$work/log" ] || [ "$status" -gt 2 ] || return 0
    bad=$((bad + 1))
    echo "hra $*: exit status $status"
    head -n 40 "$work/log"
}

# Moves by number, advice and taking back, as somebody would type them.
typed() { printf '#1\n#1\na\nu\n#2\nm\n#1\np\n#1\n#1\n#1\n#1\nq\n'; }
lines() { # GAME: of a session
    printf 'new %s human greedy keep=plays/x\nmoves\nadviser greedy\nadvice\nposition\nundo\nleave\n' "$1"
    printf 'watch plays/x\nreview plays/x by=greedy\nplays\nread plays/x\nhelp\nquit\n'
}

for game in tictactoe nim matches tree race empire pacman yahtzee checkers; do
    # What a method looks at under valgrind is some fifty times slower.
    case $game in
    tictactoe | nim | matches | tree) depth=4 ;;
    checkers) depth=3 ;;
    *) depth=1 ;;
    esac
    memcheck games "$game" --json </dev/null
    memcheck show "$game" --json </dev/null
    memcheck perft "$game" 1 </dev/null
    memcheck play "$game" human greedy --adviser greedy --seed 1 --record "$work/$game.hra" < <(typed)
    memcheck replay "$work/$game.hra" --boards </dev/null
    memcheck review "$work/$game.hra" --analyst greedy --json </dev/null
    memcheck match "$game" greedy random --games 2 --seed 1 --record "$work/match.hra" </dev/null
    memcheck search "$game" --method "alphabeta:depth=$depth,full=yes" --json </dev/null
    memcheck search "$game" --method mcts:playouts=5 --json </dev/null
    memcheck tree "$game" --method "minimax:depth=1" --nodes 20 --format svg --boards -o "$work/tree.svg" </dev/null
    memcheck session --data "$work/data" --threads 1 < <(lines "$game")
done
memcheck match checkers random random --games 1 --seed 1 --record "$work/match.pdn" </dev/null
memcheck replay "$work/match.pdn" </dev/null
memcheck match tictactoe minimax random --games 2 --seed 1 --threads 2 --rotate --plot "$work/plot.svg" </dev/null
memcheck match nim random random --games 4 --seed 1 --part 1/2 -o "$work/part" </dev/null
memcheck match --merge "$work/part" </dev/null
memcheck solve nim:rows=2-3 --json </dev/null
memcheck compare tictactoe minimax alphabeta:full=yes mcts:playouts=20 </dev/null
memcheck hub --data "$work/data" \
    < <(printf 'hub\ninit\nnew-game\npos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel depth=3\ngo think\nquit\n')
echo "$count commands, $bad with findings"
[ "$bad" -eq 0 ]
