#!/usr/bin/env bash
# Tests of other programs' formats (PDN, match files) and ballots at the command line: games read, shown, judged and
# written, many in one file, and what is left of a play that is cut short.
#
#     tests/cli_pdn.sh HRA JSON_CHECK
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

games_in() { grep -c '^\[Event ' "$1"; }
shown() { grep -c '^checkers.*, seed ' "$work/out"; }

# ---- reading ------------------------------------------------------------------------------------
cat >"$work/games.pdn" <<'PDN'
{three games of different hands}
[Event "a cup"]
[Black "Anna"]
[White "Bo \"the King\" C."]
[Result "1/2-1/2"]

1. 11-15 22-17 {dyke} 2. 15-19! 24x15 (2... 23x16 3. 12x19) 3. 10x19 23x16 4. 12x19 1/2-1/2

[SetUp "1"] [FEN "W:WK10,K14:BK1."]
1... 14-9 2. 1-5 10-14 3. 5-1 9-5 4. 1-6 5-1 5. 6-2 14-18 6. 2-7 18-15 7. 7-2 15-11 8. 2-6 1x10 0-1
[FEN "B:W6,7,14,15:B2"]
1. 2x11x18 *
PDN
run replay "$work/games.pdn"
check "replay shows three games of a file" eval 'good && [ "$(shown)" -eq 3 ]'
check "with their players" eval 'says "Black, Anna: 11-15" && says "White, Bo \"the King\" C.: 22-17"'
check "the line that was played, not another" eval 'says "24x15" && ! says "23x16 3."'
check "the way of a capture, and who has won" eval 'says "2x11x18" && says "wins"'
run replay --boards "$work/games.pdn"
check "replay --boards" eval 'good && [ "$(grep -c " 29 " "$work/out")" -ge 20 ]'
timeout "$patience" "$hra" replay - <"$work/games.pdn" >"$work/out" 2>"$work/err"
status=$?
check "standard input has no name that says PDN" wrong "hra-record 1"
run review "$work/games.pdn" --by alphabeta:depth=3
check "review judges all three" eval 'good && [ "$(grep -c "judged by alphabeta" "$work/out")" -eq 3 ]'
sed -n 9,10p "$work/games.pdn" >"$work/study.pdn"
run replay "$work/study.pdn" --method alphabeta:depth=6,eval=corner,order=static
check "the report of a method, ply by ply" eval 'good && [ "$(grep -c " [BW]:W" "$work/out")" -eq 15 ]'
check "with value and nodes of the study" eval 'grep -q "^ *0 .*14-9 .* 4680 .*W:WK10,K14:BK1" "$work/out"'
check "the ply from which the win is seen, the means" eval 'grep -q "win of White is seen from ply [0-9]" "$work/out" &&
    says "mean value"'
for bad in '1. 11-15 22-18 2. 15-19 *|line 1, character 19: .*captures are compulsory' '[FEN "B:W6:B6"] *|square 6 is taken twice' \
    "1. 11-15 *$newline$newline[White \"x\"]${newline}1. 9-14 9-14 *|line 4, character 9: .*is no move here"; do
    printf '%s\n' "${bad%|*}" >"$work/bad.pdn"
    run replay "$work/bad.pdn"
    check "refused with its line: ${bad#*|}" eval 'exits 2 && one_line && grep -q "${bad#*|}" "$work/err"'
done
printf '1-0\n' >"$work/only.pdn"
run replay "$work/only.pdn"
check "a result alone is a game" good

# ---- writing ------------------------------------------------------------------------------------
run match "checkers:ballot=all" random random --games 8 --seed 3 --record "$work/match.pdn"
check "a match writes PDN" eval 'good && [ "$(games_in "$work/match.pdn")" -eq 8 ] && [ ! -e "$work/match.pdn.part" ]'
run match "checkers:ballot=all" random random --games 8 --seed 3 --record "$work/match.hra"
moves() { "$hra" replay "$1" | sed -n 's/^ *[BW][a-z]*, random: //p'; }
check "of the same games" eval '[ "$(moves "$work/match.pdn")" = "$(moves "$work/match.hra")" ] && [ "$(moves "$work/match.hra" | wc -l)" -gt 100 ]'
check "each opening twice" eval '[ "$(grep -c "^\[FEN" "$work/match.pdn")" -eq 8 ] && [ "$(grep "^\[FEN" "$work/match.pdn" | sort | uniq -c | grep -c " 2 ")" -eq 4 ]'
run match checkers:ballot=each random random --games 8 --rotate --seed 3 --record "$work/each.pdn"
check "each opening from both sides" eval 'good && [ "$(grep "^\[FEN" "$work/each.pdn" | uniq -c | grep -c " 2 ")" -eq 4 ]'
run match checkers:ballot=174 random random --games 2 --seed 3 --record "$work/last.pdn"
check "one ballot" eval 'good && [ "$(grep "^\[FEN" "$work/last.pdn" | sort -u | wc -l)" -eq 1 ]'
run match checkers:ballot=175 random random --games 2
check "no such ballot" wrong "1 to 174"
run match tictactoe random random --games 2 --record "$work/other.pdn"
check "another game has no PDN" eval 'refused "is not written as PDN" && [ ! -e "$work/other.pdn" ]'

run match tictactoe random random --games 2 --record "$work/other.mat"
check "nor match files" eval 'refused "is not written as MAT" && [ ! -e "$work/other.mat" ]'
run match backgammon:checkers=3,match=3 random random --games 3 --seed 5 --record "$work/match.mat"
check "a match writes match files" eval 'good && [ "$(grep -c "^ 3 point match" "$work/match.mat")" -eq 3 ]'
run match backgammon:checkers=3,match=3 random random --games 3 --seed 5 --record "$work/hyper.hra"
turns() { "$hra" replay "$1" | sed -n 's/^ *\([BW*].*\)/\1/p'; }
check "of the same games" eval '[ "$(turns "$work/match.mat")" = "$(turns "$work/hyper.hra")" ] && [ "$(turns "$work/match.mat" | wc -l)" -gt 50 ]'
run match backgammon:checkers=3 random random --games 1 --seed 5 --record "$work/match.mat"
check "and adds to such a file" eval 'good && [ "$(grep -c "point match" "$work/match.mat")" -eq 4 ]'
run review "$work/match.mat" --by greedy
check "review judges all four" eval 'good && [ "$(grep -c "judged by greedy" "$work/out")" -eq 4 ]'
cp "$work/games.pdn" "$work/games.mat"
run match backgammon:checkers=3 random random --games 1 --record "$work/games.mat"
check "but not to another file" eval 'refused "something other than MAT" && cmp -s "$work/games.pdn" "$work/games.mat"'
run replay "$work/games.mat"
check "which is none" wrong "line 1, character 1: expected '7 point match' or 'Game 1'"

# ---- what is left of a play that was cut short --------------------------------------------------
answers="11-15${newline}23-19${newline}"
play() { feed "$1" play checkers human human --adviser random --seed 4 --record "$2"; }
go_on() { feed "$1" play --resume "$2" --adviser random; }
play "$answers" "$work/left.pdn"
check "a play that was left is there as PDN" eval 'exits 0 && grep -q "^1. 11-15 23-19 \*$" "$work/left.pdn"'
check "and beside it as a record" eval '[ "$(moves_in "$work/left.pdn.part")" -eq 2 ]'
go_on "8-11$newline" "$work/left.pdn"
check "--resume goes on with it in both" eval 'exits 0 && grep -q "^1. 11-15 23-19 2. 8-11 \*$" "$work/left.pdn" &&
    [ "$(games_in "$work/left.pdn")" -eq 1 ] && [ "$(moves_in "$work/left.pdn.part")" -eq 3 ]'
go_on "22-17$newline" "$work/left.pdn.part"
check "by the name of the part too" eval 'exits 0 && grep -q "2. 8-11 22-17 \*$" "$work/left.pdn"'
play "9-13$newline" "$work/left.pdn"
check "another play comes behind it" eval '[ "$(games_in "$work/left.pdn")" -eq 2 ] && [ "$(moves_in "$work/left.pdn.part")" -eq 1 ]'
feed "" play "checkers" random random --adviser random --seed 4 --record "$work/over.pdn" # to its end
cp "$work/over.pdn" "$work/expected.pdn"
check "of a play that is over nothing is left beside it" eval 'exits 0 && [ ! -e "$work/over.pdn.part" ]'
run play --resume "$work/over.pdn"
check "and it is not resumed" wrong "no play to go on with"

start play checkers human human --adviser random --seed 4 --record "$work/killed.pdn"
printf '%s' "$answers" >&9
until_true '[ "$(moves_in "$work/killed.pdn.part" 2>/dev/null)" = 2 ]'
run play --resume "$work/killed.pdn"
check "a play that is open is not resumed" failing "is open elsewhere"
kill_it
check "kill -9 leaves its moves" eval '[ "$(moves_in "$work/killed.pdn.part")" -eq 2 ]'
cp "$work/killed.pdn" "$work/again.pdn" && cp "$work/killed.pdn.part" "$work/again.pdn.part"
go_on "8-11$newline" "$work/killed.pdn"
check "and --resume goes on" eval 'exits 0 && grep -q "^1. 11-15 23-19 2. 8-11 \*$" "$work/killed.pdn"'
run match checkers random random --games 2 --seed 1 --record "$work/again.pdn"
check "or the play is written before others" eval 'good && [ "$(games_in "$work/again.pdn")" -eq 3 ] &&
    grep -q "^1. 11-15 23-19 \*$" "$work/again.pdn" && [ ! -e "$work/again.pdn.part" ]'
run replay "$work/again.pdn"
check "and all replay" eval 'good && [ "$(shown)" -eq 3 ]'
start play checkers human human --adviser random --seed 4 --record "$work/stopped.pdn"
printf '%s' "$answers" >&9
until_true '[ "$(moves_in "$work/stopped.pdn.part" 2>/dev/null)" = 2 ]'
interrupt
check "Ctrl-C leaves PDN" eval 'exits 130 && grep -q "^1. 11-15 23-19 \*$" "$work/stopped.pdn"'

# A file that may not grow beyond a few blocks stands for a full disk.
play "$answers" "$work/full.pdn"
go_on "" "$work/full.pdn" # begins with a [ and has a play
for _ in 1 2 3 4 5 6 7; do printf '[Event "filler"]\n[Black "%0100d"]\n\n*\n\n' 0; done >"$work/full.pdn"
rm -f "$work/full.pdn.part"
cp "$work/full.pdn" "$work/full-before.pdn"
(
    trap '' XFSZ
    ulimit -f 1
    printf '%s' "$answers" | timeout "$patience" "$hra" play checkers human human --adviser random --seed 4 --record "$work/full.pdn"
) >/dev/null 2>"$work/err" # standard output, too, ends a play where it is full
status=$?
check "a full disk is told" eval 'exits 1 && complains "could not be written"'
check "the file is as it was, the moves lie beside it" eval 'same_file "$work/full.pdn" "$work/full-before.pdn" &&
    [ "$(moves_in "$work/full.pdn.part")" -eq 2 ]'
go_on "8-11$newline" "$work/full.pdn"
check "and with room again the play goes on" eval 'exits 0 && grep -q "^1. 11-15 23-19 2. 8-11 \*$" "$work/full.pdn" && [ "$(games_in "$work/full.pdn")" -eq 8 ]'
printf 'hra-record 1\ngame checkers\nseed 1\n' >"$work/stub.pdn.part"
play "$answers" "$work/stub.pdn"
check "a header that was cut off is in nobody's way" eval 'exits 0 && [ "$(games_in "$work/stub.pdn")" -eq 1 ]'
printf 'hra-record 1\ngame checkers\nseat 0 a\nseat 1 b\n0 11-99\n' >"$work/spoiled.pdn.part"
play "$answers" "$work/spoiled.pdn"
check "a spoiled part is refused, not lost" eval 'refused "spoiled.pdn.part: " && grep -q 11-99 "$work/spoiled.pdn.part"'

# ---- openings -----------------------------------------------------------------------------------
run play checkers:ballot=white-doctor,draw=10 random random --seed 1 --record "$work/doctor.pdn"
check "a play says once which ballot it follows" eval 'exits 0 && [ "$(grep -c "opening: White Doctor, ballot 68" "$work/out")" -eq 1 ]'
check "so does its PDN" grep -q '^\[Opening "White Doctor, ballot 68"\]$' "$work/doctor.pdn"
run replay "$work/doctor.pdn"
check "and a replay of it" eval 'exits 0 && says "  opening: White Doctor, ballot 68"'
run review "$work/doctor.pdn" --by alphabeta:depth=1
check "and a review" eval 'exits 0 && says "  opening: White Doctor, ballot 68"'
run review "$work/doctor.pdn" --by alphabeta:depth=1 --json
check "for programs too" eval 'exits 0 && says "\"opening\":\"White Doctor, ballot 68\""'
feed "11-15${newline}23-19${newline}8-11${newline}22-17${newline}4-8$newline" play checkers human human --adviser random
check "names come as moves come to them" eval '[ "$(grep -o "opening: .*" "$work/out" | tr "\n" ";")" = "opening: ballot 126;opening: Old Fourteenth;" ]'

# ---- the board and how moves are typed ----------------------------------------------------------
LC_ALL=C feed "" play checkers human human --adviser random --position "W:WK10,18:BK1,15"
check "in ASCII, White below: kings and men are told apart" eval 'says "WK" && says "BK" && LC_ALL=C eval "! grep -q \"[^ -~]\" $work/out"'
feed "15x31${newline}" play checkers human human --adviser random --position "B:W18,26:BK15,1"
check "a capture by its ends" eval 'exits 0 && says "Black to move" && says "wins"'
check "and shown step by step" eval '[ "$(grep -c "^  .* to move" "$work/out")" -eq 3 ]' # before, between, behind
feed "m${newline}3${newline}m${newline}99${newline}#4$newline" play checkers human human --adviser random
check "moves are picked from the list" eval 'exits 0 && says "#7 12-16" && [ "$(grep -o "[BW][a-z]*, human: .*" "$work/out" | tr "\n" " ")" = "Black, human: 10-14 White, human: 23-18 " ]'
feed "f${newline}" play checkers human human --adviser random
check "the board is turned round" eval 'exits 0 && [ "$(grep "░ [ 0-9][0-9] ░" "$work/out" | sed -n "1p;9p" | tr -d "░│ \n")" = 323130291234 ]'
feed "2x18${newline}2x9x18$newline" play checkers human human --adviser random --position "B:W6,7,14,15:B2"
check "one that can go two ways is asked for" eval 'exits 0 && { says "several ways" || complains "several ways"; } && says "2x9x18"'
start play checkers human human --adviser alphabeta:depth=2
until_true 'echo a >&9; sleep 0.3; grep -q "win$" "$work/out"'
check "beside an adviser who tells no chances the engine does" eval 'grep -q " ~[0-9.]*%$" "$work/out"'
interrupt
feed "a${newline}a$newline" play checkers human human --adviser expert:depth=3,tables=0
check "one who does is not asked twice" eval 'exits 0 && grep -q "chance to win.* loss$" "$work/out"'
for fen in "W:WK10,K14:BK1" "W:BK1:WK10,K14" "W:WK10,K14:BK1." "B:W21-32:B1-12" "B:B1-12:W21-32."; do
    run search checkers --method alphabeta:depth=1 --position "$fen"
    check "FEN $fen" good
done
finish
