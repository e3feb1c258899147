"""hra doctor: what this hra has."""
# suites: cli
import re

import pytest


def test_parts_are_listed_with_and_without_json(hra):
    said = hra("doctor").good()
    for name in ("program", "page", "server", "SQLite", "PostgreSQL", "processor", "data", "tablebases", "terminal"):
        assert f"\n{name} " in f"\n{said.out}"
    parts = {part["name"]: part for part in hra("doctor --json").json()["parts"]}
    assert parts["SQLite"]["state"] == parts["data"]["state"] == "ok"
    assert "/hra" in parts["data"]["text"]


def test_what_is_missing_says_how_to_get_it(hra):
    for part in hra("doctor --json").json()["parts"]:
        assert part["state"] == "ok" or part["text"], part
    said = hra("doctor --data /proc/self/nothing")
    assert said.status == 1
    assert "wrong: no directory; set HOME, or use --data DIR" in said.out


def test_tablebases_of_the_data_directory_are_counted(hra):
    empty = hra("doctor --data tables").good().out
    all_of = re.search(r"\ntablebases +checkers: 0 of (\d+) slices; 'hra solve checkers' builds the rest\n", empty)[1]
    built = len(hra("solve checkers:tablebase-pieces=2 --list-slices --json").json()["slices"])
    hra("solve checkers:tablebase-pieces=2 --data tables").good()
    assert f"\ntablebases   checkers: {built} of {all_of} slices; " in hra("doctor --data tables").good().out


def test_libpq_is_loaded_by_stores_alone_and_is_said_where_it_is_missing(hra):
    """A library of this name that is none stands before the system's: what the loader says of it shows who asks for it."""
    (hra.here / "libpq.so.5").write_text("no library")
    env = {"LD_LIBRARY_PATH": str(hra.here), "LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(hra.here / "loaded")}
    hra("perft nim 2", **env).good()
    if not list(hra.here.glob("loaded.*")) or "libpq" not in hra("doctor").out:
        pytest.skip("another loader, or built without PostgreSQL")
    assert "libpq" not in "".join(path.read_text() for path in hra.here.glob("loaded.*"))
    hra("work postgresql://host/store", **env).failing("stores in PostgreSQL need libpq; install libpq5 (Debian's name): ")
    assert "libpq" in "".join(path.read_text() for path in hra.here.glob("loaded.*"))
    parts = {part["name"]: part for part in hra("doctor --json", **env).json()["parts"]}
    assert parts["PostgreSQL"] == {"name": "PostgreSQL", "state": "missing", "text": "no stores in PostgreSQL; install libpq5 (Debian's name)"}
