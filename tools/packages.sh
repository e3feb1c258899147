#!/bin/sh
# Sees that what is needed is there: packages.sh build|page|site|python|test|test-all|docs|release|windows|witness [-y]. On Debian it installs what is missing,
# after a question at a terminal, with -y, or in CI (the variable that CI systems set), as root or by sudo; otherwise it says what is missing and
# stops. Who has the compiler, the tools and the libraries, wherever from, needs neither Debian nor root to build.
set -eu
tools="cc:gcc meson:meson ninja:ninja-build pkg-config:pkg-config msgfmt:gettext"
libraries="libedit:libedit-dev libxxhash:libxxhash-dev libzstd:libzstd-dev zlib:zlib1g-dev sqlite3:libsqlite3-dev"
build="gcc libc6-dev meson ninja-build pkg-config gettext libedit-dev libxxhash-dev libzstd-dev zlib1g-dev libsqlite3-dev"
test="$build g++ clang clang-format-14 libcmocka-dev libjansson-dev libevent-dev libpq-dev postgresql universal-ctags python3 scdoc binutils locales python3-dev python3-pytest python3-hypothesis python3-numpy python3-mesonpy python3-pip patchelf mypy"
test_all="$test bubblewrap firefox-esr lld libclang-rt-14-dev chromium llvm wasi-libc libclang-rt-14-dev-wasm32 librsvg2-bin xz-utils binaryen"
python="$build python3-dev"
page="$build libevent-dev"
site="meson ninja-build gettext clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 libxxhash-dev librsvg2-bin xz-utils binaryen"
if ! command -v npm >/dev/null; then # whoever has npm has Node.js, from Debian or not
    page="$page nodejs npm" site="$site nodejs npm" test_all="$test_all nodejs npm"
fi
docs="$build scdoc graphviz librsvg2-bin doxygen python3"
release="$page $docs $site autopkgtest debhelper debootstrap dh-python dpkg-dev fakeroot libpq-dev lintian python3-dev python3-mesonpy python3-pip python3-venv patchelf unzip"
windows="meson ninja-build pkg-config gettext gcc libc6-dev gcc-mingw-w64-x86-64-posix libz-mingw-w64-dev dpkg-dev cmake make nsis tcl zip"
case "${1:-}" in
build) wanted=$build ;;
page) wanted=$page ;;
site) wanted=$site ;;
python) wanted=$python ;;
test) wanted=$test ;;
test-all) # the proxies of docs/serve.md, which begin to serve when they are installed, only where nobody is asked
    wanted=$test_all
    [ "${2:-}" != -y ] && [ -z "${CI:-}" ] || wanted="$wanted nginx caddy"
    ;;
docs) wanted=$docs ;;
release) wanted=$release ;;
windows) wanted=$windows ;;
witness) wanted="gnubg stockfish fairy-stockfish" ;; # programs of others, which the tests gnubg_files and chess compare with
*) echo "usage: packages.sh build|page|site|python|test|test-all|docs|release|windows|witness [-y]" >&2; exit 2 ;;
esac

# What a build lacks, by the names of Debian's packages: asked of the tools, not of a package manager.
lacks=
for pair in $tools; do
    command -v "${pair%%:*}" >/dev/null || lacks="$lacks ${pair#*:}"
done
for pair in $libraries; do
    pkg-config --exists "${pair%%:*}" 2>/dev/null || lacks="$lacks ${pair#*:}"
done
if [ "$1" = build ] && [ -z "$lacks" ]; then
    exit 0
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    [ -n "$lacks" ] || exit 0
    echo "hra is built with: $wanted" >&2
    echo "missing here are:$lacks; please install what your system calls these packages" >&2
    exit 1
fi

missing=$lacks # for a build packages of another name, or not from Debian, do as well
if [ "$1" != build ]; then
    missing=
    for package in $wanted; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
fi
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Missing:$missing. You are not root and there is no sudo, so please have these packages installed;" >&2
        echo "libraries of your own count too, where PKG_CONFIG_PATH names the folder of their .pc files." >&2
        exit 1
    fi
    sudo=sudo
fi
if [ "${2:-}" != -y ] && [ -z "${CI:-}" ]; then
    [ -t 0 ] || { echo "Missing:$missing. To install them, say 'tools/packages.sh $1 -y'." >&2; exit 1; }
    printf 'Debian packages that are missing:%s\nInstall them%s? [Y/n] ' "$missing" "${sudo:+ by sudo}" >&2
    read -r answer
    case $answer in
    [nN]*) exit 1 ;;
    esac
fi
echo "Installing:$missing" >&2
as_root="$sudo env DEBIAN_FRONTEND=noninteractive" # behind sudo, which drops variables
wait="-o DPkg::Lock::Timeout=600" # seconds, while another program installs something
# Tests start PostgreSQL themselves; its package would make a database of the system, and start that.
case " $missing " in
*" postgresql "*)
    without=/etc/postgresql-common/createcluster.d/hra.conf
    $sudo mkdir -p "${without%/*}"
    echo 'create_main_cluster = false' | $sudo tee $without >/dev/null
    trap '$sudo rm -f $without' EXIT
    ;;
esac
# shellcheck disable=SC2086 # a list of words is meant
$as_root apt-get $wait install -y -q --no-install-recommends $missing >&2 ||
    { $as_root apt-get $wait update -q >&2 && $as_root apt-get $wait install -y -q --no-install-recommends $missing >&2; }
