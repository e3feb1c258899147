#!/usr/bin/env python3
"""Adds the game of docs/adding-a-game.md to a copy of the tree, builds it and runs its tests.

    adding_a_game.py BUILD ROOT

The page shows whole files: a line such as **`pig/rules.c`** names one, and the next block of code is its text. What BUILD, a
folder of an optimised build, has compiled is copied, so that only the files that know the new game are compiled. In the end
git lists the folder of the game and src/builtin/games.def as changed, and nothing else. Exit status: 0 all is well, 1
something is not, 77 there is no git, or the tree is no clone.
"""
import configparser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

GAME = "pig"
PAGE = "docs/adding-a-game.md"
LIST = "src/builtin/games.def"
FILES = re.compile(r"^\*\*`(" + GAME + r"/[\w.]+)`\*\*.*?\n+```\w*\n(.*?)^```$", re.M | re.S)
TESTS = ("conformance_test", "conformance_damage_test", "golden_test", "scenes_test", GAME + "_test")
# Made by meson in each build folder, or large and linked again where it is needed.
NOT_COPIED = re.compile(r"meson-(info|private|logs)|build\.ninja|compile_commands\.json|.*_test|seconds|sum")


def fail(text):
    sys.exit(f"adding_a_game: {text}")


def run(words, **more):
    """What a command prints; it must succeed."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        fail(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_tree(root, to):
    """Copies what git knows or would add, with its times, and makes it the first commit of a repository."""
    for name in run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=root).split("\0"):
        if name and (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)
    run(["git", "init", "-q"], cwd=to)
    run(["git", "add", "-A"], cwd=to)
    run(["git", "-c", "user.name=test", "-c", "user.email=test", "commit", "-qm", "the tree"], cwd=to)


def add_game(tree):
    """Writes the files of the page, and the line; returns how many lines of C they have."""
    found = FILES.findall((tree / PAGE).read_text(encoding="utf-8"))
    (tree / "src/games" / GAME).mkdir()
    for name, text in found:
        (tree / "src/games" / name).write_text(text, encoding="utf-8")
    with open(tree / LIST, "a", encoding="utf-8") as file:
        file.write(f"HRA_GAME({GAME})\n")
    if not found:
        fail(f"{PAGE} shows no file of {GAME}")
    return sum(text.count("\n") for name, text in found if name.endswith((".c", ".h")) and "_test" not in name)


def set_up(built, build, tree):
    """A build folder of the same options, in which all is compiled that does not know the game."""
    said = configparser.ConfigParser(interpolation=None)
    said.read(built / "meson-private" / "cmd_line.txt", encoding="utf-8")
    options = [f"-D{name}={value}" for name, value in said["options"].items()]
    with open(built / "meson-info" / "intro-targets.json", encoding="utf-8") as file:
        compiler = " ".join(next(source["compiler"] for target in json.load(file)
                                 for source in target["target_sources"] if source.get("language") == "c"))
    run(["meson", "setup", build, tree, *options], env={**os.environ, "CC": compiler})
    for folder, inner, names in os.walk(built):
        inner[:] = [name for name in inner if not NOT_COPIED.fullmatch(name)]
        to = build / os.path.relpath(folder, built)
        for name in names:
            if not NOT_COPIED.fullmatch(name) and not (to / name).exists() and os.path.exists(os.path.join(folder, name)):
                to.mkdir(parents=True, exist_ok=True)
                shutil.copy2(os.path.join(folder, name), to / name)
    log = build / ".ninja_log"  # it would call build.ninja old
    log.write_text("".join(line for line in log.read_text().splitlines(True) if "\tbuild.ninja\t" not in line))


def try_commands(hra, tree):
    """Each command with a text that its answer holds."""
    for command, expected in (("games", "pig  roll the die"), ("rules pig", "The game"), ("show pig", "player 1"),
                              ("perft pig 4", "6"), ("analyse pig expectiminimax:depth=3", "roll"),
                              ("solve pig:target=100", "0.0611"),  # 53.06 % of the games, in Neller and Presser
                              ("match pig greedy random --games 20 --rotate --seed 1", "20 games"),
                              ("match pig exact greedy --games 20 --rotate --seed 1", "20 games")):
        said = run([hra, *command.split()], cwd=tree)
        if expected not in said:
            fail(f"hra {command} does not say '{expected}':\n{said}")


def main():
    built, root = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    if not shutil.which("git") or not (root / ".git").exists():
        print("adding_a_game: not in a clone")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "hra"
        build = tree / "build"
        copy_tree(root, tree)
        lines = add_game(tree)
        set_up(built, build, tree)
        run(["ninja", "-j1", "-C", build, "hra", *(f"tests/{name}" for name in TESTS)])
        run([build / "tests/golden_test", "--update"], cwd=tree)
        for name in TESTS:
            run([build / "tests" / name], cwd=tree)
        try_commands(build / "hra", tree)
        if shutil.which("clang-format-14"):
            run(["clang-format-14", "--dry-run", "--Werror", *(tree / "src/games" / GAME).glob("*.[ch]")], cwd=tree)
        # Tests of their own, of which only what is said of the game counts here.
        for words in ([sys.executable, "tests/language.py", build / "hra", f"show {GAME}"], ["tests/layering.sh", "."],
                      ["tests/style.sh", "."], ["tests/paths.sh", "."]):
            done = subprocess.run(words, cwd=tree, capture_output=True, text=True, check=False)
            named = [line for line in (done.stdout + done.stderr).splitlines() if GAME in re.split(r"\W+", line)]
            if named:
                fail("\n".join(named))
        changed = run(["git", "status", "--porcelain"], cwd=tree).splitlines()
        if changed != [f" M {LIST}", f"?? src/games/{GAME}/"]:
            fail("git status names more than the game: " + ", ".join(changed))
    print(f"adding_a_game: {lines} lines of C are a game")


main()
