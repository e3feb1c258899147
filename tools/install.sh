#!/bin/sh
# `make install`: install.sh BUILD PREFIX. Needs what a build needs, and the right to write below PREFIX (and DESTDIR).
set -eu
build=$1 prefix=$2
there=${DESTDIR:-}$prefix
while [ ! -e "$there" ]; do
    there=$(dirname "$there")
done
if [ ! -w "$there" ]; then
    echo "$there may not be written to: install as root, or below a folder of your own, such as" >&2
    echo "    make install PREFIX=\$HOME/.local" >&2
    exit 1
fi
meson setup --reconfigure "$build" --prefix="$prefix" -Dchecks=false >/dev/null
# What is installed is built, and nothing else: meson itself would build the tests too.
built=$(cd "$build" && pwd -P)
targets=$(meson introspect --installed "$build" | tr ',' '\n' | sed -n "s|^[{ ]*\"$built/\([^\"]*\)\": .*|\1|p" |
    grep -v '^meson-private/')
# shellcheck disable=SC2086 # a list of words is meant
ninja -C "$build" $targets
meson install -C "$build" --no-rebuild --quiet
command -v scdoc >/dev/null || echo "Manual pages were left out: they are made by scdoc, which is not installed." >&2
echo "hra is installed: $prefix/bin/hra" >&2
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) [ -n "${DESTDIR:-}" ] || echo "$prefix/bin is not in PATH yet." >&2 ;;
esac
