"""hra hub: a dialogue as a program would hold it, and hostile lines."""
# suites: cli, threads
import re
import signal
import subprocess
import time

import pytest
from conftest import PATIENCE

START = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
STUDY = "eWeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
BLACK, WHITE = r"done move=(9-1[34]|10-1[45]|11-1[56]|12-16)", r"done move=2[1-4]-(1[6-9]|20)"


class Engine:
    """A dialogue by lines; lines that nobody expects are passed over."""

    def __init__(self, hra, *words):
        self.started = hra.start("hub", *words, stdin=subprocess.PIPE)
        self.at = 0

    def tell(self, *lines):
        for line in lines:
            self.started.process.stdin.write(line.encode(errors="surrogateescape") + b"\n")
        self.started.process.stdin.flush()

    def expect(self, pattern):
        """The first line from here on that is like this."""
        end = time.monotonic() + PATIENCE
        while True:
            out = self.started.said().out
            while (stop := out.find("\n", self.at)) >= 0:
                line, self.at = out[self.at:stop], stop + 1
                if re.fullmatch(pattern, line):
                    return line
            assert self.started.runs() and time.monotonic() < end, f"nothing like {pattern}: {self.started.said()}"
            time.sleep(0.01)


@pytest.fixture
def fresh(hra):
    """Nothing was said to it yet."""
    return Engine(hra, "--data", str(hra.here / "data"))


@pytest.fixture
def engine(fresh):
    """It is ready, with tables of three pieces."""
    fresh.tell("hub", "set-param name=tables value=3", "set-param name=tt-size value=1", "init")
    fresh.expect("ready")
    return fresh


def test_it_tells_its_name_and_parameters_and_gets_ready(fresh):
    fresh.tell("go think")
    fresh.expect("error message=.*")  # a search before init
    fresh.tell("hub")
    fresh.expect('id name=hra version=.* author=".*"')
    fresh.expect("param name=variant value=english .*")
    fresh.expect("wait")
    fresh.tell("set-param name=tables value=3", "set-param name=tt-size value=1", "set-param name=level value=11")
    fresh.expect("error .*")  # a level out of bounds
    fresh.tell("init")
    fresh.expect("ready")
    fresh.tell("ping")
    fresh.expect("pong")
    fresh.tell("go think")
    fresh.expect('error message="there is no position yet"')


def test_a_search_by_depth_tells_what_it_found(engine):
    engine.tell(f"pos pos=B{START}", "level depth=5", "go think")
    engine.expect(r'info depth=5 score=-?[0-9.]+ nodes=[0-9]+ time=[0-9.]+ nps=[0-9.]+ pv="[0-9]+-[0-9]+( [0-9x-]+){4,}"')
    engine.expect(rf"{BLACK} ponder=2[1-4]-(1[6-9]|20)")


def test_captures_are_told_by_their_pieces_and_read_so(engine):
    engine.tell(f'pos pos=B{START} moves="11-15 22-18"', "level nodes=2000", "go think")
    engine.expect("done move=15x22x18( ponder=.*)?")
    engine.tell(f'pos pos=B{START} moves="11-15 22-18 15x22x18 25x18x22"', "level move-time=0.05", "go think")
    engine.expect("done move=.*")


def test_the_only_move_that_wins_in_15_with_the_whole_line_as_the_tables_know_it(engine):
    engine.tell("pos pos=WBeeeeeeeeWeeeWeeeeeeeeeeeeeeeeee", "level move-time=60", "go think")
    engine.expect(r'info depth=15 score=5[0-9.]+ .*pv="14-9( [0-9x-]+){13} [0-9]+x[0-9]+x[0-9]+"')
    engine.expect("done move=14-9 ponder=1-5")


def test_ping_and_stop_in_a_search(engine):
    engine.tell(f"pos pos=B{START}", "level infinite", "go analyze", "ping")
    engine.expect("pong")
    engine.tell("stop")
    engine.expect("done move=.*")


def test_an_opening_is_told_by_name(engine):
    engine.tell(f'pos pos=B{START} moves="9-13 22-18 11-15"', "level depth=2", "go think")
    engine.expect('info depth=2 .* pv=".*" opening="Edinburgh Single, ballot 8"')
    engine.expect("done move=18x11x15.*")


def test_ponder_hit_and_a_clock(engine):
    engine.tell(f"pos pos=B{START}", "level infinite", "go ponder", "ponder-hit", "stop")
    engine.expect("done move=.*")
    engine.tell("level moves=3 time=0.2 inc=0.01", "go think")
    engine.expect("done move=.*")


def test_pos_and_go_end_a_search_with_its_move_and_each_go_has_one(engine):
    engine.tell(f"pos pos=B{START}", "level infinite", "go think", f"pos pos=W{START}")
    engine.expect(f"{BLACK}.*")
    engine.tell("go think", "go think")
    engine.expect(f"{WHITE}.*")
    engine.tell("stop")
    engine.expect(f"{WHITE}.*")
    engine.tell("ping")
    assert engine.expect("pong|done.*") == "pong"


# ---- what no program should say ------------------------------------------------------------------

@pytest.mark.parametrize("line", [
    f"pos pos=X{START}", "pos pos=B", "pos", f"pos pos=B{START}e", f'pos pos=B{START} moves="11-16 11-16"',
    f'pos pos=B{START} moves="99-99"', f'pos pos=B{START} moves="11xx15"', f"pos pos=Wb{START[1:]} moves=x"])
def test_bad_positions(engine, line):
    engine.tell(line)
    engine.expect("error message=.*")


@pytest.mark.parametrize("line", ["level move-time=-1", "level depth=x", "set-param name=bobo value=2"])
def test_bad_lines_are_told_and_it_goes_on(engine, line):
    engine.tell(line, "ping")
    assert engine.expect("error message=.*|pong") != "pong"
    engine.expect("pong")


def test_a_game_that_is_over(engine):
    engine.tell(f"pos pos=B{STUDY}", "go think")
    engine.expect("error message=.*")


def test_long_and_odd_lines_do_no_harm(engine):
    engine.tell(200000 * "x")
    engine.expect('error message="a line is too long"')
    engine.tell("", "   ", "=", "pos =", "level depth=-1 time=nan move-time=1e999", 'a "b', "go", "unknown thing=1",
                "set-param", "set-param name=", "level " + 100 * "a=b ", "\x01\udcff", "ping")
    engine.expect("pong")
    engine.tell("new-game", f"pos pos=W{START}", "level depth=3", "go think")
    engine.expect("done move=.*")  # still there


def test_what_comes_while_it_thinks_ends_the_thinking_and_quit_ends_it_all(engine):
    engine.tell(f"pos pos=W{START}", "level infinite", "go think", f"pos pos=B{START}", "go ponder", "new-game", "go analyze", "init")
    engine.expect("ready")
    engine.tell(f"pos pos=W{START}", "level infinite", "go think", "quit")
    engine.started.ended().exits(0)


# ---- where input ends ----------------------------------------------------------------------------

def test_everything_that_was_asked_before_is_still_done(hra):
    said = hra("hub", typed="set-param name=tables value=0\ninit\nhub\ngo think\n").exits(0)
    assert [line.partition(" ")[0] for line in said.lines] == ["ready", "id", *6 * ["param"], "wait", "error"]


def test_no_input_at_all(hra):
    hra.shell('"$hra" hub <&-').exits(0)


@pytest.mark.parametrize("end", ["INT", "TERM", "HUP", "quit"])
def test_signals_and_quit_end_the_building_of_tables_and_ping_does_not(hra, end):
    """Tables of six pieces take minutes to build."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it would be ignored by the engine, too
    data = hra.here / "six"
    engine = Engine(hra, "--data", str(data))
    engine.tell("hub", "set-param name=tables value=6", "init", "ping")
    engine.started.until(lambda: data.exists() and any(file.is_file() for file in data.rglob("*")))
    if end == "quit":
        engine.tell("quit")
        said = engine.started.ended()
    else:
        said = engine.started.end(getattr(signal, "SIG" + end))
    assert "ready" not in said  # the tables were given up
    assert "pong" in said
