"""The sum that tests/run.sh closes with, as tests/progress.py makes it of what meson and pytest wrote down."""
# suites: tree
import json
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests"))
import progress  # noqa: E402

LOG = [
    {"name": "hra:unit / core_rng", "result": "OK", "duration": 0.1, "stdout": "[  PASSED  ] 9 test(s)."},
    {"name": "hra:unit / nim", "result": "FAIL", "duration": 0.5, "stdout": "[  FAILED  ] 1 test(s)"},
    {"name": "hra:unit / gnubg", "result": "SKIP", "duration": 0.1},
    {"name": "hra:cli / cli_play", "result": "OK", "duration": 7.0, "stdout": "...s [100%]\n11 passed, 1 skipped in 6.90s\n"},
    {"name": "hra:cli / cli_tree", "result": "FAIL", "duration": 70.0, "stdout": """
=========================== short test summary info ============================
FAILED ../tests/cli/test_tree.py::test_dot[tictactoe exact] - AssertionError: hra tree
ERROR ../tests/cli/test_tree.py::test_xml - OSError
1 failed, 200 passed, 1 error in 70.05s (0:01:10)
"""},
    {"name": "hra:cli / cli_kept", "result": "TIMEOUT", "duration": 1800.0, "stdout": ""},
]


def test_a_function_of_pytest_is_one_and_what_failed_is_named(tmp_path):
    (tmp_path / "meson-logs").mkdir()
    (tmp_path / "meson-logs" / "testlog.json").write_text("".join(json.dumps(test) + "\n" for test in LOG), encoding="utf-8")
    passed, failed = progress.add_up(str(tmp_path))
    assert passed == 1 + 1 + 12 + 200
    assert failed == ["nim", "cli_tree: test_tree.py::test_dot[tictactoe exact]", "cli_tree: test_tree.py::test_xml", "cli_kept"]
    assert (tmp_path / "sum").read_text(encoding="utf-8").splitlines()[:2] == ["passed 214", f"failed: nim in {tmp_path}"]
    assert progress.known_seconds(str(tmp_path)) == {"nim": 0.5, "cli_play": 7.0, "cli_tree": 70.0, "cli_kept": 1800.0}


def test_the_time_that_is_left_is_work_by_rate(tmp_path, monkeypatch):
    (tmp_path / "seconds").write_text("a 10.0\nb 30.0\n", encoding="utf-8")
    clock = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    one = progress.Progress(str(tmp_path))
    one.expect(["a", "b", "short"])
    clock[0] += 20
    one.done(1, 3, "a")  # 10 s of work took 20 s, and 30.1 s of it are left
    assert round(one.left()) == 60


def test_lines_of_meson_are_understood():
    found = progress.LINE.match("  7/285 hra:cli+heavy / cli_pictures OK               20.42s")
    assert found.groups() == ("7", "285", "cli_pictures", "OK", "20.42")
    assert progress.LINE.match("12/22 hra:cli / cli_play     FAIL            16.71s   exit status 1").group(4) == "FAIL"
