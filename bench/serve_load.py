#!/usr/bin/env python3
"""Loads hra serve as a club does: tables of two people, and tables of a person against a program.

    bench/serve_load.py HRA [--tables N] [--programs N] [--against PLAYER] [--game SPEC] [--seconds T] [--think T]
                        [--data DIR]

Each table of two has an owner and a guest with an invitation, who move in turn after --think seconds (default: 1), drawn
between half and one and a half of it. Of more than 128 tables the owners share 64 streams or some more. Prints for both kinds
of tables how long it took from a move to its event at the other person, and to the program's answer; the moves of the slowest
and the fastest table; the memory of the server; and how much of a processor the server and this driver took. Exit status 1:
an event was lost, or a table made no move.
"""

import argparse
import asyncio
import json
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
from serve_client import Server, new_id, scratch


class Wire:
    """One connection that is kept, for requests one after another."""

    def __init__(self, server, token):
        self.server, self.token = server, token
        self.reader = self.writer = None
        self.lock = asyncio.Lock()

    async def ask(self, method, path, body=None):
        async with self.lock:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(self.server.host, self.server.port)
            data = (body or "").encode()
            head = (f"{method} {path} HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\nAuthorization: Bearer {self.token}\r\n"
                    + (f"Content-Length: {len(data)}\r\n" if method == "POST" else "") + "\r\n")
            self.writer.write(head.encode() + data)
            text = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            status = int(text.split()[1])
            length = next((int(line.split(":")[1]) for line in text.lower().split("\r\n") if line.startswith("content-length:")), 0)
            said = await self.reader.readexactly(length)
            assert status < 300, (status, path, said)
            return json.loads(said) if said else {}


class Browser:
    """A stream of events and a connection for requests, with the tables of one person."""

    def __init__(self, server, token):
        self.server, self.token, self.name = server, token, new_id() + new_id()
        self.wire, self.people = Wire(server, token), {}

    async def open(self):
        reader, self.stream = await asyncio.open_connection(self.server.host, self.server.port, limit=1 << 24)
        self.stream.write((f"GET /api/events?stream={self.name} HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n"
                           f"Authorization: Bearer {self.token}\r\n\r\n").encode())
        await reader.readuntil(b"\r\n\r\n")
        self.reading = asyncio.create_task(self.read(reader))

    async def read(self, reader):
        while line := await reader.readline():
            said = json.loads(line) if line.strip() else {}
            if "event" in said:
                self.people[said["table"]].hear(said["event"])


class Person:
    """Somebody at a table: moves when asked."""

    def __init__(self, load, table, browser, look):
        self.load, self.table, self.browser, self.look = load, table, browser, look
        self.seq, self.looker, self.asked = 0, 0, -1

    async def sit(self):
        self.browser.people[self.table.id] = self  # a browser has one looker at a table
        said = await self.browser.wire.ask("POST", f"/api/tables/{self.table.id}/lookers?stream={self.browser.name}&look={self.look}", "")
        self.looker = said["looker"]
        await self.say("session 2")

    async def say(self, line):
        await self.browser.wire.ask("POST", f"/api/tables/{self.table.id}/lines?looker={self.looker}", line)

    def hear(self, event):
        if event.get("seq") is None:
            return
        if self.seq and event["seq"] != self.seq + 1:
            self.load.lost += 1
        self.seq = event["seq"]
        self.table.hear(self, event)

    async def move(self, moves):
        await asyncio.sleep(self.load.think * random.uniform(0.5, 1.5))
        if time.monotonic() < self.load.end:
            self.table.pressed[self] = time.monotonic()
            await self.say(f"move {random.choice(moves)}")


class Table:
    def __init__(self, load, against):
        self.load, self.against, self.id = load, against, new_id()
        self.moves, self.pressed, self.answers, self.tasks = 0, {}, [], set()
        self.people = []

    async def open(self):
        owner = Person(self.load, self, await self.load.browser(), "table")
        self.people = [owner]
        await owner.sit()
        if not self.against:
            said = await owner.browser.wire.ask("POST", f"/api/tables/{self.id}/invitations?seat=1", "")
            own = Browser(self.load.server, said["key"])
            await own.open()
            self.load.browsers.append(own)
            guest = Person(self.load, self, own, "table")
            self.people.append(guest)
            await guest.sit()
        await self.begin()

    async def begin(self):
        await self.people[0].say(f"new {self.load.game} human {self.against or 'human'} save=no")

    def spawn(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def hear(self, person, event):
        kind = event["event"]
        if kind == "move":
            self.moves += person is self.people[0]
            for other, began in list(self.pressed.items()):
                fits = other is not person if not self.against else event["seat"] == 1
                if fits:
                    self.answers.append(time.monotonic() - began)
                    del self.pressed[other]
        elif kind == "ask" and event["you"] and event["ply"] != person.asked: # a snapshot asks again
            person.asked = event["ply"]
            self.spawn(person.move(event["moves"]))
        elif kind == "result" and person is self.people[0] and time.monotonic() < self.load.end:
            self.pressed.clear()
            for other in self.people:
                other.asked = -1
            self.spawn(self.begin())


class Load:
    def __init__(self, server, options):
        self.server, self.game, self.think = server, options.game, options.think
        self.lost, self.end, self.browsers, self.owners = 0, time.monotonic() + 3600, [], 0
        self.tables = [Table(self, None) for _ in range(options.tables)] + [Table(self, options.against) for _ in range(options.programs)]

    async def browser(self):
        """Of the next owner: a server has 256 streams, so that many tables share them."""
        self.owners += 1
        if (self.owners - 1) % max(1, len(self.tables) // 64) == 0:
            self.shared = Browser(self.server, self.server.token)
            await self.shared.open()
            self.browsers.append(self.shared)
        return self.shared

    async def run(self, seconds):
        for table in self.tables:
            await table.open()
        began, memory, cpu, own = time.monotonic(), self.server.memory(), self.server.processor(), time.process_time()
        self.end = began + seconds
        await asyncio.sleep(seconds)
        took = time.monotonic() - began
        share = (self.server.processor() - cpu) / took, (time.process_time() - own) / took
        after = self.server.memory()
        await asyncio.sleep(2)
        for browser in self.browsers:
            browser.reading.cancel()
        return memory, after, share


def report(name, tables):
    answers = sorted(answer for table in tables for answer in table.answers)
    if not tables:
        return True
    moves = sorted(table.moves for table in tables)
    at = lambda part: 1000 * answers[min(len(answers) - 1, int(part * len(answers)))] if answers else float("nan")
    print(f"{name}: {len(tables)} tables, {sum(moves)} moves ({moves[0]} to {moves[-1]} at one table); "
          f"press to answer: median {at(0.5):.1f} ms, 95 % {at(0.95):.1f} ms, most {at(1):.1f} ms")
    return moves[0] > 0 and answers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hra")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--against", default="alphabeta:depth=3")
    parser.add_argument("--game", default="checkers")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1)
    parser.add_argument("--data", help="data directory of the server, with tablebases; default: an empty one")
    options = parser.parse_args()
    server = Server(os.path.abspath(options.hra), options.data or scratch())
    load = Load(server, options)
    memory, after, (serves, drives) = asyncio.run(load.run(options.seconds))
    good = [report("two people", [table for table in load.tables if not table.against]),
            report(f"against {options.against}", [table for table in load.tables if table.against])]
    print(f"events lost: {load.lost}; server: {memory / 2**20:.0f} MiB at the beginning, {after / 2**20:.0f} MiB at the end, "
          f"{100 * serves:.0f} % of a processor; this driver: {100 * drives:.0f} %")
    status, _ = server.end()
    sys.exit(0 if all(good) and load.lost == 0 and status == 0 else 1)


if __name__ == "__main__":
    main()
