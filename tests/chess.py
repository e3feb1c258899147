#!/usr/bin/env python3
"""Chess by other rules: chess.py CHESS_MOVES

CHESS_MOVES is tests/chess_moves.c, which prints random games with all legal moves of each position. They are found again by
chess_rules.py, which writes the texts of the moves, each next FEN and the end of each game too. If Debian's `stockfish` and `fairy-stockfish` are installed, they count the leaves
below some of the positions besides. ALL=1 plays more games.
"""
import os
import shutil
import subprocess
import sys

from chess_rules import Board

PROGRAM = sys.argv[1]
MORE = 30 if os.environ.get("ALL") else 1
SPECS = [("chess", 6), ("chess:variant=960", 6), ("chess:variant=losalamos", 8)]


def complain(spec, fen, what):
    sys.exit(f"chess: {spec}, {fen}: {what}")


def check_game_line(spec, board, line):
    """Returns the board after the move of a line."""
    fen, _, chosen, listed = line.split("\t")
    if board and board.fen() != fen:
        complain(spec, fen, f"expected {board.fen()}")
    board = Board(fen)
    moves = board.moves()
    texts = {board.san(move, moves): move for move in moves}
    if len(texts) != len(moves) or sorted(texts) != sorted(listed.split(" ")):
        complain(spec, fen, f"moves differ: {sorted(set(texts) ^ set(listed.split(' ')))}")
    if board.result() is not None:
        complain(spec, fen, "the game is over")
    return board.after(texts[chosen])


def check_games(spec, games, seed):
    """Returns some positions with their counts."""
    output = subprocess.run([PROGRAM, spec, str(seed), str(games), "3"], capture_output=True, text=True, check=True).stdout
    board, counts, ends = None, [], []
    for number, line in enumerate(output.splitlines()):
        parts = line.split("\t")
        if parts[0] == "over":
            if board.fen() != parts[1] or board.result() != int(parts[2]):
                complain(spec, parts[1], f"expected {board.fen()}, result {board.result()}, found {parts[2]}")
            ends.append(parts[2])
            board = None
            continue
        if number % 7 == 0:
            counts.append((parts[0], int(parts[1])))
        board = check_game_line(spec, board, line)
    print(f"{spec}: {games} games, {number + 1 - games} positions; White won {ends.count('1')}, lost {ends.count('-1')}")
    return counts


# ---- other programs ----------------------------------------------------------------------------------------------------------------------

def count_by(program, options, counts):
    """The leaves below positions that cannot be dead within three plies, nor end by the number of plies."""
    lines = [f"setoption name {name} value {value}" for name, value in options]
    asked = [(fen, leaves) for fen, leaves in counts if sum(c in "prqPRQ" for c in fen.split()[0]) > 6 and int(fen.split()[4]) < 97]
    for fen, _ in asked:
        lines += [f"position fen {fen}", "go perft 3"]
    output = subprocess.run([program], input="\n".join(lines + ["quit", ""]), capture_output=True, text=True, check=True).stdout
    found = [int(line.split(":")[1]) for line in output.splitlines() if line.startswith("Nodes searched:")]
    if len(found) != len(asked):
        sys.exit(f"chess: {program} counted {len(found)} of {len(asked)} positions")
    for (fen, leaves), other in zip(asked, found):
        if leaves != other:
            complain(program, fen, f"{leaves} leaves, {other} by {program}")
    print(f"{program} {dict(options)}: {len(asked)} positions")


def main():
    for spec, games in SPECS:
        counts = check_games(spec, games * MORE, 1)
        name = "fairy-stockfish" if "losalamos" in spec else "stockfish"
        program = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
        if not program:
            print(f"{name} is not installed: leaves of {spec} are not counted by it")
        if program:
            options = [("UCI_Variant", "losalamos")] if "losalamos" in spec else [("UCI_Chess960", str("960" in spec).lower())]
            count_by(program, options, counts)


main()
