"""The pictures of the documents are what the program draws today."""
# suites: cli, heavy
import os
import shutil
import subprocess

import pytest
from conftest import HRA, ROOT

PAGES = [page.read_text(encoding="utf-8") for folder in ("docs", "src/games") for page in (ROOT / folder).rglob("*.md")]
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """What docs/make.sh draws."""
    folder = tmp_path_factory.mktemp("pictures")
    env = dict(os.environ, LC_ALL="C.UTF-8", XDG_DATA_HOME=str(folder / "data"))
    env.pop("LANGUAGE", None)
    subprocess.run([ROOT / "docs" / "make.sh", HRA, folder], check=True, env=env, capture_output=True)
    return folder


def test_pictures_are_up_to_date(drawn):
    """Those that the program draws at once; others took hours to learn what they show."""
    names = [picture.name for picture in drawn.glob("*.svg")]
    assert len(names) > 10
    assert [name for name in names if (ROOT / "docs" / "pictures" / name).read_bytes() != (drawn / name).read_bytes()] == [], "make docs"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_small_and_shown_on_a_page(picture):
    assert picture.stat().st_size < 60000
    assert any(f"pictures/{picture.name}" in page for page in PAGES)


# ---- other formats, by another program -----------------------------------------------------------

@pytest.mark.parametrize("command", [
    "show checkers -o x.{}",
    "tree tictactoe -p alphabeta --depth 2 -o x.{}",
    "match nim:rows=1-2 random random --games 4 --seed 1 --report x.{}",
])
@pytest.mark.parametrize("ending, begins", [("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-")])
@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")
def test_pictures_become_png_and_pdf(hra, command, ending, begins):
    hra(command.format(ending)).exits(0)
    assert (hra.here / f"x.{ending}").read_bytes().startswith(begins)


def test_without_the_program_it_is_said(hra):
    hra("show checkers -o x.png", PATH="/nowhere").failing("which is not installed (Debian: librsvg2-bin)")
    assert not (hra.here / "x.png").exists()
