#!/bin/sh
# Writes the page as a site that any web host can serve, the engine in it as WebAssembly: site.sh BUILD OUT.
# Needs node and npm, clang, lld, wasi-libc and the compiler's runtime for wasm32 (tools/packages.sh site).
set -eu
[ $# -eq 2 ] || { echo "usage: $0 BUILD OUT" >&2; exit 2; }
build=$1 out=$2
root=$(dirname "$0")/..
[ -f "$build/build.ninja" ] || meson setup "$build" "$root" --cross-file "$root/apps/wasm/wasm32-wasi.ini"
ninja -C "$build"
(cd "$root/page" && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund; })
msgfmt -o "$build/cs.mo" "$root/po/cs.po"
node "$root/page/build.mjs" --site "$out" "$build/apps/wasm/engine.wasm" "$build/cs.mo"
