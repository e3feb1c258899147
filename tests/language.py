#!/usr/bin/env python3
"""What a person reads is said in the person's language.

    tests/language.py HRA [WORD]

Three things are tested. The Czech catalogue has every sentence that po/extract.sh finds, and nothing else. With a
catalogue in which every letter of every sentence is foreign, what is left in Latin letters are names alone: of games,
players, options, moves; and every letter stands where it stands in English, though it takes two bytes. And what
programs read is the same in Czech, to the byte. Where a folder is not in tests/language.complete, a sentence without Czech is
listed, and no fault. With WORD only commands that hold it are run, and all that is left in
Latin letters is shown. Exit status: 0 all is well, 1 something is not.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = re.findall(r"(?m)^HRA_GAME\((\w+)\)", (ROOT / "src/builtin/games.def").read_text())
LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
FOREIGN = "абвгдеёжзийклмнопрстуфхцчшАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШ"
CONVERSION = re.compile(r"%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]")

# A command, and what is typed into it.
PLAYED = [("play tictactoe human minimax --names Anna --tutor --seed 4", "?\nhint\nadvise\nz9\nb2\nu\nb2\nmoves\nresign\n"),
          ("play tictactoe human human --seed 4", "a1\nb1\na2\nb2\ndraw\na3\n\n"),
          ("play nim human exact --seed 4", "?\nc1\nx\n:\nhint\nq\n"),
          ("play matches human exact --seed 4", "?\n4\n1\nhint\nq\n"),
          ("play checkers human expert:nodes=300,tablebase-pieces=0 --seed 4", "?\n9-12\n11-15\nhint\nresign\n"),
          ("play yahtzee human --dice manual --adviser heuristic --seed 4", "?\n1-1-2-4-6\nhint\nwhy\nkeep 1-1\n6-6-6\nx\naces\nq\n"),
          ("play yahtzee human heuristic --seed 4", "?\nkeep 9\nq\n"),
          ("play empire:seats=3,first-player=bid human human planner --seed 5", "?\n4\n3\n?\nhint\nq\n"),
          ("play empire human random --seed 5 --adviser planner", "?\nhint\n1\n1\nq\n"),
          ("play race human random --seed 4", "?\nhint\n1\n\nq\n"),
          ("play tree human random --seed 4", "?\na\nhint\nq\n"),
          ("play pacman:layout=five expert --seed 1", ""),
          ("play pacman:layout=five human --seed 1", "?\nw\nhint\nq\n"),
          ("play yahtzee heuristic --seed 1", ""),
          ("play race random random --seed 1", ""),
          ("play tictactoe minimax random --adviser minimax --seed 1", ""),
          ("play nosuchgame", ""), ("play tictactoe nobody nobody", ""), ("play nim:rows=x", "")]
LEARN = "learn tictactoe --output @/learnt --games 20 --evals 1 --eval-games 5 --seed 1" # @: a folder of the test's
COMMANDS = ["", "help all", "nonsense", "s", "engine nonsense", "help engine hub", "games", "methods", "plays", "plays list", "help nonsense", "play --nonsense", "match nim exact",
            "search tictactoe --method minimax", "search nim --method mcts:playouts=50", "search tictactoe --method nonsense",
            "search race:board=lecture --method expectiminimax:depth=2", "search tree --method andor:goal=3",
            "search tree:file=docs/examples/maxn.tree --method softmaxn:depth=3", "search checkers --method alphabeta:depth=4",
            "compare tictactoe minimax alphabeta mcts:playouts=50", "analyse --position 9", "analyse 3-5-7 exact", "solve tictactoe", "solve nim:rows=2-3 --position 2-3/0",
            "solve race:pieces=1,track=8", "solve empire --memory 16M", "perft tictactoe 3", "tree tree --method alphabeta",
            "tree tictactoe --method minimax:depth=2 --nodes 20", "tree tree --method alphabeta --format svg",
            "match tictactoe minimax random --games 6 --seed 1", "match yahtzee heuristic --games 3 --seed 1",
            "match race random random random --games 4 --seed 1", "match empire random random --games 2 --seed 1 --verbose",
            "tournament tictactoe random mcts:playouts=20 minimax --groups 4 --seed 1", "tournament resume", "show nim --position 9-9-9",
            "show checkers --position W:W1:B2x", "replay -", "review -", "review docs/examples/match.mat --analyst expert:plies=0 --luck 2 --trend month --summary",
            "review docs/examples/game.hra --luck 2", "bench --list", "tune nim",
            LEARN, "learn tree --method zero --output @/tree", "learn nim --resume", "learn nim --output @/nim --method td:hidden=x"]
SAME = ["games --json", "methods --json", "search tictactoe --method minimax --json", "solve nim:rows=2-3 --json",
        "match yahtzee heuristic --games 3 --seed 3 --json", "tree tree --method alphabeta --format json"]
# Each time, by what the system says, or by how wide letters are.
DIFFERENT = [LEARN, "match nim exact", "replay -", "review -", "tree tree --method alphabeta --format svg"]

failures = []


def check(well, what):
    if not well:
        failures.append(what)
        print(f"language: {what}", file=sys.stderr)


def tool(*words, **more):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True, **more).stdout


def foreign(text):
    """The text in foreign letters; conversions of printf and escapes stay."""
    table, out, at = str.maketrans(LATIN, FOREIGN), "", 0
    for found in CONVERSION.finditer(text):
        out += text[at:found.start()].translate(table) + found[0]
        at = found.end()
    return out + text[at:].translate(table)


def foreign_catalogue(listed, to):
    """A catalogue of all sentences of a list, each made foreign."""
    head, *entries = listed.split("\n\n")
    out = [head]
    for entry in entries:
        entry = re.sub(r'(?m)^msgstr(\[\d\])? ""$', "", entry).rstrip()
        one, _, many = (re.sub(r"(?m)^#.*\n", "", entry).removeprefix("msgid ") + "\n").partition("msgid_plural ")
        said = f"msgstr {made(one)}" if not many else f"msgstr[0] {made(one)}msgstr[1] {made(many)}msgstr[2] {made(many)}"
        out.append(f"{entry}\n{said}")
    source = to / "foreign.po"
    source.write_text("\n\n".join(out).replace("nplurals=INTEGER; plural=EXPRESSION", "nplurals=3; plural=n==1 ? 0 : n<5 ? 1 : 2"))
    folder = to / "po" / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    tool("msgfmt", "-o", str(folder / "hra.mo"), str(source))


def made(quoted):
    """Boxes of Yahtzee are listed under their moves, "box chance", and said without the first word."""
    quoted = re.sub('^"box ', '"', quoted)
    return "".join(part if part.startswith("\\") else foreign(part) for part in re.split(r"(\\.)", quoted))


def names():
    """Words that stay as they are: of options, values, commands, players, as the sources name them."""
    known = set(GAMES) | set((ROOT / "tests" / "language.names").read_text().split())
    known.update(re.findall(r"[A-Za-z]{3,}", (ROOT / "src/games/checkers/rules/opening_names.csv").read_text()))
    member = re.compile(r'\.(?:name|choices|fallback|value|spec|command|best|tag)\s*=\s*((?:"(?:\\.|[^"\\])*"\s*)+)')
    for source in [*ROOT.glob("src/**/*.c"), *ROOT.glob("apps/**/*.c")]:
        for found in member.finditer(source.read_text()):
            known.update(re.findall(r"[A-Za-z]+", found[1]))
        for name in re.findall(r'(?:\{|WEIGHT\()"([a-z0-9-]+)", (?:HRA_OPTION|")', source.read_text()):  # options in rows
            known.update(name.split("-"))
    return known


def run(hra, command, typed, language, home):
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "LANGUAGE": language, "COLUMNS": "80"}
    for key in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        if key in os.environ:
            environment[key] = os.environ[key]
    done = subprocess.run([str(hra), *command.replace("@", str(home)).split()], input=typed.encode(), cwd=ROOT, env=environment, capture_output=True,
                          timeout=300)
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def check_catalogue(listed, work):
    pot = work / "hra.pot"
    pot.write_text(listed)
    merged = tool("msgmerge", "--no-fuzzy-matching", "--quiet", "-o", "-", "po/cs.po", str(pot))
    (work / "cs.po").write_text(merged)
    tool("msgfmt", "--check", "-o", "/dev/null", "po/cs.po")
    for kind, what in (("--untranslated", "is not translated"), ("--only-obsolete", "is in no source any more")):
        left = tool("msgattrib", kind, "--no-wrap", str(work / "cs.po"))
        for entry in left.split("\n\n"):
            found = re.search(r'(?m)^(?:#~ )?msgid ("(?!"$).*")$', entry)
            if found and (kind != "--untranslated" or is_complete(entry)):
                check(False, f"po/cs.po: {found[1]} {what}")
            elif found:
                print(f"language: {found[1]} has no Czech yet")


def check_quotes():
    """Czech prose quotes „so“; other quotes are for a shell, in lines of examples and as the empty word ''."""
    for entry in (ROOT / "po/cs.po").read_text("utf-8").split("\n\n"):
        czech = "".join(re.findall(r'^(?:msgstr\S* )?"(.*)"$', entry[entry.find("msgstr"):], re.M))
        prose = "\n".join(line for line in czech.split("\\n") if not line.startswith("  ") and "[White" not in line)
        wrong = re.search(r"'|”|‚|«|»", prose.replace("''", "")) or re.search(r'\\"', prose.replace('„\\"“', ""))
        check(not wrong and prose.count("„") == prose.count("“"), f"Czech prose quotes „so“: {czech}")


def is_complete(entry):
    """Whether a sentence comes from a folder that tests/language.complete lists: there all is translated."""
    folders = (ROOT / "tests" / "language.complete").read_text().split()
    sources = re.findall(r"([\w./-]+):\d+", " ".join(re.findall(r"(?m)^#: (.*)", entry)))
    return any(source.startswith(folder + "/") for source in sources for folder in folders)


def measured(text):
    """Without what differs from run to run: times, of which the digits count no more, and speeds."""
    text = re.sub(r" *\d+ games/s", " games/s", text)
    return re.sub(r"\d", "0", re.sub(r" *\d+\.\d+ s\b", " 0 s", text))


def check_aligned(hra, command, said, work):
    english, back = run(hra, command, "", "en", work), str.maketrans(FOREIGN, LATIN)
    for one, other in zip(measured(english).splitlines(), measured(said.translate(back)).splitlines()):
        if one != other:
            check(False, f"'hra {command}' is set otherwise than in English: {other}")
            break


def check_left_out(hra, listed, work, wanted):
    shutil.copy(hra, work / "hra")
    foreign_catalogue(listed, work)
    known, commands = names(), [(command, "") for command in COMMANDS] + PLAYED
    help_of = tool(str(hra), "--complete", "help", "").split()
    commands += [(f"help {one}", "") for one in dict.fromkeys(help_of)]
    for game in GAMES:
        commands += [(f"games {game}", ""), (f"show {game}", "")]
    for command, typed in commands:
        if wanted not in command:
            continue
        left = {}
        said = run(work / "hra", command, typed, "cs", work)
        if not typed and command not in DIFFERENT and not command.startswith("play"):
            check_aligned(work / "hra", command, said, work)
        said = re.sub(r"(?s)<(style|script).*?</\1>|<[^>]*>", "", said)
        for line in said.splitlines():
            for word in re.findall(r"(?<![\w./:=|-])[A-Za-z]{3,}(?![\w/=|]|\.[a-z])", line):
                if word not in known and word.lower() not in known:
                    left.setdefault(line.strip(), []).append(word)
        for line, words in left.items():
            check(False, f"'hra {command}' says {', '.join(dict.fromkeys(words))} in English: {line[:100]}")


def check_same(hra, work):
    for command in SAME:
        said = [re.sub(r'"seconds":[0-9.e+-]*', "", run(hra, command, "", language, work)) for language in ("en", "cs")]
        check(said[0] == said[1], f"'hra {command}' differs in Czech")
    for language in ("en", "cs"):
        run(hra, f"play yahtzee heuristic --seed 1 --record {work}/{language}.hra", "", language, work)
        run(hra, f"match race random random --games 3 --seed 1 --report {work}/{language}.csv", "", language, work)
    tables = [re.sub(r"(?m)(,[^,]*){3}$", "", (work / f"{language}.csv").read_text()) for language in ("en", "cs")]
    check(tables[0] == tables[1], "a table of CSV differs in Czech")
    records = [re.sub(r"(?m)^date.*$", "", (work / f"{language}.hra").read_text()) for language in ("en", "cs")]
    check(records[0] == records[1], "a record differs in Czech")


def main():
    hra, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        listed = tool("po/extract.sh")
        check_catalogue(listed, work)
        check_quotes()
        check_left_out(hra, listed, work, wanted)
        check_same(hra, work)
    print(f"language: {len(failures)} things are not in the person's language")
    sys.exit(1 if failures else 0)


main()
