#!/bin/sh
# `make play`: at a terminal a person plays Yahtzee with an adviser; elsewhere a machine plays one
# game with every decision explained, and a benchmark follows.
set -eu
hra=$1
status=0
if [ -t 0 ] && [ -t 1 ]; then
    "$hra" play yahtzee --advice || status=$?
else
    "$hra" play yahtzee optimal --seed 1
    echo
    "$hra" match yahtzee optimal --games 10000 --seed 1
fi
echo
echo "The program is $hra: '$hra play backgammon' plays another game, '$hra help' lists what there is."
echo "'make install PREFIX=\$HOME/.local' installs it as hra."
exit "$status"
