#!/bin/sh
# What dist/ has (`make release`) is installed from nothing, used as somebody would first, and removed: release.sh [debian|python|npm]...
# Debian packages in a fresh root by debootstrap, which needs root; the wheel in a fresh environment of each Python that is there,
# packages for npm (`make npm`) in a fresh folder, by this Node and by Node 18.
# Exit status: 0 all is well, 1 not.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
dist=$root/dist
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok: $name"
    else
        failed=$((failed + 1))
        echo "failed: $name"
        tail -20 "$work/log"
    fi
}

in_root() { chroot "$work/root" env -i DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# As this machine gets its packages.
make_root() {
    from=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        head -1)
    debootstrap --variant=minbase bookworm "$work/root" "$from"
    cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$work/root/etc/apt/"
    cp /etc/resolv.conf /etc/hosts "$work/root/etc/"
    rm -f "$work/root/etc/apt/sources.list"
    in_root apt-get update -q
    in_root apt-get install -y -q --no-install-recommends gcc libc6-dev pkg-config python3
}

test_debian() {
    packages="hra libhra3 libhra-dev python3-hra hra-doc"
    check "debian: a fresh root" make_root
    mkdir "$work/root/new"
    for package in $packages; do
        cp "$dist/${package}"_*.deb "$work/root/new/"
    done
    cp "$root/debian/tests/smoke" "$work/root/new/"
    find "$work/root/usr" "$work/root/etc" -xdev | sort >"$work/before"
    check "debian: installed" in_root sh -c 'apt-get install -y -q --no-install-recommends /new/*.deb'
    check "debian: used" in_root /new/smoke
    # shellcheck disable=SC2086 # words are meant
    check "debian: removed" in_root apt-get purge -y -q --autoremove $packages
    find "$work/root/usr" "$work/root/etc" -xdev | sort >"$work/after"
    check "debian: nothing is left" sh -c "comm -13 $work/before $work/after | grep -i hra && exit 1 || exit 0"
}

test_python() {
    for python in python3.11 python3.12 python3.13; do
        [ -x "/usr/bin/$python" ] || continue
        check "wheel: installed, $python" sh -c "/usr/bin/$python -m venv $work/$python &&
            $work/$python/bin/pip install --quiet --no-index $dist/hra-*.whl"
        check "wheel: used, $python" env -C "$work" "$work/$python/bin/python" -c '
import hra
game = hra.load_game("tictactoe")
assert game and hra.__version__, hra
print(hra.__version__)'
    done
}

# Node 18 is a package of the registry itself.
test_npm() {
    mkdir "$work/npm"
    echo '{"type": "module"}' >"$work/npm/package.json"
    check "npm: installed" npm install --prefix "$work/npm" --silent --no-audit --no-fund "$dist"/hra-*.tgz
    check "npm: used, here and in a browser" env -C "$root/page" NPM="$work/npm" HRA="$root/build/hra" node --test test/npm.test.mjs
    check "npm: Node 18 installed" npm install --prefix "$work/18" --silent --no-audit --no-fund node@18
    check "npm: used, Node 18" env -C "$work/npm" "$work/18/node_modules/.bin/node" node_modules/@hra/engine/example.mjs
}

for part in ${*:-debian python npm}; do
    case $part in
    debian) test_debian ;;
    python) test_python ;;
    npm) test_npm ;;
    *) echo "usage: $0 [debian|python|npm]..." >&2; exit 2 ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
