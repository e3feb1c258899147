#!/usr/bin/env bash
# The whole test suite: the tests of an optimised build, the same under AddressSanitizer and
# UndefinedBehaviorSanitizer with clang, and the committed corpus through every fuzz target.
# Closes with the line `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0 failed=0

count() { # FOLDER: adds up what its last test run says
    local log=$1/meson-logs/testlog.json good bad
    good=$(grep -c '"result": "\(OK\|EXPECTEDFAIL\|SKIP\)"' "$log" 2>/dev/null)
    bad=$(grep -c '"result": "' "$log" 2>/dev/null)
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${bad:-0} - ${good:-0}))
    [ "${bad:-0}" -gt 0 ] || { echo "no test ran in $1"; failed=$((failed + 1)); }
}

build_and_test() { # FOLDER SUITES-LEFT-OUT MESON-OPTIONS...
    local folder=$1 without=$2
    shift 2
    [ -f "$folder/build.ninja" ] && set -- --reconfigure "$@"
    meson setup "$folder" -Dtests=enabled "$@" || { failed=$((failed + 1)); return; }
    ninja -C "$folder" all meson-test-prereq || { echo "$folder: the build failed"; failed=$((failed + 1)); return; }
    rm -f "$folder/meson-logs/testlog.json"
    # shellcheck disable=SC2086 # words are meant
    meson test -C "$folder" --no-rebuild --print-errorlogs $without
    count "$folder"
}

# The sanitized run leaves out the long computations, whose kernels other tests reach too, and what
# only reads the sources; with ALL=1 it does them all.
left_out="--no-suite heavy --no-suite tree"
[ -z "${ALL:-}" ] || left_out=
build_and_test build '' -Dwerror=true
CC=clang build_and_test build-asan "$left_out" -Dwerror=true -Dbuildtype=debugoptimized -Doptimization=2 \
    -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
