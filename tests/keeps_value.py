#!/usr/bin/env python3
"""Runs bench/keeps_value.c on a solved game.

    keeps_value.py BENCH

The exact player keeps the value of every position of tic-tac-toe, and a random one that of about as many as the program
says it must. Exit status: 0 all is well, 1 something is not.
"""
import re
import subprocess
import sys


def main():
    said = subprocess.run([sys.argv[1], "tictactoe", "2000", "1", "random", "exact"], capture_output=True, text=True,
                          check=True).stdout
    share, random, exact = (float(number) for number in re.findall(r"^ +([\d.]+) %", said, re.M))
    if exact != 100 or not 0 < share < 100 or abs(random - share) > 5 or "2000 positions, 0 more not solved" not in said:
        sys.exit(f"keeps_value: {said}")


main()
