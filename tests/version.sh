#!/usr/bin/env bash
# What a build from git adds to the version (tools/version.sh), and where it is shown: version.sh HRA ROOT FILE
# where FILE is what it wrote for HRA.
set -u
hra=$1 root=$(cd "$2" && pwd) file=$3 bad=0
tool=$root/tools/version.sh
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
check() { # NAME COMMAND...
    "${@:2}" || { echo "$1"; cat "$work/h"; bad=1; }
}
says() { # ROOT PATTERN: that is added
    rm -f "$work/h"
    "$tool" "$1" "$work/h" && grep -Eqx "    return HRA_VERSION \"$2\";" "$work/h"
}
text() { sed -n 's/.*HRA_VERSION "\(.*\)".*/\1/p' "$1"; }

# The program, and all places that say what it is.
version=$("$hra" --version)
check "--version says the commit of the build" [ "${version%%+*}$(text "$file")" = "$version" ]
check "and is one of a release or on the way to it" grep -Eqx 'hra [0-9]+\.[0-9]+\.[0-9]+(-dev)?(\+[0-9a-f]{8}(\.dirty\.[0-9a-f]{8})?)?' <<<"$version"
"$hra" match nim random random --games 2 --seed 1 --store "$work/s.db" >"$work/h" 2>&1
check "a store says the same" grep -qaF "$version" "$work/s.db"
check "a session too" grep -qF "\"version\":\"${version#hra }\"" <(echo quit | "$hra" session)
check "and a hub" grep -qF "version=${version#hra } " <(echo hub | "$hra" hub)
check "no other file knows the commit" eval '! grep -rlw "commit\.[ch]" "$root/src" "$root/apps" "$root/include" "$root/python" | grep -v meson.build'

command -v git >/dev/null || exit "$bad"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
one=$work/one git="git -c user.name=n -c user.email=n@example.org -C $work/one"
mkdir -p "$one/src" "$one/docs" && echo 1 >"$one/src/a.c" && echo 1 >"$one/docs/a.md"
check "without git there is nothing" says "$one" ""
git init -q "$one" && $git add . && $git commit -qm first
commit=$($git rev-parse HEAD | cut -c 1-8)
check "a commit has eight digits" says "$one" "\\+$commit"
touch -d '2001-01-01' "$work/h" && "$tool" "$one" "$work/h"
check "the same is not written again" [ "$(date -r "$work/h" +%Y)" = 2001 ]
echo 2 >"$one/docs/a.md"
check "what is not built changes nothing" says "$one" "\\+$commit"
echo 2 >"$one/src/a.c"
check "what is built and changed is told" says "$one" "\\+$commit\\.dirty\\.[0-9a-f]{8}"
second=$(text "$work/h")
echo 3 >"$one/src/a.c"
check "another change has another name" eval 'says "$one" "\\+$commit\\.dirty\\.[0-9a-f]{8}" && [ "$(text "$work/h")" != "$second" ]'
echo 2 >"$one/src/a.c"
check "the same change has the same" eval '"$tool" "$one" "$work/h" && [ "$(text "$work/h")" = "$second" ]'
echo 1 >"$one/src/a.c" && echo 1 >"$one/src/new.h"
check "a new file counts" says "$one" "\\+$commit\\.dirty\\.[0-9a-f]{8}"
rm "$one/src/new.h" "$one/src/a.c"
check "and one that is gone" says "$one" "\\+$commit\\.dirty\\.[0-9a-f]{8}"
$git checkout -q src && git clone -q --depth 1 "file://$one" "$work/shallow"
check "without the history it is the same" says "$work/shallow" "\\+$commit"
mkdir -p "$one/unpacked/src" && echo 1 >"$one/unpacked/src/a.c"
check "a tree in somebody's tree is not his" says "$one/unpacked" ""
check "under a hook it is that of ROOT" eval 'GIT_DIR=/nowhere says "$one" "\\+$commit"'
exit "$bad"
