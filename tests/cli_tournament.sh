#!/usr/bin/env bash
# Tests of hra tournament and hra tune at the command line: ratings and matrix, a sequential test, records, Ctrl-C.
#
#     tests/cli_tournament.sh HRA JSON_CHECK
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

run tournament tictactoe random greedy minimax --groups 40 --seed 1
check "a table of ratings, the best first" eval 'good && grep -q "^  3  minimax  *+" "$work/out" &&
    [ "$(grep -n minimax "$work/out" | head -n 1 | cut -d: -f1)" -lt "$(grep -n "  random " "$work/out" | head -n 1 | cut -d: -f1)" ]'
check "who got what against whom" says "Points of the row against the column"
check "players that always play alike count once" says "greedy and minimax play the same moves each time"
check "80 columns" eval '[ "$(wc -L <"$work/out")" -le 80 ]'
for threads in 1 3; do
    run tournament race:seats=3,pieces=2 random greedy random greedy --groups 20 --seed 2 --json --threads $threads
    check "JSON, $threads threads" good
    cp "$work/out" "$work/of-$threads"
done
check "the same for any number of threads" same_file "$work/of-1" "$work/of-3"
run tournament tictactoe greedy random minimax --gauntlet --groups 10 --seed 1 --json
check "a gauntlet leaves out those who do not meet the first" eval '[ "$(grep -o "\"players\":\[[0-9],[0-9]\]" "$work/out" | tr "\n" " ")" = "\"players\":[0,1] \"players\":[0,2] " ]'

run tournament tictactoe greedy random --test 0,40 --seed 1
check "a test is decided" eval 'good && says "test of 0 against 40 normalized Elo" && says "40 is accepted" && says "pairs of which it got"'
run tournament tictactoe random greedy --test 0,40 --seed 1
check "and the other way" says ": 0 is accepted"
run tournament tictactoe random random --test 0,5 --groups 3 --seed 1
check "or not" says "not decided"
run tournament tictactoe greedy random --test 0,40 --seed 1 --verbose
check "a line for each step of it" eval 'grep -q "^greedy [0-9.]*, random [0-9.]*; [0-9]* groups, log-likelihood ratio" "$work/out"'

run tournament tictactoe random greedy random --groups 5 --seed 1 --record "$work/all.hra"
check "records of all games" eval 'good && [ "$(grep -c "^result " "$work/all.hra")" -eq 30 ]'
run tournament tictactoe random greedy --groups 5 --seed 1 --record "$work/pairing.hra"
run match tictactoe random greedy --rotate --games 10 --seed 1 --record "$work/match.hra"
check "those of a pairing are those of a match" same_file "$work/pairing.hra" "$work/match.hra"

start tournament yahtzee random greedy --groups 1000000000 --seed 1 --record "$work/stopped.hra"
until_true '[ -s "$work/stopped.hra" ]'
interrupt
check "Ctrl-C rates what was played" eval 'exits 130 && says "(interrupted)" && says "Elo"'

# ---- tuning -------------------------------------------------------------------------------------
for threads in 1 2; do
    run tune tictactoe "mcts:playouts=10,c={c},memory=1M" -p c=0.2,0.1,2,0.2 --steps 60 --seed 1 --json -o "$work/curve-$threads.csv" --threads $threads
    check "tuning, $threads threads" eval 'good && says "\"steps\":60" && says "\"player\":\"mcts:playouts=10,c="'
    cp "$work/out" "$work/tuned-$threads"
done
check "the same for any number of threads" eval 'same_file "$work/tuned-1" "$work/tuned-2" && same_file "$work/curve-1.csv" "$work/curve-2.csv"'
check "the curve, a line a batch" eval '[ "$(head -n 1 "$work/curve-1.csv")" = "steps,c" ] && [ "$(wc -l <"$work/curve-1.csv")" -eq 9 ]'
run tune tictactoe "mcts:playouts={n},memory=1M" --parameter n=10,5,20,4 --whole n --steps 40 --seed 1
check "whole numbers stay whole" eval 'good && grep -q "^mcts:playouts=[0-9]*,memory=1M$" "$work/out"'
check "and the test that is due is told" says "hra tournament tictactoe 'mcts:playouts="
start tune tictactoe "mcts:playouts=10,c={c},memory=1M" -p c=0.2,0.1,2,0.2 --steps 100000000 --seed 1 -o "$work/stopped.csv"
until_true 'grep -q "^ *8  c " "$work/out"'
interrupt
check "Ctrl-C tells how far it came" eval 'exits 130 && says "steps, seed 1" && [ "$(wc -l <"$work/stopped.csv")" -gt 1 ]'
while IFS='|' read -r words text; do
    # shellcheck disable=SC2086 # words are meant
    run tune tictactoe $words
    check "refused: tune $words" wrong "$text"
done <<'CASES'
mcts:c={c}|which numbers? --parameter NAME=
mcts:c={c} -p c=1,2|--parameter takes NAME=START,LEAST,MOST,STEP
mcts:c={c} -p c=1,2,3,1|numbers in order
mcts:c={d} -p c=1,0,3,1|the player does not name {c}
mcts:c={c} -p c=1,0,3,1 --whole d|--whole names no --parameter
mcts:d={c} -p c=1,0,3,1|has no option 'd'
mcts:c={c} -p c=1,0,3,1 --rate x|--rate takes a number
CASES

while IFS='|' read -r words text; do
    # shellcheck disable=SC2086 # words are meant
    run tournament $words
    check "refused: $words" wrong "$text"
done <<'CASES'
tictactoe random|is for 2 to 256 players, not 1
tictactoe random human|'human' sits in hra play
tictactoe random rendom|did you mean 'random'?
tictactoe random greedy --test 0|--test takes two numbers, such as 0,5
tictactoe random greedy --test 5,0|low
tictactoe random greedy --test 0,90|apart
tictactoe random greedy random --test 0,5|a test is of one pairing, and 3 players make 3
tictactoe random greedy --test 0,5 --errors 0,2|
tictactoe random greedy --groups 0|--groups takes a whole number from 1
tictactoe minimax exact --test 0,5|played the same moves in each of 4 groups
CASES
finish
