#!/bin/sh
# Writes the page as a site that any web host can serve, the engine in it as WebAssembly: site.sh BUILD OUT, where OUT is a folder.
# site.sh --one BUILD OUT: all of it in one file OUT, which needs no host.
# Needs node and npm, clang, lld, wasi-libc, the compiler's runtime for wasm32, rsvg-convert and xz (tools/packages.sh site).
# SITE_URL: the address that the site will have, for links to it.
set -eu
how=--site
[ "${1-}" != --one ] || { how=--one; shift; }
[ $# -eq 2 ] || { echo "usage: $0 [--one] BUILD OUT" >&2; exit 2; }
build=$1 out=$2
root=$(dirname "$0")/..
command -v rsvg-convert >/dev/null || { echo "$0: rsvg-convert is missing; install librsvg2-bin" >&2; exit 1; }
command -v xz >/dev/null || { echo "$0: xz is missing; install xz-utils" >&2; exit 1; }
[ -f "$build/build.ninja" ] || meson setup "$build" "$root" --cross-file "$root/apps/wasm/wasm32-wasi.ini"
ninja -C "$build"
(cd "$root/page" && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund; })
# Of the catalogue what the library says: the rest is of the command line.
msggrep -N 'src/*/*' -N 'src/*/*/*' -N 'src/*/*/*/*' -N 'src/*/*/*/*/*' "$root/po/cs.po" | msgfmt --no-hash -o "$build/cs.mo" -
node "$root/page/build.mjs" "$how" "$out" "$build/apps/wasm/engine.wasm" "$build/cs.mo"
