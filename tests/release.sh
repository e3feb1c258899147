#!/bin/sh
# What dist/ has (`make release`) is installed from nothing, used as somebody would first, and removed: release.sh [PART]...; without
# words, all parts but the last.
# files: checksums, sizes, forms and licences;
# debian: in a fresh root by debootstrap, which needs root; python: wheel and source distribution in fresh environments of each Python
# that is there; page: hra.html in Chromium; npm: packages for npm (`make npm`) in a fresh folder, by this Node and by Node 18; library: programs by CMake and Meson;
# services of systemd; cluster: Slurm; windows: hra.exe of `make windows` under Wine; container: the image, by buildah, which needs root;
# reproducible: a second release of the commit, in a fresh clone, has the same bytes, which takes as long as the first.
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

# Debian, which gets its packages as this machine does: FOLDER.
make_debian() {
    from=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        head -1)
    debootstrap --variant=minbase bookworm "$1" "$from" || return 1
    cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$1/etc/apt/"
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
    rm -f "$1/etc/apt/sources.list"
}

make_root() {
    make_debian "$work/root" || return 1
    in_root apt-get update -q
    in_root apt-get install -y -q --no-install-recommends gcc libc6-dev man-db pkg-config python3
}

test_debian() {
    packages="hra libhra3 libhra-dev python3-hra hra-doc"
    check "debian: lintian" sh -c "lintian --fail-on error,warning $dist/*.deb"
    check "debian: a fresh root" make_root
    mkdir "$work/root/new"
    for package in $packages; do
        cp "$dist/${package}"_*.deb "$work/root/new/"
    done
    cp "$root/debian/tests/smoke" "$work/root/new/"
    list_root >"$work/before"
    check "debian: hra alone" alone "hra libhra3" "printf 'box 6\nq\n' | hra play yahtzee human --seed 1 | grep 'sixes  *12 '"
    check "debian: python3-hra alone" alone "python3-hra libhra3" \
        "python3 -c 'import hra; state = hra.load_game(\"yahtzee\").new_initial_state(); state.apply_action(state.legal_actions()[0])'"
    check "debian: libhra-dev alone" alone "libhra-dev libhra3" "echo '#include <hra/hra.h>' | cc -fsyntax-only \$(pkg-config --cflags hra) -x c -"
    check "debian: hra-doc alone" alone hra-doc "test -s /usr/share/doc/hra/lesson.md*"
    check "debian: installed" in_root sh -c 'apt-get install -y -q --no-install-recommends /new/*.deb libpq5'
    check "debian: used" in_root /new/smoke
    mkdir "$work/source"
    cp -r "$root/debian" "$work/source/"
    check "debian: autopkgtest" autopkgtest --no-built-binaries "$dist"/*.deb "$work/source/" -- chroot "$work/root"
    # shellcheck disable=SC2086 # words are meant
    check "debian: removed" in_root apt-get purge -y -q --autoremove $packages libpq5
    list_root >"$work/after"
    check "debian: nothing is left" sh -c "comm -13 $work/before $work/after | grep -i hra && exit 1 || exit 0"
}

# All files, but apt's own and the data of who played.
list_root() { (cd "$work/root" && find usr etc opt var root -xdev \( -path var/log -o -path var/cache \) -prune -o -print | sort); }

# Packages with nothing but what they depend on: "PACKAGE..." COMMAND. Then they go.
alone() {
    files=
    for package in $1; do
        files="$files /new/$(basename "$(ls "$dist/${package}"_*.deb)")"
    done
    # shellcheck disable=SC2086 # words are meant
    in_root apt-get install -y -q --no-install-recommends $files && in_root HOME=/tmp sh -c "$2" &&
        in_root apt-get purge -y -q --autoremove $1
}

# The program of the release's own sources, so that others are compared with one of the same commit.
build_native() {
    native=$work/native/build/hra
    [ ! -x "$native" ] || return 0
    mkdir -p "$work/native"
    check "native: built" sh -c "tar -x -C $work/native --strip-components=1 -f $dist/hra-*.tar.xz &&
        meson setup $work/native/build $work/native -Dtests=disabled -Dpython=disabled && ninja -C $work/native/build hra"
}

# Python 3.N of Debian, else of pyenv.
find_python() {
    for found in "/usr/bin/python3.$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$1".*/bin/python3; do
        [ -x "$found" ] && echo "$found" && return
    done
    return 1
}

# The module and the program of a wheel or a source distribution, from a folder that has neither; then nothing of them is left.
try_python() { # WHAT ENVIRONMENT PACKAGE [OPTION OF PIP]...
    what=$1 at=$2 package=$3
    shift 3
    check "$what: installed" "$at/bin/pip" install --quiet --no-index "$@" "$package"
    check "$what: the module" env -C "$work" "$at/bin/python" -c '
import hra
state = hra.load_game("tictactoe").new_initial_state()
state.apply_action(state.legal_actions()[0])
print(hra.__version__, state)'
    check "$what: python -m hra" sh -c "cd $work && HOME=$work $at/bin/python -m hra match tictactoe alphabeta random --games 2 --seed 1 &&
        printf 'b2\\nq\\n' | HOME=$work $at/bin/hra play tictactoe human minimax --seed 1 | grep b2"
    check "$what: removed" sh -c "$at/bin/pip uninstall --quiet --yes hra && ! find $at -path '*hra*' | grep ."
}

test_python() {
    for minor in 11 12 13; do
        python=$(find_python $minor) || { echo "skipped: wheel: there is no Python 3.$minor"; continue; }
        "$python" -m venv "$work/python$minor"
        try_python "wheel, Python 3.$minor" "$work/python$minor" "$dist"/hra-*.whl
    done
    /usr/bin/python3 -m venv --system-site-packages "$work/sdist" # with Debian's meson-python
    try_python "source distribution" "$work/sdist" "$dist"/hra-*.tar.gz --no-build-isolation
}

# Times and rates, which differ from run to run.
cut_times() {
    sed -E -e 's/, [0-9]+ games\/s//g' -e 's/-?[0-9.]+(e[-+]?[0-9]+)? ?(ms|s|M\/s|k\/s|\/s)\b/T/g' -e 's/"(seconds|rate|per_second)":[^,}]*/"\1":T/g' \
        -e 's/ +/ /g'
}

# hra of npm and the native one print the same, and something.
same_output() {
    while read -r line; do
        # shellcheck disable=SC2086 # words are meant
        for hra in "$native" "$work/npm/node_modules/.bin/hra"; do
            of=$(basename "$(dirname "$hra")")
            HOME=$work/home-$of LC_ALL=C.UTF-8 "$hra" $line </dev/null | cut_times >"$work/output$of"
        done
        [ -s "$work/outputbuild" ] && cmp "$work/outputbuild" "$work/output.bin" || { echo "hra $line"; return 1; }
    done <<'END'
rules yahtzee
perft tictactoe 9
analyse checkers -p expert:nodes=300000 --json
analyse yahtzee -p optimal --json
analyse empire -p mcts:playouts=500 --seed 3
tree tictactoe -p alphabeta --depth 2
match tictactoe random alphabeta --games 20 --seed 3 -t 1
tournament tictactoe random alphabeta greedy --groups 6 --seed 3 -t 1
END
}

# Both programs build tablebases of checkers in one folder, and read their own again.
same_tables() {
    for turn in 1 2; do
        for hra in "$native" "$work/npm/node_modules/.bin/hra"; do
            "$hra" solve checkers:tablebase-pieces=2 --data "$work/tables" || return 1
            "$hra" analyse checkers:tablebase-pieces=2 --position 'W:WK1:BK32' -p expert:nodes=10000 --data "$work/tables" --json | cut_times >"$work/$turn"
            [ -s "$work/first" ] || cp "$work/$turn" "$work/first"
            cmp "$work/first" "$work/$turn" || return 1
        done
    done
}

# The page and the engine come, and nothing from above the site.
serve_site() {
    "$work/npm/node_modules/.bin/hra" serve --port 0 >"$work/site" &
    server=$!
    until grep -q http "$work/site"; do kill -0 $server || return 1; sleep 0.1; done
    python3 - "$(sed -n 's/^hra: //p' "$work/site")" <<'END' && good=0 || good=1
import sys, urllib.error, urllib.request
at = sys.argv[1]
assert b"<title>" in urllib.request.urlopen(at).read()
assert len(urllib.request.urlopen(at + "engine.wasm.lzma").read()) > 100000
for other in ("../hra.js", "%2e%2e/hra.js", "nothing"):
    try:
        urllib.request.urlopen(at + other)
    except urllib.error.HTTPError as why:
        assert why.code == 404, other
    else:
        raise AssertionError(other)
END
    kill $server
    return $good
}

# Tests in a browser use modules of the page's lock file.
fetch_modules() { [ -d "$root/page/node_modules" ] || check "modules of the tests" npm ci --prefix "$root/page" --silent --no-audit --no-fund; }

# Node 18 is a package of the registry itself; the one of a processor has no script that npm would have to run.
test_npm() {
    build_native
    fetch_modules
    mkdir "$work/npm"
    echo '{"type": "module"}' >"$work/npm/package.json"
    check "npm: installed" npm install --prefix "$work/npm" --silent --no-audit --no-fund "$dist"/hra-*.tgz
    check "npm: npx, without an installation" sh -c "cd $work && printf 'box 6\\nq\\n' |
        HOME=$work npx --yes -p $(ls "$dist"/hra-[0-9]*.tgz) hra play yahtzee human --seed 1 | grep 'sixes  *12 '"
    check "npm: used, here and in a browser" env -C "$root/page" NPM="$work/npm" HRA="$native" node --test test/npm.test.mjs
    check "npm: the site is served" serve_site
    check "npm: the program's output is that of the native one" same_output
    check "npm: tables beside those of the native program" same_tables
    check "npm: Node 18 installed" npm install --prefix "$work/18" --silent --no-audit --no-fund "node-linux-$(node -p process.arch)@18"
    check "npm: used, Node 18" env -C "$work/npm" sh -c 'exec "$1"/bin/node "$2"' sh "$work"/18/node_modules/node-linux-* node_modules/@hra/engine/example.mjs
}

# As somebody builds a program of their own with it: CMake by pkg-config, Meson by packages/hra.wrap.
test_library() {
    prefix=$work/prefix
    check "library: installed" sh -c "meson setup $work/library $root --prefix=$prefix --libdir=lib -Dtests=disabled -Dpython=disabled &&
        meson install -C $work/library"
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    check "library: by CMake" sh -c "cmake -S $root/packages/cmake -B $work/cmake && cmake --build $work/cmake &&
        LD_LIBRARY_PATH=$prefix/lib $work/cmake/example | grep 'best answer: a'"
    unset PKG_CONFIG_PATH
    mkdir -p "$work/own/subprojects"
    cp "$root/docs/example.c" "$root/packages/hra.wrap" "$work/own/"
    mv "$work/own/hra.wrap" "$work/own/subprojects/"
    sed -i "s,^url = .*,url = file://$root," "$work/own/subprojects/hra.wrap"
    printf "project('own', 'c')\nexecutable('example', 'example.c', dependencies: dependency('hra'))\n" >"$work/own/meson.build"
    check "library: by Meson, as a subproject" sh -c "meson setup $work/own/build $work/own -Dhra:tests=disabled -Dhra:python=disabled &&
        ninja -C $work/own/build example && $work/own/build/example | grep 'best answer: a'"
}

# The services as systemd judges them: an exposure of 2.0 at most, of 10.
test_services() {
    if ! command -v systemd-analyze >/dev/null; then
        echo "skipped: services: there is no systemd-analyze"
        return
    fi
    for unit in serve 'work@'; do
        sed 's,@bindir@,/usr/bin,' "$root/packages/systemd/hra-$unit.service.in" >"$work/hra-$unit.service"
        check "services: hra-$unit" systemd-analyze security --offline=true --threshold=20 --no-pager "$work/hra-$unit.service"
    done
}

test_cluster() {
    build_native
    python3 "$root/tests/cluster.py" "$native" >"$work/said" 2>&1 && status=0 || status=1
    if grep '^skipped' "$work/said"; then
        return
    fi
    check "cluster: Slurm" sh -c "cat $work/said; exit $status"
}

# The program under Wine, out of the zip.
test_windows() {
    if ! command -v wine >/dev/null || ! command -v unzip >/dev/null || ! ls "$dist"/hra-*-windows.zip >/dev/null 2>&1; then
        echo "skipped: windows: wine, unzip and dist/hra-VERSION-windows.zip (make windows) are needed"
        return
    fi
    mkdir "$work/windows"
    export WINEPREFIX="$work/wine" WINEDEBUG=-all
    check "windows: unpacked" unzip -q -d "$work/windows" "$dist"/hra-*-windows.zip
    build_native
    check "windows: the same answers" sh -c "'$root/tests/windows.sh' '$native' $work/windows/hra-*/hra.exe"
    check "windows: Czech" sh -c "LANG=cs_CZ.UTF-8 wine $work/windows/hra-*/hra.exe help | grep 'zahrát si hru'"
    check "windows: folders beyond ASCII" try_letters
    installed="$work/wine/drive_c/users/$(id -un)/AppData/Local/Programs/hra"
    check "windows: installed" sh -c "wine $dist/hra-*-windows-setup.exe /S && test -f '$installed/hra.exe'"
    check "windows: used" sh -c "printf 'b2\\nq\\n' | wine '$installed/hra.exe' play tictactoe human minimax --seed 1 | grep b2"
    check "windows: removed" sh -c "wine '$installed/uninstall.exe' /S _?='C:\\users\\$(id -un)\\AppData\\Local\\Programs\\hra' &&
        ! find '$work/wine/drive_c/users' -path '*Programs/hra/*' ! -name uninstall.exe | grep ."
    if command -v Xvfb >/dev/null; then
        check "windows: a double click opens the page" try_click
    else
        echo "skipped: windows: a double click needs Xvfb"
    fi
    wineserver -k || true # nothing of Wine runs any more
}

# As Explorer starts a program: in a console of its own, which needs a screen. Wine asks xdg-open to show the page.
try_click() {
    mkdir -p "$work/click"
    printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$work/click" >"$work/click/xdg-open"
    chmod +x "$work/click/xdg-open"
    Xvfb -displayfd 3 -screen 0 800x600x24 3>"$work/click/screen" 2>/dev/null &
    screen=$!
    until [ -s "$work/click/screen" ]; do kill -0 $screen || return 1; sleep 0.1; done
    (export PATH="$work/click:$PATH" DISPLAY=":$(cat "$work/click/screen")" && { wineserver -k || true; } && wine start /unix "$(ls "$work"/windows/hra-*/hra.exe)")
    tries=0
    until [ -s "$work/click/opened" ] || [ $tries -gt 1200 ]; do tries=$((tries + 1)); sleep 0.1; done
    file=$(sed 's,^file://,,' "$work/click/opened") && address=$(grep -o 'http://127[^"#]*' "$file" | head -1) &&
        python3 -c 'import sys, urllib.request; assert b"<title>hra" in urllib.request.urlopen(sys.argv[1]).read()' "$address" && good=0 || good=1
    wineserver -k || true # the program, which serves until then
    kill $screen
    return $good
}

# A person whose name has an accent: the data are in a folder with that name. Wine sets LOCALAPPDATA by itself.
try_letters() {
    mkdir -p "$work/wine/drive_c/Jiří"
    (cd "$work" && printf 'b2\nq\n' | XDG_DATA_HOME='C:\Jiří' wine "$work"/windows/hra-*/hra.exe play tictactoe human minimax --seed 1)
    find "$work/wine/drive_c/Jiří" | grep hra
}

build() { buildah --root "$work/images" --runroot "$work/images.run" --storage-driver vfs "$@"; }

# debian:bookworm-slim as debootstrap makes it: no registry is asked.
make_base() {
    make_debian "$work/slim" && build from --name slim scratch && build add -q slim "$work/slim" / &&
        build commit -q slim localhost/debian:bookworm-slim
}

# As docs/installing.md has it, out of an unpacked release.
make_image() {
    mkdir "$work/unpacked"
    tar -x -C "$work/unpacked" --strip-components=1 -f "$dist"/hra-*.tar.xz
    build build --isolation chroot --network host --pull-never -t hra -f "$work/unpacked/packages/Containerfile" "$work/unpacked" &&
        build from --name used --pull-never localhost/hra
}

in_image() { build run --isolation chroot --network host used -- "$@"; }

test_container() {
    command -v buildah >/dev/null || { echo "skipped: container: there is no buildah (Debian: buildah)"; return; }
    export TMPDIR="$work"
    check "container: a base" make_base
    check "container: built" make_image
    check "container: a move of Yahtzee is played" in_image sh -c "printf 'box 6\nq\n' | hra play yahtzee human --seed 1 | grep 'sixes  *12 '"
    # shellcheck disable=SC2016 # the image's shell expands it
    check "container: the page is served" in_image bash -c '
        hra doctor | grep -E "^page +built in" || exit 1
        hra serve --port 0 --data /data >/tmp/address &
        until port=$(sed -n "s,^http://127.0.0.1:\([0-9]*\)/.*,\1,p" /tmp/address) && [ "$port" ]; do kill -0 $! || exit 1; sleep 0.1; done
        exec 3<>/dev/tcp/127.0.0.1/"$port"
        printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n" "$port" >&3
        grep "<title>hra" <&3 && kill $! && wait $!'
}

at_most() { # BYTES FILE
    size=$(stat -c %s "$2") && echo "$2: $size bytes, $1 at most" && [ "$size" -le "$1" ]
}

form() { # NAME COMMAND...: by a tool that may be missing
    command -v "$2" >/dev/null || { echo "skipped: files: there is no $2"; return; }
    name=$1
    shift
    check "files: $name" env -C "$root" "$@"
}

test_files() {
    check "files: checksums" env -C "$dist" sha256sum --check --strict --quiet SHA256SUMS
    check "files: none without a checksum" sh -c "cd $dist && ls | grep -vx SHA256SUMS | sort >$work/there && cut -c 67- SHA256SUMS | sort | cmp - $work/there"
    check "files: size of hra.html" at_most 5000000 "$(ls "$dist"/hra-*.html)"
    check "files: size of the engine for npm" at_most 3000000 "$(ls "$dist"/hra-engine-*.tgz)"
    zip=$(ls "$dist"/hra-*-windows.zip 2>/dev/null) && check "files: size of the zip for Windows" at_most 8000000 "$zip"
    form "desktop file" desktop-file-validate packages/hra.desktop
    form "AppStream" appstreamcli validate --no-net packages/hra.metainfo.xml
    form "licences" reuse lint --quiet
}

test_reproducible() {
    commit=$(git -C "$root" rev-parse HEAD)
    check "reproducible: a clone" sh -c "git clone -q --no-checkout $root $work/elsewhere && git -C $work/elsewhere checkout -q --detach $commit"
    check "reproducible: a release of it" "$work/elsewhere/tools/release.sh"
    for file in "$dist"/*; do
        check "reproducible: $(basename "$file")" cmp "$file" "$work/elsewhere/dist/$(basename "$file")"
    done
}

# By file://; the site, which says what to open instead, is in the package for npm.
test_page() {
    fetch_modules
    mkdir "$work/page"
    tar -x -C "$work/page" -f "$(ls "$dist"/hra-[0-9]*.tgz)"
    check "page: hra.html in Chromium and Firefox" env -C "$root/page" ONE="$(ls "$dist"/hra-*.html)" SITE="$work/page/package/site" \
        node --test test/one.test.mjs
}

for part in ${*:-files debian python page npm library services cluster windows container}; do
    case $part in
    files) test_files ;;
    debian) test_debian ;;
    python) test_python ;;
    page) test_page ;;
    npm) test_npm ;;
    library) test_library ;;
    services) test_services ;;
    cluster) test_cluster ;;
    windows) test_windows ;;
    container) test_container ;;
    reproducible) test_reproducible ;;
    *) echo "usage: $0 [files|debian|python|page|npm|library|services|cluster|windows|container|reproducible]..." >&2; exit 2 ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
