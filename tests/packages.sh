#!/usr/bin/env bash
# What tools/packages.sh asks for: tests/packages.sh ROOT
#
# Package managers are played by scripts that write down how they were called.
set -u
root=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/nothing"
bad=0

play() { # NAME LINES...: a program of that name
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
play apt-get 'echo "apt-get $*" >>"$LOG"'
play dpkg-query 'exit 1' # it knows of no package at all
play sudo 'echo "sudo" >>"$LOG"; exec "$@"'
play id 'echo "$WHO"'

asks() { # WHO KIND VARIABLES...: runs it without a terminal; the calls lie in log, what it says in said
    : >"$work/log"
    # shellcheck disable=SC2086 # KIND may be followed by -y
    env -u CI LOG="$work/log" WHO="$1" PATH="$work/bin:$PATH" "${@:3}" "$root/tools/packages.sh" $2 </dev/null >"$work/said" 2>&1
}
check() { # NAME COMMAND...
    "${@:2}" || { echo "$1"; cat "$work/said" "$work/log"; bad=1; }
}

asks 0 build
check "who has tools and libraries needs no package" [ $? -eq 0 ]
check "and no package manager" [ ! -s "$work/log" ]
asks 0 build PKG_CONFIG_LIBDIR="$work/nothing"
check "without a question nothing is installed" [ $? -eq 1 ]
check "and no package manager is called" [ ! -s "$work/log" ]
check "but a sentence says how" grep -q "^Missing: libedit-dev .* To install them, say 'tools/packages.sh build -y'" "$work/said"
asks 0 build CI=1 PKG_CONFIG_LIBDIR="$work/nothing"
check "in CI what is missing is installed" grep -q 'install .* libedit-dev' "$work/log"
asks 0 'build -y' PKG_CONFIG_LIBDIR="$work/nothing"
check "what is missing is installed" grep -q 'install .* libedit-dev libxxhash-dev libzstd-dev zlib1g-dev libsqlite3-dev$' "$work/log"
check "behind whoever installs something else" grep -q 'DPkg::Lock::Timeout=' "$work/log"
check "and nothing that a build does not need" eval '! grep -Eq "scdoc|graphviz|gcc" "$work/log"'
asks 1000 'build -y' PKG_CONFIG_LIBDIR="$work/nothing"
check "by sudo where one is not root" grep -qx sudo "$work/log"
rm "$work/bin/sudo"
if ! command -v sudo >/dev/null; then
    asks 1000 build PKG_CONFIG_LIBDIR="$work/nothing"
    check "else a sentence says what is missing" [ $? -eq 1 ]
    check "by name" grep -q '^Missing: libedit-dev libxxhash-dev libzstd-dev zlib1g-dev libsqlite3-dev\. You are not root' "$work/said"
    check "and nobody is called" [ ! -s "$work/log" ]
fi
exit $bad
