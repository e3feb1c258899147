"""The same fault has the same status in every command, and one line that says what is wrong, where, and what would be right.

    cli_faults.py HRA

A fault is a column, a command a row. Status 2: what was typed, or the content of a file, is wrong (docs/faults.md). Status 1:
a file is missing, or cannot be read or written. Some 1,000 runs, which take some 8 s of a core.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

HRA = os.path.realpath(sys.argv[1])
RECORD = "hra-record 1\ngame nim\nseed 1\nnumber 0\nseat 0 random\nseat 1 random\n0 a1\n"

# What a file holds where another one was expected.
CONTENTS = {
    "empty": b"",
    "binary": b"\x00\x01\xff\xfe\x1b]0;x\x07\n" * 20,
    "text": b"this is no such file\n",
}
# Rows of files: the command, FILE is where the fault goes. READ: it must be there and be right.
READ = {
    "replay": "replay FILE",
    "review": "review FILE",
    "review --analyst": "review good.hra --analyst trained:file=FILE",
    "play --resume": "play --resume FILE",
    "play": "play nim trained:file=FILE random",
    "match": "match nim trained:file=FILE random --games 2",
    "match --merge": "match --merge FILE",
    "match --openings": "match nim random random --games 2 --openings FILE",
    "match resume": "match resume FILE",
    "match report": "match report FILE",
    "match status": "match status FILE",
    "tournament": "tournament nim trained:file=FILE random --groups 1",
    "tournament --openings": "tournament nim random random --groups 1 --openings FILE",
    "tournament resume": "tournament resume FILE",
    "tune status": "tune status FILE",
    "learn status": "learn status FILE",
    "learn --resume": "learn nim --resume --output FILE",
    "learn from": "learn nim --output new.hra --games 1 --method td:init=FILE",
    "rollout report": "rollout report FILE",
    "work": "work FILE",
    "search": "search tree:file=FILE",
    "search zero": "search nim --method zero:file=FILE",
    "search net": "search nim --method minimax:depth=1,eval=trained(file=FILE)",
    "search equities": "search backgammon:match-length=3 --method expert:met=FILE",
    "compare": "compare nim trained:file=FILE random",
    "show": "show tree:file=FILE",
    "show pacman": "show pacman:layout=./FILE",
    "show empire": "show empire:map=FILE",
    "tree": "tree tree:file=FILE --method minimax",
    "solve": "solve tree:file=FILE",
    "perft": "perft tree:file=FILE 1",
    "rollout": "rollout tree:file=FILE --trials 1",
    "hub": "ugi tree:file=FILE",
}
# WRITTEN: what is there is replaced. ADDED: only to what is of that kind, or empty.
WRITTEN = {
    "tree -o": "tree nim --method minimax:depth=1 -o FILE",
    "show -o": "show nim -o FILE",
    "match -o": "match nim random random --games 2 -o FILE",
    "plays -o": "plays --export none -o FILE",
    "review -o": "review good.hra --analyst exact --format html -o FILE",
}
ADDED = {
    "play --record": "play nim random random --record FILE",
    "match --record": "match nim random random --games 2 --record FILE",
    "tournament --record": "tournament nim random greedy --groups 1 --record FILE",
    "match --store": "match nim random random --games 2 --store FILE",
    "tournament --store": "tournament nim random greedy --groups 1 --store FILE",
}
# Rows of what is typed.
TYPED = {
    "play": "play GAME PLAYER random",
    "match": "match GAME PLAYER random --games 2",
    "tournament": "tournament GAME PLAYER random --groups 1",
    "tune": "tune GAME mcts:c={a} --parameter a=1,0,2,1",
    "learn": "learn GAME --output new.hra --games 1",
    "search": "search GAME --method PLAYER",
    "compare": "compare GAME PLAYER random",
    "tree": "tree GAME --method PLAYER",
    "show": "show GAME",
    "solve": "solve GAME",
    "perft": "perft GAME 1",
    "games": "games GAME",
    "rules": "rules GAME",
    "rollout": "rollout GAME --trials 2",
    "review": "review good.hra --analyst PLAYER",
    "replay": "replay good.hra",
    "plays": "plays",
    "methods": "methods",
    "bench": "bench --filter none",
    "session": "session",
    "serve": "serve --no-page --port 0",
    "work": "work none.db",
    "ugi": "ugi GAME PLAYER",
    "uci": "uci GAME PLAYER",
    "ubgi": "ubgi GAME PLAYER",
    "hub": "hub",
    "gnubg": "gnubg GAME PLAYER",
}
OWN = {"uci": "chess", "ubgi": "backgammon", "gnubg": "backgammon"}
# Columns of what is typed: the game and the player in place of the right ones, or words behind the line, and what is said.
WRONG = [
    ("GAME", "nosuch", ["nosuch", "nim"]),
    ("GAME", "", ["missing"]),
    ("GAME", "{game}:nosuch=3", ["'nosuch'"]),
    ("GAME", "nim:rows=x", ["rows", "x"]),
    ("PLAYER", "nosuch", ["no player 'nosuch'", "random"]),
    ("PLAYER", "minimax:nosuch=1", ["no option 'nosuch'", "depth"]),
    ("PLAYER", "minimax:depth=x", ["takes 1..1000, not 'x'"]),
    ("PLAYER", "minimax:time=0s", ["from 1us to 8760h", "'0s'"]),
    ("PLAYER", "minimax:time=1e30", ["from 1us to 8760h", "'1e30'"]),
    ("PLAYER", "trained:file=", ["takes file, not ''"]),
]
BEHIND = [
    (["--nosuch"], ["unknown option '--nosuch'"]),
    (["w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"], ["unexpected word", "no player 'w", "has 2 seats", "'w1'", "'w2'"]),
    (["--position", "zzz"], ["zzz"]),
    (["--seed", "x"], ["from 0 to 18446744073709551615", "'x'"]),
    (["--seed", "18446744073709551616"], ["from 0 to 18446744073709551615"]),
    (["--seed"], ["needs"]),
    (["--threads", "0"], ["from 1 to", "'0'"]),
    (["--json=x"], ["takes no value"]),
    (["--data", ""], ["needs DIR"]),
    (["--record", ""], ["needs FILE", "unknown option"]),
    (["--store", ""], ["needs STORE", "unknown option"]),
    (["--report", "x.jpg"], ["ends with", "'x.jpg'"]),
    (["--plot", "x.jpg"], ["ends with .svg, .png, .pdf, .gif or .html, not 'x.jpg'"]),
    (["--svg=x.jpg"], ["'x.jpg'", "ends with .svg", "takes no value"]),
    (["--csv", "x.ods"], ["ends with .csv, not 'x.ods'"]),
] + [([option, value], ["from 1us to 8760h", f"'{value}'"])
     for option in ("--time", "--duration", "--lease", "--wait", "--max-think") for value in ("0s", "1e300s") if (option, value) != ("--wait", "0s")]
DURATIONS = ["0", "0ms", "1e-9s", "-1s", "9000h", "inf", "nan", "soon", "1s1"]
ENDINGS = ["tree nim --method minimax:depth=1 -o x.jpg", "tree nim --method minimax:depth=1 -f svg -o x.dot",
           "tree nim --method minimax:depth=1 -f dot -o x.jpg", "show nim -o x.jpg", "show nim --svg -o x.jpg", "show nim --json -o x.svg",
           "match nim random random --games 2 -o x.svg", "plays --export none -o x.xml"]

failed = []


def run(line):
    """What a line comes to, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        def put(name, content):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        put("good.hra", RECORD.encode())
        put("badmove.hra", RECORD.replace("0 a1", "0 z9").encode())
        put("file", b"")
        os.mkdir(os.path.join(folder, "folder"))
        for name, content in CONTENTS.items():
            put(name, content)
        env = {**os.environ, "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, "data"), "LC_ALL": "C.UTF-8"}
        env.pop("LANGUAGE", None)
        words = line if isinstance(line, list) else line.split()
        done = subprocess.run([HRA, *words], cwd=folder, env=env, capture_output=True, text=True, errors="replace", input="quit\n",
                              timeout=900, check=False)
        return done.returncode, done.stdout, done.stderr, words


def check(line, status, *fragments):
    """An error: this status, nothing on standard output, one line that has the fragments."""
    found, out, err, words = run(line)
    first, _, rest = err.partition("\n")
    err = rest if first.endswith("so it was read as windows-1252") or "; --encoding NAME names" in first else err
    good = found == status and not out and err.count("\n") == 1 and err.startswith("hra: ") and "line 0" not in err
    if not good or not all(fragment in err for fragment in fragments):
        failed.append(f"{words}: {found}, not {status}: {err.strip()[:200]} {out[:60]} (wanted: {fragments})")


def check_partly(line, *fragments):
    """A damaged game: what could be read of it is shown, one line has the fragments, and the status is 2."""
    found, out, err, words = run(line)
    if found != 2 or not out or err.count("\n") != 1 or not all(fragment in err for fragment in fragments):
        failed.append(f"{words}: {found}, not 2: {err.strip()[:200]} (wanted: {fragments})")


def cases():
    for line in [*READ.values(), *WRITTEN.values(), *ADDED.values()]:
        written = line in [*WRITTEN.values(), *ADDED.values()]
        yield line.replace("FILE", "folder"), 1, "folder"
        yield line.replace("FILE", "file/x"), 1, "file/x"
        yield line.replace("FILE", "no/where"), 1, "no/where"
        if not written:
            yield line.replace("FILE", "nowhere"), 1, "nowhere"
        yield [word.replace("FILE", "") for word in line.replace("./FILE", "FILE").split()], 2
    for name, line in READ.items():
        for content in CONTENTS:
            yield line.replace("FILE", content), 2, content
        if name not in ("replay", "review", "play --resume"):
            yield line.replace("FILE", "good.hra"), 2, ".hra"
    yield "play --resume badmove.hra", 2, "badmove.hra: line 7, character 3: illegal move 'z9'; legal moves: a1"
    yield "partly", "replay badmove.hra", "badmove.hra, line 7, character 3, game 1: illegal move 'z9'; legal moves: a1"
    yield "review badmove.hra", 2, "badmove.hra, line 7, character 3, game 1: illegal move 'z9'; legal moves: a1"
    for line in ADDED.values():
        for content in ("binary", "text"):
            yield line.replace("FILE", content), 2, content
    yield "learn nim --output - --games 1", 2, "--output takes a file; --export -"
    for line in ENDINGS:
        yield line, 2, "ends with", line.split()[-1]
    for value in DURATIONS:
        yield ["search", "nim", f"--time={value}"], 2, "from 1us to 8760h", f"not '{value}'"
        yield ["search", "nim", "--method", f"minimax:time={value}"], 2, "from 1us to 8760h", f"not '{value}'"
    for name, line in TYPED.items():
        own = OWN.get(name, "nim")
        for place, value, said in WRONG:
            if place not in line or (value == "nim:rows=x" and own != "nim"):
                continue
            words = [value.format(game=own) if word == place else word for word in line.split()]
            yield [own if word == "GAME" else "minimax:depth=1" if word == "PLAYER" else word for word in words], 2, *said
        options = run([name, "--help"])[1]
        for more, said in BEHIND:
            if more[0].startswith("--") and more[0] != "--nosuch" and more[0].split("=")[0] + " " not in options:
                continue
            if name in ("review", "plays") and more[0] == "w1":
                continue  # more files, words that are looked for
            words = [own if word == "GAME" else "minimax:depth=1" if word == "PLAYER" else word for word in line.split()]
            yield "option", words + more, said
        yield [name + "x"], 2, "unknown command"


def one(case):
    if case[0] == "partly":
        check_partly(*case[1:])
        return
    if case[0] != "option":
        check(*case)
        return
    _, words, said = case
    found, out, err, _ = run(words)
    if found != 2 or out or err.count("\n") != 1 or not err.startswith("hra: "):
        failed.append(f"{words}: {found}, not 2: {err.strip()[:200]} {out[:60]}")
    elif not any(fragment in err for fragment in said):
        failed.append(f"{words}: {err.strip()[:200]} (wanted one of: {said})")


def standard_output_is_a_file():
    for line, begins in (("show nim -o -", "a   3"), ("show nim --svg -", "<svg"), ("show nim --json -o -", "{"),
                         ("tree nim --method minimax:depth=1 -o -", ""), ("tree nim --method minimax:depth=1 -f json -o -", "{"),
                         ("match nim random random --games 2 --seed 1 -o -", "hra-match 1\n"),
                         ("learn nim --method td --games 20 --eval-games 0 --output new.hra --seed 1 --export -", "hra-learnt")):
        status, out, err, _ = run(line)
        plain = run(line.replace(" -o -", ""))[1]
        talks = line.startswith(("match", "learn"))
        if status != 0 or not out.lstrip().startswith(begins) or talks != bool(err) or (not talks and out != plain):
            failed.append(f"{line}: {status}: {out[:80]!r} {err[:80]!r}")


def a_model_is_written_whole():
    with tempfile.TemporaryDirectory() as folder:
        learn = [HRA, "learn", "nim", "--method", "td", "--games", "20", "--eval-games", "0", "--seed", "1"]
        subprocess.run([*learn, "--output", "a", "--export", "b"], cwd=folder, capture_output=True, check=True)
        out = subprocess.run([*learn, "--output", "c", "--export", "-"], cwd=folder, capture_output=True, check=True).stdout
        with open(os.path.join(folder, "b"), "rb") as file:
            if file.read() != out:
                failed.append("--export - is not the file of --export FILE")


standard_output_is_a_file()
a_model_is_written_whole()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    every = list(cases())
    list(pool.map(one, every))
for line in sorted(failed):
    print("FAIL ", line)
print(f"{len(every)} faults, {len(failed)} answered otherwise")
sys.exit(1 if failed else 0)
