#!/bin/sh
# Makes the nets of backgammon (src/games/backgammon/play/backgammon.learnt) from nothing but own play: seven runs of hra learn, each
# of which goes on from what the one before came to (docs/games/backgammon/training.md).
#
#     tools/train_backgammon.sh HRA FOLDER [SHARE]
#
# HRA is the program, FOLDER where the runs are kept, which is made. Whoever ends it goes on by the same line. SHARE, such as
# 0.001, is for a try: of the games of each run so much. Threads change nothing in what is learnt.
set -eu
[ $# -eq 2 ] || [ $# -eq 3 ] || {
    echo "usage: tools/train_backgammon.sh HRA FOLDER [SHARE]" >&2
    exit 2
}
hra=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$2"
cd "$2"
share=${3:-1}

some() { # GAMES: the share of them
    awk "BEGIN { printf \"%d\", $1 * $share + 0.5 }"
}

run() { # NUMBER GAMES OPTIONS: a run with this number for its seed, which begins with the run before
    number=$1 games=$(some "$2")
    method=rollout:$3
    [ "$number" -eq 1 ] || method="$method,from=$((number - 1)).learnt"
    set --
    [ ! -s "$number.learnt" ] || set -- --resume
    "$hra" learn backgammon --method "$method" --games "$games" --seed "$number" --threads "$(nproc)" --measure 0 --out "$number.learnt" \
        --bare backgammon.learnt "$@"
}

# How games end, with smaller and smaller steps, the more positions that good play never comes by, the later.
ends=hidden=192,target=game,lambda=0.7,positions=0,round=400,passes=1,batch=256
run 1 415200 "$ends,opening=2,rate=0.0015,half=400000"
run 2 473200 "$ends,opening=2,rate=0.0004,half=300000"
run 3 1493200 "$ends,opening=5,rate=0.0003,half=400000"
run 4 1038800 "$ends,opening=3,rate=0.0001,half=400000"
# What is seen a throw further, behind moves too that were nearly played; wider and wider nets.
further=target=rollout,depth=1,near=0.12,positions=20,opening=5,batch=128,fall
run 5 30000 "$further,hidden=256,round=$(some 30000),passes=20,rate=0.002"
run 6 50000 "$further,hidden=384,round=$(some 50000),passes=20,rate=0.002"
run 7 80000 "$further,hidden=384,round=$(some 80000),passes=15,rate=0.001"
[ -n "${3:-}" ] || mv backgammon.learnt "$root/src/games/backgammon/play/backgammon.learnt"
