"""What the tests of the command line are made of.

    pytest-3 tests/cli/test_match.py -k merge        HRA=build/hra, or the program in build/

Each test has folders of its own, and a home in them: `hra("play nim")` runs the program in `here`, and returns what
it said. A test waits for what it wants to see, whatever the clock says; only what hangs is ended, after `PATIENCE`.
"""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
import shapes

ROOT = pathlib.Path(__file__).resolve().parents[2]
HRA = pathlib.Path(os.environ.get("HRA", ROOT / "build" / "hra")).resolve()
PATIENCE = 900  # seconds: a sanitized program on a busy machine takes its time


def words_of(command):
    """One text is divided as a shell would; several are the words themselves."""
    return shlex.split(command[0]) if len(command) == 1 else [str(word) for word in command]


class Said:
    """What a program said: `"text" in said` looks at its standard output."""

    def __init__(self, command, status, out, err):
        self.command, self.status = command, status
        self.bytes, self.out, self.err = out, out.decode(errors="surrogateescape"), err.decode(errors="surrogateescape")
        self.lines = self.out.splitlines()

    def __contains__(self, text):
        return text in self.out

    def __str__(self):
        shown = [f"{shlex.join(self.command)}: status {self.status}"]
        shown += ["  out: " + line for line in self.lines[:40]] + ["  err: " + line for line in self.err.splitlines()[:12]]
        return "\n".join(shown)

    __repr__ = __str__

    def count(self, pattern):
        """Lines that match."""
        return sum(1 for line in self.lines if re.search(pattern, line))

    def has_line(self, pattern):
        return self.count(pattern) > 0

    def complains(self, text):
        return text in self.err

    def is_quiet(self):
        return self.err == ""

    def exits(self, status):
        assert self.status == status, str(self)
        return self

    def good(self):
        """It worked, had something to say, and complained of nothing."""
        assert self.status == 0 and self.err == "" and self.out, str(self)
        return self

    def one_line(self, text):
        assert self.err.startswith("hra: ") and self.err.count("\n") == 1 and text in self.err, str(self)
        return self

    def wrong(self, text):
        """What was typed is wrong: one line says so, and nothing else."""
        assert self.status == 2 and self.out == "", str(self)
        return self.one_line(text)

    def refused(self, text):
        """What was sent is wrong."""
        assert self.status == 2, str(self)
        return self.one_line(text)

    def failing(self, text):
        assert self.status == 1, str(self)
        return self.one_line(text)

    def fails(self, text):
        """Either of these."""
        assert self.status != 0, str(self)
        return self.one_line(text)

    def json(self, kind="any"):
        """The one object that was said, which has the keys of this kind."""
        self.good()
        return shapes.check(self.out, kind)

    def figures(self):
        """What was said without what the clock did to it."""
        return re.sub(r'"seconds":[0-9.e+-]*', "", self.out)


class Started:
    """A program that runs beside the test, with a pipe at its standard input."""

    def __init__(self, command, folder, env, stdin=subprocess.PIPE):
        self.command = command
        self.files = [open(folder / name, "w+b") for name in ("started.out", "started.err")]
        self.process = subprocess.Popen(command, cwd=folder / "here", env=env, stdin=stdin, stdout=self.files[0],
                                        stderr=self.files[1], restore_signals=True)

    def said(self):
        out, err = (os.pread(file.fileno(), 1 << 30, 0) for file in self.files)
        return Said(self.command, self.process.returncode, out, err)

    def runs(self):
        return self.process.poll() is None

    def type(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def until(self, holds):
        """Waits for a state, or until the program has ended."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert self.runs() and time.monotonic() < end, "never came to it: " + str(self.said())
            time.sleep(0.02)
        return self

    def works(self):
        """It has used 200 ms of a processor."""
        return int(self.proc("stat").rpartition(")")[2].split()[11]) >= 20

    def listens(self):
        """It has told the system what is to become of Ctrl-C."""
        caught = re.search(r"^SigCgt:\s*(\w+)", self.proc("status"), re.M)
        return bool(int(caught.group(1), 16) & 1 << signal.SIGINT - 1)

    def waits(self):
        return "\nState:\tS" in self.proc("status") and self.listens()

    def proc(self, name):
        with open(f"/proc/{self.process.pid}/{name}", encoding="utf-8") as file:
            return file.read()

    def end(self, how):
        self.process.send_signal(how)
        return self.ended()

    def ended(self):
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.close()
            raise
        return self.said()

    def interrupt(self):
        """Ctrl-C, as soon as the program would hear it."""
        self.until(self.listens)
        return self.end(signal.SIGINT)

    def kill(self):
        return self.end(signal.SIGKILL)

    def close(self):
        if self.runs():
            self.process.kill()
            self.process.wait()
        if self.process.stdin:
            self.process.stdin.close()
        for file in self.files:
            file.close()


class Hra:
    """The program, and the folders of a test: `here`, `home`, `data`."""

    def __init__(self, folder, tables):
        self.folder, self.started = folder, []
        self.here, self.home, self.data = folder / "here", folder / "home", folder / "data"
        for one in (self.here, self.home, self.data / "hra"):
            one.mkdir(parents=True)
        (self.data / "hra" / "checkers").symlink_to(tables)
        self.env = dict(os.environ, HOME=str(self.home), XDG_DATA_HOME=str(self.data), LC_ALL="C.UTF-8", TERM="xterm")
        for name in ("NO_COLOR", "LANGUAGE"):
            self.env.pop(name, None)

    def env_with(self, changes):
        return {name: value for name, value in {**self.env, **changes}.items() if value is not None}

    def __call__(self, *command, typed="", timeout=PATIENCE, **env):
        """Runs a command to its end; `typed` is what its standard input holds, a variable that is None is not there."""
        command = [str(HRA), *words_of(command)]
        if isinstance(typed, (str, bytes)):
            given = {"input": typed.encode() if isinstance(typed, str) else typed}
        else:
            given = {"stdin": typed}
        ran = subprocess.run(command, cwd=self.here, env=self.env_with(env), capture_output=True, timeout=timeout, check=False,
                             **given)
        return Said(command, ran.returncode, ran.stdout, ran.stderr)

    def start(self, *command, stdin=subprocess.PIPE, **env):
        self.started.append(Started([str(HRA), *words_of(command)], self.folder, self.env_with(env), stdin))
        return self.started[-1]

    def shell(self, script, **env):
        """A line of bash in which $hra is the program."""
        ran = subprocess.run(["bash", "-c", script], cwd=self.here, env=self.env_with({"hra": str(HRA), **env}),
                             capture_output=True, timeout=PATIENCE, check=False)
        return Said(["bash", "-c", script], ran.returncode, ran.stdout, ran.stderr)

    def read(self, name):
        """A file of `here`, or any by its path."""
        return (self.here / name).read_text(encoding="utf-8")

    def write(self, name, text):
        (self.here / name).write_text(text, encoding="utf-8")
        return name

    def plays(self):
        """The plays that were kept."""
        return sorted(file for file in (self.data / "hra" / "plays").rglob("*") if file.is_file())

    def play_kept(self):
        """The one that was, as text."""
        assert len(self.plays()) == 1, self.plays()
        return self.plays()[0].read_text(encoding="utf-8")

    def close(self):
        for one in self.started:
            one.close()


@pytest.fixture(scope="session")
def tables():
    """Tables of checkers, which every test of this process finds where it keeps its data."""
    with tempfile.TemporaryDirectory(prefix="hra-tables-") as name:
        folder = pathlib.Path(name) / "checkers"
        if os.environ.get("HRA_TEST_TABLES"):  # built once for all
            shutil.copytree(os.path.join(os.environ["HRA_TEST_TABLES"], "checkers"), folder)
        else:
            folder.mkdir()
        yield folder


@pytest.fixture
def hra(tables):
    assert HRA.exists(), f"there is no {HRA}: ninja -C build"
    with tempfile.TemporaryDirectory(prefix="hra-test-") as name:
        one = Hra(pathlib.Path(name), tables)
        yield one
        one.close()


def moves_in(record):
    """Moves of a record, including those taken back."""
    return len(re.findall(r"^[0-9*] ", record, re.M))


def dateless(record):
    return re.sub(r"^# Date: .*\n", "", record, flags=re.M)


def same_play(a, b):
    """Records of one play, on whatever day."""
    return dateless(a) == dateless(b)


def pytest_assertrepr_compare(op, left, right):
    if isinstance(right, Said):
        return [f"{left!r} {op} what was said", *str(right).splitlines()]
    return None
