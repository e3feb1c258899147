"""Learning at the command line: what it says and keeps, going on after Ctrl-C and a kill, curves, refusals."""
# suites: cli, heavy; priority: 2
import re

import pytest

TABLE = "td:representation=table,learning-rate=0.1,epsilon=0.2,random-opening=0"
WHOLE = f"learn tictactoe -m {TABLE} --output whole --games 3000 --evals 3 --seed 1 -a exact random"


def example(hra):
    """The command that the help shows."""
    found = re.search(r"^  hra (learn .*exact)$", hra("help learn").good().out, re.M).group(1)
    assert len(found.split()) > 2
    return found


def read(hra, name):
    return (hra.here / name).read_bytes()


# ---- what the help shows -------------------------------------------------------------------------

def test_the_example_learns_not_to_lose_and_saves_to_a_file_of_its_own(hra):
    said = hra(f"{example(hra)} --seed 1").good()
    assert " 0.500 ± 0.000" in [line for line in said.lines if re.match(" *[0-9]", line)][-1]
    assert read(hra, "tictactoe-td.hra")
    assert "Saved to tictactoe-td.hra" in said
    assert said.lines[-1] == "Play it: hra play tictactoe human trained:file=tictactoe-td.hra"
    said = hra(f"{example(hra)} --games 10 --eval-games 0").good()
    assert "Saved to tictactoe-td-2.hra" in said  # a file that is there stays
    assert len(read(hra, "tictactoe-td.hra")) > len(read(hra, "tictactoe-td-2.hra"))
    hra("learn tictactoe --seed 1 --eval-games 0 --evals 1 --output second").good()
    assert read(hra, "second") == read(hra, "tictactoe-td.hra")  # the same seed, the same file
    hra("learn tictactoe --output second --resume --eval-games 0").good()
    assert read(hra, "second") == read(hra, "tictactoe-td.hra")  # which is as long as is learnt by default


def test_a_table_says_how_long(hra):
    assert hra("methods").good().has_line(r"^  tictactoe    td \* .* 60000  learning-rate=0.5,epsilon=0.2,random-opening=8$")


def test_a_store_keeps_every_option_that_the_game_decides(hra):
    spec = "zero:playouts=2,hidden=128,random-opening=8,replay-games=5000,decay-games=10000"
    hra("learn tictactoe --method zero:playouts=2 --games 50 --eval-games 0 --seed 1 --store store --output stored").good()
    assert f"\nmethod {spec}\n".encode() in read(hra, "stored")
    assert spec in hra("learn status store").good()
    hra("learn report store").good()
    assert read(hra, "tictactoe-zero.hra") == read(hra, "stored")  # what is reported of it has a name, too


def test_a_job_that_is_begun_again_after_it_wrote_its_file_has_only_to_report(hra):
    job = "learn tictactoe --method zero:playouts=2 --games 50 --eval-games 0 --seed 1 --store store --output net"
    hra(job).good()
    net = read(hra, "net")
    assert hra(job).exits(0).complains("'net' has the model of this run already")
    hra("learn report store --output net").exits(0)
    assert read(hra, "net") == net
    (hra.here / "net").write_bytes(net[:-1] + b"?")
    hra(job).refused("'net' exists")  # another file stays
    assert read(hra, "net") == net[:-1] + b"?"
    (hra.here / "net").write_bytes(net)
    hra(job.replace("--store store", "--store other")).wrong("'net' exists")  # a new run writes a new file
    assert not (hra.here / "other").exists()


@pytest.mark.parametrize("method", ["td", "td:representation=net", "sarsa", "q", "mc", "vi", "pi", "rote", "samuel", "tdleaf", "zero:playouts=5",
                                    "rollout"])
def test_the_last_line_typed_as_it_stands_begins_a_game(hra, method):
    said = hra("learn", "tictactoe", "--method", method, "--games", "10", "--evals", "1", "--eval-games", "0", "--seed", "1",
               "--output", f"it is {method}")
    line = said.lines[-1].removeprefix("Play it: hra ") + " --seed 1"
    assert "X, your move" in hra(line)
    said = hra(line.replace(" human", " random", 1)).good()
    assert f"it is {method.partition(':')[0]}" in said


@pytest.mark.parametrize("game", ["yahtzee", "yahtzee:seats=2", "pacman:max-rounds=50", "race", "race:seats=2", "empire"])
def test_and_in_its_game(hra, game):
    said = hra("learn", game, "--games", "2", "--evals", "1", "--eval-games", "0", "--seed", "1", "--output", f"of-{game}")
    said = hra(said.lines[-1].removeprefix("Play it: hra ").replace(" human", " random", 1) + " --seed 1 --adviser random").good()
    assert f"of-{game.partition(':')[0]}" in said


# ---- a table -------------------------------------------------------------------------------------

@pytest.fixture
def learnt(hra):
    """A table of tic-tac-toe, in the file `whole`."""
    hra.said = hra(WHOLE)
    return hra


def test_it_learns_not_to_lose_against_exact_and_says_how_to_play_it(learnt):
    said = learnt.said.good()
    assert f"training tictactoe by {TABLE}: table with 0 positions, seed 1" in said
    assert said.has_line("^ *3000 .* 0.500 ± 0.000")
    assert "hra play tictactoe human trained:file=whole" in said


def test_as_a_player_as_an_evaluation_and_with_what_each_move_is_worth(learnt):
    assert '"losses":0' in learnt("match tictactoe trained:file=whole exact --rotate --games 20 --json").good()
    learnt("search tictactoe -m greedy:eval=trained(file=whole)").good()
    assert '"kind":"estimate"' in learnt("search tictactoe -m trained:file=whole --json").good()


def test_going_on_gives_the_same_file(learnt):
    learnt(f"learn tictactoe -m {TABLE} --output part --games 1000 --eval-games 0 --evals 1 --seed 1")
    learnt("learn tictactoe --output part --games 3000 --eval-games 0 --evals 2 --resume").good()
    assert read(learnt, "part") == read(learnt, "whole")
    said = learnt("learn tictactoe --output part --games 2000 --eval-games 10 --evals 5 --resume").good()
    assert read(learnt, "part") == read(learnt, "whole")  # who has learnt from more games is measured once and stays
    assert said.count("^ *3000 ") == 1


def without_end(hra, name):
    started = hra.start(f"learn tictactoe -m {TABLE} --output {name} --games 1000000000 --eval-games 0 --seed 1")
    return started.until(lambda: (hra.here / name).exists() and read(hra, name))


def test_ctrl_c_keeps_what_was_learnt_and_says_how_to_go_on(hra):
    started = without_end(hra, "stopped")
    started.until(lambda: started.said().out)
    assert "hra learn tictactoe --resume --output stopped" in started.interrupt().exits(130)


def test_a_kill_leaves_a_whole_file_which_knows_its_game(learnt):
    without_end(learnt, "killed").kill()
    learnt("learn tictactoe --output killed --games 3000 --eval-games 0 --resume").good()
    assert read(learnt, "killed") == read(learnt, "whole")
    assert "training tictactoe by td" in learnt("learn --output killed --games 3100 --eval-games 0 --resume").good()


def test_a_game_has_to_be_named_at_first(hra):
    hra("learn --output nothing").wrong("missing GAME")


def test_a_file_reads_no_other(hra):
    hra.write("elsewhere", "hra-learnt 1\ngame tree:file=/etc/passwd\nform net\n")
    hra("learn --output elsewhere --resume").fails("no file may be read that a spec names")


# ---- curves, and other forms ---------------------------------------------------------------------

def test_the_curve_as_a_table_and_as_a_picture(hra):
    hra("learn nim -m q:representation=table --output q --games 200 --evals 2 --runs 2 --seed 5 --csv q.csv --svg q.svg --json").json()
    assert read(hra, "q-2")  # a file for each run
    lines = hra.read("q.csv").splitlines()
    assert lines[0] == "seed,games,seconds,against,score,error,played"
    assert sum(line.startswith(("5,", "6,")) for line in lines) == 6
    assert "</svg>" in hra.read("q.svg")
    assert not re.search("nan|inf", hra.read("q.svg"))


def test_a_search_that_guides_itself(learnt):
    said = learnt("learn tictactoe -m zero:hidden=64 --output z --games 200 --evals 1 --eval-games 20 --seed 1 -a exact").good()
    assert "net 19-64-10, 1930 weights" in said
    assert "hra play tictactoe human zero:file=z" in said
    assert '"kind":"mean"' in learnt("search tictactoe -m zero:file=z --json").good()  # it tells means of its simulations
    learnt("match tictactoe zero:file=whole random --games 1").fails("use the player trained")  # and takes no table


def test_what_plays_is_written_alone_cannot_go_on_but_says_the_same(hra):
    hra("learn tictactoe -m rollout:hidden=8,games-per-iteration=10 --output o --games 20 --eval-games 0 --seed 1 --export bare").good()
    assert len(read(hra, "bare")) < len(read(hra, "o")) // 3
    (hra.here / "bare2").write_bytes(read(hra, "bare"))
    hra("learn tictactoe --output bare2 --resume --games 40").fails("an exported model")
    whole, bare = (re.sub(r"file=[^)]*|[0-9.]* s\b", "", hra("search", "tictactoe", "-m", f"minimax:depth=2,eval=trained(file={name})").out)
                   for name in ("o", "bare"))
    assert whole == bare
    hra("learn tictactoe -m td --output o --games 20 --runs 2 --export bare").wrong("--export and --runs exclude each other")


def test_a_sum_of_terms_is_shown(hra):
    samuel = "learn tictactoe -m samuel:depth=2,active-terms=3 --games 100 --evals 1 --seed 1"
    said = hra(f"{samuel} --output s --eval-games 20 -a random").good()
    assert "  open lines" in said
    assert "unused: " in said
    assert "hra play tictactoe human 'alphabeta:full,depth=3,tt=1M,eval=trained(file=s)'" in said
    said = hra(f"{samuel} --output s2 --eval-games 0 --threads 2 --json")
    said.json()
    assert '"terms":[{"name":"' in said
    assert read(hra, "s") == read(hra, "s2")
    hra("search", "tictactoe", "-m", "alphabeta:depth=2,eval=trained(file=s,fallback=lines)").fails("needs a table")


def test_ends_of_principal_variations(hra):
    said = hra("learn tictactoe -m tdleaf:depth=2,representation=linear --output t --games 100 --evals 1 --eval-games 20 --seed 1 -a exact").good()
    assert "open lines" in said


def test_positions_that_are_kept_and_what_judges_the_rest(hra):
    said = hra("learn tictactoe -m rote:depth=2 --output r --games 100 --evals 1 --eval-games 20 --seed 1 -a random").good()
    assert "alphabeta:full,depth=2,tt=1M,eval=trained(file=r,fallback=lines)" in said


def test_values_from_the_rules_alone_which_are_done_and_go_on_being_so(hra):
    assert "1.000 ± 0.000" in hra("learn nim -m vi --output v --games 12 --evals 1 --eval-games 20 --seed 1 -a random").good()
    hra("learn nim --output v --games 13 --eval-games 0 --resume").good()
    hra("learn backgammon -m pi --output none --games 1 --eval-games 0").fails("backgammon has more than 50000 positions")


def test_alone_at_the_table_the_mean_score_is_told(hra):
    assert "mean score" in hra("learn yahtzee -m td:hidden=0,learning-rate=0.01 --output y --games 20 --evals 1 --eval-games 10 --seed 1").good()


def test_among_other_players(hra):
    assert "linear model of terms" in hra("learn pacman --output p --games 20 --evals 1 --eval-games 10 --seed 1").good()


def test_what_diverges_is_told(hra):
    assert hra("learn yahtzee -m td:hidden=0,learning-rate=10 --output bad --games 100 --eval-games 0 --seed 1").exits(1).complains("training diverges")


# ---- wrong use -----------------------------------------------------------------------------------

@pytest.mark.parametrize("words, text", [line.split("|") for line in """
tictactoe --output whole|exists
tictactoe --resume|missing --output FILE
tictactoe --output other --resume|not a model of hra learn
tictactoe --output none --resume|file not found
tictactoe --output x -m tdx|did you mean 'td'?
backgammon --output x -m samuel|needs a two-player zero-sum game
tictactoe --output x -m samuel:active-terms=0|option 'active-terms' takes
tictactoe --output x -m td:hiden=4|has no option 'hiden'
tictactoe --output x -m td:init=other|not a model file
tictactoe --output x --games 5 --duration 2s|exclude each other
tree -m zero --output x|has no features
tictactoe --output x -a nobody|has no player 'nobody'
tictactoe --output /nowhere/x|cannot be written
""".strip().splitlines()])
def test_refused(hra, words, text):
    hra.write("other", "no\n")
    hra.write("whole", "no\n")
    hra(f"learn {words}").fails(text)


def test_what_is_no_file_of_ours_or_is_cut_off_or_of_another_game(learnt):
    learnt.write("other", "no\n")
    learnt("match tictactoe trained:file=other random --games 1").refused("not a model file")
    (learnt.here / "cut").write_bytes(read(learnt, "whole")[:300])
    learnt("match tictactoe trained:file=cut random --games 1").refused("truncated or changed")
    learnt("match nim trained:file=whole random --games 1").fails("trained for the game tictactoe, not nim")
    learnt("learn nim --output whole --resume").fails("trained for")
