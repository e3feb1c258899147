#!/usr/bin/env python3
"""Reads PDN 3.0 (games of English draughts) without hra. It is written from the published reading grammar and its notes,
https://github.com/wiegerw/pdn, and from the rules of the game in draughts.py, so that it can judge what hra reads and writes.

    pdn.py FILE     prints a line of JSON for each game: tags, moves with all squares, result, faults

A remark is what the grammar does not allow and people write; a fault is what cannot be read. A game with a fault keeps its
moves up to there, and the next game is read."""
import json
import re
import sys

from draughts import Position, is_capture, text as move_text

SQUARE = r"(?:[a-h][1-8]|0?[1-9]\d?)"
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": "0-0",
           "*": "*"}
TOKENS = re.compile(r"""
    (?P<blank>   \s+ | %[^\r\n]* )
  | (?P<line>    ;[^\r\n]* )
  | (?P<comment> \{[^}]*\} )
  | (?P<tag>     \[ \s* (?P<name>\w+) \s* "(?P<value>(?:\\.|[^"\\])*)" \s* \] )
  | (?P<number>  \d+\.(?:\.\.)? )
  | (?P<none>    \.\.\. )
  | (?P<result>  (?:1/2-1/2|[012]-[012])(?![\dx:-]) | \* )
  | (?P<setup>   /[^/]*/ )
  | (?P<move>    SQ (?: [ ]*-[ ]*SQ | (?:[ ]*[x:][ ]*SQ)+ | (?<=[a-h]\d)[a-h][1-8] )
                 (?P<strength> [ ]?[!?]+ | \([!?]+\) | \*(?=\s|$) )? )
  | (?P<strong>  [!?]+ | \([!?]+\) )
  | (?P<nag>     \$\d+ )
  | (?P<open>    \( )
  | (?P<close>   \) )
""".replace("SQ", SQUARE), re.VERBOSE)
NEXT_SECTION = re.compile(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)(?=\[)")  # a line that begins with [ after an empty one
MOST_ALTERNATIVES = 64


class Game:
    def __init__(self, line):
        self.line, self.tags, self.start, self.body = line, [], Position(), []
        self.moves, self.result, self.terminator = [], "*", None
        self.remarks, self.faults = [], []

    def tag(self, name):
        return next((value for key, value in self.tags if key.lower() == name.lower()), None)

    def as_json(self):
        return {"line": self.line, "tags": self.tags, "start": self.start.fen(), "moves": [move_text(m) for m in self.moves],
                "result": self.result, "body": self.body, "remarks": self.remarks, "faults": self.faults}


class Fault(Exception):
    pass


# ---- squares and moves --------------------------------------------------------------------------


def notation(game):
    """How squares are written: the fields of GameType after the number."""
    fields = (game.tag("GameType") or "").split(",")
    return fields[4] if len(fields) > 4 else ""


def square(word, turned):
    """1 to 32; 0: not a square that the game uses."""
    if word[0] in "abcdefgh":  # seen by Black, who begins: a1 is the left square of Black's first row
        row, column = int(word[1]) - 1, 7 - "abcdefgh".index(word[0])
        return row * 4 + column // 2 + 1 if (row + column) % 2 else 0
    number = int(word)
    return 0 if number > 32 else 33 - number if turned else number


def fits(written, move):
    """Whether squares are a spelling of a move: its ends, and any of the landings between."""
    rest = iter(move)
    return written[0] == move[0] and written[-1] == move[-1] and all(one in rest for one in written)


def continuations(position, prefix, written):
    """What a word can mean: pairs of a move and None, or None and the first jumps of a capture that the next word continues."""
    if prefix:
        if written[0] != prefix[-1]:
            return []
        written = prefix + written[1:]
    legal = position.moves()
    if written in legal:
        return [(written, None)]
    found = [(move, None) for move in legal if fits(written, move)]
    if any(move[:len(written)] == written for move in legal):
        found.append((None, written))
    return found


def play(start, words):
    """Moves from words, each a tuple of squares: all readings are followed; returns the moves of the first that goes on, the
    number of words it took, and whether there were several in the end."""
    alive = [(start, [], None)]
    for count, written in enumerate(words):
        after = []
        for position, moves, prefix in alive:
            for move, jumps in continuations(position, prefix, written):
                new = (position.apply(move), moves + [move], None) if move else (position, moves, jumps)
                if not any((new[0], new[2]) == (old[0], old[2]) for old in after):
                    after.append(new)
        if not after or len(after) > MOST_ALTERNATIVES:
            return alive[0][1], count, False
        alive = after
    whole = [one for one in alive if not one[2]]
    return (whole or alive)[0][1], len(words) if whole else len(words) - 1, len(whole) > 1


def squares_of(word, turned):
    return tuple(square(s, turned) for s in re.findall(SQUARE, word))


# ---- the text -----------------------------------------------------------------------------------


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 1 if text.startswith("\ufeff") else 0

    def line(self, at):
        return len(re.findall(r"\r\n?|\n", self.text[:at])) + 1

    def games(self):
        while (game := self.game()) is not None:
            if game.tags or game.terminator or game.faults or any(item[0] != "comment" for item in game.body):
                yield game  # comments alone, after the last game, are no game

    def token(self):
        """The next token that is not blank; None at the end."""
        while self.at < len(self.text):
            found = TOKENS.match(self.text, self.at)
            if not found:
                return "garbage"
            if found["comment"] and NEXT_SECTION.search(found["comment"]):
                return "garbage"  # it would hide the next game
            if not found["blank"]:
                return found
            self.at = found.end()
        return None

    def game(self):
        token = self.token()
        if token is None:
            return None
        game = Game(self.line(self.at))
        start = self.at
        stack, words = [game.body], []
        try:
            self.body(game, stack, words)
            if len(stack) > 1:
                raise Fault("a variation has no end")
        except Fault as fault:
            game.faults.append([self.line(self.at), str(fault)])
            found = NEXT_SECTION.search(self.text, start)
            self.at = found.end() if found else len(self.text)
        self.settle(game, words)
        return game

    def body(self, game, stack, words):
        """Up to the end of the game: a result, or the tags of the next one."""
        damaged = False
        while (token := self.token()) is not None:
            if token == "garbage":
                if self.text[self.at] in '{["':
                    raise Fault(f"{self.text[self.at]} has no end")
                end = re.compile(r"\s|$").search(self.text, self.at).start()
                game.faults.append([self.line(self.at), f"cannot be read: {self.text[self.at:end]!r}"])
                damaged, self.at = True, max(end, self.at + 1)
                continue
            if token["tag"] and len(stack) > 1:
                raise Fault("a variation has no end")
            if token["tag"] and (words or game.body or damaged):
                return
            self.at = token.end()
            if token["tag"]:
                self.tag(game, token)
            elif token["result"] and len(stack) == 1:
                game.terminator = token["result"]
                return
            else:
                self.item(game, stack, words, token, damaged)

    def tag(self, game, token):
        name = token["name"]
        if not re.fullmatch("[A-Z][A-Za-z0-9_]*", name):
            game.remarks.append(f"the name of a tag: {name}")
        game.tags.append([name, re.sub(r"\\(.)", r"\1", token["value"])])

    def item(self, game, stack, words, token, damaged):
        here = stack[-1]
        if token["open"]:
            here.append(["variation", []])
            stack.append(here[-1][1])
        elif token["close"]:
            if len(stack) == 1:
                game.faults.append([self.line(token.start()), "')' without '('"])
            else:
                stack.pop()
        elif token["move"]:
            move = token["move"][:len(token["move"]) - len(token["strength"] or "")]
            if " " in token["move"] or (token["strength"] or "").endswith("*"):
                game.remarks.append(f"a move: {token['move']}")
            here.append(["move", move.replace(" ", ""), (token["strength"] or "").strip()])
            if len(stack) == 1 and not damaged:
                words.append((move.replace(" ", ""), token.start()))
        elif token["comment"]:
            here.append(["comment", token["comment"][1:-1]])
        elif token["line"]:
            game.remarks.append("a comment behind ;")
            here.append(["comment", token["line"][1:]])
        elif token["nag"]:
            here.append(["nag", int(token["nag"][1:])])
        elif token["strong"]:
            here.append(["strength", token["strong"]])
            game.remarks.append("a move's strength that stands alone")
        elif token["setup"]:
            here.append(["setup", token["setup"][1:-1]])

    def settle(self, game, words):
        """Positions, moves and the result, now that all tags are known."""
        setups = [item[1] for item in game.body[:1] if item[0] == "setup"]
        fen = re.fullmatch(r'\s*FEN\s*"(.*)"\s*', setups[0])[1] if setups else game.tag("FEN")
        turned = notation(game) == "N2"
        try:
            game.start = Position.from_fen(fen) if fen else Position()
        except ValueError as fault:
            game.faults.append([game.line, str(fault)])
            words = []
        squares, other = ([squares_of(word, way) for word, _ in words] for way in (turned, not turned))
        if squares and not turned and not play(game.start, squares[:1])[1] and play(game.start, other[:1])[1]:
            game.remarks.append("squares are counted from the other side")
            squares = other
        game.moves, taken, several = play(game.start, squares)
        if any(is_capture(one) == ("-" in word[0]) for one, word in zip(squares[:taken], words) if not word[0].isalnum() or "x" in word[0]):
            game.remarks.append("a step with x, or a capture with -")
        if taken < len(squares):
            game.faults.append([self.line(words[taken][1]), f"illegal move: {words[taken][0]}"])
        if several:
            game.remarks.append("a capture that can be read in several ways")
        said = game.terminator if game.terminator not in (None, "*") else game.tag("Result") or "*"
        game.result = RESULTS.get(said.strip(), "*")


def read(text):
    """All games of a text."""
    return list(Reader(text).games())


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = data.decode("cp1252", "replace")
    for one in read(decoded):
        print(json.dumps(one.as_json()))
