"""Files of people are read in any encoding, packed or not: games, positions, openings, and files that games name."""
# suites: cli
import gzip
import json
import subprocess

import pytest

LATIN_1 = '[White "René"]\n[Black "Jörg"]\n1. 11-15 23-18 *\n'
CZECH = '[White "Tomáš Ř."]\n[Black "Běla"]\n1. 11-15 23-18 *\n'
GUESSED = "is not UTF-8, so it was read as windows-1252"


def put(hra, name, data):
    (hra.here / name).write_bytes(data)
    return name


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout


WAYS = {
    "utf-8.pdn": CZECH.encode(),
    "marked.pdn": b"\xef\xbb\xbf" + CZECH.encode(),
    "crlf.pdn": CZECH.replace("\n", "\r\n").encode(),
    "cr.pdn": CZECH.replace("\n", "\r").encode(),
    "utf-16.pdn": CZECH.encode("utf-16"),
    "utf-16be.pdn": "\ufeff".encode("utf-16-be") + CZECH.encode("utf-16-be"),
    "games.pdn.gz": gzip.compress(CZECH.encode()),
    "games.pdn.zst": zstd(CZECH.encode()),
    "packed.pdn": gzip.compress(CZECH.encode()),
}


@pytest.mark.parametrize("name", WAYS)
def test_games_in_every_way(hra, name):
    put(hra, name, WAYS[name])
    for command in ("replay", "review --analyst alphabeta:depth=1"):
        said = hra(f"{command} {name}").good().out
        assert "Tomáš Ř." in said and "Běla" in said


def test_a_guess_is_reported_once(hra):
    put(hra, "latin-1.pdn", (LATIN_1 + "\n" + LATIN_1).encode("latin-1"))
    said = hra("replay latin-1.pdn")
    assert "White, René: 23-18" in said.out and "Black, Jörg: 11-15" in said.out
    assert said.err.strip() == f"latin-1.pdn {GUESSED}; --encoding NAME names another encoding"
    said = hra("replay latin-1.pdn --encoding cp1252")
    assert "René" in said.out and said.err == ""


def test_an_encoding_is_named(hra):
    put(hra, "cp1250.pdn", CZECH.encode("cp1250"))
    said = hra("replay cp1250.pdn --encoding Windows-1250")
    assert "White, Tomáš Ř.: 23-18" in said.out and said.err == ""
    said = hra("replay cp1250.pdn --encoding utf-8")
    assert "White, Tom\ufffd \ufffd.: 23-18" in said.out
    assert said.err.strip() == "cp1250.pdn: 3 characters are not in the encoding UTF-8, and were replaced"
    hra("replay cp1250.pdn --encoding cp125").wrong("unknown encoding 'cp125'; there are utf-8, ")
    assert hra("analyse cp1250.pdn --encoding cp1250 --player random --nodes 10").err == ""


def test_a_guess_is_in_json(hra):
    put(hra, "latin-1.pdn", (LATIN_1 + "\n" + LATIN_1).encode("latin-1"))
    put(hra, "utf-8.pdn", CZECH.encode())
    for threads in (1, 2):
        said = hra(f"review utf-8.pdn latin-1.pdn --analyst alphabeta:depth=1 --json --threads {threads}")
        reviews = [json.loads(line) for line in said.out.splitlines()]
        assert [review.get("encoding") for review in reviews] == [None, "windows-1252", "windows-1252"]
        assert [seat["player"] for seat in reviews[1]["seats"]] == ["Jörg", "René"]


def test_standard_input(hra):
    hra("play nim random random --seed 1 --record own.hra").good()
    record = hra.read("own.hra").encode()
    expected = hra("replay own.hra").good().out
    for data in (record, b"\xef\xbb\xbf" + record, gzip.compress(record), zstd(record), record.decode().encode("utf-16")):
        assert hra("replay -", typed=data).good().out == expected
    assert "René" in hra("replay -", typed=gzip.compress(LATIN_1.encode("latin-1"))).out


def test_damaged_files(hra):
    """What comes before the damage is shown, and then the damage is reported."""
    games = "".join(CZECH.replace("Event", "x").replace('"]', f' {i}"]', 1) + "\n" for i in range(3000)).encode()
    for name, data, why in (("cut.pdn.gz", gzip.compress(games)[:-9], "the packed data end too early"),
                            ("bad.pdn.zst", zstd(games)[:-1] + b"x", "damaged zstd data")):
        put(hra, name, data)
        said = hra(f"replay {name}")
        assert said.status == 2 and said.out.count("White, Tomáš Ř.") > 2000 and said.err.endswith(f": {why}\n")
        assert said.err.count(f"hra: '{name}': byte ") == 1
    put(hra, "nothing.pdn.gz", gzip.compress(games)[:12])
    hra("replay nothing.pdn.gz").wrong("'nothing.pdn.gz': byte 12: the packed data end too early")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd, lambda data: data.decode().encode("utf-16")])
def test_files_of_games_and_openings(hra, pack):
    put(hra, "maze.lay", pack("%%%%%\n%P.G%\n%%%%%\n".encode()))
    assert hra("show pacman:layout=./maze.lay").good().out
    put(hra, "t.tree", pack("# uzly jmenuje Jiří\nnode a max\nedge a b\nedge a c\nleaf b 1\nleaf c 2\n".encode()))
    assert hra("solve tree:file=t.tree").good().out
    put(hra, "openings.txt", pack("# Bělohlávek\n3-4-1\n2-5-1\n".encode()))
    assert hra("match nim random random --openings openings.txt --games 4 --seed 1").good().out
    put(hra, "position.fen", pack(b"W:W24,K12:BK32,K10\n"))
    assert hra("analyse position.fen --player random --nodes 10").good().out
