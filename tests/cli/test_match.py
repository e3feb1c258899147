"""Matches: figures, threads, parts that are merged, plots and reports."""
# suites: cli
import re

import pytest
import shapes

PARTED = "match yahtzee:seats=3 random greedy random --games 100 --seed 9 --rotate"


def is_svg(text):
    return text.startswith("<svg") and text.splitlines()[-1] == "</svg>"


def test_figures_of_a_match(hra):
    assert hra("match tictactoe random greedy --games 100 --seed 3 --json").json("match")["games"] == 100


def test_where_seats_rotate_a_player_has_none(hra):
    said = hra("match tictactoe random greedy --games 100 --seed 3 --rotate --json")
    said.json("match")
    assert '"seat":null' in said


def test_with_one_seat_there_is_no_score_rate(hra):
    said = hra("match yahtzee random --games 10 --seed 3 --json")
    said.json("match")
    assert '"score_rate":null' in said


@pytest.mark.parametrize("game", ["tictactoe random greedy", "yahtzee:seats=3 random greedy random --rotate"])
def test_threads_change_nothing(hra, game):
    said = [hra(f"match {game} --games 333 --seed 9 --threads {threads} --record of-{threads}.hra --json") for threads in (1, 2, 3)]
    said[2].json("match")
    assert said[0].figures() == said[1].figures() == said[2].figures()
    assert hra.read("of-1.hra") == hra.read("of-3.hra")


# ---- parts, each of which could have been played elsewhere ---------------------------------------

def test_parts_merge_into_the_match_played_at_once(hra):
    for part in (1, 2, 3):
        hra(f"{PARTED} --threads 2 --part {part}/3 -o {part}.part").good()
    whole = hra(f"{PARTED} --json")
    figures = whole.json("match")
    assert figures["groups"] == 33  # a match that rotates tells its groups
    assert figures["partial"] == 1
    merged = hra("match --merge 3.part 1.part 2.part --json")
    assert merged.json("match")["games"] == 100
    assert merged.figures() == whole.figures()
    assert "33 games of 100 are missing" in hra("match --merge 3.part 1.part").good()
    hra("match --merge 3.part 1.part 3.part").wrong("are, in part, in an earlier file too")


def test_a_part_that_was_cut_off_or_cannot_be_written(hra):
    hra(f"{PARTED} --part 1/3 -o 1.part").good()
    hra.write("cut.part", hra.read("1.part")[:200])
    hra("match --merge cut.part").wrong("the text ends within a match")
    hra("match tictactoe random random --games 10 -o missing/x.part").failing("x.part: cannot be written")


# ---- plots ---------------------------------------------------------------------------------------

def test_the_axis_of_a_plot_ends(hra):
    """Scores a millionth apart beside a thousand million: a tick of the axis is less than a score can tell."""
    hra.write("near.tree", "seats 1\nnode r chance\nleaf a 999999999.9999998\nleaf b 1000000000\nleaf c 999999999.9999999\n"
              "leaf d 999999999.9999996\nedge r a p=0.25\nedge r b p=0.25\nedge r c p=0.25\nedge r d p=0.25\n")
    hra("match tree:file=near.tree random --games 100 --seed 2 --plot near.svg").good()
    assert hra.read("near.svg").splitlines()[-1] == "</svg>"


def test_the_tail_is_in_the_last_bar_however_far(hra):
    hra.write("tail.tree", "seats 1\nnode r chance\nleaf a 0\nleaf b 0.01\nleaf c 0.02\nleaf d 1000000000\n"
              "edge r a p=0.5\nedge r b p=0.2995\nedge r c p=0.2\nedge r d p=0.0005\n")
    assert "0.02+  20.4" in hra("match tree:file=tail.tree random --games 4000 --seed 2").good()


def test_a_plot_is_a_picture_with_both_axes_over_the_whole_range(hra):
    said = hra("match yahtzee random --games 200 --seed 5 --plot plot.svg").good()
    plot = hra.read("plot.svg")
    assert is_svg(plot)
    assert "fraction of the games" in plot
    assert "score (bars of" in plot
    assert "   score    games" in said


@pytest.mark.parametrize("words, line", [
    ("nim random", "1 seat without a named player: exact"),
    ("nim", "2 seats without a named player: exact"),
    ("yahtzee:seats=4 random greedy", "2 seats without a named player: optimal"),
    ("pacman:max-rounds=3 reflex", "2 seats without a named player: directional"),
])
def test_players_that_were_not_named_are_printed(hra, words, line):
    assert hra(f"match {words} --games 1 --seed 1").good().lines[1] == line


def test_nothing_is_said_of_players_that_were(hra):
    assert "without a named player" not in hra("match nim random exact --games 1 --seed 1 --store run")
    assert "without a named player" not in hra("match report run")


# ---- reports -------------------------------------------------------------------------------------

SERIES = "match empire:seats=3 planner random planner --games 6 --seed 1 --report"


def test_the_report_of_a_series_as_text(hra):
    hra(f"{SERIES} report.txt").good()
    for line in ("^share of wins, % ", "^regions  ", "^time per decision, ms"):
        assert re.search(line, hra.read("report.txt"), re.M)


def test_the_report_as_csv_a_line_a_player(hra):
    hra(f"{SERIES} report.csv").good()
    lines = hra.read("report.csv").splitlines()
    assert len(lines) == 4
    assert len({re.sub('"[^"]*"', "", line).count(",") for line in lines}) == 1
    assert "share_of_wins_percent,score,points,points_of_goods,coins_left,armies,regions,continents" in lines[0]
    assert not re.search(r"[1-9][\d.]{7}", lines[1])  # six digits of each mean


def test_a_spec_with_commas_is_one_field(hra):
    hra("match tictactoe alphabeta:depth=2,move-order=game random --games 2 --seed 1 --report commas.csv").good()
    assert re.search('^("alphabeta:depth=2,move-order=game",){2}X,2,', hra.read("commas.csv"), re.M)


def test_the_report_as_a_picture(hra):
    hra("match yahtzee:rules=plain heuristic:zero-late=0 greedy --games 3 --seed 1 --report report.svg").good()
    assert is_svg(hra.read("report.svg"))


def test_no_report_of_another_kind(hra):
    kinds = "a file name that ends with .txt, .csv, .svg, .png, .pdf, .gif or .html, not"
    hra("match tictactoe random random --games 1 --report report.jpg").wrong(kinds)
    hra("match nim random random --games 2 --seed 1 -o report.part")
    hra("match --merge report.part --report report.jpg").wrong(kinds)  # of merged parts too


# ---- lines a game, time, words -------------------------------------------------------------------

def test_a_line_a_game(hra):
    each = "match nim:rows=1-1-1 random greedy --games 3 --seed 1 --verbose"
    said = hra(f"{each} --rotate").good()
    assert said.count(r"^game [1-3]: .* \(3 plies\)$") == 3
    assert "game 2: greedy 1, random -1 (3 plies)" in said
    said = hra(f"{each} --json").exits(0)  # beside JSON
    assert shapes.check(said.out, "match")["games"] == 3
    assert len(re.findall("^game", said.err, re.M)) == 3


def test_a_match_of_so_long(hra):
    said = hra("match nim random greedy --seed 1 --duration 500ms").good()
    assert " (time limit reached)" in said
    assert "are missing" not in said


def test_of_three_the_share_of_wins_is_held_against_a_fair_one(hra):
    assert "equal share 0.3333; probability above it " in hra("match empire:seats=3 random random random --games 30 --seed 1")


def test_a_seed_that_was_drawn_is_shown(hra):
    assert hra("match tictactoe random random --games 20").good().has_line("seed [0-9]")
