"""An error that was handed in may be NULL, so nobody looks into it but src/core/error.c (hra_fail, hra_fail_as).

    errors.py ROOT

Looks at each function that takes an `hra_error *`, and at the members of that type that a file declares. Who wants to read an
error has one of his own, or takes it as const.
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else pathlib.Path(".")
ALLOWED = "src/core/error.c"
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
PARAMETER = re.compile(r"(const\s+)?\bhra_error \*\s*(\w+)\s*([,)])")
MEMBER = re.compile(r"^\s+hra_error \*(\w+);", re.M)


def body(text, at):
    """The body of the function whose list of parameters goes on at `at`; None: it is only declared. With where it begins."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    begin = at + len(text[at:]) - len(text[at:].lstrip())
    return (text[begin:text.find("\n}", begin)], begin) if text[begin:begin + 1] == "{" else None


def looks_into(name):
    return re.compile(rf"\b{name}\s*->|(?<![\w)\]])\s\*{name}\b(?!->)|\(\*{name}\b")


def faults(source):
    """(line, text) of each place."""
    text = NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    found = set()
    for match in PARAMETER.finditer(text):
        inside = None if match.group(1) else body(text, match.end() - (match.group(3) == ")"))
        if inside:
            found |= {inside[1] + at.start() for at in looks_into(match.group(2)).finditer(inside[0])}
    for name in MEMBER.findall(text):
        found |= {at.start() for at in re.finditer(rf"(?:->|\.){name}->|\*\w+(?:->|\.){name} =", text)}
    lines = source.splitlines()
    numbers = sorted({text.count("\n", 0, at + 1) for at in found})
    return [(number + 1, lines[number].strip()) for number in numbers]


# Calls that apps/commands/nulls_test.c makes without an error to fill: those of the headers that open, read, parse and take what others wrote,
# and all of a queue.
HEADERS = ("include/hra/*.h", "apps/queue/queue.h", "apps/commands/record_file.h")
CALLED = re.compile(r"\b((?:hra_\w+_(?:open|read|parse|take|restore|find|fill|check|handed|count|split|append)(?:_\w+)?|hra_agent_open_spec|queue_\w+"
                    r"|record_file_open))\(([^;{]*?)\)\s*;", re.S)
# The same as others that are called, or nothing that they are given is bad.
NOT_CALLED = {"hra_registry_open", "hra_annotated_open", "hra_scene_open", "hra_worker_open_in", "hra_review_open_play"}


class Errors(unittest.TestCase):
    def test_each_call_is_made_with_null(self):
        made = (ROOT / "apps/commands/nulls_test.c").read_text(encoding="utf-8")
        names = {match.group(1) for pattern in HEADERS for path in ROOT.glob(pattern)
                 for match in CALLED.finditer(NO_CODE.sub(" ", path.read_text(encoding="utf-8")))
                 if re.search(r"(?<!const )hra_error \*", match.group(2))} - NOT_CALLED
        self.assertGreater(len(names), 50)
        self.assertEqual([name for name in sorted(names) if not re.search(rf"\b{name}\(", made)], [])

    def test_nobody_looks_into_what_was_handed_in(self):
        said, seen = [], 0
        for folder in ("src", "apps", "python"):
            for path in sorted((ROOT / folder).rglob("*.[chi]*")):
                if path.suffix in (".c", ".h", ".inl") and not path.stem.endswith("_test"):
                    seen += 1
                    name = path.relative_to(ROOT).as_posix()
                    said += [f"{name}:{line}: {text}" for line, text in faults(path.read_text(encoding="utf-8")) if name != ALLOWED]
        self.assertGreater(seen, 300)
        self.assertEqual(said, [])

    def test_it_is_seen(self):
        for code in ("static int f(int a, hra_error *why) {\n    return why->code;\n}\n",
                     "int f(hra_error *why, int (*g)(int)) {\n    *why = (hra_error){0};\n}\n",
                     "int f(hra_error *why) {\n    g(*why);\n}\n",
                     "int f(hra_error *why) {\n    if (why)\n        why->at = -1;\n}\n",
                     "struct s {\n    hra_error *why;\n};\nint f(struct s *s) {\n    return s->why->at;\n}\n",
                     "struct s {\n    hra_error *why;\n};\nint f(struct s *s) {\n    *s->why = x;\n}\n"):
            self.assertEqual(len(faults(code)), 1, code)
        for code in ("static int f(const hra_error *why) {\n    return why->code;\n}\n",
                     "int f(hra_error *why);\nint g(void) {\n    return why->code;\n}\n",
                     "int f(hra_error *why) {\n    hra_error told;\n    g(&told, \"why->\"); /* *why */\n    return hra_fail_as(why, &told);\n}\n"):
            self.assertEqual(faults(code), [], code)


unittest.main()
