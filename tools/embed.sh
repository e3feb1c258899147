#!/bin/sh
# Makes C out of a file: embed.sh OUT NAME FILE; NAME is that of the bytes, NAME_length of their count.
set -eu
{
    echo '#include <stddef.h>'
    echo "extern const unsigned char $2[];"
    echo "extern const size_t $2_length;"
    echo "const unsigned char $2[] = {"
    od -An -v -tu1 "$3" | sed 's/[0-9][0-9]*/&,/g'
    echo '};'
    echo "const size_t $2_length = sizeof $2;"
} >"$1"
