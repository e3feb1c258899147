"""Files of games: what is damaged hides nothing, games are chosen and listed, results count."""
# suites: cli
import gzip
import json
import re

import pytest

MIDDLE = """[Event "one"]
[Black "P"]
[White "Q"]
[Result "1/2-1/2"]
1. 11-15 23-18 2. 8-11 27-23 1/2-1/2

[Event "two"]
[Black "P"]
[White "R"]
[Result "1-0"]
1. 11-15 23-18 2. 15-24 1-0

[Event "three"]
[Black "Q"]
[White "P"]
[Result "0-1"]
1. 9-13 22-18 2. 10-15 25-22 0-1
"""


@pytest.fixture
def file(hra):
    hra.write("middle.pdn", MIDDLE)
    return hra


def listed(said):
    return [tuple(game[key] for key in ("number", "plies", "returns")) for game in json.loads(said)["games"]]


def test_a_bad_game_hides_no_other(file):
    said = file("replay middle.pdn")
    assert said.status == 2
    assert re.search(r"middle.pdn, line 11, character 19, game 2 \(P - R\): illegal move '15-24'", said.err)
    assert said.out.count("The game is over") == 3
    assert file("replay middle.pdn --strict").out.count("The game is over") == 1


def test_the_list_has_faults_tags_and_results(file):
    said = file("replay middle.pdn --list --json")
    assert said.status == 2
    assert listed(said.out) == [(1, 4, [0, 0]), (2, 2, [1, -1]), (3, 4, [-1, 1])]
    two = json.loads(said.out)["games"][1]
    assert [(fault["line"], fault["column"], fault["ply"], fault["remark"]) for fault in two["faults"]] == [(11, 19, 2, False)]
    assert two["tags"][0] == {"name": "Event", "value": "two"}
    assert two["players"] == ["P", "R"]
    assert re.search(r"^ +2 +P - R .* damaged$", file("replay middle.pdn --list").out, re.M)


@pytest.mark.parametrize("choice, numbers", [("--game 3", [3]), ("--game 1,3-9", [1, 3]), ("--game 2-", [2, 3]), ("--name r", [2]),
                                             ("--name q", [1, 3]), ("--opening cross --game 1", [1]), ("--opening edinburgh", [3])])
def test_games_are_chosen(file, choice, numbers):
    assert [number for number, _, _ in listed(file(f"replay middle.pdn --list --json {choice}").out)] == numbers


@pytest.mark.parametrize("text, players, plies", [
    ('[Black "A"]\n[GameType "20"]\n1. 32-28 *\n', ["A", "?"], 0), ('[FEN "W:W99:B1"]\n1. 32-28 *\n', ["?", "?"], 0),
    ("hra-record 1\ngame nim\nseat 0 a\nseat 1 b\n0 a1\n1 z9\n", ["a", "b"], 1)])
def test_a_fault_of_a_game_without_moves_or_notes_is_listed(hra, text, players, plies):
    hra.write("none.pdn", text)
    said = hra("replay none.pdn --list --json")
    game = json.loads(said.out)["games"][0]
    assert (said.status, game["players"], game["faults"][0]["ply"]) == (2, players, plies)
    assert hra("replay none.pdn --list").status == 2


POSITIONS = """# two games
W:W21,22:B1,2
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10

X:Anna   O:Ben
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
B:W21:BK99
B:W21:BK2
"""


@pytest.fixture
def positions(hra):
    hra.write("places.txt", POSITIONS)
    return hra


def test_positions_are_games_without_moves(positions):
    said = positions("replay places.txt --list --json")
    assert said.status == 2
    games = json.loads(said.out)["games"]
    assert [(game["line"], game.get("game"), game["format"]) for game in games] == [
        (1, "checkers", "position"), (3, "backgammon:cube", "position"), (8, None, "position"), (9, "checkers", "position")]
    assert [(fault["line"], fault["column"]) for fault in games[2]["faults"]] == [(8, 8)]
    assert positions("replay places.txt").out.count("The game is not finished.") == 3
    assert "[FEN" not in positions("replay places.txt --game 1").good()


def test_a_review_of_a_position_has_no_move(positions):
    said = positions("review places.txt --game 1,2")
    assert (said.status, said.out) == (0, "")
    assert said.err == "places.txt, game 1: no move to review\nplaces.txt, game 2: no move to review\n"
    positions.write("tags.pdn", '[FEN "W:W21:B1"]\n*\n')
    assert "game 1: no move to review" in positions("review tags.pdn").err
    assert json.loads(positions("review tags.pdn --json --analyst greedy").out)["moves"] == []


@pytest.mark.parametrize("choice, position", [("--game 1", "W:W21,22:B1,2"), ("--game 4", "B:W21:BK2")])
def test_positions_of_a_file_are_shown_and_analysed(positions, choice, position):
    assert positions(f"show places.txt {choice} --json").json("show")["position"] == position
    assert f'"position":"{position}"' in positions(f"analyse places.txt greedy {choice} --json").good()


def test_a_position_of_several_games_is_refused(hra):
    several = [game for game in "nim matches tictactoe".split() if "hra:" not in hra(f"show {game} --position 3").err]
    if len(several) > 1:
        hra.write("three.txt", "3\n")
        hra("replay three.txt").failing("a position of several games: " + ", ".join(several))


def test_the_position_of_a_game_in_a_file_is_shown(file):
    first = file("show middle.pdn --game 1 --json").json("show")
    assert first["position"] == file("analyse middle.pdn greedy --game 1 --ply 4 --json").json("search")["position"]
    assert file("show middle.pdn --game 1 --ply 0 --json").json("show")["position"] == file("show checkers --json").json("show")["position"]
    head = "P - Q; one; 1/2-1/2\ncheckers:draw-moves=0,repetition=0, ply 4 of 4\n"
    assert file("show middle.pdn --game 1").out == head + file("show checkers --moves 11-15 23-18 8-11 27-23").out
    file("show middle.pdn --game 1 --ply 9").wrong("--ply takes a whole number from 0 to 4")
    file("show nim --ply 3").wrong("show: --ply needs a file of records")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_review_in_json_has_the_faults_of_the_list(file, threads):
    file.write("middle.pdn", MIDDLE.replace('[Event "one"]', '[Event "one"]\n[GameType "20"]').replace("10-15", ") 10-15"))
    listed_games = json.loads(file("replay middle.pdn --list --json").out)["games"]
    said = file(f"review middle.pdn --json --analyst greedy --threads {threads}")
    assert said.status == 2
    unread, two, three = [json.loads(line) for line in said.out.splitlines()]
    assert unread == listed_games[0]
    assert [fault["remark"] for fault in two["faults"] + three["faults"]] == [False, True]
    assert [two["faults"], three["faults"]] == [game["faults"] for game in listed_games[1:]]
    assert len(two["moves"]) == 2
    file.write("none.pdn", '[GameType "20"]\n*\n')
    both = file(f"review none.pdn middle.pdn --json --analyst greedy --threads {threads}")
    assert (both.status, both.out.splitlines()[1:]) == (2, said.out.splitlines())
    file.write("whole.pdn", MIDDLE.split("\n\n")[0])
    assert "faults" not in json.loads(file("review whole.pdn --json --analyst greedy").out)


def test_an_empty_file_has_no_game(hra):
    hra.write("empty.pdn", "")
    hra("replay empty.pdn").wrong("the file is empty")


@pytest.mark.parametrize("choice", ["--game 0", "--game x", "--game 3-1", "--game 1,", "--game 1;2"])
def test_wrong_numbers_are_refused(file, choice):
    file(f"replay middle.pdn {choice}").refused("--game takes numbers of games")


def test_no_game_is_chosen(file):
    file("replay middle.pdn --name nobody").failing("no game fits")


@pytest.mark.parametrize("damage, fault, games", [
    ("1. 11-15 { an open comment\n", "has no '}'", 3), ("1. 11-15 (9-14\n", "has no ')'", 3), ('[Event "open\n1. 11-15 *\n', "expected '\"'", 3)])
def test_what_is_not_closed_ends_with_the_next_tags(hra, damage, fault, games):
    hra.write("open.pdn", damage + "\n" + MIDDLE.split("\n\n")[0] + "\n\n" + MIDDLE.split("\n\n")[2])
    said = hra("replay open.pdn --list --json")
    assert said.status == 2
    assert fault in said.err
    assert len(json.loads(said.out)["games"]) == games


@pytest.mark.parametrize("name, unpacked", [("a.txt", MIDDLE.encode()), ("b.pdn", b"\xef\xbb\xbf" + MIDDLE.encode()),
                                            ("c", MIDDLE.replace("\n", "\r\n").encode()), ("d.mat", MIDDLE.encode("utf-16")),
                                            ("e.pdn.gz", gzip.compress(MIDDLE.encode()))])
def test_the_content_decides(hra, name, unpacked):
    (hra.here / name).write_bytes(unpacked)
    assert listed(hra(f"replay {name} --list --json").out) == [(1, 4, [0, 0]), (2, 2, [1, -1]), (3, 4, [-1, 1])]


@pytest.mark.parametrize("game, moves", [
    ('[FEN "W:W32,30:B5,10,11,18,19,27"]\n1. 32x7 11-15 2. 30-26 *', "32x23x14x7"),
    ('[FEN "B:B2,3,6,7,10:W11,12,13,19,22,27,28,30"]\n1. 7x16 16x23 23x32 13-9 *', "7x16x23x32"),
    ('[FEN "W:W24,K30:B1,K4:H0:F1"]\n1. 24-20 *', "24-20"), ("1. 11 - 15 22 - 18 2. 15:22 *", "15x22")])
def test_spellings_of_moves(hra, game, moves):
    hra.write("s.pdn", game + "\n")
    assert moves in hra("replay s.pdn").good()


def test_games_are_written_in_another_format(hra):
    hra.write("m.mat", " 1 point match\n\n Game 1\n P : 0      Q : 0\n  1) 31: 8/5 6/5     21: 13/11 6/5\n")
    hra("replay m.mat --output m.sgf").exits(0).is_quiet()
    assert hra.read("m.sgf").endswith(";W[31hefe]\n;B[21lnst])\n")
    hra("replay m.sgf -o m.hra").exits(0).is_quiet()
    assert "\n0 8/5 6/5\n" in hra.read("m.hra")
    hra("replay m.hra -o back.sgf").exits(0).is_quiet()
    assert hra.read("back.sgf") == hra.read("m.sgf")
    hra("replay m.mat -o m.pdn").wrong("m.pdn: this format is for another game")
    hra("replay m.mat -o m.jpg").wrong("--output takes a file name that ends with .hra")


def test_games_are_written_as_they_were(file):
    """Chosen ones, and what could be read of a damaged one."""
    file("replay middle.pdn --game 1,3 -o out.pdn").exits(0).is_quiet()
    assert "".join(file.read("out.pdn").split()) == "".join("".join(MIDDLE.split("\n\n")[::2]).split())
    assert file("replay middle.pdn -o all.pdn").status == 2
    assert len(listed(file("replay all.pdn --list --json").out)) == 3
