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
for threads in 1 "3 --pin"; do
    # shellcheck disable=SC2086 # two words
    run tournament race:seats=3,pieces=2 random greedy random greedy --groups 20 --seed 2 --json --threads $threads
    check "JSON, $threads threads" good
    cp "$work/out" "$work/of-${threads% *}"
done
check "the same for any number of threads" same_file "$work/of-1" "$work/of-3"
run tournament tictactoe random greedy minimax --groups 10 --seed 1 --ties
check "a model that knows draws, the best first" eval 'good && says "Strengths by a model that knows draws" && says "(a tie of 2 equals is " &&
    grep -q "^  3  *+[0-9.]* +- [0-9.]*  minimax$" "$work/out" && [ "$(wc -L <"$work/out")" -le 80 ]'
run tournament tictactoe random greedy minimax --groups 10 --seed 1 --ties --json
check "and in JSON" eval 'good && grep -q "\"ties\":{\"tie\":\[[0-9.]*\],\"players\":\[{\"player\":\"random\",\"log_worth\":-" "$work/out"'
run tournament tictactoe "minimax:clock=1us" greedy random --groups 2 --seed 1
check "who runs out of time has lost" eval 'good && says "out of time 8"'
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

run tournament tictactoe greedy random --test 0,40 --seed 1 --report "$work/test.svg"
check "a picture of a test" eval 'good && grep -q "log-likelihood ratio" "$work/test.svg" && python3 -c "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])" "$work/test.svg"'
run tournament tictactoe "minimax:depth=2" random greedy --groups 10 --seed 1 --report "$work/all.svg"
check "a picture of ratings and points" eval 'good && grep -q "points of the row" "$work/all.svg" && [ "$(grep -c "<circle" "$work/all.svg")" -eq 3 ]'
run tournament tictactoe greedy random --report x.png
check "of one kind only" eval 'exits 2 && grep -q "ends with .svg" "$work/err"'
run tournament tictactoe greedy random --groups 2 --threads 200 --seed 1 --time 1s
check "more threads than cores are told, to who thinks by the clock" eval 'exits 0 && grep -q "^200 cores are wanted" "$work/err"'
run tournament tictactoe random greedy --groups 5 --seed 1 --record "$work/five.hra"
run match tictactoe random greedy --rotate --games 10 --part 3/5 --seed 1 --record "$work/third.hra" -o "$work/third"
check "a game is played again by its number" eval 'good && [ "$(grep -c "^hra-record" "$work/third.hra")" -eq 2 ] &&
    [ "$(awk "/^hra-record/ { n++ } n == 5 || n == 6" "$work/five.hra")" = "$(cat "$work/third.hra")" ]'

# ---- openings -----------------------------------------------------------------------------------
printf '# two\nX../.O./...\n\nX../O../...\n' >"$work/two.txt"
run match tictactoe random greedy --rotate --games 6 --seed 1 --openings "$work/two.txt" --each --record "$work/opened.hra"
check "a match from openings says from which" eval 'good && [ "$(grep -c "from X../O../...$" "$work/out")" -eq 2 ] && grep -q "^game 5: .* from X../.O./...$" "$work/out"'
check "records have the position" eval '[ "$(grep -c "^position X../O../...$" "$work/opened.hra")" -eq 2 ]'
run review "$work/opened.hra" --by minimax
check "and are reviewed" good
run tournament tictactoe random greedy --groups 3 --seed 1 --openings "$work/two.txt" --record "$work/opened-too.hra"
check "a tournament has the same games" eval 'good && same_file "$work/opened.hra" "$work/opened-too.hra" && says "2 openings, which go round"'
run tournament tictactoe random greedy minimax --groups 9 --seed 4 --openings "$work/two.txt" --order shuffled --json --store "$work/opened.store"
cp "$work/out" "$work/opened-1"
check "openings in JSON" eval 'good && says "\"openings\":2"'
rm "$work/two.txt"
run tournament resume "$work/opened.store" --json --threads 2
check "a store keeps them, and the file is not needed" eval 'good && same_file "$work/out" "$work/opened-1"'
run tournament report "$work/opened.store"
check "players that do the same from each" says "greedy and minimax play the same moves from the same opening"

# ---- games that are ended early -----------------------------------------------------------------
early="--groups 6 --seed 1 --resign moves=2,score=0.3,twosided=yes --draw after=15,moves=5,score=0.1 --length 60 --tables"
# shellcheck disable=SC2086 # words are meant
{
    run tournament checkers:ballot=all,pieces=2 alphabeta:depth=2 alphabeta:depth=1 $early --record "$work/early.hra" --store "$work/early.store"
    check "games are ended early, and counted" eval 'good && says "games ended early: " && says "as draws" && says "as resigned"'
    check "records say why" eval 'grep -q "^adjudicated draw 0$" "$work/early.hra" && grep -q "^adjudicated resign -1$" "$work/early.hra" && [ "$(grep -c "^result" "$work/early.hra")" -eq 12 ]'
    run tournament report "$work/early.store" --json
    check "the reasons in JSON" eval 'good && says "\"adjudicated\":{\"tables\":"'
    cp "$work/out" "$work/early-1"
    run tournament checkers:ballot=all,pieces=2 alphabeta:depth=2 alphabeta:depth=1 $early --json --threads 2
    check "the same without a store, with two threads" eval 'good && same_file "$work/out" "$work/early-1"'
}
run tournament resume "$work/early.store" --json
check "a store knows when games are ended" eval 'good && same_file "$work/out" "$work/early-1"'
run replay "$work/early.hra"
check "replay says it" says "The game was ended: "
run review "$work/early.hra" --by alphabeta:depth=1
check "such games are reviewed" good

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
    run tune tictactoe "mcts:playouts=10,c={c},memory=1M" -p c=0.2,0.1,2,0.2 --steps 60 --seed 1 --json --csv "$work/curve-$threads.csv" --svg "$work/curve-$threads.svg" --threads $threads
    check "tuning, $threads threads" eval 'good && says "\"steps\":60" && says "\"player\":\"mcts:playouts=10,c="'
    cp "$work/out" "$work/tuned-$threads"
done
check "the same for any number of threads" eval 'same_file "$work/tuned-1" "$work/tuned-2" && same_file "$work/curve-1.csv" "$work/curve-2.csv"'
check "and the picture" eval 'grep -q ">c 0.2 - " "$work/curve-1.svg" && same_file "$work/curve-1.svg" "$work/curve-2.svg"'
check "the curve, a line a batch" eval '[ "$(head -n 1 "$work/curve-1.csv")" = "steps,c" ] && [ "$(wc -l <"$work/curve-1.csv")" -eq 9 ]'
run tune tictactoe "mcts:playouts={n},memory=1M" --parameter n=10,5,20,4 --whole n --steps 40 --seed 1
check "whole numbers stay whole" eval 'good && grep -q "^mcts:playouts=[0-9]*,memory=1M$" "$work/out"'
check "and the test that is due is told" says "hra tournament tictactoe 'mcts:playouts="
start tune tictactoe "mcts:playouts=10,c={c},memory=1M" -p c=0.2,0.1,2,0.2 --steps 100000000 --seed 1 --csv "$work/stopped.csv"
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

printf 'X../.O./...\nXO./...\n' >"$work/bad.txt"
while IFS='|' read -r words text; do
    # shellcheck disable=SC2086 # words are meant
    run tournament ${words/OPENINGS/--openings $work/bad.txt}
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
yahtzee optimal random --length 9|Yahtzee is played for what each gets
race:seats=2,pieces=1 random random --tables|in Race chance decides too
backgammon random random --resign moves=2,score=0.9|one may lose more than a game
tictactoe random greedy --draw mves=3|--draw has no option 'mves'; it takes after, moves, score; did you mean 'moves'?
tictactoe random greedy --resign score=0|--resign: option 'score' takes
tictactoe random greedy OPENINGS|bad.txt: line 2: expected nine of X O .
tictactoe random greedy OPENINGS --order wild|--order is given or shuffled, not 'wild'
tictactoe random greedy --order shuffled|--order is that of the openings: --openings FILE
tictactoe minimax exact --test 0,5|played the same moves in each of 4 groups
CASES
finish
