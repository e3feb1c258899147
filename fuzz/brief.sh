#!/usr/bin/env bash
# Starts from the corpus and fuzzes a number of inputs, always the same ones, keeping what breaks a promise:
# brief.sh FUZZER CORPUS DICT [RUNS]
# Nothing here looks at the clock, which says nothing on a busy machine; an input that never ends runs into the
# limit of processor time.
set -euo pipefail
fuzzer=$1 corpus=$2 dict=$3 runs=${4:-1000}
found=$(mktemp -d)
trap 'rm -rf "$found" "$found.log"' EXIT
ulimit -t 600
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
if "$fuzzer" -dict="$dict" -max_len=4096 -seed=1 -runs="$runs" -timeout=0 -report_slow_units=86400 \
    -rss_limit_mb=4096 -artifact_prefix="${TMPDIR:-/tmp}/$(basename "$fuzzer")-" "$found" "$corpus" >"$found.log" 2>&1; then
    tail -n 1 "$found.log"
else
    tail -n 60 "$found.log"
    exit 1
fi
