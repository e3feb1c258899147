#!/usr/bin/env bash
# make fuzz: runs every target for a number of seconds, one after the other. New inputs lie in found-TARGET/.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
if [ ! -f build-fuzz/build.ninja ]; then
    CC=clang meson setup build-fuzz -Dtests=enabled -Dbuildtype=debugoptimized -Doptimization=2 \
        -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=full
fi
targets=(spec position move record table tree pdn hub layout map request)
ninja -C build-fuzz "${targets[@]/#/fuzz/libfuzzer_}"
for name in "${targets[@]}"; do
    mkdir -p "build-fuzz/found-$name"
    echo "== $name, $seconds s"
    "build-fuzz/fuzz/libfuzzer_$name" -dict=fuzz/hra.dict -max_len=4096 -max_total_time="$seconds" -timeout=20 \
        -artifact_prefix="build-fuzz/crash-$name-" "build-fuzz/found-$name" "fuzz/corpus/$name"
done
