#!/bin/sh
# The part of the house style that a machine can judge.
#
#     tests/style.sh ROOT
#
# - functions of at most 60 lines and files of at most 600 in C; a longer one says why in a comment
#   above it (in the first 30 lines of the file) with the words "Longer than a screen" or "Longer
#   than 600 lines"
# - no TAB, no blank at the end of a line, a newline at the end of a file
# - no error-prone functions, none that read or write numbers by the locale
# - in the programs print.c alone writes to a person, and what writes lines for a program writes nothing else
# Exit status: 0 all is well, 1 something is not, 2 wrong use.
set -u

root=${1:-.}
if [ ! -d "$root/include/hra" ] || [ ! -d "$root/src" ]; then
    echo "style.sh: '$root' is not the root of the source tree" >&2
    exit 2
fi
cd "$root" || exit 2

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

folders=
for folder in include src apps python bench tools tests fuzz docs; do
    [ -d "$folder" ] && folders="$folders $folder"
done
{
    # shellcheck disable=SC2086 # the folders are meant to be split
    find $folders -type f \( -name '*.[ch]' -o -name '*.inl' -o -name '*.def' -o -name '*.sh' -o -name '*.md' \
        -o -name '*.build' -o -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.html' \)
    find . -maxdepth 1 -type f \( -name '*.md' -o -name '*.build' -o -name '*.txt' \)
} | sort >"$work/text"
grep '\.\([ch]\|inl\)$' "$work/text" >"$work/code"
bad=0

# ---- blanks and ends ----------------------------------------------------------------------------
tr '\n' '\0' <"$work/text" | xargs -0 grep -nE "$(printf '\t')|[[:blank:]]\$|$(printf '\r')" >"$work/blanks"
if [ -s "$work/blanks" ]; then
    sed 's/^\([^:]*:[0-9]*\):.*/\1: TAB, carriage return or blank at the end of the line/' "$work/blanks"
    bad=1
fi
# A byte a file, which in all of them is the newline, so that one process tells whether to look closer.
tr '\n' '\0' <"$work/text" | xargs -0 tail -qc 1 | tr -d '\n' >"$work/ends"
while [ -s "$work/ends" ] && IFS= read -r file; do
    if [ -s "$file" ] && [ "$(tail -c 1 "$file" | od -An -tx1 | tr -d ' ')" != 0a ]; then
        echo "$file: no newline at the end"
        bad=1
    fi
done <"$work/text"

# ---- length and banned functions ----------------------------------------------------------------
tr '\n' '\0' <"$work/code" | xargs -0 awk '
    # The line without comments and literals; keeps count of open comments between lines.
    function bare(text,    out, two, i, c) {
        out = ""
        for (i = 1; i <= length(text); i++) {
            two = substr(text, i, 2)
            c = substr(text, i, 1)
            if (comment) {
                if (two == "*/") {
                    comment = 0
                    i++
                }
            } else if (two == "/*") {
                comment = 1
                out = out " "
                i++
            } else if (two == "//") {
                break
            } else if (c == "\"" || c == "\047") {
                for (i++; i <= length(text) && substr(text, i, 1) != c; i++) {
                    if (substr(text, i, 1) == "\\") {
                        i++
                    }
                }
                out = out "0"
            } else {
                out = out c
            }
        }
        return out
    }
    function finish() {
        if (lines > 600 && !excused) {
            print file ": " lines " lines, at most 600"
            bad = 1
        }
    }
    FNR == 1 {
        finish()
        file = FILENAME
        numbered = file ~ /^(\.\/)?(src|apps|python)\// && file !~ /_test\.c$|reference_rules\.h$|src\/core\/number\.c$/
        person = file ~ /^(\.\/)?apps\/(commands|speech|term|pictures|serve|queue)\// && file !~ /print\.c$|commands\/build\/(session|engine)\.c$/
        comment = excused = 0
    }
    { lines = FNR }
    FNR <= 30 && /[Ll]onger than 600 lines/ { excused = 1 }
    {
        code = comment || $0 ~ /["\047\/]/ ? bare($0) : $0
        if (match(code, /(^|[^A-Za-z0-9_])(strcpy|strcat|sprintf|vsprintf|gets|strtok|atoi|atol|atoll|atof|rand|srand|setjmp|longjmp|alloca)[ \t]*\(/)) {
            found = substr(code, RSTART, RLENGTH)
            gsub(/[^a-z]/, "", found)
            print file ":" FNR ": " found " is not used here"
            bad = 1
        }
        # These follow the locale; src/core/number.c stands for them.
        if (numbered && match(code, /(^|[^A-Za-z0-9_])(v?snprintf|v?f?printf|[fs]?scanf|strtod|strtof|strtold)[ \t]*\(/)) {
            found = substr(code, RSTART, RLENGTH)
            gsub(/[^a-z]/, "", found)
            print file ":" FNR ": " found " follows the locale: hra_snprintf, hra_number_read, hra_text_addf, print"
            bad = 1
        }
    }
    # Text from elsewhere must not steer the terminal.
    person && match(code, /(^|[^A-Za-z0-9_])(f?putc|putchar|f?puts|fwrite|perror|psignal|err|warnx?)[ \t]*\(/) {
        found = substr(code, RSTART, RLENGTH)
        gsub(/[^a-z]/, "", found)
        print file ":" FNR ": " found " writes past the filter: print, print_note, print_error, print_control"
        bad = 1
    }
    END {
        finish()
        exit bad
    }' || bad=1

if ctags --version 2>/dev/null | grep -q 'Universal Ctags'; then
    ctags -L "$work/code" -f - --languages=C,C++ --langmap=C:.c.h.inl,C++: --kinds-C=f --fields=+ne --sort=no \
        >"$work/tags" 2>"$work/errors"
    awk -F'\t' '
    {
        first = last = 0
        for (i = 4; i <= NF; i++) {
            if ($i ~ /^line:/) {
                first = substr($i, 6) + 0
            } else if ($i ~ /^end:/) {
                last = substr($i, 5) + 0
            }
        }
        functions++
        if (last - first + 1 > 60) {
            excused = 0
            for (n = 1; n <= first && (getline text <$2) > 0; n++) {
                if (n >= first - 30 && text ~ /[Ll]onger than a screen/) {
                    excused = n
                } else if (text ~ /^}/) {
                    excused = 0
                }
            }
            close($2)
            if (!excused) {
                print $2 ":" first ": " $1 " has " last - first + 1 " lines, at most 60"
                bad = 1
            }
        }
    }
    END {
        if (functions < 10) {
            print "style.sh: ctags found only " functions + 0 " functions"
            bad = 1
        }
        exit bad
    }' "$work/tags" || bad=1
else
    echo "style.sh: no Universal Ctags here, so the length of functions is not checked"
fi

if [ "$(wc -l <"$work/code")" -lt 10 ]; then
    echo "style.sh: hardly any sources found: is this the right tree?"
    bad=1
fi
[ "$bad" -eq 0 ] && echo "style: $(wc -l <"$work/text") files follow the style"
[ "$bad" -eq 0 ]
