#!/bin/sh
# hra.exe under Wine answers as hra does here: windows.sh [HRA [HRA.EXE]]
# Standard output has to be the same, byte for byte, but for times and rates, which are cut out of both.
# Exit status: 0 all is well, 1 not, 77 skipped.
set -u
# The program is that of tools/windows.sh.
root=$(cd "$(dirname "$0")/.." && pwd)
native=${1:-$root/build/hra}
program=${2:-$root/build/windows/program/hra.exe}
command -v wine >/dev/null || { echo "skipped: there is no wine (Debian: wine64 and wine)"; exit 77; }
[ -f "$program" ] || { echo "skipped: there is no $program (tools/windows.sh)"; exit 77; }
work=$(mktemp -d)
export WINEPREFIX="${WINEPREFIX:-$work/prefix}" WINEDEBUG=-all LC_ALL=C.UTF-8
trap 'wineserver -k 2>/dev/null; rm -rf "$work"' EXIT
same=0 other=0
cd "$work" || exit 1
mkdir linux windows

# Seconds, rates, the date, and the name of the folder of data.
cut_times() {
    sed -E -e 's/, [0-9]+ games\/s//g' \
        -e 's/-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)? ?(ms|s|µs|us|M\/s|k\/s|\/s)\b/T/g' \
        -e 's/"(seconds|time|elapsed|per_second|rate|nps|started|date|at|ms|spent)":[^,}]*/"\1":T/g' \
        -e 's/[0-9]+ (leaves|nodes|positions|moves|games) (a|per) second/T/g' \
        -e 's/[0-9]{4}[-.][0-9]{2}[-.][0-9]{2}([ T-][0-9:]+)?/D/g' -e 's/-[0-9]{8}-[0-9]{6}-/-D-/g' -e 's/Z:\/|Z:\\//g' -e 's/ +/ /g'
}

compare() { # COMMAND...: what standard input brings comes from `typed`
    (cd linux && XDG_DATA_HOME=$work/linux/data timeout 100 "$native" "$@" <"$work/typed" 2>"$work/linux.err" | cut_times >"$work/linux.out")
    (cd windows && XDG_DATA_HOME=$work/windows/data timeout 300 wine "$program" "$@" <"$work/typed" 2>"$work/windows.err" | cut_times >"$work/windows.out")
    if [ -s linux.out ] && cmp -s linux.out windows.out; then
        same=$((same + 1))
        echo "ok: hra $*"
    else
        other=$((other + 1))
        {
            echo "differs: hra $*"
            diff linux.out windows.out | head -6
            head -3 linux.err windows.err
        } >>differences
    fi
}

: >typed
compare games
compare rules yahtzee
compare perft tictactoe 9
compare perft checkers 7
compare show checkers
compare analyse checkers -p expert:nodes=300000 --json
compare analyse yahtzee -p optimal
compare analyse empire -p mcts:playouts=2000 --seed 3
compare analyse pacman --playouts 2000 --seed 3
compare tree tictactoe -p alphabeta --depth 2
compare match tictactoe mcts:playouts=300 alphabeta --games 40 --seed 5 -t 2
compare tournament tictactoe random alphabeta mcts:playouts=50 --groups 4 --seed 6 --store run.hra
compare solve nim
printf 'b2\nq\n' >typed
compare play tictactoe human minimax --seed 7
: >typed
compare match yahtzee greedy random --games 4 --seed 2 --record games.hra
compare review games.hra
compare replay games.hra
compare learn tictactoe --method td --games 500 --seed 1 --eval-games 20 --output net --json
compare analyse tictactoe -p trained:file=net --json
compare drill --status
printf 'session 2\nnew tictactoe human minimax seed=3\nmove b2\nquit\n' >typed
compare session --no-save
: >typed
compare bench --only checkers --help
compare methods alphabeta
compare plays
compare help
cmp linux/net windows/net || other=$((other + 1)) # what was trained, to the byte
[ ! -f differences ] || cat differences
echo "$same the same, $other not"
[ "$other" = 0 ]
