#!/usr/bin/env python3
"""Writes match files as several programs do: random matches by the rules in backgammon.py, in many dialects, with the right
answers. It shares no code with hra.

    mat_dialects.py FOLDER [SEED]     writes a file of each dialect and its answer as JSON"""
import dataclasses
import json
import pathlib
import random
import sys

from backgammon import LEFT, RIGHT, Board

NAMES = ["Anna", "Ben Lee", "gnubg", "root", "van der Wal", "Žofie", "a_b", "O'Neil"]


@dataclasses.dataclass
class Dialect:
    """What a file contains, and its spelling. Each default is that of GNU Backgammon."""
    length: int = 5             # of the match; 0: games for points
    newline: str = "\n"
    points: str = "numbers"     # 25/20 4/0; words: bar/20 4/off; upper: Bar/20 4/Off
    joined: bool = False        # 24/18/14 and 13/11(2)
    stars: bool = True          # 24/18* where a checker is hit
    no_play: str = ""           # after dice that cannot be played
    dice: str = "sorted"        # 61; mixed: 16
    match_word: bool = False    # "and the match" after the last game
    head: str = ""              # lines before the length, each begins with ;
    width: int = 28             # of the left column
    tabs: bool = False          # a tab between the columns
    trailing: bool = True       # blanks at the ends of lines
    lower: bool = False         # words of the cube in small letters
    row: str = "{:3d}) "
    game: str = " Game {}"
    resign: float = 0.25        # probability that a game ends with a resignation
    dice_first: float = 0       # probability that the dice were rolled before it
    cube: float = 0.05          # probability of a double
    wins: str = " Wins {} point"
    missing: bool = False       # the file lacks the second game
    unfinished: bool = False    # the last game has no end
    last_newline: bool = True
    encoding: str = "utf-8"
    matches: int = 1            # in the file


D = Dialect
SITE = '; [Site "somewhere"]\n; [Match ID "77"]\n; [Player 1 "x"]\n; [Player 2 "y"]\n; [EventDate "2026.11.27"]\n; [EventTime "10.30"]\n' \
    '; [Variation "Backgammon"]\n; [Unrated "Off"]\n; [Crawford "On"]\n; [CubeLimit "1024"]\n\n'
DIALECTS = {
    "gnubg": D(head='; [EventDate "2026.11.27"]\n\n'),
    "jellyfish": D(points="numbers", no_play="", match_word=True, trailing=False, width=27),
    "site": D(head=SITE, points="upper", joined=True, no_play="Cannot Move", match_word=True, width=34),
    "words": D(points="words", no_play="Can't Move"), "question-marks": D(no_play="????"), "joined": D(joined=True),
    "no-stars": D(stars=False), "mixed-dice": D(dice="mixed"), "tabs": D(tabs=True, trailing=False), "lower": D(lower=True),
    "crlf": D(newline="\r\n"), "cr": D(newline="\r"), "plain-game": D(game="Game {}", row="{}) "), "wide": D(width=60),
    "narrow": D(width=24, trailing=False), "one-point": D(length=1, cube=0), "long": D(length=15, cube=0.1), "points": D(length=0),
    "resigned": D(resign=1, dice_first=0), "resigned-after-dice": D(resign=1, dice_first=1), "no-resignation": D(resign=0),
    "missing-game": D(missing=True, resign=0.5), "unfinished": D(unfinished=True), "no-last-newline": D(last_newline=False),
    "bom": D(encoding="utf-8-sig"), "cp1252": D(encoding="cp1252"), "utf-16": D(encoding="utf-16"), "two-matches": D(matches=2),
    "dice-only": D(unfinished=True, dice_first=1, resign=0),
}


def quality(sides, side):
    """A crude evaluation, with which games end: pips ahead and blots."""
    def pips(one):
        return sum(point * count for point, count in enumerate(sides[one]))
    return pips(1 - side) - pips(side) - 10 * sum(count == 1 for count in sides[side][1:25])


class Game:
    """A random game from a score: events as mat.py has them, with the steps of each play, and how it ended."""

    def __init__(self, rng, style, score, crawford, last):
        self.rng, self.style, self.score = rng, style, score[:]
        self.events, self.steps, self.board = [], [], Board()
        self.cube, self.owner, self.winner, self.points, self.how = 1, None, None, None, None
        self.doubles = style.cube > 0 and not crawford and style.length != 1
        stop = rng.randint(4, 40) if (last and style.unfinished) or rng.random() < style.resign else 1000
        self.turn = rng.randrange(2)
        for ply in range(301):
            if ply in (stop, 300):
                self.leave(last and style.unfinished)
                return
            if ply and self.cube_action():
                return
            dice = self.roll(ply == 0)
            if self.play(dice):
                return

    def add(self, side, *what, steps=()):
        self.events.append([side, *what])
        self.steps.append(list(steps))

    def roll(self, first):
        while True:
            dice = sorted((self.rng.randint(1, 6), self.rng.randint(1, 6)), reverse=True)
            if not first or dice[0] != dice[1]:
                return tuple(dice)

    def spelled(self, dice):
        return "".join(map(str, self.rng.sample(dice, 2) if self.style.dice == "mixed" else dice))

    def cube_action(self):
        """Adds a double and the answer to it, or nothing; returns whether the game is over."""
        side, other = self.turn, 1 - self.turn
        dead = self.style.length and self.score[side] + self.cube >= self.style.length
        if not self.doubles or dead or self.owner == other or self.cube >= 64 or self.rng.random() >= self.style.cube:
            return False
        self.add(side, "double")
        if self.rng.random() < 0.3:
            self.add(other, "drop")
            self.winner, self.points, self.how = side, self.cube, "drop"
            return True
        self.add(other, "take")
        self.cube, self.owner = 2 * self.cube, other
        return False

    def play(self, dice):
        side = self.turn
        legal = self.board.plays(side, dice)
        key = self.rng.choice(sorted(legal)) if self.rng.random() < 0.2 else max(sorted(legal), key=lambda one: quality(one, side))
        self.board = Board([list(points) for points in key])
        self.add(side, self.spelled(dice), [list(points) for points in key], steps=legal[key])
        if self.board.winner() is not None:
            self.winner, self.points, self.how = side, self.cube * self.board.worth(side), "played"
            return True
        self.turn = 1 - side
        return False

    def leave(self, unfinished):
        """Ends the game by a resignation, or ends the file."""
        if self.rng.random() < self.style.dice_first:
            dice = self.roll(False)
            if self.board.plays(self.turn, dice).keys() != {self.board.key()}:
                self.add(self.turn, self.spelled(dice))
        if not unfinished:
            loser = self.turn
            most = 3 if self.board.sides[loser][0] == 0 else 1
            self.winner, self.how = 1 - loser, "resigned"
            self.points = self.cube * self.rng.randint(1, most)


def match(rng, style):
    """The games of a match."""
    games, score, crawford_over, done = [], [0, 0], False, False
    limit = 3 if style.length == 0 else 100
    while len(games) < limit and not done:
        near = style.length and max(score) == style.length - 1
        crawford = near and not crawford_over
        last = style.unfinished and (len(games) == 2 or style.length == 1)
        game = Game(rng, style, score, crawford, last)
        games.append(game)
        crawford_over = crawford_over or bool(crawford)
        if game.winner is None:
            return games
        score = score[:]
        score[game.winner] += game.points
        done = style.length and max(score) >= style.length
    return games


# ---- text ---------------------------------------------------------------------------------------


def point(number, style):
    if style.points == "numbers" or 0 < number < 25:
        return str(number)
    word = "bar" if number else "off"
    return word.title() if style.points == "upper" else word


def write_steps(steps, style):
    ways = [[start, to] for start, to, _ in steps]
    hits = [[hit] for _, _, hit in steps]
    if style.joined:
        ways, hits = join(ways, hits)
    words = []
    for way, hit in zip(ways, hits):
        word = point(way[0], style)
        for to, star in zip(way[1:], hit):
            word += "/" + point(to, style) + "*" * (star and style.stars)
        words.append(word)
    if style.joined and "*" not in "".join(words):
        words = [word + f"({words.count(word)})" * (words.count(word) > 1) for word in dict.fromkeys(words)]
    return " ".join(words)


def join(ways, hits):
    """Steps of one checker that follow each other become one way."""
    joined, stars = [], []
    for way, hit in zip(ways, hits):
        if joined and joined[-1][-1] == way[0] and way[0] < 25:
            joined[-1].append(way[1])
            stars[-1] += hit
        else:
            joined.append(way[:])
            stars.append(hit[:])
    return joined, stars


def cells_of(game, style):
    """Pairs of side and text."""
    cube = 1
    for event, steps in zip(game.events, game.steps):
        side, word = event[0], event[1]
        if word == "double":
            text = f" Doubles => {2 * cube}"
        elif word in ("take", "drop"):
            text = {"take": " Takes", "drop": " Drops"}[word]
            cube *= 2 if word == "take" else 1
        elif len(event) == 2:
            text = f"{word}:"
        else:
            text = f"{word}: {write_steps(steps, style) or style.no_play}".rstrip()
        yield side, text.lower() if style.lower and word in ("double", "take", "drop") else text


def write_game(game, style, names, number, ends_match):
    left, right = (f"{name} : {points}" for name, points in zip(names, game.score))
    width = max(style.width, len(left) + 2)
    gap = (lambda text: text + "\t") if style.tabs else (lambda text: text.ljust(width - 1) + " ")
    lines = [style.game.format(number), " " + gap(left) + ("" if style.tabs else "   ") + right]
    row, count = None, 0
    for side, text in cells_of(game, style):
        if side == LEFT or row is None:
            if row is not None:
                lines.append(row)
            count += 1
            row = style.row.format(count)
            if side == LEFT:
                row += text
                continue
        start = len(style.row.format(count))
        row = style.row.format(count) + gap(row[start:]) + text
        lines.append(row)
        row = None
    if row is not None:
        lines.append(row)
    if style.trailing:
        lines = [line + " " if ":" in line[5:] else line for line in lines]
    if game.winner is not None:
        wins = style.wins.format(game.points) + "s" * (game.points > 1)
        if style.match_word and ends_match:
            wins += " and the match"
        lines.append("     " + (gap("") if game.winner == RIGHT else "") + wins)
    return "\n".join(lines) + "\n"


def write(style, seed):
    """Returns the bytes of a file and the right answers: the score, events, winner and points of each game."""
    rng = random.Random(seed)
    text, answers = "", []
    for _ in range(style.matches):
        games = match(rng, style)
        pool = NAMES if style.encoding != "cp1252" else ["Jörg", "René", "Anna"]
        names = rng.sample(pool, 2)
        text += style.head + f" {style.length} point match\n\n"
        for number, game in enumerate(games, 1):
            if style.missing and number == 2 and len(games) > 2:
                continue
            text += write_game(game, style, names, number, number == len(games)) + "\n"
            answers.append({"length": style.length, "names": names, "score": game.score, "events": game.events, "winner": game.winner,
                            "points": game.points, "how": game.how})
    text = text.rstrip("\n") + "\n" * style.last_newline
    return text.replace("\n", style.newline).encode(style.encoding), answers


def main():
    folder = pathlib.Path(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder.mkdir(parents=True, exist_ok=True)
    for name, style in DIALECTS.items():
        text, answers = write(style, f"{name} {seed}")
        (folder / f"{name}.mat").write_bytes(text)
        (folder / f"{name}.json").write_text(json.dumps(answers), encoding="utf-8")


if __name__ == "__main__":
    main()
