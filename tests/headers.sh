#!/bin/sh
# Compiles each public header alone, included twice, as C11 and as C++17 with strict warnings, so that
# a program may include any of them first and with its own flags.
#
#     tests/headers.sh ROOT [CC [CXX]]
#
# Exit status: 0 all is well, 1 something is not, 2 wrong use.
set -u

root=${1:-.}
cc=${2:-${CC:-cc}}
cxx=${3:-${CXX:-c++}}
if [ ! -d "$root/include/hra" ]; then
    echo "headers.sh: '$root' is not the root of the source tree" >&2
    exit 2
fi

strict='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror -fsyntax-only'
bad=0
count=0
# Each header belongs to a ring, which includes it by itself or by another one.
rings='hra/easy.h hra/hra.h hra/lab.h hra/work.h hra/session.h hra/author.h hra/deprecated.h'
# The headers that these include, directly or not, themselves too.
reach() {
    seen=
    next=$*
    while [ -n "$next" ]; do
        found=
        for name in $next; do
            case " $seen " in *" $name "*) continue ;; esac
            seen="$seen $name"
            [ -e "$root/include/$name" ] && found="$found $(sed -n 's/^#include "\(hra\/[a-z_]*\.h\)"$/\1/p' "$root/include/$name" | tr '\n' ' ')"
        done
        next=$found
    done
    echo "$seen"
}
# shellcheck disable=SC2086 # words are meant
reached=$(reach $rings)
# What hra/hra.h reaches is named in its first comment, but for the other rings; what that names exists.
head=$(sed '/\*\//q' "$root/include/hra/hra.h")
reached_first=$(reach hra/hra.h)
for name in $reached_first; do
    case $name in hra/api.h) continue ;; esac
    case $head in *"$name"*) ;; *)
        echo "headers.sh: hra/hra.h includes $name, which its first comment does not name" >&2
        bad=1
        ;;
    esac
done
for name in $(printf '%s\n' "$head" | grep -o 'hra/[a-z_]*\.h' | sort -u); do
    case " $reached_first $rings " in *" $name "*) ;; *)
        echo "headers.sh: the first comment of hra/hra.h names $name, which it does not include" >&2
        bad=1
        ;;
    esac
done
for header in "$root"/include/hra/*.h; do
    name=hra/${header##*/}
    count=$((count + 1))
    text="#include \"$name\"
#include \"$name\"
extern int hra_nothing;"
    # shellcheck disable=SC2086 # flags are meant to be split; CC may carry some too
    if ! printf '%s\n' "$text" | $cc -x c -std=c11 $strict -Wstrict-prototypes -Wmissing-prototypes \
        -I"$root/include" -; then
        echo "headers.sh: $name does not stand alone as C11 ($cc)"
        bad=$((bad + 1))
    fi
    # shellcheck disable=SC2086
    if ! printf '%s\n' "$text" | $cxx -x c++ -std=c++17 $strict -Wold-style-cast -I"$root/include" -; then
        echo "headers.sh: $name does not stand alone as C++17 ($cxx)"
        bad=$((bad + 1))
    fi
    # Without it C++ would mangle the names and programs would not link.
    if grep -q '^HRA_API\|^[a-z].*(.*);$' "$header" && ! grep -q 'extern "C" {' "$header"; then
        echo "headers.sh: $name declares functions outside extern \"C\""
        bad=$((bad + 1))
    fi
    case " $rings $reached " in
    *" $name "*) ;;
    *)
        echo "headers.sh: $name is in no ring: one of $rings includes it"
        bad=$((bad + 1))
        ;;
    esac
done
if [ "$count" -lt 2 ]; then
    echo "headers.sh: only $count headers found"
    bad=$((bad + 1))
fi
[ "$bad" -eq 0 ] && echo "headers: $count headers stand alone as C11 ($cc) and C++17 ($cxx)"
[ "$bad" -eq 0 ]
