"""MCTS one simulation at a time: each number follows from the steps before it."""
# suites: cli
import math
import re

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
    assert hra("tree nim -p minimax --working --frames -o s.svg").exits(2).complains("mcts")
    assert hra(f"tree tictactoe -p {SPEC} --frames -o s.svg").exits(2).complains("--working")
    assert "mean value" in hra("tree nim -p mcts:playouts=6,threads=2,solver=no --working").exits(0)
