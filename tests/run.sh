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

build_and_test() { # FOLDER MESON-OPTIONS...
    local folder=$1
    shift
    [ -f "$folder/build.ninja" ] && set -- --reconfigure "$@"
    meson setup "$folder" -Dtests=enabled "$@" || { failed=$((failed + 1)); return; }
    ninja -C "$folder" all meson-test-prereq || { echo "$folder: the build failed"; failed=$((failed + 1)); return; }
    rm -f "$folder/meson-logs/testlog.json"
    meson test -C "$folder" --no-rebuild --print-errorlogs
    count "$folder"
}

build_and_test build -Dwerror=true
CC=clang build_and_test build-asan -Dwerror=true -Dbuildtype=debugoptimized -Doptimization=2 \
    -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
