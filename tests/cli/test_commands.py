"""The commands themselves: their lists, old names, beginnings of names, and options that mean the same in all of them."""
# suites: cli
import json
import re

import pytest

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31"
TUNED = "tune nim 'mcts:playouts=5,c={c}' -p c=1,0.1,4,0.2 --iterations 8 --seed 1"


# ---- lists ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("language", ["en", "cs"])
def test_hra_alone_fits_a_screen(hra, language):
    said = hra("", LC_ALL="C.UTF-8", LANGUAGE=language).good()
    assert len(said.lines) <= 24
    assert max(map(len, said.lines)) <= 80


def test_hra_alone_is_in_four_groups_and_names_no_old_name(hra):
    said = hra().good()
    assert re.findall(r"^(\w+): +(\w+) ", said.out, re.M)[1:] == [
        ("Play", "play"), ("Study", "analyse"), ("Measure", "match"), ("Build", "learn")]
    assert not said.has_line(r"^.{10}(search|compare|hub|uci|ugi|ubgi|gnubg) ")
    assert "hra help all" in said


def test_help_all_lists_every_command_and_every_old_name(hra):
    said, listed = hra("help all").good(), hra("--complete help ''").out.split()
    named = re.findall(r"^  hra (\w+) +[a-z]", said.out.split("Examples:")[0], re.M)
    assert named == [name for name in listed if name != "all"] + ["search", "compare", "hub", "uci", "ugi", "ubgi", "gnubg"]
    assert "  hra search     hra analyse" in said
    assert "hra play yahtzee --advice " in said


def test_version(hra):
    assert hra("-V").good().out == hra("version").good().out == hra("--version").good().out


# ---- beginnings of names -------------------------------------------------------------------------

def test_the_beginning_of_a_command_is_enough(hra):
    short, whole = hra("perf tictactoe 3").good().lines[0], hra("perft tictactoe 3").good().lines[0]
    assert short.rpartition(",")[0] == whole.rpartition(",")[0] != "" # the rest is the time
    assert hra("help tour").good().out == hra("help tournament").good().out
    assert hra("--complete tourn re").out.split() == ["resume", "report"]


@pytest.mark.parametrize("command, text", [
    ("s", "command 's' is ambiguous: serve, show, solve, session"),
    ("searc nim", "unknown command 'searc'; did you mean 'hra analyse'?"),
    ("comp nim exact", "unknown command 'comp'"),
    ("hu", "unknown command 'hu'"),
    ("show nim --m a1 --s 0", "option '--s' is ambiguous: --seat, --svg"),
    ("tree nim --met exact", "unknown option '--met'"),
    ("analyse nim --p exact", "option '--p' is ambiguous: --player, --position, --ply, --playouts")])
def test_a_beginning_that_is_not_enough_or_is_of_an_old_name(hra, command, text):
    hra(command).wrong(text)


def test_the_beginning_of_an_option_is_enough(hra):
    assert hra("show nim --pos 1-2-3").good().out == hra("show nim --position 1-2-3").good().out
    assert hra("show nim --pos=1-2-3").good().out == hra("show nim --position 1-2-3").good().out


# ---- engines -------------------------------------------------------------------------------------

@pytest.mark.parametrize("old, typed", [("hub", "hub\nquit\n"), ("ugi tictactoe random", "ugi\nquit\n"), ("ubgi backgammon greedy", "ubgi\nquit\n"),
                                       ("uci chess greedy", "uci\nquit\n")])
def test_an_engine_answers_by_either_name(hra, old, typed):
    said = hra("engine " + old, typed=typed).good()
    assert said.out == hra(old, typed=typed).good().out
    assert "hra" in said


def test_help_of_engines(hra):
    said = hra("help engine").good()
    for name in hra("--complete engine ''").out.split():
        assert said.has_line(f"^  hra engine {name}( |$)")
        assert hra("help", "engine", name).good().lines[0].startswith(f"hra engine {name}")
        if name != "check":  # protocols alone were commands once
            assert hra(name, "--help").good().out == hra("engine", name, "--help").good().out


@pytest.mark.parametrize("command, text", [
    ("engine", "missing PROTOCOL; usage: hra engine PROTOCOL"),
    ("engine hubb", "unknown protocol 'hubb'; did you mean 'hub'?"),
    ("engine xboard", "'hra help engine' lists the protocols"),
    ("engine ugi", "usage: hra engine ugi GAME [PLAYER]"),
    ("ugi", "ugi: missing GAME; usage: hra ugi GAME [PLAYER]"),
    ("engine hub nim", "unexpected word 'nim'"),
    ("engine --data x ugi", "usage: hra engine ugi GAME [PLAYER]")])
def test_engines_that_are_not(hra, command, text):
    hra(command).wrong(text)


def test_options_before_the_protocol(hra):
    assert hra("engine --data x hub", typed="hub\nquit\n").good().out == hra("hub", typed="hub\nquit\n").out


@pytest.mark.parametrize("words, expected", [
    ("analyse nim gre", "greedy"), ("engine u", "uci ugi ubgi"), ("engine ugi tic", "tictactoe"), ("help engine h", "hub"),
    ("analyse nim exact --pl", "--player --ply --playouts"), ("play checkers:ballot=octo", "checkers:ballot=octopus"),
    ("match checkers:ballot=ea", "checkers:ballot=each")])
def test_completion(hra, words, expected):
    assert hra(f"--complete {words}").exits(0).out.split() == expected.split()


# ---- analyse -------------------------------------------------------------------------------------

def shape(answer):
    return {key: value for key, value in json.loads(answer.out).items() if key != "seconds"}


def same(answer):
    return re.sub(r'"seconds":[0-9.e-]*', "", answer.out)


def test_one_player_gives_the_answer_of_search(hra):
    one = hra("analyse tictactoe alphabeta --position X.O/.X./..O --json").good()
    assert same(one) == same(hra("search tictactoe --method alphabeta --position X.O/.X./..O --json").good())
    assert same(one) == same(hra("analyse tictactoe --player alphabeta --position X.O/.X./..O --json").good())
    assert same(one) == same(hra("search -m alphabeta tictactoe --position X.O/.X./..O --json").good())
    assert shape(one)["method"] == "alphabeta" and shape(one)["moves"]


def test_several_players_give_the_answer_of_compare(hra):
    several = hra("analyse nim exact minimax --position 1-2-3 --json").good()
    assert same(several) == same(hra("compare nim exact minimax --position 1-2-3 --json").good())
    assert same(several) == same(hra("compare --position 1-2-3 nim -m exact minimax --json").good())
    assert same(several) == same(hra("analyse nim -p exact minimax --position 1-2-3 --json").good())
    assert [one["method"] for one in shape(several)["methods"]] == ["exact", "minimax"]


def test_compare_compares_one_player_too(hra):
    assert [one["method"] for one in shape(hra("compare nim exact --json").good())["methods"]] == ["exact"]
    assert "methods" in shape(hra("analyse nim minimax --reference exact --json").good())


def test_a_limit_holds_for_each_of_several(hra):
    said = shape(hra("analyse checkers alphabeta:full expert:tablebase-pieces=0 --nodes 3000 --reference alphabeta:depth=1 --json").exits(0))
    assert all(0 < one["nodes"] <= 3000 for one in said["methods"])


@pytest.mark.parametrize("position, game, player", [
    (START, "backgammon", "greedy"),
    ("4HPwATDgc/ABMA:cAkPAAAAAAAE", "backgammon", "greedy"),
    ("W:W31,32:B1,2", "checkers", "random"),
    ("3-5-6", "nim", "exact"),
    ("XO./.X./..O", "tictactoe", "exact")])
def test_a_position_that_one_game_reads_names_its_game(hra, position, game, player):
    said = hra("analyse", position, player, "--json").exits(0)
    assert same(said) == same(hra("analyse", game, player, "--position", position, "--json").exits(0))
    assert same(said) == same(hra("analyse", "--position", position, "--player", player, "--json").exits(0))
    assert shape(said)["game"].split(":")[0] == game


def test_a_file_of_records(hra):
    hra("match tictactoe random random --games 3 --seed 1 --record games.hra").good()
    last = shape(hra("analyse games.hra minimax --json").good())
    assert len(last["moves"]) >= 1
    assert shape(hra("analyse games.hra minimax --ply 0 --json").good())["position"] == "/".join(3 * ["..."])
    text = hra.read("games.hra")
    assert hra("analyse - minimax --json", typed=text).good().json("search")["position"] == last["position"]
    assert "methods" in shape(hra("analyse games.hra minimax alphabeta --json").good())
    hra("analyse games.hra --ply 10").wrong("--ply takes a whole number from 0 to")
    hra("analyse games.hra --position X").wrong("omit --position")


def test_a_file_of_another_programs_records(hra):
    hra("match checkers random random --games 1 --seed 1 --record game.pdn").good()
    assert shape(hra("analyse game.pdn alphabeta:depth=1 --ply 0 --json").good())["game"].startswith("checkers")


def test_a_file_that_holds_a_position(hra):
    hra.write("id.txt", START + "\n")
    assert shape(hra("analyse id.txt greedy --json").good())["game"].startswith("backgammon")
    hra.write("id.txt", "nothing of the kind\n")
    hra("analyse id.txt").wrong("not a file of games; what is read: records of hra, PDN, MAT, SGF, gnubg text, PGN, positions")


@pytest.mark.parametrize("command, text", [
    ("analyse", "missing GAME|POSITION|FILE; usage: hra analyse [GAME|POSITION|FILE"),
    ("analyse tictactoo", "did you mean 'tictactoe'?"),
    ("analyse tictactoo --position X", "did you mean 'tictactoe'?"),
    ("analyse --position nowhere", "no game can read the position 'nowhere'"),
    ("analyse nim --ply 3", "--ply needs a file of records"),
    ("analyse nim exact --player exact", "name the players once")])
def test_what_is_no_position(hra, command, text):
    hra(command).wrong(text)


def test_a_file_that_is_not_there(hra):
    hra("analyse missing.pdn").failing("'missing.pdn': file not found")


# ---- players -------------------------------------------------------------------------------------

def test_a_player_is_named_by_player_and_by_the_old_method(hra):
    tree = hra("tree nim --player minimax:depth=1").good().out
    for old in ("-p", "--method", "-m"):
        assert hra(f"tree nim {old} minimax:depth=1").good().out == tree
    assert "--method" not in hra("help tree").out
    assert "--method" not in hra("--complete tree nim --").out
    assert hra("--complete tree nim --method mini").out.split() == ["minimax"]
    hra("match nim exact random --games 1 --seed 1 --record nim.hra").good()
    assert hra("replay nim.hra -p exact").good().out == hra("replay nim.hra --values exact").good().out


# ---- files ---------------------------------------------------------------------------------------

def test_a_table_and_a_picture_go_to_standard_output(hra):
    hra(f"{TUNED} --csv x.csv --svg x.svg").exits(0)
    assert hra(f"{TUNED} --csv -").exits(0).out == hra.read("x.csv")
    assert hra(f"{TUNED} --svg -").exits(0).out == hra.read("x.svg")
    for option in ("--plot", "--report"):
        assert hra(f"match nim random random --games 4 --seed 1 {option} -").exits(0).out
    hra("show nim --svg nim.svg").exits(0)
    assert hra("show nim --svg -").good().out == hra.read("nim.svg")
    hra("tree nim -p minimax:depth=1 --svg tree.svg").exits(0)
    assert hra("tree nim -p minimax:depth=1 --svg -").good().out == hra.read("tree.svg")
    assert hra("tree nim -p minimax:depth=1 --json").good().out == hra("tree nim -p minimax:depth=1 -f json").good().out


def test_svg_without_a_file_is_the_old_spelling(hra):
    said = hra("show --svg nim").exits(0)
    assert said.out == hra("show nim --svg -").good().out
    assert said.err == "hra: show: --svg without a file is deprecated; use --svg FILE.svg, or --svg - for standard output\n"


@pytest.mark.parametrize("command, text", [
    ("match nim random random --record -", "--record takes a file name, not '-'"),
    ("match nim random random --store -", "--store takes a file name, not '-'"),
    ("analyse nim --data -", "--data takes a file name, not '-'"),
    ("match report -", "a store is a file or a database, not '-'"),
    ("work -", "a store is a file or a database, not '-'"),
    (f"{TUNED} --csv - --svg -", "only one of these can write to standard output: --csv -, --svg -"),
    (f"{TUNED} --csv - --json", "only one of these can write to standard output: --json, --csv -"),
    ("match nim random random --report - -o -", "only one of these can write to standard output: --report -, --output -"),
    ("show nim --svg x.svg -o y.svg", "both name the file"),
    ("tree nim --svg x.svg -f json", "both name the file")])
def test_what_standard_output_does_not_take(hra, command, text):
    hra(command).wrong(text)


# ---- old names of options ------------------------------------------------------------------------

@pytest.mark.parametrize("old, new", [
    ("tree nim --merge --depth 1", "tree nim --graph --depth 1"),
    ("solve checkers:tablebase-pieces=3 --slices", "solve checkers:tablebase-pieces=3 --list-slices"),
    ("solve nim --figures --json", "solve nim --statistics --json"),
    ("match nim random random --games 2 --seed 1 --each --json", "match nim random random --games 2 --seed 1 --verbose --json"),
    ("tournament nim random random --groups 3 --seed 1 --length 3 --draw after=1,moves=1,score=0 --json",
     "tournament nim random random --groups 3 --seed 1 --max-plies 3 --draw movenumber=1,movecount=1,score=0 --json"),
    ("tournament nim minimax random --groups 3 --seed 1 --test 0,40 --errors 0.1,0.1 --pin --json",
     "tournament nim minimax random --groups 3 --seed 1 --sprt 0,40 --sprt-errors 0.1,0.1 --affinity --json"),
    (f"{TUNED.replace('--iterations', '--steps')} --rate 0.2 --json", f"{TUNED} --r-end 0.2 --json"),
    ("rollout race --trials 2 --seed 1 --plies 2 --plain --json", "rollout race --trials 2 --seed 1 --truncate 2 --no-variance-reduction --json"),
    ("learn nim -m td --games 5 --seed 1 --out a --measure 0 --points 1 --bare c --json",
     "learn nim -m td --games 5 --seed 1 --output b --eval-games 0 --evals 1 --export d --json")])
def test_old_names_of_options_work_with_a_notice(hra, old, new):
    said, now = hra(old).exits(0), hra(new).exits(0)
    changed = [word for word in old.split() if word.startswith("--") and word not in new.split()]
    assert [line.split("'")[1] for line in said.err.splitlines() if line.startswith("hra: option '--")] == changed
    assert "is now" not in now.err
    timeless = [re.sub(r'"[a-z_]*seconds":[-0-9.e]+|"file":"[ab]"', "", each.out) for each in (said, now)]
    assert timeless[0] == timeless[1]


def test_old_orders_of_openings_work_with_a_notice(hra):
    hra.write("two.txt", "X../.../...\n.../.X./...\n")
    match = "match tictactoe random random --games 4 --seed 1 --openings two.txt --json"
    said = hra(f"{match} --order shuffled").exits(0)
    assert said.err.splitlines() == ["hra: option '--order' is now '--opening-order'", "hra: value 'shuffled' is now 'random'"]
    assert said.figures() == hra(f"{match} --opening-order random").exits(0).figures()
