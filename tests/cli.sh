#!/usr/bin/env bash
# Tests of the command line, as a person or another program meets it.
#
#     tests/cli.sh HRA JSON_CHECK
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
root=$(dirname "$(dirname "$(realpath "$0")")")
. "$root/tests/cli_checks.sh"

# ---- what there is ------------------------------------------------------------------------------
run
check "hra alone greets" good
check "and names every game" eval 'says yahtzee && says tictactoe'
commands=$(sed -n '/^What to do/,/^$/s/^  hra \([a-z]*\) .*/\1/p' "$work/out" | sort)
check "and the commands, each once" eval '[ "$(wc -w <<<"$commands")" -ge 10 ] && [ -z "$(uniq -d <<<"$commands")" ]'
run --version
check "--version" eval 'good && [ "$(wc -l <"$work/out")" -eq 1 ]'
for command in $commands; do
    run "$command" --help
    check "$command --help" eval 'good && says Options: && says "hra $command"'
    cp "$work/out" "$work/help"
    run help "$command"
    check "help $command" eval 'good && cmp -s "$work/out" "$work/help"'
    run "$command" -h
    check "$command -h" good
done

run rules
games=$(sed -n 's/^  hra rules //p' "$work/out")
run games
check "the rules of every game are there" eval '[ "$(sort <<<"$games")" = "$(sed -n "s/^\([a-z][a-z]*\)  .*/\1/p" "$work/out" | sort)" ]'
for game in $games; do
    run rules "$game"
    check "rules $game" eval 'good && grep -q "^Moves$" "$work/out" && grep -q "^Sources$" "$work/out" &&
        ! grep -q "[\`]\|\*\*\|](\|^!\|^#\|^[^ ].\{80\}" "$work/out"'
done
run rules yahtzee:rules=yatzy moves
check "a chapter of the rules" eval 'good && ! says "Positions" && says "reroll 1 3"'
LC_ALL=C.UTF-8 LANGUAGE=cs run rules nim moves
check "a chapter in Czech" eval 'good && says Tahy && says "b3 vezme tři"'
run rules nim tahy
check "a Czech chapter in English" eval 'good && says Moves && says "b3 takes three"'
run rules nim strategy
check "a chapter that is not there" wrong "have no chapter"
run rules yatzee
check "rules of no game" wrong "did you mean"
# ---- completion ---------------------------------------------------------------------------------
completes() { # EXPECTED WORD...: what the last word may go on as
    run --complete "${@:2}"
    check "completion of '${*:2}'" eval 'exits 0 && [ "$(tr "\n" " " <"$work/out")" = "'"$1"'" ]'
}
completes "play plays " pl
completes "match methods " help m
completes "yahtzee " play ya
completes "yahtzee:rules= yahtzee:seats= " play yahtzee:
completes "yahtzee:rules=free,seats= " match yahtzee:rules=free,
completes "pacman:layout=corridor pacman:layout=comb pacman:layout=crossroads pacman:layout=city " show pacman:layout=c
completes "empire:map=a empire:map=thesis " play empire:map=
completes "expert:level=1 expert:level=10 " play checkers human expert:level=1
completes "human heuristic " play yahtzee h
completes "heuristic " match yahtzee --games 5 h
completes "alphabeta:eval=material alphabeta:eval=corner alphabeta:eval=corner-flat alphabeta:eval=learnt alphabeta:eval=net( " search checkers -m alphabeta:eval=
completes "--advice --adviser " play yahtzee --adv
completes "manual " play yahtzee --dice ""
completes "moves " rules empire mo
completes "resume report race " tournament r
completes "" tournament resume ""
completes "" review ""
completes "" play atlantis human:
completes "" nonsense a
in_bash() { # LINE: what bash would put for its last part
    hra=$hra bash --norc -c '. "$0"; COMP_WORDBREAKS=$2; COMP_LINE=$1 COMP_POINT=${#1}; _hra; echo "${COMPREPLY[*]}"' \
        "$root/docs/completion/hra.bash" "$hra $1" $' \t\n"\047><=;|&(:'
}
check "bash puts what comes behind :" eval '[ "$(in_bash "play yahtzee:")" = "rules= seats=" ]'
check "and behind =" eval '[ "$(in_bash "play empire:map=")" = "a thesis" ]'
check "and whole words" eval '[ "$(in_bash "play checkers human ex")" = "expert ext expectimax expectiminimax exact" ]'
check "and the next one" eval '[ "$(in_bash "rules nim ")" = "game options moves positions values players sources" ]'

run games nim:rows=2
check "a spec names its game" eval 'good && says "nim  Nim: take"'
run games yahtzee
check "games GAME lists options of players" eval 'good && says "          score=" && says "  [" '
check "and no player twice" eval '[ "$(grep -c "^      greedy " "$work/out")" -eq 1 ]'
run games
check "games alone is short" eval 'good && ! says "          score=" && says "      atleast "'

# ---- wrong use: exit status 2, one line, nothing on standard output -----------------------------
long=$(head -c 5000 /dev/zero | tr '\0' x) many=${long:0:65}
while IFS='|' read -r arguments words; do
    eval "run $arguments"
    check "wrong: $arguments" wrong "$words"
done <<'CASES'
frobnicate|there is no command 'frobnicate'
pefrt tictactoe 3|did you mean 'hra perft'?
perft|something is missing
perft tictactoe|something is missing
perft tictactoe x|not 'x'
perft tictactoe -1|not '-1'
perft tictactoe 1001|from 0 to 1000
perft tictactoe 3 4|nothing is to follow, found '4'
perft tictactoe 3 --jsn|did you mean '--json'?
perft tictactoe 3 --json=yes|takes no value
perft tictactoe 3 -x|there is no option '-x'
perft tictactoe 3 --position|needs P
perft tictactoo 3|did you mean 'tictactoe'?
perft tictactoe:size=4 3|character 11 of 'tictactoe:size=4'
perft 'nim:rows=3-4,last=losses' 3|did you mean 'loses'?
perft yahtzee:seats=99 3|option 'seats' takes 1..
perft $'tic\ntac' 3|control character
perft tictactoe 3 --position X.O/.X./..|cell 9 is missing (character 11 of
perft tictactoe 3 --position ''|cell 1 is missing
match|something is missing
match tictactoe random random random|2 seats, but 3 players are named
match tictactoe rendom|did you mean 'random'?
match tictactoe human random|'human' sits in hra play
match tictactoe random random --games 0|--games takes a whole number from 1
match tictactoe random random --games 1e3|not '1e3'
match tictactoe random random --threads 0|--threads takes a whole number from 1 to
match tictactoe random random --seed x|--seed takes a whole number
match tictactoe random random --time 3w|--time takes a duration
match tictactoe random random --part 3/2 -o $work/x.part|--part takes I/N, the I-th of N parts
match tictactoe random random --part 1 -o $work/x.part|--part takes I/N, the I-th of N parts
match tictactoe random random --part 0/2 -o $work/x.part|--part takes I/N, the I-th of N parts
match tictactoe random random --games 3 --part 1/4 -o $work/x.part|parts of at least one game
match tictactoe random random --part 1/2|a part is written to a file: -o FILE
match tictactoe random random --part 1/2 -o $work/x.part|the parts of a match have one seed
match nim --merge $work/x.part|parts are merged without playing: 'nim' is too much
match tictactoe greedy:evall=lines random|did you mean 'eval'?
search tictactoe --method alphabetta|did you mean 'alphabeta'?
search tictactoe --method alphabeta:dept=3|did you mean 'depth'?
search tictactoe --method alphabeta:eval=linez|did you mean 'lines'?
search tictactoe --position XXX/OO./...|the game is over; name another
compare tictactoe|name the players once, such as hra compare tictactoe minimax
compare tictactoe minimax --methods alphabeta|name the players once
compare tictactoe --methods alphabeta nothing|tictactoe has no player 'nothing'
tree tree --method alphabetta|did you mean 'alphabeta'?
show|something is missing
show nothing|there is no game 'nothing'
show tictactoe --position X|cell 2 is missing
show tictactoe --moves b2 b2|show: move 2, 'b2': 'b2' is no move here
show tictactoe --moves XX|show: move 1, 'XX'
ugi nim nobody|nim has no player 'nobody'
ugi nim human|sits in hra play
show tictactoe --seat 2|--seat takes a whole number from 0 to 1
show race --dice loaded|--dice takes auto or manual
tree tree --method alphabeta --format png|--format takes text, dot, svg or json
solve|something is missing
solve tictactoe --memory much|--memory takes a size
solve tictactoe --slices|the solution of tictactoe is not built in slices
solve checkers:pieces=3 --slice m0k1-m0k9|checkers:pieces=3 has no slice 'm0k1-m0k9'; did you mean
solve checkers:pieces=3 --slice m0k1-m0k1 --figures|--slices and --slice go with neither
solve checkers:pieces=2 --position B:W21,22:B1,2|the solution of checkers:pieces=2 does not hold 'B:W21,22:B1,2'
play|which game?
play nothing|there is no game 'nothing'
play tictactoe nobody|tictactoe has no player 'nobody'
play tictactoe random random --dice loaded|--dice takes manual
pacman|pacman is a game: 'hra play pacman' plays it
play tictactoe random random --position X|cell 2 is missing
play tictactoe random random --adviser nobody|tictactoe has no player 'nobody'
play --resume|no unfinished play
play tictactoe --resume|leave 'tictactoe' out
review|no play is kept yet
replay|no play is kept yet
games nothing|there is no game 'nothing'
methods nothing|nothing is to follow
bench --runs 0|--runs takes a whole number
bench --only zzz|no benchmark has 'zzz' in its name
play yahtzee random random random random random random random|at most 6 play yahtzee, but 7 players
play tictactoe random random --record $long|a path has at most
play --resume $long|a path has at most
match checkers minimax random --games 1|minimax: checkers is too large to be searched to its end, and nothing limits the search: name depth=
match checkers random minimax --games 1 --store $work/none.db|name depth=, nodes= or time=
tournament checkers random minimax|minimax: checkers is too large to be searched to its end, and nothing limits the search: name depth=
rollout checkers --player minimax|name depth=, nodes= or time=
learn nim:rows=9-9-9-9 -m td --against minimax --out $work/none.hra --games 1|name depth=, nodes= or time=
compare tictactoe --methods ${many//x/minimax }|'minimax' is one too many
play ${many//x/random }|'random' is one too many
CASES

# ---- what cannot be done: exit status 1 ---------------------------------------------------------
mkdir "$work/folder"
while IFS='|' read -r arguments words; do
    eval "run $arguments"
    check "fails: $arguments" failing "$words"
done <<'CASES'
replay $work/missing.hra|missing.hra: cannot be read: No such file
replay $work/folder|folder: cannot be read
review $work/missing.hra|missing.hra: cannot be read
play --resume $work/missing.hra|missing.hra: cannot be read
play tictactoe random random --record $work/missing/x.hra|x.hra: cannot be written: No such file
play tictactoe random random --record $work/folder|folder: cannot be written
match tictactoe random random --record $work/missing/x.hra|x.hra: cannot be written
match --merge $work/missing/x.part|x.part: cannot be read
tree tree --method alphabeta -o $work/missing/x.svg|x.svg: cannot be written: No such file
show nim -o $work/missing/x.svg|x.svg: cannot be written: No such file
CASES
run match tictactoe random random --games 10 --plot "$work/missing/x.svg"
check "a plot that cannot be written is said" failing "x.svg: cannot be written"
start match tictactoe random random --games 1000000000000 --threads 2 --record "$work/many.hra"
until_true '[ -s "$work/many.hra" ]'
interrupt
check "a long match takes no memory for the games to come" eval 'exits 130 && grep -q "^hra: interrupted after " "$work/err" && [ -s "$work/out" ]'
rm -f "$work/many.hra"

# ---- a full disk, a closed pipe -----------------------------------------------------------------
for arguments in "perft tictactoe 3" "games --json" "match tictactoe random random --games 10 --json" \
    "play tictactoe random random --seed 1"; do
    eval "timeout "$patience" \"$hra\" $arguments >/dev/full 2>$work/err"
    status=$?
    : >"$work/out"
    check "standard output full: $arguments" failing "No space left"
done
run match tictactoe random random --games 10 --record /dev/full
check "the records of a match on a full disk" failing "/dev/full: could not be written"
feed "b2$newline" play tictactoe human random --seed 3 --record /dev/full
check "a play goes on when its record cannot" eval 'exits 1 && one_line && says "The play was not kept"'
for arguments in "games" "play yahtzee random --adviser random --seed 1" "match tictactoe random random --games 5000"; do
    eval "timeout "$patience" \"$hra\" $arguments 2>$work/err | head -n 1 >$work/out"
    status=${PIPESTATUS[0]}
    check "closed pipe: $arguments" eval '[ "$status" -ne 124 ]'
done

# ---- JSON ---------------------------------------------------------------------------------------
run games --json
check "games --json" json games
run games tictactoe --json
check "games GAME --json" json games
run methods --json
check "methods --json" json methods
run perft tictactoe 9 --json
check "perft tictactoe 9 --json" json perft
check "127,872 leaves" prints perft leaves 127872
check "549,946 nodes" prints perft nodes 549946
for game in yahtzee tictactoe nim matches tree race pacman checkers empire backgammon; do
    run show $game
    check "show $game" good
    run show $game --dice manual --json
    check "show $game --json" json show
    run show $game --svg
    check "show $game --svg" eval 'good && { ! command -v xmllint >/dev/null || xmllint --noout "$work/out"; }'
    run show $game -o board.svg
    check "show $game -o board.svg" eval 'exits 0 && is_quiet && grep -q "^<svg" board.svg'
done
# The first opening of a file names the game of all.
printf '# of a match\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:5:10\n' >ids.txt
run match backgammon greedy random --games 2 --seed 1 --openings ids.txt --json
check "match: the game that the openings name" eval 'good && grep -q "\"game\":\"backgammon:match=5,score=3-2\"" "$work/out"'
run tournament backgammon greedy random --groups 1 --seed 1 --openings ids.txt --json
check "tournament: the game that the openings name" eval 'good && grep -q "\"game\":\"backgammon:match=5,score=3-2\"" "$work/out"'
# An ID opens the game that it names, whatever is asked of it; what the spec says holds.
id=XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10
for asked in "show GAME --json" "search GAME -m expert:plies=0 --json" "compare GAME greedy random --json" "perft GAME 1 --json" \
    "tree GAME --method greedy --format json" "rollout GAME --player greedy --trials 36 --plies 1 --best 2 --json"; do
    # shellcheck disable=SC2086 # words
    run ${asked/GAME/backgammon} --position $id
    check "$asked: the game that an ID names" eval 'exits 0 && grep -q "\"game\":\"backgammon:match=7,score=3-2\"" "$work/out"'
    # shellcheck disable=SC2086
    run ${asked/GAME/backgammon:match=5,cube=no} --position $id
    check "$asked: less what the spec names" eval 'exits 0 && grep -q "\"game\":\"backgammon:match=5,cube=no,score=3-2\"" "$work/out"'
done
run solve backgammon:checkers=1,limit=0,gammons=no --position XGID=-a----------------------A-:0:0:1:00:0:0:0:0:10 --json
check "solve: with the cube of an ID" eval 'json solve && grep -q "\"game\":\"backgammon:checkers=1,limit=0,gammons=no,cube\"" "$work/out"'
run show backgammon --position "$id"$'\r\nX:P   O:Q\r\nScore is X:3 O:2 7 pt.(s) match.' --json
check "of what was copied the first line is read" eval 'good && grep -q "\"game\":\"backgammon:match=7,score=3-2\"" "$work/out"'
run show tictactoe --moves b2 a1 --json
check "show: moves are made" prints show position '"O../.X./..."'
run show tictactoe --moves b2 a1
check "show: as text" eval 'good && says "O"'
run perft tictactoe 2 --divide --json
check "perft --divide --json" eval 'json perft && prints perft leaves 72'
run perft yahtzee 1 --json
check "perft of dice: 252 grouped outcomes" eval 'json perft && prints perft leaves 252'
run solve tictactoe --json
check "solve --json" eval 'json solve && prints solve states 5478 && prints solve value "[0, 0]"'
run solve nim:rows=3-5-7 --position 3-5-6/1 --json # 3 ^ 5 ^ 6 = 0: who is to move loses
check "solve --position --json" eval 'json solve && prints solve position_value "[1, -1]" && prints solve position_distance 14'
run solve nim:rows=9-9-9-9-9-9-9-9 --json
check "solve nim by its theorem" eval 'json solve && prints solve value "[-1, 1]" && prints solve states 199999744'
run solve nim --position 3-5-7/1
check "solve a position that no play leads to" eval 'good && says "of the position           -1.000000000000     1.000000000000"'
run solve checkers:pieces=2 --json
check "solve checkers counts by pieces" eval 'json solve && prints solve by_pieces \
    "[{\"pieces\": 2, \"positions\": 3488, \"won\": 716, \"lost\": 402, \"drawn\": 2370, \"longest\": 13}]"'
run solve checkers:pieces=3 --position W:WK10,K14:BK1 --json
check "and knows how far the end is" eval 'json solve && prints solve position_distance 15'
run search checkers:pieces=3 --method exact --time "${patience}s" --position W:WK10,K14:BK1 --json
check "the tables choose the quickest win" eval 'json search && prints search move "\"14-9\""'
check "and tell its length" prints search distance 15
echo more >>"$work/data/hra/checkers/m0k1-m0k2.ckt"
run solve checkers:pieces=3
check "a damaged table is refused" refused "m0k1-m0k2.ckt: the table is not as long as it should be"
run solve checkers:pieces=3 --slices --json
check "solve --slices --json" json slices
run solve checkers:pieces=3 --slices
check "solve --slices" eval 'good && says "m0k1-m0k1             992" && says "m0k1-m1k1           52080  m0k1-m1k0 m0k1-m0k1 m0k1-m0k2"'
mkdir "$work/slices" "$work/alone"
cut -d' ' -f1 "$work/out" >"$work/names"
while read -r slice; do
    timeout "$patience" "$hra" solve checkers:pieces=3 --slice "$slice" --data "$work/slices" </dev/null || break
done <"$work/names" >"$work/out" 2>"$work/err"
check "slices are built by a process each" eval 'is_quiet && says "slice m0k1-m1k1, "'
run solve checkers:pieces=3 --data "$work/alone"
check "and give the same files as one process" diff -r "$work/slices" "$work/alone"
rm "$work/alone/checkers/m0k1-m0k1.ckt"
run solve checkers:pieces=3 --data "$work/alone" --slice m0k1-m1k0 --json
check "a slice that is there is left" json any
rm "$work/alone/checkers/m1k0-m0k1.ckt"
run solve checkers:pieces=3 --data "$work/alone" --slice m0k1-m1k0
check "a slice that lacks what it needs is refused" \
    failing "/checkers/m0k1-m0k1.ckt, which is not there; build slice m0k1-m0k1 first"
run bench --only tictactoe-perft --runs 1 --json
check "bench --json" json bench
run search yahtzee --method exact --time "${patience}s"
check "where chance begins, every throw is told with its best reply" \
    eval 'good && says "chance is to move, value 254.5877287" && says "0.000129  320.831  keep all"'
run compare race:pieces=1,ring=8,seats=2 exact random
check "players are compared by what they expect of a throw" \
    eval 'good && says "chance is to move; value: for green" && grep -q "^exact  *-  *0.0608634 .* yes" "$work/out"'
run compare race:pieces=1,ring=8,seats=2 exact random --json
check "and as JSON" eval 'json compare && says "\"method\":\"exact\",\"move\":null"'
run search race:board=lecture -m expectiminimax:depth=1 --position "[10,14],[8,12] green" --json
check "a throw of the lecture" eval 'json chance && says "\"value\":[9,-9]" && says "\"reply\":\"10-D2\""'
run compare empire montecarlo:playouts=1
check "who begins at a decision says which throw was taken" \
    eval '[ "$status" -eq 0 ] && grep -q "^chance began with draw .* (seed 1)$" "$work/err"'
run match checkers alphabeta:nodes=1 random --games 1 --seed 1
check "a limit that is too small for a move ends no game" good
run search checkers -m alphabeta:nodes=1
check "but a search" failing "the search ended before it had judged a single move: nodes=1 is too small; give more"
run search checkers -m alphabeta:full --time 300ms
check "any player searches, deeper until its limit" eval 'good && says "(stopped by time=0.3s)" && says "depth "'
run search checkers -m expert:tables=0 --nodes 20000 --json
check "a player of the game does too" json search
run search checkers -m expert:tables=0,threads=2 --nodes 20000 --json
check "two threads keep to a limit of nodes together" \
    eval '[ "$status" = 0 ] && [ "$(sed -n "s/.*\"nodes\":\([0-9]*\),.*/\1/p" "$work/out")" -le 20000 ]'
run search nim:rows=19-23-29 -m minimax # 5 s
check "a search that nothing limits is stopped, and its values are marked" \
    eval 'good && says "value ~0, ~0" && says "(stopped by time=5s, as no limit was named; ~ marks estimates)" && says "> a1                   ~0 ~0 "'
run match checkers random random --games 1 --seed 1 --record "$work/judged.pdn"
run review "$work/judged.pdn" --by alphabeta
check "a judge that needs a limit is refused by name" wrong "perhaps without an end: give a depth="
run search tree -m minimax
check "without a limit a small tree is searched whole" eval 'good && ! says "stopped"'
run search race
check "without a player the best one of the game is taken" eval 'good && says "0.166667"'
run compare race expectiminimax:depth=1 --time 50ms
check "a reference that nobody asked for is not waited for" \
    eval '[ "$status" -eq 0 ] && grep -q "not solved exactly within" "$work/err"'
run search race --method exact --time 200ms
check "a time limit ends a solution that is being built" eval '[ "$status" -eq 1 ] && grep -q "not ready within 0.2 s; --time T gives it more" "$work/err"'
run compare tictactoe minimax alphabeta
check "methods follow the game" eval 'good && [ "$(grep -c "^minimax .* yes\|^alphabeta .* yes" "$work/out")" -eq 2 ]'
run compare tictactoe --methods minimax alphabeta --json
check "compare --json" json compare
for method in "" :pn; do # a proof says no more than it proves
    run search tree --method andor$method
    check "andor$method says what it proved" eval 'good && says "a1, value " && says "unsolved"'
done
run search tree --method andor:goal=3
check "a goal that is reached is a bound, and what nobody looked at has no value" \
    eval 'good && says "a1, value >=3, <=-3, solved" && says "a2                   not told  unknown"'
run search tree --method andor:goal=3 --json
check "so in JSON" eval 'json search && says "\"kind\":\"bound\",\"bound\":\"at least\",\"proof\":\"solved\"" &&
    says "{\"move\":\"a2\",\"value\":[null,null],\"kind\":\"none\",\"exact\":false"'
run compare tree mcts:playouts=50,solver=no montecarlo:playouts=50 andor:goal=3 alphabeta
check "compare says what a number is" \
    eval 'good && grep -q "^mcts.* ~[0-9]" "$work/out" && grep -q "^montecarlo.* ~[0-9.]* +- [0-9]" "$work/out" &&
    grep -q "^andor.* >=3 .* solved" "$work/out" && grep -q "^alphabeta.*a1  *3 " "$work/out"'
run compare tree mcts:playouts=50,solver=no montecarlo:playouts=50 --json
check "so in JSON" eval 'json compare && says "\"kind\":\"mean\",\"visits\":" && says "\"stderr\":"'
run tree tree --method alphabeta --format json # the cut that every textbook shows
check "tree --format json" eval 'json any && prints any cutoffs 2 && prints any nodes 11'
for method in minimax alphabeta exact; do
    run search tictactoe --method $method --position X.O/.X./..O --json
    check "search --method $method --json" eval 'json search && prints search move "\"c2\""'
done
run match tictactoe random greedy --games 100 --seed 3 --json
check "match --json" eval 'json match && prints match games 100'
run match tictactoe random greedy --games 100 --seed 3 --rotate --json
check "match --rotate --json" eval 'json match && says "\"seat\":null"'
run match yahtzee random --games 10 --seed 3 --json
check "match with one seat --json" eval 'json match && says "\"score_rate\":null"'

# ---- the same seed, the same output -------------------------------------------------------------
for arguments in "play yahtzee:seats=2 random random --adviser random --seed 5" \
    "match tictactoe random random --games 50 --seed 5 --json" "search tictactoe --method mcts:playouts=200 --seed 5 --json"; do
    eval "run $arguments"
    figures >"$work/first"
    eval "run $arguments"
    figures >"$work/second"
    check "twice the same: $arguments" eval 'exits 0 && same_file "$work/first" "$work/second"'
done
for game in "tictactoe random greedy" "yahtzee:seats=3 random greedy random --rotate"; do
    for threads in 1 2 3; do
        eval "run match $game --games 333 --seed 9 --threads $threads --record $work/threads-$threads.hra --json"
        figures >"$work/threads-$threads"
    done
    check "threads change nothing: $game" eval 'json match && same_file "$work/threads-1" "$work/threads-2" &&
        same_file "$work/threads-1" "$work/threads-3" && same_file "$work/threads-1.hra" "$work/threads-3.hra"'
    rm -f "$work"/threads-*
done
# Parts of a match, each of which could have been played elsewhere, and the match they merge into.
for part in 1 2 3; do
    run match yahtzee:seats=3 random greedy random --games 100 --seed 9 --rotate --threads 2 --part "$part/3" -o "$work/$part.part"
    check "part $part of 3 is played" good
done
run match yahtzee:seats=3 random greedy random --games 100 --seed 9 --rotate --json
check "a match that rotates tells its groups" eval 'json match && prints match groups 33 && prints match partial 1'
figures >"$work/whole.json"
run match --merge "$work/3.part" "$work/1.part" "$work/2.part" --json
check "the merged figures" eval 'json match && prints match games 100'
figures >"$work/merged.json"
check "are those of the match played at once" cmp -s "$work/whole.json" "$work/merged.json"
run match --merge "$work/3.part" "$work/1.part"
check "what is missing is said" eval 'good && says "33 games of 100 are not among them"'
run match --merge "$work/3.part" "$work/1.part" "$work/3.part"
check "a part twice is refused" wrong "are in another part too"
head -c 200 "$work/1.part" >"$work/cut.part"
run match --merge "$work/cut.part"
check "a part that was cut off" wrong "the text ends within a match"
run match tictactoe random random --games 10 -o "$work/missing/x.part"
check "a part that cannot be written is said" failing "x.part: cannot be written"
# Scores a millionth apart beside a thousand million: a tick of the axis is less than a score can tell.
cat >"$work/near.tree" <<'TREE'
seats 1
node r chance
leaf a 999999999.9999998
leaf b 1000000000
leaf c 999999999.9999999
leaf d 999999999.9999996
edge r a p=0.25
edge r b p=0.25
edge r c p=0.25
edge r d p=0.25
TREE
patience=60 run match tree:file="$work/near.tree" random --games 100 --seed 2 --plot "$work/near.svg"
check "the axis of a plot ends" eval 'good && [ "$(tail -n 1 "$work/near.svg")" = "</svg>" ]'
cat >"$work/tail.tree" <<'TREE'
seats 1
node r chance
leaf a 0
leaf b 0.01
leaf c 0.02
leaf d 1000000000
edge r a p=0.5
edge r b p=0.2995
edge r c p=0.2
edge r d p=0.0005
TREE
run match tree:file="$work/tail.tree" random --games 4000 --seed 2
check "the tail is in the last bar, however far" eval 'good && says "0.02+  20.4"'
run match yahtzee random --games 200 --seed 5 --plot "$work/plot.svg"
check "with both axes, over the whole range" eval \
    'grep -q "share of the games" "$work/plot.svg" && grep -q "score (bars of" "$work/plot.svg" && says "   score    share"'
check "a plot is a picture" eval 'good && [ "$(head -c 4 "$work/plot.svg")" = "<svg" ] && [ "$(tail -n 1 "$work/plot.svg")" = "</svg>" ]'
run match empire:seats=3 planner random planner --games 6 --seed 1 --report "$work/report.txt"
check "the report of a series as text" eval \
    'good && grep -q "^share of wins, % " "$work/report.txt" && grep -q "^regions  " "$work/report.txt" && grep -q "^time a decision, ms" "$work/report.txt"'
run match empire:seats=3 planner random planner --games 6 --seed 1 --report "$work/report.csv"
check "as CSV, a line a player" eval 'good && [ "$(wc -l <"$work/report.csv")" -eq 4 ] &&
    [ "$(sed "s/\"[^\"]*\"//g; s/[^,\n]//g" "$work/report.csv" | sort -u | wc -l)" -eq 1 ]'
run match tictactoe "alphabeta:depth=2,order=game" random --games 2 --seed 1 --report "$work/commas.csv"
check "a spec with commas is one field" eval 'good && grep -q "^\"alphabeta:depth=2,order=game\",X,2," "$work/commas.csv"'
check "with points, goods, coins, armies and regions" eval \
    'head -n 1 "$work/report.csv" | grep -q "share of wins (%),score,points,points of goods,coins left,armies,regions,continents"'
run match yahtzee:rules=plain "heuristic:zero_late=0" greedy --games 3 --seed 1 --report "$work/report.svg"
check "as a picture" eval 'good && [ "$(head -c 4 "$work/report.svg")" = "<svg" ] && [ "$(tail -n 1 "$work/report.svg")" = "</svg>" ]'
run match tictactoe random random --games 1 --report "$work/report.pdf"
check "of another kind" wrong "a file that ends with .txt, .csv or .svg, not"
run match nim random random --games 2 --seed 1 -o "$work/report.part"
run match --merge "$work/report.part" --report "$work/report.pdf"
check "of merged parts too" wrong "a file that ends with .txt, .csv or .svg, not"
run match nim:rows=1-1-1 random greedy --games 3 --seed 1 --each --rotate
check "a line a game" eval 'good && [ "$(grep -c "^game [1-3]: .* (3 plies)$" "$work/out")" -eq 3 ] && says "game 2: greedy 1, random -1 (3 plies)"'
run match nim:rows=1-1-1 random greedy --games 3 --seed 1 --each --json
check "beside JSON" eval 'exits 0 && [ "$("$json_check" any games <"$work/out")" = 3 ] && [ "$(grep -c "^game" "$work/err")" -eq 3 ]'
run match nim random greedy --seed 1 --for 500ms
check "a match of so long" eval 'good && says " (the time is over)" && ! says "are not among them"'
run match empire:seats=3 random random random --games 30 --seed 1
check "of three the share of wins is held against a fair one" says "a fair one is 0.3333; above it with "
run match tictactoe random random --games 20
check "a seed that was drawn is shown" eval 'good && grep -q "seed [0-9]" "$work/out"'

# ---- rollouts -----------------------------------------------------------------------------------
off=(backgammon:gammons=no --position "white 6:1 5:1 1:1, black 6:2, white 61" --player expectiminimax:depth=1,eval=pips --seed 1)
run rollout "${off[@]}" --errors 3
check "a rollout ends when the best move is known" eval 'good && says "36 trials of each" && says "> 6/off 1/off"'
run rollout "${off[@]}" --moves "6/off 1/off" "6/off 5/4" --trials 40 --threads 1 --json
check "and is JSON" eval 'good && says "\"behind_stderr\":"'
figures >"$work/one"
run rollout "${off[@]}" --moves "6/off 1/off" "6/off 5/4" --trials 40 --threads 3 --json
check "the same whatever the threads" eval 'good && [ "$(figures)" = "$(cat "$work/one")" ]'
run rollout race --trials 2 --seed 1 --plies 2 --plain --json
check "one of a position of chance" eval 'good && says "\"move\":null" && says "\"luck\":false" && says "\"trials\":2,"'
run rollout backgammon:checkers=1,cube,gammons=no --position "white 6:1, black 1:1, white" --player exact --seed 1 --trials 36
check "a cube decision is rolled out as what it comes down to" eval 'good && grep -q "^  no double  *0.5000 " "$work/out" &&
    grep -q "^> double, take  *1.0000  *0.0000  *0.5000 " "$work/out" && says "  double, drop"'
run rollout backgammon:checkers=1,cube,gammons=no --position "white 6:1, black 1:1, white" --player exact --seed 1 --trials 36 --moves roll double
check "or as the moves that are named" eval 'good && grep -q "^> double  *1.0000 " "$work/out" && grep -q "^  roll  *0.5000 " "$work/out"'
run rollout tictactoe
check "nothing to roll out without chance" wrong "left to chance"
run rollout backgammon:gammons=no --position "white 6:1, black 6:1, white" --player random --seed 1
check "nor luck to subtract by who cannot tell it" wrong "--player"

finish
