#!/bin/sh
# Shows that the gates of -Dchecks=true (src/rules/gates.h) are in no object of a build without it: the sources
# that have them are compiled both ways, and their symbols are read.
#
#     tests/gates.sh ROOT
#
# Exit status: 0 all is well, 1 something is not, 2 wrong use.
set -u

root=${1:-.}
if [ ! -r "$root/src/rules/gates.c" ]; then
    echo "gates.sh: '$root' is not the root of the source tree" >&2
    exit 2
fi
cd "$root" || exit 2
object=$(mktemp) || exit 2
trap 'rm -f "$object"' EXIT

gates() { # FILE FLAGS...: how many symbols of gates its object has
    file=$1
    shift
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -O1 "$@" -c "$file" -o "$object" || exit 1
    "${NM:-nm}" "$object" | grep -c 'hra_gate_\|hra_evaluated\|hra: gate'
}

bad=0 with=0 files=$(grep -rl --include='*.c' 'rules/gates\.h\|players/gates\.h\|HRA_CHECKS' src apps python | grep -v '_test\.c$')
for file in $files src/players/batch_eval.c; do
    case $file in python/*) continue ;; esac # they need the headers of Python
    found=$(gates "$file")
    if [ "$found" -ne 0 ]; then
        echo "gates.sh: $file: an object without checks has $found symbols of gates"
        bad=1
    fi
    [ "$(gates "$file" -DHRA_CHECKS)" -eq 0 ] || with=$((with + 1))
done
if [ "$with" -lt 5 ]; then
    echo "gates.sh: only $with sources have gates with -DHRA_CHECKS: are these the right ones?"
    bad=1
fi
[ "$bad" -eq 0 ] && echo "gates: in $with sources with checks, in none without"
exit "$bad"
