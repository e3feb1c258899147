"""Exact solutions: by search, by theorem, by tables and their slices."""
# suites: cli
import os

import pytest


def test_tic_tac_toe(hra):
    said = hra("solve tictactoe --json").json("solve")
    assert said["states"] == 5478
    assert said["value"] == [0, 0]


def test_the_value_of_a_position(hra):
    said = hra("solve nim:rows=3-5-7 --position 3-5-6/1 --json").json("solve")  # 3 ^ 5 ^ 6 = 0: who is to move loses
    assert said["position_value"] == [1, -1]
    assert said["position_distance"] == 14


def test_nim_by_its_theorem(hra):
    said = hra("solve nim:rows=9-9-9-9-9-9-9-9 --json").json("solve")
    assert said["value"] == [-1, 1]
    assert said["states"] == 199999744


def test_a_position_that_no_play_leads_to(hra):
    assert "of this position          -1.000000000000     1.000000000000" in hra("solve nim --position 3-5-7/1").good()


def test_checkers_counts_by_pieces(hra):
    assert hra("solve checkers:tablebase-pieces=2 --json").json("solve")["by_pieces"] == [
        {"pieces": 2, "positions": 3488, "won": 716, "lost": 402, "drawn": 2370, "longest": 13}]


def test_checkers_knows_how_far_the_end_is_and_its_tables_choose_the_quickest_win(hra):
    position = "W:WK10,K14:BK1"
    assert hra(f"solve checkers:tablebase-pieces=3 --position {position} --json").json("solve")["position_distance"] == 15
    said = hra(f"search checkers:tablebase-pieces=3 --method exact --time 900s --position {position} --json").json("search")
    assert said["move"] == "14-9"
    assert said["distance"] == 15


def test_a_damaged_table_is_refused(hra):
    own = hra.here / "own"
    hra("solve", "checkers:tablebase-pieces=3", "--data", own)
    with open(own / "checkers" / "m0k1-m0k2.ckt", "ab") as table:
        table.write(b"more\n")
    hra("solve", "checkers:tablebase-pieces=3", "--data", own).refused("m0k1-m0k2.ckt: the table has the wrong length")


# ---- slices --------------------------------------------------------------------------------------

def test_slices_are_listed(hra):
    hra("solve checkers:tablebase-pieces=3 --list-slices --json").json("slices")
    said = hra("solve checkers:tablebase-pieces=3 --list-slices").good()
    assert "m0k1-m0k1             992" in said
    assert "m0k1-m1k1           52080  m0k1-m1k0 m0k1-m0k1 m0k1-m0k2" in said


@pytest.fixture
def alone(hra):
    """The tables of one process."""
    hra("solve checkers:tablebase-pieces=3 --data alone").exits(0)
    return hra.here / "alone" / "checkers"


def test_slices_are_built_by_a_process_each_and_give_the_same_files_as_one(hra, alone):
    (hra.here / "slices").mkdir()
    said = [hra(f"solve checkers:tablebase-pieces=3 --slice {line.split(' ')[0]} --data slices").exits(0)
            for line in hra("solve checkers:tablebase-pieces=3 --list-slices").lines]
    assert all(one.is_quiet() for one in said)
    assert any("slice m0k1-m1k1, " in one for one in said)
    slices = hra.here / "slices" / "checkers"
    assert sorted(os.listdir(slices)) == sorted(os.listdir(alone))
    for name in os.listdir(alone):
        assert (slices / name).read_bytes() == (alone / name).read_bytes(), name


def test_tables_are_built_in_a_store_by_several_with_a_folder_each(hra, alone):
    for name in ("a", "b"):
        (hra.here / name).mkdir()
    run = hra.start("solve checkers:tablebase-pieces=3 --store store --lease 1s --data a --json")
    run.until(lambda: hra("work store --data b").status == 0)  # the store may not be there yet
    run.ended().exits(0)
    hra("solve checkers:tablebase-pieces=3 --store store --data c --json").json("solve")  # what is there is fetched
    for folder in ("a", "c"):
        made = hra.here / folder / "checkers"
        assert sorted(os.listdir(made)) == sorted(os.listdir(alone))
        assert all((made / name).read_bytes() == (alone / name).read_bytes() for name in os.listdir(alone))


def test_a_slice_that_is_there_is_left_and_one_that_lacks_what_it_needs_is_refused(hra, alone):
    (alone / "m0k1-m0k1.ckt").unlink()
    hra("solve checkers:tablebase-pieces=3 --data alone --slice m0k1-m1k0 --json").json()
    (alone / "m1k0-m0k1.ckt").unlink()
    hra("solve checkers:tablebase-pieces=3 --data alone --slice m0k1-m1k0").failing(
        "/checkers/m0k1-m0k1.ckt, which is missing; build slice m0k1-m0k1 first")
