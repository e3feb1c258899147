#!/bin/sh
# Writes hra_version(), with what a build from git adds to the version: version.sh ROOT FILE.c
#
# "+8241368f", the commit; "+8241368f.dirty.1f0c22aa" where what is built differs from it, by a sum over the files that
# do, so that two programs of one name are made of the same sources; "" where ROOT is no tree of git. The file stays
# as it is where nothing changed, so that nothing is built anew, and is the only one that is compiled for another commit.
set -eu
[ $# -eq 2 ] || { echo "usage: $0 ROOT FILE.c" >&2; exit 2; }
root=$1 file=$2
built="src include apps meson.build meson_options.txt" # what a result could depend on
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX   # of a hook, in which somebody builds
export GIT_OPTIONAL_LOCKS=0

# The tree may be somebody else's, as in a container or under sudo.
in_git() { git -c safe.directory='*' -C "$root" "$@" 2>/dev/null; }

changed() {
    # shellcheck disable=SC2086 # a list
    in_git diff --no-ext-diff --name-only HEAD -- $built
    # shellcheck disable=SC2086
    in_git ls-files --others --exclude-standard -- $built
}

sum_of() { # names on standard input
    while read -r name; do
        printf '%s ' "$name"
        [ ! -f "$root/$name" ] || in_git hash-object --no-filters -- "$name"
    done | in_git hash-object --stdin
}

added=
# Always the first eight digits: how many git itself shows depends on how much of the history is there.
if commit=$(in_git rev-parse --verify HEAD) && [ -z "$(in_git rev-parse --show-prefix)" ]; then
    added="+$(echo "$commit" | cut -c 1-8)"
    files=$(changed | sort -u)
    [ -z "$files" ] || added="$added.dirty.$(echo "$files" | sum_of | cut -c 1-8)"
fi
text="/* Written by tools/version.sh. */
#include \"hra/version.h\"
#include \"hra/base.h\"

const char *hra_version(void) {
    return HRA_VERSION \"$added\";
}"
[ -f "$file" ] && [ "$(cat "$file")" = "$text" ] || echo "$text" >"$file"
