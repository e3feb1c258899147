"""The trainers of games, and methods in rounds: killed and gone on with they come to what an undisturbed run comes to."""
# suites: cli
import pytest

# A game, a method of its own, games of a run, and what plays the file.
RUNS = [
    ("checkers", "expert:tablebase-pieces=0,nodes=20,games-per-iteration=4,epochs=1,phase-epochs=1", 12, "expert:nets=one.hra"),
    ("yahtzee", "heuristic:games=20,filter=open-", 66, "heuristic:file=one.hra"),
    ("empire", "expert:games-per-iteration=40,replay-iterations=1,epochs=1", 160, "mcts:playouts=1,weights=one.hra"),
    ("backgammon", "expert:length=0,tasks-per-iteration=3", 21, "expert:plies=0,file=one.hra"),
    ("backgammon", "rollout:target=rollout,hidden=20,positions=4,candidate-margin=0.1,games-per-iteration=4", 20, "trained:file=one.hra"),
]

# Its tasks come to an end: the book.
BOOK = ("checkers", "book:nodes=200,positions=4,last-ballot=12", 12, "expert:book=yes,book-file=one.hra,tablebase-pieces=0")


def learns(game, method, games, out):
    return f"learn {game} --method {method} --games {games} --seed 3 --eval-games 0 --output {out}"


def same(hra, *names):
    files = [(hra.here / name).read_bytes() for name in names]
    return all(file == files[0] for file in files)


def tasks(hra, store):
    """How many tasks of a store have a result, 0 where nobody has begun."""
    said = hra(f"learn status {store} --json")
    return sum(machine["units"] for machine in said.json()["machines"]) if said.status == 0 else 0


@pytest.mark.parametrize("game, method, games, player", [*RUNS, BOOK])
def test_a_store_that_was_killed_goes_on(hra, game, method, games, player):
    hra(learns(game, method, games, "one.hra")).good()
    line = learns(game, method, games, "two.hra") + " --store store --threads 2"
    run = hra.start(line)
    run.until(lambda: tasks(hra, "store") > 1)
    run.kill()
    (hra.here / "two.hra").unlink(missing_ok=True)  # it was over before the kill: nothing is to be gone on with then
    hra("work store --threads 1").exits(0)
    hra(line).good()
    assert same(hra, "one.hra", "two.hra")
    assert f"Play it: hra play {game}" in hra("learn report store --output three.hra").out
    assert same(hra, "one.hra", "three.hra")


@pytest.mark.parametrize("game, method, games, player", RUNS)
def test_a_file_that_was_killed_goes_on(hra, game, method, games, player):
    hra(learns(game, method, games, "one.hra")).good()
    run = hra.start(learns(game, method, 1000000, "two.hra"))
    run.until(lambda: (hra.here / "two.hra").exists() and run.works())
    run.kill()
    hra(learns(game, method, games // 3, "two.hra") + " --resume").exits(0)
    first = (hra.here / "two.hra").read_bytes()
    hra(learns(game, method, games, "two.hra") + " --resume --threads 2").exits(0)
    assert same(hra, "one.hra", "two.hra") and not first == (hra.here / "two.hra").read_bytes()
    assert "score" in hra(f"match {game} {player} random --games 2 --seed 1").good()


@pytest.mark.parametrize("game, method, games, player", [*RUNS, BOOK])
def test_they_are_listed_and_completed(hra, game, method, games, player):
    name = method.split(":")[0]
    assert hra("methods").good().has_line(f"^ *{name} +")
    assert name in hra("--complete", "learn", game, "--method", "").out.split()
    option = method.split(":")[1].split("=")[0]
    assert f"{name}:{option}=" in hra("--complete", "learn", game, "--method", f"{name}:{option[:2]}").out.split()
    if name != "rollout":
        hra(f"learn nim --method {name}").fails(f"unknown training method '{name}'")
