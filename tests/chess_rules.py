"""Chess by rules of this file's own, written for tests only: on a board of characters each piece goes where it may, and a move stands
if its king is not attacked after it. Chess960 and the board of 6x6 too.

A move is (from, to, what a pawn becomes), squares are (file, rank) from 0; castling goes to the rook."""
import re

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
ROOK, BISHOP = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LOS_ALAMOS = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"


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
            if not any(m[1] == b.passed and b.at[m[0]].lower() == "p" and b.is_legal(m) for m in b.steps()):
                b.passed = None
        return b

    def is_legal(self, move):
        return not self.after_simply(move).in_check(self.white)

    def moves(self):
        return [move for move in self.steps() if self.is_legal(move)]

    def random_move(self, rng):
        """A legal move; None: there is none."""
        steps = list(self.steps())
        rng.shuffle(steps)
        return next((move for move in steps if self.is_legal(move)), None)

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

    def san(self, move, moves=None):
        start, to, becomes = move
        piece = self.at[start].upper()
        takes = "x" if to in self.at or (piece == "P" and to[0] != start[0]) else ""
        square = "abcdefgh"[to[0]] + str(to[1] + 1)
        if self.castles(move):
            text = "O-O" if to[0] > start[0] else "O-O-O"
        elif piece == "P":
            text = ("abcdefgh"[start[0]] + "x" if takes else "") + square + ("=" + becomes if becomes else "")
        else:
            rivals = [m[0] for m in moves or self.steps() if m[1] == to and m[0] != start and self.at[m[0]] == self.at[start] and
                      not self.castles(m) and (moves or self.is_legal(m))]
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
            text += "+" if b.can_move() else "#"
        return text

    def can_move(self):
        return any(self.is_legal(move) for move in self.steps())

    def find(self, text):
        """The legal moves that a text of PGN may mean, in the export or in the import format."""
        text = text.rstrip("+#")
        if re.fullmatch("[O0]-[O0](-[O0])?", text):
            return [m for m in self.steps() if self.castles(m) and (m[1][0] > m[0][0]) == (len(text) == 3) and self.is_legal(m)]
        found = re.fullmatch(r"([KQRBNP]?)([a-h]?)([1-8]?)[x:-]?([a-h])([1-8])(?:[=/]?([QRBN])|\(([QRBN])\))?", text)
        if not found:
            return []
        kind, file, rank, becomes = found[1] or "P", found[2], found[3], found[6] or found[7] or ""
        to = ("abcdefgh".index(found[4]), int(found[5]) - 1)
        return [m for m in self.steps()
                if m[1] == to and self.at[m[0]].upper() == kind and (not file or "abcdefgh"[m[0][0]] == file) and
                (not rank or m[0][1] + 1 == int(rank)) and (m[2] or "") == becomes and not self.castles(m) and
                (file or kind != "P" or m[0][0] == to[0]) and self.is_legal(m)]

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
        if not self.can_move():
            return (-1 if self.white else 1) if self.in_check(self.white) else 0
        return 0 if self.dead() or self.quiet >= 100 else None
