#!/usr/bin/env python3
"""What hra says is in plain English: phrases that are not to come back, and the form of help lines.

    plain.py ROOT HRA [--count]

- Messages (the msgids of po/cs.po, which tests/language.py compares with the sources), the page's strings and the public headers
  have none of the phrases below, by whole words. tests/plain.allowed lists sentences that may.
- Documents, and comments of the sources, have at most as many as the first lines of tests/plain.allowed say: numbers that only fall.
  Quotes are exempt: what stands in code, and docs/words.md, which has bad examples.
- A help line of an option of a game, player, evaluation or method has at most 72 characters without its default, which comes last; it
  begins with no "of", "to", "who" or the like and ends without a full stop. So does a help line of a command.

--count prints what there is of each instead. Exit status: 0 all is well, 1 something is not.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])
HRA = sys.argv[2]
PHRASES = re.compile(
    r"\b(?:so (?:many|much|often|long)(?! as\b)|who is not|nobody|none is|(?<!there )(?<!it )(?<!this )is no|behind so|(?:is|are|was|were) told|"
    r"(?:is|are) said|stands? in|drawn evenly|whoever|what it c(?:ame|omes) to|(?:is|are) to be|it is kept)\b", re.I)
BAD_START = re.compile(r"(?:of|to|who|whoever|whose|what|which|so|how many|how much|how long|where|for)\b", re.I)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
LONGEST = 72

failures = []


def fail(text):
    failures.append(text)
    print(f"plain: {text}", file=sys.stderr)


def allowed():
    limits, sentences = {}, set()
    for line in (ROOT / "tests/plain.allowed").read_text("utf-8").splitlines():
        if found := re.fullmatch(r"at most (\d+) in (\w+)", line):
            limits[found[2]] = int(found[1])
        elif line and not line.startswith("#"):
            sentences.add(line)
    return limits, sentences


def messages():
    """The English sentences of the program, and of the page."""
    text = (ROOT / "po/cs.po").read_text("utf-8")
    for entry in re.findall(r'^msgid(?:_plural)? ((?:".*"\n?)+)', text, re.M):
        yield "".join(re.findall(r'"(.*)"', entry))
    for path in sorted((ROOT / "page/src/strings").glob("en*.ts")):
        for quoted in re.findall(r'"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`', path.read_text("utf-8")):
            yield " ".join(quoted).strip()


def prose(text):
    """A document without its code and what it quotes as code."""
    return re.sub(r"`[^`\n]*`", " ", re.sub(r"(?ms)^ *```.*?^ *```", " ", text))


def found_in(files, reduce):
    for path in files:
        text = " ".join(reduce(path.read_text("utf-8")).split())
        for found in PHRASES.finditer(text):
            yield path.relative_to(ROOT), text[max(found.start() - 50, 0):found.end() + 30]


def comments(text):
    return " ".join(re.sub(r"\n\s*\*(?!/)", " ", found) for found in COMMENT.findall(text))


def tracked(*patterns):
    names = [path for pattern in patterns for path in ROOT.glob(pattern)]
    return sorted(path for path in names if path.is_file() and "node_modules" not in path.parts and "build" not in path.parts)


DOCUMENTS = tracked("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/*.md", "docs/*/*.md", "src/games/*/rules.md")
PLACES = {
    "headers": lambda: found_in(tracked("include/hra/*.h"), comments),
    "documents": lambda: found_in([path for path in DOCUMENTS if path.name not in ("words.md", "changes.md")], prose),
    "comments": lambda: found_in(tracked("src/**/*.[ch]", "src/**/*.inl", "apps/**/*.[ch]"), comments),
}


def test_phrases(limits, sentences):
    used = set()
    for text in messages():
        if PHRASES.search(text):
            used.add(text)
            if text not in sentences:
                fail(f"message: {text}")
    for text in sorted(sentences - used):
        fail(f"tests/plain.allowed has a sentence that is not there or has no such phrase: {text}")
    for place, find in PLACES.items():
        there = list(find())
        if len(there) > limits.get(place, 0):
            fail(f"{place}: {len(there)} phrases, at most {limits.get(place, 0)} may be there; such as "
                 + "; ".join(f"{path}: ...{text}..." for path, text in there[:5]))


# ---- help lines ----------------------------------------------------------------------------------


def helps(value, where=""):
    """(where, help) of all options in what the program prints as JSON."""
    if isinstance(value, dict):
        name = f"{where} {value.get('name', '')}".strip()
        if "help" in value and "values" in value:
            yield name, value["help"]
        for part in value.values():
            yield from helps(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from helps(part, where)


def run(*words):
    return subprocess.run([HRA, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def of_commands():
    for command in run("--complete", "help", "").split():
        options = run("help", command).partition("\nOptions:\n")[2] if command != "all" else ""
        for line in options.splitlines():
            if found := re.match(r"  (?:-\w, |    )(--[\w-]+).*?\s{2,}(\S.*)", line):
                yield f"hra {command} {found[1]}", found[2]


def test_help_lines():
    games = re.findall(r"(?m)^HRA_GAME\((\w+)\)", (ROOT / "src/builtin/games.def").read_text("utf-8"))
    lines = list(helps(json.loads(run("methods", "--json"))))
    for game in games:
        lines += helps(json.loads(run("games", game, "--json")))
    lines += of_commands()
    if len(lines) < 300:
        fail(f"{len(lines)} help lines were found; something does not print them any more")
    for where, line in sorted(set(lines)):
        text = re.sub(r" ?\(default: [^()]*(?:\([^()]*\)[^()]*)*\)$", "", line)
        if len(text) > LONGEST:
            fail(f"{where}: {len(text)} characters, at most {LONGEST}: {text}")
        if "default" in re.sub(r"\bdefaults? (?:for|of|limit)", "", text):
            fail(f"{where}: the default comes last, as '(default: ...)': {line}")
        if text.endswith(".") and not text.endswith("..."):
            fail(f"{where}: a full stop: {line}")
        if BAD_START.match(text):
            fail(f"{where}: begins with no noun or verb: {line}")


def count():
    print(len([text for text in messages() if PHRASES.search(text)]), "messages")
    for place, find in PLACES.items():
        print(len(list(find())), place)


if sys.argv[3:] == ["--count"]:
    count()
else:
    test_phrases(*allowed())
    test_help_lines()
sys.exit(bool(failures))
