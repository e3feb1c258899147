#!/bin/sh
# Compiles the trainer of checkers for this machine and runs it.
#
#     tools/train_checkers.sh --minutes 10 --threads 16 --out src/games/checkers/checkers_weights.c \
#         --csv docs/pictures/checkers-loss.csv --svg docs/pictures/checkers-loss.svg
#
# Needs a C compiler only. Where zstd and xxhash are installed, endings of up to four pieces are
# judged by the tables instead of being played out. CC names another compiler.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checkers=$root/src/games/checkers
sources="$root/tools/train_checkers.c $checkers/engine.c $checkers/checkers_moves.c $checkers/patterns.c"
for file in "$root"/src/core/*.c; do
    case $file in
    *_test.c) ;;
    *) sources="$sources $file" ;;
    esac
done
compile() {
    # shellcheck disable=SC2086 # the sources are meant to be split
    "${CC:-cc}" -O3 -march=native -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
        -I"$root/include" -I"$root/src" $sources "$@" -o "$work/train" -lm -lpthread
}
tables="$checkers/index.c $checkers/tables.c $checkers/tables_file.c $checkers/checkers_solver_moves.c
    $checkers/checkers_solver_tables.c $root/src/exact/retrograde.c"
# shellcheck disable=SC2086
if compile -DWITH_TABLES $tables -lzstd -lxxhash 2>"$work/errors"; then
    echo "train_checkers: with tables" >&2
else
    echo "train_checkers: without tables" >&2
    compile
fi
"$work/train" "$@"
