#!/usr/bin/env python3
"""Writes PGN as many programs and people do: random games of chess, by the rules in chess_rules.py, in many dialects, together with
what is right. Nothing here comes from hra.

    pgn_dialects.py FOLDER [SEED]     writes a file of each dialect and its answer as JSON"""
import dataclasses
import json
import pathlib
import random
import sys

from chess_rules import LOS_ALAMOS, START, Board

WORDS = ["a remark", "e4 was better", "1-0 says the score sheet", "so said [White]", "an ) alone", "a ( too", "50% of it",
         'a "quoted" word', "[%clk 0:05:00]", "[%eval -0.37] [%clk 1:02:03.4]", "[%csl Gd4,Re5][%cal Ge2e4,Rd8h4]", "[%emt 0:00:07] and words",
         "two\nlines", "ž — Řehoř", "; not the end", "C:\\games\\", "*", "$1", ""]
NAMES = ["Anna", "Ben", "Morphy, P.", "René", "Žofie Řehořová", "van der Wal, Jannes", "Dragon v.4.0", "?", "O'Neil", "(guest)"]
POSITIONS = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
             "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "4k3/P6P/8/8/8/8/p6p/4K3 b - - 3 57",
             "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"]


@dataclasses.dataclass
class Dialect:
    """What is written, and how. The first value of each is that of the export format."""
    newline: str = "\n"
    numbers: str = "usual"      # usual 1. e4 e5; tight 1.e4; each 1. e4 1... e5; dots 1... e5 behind what interrupts; none
    moves: str = "san"          # san; squares e2-e4, Ng1-f3; uci e2e4; drawn: pieces as U+2654; pawns: cd5 for cxd5
    castling: str = "O"         # O-O; 0: 0-0
    promotion: str = "="        # e8=Q; none e8Q; brackets e8(Q); slash e8/Q
    checks: str = "+"           # Qh5+; none; double: ++ for both; apart: Qh5 +
    passing: str = ""           # of captures en passant: e.p.; apart: " e.p."
    strength: str = ""          # !? behind moves: marks; apart
    nags: bool = False
    comments: str = ""          # where: moves; everywhere; semicolon; percent (lines); result: behind it
    depth: int = 0              # of variations
    end: str = "result"         # result 1-0; star, and the result in a tag; missing; half: 1/2
    tags: str = "usual"         # usual; none; few; odd; crowded: in one line; spaced; escaped
    result_tag: bool = True
    blank: bool = True          # an empty line between tags and moves
    gap: str = "line"           # between games: line, none, many
    width: int = 79             # of lines; 0: a token a line
    space: str = " "
    start: str = ""             # positions: fen; plain: without SetUp; 960; losalamos
    variant: str = ""           # the name of the variant; "": as this file has it
    encoding: str = "utf-8"
    plies: tuple = (2, 60)
    last_newline: bool = True


D = Dialect
DIALECTS = {
    "usual": D(), "crlf": D(newline="\r\n"), "cr": D(newline="\r"), "tight": D(numbers="tight"), "each": D(numbers="each"),
    "no-numbers": D(numbers="none"), "squares": D(moves="squares"), "uci": D(moves="uci"), "drawn": D(moves="drawn"),
    "pawns": D(moves="pawns"), "zeros": D(castling="0"), "promotion": D(promotion="none", start="fen"),
    "promotion-brackets": D(promotion="brackets", start="fen"), "promotion-slash": D(promotion="slash", start="fen"),
    "no-checks": D(checks="none"), "double-checks": D(checks="double"), "checks-apart": D(checks="apart"),
    "passing": D(passing="e.p.", start="fen"), "passing-apart": D(passing="apart", start="fen"),
    "marks": D(strength="marks"), "marks-apart": D(strength="apart"), "nags": D(nags=True),
    "comments": D(comments="moves"), "comments-everywhere": D(comments="everywhere", depth=1), "semicolon": D(comments="semicolon"),
    "percent": D(comments="percent"), "comment-behind": D(comments="result"),
    "variations": D(depth=1), "nested": D(depth=3, comments="moves", nags=True), "site": D(numbers="each", comments="moves", tags="odd"),
    "star": D(end="star"), "missing": D(end="missing"), "half": D(end="half"),
    "no-tags": D(tags="none"), "few-tags": D(tags="few"), "odd-tags": D(tags="odd"),
    "crowded": D(tags="crowded"), "spaced-tags": D(tags="spaced"), "escaped": D(tags="escaped"), "no-result-tag": D(result_tag=False),
    "no-blank": D(blank=False), "no-gap": D(gap="none"), "crammed": D(blank=False, gap="none", width=100000),
    "many-lines": D(gap="many"), "long-lines": D(width=255), "one-line": D(width=100000), "token-a-line": D(width=0),
    "tabs": D(space="\t"), "no-last-newline": D(last_newline=False), "bom": D(encoding="utf-8-sig"), "latin-1": D(encoding="latin-1"),
    "utf-16": D(encoding="utf-16"), "cp1252": D(encoding="cp1252"),
    "setup": D(start="fen"), "setup-plain": D(start="plain"), "960": D(start="960"), "960-winboard": D(start="960", variant="fischerandom"),
    "960-words": D(start="960", variant="Fischer Random"), "los-alamos": D(start="losalamos"), "from-position": D(start="fen", variant="From Position"),
    "no-moves": D(plies=(0, 1)),
}


def mixed(rng):
    """Many habits at once, as far as they agree."""
    return Dialect(
        newline=rng.choice(["\n", "\r\n"]), numbers=rng.choice(["usual", "tight", "each"]), moves=rng.choice(["san", "san", "squares", "uci"]),
        castling=rng.choice("O0"), promotion=rng.choice(["=", "none", "brackets"]), checks=rng.choice(["+", "none"]),
        strength=rng.choice(["", "marks"]), nags=rng.random() < 0.5, comments=rng.choice(["", "moves", "everywhere"]), depth=rng.randrange(4),
        end=rng.choice(["result", "star"]), tags=rng.choice(["usual", "few", "odd", "escaped"]), gap=rng.choice(["line", "many"]),
        width=rng.choice([40, 79, 255]), start=rng.choice(["", "fen", "960"]))


# ---- games --------------------------------------------------------------------------------------


def back_rank(rng):
    """A first rank of Chess960."""
    while True:
        rank = "".join(rng.sample("RNBQKBNR", 8))
        bishops = [i for i, piece in enumerate(rank) if piece == "B"]
        if sum(bishops) % 2 and rank.index("R") < rank.index("K") < rank.rindex("R"):
            return rank


class Game:
    """A random game: its start, its moves, how it ended."""

    def __init__(self, rng, number, style):
        fen = START
        if style.start in ("fen", "plain") and rng.random() < 0.9:
            fen = rng.choice(POSITIONS)
        elif style.start == "960":
            rank = back_rank(rng)
            fen = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"
        elif style.start == "losalamos":
            fen = LOS_ALAMOS
        self.fen = fen
        self.moves, self.boards, self.sans = [], [Board(fen)], []
        self.white, self.black = f"W{number} {rng.choice(NAMES)}", f"B{number} {rng.choice(NAMES)}"
        if style.encoding in ("latin-1", "cp1252"):
            self.white, self.black = f"W{number} Jörg", f"B{number} René"
        for _ in range(rng.randint(*style.plies)):
            at = self.boards[-1]
            move = at.random_move(rng)
            if not move or at.dead():
                break
            self.moves.append(move)
            self.sans.append(at.san(move))
            self.boards.append(at.after(move))
        end = self.boards[-1].result()
        self.result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"]) if end is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[end]


# ---- words of the movetext ----------------------------------------------------------------------


def place(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def spelled(at, move, style):
    """A move as a word, perhaps with another one behind it."""
    san, (start, to, becomes) = at.san(move), move
    checks = san[len(san.rstrip("+#")):]
    word = san.rstrip("+#")
    piece = at.at[start].upper()
    if at.castles(move):
        word = word.replace("O", style.castling)
        if style.moves == "uci":
            word = place(start) + place(to)
    elif style.moves == "uci":
        word = place(start) + place(to) + becomes.lower()
    else:
        if style.moves == "squares":
            word = (piece if piece != "P" else "") + place(start) + ("x" if "x" in word else "-") + place(to)
        elif becomes:
            word = word[:-2]
        if style.moves == "pawns" and piece == "P":
            word = word.replace("x", "")
        if becomes:
            word += {"=": "=" + becomes, "none": becomes, "brackets": f"({becomes})", "slash": "/" + becomes}[style.promotion]
        if style.moves == "drawn" and piece != "P":
            word = "♔♕♖♗♘"["KQRBN".index(piece)] + word[1:]
    passes = piece == "P" and to[0] != start[0] and to not in at.at
    if style.moves == "uci" or style.checks == "none":
        checks = ""
    if checks and style.checks == "double":
        checks = "++"
    word += checks if style.checks != "apart" else ""
    word += {"": "", "e.p.": "e.p.", "apart": " e.p."}[style.passing if passes and not checks else ""]
    return word + (" " + checks if checks and style.checks == "apart" else "")


class Writer:
    def __init__(self, rng, style):
        self.rng, self.style, self.out = rng, style, []

    def remark(self, chance=0.3):
        if self.rng.random() < chance:
            words = self.rng.choice(WORDS[:-1] if self.style.encoding == "utf-8" else ["a remark", "e4 e5"])
            self.out.append("{" + self.rng.choice([" ", ""]) + words + "}")

    def number(self, at, again):
        style = self.style
        if style.numbers == "none" or not (at.white or again or style.numbers == "each"):
            return ""
        return f"{at.number}." if at.white else f"{at.number}..."

    def moves(self, boards, moves, depth):
        """Moves, with everything between them."""
        style, rng, again = self.style, self.rng, True
        for at, move in zip(boards, moves):
            head, word = self.number(at, again), spelled(at, move, style)
            if style.comments == "everywhere":
                self.remark(0.1)
            if style.numbers == "tight" and head:
                word = head + word
            elif head:
                self.out.append(head)
                if style.comments == "everywhere":
                    self.remark(0.1)
            if style.strength == "marks" and rng.random() < 0.3:
                word += rng.choice(["!", "?", "!!", "??", "!?", "?!"])
            self.out.append(word)
            again = self.behind(at, move, depth)
            if style.strength == "apart" and rng.random() < 0.3:
                self.out.append(rng.choice(["!", "?", "!?"]))

    def behind(self, at, move, depth):
        """NAGs, comments, variations behind a move; whether there was one."""
        style, rng, before = self.style, self.rng, len(self.out)
        if style.nags and rng.random() < 0.3:
            self.out.append(f"${rng.randrange(140)}")
        if style.comments in ("moves", "everywhere"):
            self.remark(0.15)
        if style.comments == "semicolon" and rng.random() < 0.1:
            self.out.append("; a remark (1-0 { up to the end of the line\n")
        if style.comments == "percent" and rng.random() < 0.1:
            self.out.append("\n% a line of somebody's own ( { 1-0\n")
        while depth and rng.random() < 0.1:
            boards, line = [at], []
            for _ in range(rng.randint(1, 5)):
                other = boards[-1].random_move(rng)
                if not other or (not line and other == move) or boards[-1].dead():
                    break
                line.append(other)
                boards.append(boards[-1].after(other))
            if line:
                self.out.append("(")
                if style.comments == "everywhere":
                    self.remark()
                self.moves(boards, line, depth - 1)
                self.out.append(")")
        return len(self.out) > before

    def text(self):
        """Words in lines."""
        style, lines, line = self.style, [], ""
        for word in self.out:
            starts, ends = word.startswith("\n"), word.endswith("\n")
            word = word.strip("\n") if starts or ends else word
            if starts or (line and len(line) + 1 + len(word) > style.width):
                lines, line = lines + [line], ""
            line += (style.space if line else "") + word
            if ends:
                lines, line = lines + [line], ""
        return "\n".join(lines + [line] * bool(line))


# ---- a game as text -----------------------------------------------------------------------------


def tags_of(game, style, index):
    tags = [["White", game.white], ["Black", game.black]]
    if style.tags != "few":
        tags = [["Event", f"round {index}"], ["Site", "?"], ["Date", "2026.11.??"], ["Round", f"{index}.1"]] + tags
    if style.result_tag:
        tags.append(["Result", game.result])
    variant = style.variant or {"960": "Chess960", "losalamos": "Los Alamos"}.get(style.start)
    if variant:
        tags.append(["Variant", variant])
    if game.fen not in (START, LOS_ALAMOS):
        tags += [["SetUp", "1"]] * (style.start != "plain") + [["FEN", game.fen]]
    if style.tags == "odd":
        tags += [["Annotator", ""], ["UTCTime", "12:00:01"], ["WhiteElo", "2301"], ["BlackElo", "?"], ["ECO", "C50"], ["Opening", "a name"],
                 ["PlyCount", str(len(game.moves))], ["Remark", "{not a comment} (nor this) ; 1-0"], ["TimeControl", "40/7200:3600"],
                 ["Termination", "Normal"], ["Event", "named again"]]
    if style.tags == "escaped":
        tags += [["Remark", 'a \\ and a " and ] ['], ["Comment", '"']]
    return tags


def write_tags(tags, style):
    def one(name, value):
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[ {name}\t  "{value}" ]' if style.tags == "spaced" else f'[{name} "{value}"]'
    return ("" if style.tags == "crowded" else "\n").join(one(*tag) for tag in tags)


def write_game(game, rng, style, index):
    writer = Writer(rng, style)
    if style.comments == "everywhere":
        writer.remark(0.5)
    writer.moves(game.boards, game.moves, style.depth)
    tags = [] if style.tags == "none" else tags_of(game, style, index)
    if style.end != "missing":
        half = style.end == "half" and game.result == "1/2-1/2"
        writer.out.append("*" if style.end == "star" else "1/2" if half else game.result)
    if style.comments == "result":
        writer.out.append("{behind the result}")
    head = write_tags(tags, style)
    text = head + ("\n\n" if style.blank else "\n") * bool(head) + writer.text()
    return text, {"tags": tags, "start": game.fen, "moves": game.sans, "result": game.result}


def write(style, seed, games):
    """The bytes of a file, and what is right, a dictionary for each game."""
    rng = random.Random(seed)
    texts, answers = [], []
    while len(texts) < games:
        game = Game(rng, len(texts) + 1, style)
        if not game.moves and (style.tags == "none" or style.plies[1] > 1):
            continue
        text, answer = write_game(game, rng, style, len(texts) + 1)
        texts.append(text)
        answers.append(answer)
    between = {"line": "\n\n", "none": "\n", "many": "\n\n\n \n\n"}[style.gap]
    text = between.join(texts) + "\n" * style.last_newline
    return text.replace("\n", style.newline).encode(style.encoding), answers


def main():
    folder = pathlib.Path(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder.mkdir(parents=True, exist_ok=True)
    for name, style in DIALECTS.items():
        text, answers = write(style, f"{name} {seed}", 12)
        (folder / f"{name}.pgn").write_bytes(text)
        (folder / f"{name}.json").write_text(json.dumps(answers, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
