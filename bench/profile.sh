#!/usr/bin/env bash
# Builds the program for what it does often: it is run on some games, and the compiler is told which way branches went.
#
#     bench/profile.sh [FOLDER]        default: build-profile
#
# FOLDER/counting is a build that counts, FOLDER/profile.profdata what it counted while it ran the commands below (gcc: the folder
# FOLDER/profile), FOLDER/build the program, built with -Dprofile. CC chooses the compiler; without it clang, if it is there, since gcc 12
# gains nothing (docs/decisions/075-a-profile-is-an-option.md). It prints the option for a build of your own; a profile is for these
# sources and this compiler. Seeded results stay the same. Some minutes.
set -euo pipefail
[ $# -le 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-build-profile}"
out=$(cd "${1:-build-profile}" && pwd)
options=(-Dbuildtype=release -Dchecks=false -Dtests=disabled -Dpython=disabled)
if [ -z "${CC:-}" ] && command -v clang >/dev/null && command -v ld.lld >/dev/null; then
    export CC=clang CC_LD=lld
fi
rm -rf "$out/counting" "$out/build" "$out/profile" "$out/profile.profdata"
meson setup "$out/counting" "$root" "${options[@]}" -Db_pgo=generate
ninja -C "$out/counting" hra

# Other games and seeds than bench/instructions.sh has, so that what is measured is not what was trained.
export XDG_DATA_HOME="$out/data" LLVM_PROFILE_FILE="$out/counting/%p.profraw"
hra=$out/counting/hra
mkdir -p "$out/data"
cd "$out"
while read -r command; do
    echo "$command"
    # shellcheck disable=SC2086 # words are meant
    "$hra" $command </dev/null >/dev/null
done <<'COMMANDS'
perft checkers 8
perft pacman:layout=orchard,ghosts=1 6
perft chess 4
search checkers -m alphabeta:deepen,killers,history,pvs,tt=4M,depth=11
search tictactoe -m alphabeta:depth=9
search connect4 -m alphabeta:deepen,tt=4M,depth=10
search pacman:layout=crossroads,ghosts=2 -m expectimax:depth=3,eval=better
search tictactoe -m maxn:depth=8
match checkers expert:nodes=20000 expert:nodes=20000 --games 2 --seed 71
match checkers mcts:playouts=200 random --games 1 --seed 71
match backgammon expert:plies=0 expert:plies=0 --games 20 --seed 71
match backgammon random random --games 100 --seed 71
match chess alphabeta:depth=3 random --games 2 --seed 71
match connect4 mcts:playouts=300 random --games 4 --seed 71
match empire random random --games 2000 --seed 71
match empire mcts:playouts=100 random --games 1 --seed 71
match pacman expert random random --games 4 --seed 71
match race random random --games 300 --seed 71
match tictactoe random random --games 20000 --seed 71
match yahtzee heuristic --games 300 --seed 71
match yahtzee optimal --games 2000 --seed 71
play yahtzee human --advice --position dice=3-4-4-5-6
learn race --method td --games 200 --evals 1 --eval-games 0 --seed 71 --output data/race.hra
COMMANDS
rm -rf "$out/data"

# Both builds name a file by its place below the build folder; gcc looks for it with # for /.
profile=$out/profile
if [ -n "$(find "$out/counting" -name '*.gcda' -print -quit)" ]; then
    mkdir "$profile"
    (cd "$out/counting" && find . -name '*.gcda' | while read -r file; do
        name=${file#./}
        mv "$file" "$profile/${name//\//#}"
    done)
else
    profile=$out/profile.profdata
    tool=$(${CC:-cc} -print-prog-name=llvm-profdata)
    "$tool" merge -o "$profile" "$out"/counting/*.profraw
fi
meson setup "$out/build" "$root" "${options[@]}" "-Dprofile=$profile"
ninja -C "$out/build" hra
echo "$out/build/hra is built by ${CC:-cc} with -Dprofile=$profile"
