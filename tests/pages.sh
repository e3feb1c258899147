#!/usr/bin/env bash
# Runs the commands that pages quote and compares their output with what the pages show.
#
#     tests/pages.sh HRA PAGE...
#
# In a page a command is an indented line "    $ hra ...", and the indented lines after it are lines of its
# output, in this order but not necessarily all; the spacing of columns may differ. A command without lines
# after it only has to succeed. The commands of a page run in a folder of their own, with links to all that is in the
# current one, and find the files that earlier ones wrote. A page NAME.cs.md shows what hra says in Czech.
# Exit status: 0 all is well, 1 not, 2 wrong use.
[ $# -ge 2 ] || { echo "usage: $0 HRA PAGE..." >&2; exit 2; }
program=$(realpath "$1")
shift
mapfile -t pages < <(realpath "$@")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
tree=$PWD
export LC_ALL=C.UTF-8 # boards are drawn in Unicode
bad=0 runs=0 lines=0

hra() { "$program" "$@"; }
squeeze() { sed 's/[[:space:]]\{1,\}/ /g; s/^ //; s/ $//'; }

# Every quoted line occurs in the answer, in this order.
compare() {
    [ -n "$command" ] || return
    runs=$((runs + 1))
    if ! eval "$command" >"$work/out" 2>"$work/err" </dev/null; then
        echo "$page: $command: failed: $(head -n 1 "$work/err")"
        bad=$((bad + 1))
        return
    fi
    squeeze <"$work/out" >"$work/answer"
    squeeze <"$work/quoted" >"$work/wanted"
    lines=$((lines + $(wc -l <"$work/wanted")))
    missing=$(awk 'FILENAME == ARGV[1] { wanted[++n] = $0; next } at < n && index($0, wanted[at + 1]) { at++ }
                   END { if (at < n) print wanted[at + 1] }' "$work/wanted" "$work/answer")
    if [ -n "$missing" ]; then
        echo "$page: $command: does not answer '$missing' (any more)"
        bad=$((bad + 1))
    fi
}

for page in "${pages[@]}"; do
    command=
    rm -rf "$work/here" && mkdir "$work/here" && ln -s "$tree"/* "$work/here" && cd "$work/here" || exit 2
    LANGUAGE=
    [[ $page != *.cs.md ]] || LANGUAGE=cs
    export LANGUAGE
    while IFS= read -r line; do
        case $line in
        '    $ hra '*) compare; command=${line#'    $ '}; : >"$work/quoted" ;;
        '    '*) [ -z "$command" ] || printf '%s\n' "$line" >>"$work/quoted" ;;
        *) compare; command= ;;
        esac
    done <"$page"
    compare
    command=
done
[ $runs -gt 0 ] || { echo "pages: no command found"; bad=1; }
echo "pages: $runs commands, $lines lines of their answers, $bad not as quoted"
[ $bad -eq 0 ]
