#!/bin/sh
# Draws the pictures of the pages about methods with the program itself.
#
#     docs/make.sh HRA [FOLDER]       into docs/pictures, or into FOLDER
#
# The pictures are kept in the repository, so that the pages can be read where nothing is built;
# the same program draws the same bytes, and tests/cli_tree.sh compares. Manual pages are made by
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
    "$hra" tree "$game" --method "$method" $rest --output "$folder/$name.svg"
done <<'PICTURES'
minimax                tree:file=docs/examples/textbook.tree      minimax
minimax-horizon        tree:file=docs/examples/horizon.tree       minimax:depth=2
alphabeta              tree:file=docs/examples/textbook.tree      alphabeta
alphabeta-deepcut      tree:file=docs/examples/deepcut.tree       alphabeta
alphabeta-tictactoe    tictactoe                                  alphabeta --position XOX/.O./..X
expectimax             tree:file=docs/examples/decision.tree      expectimax
expectiminimax         tree:file=docs/examples/lecture.tree       expectiminimax
expectiminimax-star1   tree:file=docs/examples/star.tree          expectiminimax:star=1
expectiminimax-star2   tree:file=docs/examples/star.tree          expectiminimax:star=2
maxn                   tree:file=docs/examples/maxn.tree          maxn
maxn-shallow           tree:file=docs/examples/maxn-shallow.tree  maxn:shallow
softmaxn               tree:file=docs/examples/softmaxn.tree      softmaxn
andor                  tree:file=docs/examples/andor.tree         andor
andor-pn               tree:file=docs/examples/andor.tree         andor:pn
checkers-horizon       checkers                                   alphabeta:depth=2,eval=corner,order=static --position W:WK2,K15:BK14
pacman-expectimax      pacman:layout=corridor                     expectimax:depth=1,eval=score
montecarlo             tictactoe                                  montecarlo:playouts=200
mcts                   tictactoe                                  mcts:playouts=60,solver=no --position XO./.X./..O --nodes 40
PICTURES
