#!/bin/sh
# `make play`: at a terminal a person plays Yahtzee with an adviser; elsewhere a machine plays one
# game with every decision explained, and a benchmark follows.
set -eu
hra=$1
if [ -t 0 ] && [ -t 1 ]; then
    status=0
    "$hra" play yahtzee --advice || status=$?
    echo
    echo "The program is $hra: '$hra play backgammon' plays another game, '$hra help' lists what there is."
    echo "'make install PREFIX=\$HOME/.local' installs it as hra."
    exit "$status"
fi
"$hra" play yahtzee optimal --seed 1
echo
"$hra" match yahtzee optimal --games 10000 --seed 1
