#!/usr/bin/env bash
# Tests that the pictures of the documents are what the program draws today.
#
#     tests/pictures.sh HRA JSON_CHECK ROOT
#
# Exit status: 0 all is well, 1 not, 2 wrong use.
# shellcheck disable=SC2154,SC2034 # the variables of cli_checks.sh
[ $# -eq 3 ] || { echo "usage: $0 HRA JSON_CHECK ROOT" >&2; exit 2; }
root=$(realpath "$3")
. "$(dirname "$(realpath "$0")")/cli_checks.sh" "$1" "$2"

"$root/docs/make.sh" "$hra" "$work/pictures" >"$work/out" 2>"$work/err"
status=$?
check "docs/make.sh draws" exits 0
for picture in "$work"/pictures/*.svg; do
    check "docs/pictures/${picture##*/} is up to date; else: make docs" same_file "$root/docs/pictures/${picture##*/}" "$picture"
done
for picture in "$root"/docs/pictures/*.svg; do
    check "docs/pictures/${picture##*/} is small" eval '[ "$(wc -c <"$picture")" -lt 60000 ]'
    check "and shown on a page" grep -rqF --include='*.md' "pictures/${picture##*/}" "$root/docs"
done

finish
