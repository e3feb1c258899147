#!/usr/bin/env bash
# make fuzz: every target for so many seconds, one after the other. What is found lies in found-TARGET/.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
if [ ! -f build-asan/build.ninja ]; then
    CC=clang meson setup build-asan -Dtests=enabled -Dbuildtype=debugoptimized -Doptimization=2 \
        -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true
fi
ninja -C build-asan meson-test-prereq
for name in spec position move record table tree pdn hub layout map; do
    mkdir -p "build-asan/found-$name"
    echo "== $name, $seconds s"
    "build-asan/fuzz/libfuzzer_$name" -dict=fuzz/hra.dict -max_len=4096 -max_total_time="$seconds" -timeout=20 \
        -artifact_prefix="build-asan/crash-$name-" "build-asan/found-$name" "fuzz/corpus/$name"
done
