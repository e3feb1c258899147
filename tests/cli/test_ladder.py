"""The ladder of hra grade: who plays whom, what is kept, and that no name leaves the teacher's machine."""
# suites: cli
import json
import os
import re
import sqlite3
import sys

import pytest
from test_grade import NIM, confined, open_folder  # noqa: F401, for its own processes

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import postgresql  # noqa: E402, what tests of stores have

# By hand: who leaves a sum of 0 wins each of the six positions of the course, whose first player to move can do that; a
# player that takes the last move of the list does not.
LAST = "class NimAgent:\n  def choose(self, state): return state.moves[-1]\n"
# After 60 moves, which the tests do not need, it ends; the tests are 6 games of at most 7 moves.
DIES = "import os\nn = 0\nclass NimAgent:\n  def choose(self, state):\n    global n\n    n += 1\n    if n > 60: os._exit(3)\n" \
       "    return state.moves[0]\n"
WRONG = "class NimAgent:\n  def choose(self, state): return 'zz'\n"


def play(hra, words="", **env):
    return hra(f"grade tictactoe-nim all --task q2 --store S --trust-submissions {words}", **env)


def ladder(said):
    """Player to points and games."""
    rows = re.findall(r"^ +\d+  (\S+)(?:  (\w+))? +[+-][\d.]+ +\S+ +\S+ +(\d+) +([\d.]+)", said.out.partition("Ladder:")[2], re.M)
    return {player: (int(games), float(points), name) for player, name, games, points in rows}


def enter(hra, **files):
    (hra.here / "all").mkdir(exist_ok=True)
    for name, text in files.items():
        hra.write(f"all/{name}.py", text)


def stop_early(hra):
    """As if the grader had been killed after five results."""
    with sqlite3.connect(hra.here / "S") as store:
        store.execute("UPDATE hra_unit SET finish = 0, result = NULL WHERE finish > 5")
        store.execute("UPDATE hra_run SET finished = 5")
    store.close()
    assert "unfinished" in hra("tournament status S").exits(0)


def nothing_shows(hra, names):
    """What may be shown of the store has no name of a student and no path."""
    outputs = [hra(f"tournament {words}").exits(0).out for words in ("report S", "report S --json", "status S", "status S --json")]
    assert not any(name in text for name in names for text in outputs)
    assert not any(name.encode() in (hra.here / "S").read_bytes() for name in (*names, str(hra.here)))
    players = [player["player"] for player in json.loads(outputs[1])["players"]]
    assert all(player in ("random", "exact") or player.startswith("submission:name=") for player in players)
    assert os.stat(hra.here / "S.secret").st_mode & 0o077 == 0


def others_only_look(hra):
    for words in ("tournament resume S", "work S"):
        hra(words).failing("hra grade COURSE FOLDER --store")
    hra("grade tictactoe-nim all --task q1 --store S --trust-submissions").failing("not the ladder of the task q1")


def test_a_ladder_goes_on_with_a_new_version(hra):
    enter(hra, anna=LAST, bohdan=NIM, cyril=WRONG)
    said = play(hra).exits(0)
    first = ladder(said)
    assert "cyril does not join the ladder" in said.err
    assert set(first) >= {"random", "exact"} and len(first) == 4, str(said)
    # Four players, each pairing of 6 positions with either side: 3 * 12 games.
    assert {games for games, _, _ in first.values()} == {36}
    assert sum(points for _, points, _ in first.values()) == 36 * 4 / 2
    stop_early(hra)
    again = ladder(play(hra, "--show-names").exits(0))
    assert {player: games for player, (games, _, _) in again.items()} == dict.fromkeys(first, 36)
    assert {name for _, _, name in again.values()} == {"", "anna", "bohdan"} and {name for _, _, name in first.values()} == {""}
    enter(hra, anna=NIM)
    second = ladder(play(hra).exits(0))
    assert second == ladder(play(hra).exits(0)), "nothing changed"
    new = (set(second) - set(first)).pop()
    old = new[:-1] + "1"
    assert len(second) == 5 and new.endswith(".2") and second[old] == (*again[old][:2], ""), "an earlier version plays no more"
    # The better of the two by hand: it leaves a sum of 0 where that is possible.
    assert second[new][0] == 36 and second[new][1] > second[old][1]
    nothing_shows(hra, ("anna", "bohdan"))
    others_only_look(hra)


def test_pseudonyms_follow_from_the_secret(hra):
    enter(hra, anna=LAST)
    hra.write("mine", "a secret of the teacher\n")
    players = []
    for store, secret in (("S", "mine"), ("T", "mine"), ("U", "other")):
        said = hra(f"grade tictactoe-nim all --task q2 --store {store} --secret {secret} --trust-submissions").exits(0)
        players.append(set(ladder(said)))
    assert players[0] == players[1] != players[2]
    hra.write("short", "x\n")
    play(hra, "--secret short").wrong("at least 16 characters")
    hra("grade pacman all --store P --trust-submissions").wrong("pacman has no ladder")
    hra("grade tictactoe-nim all --show-names --trust-submissions").wrong("--show-names needs --store")


def test_who_fails_loses_its_game_and_the_ladder_goes_on(hra):
    enter(hra, dies=DIES)
    said = play(hra).exits(0)
    assert re.search(r"\.1 .* +24 +[\d.]+ +[1-9]", said.out), str(said)
    assert "ended " in hra("tournament report S").exits(0)


@confined
def test_the_ladder_plays_in_the_sandbox_and_leaves_nothing(hra, open_folder):  # noqa: F811
    from test_grade import children
    daemon = NIM + "import os, time\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(1000)\n"
    enter(hra, anna=daemon)
    said = hra("grade tictactoe-nim all --task q2 --store S", TMPDIR=str(open_folder)).exits(0)
    assert len(ladder(said)) == 3
    assert os.listdir(open_folder) == [] and children() == []


@pytest.mark.skipif(not postgresql.FOUND, reason="no PostgreSQL here")
def test_a_ladder_is_in_a_database_that_has_no_names(hra):
    enter(hra, anna=LAST, bohdan=NIM)
    server = postgresql.Server()
    try:
        server.sql("CREATE SCHEMA ladder")
        url = server.url("ladder")
        command = f"grade tictactoe-nim all --task q2 --store {url} --trust-submissions"
        if "libpq" in hra(command).err:
            pytest.skip("built without PostgreSQL")
        hra(command).wrong("missing --secret FILE")
        first = ladder(hra(f"{command} --secret mine").exits(0))
        assert {games for games, _, _ in first.values()} == {36} and len(first) == 4
        enter(hra, anna=NIM)
        said = hra(f"{command} --secret mine --show-names").exits(0)
        # The new version meets the three players that are here: 3 * 12 games.
        assert "ladder: 36 games to play" in said.err
        assert len(ladder(said)) == 5 and "anna" in said.out.partition("Ladder:")[2]
        others_read = hra(f"tournament report {url} --json").json()
        assert sum(player["games"] for player in others_read["players"]) == 2 * 9 * 12
        tables = server.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'ladder'")
        rows = [row for table in tables for row in server.sql(f"SELECT t::text FROM {table} t", "ladder")]
        assert rows and not any(name in row for row in rows for name in ("anna", "bohdan", str(hra.here)))
    finally:
        server.close()


# By the tables of docs/grading.md: 20 games against each of three players, 10 among submissions.
def test_submissions_meet_each_other_less_often_where_games_take_long(hra):
    first = "class YahtzeeAgent:\n  def choose(self, state): return state.moves[0]\n"
    enter(hra, anna=first, bohdan=first + "#\n")
    said = hra("grade yahtzee all --store S --trust-submissions").exits(0)
    assert "ladder: 190 games to play" in said.err  # 3 pairs of hra's players and 6 with one of them: 9 * 20 + 10
    assert sorted(games for games, _, _ in ladder(said).values()) == [70, 70, 80, 80, 80]
