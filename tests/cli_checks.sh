# shellcheck shell=bash disable=SC2034
# What the tests of the command line are made of; sourced by them.
#
#     . cli_checks.sh HRA JSON_CHECK
#
# HRA is the program, JSON_CHECK the one of json_check.c. Everything happens in a folder that is
# removed in the end. Each check prints one line; `finish` counts them.
set -u
[ $# -eq 2 ] || { echo "usage: $0 HRA JSON_CHECK" >&2; exit 2; }
hra=$(realpath "$1")
json_check=$(realpath "$2")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/here"
cd "$work/here" || exit 2
export HOME=$work/home XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8 TERM=xterm
unset NO_COLOR
# Tables of checkers that the whole run built once; without them each test builds its own.
[ -z "${HRA_TEST_TABLES:-}" ] || { mkdir -p "$XDG_DATA_HOME/hra" && cp -r "$HRA_TEST_TABLES/checkers" "$XDG_DATA_HOME/hra/"; }
passed=0 failed=0 status=0
patience=900 # seconds until what hangs is killed: a sanitized program on a busy machine takes its time
newline=$'\n'

# ---- what a check is made of --------------------------------------------------------------------

check() { # NAME COMMAND...: the command succeeds
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "ok    $name"
    else
        failed=$((failed + 1))
        echo "FAIL  $name"
        echo "      ($*)"
        sed 's/^/      out: /' "$work/out" | head -n 12
        sed 's/^/      err: /' "$work/err" | head -n 6
    fi
}

run() { # ARGUMENTS...: runs the program; its output lies in out and err, its exit status in status
    timeout "$patience" "$hra" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

feed() { # LINES ARGUMENTS...: the same with these lines on standard input
    local lines=$1
    shift
    printf '%s' "$lines" | timeout "$patience" "$hra" "$@" >"$work/out" 2>"$work/err"
    status=$?
}

says() { grep -qF -- "$1" "$work/out"; }
complains() { grep -qF -- "$1" "$work/err"; }
exits() { [ "$status" -eq "$1" ]; }
is_quiet() { [ ! -s "$work/err" ]; }
one_line() { [ "$(wc -l <"$work/err")" -eq 1 ] && [ "$(head -c 5 "$work/err")" = "hra: " ]; }
good() { exits 0 && is_quiet && [ -s "$work/out" ]; }
wrong() { exits 2 && one_line && [ ! -s "$work/out" ] && complains "$1"; }
refused() { exits 2 && one_line && complains "$1"; } # what was sent; what was typed is `wrong`
failing() { exits 1 && one_line && complains "$1"; }
json() { good && "$json_check" "$1" <"$work/out"; }
prints() { [ "$("$json_check" "$1" "$2" <"$work/out")" = "$3" ]; }
figures() { sed 's/"seconds":[0-9.e+-]*//g' "$work/out"; }
moves_in() { grep -c '^[0-9*] ' "$1"; } # of a record, including those taken back
same_file() { cmp -s "$1" "$2"; }
same_play() { cmp -s <(grep -v "^# Date: " "$1") <(grep -v "^# Date: " "$2"); } # records, on whatever day

# ---- a program that runs beside the test --------------------------------------------------------
# Waits until COMMAND succeeds, or patience ends.
until_true() {
    local i
    for ((i = 0; i < 20 * patience; i++)); do
        eval "$1" && return 0
        sleep 0.05
    done
    return 1
}

# Starts the program with ARGUMENTS, and a pipe at its standard input that stays open as number 9.
start() {
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    "$hra" "$@" <"$work/pipe" >"$work/out" 2>"$work/err" &
    pid=$!
    exec 9>"$work/pipe"
}

# Ctrl-C, again and again in case it comes before the program is ready for it; then its exit status.
interrupt() {
    until_true 'kill -INT $pid 2>/dev/null; sleep 0.1; ! kill -0 $pid 2>/dev/null' || kill -9 $pid
    wait $pid
    status=$?
    exec 9>&-
}

kill_it() { # with kill -9
    kill -9 $pid
    wait $pid 2>/dev/null
    exec 9>&-
}

finish() {
    echo "$passed checks passed, $failed failed"
    [ "$failed" -eq 0 ]
}
