"""Reviews as annotated match files: read by hra, and by mat.py, which is not hra's. gnubg_files.py asks GNU Backgammon."""
# suites: cli, heavy
import re
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests"))
import mat  # noqa: E402
import mat_dialects  # noqa: E402

SAMPLE = ROOT / "tests/games/gnubg-3-point-5.mat"
ANALYST = "--analyst expert:plies=0"
SIGNS = {"inaccuracy": " ?!", "error": " ?", "blunder": " ??"}
STEERING = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"


def comments(text):
    return re.findall(r"^; \(hra: (equity .*)\)$", text, re.MULTILINE)


def played_of(text):
    return [(game.score, game.names, game.events, game.winner, game.points) for game in mat.read(text)]


def annotated(hra, file, out="out.mat"):
    hra(f"review {file} {ANALYST} --output {out}").exits(0)
    return hra.read(out)


def expected(review):
    """The comments that the numbers of a review make; the best move is compared apart."""
    for before, move in zip([None] + review["moves"], review["moves"]):
        if move["seat"] is None or (move.get("chosen") == "no double" and not move["mistake"]):
            continue
        said = [f"equity {move['values'][move['seat']]:+.3f}"]
        if before and before["seat"] is None:
            said.append(f"luck {before['luck'][move['seat']]:+.3f}")
        if not move.get("not_close"):
            actions = list(move.get("stake_actions", {}).items())
            said += [f"{name} {value:+.3f}" for name, value in actions[move.get("responding", False):]]
        if move["mistake"]:
            said.append(f"loss {move['loss']:.3f}" + SIGNS.get(move.get("grade"), ""))
        if move["mistake"] and "best" in move:
            said.append("best")
        yield "; ".join(said).replace("-0.000", "+0.000")


def test_each_move_has_its_numbers(hra):
    hra.write("in.mat", SAMPLE.read_text(encoding="utf-8"))
    text = annotated(hra, "in.mat")
    review = hra(f"review in.mat {ANALYST} --json").json()
    found = [re.sub(r"; best .*", "; best", said) for said in comments(text)]
    assert found == list(expected(review)) and sum("best" in said for said in found) > 2
    for number, seat in enumerate(review["seats"], 1):
        assert f'; [PR {number} "{seat["pr"]:.1f}, checker play ' in text
    assert '; [Analyst "expert:plies=0"]' in text


@pytest.mark.parametrize("name", ["gnubg", "resigned-after-dice", "words", "two-matches", "points", "missing-game", "long"])
def test_the_match_is_as_it_was(hra, name):
    """Read by mat.py and by hra; a second review replaces the comments of the first."""
    data, _ = mat_dialects.write(mat_dialects.DIALECTS[name], "annotated")
    hra.write("in.mat", data.decode())
    text = annotated(hra, "in.mat")
    assert played_of(text) == played_of(data.decode())
    assert [game.faults for game in mat.read(text) if game.faults] == []
    shown = [line for line in hra("replay out.mat").good().lines if not line.lstrip().startswith("|  (hra: ")]
    assert shown == hra("replay in.mat").good().lines
    assert annotated(hra, "out.mat", "again.mat") == text


def test_best_moves_are_moves(hra):
    """Each is another move than the one made, spelled as the file spells moves, and is better by the loss."""
    hra.write("in.mat", SAMPLE.read_text(encoding="utf-8"))
    text = annotated(hra, "in.mat")
    found = re.findall(r"equity ([+-][0-9.]+);.* loss ([0-9.]+).*; best ([^+-]*) ([+-][0-9.]+)\)", text)
    assert len(found) > 2
    for value, loss, best, other in found:
        assert re.fullmatch(r"(bar|\d+)/(\d+|off)\*?(?: (bar|\d+)/(\d+|off)\*?)*|roll|double|take|drop", best), best
        assert float(other) == pytest.approx(float(value) + float(loss), abs=0.0016)


def test_comments_of_people_stay(hra):
    hra.write("in.mat", "; who was there\n; [Site \"club\"]\n 3 point match\n; (hra is a program)\n Game 1\n A : 0                          B : 0\n"
              "; before the first move\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n; good\n  2) 61: 13/7 8/7\n")
    text = annotated(hra, "in.mat")
    lines = [line for line in text.splitlines() if line.startswith(";") and "(hra:" not in line]
    assert [line for line in lines if "[" not in line] == ["; who was there", "; (hra is a program)", "; before the first move", "; good"]
    assert [line for line in lines if "[" in line][0] == '; [Site "club"]'


def test_records_become_match_files(hra):
    hra("match backgammon:match-length=3 greedy random --games 2 --seed 4 --record r.hra").exits(0)
    hra("match backgammon:match-length=3 greedy random --games 2 --seed 4 --record r.mat").exits(0)
    text = annotated(hra, "r.hra")
    assert [game[2:] for game in played_of(text)] == [game[2:] for game in played_of(hra.read("r.mat"))]
    assert len(comments(text)) > 20 and hra("replay out.mat --list").exits(0)


def test_texts_of_a_file_do_no_harm(hra):
    """Names, tags and notes with ends of lines, rows of a game, quotes, control characters and changes of direction."""
    nasty = "x\\n Game 9\\n A : 5  B : 5\\n\\\"]\u202egpj"
    hra.write("in.hra", f"hra-record 4\ngame backgammon:match-length=3\nseat 0 human\nseat 1 human\nname 0 ab : 7  c\n#: tag Event {nasty}\n"
              f"#: tag Na\"me y\n#: comment {nasty}\n* 31\n0 8/5 6/5\n#: comment {nasty}\n#: property Line {nasty}\n1 roll\n* 64\n1 24/14\n"
              f"0 White resigns 1 point\n#: property End Wins 1 point{nasty}\n* 52\n0 13/8 13/11\n")
    harmless(annotated(hra, "in.hra"))
    hra("replay out.mat").exits(2)  # "Line" is what was no line of a game
    for nasty in ("\x1b[2J", "\u202egpj\u2066", "\x9b2J", "a\x07b\x7f", "\u2028"):
        hra.write("in.mat", f"; [Event \"{nasty}\"]\n;{nasty}\n 3 point match\n Game 1\n A{nasty} : 0           {nasty}B : 0\n;{nasty}\n"
                  f"  1) 31: 8/5 6/5                 64: 24/14\n;{nasty}\n     Wins 1 point\n Game 2\n A : 1      B : 0\n  1) 52: 13/8 13/11\n")
        harmless(annotated(hra, "in.mat"))


def harmless(text):
    assert not re.search(STEERING, text)
    games = mat.read(text)
    assert [len(game.events) for game in games] == [2, 1] and [game.faults for game in games if game.faults] == []


def test_other_games_are_refused(hra):
    hra("match nim random random --games 1 --seed 1 --record n.hra").exits(0)
    hra("review n.hra --analyst exact --output n.mat").wrong("match files take games of backgammon only, not nim")
    assert not (hra.here / "n.mat").exists()
    assert "equity" in hra(f"review {SAMPLE} {ANALYST} --format mat").good().out


def test_threads_write_the_same_numbers(hra):
    """In tasks the moves have hra's spelling."""
    hra(f"review {SAMPLE} {ANALYST} -o a.mat").exits(0)
    hra(f"review {SAMPLE} {ANALYST} --threads 2 -o b.mat").exits(0)
    a, b = hra.read("a.mat"), hra.read("b.mat")
    assert comments(a) == comments(b) and played_of(a) == played_of(b)
