#!/usr/bin/env python3
"""Reads PGN (games of chess) without hra. It is written from the published standard of 1994, sections 7 and 8, and from the rules of
the game in chess_rules.py, so that it can judge what hra reads and writes.

    pgn.py FILE     prints a line of JSON for each game: tags, moves, result, faults

A fault is what cannot be read. A game with a fault keeps its moves up to there, and the next game is read."""
import json
import re
import sys

from chess_rules import LOS_ALAMOS, START, Board

TOKENS = re.compile(r"""
    (?P<blank>   \s+ )
  | (?P<escape>  (?<![^\r\n])%[^\r\n]* )
  | (?P<rest>    ;[^\r\n]* )
  | (?P<comment> \{[^}]*\} )
  | (?P<tag>     \[ \s* (?P<name>\w+) \s* "(?P<value>(?:\\.|[^"\\])*)" \s* \] )
  | (?P<result>  (?:1-0|0-1|1/2-1/2|\*)(?=\s|$|[;{(\[]) )
  | (?P<number>  \d+\.* | \.+ )
  | (?P<move>    (?:[O0]-[O0](?:-[O0])?|[KQRBNP]?[a-h1-8]*[x:-]?[a-h][1-8](?:[=/]?[QRBN]|\([QRBN]\))?)[+\#]*(?:\ ?e\.p\.)?
                 (?P<strength>[!?]*) )
  | (?P<strong>  [!?]+ )
  | (?P<nag>     \$\d+ )
  | (?P<open>    \( )
  | (?P<close>   \) )
""", re.VERBOSE)
NEXT_SECTION = re.compile(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)(?=\[)")


class Game:
    def __init__(self, line):
        self.line, self.tags, self.body, self.words = line, [], [], []
        self.moves, self.end, self.terminator, self.faults = [], None, None, []

    def tag(self, name):
        return next((value for key, value in self.tags if key == name), None)

    def start(self):
        variant = re.sub(r"\W", "", self.tag("Variant") or "").lower()
        return self.tag("FEN") or (LOS_ALAMOS if variant == "losalamos" else START)

    def as_json(self):
        return {"line": self.line, "tags": self.tags, "moves": self.moves, "end": self.end, "result": self.terminator,
                "body": self.body, "faults": self.faults}


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 1 if text.startswith("\ufeff") else 0

    def line(self):
        return len(re.findall(r"\r\n?|\n", self.text[:self.at])) + 1

    def games(self):
        while (game := self.game()) is not None:
            if game.tags or game.terminator or game.faults or any(item[0] == "move" for item in game.body):
                yield game

    def token(self):
        """The next token that is not blank; None at the end, "" if nothing fits."""
        while self.at < len(self.text):
            found = TOKENS.match(self.text, self.at)
            if not found:
                return ""
            if found["comment"] and NEXT_SECTION.search(found["comment"]):
                return ""  # it would hide the next game
            if not found["blank"]:
                return found
            self.at = found.end()
        return None

    def game(self):
        if self.token() is None:
            return None
        game, stack = Game(self.line()), []
        stack.append(game.body)
        while (token := self.token()) is not None:
            if token == "" or (token["close"] and len(stack) == 1) or (token["tag"] and len(stack) > 1):
                game.faults.append([self.line(), f"cannot be read: {self.text[self.at:self.at + 20]!r}"])
                found = NEXT_SECTION.search(self.text, self.at)
                self.at = found.end() if found else len(self.text)
                break
            if token["tag"] and any(item[0] == "move" for item in game.body):
                break
            self.at = token.end()
            if token["tag"]:
                game.tags.append([token["name"], re.sub(r"\\(.)", r"\1", token["value"])])
            elif token["result"] and len(stack) == 1:
                game.terminator = token["result"]
                break
            else:
                self.item(game, stack, token)
        self.settle(game)
        return game

    @staticmethod
    def item(game, stack, token):
        here = stack[-1]
        if token["open"]:
            here.append(["variation", []])
            stack.append(here[-1][1])
        elif token["close"]:
            stack.pop()
        elif token["move"]:
            move = token["move"][:len(token["move"]) - len(token["strength"])]
            here.append(["move", move, token["strength"]])
            if len(stack) == 1:
                game.words.append(re.sub(r" ?e\.p\.", "", move))
        elif token["comment"]:
            here.append(["comment", token["comment"][1:-1]])
        elif token["rest"] or token["escape"]:
            here.append(["comment", (token["rest"] or token["escape"])[1:]])
        elif token["nag"]:
            here.append(["nag", int(token["nag"][1:])])
        elif token["strong"]:
            here.append(["strength", token["strong"]])

    @staticmethod
    def settle(game):
        """The moves in the export format, and the last position."""
        board = Board(game.start())
        for word in game.words:
            found = board.find(word)
            if len(found) != 1:
                game.faults.append([game.line, f"{word}: {len(found)} legal moves"])
                break
            game.moves.append(board.san(found[0]))
            board = board.after(found[0])
        game.end = board


def read(text):
    """All games of a text."""
    return list(Reader(text).games())


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = data.decode("cp1252", "replace")
    for one in read(decoded):
        one.end = one.end.fen()
        print(json.dumps(one.as_json()))


if __name__ == "__main__":
    main()
