#!/bin/sh
# Writes a release of the commit that is checked out into dist/: release.sh [PART]...; without words, all parts.
#   source   hra-VERSION.tar.xz, with the page built in it, so that a build needs no npm
#   debian   packages, built from that tarball
#   python   a wheel and a source distribution for pip, from that tarball; the wheel has the licences of its libraries and a tag for the
#            oldest glibc that has its symbols
#   npm      packages for npm, and hra.html, the site in one file
#   windows  hra.exe in a zip, and its installer; left out, with a sentence, without Debian's mingw-w64 (packages.sh windows)
# and what hra is made of (SPDX), and SHA256SUMS of what dist/ has. One commit gives the same bytes wherever it is built by the same tools.
# Needs what packages.sh release installs.
set -eu
cd "$(dirname "$0")/.."
parts=${*:-source debian python npm windows}
out=$PWD/dist
version=$(sed -n "s/^ *version: '\([^']*\)',.*/\1/p" meson.build | head -1)
name=hra-$version
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022
[ -z "$(git status --porcelain)" ] || { echo "$0: commit first: a release is of a commit" >&2; exit 1; }
[ $# -gt 0 ] || rm -rf "$out" # of a whole release nothing is older
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A folder of $work as a tarball on standard output: names in order, of the date of the commit, of nobody.
pack() {
    tar --create --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u=rwX,go=rX --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime "$1"
}

write_source() {
    git archive --prefix="$name/" HEAD | tar -x -C "$work"
    [ ! -d page/node_modules ] || cp -r page/node_modules "$work/$name/page/"
    "$work/$name/tools/page.sh"
    rm -rf "$work/$name/page/node_modules" "$work/$name/docs/reference/pages"
    find "$work/$name" -name __pycache__ -prune -exec rm -rf {} +
    pack "$name" | xz -9 --threads=1 >"$out/$name.tar.xz"
    rm -rf "${work:?}/$name"
}

unpack() {
    [ -f "$out/$name.tar.xz" ] || { echo "$0: there is no dist/$name.tar.xz: release.sh source" >&2; exit 1; }
    tar -x -C "$work" -f "$out/$name.tar.xz"
}

write_debian() {
    unpack
    (cd "$work/$name" && DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage --build=binary --no-sign >"$out/debian.log" 2>&1) ||
        { tail -20 "$out/debian.log" | cut -c 1-200 >&2; exit 1; }
    rm "$out/debian.log"
    cp "$work"/*.deb "$out/"
    rm -rf "${work:?}/$name"
}

write_python() {
    unpack
    (cd "$work/$name" && /usr/bin/python3 -m pip wheel . --quiet --no-build-isolation --no-deps --no-index -w "$work/wheel")
    tools/wheel_tag.py "$(ls "$work"/wheel/*.whl)" "$SOURCE_DATE_EPOCH"
    cp "$work"/wheel/*.whl "$out/"
    unzip -p "$work"/wheel/*.whl "$name.dist-info/METADATA" >"$work/metadata"
    rm -rf "${work:?}/$name"
    unpack
    rm -rf "$work/$name/page/dist"
    mv "$work/metadata" "$work/$name/PKG-INFO"
    pack "$name" | gzip -9 -n >"$out/$name.tar.gz"
    rm -rf "${work:?}/$name"
}

write_npm() {
    unpack
    [ ! -d page/node_modules ] || cp -r page/node_modules "$work/$name/page/"
    make -s -C "$work/$name" npm hra.html >"$out/npm.log" 2>&1 || { tail -20 "$out/npm.log" >&2; exit 1; }
    rm "$out/npm.log"
    cp "$work/$name"/dist/*.tgz "$out/"
    cp "$work/$name/build/hra.html" "$out/$name.html"
    rm -rf "${work:?}/$name"
}

write_windows() {
    for tool in x86_64-w64-mingw32-gcc-posix cmake tclsh zip makensis; do
        command -v "$tool" >/dev/null || { echo "left out: Windows: there is no $tool (tools/packages.sh windows installs it)"; return; }
    done
    [ -r /usr/share/doc/libz-mingw-w64-dev/copyright ] ||
        { echo "left out: Windows: there is no libz-mingw-w64-dev (tools/packages.sh windows installs it)"; return; }
    unpack
    "$work/$name/tools/windows.sh" >"$out/windows.log" 2>&1 || { tail -20 "$out/windows.log" >&2; exit 1; }
    rm "$out/windows.log"
    cp "$work/$name"/dist/*windows* "$out/"
    rm -rf "${work:?}/$name"
}

for part in $parts; do
    case $part in
    source) write_source ;;
    debian) write_debian ;;
    python) write_python ;;
    npm) write_npm ;;
    windows) write_windows ;;
    *) echo "usage: $0 [source|debian|python|npm|windows]..." >&2; exit 2 ;;
    esac
done
tools/sbom.py "$version" "$SOURCE_DATE_EPOCH" >"$out/$name.spdx.json"
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
ls -l "$out"
