#!/bin/sh
# Lists the tests of the command line, for meson: `NAME|SUITES|PRIORITY` of each test_NAME.py, whose line
# `# suites: cli, heavy; priority: 3` says so; tests of high priority, the long ones, begin first.
cd "$(dirname "$0")" || exit 1
for file in test_*.py; do
    name=${file#test_}
    said=$(sed -n 's/^# suites: //p' "$file")
    priority=${said#*; priority: }
    [ "$priority" != "$said" ] || priority=0
    echo "${name%.py}|$(echo "${said%%;*}" | tr -d ' ')|$priority"
done
