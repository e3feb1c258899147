#!/usr/bin/env bash
# The tests: of an optimised build, as `make test` runs them; with `all` (`make test-all`) after them the page in a browser,
# behind the server and with the engine in it; the tests once more under AddressSanitizer and
# UndefinedBehaviorSanitizer with clang, including the committed corpus run through every fuzz target; and what has
# threads under ThreadSanitizer. Says how long each part took, and closes with what failed, by name, and the line
# `N passed, N failed`.
#
#     tests/run.sh [all]
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0 named=''

fail() { # WHAT: counts it, to be named at the end
    failed=$((failed + 1)) named+="failed: $1"$'\n'
}

count() { # FOLDER: adds up what its last test run says
    local word what
    [ -s "$1/sum" ] || { fail "$1: no test ran"; return; }
    while IFS=' ' read -r word what; do
        case $word in
        passed) passed=$((passed + what)) ;;
        *) fail "$what" ;;
        esac
    done <"$1/sum"
}

build() { # FOLDER TARGETS OPTIONS-OF-NEEDED MESON-OPTIONS...: the targets, and what these tests need
    local folder=$1 targets=$2 options=$3 start=$SECONDS
    shift 3
    [ -f "$folder/build.ninja" ] && set -- --reconfigure "$@"
    meson setup "$folder" -Dtests=enabled -Dchecks=true -Dwerror=true "$@" || return 1
    # shellcheck disable=SC2046,SC2086 # words are meant
    ninja -C "$folder" $targets $(tests/needed.py "$folder" $options) || { echo "$folder: the build failed"; return 1; }
    echo "$folder: built in $((SECONDS - start)) s"
}

run_tests() { # FOLDER OPTIONS-OF-MESON: leaves what is to be counted
    local folder=$1 start=$SECONDS
    rm -f "$folder/sum"
    # shellcheck disable=SC2086 # words are meant
    $without_aslr tests/progress.py "$folder" $2
    echo "$folder: tested in $((SECONDS - start)) s"
}

try() { # FOLDER OPTIONS-OF-MESON
    run_tests "$1" "$2"
    count "$1"
}

# The sanitized run leaves out the long computations, whose kernels are covered by other tests, and what only
# reads the sources; with ALL=1 it runs everything.
left_out="--no-suite heavy --no-suite tree"
[ -z "${ALL:-}" ] || left_out=
# Of the debugging information sanitizer reports need only line numbers. Only functions declared `inline` are
# inlined: otherwise the bodies of searches, full of sanitizer checks, are copied into each other until three
# files take half of the build time. A finding ends the program: checks after which it goes on take half as long
# again to compile, and to run.
sanitized=(-Ddebug=true -Doptimization=1 -Db_lundef=false
    "-Dc_args=-gline-tables-only -finline-hint-functions -fno-sanitize-recover=all")
without_aslr=

# The page is built before the program that holds it, and tried in a browser after.
try_page() { # SCRIPT OF NPM
    local start=$SECONDS log=build/$1.log
    (cd page && HRA=../build/hra npm run --silent "$1") >"$log" 2>&1 || grep -A20 '^not ok\|^Error' "$log"
    echo "page, $1: $((SECONDS - start)) s"
}

test_page() {
    (cd page && npm run --silent check) && try_page test
}

test_site() {
    tools/site.sh build/wasm build/site >build/site.log || { tail -n 20 build/site.log; return; }
    tools/site.sh --one build/wasm build/hra.html >>build/site.log || { tail -n 20 build/site.log; return; }
    ninja -C build/wasm apps/wasm/formula_hash.wasm >>build/site.log || { tail -n 20 build/site.log; return; }
    try_page test-site
}

count_page() { # SCRIPT OF NPM: adds up what its tests said
    local good bad
    good=$(awk '/^# pass /{n += $3} END {print n + 0}' "build/$1.log" 2>/dev/null)
    bad=$(awk '/^# fail /{n += $3} END {print n + 0}' "build/$1.log" 2>/dev/null)
    passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-0}))
    named+=$(sed -n "s/^ *not ok [0-9]* - /failed: page, $1: /p" "build/$1.log" 2>/dev/null)
    [ -z "$named" ] || named="${named%$'\n'}"$'\n'
    [ "${good:-0}" -gt 0 ] || fail "page, $1: no test ran"
}

finish() {
    printf '%s' "$named"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}

if [ "${1:-}" = all ]; then
    tools/page.sh || fail "the page could not be built"
fi
if build build product ''; then
    # Tests of the command line copy these tables instead of building them each (tests/cli/conftest.py).
    build/hra solve checkers:tablebase-pieces=4 --data build/test-tables >/dev/null && export HRA_TEST_TABLES=$PWD/build/test-tables
    try build ''
else
    fail "build: could not be built"
fi
[ "${1:-}" = all ] || finish

# A browser waits as often as it works. What it leaves of the cores goes to the builds and tests that come next, which give
# way to it.
# GNU ld takes twice as long, and there are a hundred programs to link.
export CC=clang CC_LD=lld
build_sanitized() {
    build build-asan product "$left_out" "${sanitized[@]}" -Db_sanitize=address,undefined -Dfuzz=brief &&
        build build-tsan '' "--suite threads" "${sanitized[@]}" -Db_sanitize=thread
}
renice_me() { renice -n 19 "$BASHPID" >/dev/null; }
(renice_me; build_sanitized && run_tests build-asan "$left_out") >build/sanitized.log 2>&1 &
behind=$!
rm -f build/test.log build/test-site.log build-asan/sum
test_page
test_site
sanitized_built=1
wait "$behind" || { fail "the sanitized programs could not be built"; sanitized_built=; }
grep -v '^\[[0-9]*/[0-9]*\] ' build/sanitized.log
[ -z "$sanitized_built" ] || count build-asan
# Two compilers, and with ALL=1 no optimisation too, make programs that say the same.
programs=(build/hra build-asan/hra)
if [ -n "${ALL:-}" ]; then
    [ -f build-O0/build.ninja ] || CC=gcc meson setup build-O0 -Dtests=disabled -Dbuildtype=debug
    ninja -C build-O0 hra && programs+=(build-O0/hra)
fi
tests/same_json.sh "${programs[@]}" >build/same_json.log 2>&1 & # one process at a time
same=$!
# The ThreadSanitizer of older compilers cannot cope with the address randomisation of newer kernels.
setarch "$(uname -m)" -R true 2>/dev/null && without_aslr="setarch $(uname -m) -R"
[ -z "$sanitized_built" ] || try build-tsan '--suite threads'

if wait "$same"; then passed=$((passed + 1)); else fail "tests/same_json.sh"; fi
cat build/same_json.log
count_page test
count_page test-site
finish
