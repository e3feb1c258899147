"""Players, matches, solutions, plays, records, reviews, sessions."""
import copy
import gzip
import os
import pickle
import signal
import threading
import time

import pytest

import hra


@pytest.fixture
def game():
    return hra.load_game("tictactoe")


def test_choose_advise_search(game):
    state = game.read_state("XX./.../OO.")
    player = game.player("alphabeta")
    action = player.choose(state)
    assert state.action_to_string(action) == "c1"
    advice = player.advise(state)
    assert advice.moves[0].action == action and advice.moves[0].value == 1
    assert {row.action for row in advice.moves} == set(state.legal_actions())
    found = player.search(state)
    assert (found.action, found.move, found.value) == (action, "c1", [1, -1])
    assert [row.action for row in found.moves] == state.legal_actions()
    assert player.value(state)[0] == 1 and player.spec == "alphabeta" and player.game is game
    with pytest.raises(AttributeError, match="no entry 'worth'"):
        found.worth


def test_limits_and_refusals(game):
    player = game.player("alphabeta")
    state = game.new_initial_state()
    assert player.search(state, depth=2).depth == 2
    for wrong in ({"depth": -1}, {"seconds": float("nan")}, {"nodes": -5}):
        with pytest.raises(hra.InputError):
            player.search(state, **wrong)
    with pytest.raises(hra.InputError, match="did you mean"):
        game.player("alphabetta")
    with pytest.raises(hra.StateError):
        player.choose(game.read_state("OOO/XX./..X"))
    with pytest.raises(hra.StateError):
        game.player("human").choose(state)
    with pytest.raises(TypeError):
        player.choose("state")


def test_pickled_players(game):
    player = game.player("alphabeta:depth=3")
    again = pickle.loads(pickle.dumps(player))
    assert again.spec == player.spec and again.game == player.game
    agent = copy.deepcopy(player.agent())
    assert agent.choose(agent.player.game.new_initial_state()) == player.choose(game.new_initial_state())


def test_match(game):
    players = [game.player("alphabeta"), game.player("random")]
    told = []
    row = game.match(players, games=30, seed=2, rotate=True, records=True, progress=told.append)
    assert row.games == 30 == len(row.results) and row.players[0].losses == 0
    values = [result["values"][0] for result in row.results]
    assert sum(v > 0 for v in values) == row.players[0].wins
    records = hra.read_records(row.records)
    assert len(records) == 30 and all(record.finished for record in records)
    again = game.match(players, games=30, seed=2, rotate=True, threads=2)
    assert again.results == row.results
    with pytest.raises(hra.InputError, match="2 seats, and 1 players"):
        game.match(players[:1])
    with pytest.raises(hra.InputError):
        game.match([hra.load_game("tictactoe").player("random")] * 2)
    with pytest.raises(TypeError):
        game.match(["random", "random"])
    with pytest.raises(ZeroDivisionError):
        game.match(players, games=100000, progress=lambda done: 1 / 0)


def test_solution(game):
    solution = game.solve()
    assert solution.value(game.new_initial_state()) == [0, 0]
    assert solution.report().states == 5478
    state = game.read_state("OO./XX./...")
    assert solution.value(state) == [1, -1]
    assert solution.distance(state) == -1  # this game has no solver of its own, and the general one tells none
    with pytest.raises(hra.FitError):
        hra.load_game("pacman").solve(memory=1 << 20)


def test_play(game):
    play = game.play([game.player("human"), game.player("alphabeta")], seed=4)
    assert play.step().kind == "ask" and play.current_player() == 0 and not play.is_over()
    with pytest.raises(hra.InputError):
        play.answer(77)
    play.answer(4)
    event = play.step()
    assert (event.kind, event.seat, event.action, event.move) == ("move", 0, 4, "b2")
    assert play.run().kind == "ask" and play.state().history()[0] == 4 and play.state(0).history() == []
    play.undo(0)
    assert play.move_number() == 0
    with pytest.raises(hra.StateError):
        play.returns()
    play.resign(0)
    assert play.returns() == [-1, 1] and play.outcome() == "resigned"
    [record] = hra.read_records(play.record())
    assert record.players == ["human", "alphabeta"] and record.returns() == [-1, 1] and record.seed == 4


def test_repetition_is_a_draw():
    game = hra.load_game("checkers")
    play = game.play([game.player("human")] * 2, position="W:WK18:BK1")
    texts = ["18-15", "1-5", "15-18", "5-1"] * 3
    for text in texts:
        if play.is_over():
            break
        play.apply_action(play.state().string_to_action(text))
    assert play.is_over() and play.outcome() == "repetition" and play.returns() == [0, 0]
    assert not play.state().is_terminal()


def test_review(game):
    play = game.play([game.player("alphabeta"), game.player("random")], seed=3)
    play.run()
    judge = game.player("exact")
    review = judge.review(play)
    assert review == judge.review(hra.read_records(play.record())[0])
    assert sum(row.loss for row in review.moves if row.seat == 1) == pytest.approx(review.seats[1].loss)
    with pytest.raises(TypeError):
        judge.review("record")


PDN = '[White "Tomáš"]\n[Black "René"]\n1. 11-15 23-18 *\n'
MATCH = """ 1 point match

 Game 1
 Ann : 0              Bob : 0
  1) 31: 8/5 6/5              42: 8/4 6/4
"""


def names(records):
    return [record.players for record in records]


def test_records_of_other_programs_are_recognized_by_their_content(tmp_path):
    [record] = hra.read_records(PDN)
    assert record.players == ["René", "Tomáš"] and record.plies == 2
    assert len(hra.read_records(PDN + "\n" + PDN)) == 2
    assert hra.read_records(MATCH)[0].players == ["Ann", "Bob"]
    file = tmp_path / "games.txt"
    for data in (PDN.encode(), b"\xef\xbb\xbf" + PDN.encode(), PDN.encode("utf-16"), gzip.compress(PDN.encode())):
        file.write_bytes(data)
        for source in (file, data, bytearray(data), memoryview(data)):
            assert names(hra.read_records(source)) == [record.players]


def test_damaged_games_are_kept_up_to_their_fault():
    damaged = PDN.replace("23-18", "23-17") + "\n" + PDN
    with pytest.warns(UserWarning, match="line 3, character 10: "):
        records = hra.read_records(damaged)
    assert [record.plies for record in records] == [1, 2]
    with pytest.raises(hra.InputError, match="line 3, character 10: "):
        hra.read_records(damaged, strict=True)


def test_records_in_other_encodings(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_bytes(PDN.encode("cp1250"))
    assert hra.read_records(file, encoding="cp1250")[0].players == ["René", "Tomáš"]
    with pytest.warns(UnicodeWarning, match="not UTF-8, so read as windows-1252"):
        [record] = hra.read_records("[White \"René\"]\n1. 11-15 *\n".encode("latin-1"))
    assert record.players[1] == "René"
    with pytest.raises(hra.InputError, match="unknown encoding 'x'; there are utf-8, "):
        hra.read_records(file, encoding="x")
    with pytest.raises(hra.InputError, match="a str is decoded already"):
        hra.read_records(PDN, encoding="utf-8")
    with pytest.raises(hra.FileError, match="file not found"):
        hra.read_records(tmp_path / "none")
    with pytest.raises(hra.Error, match="byte 20: the packed data end too early"):
        hra.read_records(gzip.compress(PDN.encode())[:20])
    for wrong in (1, None, ["text"]):
        with pytest.raises(TypeError):
            hra.read_records(wrong)


def test_records_are_checked():
    for text in ("no record", "hra-record 1\ngame chess\n", "hra-record 99\n"):
        with pytest.raises(hra.Error):
            hra.read_records(text)
    assert hra.read_records("") == []


def test_session():
    session = hra.session()
    looker = session.attach()
    events = session.line("@1 new tictactoe human alphabeta", looker) + session.step(5)
    while not any(row.event.event == "ask" for row in events):
        events += session.step(5)
    assert events[0].event.session == 2 and events[0].event.seq == 1
    events = session.line("@2 move b2")
    while not any(row.event.event == "ask" and row.event.ply == 2 for row in events):
        events += session.step(5)
    assert any(row.event.event == "move" and row.event.move == "b2" for row in events)
    assert session.line("nonsense")[-1].event.event == "error"
    assert session.line("quit", looker) and session.step() == []


def test_an_old_session():
    session = hra.session(version=1)
    session.attach()
    hello, ok = (row.event for row in session.line("@1 help"))
    assert (hello.session, hello.n, hello.look) == (1, 1, "table") and ok.re == "1"
    with pytest.raises(hra.Error):
        hra.session(version=3)


def test_agents_are_for_one_thread():
    game = hra.load_game("checkers")
    agent, state = game.player("alphabeta").agent(), game.new_initial_state()
    begun = threading.Event()

    def think():
        begun.set()
        agent.search(state, seconds=0.3)

    thread = threading.Thread(target=think)
    thread.start()
    begun.wait()
    with pytest.raises(hra.StateError, match="another thread"):
        while thread.is_alive():
            agent.choose(state, depth=1)
    thread.join()
    agent.forget()


def test_players_are_for_all_threads(game):
    player, state, got = game.player("mcts:playouts=50"), game.new_initial_state(), []
    threads = [threading.Thread(target=lambda: got.extend(player.choose(state, seed=1) for _ in range(20)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 80 and set(got) == {player.choose(state, seed=1)}


def test_ctrl_c_ends_a_search():
    game = hra.load_game("checkers")
    player, state = game.player("alphabeta"), game.new_initial_state()

    def press():
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        player.search(state, seconds=600)  # far longer than the test may take
    thread.join()
    assert player.choose(state, depth=2) in state.legal_actions()


def test_the_past_is_known():
    """Two kings against one: whoever is ahead does not let a position come for the last time."""
    game = hra.load_game("checkers")
    player = game.player("alphabeta:depth=3")
    state, play = game.read_state("W:WK18:BK1"), game.play([game.player("human")] * 2, position="W:WK18:BK1")
    for text in ["18-15", "1-5", "15-18", "5-1", "18-15", "1-5"]:
        action = state.string_to_action(text)
        state.apply_action(action)
        play.apply_action(action)
    asked = game.play([player, player], position="W:WK18:BK1")
    for action in state.history():
        asked.apply_action(action)
    assert asked.step().action == player.choose(state, seed=0)


KINGS = "W:W24,K12:BK32,K10"  # drawn, as the tables of four pieces say


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_tables_are_read_and_not_written(tmp_path, monkeypatch):
    """Without data= the folder of user data is read and left as it is; data= is where tables are written."""
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    checkers = hra.load_game("checkers")
    state = checkers.read_state(KINGS)
    assert checkers.player("expert").search(state, nodes=20000).value == [0, 0]
    assert not home.exists()
    (home / "hra").mkdir(parents=True)
    assert checkers.player("expert", data=str(home / "hra")).search(state, nodes=20000).value == [0, 0]
    written = files_of(home)
    assert written
    before = [(path, path.stat().st_mtime_ns) for path in written]
    written[0].unlink()  # what is missing is worked out again, and stays missing
    assert checkers.player("expert").search(state, nodes=20000).value == [0, 0]
    assert [(path, path.stat().st_mtime_ns) for path in files_of(home)] == before[1:]


def test_a_damaged_table_is_told(tmp_path, monkeypatch):
    """A table of the folder is read even where no data= is given."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "hra" / "checkers"
    folder.mkdir(parents=True)
    (folder / "m0k1-m0k1.ckt").write_bytes(b"no table")
    with pytest.raises(hra.FileError):
        hra.load_game("checkers").player("expert")


def test_what_nothing_limits():
    """A search ends by itself, a match is refused by the name of what is missing."""
    checkers = hra.load_game("checkers")
    state = checkers.new_initial_state()
    minimax = checkers.player("minimax")
    found = minimax.search(state, nodes=20000)
    assert found.kind == "estimate" and found.stopped
    with pytest.raises(hra.InputError, match="set depth=, nodes= or time="):
        checkers.match([minimax, checkers.player("random")], games=1)
