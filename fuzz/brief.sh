#!/usr/bin/env bash
# Fuzzes for some seconds from the corpus on, keeping what breaks a promise: brief.sh FUZZER CORPUS DICT [SECONDS]
set -euo pipefail
fuzzer=$1 corpus=$2 dict=$3 seconds=${4:-3}
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
if "$fuzzer" -dict="$dict" -max_len=4096 -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
    -artifact_prefix="${TMPDIR:-/tmp}/$(basename "$fuzzer")-" "$found" "$corpus" >"$found.log" 2>&1; then
    tail -n 1 "$found.log"
else
    tail -n 60 "$found.log"
    exit 1
fi
rm -f "$found.log"
