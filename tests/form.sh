#!/bin/sh
# All C of the tree has the form that .clang-format describes.
#
#     tests/form.sh ROOT
#
# Another version of clang-format forms some lines otherwise, so this one alone is asked: the one of tools/packages.sh.
# Exit status: 0 all is well, 1 something is not, 77 there is no such clang-format.
set -eu
cd "${1:-.}"
version=14
format=$(command -v clang-format-$version || command -v clang-format) || { echo "form: no clang-format $version"; exit 77; }
case $($format --version) in
*"version $version."*) ;;
*) echo "form: $format is not version $version"; exit 77 ;;
esac
files=$(find include src apps python bench tools tests fuzz docs -type f \( -name '*.[ch]' -o -name '*.inl' \) | sort)
# shellcheck disable=SC2086 # names without blanks
if ! $format --dry-run --Werror --ferror-limit=20 $files; then
    echo "form: to mend: clang-format-$version -i FILE..."
    exit 1
fi
echo "form: $(echo "$files" | wc -l) files"
