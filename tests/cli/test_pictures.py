"""The pictures of the documents are what the program draws today."""
# suites: cli, heavy
import os
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
