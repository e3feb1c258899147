#!/usr/bin/env python3
"""Writes PDN as many programs and people do: random games of English draughts, by the rules in draughts.py, in many dialects,
together with what is right. Nothing here comes from hra.

    pdn_dialects.py FOLDER [SEED]     writes a file of each dialect and its answer as JSON"""
import dataclasses
import json
import pathlib
import random
import sys

from draughts import EMPTY, Position, is_capture, text as move_text

START = Position()
WORDS = ["a remark", "11-15 was better", "1-0 says the score sheet", "so said [Black]", "an ) alone", "a ( too", "50% of it",
         'a "quoted" word', "[%clock w0:00:05 B0:01:00]", "two\nlines", "ž — Řehoř", "; not the end", "C:\\games\\", "*", "$1", ""]
NAMES = ["Anna", "Ben", "Wyllie, J.", "René", "Žofie Řehořová", "van der Wal, Jannes", "Dragon v.4.0", "?", "O'Neil", "(guest)"]


@dataclasses.dataclass
class Dialect:
    """What is written, and how. The first value of each is that of PDN 3.0 as most write it."""
    newline: str = "\n"
    numbers: str = "usual"      # usual 1. 11-15 23-19; tight 1.11-15; each 1. 11-15 1... 23-19; none
    first: str = "dots"         # of a game that White begins: dots 1... 23-19; ellipsis 1. ... 23-19
    capture: str = "short"      # short 15x31; full 15x22x31; jumps 15x22 22x31; partial: a landing is left out; settled: short
                                # although several fit, and the moves after it decide
    cross: str = "x"            # between the squares of a capture
    dash: str = "-"
    zeros: bool = False         # 09-14
    letters: bool = False       # c3-d4
    turned: str = ""            # squares counted from the other side: said by GameType, or silent
    strength: str = ""          # !? after moves: marks; parentheses (?); star 23-18*; apart
    nags: bool = False
    comments: str = ""          # where: moves; everywhere; semicolon; percent (lines); inline (% within a line); result: after it
    depth: int = 0              # of variations
    end: str = "result"         # result 1-0; two 2-0; star, and the result in a tag; missing; forfeit 0-0
    tags: str = "usual"         # usual; none; few; odd; lower; crowded: in one line; spaced; escaped
    result_tag: bool = True
    blank: bool = True          # an empty line between tags and moves
    gap: str = "line"           # between games: line, none, many
    width: int = 79             # of lines; 0: a token a line
    space: str = " "
    fen: str = ""               # set-ups: usual; dot; counters; ranges; spaces; zeros; order: Black first; move: /FEN "..."/
    side: str = ""              # who begins a set-up: b, w, both by turns
    encoding: str = "utf-8"
    plies: tuple = (0, 120)
    last_newline: bool = True


D = Dialect
DIALECTS = {
    "usual": D(), "crlf": D(newline="\r\n"), "cr": D(newline="\r"), "tight": D(numbers="tight"), "each": D(numbers="each"),
    "no-numbers": D(numbers="none"), "full": D(capture="full"), "jumps": D(capture="jumps"), "partial": D(capture="partial"),
    "settled": D(capture="settled", fen="usual", side="both"), "colon": D(cross=":"), "spaced-moves": D(dash=" - ", cross=" x "),
    "zeros": D(zeros=True), "letters": D(letters=True), "letters-tight": D(letters=True, dash=""),
    "turned": D(turned="said"), "turned-silent": D(turned="silent"),
    "marks": D(strength="marks"), "parentheses": D(strength="parentheses"), "star-marks": D(strength="star"),
    "marks-apart": D(strength="apart"), "nags": D(nags=True),
    "comments": D(comments="moves"), "comments-everywhere": D(comments="everywhere", depth=1), "semicolon": D(comments="semicolon"),
    "percent": D(comments="percent"), "percent-inline": D(comments="inline"), "comment-behind": D(comments="result"),
    "variations": D(depth=1), "nested": D(depth=3, comments="moves", nags=True),
    "two-points": D(end="two"), "star": D(end="star"), "missing": D(end="missing"), "forfeit": D(end="forfeit"),
    "no-tags": D(tags="none"), "few-tags": D(tags="few"), "odd-tags": D(tags="odd"), "lower-tags": D(tags="lower"),
    "crowded": D(tags="crowded"), "spaced-tags": D(tags="spaced"), "escaped": D(tags="escaped"), "no-result-tag": D(result_tag=False),
    "no-blank": D(blank=False), "no-gap": D(gap="none"), "crammed": D(blank=False, gap="none", width=100000),
    "many-lines": D(gap="many"), "long-lines": D(width=300), "one-line": D(width=100000), "token-a-line": D(width=0),
    "tabs": D(space="\t"), "no-last-newline": D(last_newline=False), "bom": D(encoding="utf-8-sig"), "latin-1": D(encoding="latin-1"),
    "utf-16": D(encoding="utf-16"), "cp1252": D(encoding="cp1252"),
    "setup-black": D(fen="usual", side="b"), "setup-white": D(fen="usual", side="w"),
    "setup-ellipsis": D(fen="usual", side="w", first="ellipsis"), "setup-no-numbers": D(fen="usual", side="w", numbers="none"),
    "setup-dot": D(fen="dot", side="both"), "setup-counters": D(fen="counters", side="both"),
    "setup-ranges": D(fen="ranges", side="both"), "setup-spaces": D(fen="spaces", side="both"), "setup-zeros": D(fen="zeros", side="both"),
    "setup-order": D(fen="order", side="both"), "setup-move": D(fen="move", side="both"), "no-moves": D(plies=(0, 2)),
}


def mixed(rng):
    """Many habits at once, as far as they agree."""
    style = Dialect(
        newline=rng.choice(["\n", "\r\n"]), numbers=rng.choice(["usual", "tight", "each"]), capture=rng.choice(["short", "full"]),
        zeros=rng.random() < 0.2, strength=rng.choice(["", "marks", "parentheses"]), nags=rng.random() < 0.5,
        comments=rng.choice(["", "moves", "everywhere"]), depth=rng.randrange(4), end=rng.choice(["result", "two", "star"]),
        tags=rng.choice(["usual", "few", "odd", "escaped"]), gap=rng.choice(["line", "many"]), width=rng.choice([40, 79, 300]),
        side=rng.choice(["b", "w", "both"]))
    style.fen = rng.choice(["", "usual", "order"])
    return style


# ---- games --------------------------------------------------------------------------------------


class Game:
    """A random game: its start, its moves, how it ended."""

    def __init__(self, rng, number, style):
        side = rng.choice("bw") if style.side == "both" else style.side or "b"
        self.start = setup(rng, side) if style.fen and rng.random() < 0.9 else Position()
        self.moves, self.positions = [], [self.start]
        self.black, self.white = f"B{number} {rng.choice(NAMES)}", f"W{number} {rng.choice(NAMES)}"
        if style.encoding in ("latin-1", "cp1252"):
            self.black, self.white = f"B{number} Jörg", f"W{number} René"
        for _ in range(rng.randint(*style.plies)):
            legal = self.positions[-1].moves()
            if not legal:
                break
            self.add(rng.choice(legal))
        over = not self.positions[-1].moves()
        ended = "0-1" if self.positions[-1].side == "b" else "1-0"
        self.result = ended if over else rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        if style.end == "forfeit" and not over:
            self.result = "0-0"

    def add(self, move):
        self.moves.append(move)
        self.positions.append(self.positions[-1].apply(move))


def setup(rng, side):
    """A position with few pieces, kings among them, from which a side can move."""
    while True:
        cells = [EMPTY] * 33
        for square in rng.sample(range(1, 33), rng.randint(4, 18)):
            piece = rng.choice("bbwwBW")
            last = range(29, 33) if piece == "b" else range(1, 5) if piece == "w" else ()
            cells[square] = piece.upper() if square in last else piece
        at = Position(cells, side)
        count = [sum(cell.lower() == man for cell in cells) for man in "bw"]
        if at.moves() and 0 < min(count) and max(count) <= 12:
            return at


# ---- words of the movetext ----------------------------------------------------------------------


def square(number, style):
    if style.turned:
        number = 33 - number
    if style.letters:
        row, index = divmod(number - 1, 4)
        column = 2 * index + (row % 2 == 0)
        return "hgfedcba"[column] + str(row + 1)
    return f"{number:02}" if style.zeros else str(number)


def spelled(position, move, style, rng, follows):
    """A move as words; `follows` are the moves behind it."""
    if not is_capture(move):
        return [style.dash.join(square(s, style) for s in move)]

    def join(squares):
        return (style.cross if style.dash else "").join(square(s, style) for s in squares)
    alike = [one for one in position.moves() if (one[0], one[-1]) == (move[0], move[-1])]
    if style.capture == "jumps":
        return [join(pair) for pair in zip(move, move[1:])]
    if style.capture == "partial" and len(move) > 3:
        drop = rng.randrange(1, len(move) - 1)
        left = move[:drop] + move[drop + 1:]
        if sum(subsequence(left, one) for one in alike) == 1:
            return [join(left)]
    short = len(alike) == 1 or (style.capture == "settled" and settled(position, move, alike, follows))
    return [join(move if style.capture == "full" or not short else (move[0], move[-1]))]


def subsequence(part, whole):
    rest = iter(whole)
    return all(one in rest for one in part)


def settled(position, move, alike, follows):
    """Whether only this one of the captures with the same ends lets the game go on as it did."""
    for other in alike:
        at = position.apply(other)
        if other != move and at == position.apply(move):
            return False
        for one in follows:
            if one not in at.moves():
                break
            at = at.apply(one)
        else:
            if other != move:
                return False
    return True


def number(ply, at, style, begins):
    """The number before a move."""
    count = (ply + begins) // 2 + 1
    dot = f"{count}."
    if style.numbers == "none" or (at.side == "w" and style.numbers != "each" and ply > 0):
        return []
    if at.side == "b":
        return [dot]
    return [dot, "..."] if style.first == "ellipsis" else [dot + ".."]


class Writer:
    def __init__(self, rng, style):
        self.rng, self.style, self.out = rng, style, []

    def remark(self, chance=0.3):
        if self.rng.random() < chance:
            words = self.rng.choice(WORDS[:-1] if self.style.encoding == "utf-8" else ["a remark", "11-15"])
            self.out.append("{" + self.rng.choice([" ", ""]) + words + "}")

    def moves(self, game, first, moves, depth, main):
        """Moves from a ply on, with everything between them."""
        style, rng, positions = self.style, self.rng, [game]
        again = True  # a number is written at the first move, and behind what interrupts
        for index, move in enumerate(moves):
            at, ply = positions[-1], first + index
            head = number(ply, at, style, main)
            if again and not head and style.numbers != "none":
                head = [f"{(ply + main) // 2 + 1}..."]
            if style.comments == "everywhere":
                self.remark(0.1)
            self.put_number(head, spelled(at, move, style, rng, moves[index + 1:]))
            again = self.behind(at, ply, move, depth, main)
            positions.append(at.apply(move))
            if style.strength == "apart" and rng.random() < 0.3:
                self.out.append(rng.choice(["!", "?", "!?"]))

    def put_number(self, head, words):
        if self.style.comments == "everywhere" and head:
            self.out += head
            self.remark(0.1)
            head = []
        if self.style.numbers == "tight" and len(head) == 1:
            words, head = [head[0] + words[0]] + words[1:], []
        self.out += head
        self.out += words
        marks = {"marks": ["!", "?", "!!", "??", "!?", "?!"], "parentheses": ["(!)", "(?)", "(!?)"], "star": ["*"]}
        if self.style.strength in marks and self.rng.random() < 0.3:
            self.out[-1] += self.rng.choice(marks[self.style.strength])

    def behind(self, at, ply, move, depth, main):
        """NAGs, comments, variations behind a move; whether there was one."""
        style, rng, before = self.style, self.rng, len(self.out)
        if style.nags and rng.random() < 0.3:
            self.out.append(f"${rng.randrange(140)}")
        if style.comments in ("moves", "everywhere"):
            self.remark(0.15)
        if style.comments == "semicolon" and rng.random() < 0.1:
            self.out.append("; a remark (1-0 { up to the end of the line\n")
        if style.comments == "inline" and rng.random() < 0.1:
            self.out.append("% a remark (1-0 { up to the end of the line\n")
        if style.comments == "percent" and rng.random() < 0.1:
            self.out.append("\n% a line of somebody's own ( { 1-0\n")
        others = [one for one in at.moves() if one != move]
        while depth and others and rng.random() < 0.15:
            self.out.append("(")
            if style.comments == "everywhere":
                self.remark()
            line, here = [], at
            for _ in range(rng.randint(1, 5)):
                legal = here.moves() if line else others
                if not legal:
                    break
                line.append(rng.choice(legal))
                here = here.apply(line[-1])
            self.moves(at, ply, line, depth - 1, main)
            self.out.append(")")
        return len(self.out) > before

    def text(self):
        """Words in lines."""
        style, lines, line = self.style, [], ""
        for word in self.out:
            starts, ends = word.startswith("\n"), word.endswith("\n")
            word = word.strip("\n") if starts or ends else word
            new = starts or (line and len(line) + 1 + len(word) > style.width)
            if new:
                lines, line = lines + [line], ""
            line += (style.space if line else "") + word
            if ends:
                lines, line = lines + [line], ""
        return "\n".join(lines + [line] * bool(line))


# ---- a game as text -----------------------------------------------------------------------------


def fen(position, form):
    def pieces(man, join=","):
        found = []
        for s in range(1, 33):
            if position.cells[s].lower() == man:
                found.append(("K" if position.cells[s] != man else "") + (f"{s:02}" if form == "zeros" else str(s)))
        return join.join(ranges(found) if form == "ranges" else found)
    join = ", " if form == "spaces" else ","
    parts = [f"W{pieces('w', join)}", f"B{pieces('b', join)}"]
    if form == "order":
        parts.reverse()
    return ":".join([position.side.upper()] + parts) + {"dot": ".", "counters": ":H0:F1"}.get(form, "")


def ranges(squares):
    """Men on squares that follow each other become a range."""
    found = []
    for one in squares:
        last = found[-1].split("-")[-1] if found else "K"
        if one.isdigit() and last.isdigit() and int(one) == int(last) + 1:
            found[-1] = found[-1].split("-")[0] + "-" + one
        else:
            found.append(one)
    return found


def tags_of(game, style, index):
    end = {"two": {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}}.get(style.end, {})
    tags = [["Black", game.black], ["White", game.white]]
    if style.tags != "few":
        tags = [["Event", f"round {index}"], ["Site", "?"], ["Date", "2026.11.??"], ["Round", f"{index}.1"]] + tags
    if style.result_tag:
        tags.append(["Result", end.get(game.result, game.result)])
    if style.letters:
        tags.append(["GameType", "21,B,8,8,A0,0"])
    elif style.turned == "said":
        tags.append(["GameType", "21,B,8,8,N2,0"])
    elif style.tags != "few" and style.turned != "silent":
        tags.append(["GameType", "21"])
    if game.start != START and style.fen != "move":
        tags += [["SetUp", "1"], ["FEN", fen(game.start, style.fen)]]
    if style.tags == "odd":
        tags += [["Annotator", ""], ["X_own1", "of a program"], ["BlackElo", "2301"], ["PlyCount", str(len(game.moves))], ["Board", "*"],
                 ["Remark", "{not a comment} (nor this) ; 1-0"], ["TimeControl", "40/7200:3600"], ["Event", "named again"]]
    if style.tags == "escaped":
        tags += [["Remark", 'a \\ and a " and ] ['], ["Comment", '"']]
    return tags


def write_tags(tags, style):
    def one(name, value):
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        if style.tags == "lower":
            name = name.lower()
        return f'[ {name}\t  "{value}" ]' if style.tags == "spaced" else f'[{name} "{value}"]'
    return ("" if style.tags == "crowded" else "\n").join(one(*tag) for tag in tags)


def write_game(game, rng, style, index):
    writer = Writer(rng, style)
    if game.start != START and style.fen == "move":
        writer.out.append(f'/FEN "{fen(game.start, "")}"/')
    if style.comments == "everywhere":
        writer.remark(0.5)
    writer.moves(game.start, 0, game.moves, style.depth, int(game.start.side == "w"))
    tags = [] if style.tags == "none" else tags_of(game, style, index)
    shown = next((value for name, value in tags if name == "Result"), game.result)
    if style.end == "two":
        shown = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}.get(game.result, game.result)
    if style.end != "missing":
        writer.out.append("*" if style.end == "star" else shown)
    if style.comments == "result":
        writer.out.append("{behind the result}")
    head = write_tags(tags, style)
    text = head + ("\n\n" if style.blank else "\n") * bool(head) + writer.text()
    right = {"tags": tags, "start": game.start.fen(), "moves": [move_text(m) for m in game.moves], "result": game.result}
    return text, right


def write(style, seed, games):
    """The bytes of a file, and what is right, a dictionary for each game."""
    rng = random.Random(seed)
    texts, answers = [], []
    while len(texts) < games:
        game = Game(rng, len(texts) + 1, style)
        if not game.moves and (style.tags == "none" or style.plies[1] > 2):
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
        (folder / f"{name}.pdn").write_bytes(text)
        (folder / f"{name}.json").write_text(json.dumps(answers, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
