#!/usr/bin/env bash
# Tests of hra hub: a dialogue as a program would hold it, and hostile lines.
#
#     tests/cli_hub.sh HRA
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
set -u
[ $# -eq 1 ] || { echo "usage: $0 HRA" >&2; exit 2; }
hra=$(realpath "$1")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
start=bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww
study=eWeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
failed=0

coproc ENGINE { timeout 900 "$hra" hub --data "$work/data" 2>"$work/err"; }
engine=$ENGINE_PID to=${ENGINE[1]} from=${ENGINE[0]}
tell() { printf '%s\n' "$@" >&"$to"; }
expect() { # NAME PATTERN: a line that matches comes before patience ends; `line` is it
    while read -r -t 300 -u "$from" line; do
        if [[ $line =~ ^$2$ ]]; then
            echo "ok    $1"
            return
        fi
    done
    echo "FAIL  $1: nothing like '$2'"
    failed=$((failed + 1))
}

tell 'go think'
expect "a search before init" 'error message=.*'
tell hub
expect "id" 'id name=hra version=.* author=".*"'
expect "parameters" 'param name=variant value=english .*'
expect "wait" wait
tell 'set-param name=tables value=3' 'set-param name=tt-size value=1' 'set-param name=level value=11'
expect "a level out of bounds" 'error .*'
tell init
expect "ready" ready
tell ping
expect "ping" pong
tell 'go think'
expect "a search before pos" 'error message="there is no position yet"'
tell "pos pos=B$start" 'level depth=5' 'go think'
expect "info" 'info depth=5 score=-?[0-9.]+ nodes=[0-9]+ time=[0-9.]+ nps=[0-9.]+ pv="[0-9]+-[0-9]+( [0-9x-]+){4,}"'
expect "a move of black" 'done move=(9-1[34]|10-1[45]|11-1[56]|12-16) ponder=2[1-4]-(1[6-9]|20)'
tell "pos pos=B$start moves=\"11-15 22-18\"" 'level nodes=2000' 'go think'
expect "a capture by its pieces" 'done move=15x22x18( ponder=.*)?'
tell "pos pos=B$start moves=\"11-15 22-18 15x22x18 25x18x22\"" 'level move-time=0.05' 'go think'
expect "moves with captures" 'done move=.*'
tell 'pos pos=WBeeeeeeeeWeeeWeeeeeeeeeeeeeeeeee' 'level move-time=60' 'go think'
expect "the whole line, as the tables know it" 'info depth=15 score=5[0-9.]+ .*pv="14-9( [0-9x-]+){13} [0-9]+x[0-9]+x[0-9]+"'
expect "the only move that wins in 15" 'done move=14-9 ponder=1-5'
tell "pos pos=B$start" 'level infinite' 'go analyze' ping
expect "ping in a search" pong
tell stop
expect "stop" 'done move=.*'
tell "pos pos=B$start moves=\"9-13 22-18 11-15\"" 'level depth=2' 'go think'
expect "the name of an opening" 'info depth=2 .* pv=".*" opening="Edinburgh Single, ballot 8"'
expect "and its move" 'done move=18x11x15.*'
tell "pos pos=B$start" 'level infinite' 'go ponder' 'ponder-hit' stop
expect "ponder-hit" 'done move=.*'
tell 'level moves=3 time=0.2 inc=0.01' 'go think'
expect "a clock" 'done move=.*'

tell "pos pos=B$start" 'level infinite' 'go think' "pos pos=W$start"
expect "pos ends a search, with its move" 'done move=(9-1[34]|10-1[45]|11-1[56]|12-16).*'
tell 'go think' 'go think'
expect "so does go" 'done move=2[1-4]-(1[6-9]|20).*'
tell stop
expect "each go has one move" 'done move=2[1-4]-(1[6-9]|20).*'
tell ping
expect "and no other" '(pong|done.*)'
[[ $line == pong ]] || { echo "FAIL  one move too many: $line"; failed=$((failed + 1)); }

# ---- what no program should say -------------------------------------------------------------------
for bad in "pos pos=X$start" 'pos pos=B' 'pos' "pos pos=B${start}e" "pos pos=B$start moves=\"11-16 11-16\"" \
    "pos pos=B$start moves=\"99-99\"" "pos pos=B$start moves=\"11xx15\"" "pos pos=Wb${start:1:31} moves=x"; do
    tell "$bad"
    expect "$bad" 'error message=.*'
done
for bad in 'level move-time=-1' 'level depth=x' 'pign' 'set-param name=bobo value=2'; do
    tell "$bad" ping
    expect "$bad" '(error message=.*|pong)'
    [[ $line == pong ]] && { echo "FAIL  $bad: no error"; failed=$((failed + 1)); continue; }
    expect "and goes on" pong
done
tell "pos pos=B$study" 'go think'
expect "a game that is over" 'error message=.*'
tell "$(head -c 200000 /dev/zero | tr '\0' 'x')"
expect "a long line" 'error message="a line is too long"'
tell '' '   ' '=' 'pos =' 'level depth=-1 time=nan move-time=1e999' 'a "b' 'go' 'unknown thing=1' \
    'set-param' 'set-param name=' "level $(printf 'a=b %.0s' {1..100})" $'\x01\xff' ping
expect "odd lines do no harm" pong
tell new-game "pos pos=W$start" 'level depth=3' 'go think'
expect "still there" 'done move=.*'
tell 'level infinite' 'go think' "pos pos=B$start" 'go ponder' new-game 'go analyze' init
expect "what comes while it thinks ends the thinking" ready
tell 'level infinite' 'go think' quit
wait "$engine"
status=$?
[ "$status" -eq 0 ] && echo "ok    quit, while it thinks" || { echo "FAIL  quit: status $status"; failed=$((failed + 1)); }

# Where input ends, everything that was asked before is still done.
printf '%s\n' 'set-param name=tables value=0' init hub 'go think' | timeout 900 "$hra" hub >"$work/piped" 2>"$work/err"
status=$?
printf '%s\n' ready id param param param param param param wait error >"$work/wanted"
sed 's/ .*//' "$work/piped" | cmp -s - "$work/wanted" && [ $status -eq 0 ] && echo "ok    a whole dialogue from a pipe" ||
    { echo "FAIL  a whole dialogue from a pipe: status $status"; cat "$work/piped"; failed=$((failed + 1)); }

timeout 900 "$hra" hub <&- >"$work/piped" 2>"$work/err"
status=$?
[ $status -eq 0 ] && echo "ok    no input at all" || { echo "FAIL  no input at all: $status"; failed=$((failed + 1)); }

# Tables of six pieces take minutes to build; signals and `quit` end that and the engine, ping does not.
mkfifo "$work/lines"
# Under nohup a hangup would be ignored by the engine too.
for end in INT TERM HUP quit; do
    env --default-signal=HUP "$hra" hub --data "$work/six-$end" <"$work/lines" >"$work/six.out" 2>"$work/six.err" &
    engine=$!
    exec 9>"$work/lines"
    printf '%s\n' hub 'set-param name=tables value=6' init ping >&9
    for _ in $(seq 3000); do # until the first table is there
        kill -0 "$engine" 2>/dev/null && [ -z "$(find "$work/six-$end" -type f 2>/dev/null)" ] || break
        sleep 0.1
    done
    [ $end = quit ] && echo quit >&9 || kill -$end "$engine"
    { wait "$engine"; } 2>/dev/null
    echo "ok    $end while tables are built: status $?"
    exec 9>&-
    if grep -q ready "$work/six.out" || ! grep -q pong "$work/six.out"; then
        echo "FAIL  $end: the tables were not given up, or ping was not answered"
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ] || sed 's/^/      err: /' "$work/err" | head -n 80
exit $((failed > 0))
