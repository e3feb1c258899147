#!/usr/bin/env bash
# The figures of docs/results.md, measured on this machine: bench/figures.sh [--write | --rows] [BUILD]
#
# Prints the table. --write: puts it into docs/results.md, with the name of this machine. --rows: prints the first two
# columns without measuring. Seconds are processor seconds of a whole process, the least of some runs. Other work on
# the machine costs caches and frequency, so tables of different machines or days do not compare: the ratio of two
# programs takes both in turns. `hra bench` measures inner loops, by the clock, which needs a quiet machine.
set -euo pipefail
cd "$(dirname "$0")/.."
write='' rows=''
case ${1:-} in
--write) write=1 && shift ;;
--rows) rows=1 && shift ;;
esac
build=${1:-build}
page=docs/results.md begin='<!-- bench/figures.sh --write -->' end='<!-- end of figures -->'
hra=$build/hra
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
export XDG_DATA_HOME=$data

row() { # WHAT ELSEWHERE MEASURE...: a line of the table
    printf '| %s | %s |' "$1" "$2"
    [ -n "$rows" ] || printf ' %s |' "$("${@:3}")"
    echo
}

process() { # RUNS COMMAND...
    "$build/bench/bench-run" "$@" | sed 's/.*processor \([0-9.]* s\), memory \([0-9]*\)[0-9.]* MB.*/\1, \2 MB/'
}

beside() { # GAME: random games a second of a match, and of the bare rules
    "$build/bench/bench-match" "$1" | sed 's/.*: bare \([0-9.e+]*\) games\/s, match \([0-9.e+]*\) games\/s, ratio \([0-9.]*\).*/\1 \2 \3/' |
        awk '{ printf "%.0f thousand games/s, %.2f of the bare rules (%.0f thousand)\n", $2 / 1e3, $3, $1 / 1e3 }'
}

table() {
    local dice="--advice --position dice=3-4-4-5-6"
    row "\`hra\` alone" "" process 31 "$hra"
    row "Yahtzee solved exactly, double precision, one core" "3.5 s in C (another rule set in single precision 1.33 s)" \
        process 15 "$hra" solve yahtzee
    row "the same with the exact distribution of the score" "7.9 s, 1.3 GB" process 2 "$hra" solve yahtzee --statistics
    row "100,000 games of \`optimal\`, solution included" "1.27 s (games alone)" \
        process 2 "$hra" match yahtzee optimal --games 100000 --seed 1
    row "10,000 games of \`heuristic\`" "" process 1 "$hra" match yahtzee:rules=plain heuristic --games 10000 --seed 1
    # shellcheck disable=SC2086 # words are meant
    row "advice with mean, loss and bonus chance, from a cold start" "" process 7 "$hra" play yahtzee human $dice
    # shellcheck disable=SC2086
    row "the same of \`yatzy\`" "" process 5 "$hra" play yahtzee:rules=yatzy human $dice
    row "\`atleast:target=300\` worked out" "" process 1 "$hra" match yahtzee atleast:target=300 --games 1
    row "checkers: every ending of 2 to 4 pieces, verified" "" process 1 "$hra" solve checkers --data "$data/tables"
    row "tic-tac-toe: match of \`random\`" "" beside tictactoe
    row "Eight-Minute Empire: match of \`random\`, two seats" "60–386 thousand games/s" beside empire
}

machine() {
    local cpu
    cpu=$(lscpu 2>/dev/null | awk -F': +' '$1 == "Model name" { m = $2 } $1 == "CPU family" { f = $2 } $1 == "Model" { n = $2 }
        $1 ~ /^CPU\(s\)$/ { c = $2 } END { print m " (family " f ", model " n "), " c " processors" }')
    echo "$begin"
    echo
    echo "${cpu:-$(uname -m)}, load $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown), $(date +%Y-%m-%d):"
    echo
}

whole() {
    machine
    echo "| what | elsewhere | hra |"
    echo "|---|---|---|"
    table
    echo
    echo "$end"
}

if [ -n "$rows" ]; then
    table
    exit
fi
ninja -C "$build" hra bench/bench-run bench/bench-match >/dev/null
if [ -z "$write" ]; then
    whole
    exit
fi
whole >"$data/table"
awk -v begin="$begin" -v end="$end" -v table="$data/table" '
    $0 == begin { while ((getline line < table) > 0) print line; skip = 1 }
    !skip { print }
    $0 == end { skip = 0 }' "$page" >"$data/page"
cp "$data/page" "$page"
