"""Work is stopped, resumed and shared, and comes to the same."""
import pytest

import hra

SPEC = """work match
game tictactoe
player random
player greedy
games 60
rotate yes
seed 3
"""


def played_at_once():
    game = hra.load_game("tictactoe")
    players = [game.player("random"), game.player("greedy")]
    return game.match(players, games=60, seed=3, rotate=True).players


def test_in_one_process():
    work = hra.work(SPEC)
    told = []
    assert not work.is_finished()
    assert work.run(threads=2, progress=told.append)
    assert work.report().players == played_at_once()
    status = work.status()
    assert (status.kind, status.pieces, status.done, status.of, status.finished) == ("match", "games", 60, 60, True)
    assert status.tasks == status.results > 1


def test_resumed_from_its_file(tmp_path):
    file = tmp_path / "saved.work"
    first = hra.work(SPEC, file=file)
    tasks = [first.next_task() for _ in range(3)]
    for task in tasks[1:]:  # the first task is lost with its process
        first.add_result(task, first.run_task(task)[0])
    del first
    whole = file.read_bytes()
    for torn in (b"", b"task", b"result 300 0123456789abcdef games 0 1\nhra-match 1\n"):
        file.write_bytes(whole + torn)
        second = hra.work(SPEC, file=file)
        assert file.read_bytes() == whole
        assert second.status().done == 2 and second.next_task() == tasks[0]
        second.return_task(tasks[0])
        assert second.run()
        assert second.report().players == played_at_once()
        assert hra.work(SPEC, file=str(file)).is_finished()


def test_shared_by_three():
    boss, watcher, *workers = (hra.work(SPEC) for _ in range(4))
    done = []
    while task := boss.next_task():
        watcher.mark_assigned(task)
        done.append((task, workers[len(done) % 2].run_task(task)[0]))
    assert boss.run() is False  # all tasks are somebody else's
    for task, result in reversed(done):
        boss.add_result(task, result)
        watcher.add_result(task, result)
    assert boss.is_finished() and watcher.is_finished()
    assert boss.report().players == watcher.report().players == played_at_once()


def test_records():
    result, records = hra.work(SPEC + "records yes\n").run_task("games 0 2")
    assert len(hra.read_records(records.decode())) == 2 and result.startswith(b"hra-match 1\n")
    assert hra.work(SPEC).run_task("games 0 2")[1] == b""


KINDS = {
    "match": SPEC,
    "tournament": "work games\ngame tictactoe\nplayer random\nplayer greedy\nplayer mcts:playouts=5\ngroups 8\nseed 2\n",
    "rollout": "work rollout\ngame backgammon:checkers=2\nposition white 1:1 6:1, black 4:1 5:1, white 21\n"
               "player expectiminimax:depth=1,eval=bearoff(two-sided=6)\nmove 6/4 1/off\nmove 6/3\ntrials 80\nseed 7\n",
    "tune": "work steps\ngame tictactoe\ntemplate mcts:playouts=5,c={c}\nparameter c=1.4,0.1,4,0.2\nsteps 20\nbatch 4\nseed 3\n",
    "learn": "work learning\ngame tictactoe\nmethod zero:playouts=4,games-per-iteration=6,replay-games=12,hidden=8\ngames 15\nseed 3\n",
    "solve": "work tables\ngame checkers:tablebase-pieces=3\n",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_run_stopped_resumed_and_shared(kind, tmp_path):
    def said(work):
        report = work.report()
        return str({key: value for key, value in report.items() if key != "seconds"})

    def work_in(name, **more):
        (tmp_path / name).mkdir(exist_ok=True)
        return hra.work(KINDS[kind], data=str(tmp_path / name), **more)

    whole = work_in("alone", kind=kind)
    assert whole.status().kind == kind and whole.run(threads=2)
    file = tmp_path / "saved.work"
    while True:  # one task in each process, as it were
        work = work_in("one", file=file, task_seconds=1e-9 if not file.exists() else 1)
        if work.is_finished():
            break
        worker = work_in("two", file=file)
        task = work.next_task()
        work.add_result(task, worker.run_task(task)[0])
    assert work.status().results > 1
    assert said(work) == said(whole)
    if kind == "learn":
        assert work.model() == whole.model() and work.model().startswith(b"hra-learnt")
    if kind == "solve":
        files = [sorted((tmp_path / name / "checkers").iterdir()) for name in ("alone", "one", "two")]
        assert [[file.read_bytes() for file in some] for some in files[:2]] == [[file.read_bytes() for file in files[0]]] * 2


def test_what_is_refused(tmp_path):
    with pytest.raises(hra.InputError, match="line 5, character 7: expected a whole number"):
        hra.work(SPEC.replace("games 60", "games many"))
    with pytest.raises(hra.InputError, match="no line 'work'"):
        hra.work("game nim\n")
    with pytest.raises(hra.FileError):
        hra.work(SPEC, file=tmp_path / "nowhere" / "saved.work")
    work = hra.work(SPEC)
    with pytest.raises(hra.InputError, match="not a task of this work"):
        work.run_task("games 5 4")
    with pytest.raises(hra.FileError):
        work.mark_assigned("games 1 2")
    with pytest.raises(hra.FileError):
        work.add_result("games 0 1", b"")
    other = tmp_path / "other.work"
    hra.work(SPEC.replace("seed 3", "seed 4"), file=other).run()
    with pytest.raises(hra.StateError, match="other work"):
        hra.work(SPEC, file=other)
    other.write_bytes(b"something else entirely\n")
    with pytest.raises(hra.FileError):
        hra.work(SPEC, file=other)


def test_ctrl_c_stops_and_another_call_goes_on():
    def stop(done):
        raise KeyboardInterrupt

    work = hra.work(SPEC.replace("games 60", "games 1000000000"))
    with pytest.raises(KeyboardInterrupt):
        work.run(progress=stop)
    done = work.status().done
    assert work.run(seconds=0.01) is False
    assert work.status().done >= done
