#!/usr/bin/env python3
"""Reads match files (.mat) of backgammon without hra: from what Jellyfish, GNU Backgammon and others write, and the rules of the
game in backgammon.py.

    mat.py FILE     prints a line of JSON for each game: score, events, winner and points, faults

An event is [side, dice, position after] or [side, word]: double, take, drop, beaver. A game with a fault keeps what came before
it, and the next game is read."""
import json
import re
import sys

from backgammon import LEFT, RIGHT, Board, read_play

CELL = re.compile(r"(?<![\d/])[1-6][1-6]:|Doubles|Redoubles|Takes|Drops|Beavers|Wins|Resigns|Loses", re.IGNORECASE)
NAMES = re.compile(r"\s*(?P<left>.*?)\s*:\s*(?P<a>\d+)\s+(?P<right>\S.*?)\s*:\s*(?P<b>\d+)\s*")
NO_PLAY = ("cannot move", "can't move", "no move", "????", "dances")
WORDS = {"doubles": "double", "redoubles": "double", "takes": "take", "drops": "drop", "beavers": "beaver"}


class Game:
    def __init__(self, line, length):
        self.line, self.length, self.names, self.score = line, length, ["", ""], [0, 0]
        self.events, self.winner, self.points, self.faults = [], None, None, []
        self.board, self.turn, self.asked, self.cube, self.over = Board(), None, False, 1, False
        self.column = 33  # where the right cell begins

    def as_json(self):
        return {"line": self.line, "length": self.length, "names": self.names, "score": self.score, "events": self.events,
                "winner": self.winner, "points": self.points, "faults": self.faults}

    def cell(self, side, text):
        """What a side does; ValueError says why it cannot."""
        word = text.split()[0].lower()
        if word in ("wins", "resigns", "loses"):
            number = re.search(r"\d+", text)
            self.winner = side if word == "wins" else 1 - side
            self.points = int(number[0]) if number else None
            self.over = True
        elif self.over:
            raise ValueError("the game is over")
        elif word in WORDS:
            self.cube_word(side, WORDS[word])
        else:
            self.roll(side, text)

    def cube_word(self, side, word):
        if word == "double":
            if self.asked or self.turn != side:
                raise ValueError("no double is legal here")
            self.asked = True
        elif not self.asked or side == self.turn:
            raise ValueError("there was no double")
        else:
            self.asked = False
            self.over = word == "drop"
            self.cube *= {"take": 2, "drop": 1, "beaver": 4}[word]
        self.events.append([side, word])

    def roll(self, side, text):
        dice = (int(text[0]), int(text[1]))
        moves = text[3:].strip()
        if self.turn is None:
            if dice[0] == dice[1]:
                raise ValueError("a first roll with equal dice")
            self.turn = side
        if self.asked or self.turn != side:
            raise ValueError("not this side's turn")
        legal = self.board.plays(side, dice)
        if not moves and self.board.key() not in legal:
            self.events.append([side, f"{dice[0]}{dice[1]}"])  # dice that were thrown and not played
            return
        after = self.board if not moves or moves.lower() in NO_PLAY else read_play(self.board, side, moves)
        if after.key() not in legal:
            raise ValueError(f"illegal play: {text!r}")
        self.board, self.turn = after, 1 - side
        self.events.append([side, f"{dice[0]}{dice[1]}", after.sides])
        if after.winner() is not None:
            self.over, self.winner, self.points = True, side, self.cube * after.worth(side)


def cells(line, game):
    """Pairs of side and text in a row; columns decide whose a single cell is."""
    row = re.match(r"\s*\d+\)", line)
    begins = [found.start() for found in CELL.finditer(line, row.end() if row else 0)]
    for at, end in zip(begins, begins[1:] + [len(line)]):
        tab = "\t" in line[:at]
        right = tab or len(begins) > 1 and at == begins[1] or at > (game.column + 5) // 2
        yield RIGHT if right else LEFT, line[at:end].strip()


def read(text):
    """All games of a file."""
    games, game, length, named = [], None, 0, True
    for number, line in enumerate(re.split(r"\r\n?|\n", text.lstrip("\ufeff")), 1):
        if not line.strip() or line.strip().startswith(";"):
            continue
        if found := re.match(r"\s*(\d+) point match", line):
            length = int(found[1])
        elif re.match(r"\s*Game \d+\s*$", line):
            game, named = Game(number, length), False
            games.append(game)
        elif game and not named and (found := NAMES.fullmatch(line)):
            game.names, game.score, named = [found["left"], found["right"]], [int(found["a"]), int(found["b"])], True
            game.column = found.start("right")
        elif game and not game.faults:
            try:
                for side, cell in cells(line, game):
                    game.cell(side, cell)
            except ValueError as fault:
                game.faults.append([number, str(fault)])
    for one in games:
        if one.events and one.events[-1][1:] == ["drop"] and one.winner is None:
            one.winner, one.points = 1 - one.events[-1][0], one.cube
    return games


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace", newline="") as file:
        for each in read(file.read()):
            print(json.dumps(each.as_json()))
