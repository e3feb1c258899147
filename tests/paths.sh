#!/usr/bin/env bash
# Does every path that the documents name in backquotes exist?
#
#     tests/paths.sh ROOT
#
# Looked at are words that begin with a folder of the tree (src/..., tests/...); words with other
# characters than those of paths (NAME/<game>/*) are patterns and left alone. A path without its
# ending .c counts: so programs of the build are named. Exit status: 0 all exist, 1 not, 2 wrong use.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 ROOT" >&2; exit 2; }
cd "$1"
bad=0 seen=0
for file in README.md ARCHITECTURE.md CONTRIBUTING.md docs/*.md docs/*/*.md bench/*.md fuzz/*.md; do
    [ -e "$file" ] || continue
    while read -r path; do
        seen=$((seen + 1))
        [ -e "$path" ] || [ -e "$path.c" ] || [ -e "$(dirname "$file")/$path" ] && continue
        echo "$file names '$path', which does not exist"
        bad=1
    done < <(awk '/^ *```/ { fence = !fence; next } !fence' "$file" | grep -o '`[^`]*`' | tr -d '`' | tr -s ' ,;:()' '\n' |
        grep -E '^(apps|bench|docs|fuzz|include|src|tests|tools)/[A-Za-z0-9_./-]*$' | sort -u)
done
[ "$seen" -gt 0 ] || { echo "no path was found: are the documents still read?"; exit 1; }
[ "$bad" -eq 0 ] && echo "$seen paths exist"
exit "$bad"
