#!/bin/sh
# The program in README.md is docs/example.c, to the letter: tests/readme.sh ROOT
set -eu
cd "$1"
sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' | diff - docs/example.c ||
    { echo "README.md and docs/example.c differ"; exit 1; }
