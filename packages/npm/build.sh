#!/bin/sh
# Writes the packages for npm: build.sh BUILD SITE OUT, where BUILD and SITE are those of tools/site.sh.
set -eu
[ $# -eq 3 ] || { echo "usage: $0 BUILD SITE OUT" >&2; exit 2; }
root=$(dirname "$0")/../..
ninja -C "$1" packages/npm/program/hra.wasm
msgfmt --no-hash -o "$1/hra.mo" "$root/po/cs.po"
node "$root/packages/npm/build.mjs" "$3" "$1/apps/wasm/engine.wasm" "$1/cs.mo" "$1/packages/npm/program/hra.wasm" "$1/hra.mo" "$2"
