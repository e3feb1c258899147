#!/bin/sh
# Builds hra.exe for 64-bit Windows and packs it: windows.sh [libraries|program|zip|installer]...; without words, all.
#   libraries  zstd, xxHash, SQLite and libevent from Debian's sources, static, into build/windows/prefix
#   program    build/windows/program/hra.exe; the page is in it if page/dist is there (tools/page.sh)
#   zip        dist/hra-VERSION-windows.zip
#   installer  dist/hra-VERSION-windows-setup.exe, of what is in the zip, by NSIS
# Needs what packages.sh windows installs: Debian's mingw-w64.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
build=$root/build/windows
prefix=$build/prefix
host=x86_64-w64-mingw32
version=$(sed -n "s/^ *version: '\([^']*\)',.*/\1/p" meson.build | head -1)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC CC=$host-gcc-posix
same="-O2 -ffile-prefix-map=$build=." # no path of this machine gets into the libraries

# Where this machine gets its packages, but the sources; the lists of the machine stay as they are.
fetch() { # NAME...
    apt=$build/apt
    mkdir -p "$apt/lists/partial" "$build/sources"
    from=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        head -1)
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from $release main" >"$apt/sources.list"
    own="-q -o Dir::Etc::sourcelist=$apt/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$apt/lists -o APT::Sandbox::User="
    # shellcheck disable=SC2086 # a list of words is meant
    apt-get $own update
    # shellcheck disable=SC2086
    (cd "$build/sources" && apt-get $own source "$@")
}

describe() { # NAME VERSION LIBS CFLAGS: for pkg-config
    printf 'Name: %s\nDescription: %s\nVersion: %s\nLibs: -L%s/lib %s\nCflags: -I%s/include %s\n' \
        "$1" "$1" "$2" "$prefix" "$3" "$prefix" "$4" >"$prefix/lib/pkgconfig/$1.pc"
}

build_libraries() {
    rm -rf "$build/sources" "$prefix"
    mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
    fetch libzstd xxhash sqlite3 libevent
    (cd "$build"/sources/libzstd-* && make -C lib "CC=$CC" AR=$host-ar CFLAGS="$same" TARGET_SYSTEM=Windows ZSTD_NO_ASM=1 libzstd.a &&
        cp lib/libzstd.a "$prefix/lib/" && cp lib/zstd.h lib/zstd_errors.h "$prefix/include/")
    describe libzstd 1.5 -lzstd ''
    cp "$build"/sources/xxhash-*/xxhash.h "$prefix/include/"
    describe libxxhash 0.8 '' -DXXH_INLINE_ALL
    (cd "$build"/sources/sqlite3-* && CC=cc ./configure --disable-tcl && CC=cc make sqlite3.c sqlite3.h &&
        $CC $same -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o && $host-ar rcs "$prefix/lib/libsqlite3.a" sqlite3.o &&
        cp sqlite3.h "$prefix/include/")
    describe sqlite3 3.40 -lsqlite3 ''
    (cd "$build"/sources/libevent-* && mkdir -p out && cd out &&
        cmake -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$same" -DCMAKE_RC_COMPILER=$host-windres -DCMAKE_BUILD_TYPE=Release \
            -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_MBEDTLS=ON -DEVENT__DISABLE_TESTS=ON \
            -DEVENT__DISABLE_SAMPLES=ON -DEVENT__DISABLE_BENCHMARK=ON .. && make event_core_static &&
        cp lib/libevent_core.a "$prefix/lib/" && cp -r ../include/event2 "$prefix/include/" && cp include/event2/* "$prefix/include/event2/")
    describe libevent_core 2.1.12 '-levent_core -lws2_32 -liphlpapi' ''
}

build_program() {
    PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
    export PKG_CONFIG_LIBDIR
    unset CC
    [ -f "$build/program/build.ninja" ] || meson setup "$build/program" --cross-file src/host/windows/mingw.ini \
        -Dtests=disabled -Dpython=disabled -Dline_editor=disabled
    ninja -C "$build/program" hra.exe
}

# One commit gives the same bytes: files in order, with the date of the commit.
write_zip() {
    name=hra-$version-windows
    rm -rf "${build:?}/$name" "$root/dist/$name.zip"
    mkdir -p "$build/$name/docs" "$build/$name/po/cs/LC_MESSAGES" "$root/dist"
    msgfmt --no-hash -o "$build/$name/po/cs/LC_MESSAGES/hra.mo" po/cs.po
    $host-strip -o "$build/$name/hra.exe" "$build/program/hra.exe"
    cp README.md CHANGELOG.md "$build/$name/"
    cp LICENSE "$build/$name/LICENSE.txt"
    for library in libzstd xxhash sqlite3 libevent; do
        echo "==== $library ===="
        cat "$build/sources/$library"-*/debian/copyright
    done >"$build/$name/LICENCES.txt"
    for package in libz-mingw-w64-dev mingw-w64-common; do # the others of the machine that are linked in
        echo "==== $package ===="
        cat "/usr/share/doc/$package/copyright"
    done >>"$build/$name/LICENCES.txt"
    cp docs/*.md "$build/$name/docs/"
    find "$build/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
    (cd "$build" && find "$name" -type f | sort | zip -q -9 -X -@ "$root/dist/$name.zip")
    ls -l "$root/dist/$name.zip"
}

write_installer() {
    name=hra-$version-windows
    makensis -V2 "-DVERSION=$version" "-DFOLDER=$build/$name" "-DOUT=$root/dist/$name-setup.exe" packages/windows/hra.nsi
    ls -l "$root/dist/$name-setup.exe"
}

mkdir -p "$build"
for part in ${*:-libraries program zip installer}; do
    case $part in
    libraries) build_libraries >"$build/libraries.log" 2>&1 || { tail -20 "$build/libraries.log" >&2; exit 1; } ;;
    program) build_program ;;
    zip) write_zip ;;
    installer) write_installer ;;
    *) echo "usage: $0 [libraries|program|zip|installer]..." >&2; exit 2 ;;
    esac
done
