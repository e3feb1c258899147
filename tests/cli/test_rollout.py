"""Rollouts: who is best, errors, cubes, positions of chance."""
# suites: cli
OFF = ["rollout", "backgammon:gammons=no", "--position", "white 6:1 5:1 1:1, black 6:2, white 61",
       "--player", "expectiminimax:depth=1,eval=pips", "--seed", "1"]
NAMED = ["--moves", "6/off 1/off", "6/off 5/4", "--trials", "40", "--json", "--threads"]
CUBE = ["rollout", "backgammon:checkers=1,cube,gammons=no", "--position", "white 6:1, black 1:1, white", "--player", "exact",
        "--seed", "1", "--trials", "36"]


def test_a_rollout_ends_when_the_best_move_is_known(hra):
    said = hra(*OFF, "--jsd", "3").good()
    assert "36 trials per move" in said
    assert "> 6/off 1/off" in said


def test_json_is_the_same_whatever_the_threads(hra):
    one, three = (hra(*OFF, *NAMED, threads).good() for threads in ("1", "3"))
    assert '"behind_stderr":' in one
    assert one.figures() == three.figures()


def test_one_of_a_position_of_chance(hra):
    said = hra("rollout race --trials 2 --seed 1 --truncate 2 --no-variance-reduction --json").good()
    for text in ('"move":null', '"luck":false', '"trials":2,'):
        assert text in said


def test_a_cube_decision_is_rolled_out_as_what_it_comes_down_to(hra):
    said = hra(*CUBE).good()
    assert said.has_line("^  no double  *0.5000 ")
    assert said.has_line("^> double, take  *1.0000  *0.0000  *0.5000 ")
    assert "  double, drop" in said


def test_or_as_the_moves_that_are_named(hra):
    said = hra(*CUBE, "--moves", "roll", "double").good()
    assert said.has_line("^> double  *1.0000 ")
    assert said.has_line("^  roll  *0.5000 ")


def test_nothing_to_roll_out_without_chance_nor_luck_to_subtract_by_who_cannot_tell_it(hra):
    hra("rollout tictactoe").wrong("has no chance")
    hra(*"rollout backgammon:gammons=no --player random --seed 1 --position".split(), "white 6:1, black 6:1, white").wrong("--player")
