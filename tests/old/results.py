"""What a program makes of the files of this folder, as one object of JSON: make.py kept what the program of commit 8241368f made of them."""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from transcript import Session, shortened, written  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"match": "match", "tournament": "tournament", "test": "tournament", "tune": "tune", "learn": "learn", "rollout": "rollout"}


class Program:
    """Runs the program in a folder of its own, with copies of all that it could change."""

    def __init__(self, hra, folder):
        self.path, self.folder = hra, pathlib.Path(folder)
        self.data = self.folder / "data"
        (self.data / "plays").mkdir(parents=True)
        for part in ("stores", "models"):
            shutil.copytree(HERE / part, self.folder / part)
        for record in records():
            if record.suffix == ".hra":
                shutil.copy(record, self.data / "plays" / record.name)

    def run(self, *words, status=0):
        done = subprocess.run([self.path, *map(str, words), "--data", str(self.data)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=HERE.parent.parent, check=False)
        if status is not None and done.returncode != status:
            raise AssertionError(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def json(self, *words):
        return shortened(json.loads(self.run(*words, "--json")))


def records():
    return sorted((HERE / "records").glob("*.*")) + sorted((HERE / "records" / "people").glob("*.hra"))


def replayed(program, record):
    """Each ply with its move and its position."""
    text = program.run("replay", record, "--method", "random", "--files")
    rows = [" ".join(line.split()) for line in text.splitlines() if re.match(r" *\d+ ", line)]
    return {"plies": len(rows), "last": rows[-1] if rows else None, "sha256": hashlib.sha256("\n".join(rows).encode()).hexdigest()}


def watched(program):
    """What a session shows of each record: names, how far it is, how it ended."""
    lines = [f"watch plays/{record.name}" for record in records() if record.suffix == ".hra" and not (record.name.startswith("three") or "files" in record.name)]
    return written(program.path, lines, str(program.data))


def played(program, game, player):
    return program.json("match", game, player, "random", "--rotate", "--games", "10", "--seed", "1")


def models(program, games):
    """How each model plays, as the player and as the evaluation of a search."""
    made = {}
    for file in sorted((program.folder / "models").glob("*.hra")):
        game = games[file.stem.removesuffix("-bare")]
        made[file.stem] = [played(program, game, f"learnt:file={file}"), played(program, game, f"greedy:eval=net(file={file})")]
        if file.stem.startswith("zero"):
            made[file.stem].append(played(program, game, f"zero:file={file},playouts=10"))
    return without_paths(made, program)


def resumed(program):
    """Learning goes on with each file that can."""
    for file in sorted((program.folder / "models").glob("*.hra")):
        if not file.stem.endswith("-bare"):
            program.run("learn", "--resume", "--out", file, "--games", "1", "--measure", "0")


def merged(program):
    return program.json("match", "--merge", *sorted((HERE / "parts").glob("*.part")))


def opened(hra, lines):
    """Those lines of specs.txt, `GAME PLAYER`, whose player can sit down: each at a table of its own of one session."""
    session, good = Session(hra, ["--threads", "1"]), []
    for line in lines:
        game, player = line.split(" ", 1)
        seats = [player] if game in ("yahtzee", "pacman") else [player, "random"]
        session.tell(" ".join(["@x new", game, *map(json.dumps, seats), "hold", "keep=no", "adviser=random"]))
        while (event := session.events.get(timeout=600)) and not (event.get("re") == "x" and event["event"] in ("ok", "error")):
            pass
        if event and event["event"] == "ok":
            good.append(line)
    session.end()
    session.process.stdout.close()
    return good


def stores(program):
    made = {}
    for store in sorted((program.folder / "stores").glob("*.db")):
        command = KINDS.get(store.stem.split("-")[0])
        if command == "learn":
            model = program.folder / f"{store.stem}.hra"
            program.run("learn", "report", store, "--out", model)
            made[store.stem] = played(program, "tictactoe", f"zero:file={model},playouts=10")
        elif command:
            made[store.stem] = program.json(command, "report", store)
        if command:
            program.run(command, "status", store)
    return without_paths(made, program)


def without_paths(made, program):
    return json.loads(json.dumps(made).replace(str(program.folder) + "/", ""))


def results(hra, folder, games):
    program = Program(hra, folder)
    return {
        "records": {record.name: replayed(program, record) for record in records()},
        "parts": merged(program),
        "models": models(program, games),
        "stores": stores(program),
        "watched": watched(program),
    }
