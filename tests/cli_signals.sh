#!/usr/bin/env bash
# Every command ends by Ctrl-C, SIGTERM and a hang-up, at work or while it waits for input.
#
#     tests/cli_signals.sh HRA JSON_CHECK
#
# A command that works is signalled when it has used some time of the processor, one that waits when it sleeps:
# states, whatever the clock says. Each tells then how far it was. With ALL set each command takes all three signals, else one.
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

mkfifo "$work/silence"
exec 9<>"$work/silence"
run match tictactoe random random --games 1 --seed 1 --record "$work/one.hra"
run match checkers random random --games 1 --seed 1 --record "$work/long.hra"

# STATE PID: it works (has used 200 ms), or waits for input.
works() { [ "$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f12)" -ge 20 ] 2>/dev/null; }
waits() {
    grep -q '^State:.S' "/proc/$1/status" 2>/dev/null &&
        [ $((0x$(sed -n 's/^SigCgt:.//p' "/proc/$1/status") & 2)) -ne 0 ]
}

ends() { # SIGNAL STATE COMMAND...
    local signal=$1 state=$2
    shift 2
    env --default-signal=HUP,INT,TERM "$hra" "$@" <&9 >"$work/out" 2>"$work/err" &
    pid=$!
    until_true "$state $pid || ! kill -0 $pid 2>/dev/null"
    kill "-$signal" $pid
    until_true "! kill -0 $pid 2>/dev/null" || kill -9 $pid
    wait $pid
    status=$?
    # who speaks a protocol may end as if its input had
    if [ "$1" = hub ] && exits 0; then
        check "$signal ends hra $1" exits 0
        return
    fi
    check "$signal ends hra $1" exits 130
    check "... and how far it was is told" grep -qE '^hra: interrupted after [0-9]+\.[0-9] s: .' "$work/err"
}

signals=(INT TERM HUP)
next=0
while read -r state command; do
    for i in 0 1 2; do
        # shellcheck disable=SC2086 # words are meant
        [ -z "${ALL:-}" ] && [ $i -ne $((next % 3)) ] || ends "${signals[$i]}" "$state" $command
    done
    next=$((next + 1))
done <<COMMANDS
works match checkers random random --games 100000000 --seed 1
works search checkers --method alphabeta:depth=40 --time 100000s
works compare checkers minimax:depth=30 random
works tree checkers --method minimax:depth=20
works solve race:ring=16,pieces=2
works perft checkers 30
works rollout backgammon --trials 100000 --seed 1
works tournament checkers alphabeta:depth=3 greedy random --groups 100000 --seed 1
works learn tictactoe --method td --games 100000000 --out $work/learnt.hra
works tune nim mcts:playouts=40,c={c} -p c=1.4,0.1,4,0.2 --steps 1000000
works play checkers alphabeta:depth=40 random --seed 1
works replay $work/long.hra --method minimax:depth=30
works review $work/long.hra --by minimax:depth=30
works search yahtzee --method atleast:score=300
works compare yahtzee greedy --reference atleast:score=300 --position dice=1-2-3-4-6
works match yahtzee atleast:score=300 --games 1
works match yahtzee optimal --games 100000000
works play yahtzee atleast:score=300 --seed 1
works bench --only checkers-tables --runs 1000
waits play tictactoe human human --seed 1
waits replay -
waits review -
waits session
waits hub
COMMANDS
finish
