"""Every example of docs/python/ runs, from the first to the last of its page."""
import pathlib
import re

import pytest

PAGES = pathlib.Path(__file__).parents[2] / "docs" / "python"


def snippets(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = snippets(page)
    if "import numpy" in "".join(found):
        pytest.importorskip("numpy")
    assert len(found) > 3
    names = {}
    for i, text in enumerate(found):
        brief = text.replace("train(300)", "train(30)")  # what it learns in so few plays is not looked at
        exec(compile(brief, f"{page.name}, example {i + 1}", "exec"), names)
