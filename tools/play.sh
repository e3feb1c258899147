#!/bin/sh
# `make play`: at a terminal a person plays Yahtzee with an adviser; elsewhere a machine plays one
# game with every decision explained, and a benchmark follows.
set -eu
hra=$1
if [ -t 0 ] && [ -t 1 ]; then
    exec "$hra" play yahtzee --advice
fi
"$hra" play yahtzee optimal --seed 1
echo
"$hra" match yahtzee optimal --games 10000 --seed 1
