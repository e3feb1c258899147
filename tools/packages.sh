#!/bin/sh
# Installs the Debian packages that are missing: packages.sh build|page|site|test|docs.
# Without apt-get, or without the right to use it, prints the list and stops.
set -eu
build="gcc libc6-dev meson ninja-build pkg-config libedit-dev libxxhash-dev libzstd-dev"
test="$build g++ clang lld libclang-rt-14-dev libcmocka-dev libjansson-dev libevent-dev chromium universal-ctags python3 scdoc binutils locales llvm wasi-libc libclang-rt-14-dev-wasm32"
page="$build libevent-dev"
site="meson ninja-build clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 libxxhash-dev"
if ! command -v npm >/dev/null; then # whoever has npm has Node.js, from Debian or not
    page="$page nodejs npm" site="$site nodejs npm" test="$test nodejs npm"
fi
docs="$build scdoc graphviz librsvg2-bin"
case "${1:-}" in
build) wanted=$build ;;
page) wanted=$page ;;
site) wanted=$site ;;
test) wanted=$test ;;
docs) wanted=$docs ;;
*) echo "usage: packages.sh build|page|site|test|docs" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    for tool in cc meson ninja pkg-config; do
        command -v "$tool" >/dev/null && continue
        echo "hra is built with: $wanted" >&2
        echo "'$tool' is missing; please install what your system calls these packages" >&2
        exit 1
    done
    exit 0
fi

missing=
for package in $wanted; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing:$missing" >&2
sudo=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Not root and no sudo; please install these packages:$missing" >&2
        exit 1
    fi
    sudo=sudo
fi
as_root="$sudo env DEBIAN_FRONTEND=noninteractive" # behind sudo, which drops variables
# shellcheck disable=SC2086 # a list of words is meant
$as_root apt-get install -y -q --no-install-recommends $missing >&2 ||
    { $as_root apt-get update -q >&2 && $as_root apt-get install -y -q --no-install-recommends $missing >&2; }
