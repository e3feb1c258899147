"""Runs an example and compares what it prints with what its source says.

    example.py PROGRAM SOURCE.c

A source ends with a comment "It prints:", an empty line, and the text. Blanks at the ends of lines do not count. An example
without such a comment only has to end with status 0.
"""
import difflib
import re
import subprocess
import sys


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def main(program, source):
    with open(source, encoding="utf-8") as file:
        said = re.search(r"/\* It prints:\n\n(.*)\n\*/\n$", file.read(), re.S)
    run = subprocess.run([program], stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if run.returncode != 0:
        sys.exit(f"{source}: exit status {run.returncode}")
    if said and lines(said.group(1)) != lines(run.stdout):
        print("\n".join(difflib.unified_diff(lines(said.group(1)), lines(run.stdout), source, "printed", lineterm="")))
        sys.exit(1)


main(*sys.argv[1:])
