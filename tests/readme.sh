#!/bin/sh
# Checks that the programs shown in documents are, to the letter, the files that are compiled: tests/readme.sh ROOT
set -eu
cd "$1"

# The blocks of C in a page, separated by empty lines.
blocks() {
    awk '/^```c$/ { if (n++) print ""; inside = 1; next } /^```$/ { inside = 0; next } inside' "$1"
}

bad=0
while read -r page program; do
    blocks "$page" | diff - "$program" || { echo "$page and $program differ"; bad=1; }
done <<'PAGES'
README.md               docs/example.c
docs/adding-a-player.md docs/own_player.c
PAGES
exit $bad
