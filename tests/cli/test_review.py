"""Reviews in threads and in stores: to the byte the review by one analyst, whatever happens to the run."""
# suites: cli
import re

import pytest

# Files, analyst, and what is printed. Analysts that remember earlier decisions, luck, decisions about stakes, several games in a file.
REVIEWS = [("t.hra u.hra", "exact", "--all-moves"), ("t.hra", "mcts:playouts=20,memory=1M", "--json"),
           ("c.hra u.hra", "minimax:depth=2", ""), ("b.hra", "expert:plies=0", "--all-moves"), ("b.hra b.hra", "expert:plies=0", "--summary"),
           ("b.hra", "expert:plies=0", "--summary --json"), ("c.hra", "expert", "--json --nodes 300"),
           ("r.hra", "montecarlo", "--all-moves --playouts 3")]


@pytest.fixture
def played(hra):
    for name, game, games in (("t", "tictactoe", 5), ("u", "tictactoe", 3), ("c", "checkers:tablebase-pieces=3", 2),
                              ("b", "backgammon:cube=yes", 2), ("r", "race", 1)):
        hra(f"match {game} random random --games {games} --seed 7 --record {name}.hra").exits(0)
    return hra


@pytest.mark.parametrize("files, analyst, options", REVIEWS)
def test_threads_change_nothing(played, files, analyst, options):
    alone = played(f"review {files} --analyst {analyst} {options}").good()
    assert played(f"review {files} --analyst {analyst} {options} --threads 2").good().bytes == alone.bytes
    assert played(f"review {files} --analyst {analyst} {options} --threads 3").good().bytes == alone.bytes


@pytest.mark.parametrize("files, analyst, options", [row for row in REVIEWS if row[0] != "c.hra u.hra"])
def test_nor_does_a_store_which_reports_the_same_again(played, files, analyst, options):
    shown = [word for word in options.split() if word in ("--all-moves", "--json", "--summary")]
    alone = played(f"review {files} --analyst {analyst} {options}").good()
    assert played(f"review {files} --analyst {analyst} {options} --store s --threads 2").good().bytes == alone.bytes
    for verb in ("report", "resume"):
        assert played("review", verb, "s", *shown).good().bytes == alone.bytes
    assert played("review status s").good().has_line("^finished$")
    status = played("review status s --json").json()
    assert status["done"] == status["of"] > 0 and status["over"] and status["players"] == [analyst]


def test_a_run_that_was_killed_continues_to_the_same_review(played):
    many = " ".join(["b.hra"] * 3)
    alone = played(f"review {many} --analyst expert --json --threads 2").good()
    run = played.start(f"review {many} --analyst expert --json --store s --lease 1s")  # seconds of work, in one thread
    run.until(lambda: '"done":0,' not in played("review status s --json").out and played("review status s --json").status == 0)
    run.kill()
    assert '"over":false' in played("review status s --json").good()
    part = played("review report s --json").exits(0)
    assert alone.out.startswith(part.out) and part.out != alone.out and part.is_quiet()
    played("work s --lease 1s").exits(0)  # another process has the rest
    assert played("review resume s --json --threads 2").good().bytes == alone.bytes


def test_limits_of_questions_are_those_of_the_spec(played):
    for option, analyst in (("--nodes 50", "expert:nodes=50"), ("--playouts 5", "montecarlo:playouts=5")):
        name = analyst.partition(":")[0]
        limited = played(f"review c.hra --analyst {name} {option} --json").good()
        limited = limited.out.replace(f'"analyst":"{name}","judge":"{name}"', "")
        by_spec = played(f"review c.hra --analyst {analyst} --json").good().out
        assert limited == by_spec.replace(f'"analyst":"{analyst}","judge":"{analyst}"', "")
    played("review t.hra --analyst minimax --time 10s").good()


def test_a_file_of_several_games_is_divided_but_no_store_has_several(played):
    mixed = "".join(played.read(name) for name in ("t.hra", "r.hra", "t.hra"))
    played.write("mixed.hra", mixed)
    alone = played("review mixed.hra --analyst expectiminimax:depth=1").good()
    assert played("review mixed.hra --analyst expectiminimax:depth=1 --threads 2").good().bytes == alone.bytes
    played("review mixed.hra --analyst expectiminimax:depth=1 --store s").wrong("--store takes records of one game")


def test_a_record_that_was_cut_off_ends_with_its_last_whole_line(played):
    played.write("cut.hra", played.read("t.hra").rpartition("result")[0].rstrip("\n"))
    alone = played("review cut.hra --analyst exact --all-moves").good()
    assert played("review cut.hra --analyst exact --all-moves --threads 2").good().bytes == alone.bytes


@pytest.mark.parametrize("how", ["", "--threads 2", "--store s"])
def test_a_record_without_a_move_is_passed_over_with_a_note(played, how):
    head = re.match(r"(?:[a-z].*\n)+", played.read("t.hra")).group()
    played.write("none.hra", played.read("t.hra") + head + played.read("t.hra"))
    played.write("both.hra", 2 * played.read("t.hra"))
    said = played(f"review none.hra --analyst exact {how}")
    assert (said.status, said.bytes) == (0, played("review both.hra --analyst exact").good().bytes)
    assert "none.hra, game 6: no move to review\n" in said.err


@pytest.mark.parametrize("how", ["--threads 2", "--store s", ""])
def test_a_judge_who_cannot_tell_says_so(played, how):
    played(f"review t.hra --analyst random {how}").wrong("random does not value positions; name another player with --analyst")
    played(f"review c.hra --analyst alphabeta:depth=0 {how}").fails("")


def test_a_file_that_is_missing_ends_the_run(played):
    played("review t.hra nowhere.hra --analyst exact --threads 2").failing("'nowhere.hra': file not found")
    assert played("review t.hra nowhere.hra --analyst exact").failing("'nowhere.hra': file not found").out


def test_other_work_is_no_review(played):
    played("match nim random random --games 3 --seed 1 --store m").exits(0)
    played("review report m").failing("m contains a match, not a review; its command: hra match report m")
