"""Every key of JSON stands in docs/json.md, and those that were renamed are written by both names."""
# suites: cli
import json
import re

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
BY_NAME = {"statistics", "facts", "stake_actions", "outlooks", "thresholds", "margins"}  # of the game
SAME_EVERYWHERE = ("Scene",)  # what boards consist of stands in trees too


def cells(line):
    return [re.findall(r"`([^`]*)`", cell) for cell in line.strip("|").split("|")]


def rows(title):
    """(keys, old names) of each row of a section."""
    part = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", PAGE, re.M | re.S).group(1)
    return [(row[0], row[1]) for row in map(cells, re.findall(r"^\| `.*\|$", part, re.M))]


def documented(*titles):
    return {key for title in titles for keys, old in rows(title) for key in keys + old}


def renamed(*titles):
    """Old names by new ones, without names that another member has too."""
    always = {key for title in titles for keys, olds in rows(title) if not olds for key in keys}
    return {new: old for title in titles for keys, olds in rows(title) for new, old in zip(keys, olds) if new not in always}


def objects(thing):
    if isinstance(thing, list):
        for entry in thing:
            yield from objects(entry)
    elif isinstance(thing, dict):
        yield thing
        for key, value in thing.items():
            if key not in BY_NAME:
                yield from objects(value)


def hold(root, title):
    """What was printed has keys of this section alone; a new name has the old one beside it."""
    titles = (title, *SAME_EVERYWHERE)
    known, old = documented(*titles), renamed(*titles)
    for thing in objects(root):
        assert not set(thing) - known, f"docs/json.md, {title}: {sorted(set(thing) - known)} of {thing}"
        for key in set(thing) & set(old):
            assert thing.get(old[key], "nothing") == thing[key], f"{key} and {old[key]}: {thing}"
    written = {key for thing in objects(root) for key in thing}
    for key, name in old.items():
        assert name not in written - documented_now(*titles) or key in written, f"'{name}' is written without '{key}'"


def documented_now(*titles):
    return {key for title in titles for keys, _ in rows(title) for key in keys}


def printed(said):
    """Who begins at a throw of chance says on standard error which one."""
    return json.loads(said.exits(0).out)


GAMES = {
    "yahtzee": "greedy", "nim": "exact", "matches": "minimax", "tictactoe": "alphabeta:depth=3", "tree": "minimax",
    "race:pieces=1,track=8,seats=2": "exact", "pacman": "reflex", "checkers": "alphabeta:depth=2", "empire": "planner",
    "backgammon:cube=yes": "expert:plies=0",
}

JUDGES = {"backgammon:cube=yes": "expert:plies=0", "pacman": "alphabeta:depth=1", "empire": "mcts:playouts=4"}


@pytest.fixture(params=GAMES.items(), ids=[game.partition(":")[0] for game in GAMES])
def game(request):
    return request.param


@pytest.mark.parametrize("player", ["mcts:playouts=50", "softmaxn:depth=1", "andor:nodes=100", "random"])
def test_analyses_have_documented_keys(hra, game, player):
    said = hra(f"analyse {game[0]} -p {player} --nodes 2000 --json")
    if said.status == 0:  # andor knows no chance
        hold(json.loads(said.out), "Analysis of one player")
    assert said.status == 0 or player.startswith("andor")


def test_comparisons_have_documented_keys(hra, game):
    hold(printed(hra(f"compare {game[0]} {game[1]} mcts:playouts=50 --reference {game[1]} --nodes 2000 --json")), "Analysis of several players")


def test_matches_and_reviews_have_documented_keys(hra, game):
    players = "random" if game[0] == "yahtzee" else "random random"
    hold(printed(hra(f"match {game[0]} {players} --games 1 --seed 3 --record one.hra --json")), "Match")
    judge = JUDGES.get(game[0], "greedy")
    for line in hra(f"review one.hra --analyst {judge} --json").exits(0).lines:
        hold(json.loads(line), "Review")
    hold(printed(hra(f"review one.hra --analyst {judge} --summary --json")), "Review")
    for lists in ("--luck 3", "--worst 2", "--trend year"):
        hold(printed(hra(f"review one.hra --analyst {judge} {lists} --json")), "Rolls and trends")


def test_tournaments_have_documented_keys(hra):
    hold(printed(hra("tournament nim random greedy exact --groups 5 --seed 1 --ties --json")), "Tournament")
    hold(printed(hra("tournament tictactoe random minimax --groups 30 --seed 1 --sprt 0,40 --json")), "Tournament")


def test_branching_has_documented_keys(hra):
    hold(printed(hra("match tictactoe random random --games 9 --seed 1 --branching --json")), "Match")


def test_counts_have_documented_keys(hra):
    hold(printed(hra("tournament --from-counts wins=6,draws=9,losses=4 --sprt 0,40 --json")), "Counts")
    hold(printed(hra("tournament --from-counts ptnml=1,2,9,3,1 --json")), "Counts")


def test_what_this_hra_has_has_documented_keys(hra):
    hold(printed(hra("doctor --json")), "What this hra has")


def test_trees_and_scenes_have_documented_keys(hra, game):
    hold(printed(hra(f"tree {game[0]} -p mcts:playouts=30 --format json --boards --nodes 30 --depth 3")), "Tree")
    hold(printed(hra(f"show {game[0]} --json")), "Scene")


def test_a_graph_has_documented_keys(hra):
    hold(printed(hra("tree matches:count=6 -p andor:graph --graph --format json")), "Tree")
    hold(printed(hra("tree tictactoe -p alphabeta:depth=3 --format json --nodes 30")), "Tree")


def test_every_key_of_the_schema_of_sessions_is_documented():
    known = documented("Session", "Scene", "Tree", "Review", "Match", "Advice", "Lists", "Analysis of one player")
    schema = json.loads((ROOT / "docs" / "session.schema.json").read_text(encoding="utf-8"))
    for name, kind in schema["$defs"].items():
        for thing in [kind] + [one for one in objects(kind) if "properties" in one]:
            missing = set(thing.get("properties", {})) - known
            assert not missing, f"docs/json.md, Session: {sorted(missing)} of {name}"


@pytest.mark.parametrize("version", [1, 2])
def test_sessions_write_the_names_of_one_version(hra, version):
    session = hra.start("session --no-save")
    answers = 0
    lines = ["new nim minimax greedy seed=1 keep=no", "match nim random random games=3", "review", "new nim keep=no rest=people",
             "moves", "tree minimax:depth=2 boards"]
    if version == 2:
        lines = ["session 2"] + [line.replace("keep=", "save=").replace("rest=people", "others=human") for line in lines]
    for line in lines:
        answers += 1
        session.type(f"@{answers} {line}\n")
        session.until(lambda: session.said().has_line(f'"event":"ok".*"(re|reply_to)":"{answers}"'))
        if line.startswith("new nim minimax"):
            session.until(lambda: '"event":"result"' in session.said())
    session.type("quit\n")
    said = session.ended()
    titles = ("Review", "Match", "Tree", "Scene")
    pairs = {**renamed(*titles), **renamed("Session")}
    events = [json.loads(line) for line in said.lines][version - 1:]  # the first hello comes before the first line
    for event in events:
        if event["event"] == "hello":
            event.pop("game", None)  # as hra games lists it
    written = {key for thing in objects(events) for key in thing}
    other = set(pairs) if version == 1 else set(pairs.values())
    same = {key for title in (*titles, "Session") for keys, olds in rows(title) if not olds for key in keys}  # of both
    assert not written & (other - same), sorted(written & (other - same))
    assert {1: {"n", "press", "worth", "entered", "of"}, 2: {"seq", "input", "values", "enter_step", "games_planned"}}[version] <= written
