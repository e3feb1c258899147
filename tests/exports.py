"""The shared library shows what the public headers declare with HRA_API, and nothing else.

    exports.py LIBRARY.so ROOT

Each function and each variable that a header declares has HRA_API before it. Exit status 77: there is no nm that reads the
library, or an instrumented build.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
CHECKED = {"hra_evaluated"}
ONLY_CHECKED = re.compile(r"^#ifdef HRA_CHECKS *\n.*?^#(?:else|endif)\b", re.M | re.S)  # not in every library
NAME = re.compile(r"(\w+)\s*(?:\(|\[|;)")


def declared(text):
    """(name, whether HRA_API is before it) of each function and variable that a header declares."""
    text = DIRECTIVE.sub("", ONLY_CHECKED.sub("", COMMENT.sub(" ", text)))
    text = re.sub(r"extern\s+\{", "", text)
    depth, statement = 0, ""
    for letter in text:
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth = max(0, depth - 1)
            if not depth and not re.match(r"\s*(typedef|struct|enum|union)\b", statement):
                statement = ""  # a function's body, or the end of extern "C"
        elif letter != ";" and not depth:
            statement += letter
        elif letter == ";" and not depth:
            statement = " ".join(statement.split())
            name = NAME.search(statement + ";")
            if name and not re.match(r"(static|typedef)\b|(struct|enum|union)(?: \w+)?$", statement):
                yield name.group(1), statement.startswith("HRA_API ")
            statement = ""


def main(library, root):
    nm = shutil.which(os.environ.get("NM", "nm"))
    if not nm:
        sys.exit(77)
    shown = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=False)
    if shown.returncode != 0:
        sys.exit(77)
    symbols = {line.split()[-1].split("@")[0] for line in shown.stdout.splitlines()}
    if any(re.match(r"__(asan|tsan|ubsan|sancov|llvm|gcov)", name) for name in symbols):
        sys.exit(77)
    bad, names = [], {}
    for header in sorted((pathlib.Path(root) / "include/hra").glob("*.h")):
        for name, visible in declared(header.read_text(encoding="utf-8")):
            names[name] = header.name
            if not visible:
                bad.append(f"hra/{header.name}: {name} lacks HRA_API")
    bad += [f"hra/{names[name]}: {name} is not in the library" for name in sorted(set(names) - symbols)]
    bad += [f"the library shows {name}, which no public header declares" for name in sorted(symbols - set(names) - CHECKED)]
    if len(names) < 10:
        bad.append("no declarations were found: are the headers still read?")
    print("\n".join(bad) if bad else f"exports: {len(names)} names")
    sys.exit(1 if bad else 0)


SEEN = list(declared("""extern "C" {
typedef int (*call)(int);
typedef struct a { int (*f)(int x); struct { int b; } c; } a;
struct b { void *(*g)(void); };
struct c;
enum { D = 1 };
typedef enum e { F } e;
static inline bool g(int h) {
    if (h) { return g(0); }
    return h == 1;
}
HRA_API int i(int (*j)(int), /* ; */ a *k);
int l(const char *m, ...) HRA_PRINTF(1, 2);
HRA_API extern const char *const n[];
}"""))
assert SEEN == [("i", True), ("l", False), ("n", True)], SEEN

if __name__ == "__main__":
    main(*sys.argv[1:])
