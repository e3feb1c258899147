#!/usr/bin/env python3
"""Each file that names the version of hra names that of meson.build, and each that has its date has one date.

    versions.py ROOT HRA

Exit status: 0 all is well, 1 something is not.
"""
import datetime
import email.utils
import json
import pathlib
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree

ROOT = pathlib.Path(sys.argv[1])
HRA = sys.argv[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def first(pattern, name):
    """What the first match in a file has in brackets, or what was looked for."""
    found = re.search(pattern, read(name), re.M)
    return found[1] if found else f"nothing like {pattern}"


def debian_date():
    """The date of the newest entry, as its reader sees it; lintian checks its form."""
    said = first(r"^ -- .*>  (.*)$", "debian/changelog")
    return email.utils.parsedate_to_datetime(said).date().isoformat()


def main():
    version = first(r"^ *version: '([^']*)',", "meson.build")
    package = json.loads(read("page/package.json"))
    lock = json.loads(read("page/package-lock.json"))
    release = xml.etree.ElementTree.fromstring(read("packages/hra.metainfo.xml")).find("releases/release")
    versions = {
        "hra --version": subprocess.run([HRA, "--version"], capture_output=True, text=True, check=True).stdout.split()[1].split("+")[0],
        "include/hra/base.h": first(r'^#define HRA_VERSION "(.*)"', "include/hra/base.h"),
        "CHANGELOG.md": first(r"^## ([^\s,]+)", "CHANGELOG.md"),
        "docs/changes.md": first(r"^## (\S+) \[\d+\]", "docs/changes.md"),
        "CITATION.cff": first(r"^version: (\S+)", "CITATION.cff"),
        "debian/changelog": first(r"^hra \(([^-)]*)-\d+\)", "debian/changelog"),
        "packages/hra.metainfo.xml": release.get("version"),
        "packages/windows/hra.manifest": first(r'<assemblyIdentity [^>]*version="([\d.]*)\.0"', "packages/windows/hra.manifest"),
        "page/package.json": package["version"],
        "page/package-lock.json": lock["version"],
        "page/package-lock.json, its own package": lock["packages"][""]["version"],
        "pyproject.toml": tomllib.loads(read("pyproject.toml"))["project"]["version"],
    }
    dates = {
        "CHANGELOG.md": first(r"^## \S+, (\S+)$", "CHANGELOG.md"),
        "CITATION.cff": first(r"^date-released: (\S+)", "CITATION.cff"),
        "debian/changelog": debian_date(),
        "packages/hra.metainfo.xml": release.get("date"),
    }
    failures = [f"{name} says version {said}, meson.build says {version}" for name, said in versions.items() if said != version]
    failures += [f"{name} says date {said}, CITATION.cff says {dates['CITATION.cff']}" for name, said in dates.items() if said != dates["CITATION.cff"]]
    for failure in failures:
        print(failure)
    print(f"versions: {len(versions)} places have {version}, {len(dates)} its date {datetime.date.fromisoformat(dates['CITATION.cff'])}")
    return bool(failures)


sys.exit(main())
