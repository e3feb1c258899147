"""Command lines that people type, and the right answer to each: tests/odd_answers.txt."""
# suites: cli
import os
import re

import pytest
from conftest import ROOT, words_of


OVER = """hra-record 1
game nim
seed 1
number 0
seat 0 exact
seat 1 random
0 a1
1 c2
0 a2
1 c2
0 b2
1 c3
0 b3
result 1 -1
"""


def rows():
    """typed | status | answer, with the number of its line."""
    for number, line in enumerate((ROOT / "tests" / "odd_answers.txt").read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            typed, status, answer = (part.strip() for part in line.split(" | ", 2))
            yield pytest.param(typed, int(status), answer, id=f"{number}: {typed[:60]}")


def prepare(hra):
    """The files that the table names."""
    (hra.here / "folder").mkdir()
    hra.write("empty.hra", "")
    hra.write("junk.hra", "junk\n")
    hra.write("over.hra", OVER)
    hra.write("secret.hra", "x")
    (hra.here / "secret.hra").chmod(0)
    plays = hra.data / "hra" / "plays"
    plays.mkdir()
    for second, name in enumerate(("nim-20260102-030405-1.hra", "nim-20260102-030406-1.hra")):
        (plays / name).write_text(OVER, encoding="utf-8")
        os.utime(plays / name, (1_700_000_000 + second,) * 2)


@pytest.mark.parametrize("typed, status, answer", rows())
def test_answer(hra, typed, status, answer):
    if "secret" in typed and os.geteuid() == 0:
        pytest.skip("root reads every file")
    prepare(hra)
    words = words_of([re.sub(r"(.)\{(\d+)\}", lambda m: m[1] * int(m[2]), typed)])
    env = {}
    while re.match(r"[A-Z_]+=", words[0]):
        name, env_value = words.pop(0).split("=", 1)
        env[name] = env_value
    said = hra(*words, **env).exits(status)
    text = said.err if status else said.out
    if status:
        said.one_line("")
        assert status == 1 or said.out == "", said
        text = text.removeprefix("hra: ").rstrip("\n")
    if answer.startswith("/"):
        assert re.search(answer.strip("/"), text, re.M), said
    elif answer.startswith("= "):
        assert text.rstrip("\n") == answer[2:], said
    else:
        assert answer in text, said
