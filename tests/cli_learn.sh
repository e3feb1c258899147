#!/usr/bin/env bash
# Tests of hra learn at the command line: what it says and keeps, going on after Ctrl-C and a kill, curves, refusals.
#
#     tests/cli_learn.sh HRA JSON_CHECK
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

run help learn
read -r -a example <<<"$(sed -n 's/^  hra \(learn .*exact\)$/\1/p' "$work/out")"
check "the help has an example" eval 'good && [ "${#example[@]}" -gt 2 ]'
run "${example[@]}" --seed 1
check "which learns not to lose" eval 'good && grep "^ *[0-9]" "$work/out" | tail -n 1 | grep -q " 0.500 ± 0.000"'
check "saves to a file named by game and method" eval '[ -s tictactoe-td.hra ] && says "Saved to tictactoe-td.hra"'
check "and says at last who plays it" eval '[ "$(tail -n 1 "$work/out")" = "Play it: hra play tictactoe human learnt:file=tictactoe-td.hra" ]'
run "${example[@]}" --games 10 --measure 0
check "a file that is there stays" eval 'good && says "Saved to tictactoe-td-2.hra" && [ "$(wc -c <tictactoe-td.hra)" -gt "$(wc -c <tictactoe-td-2.hra)" ]'
cp tictactoe-td.hra first
run learn tictactoe --seed 1 --measure 0 --points 1 --out second
check "the same seed, the same file" eval 'good && same_file first second'
run learn tictactoe --out first --resume --measure 0
check "which is as long as is learnt by default" eval 'good && same_file first second'
run methods
check "a table says how long" eval 'good && grep -q "^  tictactoe    td \* .* 60000  rate=0.5,explore=0.2,opening=8$" "$work/out"'

run learn tictactoe --method zero:playouts=2 --games 50 --measure 0 --seed 1 --store "$work/store" --out stored
check "a store keeps every option that the game decides" eval 'good && grep -aq "^method zero:playouts=2,hidden=128,opening=8,window=5000,half=10000$" stored'
run learn status "$work/store"
check "and says so" eval 'good && says "zero:playouts=2,hidden=128,opening=8,window=5000,half=10000"'
run learn report "$work/store" --measure 0
check "what is reported of it has a name, too" eval 'good && [ -s tictactoe-zero.hra ] && same_file stored tictactoe-zero.hra'

# The last line, typed as it stands, for each method; who plays against it is no person.
for method in td td:form=net sarsa q mc vi pi rote samuel tdleaf zero:playouts=5 rollout; do
    run learn tictactoe --method "$method" --games 10 --points 1 --measure 0 --out "it is $method"
    line=$(tail -n 1 "$work/out")
    eval "run ${line#Play it: hra } --seed 1"
    check "the last line begins a game: $method" eval 'says "X, your move"'
    eval "run $(sed 's/^Play it: hra //; s/ human/ random/' <<<"$line") --seed 1"
    check "the player that is named plays: $method" eval 'good && says "it is ${method%%:*}"'
done
for game in yahtzee yahtzee:seats=2 pacman:limit=50 race race:seats=2 empire; do
    run learn "$game" --games 2 --points 1 --measure 0 --out "of-$game"
    eval "run $(tail -n 1 "$work/out" | sed 's/^Play it: hra //; s/ human/ random/') --seed 1"
    check "and in its game: $game" eval 'good && says "of-${game%%:*}"'
done

table=td:form=table,rate=0.1,explore=0.2,opening=0
run learn tictactoe -m $table --out "$work/whole" --games 3000 --points 3 --seed 1 -a exact random
check "it learns" eval 'good && says "tictactoe learns by $table: a table of 0 positions, seed 1"'
check "not to lose against exact" eval 'grep -q "^ *3000 .* 0.500 ± 0.000" "$work/out"'
check "and says how to play it" says "hra play tictactoe human learnt:file=$work/whole"
run match tictactoe "learnt:file=$work/whole" exact --rotate --games 20 --json
check "as a player" eval 'good && says "\"losses\":0"'
run search tictactoe -m "greedy:eval=net(file=$work/whole)"
check "as an evaluation" good
run search tictactoe -m "learnt:file=$work/whole" --json
check "with what each move is worth" eval 'good && says "\"kind\":\"estimate\""'

run learn tictactoe -m $table --out "$work/part" --games 1000 --measure 0 --points 1 --seed 1
run learn tictactoe --out "$work/part" --games 3000 --measure 0 --points 2 --resume
check "going on gives the same file" eval 'good && same_file "$work/whole" "$work/part"'
run learn tictactoe --out "$work/part" --games 2000 --measure 10 --points 5 --resume
check "who has learnt from more games is measured once and stays" eval 'good && same_file "$work/whole" "$work/part" && [ "$(grep -c "^ *3000 " "$work/out")" -eq 1 ]'
start learn tictactoe -m $table --out "$work/stopped" --games 1000000000 --measure 0 --seed 1
until_true '[ -s "$work/stopped" ] && [ -s "$work/out" ]'
interrupt
check "Ctrl-C keeps what was learnt and says how to go on" eval 'exits 130 && says "hra learn tictactoe --resume --out $work/stopped"'
start learn tictactoe -m $table --out "$work/killed" --games 1000000000 --measure 0 --seed 1
until_true '[ -s "$work/killed" ]'
kill_it
run learn tictactoe --out "$work/killed" --games 3000 --measure 0 --resume
check "a kill leaves a whole file" eval 'good && same_file "$work/whole" "$work/killed"'
run learn --out "$work/killed" --games 3100 --measure 0 --resume
check "which knows its game" eval 'good && says "tictactoe learns by td"'
run learn --out "$work/nothing"
check "and which has to be named at first" wrong "something is missing"
printf 'hra-learnt 1\ngame tree:file=/etc/passwd\nform net\n' >"$work/elsewhere"
run learn --out "$work/elsewhere" --resume
check "a file reads no other" eval '[ "$status" -ne 0 ] && one_line && complains "no file may be read that a spec names"'

run learn nim -m q:form=table --out "$work/q" --games 200 --points 2 --runs 2 --seed 5 --csv "$work/q.csv" --svg "$work/q.svg" --json
check "JSON" json any
check "a file for each run" [ -s "$work/q-2" ]
check "the curve as a table" eval '[ "$(head -n 1 "$work/q.csv")" = "seed,games,seconds,against,score,error,played" ] && [ "$(grep -c "^[56]," "$work/q.csv")" -eq 6 ]'
check "the curve as a picture" eval 'grep -q "</svg>" "$work/q.svg" && ! grep -q "nan\|inf" "$work/q.svg"'
run learn tictactoe -m zero:hidden=64 --out "$work/z" --games 200 --points 1 --measure 20 --seed 1 -a exact
check "a search that guides itself" eval 'good && says "a net 19-64-10, 1930 weights" && says "hra play tictactoe human zero:file=$work/z"'
run search tictactoe -m "zero:file=$work/z" --json
check "tells means of its simulations" eval 'good && says "\"kind\":\"mean\""'
run match tictactoe "zero:file=$work/whole" random --games 1
check "and takes no table" eval '[ "$status" -ne 0 ] && one_line && complains "take learnt"'

run learn tictactoe -m rollout:hidden=8,round=10 --out "$work/o" --games 20 --measure 0 --seed 1 --bare "$work/bare"
check "what plays is written alone" eval 'good && [ "$(wc -c <"$work/bare")" -lt "$(($(wc -c <"$work/o") / 3))" ]'
cp "$work/bare" "$work/bare2"
run learn tictactoe --out "$work/bare2" --resume --games 40
check "and cannot go on" eval '[ "$status" -ne 0 ] && one_line && complains "it holds what plays alone"'
for file in o bare; do
    run search tictactoe -m "minimax:depth=2,eval=net(file=$work/$file)"
    sed "s/file=[^)]*//; s/[0-9.]* s\b//" "$work/out" >"$work/$file.says"
done
check "but says the same" same_file "$work/o.says" "$work/bare.says"
run learn tictactoe -m td --out "$work/o" --games 20 --runs 2 --bare "$work/bare"
check "of one run" wrong "--bare is of one run"

run learn tictactoe -m samuel:depth=2,kept=3 --out "$work/s" --games 100 --points 1 --measure 20 --seed 1 -a random
check "a sum of terms is shown" eval 'good && says "  open lines" && says "unused: "'
check "and who looks ahead by it" says "hra play tictactoe human 'alphabeta:full,depth=3,tt=1M,eval=net(file=$work/s)'"
run learn tictactoe -m samuel:depth=2,kept=3 --out "$work/s2" --games 100 --points 1 --measure 0 --seed 1 --threads 2 --json
check "in JSON too" eval 'json any && says "\"terms\":[{\"name\":\"" && same_file "$work/s" "$work/s2"'
run learn tictactoe -m tdleaf:depth=2,form=terms --out "$work/t" --games 100 --points 1 --measure 20 --seed 1 -a exact
check "ends of principal variations" eval 'good && says "open lines"'

run learn tictactoe -m rote:depth=2 --out "$work/r" --games 100 --points 1 --measure 20 --seed 1 -a random
check "positions that are kept, and what judges the rest" eval 'good && says "alphabeta:full,depth=2,tt=1M,eval=net(file=$work/r,else=lines)"'
run search tictactoe -m "alphabeta:depth=2,eval=net(file=$work/s,else=lines)"
check "which a sum of terms has no use for" eval '[ "$status" -ne 0 ] && one_line && complains "is for tables, and this is none"'
run learn nim -m vi --out "$work/v" --games 12 --points 1 --measure 20 --seed 1 -a random
check "values from the rules alone" eval 'good && says "1.000 ± 0.000"'
run learn nim --out "$work/v" --games 13 --measure 0 --resume
check "which are done, and go on being so" good
run learn backgammon -m pi --out "$work/none" --games 1 --measure 0
check "not of a large game" eval '[ "$status" -ne 0 ] && one_line && complains "backgammon is too large"'

run learn yahtzee -m td:hidden=0,rate=0.01 --out "$work/y" --games 20 --points 1 --measure 10 --seed 1
check "alone at the table the mean score is told" eval 'good && says "mean score"'
run learn pacman --out "$work/p" --games 20 --points 1 --measure 10 --seed 1
check "among other players" eval 'good && says "a sum of terms"'
run learn yahtzee -m td:hidden=0,rate=10 --out "$work/bad" --games 100 --measure 0 --seed 1
check "what diverges is told" eval 'exits 1 && complains "it diverges"'

echo "no" >"$work/other"
while IFS='|' read -r words text; do
    # shellcheck disable=SC2086 # words are meant
    run learn $words
    check "refused: learn $words" eval '[ "$status" -ne 0 ] && one_line && complains "$text"'
done <<CASES
tictactoe --out $work/whole|is there already
tictactoe --resume|missing --out FILE
tictactoe --out $work/other --resume|this is nothing that was learnt
tictactoe --out $work/none --resume|there is no such file
nim --out $work/whole --resume|it was learnt of
tictactoe --out $work/x -m tdx|did you mean 'td'?
backgammon --out $work/x -m samuel|for games without chance
tictactoe --out $work/x -m samuel:kept=0|option 'kept' takes
tictactoe --out $work/x -m td:hiden=4|has no option 'hiden'
tictactoe --out $work/x -m td:from=$work/other|this is nothing that was learnt
tictactoe --out $work/x --games 5 --time 2s|not both
tree -m zero --out $work/x|has no features to learn by
tictactoe --out $work/x -a nobody|has no player 'nobody'
tictactoe --out /nowhere/x|cannot be written
CASES
run match tictactoe "learnt:file=$work/other" random --games 1
check "a file that is none of ours" eval 'exits 2 && one_line && complains "this is nothing that was learnt"'
head -c 300 "$work/whole" >"$work/cut"
run match tictactoe "learnt:file=$work/cut" random --games 1
check "a file that was cut off" eval 'exits 2 && one_line && complains "it is cut off"'
run match nim "learnt:file=$work/whole" random --games 1
check "a file of another game" eval 'one_line && complains "it was learnt of the game tictactoe, not of nim"'

finish
