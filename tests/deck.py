#!/usr/bin/env python3
"""Decks (hra/deck.h) against rules and a calendar of this file's own: deck.py DECK_FOLD

DECK_FOLD is tests/deck_fold.c. Random decks of people who travel, stop for months, and have clocks that are wrong for a while are
read by both, and asked about several days. Two copies of a deck are merged in both orders, and the text for Anki is read. Slow and plain on purpose: days are
those of `datetime`, every run of days is compared. ALL=1 draws more decks.
"""
import collections
import csv
import html.parser
import io
import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree
from datetime import datetime, timedelta, timezone

PROGRAM = sys.argv[1]
DECKS = 10000 if os.environ.get("ALL") else 2000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
INTERVALS = {1: 1, 2: 3, 3: 7, 4: 21}
Event = collections.namedtuple("Event", "kind id moment outcome")  # a moment is a datetime with its zone
bad = 0


def expect(what, found, expected, deck=""):
    global bad
    if found == expected:
        return
    bad += 1
    if bad <= 5:
        print(f"deck: {what}: found {found}, expected {expected}\n{deck}", file=sys.stderr)


# ---- the rules, once more ------------------------------------------------------------------------------------------------------------

def day_of(moment):
    """A day begins at 04:00 of the clock."""
    return ((moment.replace(tzinfo=None) - timedelta(hours=4)).date() - EPOCH.date()).days


def parse(text):
    """(new cards a day, [(id, title)], [Event]) of a deck; its lines are of the writer's form."""
    new, cards, events, block = 20, [], [], None
    for line in text.split("\n"):
        word, _, rest = line.partition(" ")
        if block is not None:
            if word == "end":
                if block["id"] not in [card[0] for card in cards]:
                    cards.append((block["id"], block.get("title", "")))
                block = None
            else:
                block.setdefault(word, rest)
        elif word == "hra-exercise":
            block = {}
        elif word == "new-per-day":
            new = int(rest)
        elif word in ("answer", "never", "again"):
            name, moment, *outcome = rest.split()
            events.append(Event(word, name, datetime.fromisoformat(moment), outcome[0] if outcome else ""))
    return new, cards, events


def in_order(days, today):
    """Indexes of the longest run of days that do not decrease and are not after today; of several the highest days."""
    best, whole = {}, (0, (), ())
    for i in range(len(days) - 1, -1, -1):
        if days[i] <= today:
            longest = max((best[k] for k in best if days[k] >= days[i]), key=lambda run: run[:2], default=(0, (), ()))
            best[i] = (longest[0] + 1, (days[i],) + longest[1], (i,) + longest[2])
            whole = max(whole, best[i], key=lambda run: run[:2])
    return set(whole[2])


class Card:
    def __init__(self):
        self.state, self.box, self.due, self.last, self.answers, self.failures, self.begun = "new", 0, 0, 0, 0, 0, None

    def take(self, event, day):
        if event.kind == "never":
            self.state, self.box = "never", 0
        elif event.kind == "again":
            self.state, self.box, self.failures = "new", 0, 0
        else:
            self.answers += 1
            self.last = day
            if event.outcome == "wrong":
                self.failures += 1
            if self.state in ("new", "boxed"):
                self.move(event.outcome, day)

    def move(self, outcome, day):
        early = self.state == "boxed" and day < self.due
        if self.state == "new":
            self.begun, box = day, 1
        elif outcome == "wrong":
            box = 1
        elif early:
            box = None
        else:
            box = min(4, self.box + 1) if outcome == "right" else self.box
        if box:
            self.state, self.box, self.due = "boxed", box, day + INTERVALS[box]
        if self.failures >= 6:
            self.state, self.box = "aside", 0

    def shown(self, name, title):
        return {"id": name, "title": title, "state": self.state, "box": self.box, "due": self.due if self.state == "boxed" else 0,
                "last": self.last, "answers": self.answers, "failures": self.failures}


def streak_of(events, ordered, counts, today, now):
    """Days in a row up to today or yesterday. Answers of a wrong clock between two others stand for days between these."""
    answers = [i for i, event in enumerate(events) if event.kind == "answer"]
    days, last, lost = 0, None, []
    after = [i for i in answers if not any(k >= i for k in answers if k in ordered)]
    for i in answers + (["today"] if after else []):
        if i != "today" and i not in ordered:
            lost.append(events[i])
            continue
        day, moment = (today, now) if i == "today" else (counts[i], events[i].moment)
        if last is None:
            days = 1
        else:
            wrong = [day_of(e.moment) for e in lost if not last.moment <= e.moment <= moment]
            missing = sum(1 for k, d in enumerate(wrong) if k == 0 or wrong[k - 1] != d)
            there = day_of(moment.astimezone(last.moment.tzinfo)) - day_of(last.moment)
            gap = day - day_of(last.moment)
            days = days + min(gap, 1 + missing) if min(gap, there) <= 1 + missing else 1
        if i != "today":
            last, lost = events[i], []
    if last is not None and not after:
        if min(today - day_of(last.moment), day_of(now.astimezone(last.moment.tzinfo)) - day_of(last.moment)) > 1:
            days = 0
    return days


def fold(text, now):
    new, cards, events = parse(text)
    today = day_of(now)
    ordered = in_order([day_of(event.moment) for event in events], today)
    counts, following = {}, today
    for i in range(len(events) - 1, -1, -1):
        following = day_of(events[i].moment) if i in ordered else following
        counts[i] = following
    state = {name: Card() for name, _ in cards}
    for i, event in enumerate(events):
        state[event.id].take(event, counts[i])
    due = sorted((card.due, i, name) for i, (name, card) in enumerate(state.items()) if card.state == "boxed" and card.due <= today)
    begun = sum(card.begun == today for card in state.values())
    fresh = [name for name, card in state.items() if card.state == "new"][:max(0, new - begun)]
    return {"day": today, "due": len(due), "fresh": len(fresh),
            "answered": sum(event.kind == "answer" and counts[i] == today for i, event in enumerate(events)),
            "streak": streak_of(events, ordered, counts, today, now),
            "aside": sum(card.state == "aside" for card in state.values()), "cards": len(cards),
            "next": due[0][2] if due else fresh[0] if fresh else "",
            "list": [state[name].shown(name, title) for name, title in cards]}


# ---- random decks --------------------------------------------------------------------------------------------------------------------

def zone(minutes):
    return timezone(timedelta(minutes=minutes))


class Life:
    """A person who answers cards: when, in which zone, and what the clock shows."""

    def __init__(self, draw):
        self.draw = draw
        self.true = datetime(draw.choice([1999, 2023, 2024, 2026, 2027, 2099]), draw.choice([1, 2, 3, 10, 12]),
                             draw.randint(1, 28), draw.randint(0, 23), draw.randint(0, 59), tzinfo=timezone.utc)
        self.zone, self.wrong, self.until = draw.choice([0, 60, 60, 120, -300]), timedelta(0), 0
        self.sometimes = draw.choice([0, 0, 0.02, 0.1])
        self.seconds = draw.random() < 0.3

    def pass_time(self):
        draw = self.draw
        step = draw.choices([timedelta(minutes=draw.randint(0, 9)), timedelta(hours=draw.randint(1, 30)), timedelta(days=draw.randint(1, 9)),
                             timedelta(days=draw.randint(10, 800))], [6, 5, 3, 0.3])[0]
        self.true += step + timedelta(seconds=draw.randint(0, 59) if self.seconds else 0)
        if draw.random() < 0.08:  # summer time, or travel
            self.zone = draw.choice([self.zone + 60, self.zone - 60, self.zone + 720, self.zone - 720, 0, 60, 345])
            self.zone = max(-720, min(840, self.zone))
        if self.wrong and self.until <= 0:
            self.wrong = timedelta(0)
        elif not self.wrong and draw.random() < self.sometimes:
            self.wrong = draw.choice([timedelta(hours=-1), timedelta(days=-1), timedelta(days=1), timedelta(days=30), timedelta(days=-30),
                                      timedelta(days=3652), timedelta(days=-3652)])
            self.until = draw.randint(1, 8)
        self.until -= 1

    def clock(self):
        return (self.true + self.wrong).astimezone(zone(self.zone))


def stamp(moment):
    text = moment.isoformat(timespec="seconds" if moment.second else "minutes")
    return text.replace("+00:00", "Z") if moment.minute % 2 else text


def random_deck(draw, life, cards, count):
    """Events that a person appended, as lines."""
    lines = []
    for _ in range(count):
        life.pass_time()
        kind = draw.choices(["answer", "never", "again"], [20, 1, 1])[0]
        outcome = " " + draw.choices(["right", "hint", "wrong"], draw.choice([[5, 1, 1], [1, 1, 3]]))[0] if kind == "answer" else ""
        lines.append(f"{kind} {draw.choice(cards)} {stamp(life.clock())}{outcome}")
    return lines


def exercise(name, draw):
    title = f"title exercise {name[:3]}\n" if draw.random() < 0.5 else ""
    return f"hra-exercise 1\nkind move\nid {name}\n{title}game nim\nmove 1 exact b2\nend"


def ask(program, line, data=""):
    program.stdin.write(line + "\n" + data)
    program.stdin.flush()
    answer = json.loads(program.stdout.readline())
    return answer


def open_deck(program, text, how="deck"):
    answer = ask(program, f"{how} {len(text.encode())}", text)
    expect(how, answer["error"], 0, f"{answer['why']}\n{text}")


def check(program, text, now):
    seconds = int((now - EPOCH).total_seconds())
    found = ask(program, f"on {seconds} {int(now.utcoffset().total_seconds()) // 60}")
    expected = fold(text, now)
    for key, value in expected.items():
        expect(f"{key} on {now}", found[key], value, text)
    return expected


def written(program):
    return ask(program, "write")["text"]


def ordered_text(draw, cards, lines):
    blocks = [exercise(name, draw) for name in cards]
    if draw.random() < 0.5:  # appended to: exercises and events are mixed
        for block in blocks[1:]:
            lines.insert(draw.randint(0, len(lines)), block)
        blocks = blocks[:1]
    head = ["hra-deck 1"] + ([f"new-per-day {draw.choice([0, 1, 2, 5, 1000])}"] if draw.random() < 0.5 else [])
    return "\n".join(head + blocks + lines) + ("\n" if draw.random() < 0.9 else "")


def check_one(program, draw, seen):
    life = Life(draw)
    cards = [f"{draw.getrandbits(64):016x}" for _ in range(draw.randint(1, 8))]
    text = ordered_text(draw, cards, random_deck(draw, life, cards, draw.choice([0, 1, 3, 10, 30, 60])))
    open_deck(program, text)
    now = life.clock()
    for step in (0, 0, 1, 1, 3, 21, 400, -1, -30):
        now += timedelta(days=step, hours=draw.randint(-2, 2))
        result = check(program, text, now.astimezone(zone(draw.choice([life.zone, life.zone, 0, 720]))))
        for key in ("due", "fresh", "aside"):
            seen[key] += result[key] > 0
        seen["streak of 3"] += result["streak"] >= 3
    again = written(program)
    expect("events", parse(again)[2], parse(text)[2], text)
    expect("cards", parse(again)[1], parse(text)[1], text)
    open_deck(program, again)
    expect("a second writing", written(program), again)


def check_calls(program, draw):
    """Answers by calls are those of the text, and each is taken back by undo."""
    life = Life(draw)
    cards = [f"{draw.getrandbits(64):016x}" for _ in range(4)]
    open_deck(program, "hra-deck 1\n" + "\n".join(exercise(name, draw) for name in cards) + "\n")
    steps = [written(program)]
    for _ in range(20):
        life.pass_time()
        kind, outcome = draw.choice(["answer", "answer", "never", "again"]), draw.randint(0, 2)
        seconds = int((life.clock() - EPOCH).total_seconds())
        expect("a call", ask(program, f"{kind} {draw.choice(cards)} {seconds} {life.zone} {outcome}")["error"], 0)
        steps.append(written(program))
        check(program, steps[-1], life.clock())
    while len(steps) > 1:
        expect("as written", written(program), steps.pop())
        expect("undo", ask(program, "undo")["error"], 0)
    expect("undo of nothing", ask(program, "undo")["error"], -8)


def merged(program, one, other):
    open_deck(program, one)
    open_deck(program, other, "merge")
    return written(program)


def events_of(text):
    """With moments as text: equal ones of two zones are two."""
    return [event._replace(moment=event.moment.isoformat()) for event in parse(text)[2]]


def tally(text):
    return collections.Counter(events_of(text))


def check_merge(program, draw):
    """Two copies that went on by themselves."""
    life = Life(draw)
    cards = [f"{draw.getrandbits(64):016x}" for _ in range(draw.randint(2, 6))]
    shared = random_deck(draw, life, cards[:-1], draw.randint(0, 12))
    copies = []
    for _ in range(2):
        own = draw.sample(cards, draw.randint(0, 1)) if draw.random() < 0.2 else [f"{draw.getrandbits(64):016x}" for _ in range(draw.randint(0, 2))]
        names = [card for card in cards[:-1]] + own + cards[-1:]
        draw.random() < 0.2 and draw.shuffle(names)
        later = Life(draw) if draw.random() < 0.1 else life
        lines = shared + random_deck(draw, later, names, draw.randint(0, 12))
        open_deck(program, "\n".join(["hra-deck 1"] + [exercise(name, draw) for name in dict.fromkeys(names)] + lines) + "\n")
        copies.append(written(program))
    one, other = copies
    both = merged(program, one, other)
    expect("merging the other way round", merged(program, other, one), both, one + other)
    expect("events of both", tally(both), tally(one) | tally(other), one + other)
    expect("cards of both", {name for name, _ in parse(both)[1]}, {name for text in copies for name, _ in parse(text)[1]}, one + other)
    for text in (one, other, both):
        expect("merging again", merged(program, both, text), both, one + other)
        expect("merging into a copy", merged(program, text, both), both, one + other)
        expect("merging with itself", merged(program, text, text), text)
        if text is not both:  # events that only one copy has stay in their order
            only = [event for event in events_of(text) if event not in tally(one) or event not in tally(other)]
            expect("their order", [event for event in events_of(both) if event in only], only, one + other)
    check(program, both, life.clock())


# ---- Anki ----------------------------------------------------------------------------------------------------------------------------

MADE = [  # what is made, its tags, and words of front and back
    ("kind move\ntitle Take <b> & \"c\"\ngame tictactoe\nposition X.O/.X./..O\nanalyst exact\n", "tictactoe move",
     ["<svg", "Take &lt;b&gt; &amp; &quot;c&quot;", " to move: find the best move."], ["a3", "<br>"]),
    ("kind move\ngame nim:rows=1-2-3\nanalyst exact\n", "nim move", ["<svg"], ["<pre"]),
    ("kind move\ngame checkers\nanalyst minimax\ndepth 2\n", "checkers move", ["<svg"], ["11-15"]),
    ("kind fill\ngame tree\nanalyst alphabeta\nseed 3\ndifficulty 2\n", "tree fill", ["<pre", "MAX<br>", "Fill in: A.alpha"], ["<pre"]),
]


class Elements(html.parser.HTMLParser):
    """Elements that are opened and closed, and nothing that could act."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        expect("a harmless element", tag in ("div", "pre", "br", "svg", "title", "desc", "style", "g", "rect", "path", "circle", "text", "line",
                                            "ellipse", "polygon", "polyline", "defs", "use"), True, tag)
        expect("attributes that act", [name for name, value in attributes if name.startswith("on") or name == "src"
                                       or name == "href" and not (tag == "use" and value.startswith("#"))], [])
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        expect("an end", tag, self.open.pop() if self.open else None)


def check_anki(program):
    open_deck(program, "hra-deck 1\n")
    for made, *_ in MADE + MADE[:1]:
        answer = ask(program, f"make {len(made.encode()) + 19}", f"hra-exercise 1\n{made}end\n")
        expect("making", (answer["error"], answer["why"]), (0, ""), made)
    expect("the second of the same", answer["added"], False)
    names = [name for name, _ in parse(written(program))[1]]
    found = ask(program, "anki")
    expect("anki", found["error"], 0, found["why"])
    lines = found["text"].split("\n")
    expect("the head", lines[:4], ["#separator:tab", "#html:true", "#guid column:1", "#tags column:4"])
    expect("the end", lines[-1], "")
    expect("an end of a line, for Python's other ones", found["text"].splitlines(), lines[:-1])
    notes = list(csv.reader(io.StringIO("\n".join(lines[4:-1])), delimiter="\t"))
    expect("fields that are read as they are", ["\t".join(note) for note in notes], lines[4:-1])
    expect("guids", [note[0] for note in notes], names)
    for (made, tags, front, back), note in zip(MADE, notes):
        expect("fields", len(note), 4, made)
        expect("tags", note[3], tags)
        for field, words in ((note[1], front), (note[2], back)):
            expect("words", [word for word in words if word not in field], [], field)
            elements = Elements()
            elements.feed(field)
            elements.close()
            expect("elements that stay open", elements.open, [])
        if "<svg" in note[1]:
            xml.etree.ElementTree.fromstring(note[1][note[1].index("<svg"):note[1].index("</svg>") + 6])
    open_deck(program, "hra-deck 1\nhra-exercise 1\nid 0123456789abcdef\nkind move\ngame nowhere\nend\n")
    found = ask(program, "anki")
    expect("a wrong exercise", (found["error"], found["why"][:22]), (-2, "card 0123456789abcdef:"), found["why"])


def main():
    draw = random.Random(42)
    seen = collections.Counter()
    program = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    check_anki(program)
    for _ in range(DECKS):
        check_one(program, draw, seen)
    for _ in range(DECKS // 40):
        check_calls(program, draw)
    for _ in range(DECKS // 4):
        check_merge(program, draw)
    program.stdin.close()
    expect("the end of the program", program.wait(), 0)
    for key in ("due", "fresh", "aside", "streak of 3"):
        expect(f"decks with {key}", seen[key] > DECKS // 20, True)
    print(f"deck: {DECKS} decks on 9 days each, {DECKS // 40} rows of calls, {DECKS // 4} merges; {bad} differences; days with {dict(seen)}")
    sys.exit(bad > 0)


main()
