#!/usr/bin/env python3
"""What the library reads (hra/input.h) against Python's codecs and the programs gzip and zstd: input.py READ_INPUT [--sanitized]

READ_INPUT is tests/read_input.c. ALL=1 draws more texts. A sanitized one takes more memory than is measured here.
"""
import gzip
import os
import random
import subprocess
import sys
import tempfile

READ = sys.argv[1]
MANY = 400 if os.environ.get("ALL") else 40
BAD = "\N{REPLACEMENT CHARACTER}".encode()
MIB = 1 << 20
bad = 0
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "text")


def read(data, *options, pipe=False):
    """What was read, and the words about it."""
    with open(path, "wb") as file:
        file.write(data)
    if pipe:
        done = subprocess.run([READ, *options, "-"], input=data, capture_output=True)
    else:
        done = subprocess.run([READ, *options, path], capture_output=True)
    words = done.stderr.decode().strip("\n").split(" ", 3)
    return done.stdout, words[0], words[1], int(words[2]), words[3]


def expect(name, found, expected):
    global bad
    if found == expected:
        return
    bad += 1
    one, other = str(found), str(expected)
    at = next((i for i in range(min(len(one), len(other))) if one[i] != other[i]), 0)
    at = max(0, at - 20)
    print(f"{name[:200]}:\n  found    ...{one[at:at + 80]} ... {one[-80:]}\n  expected ...{other[at:at + 80]} ... {other[-80:]}")
    if bad == 10:
        sys.exit(1)


def every_way(name, data, text, encoding, state="sure", replaced=0, options=()):
    """From a file, bytes and a pipe, in parts of any size."""
    expected = (text, encoding, state, replaced, "")
    for most in ("1", "7", "65536"):
        expect(f"{name}, {most} a call", read(data, "-m", most, *options), expected)
    expect(f"{name}, bytes", read(data, "-b", *options), expected)
    expect(f"{name}, pipe", read(data, *options, pipe=True), expected)


def count_bad(text):
    return text.count("\N{REPLACEMENT CHARACTER}")


# ---- encodings that are named -------------------------------------------------------------------------

HRA_NAMES = {"cp1250": "windows-1250", "cp1252": "windows-1252", "latin-1": "ISO-8859-1", "iso-8859-2": "ISO-8859-2",
             "cp437": "IBM437", "cp852": "IBM852"}
ALL_BYTES = bytes(range(1, 256))


def names():
    for codec, name in HRA_NAMES.items():
        text = ALL_BYTES.decode(codec, "replace")
        every_way(codec, ALL_BYTES, text.encode(), name, "sure", count_bad(text), ("-e", codec))
    for typed, name in {"Windows-1250": "windows-1250", "windows_1252": "windows-1252", "LATIN1": "ISO-8859-1",
                        "ISO-8859-1": "ISO-8859-1", "latin2": "ISO-8859-2", "UTF8": "UTF-8"}.items():
        expect(typed, read(b"\xc3\xa9", "-e", typed)[1], name)
    expect("no encoding", read(b"", "-e", "cp1259")[4],
           "unknown encoding 'cp1259'; there are utf-8, utf-16, windows-1252, windows-1250, iso-8859-1, iso-8859-2, "
           "cp437, cp852")
    expect("near an encoding", read(b"", "-e", "windows-125")[4].rpartition("; ")[2], "did you mean 'windows-1252'?")
    expect("an empty name", read(b"", "-e", "")[1], "-")


def utf16():
    text = "Ponuré čáry 🎲\r\n\ufffd" + "x" * 40
    for little, name in (("le", "UTF-16LE"), ("be", "UTF-16BE")):
        data = text.encode("utf-16-" + little)
        mark = "\ufeff".encode("utf-16-" + little)
        every_way("marked " + name, mark + data, text.encode(), name)
        every_way("named " + name, data, text.encode(), name, options=("-e", "utf-16" + little))
        every_way("cut " + name, mark + data[:-1], (text[:-1] + "\ufffd").encode(), name, replaced=1)
    every_way("utf-16 without a mark", text.encode("utf-16-le"), text.encode(), "UTF-16LE", options=("-e", "utf-16"))
    draw = random.Random(3)
    for _ in range(MANY):  # lone halves of pairs among others
        units = [draw.choice((0x41, 0x20AC, 0xD83C, 0xDFB2, 0xDBFF, 0xDC00)) for _ in range(draw.randint(1, 40))]
        data = b"".join(unit.to_bytes(2, "little") for unit in units)
        text = data.decode("utf-16-le", "replace")
        found = read(data, "-e", "utf-16le", "-m", str(draw.randint(1, 30)))
        expect(f"halves {units}", found, (text.encode(), "UTF-16LE", "sure", count_bad(text), ""))


# ---- the encoding is found --------------------------------------------------------------------------


def found():
    czech = "Tomáš Ř. — 11-15\r\n"
    every_way("nothing", b"", b"", "UTF-8")
    every_way("ASCII", b"1. 11-15\r24-20\n", b"1. 11-15\r24-20\n", "UTF-8")
    every_way("UTF-8", czech.encode(), czech.encode(), "UTF-8")
    every_way("UTF-8 with a mark", b"\xef\xbb\xbf" + czech.encode(), czech.encode(), "UTF-8")
    every_way("a mark alone", b"\xef\xbb\xbf", b"", "UTF-8")
    every_way("two bytes of a mark", b"\xef\xbb", "ï»".encode(), "windows-1252", "guessed")
    every_way("one byte of a mark", b"\xff", "ÿ".encode(), "windows-1252", "guessed")
    every_way("the mark is stronger than a name", b"\xef\xbb\xbf" + czech.encode(), czech.encode(), "UTF-8",
              options=("-e", "cp1250"))
    every_way("Windows-1252", "René “é”".encode("cp1252"), "René “é”".encode(), "windows-1252", "guessed")
    # One bad byte after good ones decides for all of the file, in a pipe as far as it is looked through.
    mixed = "é".encode() + b" " * 70_000 + b"\xe9."
    text = mixed.decode("cp1252").encode()
    expect("a late byte in a file", read(mixed)[:4], (text, "windows-1252", "guessed", 0))
    expect("a late byte in memory", read(mixed, "-b")[:4], (text, "windows-1252", "guessed", 0))
    expect("a late byte in a pipe", read(mixed, pipe=True)[:4], (mixed[:-2] + BAD + b".", "UTF-8", "sure", 1))
    expect("a late byte in a packed file", read(gzip.compress(mixed))[:4], (text, "windows-1252", "guessed", 0))
    read(mixed)
    with open(path, "rb") as file:  # of which another reader took the front
        file.seek(70_002)
        done = subprocess.run([READ, "-"], stdin=file, capture_output=True)
        expect("from the middle of a file", done.stdout, "é.".encode())
    # ASCII in front does not count among the 64 KiB.
    late = b" " * 200_000 + "é".encode() + b" " * 60_000 + b"\xe9 \xe9"
    expect("ASCII first", read(late, pipe=True)[:2], (late.decode("cp1252").encode(), "windows-1252"))
    # A character that the end cuts off does not make another encoding of all that came before it.
    every_way("cut off", "č é".encode()[:-1], "č \ufffd".encode(), "UTF-8", replaced=1)
    every_way("cut off, alone", b"caf\xe9", "café".encode(), "windows-1252", "guessed")
    large = b"x" * (64 * MIB) + "é".encode()
    expect("a long file", read(large + b"\xe9.")[1:4], ("UTF-8", "sure", 1))
    large = b"x" * (64 * MIB - 1) + "é".encode() + b"\xe9" * 9  # the limit is in the middle of a character
    expect("a long file, and a cut character", read(large)[1:4], ("UTF-8", "sure", 9))


def replaced():
    draw = random.Random(1)
    pieces = ["a", "é", "€", "🎲", "\n"]
    for i in range(MANY):
        data = b"".join(draw.choice(pieces).encode() if draw.random() < 0.7 else bytes([draw.choice(
            (0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0xFF, 0xA0, 0x9F, 0x8F))])
            for _ in range(draw.randint(1, 60)))
        text = data.decode("utf-8", "replace")
        found = read(data, "-e", "utf-8", "-m", str(draw.randint(1, 40)), pipe=i % 2 == 0)
        expect(f"{data}", found, (text.encode(), "UTF-8", "sure", count_bad(text), ""))
        try:
            known = data.decode("utf-8") and "UTF-8"
        except UnicodeDecodeError:
            known = "windows-1252"
        text = data.decode("utf-8" if known == "UTF-8" else "cp1252", "replace")
        if data[-1] < 0x80:
            expect(f"found {data}", read(data)[:2], (text.encode(), known))
    # Characters that are cut off at the ends of all parts: of four bytes, beginning at each place.
    for shift in range(4):
        data = b"x" * shift + "🎲".encode() * 60_000
        for way in (False, True):
            expect(f"long characters, {shift}", read(data, pipe=way)[:2], (data, "UTF-8"))


# ---- packed -----------------------------------------------------------------------------------------


def zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, capture_output=True, check=True).stdout


def packed():
    draw = random.Random(2)
    text = "\n".join(f"{i}. {draw.randint(1, 32)}-{draw.randint(1, 32)} Hráč" for i in range(12_000)).encode()
    packings = {"gzip": gzip.compress(text), "zstd": zstd(text),
                "zstd -19": zstd(text, "-19"), "zstd with a sum": zstd(text, "--check"), "zstd without": zstd(text, "--no-check"),
                "members": gzip.compress(text[:1000]) + gzip.compress(b"") + gzip.compress(text[1000:]),
                "members and zeros": gzip.compress(text) + bytes(600),
                "frames": zstd(text[:1000]) + zstd(text[1000:]),
                "a skipped frame": b"\x5a\x2a\x4d\x18\x04\x00\x00\x00abcd" + zstd(text)}
    for name, data in packings.items():
        every_way(name, data, text, "UTF-8")
        expect(f"{name}, Windows-1250", read(data, "-e", "cp1250")[0], text.decode("cp1250", "replace").encode())
    every_way("nothing, gzip", gzip.compress(b""), b"", "UTF-8")
    every_way("nothing, zstd", zstd(b""), b"", "UTF-8")
    every_way("a mark within", gzip.compress(b"\xef\xbb\xbf1. 11-15"), b"1. 11-15", "UTF-8")
    every_way("one byte of gzip", b"\x1f", b"\x1f", "UTF-8")
    every_way("three bytes of zstd", b"(\xb5/", "(µ/".encode(), "windows-1252", "guessed")
    every_way("like a skipped frame", b"P*M", b"P*M", "UTF-8")
    for name, data in (("gzip", packings["gzip"]), ("zstd", packings["zstd"])):
        for at in sorted(draw.sample(range(20, len(data)), 6)) + [len(data) - 1]:
            got, _, _, _, error = read(data[:at])
            expect(f"{name} cut at {at}: what came before", text.startswith(got) and bool(got or at < 30_000), True)
            expect(f"{name} cut at {at}", error, f"'{path}': byte {at}: the packed data end too early")
        got, _, _, _, error = read(data + b"rest")
        expect(f"{name} with a rest", (got, error),
               (text, f"'{path}': byte {len(data)}: expected the end of the file, or more {name} data"))
        damaged = bytearray(data)
        damaged[len(data) * 2 // 3] ^= 0x55
        got, _, _, _, error = read(bytes(damaged))
        expect(f"{name} damaged", error.split(": ")[-1], f"damaged {name} data")
        expect(f"{name} damaged: what came before", len(got) > 10_000, True)
    wide = zstd(text * 3, "--ultra", "-22", "--long=28", "--no-check")
    frame = bytearray(wide)
    frame[4] &= 0x1F  # no content size, no single segment: then the window is what this byte says
    expect("a window of 256 MiB", read(bytes([*frame[:4], 0, 18 << 3, 0]))[4],
           f"'{path}': byte 0: zstd data that need a window larger than 128 MiB; unpack the file with zstd --long=31 -d")
    expect("a window of 128 MiB", read(bytes([*frame[:4], 0, 17 << 3, 1, 0, 0]))[:2], (b"", "UTF-8"))


def bomb():
    """256 MiB of zeros: in 64 MiB of addresses nothing grows with them."""
    for name, command in (("gzip", ["gzip", "-1"]), ("zstd", ["zstd", "-q"])):
        zeros = subprocess.Popen(["head", "-c", str(MIB << 8), "/dev/zero"], stdout=subprocess.PIPE)
        data = subprocess.run(command + ["-c"], stdin=zeros.stdout, capture_output=True, check=True).stdout
        zeros.wait()
        with open(path, "wb") as file:
            file.write(data)
        done = subprocess.run(["bash", "-c", 'ulimit -v 65536; "$0" -m 65536 "$1" | tail -c +268435457 | wc -c',
                               READ, path], capture_output=True)
        if "--sanitized" not in sys.argv:
            expect(f"a bomb of {name}", (done.stdout.strip(), done.stderr.split()[:1]), (b"0", [b"UTF-8"]))


def slow_pipe():
    """Bytes that come one, two or three at a time, so that marks, magic numbers and characters come in parts."""
    draw = random.Random(4)
    text = "Tomáš 🎲 Ř\r\n"
    for data, expected, encoding in ((text.encode(), text, "UTF-8"), (b"\xef\xbb\xbf" + text.encode(), text, "UTF-8"),
                                     (text.encode("utf-16"), text, "UTF-16LE"), (gzip.compress(text.encode()), text, "UTF-8"),
                                     (zstd(text.encode()), text, "UTF-8"), (b"Ren\xe9 (\xb5/", "René (µ/", "windows-1252")):
        for _ in range(3):
            with subprocess.Popen([READ, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
                at = 0
                while at < len(data):
                    size = draw.randint(1, 3)
                    os.write(reader.stdin.fileno(), data[at:at + size])
                    at += size
                    os.sched_yield()
                reader.stdin.close()
                found = reader.stdout.read(), reader.stderr.read().split()[0]
            expect(f"slowly, {data}", found, (expected.encode(), encoding.encode()))


def files():
    expect("no file", subprocess.run([READ, path + "/no"], capture_output=True).stderr.split(b" ", 3)[3][:20] != b"", True)
    expect("a folder", subprocess.run([READ, folder.name], capture_output=True).stderr.decode().split(" ", 3)[3],
           f"'{folder.name}': it is a folder\n")


for test in (names, utf16, found, replaced, packed, slow_pipe, bomb, files):
    test()
sys.exit(bad > 0)
