"""Worksheets: sheets that follow from a secret, and their key."""
# suites: cli
import hashlib
import hmac
import re
import shutil
import stat

SECRET = "a secret of sixteen and more characters\n"


def texts(page):
    """What is written on a page, in its order."""
    return [re.sub(r"<[^>]*>", "", t) for t in re.findall(r"<text[^>]*>(.*?)</text>", page)]


def leaves(page):
    """Numbers in the boxes of leaves: the only ones that are 11 pixels high and not bold."""
    return [t for style, t in re.findall(r'<text([^>]*)>([^<]*)</text>', page)
            if re.search(r'font-size[:=]"?11px', style) and "bold" not in style and re.fullmatch(r"-?\d+", t)]


def seed_of(course, sheet, place):
    message = f"hra worksheet 1\n{hashlib.sha256(course.encode()).hexdigest()}\nsheet {sheet}\nexercise {place}\n"
    return int.from_bytes(hmac.new(SECRET.encode(), message.encode(), hashlib.sha256).digest()[:8], "big")


def test_a_sheet_has_the_tree_of_its_seed(hra):
    hra.write("s.secret", SECRET)
    hra("worksheet alphabeta --students 3 --difficulty 2 --ask values,cuts --secret s.secret -o s.svg --key k.svg").exits(0)
    course = "hra-course 1\nhra-exercise 1\nkind fill\nanalyst alphabeta\ndifficulty 2\nask values cuts\nend\n"
    pages = [(hra.here / f"s-00{n}.svg").read_text() for n in (1, 2, 3)]
    for n, page in enumerate(pages, 1):
        assert f"Sheet {n}" in texts(page)
        asked = hra(f"tree tree --quiz --difficulty 2 --seed {seed_of(course, n, 1)} --ascii", typed="").exits(0).out
        assert leaves(page) == re.findall(r"= (-?\d+)\n", asked) != []
    assert len(set(map(tuple, map(leaves, pages)))) > 1
    key = (hra.here / "k-002.svg").read_text()
    assert "Key to sheet 2" in texts(key) and leaves(key) == leaves(pages[1]) and len(texts(key)) > len(texts(pages[1]))


def test_a_secret_is_made_once(hra):
    for name in ("a.html", "b.html"):
        hra(f"worksheet minimax --students 2 --secret new.secret -o {name}").exits(0)
    assert stat.S_IMODE((hra.here / "new.secret").stat().st_mode) == 0o600
    assert re.fullmatch(r"[0-9a-f]{64}\n", (hra.here / "new.secret").read_text())
    one, two = ((hra.here / name).read_text() for name in ("a.html", "b.html"))
    assert one == two and one.count("<section") == 2 and "<script" not in one
    hra("worksheet minimax --students 2 --secret other.secret -o c.html").exits(0)
    assert (hra.here / "c.html").read_text() != one


def test_a_course_is_on_every_sheet(hra):
    hra.write("s.secret", SECRET)
    hra.write("c.course", "hra-course 1\ntitle Week one\nhra-exercise 1\nkind fill\ntitle Alike\nanalyst alphabeta:fail=hard\n"
                          "game tree:text=\"((3 12 8)(2 4 6))\"\npoints 3\nend\nhra-exercise 1\nkind fill\nanalyst maxn\n"
                          "difficulty 1\nend\nhra-exercise 1\nkind move\ngame tictactoe\nposition X../.O./O.X\nanalyst minimax\nend\n")
    hra("worksheet c.course --students 2 --secret s.secret --key k.html -o s.html").exits(0)
    sheets, key = ((hra.here / name).read_text() for name in ("s.html", "k.html"))
    assert texts(sheets).count("1.  Alike  (alphabeta:fail=hard), points: 3") == 2 and "Week one" in texts(sheets)
    assert any("fail=hard" in t and "alpha" in t for t in texts(sheets))
    assert "X to move: find the best move." in texts(sheets)
    assert len(texts(key)) > len(texts(sheets)) + 10


def test_what_is_wrong_is_said(hra):
    assert hra("worksheet alphabeta -o s.svg").exits(2).complains("--secret")
    assert hra("worksheet alphabeta --secret s").exits(2).complains("--output")
    hra.write("short.secret", "abc\n")
    assert hra("worksheet alphabeta --secret short.secret -o s.svg").exits(2).complains("16 characters")
    hra.write("s.secret", SECRET)
    assert hra("worksheet random --secret s.secret -o s.svg").exits(2).complains("random")
    assert hra("worksheet alphabeta --secret s.secret -o s.png").exits(2).complains(".pdf")


def test_pdf_has_a_page_for_each_sheet(hra):
    hra.write("s.secret", SECRET)
    said = hra("worksheet andor --students 3 --secret s.secret -o s.pdf")
    if not shutil.which("rsvg-convert"):
        assert said.exits(1).complains("rsvg-convert")
        return
    said.exits(0)
    assert len(re.findall(rb"/Type /Page\b", (hra.here / "s.pdf").read_bytes())) == 3
