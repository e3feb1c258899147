#!/bin/sh
# Makes C out of a file: embed.sh whole|apart OUT NAME FILE; NAME is that of an hra_built_in (src/core/built_in.h). Apart: the
# bytes are not in it.
set -eu
how=$1 out=$2 name=$3 file=$4
sum=$(cksum <"$file" | cut -d' ' -f1)
length=$(wc -c <"$file" | tr -d ' ')
{
    echo '#include "core/built_in.h"'
    echo "extern const hra_built_in $name;"
    if [ "$how" = whole ]; then
        # One string in octal: compilers read it ten times as fast as a list of numbers.
        echo '#pragma GCC diagnostic ignored "-Woverlength-strings"'
        echo "static const unsigned char bytes[] HRA_BUILT_IN_BYTES ="
        od -An -v -to1 "$file" | sed 's/ /\\/g; s/.*/"&"/'
        echo '"";'
        echo "const hra_built_in $name = {\"${file##*/}\", bytes, NULL, $length, ${sum}u};"
    else
        echo 'static unsigned char *fetched;'
        echo "const hra_built_in $name = {\"${file##*/}\", NULL, &fetched, $length, ${sum}u};"
    fi
} >"$out"
