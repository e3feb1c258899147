#!/bin/sh
# Draws the pictures of the pages with the program itself: trees that methods walked, and the board of each game.
#
#     docs/make.sh HRA [FOLDER]       into docs/pictures, or into FOLDER
#
# The pictures are kept in the repository, so that the pages can be read where nothing is built;
# the same program draws the same bytes, and tests/cli/test_pictures.py compares. Manual pages are made by
# the build.
set -eu
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: docs/make.sh HRA [FOLDER]" >&2
    exit 2
fi
hra=$(realpath "$1")
root=$(dirname "$(dirname "$(realpath "$0")")")
folder=${2:-$root/docs/pictures}
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$root"
export LC_ALL=C

while read -r name game method rest; do
    # shellcheck disable=SC2086 # further options are words
    "$hra" tree "$game" --player "$method" $rest --output "$folder/$name.svg"
done <<'PICTURES'
minimax                tree:file=docs/examples/textbook.tree      minimax
minimax-horizon        tree:file=docs/examples/horizon.tree       minimax:depth=2
alphabeta              tree:file=docs/examples/textbook.tree      alphabeta
alphabeta-deepcut      tree:file=docs/examples/deepcut.tree       alphabeta
alphabeta-tictactoe    tictactoe                                  alphabeta --position XOX/.O./..X --boards
expectimax             tree:file=docs/examples/decision.tree      expectimax
expectiminimax         tree:file=docs/examples/lecture.tree       expectiminimax
expectiminimax-star1   tree:file=docs/examples/star.tree          expectiminimax:star=1
expectiminimax-star2   tree:file=docs/examples/star.tree          expectiminimax:star=2
maxn                   tree:file=docs/examples/maxn.tree          maxn
maxn-shallow           tree:file=docs/examples/maxn-shallow.tree  maxn:shallow
softmaxn               tree:file=docs/examples/softmaxn.tree      softmaxn
andor                  tree:file=docs/examples/andor.tree         andor
andor-pn               tree:file=docs/examples/andor.tree         andor:pn
andor-graph            matches:count=6                            andor:graph --graph
tictactoe-textbook     tictactoe                                  minimax:depth=2 --graph --boards
checkers-horizon       checkers                                   alphabeta:depth=2,eval=corner,move-order=static --position W:WK2,K15:BK14 --boards
pacman-expectimax      pacman:layout=corridor                     expectimax:depth=1,eval=score --boards
montecarlo             tictactoe                                  montecarlo:playouts=200 --boards
mcts                   tictactoe                                  mcts:playouts=60,solver=no --position XO./.X./..O --nodes 40
PICTURES

# Curves of programs that learn.
rm -f "$folder/learnt"*
"$hra" learn tictactoe --method td:representation=table,learning-rate=0.1,epsilon=0.2,random-opening=0 --games 3000 --evals 15 --runs 5 --seed 1 --eval-games 100 \
    --eval-against random exact --output "$folder/learnt" --svg "$folder/learning-td.svg" >"$folder/learnt.txt"
rm -f "$folder/learnt"*
"$hra" learn pacman:layout=orchard,ghosts=2 --method q:representation=linear,discount=0.8,epsilon=0.05,decay-games=20 --games 100 \
    --evals 10 --runs 5 --seed 1 --eval-games 100 --eval-against directional --output "$folder/learnt" \
    --svg "$folder/learning-q.svg" >"$folder/learnt.txt"
rm -f "$folder/learnt"*

# Boards: a game, a position or none, and moves from there, of which the last is marked.
while IFS='|' read -r name game position moves; do
    set --
    [ -z "$position" ] || set -- --position "$position"
    IFS=';'
    # shellcheck disable=SC2086 # several moves
    set -- "$@" --moves $moves
    unset IFS
    "$hra" show "$game" "$@" --output "$folder/board-$name.svg"
done <<'BOARDS'
yahtzee|yahtzee:seats=2||1-1-4-5-6;keep 1-1;1-1-1-2-6;keep all;box ones;2-3-4-5-6;keep all;box large-straight;3-3-3-5-5
tictactoe|tictactoe||b2;a1;c3;b1;c1
connect4|connect4||4;4;3;5;4;3;5;5;2;6;3
chess|chess||e4;e5;Nf3;Nc6;Bc4;Bc5;b4;Bxb4;c3;Ba5;d4;exd4;O-O
nim|nim||b2;c3
matches|matches||3;2
backgammon|backgammon||31;8/5 6/5;64;24/14
tree|tree:file=docs/examples/lecture.tree||8-10
race|race|[8,14,D1],[7,12],[],[39,D3] green 3|8
pacman|pacman:layout=crossroads||West;North;North
checkers|checkers|B:WK14,18,26,30,K13:BK1,5,6,K15,12,19|15x22x31
empire|empire:seats=2|red 6 8:1 13:1 15:1 19:1 20:1 21:1 / blue 7 8:1 9:1 12:1 15:1 18:1 / neutral 4:1 5:1 6:2 7:1 11:1 14:2 17:1 24:1 left 0 / row 6 6 32 8 32 / gone 4 10 13 15 17 23 24 25 28 30 35 36 37 / goods red coal2 wood1 iron2 food2, blue gem1 coal2 wood1 iron1 food1 / first red / red act 37 part 2 left 3 last 1 12>13|move 19>16
BOARDS
