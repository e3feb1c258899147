#!/usr/bin/env bash
# Does every path that the documents name in backquotes, or link to, exist, and has every game its page?
#
#     tests/paths.sh ROOT
#
# It looks at words that begin with a folder of the tree (src/..., tests/...); words with characters that paths
# do not have (<game>/*) are patterns and left alone. A path may lack its ending .c, as programs of the build
# do. The target of a link is relative to its page. A game of
# src/builtin/games.def has src/games/NAME/rules.md and, in Czech, where tests/language.complete lists the folder, rules.cs.md with
# the chapters that all have, in their order; both name the same commands, options and values. A page of docs/decisions has a
# number of its own, at most 25 lines, and a line in the list docs/decisions/README.md; ARCHITECTURE.md has at most 120 lines.
# Exit status: 0 all exist, 1 not, 2 wrong use.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 ROOT" >&2; exit 2; }
cd "$1"
bad=0 seen=0
for file in README.md ARCHITECTURE.md CONTRIBUTING.md docs/*.md docs/*/*.md docs/*/*/*.md src/games/*/*.md bench/*.md fuzz/*.md; do
    [ -e "$file" ] || continue
    while read -r path; do
        seen=$((seen + 1))
        [ -e "$path" ] || [ -e "$path.c" ] || [ -e "$(dirname "$file")/$path" ] && continue
        echo "$file names '$path', which does not exist"
        bad=1
    done < <(awk '/^ *```/ { fence = !fence; next } !fence' "$file" | grep -o '`[^`]*`' | tr -d '`' | tr -s ' ,;:()' '\n' |
        grep -E '^(apps|bench|docs|fuzz|include|python|src|tests|tools)/[A-Za-z0-9_./-]*$' | sort -u)
    while read -r path; do
        seen=$((seen + 1))
        [ -e "$(dirname "$file")/$path" ] && continue
        echo "$file links to '$path', which does not exist"
        bad=1
    done < <(awk '/^ *```/ { fence = !fence; next } !fence' "$file" | grep -o '](\([^)#:]*\)[)#]' | sed 's/^](//; s/.$//' | sed '/^$/d' | sort -u)
done
# chapters PAGE WANTED
chapters() {
    local found
    found=$(sed -n 's/^## //p' "$1" 2>/dev/null | paste -sd '|')
    [ "$found" = "$2" ] && return
    echo "$1 has the chapters '$found', not '$2'"
    bad=1
}
# What stands between backquotes, in the order of the alphabet.
quoted() {
    awk '/^ *```/ { fence = !fence; next } !fence' "$1" | grep -o '`[^`]*`' | LC_ALL=C sort -u
}
for name in $(sed -n 's/^HRA_GAME(\(.*\))$/\1/p' src/builtin/games.def 2>/dev/null); do
    page=src/games/$name/rules
    chapters "$page.md" 'The game|Options|Moves|Positions|Values|Players|Sources'
    grep -qx "${page%/rules}" tests/language.complete 2>/dev/null || [ -e "$page.cs.md" ] || continue
    chapters "$page.cs.md" 'Hra|Volby|Tahy|Pozice|Hodnoty|Hráči|Zdroje'
    differs=$(diff <(quoted "$page.md") <(quoted "$page.cs.md") | sed -n 's/^[<>] //p' | paste -sd ' ')
    [ -z "$differs" ] && continue
    echo "$page.md and $page.cs.md do not both name $differs"
    bad=1
done
# A page that grows becomes a diary again.
short() {
    [ ! -e "$1" ] || [ "$(wc -l <"$1")" -le "$2" ] && return
    echo "$1 has more than $2 lines"
    bad=1
}
short ARCHITECTURE.md 120
for page in docs/decisions/[0-9]*.md; do
    [ -e "$page" ] || continue
    short "$page" 25
    name=${page##*/}
    grep -qF "[${name%%-*}]($name)" docs/decisions/README.md 2>/dev/null ||
        { echo "docs/decisions/README.md does not list [${name%%-*}]($name)"; bad=1; }
done
twice=$(printf '%s\n' docs/decisions/[0-9]*.md | sed 's|.*/||; s/-.*//' | uniq -d | paste -sd ' ')
[ -z "$twice" ] || { echo "docs/decisions: more than one page has the number $twice"; bad=1; }
# The manual page of the library names every public header, rings too.
for header in include/hra/*.h; do
    name=hra/${header##*/}
    [ -e docs/man/libhra.3.scd ] || continue
    grep -q "$name" docs/man/libhra.3.scd || { echo "docs/man/libhra.3.scd does not name $name"; bad=1; }
done
[ "$seen" -gt 0 ] || { echo "no path was found: are the documents still read?"; exit 1; }
[ "$bad" -eq 0 ] && echo "$seen paths exist"
exit "$bad"
