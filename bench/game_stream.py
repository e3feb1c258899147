#!/usr/bin/env python3
"""Measures how hra reads many games from a pipe: memory, games, plies and megabytes a second.

    game_stream.py HRA [GAMES]                20,000 games of English checkers as PDN, unless said otherwise
      --kind mat                              matches of backgammon as .mat
      --kind session                          games of backgammon for points as one .mat with one head
      --dialect NAME                          one of tests/pdn_dialects.py or tests/mat_dialects.py, such as nested
      --memory MIB                            status 1 if hra takes more (default: 64)
      --damaged N                             every Nth game has an illegal move
      --command WORDS                         what is measured, in an empty folder (default: replay - --list)
      --write                                 writes the games to standard output instead

A few hundred games are made by the tests' own rules and written again and again under other names."""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import mat_dialects  # noqa: E402
import pdn_dialects  # noqa: E402

DIFFERENT = 200
BLOCK = 1 << 20


def pdn_games(dialect):
    """Texts with a place for a number, and their plies."""
    style = pdn_dialects.DIALECTS[dialect]
    rng, found = random.Random(1), []
    while len(found) < DIFFERENT:
        game = pdn_dialects.Game(rng, 1, style)
        if game.moves:
            text, answer = pdn_dialects.write_game(game, rng, style, 1)
            text = re.sub(r'(\[(?:Black|White) ")', r"\1@@ ", text)
            found.append(((text + "\n\n").replace("\n", style.newline).encode(style.encoding), len(answer["moves"])))
    return found


def mat_games(dialect):
    style, found = mat_dialects.DIALECTS[dialect], []
    for seed in range(DIFFERENT // 10):
        data, answers = mat_dialects.write(style, seed)
        found.append((data + b"\n\n", sum(len(answer["events"]) for answer in answers)))
    return found


def session_games(dialect):
    style, rng, found = mat_dialects.DIALECTS[dialect], random.Random(1), []
    while len(found) < DIFFERENT:
        game = mat_dialects.Game(rng, style, [0, 0], False, False)
        text = mat_dialects.write_game(game, style, mat_dialects.NAMES[:2], "@@", False) + "\n"
        found.append((text.encode(), len(game.events)))
    return found


def spoilt(text):
    """The same with a move that is not legal in the middle."""
    moves = list(re.finditer(rb"(?<=[ \n])\d+[-x]\d+(?=[ \n])", text))
    if not moves:
        return text
    found = moves[len(moves) // 2]
    return text[:found.start()] + b"1-32" + text[found.end():]


def stream(pool, said, out):
    """Writes games; returns bytes and plies."""
    games, damaged = said.games, said.damaged
    count, plies, block = 0, 0, bytearray(b" 0 point match\n\n" if said.kind == "session" else b"")
    for number in range(games):
        text, moves = pool[number % len(pool)]
        text = text.replace(b"@@", b"%d" % number)
        if damaged and number % damaged == damaged - 1:
            text = spoilt(text)
        block += text
        plies += moves
        if len(block) >= BLOCK:
            out.write(block)
            count += len(block)
            block.clear()
    out.write(block)
    return count + len(block), plies


def measure(said, pool):
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as nowhere:
        program = subprocess.Popen([os.path.realpath(said.hra), *said.command.split()], stdin=subprocess.PIPE, stdout=nowhere,
                                   stderr=subprocess.DEVNULL, cwd=folder, env=dict(os.environ, XDG_DATA_HOME=folder))
        begun = time.monotonic()
        try:
            size, plies = stream(pool, said, program.stdin)
            program.stdin.close()
        except BrokenPipeError:
            size, plies = 0, 0
        _, status, used = os.wait4(program.pid, 0)
        wall, cpu = time.monotonic() - begun, used.ru_utime + used.ru_stime
    return {"games": said.games, "bytes": size, "plies": plies, "status": os.waitstatus_to_exitcode(status), "wall": round(wall, 2),
            "cpu": round(cpu, 2), "memory_mib": round(used.ru_maxrss / 1024, 1), "games_per_cpu_second": round(said.games / cpu),
            "plies_per_cpu_second": round(plies / cpu), "mb_per_cpu_second": round(size / 1e6 / cpu, 1)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hra")
    parser.add_argument("games", nargs="?", type=int, default=20000)
    parser.add_argument("--kind", choices=("pdn", "mat", "session"), default="pdn")
    parser.add_argument("--dialect")
    parser.add_argument("--memory", type=float, default=64)
    parser.add_argument("--damaged", type=int, default=0)
    parser.add_argument("--command", default="replay - --list")
    parser.add_argument("--write", action="store_true")
    said = parser.parse_args()
    make = {"pdn": pdn_games, "mat": mat_games, "session": session_games}[said.kind]
    pool = make(said.dialect or {"pdn": "usual", "mat": "gnubg", "session": "points"}[said.kind])
    if said.write:
        stream(pool, said, sys.stdout.buffer)
        return 0
    result = measure(said, pool)
    print(json.dumps(result))
    return int(result["memory_mib"] > said.memory or result["status"] not in (0, 2 if said.damaged else 0) or not result["plies"])


if __name__ == "__main__":
    sys.exit(main())
