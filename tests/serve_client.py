"""A server of a test, and somebody who talks to it by bare sockets."""

import atexit
import json
import os
import queue
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

SKIPPED = 77


def scratch():
    """A folder that is gone when the test is over, however it ends."""
    folder = tempfile.mkdtemp(prefix="hra-serve-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Server:
    """hra serve without its page, in a folder of its own."""

    def __init__(self, hra, data=None, extra=(), before=None, **environment):
        self.data = data or scratch()
        self.process = subprocess.Popen(
            [hra, "serve", "--no-page", "--data", self.data, *(extra or ("--port", "0"))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before,
            # under AddressSanitizer memory that was freed is not kept for long, so that it can be measured
            env={**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1", **environment})
        line = self.process.stdout.readline()
        found = re.fullmatch(r"http://(.*):(\d+)/#([0-9a-f]{64})(?:&work)?\n", line)
        if not found:
            said = self.process.stderr.read()
            if "libevent" in said:
                print("this hra was built without libevent")
                sys.exit(SKIPPED)
            raise AssertionError(f"no address: {line!r} {said!r}")
        self.host, self.port, self.token = found[1], int(found[2]), found[3]

    def connect(self):
        wire = socket.create_connection((self.host, self.port))
        wire.settimeout(120)
        return wire

    def head(self, method, path, **others):
        """The lines of a good request, by name, so that a test can change one."""
        lines = {"first": f"{method} {path} HTTP/1.1", "Host": f"{self.host}:{self.port}",
                 "Authorization": f"Bearer {self.token}"}
        lines.update({name.replace("_", "-"): value for name, value in others.items()})
        return lines

    def ask(self, method, path, body=None, **others):
        """Status, headers and what the JSON of the body says."""
        if body is not None:
            body = body if isinstance(body, bytes) else body.encode()
            others.setdefault("Content_Length", str(len(body)))
        with self.connect() as wire:
            wire.sendall(write(self.head(method, path, **others)) + (body or b""))
            return read_answer(wire.makefile("rb"), method)

    def line(self, table, looker, text, kind="lines"):
        status, _, said = self.ask("POST", f"/api/tables/{table}/{kind}?looker={looker}", text)
        assert status == 202, (status, said)

    def join(self, table, stream, look="table"):
        status, _, said = self.ask("POST", f"/api/tables/{table}/lookers?stream={stream}&look={look}", "")
        assert status == 201, (status, said)
        return said["looker"]

    def memory(self):
        """Bytes that the process has in memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1024

    def processor(self):
        """Seconds of processor time that the process has taken."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, number=signal.SIGTERM):
        """The exit status, and what was said on standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said


def write(lines):
    """A head as bytes; a value that is a list is written as several lines, None leaves one out."""
    text = lines["first"] + "\r\n"
    for name, value in lines.items():
        if name == "first" or value is None:
            continue
        for one in value if isinstance(value, list) else [value]:
            text += f"{name}: {one}\r\n"
    return (text + "\r\n").encode("latin-1")


def read_answer(file, method="GET"):
    """Status, headers and body; (0, ...) where the connection was closed without one."""
    first = file.readline()
    if not first:
        return 0, {}, None
    status = int(first.split()[1])
    if status == 100:
        file.readline()
        return read_answer(file, method)
    headers = {}
    while (line := file.readline()) not in (b"\r\n", b""):
        name, value = line.decode("latin-1").rstrip("\r\n").split(": ", 1)
        headers.setdefault(name.lower(), []).append(value)
    length = int(headers.get("content-length", ["0"])[0]) if method != "HEAD" else 0
    body = file.read(length)
    said = json.loads(body) if headers.get("content-type") == ["application/json"] and body else body
    return status, headers, said


class Stream:
    """The events of a browser; each is looked for among those that nobody asked for yet."""

    def __init__(self, server, name):
        self.wire = server.connect()
        self.wire.sendall(write(server.head("GET", f"/api/events?stream={name}")))
        self.file = self.wire.makefile("rb")
        first = self.file.readline()
        assert first.split()[1] == b"200", first
        while self.file.readline() != b"\r\n":
            pass
        self.heard = []
        self.told = queue.Queue()
        self.seen = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            for line in self.file:
                if line.strip():
                    self.told.put(json.loads(line))
        except (OSError, ValueError):
            pass
        self.told.put(None)

    def wait(self, wanted, patience=600):
        """The first message for which wanted(message) holds, and all before it go; None: the stream is over."""
        while True:
            said = self.told.get(timeout=patience)
            self.heard.append(said)
            if said is None or wanted(said):
                return said

    def event(self, table, looker, kind, **keys):
        """The next event of this kind for a looker."""
        def fits(said):
            event = said.get("event", {})
            return (said.get("table"), said.get("looker")) == (table, looker) and event["event"] in kind.split() and \
                all(event.get(key) == value for key, value in keys.items())
        said = self.wait(fits)
        assert said, f"the stream ended before {kind} {keys}"
        return said["event"]

    def close(self):
        self.wire.shutdown(socket.SHUT_RDWR)
        self.wire.close()


def new_id(chance=random.SystemRandom()):
    return f"{chance.getrandbits(64):016x}"


def say(server, stream, table, looker, line):
    """Says a line and returns its closing event."""
    name = f"t{random.getrandbits(40):x}"
    server.line(table, looker, f"@{name} {line}", "records" if len(line) > 60000 else "lines")
    return stream.event(table, looker, "ok error", re=name)


def many():
    """Whether tests are swept whole (ALL=1)."""
    return bool(os.environ.get("ALL"))


def run(cases, *given):
    for case in cases:
        try:
            case(*given)
        except BaseException:
            print(f"in {case.__name__}", flush=True)
            raise
    print(f"{len(cases)} of {len(cases)}")
