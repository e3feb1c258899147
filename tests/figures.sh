#!/usr/bin/env bash
# Has docs/results.md the rows that bench/figures.sh measures, each with a figure?
#
#     tests/figures.sh ROOT
#
# Exit status: 0 it has, 1 not, 2 wrong use.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: $0 ROOT" >&2; exit 2; }
cd "$1"
table=$(sed -n '/^<!-- bench\/figures.sh --write -->$/,/^<!-- end of figures -->$/p' docs/results.md | grep '^|' | tail -n +3)
if ! diff <(bench/figures.sh --rows | cut -d'|' -f2,3) <(cut -d'|' -f2,3 <<<"$table"); then
    echo "figures: docs/results.md (>) has other rows than bench/figures.sh (<): bench/figures.sh --write BUILD" >&2
    exit 1
fi
if grep '| *|$' <<<"$table"; then
    echo "figures: these rows of docs/results.md have no figure: bench/figures.sh --write BUILD" >&2
    exit 1
fi
echo "figures: $(wc -l <<<"$table") rows"
