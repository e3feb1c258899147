#!/usr/bin/env bash
# Tests of hra tree: every format of every method, limits, hostile labels, wrong use.
#
#     tests/cli_tree.sh HRA JSON_CHECK TREE_CHECK ROOT
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
[ $# -eq 4 ] || { echo "usage: $0 HRA JSON_CHECK TREE_CHECK ROOT" >&2; exit 2; }
tree_check=$(realpath "$3")
root=$(realpath "$4")
set -- "$1" "$2"
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
. "$(dirname "$(realpath "$0")")/cli_checks.sh"

tree_json() { good && "$tree_check" json <"$work/out"; }
tree_says() { [ "$("$tree_check" json "$1" <"$work/out")" = "$2" ]; }
xml() {
    good && "$tree_check" xml <"$work/out" || return 1
    ! command -v xmllint >/dev/null || xmllint --noout --huge "$work/out"
}
dot_parses() { good && { ! command -v dot >/dev/null || dot -Tsvg "$work/out" >"$work/dot.svg"; }; }
script_parses() {
    command -v node >/dev/null || return 0
    sed -n '/<script>/,/<\/script>/p' "$work/out" | sed '1d;$d' | grep -v '^]]>' >"$work/script.js"
    node --check "$work/script.js"
}

# ---- every method, every format; the counts of hra search ---------------------------------------
while IFS='|' read -r game method options; do
    examples=$root/docs/examples
    game=${game/@/tree:file=$examples/}
    eval "set -- $options"
    run search "$game" --method "$method" "$@" --json
    nodes=$("$json_check" any nodes <"$work/out")
    cutoffs=$("$json_check" any cutoffs <"$work/out")
    run tree "$game" --method "$method" "$@" --format json --nodes 5000
    check "$method on ${game##*/}: JSON" tree_json
    check "$method on ${game##*/}: counts" eval \
        "case $method in mcts*|montecarlo*|*deepen*) true ;; *) tree_says nodes $nodes && tree_says cutoffs $cutoffs ;; esac"
    for limit in 1 7 60; do
        run tree "$game" --method "$method" "$@" --format json --nodes $limit
        check "$method on ${game##*/}: $limit nodes" eval "tree_json && [ \$(\"$tree_check\" json kept <\"$work/out\") -le $limit ]"
    done
    run tree "$game" --method "$method" "$@" --format svg
    check "$method on ${game##*/}: SVG" eval 'xml && script_parses'
    check "$method on ${game##*/}: nothing from elsewhere" eval '! grep -v "^<svg xmlns" "$work/out" | grep -qE "https?:|@import|href"'
    run tree "$game" --method "$method" "$@" --format dot
    check "$method on ${game##*/}: DOT" dot_parses
    run tree "$game" --method "$method" "$@"
    check "$method on ${game##*/}: text" eval 'good && says "► the chosen line"'
    run tree "$game" --method "$method" "$@" --ascii
    check "$method on ${game##*/}: ASCII" eval 'good && ! LC_ALL=C grep -q "[^ -~]" "$work/out"'
done <<'CASES'
@textbook.tree|minimax|
@textbook.tree|alphabeta|
@deepcut.tree|alphabeta|
@decision.tree|expectimax|
@lecture.tree|expectiminimax|
@lecture.tree|expectiminimax:star=1|
@star.tree|expectiminimax:star=2|
@lecture-d11.tree|expectiminimax|
@lecture-d11.tree|expectimax|
@lecture-d11.tree|mcts:playouts=50|
@maxn.tree|maxn|
@maxn-shallow.tree|maxn:shallow|
@softmaxn.tree|softmaxn|
@andor.tree|andor|
@andor.tree|andor:pn|
tictactoe|alphabeta|--position X.O/.O./X..
tictactoe|alphabeta:deepen,tt=1M,killers,depth=5|
tictactoe|montecarlo:playouts=20|
tictactoe|mcts:playouts=400|
nim:rows=1-2-3|minimax|
matches|alphabeta:depth=4|
race:board=lecture|expectiminimax:depth=2,star=2|
race:board=lecture|mcts:playouts=200|
CASES

# ---- what is drawn ------------------------------------------------------------------------------
run tree tree --method alphabeta
check "the textbook's tree in text" eval \
    'says "a2 ▼ MIN ≤ 2  (3, ∞)  alpha cut (α 3, β 2)" && says "c2 ✕ not searched: alpha cut" && says "► ├─ a1"'
run tree "tree:file=$root/docs/examples/lecture-d11.tree" --method expectiminimax
check "a tree that begins with chance" eval 'good && says "● chance 9" && says "► ├─ 2 p=0.5 ▲ MAX 9"'
run tree yahtzee --nodes 30
check "of a root with hundreds of outcomes the most frequent ones" eval \
    'good && says "● chance 254.6" && says "1-2-3-4-5 p=0.01543" && ! says "1-1-1-1-1"'
for rolls in 0 2; do # of one roll each end is judged by 252 first rolls: five seconds
    run search yahtzee:rules=plain --method heuristic --position "dice=3-4-4-5-6 rolls=$rolls" --json
    said=$(grep -o '^{.*"kind"' "$work/out" | grep -o '"move":"[^"]*","value":.[^]]\{1,12\}' | head -n 1)
    run tree yahtzee:rules=plain --method heuristic --position "dice=3-4-4-5-6 rolls=$rolls" --format json
    check "the tree of a turn comes to what the heuristic says, $rolls rolls" eval \
        'good && [ -n "$said" ] && [ "$(grep -o "\"move\":\"[^\"]*\",\"value\":.[^]]\{1,12\}" "$work/out" | head -n 1)" = "$said" ]'
done
run tree yahtzee:rules=plain --method heuristic --position "dice=3-4-4-5-6 rolls=0"
check "with the heuristic at its leaves" eval 'says "move box small-straight, value ~−5.45" && says "box chance ▢ leaf ~−9.7"'
run tree tree --method alphabeta --format svg
check "the textbook's tree as a picture" eval \
    '[ "$(grep -c "class=\"n cross" "$work/out")" -eq 2 ] && [ "$(grep -c "class=\"n up\|class=\"n down" "$work/out")" -eq 4 ]'
run tree tictactoe --method minimax --nodes 10000 --format svg
check "ten thousand nodes" eval 'good && [ "$(grep -c "class=\"n " "$work/out")" -gt 5000 ]'
check "most of them folded at first" eval '[ "$(grep "class=\"n " "$work/out" | grep -vc "display=\"none\"")" -le 110 ]'
run tree tictactoe --method alphabeta --depth 2 --breadth 3 --format json
check "depth and breadth" eval 'tree_json && ! says "\"ply\":3" && [ "$(grep -o "\"parent\":0," "$work/out" | wc -l)" -eq 3 ]'

# ---- graphs: each position once -----------------------------------------------------------------
while read -r game method options; do
    # shellcheck disable=SC2086 # options are words
    for format in text dot json svg; do
        run tree "$game" --method "$method" $options --merge --format $format
        check "graph of $game by $method: $format" good
        case $format in
        dot) check "graph of $game by $method: DOT parses" dot_parses ;;
        json) check "graph of $game by $method: JSON" eval '"$json_check" any positions <"$work/out" >"$work/n" && says "\"format\":\"hra graph 1\""' ;;
        svg)
            check "graph of $game by $method: XML" xml
            check "graph of $game by $method: every position" eval \
                '[ "$(grep -c "<g class=\"n " "$work/out")" -eq "$("$hra" tree "$game" --method "$method" $options --merge | grep -c "^..#")" ]'
            ;;
        esac
    done
    run tree "$game" --method "$method" $options --merge --ascii
    check "graph of $game by $method: ASCII" eval 'good && ! LC_ALL=C grep -q "[^ -~]" "$work/out"'
done <<'CASES'
matches:count=6 andor:graph
tictactoe minimax:depth=2
tictactoe exact
tictactoe alphabeta --position XO./.X./..O
nim:rows=1-2-3 andor:pn
race:board=lecture expectiminimax:depth=2
race:seats=3,ring=24,pieces=1 softmaxn:depth=2
checkers minimax:depth=5 --position W:WK1:BK32
tictactoe mcts:playouts=200
CASES
run tree yahtzee --method heuristic --position dice=3-4-4-5-6 --nodes 40 --merge --format svg # thrice as slow as all above
check "graph of yahtzee by heuristic: XML" xml
run tree tictactoe --merge --method minimax:depth=2
check "tic-tac-toe: three first moves" says "a1 ×4 #2   b1 ×4 #3   ►b2 #4"
run tree tictactoe --merge --method minimax:depth=2 --boards --format svg
check "tic-tac-toe: a board at each position" eval 'xml && [ "$(grep -o "href=.#hra-board" "$work/out" | wc -l)" -eq 16 ]'
run tree nim --merge --method andor:graph,pn
check "the whole graph, or the easiest proof" wrong "only one of them is possible"

# ---- files --------------------------------------------------------------------------------------
for format in svg dot json text; do
    run tree tree --method alphabeta -o "$work/picture.$format"
    check "-o picture.$format" eval 'exits 0 && is_quiet && [ ! -s "$work/out" ]'
    run tree tree --method alphabeta --format "$format"
    check "is of that format" same_file "$work/out" "$work/picture.$format"
done
run tree tree --method alphabeta -o "$work/missing/picture.svg"
check "a picture that cannot be written" failing "picture.svg: cannot be written: No such file"
run tree tree --method alphabeta -o /dev/full
check "a full disk" failing "cannot be written: No space left"

# ---- labels of others ---------------------------------------------------------------------------
cat >"$work/hostile.tree" <<'TREE'
node root max
node <b>&amp;"' min
edge root <b>&amp;"' ]]></script><x>\N\l
edge root plain
leaf plain 1
edge <b>&amp;"' ]]> \"};alert(1);{\"
edge <b>&amp;"' c
leaf ]]> 2
leaf c 3
TREE
for format in text dot json svg; do
    run tree "tree:file=$work/hostile.tree" --method alphabeta --format $format
    check "hostile labels: $format" good
    case $format in
    dot) check "hostile labels: DOT parses" dot_parses ;;
    json) check "hostile labels: JSON" tree_json ;;
    svg)
        check "hostile labels: XML" eval 'xml && script_parses'
        check "hostile labels: nothing gets out" eval \
            '[ "$(grep -c "</script>" "$work/out")" -eq 1 ] && [ "$(grep -c "\]\]>" "$work/out")" -eq 1 ] && ! says "<x>" && ! says "<b>"'
        ;;
    esac
done

# ---- wrong use ----------------------------------------------------------------------------------
while IFS='|' read -r arguments words; do
    eval "run $arguments"
    check "wrong: $arguments" wrong "$words"
done <<'CASES'
tree|something is missing
tree tictactoe -m alphabetta|did you mean 'alphabeta'?
tree tictactoe -m random|does not say what positions are worth, so there is nothing to show
tree tictactoe -m minimax --format svgg|did you mean 'svg'?
tree tictactoe -m minimax --nodes 0|--nodes takes a whole number from 1 to
tree tictactoe -m minimax --nodes 1000001|--nodes takes a whole number from 1 to
tree tictactoe -m minimax --depth x|not 'x'
tree tictactoe -m minimax --breadth 0|--breadth takes a whole number from 1
tree tictactoe -m minimax --position XXX/OO./...|the game is over; name another
tree yahtzee -m minimax --position dice=1-1-2-4-6|minimax knows no chance
tree tictactoe -m minimax --merge --boards|boards stand in an SVG or in JSON only
tree tictactoe -m minimax --boards|boards stand in an SVG or in JSON only
CASES

# ---- boards -------------------------------------------------------------------------------------
while read -r game method; do
    run tree "$game" --method "$method" --boards --format svg --nodes 30
    check "boards of ${game##*/}: SVG" eval 'xml && script_parses'
    check "boards of ${game##*/}: one at every node that was searched" eval \
        '[ "$(grep -c "href=.#hra-board" "$work/out")" -ge 5 ] && ! grep -v "^<svg xmlns" "$work/out" | grep -qE "https?:|@import"'
done <<'CASES'
checkers alphabeta:depth=2
tictactoe minimax:depth=2
race:board=lecture expectiminimax:depth=2,eval=formula
pacman:layout=five minimax:depth=3
nim:rows=1-2-3 minimax:depth=2
CASES

finish
