"""The stubs name what there is; mypy agrees with them and with a small program that uses them."""
import ast
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import hra
from hra import _hra

STUBS = pathlib.Path(hra.__file__).with_name("_hra.pyi")


def named(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node


def test_stubs_name_everything():
    stubs = dict(named(ast.parse(STUBS.read_text()).body))
    inherited = set(dict(named(stubs.pop("Thinker").body)))
    aliases = {"Buffer", "Progress"}
    assert set(stubs) - aliases == {name for name in dir(_hra) if name == "__version__" or not name.startswith("_")}
    for name, node in stubs.items():
        thing = getattr(_hra, name, None)
        if not inspect.isclass(thing) or issubclass(thing, Exception):
            continue
        told = set(dict(named(node.body))) | (inherited if any(
            getattr(base, "id", "") == "Thinker" for base in node.bases) else set())
        there = {key for key in vars(thing) if not key.startswith("_")}
        assert {key for key in told if not key.startswith("_")} == there, name


def test_everything_says_what_it_does():
    for name in hra.__all__:
        thing = getattr(hra, name)
        if callable(thing):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__ == "hra":
            for key, method in vars(thing).items():
                assert key.startswith("_") or method is None or inspect.getdoc(method), f"{name}.{key}"


@pytest.mark.skipif(not os.environ.get("ALL"), reason="takes long; ALL=1")
def test_mypy(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text("""
import hra

game: hra.Game = hra.load_game("nim")
state = game.new_initial_state()
state.apply_action(game.player("minimax").choose(state, depth=2))
value: list[float] = game.solve().value(state)
events: list[hra.Row] = hra.session().line("games")
""")
    told = {**os.environ, "MYPYPATH": str(STUBS.parent.parent)}
    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(tmp_path / "use.py")],
                   check=True, env=told)
