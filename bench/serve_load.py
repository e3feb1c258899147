#!/usr/bin/env python3
"""Load for hra serve: what a connection costs, how many events a stream takes, and many tables at once.

    bench/serve_load.py HRA [TABLES [SECONDS]]

TABLES tables of checkers (default 1,000) play against the expert at 0.1 s a move for so many SECONDS (default 60) in two
threads, each in one line of play with random answers; meanwhile lines are sent to tables at random.
"""

import json
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from serve_client import Server, Stream, new_id, read_answer, say, write  # pylint: disable=wrong-import-position


class Lines:
    """A connection that is kept, for lines."""

    def __init__(self, server):
        self.server = server
        self.wire = server.connect()
        self.file = self.wire.makefile("rb")

    def post(self, path, body=""):
        bytes_ = body.encode()
        self.wire.sendall(write(self.server.head("POST", path, Content_Length=str(len(bytes_)))) + bytes_)
        status, _, said = read_answer(self.file)
        assert status in (201, 202), (status, said)
        return said


def connections(hra):
    server = Server(hra)
    server.ask("GET", "/api/tables")
    before = server.memory()
    streams = [Stream(server, f"s{i}") for i in range(200)]
    middle = server.memory()
    idle = [Lines(server) for _ in range(200)]
    for wire in idle:
        wire.wire.sendall(write(server.head("GET", "/api/tables")))
        read_answer(wire.file)
    after = server.memory()
    print(f"memory: {(middle - before) / len(streams) / 1024:.1f} kB a stream, "
          f"{(after - middle) / len(idle) / 1024:.1f} kB an idle connection")
    server.end()


def events(hra, seconds=5):
    """Machines that play at random at some tables, and begin again; the stream is read and not looked at."""
    server = Server(hra)
    wire = server.connect()
    wire.sendall(write(server.head("GET", "/api/events?stream=s")))
    tables = [(new_id(), 1) for _ in range(40)]
    lines = Lines(server)
    for table, _ in tables:
        lines.post(f"/api/tables/{table}/lookers?stream=s")
    counted = [0, 0]

    def read():
        while data := wire.recv(1 << 20):
            counted[0] += data.count(b"\n")
            counted[1] += len(data)
    threading.Thread(target=read, daemon=True).start()
    for table, looker in tables: # a position is asked for, again and again: 2 events
        lines.post(f"/api/tables/{table}/lines?looker={looker}", "new nim human human keep=no")
    bodies = b"".join(write(server.head("POST", f"/api/tables/{t}/lines?looker={k}", Content_Length="8")) + b"position"
                      for t, k in tables)
    asker = server.connect()
    end, begun, before, used = time.monotonic() + seconds, time.monotonic(), tuple(counted), server.processor()
    asker.sendall(bodies)
    unanswered, rest = len(tables), b""
    while time.monotonic() < end:
        asker.sendall(bodies) # one lot is on its way while the one before it is done
        unanswered += len(tables)
        while unanswered > len(tables): # counted and not read, so that the server is what is measured
            data = rest + asker.recv(1 << 16)
            unanswered -= data.count(b"HTTP/1.1 202")
            rest = data[-11:]
    took, heard = time.monotonic() - begun, counted[0] - before[0]
    print(f"one stream, of lines that are asked one by one: {heard / took:,.0f} events/s, "
          f"{heard / (server.processor() - used):,.0f} a second of the server's processor time")
    before, begun = tuple(counted), time.monotonic()
    loop = 0
    while time.monotonic() < begun + seconds: # machines, at all tables at once
        lines.post(f"/api/tables/{tables[loop % 40][0]}/lines?looker=1", f"new tictactoe random random keep=no seed={loop}")
        loop += 1
    took = time.monotonic() - begun
    print(f"one stream, machines at random: {(counted[0] - before[0]) / took:,.0f} events/s")
    before, begun = tuple(counted), time.monotonic()
    for _ in range(200): # what is told in one piece: what was missed, again
        lines.post(f"/api/tables/{tables[0][0]}/lines?looker=1", "sync 0")
    took = time.monotonic() - begun
    print(f"one stream, what was missed: {(counted[0] - before[0]) / took:,.0f} events/s")
    server.end()


def many_tables(hra, count, seconds):
    server = Server(hra, extra=("--port", "0", "--threads", "2"))
    stream = Stream(server, "s")
    table = new_id()
    looker = server.join(table, "s")
    began = time.monotonic()
    say(server, stream, table, looker, "new checkers human expert:time=100ms keep=no")
    print(f"first table, its player opened: {time.monotonic() - began:.1f} s, {server.memory() >> 20} MiB")
    tables = [new_id() for _ in range(count)]
    lines, chance = Lines(server), random.Random(1)
    began = time.monotonic()
    for table in tables:
        lines.post(f"/api/tables/{table}/lookers?stream=s")
        lines.post(f"/api/tables/{table}/lines?looker=1", "new checkers human expert:time=100ms keep=no")
    asked = {}   # ID of a line: when
    slowest, answered, moves, errors = [0.0], [0], [0], []
    to_play, playing, silent = [], set(), set(tables)
    lock = threading.Lock()

    def hear():
        while (said := stream.told.get()) is not None:
            event, where = said.get("event", {}), said.get("table")
            with lock:
                silent.discard(where)
                if event.get("event") == "error":
                    errors.append(event)
                elif event.get("event") == "ok" and event.get("re") in asked:
                    slowest[0] = max(slowest[0], time.monotonic() - asked.pop(event["re"]))
                    answered[0] += 1
                elif event.get("event") == "moves":
                    to_play.append((where, chance.choice(event["moves"])["move"]))
                elif event.get("event") == "move" and event["seat"] == 1:
                    moves[0] += 1
                elif event.get("event") == "ask":
                    playing.add(where)
    threading.Thread(target=hear, daemon=True).start()
    while len(playing) < count and time.monotonic() < began + 600:
        time.sleep(0.05)
    print(f"{count} tables: begun in {time.monotonic() - began:.1f} s, {server.memory() >> 20} MiB")
    with lock:
        playing.clear()
        playing.update(tables)
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with lock:
            ready, playing_now = to_play[:], list(playing)
            to_play.clear()
            playing.clear()
        for where, move in ready:
            lines.post(f"/api/tables/{where}/lines?looker=1", f"move {move}")
        for where in playing_now:
            lines.post(f"/api/tables/{where}/lines?looker=1", "moves")
        number += 1
        with lock:
            asked[f"q{number}"] = time.monotonic()
        lines.post(f"/api/tables/{chance.choice(tables)}/lines?looker=1", f"@q{number} position")
        time.sleep(0.02)
    limit = time.monotonic() + 30
    while asked and time.monotonic() < limit:
        time.sleep(0.05)
    print(f"{seconds} s: {moves[0]} moves of machines, {answered[0]} lines answered, the slowest in {slowest[0] * 1000:.0f} ms, "
          f"{len(asked)} not, {len(errors)} errors {errors[:2]}, {server.memory() >> 20} MiB")
    alive = json.loads(json.dumps(server.ask("GET", "/api/tables")[2]))["tables"]
    print(f"{len(alive)} of {count + 1} tables are there")
    began = time.monotonic()
    status, _ = server.end()
    print(f"ended with {status} in {time.monotonic() - began:.2f} s")


def main():
    hra = sys.argv[1]
    connections(hra)
    events(hra)
    many_tables(hra, int(sys.argv[2]) if len(sys.argv) > 2 else 1000, float(sys.argv[3]) if len(sys.argv) > 3 else 60)


if __name__ == "__main__":
    main()
