#!/usr/bin/env python3
"""Runs the tests of a build: a line of progress with an estimate of the time that is left, what failed at once, and the sum.

    progress.py BUILD [OPTION OF `meson test`]...

A test function of pytest counts as a test, else each test of meson's. `BUILD/sum` holds `passed N` and a line
`failed: WHAT` for each that failed. How long each test took stands in `BUILD/seconds` for the next estimate; before the
first run it is `tests/seconds`, of which nothing but the estimate depends.
"""
import json
import os
import re
import subprocess
import sys
import time

LINE = re.compile(r"^ *(\d+)/(\d+) (?:\S+ / )?(.+?) +(OK|SKIP|EXPECTEDFAIL|FAIL|TIMEOUT|ERROR|INTERRUPT|UNEXPECTEDPASS) +([0-9.]+)s")
LEFT_OUT = re.compile(r"ninja: |Full log |(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +\d+ *$")
GOOD = ("OK", "SKIP", "EXPECTEDFAIL")
OFTEN, SELDOM = 0.2, 15  # seconds between two lines of progress, at a terminal and elsewhere


def known_seconds(build):
    """How long each test took."""
    for name in (os.path.join(build, "seconds"), os.path.join(os.path.dirname(os.path.abspath(__file__)), "seconds")):
        if os.path.exists(name):
            with open(name, encoding="utf-8") as file:
                return {test: float(seconds) for test, seconds in (line.split() for line in file if not line.startswith("#"))}
    return {}


class Progress:
    def __init__(self, build):
        self.known = known_seconds(build)
        self.begun, self.said = time.monotonic(), 0.0
        self.work, self.of = 0.0, 0.0  # seconds of tests done, and of all
        self.rate = len(os.sched_getaffinity(0))  # seconds of tests in a second

    def expect(self, tests):
        self.of = sum(self.known.get(test, 0.1) for test in tests)

    def left(self):
        took = time.monotonic() - self.begun
        if self.work > 0.1 * self.of:
            self.rate = self.work / took
        return max(0.0, self.of - self.work) / self.rate

    def done(self, number, total, test):
        self.work += self.known.get(test, 0.1)
        now, terminal = time.monotonic(), sys.stdout.isatty()
        if now - self.said < (OFTEN if terminal else SELDOM) and number < total:
            return
        self.said = now
        line = f"{number} of {total} tests, {now - self.begun:.0f} s"
        line += f", about {self.left():.0f} s left" if number < total else ""
        print("\r\033[K" + line if terminal else line, end="" if terminal and number < total else "\n", flush=True)


def tests_to_come(build, options):
    command = ["meson", "test", "-C", build, "--no-rebuild", "--list", *options]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [line.rpartition(" / ")[2] for line in listed.splitlines() if line and not line.startswith("ninja:")]


def of_pytest(text):
    """What pytest counted: passed, failed, and the names of these."""
    last = re.findall(r"^(?:=+ )?((?:\d+ \w+, )*\d+ \w+) in [0-9.]+s", text, re.M)
    if not last:
        return None
    counted = {word.rstrip("s"): int(number) for number, word in re.findall(r"(\d+) (\w+)", last[-1])}
    named = re.findall(r"^(?:FAILED|ERROR) \S*?([^/\s]+::.*?)(?: - .*)?$", text, re.M)
    return counted.get("passed", 0) + counted.get("skipped", 0), counted.get("failed", 0) + counted.get("error", 0), named


def add_up(build):
    """Reads what meson wrote down; returns the number of good tests, and the names of others."""
    passed, failed, seconds = 0, [], {}
    with open(os.path.join(build, "meson-logs", "testlog.json"), encoding="utf-8") as file:
        for test in map(json.loads, file):
            name = test["name"].rpartition(" / ")[2]
            seconds[name] = test["duration"]
            counted = of_pytest(test.get("stdout", ""))
            good = test["result"] in GOOD
            passed += counted[0] if counted else good
            if not good:
                failed += [f"{name}: {one}" for one in counted[2]] if counted and counted[1] == len(counted[2]) > 0 else [name]
    with open(os.path.join(build, "sum"), "w", encoding="utf-8") as file:
        print(f"passed {passed}", *(f"failed: {name} in {build}" for name in failed), sep="\n", file=file)
    with open(os.path.join(build, "seconds"), "w", encoding="utf-8") as file:
        for name in sorted(seconds):
            if seconds[name] >= 0.3:
                print(name, f"{seconds[name]:.1f}", file=file)
    return passed, failed


def main():
    build, *options = sys.argv[1:]
    log = os.path.join(build, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    progress = Progress(build)
    progress.expect(tests_to_come(build, options))
    command = ["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", "--num-processes",
               str(len(os.sched_getaffinity(0)) + 1), *options]  # one more than there are cores: some wait for what they started
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as meson:
        for line in meson.stdout:
            found = LINE.match(line)
            if found and found.group(4) in GOOD:
                progress.done(int(found.group(1)), int(found.group(2)), found.group(3))
            elif line.strip() and not LEFT_OUT.match(line):
                print(("\r\033[K" if sys.stdout.isatty() else "") + line, end="", flush=True)
    if not os.path.exists(log):
        return 1
    return 1 if add_up(build)[1] else 0


if __name__ == "__main__":
    sys.exit(main())
