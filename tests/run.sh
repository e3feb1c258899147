#!/usr/bin/env bash
# The whole test suite: the tests of an optimised build; the same under AddressSanitizer and
# UndefinedBehaviorSanitizer with clang, including the committed corpus run through every fuzz target; and what
# has threads under ThreadSanitizer. Says how long each part took, and closes with the line
# `N passed, N failed`.
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

build_and_test() { # FOLDER TARGETS SUITES MESON-OPTIONS...
    local folder=$1 targets=$2 suites=$3 start=$SECONDS built
    shift 3
    [ -f "$folder/build.ninja" ] && set -- --reconfigure "$@"
    meson setup "$folder" -Dtests=enabled -Dwerror=true "$@" || { failed=$((failed + 1)); return; }
    # shellcheck disable=SC2086 # words are meant
    ninja -C "$folder" $targets || { echo "$folder: the build failed"; failed=$((failed + 1)); return; }
    built=$SECONDS
    rm -f "$folder/meson-logs/testlog.json"
    # shellcheck disable=SC2086
    $without_aslr meson test -C "$folder" --no-rebuild --print-errorlogs $suites
    count "$folder"
    echo "$folder: built in $((built - start)) s, tested in $((SECONDS - built)) s"
}

# The sanitized run leaves out the long computations, whose kernels are covered by other tests, and what only
# reads the sources; with ALL=1 it runs everything.
left_out="--no-suite heavy --no-suite tree" needed="all light"
[ -z "${ALL:-}" ] || left_out='' needed="all meson-test-prereq"
# Of the debugging information sanitizer reports need only line numbers. Only functions declared `inline` are
# inlined: otherwise the bodies of searches, full of sanitizer checks, are copied into each other until three
# files take half of the build time.
sanitized=(-Ddebug=true -Doptimization=1 "-Dc_args=-gline-tables-only -finline-hint-functions" -Db_lundef=false)
without_aslr=

# The page is checked and built before the program that holds it, and tried in a browser after.
build_page() {
    tools/page.sh && (cd page && npm run --silent check) || { echo "the page could not be built"; failed=$((failed + 1)); }
}

try_page() { # LOG SCRIPT: what npm's script says, counted
    local start=$SECONDS log=$1 good bad
    (cd page && HRA=../build/hra npm run --silent "$2") >"$log" 2>&1 || grep -A20 '^not ok\|^Error' "$log"
    good=$(awk '/^# pass /{n += $3} END {print n + 0}' "$log")
    bad=$(awk '/^# fail /{n += $3} END {print n + 0}' "$log")
    passed=$((passed + good)) failed=$((failed + bad))
    [ "$good" -gt 0 ] || { echo "no test of the page ran: $(tail -1 "$log")"; failed=$((failed + 1)); }
    echo "page, $2: $good tests passed, $bad failed, $((SECONDS - start)) s"
}

test_page() {
    try_page build/page-tests.log test
    [ -z "${ALL:-}" ] || { # the engine as WebAssembly takes as long to build as the program
        tools/packages.sh site && tools/site.sh build/wasm build/site || { failed=$((failed + 1)); return; }
        try_page build/site-tests.log test-site
    }
}

build_page
build_and_test build 'all meson-test-prereq' ''
test_page
# GNU ld takes twice as long, and there are a hundred programs to link.
export CC=clang CC_LD=lld
build_and_test build-asan "$needed" "$left_out" "${sanitized[@]}" -Db_sanitize=address,undefined -Dfuzz=brief
# Two compilers, and with ALL=1 no optimisation too, make programs that say the same.
programs=(build/hra build-asan/hra)
if [ -n "${ALL:-}" ]; then
    [ -f build-O0/build.ninja ] || CC=gcc meson setup build-O0 -Dtests=disabled -Dbuildtype=debug
    ninja -C build-O0 hra && programs+=(build-O0/hra)
fi
if tests/same_json.sh "${programs[@]}"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
# The ThreadSanitizer of older compilers cannot cope with the address randomisation of newer kernels.
setarch "$(uname -m)" -R true 2>/dev/null && without_aslr="setarch $(uname -m) -R"
build_and_test build-tsan threads '--suite threads' "${sanitized[@]}" -Db_sanitize=thread

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
