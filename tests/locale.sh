#!/usr/bin/env bash
# Numbers follow no locale: the library and the whole program write and read the same under a decimal comma.
#
#     tests/locale.sh LOCALE_TEST HRA HRA_IN_LOCALE
#
# LOCALE_TEST is tests/locale_test.c, HRA_IN_LOCALE the program that takes over the whole locale
# (tests/comma.c). The locale is built here, by localedef out of the package `locales`.
# Exit status: 0 all is well, 1 not (also where the locale could not be made), 2 wrong use.
set -u
[ $# -eq 3 ] || { echo "usage: $0 LOCALE_TEST HRA HRA_IN_LOCALE" >&2; exit 2; }
dump=$(realpath "$1") point=$(realpath "$2") comma=$(realpath "$3")
cd "$(dirname "$(realpath "$0")")/.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
unset LANG LANGUAGE LC_CTYPE LC_NUMERIC
failed=0 compared=0

# Other locales group thousands by a point and read 1.5 as 15.
locale=de_DE.UTF-8
if ! localedef -i de_DE -f UTF-8 "$work/$locale" >"$work/err" 2>&1; then
    echo "locale: $locale could not be made (is the package 'locales' installed?): $(head -n 2 "$work/err")"
    exit 1
fi

same() { # NAME: what both wrote
    compared=$((compared + 1))
    if ! [ -s "$work/point" ] || ! cmp -s "$work/point" "$work/comma"; then
        echo "FAIL  $1: under a decimal comma it is:"
        diff "$work/point" "$work/comma" | head -n 6
        head -n 2 "$work/err"
        failed=$((failed + 1))
    fi
}

LC_ALL=C "$dump" C . >"$work/point" 2>"$work/err" || failed=$((failed + 1))
LOCPATH=$work LC_ALL=$locale "$dump" $locale , >"$work/comma" 2>>"$work/err" || failed=$((failed + 1))
same "the library"
lines=$(wc -l <"$work/point")

both() { # ARGUMENTS of the program; seconds and rates are left out
    local clock='s/"seconds":[0-9.e-]*//g; s/[0-9.]* s\>//g; s/[0-9]* games\/s//; s/ n\?\(time\|ps\)=[0-9.]*//g'
    # The input may be a pipe, which can be read once.
    cat >"$work/in"
    LC_ALL=C.UTF-8 "$point" "$@" <"$work/in" 2>"$work/err" | sed "$clock" >"$work/point"
    LOCPATH=$work LC_ALL=$locale "$comma" "$@" <"$work/in" 2>"$work/err" | sed "$clock" >"$work/comma"
    same "hra $*"
}
none() { both "$@" </dev/null; }

for game in tictactoe checkers empire pacman race yahtzee; do
    none games $game
done
none methods
none search tictactoe -m mcts:c=1.25,playouts=500 --seed 4 --json
none search tictactoe -m mcts:c=1.25,playouts=500 --seed 4
none search checkers -m alphabeta:depth=3 --json
none compare tree minimax alphabeta --json
for format in json svg dot text; do
    none tree tree:file=docs/examples/lecture.tree -m expectiminimax --format $format
done
none solve nim:rows=3-4-5 --json
none solve tree:file=docs/examples/lecture.tree
none match yahtzee greedy --games 30 --seed 3 --json
none match yahtzee greedy --games 30 --seed 3
none match pacman:layout=gallery reflex random --games 2 --seed 3 --json
none match empire montecarlo:playouts=2,shared=0.5 random --games 1 --seed 1 --json
none perft checkers 3 --json
"$point" match tictactoe random random --games 1 --seed 2 --record "$work/one.hra" >"$work/log" 2>&1
both review - --by exact --json <"$work/one.hra"
both review - --by exact <"$work/one.hra"
both replay - <"$work/one.hra"
printf '%s\n' hub 'set-param name=level value=3' 'set-param name=tables value=0' init 'level depth=3 move-time=20.5' |
    both hub --data "$work/data"
"$point" match yahtzee random --games 5 --seed 1 --plot "$work/point.svg" >>"$work/log" 2>&1
LOCPATH=$work LC_ALL=$locale "$comma" match yahtzee random --games 5 --seed 1 --plot "$work/comma.svg" \
    --record "$work/comma.hra" >>"$work/log" 2>&1
"$point" match yahtzee random --games 5 --seed 1 --record "$work/point.hra" >>"$work/log" 2>&1
for file in svg hra; do
    cp "$work/point.$file" "$work/point" && cp "$work/comma.$file" "$work/comma"
    same "a file that ends in .$file"
done

echo "locale: $lines lines of the library and $((compared - 1)) answers of the program compared, $failed differ"
[ $failed -eq 0 ] && [ "$lines" -gt 500 ]
