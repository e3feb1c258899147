#!/bin/sh
# The list of all sentences that the sources say, for translators: extract.sh [FILE...] >hra.pot; default: all sources.
#
# Found are the arguments of _(), _n(), N_() and of the functions that translate the format they are given, and
# what tables say in members whose names stand below, which whoever shows it passes through _().
#     po/extract.sh | msgmerge --no-fuzzy-matching --no-wrap --update --backup=none po/cs.po -     brings a language up to date
set -eu
cd "$(dirname "$0")/.."
members='help|summary|synopsis|value|label|details|notes|section|move_help|title|what|error'
[ $# -gt 0 ] || set -- $(find src apps -name '*.[ch]' ! -name '*_test.c' | LC_ALL=C sort)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp --parents "$@" "$copy"
(
    cd "$copy"
    MEMBERS=$members perl -0777 -i -pe '
        s{(\.(?:$ENV{MEMBERS})\s*=\s*)(?!"")((?:"(?:\\.|[^"\\])*"\s*)+)(?=[,\}])}{$1N_($2)}g' "$@"
)
keywords=
for one in _:1 N_:1 _n:1,2 hra_translate:1 hra_translate_many:1,2 hra_signs:1 hra_fail:4 hra_fail_unknown:5 hra_fail_guess:5 hra_analysis_fail:3 \
    hra_client_fail:3 tree_fail:3 wrong:3 hra_lines_fail:3 hra_shape_name:2 hra_shape_text:2; do
    keywords="$keywords --keyword=$one"
    case $one in
    _:* | N_:* | hra_translate:* | hra_signs:*) keywords="$keywords --flag=${one%:*}:1:pass-c-format" ;;
    _n:* | hra_translate_many:*) keywords="$keywords --flag=${one%:*}:1:pass-c-format --flag=${one%:*}:2:pass-c-format" ;;
    *) keywords="$keywords --flag=$one:c-format" ;;
    esac
done
cd "$copy"
# What has no letters, such as "%d: %s", is the same in every language; of several lines one with letters is enough.
# shellcheck disable=SC2086 # words are meant
xgettext --language=C --from-code=UTF-8 --keyword $keywords --add-comments='For translators' --no-wrap --package-name=hra \
    --add-location=file --output=- "$@" | sed 's/charset=CHARSET/charset=UTF-8/' |
    msggrep --no-wrap --msgid -E -e '^(%[-+0-9.*]*[lz]*[a-km-yEFG]|[^A-Za-z%]|%%)*[A-Za-z]' -
