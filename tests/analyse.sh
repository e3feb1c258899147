#!/usr/bin/env bash
# What compilers find by following the paths through a file: clang-tidy with clang's analyzer, and gcc's
# -fanalyzer, over every source, or those that are named. Run by hand, for it takes half an hour of a processor:
#
#     tests/analyse.sh [FILE...]        JOBS=N: so many at a time
#
# .clang-tidy says what is asked, and why the rest is not. Exit status: 0 nothing was found, 1 something was,
# 2 a tool is missing.
set -uo pipefail
cd "$(dirname "$0")/.."
for tool in clang-tidy gcc; do
    command -v "$tool" >/dev/null || { echo "analyse.sh: there is no $tool here" >&2; exit 2; }
done

# Not looked at: the programs in docs/, which end where something fails, as a reader may; and the test that sees
# the headers of an earlier interface alone.
sources() {
    git ls-files '*.c' | grep -v -e '^docs/'
}

# Looked at, and no fault:
#   general_solver.c  a position without moves has no edges, so none is read; a value has as many numbers as seats
#   match.c           texts wait only where there is a sink; a result begins empty
#   text.c            a text without memory has a capacity of 0, and so gets some
#   retrograde.c      no slice is among those that it needs, so nothing is there that a new one would hide
#   game.c            a list of moves and its probabilities are one block, freed by its beginning
#   turn_tree.c       a state in which somebody is to move has moves
#   player.c          new_player has made a player, or open_spec has returned
#   card.c            examples are filled as they are counted
#   distribution.c    the row is made in the first of two passes
#   review.c          there are as many values before as seats, and as many plies judged as done
#   trace*.c          a trace has at least its root; who is ranked has a parent before him
#   escape.c          a maze has a track
#   race/text.c       two names are given where two are asked for
#   task.c            the pointer is asked in the same line
#   memory_store.c    an entry that is missing has returned, and one that is dropped is in the list
#   session.c         so is a unit that is unlinked
#   tree/read.c       tree_fail returns an error, as hra_fail does
#   http.c            the list of connections loses its head with each that is buried
#   serve_api.c       read_id has found the slash
#   fuzz/command.c    every kind of value has a row in the grammar
#   index.c           men are at most as many as there are rows of numbers of ways
#   pdn_read.c        results are a list of constants
#   candidates.c, empire/rules/fast.c  lists are filled as far as they are counted
#   nim/solver.c      a row has at least one match, and distances are filled from the lowest number on
#   words.c           a word has as many digits as were counted
#   distribution.c, score_goal.c, score_sketch.c, yahtzee/tables/solve.c  a rule set has boxes, and a set of boxes groups
#   task_text.c       limits lie in the question
#   folder_store.c    a descriptor is closed where it was opened
known='^src/(exact/general_solver\.c:.*(NullDereference|UndefinedBinary)|match/match\.c:.*(CallAndMessage|malloc-leak)|core/text\.c:.*null-argument'
known+='|exact/retrograde\.c:.*malloc-leak|rules/game\.c:.*malloc-leak|players/turn_tree\.c:.*uninitialized|players/player\.c:.*null-dereference'
known+='|games/yahtzee/rules/card\.c:.*uninitialized|games/yahtzee/tables/distribution\.c:.*malloc-leak|review/review\.c:.*(uninitialized|CallAndMessage)'
known+='|search/trace/trace(_finish)?\.c:.*(UnixAPI|UndefinedBinary)|games/pacman/escape\.c:.*UnixAPI|games/race/text\.c:.*CallAndMessage'
known+='|games/tree/read\.c:.*NullDereference|work/think_task\.c:.*null-argument|store/memory_store\.c:.*(null-dereference|malloc-leak)'
known+='|session/session\.c:.*NullDereference|exact/general_solver\.c:.*null-argument|games/checkers/tables/index\.c:.*UndefinedBinary'
known+='|games/checkers/formats/pdn_read\.c:.*ArraySubscript|games/empire/(play/candidates|rules/fast)\.c:.*UndefinedBinary'
known+='|games/nim/solver\.c:.*(UndefinedBinary|DivideZero)|games/yahtzee/rules/words\.c:.*UndefinedBinary'
known+='|games/yahtzee/tables/(distribution|score_goal|score_sketch)\.c:.*UnixAPI|games/yahtzee/tables/solve\.c:.*DivideZero'
known+='|work/think_text\.c:.*NullDereference|store/folder_store\.c:.*CallAndMessage|store/memory_store\.c:.*NullDereference)'
known+='|^apps/serve/(http\.c:.*unix.Malloc|serve_api\.c:.*null-argument)|^fuzz/command\.c:.*NonNullParam'
# What the linker and the sanitizers call so; instructions of a page, which this compiler does not know; and sizes that
# are doubled or multiplied until they reach a bound.
known+="|identifier '__(real|wrap|asan)_|(import|export)_(module|name). attribute|_GNU_SOURCE|loop induction expression"
known+='|analysed\.h:.*malloc-leak|FloatLoopCounter|bonus\.c:.*macro-parentheses'

look() { # FILE: prints a line for each finding; `clang-tidy FILE` shows how it comes to it
    local file=$1 own=() flags=(-std=c11 -D_GNU_SOURCE -Iinclude -Isrc -Iapps -I. -Itests '-DHRA_ROOT=""')
    case $file in
    src/core/error.c | fuzz/target.c) ;; # define what the header makes known
    *) flags+=(-include tests/analysed.h) ;;
    esac
    # No paths are followed through a test: what it takes for granted of its own data and of cmocka's assertions is
    # no finding, and all of it is run under sanitizers.
    case $file in
    *_test.c | tests/*) own=("--checks=$odd") ;;
    esac
    {
        [ ${#own[@]} -gt 0 ] || gcc -O1 -fanalyzer -fdiagnostics-plain-output -c -o /dev/null "${flags[@]}" "$file" 2>&1
        clang-tidy --quiet "${own[@]}" "$file" -- "${flags[@]}" 2>/dev/null
    } | grep -E 'warning:|error:' | sed "s|^$PWD/||" | grep -vE "$known"
}
# Tests write odd things on purpose: texts without an end, strings in two parts, commands of a shell.
odd=-clang-analyzer-*,-bugprone-suspicious-include,-cert-err34-c,-cert-env33-c,-bugprone-not-null-terminated-result
odd+=,-bugprone-suspicious-missing-comma,-misc-misleading-bidirectional,-bugprone-branch-clone,-bugprone-infinite-loop
odd+=,-bugprone-suspicious-string-compare,-bugprone-too-small-loop-variable
export -f look
export known odd

found=$(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else sources; fi | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'look {}')
[ -z "$found" ] || { echo "$found"; echo "$(grep -c 'warning:\|error:' <<<"$found") findings"; exit 1; }
echo "nothing found"
