#!/bin/sh
# Makes the nets of checkers (src/games/checkers/play/checkers.learnt): plays games, learns from them and those of the generation
# before, and plays again with what was learnt.
#
#     tools/train_checkers.sh BUILD GENERATIONS GAMES
#
# BUILD is a folder that meson has set up. The first generation judges by material alone. Tables of
# six pieces are kept in BUILD, the games in BUILD/checkers-games. A generation is played by as many processes as
# there are processors, which changes nothing in what is learnt.
set -eu
[ $# -eq 3 ] || {
    echo "usage: tools/train_checkers.sh BUILD GENERATIONS GAMES" >&2
    exit 2
}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
games=$build/checkers-games
learnt=$root/src/games/checkers/checkers.learnt
processes=$(nproc)
HRA_TABLES=$build
export HRA_TABLES
generation=1
ninja -C "$build" hra tools/play_checkers tools/train_checkers
"$build/hra" solve checkers:pieces=6 --data "$build"
eval=material
mkdir -p "$games/0"
cd "$games"
while [ "$generation" -le "$2" ]; do
    mkdir -p "$generation"
    first=0 parts=''
    while [ "$first" -lt "$3" ]; do
        next=$((first + ($3 + processes - 1) / processes))
        [ "$next" -le "$3" ] || next=$3
        number=$((generation * 10000000 + first))
        "$build/tools/play_checkers" --eval "$eval" --games $((next - first)) --first "$number" --seed "$generation" \
            --out "$generation/$number.games" &
        parts="$parts $!" first=$next
    done
    for part in $parts; do wait "$part"; done
    # shellcheck disable=SC2046 # names without blanks: numbers
    "$build/tools/train_checkers" --out "$generation/learnt" \
        $(find "$((generation - 1))" "$generation" -name '*.games' | sort)
    eval=$generation/learnt
    generation=$((generation + 1))
done
cp "$eval" "$learnt"
