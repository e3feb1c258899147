#!/bin/sh
# Makes the nets of checkers (src/games/checkers/checkers.learnt): plays games, learns from all of them, builds the engine
# anew with what was learnt, and again.
#
#     tools/train_checkers.sh BUILD GENERATIONS GAMES
#
# BUILD is a folder that meson has set up. The first generation judges by material alone. Tables of
# five pieces are kept in BUILD, the games in BUILD/checkers-games.
set -eu
[ $# -eq 3 ] || {
    echo "usage: tools/train_checkers.sh BUILD GENERATIONS GAMES" >&2
    exit 2
}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
games=$build/checkers-games
learnt=$root/src/games/checkers/checkers.learnt
mkdir -p "$games"
HRA_TABLES=$build
export HRA_TABLES
generation=1
while [ "$generation" -le "$2" ]; do
    ninja -C "$build" tools/play_checkers tools/train_checkers
    eval=$([ "$generation" -eq 1 ] && echo material || echo learnt)
    "$build/tools/play_checkers" --eval "$eval" --games "$3" --first $((generation * 10000000)) --seed "$generation" \
        --out "$games/$generation.games"
    "$build/tools/train_checkers" --out "$games/learnt" "$games"/*.games
    mv "$games/learnt" "$learnt"
    generation=$((generation + 1))
done
