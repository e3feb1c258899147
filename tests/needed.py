#!/usr/bin/env python3
"""Names what `meson test` needs, for ninja.

    needed.py BUILD [--suite NAME | --no-suite NAME]...

What it prints are files of the folder BUILD: test programs and the arguments that are built, of the tests that are in
one of the suites (all, where none is named) and in none of the others.
"""
import json
import os
import sys


def read(build, name):
    with open(os.path.join(build, "meson-info", f"intro-{name}.json"), encoding="utf-8") as file:
        return json.load(file)


def main():
    build, *options = sys.argv[1:]
    named = {"--suite": set(), "--no-suite": set()}
    for option, suite in zip(options[::2], options[1::2]):
        named[option].add(suite)
    needed = set()
    for test in read(build, "tests"):
        suites = {suite.partition(":")[2] for suite in test["suite"]}
        if not suites & named["--no-suite"] and (not named["--suite"] or suites & named["--suite"]):
            needed.update(test["depends"])
    files = [os.path.relpath(target["filename"][0], build) for target in read(build, "targets") if target["id"] in needed]
    print(" ".join(sorted(files)))


main()
