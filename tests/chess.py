#!/usr/bin/env python3
"""Chess by rules of this file's own: chess.py CHESS_MOVES

CHESS_MOVES is tests/chess_moves.c, which prints random games with all legal moves of each position. They are found again here on
a board of characters: each piece goes where it may, and a move stands if its king is not attacked after it. The texts of the moves, each next
FEN and the end of each game are written here too. If Debian's `stockfish` and `fairy-stockfish` are installed, they count the leaves
below some of the positions besides. ALL=1 plays more games.
"""
import os
import shutil
import subprocess
import sys

PROGRAM = sys.argv[1]
MORE = 30 if os.environ.get("ALL") else 1
SPECS = [("chess", 6), ("chess:variant=960", 6), ("chess:variant=losalamos", 8)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
ROOK, BISHOP = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def white(piece):
    return piece.isupper()


class Board:
    """A dictionary of pieces by (file, rank), and the fields of a FEN."""

    def __init__(self, fen):
        ranks, turn, castling, passed, self.quiet, self.number = fen.split()
        self.ranks = ranks.split("/")
        self.size = len(self.ranks)
        self.at = {}
        for row, line in enumerate(self.ranks):
            file = 0
            for sign in line:
                if sign.isdigit():
                    file += int(sign)
                else:
                    self.at[file, self.size - 1 - row] = sign
                    file += 1
        self.white = turn == "w"
        self.passed = (ord(passed[0]) - 97, int(passed[1]) - 1) if passed != "-" else None
        self.quiet, self.number = int(self.quiet), int(self.number)
        self.rooks = set()  # that may castle
        for sign in castling.replace("-", ""):
            rank = 0 if white(sign) else self.size - 1
            king = self.king(white(sign))[0]
            rooks = [f for f in range(self.size) if self.at.get((f, rank)) == ("R" if white(sign) else "r")]
            if sign in "Kk":
                self.rooks.add((max(rooks), rank))
            elif sign in "Qq":
                self.rooks.add((min(rooks), rank))
            else:
                self.rooks.add((ord(sign.lower()) - 97, rank))
            assert king != max(rooks)

    def copy(self):
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__, at=dict(self.at), rooks=set(self.rooks))
        return twin

    def king(self, of_white):
        return next(place for place, piece in self.at.items() if piece == ("K" if of_white else "k"))

    def inside(self, place):
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def reach(self, place, piece):
        """Squares that a piece attacks."""
        kind = piece.lower()
        if kind == "p":
            up = 1 if white(piece) else -1
            steps, far = [(-1, up), (1, up)], False
        else:
            steps = {"n": KNIGHT, "b": BISHOP, "r": ROOK, "q": ROOK + BISHOP, "k": ROOK + BISHOP}[kind]
            far = kind in "brq"
        for right, up in steps:
            to = (place[0] + right, place[1] + up)
            while self.inside(to):
                yield to
                if not far or to in self.at:
                    break
                to = (to[0] + right, to[1] + up)

    def attacked(self, place, by_white):
        return any(place in self.reach(at, piece) for at, piece in self.at.items() if white(piece) == by_white)

    def in_check(self, of_white):
        return self.attacked(self.king(of_white), not of_white)

    # ---- moves: (from, to, what a pawn becomes); castling goes to the rook

    def steps(self):
        """All moves, whether or not the king is attacked after them."""
        for place, piece in self.at.items():
            if white(piece) != self.white:
                continue
            if piece.lower() == "p":
                yield from self.pawn_steps(place, piece)
                continue
            for to in self.reach(place, piece):
                if to not in self.at or white(self.at[to]) != self.white:
                    yield place, to, ""
        for rook in self.rooks:
            if rook[1] == (0 if self.white else self.size - 1) and self.may_castle(rook):
                yield self.king(self.white), rook, ""

    def pawn_steps(self, place, piece):
        up, first = (1, 1) if self.white else (-1, self.size - 2)
        aims = [to for to in self.reach(place, piece) if to == self.passed or (to in self.at and white(self.at[to]) != self.white)]
        ahead = (place[0], place[1] + up)
        if ahead not in self.at:
            aims.append(ahead)
            two = (place[0], place[1] + 2 * up)
            if self.size == 8 and place[1] == first and two not in self.at:
                aims.append(two)
        for to in aims:
            if to[1] in (0, self.size - 1):
                yield from ((place, to, kind) for kind in ("QRBN" if self.size == 8 else "QRN"))
            else:
                yield place, to, ""

    def may_castle(self, rook):
        king = self.king(self.white)
        right = rook[0] > king[0]
        king_to, rook_to = (6 if right else 2), (5 if right else 3)
        files = [king[0], king_to], [rook[0], rook_to]
        for a, b in files:
            for file in range(min(a, b), max(a, b) + 1):
                if (file, king[1]) in self.at and (file, king[1]) not in (king, rook):
                    return False
        without = self.copy()
        del without.at[king]
        return not any(without.attacked((file, king[1]), not self.white)
                       for file in range(min(files[0]), max(files[0]) + 1))

    def castles(self, move):
        return move[1] in self.at and white(self.at[move[1]]) == self.white

    def after(self, move):
        start, to, becomes = move
        b = self.copy()
        piece = b.at.pop(start)
        b.passed = None
        b.quiet += 1
        if self.castles(move):
            rook = b.at.pop(to)
            right = to[0] > start[0]
            b.at[6 if right else 2, to[1]] = piece
            b.at[5 if right else 3, to[1]] = rook
        else:
            if piece.lower() == "p" or to in b.at:
                b.quiet = 0
            if piece.lower() == "p" and to == self.passed:
                del b.at[to[0], start[1]]
            b.at[to] = (becomes if self.white else becomes.lower()) or piece
        b.rooks -= {start, to}
        if piece.lower() == "k":
            b.rooks = {rook for rook in b.rooks if b.at.get(rook) != ("R" if self.white else "r")}
        b.white = not self.white
        b.number += b.white
        if piece.lower() == "p" and abs(to[1] - start[1]) == 2:
            b.passed = (to[0], (to[1] + start[1]) // 2)
            if not any(m[1] == b.passed and b.at[m[0]].lower() == "p" for m in b.moves()):
                b.passed = None
        return b

    def moves(self):
        return [move for move in self.steps() if not self.after_simply(move).in_check(self.white)]

    def after_simply(self, move):
        """The pieces after a move, without a look at what may be taken en passant."""
        twin = self.copy()
        twin.passed = self.passed
        start, to, _ = move
        if self.castles(move):
            return self.after(move)
        piece = twin.at.pop(start)
        if piece.lower() == "p" and to == self.passed:
            del twin.at[to[0], start[1]]
        twin.at[to] = piece
        return twin

    # ---- texts

    def san(self, move, moves):
        start, to, becomes = move
        piece = self.at[start].upper()
        takes = "x" if to in self.at or (piece == "P" and to[0] != start[0]) else ""
        square = "abcdefgh"[to[0]] + str(to[1] + 1)
        if self.castles(move):
            text = "O-O" if to[0] > start[0] else "O-O-O"
        elif piece == "P":
            text = ("abcdefgh"[start[0]] + "x" if takes else "") + square + ("=" + becomes if becomes else "")
        else:
            rivals = [m[0] for m in moves if m[1] == to and m[0] != start and self.at[m[0]] == self.at[start] and not self.castles(m)]
            origin = ""
            if rivals:
                file, rank = "abcdefgh"[start[0]], str(start[1] + 1)
                if all(r[0] != start[0] for r in rivals):
                    origin = file
                elif all(r[1] != start[1] for r in rivals):
                    origin = rank
                else:
                    origin = file + rank
            text = piece + origin + takes + square
        b = self.after(move)
        if b.in_check(b.white):
            text += "+" if b.moves() else "#"
        return text

    def fen(self):
        lines = []
        for rank in reversed(range(self.size)):
            line, free = "", 0
            for file in range(self.size):
                if (file, rank) in self.at:
                    line += (str(free) if free else "") + self.at[file, rank]
                    free = 0
                else:
                    free += 1
            lines.append(line + (str(free) if free else ""))
        rights = ""
        for of_white in (True, False):
            rank = 0 if of_white else self.size - 1
            sign = "R" if of_white else "r"
            king = self.king(of_white)[0]
            for right in (True, False):
                side = [f for f in range(self.size) if self.at.get((f, rank)) == sign and (f > king) == right]
                for file in [f for f in side if (f, rank) in self.rooks]:
                    outermost = max(side) if right else min(side)
                    letter = ("K" if right else "Q") if file == outermost else "ABCDEFGH"[file]
                    rights += letter if of_white else letter.lower()
        passed = "abcdefgh"[self.passed[0]] + str(self.passed[1] + 1) if self.passed else "-"
        return f"{'/'.join(lines)} {'w' if self.white else 'b'} {rights or '-'} {passed} {self.quiet} {self.number}"

    # ---- the end

    def dead(self):
        pieces = [(place, piece.lower()) for place, piece in self.at.items() if piece.lower() != "k"]
        if any(kind not in "bn" for _, kind in pieces):
            return False
        colours = {sum(place) % 2 for place, _ in pieces}
        return len(pieces) <= 1 or (all(kind == "b" for _, kind in pieces) and len(colours) == 1)

    def result(self):
        """White's return, None if the game goes on."""
        if not self.moves():
            return (-1 if self.white else 1) if self.in_check(self.white) else 0
        return 0 if self.dead() or self.quiet >= 100 else None


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
