"""MCTS one simulation at a time: each number follows from the steps before it."""
# suites: cli
import html
import json
import math
import re

import pytest

SPEC = "mcts:playouts=60,solver=no"
POSITION = "XO./.X./..O"


def simulations(text):
    for block in re.split(r"^ {0,3}\d+  (?=select)", text, flags=re.M)[1:]:
        yield {line.split(": ")[0].strip(): line.split(": ", 1)[1] for line in block.strip().splitlines()}


# The path of a step, and what was compared on it: [(name, {move: (mean, bonus, ucb)}), ...].
def path_of(select):
    for part in select.split(" → "):
        name, _, compared = part.partition(" [")
        yield name, {move: (float(mean), float(bonus), float(ucb)) for move, mean, bonus, ucb in
                     re.findall(r"(\w+) (-?[\d.]+) \+ ([\d.]+) = (-?[\d.]+)", compared)}


def check(text, c=1.0):
    tree = {(): [0, 0.0]}  # visits, and wins of the seat that moved there; of the root X, which is to move
    results, played = [], 0
    for played, step in enumerate(simulations(text), 1):
        path = ()
        for name, compared in path_of(step["select"]):
            path = path if name == "the root" else (*path, name)
            if compared:
                bounds = {}
                spread = max(results + [-1, 1]) - min(results + [-1, 1]) if results else 2
                for move, (mean, bonus, ucb) in compared.items():
                    visits, wins = tree[(*path, move)]
                    assert abs(mean - (2 * wins / visits - 1)) < 6e-4, (played, move)
                    assert abs(bonus - c * spread * math.sqrt(math.log(tree[path][0] + 1) / visits)) < 2e-3, (played, move)
                    bounds[move] = ucb
                assert set(compared) == {p[-1] for p in tree if len(p) == len(path) + 1 and p[:-1] == path}
                chosen = max(bounds.values())
                following = [name for name, _ in path_of(step["select"])][len(path) + 1:len(path) + 2]
                assert bounds[following[0]] > chosen - 2e-3
        if "expand" in step:
            path = (*path, re.fullmatch(r"(\w+) is new", step["expand"])[1])
            assert path not in tree
            tree[path] = [0, 0.0]
        result = float(re.search(r": (-?[\d.]+) \(of X\)", step["simulate"])[1])
        results.append(result)
        told = re.findall(r"([\w ]+?) (-?[\d.]+)/(\d+), mean (-?[\d.]+)", step["back up"])
        for depth, (name, wins, visits, mean) in zip(range(len(path), -1, -1), told, strict=True):
            at = tree[path[:depth]]
            at[0] += 1
            at[1] += (result + 1) / 2 if depth % 2 or depth == 0 else (1 - result) / 2
            assert name.strip(" ;") == (path[depth - 1] if depth else "the root")
            assert (int(visits), float(wins)) == (at[0], at[1]), (played, path[:depth])
            assert abs(float(mean) - (2 * at[1] / at[0] - 1)) < 6e-4
    return played, tree


def test_each_number_follows_from_the_steps_before(hra):
    for seed, c in ((1, 1.0), (2, 0.5), (3, 2.0)):
        said = hra(f"tree tictactoe -p {SPEC},c={c} --position {POSITION} --working --seed {seed}").exits(0).out
        played, tree = check(said, c)
        assert played == 60 and tree[()][0] == 60
        best = max((p for p in tree if len(p) == 1), key=lambda p: tree[p][0])
        assert tree[(re.search(r"move (\w+),", said)[1],)][0] == tree[best][0]


def test_each_step_is_a_picture(hra):
    hra(f"tree tictactoe -p mcts:playouts=3,solver=no --position {POSITION} --working --frames -o s.svg").exits(0)
    frames = sorted(hra.here.glob("s-*.svg"))
    assert len(frames) == 12 and "3  back up" in frames[-1].read_text() and "mean" in frames[-1].read_text()
    assert "is new" in frames[1].read_text()
    hra(f"tree tictactoe -p mcts:playouts=3,solver=no --position {POSITION} --frames -o t.svg").exits(0)
    assert [p.read_text() for p in sorted(hra.here.glob("t-*.svg"))] == [p.read_text() for p in frames]
    assert hra(f"tree tictactoe -p {SPEC} --frames -o s.html").exits(2).complains("--frames needs a file")
    assert hra(f"tree tictactoe -p {SPEC} --frames").exits(2).complains("--frames needs a file")
    assert hra("tree nim --graph --frames -o s.svg").exits(2).complains("--graph")
    assert "mean value" in hra("tree nim -p mcts:playouts=6,threads=2,solver=no --working").exits(0)


TREES = (("'(((3 5)(6 9))((1 2)(0 7)))'", "alphabeta"), ("'((3 12 8)(2 4 6)(14 5 2))'", "minimax"),
         ("'((?1/2:(3 9) 1/2:(2 5)) 2)'", "expectiminimax"), ("'((3 12 8)(2 4 6)(14 5 2))'", "andor:goal=3"))


@pytest.mark.parametrize("tree, method", TREES)
def test_each_step_of_a_search_is_a_picture(hra, tree, method):
    """What is seen and what has a value follow from the sentences of --working."""
    told = re.findall(r"^ *\d+ +(\S.*)$", hra(f"tree {tree} -p {method} --working").exits(0).out, re.M)
    hra(f"tree {tree} -p {method} --frames -o s.svg").exits(0)
    frames = [p.read_text() for p in sorted(hra.here.glob("s-*.svg"))]
    nodes = [re.findall(r'<g transform="[^"]*"([^>]*)>(.*?)</g>', f) for f in frames]
    assert len(frames) == len(told) > 10
    assert len({re.search(r'<svg [^>]*width="(\d+)"', f)[1] for f in frames}) == 1
    entered = known = 0
    for i, line in enumerate(told[:-1]):
        assert f">{i + 1}/{len(told)}  {html.escape(line, quote=False)}</text>" in frames[i]
        value = re.match(r"(mean )?value of |.* is (un)?solved", line)
        entered += not value and not re.search(r" cut|: already decided", line)
        known += bool(value)
        seen = [drawn for how, drawn in nodes[i] if "opacity" not in how and "stroke-dasharray" not in drawn]
        assert len(seen) == entered, (i, line)
        assert sum('font-weight="bold"' in drawn and "hidden" not in drawn for drawn in seen) == known, (i, line)
        assert sum('stroke-width="5"' in drawn for drawn in seen) == 1, (i, line)
    assert not re.search(r'opacity|hidden|stroke-width="5"|<title>', frames[-1])


class Twin:
    """The tree of the simulations in JSON, grown again from paths and results alone."""

    def __init__(self, told, c):
        self.nodes, self.c, self.results = told["tree"], c, []
        self.visits = [0] * len(self.nodes)
        self.sums = [[0.0] * told["seats"] for _ in self.nodes]

    def mean(self, node, seat):
        return self.sums[node][seat] / self.visits[node]

    # Of equal bounds any may be chosen; a move that has not been tried comes before all others.
    def select(self, simulation, above, below):
        told = [child for child in simulation["compared"] if self.nodes[child["node"]]["parent"] == above]
        if self.nodes[above]["kind"] == "chance":
            assert not told
            return
        there = [node["id"] for node in self.nodes if node["parent"] == above and self.visits[node["id"]]]
        if not told:
            assert below not in there
            return
        assert [child["node"] for child in told] == there
        values = [value for result in self.results for value in result]
        spread = max(values) - min(values) or 1
        assert math.isclose(simulation["range"], spread, rel_tol=1e-6)
        for child in told:
            node, bonus = child["node"], self.c * spread * math.sqrt(math.log(self.visits[above] + 1) / self.visits[child["node"]])
            assert child["visits"] == self.visits[node]
            assert math.isclose(child["mean"], self.mean(node, self.nodes[above]["seat"]), rel_tol=1e-5, abs_tol=1e-5 * spread)
            assert math.isclose(child["bonus"], bonus, rel_tol=1e-4, abs_tol=1e-4 * spread)
            assert math.isclose(child["ucb"], child["mean"] + child["bonus"], rel_tol=1e-9)
            assert child["chosen"] == (node == below)
        assert max(child["ucb"] for child in told) == next(child["ucb"] for child in told if child["chosen"])

    def back_up(self, simulation, path, wins):
        for node, told in zip(reversed(path), simulation["backup"], strict=True):
            above = self.nodes[node]["parent"]
            seat = self.nodes[node if above is None else above].get("seat", 0)
            assert (told["node"], told["seat"]) == (node, seat)
            before = self.mean(node, seat) if self.visits[node] else None
            if before is None:
                assert told["mean_before"] is None
            else:
                assert math.isclose(told["mean_before"], before, rel_tol=1e-9, abs_tol=1e-9)
            self.visits[node] += 1
            self.sums[node] = [a + b for a, b in zip(self.sums[node], simulation["result"], strict=True)]
            assert told["visits"] == self.visits[node]
            assert math.isclose(told["mean"], self.mean(node, seat), rel_tol=1e-9, abs_tol=1e-9)
            assert ("wins" in told) == wins
            if wins:
                assert math.isclose(told["wins"], (self.sums[node][seat] + self.visits[node]) / 2, abs_tol=1e-9)

    def simulate(self, number, simulation, wins):
        path = simulation["path"]
        assert simulation["number"] == number and path[0] == 0
        for above, below in zip(path, path[1:]):
            assert self.nodes[below]["parent"] == above
            self.select(simulation, above, below)
        assert simulation["expanded"] == (self.visits[path[-1]] == 0 and len(path) > 1)
        assert len(simulation["playout"]) == min(100, simulation["plies"])
        assert simulation["known"] == (self.nodes[path[-1]]["kind"] == "end")
        self.back_up(simulation, path, wins)
        self.results.append(simulation["result"])


def grown(hra, game, player, c=1.0, wins=True, more=""):
    told = json.loads(hra(f"tree {game} -p {player},c={c} --working --format json --nodes 60 {more}").good().out)
    twin = Twin(told, c)
    for number, simulation in enumerate(told["simulations"], 1):
        twin.simulate(number, simulation, wins)
    assert [node.get("visits", 0) for node in told["tree"]] == twin.visits and twin.visits[0] == len(twin.results)
    for node in told["tree"]:
        for seat, value in enumerate(node["value"]):
            assert math.isclose(value, twin.mean(node["id"], seat), rel_tol=1e-9, abs_tol=1e-9)
    return told, twin


LINES = [[a, a + step, a + 2 * step] for starts, step in ((range(0, 9, 3), 1), (range(3), 3), ([0], 4), ([2], 2)) for a in starts]


# The board behind a row of moves, and what it is worth to X; None: the game goes on.
def noughts(position, moves):
    board = list(position.replace("/", ""))
    for move in moves:
        place = (int(move[1]) - 1) * 3 + "abc".index(move[0])
        assert board[place] == "." and value_of(board) is None
        board[place] = "XO"[board.count("X") > board.count("O")]
    return "".join(board), value_of(board)


def value_of(board):
    for line in LINES:
        if board[line[0]] != "." and len({board[i] for i in line}) == 1:
            return 1 if board[line[0]] == "X" else -1
    return None if "." in board else 0


@pytest.mark.parametrize("c", [1.0, 0.4])
def test_the_steps_as_json_grow_the_same_tree_again(hra, c):
    told, twin = grown(hra, "tictactoe", SPEC, c, more=f"--boards --position {POSITION}")
    moves = lambda node: moves(told["tree"][node]["parent"]) + [told["tree"][node]["move"]] if node else []
    for simulation in told["simulations"]:
        path = moves(simulation["path"][-1])
        board, value = noughts(POSITION, path + [step["move"] for step in simulation["playout"]])
        assert value is not None and simulation["result"] == [value, -value]
        if simulation["playout"]:
            assert simulation["position"].replace("/", "") == board and simulation["change"]["changed"]
            assert [step["seat"] for step in simulation["playout"]] == [(len(path) + i) % 2 for i in range(simulation["plies"])]
    first = [node for node in told["tree"] if node["parent"] == 0]
    assert told["move"] == max(first, key=lambda node: node["visits"])["move"]


RACE = "race --position '[],[],[],[] green 6'"
BACKGAMMON = "backgammon --position 'white 6:2 4:1, black 6:3, black 65'"


@pytest.mark.parametrize("game, wins", [("nim", True), (RACE, True), ("pacman", False), (BACKGAMMON, False)])
def test_other_games_too_with_chance_and_points(hra, game, wins):
    told, _ = grown(hra, game, "mcts:playouts=40,solver=no,memory=1M", wins=wins)
    assert len(told["simulations"]) == 40
    assert game in ("nim", "pacman") or any(node["kind"] == "chance" for node in told["tree"])


def test_chance_has_no_simulations(hra):
    assert hra("tree backgammon -p mcts:playouts=9 --working --format json").exits(2).complains("chance is to move")


def test_an_end_that_the_tree_holds_is_not_played_out_again(hra):
    told, _ = grown(hra, "matches:count=3", SPEC)
    assert any(s["known"] and not s["playout"] and not s["expanded"] for s in told["simulations"])
    assert hra("tree nim -p minimax --working --format json").exits(2).complains("only mcts")
