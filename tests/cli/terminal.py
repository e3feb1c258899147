"""A terminal, of 24 lines and 80 columns if nothing else is said, at which a test types."""
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import termios
import time

import pytest
from conftest import HRA, PATIENCE, Said, words_of


class Terminal:
    def __init__(self, hra, *command, rows=24, columns=80, **env):
        self.command = [str(HRA), *words_of(command)]
        self.seen, self.status = b"", None
        ready, go = os.pipe()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.read(ready, 1)  # until the terminal has its size
            os.chdir(hra.here)
            os.execve(HRA, self.command, hra.env_with(env))
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.write(go, b".")
        os.close(ready)
        os.close(go)

    def read(self, seconds):
        """Reads what was shown, and tells whether the program may show more."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            shown = os.read(self.terminal, 1 << 16)
        except OSError:  # nobody has it open any more
            return False
        self.seen += shown
        return shown != b""

    def until(self, holds):
        """Waits for a state, or the end."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if not self.read(0.02):
                return False
            assert time.monotonic() < end, str(self.said())
        return True

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def listens(self):
        """The program reads key by key, and echoes them itself: the prompt is there a moment before."""
        return not termios.tcgetattr(self.terminal)[3] & (termios.ICANON | termios.ECHO)

    def said(self):
        return Said(self.command, self.status, self.seen, b"")

    def ended(self):
        """What it showed until it ended."""
        end = time.monotonic() + PATIENCE
        while self.read(0.1):
            assert time.monotonic() < end, str(self.said())
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.pid = None
        return self.said()

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)


def typed(hra, command, keys, prompt="? help)", **env):
    """Types each of the keys as soon as the program asks again; returns what was shown when it has ended."""
    one = Terminal(hra, command, **env)
    try:
        for prompts, key in enumerate(keys, 1):
            if one.until(lambda prompts=prompts: one.seen.count(prompt.encode()) >= prompts and one.listens()):
                one.type(key)
        return one.ended()
    finally:
        one.close()


class Shell:
    """bash at a terminal of 24 lines and 80 columns, which finds the program as `hra`. Skips where there is no bash."""
    PROMPT = "ready> "

    def __init__(self, hra, setup=":", **env):
        if not shutil.which("bash"):
            pytest.skip("no bash")
        self.ahead = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(hra.here)
            path = f"{HRA.parent}:{os.environ['PATH']}"
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"],
                       hra.env_with({"PATH": path, "PS1": "", "INPUTRC": "/dev/null", "TERM": "xterm", **env}))
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.type(f"bind 'set bell-style none'; bind 'set page-completions off'; bind 'set enable-bracketed-paste off'; {setup}; "
                  "PS1='rea''dy> '\r")
        self.until(self.PROMPT)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, text):
        """What is shown after the last of these texts, up to this one."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.ahead:
            assert time.monotonic() < end, self.ahead
            if select.select([self.terminal], [], [], 0.05)[0]:
                self.ahead += os.read(self.terminal, 1 << 12).replace(b"\r", b"").replace(b"\a", b"")
        seen, found, self.ahead = self.ahead.partition(text.encode())
        return (seen + found).decode(errors="replace")

    def run(self, line):
        self.type(line + "\r")
        return self.until("\n" + self.PROMPT)

    def children(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as children:
            return [int(pid) for pid in children.read().split()]

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.terminal)
        os.waitpid(self.pid, 0)
