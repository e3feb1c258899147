"""Tournaments in PostgreSQL that many processes play: killed at random, the database restarted, answers lost, leases run out.

    work.py HRA

In short; ALL=1 kills fifty workers and restarts the database twice.
"""
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import postgresql
import serve_client

HRA = os.path.realpath(sys.argv.pop(1))
WHOLE = os.environ.get("ALL") == "1"
GAME = ["tictactoe", "random", "mcts:playouts=200,memory=1M", "greedy"]
FEW = ["--groups", "40", "--seed", "3"]

if not postgresql.FOUND:
    print("there is no PostgreSQL")
    sys.exit(77)
if "without PostgreSQL" in subprocess.run([HRA, "work", "postgresql://x/y"], capture_output=True, text=True, check=False).stderr:
    print("built without PostgreSQL")
    sys.exit(77)


class Work(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = postgresql.Server()
        cls.come_to = {}

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.schema = self.id().rsplit(".", 1)[1]
        self.server.sql(f"CREATE SCHEMA {self.schema}")
        self.url = self.server.url(self.schema)
        self.started = []

    def tearDown(self):
        for one in self.started:
            one.kill()
            one.communicate()
        self.folder.cleanup()

    def sql(self, statement):
        return self.server.sql(statement, self.schema)

    def start(self, *words):
        one = subprocess.Popen([HRA, *words], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.started.append(one)
        return one

    def hra(self, *words, status=0):
        said = self.ended(self.start(*words), status)
        return said[0] if status == 0 else said[1]

    def ended(self, one, status=0):
        said = one.communicate()
        self.assertEqual(one.returncode, status, said)
        return said

    def whole(self, groups):
        """What it comes to with one thread when nothing happens."""
        return Work.come_to.setdefault(groups[1], None) or Work.come_to.update(
            {groups[1]: self.hra("tournament", *GAME, *groups, "--json")}) or Work.come_to[groups[1]]

    def done(self):
        try:
            return int(self.sql("SELECT count(*) FROM hra_unit WHERE finish > 0")[0])
        except subprocess.CalledProcessError:
            return 0  # there is no such table yet

    def await_(self, holds):
        """Waits for a state, for ever: who started this test ends it."""
        while not holds():
            time.sleep(0.01)

    def check_units(self):
        """Every group is in one unit, and every unit was done once."""
        rows = [row.split("|") for row in self.sql("SELECT text, finish, version, machine FROM hra_unit ORDER BY finish")]
        done = [row for row in rows if row[1] != "0"]
        self.assertEqual([int(row[1]) for row in done], list(range(1, len(done) + 1)))
        self.assertTrue(all(row[2] and row[3] == socket.gethostname() for row in done))
        places = [(text.split()[1], group) for text, *_ in rows for group in range(*map(int, text.split()[2:]))]
        self.assertEqual(len(places), len(set(places)))

    def hold_one(self):
        """A worker elsewhere takes a unit that nobody plays, so that the run is not over before it gives it back."""
        self.await_(lambda: "UPDATE 1" in self.sql(
            "UPDATE hra_unit SET worker = 'elsewhere 1 1', lease = extract(epoch FROM clock_timestamp()) + 100000"
            " WHERE number = (SELECT max(number) FROM hra_unit WHERE finish = 0 AND lease = 0) AND lease = 0"))

    def give_it_back(self):
        self.sql("UPDATE hra_unit SET lease = 0 WHERE worker = 'elsewhere 1 1'")

    def left(self):
        return self.sql("SELECT count(*) FROM hra_unit WHERE finish = 0") != ["1"]

    def test_workers_die_and_the_database_restarts(self):
        draw = random.Random(5)
        kills, groups = (50, 40000) if WHOLE else (8, 4000)
        groups = ["--groups", str(groups), "--seed", "3"]
        begin = ["tournament", *GAME, *groups, "--store", self.url, "--lease", "2s"]
        restarts = {kills // 3: signal.SIGQUIT, 2 * kills // 3: signal.SIGINT} if WHOLE else {kills // 4: signal.SIGQUIT}
        workers = [self.start(*begin)]
        self.await_(lambda: self.done() > 0)
        self.hold_one()
        workers += [self.start("work", self.url, "--lease", "2s") for _ in range(3)]
        for kill in range(kills):
            seen = self.done()
            self.await_(lambda seen=seen: self.done() > seen or not self.left())
            which = draw.randrange(4)
            workers[which].kill()
            self.ended(workers[which], -signal.SIGKILL)
            if kill in restarts:
                self.server.restart(restarts[kill])
            workers[which] = self.start("work", self.url, "--lease", "2s", "-t", str(draw.choice((1, 2))))
        self.give_it_back()
        for worker in workers:
            self.ended(worker)
        self.assertEqual(self.hra("tournament", "report", self.url, "--json"), self.whole(groups))
        self.check_units()

    def test_other_kinds_of_work(self):
        """The other kinds of work with three workers, of which one dies."""
        tune = ["tune", "tictactoe", "mcts:playouts=40,c={c},memory=1M", "-p", "c=0.2,0.1,2,0.2", "--iterations", "60", "--seed", "3"]
        match = ["match", "tictactoe", "random", "mcts:playouts=40,memory=1M", "--games", "1000", "--seed", "3"]
        rollout = ["rollout", "race:track=16,pieces=1", "--player", "expectiminimax:depth=1", "--trials", "400", "--seed", "3"]
        learn = ["learn", "tictactoe", "--method", "zero:playouts=20,games-per-iteration=20,replay-games=50,hidden=16", "--games", "120", "--seed", "3",
                 "--eval-games", "0"]
        alone, shared = (os.path.join(self.folder.name, name) for name in ("alone", "shared"))
        for words in (tune, match, rollout, learn):
            said = json.loads(self.hra(*words, *(["--output", alone] if words is learn else []), "--json"))
            first = self.start(*words, *(["--output", shared] if words is learn else []), "--store", self.url, "--json")
            self.await_(lambda: self.done() > 0)
            dying, other = (self.start("work", self.url, "--lease", "2s") for _ in range(2))
            dying.kill()
            self.ended(other)
            again = json.loads(self.ended(first)[0])
            dying.communicate()  # it may have come when all was done
            for one in (said, again):
                one.pop("seconds", None)
                one.pop("file", None)
            self.assertEqual(again, said)
            self.assertEqual(self.sql("SELECT count(*) - max(finish) FROM hra_unit"), ["0"])
            self.sql("DROP TABLE hra_unit, hra_run, hra_file")
        with open(alone, "rb") as a, open(shared, "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_answers_are_lost(self):
        """Connections that break before a statement and behind it, whichever it is: a COMMIT too."""
        draw = random.Random(7)
        seen = set()

        def rule(sql):
            chance = 0.3 if sql == "COMMIT" else 0.03
            what = draw.choice(("lose", "cut")) if draw.random() < chance else None
            seen.add((sql.split(" ")[0], what))
            return what
        proxy = postgresql.Proxy(self.server, rule)
        said = self.hra("tournament", *GAME, *FEW, "--store", self.server.url(self.schema, proxy.folder), "--json")
        self.assertEqual(said, self.whole(FEW))
        self.assertIn(("COMMIT", "lose"), seen)
        self.assertIn(("UPDATE", "lose"), seen)
        self.check_units()
        proxy.close()

    def lease_runs_out(self, where):
        """A's result is held up at a statement that begins so, until its lease is over. Returns what holds it, and A."""
        reached, go = threading.Event(), threading.Event()

        def rule(sql):
            if sql.startswith(where) and not reached.is_set():
                reached.set()
                return go
            return None
        self.proxy = postgresql.Proxy(self.server, rule)
        one = self.start("tournament", *GAME, *FEW, "--store", self.server.url(self.schema, self.proxy.folder),
                         "--lease", "300ms", "--json")
        reached.wait()
        self.owner = self.sql("SELECT worker FROM hra_unit WHERE number = 1")[0]
        self.await_(lambda: self.sql("SELECT 1 FROM hra_unit WHERE number = 1 AND lease < extract(epoch FROM clock_timestamp())"))
        return go, one

    def test_a_lease_runs_out_while_the_result_is_written(self):
        """A writes its result when B has taken the unit: A was first."""
        go, one = self.lease_runs_out("UPDATE hra_unit SET finish")
        other = self.start("work", self.url)
        self.await_(lambda: self.sql(f"SELECT 1 FROM hra_unit WHERE number = 1 AND worker <> '{self.owner}'"))
        go.set()
        self.assertEqual(self.ended(one)[0], self.whole(FEW))
        self.ended(other)
        self.assertEqual(self.sql("SELECT worker FROM hra_unit WHERE number = 1"), [self.owner])
        self.check_units()
        self.proxy.close()

    def test_two_own_one_unit(self):
        """B has done A's unit, and all others, when A comes with its result."""
        go, one = self.lease_runs_out("UPDATE hra_run SET finished")
        self.ended(self.start("work", self.url))
        go.set()
        self.assertEqual(self.ended(one)[0], self.whole(FEW))
        self.assertNotEqual(self.sql("SELECT worker FROM hra_unit WHERE number = 1"), [self.owner])
        self.check_units()
        self.proxy.close()

    def test_tables_in_slices(self):
        """Several workers build tables, each in a folder of its own; the files are those of one thread, to the byte."""
        def folder(name):
            path = os.path.join(self.folder.name, name)
            os.makedirs(path, exist_ok=True)
            return path
        game = "checkers:tablebase-pieces=4" if WHOLE else "checkers:tablebase-pieces=3"
        alone = self.hra("solve", game, "--json", "--data", folder("alone"))
        one = self.start("solve", game, "--json", "--data", folder("a"), "--store", self.url, "--lease", "1s")
        self.await_(lambda: self.done() > 0)
        others = [self.start("work", self.url, "--data", folder(name), "--lease", "1s") for name in "bcd"]
        others[0].kill()
        said = self.ended(one)[0]
        for other in others[1:]:
            self.ended(other)
        self.assertEqual({**json.loads(said), "seconds": 0}, {**json.loads(alone), "seconds": 0})
        files = sorted(os.listdir(os.path.join(folder("alone"), "checkers")))
        self.assertEqual(sorted(os.listdir(os.path.join(folder("a"), "checkers"))), files)
        for name in files:
            with open(os.path.join(folder("alone"), "checkers", name), "rb") as a, \
                 open(os.path.join(folder("a"), "checkers", name), "rb") as b:
                self.assertEqual(a.read(), b.read(), name)
        self.assertIn("contains a build of tablebases, not a tournament", self.hra("tournament", "status", self.url, status=1))
        self.assertIn("contains another run", self.hra("solve", "checkers:tablebase-pieces=2", "--store", self.url, status=1))
        self.sql("UPDATE hra_unit SET result = 'x', checksum = -1 WHERE number = 1")
        self.assertIn("damaged", self.hra("solve", game, "--data", folder("e"), "--store", self.url, status=2))

    def test_records_and_going_on(self):
        """Ended while its fourth result is on its way."""
        record = os.path.join(self.folder.name, "games.hra")
        results, reached, go = [], threading.Event(), threading.Event()

        def rule(sql):
            if not sql.startswith("UPDATE hra_run SET finished"):
                return None
            results.append(sql)
            if len(results) < 4:
                return None
            reached.set()
            return go
        proxy = postgresql.Proxy(self.server, rule)
        self.addCleanup(proxy.close)
        through = self.server.url(self.schema, proxy.folder)
        one = self.start("tournament", *GAME, "--groups", "300", "--seed", "3", "--store", through, "--record", record)
        reached.wait()
        one.send_signal(signal.SIGINT)
        go.set()
        self.assertIn(f"hra tournament resume '{through}'", self.ended(one, 130)[1])
        self.assertIn("unfinished", self.hra("tournament", "status", self.url))
        said = self.hra("tournament", "resume", self.url, "--json", "--record", record)
        alone = os.path.join(self.folder.name, "alone.hra")
        self.assertEqual(said, self.hra("tournament", *GAME, "--groups", "300", "--seed", "3", "--json"))
        self.hra("tournament", *GAME, "--groups", "300", "--seed", "3", "--store", os.path.join(self.folder.name, "x"),
                 "--record", alone)
        with open(record, encoding="utf-8") as a, open(alone, encoding="utf-8") as b:
            self.assertEqual(a.read(), b.read())

    def test_what_is_wrong_is_said(self):
        self.hra("tournament", *GAME, *FEW, "--store", self.url)
        self.assertIn("contains another run", self.hra("tournament", *GAME[:3], *FEW, "--store", self.url, status=1))
        self.sql("UPDATE hra_unit SET text = E'\\e[31mgames' WHERE number = 1")
        said = self.hra("tournament", "report", self.url, status=2)
        self.assertIn("is not a task of this work", said)
        self.assertNotIn("\x1b", said)
        self.sql("UPDATE hra_run SET spec = replace(spec, 'greedy', 'ext:cmd=touch ran')")
        self.assertIn("no program may be run", self.hra("work", self.url, status=2))
        self.sql("UPDATE hra_run SET spec = replace(spec, 'hra 0', 'hra 9')")
        self.assertIn("may differ: continue with", self.hra("work", self.url, status=2))
        self.assertIn("not a store of hra", self.hra("work", self.server.url("public"), status=2))
        self.assertIn("does not exist", self.hra("work", self.url.replace("/postgres?", "/nowhere?"), status=1))

    def test_the_first_connection_is_waited_for(self):
        """Every command that keeps something begins while the database is away: that is said at once, and waited for."""
        folder = os.path.join(self.folder.name, "tables")
        kinds = {"tournament": ["tournament", *GAME, *FEW], "match": ["match", "tictactoe", "random", "greedy", "--games", "50", "--seed", "3"],
                 "tune": ["tune", "tictactoe", "mcts:playouts=40,c={c},memory=1M", "-p", "c=0.2,0.1,2,0.2", "--iterations", "8", "--seed", "3"],
                 "rollout": ["rollout", "race:track=16,pieces=1", "--player", "expectiminimax:depth=1", "--trials", "72", "--seed", "3"],
                 "learn": ["learn", "tictactoe", "--method", "zero:playouts=20,games-per-iteration=20,replay-games=50,hidden=16", "--games", "20", "--seed", "3",
                           "--eval-games", "0", "--output", os.path.join(self.folder.name, "learnt")],
                 "solve": ["solve", "checkers:tablebase-pieces=2", "--data", folder]}
        for name in kinds:
            self.sql(f"CREATE SCHEMA IF NOT EXISTS {self.schema}_{name}")
        urls = {name: self.server.url(f"{self.schema}_{name}") for name in kinds}
        for name in list(kinds)[:5]:
            self.hra(*kinds[name], "--store", urls[name])
            kinds[f"{name} again"], urls[f"{name} again"] = kinds[name], urls[name]
            os.path.exists(os.path.join(self.folder.name, "learnt")) and os.remove(os.path.join(self.folder.name, "learnt"))
            self.sql(f"CREATE SCHEMA {self.schema}_{name}_new")
            urls[name] = self.server.url(f"{self.schema}_{name}_new")
        kinds["learn again"] = [*kinds["learn"][:-1], os.path.join(self.folder.name, "again")]
        words = {name: [*kinds[name], "--store", urls[name]] for name in kinds}
        words["work"] = ["work", urls["match again"]]
        words["status"] = ["tournament", "status", urls["tournament again"]]
        self.server.stop(signal.SIGINT)
        for ends in ("0s", "1s"):
            for name in words if ends == "0s" else ("work", "match"):
                said = self.hra(*words[name], "--wait", ends, status=1)
                self.assertIn(self.server.folder, said, name)
                self.assertEqual("waiting for it" in said, ends != "0s", (name, said))
        started = {name: self.start(*words[name]) for name in words}
        none = self.start("work", urls["match again"].replace("/postgres?", "/nowhere?"))
        for name, one in started.items():
            self.assertIn("waiting for it", one.stderr.readline(), name)
        started["work"].send_signal(signal.SIGINT)
        self.ended(started.pop("work"), 130)
        self.assertIn("waiting for it", none.stderr.readline())
        self.server.start()
        for name, one in started.items():
            self.ended(one)
        self.assertIn("does not exist", self.ended(none, 1)[1])  # which nothing mends, and can only be seen now

    def test_what_waiting_does_not_mend_ends_at_once(self):
        """Although `work` would wait without end."""
        with open(os.path.join(self.server.data, "pg_hba.conf"), encoding="utf-8") as file:
            before = file.read()
        with open(os.path.join(self.server.data, "pg_hba.conf"), "w", encoding="utf-8") as file:
            file.write("local all locked scram-sha-256\n" + before)
        self.sql("SELECT pg_reload_conf()")
        self.sql("CREATE ROLE locked LOGIN PASSWORD 'right'")
        self.await_(lambda: subprocess.run([os.path.join(self.server.bin, "psql"), "-X", "-w", "-h", self.server.folder, "-U", "locked",
                                            "-d", "postgres", "-c", "SELECT 1"], env=dict(os.environ, PGPASSWORD="wrong"),
                                           capture_output=True, check=False).returncode != 0)
        for url in (self.url.replace("hra@", "locked:sesame@"), self.url.replace("hra@", "locked@"), self.url.replace("hra@", "nobody@"),
                    self.url.replace("/postgres?", "/nowhere?"), "postgresql://hra@x..y/z", "postgresql://hra@/z?host=/nowhere"):
            for words in (["work", url], ["match", "status", url], ["tournament", *GAME, *FEW, "--store", url]):
                said = self.hra(*words, status=1)
                self.assertNotIn("waiting for it", said)
                self.assertNotIn("sesame", said)

    def test_a_statement_that_is_stopped(self):
        """Somebody holds the tables: Ctrl-C cancels the statement at the server."""
        self.hra("tournament", *GAME, *FEW, "--store", self.url)
        blocker = subprocess.Popen([os.path.join(self.server.bin, "psql"), "-X", "-At", "-h", self.server.folder, "-U", "hra", "-d", "postgres"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        blocker.stdin.write(f"BEGIN; LOCK TABLE {self.schema}.hra_run, {self.schema}.hra_unit IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n")
        blocker.stdin.flush()
        while "held" not in blocker.stdout.readline():
            pass
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hra' AND state = 'active' AND wait_event_type = 'Lock'"
        for words in (["tournament", "status", self.url], ["work", self.url], ["tournament", "resume", self.url]):
            one = self.start(*words)
            self.await_(lambda: self.server.sql(waiting) == ["1"])
            one.send_signal(signal.SIGINT)
            self.ended(one, 130)
            self.await_(lambda: self.server.sql(waiting) == ["0"])
        blocker.communicate("COMMIT;\n")
        self.hra("tournament", "status", self.url)

    def test_what_runs_by_itself_is_no_store(self):
        """Views, triggers, rules: nothing of them is run."""
        self.hra("tournament", *GAME, *FEW, "--store", self.url)
        for make, undo in (("CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN LOOP END LOOP; END'; CREATE TRIGGER t BEFORE UPDATE ON hra_unit"
                            " FOR EACH ROW EXECUTE FUNCTION t()", "DROP TRIGGER t ON hra_unit"),
                           ("ALTER TABLE hra_run RENAME TO kept; CREATE VIEW hra_run AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)"
                            " SELECT 3 AS form, 'hra'::text AS spec, x::bigint AS finished FROM r WHERE x < 0", "DROP VIEW hra_run; ALTER TABLE kept RENAME TO hra_run")):
            self.sql(make)
            for words in (["tournament", "status", self.url], ["work", self.url], ["tournament", "resume", self.url]):
                self.assertIn("not a store of hra", self.hra(*words, status=2))
            self.sql(undo)
            self.sql("DROP FUNCTION IF EXISTS t")
        self.hra("tournament", "status", self.url)

    def test_passwords_are_never_shown(self):
        self.hra("tournament", *GAME, *FEW, "--store", self.url.replace("hra@", "hra:open%20sesame@"))
        for url in (self.url.replace("hra@", "hra:open%20sesame@"), self.url + "&p%61ssword=open%20sesame"):
            self.assertNotIn("sesame", self.hra("tournament", *GAME[:3], *FEW, "--store", url, status=1))
            self.assertNotIn("sesame", self.hra("tournament", "status", url))
        for url in ("postgresql://hra:sesame@/x?host=/nowhere", "postgresql://hra:sesame@[/x", "postgres://a:sesame@b/x?y=z",
                    "postgresql://hra:sesame@localhost:x/y"):
            for words in (["work", url], ["tournament", "report", url], ["tournament", *GAME, "--store", url]):
                one = self.start(*words, "--wait", "0s")
                self.assertNotIn("sesame", one.communicate()[1])
                self.assertIn(one.returncode, (1, 2))
        self.assertNotIn("sesame", "".join(self.sql("SELECT spec FROM hra_run")))

    def test_the_page_says_that_the_database_is_away(self):
        """Who looks on is told why nothing comes, keeps what was read, and goes on."""
        self.hra("tournament", *GAME, *FEW, "--store", self.url)
        try:
            server = serve_client.Server(HRA, data=self.folder.name, extra=("--port", "0", "--work", self.url))
        except SystemExit:
            self.skipTest("built without libevent")
        self.addCleanup(server.process.kill)

        def told():
            status, _, said = server.ask("GET", "/api/work")
            self.assertEqual(status, 200)
            return said
        before = told()
        self.assertNotIn("waiting", before)
        self.server.stop(signal.SIGINT)
        self.await_(lambda: "waiting" in told())
        said = told()
        self.assertIn(self.server.folder.split("/")[-1], said.pop("waiting"))
        self.assertEqual(said, before)
        self.server.start()
        self.await_(lambda: "waiting" not in told())
        self.assertEqual(told(), before)
        server.end()

    def test_stops_while_the_database_is_away(self):
        one = self.start("tournament", *GAME, "--groups", "100000", "--seed", "3", "--store", self.url)
        self.await_(lambda: self.done() > 3)
        self.server.stop(signal.SIGINT)
        self.assertIn("waiting for it", one.stderr.readline())
        one.send_signal(signal.SIGINT)
        self.ended(one, 130)
        self.server.start()
        self.assertLess(json.loads(self.hra("tournament", "report", self.url, "--json"))["pairings"][0]["groups"], 100000)


unittest.main()
