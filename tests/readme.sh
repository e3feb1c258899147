#!/bin/sh
# Programs that documents show in full stand there as in the file that is compiled, to the letter: tests/readme.sh ROOT
set -eu
cd "$1"

# The blocks of C of a page, an empty line between two.
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
