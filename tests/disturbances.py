"""Runs that a store keeps, disturbed at random: processes are killed, stopped, held and started again, databases restarted and locked.
What they come to, records too, is to the byte what comes of a run that nothing happens to.

    disturbances.py HRA [COUNT]

COUNT disturbances in all, 12 where nothing is said, 200 with ALL=1; in SQLite and, where it is installed, in PostgreSQL.
"""
import collections
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import postgresql

HRA = os.path.realpath(sys.argv[1])
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 200 if os.environ.get("ALL") == "1" else 12
EACH = 6  # disturbances of a run at most
PROCESSES = 3
LEASE = ["--lease", "1s"]
KINDS = {
    "match": ["match", "tictactoe", "random", "mcts:playouts=60,memory=1M", "--rotate", "--games", "2000", "--seed", "3"],
    "tournament": ["tournament", "tictactoe", "random", "mcts:playouts=60,memory=1M", "greedy", "--groups", "400", "--seed", "3"],
    "tune": ["tune", "tictactoe", "mcts:playouts=40,c={c},memory=1M", "-p", "c=0.2,0.1,2,0.2", "--iterations", "400", "--seed", "3"],
    "rollout": ["rollout", "race:track=16,pieces=1", "--player", "expectiminimax:depth=1", "--trials", "2000", "--seed", "3"],
    "learn": ["learn", "tictactoe", "--method", "zero:playouts=20,games-per-iteration=20,replay-games=50,hidden=16", "--games", "120", "--seed", "3", "--eval-games", "0"],
}
RECORDED = ("match", "tournament")


class SQLite:
    name = "SQLite"

    def __init__(self, folder):
        self.file = self.store = os.path.join(folder, "store")

    def done(self):
        """Units that are done; None: there is no store yet."""
        if not os.path.exists(self.file):
            return None
        try:
            db = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
            try:
                return db.execute("SELECT count(*) FROM hra_unit WHERE finish > 0").fetchone()[0]
            finally:
                db.close()
        except sqlite3.Error:
            return None

    def once(self):
        db = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
        rows = db.execute("SELECT finish FROM hra_unit WHERE finish > 0 ORDER BY finish").fetchall()
        db.close()
        return [row[0] for row in rows]

    def disturb(self, draw):
        """Somebody else holds the file for a moment."""
        db = sqlite3.connect(self.file, isolation_level=None, timeout=60)
        db.execute("BEGIN IMMEDIATE")
        time.sleep(draw.uniform(0, 0.5))
        db.execute("ROLLBACK")
        db.close()
        return "locked"

    def close(self):
        pass


class PostgreSQL:
    name = "PostgreSQL"
    server = None
    schemas = 0

    def __init__(self, folder):
        PostgreSQL.server = PostgreSQL.server or postgresql.Server()
        PostgreSQL.schemas += 1
        self.schema = f"run{PostgreSQL.schemas}"
        self.server.sql(f"CREATE SCHEMA {self.schema}")
        self.store = self.server.url(self.schema)

    def done(self):
        try:
            return int(self.server.sql("SELECT count(*) FROM hra_unit WHERE finish > 0", self.schema)[0])
        except subprocess.CalledProcessError:
            return None

    def once(self):
        return [int(row) for row in self.server.sql("SELECT finish FROM hra_unit WHERE finish > 0 ORDER BY finish", self.schema)]

    def disturb(self, draw):
        how = draw.choice((signal.SIGINT, signal.SIGQUIT))
        self.server.stop(how)
        time.sleep(draw.uniform(0, 0.5))
        self.server.start()
        return "restarted" if how == signal.SIGINT else "crashed"

    def close(self):
        self.server.sql(f"DROP SCHEMA {self.schema} CASCADE")


class Run:
    """One run of a kind in a store, and the processes at it."""

    def __init__(self, kind, store, folder, draw):
        self.kind, self.store, self.folder, self.draw = kind, store, folder, draw
        self.env = dict(os.environ, XDG_DATA_HOME=folder, LC_ALL="C.UTF-8")
        self.out, self.record, self.commands = None, os.path.join(folder, "games.hra"), 0
        self.processes = []

    def command(self):
        self.commands += 1
        self.out = os.path.join(self.folder, f"learnt{self.commands}")  # one that is there is refused
        more = ["--output", self.out] if self.kind == "learn" else ["--record", self.record] if self.kind in RECORDED else []
        return [*KINDS[self.kind], *more, "--json", "--store", self.store.store, *LEASE]

    def start(self):
        """The command itself, or a helper where there is something to help with."""
        helps = self.store.done() is not None and self.draw.random() < 0.5
        words = ["work", self.store.store, *LEASE] if helps else self.command()
        process = subprocess.Popen([HRA, *words, "-t", str(self.draw.choice((1, 2)))], env=self.env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.processes.append(process)

    def end(self, process, allowed):
        out, said = process.communicate()
        self.processes.remove(process)
        if process.returncode not in allowed:
            sys.exit(f"{self.kind} in {self.store.name}: {process.args} ended with {process.returncode}: {said.decode()} {out.decode()}")

    def disturb(self):
        """Once; returns what was done."""
        one = self.draw.choice(self.processes)
        what = self.draw.choice(("kill", "kill", "stop", "hold", "database"))
        if what == "database" and self.store.done() is not None:
            return self.store.disturb(self.draw)
        if what == "hold":
            one.send_signal(signal.SIGSTOP)
            time.sleep(self.draw.uniform(0, 1.5))  # its lease may run out
            one.send_signal(signal.SIGCONT)
            return "held"
        how = signal.SIGKILL if what != "stop" else self.draw.choice((signal.SIGINT, signal.SIGTERM))
        one.send_signal(how)
        self.end(one, (0, 130, -how) if what == "stop" else (0, -how))  # -how: it had only just begun
        return "killed" if what != "stop" else "stopped"

    def go(self, most, seen):
        """Disturbs it until it is over, `most` times at most; returns how often."""
        count = 0
        while count < most:
            while len(self.processes) < PROCESSES:
                self.start()
            before, moment = self.store.done(), self.draw.random() < 0.3
            if moment:  # at any moment, the first ones and the last ones too
                time.sleep(self.draw.uniform(0, 0.3))
            while not moment and (self.store.done() or 0) <= (before or 0) and all(one.poll() is None for one in self.processes):
                time.sleep(0.01)
            seen[self.disturb()] += 1
            count += 1
            for one in [one for one in self.processes if one.poll() is not None]:
                self.end(one, (0,))
                if one.returncode == 0 and count > 1:
                    most = min(most, count + 1)  # it is over: only what is written in the end is left
        for one in list(self.processes):
            self.end(one, (0,))
        return count

    def result(self):
        """What it comes to, when the command is typed again and nothing happens any more."""
        done = subprocess.run([HRA, *self.command()], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        said = json.loads(done.stdout)
        for key in ("seconds", "file", "after"):
            said.pop(key, None)
        name = self.out if self.kind == "learn" else self.record if self.kind in RECORDED else None
        with open(name or os.devnull, "rb") as file:
            return json.dumps(said, sort_keys=True), file.read()


def main():
    draw, seen, whole = random.Random(11), collections.Counter(), {}
    stores = [SQLite]
    probe = subprocess.run([HRA, "work", "postgresql://x/y?nothing=1"], capture_output=True, text=True, check=False).stderr
    if postgresql.FOUND and "without PostgreSQL" not in probe:
        stores.append(PostgreSQL)
    else:
        print("there is no PostgreSQL")
    began, runs, count = time.monotonic(), 0, 0
    try:
        while count < COUNT:
            kind = list(KINDS)[runs // len(stores) % len(KINDS)]
            with tempfile.TemporaryDirectory() as folder:
                if kind not in whole:
                    with tempfile.TemporaryDirectory() as quiet:
                        whole[kind] = Run(kind, SQLite(quiet), quiet, draw).result()
                run = Run(kind, stores[runs % len(stores)](folder), folder, draw)
                try:
                    count += run.go(min(EACH, COUNT - count), seen)
                    for _ in range(2):  # the second time nothing is added
                        if run.result() != whole[kind]:
                            sys.exit(f"{kind} in {run.store.name}: run {runs} came to something else: {run.result()[0]} is not {whole[kind][0]}")
                    finished = run.store.once()
                    if finished != list(range(1, len(finished) + 1)):
                        sys.exit(f"{kind} in {run.store.name}: results are numbered {finished}")
                    run.store.close()
                finally:
                    for one in run.processes:
                        one.kill()
                        one.communicate()
            runs += 1
    finally:
        if PostgreSQL.server:
            PostgreSQL.server.close()
    print(f"{runs} runs, {count} disturbances in {time.monotonic() - began:.0f} s: " +
          ", ".join(f"{number} {what}" for what, number in sorted(seen.items())))


main()
