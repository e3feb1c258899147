#!/bin/sh
# Builds page/dist, the files of the page, by the packages that page/package-lock.json names.
set -eu
cd "$(dirname "$0")/../page"
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund
command -v doxygen >/dev/null && python3 ../docs/reference/make.py # in Learn, if it is there
npm run --silent build
