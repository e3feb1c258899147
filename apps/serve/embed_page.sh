#!/bin/sh
# Makes C out of the files of a folder: embed_page.sh OUT FOLDER. Strings in octal: compilers read them ten times as fast as
# lists of numbers, and `??=` and the like mean nothing else in them. X.gz beside X is the packed form of X. Where there is no folder there are no files.
# What has not changed is not written again, so that nothing is built again.
set -eu
out=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Path, sum and length of each file, in the order of their paths.
: >"$work/list"
if [ -d "$folder" ]; then
    (cd "$folder" && find . -type f ! -name '.*' | LC_ALL=C sort | while IFS= read -r file; do
        case $file in *[\"\\]*) echo "embed_page.sh: $file: no name for an address" >&2; exit 1 ;; esac
        cksum "$file"
    done) >"$work/list"
fi

{
    echo '#include "serve/page_files.h"'
    echo '#pragma GCC diagnostic ignored "-Woverlength-strings"'
    n=0
    while read -r _ _ file; do
        echo "static const unsigned char file_$n[] PAGE_FILE_BYTES ="
        od -An -v -to1 "$folder/$file" | sed 's/ /\\/g; s/.*/"&"/'
        echo '"";'
        n=$((n + 1))
    done <"$work/list"
    awk '
    BEGIN {
        n = split("html text/html;~charset=utf-8 js text/javascript;~charset=utf-8 css text/css;~charset=utf-8 " \
                  "json application/json webmanifest application/manifest+json svg image/svg+xml png image/png " \
                  "ico image/x-icon wasm application/wasm txt text/plain;~charset=utf-8 " \
                  "md text/markdown;~charset=utf-8", pair, " ")
        for (i = 1; i <= n; i += 2) {
            gsub("~", " ", pair[i + 1])
            type[pair[i]] = pair[i + 1]
        }
    }
    {
        sum[NR] = $1 "-" $2
        size[NR] = $2
        sub(/^[0-9]+ [0-9]+ \.?/, "")
        path[NR] = $0
        at[$0] = NR
    }
    END {
        print "const page_file page_files[] = {"
        for (i = 1; i <= NR; i++) {
            end = path[i]
            sub(/.*\./, "", end)
            packed = at[path[i] ".gz"]
            printf "    {\"%s\", \"%s\", \"\\\"%s\\\"\", file_%d, ", path[i],
                end in type ? type[end] : "application/octet-stream", sum[i], i - 1
            if (packed) {
                printf "file_%d, %d, %d},\n", packed - 1, size[i], size[packed]
            } else {
                printf "0, %d, 0},\n", size[i]
            }
        }
        print "    {0, 0, 0, 0, 0, 0, 0},\n};"
        print "const int page_file_count = " NR ";"
    }' "$work/list"
    echo "const char page_version[] = \"$(cksum <"$work/list" | cut -d' ' -f1)\";"
} >"$work/c"
cmp -s "$work/c" "$out" || cp "$work/c" "$out"
