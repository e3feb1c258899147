#!/usr/bin/env bash
# make fuzz: runs every target, or those that are named, for a number of seconds, one after the other:
#
#     fuzz/run.sh [SECONDS [TARGET...]]
#
# New inputs lie in build-fuzz/found-TARGET/, and what breaks a promise in build-fuzz/crash-TARGET-...; the
# processor time that each target had is added to build-fuzz/times. MERGE=1 runs nothing and instead keeps, of
# what was found, the smallest set that reaches as much.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD seconds=${1:-600}
shift || true
if [ ! -f build-fuzz/build.ninja ]; then
    # Only functions declared `inline` are inlined, as in tests/run.sh: it halves the time of the build.
    CC=clang CC_LD=lld meson setup build-fuzz -Dtests=enabled -Ddebug=true -Doptimization=1 \
        "-Dc_args=-gline-tables-only -finline-hint-functions" \
        -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=full
fi
targets=("$@")
[ $# -gt 0 ] || targets=(spec position move record table tree format input hub layout map part state session command typed request ugi learnt work deck exercise grade)
ninja -C build-fuzz "${targets[@]/#/fuzz/libfuzzer_}"
[ "$seconds" -gt 0 ] || [ -n "${MERGE:-}" ] || exit 0

fuzz() { # TARGET ARGUMENTS...
    "build-fuzz/fuzz/libfuzzer_$1" -dict=fuzz/hra.dict -max_len=4096 -timeout="${TIMEOUT:-20}" -rss_limit_mb=4096 \
        -artifact_prefix="$root/build-fuzz/crash-$1-" "${@:2}"
}

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
TIMEFORMAT='%U %S'
for name in "${targets[@]}"; do
    found=build-fuzz/found-$name log=build-fuzz/log-$name
    mkdir -p "$found"
    if [ -n "${MERGE:-}" ]; then
        rm -rf "$found.fewer" && mkdir "$found.fewer"
        fuzz "$name" -merge=1 "$found.fewer" "$found" 2>&1 | tail -n 1
        rm -rf "$found" && mv "$found.fewer" "$found"
        continue
    fi
    echo "== $name, $seconds s"
    status=0
    { time fuzz "$name" -print_final_stats=1 -max_total_time="$seconds" "$found" "fuzz/corpus/$name" >"$log" 2>&1; } \
        2>"build-fuzz/spent-$name" || status=$?
    echo "$(date +%F) $name $(tail -n 1 "build-fuzz/spent-$name")" >>build-fuzz/times
    grep -E '^#[0-9]+.*(INITED|DONE)' "$log" || true
    [ "$status" -eq 0 ] || { tail -n 40 "$log"; exit 1; }
done
echo "seconds of processor time so far, by target:"
awk '{ t[$2] += $3 + $4; all += $3 + $4 } END { for (n in t) printf "%8.0f %s\n", t[n], n; printf "%8.0f all\n", all }' \
    build-fuzz/times
