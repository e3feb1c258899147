#!/usr/bin/env python3
"""Rewrites specs in texts to today's names of options and choices, by src/rules/renamed.def.

    tools/rename_specs.py [--dry] FILE...

After a row was added to renamed.def, this brings documents, tests, corpora and the page along:

    git ls-files | grep -vE '^(po/|src/rules/renamed|tests/old|docs/changes.md|tests/renamed)' | xargs tools/rename_specs.py

A spec is NAME:OPTIONS or NAME(OPTIONS); options are looked up with the name before them as owner. Names of games, players
and evaluations are not rewritten: as words they cannot be told from others. With --dry nothing is written. Prints what
changes. Exit status 0.
"""
import re
import sys

ROW = re.compile(r'^HRA_RENAMED\((\w+), "([^"]*)", "([^"]*)", "([^"]*)"\)', re.M)
KEY = re.compile(r"[a-z][a-z0-9_-]*")
NESTED = re.compile(r"[a-z][a-z0-9-]*(?=\()")
VALUE = re.compile(r"[^,()\s\"'`|;<>\\\]]*")


class Names:
    def __init__(self, table):
        self.options, self.values = {}, {}
        for kind, owner, old, new in ROW.findall(table):
            if kind == "OPTION":
                self.options[owner, old] = new
            elif kind == "VALUE":
                self.values[owner, old] = new
        self.owners = {owner for owner, _ in self.options} | {owner.split(".")[0] for owner, _ in self.values}

    def option(self, owner, key):
        for name in (key, key.replace("_", "-")):
            for one in (owner, ""):
                if (one, name) in self.options:
                    return self.options[one, name]
        return key

    def value(self, owner, key, value):
        word = value.rstrip(".:…")
        return self.values.get((f"{owner}.{key}", word), self.values.get((f".{key}", word), word)) + value[len(word):]


def value_at(names, text, at, owner, key):
    """The value that begins there, rewritten, and its end."""
    nested = NESTED.match(text, at)
    if nested:
        inner, end = options_at(names, text, nested.end() + 1, nested.group())
        closed = text[end:end + 1] == ")"
        return (f"{nested.group()}({inner})", end + 1) if closed else (text[at:nested.end() + 1], nested.end() + 1)
    for quote in ('\\"', '"'):
        end = text.find(quote, at + len(quote)) if text.startswith(quote, at) else -1
        if end >= 0:
            return text[at:end + len(quote)], end + len(quote)
    word = VALUE.match(text, at)
    return names.value(owner, key, word.group()), word.end()


def options_at(names, text, at, owner):
    """The options that begin there, rewritten, and their end."""
    out = []
    while found := KEY.match(text, at):
        key = names.option(owner, found.group())
        out.append(key)
        at = found.end()
        if text[at:at + 1] == "=":
            value, at = value_at(names, text, at + 1, owner, key)
            out.append("=" + value)
        if text[at:at + 1] != "," or not KEY.match(text, at + 1):
            break
        out.append(",")
        at += 1
    return "".join(out), at


def rewritten(names, text):
    head = re.compile(r"(?<![\w/.-])([a-z][a-z0-9-]*)([:(])(?=[a-z][a-z0-9_-]*[=,):\s\"'`])")
    out, at = [], 0
    while found := head.search(text, at):
        out.append(text[at:found.end()])
        at = found.end()
        if found.group(2) == ":" or found.group(1) in names.owners:
            inner, end = options_at(names, text, at, found.group(1))
            out.append(inner)
            at = end
    return "".join(out) + text[at:]


def main():
    files = [word for word in sys.argv[1:] if word != "--dry"]
    with open("src/rules/renamed.def", encoding="utf-8") as table:
        names = Names(table.read())
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                old = file.read()
        except (UnicodeDecodeError, IsADirectoryError):
            continue
        new = rewritten(names, old)
        for before, after in zip(old.splitlines(), new.splitlines()):
            if before != after:
                print(f"{name}: {after.strip()[:150]}")
        if new != old and "--dry" not in sys.argv:
            with open(name, "w", encoding="utf-8") as file:
                file.write(new)


if __name__ == "__main__":
    main()
