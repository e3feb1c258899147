#!/usr/bin/env bash
# Numbers that wrap or lose bits without having been meant to: a build with clang's -fsanitize=integer, and the
# tests that are named (none: those of each part of the library) under it. Where numbers are meant to wrap is
# listed, with the reason, in tests/integer.ignore.
#
#     tests/integer.sh BUILD [TEST...]
#
# BUILD is made where it is not there yet. Exit status: 0 nothing was found, 1 something was, 2 wrong use or no clang.
set -u
[ $# -ge 1 ] || { echo "usage: $0 BUILD [TEST...]" >&2; exit 2; }
command -v clang >/dev/null || { echo "integer.sh: there is no clang here" >&2; exit 2; }
root=$(dirname "$(dirname "$(realpath "$0")")") build=$1
shift
[ $# -gt 0 ] || set -- core_text core_scan core_number core_hash core_stats core_json_writer game_spec game_state \
    game_json search agreement chance match_record match_part session_unit session_worker store_entries exact_retrograde \
    yahtzee_rules yahtzee_solve checkers_index checkers_pdn checkers_tables empire_turns pacman_trace nim race tree \
    corpus_command corpus_hub corpus_layout corpus_map corpus_move corpus_part corpus_pdn corpus_position \
    corpus_record corpus_request corpus_session corpus_spec corpus_state corpus_table corpus_tree corpus_typed
if [ ! -e "$build/build.ninja" ]; then
    CC=clang CC_LD=lld meson setup "$build" "$root" -Ddebug=true -Doptimization=1 -Db_lundef=false -Dtests=enabled \
        "-Dc_args=-fsanitize=integer -fsanitize-ignorelist=$root/tests/integer.ignore -gline-tables-only" \
        -Dc_link_args=-fsanitize=integer >"$build.log" 2>&1 || { cat "$build.log"; exit 2; }
fi
reports=$(mktemp -d) || exit 2
trap 'rm -rf "$reports"' EXIT
export UBSAN_OPTIONS=halt_on_error=0:print_stacktrace=0:log_path="$reports/found"
meson test -C "$build" --print-errorlogs "$@" || { echo "integer.sh: a test fails" >&2; exit 1; }
sort -u "$reports"/* 2>/dev/null | grep 'runtime error' && exit 1
echo "nothing was found"
