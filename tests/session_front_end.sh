#!/usr/bin/env bash
# The front end docs/examples/table.py plays every game, asks for advice and takes moves back.
#
#     tests/session_front_end.sh HRA ROOT
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
set -u
hra=$(realpath "${1:?session_front_end.sh HRA ROOT}") root=${2:?session_front_end.sh HRA ROOT}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data
cd "$root" || exit 2
bad=0 played=0 named=
plays() { # MOST WHAT-THE-OUTPUT-HOLDS LINE...
    local most=$1 holds=$2
    shift 2
    played=$((played + 1)) named="$named ${2%%:*}"
    if ! timeout -s KILL 1800 python3 docs/examples/table.py --hra "$hra" --robot "$most" "$@" >"$work/out" 2>&1 ||
        ! grep -q "$holds" "$work/out"; then
        echo "table.py --robot $most $*:"
        tail -n 20 "$work/out"
        bad=1
    fi
}
plays 200 '^result:' new tictactoe human minimax seed=1 adviser=minimax
plays 200 '^result:' new nim human exact seed=1
plays 200 '^result:' new matches human greedy seed=1
plays 200 '^result:' new race:pieces=1,ring=8,seats=2 human random seed=1
plays 200 '^result:' new tree human random seed=1
plays 300 '^result:' new yahtzee human seed=1 adviser=greedy
plays 30 'human: ' new checkers human alphabeta:depth=3 seed=1 adviser=alphabeta:depth=3
plays 30 'human: ' new pacman:layout=crossroads,ghosts=1 human random seed=1 adviser=minimax:depth=2
plays 30 'human: ' new empire human random seed=1 adviser=random
plays 300 '^result:' new backgammon:checkers=3 human greedy seed=1 adviser=greedy
# Every other game, as it is.
for game in $("$hra" games --json | python3 -c 'import json, sys; print(*(game["name"] for game in json.load(sys.stdin)["games"]))'); do
    case " $named " in
    *" $game "*) ;;
    *) plays 30 'human: ' new "$game" human seed=1 others=random ;;
    esac
done
[ "$bad" -eq 0 ] && echo "$played games were played by table.py"
exit "$bad"
