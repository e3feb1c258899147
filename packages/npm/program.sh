#!/bin/sh
# Builds the program as WebAssembly, hra.wasm, with the library of `make site`: program.sh BUILD OUT.
# Of apps all is compiled but what program/program.c stands for.
set -eu
[ $# -eq 2 ] || { echo "usage: $0 BUILD OUT" >&2; exit 2; }
build=$(realpath "$1") out=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
made=$build/program
mkdir -p "$made"
awk -v name=picture_svg_script -f apps/pictures/tree/embed.awk apps/pictures/tree/svg.js >"$made/svg_script.c"
awk -f apps/commands/help_index.awk docs/index.txt >"$made/help_index.c"
games=$(sed -n 's/^HRA_GAME(\([a-z]*\)).*/\1/p' src/builtin/games.def)
pages=
for game in $games; do
    for page in rules.md rules.cs.md; do
        [ ! -f "src/games/$game/$page" ] || pages="$pages src/games/$game/$page"
    done
done
# shellcheck disable=SC2086 # words are meant
awk -f apps/commands/rules_pages.awk $pages >"$made/rules_pages.c"
{
    find apps/commands apps/speech apps/term apps/queue apps/pictures -name '*.c' ! -name '*_test.c' |
        grep -v -e '/session\.c' -e '/engine\.c' -e '_windows\.c' -e '/listen_socket\.c' -e '/convert\.c' -e '/open_browser' -e '/play/serve' -e '/speech/keys\.c' \
            -e '/line_editor\.c' -e '/database_sqlite\.c' -e '/database_postgresql\.c' -e '/queue/collection_' -e '/study/index'
    echo apps/serve/sha256.c src/builtin/works.c packages/npm/program/program.c
    echo "$made/svg_script.c" "$made/help_index.c" "$made/rules_pages.c"
} | tr ' ' '\n' | LC_ALL=C sort >"$made/sources"
common="--target=wasm32-wasi -flto"
flags="$common -O2 -std=c11 -w -msimd128 -msign-ext -mnontrapping-fptoint -mbulk-memory -ffp-contract=off
    -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS
    -DHRA_NO_THREADS -DLOCALES=\"\" -DXXH_INLINE_ALL -Ipackages/npm/program/include -Iinclude -Isrc -Iapps -Iapps/wasm/system
    -I$build/apps/wasm/system -include program.h"
rm -f "$made"/*.o
# shellcheck disable=SC2086,SC2016 # words are meant; the inner shell expands
FLAGS=$flags MADE=$made xargs -P "$(nproc)" -n 1 sh -c 'clang $FLAGS -c "$1" -o "$MADE/$(echo "${1#"$MADE"/}" | tr / _).o"' sh <"$made/sources"
clang $common -Wl,-O2 -Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--strip-all "$made"/*.o \
    "$build"/apps/wasm/libengine_playing.a "$build"/apps/wasm/libengine_quick.a "$build"/apps/wasm/libengine_other.a \
    -lwasi-emulated-signal -lwasi-emulated-process-clocks -o "$out"
