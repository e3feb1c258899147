#!/usr/bin/env python3
"""A bot for UGI: tic-tac-toe. Replace the game and `choose`; the protocol stays as it is.

    hra engine check 'python3 ugi_bot.py' tictactoe
    hra play tictactoe human 'ext:cmd="python3 ugi_bot.py"'
"""
import sys

# ---- the game: moves and positions as `hra rules tictactoe` has them --------------------------

CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def read_position(fen):
    """The cells as a list of '.', 'X' and 'O', from a text such as 'X.O/.X./..O'."""
    return list(fen.split()[0].replace("/", ""))


def to_move(board):
    return "X" if board.count("X") == board.count("O") else "O"


def legal_moves(board):
    return [cell for cell in range(9) if board[cell] == "."]


def make_move(board, cell):
    board[cell] = to_move(board)


# ---- the choice: your part --------------------------------------------------------------------


def completes(board, cell, mark):
    """Whether this mark in this cell makes three in a row."""
    return any(cell in line and all(board[other] == mark for other in line if other != cell) for line in LINES)


def choose(board):
    mine = to_move(board)
    theirs = "O" if mine == "X" else "X"
    return max(legal_moves(board), key=lambda cell: (
        completes(board, cell, mine),           # win,
        completes(board, cell, theirs),         # or prevent a loss,
        cell == 4, cell in (0, 2, 6, 8)))       # or take the centre, or a corner


# ---- the protocol: docs/external.md -----------------------------------------------------------


def say(line):
    print(line, flush=True)  # without flush the line may wait in a buffer for ever


def main():
    board = ["."] * 9
    for line in sys.stdin:  # ends when standard input ends
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            say("id name Python bot")
            say("ugiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":  # position startpos|fen TEXT... [moves MOVE...]
            at = words.index("moves") if "moves" in words else len(words)
            board = ["."] * 9 if words[1] == "startpos" else read_position(" ".join(words[2:at]))
            for move in words[at + 1:]:
                make_move(board, CELLS.index(move))
        elif words[0] == "go":  # limits such as movetime 1000: this bot is faster than any
            say("bestmove " + CELLS[choose(board)])
        elif words[0] == "quit":
            break
        # Anything else is ignored: uginewgame, setoption, stop, and what later versions may add.


main()
