#!/usr/bin/env python3
"""Holds the arrows between the rooms of the page, page/src, to one direction.

    tests/page_layering.py ROOT

A room is a folder. Its row in LAW names all that it may know, which are rooms of rows above it, and `preact` if it draws.
A file also knows the files of its own room, but no files know each other in a circle, in one room or in several. Tests
beside the files keep the same law, and know the packages of Node as well. That strings, model and state know neither a
document nor a network is held by page/tsconfig.plain.json, which `npm run check` in page/ reads.

Exit status: 0 all is well, 1 something is not, 2 wrong use.
"""
import re
import sys
from pathlib import Path

LAW = """
strings:                                          # all texts, a table a language
model: strings                                    # what a session tells, links, texts of Learn: data, and what follows
state: strings model                              # what the page knows at a moment; model/backend.ts is all it knows of a back end
board: preact model                               # draws a scene, and is pressed
tree: preact strings model board                  # draws a search tree
widgets: preact strings model                     # parts of several screens
sound: model                                      # what is heard
assets:                                           # the files beside the page, or in it
browser:                                          # what a browser keeps for the page, and how its tabs speak
share: preact strings model state browser assets    # what comes in and goes out: pastes, files, copies, pictures
editor: preact strings model state board widgets share    # the analysis board: what is opened, set up, asked and drawn there
exercise: preact strings model state board tree widgets share    # asks: mistakes, cards, trees to fill in
learn: preact strings model state tree widgets share exercise    # shows texts and their examples
friend: preact strings model state browser assets share   # plays with somebody at another machine
view: preact strings model state browser assets board tree widgets learn share editor friend exercise    # all other screens, and the page around them
backend/server: strings model browser             # the native server as a back end
backend/engine: strings model browser assets      # the engine in workers as a back end
embed: preact strings model state browser board widgets share view backend/engine    # a game in a frame of another page
element: preact strings model state board         # the board as an element of other pages
backend: model backend/server backend/engine      # which of the two it is
site:                                             # keeps the site for visits without a network
.: preact strings model state board view browser backend share sound assets    # main.tsx, which joins all, and what it loads later
"""

PACKAGES = {"preact"}
# What one of these lines names: import ... from "x"; export ... from "x"; import "x"; import("x").
IMPORT = re.compile(r"""^[ \t]*(?:import|export)\b[^;"']*?\bfrom\s*["']([^"']+)["']|^[ \t]*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']""", re.M)
ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]


def read_law(text):
    """The rooms in their order, each with all that it may know."""
    law = {}
    for line in text.strip().splitlines():
        name, known = line.split("#")[0].split(":")
        for word in known.split():
            if word not in PACKAGES and word not in law:
                raise ValueError(f"'{name}' names '{word}', which has no row above it")
        law[name] = set(known.split())
    return law


def find(path):
    """The file that an import means; None: there is none."""
    return next((p for p in (path.parent / (path.name + ending) for ending in ENDINGS) if p.is_file()), None)


def circle_of(graph):
    """Files that know each other in a circle, the first one again at the end; []: there are none."""
    done, path = set(), []

    def walk(file):
        if file in path:
            return path[path.index(file):] + [file]
        if file in done:
            return []
        path.append(file)
        for to in graph.get(file, []):
            found = walk(to)
            if found:
                return found
        path.pop()
        done.add(file)
        return []

    return next((found for found in map(walk, graph) if found), [])


def check(src, law):
    """Complaints, and how many imports there were."""
    bad, seen, graph = [], 0, {}
    for file in sorted(p for ending in ("*.ts", "*.tsx") for p in src.rglob(ending)):
        here = file.relative_to(src).as_posix()
        room = file.parent.relative_to(src).as_posix()
        text = file.read_text(encoding="utf-8")
        graph[here] = []
        if room not in law:
            bad.append(f"{here}: '{room}' is no room; LAW in tests/page_layering.py has to say what it may know")
            continue
        for match in IMPORT.finditer(text):
            seen += 1
            name = next(group for group in match.groups() if group)
            place = f"{here}:{text.count(chr(10), 0, match.end()) + 1}"
            if not name.startswith("."):
                package = name.split("/")[0]
                test = here.endswith((".test.ts", ".test.tsx"))
                if package not in law[room] and not (test and (name.startswith("node:") or package in PACKAGES)):
                    bad.append(f"{place}: {room} must not know the package {name}")
                continue
            target = find((file.parent / name).resolve())
            if target is None or src not in target.parents:
                bad.append(f"{place}: no file \"{name}\" in page/src")
                continue
            to = target.relative_to(src).as_posix()
            other = target.parent.relative_to(src).as_posix()
            graph[here].append(to)
            if other != room and other not in law[room]:
                bad.append(f"{place}: {room} must not know {other}: {to}")
    circle = circle_of(graph)
    if circle:
        bad.append(f"{circle[0]}: files know each other in a circle: {' -> '.join(circle)}")
    if seen < 5:
        bad.append(f"only {seen} imports found: is this the right tree?")
    return bad, seen, len(graph)


def main():
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "page/src").is_dir():
        print("usage: page_layering.py ROOT, the root of the source tree", file=sys.stderr)
        return 2
    bad, seen, files = check((Path(sys.argv[1]) / "page/src").resolve(), read_law(LAW))
    for complaint in bad:
        print(complaint)
    if bad:
        print("page_layering.py: the law of rooms stands at the head of this script")
        return 1
    print(f"page_layering: {seen} imports of {files} files keep the law")
    return 0


if __name__ == "__main__":
    sys.exit(main())
