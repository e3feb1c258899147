"""Files that a review writes: a page, CSV, JSON; lists of rolls, error rates over time."""
# suites: cli, heavy
import csv
import gzip
import html.parser
import io
import json
import re
import subprocess
import sys

import pytest
from conftest import HRA, ROOT

sys.path.insert(0, str(ROOT / "tests"))
import pdn  # noqa: E402

TAGS = set("html head meta title style body header footer main section article div span h1 h2 h3 p a bdi table caption thead tbody "
           "tr th td figure figcaption dl dt dd details summary svg defs g use path rect circle ellipse text".split())
VOID = {"meta"}
ATTRIBUTES = set("lang charset http-equiv content name class id href title role aria-label aria-hidden open viewbox d x y width height "
                 "cx cy r rx ry x1 y1 x2 y2 font-size text-anchor transform points fill stroke stroke-width".split())
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Page(html.parser.HTMLParser):
    """A report as an independent parser reads it. Unknown tags, attributes and links elsewhere, and what is not closed, are errors."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.raw = path.read_bytes().decode("utf-8")
        self.open, self.words, self.policy, self.ids, self.links, self.articles = [], [], "", [], [], []
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f" + BIDI + "]", self.raw), "a control character is in the page"
        assert self.raw.startswith("<!DOCTYPE html>\n")
        self.feed(self.raw)
        self.close()
        assert self.open == [], f"not closed: {self.open}"
        assert len(self.ids) == len(set(self.ids)), "an id is there twice"
        assert {link[1:] for link in self.links} <= set(self.ids), "a link leads nowhere"

    def handle_startendtag(self, tag, attrs):
        self.look_at(tag, attrs)

    def handle_starttag(self, tag, attrs):
        self.look_at(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "article":
            self.articles.append("")

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def look_at(self, tag, attrs):
        assert tag in TAGS, f"<{tag}> is from elsewhere"
        for name, value in attrs:
            assert name in ATTRIBUTES, f"{name} of <{tag}> is from elsewhere"
            assert name != "href" or value.startswith("#"), value
            assert not re.search(r"url\(|javascript:", value or "") or name in ("aria-label", "title"), value
        found = dict(attrs)
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        if "id" in found:
            self.ids.append(found["id"])
        if "href" in found:
            self.links.append(found["href"])

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            assert not re.search(r"url\(|@import|expression", data)
            return
        self.words.append(data)
        if "article" in self.open:
            self.articles[-1] += f"{data.strip()} " if data.strip() else ""

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def report(hra, *command):
    hra("review", *command, "--output", "report.html").exits(0)
    return Page(hra.here / "report.html")


def rows_of(said):
    """CSV as Python reads it; each line ends as RFC 4180 says."""
    text = said.bytes.decode("utf-8")
    assert text.endswith("\r\n") and not re.search(r"(?<!\r)\n", text)
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


GAMES = {"t.hra": ("tictactoe random random", 3), "b.hra": ("backgammon:cube=yes random random", 2), "c.hra": ("checkers random random", 1),
         "l.hra": ("backgammon greedy greedy", 1)}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    for name, (players, games) in GAMES.items():
        subprocess.run([HRA, "match", *players.split(), "--games", str(games), "--seed", "7", "--record", folder / name], check=True,
                       capture_output=True)
    return {name: (folder / name).read_text(encoding="utf-8") for name in GAMES}


@pytest.fixture
def played(hra, records):
    for name, text in records.items():
        hra.write(name, text)
    return hra


ANALYSTS = {"t.hra": "exact", "b.hra": "expert:plies=0", "c.hra": "expert:nodes=200"}


@pytest.fixture(params=ANALYSTS.items(), ids=lambda pair: pair[0])
def reviewed(played, request):
    """A file of games, and its review as JSON, a record a line."""
    file, analyst = request.param
    words = f"{file} --analyst {analyst}"
    return played, words, [json.loads(line) for line in played(f"review {words} --json").good().lines]


def decisions(review, all_moves=False):
    return [move for move in review["moves"] if move["seat"] is not None and (all_moves or move["mistake"])]


# ---- the page


def test_a_page_has_each_costly_decision_with_its_board(reviewed):
    hra, words, reviews = reviewed
    page = report(hra, *words.split())
    costly = [(review, move) for review in reviews for move in decisions(review)]
    assert costly and len(page.articles) == len(costly) == page.raw.count('<div class="board"><svg viewBox=')
    for (review, move), shown in zip(costly, page.articles):
        assert f"turn {move['turn']} " in shown.replace(",", " ")
        assert f"played {move['move']} " in shown and f"best {move['best']} " in shown
        scale = 100 if review["unit"] == "probability" else 1 / move["stakes"] if review["game"].startswith("backgammon") else 1
        assert f"loss {scale * move['loss']:.{review['decimals']}f}" in shown


def test_a_page_loads_nothing_and_runs_nothing(reviewed):
    hra, words, _ = reviewed
    page = report(hra, *words.split())
    assert page.policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; ") and "script" not in page.policy
    assert not re.search(r"https?://|<script|\son\w+=|\sstyle=", page.raw)
    assert page.raw.index("Content-Security-Policy") < page.raw.index("<style>")
    assert "prefers-color-scheme:dark" in page.raw and "@media print" in page.raw


def test_a_page_says_the_sums_of_each_game(reviewed):
    hra, words, reviews = reviewed
    page = report(hra, *words.split())
    for number, review in enumerate(reviews, 1):
        assert f"g{number}" in page.ids
        for seat in review["seats"]:
            assert seat["accuracy"] is None or f"{seat['accuracy']:.1f}%" in page.text
            assert "pr" not in seat or seat["pr"] is None or f"{seat['pr']:.1f}" in page.text


def test_a_page_is_golden(hra):
    """All words of a small report, in their order."""
    hra.write("game.hra", "hra-record 1\ngame tictactoe\nseed 3\nnumber 0\nseat 0 random\nseat 1 random\n0 b2\n1 a2\n0 c1\n1 b1\n")
    assert report(hra, "game.hra", "--analyst", "exact").text == (
        "Tic-tac-toe – hra Tic-tac-toe 1 game random – random tictactoe · game.hra :1 · analyst exact value X random O random -1 0 1 1 2 blunder, 1 "
        "player value loss decisions costly ?! ? ?? mean loss accuracy X random 1 0 2 0 0 0 0 0.00 100.0% O random -1 1 2 1 0 0 1 0.50 54.3% "
        "?? turn 1, O random played a2 best a1 loss 1 value 0 → -1 best line: a1, b1, b3, a2, c2, c1, a3, c3 "
        "Loss: the value of the best move minus the value of the move made. On boards the dashed arrow is the move made, the full one "
        "the best move. ?! inaccuracy, ? error, ?? blunder. PR: 500 times the mean loss, divided by the stakes.")


def test_a_page_numbers_its_games_if_there_are_several(played):
    page = report(played, "t.hra", "--analyst", "exact")
    assert re.findall(r"<h2>(\d\. )?<bdi>", page.raw) == ["1. ", "2. ", "3. "]


def test_a_page_says_what_was_conceded(hra):
    hra.write("r.hra", "hra-record 2\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 b2\n1 a1\nresign 1\nresult 1 -1\n")
    text = report(hra, "r.hra", "--analyst", "exact").text
    assert "player result loss conceded decisions " in text and "X human 1 0 +1 1 0" in text and "O human -1 0 -1 1 0" in text


def test_a_page_in_czech(played):
    page = Page(played.here / "report.html") if played(
        "review b.hra --analyst expert:plies=0 -o report.html", LANGUAGE="cs").exits(0) else None
    assert 'lang="cs"' in page.raw and "nejšťastnější hody" in page.text and "zahráno" in page.text
    assert not re.search(r"\b(played|luckiest|blunder|turn)\b", page.text)


def test_all_moves_are_listed_if_they_are_asked_for(reviewed):
    hra, words, reviews = reviewed
    page = report(hra, *words.split(), "--all-moves")
    listed = page.raw.count("<details open>")
    assert listed == len(reviews) and "<details" not in report(hra, *words.split()).raw
    body = page.raw.split("<details open>")[1].split("</details>")[0]
    assert body.count("<tr>") == 1 + len(reviews[0]["moves"])


# ---- what files may hold

NASTY = ["<script>alert(1)</script>]]>", '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", "</title></style></svg><b>&lt;<!--",
         "javascript:alert(1)", "\x1b[31mred\x9b31m", "\u202etxt.exe\u2066\u2067\u2068", "nul\x00l", "a\r\nb", "=cmd|' /C calc'!A1", "@SUM(1),\"",
         "Žofie 東京 \U0001f3b2"]

PDN = """[Event "{event}"]
[Site "{site}"]
[Date "{date}"]
[Round "{round}"]
[Annotator "{annotator}"]
[Black "{black}"]
[White "{white}"]
[Result "{result}"]

{{{comment}}} 1. 11-15 {{{comment}}} 23-18 2. 8-11 18-14 3. 9x18 24-19 {result}
"""
MAT = """; [EventDate "{date}"]
; [Event "{event}"]

 3 point match

 Game 1
 {first} : 0                      {second} : 0
  1)                              31: 8/5 6/5
  2) 52: 13/8 13/11               64: 24/14
"""
RECORD = """hra-record 2
game tictactoe
seed 3
number 0
# Date: {date}
seat 0 {seat}
seat 1 random
name 0 {name}
0 b2
# {comment}
1 a2
0 c1
1 b1
"""
FORMS = {"x.pdn": (PDN, "alphabeta:depth=1", "event site date round annotator black white result comment".split()),
         "x.mat": (MAT, "greedy", "date event first second".split()),
         "x.hra": (RECORD, "exact", "date seat name comment".split())}
PLAIN = {"event": "e", "site": "s", "date": "2026.11.27", "round": "1", "annotator": "a", "black": "B", "white": "W", "result": "*",
         "comment": "c", "first": "F", "second": "S", "seat": "random", "name": "N"}
SHOWN = {"black", "white", "first", "second", "name"}  # by the page, where the file can hold it


def read_with(hra, file, nasty, fields):
    """Whether a file with this text in these fields is read; what is written about it then is harmless."""
    form, analyst, _ = FORMS[file]
    hra.write(file, form.format(**{**PLAIN, **dict.fromkeys(fields, nasty)}))
    said = hra("review", file, "--analyst", analyst, "--all-moves", "--output", "report.html", "--output", "rows.csv")
    assert said.status in (0, 1, 2) and not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f" + BIDI + "]", said.err)
    if said.status:
        return False
    page = Page(hra.here / "report.html")
    if not re.search(r'[^\w<>&;:()=!@+/ ]', nasty) and SHOWN & set(fields):
        assert nasty.replace(":", ";" if file == "x.mat" else ":") in page.text
    if file == "x.pdn":
        hra("review", file, "--analyst", analyst, "--output", "out.pdn").exits(0)
        assert len(pdn.read(hra.read("out.pdn"))) == 1
    for row in csv.reader(io.StringIO(hra.read("rows.csv"), newline=""), strict=True):
        for cell in row:
            assert not re.search(r"[\x00-\x1f\x7f-\x9f" + BIDI + "]", cell)
            assert re.fullmatch(r"-?[0-9.]+(e-?[0-9]+)?", cell) or not cell or cell[0] not in "=+-@"
    return True


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("file", FORMS)
def test_no_field_of_a_file_becomes_markup(hra, file, nasty):
    """All fields at once; where the file is then refused, each by itself, and names are never refused but for bytes that no text has."""
    fields = FORMS[file][2]
    if read_with(hra, file, nasty, [field for field in fields if field not in ("date", "result")]):
        read = set(fields) - {"date", "result"} | {field for field in ("date", "result") if field in fields and read_with(hra, file, nasty, [field])}
    else:
        read = {field for field in fields if read_with(hra, file, nasty, [field])}
    assert read & SHOWN or re.search('[\\x00-\\x1f\\x80-\\x9f"' + BIDI + "]", nasty), read


def test_a_name_of_a_file_is_no_markup(hra):
    for name in ("<script>alert(1)<", "=1+1", "a,b\"c", "\u202egnp", "x' onload='y"):
        hra.write(f"{name}.hra", RECORD.format(**PLAIN))
        page = report(hra, f"./{name}.hra", "--analyst", "exact")
        assert (name if name[0] != "\u202e" else "?gnp") + ".hra :1" in page.text
        row = rows_of(hra("review", f"./{name}.hra", "--analyst", "exact", "--format", "csv").good())[0]
        assert row["file"] == f"./{name}.hra".replace("\u202e", "?")


def test_a_tree_of_a_file_is_no_markup(hra):
    hra.write("x.tree", "node start max\nnode <b> min\nedge start <b>\nedge start \"x\nedge <b> l1\nedge <b> l2\nleaf l1 4\nleaf l2 7\nleaf \"x 3\n")
    hra.write("x.hra", "hra-record 1\ngame tree:file=x.tree\nseed 1\nnumber 0\nseat 0 random\nseat 1 random\n")
    if hra("review x.hra --analyst minimax --allow-files --output report.html").status == 0:
        Page(hra.here / "report.html")


# ---- CSV


def test_csv_has_a_row_for_each_costly_decision(reviewed):
    hra, words, reviews = reviewed
    for option, all_moves in (("", False), ("--all-moves", True)):
        rows = rows_of(hra(f"review {words} --format csv {option}").good())
        wanted = [(number, review, move) for number, review in enumerate(reviews, 1) for move in decisions(review, all_moves)]
        assert len(rows) == len(wanted) > 0
        for row, (number, review, move) in zip(rows, wanted):
            assert (int(row["game"]), int(row["ply"]), int(row["turn"]), int(row["seat"])) == (
                number, move["ply"], move["turn"], move["seat"])
            assert (row["move"], row["best"], float(row["loss"])) == (move["move"], move.get("best", move["move"]), move["loss"])
            assert row["grade"] == move.get("grade", "") and row["unit"] == review["unit"]
            assert row["decision_type"] == move.get("decision_type", "")
            before = review["moves"][move["ply"] - 1]["values"] if move["ply"] else [seat["expected"] for seat in review["seats"]]
            assert float(row["value_before"]) == before[move["seat"]]
            assert float(row["value_after"]) == move["values"][move["seat"]]


def test_csv_says_the_roll_of_a_decision(played):
    review = json.loads(played("review l.hra --analyst expert:plies=0 --json").good().lines[0])
    rows = rows_of(played("review l.hra --analyst expert:plies=0 --format csv --all-moves").good())
    rolled = 0
    for row in (row for row in rows if row["game"] == "1"):
        before = review["moves"][int(row["ply"]) - 1]
        if before["seat"] is None:
            assert (row["roll"], float(row["luck"])) == (before["move"], before["luck"][int(row["seat"])])
            rolled += 1
        else:
            assert row["roll"] == row["luck"] == ""
    assert rolled > 5 and {row["phase"] for row in rows} <= set("0123456789")


# ---- annotated PDN

NAGS = {"inaccuracy": 6, "error": 2, "blunder": 4}


def annotated(hra, *command):
    """The games as the reader of PDN of the tests has them, which is not hra's: each move of the main line with what follows it."""
    hra("review", *command, "--output", "out.pdn").exits(0)
    games = pdn.read(hra.read("out.pdn"))
    assert all(not game.faults and not game.remarks for game in games)
    moves = []
    for game in games:
        moves.append([])
        for item in game.body:
            if item[0] == "move":
                moves[-1].append((item[1], []))
            elif moves[-1]:
                moves[-1][-1][1].append(item)
    return games, moves


def test_pdn_has_values_glyphs_and_the_best_lines(played):
    reviews = [json.loads(line) for line in played("review c.hra --analyst expert:nodes=200 --json").good().lines]
    games, moves = annotated(played, "c.hra", "--analyst", "expert:nodes=200")
    assert len(games) == len(reviews) and any(decisions(review) for review in reviews)
    for review, game, line in zip(reviews, games, moves):
        assert game.tag("Analyst") == "expert:nodes=200" and game.tag("EvalUnit") == "win probability of Black"
        assert len(line) == len(review["moves"]) == len(game.moves)
        for move, (_, notes) in zip(review["moves"], line):
            said = [note[1] for note in notes if note[0] == "comment"]
            assert said[0].startswith(f"[%eval {move['values'][0]:.4f}] [%wp {move['values'][0]:.3f}]".replace("-0.0000", "0.0000"))
            assert [note[1] for note in notes if note[0] == "nag"] == ([NAGS[move["grade"]]] if "grade" in move else [])
            variations = [note[1] for note in notes if note[0] == "variation"]
            assert (f"loss {move['loss']:.4f}, best {move['best']}" in said[0] and variations) if move["mistake"] else len(said[0].split()) == 4
            for variation in variations:
                steps = re.fullmatch(r"(\d+)[-x](?:\d+[-x])*(\d+)", move["best"])
                assert re.fullmatch(r"(\d+)[-x](?:\d+[-x])*(\d+)", variation[0][1]).groups() == steps.groups()


def test_pdn_keeps_what_people_wrote_and_replaces_an_earlier_review(hra):
    hra.write("in.pdn", '[Event "A \\"great\\" one"]\n[Annotator "Smith"]\n[Black "A"]\n[White "B"]\n[Result "0-1"]\n\n{before}\n1. 9-14 {book} 22-18 $1 '
              "(22-17 {too slow} 11-16) 2. 5-9? 24-19 0-1\n")
    games, moves = annotated(hra, "in.pdn", "--analyst", "expert:nodes=200")
    assert games[0].tags[:5] == [["Event", 'A "great" one'], ["Annotator", "Smith"], ["Black", "A"], ["White", "B"], ["Result", "0-1"]]
    assert [move for move, _ in moves[0]] == ["9-14", "22-18", "5-9", "24-19"] and games[0].terminator == "0-1"
    assert games[0].body[0] == ["comment", "before"] and ["comment", "book"] in moves[0][0][1] and ["nag", 1] in moves[0][1][1]
    assert ["variation", [["move", "22-17", ""], ["comment", "too slow"], ["move", "11-16", ""]]] in moves[0][1][1]
    first = hra.read("out.pdn")
    hra.write("again.pdn", first)
    annotated(hra, "again.pdn", "--analyst", "expert:nodes=200")
    assert hra.read("out.pdn") == first and first.count("[%eval ") == 4
    hra("replay again.pdn").exits(0)


def test_pdn_keeps_values_of_other_programs_and_nested_variations(hra):
    hra.write("in.pdn", '[Event "e"]\n[Result "*"]\n\n1. 11-15 {[%eval 0.3] a note} (10-15 (9-14 {[%eval -1.25]} 22-18)) 24-19 *\n')
    games, moves = annotated(hra, "in.pdn", "--analyst", "expert:nodes=50")
    notes = moves[0][0][1]
    assert notes[0] == ["comment", "[%eval 0.3] a note"] and notes[1][1].startswith("[%eval 0.5")
    assert notes[2] == ["variation", [["move", "10-15", ""], ["variation", [["move", "9-14", ""], ["comment", "[%eval -1.25]"], ["move", "22-18", ""]]]]]
    hra.write("again.pdn", hra.read("out.pdn"))
    first = hra.read("out.pdn")
    annotated(hra, "again.pdn", "--analyst", "expert:nodes=50")
    assert hra.read("out.pdn") == first


def test_pdn_of_a_resigned_game_has_its_result_and_the_last_value(hra):
    for name, text in (("r.pdn", '[Black "P"]\n[White "Q"]\n[Result "1-0"]\n1. 10-14 22-18 1-0\n'),
                       ("r.hra", "hra-record 2\ngame checkers\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 10-14\n1 22-18\nresign 1\nresult 1 -1\n")):
        hra.write(name, text)
        games, moves = annotated(hra, name, "--analyst", "minimax:depth=1")
        assert games[0].terminator == games[0].tag("Result") == "1-0"
        assert [notes[0][1] for _, notes in moves[0]] == ["[%eval 0.0000] [%wp 0.500]"] * 2


# ---- lists


def test_the_luckiest_rolls_are_those_with_the_most_luck(played):
    """The roll is of the seat that decides next."""
    said = played("review l.hra --analyst expert:plies=0 --luck 4 --json").json()["luck_lists"]
    rolls = []
    for number, line in enumerate(played("review l.hra --analyst expert:plies=0 --json").good().lines, 1):
        moves = json.loads(line)["moves"]
        for at, move in enumerate(moves):
            owner = next((later["seat"] for later in moves[at:] if later["seat"] is not None), None)
            if move["seat"] is None and owner is not None:
                rolls.append((move["luck"][owner], number, move["ply"]))
    lucky = sorted((roll for roll in rolls if roll[0] > 0), key=lambda roll: -roll[0])[:4]
    unlucky = sorted((roll for roll in rolls if roll[0] < 0), key=lambda roll: roll[0])[:4]
    assert len(said) == 1 and len(lucky) == len(unlucky) == 4
    assert [(roll["luck"], roll["number"], roll["ply"]) for roll in said[0]["luckiest"]] == lucky
    assert [(roll["luck"], roll["number"], roll["ply"]) for roll in said[0]["unluckiest"]] == unlucky


def test_lists_of_rolls_as_text(played):
    text = played("review l.hra --analyst expert:plies=0 --luck 3").good()
    assert text.count("^ +[123] +[+-][0-9.]+ (White|Black) ") == 6 and all(len(line) <= 80 for line in text.lines)
    assert "no chance" in played("review t.hra --analyst exact --luck 3").good()
    assert report(played, "l.hra", "--analyst", "expert:plies=0", "--luck", "3").raw.count("<td>+") == 3


DAYS = ("2025.03.01", "2025.03.30", "2025.11.02", "2026.??.??", "")


@pytest.fixture
def dated(played):
    """Games of three known periods, one of a known year, one without a date, in a folder with another file."""
    (played.here / "games").mkdir()
    for number, day in enumerate(DAYS):
        record = played(f"match backgammon:cube=yes greedy random --games 1 --seed {number} --record one.hra --json") and played.read("one.hra")
        (played.here / "one.hra").unlink()
        head, line, rest = record.partition("number 0\n")
        played.write(f"games/{number}.hra", head + line + (f"# Date: {day}\n" if day else "") + rest)
    played.write("games/notes.txt", "no game")
    return played


def test_error_rates_over_time(dated):
    words = "review games --analyst expert:plies=0"
    reviews = [json.loads(line) for line in dated(f"{words} --json").good().lines]
    assert len(reviews) == len(DAYS)
    for period, cut in (("month", 7), ("year", 4)):
        names = [day.replace(".", "-")[:cut] if day else None for day in DAYS]
        rows = dated(f"{words} --trend {period} --json").json()["trend"]
        assert len(rows) == 2 * len(set(names))
        assert [row["period"] for row in rows[:len(set(names))]] == sorted(set(names), key=lambda name: name or "~")
        for row in rows:
            seats = [seat for name, review in zip(names, reviews) if name == row["period"] for seat in review["seats"]
                     if seat["player"] == row["player"]]
            assert row["games"] == len(seats) and row["decisions"] == sum(seat["decisions"] for seat in seats)
            lost = sum(seat["pr"] * seat["decisions"] for seat in seats if seat["decisions"])
            assert row["pr"] == pytest.approx(lost / row["decisions"])
            for kind in row["kinds"]:
                same = [one for seat in seats for one in seat["kinds"] if one["decision_type"] == kind["decision_type"]]
                assert kind["decisions"] == sum(one["decisions"] for one in same)


def test_error_rates_as_text_and_page(dated):
    text = dated("review games --analyst expert:plies=0 --trend month").good()
    assert all(len(line) <= 80 for line in text.lines) and text.count("^  2025-(03|11) ") == 4 and text.count("^  unknown ") == 2
    assert text.count("Backgammon, (greedy|random)  [▁▂▃▄▅▆▇█]{2}$") == 2
    page = report(dated, "games", "--analyst", "expert:plies=0")
    assert page.raw.count('<figure class="curve">') == 2 and "2025-11" in page.text
    assert "<article" not in report(dated, "games", "--analyst", "expert:plies=0", "--trend", "year").raw
    ascii_text = dated("review games --analyst expert:plies=0 --trend month", LC_ALL="C").good()
    assert not re.search("[▁▂▃▄▅▆▇█]", ascii_text.out)


@pytest.mark.parametrize("days, periods", [
    (("2024.13.40", "2025.01.01"), ["2024-??", "2025-01"]), (("2024.00.01", "2024.01.01"), ["2024-01", "2024-??"]),
    (("????.11.22", ""), [None]), (("2024.12.31", "2025.01.01"), ["2024-12", "2025-01"])])
def test_no_date_leaves_the_axis_of_time(hra, days, periods):
    for number, day in enumerate(days):
        hra.write(f"{number}.hra", RECORD.format(**{**PLAIN, "date": day}) if day else RECORD.format(**PLAIN).replace("# Date: 2026.11.27\n", ""))
    words = ["0.hra", "1.hra", "--analyst", "exact", "--trend", "month"]
    assert sorted({row["period"] for row in hra("review", *words, "--json").json()["trend"]}, key=str) == periods
    assert not re.search("nan|inf", report(hra, *words).raw.partition("<main>")[2])


def test_lists_join_with_the_summary(dated):
    said = dated("review games --analyst expert:plies=0 --summary --luck 1 --trend year").good()
    assert said.count("^player") == 1 and said.count("^luckiest rolls$") == 1 and said.count("^Backgammon, greedy") == 1
    lines = dated("review games --analyst expert:plies=0 --summary --luck 1 --trend year --json").good().lines
    assert [sorted(json.loads(line))[0] for line in lines] == ["game", "luck_lists", "trend"]


# ---- files


def test_threads_and_stores_write_the_same(played):
    words = "review t.hra t.hra --analyst exact"
    played(f"{words} -o a.html -o a.csv -o a.json").exits(0)
    played(f"{words} --threads 2 -o b.html -o b.csv -o b.json").exits(0)
    for ending in ("html", "csv", "json"):
        assert (played.here / f"a.{ending}").read_bytes() == (played.here / f"b.{ending}").read_bytes()
    assert played.read("a.json") == played(f"{words} --json").good().out
    played(f"{words} --store s -o c.csv").exits(0)
    played("review report s -o d.csv").exits(0)
    assert played.read("c.csv") == played.read("d.csv")
    assert re.sub(r"^[^,]*,\d+", "", played.read("a.csv"), flags=re.M) == re.sub(r"^[^,]*,\d+", "", played.read("d.csv"), flags=re.M)


def test_a_file_is_whole_or_as_it_was(played):
    played.write("report.html", "as it was")
    played("review t.hra --analyst random -o report.html").wrong("does not value positions")
    assert played.read("report.html") == "as it was"
    played("review t.hra nowhere.hra --analyst exact -o report.html").failing("'nowhere.hra': file not found")
    assert len(Page(played.here / "report.html").ids) > 3  # what could be read


def test_formats_are_named_or_recognized_by_the_ending(played):
    words = "review t.hra --analyst exact"
    assert played(f"{words} --format html").good().out.startswith("<!DOCTYPE html>")
    assert played(f"{words} --output - --format csv").exits(0).out.startswith("file,game,date,")
    assert played(f"{words} -o rows --format csv").exits(0).out == "" and played.read("rows").startswith("file,game,date,")
    assert played(f"{words} --format json").good().bytes == played(f"{words} --json").good().bytes
    assert played(f"{words} --format text").good().bytes == played(words).good().bytes
    played(f"{words} -o rows.txt -o other --format text").exits(0)
    assert played.read("rows.txt") == played.read("other") == played(f"{words} --format text -o -").exits(0).out


def test_pgn_has_values_in_pawns_and_keeps_those_of_others(hra):
    hra.write("in.pgn", '[Event "e"]\n[Result "1-0"]\n\n1. f3 { [%eval -0.30] [%clk 0:01:00] } 1... e5 {[%csl Ge5]} 2. g4 Qh4# 0-1\n')
    hra("review in.pgn --analyst alphabeta:depth=2 -o out.pgn").exits(0)
    first = hra.read("out.pgn")
    assert '[EvalUnit "pawns of White"]' in first and "{ [%eval -0.30] [%clk 0:01:00] }" in first and "{[%csl Ge5]}" in first
    assert len(re.findall(r"\{\[%eval -?\d+\.\d\d\]", first)) == 2 and "Qh4# 0-1" in first
    assert "g4 $4\n{[%eval #-1] loss" in first  # as people write a mate in one by Black
    hra.write("again.pgn", first)
    hra("review again.pgn --analyst alphabeta:depth=2 -o out.pgn").exits(0)
    assert hra.read("out.pgn") == first


@pytest.mark.parametrize("options, why", [
    ("-o x.jpg", "--output takes a file name that ends with .html, .csv, .json, .pdn, .pgn, .mat, .sgf, .txt, .svg, .png, .pdf or .gif"), ("-o x.csv --format html", "--output"), ("--format htm", "did you mean 'html'?"),
    ("--format jpg", "--format takes text, html, csv, json, pdn, pgn, mat, sgf, svg, png, pdf or gif, not 'jpg'"), ("--json --format csv", "--json and --format"),
    ("-o x.html -o x.html", "names x.html twice"), ("--luck 0", "--luck"), ("--trend day", "--trend takes month or year, not 'day'"),
    ("--luck 3 -o x.csv", "not for csv"), ("--summary -o x.pdn", "not for pdn"), ("-o x.pdn", "PDN takes games of checkers only, not tictactoe"), ("-o x.pgn", "PGN takes games of chess only, not tictactoe"), ("--step -o x.html", "--step goes through printed games"), ("--format text -o x.html", "--output")])
def test_wrong_options_are_refused_before_work(played, options, why):
    played(f"review t.hra --analyst exact {options}").wrong(why)
    assert not (played.here / "x.html").exists() and not (played.here / "x.csv").exists()


def test_a_folder_without_games_is_refused(hra):
    (hra.here / "none").mkdir()
    hra("review none").failing("none: no game file in this folder")


def test_a_folder_stands_for_its_files_of_games(hra):
    """Whatever their format, packed or not; not for its folders, nor for other files."""
    pdn, sgf = b'[Event "x"]\n1. 11-15 23-18 *\n', (ROOT / "tests/games/gnubg-1-point-2.sgf").read_bytes()
    (hra.here / "games/more.hra").mkdir(parents=True)
    for name, data in (("a.pdn.gz", gzip.compress(pdn)), ("b.PDN", pdn), ("c.sgf", sgf), ("d.txt", pdn), (".e.pdn", pdn)):
        (hra.here / "games" / name).write_bytes(data)
    rows = hra("review games --analyst mcts:playouts=4 --format csv --all-moves").exits(0).out
    assert sorted(set(re.findall("^games/[^,]*", rows, re.M))) == ["games/a.pdn.gz", "games/b.PDN", "games/c.sgf"]
