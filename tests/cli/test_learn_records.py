"""hra learn --method records: files of games in, accuracy on held-out games out; what is refused; going on."""
# suites: cli
import re

METHOD = "--method records:hidden=8 --seed 1 --eval-games 0"


def play_games(hra, name="games.hra"):
    hra(f"match tictactoe alphabeta:depth=3 random --games 40 --seed 4 --record {name}").good()


def test_games_of_others_are_learnt_and_measured(hra):
    play_games(hra)
    said = hra(f"learn tictactoe games.hra {METHOD} --output model --games 100 --evals 2").good()
    rows = [re.findall(r"(\d+\.\d)%", line) for line in said.lines if re.match(" *[0-9]", line)]
    assert len(rows) == 3 and all(len(row) == 2 for row in rows)
    assert len({row[1] for row in rows}) == 1  # the baseline stays
    assert "Play it: hra play tictactoe human zero:file=model" in said
    found = hra(f"learn tictactoe games.hra {METHOD} --output other --games 100 --json").good().json()["records"]
    assert found["learnt"] + found["held_out"] == 40 and 0 < found["hits"] < 1 and found["decisions"] > 5 * found["held_out"]
    assert f"{100 * found['random_hits']:.1f}" == rows[0][1]


def test_a_run_goes_on_with_the_same_games_only(hra):
    play_games(hra)
    hra(f"learn tictactoe games.hra {METHOD} --output whole --games 90").good()
    hra(f"learn tictactoe games.hra {METHOD} --output half --games 40").good()
    hra("learn tictactoe games.hra --resume --output half --games 90 --eval-games 0").good()
    assert (hra.here / "half").read_bytes() == (hra.here / "whole").read_bytes()
    hra("match tictactoe random random --games 40 --seed 4 --record others.hra").good()
    hra("learn tictactoe others.hra --resume --output half --games 95 --eval-games 0").refused("trained on other games")
    hra("learn tictactoe --resume --output half --games 95").wrong("name the files of games")


def test_what_cannot_be_learnt_from_is_refused(hra):
    play_games(hra)
    hra("learn tictactoe games.hra").wrong("unexpected word 'games.hra': only --method records")
    hra("learn tictactoe --method records").wrong("name the files of games")
    hra(f"learn nim games.hra {METHOD} --output nim.hra").wrong("does not fit 'nim'")
    hra(f"learn tictactoe missing.hra {METHOD} --output m.hra").failing("file not found")
