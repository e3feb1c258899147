"""Stored runs at the command line: options that do not fit a verb, another run, another kind."""
# suites: cli, heavy; priority: 2
import re

import pytest

RUNS = {
    "match": "match nim random greedy --games 20 --seed 3 --time 1s",
    "tournament": "tournament nim random greedy --groups 5 --seed 3 --sprt 0,40 --draw movenumber=5,movecount=3,score=0.1",
    "tune": "tune checkers:ballot=all mcts:playouts=2,c={c} -p c=1.4,0.1,4,0.2 -n 2 --seed 3 --nodes 10",
    "learn": "learn tictactoe --method zero:playouts=2 --games 10 --seed 1 --eval-games 0 --output model",
    "rollout": "rollout race --trials 36 --truncate 2 --seed 3 --no-variance-reduction --player expectiminimax:depth=1",
    "review": "review game.hra --analyst exact",
}


def stored(hra, kind):
    if kind == "review":
        hra("match nim random random --games 1 --seed 1 --record game.hra").good()
    hra(f"{RUNS[kind]} --store run").exits(0)
    return hra


FIXED = """
match|--games 9|--games 20
match|--seed 3|--seed 3
match|--time 2s|--time 1s
match|--rotate|
match|--openings game.hra|
tournament|--groups 9|--groups 5
tournament|--gauntlet|
tournament|--sprt 0,9|--sprt 0,40
tournament|--sprt-errors 0.1,0.1|--sprt-errors 0.05,0.05
tournament|--draw movenumber=1,movecount=1,score=1|--draw movenumber=5,movecount=3,score=0.1
tournament|--resign movecount=1,score=1|
tournament|--max-plies 9|
tournament|--tablebases|
tune|--parameter c=1,0,2,1|--parameter c=1.4,0.1,4,0.2
tune|--iterations 9|--iterations 2
tune|--batch 9|--batch 8
tune|--r-end 0.2|--r-end 0.1
tune|--integer c|
tune|--nodes 9|--nodes 10
learn|--games 9|--games 10
learn|--method td|--method zero:playouts=2
rollout|--trials 9|--trials 36
rollout|--truncate 9|--truncate 2
rollout|--no-variance-reduction|--no-variance-reduction
rollout|--player greedy|--player expectiminimax:depth=1
rollout|--jsd 9|
review|--analyst random|--analyst exact
review|--nodes 9|
"""


@pytest.mark.parametrize("kind", RUNS)
def test_an_option_that_the_run_decides_is_refused_with_its_value(hra, kind):
    stored(hra, kind)
    for row, typed, has in (line.split("|") for line in FIXED.strip().splitlines()):
        if row == kind:
            for verb in ("resume", "report", "status"):
                said = hra(f"{kind} {verb} run {typed}").wrong(f"{kind}: {typed.split()[0]} cannot be changed: the run in run ")
                assert f" has {has}" in said.err if has else "was begun without it" in said.err, str(said)


def taken(said):
    """The options that an error lists."""
    return set(re.findall(r"--[a-z-]+", said.err.partition("it takes ")[2]))


@pytest.mark.parametrize("kind", RUNS)
def test_each_other_option_is_taken_or_refused(hra, kind):
    """From the help: what a verb does not list is refused, before the store is looked for."""
    page = hra(f"help {kind}").good().out.partition("\nOptions:\n")[2]
    options = re.findall(r"^  (?:-., |    )--([a-z-]+)( \S)?", page, re.M)
    assert len(options) > 10
    fixed = {line.split("|")[1].split()[0] for line in FIXED.strip().splitlines() if line.startswith(f"{kind}|")}
    fixed |= {"--position", "--moves"} if kind == "rollout" else {"--time", "--playouts"} if kind == "review" else \
             {"--time", "--nodes", "--openings"} if kind == "tournament" else {"--time"} if kind == "tune" else set()
    for verb in ("resume", "report", "status"):
        lists = taken(hra(f"{kind} {verb} run --store x").wrong(f"{kind}: '{verb}' does not take --store"))
        assert {"--wait", "--json", "--data"} < lists
        assert ("--threads" in lists) == ("--lease" in lists) == (verb == "resume")
        for name, value in options:
            if f"--{name}" not in lists | fixed | {"--help", "--append", "--seed"}:
                said = hra(f"{kind} {verb} run --{name}" + (" 1s" if value else ""))
                assert said.status == 2 and any(text in said.err for text in ("does not take", "ends with", " takes ")), str(said)


def test_completion_offers_what_the_verb_takes(hra):
    assert "--games" not in hra("--complete match resume run --").out.split()
    assert "--threads" in hra("--complete match resume run --").out.split()


@pytest.mark.parametrize("command", [*RUNS.values(), "solve checkers:tablebase-pieces=2"])
@pytest.mark.parametrize("option", ["--lease", "--wait"])
def test_an_option_of_a_store_needs_one(hra, command, option):
    hra(f"{command} {option} 3s").wrong(f"{option} needs --store")


@pytest.mark.parametrize("typed, said", [line.split("|") for line in """
match nim random greedy --games 21 --seed 3 --time 1s|with --games 20, not --games 21
match nim random greedy --games 20 --seed 4 --time 1s|with --seed 3, not --seed 4
match nim random greedy --games 20 --time 1s --rotate|without --rotate
match nim random greedy --games 20|with --time 1s
match nim random random --games 20 --time 1s|with player greedy, not player random
match nim:rows=3-4 random greedy --games 20 --time 1s|with game nim, not game nim:rows=3-4
match nim random greedy --games 20 --time 1s --openings openings|without --openings
""".strip().splitlines()])
def test_the_first_difference_of_another_run_is_named(hra, typed, said):
    hra.write("openings", "3-4-4/1\n")
    stored(hra, "match")(f"{typed} --store run").failing(f"run contains another run, {said}")


def test_other_openings_are_named_only(hra):
    for number, line in enumerate(("3-4-4/1", "3-4-3/1")):
        hra.write("openings", line + "\n")
        said = hra("match nim random greedy --games 2 --seed 1 --openings openings --store run")
        assert said.status == number, str(said)
    said.failing("another run; its --openings differs")


@pytest.mark.parametrize("typed, said", [line.split("|") for line in """
tournament report run|contains a match, not a tournament; its command: hra match report run
tune resume run|contains a match, not a run of tuning; its command: hra match resume run
learn status run|contains a match, not a training run; its command: hra match status run
rollout race --store run|contains a match, not a rollout; its command: hra match resume run
""".strip().splitlines()])
def test_a_run_of_another_kind_is_named_with_its_command(hra, typed, said):
    stored(hra, "match")(typed).failing(said)


def test_a_model_keeps_its_method_and_seed(hra):
    hra("learn nim --method td --games 10 --eval-games 0 --seed 1 --output model").good()
    again = "learn nim --games 20 --eval-games 0 --resume --output model"
    hra(f"{again} --seed 2").wrong("--seed cannot be changed: the run in model has --seed 1")
    hra(f"{again} --method q").wrong("--method cannot be changed: the run in model has --method td")
    hra(f"{again} --method td:learning-rate=0.3").wrong("--method cannot be changed")
    hra(f"{again} --method td --seed 1").good()
