#!/usr/bin/env bash
# Tests of playing at the command line: scripts on standard input, leaving and going on, Ctrl-C, kills,
# terminals, and what is written where.
#
#     tests/cli_play.sh HRA JSON_CHECK
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

script=$work/script # one play of tic-tac-toe; X wins with the diagonal
printf '%s\n' a1 b1 b2 a2 c3 >"$script"
lines() { head -n "$1" "$script"; }
rest() { tail -n +$(($1 + 1)) "$script"; }
plays() { find "$XDG_DATA_HOME/hra/plays" -type f 2>/dev/null | sort; }
forget_plays() { rm -rf "$XDG_DATA_HOME/hra/plays"; } # tables stay

# ---- a machine that is its own adviser ----------------------------------------------------------
run play checkers expert:nodes=500,tables=0 expert:nodes=500,tables=0 --adviser expert:nodes=500,tables=0 --seed 1
check "what it found is shown, and it does not think again" eval 'good && says ", looked 3 plies ahead"'
run play tictactoe minimax minimax --adviser minimax --seed 1
check "all that a search judged is shown" eval 'good && says "value 0.00; next best: b1, as good"'
feed "a1${newline}q$newline" play tictactoe human alphabeta --time 20ms
check "a search to the end deepens under a limit of time" eval 'good && says "O, alphabeta: "'
forget_plays

# ---- words instead of letters -------------------------------------------------------------------
feed " HELP ${newline}a1${newline}Undo${newline} quit" play tictactoe human human --seed 4
check "words in any case, blanks around them" eval 'good && says "column and row" && says "X, human: a1" && ! says "The play is kept"'
check "help has the words of the game alone" eval '! says "turn it round" && ! says "take back" && ! says "accept" &&
    says "draw offer: offer a draw" && says "The rules: hra rules tictactoe"'
feed "a1${newline}draw${newline}b1${newline}?${newline}q" play tictactoe human human --seed 4
check "and those that are due" eval 'good && says "u take back" && says "accept: agree to the draw" && ! says "draw offer"'
feed "?${newline}exit" play checkers human human --seed 4
check "the board is turned where that shows something else" eval 'good && says "f turn it round"'
feed "?${newline}q" play yahtzee human --seed 4 --dice manual
check "nothing is advised while dice are typed in" eval 'good && ! says "a advice" && ! says "resign" && says "q save and leave"'
forget_plays
LC_ALL=C.UTF-8 LANGUAGE=cs feed "pomoc${newline}a1${newline}Zpet${newline}rada${newline}remíza${newline}undo${newline}konec" \
    play tictactoe human human --seed 4
check "words in Czech, and still in English" eval 'good && says "? pomoc" && says "X, člověk: a1" && says "ztráta" &&
    says "Remíza je nabídnuta."'
LC_ALL=C.UTF-8 LANGUAGE=cs feed "a1${newline}remíza${newline}b1${newline}prijmout" play tictactoe human human --seed 4
check "a draw in Czech" eval 'good && says "dohodnutá remíza"'
forget_plays

# ---- a person plays -----------------------------------------------------------------------------
feed "$(cat "$script")$newline" play tictactoe human human --seed 4 --record "$work/play.hra"
check "a play from standard input" eval 'good && says "X        human                         1  wins"'
cat >"$work/expected.hra" <<'RECORD'
hra-record 1
game tictactoe
seed 4
number 0
seat 0 human
seat 1 human
0 a1
1 b1
0 b2
1 a2
0 c3
result 1 -1
RECORD
check "its record" same_play "$work/play.hra" "$work/expected.hra"
run replay "$work/play.hra"
check "replay shows it" eval 'good && says "X, human: c3" && says "wins"'
run replay --boards "$work/play.hra"
check "replay --boards" eval 'good && [ "$(grep -c "a   b   c" "$work/out")" -ge 6 ]'
timeout "$patience" "$hra" replay - <"$work/play.hra" >"$work/out" 2>"$work/err"
status=$?
check "replay - reads standard input" eval 'good && says "X, human: c3"'
run review "$work/play.hra"
check "review" eval 'good && says "better: "'
check "it ends with the graph, the grades of each seat and their formulas" eval 'says "the worth to X, human" && says "█" &&
    grep -Eq "^O +[?][?]" "$work/out" && says "blunder from 0.4" && says "accuracy: mean of 103.17 exp" &&
    [ "$(awk "length > 80 && !/accuracy:/" "$work/out" | LC_ALL=C.UTF-8 grep -vc "█")" = 0 ]'
run match tictactoe random random --games 1 --seed 1 --record "$work/three.hra"
feed "$newline${newline}b$newline" review "$work/three.hra" --step
check "the costly choices one by one, and back" eval 'exits 0 && [ "$(grep -o "^  turn [0-9]*, [XO] (random): .. ??, which cost [12]; better: .." "$work/out" |
    sed "s/ (random.*//" | tr "\n" ";")" = "  turn 1, O;  turn 3, X;  turn 3, O;  turn 3, X;" ]'
run review "$work/play.hra" --by alphabeta --json
check "review --json: the sums of each seat are its result" json review
control=$work/$(printf 'bell\a and \033 it'\''s')
feed "a1${newline}q$newline" play tictactoe human human --seed 4 --record "$control"
printed=$(sed -n "s/.*The play is kept; go on with: hra //p" "$work/out")
check "no name acts on a terminal" eval 'good && ! LC_ALL=C grep -q "[[:cntrl:]]" "$work/out" && [ -n "$printed" ]'
eval "feed q $printed"
check "and what is said names it all the same" eval 'good && says "O, your move"'
printf '%s\n' 'node root max' 'leaf a 3' 'leaf b 5' 'edge root a' 'edge root b' >"$work/pair.tree"
while IFS='|' read -r spec players typed; do
    rm -f "$work/it's kept.hra"
    eval "feed \"$typed$newline\" play \"$spec\" $players --seed 4 --record \"\$work/it's kept.hra\""
    printed=$(sed -n "s/^What each choice cost: hra //p" "$work/out")
    eval "run $printed"
    check "the review that a play of $spec ends with works: $printed" eval 'good && says "judged by" && says "= result"'
done <<PLAYS
race|random greedy|
nim|random mcts:playouts=20|
checkers:draw=5|random alphabeta:depth=2 --position B:WK18,K22:B3|
tree:file=$work/pair.tree|human human|b
PLAYS
run review "$work/play.hra"
check "what an opponent's mistakes brought is no luck" eval 'says "+ others" && ! says "luck"'
run match "checkers:draw=5" expert:nodes=200 random --games 1 --seed 2 --record "$work/mistakes.hra"
run review "$work/mistakes.hra" --by expert:nodes=200
check "costs are in the unit of the advice" eval 'good && grep -q " cost  *[0-9]*[.][0-9][0-9]%" "$work/out" && grep -q "^  Black .*%" "$work/out"'
run play --resume "$work/play.hra"
check "a finished play is not resumed" wrong "this play is finished"

for players in "random" "random greedy"; do
    rm -f "$work/judged.hra"
    eval "run match yahtzee:rules=plain $players --games 2 --seed 3 --record $work/judged.hra"
    head -c "$(($(grep -b -m 1 "^result" "$work/judged.hra" | cut -d: -f1)))" "$work/judged.hra" >"$work/one.hra"
    run review "$work/one.hra" --by expectiminimax:depth=1 --json # it need not solve the game
    check "the sums of a review of yahtzee, play unfinished: $players" json review
done
run review "$work/judged.hra" --all
check "both plays of a record are reviewed" eval 'good && [ "$(grep -c "judged by optimal" "$work/out")" -eq 2 ] &&
    says "luck" && says "better: "'
check "turns are counted, not plies" eval 'good && says "  13 player 2 box " && ! says "  14    "'
check "a roll is the luck of who threw it" eval 'grep -q "^   1 player 2 [*] .* luck " "$work/out"'
run match backgammon:checkers=1,cube,gammons=no exact random --games 3 --seed 1 --record "$work/three_games.hra"
run review "$work/three_games.hra" --by exact --json
wins=$(grep -o '"without_luck":[-0-9.e]*' "$work/out" | awk -F: 'NR % 2 { sum += $2 } END { printf "%.3f", sum / 3 }')
run review "$work/three_games.hra" --by exact --sum
check "records are summed up, luck aside" eval 'good && [ "$(wc -l <"$work/out")" -eq 3 ] && grep -q "^exact  *3 .* [+]$wins " "$work/out"'
cat "$work/three_games.hra" "$work/judged.hra" >"$work/two_games.hra"
run review "$work/two_games.hra" --by expectiminimax:depth=1 --sum
check "but not of two games" wrong "a sum is of one game"
run review "$work/judged.hra" --by heuristic
check "a judge that cannot judge says so first" wrong "heuristic cannot tell what a position is worth"
run match backgammon:match=2 expert:level=1 --games 1 --seed 1 --record "$work/match.mat"
echo '0.5 0.7 0.3 0.5  0.5 0.4 # to two points' >"$work/equities"
run review "$work/match.mat" --by "expert:plies=0,equities=$work/equities"
check "a judge that is typed may name a file" eval 'good && says "judged by expert:plies=0,equities="'
run review "$work/match.mat" --by "expert:plies=0,equities=$work/none"
check "one that is not there is named" failing "there is no such file"
run match pacman expert:depth=2 --games 1 --seed 3 --record "$work/eaten.hra"
run review "$work/eaten.hra" --by expert:depth=2
check "a maze is reviewed in points, seats by their names" eval 'good && grep -q "^ *[0-9]* ghost 2 .* cost .* better: " "$work/out" &&
    ! grep -q "cost  *[0-9][0-9.]*$" "$work/out"'
run review "$work/eaten.hra" --by expert:depth=2 --json
check "and the parts add up" json review
run play matches --seed 4
check "nobody named and no terminal: the best player, explained" eval 'good && says ", exact: 3" && says "next best: 1, 2.00 less" &&
    says "The game is over."'
feed "a${newline}" play yahtzee:rules=plain human --adviser heuristic --seed 4 --record "$work/advice.hra"
check "advice on every keep, best first" eval 'exits 0 && [ "$(grep -c "^  [> ] keep " "$work/out")" -ge 6 ] && says "loss"'

feed "b2${newline}x9${newline}b2$newline?${newline}m${newline}p${newline}b${newline}u${newline}a1$newline" \
    play tictactoe human human --seed 4 --record "$work/talk.hra"
check "wrong answers are asked again" eval 'exits 0 && says "'"'x9'"' is no move here" && says "'"'b2'"' is no move here"'
check "help, moves, position" eval 'says "m moves" && says "#1 a1" && says ".../.X./..."'
check "u takes back what the last person decided" eval 'grep -qx "undo 1" "$work/talk.hra" && [ "$(tail -n 1 "$work/talk.hra")" = "0 a1" ]'
feed "${newline}moves${newline}quit$newline" play tictactoe human human --seed 4
check "the words of a session do at the table too" eval 'exits 0 && says "lists them" && says "#1 a1"'
forget_plays
feed "4${newline}3$newline" play empire:seats=3,first=bid human human planner --seed 5
check "bids are secret until all are made, and then are told" eval 'exits 0 && says "  green, planner: has chosen in secret" &&
    [ "$(grep -n "red, human: bid 4" "$work/out" | cut -d: -f1)" -gt "$(grep -n "green, planner: has" "$work/out" | cut -d: -f1)" ] &&
    says "  blue, human: bid 3" && says "  green, planner: bid 0"'
cards="red 14 12:3 15:0+1 / blue 14 12:3 / neutral left 0 / row 25 2 28 10 12 30 / gone / goods red, blue / first red / red card"
for turn in "card 1, place 15 12 12; end" "card 1 (coal: place 3);15;place 12,12,end" \
    "card 1${newline}12 15 12${newline}end"; do
    rm -f "$work/turn.hra"
    feed "$turn$newline" play empire:neutral=0,first=0 human human --seed 5 --position "$cards" --record "$work/turn.hra"
    check "a turn in one line, in any order: ${turn//$newline/ | }" eval 'exits 0 &&
        [ "$(grep -c "^0 place 1[25]$" "$work/turn.hra")" -eq 3 ] && grep -qx "0 end" "$work/turn.hra"'
done
for fault in "card 1, place 16|after 'card 1': 'place 16' is no move here" "card 9, end|'card 9' is no move here" \
    "card 1, end, card 1|after 'end' it is not your move any more" "card 1 place 12|'card 1 place 12' is no move here"; do
    rm -f "$work/turn.hra"
    feed "${fault%%|*}$newline" play empire:neutral=0,first=0 human human --seed 5 --position "$cards" --record "$work/turn.hra"
    check "all of a line or nothing: ${fault%%|*}" eval 'exits 0 && says "${fault##*|}" && [ "$(moves_in "$work/turn.hra")" -eq 0 ]'
done
feed "b2${newline}u${newline}a1$newline" play tictactoe human random --seed 4 --record "$work/undo.hra"
check "u takes back over a machine" eval 'exits 0 && grep -qx "undo 2" "$work/undo.hra" && grep -qx "0 a1" "$work/undo.hra"'
run replay "$work/undo.hra"
check "and the record replays without it" eval 'good && says "X, human: a1" && ! says "X, human: b2"'
printf '%s\n' 'node root max' 'leaf a 3' 'leaf b 5' 'edge root a' 'edge root b' >"$work/two.tree"
feed "b${newline}" play "tree:file=$work/two.tree" human random --seed 4 --record "$work/tree.hra"
check "a move called like a command is made" eval 'exits 0 && grep -qx "0 b" "$work/tree.hra"'
run replay "$work/tree.hra"
check "a record reads no file that its game names" wrong "--files allows it"
run review "$work/tree.hra" --by random
check "nor does a review" wrong "--files allows it"
run play --resume "$work/tree.hra"
check "nor a resumed play" wrong "--files allows it"
run replay "$work/tree.hra" --files
check "with --files it does" eval 'good && says "  player 1, human: b"'
mkdir -p "$XDG_DATA_HOME/hra/plays"
cp "$work/tree.hra" "$XDG_DATA_HOME/hra/plays/kept.hra"
run replay "$XDG_DATA_HOME/hra/plays/kept.hra"
check "and for plays of one's own" eval 'good && says "  player 1, human: b"'
ln -s "$work/tree.hra" "$XDG_DATA_HOME/hra/plays/link.hra"
run replay "$XDG_DATA_HOME/hra/plays/link.hra"
check "but not through a link to elsewhere" wrong "--files allows it"
forget_plays
head -c 100000 /dev/zero | tr '\0' x >"$work/endless"
timeout "$patience" "$hra" play tictactoe human human --seed 4 <"$work/endless" >"$work/out" 2>"$work/err"
status=$?
check "an endless line" eval 'exits 0 && is_quiet && says "is no move here"'
feed "1-1-2-4-6${newline}keep 1-1${newline}" play yahtzee human --dice manual --adviser random --seed 1 --record "$work/dice.hra"
check "dice that are typed in" eval 'exits 0 && grep -qx "dice manual" "$work/dice.hra" &&
    grep -qx "[*] 1-1-2-4-6" "$work/dice.hra" && grep -qx "0 keep 1-1" "$work/dice.hra"'
feed "6-6-6-6-6${newline}" play --resume "$work/dice.hra" --adviser random
check "dice that would need other dice kept are refused" eval 'exits 0 && ! grep -q "6-6-6-6-6" "$work/dice.hra"'
feed "b2${newline}q${newline}" play tictactoe human human --seed 4 --record "$work/helped.hra"
feed "q${newline}" play --resume "$work/helped.hra" --advice --tutor --adviser minimax:depth=2
feed "q${newline}" play --resume "$work/helped.hra"
check "help that is asked for with --resume is there the next time too" eval 'good && says "  loss" &&
    grep -q "^# at the table: advise tutor adviser=minimax:depth=2$" "$work/helped.hra"'
feed "1-1-2-4-5${newline}u${newline}1-1-2-4-6${newline}keep 1-1${newline}" play yahtzee human --dice manual --adviser random --seed 1 --record "$work/mistyped.hra"
check "a roll that was mistyped is taken back" eval 'exits 0 && grep -qx "undo 1" "$work/mistyped.hra" &&
    grep -qx "[*] 1-1-2-4-6" "$work/mistyped.hra" && ! says "nothing that can be taken back"'
feed "a2$newline" play tictactoe human human --position X.O/.X./..O --seed 4 --record "$work/position.hra"
check "a play from a position" eval 'exits 0 && grep -qx "position X.O/.X./..O" "$work/position.hra" && grep -qx "0 a2" "$work/position.hra"'

# ---- leaving at every prompt, and going on ------------------------------------------------------
forget_plays
for ((n = 0; n <= 4; n++)); do
    feed "$(lines $n)$newline" play tictactoe human human --seed 4
    check "end of input after $n moves" eval 'exits 0 && is_quiet'
    if [ "$n" -eq 0 ]; then
        check "nothing is kept of it" eval '[ -z "$(plays)" ]'
        run play --resume
        check "and nothing can be resumed" wrong "no unfinished play"
        continue
    fi
    check "the play is kept" eval '[ "$(plays | wc -l)" -eq 1 ] && [ "$(moves_in "$(plays)")" -eq "$n" ] && says "$(plays)"'
    feed "q$newline" play --resume
    check "q leaves" eval 'exits 0 && [ "$(moves_in "$(plays)")" -eq "$n" ]'
    feed "$(rest $n)$newline" play --resume
    check "going on to the identical end" eval 'exits 0 && same_play "$(plays)" "$work/expected.hra"'
    run replay
    check "replay without a file shows it" eval 'good && says "X, human: c3"'
    forget_plays
done

# With dice: all are thrown again twice, then the next box takes them.
boxes="ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight large-straight
    yahtzee chance"
for box in $boxes; do printf 'keep -\nkeep -\nbox %s\n' "$box"; done >"$script"
feed "$(cat "$script")$newline" play yahtzee:rules=plain,seats=2 human random --adviser random --seed 6 --record "$work/dice-whole.hra"
check "a whole play with dice" eval 'good && grep -q "^result " "$work/dice-whole.hra"'
for n in 1 2 3 20 38; do
    feed "$(lines $n)$newline" play yahtzee:rules=plain,seats=2 human random --adviser random --seed 6 --record "$work/dice-$n.hra"
    feed "$(rest $n)$newline" play --resume "$work/dice-$n.hra" --adviser random
    check "resumed after $n answers: the same dice, the same end" same_file "$work/dice-$n.hra" "$work/dice-whole.hra"
done
for cut in 20 40 90 200 201 333; do
    head -c "$cut" "$work/dice-whole.hra" >"$work/cut.hra"
    run replay "$work/cut.hra"
    check "a record cut off at byte $cut replays" eval 'if [ "$cut" -lt 47 ]; then exits 2 && one_line; else good; fi'
done
printf '0 a1\n' >"$work/poem.hra"
feed "b2$newline" play tictactoe human human --record "$work/poem.hra"
check "a file that is no record is left alone" eval 'exits 2 && one_line && [ "$(cat "$work/poem.hra")" = "0 a1" ]'
cp "$work/expected.hra" "$work/two.hra"
printf '0 b' >>"$work/two.hra"
feed "c1$newline" play tictactoe human human --seed 8 --record "$work/two.hra"
check "a second record is added, a cut-off line dropped" eval 'exits 0 &&
    [ "$(grep -c "^hra-record 1$" "$work/two.hra")" -eq 2 ] && ! grep -q "0 b$" "$work/two.hra"'
run replay "$work/two.hra"
check "and both replay" eval 'good && [ "$(grep -c ", seed " "$work/out")" -eq 2 ]'
feed "c2$newline" play --resume "$work/two.hra"
check "the last one goes on" eval 'exits 0 && [ "$(tail -n 1 "$work/two.hra")" = "1 c2" ]'

head -n 8 "$work/expected.hra" >"$work/stub.hra"
printf 'hra-record 1\n' >>"$work/stub.hra"
feed "b2${newline}a2${newline}c3$newline" play --resume "$work/stub.hra"
check "a play goes on before a header that was cut off" eval 'exits 0 && same_play "$work/stub.hra" "$work/expected.hra"'
forget_plays
feed "a1${newline}b1$newline" play tictactoe human human --seed 4
for stub in "hra-record 1" "hra-record 1${newline}game tictactoe" "no record"; do
    printf '%s\n' "$stub" >"$XDG_DATA_HOME/hra/plays/tictactoe-29990101-000000-1.hra"
    touch -d 2999-01-01 "$XDG_DATA_HOME/hra/plays/tictactoe-29990101-000000-1.hra"
    run replay
    check "a spoiled file among the kept plays is passed over: ${stub//$newline/ }" eval 'good && says "O, human: b1"'
    feed "q$newline" play --resume
    check "and the play before it goes on" eval 'exits 0 && says "X"'
done
forget_plays

# What people said, in version 2; tic-tac-toe is a draw after these moves.
head='hra-record 1\ngame tictactoe\nseed 4\nnumber 0\nseat 0 human\nseat 1 human\n'
printf "${head}0 b2\nversion 2\nname 1 Bob\n1 a1\nresign 1\nresult 1 -1\n" >"$work/resigned.hra"
printf "${head}0 b2\n1 a1\nversion 2\ndraw offer 1\ndraw accept 0\nresult 0 0\n" >"$work/agreed.hra"
printf "${head}0 b2\nversion 2\nname 1 Bob\ndraw offer 0\n" >"$work/offered.hra"
run replay "$work/resigned.hra"
check "who has resigned is told" eval 'good && says "O has resigned" && says "O, Bob: a1" && says "1  wins"'
run review "$work/resigned.hra"
check "and no move is blamed for it" eval 'good && says "= worth" && ! grep -q " cost  *[0-9]" "$work/out"'
run replay "$work/agreed.hra"
check "a draw that was agreed" eval 'good && says "a draw was agreed" && says "0  draw"'
feed "a1$newline" play --resume "$work/offered.hra"
check "a play of version 2 goes on" eval 'exits 0 && [ "$(tail -n 2 "$work/offered.hra" | tr "\n" ,)" = "draw offer 0,1 a1," ]'

# ---- manners --------------------------------------------------------------------------------------
feed "11-15${newline}name Vera${newline}22-18${newline}draw${newline}${newline}accept$newline" play checkers human human \
    --names "Anna,Bob Novak" --seed 1 --record "$work/named.hra"
check "people have names, at the prompt, in what is told and in the record" \
    eval 'good && says "Anna (Black), your move" && says "White, Vera: 22-18" && grep -q "^name 1 Vera$" "$work/named.hra"'
check "the only move is made by Enter" eval 'says "(Enter: 15x22, there is no other" && says "Black, Anna: 15x22"'
check "a draw is offered and accepted" eval 'says "Anna (Black) offers a draw" && says "a draw was agreed"'
feed "name Vera${newline}name${newline}q$newline" play tictactoe human human --seed 1
check "and no name, where none is said" eval 'exits 0 && says "Vera (X), your move" && says "called by no name" && [ "$(grep -c "^X, your move" "$work/out")" = 2 ]'
feed "resign$newline" play tictactoe human human --seed 1
check "who gives up has lost" eval 'good && says "X has resigned" && says "O        human                         1  wins"'
feed "draw$newline" play tictactoe human minimax --seed 1
check "a machine answers an offer" eval 'exits 0 && says "the draw is agreed"'
feed "a1${newline}b1${newline}u${newline}b2${newline}tutor off${newline}q$newline" play tictactoe human human --tutor --adviser exact --seed 1
check "a tutor tells what a move cost, which can be taken back" \
    eval 'exits 0 && says "That cost 1.00 points: b2 was better. (u takes it back)" && [ "$(grep -c "That cost" "$work/out")" = 1 ]'
lost="play tictactoe human minimax --position XX./OO./... --tutor --adviser exact --seed 1" # a3 loses at once, c1 wins
feed "a3${newline}u${newline}c1$newline" $lost
check "a tutor warns of a move that loses at once, before it is answered" \
    eval 'good && says "That cost 2.00 points: c1 was better" && says "keep the move?" && ! says "O, minimax" && says "X        human                         1  wins"'
feed "a3${newline}b3${newline}?${newline}${newline}" $lost
check "which is answered when it is kept" eval 'good && says "the next move comes after that" && says "Enter keep the move" && says "O, minimax: c2"'
feed "a3${newline}m${newline}no${newline}a3${newline}tutor off${newline}" $lost
check "or where the tutor is sent away" eval 'good && [ "$(grep -c "keep the move?" "$work/out")" = 3 ] && says "O, minimax: c2"'
LC_ALL=C.UTF-8 LANGUAGE=cs feed "a3${newline}zpět${newline}a3${newline}ano${newline}" $lost
check "in Czech too" eval 'good && [ "$(grep -c "ponechat tah?" "$work/out")" = 2 ] && says "O, minimax: c2"'
feed "a3${newline}q${newline}" $lost --record "$work/warned.hra"
check "a play is left while the tutor waits" eval 'good && says "The play is kept" && [ "$(tail -n 1 "$work/warned.hra")" = "0 a3" ]'
feed "c1$newline" play tictactoe human minimax --position XX./OO./... --tutor --adviser montecarlo:playouts=20000 --seed 1
check "who leaves a tutor that still thinks has not been interrupted" exits 0
feed "keep all${newline}box ones${newline}u${newline}box sixes${newline}q$newline" play yahtzee human --tutor --adviser greedy --seed 1 --record "$work/box.hra"
check "while the tutor waits even a box is taken back, before the next roll" \
    eval 'good && says "keep the move?" && grep -qx "undo 1" "$work/box.hra" && [ "$(grep -c "box" "$work/box.hra")" = 2 ] && grep -qx "0 box sixes" "$work/box.hra"'
for word in "draw offer" "resign" "tutor" "tutor off" "explain" "explain off" "name Anna" "nabídnout remízu" "vzdát" "učitel" "bez učitele" "vysvětlovat" \
    "nevysvětlovat" "jméno Anna"; do
    case $word in *[!a-zA-Z\ ]* | vzdat) language=cs ;; *) language=en ;; esac
    LANGUAGE=$language feed "$word$newline" play tictactoe human human --seed 1
    check "the table understands '$word', as its help writes it" eval 'good && ! says "is no move here" && ! says "není tah"'
done
run play tictactoe human random --position XOX/XOO/OX. --forced --seed 1
check "a forced move is made by itself where that is asked for" eval 'good && says "X, human: c3" && says "draw"'
run play tictactoe human random --names "Anna,Bob" --seed 1
check "more names than people" wrong "more names than there are people, from 'Bob' on"
feed "b2$newline" play tictactoe human minimax --seed 1
check "a machine moves without a word" eval 'exits 0 && says "O, minimax: a1" && ! says "value 0.00"'
feed "b2$newline" play tictactoe human minimax --seed 1 --explain
check "and says why where it is asked to" eval 'exits 0 && says "value 0.00"'
feed "explain${newline}b2$newline" play tictactoe human minimax --seed 1
check "also at the table" eval 'exits 0 && says "value 0.00"'
forget_plays
feed "b2$newline" play tictactoe human human --tutor --advice --adviser exact --seed 1
feed "b1$newline" play --resume
check "a play that goes on has its adviser and its tutor" eval 'exits 0 && says "> a1 " && says "That cost 1.00 points"'
feed "tutor off${newline}a1$newline" play --resume
feed "c3$newline" play --resume
check "as they were left" eval 'exits 0 && says "O, human: c3" && ! says "That cost" && says "loss"'
sed -i "s/adviser=exact/adviser=nobody-knows/" "$(plays)"
feed "q$newline" play --resume
check "an adviser who is not known here any more keeps nobody from playing" eval 'exits 0 && is_quiet'
forget_plays
for i in 1 2 3; do feed "b2$newline" play tictactoe human human --seed 1; done
check "plays of one second and one seed are as many files" eval '[ "$(plays | wc -l)" = 3 ]'
forget_plays

# ---- what is kept -----------------------------------------------------------------------------------
run plays
check "without any play that is said" eval 'exits 0 && complains "No play is kept yet" && [ ! -s "$work/out" ]'
feed "11-15$newline" play checkers human human --names "Anna,Bob" --seed 1
feed "b2${newline}a1${newline}resign$newline" play tictactoe human human --seed 1
run plays
check "kept plays are listed with players and how they stand" \
    eval 'good && says "checkers  Anna, Bob: unfinished, 1 ply" && says "tictactoe  human, human: O wins"'
run plays --json
check "for programs too" json plays
kept=$(basename "$(plays | grep checkers)")
run plays --export "$kept" -o "$work/exported.pdn"
check "one is written into a file" eval 'exits 0 && is_quiet && grep -q "11-15" "$work/exported.pdn" && grep -q "Anna" "$work/exported.pdn"'
check "with the day" grep -q "^\[Date \"20[0-9][0-9]\.[0-9][0-9]\.[0-9][0-9]\"\]" "$work/exported.pdn"
run plays --export "plays/$kept"
check "or to standard output" eval 'good && says "name 0 Anna" && [ "$(grep -c "^# Date: 20" "$work/out")" -eq 1 ]'
run plays --delete "$kept"
check "and deleted" eval 'good && says "$kept is deleted" && ! plays | grep -q checkers'
run plays --delete "$kept"
check "once" failing "$kept"
run plays --export ../../secret
check "nothing outside the folder is named" wrong "no name of an entry"
forget_plays

# ---- Ctrl-C and kills ---------------------------------------------------------------------------
for arguments in "perft yahtzee 9" "match tictactoe random random --games 1000000000" \
    "play yahtzee human --adviser random --seed 1" "search nim:rows=9-9-9-9 --method minimax"; do
    eval "start $arguments"
    interrupt
    check "Ctrl-C: $arguments" exits 130
done
start play tictactoe human human --seed 4 --record "$work/stopped.hra"
printf 'a1\nb1\nb2\n' >&9
until_true '[ "$(moves_in "$work/stopped.hra" 2>/dev/null)" = 3 ]'
run play --resume "$work/stopped.hra"
check "a play that is open is not resumed a second time" failing "this play is open elsewhere"
run match tictactoe random random --games 2 --record "$work/stopped.hra"
check "nor is anything added to it" failing "this play is open elsewhere"
interrupt
check "Ctrl-C at a prompt" exits 130
feed "a2${newline}c3$newline" play --resume "$work/stopped.hra"
check "the record is whole and goes on" eval 'exits 0 && same_play "$work/stopped.hra" "$work/expected.hra"'
start match yahtzee random --games 1000000000 --seed 1 --record "$work/stopped-match.hra" --json
until_true '[ -s "$work/stopped-match.hra" ]'
interrupt
check "Ctrl-C in a match gives the figures so far" eval 'exits 130 && "$json_check" match <"$work/out"'
check "and as many whole records" eval 'prints match games "$(grep -c "^result " "$work/stopped-match.hra")" &&
    [ "$(grep -c "^hra-record " "$work/stopped-match.hra")" = "$(grep -c "^result " "$work/stopped-match.hra")" ]'

start play tictactoe human human --seed 4 --record "$work/killed.hra"
printf 'a1\nb1\nb2\n' >&9
until_true '[ "$(moves_in "$work/killed.hra" 2>/dev/null)" = 3 ]'
kill_it
run replay "$work/killed.hra"
check "kill -9 leaves a record that replays" eval 'good && says "X, human: b2"'
feed "a2${newline}c3$newline" play --resume "$work/killed.hra"
check "and goes on to the identical end" eval 'exits 0 && same_play "$work/killed.hra" "$work/expected.hra"'
"$hra" match yahtzee random --games 1000000000 --seed 1 --record "$work/killed-match.hra" >/dev/null 2>&1 &
pid=$!
until_true '[ -s "$work/killed-match.hra" ]'
kill -9 $pid
wait $pid 2>/dev/null
run replay "$work/killed-match.hra"
check "kill -9 in a match leaves records that replay" good
run match yahtzee random --games 10 --seed 1 --record "$work/killed-match.hra"
run replay "$work/killed-match.hra"
check "and others can be added" good
run match tictactoe random random --games 1 --seed 1 --record "$work/more.hra"
for whole in "" "hra-record 1$newline" "$(cat "$work/expected.hra")$newline"; do
    for torn in "h" "hra-record 1" "$(printf '%5000s' "")"; do
        [ -n "$whole" ] || [ "${torn# }" = "$torn" ] || continue
        printf '%s%s' "$whole" "$torn" >"$work/torn.hra"
        run match tictactoe random random --games 1 --seed 1 --record "$work/torn.hra"
        check "a line that was cut off makes room: ${whole:0:20}/${torn:0:20}" eval 'good &&
            printf %s "$whole" | cat - "$work/more.hra" | cmp -s - "$work/torn.hra"'
        run replay "$work/torn.hra"
        check "and all replay" good
    done
done

# ---- colour and characters ----------------------------------------------------------------------
escape=$(printf '\033')
on_terminal() { # VARIABLES ARGUMENTS: in a terminal of its own
    env $1 script -qec "$hra $2" /dev/null </dev/null >"$work/out" 2>"$work/err"
}
typed() { # "KEYS..." ARGUMENTS [PROMPT]: types at a terminal, each word as soon as the program asks again
    local keys prompts=0 prompt=${3:-? help)}
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    : >"$work/out"
    script -qec "stty rows 24 cols 80; exec $hra $2" /dev/null <"$work/pipe" >"$work/out" 2>"$work/err" &
    pid=$!
    exec 9>"$work/pipe"
    for keys in $1; do
        prompts=$((prompts + 1))
        until_true '[ "$(grep -oF "$prompt" "$work/out" | wc -l)" -ge $prompts ] || ! kill -0 $pid 2>/dev/null'
        printf '%b' "$keys" >&9
    done
    until_true '! kill -0 $pid 2>/dev/null' || kill -9 $pid
    wait $pid
    status=$?
    exec 9>&-
}

in_sight() { # TOP: whenever the program asked for a move, the last line with TOP was still on the screen
    awk -v top="$1" 'index($0, top) { line = NR } /your move/ && !/brings the board back/ { asked++; if (!line || NR - line > 23) lost++ }
        END { exit !asked || lost }' "$work/out"
}

if command -v script >/dev/null; then
    # 80 x 24: what is below the board gives way, then the board takes its compact form.
    typed 'm\r ?\r aa\r a\r x\r x\r x\r x\r q\r' \
        "play checkers human human --names '' --seed 1 --advice --adviser alphabeta:depth=2"
    check "the board of checkers stays in sight" eval 'exits 0 && in_sight "┌──"'
    typed 'xx\r ?\r aa\r \r keep\040all\r ?\r q\r' \
        "play yahtzee human human human human human human --names '' --seed 1 --advice --adviser heuristic"
    check "the dice of six stay in sight" eval 'exits 0 && in_sight "1 ones" &&
        says "(Enter brings the board back, ? help)"'
    typed 'xx\r a\r ?\r q\r' "play empire:seats=5,first=bid human human human human human --names '' --seed 1 --advice"
    check "the top of the map stays in sight" eval 'exits 0 && in_sight " 1   "'
    typed 'a1\r b1\r \004' "play tictactoe human human --names '' --seed 4 --record $work/typed.hra"
    check "Ctrl-D at a terminal leaves cleanly" eval 'exits 0 && [ "$(moves_in "$work/typed.hra")" -eq 2 ] &&
        grep -q "^The play is kept" "$work/out"'
    typed 'a1\r b1\r \003' "play tictactoe human human --names '' --seed 4 --record $work/typed-too.hra"
    check "Ctrl-C at a terminal" eval 'exits 130 && [ "$(moves_in "$work/typed-too.hra")" -eq 2 ] &&
        grep -q "^The play is kept" "$work/out"'
    typed 'Anna\r \r a1\r q\r' "play tictactoe human human --seed 4 --record $work/named.hra" "> "
    check "people at one terminal are asked for their names" eval 'exits 0 && says "X, your name (Enter: none)> " &&
        says "Anna (X), your move" && says "O, your move" && grep -q "Anna" "$work/named.hra"'
    typed '\r \r' "play tictactoe human human --names '' --position XOX/XOO/OX. --seed 1" "> "
    check "a play that is over is gone through, where that is wanted" eval 'exits 0 && grep -q "go through it" "$work/out" &&
        grep -q "= result" "$work/out" && grep -q "No choice was an inaccuracy" "$work/out"'
    typed '\r q\r' "play tictactoe human human --names '' --position XOX/XOO/OX. --seed 1" "> "
    check "and is not where it is not" eval 'exits 0 && ! grep -q "= result" "$work/out"'
    typed 'a\t\r \004' "play nim:rows=1-2 human human --names '' --seed 4 --record $work/completed.hra"
    check "the tabulator key completes a move" grep -q "^0 a1" "$work/completed.hra"
    # Arrows, live: East, a key that means nothing, a look back, West, taken back, left.
    typed '\033[C x , \033[D u q' "play pacman --seed 1 --record $work/live.hra" "? keys"
    check "arrow keys play live" eval 'exits 0 && grep -q "^0 East" "$work/live.hra" &&
        grep -q "^0 West" "$work/live.hra" && grep -q "^undo 3" "$work/live.hra"'
    check "and leave the terminal as it was" eval 'says "${escape}[?1049l" && says "The play is kept"'
    typed 's \004' "play pacman --seed 1" "? keys"
    check "Ctrl-D ends the input" eval 'exits 0 && says "The play is kept"'
    typed 's \032 q' "play pacman --seed 1" "? keys"
    check "Ctrl-Z gives the terminal back until it goes on" eval 'exits 0 && [ "$(grep -o "$escape\[?1049l" "$work/out" | wc -l)" = 2 ] &&
        [ "$(grep -o "$escape\[?1049h" "$work/out" | wc -l)" = 2 ]'
    typed 's \003' "play pacman --seed 1 --record $work/live-too.hra" "? keys"
    check "Ctrl-C does so too" eval 'exits 130 && says "${escape}[?1049l" && grep -q "^0 Stop" "$work/live-too.hra"'
    typed '\033[C \033[C \033[D q' "replay $work/live.hra --live" "? keys"
    check "a record is watched live" eval 'exits 0 && says "ply 3 of 3" && says "ply 0 of 3" && ! says "human: East"'
    typed 't \033[C q' "replay $work/eaten.hra --live --adviser greedy" "? keys"
    check "with thoughts at every ply, and told how it ended by names" eval 'exits 0 &&
        [ "$(grep -c "^> [A-Z]" "$work/out")" -ge 2 ] && says "Pacman   expert:depth=2"'
    on_terminal TERM=xterm "play tictactoe random random --seed 1"
    check "colour on a terminal" says "${escape}[1;36mX"
    on_terminal TERM=dumb "play tictactoe random random --seed 1"
    check "none with TERM=dumb" eval 'says X && ! says "${escape}[1;36mX"'
    on_terminal "TERM=xterm NO_COLOR=1" "play tictactoe random random --seed 1"
    check "none with NO_COLOR" eval 'says X && ! says "${escape}[1;36mX"'
else
    echo "skip  terminals: there is no script(1)"
fi
run play tictactoe random random --seed 1
check "no escapes in a pipe" eval 'good && ! says "$escape"'
check "Unicode where the locale has it" says "───┼───"
LC_ALL=C "$hra" play tictactoe random random --seed 1 >"$work/out" 2>"$work/err"
status=$?
check "ASCII where it has not" eval 'good && ! LC_ALL=C grep -q "[^ -~]" "$work/out"'

# ---- what is written where ----------------------------------------------------------------------
forget_plays
feed "b2$newline" play tictactoe human human --seed 4 --data "$work/own data"
check "--data DIR is where plays are kept" eval 'exits 0 && [ "$(find "$work/own data/plays" -type f | wc -l)" -eq 1 ]'
check "and nothing is written elsewhere" eval '[ -z "$(find "$work/home" "$work/here" -mindepth 1)" ] && [ ! -e "$XDG_DATA_HOME/hra/plays" ]'
feed "q$newline" play --resume --data "$work/own data"
check "--resume looks there" eval 'exits 0 && says "own data/plays/tictactoe-"'
feed "b2$newline" play tictactoe human human --seed 4
check "else in XDG_DATA_HOME" eval '[ "$(plays | wc -l)" -eq 1 ] && [ -z "$(find "$work/home" "$work/here" -mindepth 1)" ]'
printf 'b2\n' | env -u XDG_DATA_HOME "$hra" play tictactoe human human --seed 4 >"$work/out" 2>"$work/err"
check "else in ~/.local/share" eval '[ "$(find "$work/home/.local/share/hra/plays" -type f | wc -l)" -eq 1 ]'
: >"$work/file"
for folder in "$work/file" "$work/file/below" /dev/null/hra; do
    feed "b2$newline" play tictactoe human human --seed 4 --data "$folder"
    check "a data folder that cannot be: $folder" eval 'exits 0 && [ "$(wc -l <"$work/err")" -eq 1 ] &&
        complains "$folder cannot be used" && says "The play was not kept"'
done
printf 'b2\n' | env -u XDG_DATA_HOME -u HOME "$hra" play tictactoe human human --seed 4 >"$work/out" 2>"$work/err"
status=$?
check "without HOME" eval 'exits 0 && complains "HOME is not set"'
for command in "play tictactoe human human" session hub; do
    # shellcheck disable=SC2086
    "$hra" $command </ >"$work/out" 2>"$work/err"
    status=$?
    check "input that cannot be read: $command" eval 'exits 1 && complains "standard input cannot be read: "'
done
finish
