"""Completion in bash itself, at a terminal: what the tabulator key writes and lists."""
# suites: cli
import pytest
from conftest import ROOT
from terminal import Shell
from test_play import RECORD

SCRIPT = ROOT / "docs" / "completion" / "hra.bash"


@pytest.fixture
def bash(hra):
    (hra.here / "kept.hra").write_text(RECORD, encoding="utf-8")
    shell = Shell(hra, f". {SCRIPT}", TERM="dumb")
    yield shell
    shell.close()


@pytest.mark.parametrize("typed, completed", [
    ("hra pl", "ay"), ("hra play yah", "tzee "), ("hra play checkers human expert:lev", "el="), ("hra review ke", "pt.hra "),
    ("hra play --resume ke", "pt.hra "), ("hra play nim ran", "dom ")])
def test_one_way_to_go_on_is_written(bash, typed, completed):
    bash.type(typed + "\t")
    assert typed + completed in bash.until(typed + completed)


@pytest.mark.parametrize("typed, listed", [
    ("hra play checkers -p ", ["expert", "alphabeta", "human"]), ("hra review ", ["kept.hra", "report", "resume", "status"]),
    ("hra play nim:", ["last=", "rows="])])
def test_several_ways_are_listed(bash, typed, listed):
    bash.type(typed + "\t\t")
    words = bash.until(Shell.PROMPT).split()
    assert set(listed) <= set(words), words
