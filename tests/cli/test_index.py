"""Collections: positions, players and duplicates, counted a second time here, by rules that know nothing of hra."""
# suites: cli, heavy
import collections
import json
import re
import sqlite3
import struct

import pytest

# ---- tic-tac-toe, by its squares -------------------------------------------------------------------------------------

TURNS = [lambda x, y: (x, y), lambda x, y: (2 - y, x), lambda x, y: (2 - x, 2 - y), lambda x, y: (y, 2 - x),
         lambda x, y: (2 - x, y), lambda x, y: (x, 2 - y), lambda x, y: (y, x), lambda x, y: (2 - y, 2 - x)]


def turned(board):
    """The least of the eight boards that are the same."""
    cells = [[None] * 9 for _ in TURNS]
    for out, turn in zip(cells, TURNS):
        for y in range(3):
            for x in range(3):
                u, v = turn(x, y)
                out[3 * v + u] = board[3 * y + x]
    return min("".join(one) for one in cells)


def played_out(moves):
    """The board before each move and after the last one."""
    board = ["."] * 9
    yield "".join(board)
    for ply, move in enumerate(moves):
        board["abc".index(move[0]) + 3 * (int(move[1]) - 1)] = "XO"[ply % 2]
        yield "".join(board)


def records(text):
    """Moves and returns of each record."""
    for part in text.split("hra-record ")[1:]:
        yield re.findall(r"^[01] ([a-c][1-3])$", part, re.M), re.search(r"^result (\S+) (\S+)$", part, re.M).groups()


def written(board):
    return "/".join(board[i:i + 3] for i in (0, 3, 6))


@pytest.fixture
def small(hra):
    hra("match tictactoe random random --games 300 --seed 5 --record t.hra").exits(0)
    hra("index c.hraindex t.hra").exits(0)
    return hra


def test_positions_of_tic_tac_toe_up_to_turning(small):
    reach, moves, results = collections.Counter(), collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    some = {}
    for played, (first, _) in records(small.read("t.hra")):
        boards = [turned(board) for board in played_out(played)]
        for board, shown in zip(boards, played_out(played)):
            reach[board] += 1
            results[board][first] += 1
            some.setdefault(board, shown)
        for before, after in zip(boards, boards[1:]):
            moves[before][after] += 1
    for board in sorted(reach)[::7]:
        shown = some[board]
        if "." not in shown:
            continue
        said = small(f"index c.hraindex --position {written(shown)} --json --limit 0").json()
        assert said["games"] == reach[board] == len(said["found"])
        assert said["wins"] == [results[board]["1"], results[board]["-1"]] and said["draws"] == results[board]["0"]
        mover = "XO"[(9 - shown.count(".")) % 2]
        counted = collections.Counter()
        for move in said["moves"]:
            at = "abc".index(move["move"][0]) + 3 * (int(move["move"][1]) - 1)
            counted[turned(shown[:at] + mover + shown[at + 1:])] += move["games"]
        assert counted == moves[board]


# ---- checkers, by its squares ----------------------------------------------------------------------------------------

def place(square):
    """Row from White's side's end, column."""
    row = (square - 1) // 4
    return row, 2 * ((square - 1) % 4) + (1 if row % 2 == 0 else 0)


SQUARE = {place(n): n for n in range(1, 33)}


def captures(board, man, side, at, to, taken=()):
    """The squares that a jump over each path from `at` to `to` takes; the man that moves is not on the board."""
    row, column = place(at)
    if taken and at == to:
        yield taken
    steps = [(-1, -1), (-1, 1), (1, -1), (1, 1)] if man.isupper() else [(1, -1), (1, 1)] if side == "b" else [(-1, -1), (-1, 1)]
    for down, right in steps:
        over, land = SQUARE.get((row + down, column + right)), SQUARE.get((row + 2 * down, column + 2 * right))
        if over and land and board.get(over, side).lower() != side and over not in taken and land not in board:
            yield from captures(board, man, side, land, to, taken + (over,))


def make(board, side, text):
    squares = [int(n) for n in re.findall(r"\d+", text)]
    board = dict(board)
    man = board.pop(squares[0])
    if "x" in text:
        for start, end in zip(squares, squares[1:]):
            taken = next(captures(board, man, side, start, end))
            for square in taken:
                del board[square]
    end = squares[-1]
    board[end] = man.upper() if (end > 28 if side == "b" else end < 5) else man
    return board


def exchanged(board, side):
    other = {"b": "w", "B": "W", "w": "b", "W": "B"}
    return {33 - square: other[man] for square, man in board.items()}, other[side]


def key(board, side):
    ways = [(board, side), exchanged(board, side)]
    return min((turn, tuple(sorted(one.items()))) for one, turn in ways)


def fen(board, side):
    parts = {"w": [], "b": []}
    for square, man in sorted(board.items()):
        parts[man.lower()].append(("K" if man.isupper() else "") + str(square))
    return f"{side.upper()}:W{','.join(parts['w'])}:B{','.join(parts['b'])}"


START = {**{n: "b" for n in range(1, 13)}, **{n: "w" for n in range(21, 33)}}


def pdn_games(text):
    for part in re.split(r"\n(?=\[Event)", text):
        text = re.sub(r"\[[^\]]*\]|1/2-1/2|\b1-0\b|\b0-1\b", "", part)
        moves = re.findall(r"\d+(?:[-x]\d+)+", text)
        if moves:
            yield moves, re.search(r'\[Result "([^"]*)"\]', part).group(1)


def test_positions_of_checkers_with_colours_exchanged(hra):
    hra("match checkers random random --games 40 --seed 2 --record a.pdn").exits(0)
    hra("index c.hraindex a.pdn").exits(0)
    reach, shown, wins = collections.defaultdict(set), {}, collections.defaultdict(set)
    games = list(pdn_games(hra.read("a.pdn")))
    assert len(games) == 40
    for number, (moves, result) in enumerate(games):
        board, side = START, "b"
        for move in [*moves, None]:
            reach[key(board, side)].add(number)
            shown.setdefault(key(board, side), (board, side))
            if result in ("1-0", "0-1"):
                won = "b" if result == "1-0" else "w"
                wins[key(board, side)].add((number, (won == side)))
            if move:
                board, side = make(board, side, move), "w" if side == "b" else "b"
    often = sorted((one for one in reach if len(reach[one]) > 1), key=lambda one: (-len(reach[one]), str(one)))
    for one in often[:12] + sorted(reach, key=str)[:300:30]:
        board, side = shown[one]
        for now, turn in ((board, side), exchanged(board, side)):
            said = hra(f"index c.hraindex --position {fen(now, turn)} --json --limit 0").json()
            assert said["games"] == len(reach[one]) and {game["number"] - 1 for game in said["found"]} == reach[one]
            own = 0 if turn == "b" else 1
            assert said["wins"][own] == sum(1 for _, mine in wins[one] if mine)


def test_moves_lead_to_the_position_and_specs_are_tried(small):
    small("match checkers random random --games 20 --seed 3 --record a.pdn").exits(0)
    small("index c.hraindex a.pdn").exits(0)
    games = list(pdn_games(small.read("a.pdn")))
    firsts = collections.Counter(moves[0] for moves, _ in games)
    said = small("index c.hraindex --moves 11-15 --json").json()
    assert said["games"] == firsts["11-15"] and said["game"].startswith("checkers")
    small("index c.hraindex --moves 11-15 9-9").wrong("move")


def test_backgammon_rolls(hra):
    hra("match backgammon random random --games 30 --seed 4 --record b.hra").exits(0)
    hra("index c.hraindex b.hra").exits(0)
    rolls = collections.Counter(re.findall(r"^number.*\n(?:(?!\*).*\n)*\* (\S+)", hra.read("b.hra"), re.M))
    position = hra("show backgammon --json").json()["position"]
    said = hra("index", "c.hraindex", "--position", position, "--json").json()
    assert said["games"] == 30 and {move["move"]: move["games"] for move in said["moves"]} == dict(rolls)


# ---- files, players, duplicates --------------------------------------------------------------------------------------

RECORD = """hra-record 2
# Date: {}
game checkers
seed 0
number 0
seat 0 human
seat 1 human
name 0 {}
name 1 {}
0 11-15
1 23-19
0 8-11
1 22-17
{}
"""
END = {"1-0": "resign 1\nresult 1 -1", "0-1": "resign 0\nresult -1 1", "1/2-1/2": "draw offer 0\ndraw accept 1\nresult 0 0", "*": ""}


def record(black, white, date, result, more=""):
    return RECORD.format(date, black, white, more + END[result])



@pytest.fixture
def people(hra):
    games = [("Ann Lee", "Bo", "1990.01.02", "1-0"), ("Bo", "Ann Lee", "1990.05.06", "1-0"), ("A. Lee", "Cy", "1991.01.01", "1/2-1/2"),
             ("Cy", "Bo", "1991.03.01", "0-1")]
    hra.write("g.hra", "".join(record(*game) for game in games))
    return hra


def test_a_player_by_year_and_aliases(people):
    people.write("names.txt", "# two spellings\nA. Lee = Ann Lee\n")
    people("index c.hraindex g.hra").exits(0)
    before = people("index", "c.hraindex", "--player", "ann lee", "--json").json()
    assert [(year["year"], year["games"]) for year in before["years"]] == [("1990", 2)]
    people("index c.hraindex --alias names.txt").exits(0)
    said = people("index", "c.hraindex", "--player", "Ann Lee", "--json").json()
    assert [(year["year"], year["games"], year["wins"], year["draws"], year["losses"]) for year in said["years"]] == \
        [("1990", 2, 1, 0, 1), ("1991", 1, 0, 1, 0)]
    assert said["all"][0]["games"] == 3
    # games that come later count too, and an unknown name is answered by names that contain it
    people.write("h.hra", record("A. Lee", "Dee", "1992.01.01", "1-0"))
    people("index c.hraindex h.hra").exits(0)
    assert people("index", "c.hraindex", "--player", "Ann Lee", "--json").json()["all"][0]["games"] == 4
    people("index", "c.hraindex", "--player", "lee").failing("'A. Lee', 'Ann Lee'")
    people("index c.hraindex --player nobody").failing("no player 'nobody'")
    players = {row["player"]: row["games"] for row in people("index c.hraindex --players --json").json()["players"]}
    assert players == {"Ann Lee": 4, "Bo": 3, "Cy": 2, "Dee": 1}


def test_a_review_gives_pr_by_year(people):
    people("index c.hraindex g.hra").exits(0)
    assert "pr" not in people("index c.hraindex --player Bo --json").json()["all"][0]
    people("index c.hraindex --review minimax:depth=1 --player Bo").exits(0)
    said = people("index c.hraindex --player Bo --json").json()
    assert said["analyst"] == "minimax:depth=1"
    assert [(year["year"], year["reviewed"], year["decisions"]) for year in said["years"]] == [("1990", 2, 4), ("1991", 1, 2)]
    assert "mean_loss" in said["all"][0] and "pr" not in said["all"][0]  # PR is for dice and points
    again = people("index c.hraindex --review minimax:depth=1 --player Bo")
    assert again.complains("0 games reviewed")


def test_pr_of_backgammon_is_that_of_the_review(hra):
    hra("match backgammon:cube random random --games 3 --seed 4 --record b.hra").exits(0)
    hra("index c.hraindex b.hra").exits(0)
    hra("index c.hraindex --review expert:plies=0 --limit 0").exits(0)
    said = hra("index c.hraindex --player random --json").json()["all"][0]
    expected = hra("review b.hra --analyst expert:plies=0 --summary --json").json()["players"][0]
    assert said["games"] == expected["records"] == 6 and said["decisions"] == expected["decisions"]
    assert abs(said["pr"] - expected["pr"]) < 1e-9


def test_a_file_counts_once_and_duplicates_are_listed(people):
    people("index c.hraindex g.hra").exits(0)
    people.write("copy.hra", people.read("g.hra"))
    assert people("index c.hraindex copy.hra").complains("1 file was there already")
    assert people("index c.hraindex --json").json()["games"] == 4
    groups = people("index c.hraindex --duplicates --json").json()["games"]
    assert [game["number"] for game in groups] == [1, 2, 3, 4] and len({game["moves"] for game in groups}) == 1
    people.write("more.hra", people.read("g.hra") + record("E", "F", "2000.01.01", "*", "0 9-13\n"))
    assert people("index c.hraindex --skip-duplicates more.hra").complains("1 game added, 4 duplicates skipped")


def test_a_damaged_game_hides_no_other_and_packed_files_are_read(hra):
    text = "".join(f'[Event "E{n}"]\n[Black "A"]\n[White "B"]\n[Result "1-0"]\n1. 11-15 23-19 {extra} 1-0\n\n'
                   for n, extra in enumerate(("2. 8-11", "2. 11-99", "2. 9-14")))
    hra.write("g.pdn", text)
    said = hra("index c.hraindex g.pdn").exits(2)
    assert said.complains("11-99") and said.complains("3 games added")
    games = hra("index c.hraindex --games --json").json()["games"]
    assert [(game["event"], game["plies"], game["result"]) for game in games] == [("E0", 3, [1, -1]), ("E1", 2, [1, -1]), ("E2", 3, [1, -1])]
    assert hra("index c.hraindex g.pdn").exits(0).complains("1 file was there already")
    hra.shell("gzip -c g.pdn > p.pdn.gz; cat g.pdn | $hra index d.hraindex -")
    assert hra("index d.hraindex --json").json()["games"] == 3
    assert hra("index e.hraindex p.pdn.gz").exits(2).complains("3 games added")


def test_a_value_is_shown_only_where_it_was_worked_out(people):
    people("index c.hraindex g.hra").exits(0)
    assert "value" not in people("index c.hraindex --moves 11-15 --json").json()["moves"][0]
    said = people("index c.hraindex --moves 11-15 --analyse minimax:depth=2 --json").json()
    assert said["moves"][0]["analyst"] == "minimax:depth=2" and said["moves"][0]["unit"] in ("points", "probability")
    assert people("index c.hraindex --moves 11-15 --json").json() == said
    assert "value" not in people("index c.hraindex --moves 11-15 23-19 --json").json()["moves"][0]


def test_after_a_kill_the_same_command_goes_on(hra):
    hra("match tictactoe random random --games 3000 --seed 1 --record t.hra").exits(0)
    hra("index whole.hraindex t.hra").exits(0)
    started = hra.start("index c.hraindex t.hra")
    started.until(lambda: (hra.here / "c.hraindex").exists())
    started.kill()
    hra("index c.hraindex t.hra").exits(0)
    assert hra("index c.hraindex --json").json() == hra("index whole.hraindex --json").json()
    question = "--position X../.../... --json --limit 0"
    assert hra(f"index c.hraindex {question}").json() == hra(f"index whole.hraindex {question}").json()


def test_ctrl_c_keeps_whole_games_and_the_same_command_goes_on(hra):
    hra("match tictactoe random random --games 20000 --seed 1 --record t.hra").exits(0)
    hra("index whole.hraindex t.hra").exits(0)
    said = hra.start("index c.hraindex t.hra").interrupt()
    if said.status == 130:
        some = hra("index c.hraindex --json").json()["games"]
        assert some < 20000 and f"{some} game" in said.err
    hra("index c.hraindex t.hra").exits(0)
    question = "--position X../.../... --json --limit 0"
    assert hra(f"index c.hraindex {question}").json() == hra(f"index whole.hraindex {question}").json()


# ---- wrong use -------------------------------------------------------------------------------------------------------

WRONG = {"--position garbage": "--position: ", "--moves a1 zz": "--moves: move 2, 'zz': ", "--game nogame": "--game: unknown game",
         "--game tictactoe:x=1": "--game: game tictactoe takes no options", "--analyse nobody": "--analyse: tictactoe has no player",
         "--analyse alphabeta:depth=x": "--analyse: method alphabeta: option 'depth'", "--review nobody": "--review: tictactoe has no player",
         "--limit x": "--limit takes", "--analyse expert --nodes x": "--nodes takes", "--review expert --time x": "--time takes",
         "--encoding utf-8": "--encoding needs a FILE", "--skip-duplicates": "--skip-duplicates needs a FILE",
         "--time 1s": "--time needs --analyse or --review", "--nodes 5": "--nodes needs --analyse or --review",
         "--opening x": "--opening needs --games or --review", "--players --games": "--games and --players do not go together",
         "--moves a1 --duplicates": "--moves and --duplicates do not go together",
         "--player x --players": "--player and --players do not go together",
         "--player x --moves a1": "--player and --moves do not go together"}


@pytest.mark.parametrize("options", WRONG)
def test_an_error_names_its_option(small, options):
    small(f"index c.hraindex {options}").refused(WRONG[options])


def test_a_missing_player_is_a_failure_of_player(small):
    for question in ("", "--games", "--openings", "--review random"):
        small(f"index c.hraindex {question} --player nobody").failing("--player: no player 'nobody'")


# ---- files that somebody else made -----------------------------------------------------------------------------------

def test_other_files_are_refused(small):
    small.write("text.pdn", "not a database, and long enough to be none of SQLite's either: " * 20)
    small("index text.pdn --json").refused("not a collection of hra")
    small("index missing.hraindex").failing("No such file")
    sqlite3.connect(small.here / "other.db").execute("CREATE TABLE a(b)")
    small("index other.db").refused("not a collection of hra")
    small("index other.db t.hra").refused("not a collection of hra")
    assert small.read("t.hra").startswith("hra-record")


DAMAGE = ["CREATE TRIGGER evil AFTER INSERT ON name BEGIN DELETE FROM game; END", "CREATE VIEW evil AS SELECT 1",
          "CREATE TABLE evil(a)", "DROP INDEX game_moves", "UPDATE block SET data = x'ff'", "UPDATE block SET data = 'text'",
          "UPDATE block SET data = zeroblob(100000)", "UPDATE run SET level = -1", "UPDATE run SET id = 99999999999",
          "UPDATE spec SET text = 'tictactoe:no=1'", "UPDATE spec SET probe = 1", "UPDATE spec SET id = 7",
          "UPDATE game SET players = '1 x'", "UPDATE game SET moves = x'00'", "UPDATE game SET plies = -1",
          "INSERT INTO run SELECT id + 1, level, entries FROM run", "PRAGMA user_version = 9", "PRAGMA application_id = 1",
          "UPDATE name SET text = zeroblob(70000)", "DELETE FROM game", "UPDATE game SET winners = 'x', result = '1e999 0'",
          "UPDATE run SET id = 2147483647", "UPDATE game SET start = '.../.../...' || char(10) || 'seed 5'",
          "UPDATE game SET players = '1 1 1 1 1 1'", "UPDATE seat SET points = 9e999", "UPDATE name SET player = 'x'",
          "INSERT INTO review SELECT id, 0, 'a', 1e308, 1e308, 9223372036854775807, 1 FROM game",
          "INSERT INTO alias VALUES('random', 'b'), ('b', 'random'); DELETE FROM name",
          "INSERT INTO alias WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)"
          " SELECT CASE i WHEN 1 THEN 'random' ELSE 'n' || i END, 'n' || (i + 1) FROM n; DELETE FROM name; DELETE FROM seat",
          "INSERT INTO run WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 400) SELECT i, 0, 1 FROM n"]


@pytest.mark.parametrize("sql", DAMAGE)
def test_damage_is_reported_or_does_no_harm(small, sql):
    db = sqlite3.connect(small.here / "c.hraindex")
    db.executescript(sql)
    db.commit()
    db.close()
    small("match tictactoe random random --games 5 --seed 9 --record more.hra").exits(0)
    for question in ("", "--position X../.../...", "--games", "--duplicates", "--players", "--player random", "more.hra"):
        said = small(f"index c.hraindex {question}")
        assert said.status in (0, 1, 2) and (said.status == 0 or said.err.startswith("hra: ")), said


def test_a_truncated_file(small):
    whole = (small.here / "c.hraindex").read_bytes()
    for length in (1, 99, 100, 5000, len(whole) // 2, len(whole) - 16384):
        (small.here / "t.hraindex").write_bytes(whole[:length])
        for question in ("--games --limit 0", "--position X../.../...", "--player random"):
            said = small(f"index t.hraindex {question}")
            assert said.status in (1, 2) and said.one_line("t.hraindex: "), said


def test_names_that_are_not_utf_8_are_unknown(small):
    with sqlite3.connect(small.here / "c.hraindex") as db:
        db.execute("UPDATE name SET text = CAST(x'1b5b33316dff20c3' AS TEXT)")
    for question in ("--games", "--players", "--position X../.../..."):
        assert "\x1b" not in small(f"index c.hraindex {question}").good().bytes.decode("utf-8")


def test_a_collection_reads_files_only_if_they_are_allowed(small):
    small.write("secret.tree", "password\n")
    with sqlite3.connect(small.here / "c.hraindex") as db:
        db.execute("INSERT INTO spec VALUES(2, 'tree:file=secret.tree', 5, 5)")
    small("index c.hraindex --game tree --moves a").refused("--allow-files allows it")
    small("index c.hraindex --game tree --moves a --allow-files").refused("secret.tree, line 1")


def journal_that_names(path, pages):
    """One that SQLite plays back, and then deletes the file that it names."""
    magic = bytes((0xD9, 0xD5, 5, 0xF9, 0x20, 0xA1, 0x63, 0xD7))
    head = (magic + struct.pack(">IIIII", 0, 1, pages, 512, 16384)).ljust(512, b"\0")
    name = str(path).encode()
    return head + struct.pack(">I", 1 << 30) + name + struct.pack(">II", len(name), sum(name)) + magic


@pytest.mark.parametrize("link", [False, True])
def test_a_journal_deletes_no_file(small, link):
    small.write("precious", "kept")
    if link:
        (small.here / "link").symlink_to("c.hraindex")
    pages = (small.here / "c.hraindex").stat().st_size // 16384
    (small.here / "c.hraindex-journal").write_bytes(journal_that_names(small.here / "precious", pages))
    for words in ("", "t.hra", "--games"):
        small(f"index {'link' if link else 'c.hraindex'} {words}").refused("another program changed the file, or left a log of it")
    small("match tictactoe random random --games 20 --seed 1 --store run").exits(0)
    (small.here / "run-journal").write_bytes(journal_that_names(small.here / "precious", 5))
    small("match report run").fails("another program changed the file, or left a log of it")
    assert small.read("precious") == "kept"


def test_a_log_of_another_program_is_not_played_back(small):
    (small.here / "c.hraindex-wal").write_bytes(b"")
    small("index c.hraindex").refused("another program changed the file, or left a log of it")
    (small.here / "c.hraindex-wal").unlink()
    sqlite3.connect(small.here / "c.hraindex").execute("PRAGMA journal_mode = WAL")
    small("index c.hraindex").refused("another program changed the file, or left a log of it")
    assert not list(small.here.glob("c.hraindex-*"))


def test_json_of_everything(small):
    for question in ("", "--players", "--openings", "--games", "--duplicates", "--position X../.../..."):
        json.loads(small(f"index c.hraindex {question} --json").good().out)
