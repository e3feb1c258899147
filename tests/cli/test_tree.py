"""hra tree: every format of every method, graphs, boards, limits, hostile labels, wrong use."""
# suites: cli, heavy; priority: 2
import json
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest
import shapes
from conftest import ROOT
from terminal import typed

EXAMPLES = ROOT / "docs" / "examples"
CUTS = ("beta cut", "alpha cut", "chance cut", "shallow cut", "already decided")


def is_good(node, number, nodes, seats):
    """Keys, links and place of a node."""
    pruned = node["kind"] == "pruned"
    assert node["id"] == number, "its id is not its place"
    if number == 0:
        assert node["parent"] is None
    else:
        assert isinstance(node["parent"], int) and 0 <= node["parent"] < number, "its parent does not stand before it"
        assert isinstance(node["move"], str)
        assert node["ply"] == nodes[node["parent"]]["ply"] + 1
    if pruned:
        assert "value" not in node and "cut" in node
    else:
        assert len(node["value"]) == seats
    assert isinstance(node["best"], bool)
    assert node["best"] or not node.get("line"), "it is on the line but not best"


def tree_of(said):
    """The tree, whose links are right and whose sums fit the counts."""
    tree = json.loads(said.good().out, object_pairs_hook=shapes.once)
    assert tree["format"] == "hra tree 1" and tree["tree"]
    for number, node in enumerate(tree["tree"]):
        try:
            is_good(node, number, tree["tree"], tree["seats"])
        except (AssertionError, KeyError) as why:
            raise AssertionError(f"node {number}: {node}") from why
    entered = [node for node in tree["tree"] if node["kind"] != "pruned"]
    assert tree["nodes"] == len(entered) + sum(node.get("folded", 0) for node in tree["tree"])
    assert tree["cutoffs"] == sum(node.get("cut") in CUTS for node in entered) + \
        sum(node.get("folded_cutoffs", 0) for node in tree["tree"])
    assert tree["kept"] == len(tree["tree"])
    return tree


def is_svg(said):
    xml.etree.ElementTree.fromstring(said.good().bytes)
    assert said.out.startswith("<svg")
    assert not re.search("[\0-\x08\x0b-\x1f]", said.out)
    if shutil.which("xmllint"):
        subprocess.run(["xmllint", "--noout", "--huge", "-"], input=said.bytes, check=True)


def is_dot(said):
    said.good()
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=said.bytes, check=True, stdout=subprocess.DEVNULL)


def script_parses(said, folder):
    if shutil.which("node"):
        script = re.search(r"<script>\n?(.*?)</script>", said.out, re.S).group(1)
        lines = [line for line in script.splitlines() if not line.startswith(("<![CDATA[", "]]>"))]
        (folder / "script.js").write_text("\n".join(lines), encoding="utf-8")
        subprocess.run(["node", "--check", folder / "script.js"], check=True)


def is_ascii(said):
    return re.fullmatch(rb"[ -~\n]*", said.good().bytes)


# ---- every method, every format; the counts of hra search ----------------------------------------

@pytest.mark.parametrize("game, method, options", [(*line.split("|"), "")[:3] for line in """
textbook.tree|minimax
textbook.tree|alphabeta
deepcut.tree|alphabeta
decision.tree|expectimax
lecture.tree|expectiminimax
lecture.tree|expectiminimax:star=1
star.tree|expectiminimax:star=2
lecture-d11.tree|expectiminimax
lecture-d11.tree|expectimax
lecture-d11.tree|mcts:playouts=50
maxn.tree|maxn
maxn-shallow.tree|maxn:shallow
softmaxn.tree|softmaxn
andor.tree|andor
andor.tree|andor:pn
tictactoe|alphabeta|--position X.O/.O./X..
tictactoe|alphabeta:deepen,tt=1M,killers,depth=5
tictactoe|montecarlo:playouts=20
tictactoe|mcts:playouts=400
nim:rows=1-2-3|minimax
matches|alphabeta:depth=4
race:board=lecture|expectiminimax:depth=2,star=2
race:board=lecture|mcts:playouts=200
""".strip().splitlines()])
class TestEachMethod:
    @pytest.fixture
    def tree(self, hra, game, method, options):
        """Runs the command, with more options."""
        game = f"tree:file={EXAMPLES}/{game}" if game.endswith(".tree") else game
        self.command = f"'{game}' --method {method} {options}"
        return lambda *more: hra(f"tree {self.command} {' '.join(more)}")

    def test_json_has_the_counts_of_the_search(self, hra, tree, method):
        found = hra(f"search {self.command} --json").json()
        drawn = tree_of(tree("--format json --nodes 5000"))
        if not re.match("mcts|montecarlo|.*deepen", method):
            assert drawn["nodes"] == found["nodes"]
            assert drawn["cutoffs"] == found["cutoffs"]

    @pytest.mark.parametrize("limit", [1, 7, 60])
    def test_so_many_nodes(self, tree, limit):
        assert tree_of(tree(f"--format json --nodes {limit}"))["kept"] <= limit

    def test_svg_has_nothing_from_elsewhere(self, hra, tree):
        said = tree("--format svg")
        is_svg(said)
        script_parses(said, hra.here)
        assert not [line for line in said.lines if not line.startswith("<svg xmlns") and re.search("https?:|@import|href", line)]

    def test_dot(self, tree):
        is_dot(tree("--format dot"))

    def test_text(self, tree):
        assert "► principal variation" in tree().good()
        assert is_ascii(tree("--ascii"))


# ---- what is drawn -------------------------------------------------------------------------------

def test_the_textbooks_tree_in_text(hra):
    said = hra("tree tree --method alphabeta")
    for text in ("a2 ▼ MIN ≤ 2  (3, ∞)  alpha cut (α 3, β 2)", "c2 ✕ not searched: alpha cut", "► ├─ a1"):
        assert text in said


def test_a_tree_that_begins_with_chance(hra):
    said = hra(f"tree tree:file={EXAMPLES}/lecture-d11.tree --method expectiminimax").good()
    assert "● chance 9" in said
    assert "► ├─ 2 p=0.5 ▲ MAX 9" in said


def test_of_a_root_with_hundreds_of_outcomes_the_most_frequent_ones(hra):
    said = hra("tree yahtzee --nodes 30").good()
    assert "● chance 254.6" in said
    assert "1-2-3-4-5 p=0.01543" in said
    assert "1-1-1-1-1" not in said


@pytest.mark.parametrize("rolls", [0, 2])  # of one roll each end is judged by 252 first rolls: five seconds
def test_the_tree_of_a_turn_comes_to_what_the_heuristic_says(hra, rolls):
    what = ["yahtzee:rules=plain", "--method", "heuristic", "--position", f"dice=3-4-4-5-6 rolls={rolls}"]
    said = re.search(r'"move":"[^"]*","value":.[^]]{1,12}', hra("search", *what, "--json").out).group(0)
    drawn = hra("tree", *what, "--format", "json").good()
    assert re.search(r'"move":"[^"]*","value":.[^]]{1,12}', drawn.out).group(0) == said
    if rolls == 0:
        said = hra("tree", *what)
        assert "move box small-straight, value ~−5.45" in said  # with the heuristic at its leaves
        assert "box chance ▢ leaf ~−9.7" in said


def test_the_textbooks_tree_as_a_picture(hra):
    said = hra("tree tree --method alphabeta --format svg")
    assert said.count('class="n cross') == 2
    assert said.count('class="n up|class="n down') == 4


def test_ten_thousand_nodes_most_of_them_folded_at_first(hra):
    said = hra("tree tictactoe --method minimax --nodes 10000 --format svg").good()
    assert said.count('class="n ') > 5000
    assert sum('class="n ' in line and 'display="none"' not in line for line in said.lines) <= 110


def test_depth_and_breadth(hra):
    tree = tree_of(hra("tree tictactoe --method alphabeta --depth 2 --breadth 3 --format json"))
    assert not [node for node in tree["tree"] if node["ply"] == 3]
    assert sum(node["parent"] == 0 for node in tree["tree"]) == 3


# ---- graphs: each position once ------------------------------------------------------------------

GRAPHS = [
    "matches:count=6 --method andor:graph", "tictactoe --method minimax:depth=2", "tictactoe --method exact",
    "tictactoe --method alphabeta --position XO./.X./..O", "nim:rows=1-2-3 --method andor:pn",
    "race:board=lecture --method expectiminimax:depth=2", "race:seats=3,track=24,pieces=1 --method softmaxn:depth=2",
    "checkers --method minimax:depth=5 --position W:WK1:BK32", "tictactoe --method mcts:playouts=200"]


@pytest.mark.parametrize("what", GRAPHS)
def test_a_graph_in_every_format(hra, what):
    text = hra(f"tree {what} --graph --format text").good()
    is_dot(hra(f"tree {what} --graph --format dot"))
    said = hra(f"tree {what} --graph --format json")
    said.json()
    assert '"format":"hra graph 1"' in said
    svg = hra(f"tree {what} --graph --format svg")
    is_svg(svg)
    assert svg.count('<g transform=') == text.count("^..#")  # every position
    assert is_ascii(hra(f"tree {what} --graph --ascii"))


def test_a_graph_of_yahtzee(hra):
    is_svg(hra("tree yahtzee --method heuristic --position dice=3-4-4-5-6 --nodes 40 --graph --format svg"))


def test_three_first_moves_of_tic_tac_toe_and_a_board_at_each_position(hra):
    assert "a1 ×4 #2   b1 ×4 #3   ►b2 #4" in hra("tree tictactoe --graph --method minimax:depth=2")
    said = hra("tree tictactoe --graph --method minimax:depth=2 --boards --format svg")
    is_svg(said)
    assert len(re.findall("href=.#hra-board", said.out)) == 16


def test_the_whole_graph_or_the_easiest_proof(hra):
    hra("tree nim --graph --method andor:graph,pn").wrong("use pn or graph, not both")


# ---- boards --------------------------------------------------------------------------------------

@pytest.mark.parametrize("game, method", [
    ("checkers", "alphabeta:depth=2"), ("tictactoe", "minimax:depth=2"), ("race:board=lecture", "expectiminimax:depth=2,eval=formula"),
    ("pacman:layout=five", "minimax:depth=3"), ("nim:rows=1-2-3", "minimax:depth=2")])
def test_boards_one_at_every_node_that_was_searched(hra, game, method):
    said = hra(f"tree {game} --method {method} --boards --format svg --nodes 30")
    is_svg(said)
    script_parses(said, hra.here)
    assert said.count("href=.#hra-board") >= 5
    assert not [line for line in said.lines if not line.startswith("<svg xmlns") and re.search("https?:|@import", line)]


# ---- terms ---------------------------------------------------------------------------------------

def numbers(text):
    """'men 2:3, kings 1:0' as {"men": (2, 3), ...}"""
    terms = {}
    for part in text.replace("−", "-").split(", "):
        name, values = part.split(" ")
        terms[name] = tuple(float(value) for value in values.split(":"))
    return terms


def test_the_terms_at_a_leaf_make_its_value(hra):
    said = hra("tree checkers -p alphabeta:depth=3,eval=expr(10*men+15*kings-2*mine.back) --position B:W18,24,27:BK1,3,10 --terms --nodes 400")
    leaves = re.findall(r"leaf ([−0-9]+)(?:  \([^)]*\))?  (men .*)", said.out)
    assert len(leaves) > 20
    for value, terms in leaves:
        of = numbers(terms)
        assert set(of) == {"men", "kings", "back"}
        black = 10 * (of["men"][0] - of["men"][1]) + 15 * (of["kings"][0] - of["kings"][1]) - 2 * of["back"][0]
        white = 10 * (of["men"][1] - of["men"][0]) + 15 * (of["kings"][1] - of["kings"][0]) - 2 * of["back"][1]
        assert float(value.replace("−", "-")) == (black - white) / 2  # as between two sides (docs/formulas.md)


def test_terms_without_a_formula_are_those_that_are_not_0(hra):
    said = hra("tree race:board=lecture -p expectiminimax:depth=1,eval=formula --nodes 20 --terms --position '[10,14],[8,12] blue 2'")
    assert re.search(r"leaf .*  track 1:2, .*steps", said.out) and " home " not in said.out
    is_svg(hra("tree race:board=lecture -p expectiminimax:depth=1 --nodes 20 --terms --format svg"))
    assert "steps" in hra("tree race -p expectiminimax:depth=1 --nodes 20 --terms --format dot").good().out


# ---- files ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["svg", "dot", "json", "text"])
def test_a_file_is_of_the_format_that_its_name_says(hra, kind):
    said = hra(f"tree tree --method alphabeta -o picture.{kind}").exits(0)
    assert said.is_quiet()
    assert said.out == ""
    assert hra(f"tree tree --method alphabeta --format {kind}").out == hra.read(f"picture.{kind}")


def test_a_picture_that_cannot_be_written(hra):
    hra("tree tree --method alphabeta -o missing/picture.svg").failing("picture.svg: cannot be written: No such file")
    hra("tree tree --method alphabeta -o /dev/full").failing("cannot be written: No space left")


# ---- labels of others ----------------------------------------------------------------------------

HOSTILE = r"""node root max
node <b>&amp;"' min
edge root <b>&amp;"' ]]></script><x>\N\l
edge root plain
leaf plain 1
edge <b>&amp;"' ]]> \"};alert(1);{\"
edge <b>&amp;"' c
leaf ]]> 2
leaf c 3
"""


@pytest.fixture
def hostile(hra):
    hra.write("hostile.tree", HOSTILE)
    return lambda kind: hra(f"tree tree:file=hostile.tree --method alphabeta --format {kind}")


def test_hostile_labels(hostile):
    hostile("text").good()
    is_dot(hostile("dot"))
    tree_of(hostile("json"))


def test_hostile_labels_do_not_get_out_of_a_picture(hra, hostile):
    said = hostile("svg")
    is_svg(said)
    script_parses(said, hra.here)
    assert said.count("</script>") == 1
    assert said.count(r"\]\]>") == 1
    assert "<x>" not in said
    assert "<b>" not in said


# ---- trees typed by hand, and tree files ----------------------------------------------------------

def random_tree(rng, depth):
    """In parentheses, with its value, MAX to move first."""
    def grow(level, maximizes):
        if level == depth or (level and rng.random() < 0.2):
            value = rng.randint(-20, 20)
            return str(value), value
        parts = [grow(level + 1, not maximizes) for _ in range(rng.randint(2, 3))]
        return f"({' '.join(text for text, _ in parts)})", (max if maximizes else min)(value for _, value in parts)
    return grow(0, True)


def test_typed_trees_go_to_a_file_and_back(hra):
    rng = random.Random(5)
    for _ in range(25):
        text, value = random_tree(rng, 4)
        hra("tree", text, "-p", "minimax", "-o", "x.tree").exits(0)
        first, again, short = (tree_of(hra("tree", spec, "-p", "minimax", "--nodes", "1000", "--json"))
                               for spec in (text, "tree:file=x.tree", "x.tree"))
        assert first["value"][0] == again["value"][0] == short["value"][0] == value
        assert [node.get("value") for node in first["tree"]] == [node.get("value") for node in again["tree"]]
        assert [node.get("move") for node in first["tree"]] == [node.get("move") for node in again["tree"]]


@pytest.mark.parametrize("game, player", [
    ("tictactoe --position XOX/.O./..X", "minimax"),
    ("race:pieces=1,track=8,lane=2,seats=2", "expectiminimax:depth=2"),
    ("nim:rows=2-3", "minimax"),
    ("yahtzee --seed 3", "optimal"),
    ("race:pieces=1,track=8,lane=2,seats=3", "maxn:depth=2"),
])
def test_searches_become_tree_files(hra, game, player):
    tree = tree_of(hra(f"tree {game} -p {player} --nodes 60000 --json"))
    hra(f"tree {game} -p {player} -o x.tree").exits(0)
    again = tree_of(hra("tree tree:file=x.tree -p maxn --nodes 60000 --json"))
    seat = tree["pov"] if tree["pov"] and tree["pov"] > 0 else 0
    assert abs(again["value"][0] - tree["value"][seat]) < 1e-9


def test_moves_that_were_not_searched_are_remarks(hra):
    said = hra("tree", "((3 12 8)(2 4 6))", "-p", "alphabeta", "-f", "tree").good()
    assert "# not searched: c2" in said.out and "leaf c2" not in said.out


def test_the_search_in_words(hra):
    said = hra("tree", "((3 12 8)(2 4 6))", "-p", "alphabeta", "--working", "--ascii").good()
    steps = [line[6:].strip() for line in said.out.splitlines()[3:]]
    assert steps[0] == "the root: MAX to move" and steps[-1] == "value of the root: 3"
    assert "value of a1 (b): 3; so alpha of the root is 3" in steps
    assert "a2 (c): alpha cut (alpha 3, beta 2); not searched: c2, c3" in steps
    assert is_ascii(said)


def test_tikz_is_balanced_and_escaped(hra, hostile):
    for said in (hra("tree tictactoe -p alphabeta --position XOX/.O./..X -f tikz").good(), hostile("tikz").good()):
        body = "".join(line for line in said.out.splitlines(True) if not line.startswith("%"))
        plain = re.sub(r"\\[\\{}$&#%_]", "", body)
        depth = 0
        for sign in plain:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0
        assert depth == 0 and plain.count("$") % 2 == 0 and not re.search(r"(?<!\\)[&%_~^]", plain)
        assert said.out.endswith("\\end{forest}\n")


def test_tikz_of_a_cut(hra):
    """As it was compiled once by LaTeX and looked at: the reason is below the first move that was not searched."""
    said = hra("tree", "((3 12)(2 4 6))", "-p", "alphabeta", "-f", "tikz").good()
    assert said.out.split("font=\\small},\n")[1] == r"""  [{3}, max
    [{3}, min, move={a1}, line
      [{3}, leaf, move={b1}, line]
      [{12}, leaf, move={b2}]]
    [{$\leq$ 2}, min, move={a2}
      [{2}, leaf, move={c1}]
      [{$\times$\\alpha cut\\$\alpha$ 3, $\beta$ 2}, pruned, move={c2}]
      [{$\times$}, pruned, move={c3}]]]
\end{forest}
"""


def test_a_terminal_shows_where_a_typed_tree_is_wrong(hra):
    shown = typed(hra, "tree '((3 5)(2 x))'", []).out.replace("\r", "")
    assert "\n  ((3 5)(2 x))\n           ^\n" in shown


# ---- wrong use -----------------------------------------------------------------------------------

@pytest.mark.parametrize("words, text", [line.split("|") for line in """
|missing GAME
tictactoe -m alphabetta|did you mean 'alphabeta'?
tictactoe -m random|does not value positions, so there is nothing to draw
tictactoe -m minimax --format svgg|did you mean 'svg'?
tictactoe -m minimax --nodes 0|--nodes takes a whole number from 1 to
tictactoe -m minimax --nodes 1000001|--nodes takes a whole number from 1 to
tictactoe -m minimax --depth x|not 'x'
tictactoe -m minimax --breadth 0|--breadth takes a whole number from 1
tictactoe -m minimax --position XXX/OO./...|the game is over in this position; name another
yahtzee -m minimax --position dice=1-1-2-4-6|minimax cannot search chance
tictactoe -m minimax --graph --boards|boards needs SVG or JSON
tictactoe -m minimax --boards|boards needs SVG or JSON
tictactoe -m minimax --terms --format json|terms needs text, DOT or SVG
tictactoe -m minimax --terms --working|is not shown with --working
tree -m minimax --terms|tree has no terms for formulas
""".strip().splitlines()])
def test_refused(hra, words, text):
    hra(f"tree {words}").wrong(text)
