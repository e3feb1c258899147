"""A wheel is built without network, holds what it needs and nothing else, and works where nothing else is."""
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.skipif(not os.environ.get("ALL"), reason="takes long; ALL=1")
def test_wheel(tmp_path):
    pytest.importorskip("mesonpy")
    subprocess.run([sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-build-isolation", "--no-deps", "--no-index",
                    "-w", str(tmp_path)], check=True)
    [wheel] = tmp_path.glob("hra-*-abi3-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    found = {path.name for path in (tmp_path / "site" / "hra").iterdir()}
    assert found == {"__init__.py", "__main__.py", "_hra.abi3.so", "_hra.pyi", "env.py", "hra", "libhra.so.3", "libz.so.1", "libzstd.so.1", "po", "py.typed",
                     "registry.py", "rows.py", "spaces.py"}
    said = subprocess.run([sys.executable, "-c", "import hra; print(hra.__file__, len(hra.games()))"], check=True,
                          cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path / "site")}, stdout=subprocess.PIPE,
                          text=True).stdout
    assert said.startswith(str(tmp_path))
    (tmp_path / "site" / "hra" / "hra").chmod(0o755)  # as pip does
    said = subprocess.run([sys.executable, "-m", "hra", "perft", "tictactoe", "9"], check=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(tmp_path / "site")}, stdout=subprocess.PIPE, text=True).stdout
    assert " 127872 leaves," in said
