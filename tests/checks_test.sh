#!/bin/sh
# Shows that layering.sh, headers.sh, style.sh, paths.sh and globals.sh can fail: each is run on a copy of the
# sources with one thing wrong, which it must find, and with one thing that only looks wrong.
#
#     tests/checks_test.sh ROOT
#
# Exit status: 0 all is well, 1 something is not, 2 wrong use.
set -u

root=${1:-.}
if [ ! -x "$root/tests/layering.sh" ]; then
    echo "checks_test.sh: '$root' is not the root of the source tree" >&2
    exit 2
fi
root=$(cd "$root" && pwd)
cc=${CC:-cc}
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
bad=0
count=0

# expect STATUS WORDS COMMAND...: the command ends with STATUS and its output holds WORDS.
expect() {
    status=$1
    words=$2
    shift 2
    count=$((count + 1))
    output=$("$@" 2>&1)
    got=$?
    if [ "$got" -ne "$status" ]; then
        echo "checks_test.sh: $what: exit status $got instead of $status: $(echo "$output" | tail -n 3)"
        bad=1
    elif ! echo "$output" | grep -qF -- "$words"; then
        echo "checks_test.sh: $what: '$words' is not in: $(echo "$output" | head -n 3)"
        bad=1
    fi
}

# A small and correct tree for these tests, so that the state of the real one does not matter.
make_tree() {
    mkdir -p "$tree/t/include" "$tree/t/apps/commands/play" "$tree/t/apps/commands/study" "$tree/t/apps/speech" "$tree/t/apps/term" "$tree/t/bench"
    cp -R "$root/include/hra" "$tree/t/include/"
    for layer in core rules scene search exact players nets play rating builtin match games/nim games/race; do
        mkdir -p "$tree/t/src/$layer"
        i=0
        while [ $i -lt 3 ]; do
            printf '#include "hra/base.h"\n\nint hra_f%d(void) {\n    return 0;\n}\n' $i >"$tree/t/src/$layer/${layer##*/}_x$i.c"
            i=$((i + 1))
        done
        printf 'int hra_x;\n' >"$tree/t/src/$layer/${layer##*/}_x.h"
    done
    mkdir -p "$tree/t/src/games/nim/rules" "$tree/t/src/games/nim/tables" "$tree/t/src/games/nim/play" "$tree/t/src/games/nim/formats"
    printf 'int x;\n' >"$tree/t/src/games/nim/tables/nim_z.h"
    printf 'int x;\n' >"$tree/t/src/games/nim/play/players.h"
    printf 'int x;\n' >"$tree/t/src/builtin/builtin_y.def"
    printf 'int x;\n' >"$tree/t/apps/commands/args.h"
    printf 'int x;\n' >"$tree/t/apps/commands/study/study_x.h"
    printf 'int x;\n' >"$tree/t/apps/speech/print.h"
    printf 'int x;\n' >"$tree/t/apps/term/board.h"
}
make_tree
mv "$tree/t" "$tree/whole"

new_tree() {
    rm -rf "$tree/t"
    cp -R "$tree/whole" "$tree/t"
}

# layer STATUS FILE INCLUDE WORDS
layer() {
    new_tree
    what="$2 includes $3"
    mkdir -p "$(dirname "$tree/t/$2")"
    printf '#include %s\n' "$3" >"$tree/t/$2"
    expect "$1" "$4" "$root/tests/layering.sh" "$tree/t"
}

new_tree
what='a tree in order'
expect 0 'point downwards' "$root/tests/layering.sh" "$tree/t"
expect 0 'follow the style' "$root/tests/style.sh" "$tree/t"
expect 0 'stand alone' "$root/tests/headers.sh" "$tree/t"

# named STATUS TEXT WORDS: what README.md says of paths
named() {
    what="README.md says $2"
    printf '%s\n' "$2" >"$tree/t/README.md"
    expect "$1" "$3" "$root/tests/paths.sh" "$tree/t"
}
named 0 'Look at `src/core/core_x0.c` or run `make src/core/core_x0 && src/NAME/<game>`.' '2 paths exist'
named 1 'Look at `src/core/core_x0.c` and `src/core/gone.c`.' "names 'src/core/gone.c'"
named 1 'Look at src/core/core_x0.c.' 'no path was found'
named 0 'See [it](src/core/core_x0.c) or [that](https://example.org/a).' '1 paths exist'
named 1 'See [it](src/core/core_x0.c) or [that](src/core/gone.c#line).' "links to 'src/core/gone.c'"

# page STATUS CHAPTERS WORDS [COMMAND]: of a game that is registered; its page in Czech names that command
page() {
    what="a page of rules with '$2'"
    mkdir -p "$tree/t/src/games/nim"
    mkdir -p "$tree/t/tests"
    printf 'src/games/nim\n' >"$tree/t/tests/language.complete"
    printf 'HRA_GAME(nim)\n' >"$tree/t/src/builtin/games.def"
    printf 'See `src/core/core_x0.c`.\n' >"$tree/t/README.md"
    printf '%s\n' "$2" | tr '|' '\n' | sed 's/^/## /' >"$tree/t/src/games/nim/rules.md"
    printf '## %s\n' Hra Volby Tahy Pozice Hodnoty Hráči Zdroje "${4:-}" | grep -v '^## $' >"$tree/t/src/games/nim/rules.cs.md"
    expect "$1" "$3" "$root/tests/paths.sh" "$tree/t"
}
page 0 'The game|Options|Moves|Positions|Values|Players|Sources' 'paths exist'
page 1 'The game|Moves|Options|Positions|Values|Players|Sources' 'src/games/nim/rules.md has the chapters'
page 1 'The game' 'src/games/nim/rules.md has the chapters'
page 1 'The game|Options|Moves|Positions|Values|Players|Sources' 'src/games/nim/rules.cs.md has the chapters' Pravidla
page 1 'The game|Options|Moves|Positions|Values|Players|Sources `b3`' 'do not both name `b3`'

# decision STATUS NAME LINES WORDS: a page of decisions beside 001, which is in order; the list names 001 and 002-two.md
decision() {
    what="a decision $2 of $3 lines"
    rm -rf "$tree/t/docs/decisions"
    mkdir -p "$tree/t/docs/decisions"
    printf '# One\n' >"$tree/t/docs/decisions/001-one.md"
    seq "$3" >"$tree/t/docs/decisions/$2"
    printf '%s\n' '- [001](001-one.md): one' '- [002](002-two.md): two' >"$tree/t/docs/decisions/README.md"
    [ -e "$tree/t/docs/decisions/002-two.md" ] || sed -i '/002/d' "$tree/t/docs/decisions/README.md"
    expect "$1" "$4" "$root/tests/paths.sh" "$tree/t"
    rm -rf "$tree/t/docs/decisions"
}
rm -rf "$tree/t/docs/games"
: >"$tree/t/src/builtin/games.def"
decision 0 002-two.md 25 'paths exist'
decision 1 002-two.md 26 '002-two.md has more than 25 lines'
decision 1 003-three.md 10 'does not list [003](003-three.md)'
decision 1 001-two.md 10 'more than one page has the number 001'
what='a map of 121 lines'
seq 121 >"$tree/t/ARCHITECTURE.md"
expect 1 'ARCHITECTURE.md has more than 120 lines' "$root/tests/paths.sh" "$tree/t"
rm "$tree/t/ARCHITECTURE.md"

layer 1 src/core/y.c '"hra/spec.h"' 'core lies below rules'
layer 1 src/rules/y.c '"hra/trace.h"' 'rules lies below search'
layer 1 src/rules/y.c '"hra/player.h"' 'rules lies below players'
layer 1 src/rules/y.c '"builtin/builtin_y.def"' 'rules lies below builtin'
layer 0 src/builtin/y.c '"builtin_y.def"' 'point downwards'
layer 1 src/rules/y.c '"games/nim/nim_x.h"' 'belongs to the game nim alone'
layer 1 src/search/y.c '"../games/nim/nim_x.h"' 'belongs to the game nim alone'
layer 0 src/search/y.c '"hra/player.h"' 'point downwards'
layer 1 src/exact/y.c '"hra/trace.h"' 'exact lies below search'
layer 0 src/search/y.c '"hra/solve.h"' 'point downwards'
layer 1 src/players/y.c '"hra/play.h"' 'players lies below play'
layer 1 src/players/y.c '"nets/nets_x.h"' 'players lies below nets'
layer 0 src/match/y.c '"players/players_x.h"' 'point downwards'
layer 1 src/match/y.c '"hra/store.h"' 'match lies below store'
layer 1 src/match/y.c '"hra/tournament.h"' 'match lies below tournament'
layer 1 src/rating/y.c '"hra/player.h"' 'rating knows core only'
layer 1 src/store/y.c '"hra/spec.h"' 'store knows core only'
layer 0 src/store/y.c '"hra/base.h"' 'point downwards'
layer 1 src/match/y.c '"../../apps/commands/args.h"' 'not of the library'
layer 1 src/games/nim/rules.c '"hra/trace.h"' 'know core, host, rules and scene only'
layer 1 src/games/nim/text.c '"hra/player.h"' 'know core, host, rules and scene only'
layer 0 src/games/nim/rules.c '"hra/player.h"' 'point downwards'
layer 0 src/games/nim/player_sum.c '"hra/player.h"' 'point downwards'
layer 0 src/games/nim/fast.c '"search/search_x.h"' 'point downwards'
layer 1 src/games/nim/fast.c '"hra/play.h"' 'know core, host, rules and scene only'
layer 1 src/games/nim/player_sum.c '"nets/nets_x.h"' 'know core, host, rules and scene only'
layer 0 src/games/nim/eval.c '"nets/nets_x.h"' 'point downwards'
layer 1 src/games/nim/rules.c '"../race/race_x.h"' 'belongs to the game race alone'
layer 1 src/games/nim/rules_test.c '"../race/race_x.h"' 'belongs to the game race alone'
layer 0 src/games/nim/rules_test.c '"hra/hra.h"' 'point downwards'
layer 0 src/games/nim/rules_test.c '"nim_x.h"' 'point downwards'
layer 1 src/games/nim/rules/moves.c '"games/nim/tables/nim_z.h"' 'this folder of nim must not know'
layer 0 src/games/nim/rules/rules.c '"games/nim/play/players.h"' 'point downwards'
layer 1 src/games/nim/rules/text.c '"games/nim/play/players.h"' 'this folder of nim must not know'
layer 0 src/games/nim/formats/hub.c '"games/nim/play/players.h"' 'point downwards'
layer 0 src/games/nim/tables/heaps.c '"games/nim/nim_x.h"' 'point downwards'
layer 1 src/games/nim/tables/heaps.c '"games/nim/play/players.h"' 'this folder of nim must not know'
layer 0 src/games/nim/tables/solver.c '"hra/solve.h"' 'point downwards'
layer 0 src/games/nim/play/best.c '"games/nim/tables/nim_z.h"' 'point downwards'
layer 0 src/games/nim/play/best.c '"hra/player.h"' 'point downwards'
layer 1 src/games/nim/play/best.c '"nets/nets_x.h"' 'know core, host, rules and scene only'
layer 0 src/games/nim/solver.c '"hra/solve.h"' 'point downwards'
layer 1 src/games/nim/heaps.c '"hra/solve.h"' 'know core, host, rules and scene only'
layer 1 apps/term/y.c '"../commands/args.h"' 'their own folder only'
layer 0 apps/term/y.c '"speech/print.h"' 'point downwards'
layer 1 apps/speech/y.c '"term/board.h"' 'their own folder only'
layer 0 apps/commands/play/y.c '"term/board.h"' 'point downwards'
layer 0 apps/commands/play/y.c '"commands/args.h"' 'point downwards'
layer 1 apps/commands/play/y.c '"commands/study/study_x.h"' 'their own folder only'
layer 1 apps/commands/y.c '"../../src/core/core_x.h"' 'their own folder only'
layer 0 apps/commands/y.c '<hra/hra.h>' 'point downwards'
layer 1 bench/race.c '"games/nim/nim_x.h"' 'belongs to the game nim alone'
layer 1 src/search/y.c '<pthread.h>' 'core/thread.h'
layer 0 src/core/y.c '<pthread.h>' 'point downwards'
layer 1 include/hra/y.h '"hra/base.h"' 'belongs to no layer'
layer 1 include/hra/base.h '"core/core_x.h"' 'not installed'
layer 1 src/other/y.c '"hra/base.h"' 'belongs to no layer'
layer 1 src/core/y.c '"nowhere.h"' 'no file "nowhere.h"'

# style STATUS TEXT WORDS: a file of this text
style() {
    new_tree
    what="the style of '$(printf '%s' "$2" | head -n 1 | cut -c 1-40)'"
    # shellcheck disable=SC2059 # the text is a format
    printf "$2" >"$tree/t/src/core/y.c"
    expect "$1" "$3" "$root/tests/style.sh" "$tree/t"
}

lines() {
    awk -v n="$1" 'BEGIN { while (n-- > 0) printf "    a++;\\n" }'
}

style 1 'int a;\t/* */\n' 'TAB'
style 1 'int a; \n' 'y.c:1: TAB'
style 1 'int a;\r\n' 'TAB'
style 1 'int a;' 'no newline at the end'
style 1 'void f(char *a) {\n    strcpy (a, "x");\n}\n' 'strcpy is not used'
style 1 'double f(char *a) {\n    return strtod(a, 0);\n}\n' 'strtod follows the locale'
style 1 'void f(char *a) {\n    snprintf(a, 1, "");\n}\n' 'snprintf follows the locale'
style 0 'void f(char *a) {\n    hra_snprintf(a, 1, "printf(");\n}\n' follow
style 1 'int f(char *a) {\n    return /* x */ atoi(a);\n}\n' 'atoi is not used'
style 0 'void f(char *a) {\n    puts(a);\n}\n' follow
new_tree
what='a command that writes to the terminal itself'
printf 'void f(char *a) {\n    puts(a);\n}\n' >"$tree/t/apps/commands/y.c"
expect 1 'puts writes past the filter' "$root/tests/style.sh" "$tree/t"
style 0 '/* strcpy(a, b) and\n * sprintf(a) */\nconst char *a = "gets(x)"; // rand()\nint my_rand(void);\n' follow
style 1 "void f(int a) {\\n$(lines 59)}\\n" 'f has 61 lines'
style 0 "void f(int a) {\\n$(lines 58)}\\n" follow
style 0 "/* Longer than a screen: one table. */\\nvoid f(int a) {\\n$(lines 70)}\\n" follow
style 1 "/* Longer than a screen: g. */\\nvoid g(int a) {\\n$(lines 5)}\\nvoid f(int a) {\\n$(lines 70)}\\n" 'f has 72'
style 1 "$(lines 601)" '601 lines'
style 0 "/* Longer than 600 lines: a list. */\\n$(lines 650)" follow

# header STATUS NAME TEXT WORDS
header() {
    new_tree
    what="the header '$3'"
    # Three of the headers are enough, each of which costs two runs of a compiler.
    find "$tree/t/include/hra" -type f ! -name api.h ! -name base.h ! -name stats.h -exec rm {} +
    printf '#include "hra/api.h"\n#include "hra/base.h"\n#include "hra/stats.h"\n' >"$tree/t/include/hra/hra.h"
    # shellcheck disable=SC2059
    printf "$3" >"$tree/t/include/hra/$2"
    expect "$1" "$4" "$root/tests/headers.sh" "$tree/t"
}

header 1 stats.h 'extern uint64_t hra_y;\n' 'hra/stats.h does not stand alone as C11'
header 1 stats.h 'typedef struct hra_y { int class; } hra_y;\n' 'stand alone as C++17'
header 1 stats.h 'int hra_y(int);\n' 'extern "C"'
header 1 stats.h 'typedef struct hra_y { int a; } hra_y;\n' 'does not stand alone' # twice
header 1 y.h 'typedef int hra_y;\n' 'hra/y.h is in no ring'

# symbols STATUS TEXT WORDS [OBJECT]
symbols() {
    what="the symbols of '$2'"
    object=$tree/${4:-core_y.c.o}
    printf '%s\n' "$2" | $cc -x c -std=c11 -O1 -fPIC -w -c -o "$object" - || bad=1
    expect "$1" "$3" "$root/tests/globals.sh" "$object"
    rm -f "$tree/l.a"
    ar rcs "$tree/l.a" "$object"
    expect "$1" "$3" "$root/tests/globals.sh" "$tree/l.a"
}

symbols 1 'int hra_y;' 'hra_y is writable'
symbols 1 'int hra_y = 1;' 'hra_y is writable'
symbols 1 'int hra_f(void) { static int n; return n++; }' 'is writable'
symbols 1 'int hra_f(void) { static _Thread_local int n; return n++; }' 'is writable'
symbols 1 'const char *hra_names[] = {"a", "b"};' 'hra_names is writable'
symbols 0 'const char *const hra_names[] = {"a", "b"};' 'none writable'
symbols 0 'static const int t[] = {1, 2}; int hra_f(int i) { return t[i]; }' 'none writable'
symbols 1 'int other(void) { return 1; }' 'external other'
symbols 1 'int nim_f(void) { return 1; }' 'external nim_f'
symbols 0 'int nim_f(void) { return 1; }' 'our own name' src_games_nim_rules.c.o
symbols 1 'int yz_f(void) { return 1; }' 'external yz_f' src_games_nim_rules.c.o
symbols 0 'int yz_f(void) { return 1; }' 'our own name' src_games_yahtzee_rules.c.o
symbols 1 'int printf(const char *, ...); void hra_f(int n) { printf("%d", n); }' 'refers to printf'
symbols 1 'int printf(const char *, ...); void hra_f(void) { printf("x\n"); }' 'refers to puts'
symbols 1 'void exit(int); void hra_f(void) { exit(1); }' 'refers to exit'
symbols 1 '#include <stdio.h>
void hra_f(void) { fputs("x", stderr); }' 'refers to stderr'
symbols 0 '#include <assert.h>
void hra_f(int n) { assert(n > 0); }' 'none writable'

[ $bad -eq 0 ] && echo "checks: $count runs end as they should"
exit $bad
