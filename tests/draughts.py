"""The rules of English draughts, written for tests only: from the rules of the game, not from hra.

Squares are numbered 1 to 32 as in PDN: row by row, 1 to 4 in the first row of Black, who moves first and to higher numbers. A
move is the tuple of its squares."""
import re

EMPTY = "."


def _square(row, column):
    return row * 4 + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else 0


def _place(square):
    row, index = divmod(square - 1, 4)
    return row, 2 * index + (row % 2 == 0)


WAYS = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # to lower numbers, then to higher ones
STEP = [()] + [tuple(_square(_place(s)[0] + r, _place(s)[1] + c) for r, c in WAYS) for s in range(1, 33)]
LAND = [()] + [tuple(_square(_place(s)[0] + 2 * r, _place(s)[1] + 2 * c) for r, c in WAYS) for s in range(1, 33)]
DIRECTIONS = {"b": (2, 3), "w": (0, 1), "B": (0, 1, 2, 3), "W": (0, 1, 2, 3)}
LAST_ROW = {"b": range(29, 33), "w": range(1, 5), "B": (), "W": ()}
FEN = re.compile(r"\s*([WB]):([WB])([^:]*):([WB])([^:]*?)((?::[HF]\d+)*)\.?\s*")
PIECE = re.compile(r"\s*(K?)\s*(\d+)(?:-(\d+))?\s*")


class Position:
    """Cells 1 to 32 hold b, w (men), B, W (kings) or a dot; `side` is "b" or "w"."""

    def __init__(self, cells=None, side="b"):
        self.cells = cells or [EMPTY] + ["b"] * 12 + [EMPTY] * 8 + ["w"] * 12
        self.side = side

    def copy(self):
        return Position(self.cells[:], self.side)

    def __eq__(self, other):
        return (self.cells, self.side) == (other.cells, other.side)

    def _captures(self, start):
        piece, cells, found = self.cells[start], self.cells, []
        enemy = "wW" if self.side == "b" else "bB"

        def extend(path, taken):
            longer = False
            for way in DIRECTIONS[piece]:
                over, to = STEP[path[-1]][way], LAND[path[-1]][way]
                if not to or cells[over] not in enemy or over in taken or (cells[to] != EMPTY and to != start):
                    continue
                longer = True
                if to in LAST_ROW[piece]:
                    found.append(path + (to,))  # a man that becomes a king stops
                else:
                    extend(path + (to,), taken | {over})
            if not longer and len(path) > 1:
                found.append(path)

        extend((start,), frozenset())
        return found

    def moves(self):
        """All legal moves: captures if there is one."""
        own = self.side + self.side.upper()
        starts = [s for s in range(1, 33) if self.cells[s] in own]
        found = [path for s in starts for path in self._captures(s)]
        if found:
            return found
        return [(s, STEP[s][way]) for s in starts for way in DIRECTIONS[self.cells[s]]
                if STEP[s][way] and self.cells[STEP[s][way]] == EMPTY]

    def apply(self, move):
        """The position after a legal move."""
        after = self.copy()
        piece, after.cells[move[0]] = after.cells[move[0]], EMPTY
        for a, b in zip(move, move[1:]):
            if b not in STEP[a]:
                after.cells[STEP[a][LAND[a].index(b)]] = EMPTY
        after.cells[move[-1]] = piece.upper() if move[-1] in LAST_ROW[piece] else piece
        after.side = "w" if self.side == "b" else "b"
        return after

    def fen(self):
        def pieces(man):
            return ",".join("K" * (self.cells[s] != man) + str(s) for s in range(1, 33) if self.cells[s].lower() == man)
        return f"{self.side.upper()}:W{pieces('w')}:B{pieces('b')}"

    @staticmethod
    def from_fen(text):
        """A position; ValueError says what is wrong."""
        found = FEN.fullmatch(text)
        if not found or found[2] == found[4]:
            raise ValueError(f"no position: {text!r}")
        at = Position([EMPTY] * 33, found[1].lower())
        for colour, squares in ((found[2], found[3]), (found[4], found[5])):
            for word in filter(str.strip, squares.split(",")):
                piece = PIECE.fullmatch(word)
                first, last = (int(piece[2]), int(piece[3] or piece[2])) if piece else (0, 0)
                if not 1 <= first <= last <= 32:
                    raise ValueError(f"no square: {word!r}")
                for square in range(first, last + 1):
                    if at.cells[square] != EMPTY:
                        raise ValueError(f"two pieces on {square}")
                    man = colour.lower()
                    at.cells[square] = man.upper() if piece[1] or square in LAST_ROW[man] else man
        return at


def is_capture(move):
    """Whether it jumps; of squares that are no move too."""
    return move[1] not in STEP[move[0]]


def text(move):
    """A move with all its squares, as hra prints it: 11-15, 15x22x31."""
    return ("x" if is_capture(move) else "-").join(map(str, move))


def perft(position, depth):
    return 1 if depth == 0 else sum(perft(position.apply(move), depth - 1) for move in position.moves())
