"""Games as animated pictures, and the options of pictures."""
# suites: cli, heavy
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import images
import pytest

SVG = "{http://www.w3.org/2000/svg}"
GAME = """hra-record 1
game tictactoe
seed 1
number 0
seat 0 Anna
seat 1 B&B
0 a1
1 a3
0 b1
1 c2
0 c1
result 1 -1
"""
converts = pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")


@pytest.fixture
def game(hra):
    """Five plies: X wins on the upper row."""
    hra.write("game.hra", GAME)
    return hra


def texts(picture):
    return ["".join(e.itertext()) for e in ElementTree.fromstring(picture).iter(SVG + "text")]


def measures(picture):
    root = ElementTree.fromstring(picture)
    return [float(root.get("width")), float(root.get("height")), [float(n) for n in root.get("viewBox").split()]]


def far(a, b):
    """The greatest and the mean difference of a channel of two pictures."""
    each = [abs(x - y) for p, q in zip(a, b) for one, other in zip(p, q) for x, y in zip(one, other)]
    return max(each), sum(each) / len(each)


# ---- a play -------------------------------------------------------------------------------------

def test_an_animated_svg_has_every_position_and_its_move(game):
    game("replay game.hra -o game.svg").exits(0)
    told = texts(game.read("game.svg"))
    assert told[0] == "Anna – B&B"
    assert [t for t in told if "; " in t or "to move" in t] == [
        "X is to move", "last: X a1; O is to move", "last: O a3; X is to move", "last: X b1; O is to move",
        "last: O c2; X is to move", "last: X c1; X has won"]
    delays = [float(d) for d in re.findall(r"animation-delay:([\d.]+)s", game.read("game.svg"))]
    assert delays == [0, 1, 2, 3, 4, 5]
    assert "prefers-reduced-motion" in game.read("game.svg")


def test_fps_is_how_long_a_frame_is_shown(game):
    game("replay game.hra -o game.svg --fps 4").exits(0)
    assert [float(d) for d in re.findall(r"animation-delay:([\d.]+)s", game.read("game.svg"))] == [0, 0.25, 0.5, 0.75, 1, 1.25]
    assert "animation:k 4.25s" in game.read("game.svg")  # five frames, and the last for three seconds


def test_a_frame_is_the_position_after_its_plies(game):
    game("replay game.hra -o game.svg --frame 2 --title 'Two & two'").exits(0)
    assert texts(game.read("game.svg")) == ["Two & two", "last: O a3; X is to move"]
    game("replay game.hra -o game.svg --frame 6").wrong("--frame 6: the game has 5 plies")


@pytest.mark.parametrize("ending", ["svg", pytest.param("png", marks=converts), pytest.param("pdf", marks=converts)])
def test_frames_are_a_file_each(game, ending):
    game(f"replay game.hra -o game.{ending} --frames").exits(0)
    assert sorted(file.name for file in game.here.glob(f"game-*.{ending}")) == [f"game-{i:03}.{ending}" for i in range(6)]
    assert not (game.here / f"game.{ending}").exists()


def test_a_page_lists_the_moves(game):
    game("replay game.hra -o game.html").exits(0)
    page = game.read("game.html")
    assert page.startswith("<!DOCTYPE html>") and page.count("<li>") == 6 and "<script" not in page
    assert "<li>last: X c1; X has won</li>" in page


@converts
def test_a_pdf_has_a_page_for_each_position(game):
    game("replay game.hra -o game.pdf").exits(0)
    data = (game.here / "game.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and game.shell("rsvg-convert --version").status == 0
    counts = re.findall(rb"/Type /Pages.*?/Count (\d+)|/Count (\d+).*?/Type /Pages", inflated(data), re.S)
    assert [b"".join(c) for c in counts] == [b"6"]


def inflated(data):
    """A PDF with its streams of objects unpacked."""
    import zlib
    out = data
    for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            out += zlib.decompressobj().decompress(part)
        except zlib.error:
            pass
    return out


# ---- GIF: read by another program -----------------------------------------------------------------

@converts
def test_a_gif_shows_what_the_png_of_each_position_shows(game):
    """Each frame within what 255 colours leave: the mean difference of a channel below half a step of 255, none over 24."""
    game("replay game.hra -o game.gif --fps 4 --width 200").exits(0)
    game("replay game.hra -o game.png --frames --width 200").exits(0)
    gif = images.Gif((game.here / "game.gif").read_bytes())
    assert gif.times == [25, 25, 25, 25, 25, 300] and gif.repeats == 0 and gif.width == 200
    for i, frame in enumerate(gif.frames):
        width, height, rows = images.png((game.here / f"game-{i:03}.png").read_bytes())
        assert (width, height) == (gif.width, gif.height)
        greatest, mean = far(frame, rows)
        assert greatest <= 24 and mean < 0.5, i
    assert (game.here / "game.gif").stat().st_size < 6 * 8000


@converts
def test_a_gif_of_many_colours_is_near_them(hra):
    hra("show empire -o x.gif --width 300").exits(0)
    hra("show empire -o x.png --width 300").exits(0)
    gif = images.Gif((hra.here / "x.gif").read_bytes())
    _, _, rows = images.png((hra.here / "x.png").read_bytes())
    assert len({pixel for row in rows for pixel in row}) > 256, "or the palette would hold them all"
    assert far(gif.frames[0], rows)[1] < 2 and len(gif.frames) == 1


@converts
@pytest.mark.parametrize("ending", ["svg", "gif", "html", "png"])
def test_the_same_game_makes_the_same_file(game, ending):
    frame = " --frame 3" if ending == "png" else ""
    game(f"replay game.hra -o a.{ending}{frame}").exits(0)
    game(f"replay game.hra -o b.{ending}{frame}").exits(0)
    assert (game.here / f"a.{ending}").read_bytes() == (game.here / f"b.{ending}").read_bytes()


@converts
def test_a_pdf_is_the_same_with_a_date(game):
    for name in "ab":
        game(f"replay game.hra -o {name}.pdf", SOURCE_DATE_EPOCH="1000000000").exits(0)
    assert (game.here / "a.pdf").read_bytes() == (game.here / "b.pdf").read_bytes()


# ---- wrong uses -----------------------------------------------------------------------------------

@pytest.mark.parametrize("options, why", [
    ("-o game.png", "PNG holds one picture; add --frame N or --frames, or name a file that ends with .gif"),
    ("-o game.svg --frame 1 --frames", "--frame and --frames exclude each other"),
    ("-f svg --frames", "--frames writes files; name them by --output"),
    ("-o game.svg --fps 0", "--fps takes a number from 0.01 to 50, not '0'"),
    ("-o game.svg --frame 1 --fps 2", "--fps is for a game as SVG, GIF or HTML"),
    ("-o game.pdn --fps 2", "--fps is for pictures; name a file that ends with .svg"),
    ("--width 100", "--width is for pictures"),
    ("-o game.webp", "--output takes a file name that ends with .hra, .txt, .pdn"),
    ("-f gig", "did you mean 'gif'?"),
    ("-f gif -o game.svg", "takes a file name that ends with .gif, not 'game.svg'"),
    ("-o game.svg --width 4", "--width takes a whole number from 16 to 8192"),
])
def test_wrong_uses_say_what_would_be_right(game, options, why):
    game("replay game.hra " + options).wrong(why)
    assert [file.name for file in game.here.iterdir()] == ["game.hra"]


def test_a_picture_is_of_one_game(game):
    game.write("two.hra", GAME + GAME)
    game("replay two.hra -o game.svg").wrong("a picture shows one game, and there are several; choose one by --game")
    game("replay two.hra --game 2 -o game.svg").exits(0)


def test_without_the_program_svg_and_html_are_made(game):
    game("replay game.hra -o game.gif", PATH="/nowhere").failing("PNG, PDF and GIF are made by rsvg-convert, which is not installed")
    game("replay game.hra -o game.html", PATH="/nowhere").exits(0)
    game("replay game.hra -o game.svg", PATH="/nowhere").exits(0)


# ---- the options of pictures ------------------------------------------------------------------------

STILLS = ["show checkers -o x.svg", "tree '((3 5)(2 9))' -o x.svg", "tree matches:count=4 -p andor:graph --graph -o x.svg",
          "match nim:rows=1-2 random random --games 4 --seed 1 --report x.svg",
          "match nim:rows=1-2 random random --games 4 --seed 1 --plot x.svg"]


@pytest.mark.parametrize("command", STILLS)
def test_title_caption_and_width(hra, command):
    hra(command).exits(0)
    usual = hra.read("x.svg")
    hra(command + " --title 'A <b> & c' --no-caption").exits(0)
    titled = hra.read("x.svg")
    assert texts(titled)[0] == "A <b> & c"
    hra(command + " --no-caption").exits(0)
    bare = hra.read("x.svg")
    assert "A <b> & c" not in texts(bare)
    assert measures(bare)[1] < measures(titled)[1] <= measures(usual)[1] + 26
    hra(command + " --width 333").exits(0)
    width, height, box = measures(hra.read("x.svg"))
    assert width == 333 and box == measures(usual)[2] and abs(height - 333 * box[3] / box[2]) <= 0.5


@pytest.mark.parametrize("command", [*STILLS, "replay game.hra -o x.svg", "review game.hra --analyst minimax -o x.svg"])
def test_a_picture_needs_nothing_that_only_browsers_have(game, command):
    """Other programs know no variables of CSS, and have the last of the fonts."""
    game(command).exits(0)
    picture = game.read("x.svg")
    fonts = re.findall("font-family[:=]\"?([^;}\"]*)", picture)
    assert "var(" not in picture and "light-dark(" not in picture and "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert fonts and all("'DejaVu Sans'" in font or "'DejaVu Sans Mono'" in font for font in fonts)


@converts
@pytest.mark.parametrize("game, seats", [("backgammon", 2), ("checkers", 2), ("nim", 2), ("pacman", 3), ("race", 4),
                                         ("tictactoe", 2), ("yahtzee", 1)])
def test_attributes_draw_what_the_style_sheet_of_the_library_draws(hra, game, seats):
    """The library writes classes with a style sheet; a file for other programs has attributes. Both look the same, pixel by pixel."""
    said = hra("session", typed=f"new {game}{seats * ' human'}\nexport svg 0\nquit\n")
    events = [json.loads(line) for line in said.lines]
    styled = next(event["text"] for event in events if event["event"] == "export")
    position = next(event["position"] for event in events if event["event"] == "position")
    hra("show", game, "--position", position, "-o", "plain.svg").exits(0)
    hra.write("styled.svg", styled)
    assert "<style>" in styled and "<style>" not in hra.read("plain.svg") and "class=" not in hra.read("plain.svg")
    for name in ("plain", "styled"):
        subprocess.run(["rsvg-convert", f"{name}.svg", "-o", f"{name}.png"], cwd=hra.here, check=True)
    assert images.png((hra.here / "plain.png").read_bytes()) == images.png((hra.here / "styled.png").read_bytes())


@pytest.mark.parametrize("command", ["show checkers", "tree '((3 5)(2 9))'", "match nim:rows=1-2 random random --games 4"])
def test_options_of_pictures_need_one(hra, command):
    hra(command + " --title x").wrong("--title, --no-caption and --width are for pictures; name a file that ends with .svg")


@pytest.mark.parametrize("format, begins", [("svg", b"<svg "), ("html", b"<!DOCTYPE html>"), pytest.param("png", b"\x89PNG", marks=converts),
                                            pytest.param("gif", b"GIF89a", marks=converts), pytest.param("pdf", b"%PDF-", marks=converts)])
@pytest.mark.parametrize("command", ["show checkers", "tree '((3 5)(2 9))'", "replay game.hra --frame 1"])
def test_a_format_is_named_or_the_ending_of_the_file(game, command, format, begins):
    assert game(f"{command} -f {format}").exits(0).bytes.startswith(begins)
    game(f"{command} -o x.{format}").exits(0)
    assert (game.here / f"x.{format}").read_bytes().startswith(begins)


# ---- the values over a game -------------------------------------------------------------------------

REVIEW = "review game.hra --analyst minimax"


def test_the_curves_of_a_review_are_its_values(game):
    """Points of the picture, read back by its axis, are the values that JSON has; O loses the game by its first move."""
    game(f"{REVIEW} -o x.svg").exits(0)
    moves = game(f"{REVIEW} --json --all-moves").json()["moves"]
    root = ElementTree.fromstring(game.read("x.svg"))
    curves = [[[float(n) for n in point.split()] for point in re.split("[ML]", path.get("d"))[1:]]
              for path in root.iter(SVG + "path") if path.get("stroke-width") == "2" and "h30" not in path.get("d")]
    ticks = {float(e.text): float(e.get("y")) - 4 for e in root.iter(SVG + "text") if e.get("text-anchor") == "end"}
    assert ticks[-1] - ticks[1] == 340 - 72  # from a loss at the bottom to a win at the top
    for seat, curve in enumerate(curves):
        values = [1 - 2 * (y - 72) / (340 - 72) for _, y in curve]
        assert values[1:] == pytest.approx([move["values"][seat] for move in moves], abs=0.001)
    assert len(curves) == 2 and "blunder" in texts(game.read("x.svg"))


@converts
def test_a_review_of_games_is_a_page_each(game):
    game.write("two.hra", GAME + GAME)
    game("review two.hra --analyst minimax -o x.svg").wrong("svg holds one game, and there are 2; choose one by --game")
    game("review two.hra --analyst minimax -o x.pdf").exits(0)
    assert re.findall(rb"/Type /Pages.*?/Count (\d+)|/Count (\d+).*?/Type /Pages", inflated((game.here / "x.pdf").read_bytes()), re.S)[-1].count(b"2") == 1


@pytest.mark.parametrize("options, why", [
    ("-o x.csv --title t", "--title, --no-caption and --width are for pictures"),
    ("--summary -o x.svg", "--summary, --luck and --trend are for text, JSON and HTML, not for svg"),
])
def test_a_review_refuses_what_is_no_picture(game, options, why):
    game(f"{REVIEW} {options}").wrong(why)


def test_a_review_has_the_options_of_pictures(game):
    game(f"{REVIEW} -o x.svg --title 'A & b' --width 400").exits(0)
    assert texts(game.read("x.svg"))[0] == "A & b" and measures(game.read("x.svg"))[0] == 400
    game(f"{REVIEW} -o x.svg --no-caption").exits(0)
    assert "minimax" not in texts(game.read("x.svg"))[0] and measures(game.read("x.svg"))[1] == 374
