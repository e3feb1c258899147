"""Tournaments, matches, tuning, rollouts and learning that are kept: killed at random moments, stopped, begun twice, on a full disk, with a
damaged file.

    tournament_store.py HRA
"""
import json
import math
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import serve_client

HRA = os.path.realpath(sys.argv.pop(1))
GAME = ["tictactoe", "random", "mcts:playouts=100,memory=1M", "greedy"]
ALL = ["--groups", "4000", "--seed", "3"]  # so many that it can be killed a dozen times
FEW = ["--groups", "40", "--seed", "3"]
TUNE = ["tictactoe", "mcts:playouts={n},c={c},memory=1M", "-p", "c=0.2,0.1,2,0.2", "-p", "n=20,5,60,4", "--integer", "n"]
ROLLOUT = ["backgammon:gammons=no", "--position", "white 6:1 5:1 1:1, black 6:2, white 61", "--player",
           "expectiminimax:depth=1,eval=pips", "--trials", "400", "--seed", "3"]
MATCH = ["tictactoe", "random", "mcts:playouts=20,memory=1M", "--rotate"]


class Stores(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.env = dict(os.environ, XDG_DATA_HOME=self.folder.name, LC_ALL="C.UTF-8")
        self.file = self.path("night.hra")

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def hra(self, *words, status=0, before=None, command="tournament"):
        done = subprocess.run([HRA, command, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=900, check=False, preexec_fn=before)
        self.assertEqual(done.returncode, status, f"{words}: {done.stdout} {done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def start(self, *words, command="tournament"):
        return subprocess.Popen([HRA, command, *words], env=self.env, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def blocks(self, file=None):
        """Pairing, first and last group, result of each unit that has one."""
        with sqlite3.connect(f"file:{file or self.file}?mode=ro", uri=True) as db:
            done = db.execute("SELECT text, result FROM hra_unit WHERE finish > 0").fetchall()
        return sorted(((*map(int, text.split()[1:]), result) for text, result in done), key=lambda block: block[:-1])

    come_to = {}

    def whole(self, groups):
        """What it comes to when nothing happens."""
        come_to = Stores.come_to
        come_to[groups[1]] = come_to.get(groups[1]) or self.hra(*GAME, *groups, "--json")
        return come_to[groups[1]]

    def grown(self, seen):
        """Waits until more blocks are kept than were; false: it ended before."""
        while self.running.poll() is None:
            try:
                if len(self.blocks()) > seen:
                    return True
            except sqlite3.OperationalError:
                pass  # it is just being made
        return False

    def test_killed_at_random_moments(self):
        """What was kept is never played again, and nothing of it is lost; records are with their games."""
        draw = random.Random(5)
        record = self.path("games.hra")
        words = [*GAME, *ALL, "--store", self.file, "--record", record]
        kept, kills = [], 0
        while kills < 12:
            self.running = self.start(*words, "--threads", str(draw.choice((1, 2, 3))))
            if not self.grown(len(kept) + draw.randrange(2)):
                break
            kills += 1
            self.running.send_signal(signal.SIGKILL)
            self.running.communicate()
            now = self.blocks()
            self.assertTrue(set(kept) <= set(now), f"kill {kills}")
            kept = now
        self.assertEqual(kills, 12)
        self.assertEqual(self.hra(*words, "--json"), self.whole(ALL))
        places = [(pairing, group) for pairing, first, last, _ in self.blocks() for group in range(first, last)]
        self.assertEqual(len(places), len(set(places)))
        self.assertTrue(set(kept) <= set(self.blocks()))
        with open(record, encoding="utf-8") as file:
            games = [line for line in file if line.startswith("hra-record")]
        self.assertEqual(len(games), 2 * len(places))
        self.hra(*words)  # it is over: nothing is written again
        with open(record, encoding="utf-8") as file:
            self.assertEqual([line for line in file if line.startswith("hra-record")], games)

    def test_a_server_takes_part(self):
        """hra serve --work shows a run, does its tasks when it is told to, and stops; the result is the same."""
        self.running = self.start(*GAME, *ALL, "--store", self.file)
        self.grown(0)
        self.running.send_signal(signal.SIGKILL)
        self.running.communicate()
        try:
            server = serve_client.Server(HRA, data=self.folder.name, extra=("--port", "0", "--work", self.file))
        except SystemExit:
            self.skipTest("built without libevent")
        self.addCleanup(server.process.kill)

        def ask(method, path, wanted=200):
            status, _, said = server.ask(method, path, "" if method == "POST" else None)
            self.assertEqual(status, wanted, said)
            return said

        def wait_until(done):
            while not done(ask("GET", "/api/work")):
                time.sleep(0.05)
        now = ask("GET", "/api/work")
        self.assertEqual((now["kind"], now["game"], now["of"], now["here"]["running"], now["here"]["tasks"]), ("tournament", "tictactoe", 12000, False, 0))
        for method, path in (("POST", "/api/work"), ("GET", "/api/work/run"), ("POST", "/api/work/runs"), ("GET", "/api/works")):
            ask(method, path, 404)
        self.assertTrue(ask("POST", "/api/work/run")["here"]["running"])
        wait_until(lambda now: now["done"] > 0 or now["finished"])
        ask("POST", "/api/work/stop")
        wait_until(lambda now: not now["here"]["running"])
        while True:  # the run that was stopped may have been the last
            now = ask("POST", "/api/work/run")
            wait_until(lambda now: not now["here"]["running"] or now["finished"])
            if ask("GET", "/api/work")["finished"]:
                break
        now = ask("GET", "/api/work")
        self.assertGreater(now["here"]["tasks"], 0)
        self.assertNotIn("error", now["here"])
        self.assertEqual(now["report"], json.loads(self.whole(ALL)))
        self.assertEqual(server.end()[0], 0)
        self.assertEqual(self.hra(*GAME, *ALL, "--store", self.file, "--json"), self.whole(ALL))

    def killed(self, command, words, kills):
        """Kills a run so often, each time when something more was kept, and looks that this stays."""
        draw, kept = random.Random(6), []
        for kill in range(kills):
            self.running = self.start(*words, "--threads", str(draw.choice((1, 2, 3))), command=command)
            self.assertTrue(self.grown(len(kept) + draw.randrange(2)), f"kill {kill}")
            self.running.send_signal(signal.SIGKILL)
            self.running.communicate()
            now = self.blocks()
            self.assertTrue(set(kept) <= set(now), f"kill {kill}")
            kept = now
        return kept

    def check_once(self, kept, most):
        """What was kept was not done again, and everything was done once."""
        now = self.blocks()
        self.assertTrue(set(kept) <= set(now))
        self.assertEqual([place for first, last, _ in now for place in range(first, last)], list(range(most)))

    def check_status(self, command, players, most, over):
        """What `status` says, as text and as JSON, is what lies in the file."""
        said = json.loads(self.hra("status", self.file, "--json", command=command))
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as db:
            units, seconds = db.execute("SELECT count(*), sum(seconds) FROM hra_unit WHERE finish > 0").fetchone()
        (machine,) = said.pop("machines")
        self.assertAlmostEqual(machine.pop("seconds"), seconds, places=5)
        self.assertEqual(machine.pop("units"), units)
        self.assertEqual(machine.pop("machine"), socket.gethostname())
        self.assertEqual(list(machine), ["version"])
        done = said.pop("done")
        self.assertEqual(said.pop("version"), self.version())
        self.assertEqual(said, {"command": command, "game": "tictactoe", "seed": 3, "players": players, "of": most,
                                "over": over})
        self.assertTrue(done == most if over else 0 < done < most, done)
        text = self.hra("status", self.file, command=command)
        self.assertEqual(text.splitlines()[1:1 + len(players)], [f"  {player}" for player in players])
        self.assertIn(f"played: {done} of {most}\n{'finished' if over else 'unfinished'}\n", text)
        return done

    def test_tuning(self):
        """Killed, stopped, helped, and shown: the numbers, and how they went, are those of a run without a store."""
        steps = ["--iterations", "400", "--seed", "3"]
        whole = self.hra(*TUNE, *steps, "--csv", self.path("whole.csv"), command="tune")
        kept = self.killed("tune", [*TUNE, *steps, "--store", self.file], 5)
        self.running = self.start("resume", self.file, command="tune")
        self.assertTrue(self.grown(len(kept)))
        self.running.send_signal(signal.SIGINT)
        said = self.running.communicate()[1]
        self.assertEqual(self.running.returncode, 130)
        self.assertIn(f"to continue: hra tune resume {self.file}", said)
        done = self.check_status("tune", TUNE[1:2], 400, False)
        self.assertEqual(json.loads(self.hra("report", self.file, "--json", command="tune"))["steps"], done)
        self.running = self.start("resume", self.file, command="tune")
        self.assertIn("finished", subprocess.run([HRA, "work", self.file, "-t", "2"], env=self.env, check=True,
                                                   capture_output=True, text=True).stderr)
        self.assertEqual(self.running.communicate()[0], whole)
        self.assertEqual(self.hra("report", self.file, "--csv", self.path("kept.csv"), "--svg", self.path("kept.svg"),
                                  command="tune"), whole)
        self.check_status("tune", TUNE[1:2], 400, True)
        for name, lines in (("whole.csv", 51), ("kept.csv", 51)):
            with open(self.path(name), encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(text.count("\n"), lines)
            self.assertEqual(text, self.come_to.setdefault("curve", text))
        self.check_once(kept, 400)

    def test_a_match(self):
        """The same for a match: all figures but the seconds, and records in the order of games."""
        games = ["--games", "9001", "--seed", "3"]  # the last group is not whole

        def figures(*words):
            said = json.loads(self.hra(*words, "--json", command="match"))
            del said["seconds"]
            return said
        whole = figures(*MATCH, *games, "--record", self.path("whole.hra"))
        words = [*MATCH, *games, "--store", self.file, "--record", self.path("kept.hra")]
        kept = self.killed("match", words, 5)
        partly = figures("report", self.file)
        self.assertEqual(partly["games"], self.check_status("match", MATCH[1:3], 9001, False))
        self.assertEqual(partly["of"], 9001)
        helper = subprocess.Popen([HRA, "work", self.file, "-t", "2"], env=self.env, stderr=subprocess.PIPE, text=True)
        self.assertEqual(figures(*words), whole)
        self.assertIn("finished", helper.communicate()[1])
        self.assertEqual(figures("resume", self.file, "--threads", "2"), whole)
        self.check_status("match", MATCH[1:3], 9001, True)
        self.hra("report", self.file, "--record", self.path("again.hra"), command="match")
        texts = set()
        for name in ("whole.hra", "kept.hra", "again.hra"):
            with open(self.path(name), encoding="utf-8") as file:
                texts.add(file.read())
        self.assertEqual(len(texts), 1)
        self.check_once(kept, 9001)

    def test_a_match_keeps_its_openings(self):
        with open(self.path("openings"), "w", encoding="utf-8") as file:
            file.write("X../.O./...\n.X./.../O..\n")
        words = ["tictactoe", "random", "greedy", "--games", "30", "--seed", "1", "--opening-order", "random", "--openings",
                 self.path("openings")]
        whole = json.loads(self.hra(*words, "--json", command="match"))
        self.hra(*words, "--store", self.file, command="match")
        os.remove(self.path("openings"))
        again = json.loads(self.hra("report", self.file, "--json", command="match"))
        del whole["seconds"], again["seconds"]
        self.assertEqual(again, whole)

    def forget(self, share):
        """As if a kill had come when so large a share of the units was done: the others are open, one is a dead worker's."""
        with sqlite3.connect(self.file) as db:
            done = math.floor(share * db.execute("SELECT finished FROM hra_run").fetchone()[0])
            db.execute("UPDATE hra_unit SET finish = 0, result = NULL, lease = 0, worker = '' WHERE finish > ? OR finish = 0", (done,))
            db.execute("UPDATE hra_unit SET lease = 1e12, worker = ? WHERE number = (SELECT max(number) FROM hra_unit)",
                       (f"{socket.gethostname()} 999999999 0",))
            db.execute("UPDATE hra_run SET finished = ?", (done,))
        db.close()
        return done

    def test_a_rollout(self):
        """It goes on where it was, with others or alone, and ends with the turn that it ends with without a store."""
        def found(*words):
            said = json.loads(self.hra(*words, "--json", command="rollout"))
            return said.pop("seconds") >= 0 and said
        for more in ([], ["--jsd", "10"], ["--no-variance-reduction", "--moves", "6/off 1/off", "6/off 5/4"]):
            words = [*ROLLOUT, *more]
            whole = found(*words)
            self.assertEqual(found(*words, "--store", self.file, "-t", "3"), whole)
            done = self.forget(0.6)
            self.assertGreater(done, 0)
            status = json.loads(self.hra("status", self.file, "--json", command="rollout"))
            self.assertEqual((status["command"], status["seed"], status["of"], status["over"]), ("rollout", 3, 400, False))
            self.assertEqual(status["players"], ROLLOUT[4:5])
            self.assertEqual(status["done"] % 36, 0)
            self.assertLess(status["done"], whole["trials"])
            said = subprocess.run([HRA, "work", self.file], env=self.env, check=True, capture_output=True, text=True).stderr
            self.assertIn("finished", said)
            self.assertEqual(found("report", self.file), whole)
            self.forget(0.3)
            self.assertEqual(found("resume", self.file, "--threads", "2"), whole)
            self.assertIn(f"trials counted: {whole['trials']} of 400\nfinished", self.hra("status", self.file, command="rollout"))
            with sqlite3.connect(self.file) as db:
                self.assertEqual(db.execute("SELECT count(*) FROM hra_unit WHERE finish > 0 AND result IS NULL").fetchone(), (0,))
            db.close()
            os.remove(self.file)

    def test_learning(self):
        """The file is that of a run without a store, whoever played, learnt or died; what is not needed is emptied."""
        learn = ["tictactoe", "--method", "zero:playouts=8,games-per-iteration=10,replay-games=25,hidden=16", "--seed", "3", "--eval-games", "0"]
        words = [*learn, "--games", "75"]

        def learnt(name, *words, status=0):
            said = self.hra(*words, "--output", self.path(name), "--json", status=status, command="learn")
            if status:
                return said
            self.assertEqual(json.loads(said)["games"], 80)
            with open(self.path(name), "rb") as file:
                return file.read()
        whole = learnt("whole", *words)
        self.assertEqual(learnt("a", *words, "--store", self.file, "-t", "3"), whole)
        with sqlite3.connect(self.file) as db:
            kept = [text for (text,) in db.execute("SELECT text FROM hra_unit WHERE length(result) > 0 ORDER BY number")]
            self.assertEqual([kept[0], kept[-1]], ["learn 70", "learn 80"])  # between them the games of the last round
            ((last,),) = db.execute("SELECT result FROM hra_unit WHERE text = 'learn 80'").fetchall()
            self.assertEqual(last, whole)
        db.close()
        self.forget(0.99)
        self.assertIn("training games: 70 of 80\nunfinished", self.hra("status", self.file, command="learn"))
        self.assertEqual(json.loads(self.hra("report", self.file, "--output", self.path("b"), "--json", command="learn"))["games"], 70)
        self.assertIn("1 task done\n", subprocess.run([HRA, "work", self.file], env=self.env, check=True,
                                                      capture_output=True, text=True).stderr)
        self.assertEqual(learnt("c", "report", self.file), whole)
        self.file = self.path("killed")
        for kill in range(3):
            self.running = self.start(*words, "--store", self.file, "--output", self.path("d"), command="learn")
            self.grown(5 * kill)
            self.running.send_signal(signal.SIGKILL)
            self.running.communicate()
        self.assertEqual(learnt("e", "resume", self.file, "-t", "2"), whole)
        self.assertIn("--runs and --store exclude each other", learnt("f", *learn, "--runs", "2", "--store", self.file, status=2))
        for file in ("whole", "f"):  # the one that is there, and a new one
            self.assertIn("contains another run", learnt(file, *learn, "--games", "90", "--store", self.file, status=1))
        self.assertIn("a run cannot be divided", learnt("f", *learn, "--method", "td", "--store", self.path("none"), status=2))
        self.assertFalse(os.path.exists(self.path("none")))  # what cannot be opened gets into no store
        with sqlite3.connect(self.file) as db:
            db.execute("UPDATE hra_unit SET text = 'games 0 99' WHERE number = 1")
        db.close()
        self.assertIn("is not a task of this work", learnt("f", "report", self.file, status=2))

    def test_other_work_is_refused(self):
        """A store of one kind is none of another; what does not fit is said; damage is seen."""
        self.hra(*MATCH, "--games", "20", "--seed", "3", "--store", self.file, command="match")
        self.hra(*TUNE, "--iterations", "9", "--seed", "3", "--store", self.path("tuned"), command="tune")
        for command, words, status, said in (
                ("tournament", ["resume", self.file], 1, "contains a match, not a tournament"),
                ("tune", ["report", self.file], 1, "contains a match, not a run of tuning"),
                ("rollout", ["report", self.file], 1, "contains a match, not a rollout"),
                ("match", ["report", self.path("tuned")], 1, "contains a run of tuning, not a match"),
                ("match", [*MATCH, "--games", "21", "--store", self.file], 1, "contains another run"),
                ("match", [*MATCH, "--duration", "1s", "--store", self.file], 2, "--duration and --store exclude each other"),
                ("match", [*MATCH, "--verbose", "--store", self.file], 2, "--verbose and --store exclude each other"),
                ("match", [*MATCH, "--record", self.path("r"), "--games", "20", "--store", self.file], 2, "has no records"),
                ("tune", [*TUNE, "--iterations", "10", "--store", self.path("tuned")], 1, "contains another run"),
                ("tune", [*TUNE, *[f"-pn{i}=1,0,2,1" for i in range(8)], "--svg", self.path("x.svg")], 2, "shows at most 8 parameters"),
                ("match", ["resume"], 2, "takes one STORE")):
            self.assertIn(said, self.hra(*words, status=status, command=command))
        for name, kind, change, said in (
                (self.file, "match", "result = CAST(replace(CAST(result AS TEXT), 'random', 'randon') AS BLOB)", "damaged"),
                (self.file, "match", "text = 'games 0 2' WHERE number = 2", "cannot come next"),
                (self.file, "match", "text = 'games 1 99' WHERE number = 2", "not a task of this work"),
                (self.path("tuned"), "tune", "text = 'steps 1 2' WHERE number = 1", "cannot come next"),
                (self.path("tuned"), "tune", "text = 'steps 0 9' WHERE number = 1", "not a task of this work"),
                (self.path("tuned"), "tune", "text = 'games 0 1' WHERE number = 1", "not a task of this work"),
                (self.path("tuned"), "tune", "checksum = 'x'", "damaged")):
            copy = self.path("copy")
            with open(name, "rb") as file, open(copy, "wb") as out:
                out.write(file.read())
            with sqlite3.connect(copy) as db:
                db.execute(f"UPDATE hra_unit SET {change}")
            db.close()
            self.assertIn(said, self.hra("report", copy, status=2, command=kind), change)

    def test_stopped_and_gone_on(self):
        self.running = self.start(*GAME, *ALL, "--store", self.file)
        self.assertTrue(self.grown(0))
        self.assertIn("unfinished", self.hra("status", self.file))  # while it is played
        self.running.send_signal(signal.SIGINT)
        _, said = self.running.communicate()
        self.assertEqual(self.running.returncode, 130)
        self.assertIn(f"to continue: hra tournament resume {self.file}", said)
        self.assertFalse(json.loads(self.hra("report", self.file, "--json"))["over"])
        self.assertEqual(self.hra("resume", self.file, "--threads", "2", "--json"), self.whole(ALL))
        self.check_status("tournament", GAME[1:], 12000, True)
        self.assertEqual(self.hra("report", self.file, "--json"), self.whole(ALL))
        before = self.blocks()
        self.assertEqual(self.hra(*GAME, *ALL, "--store", self.file, "--json"), self.whole(ALL))  # as if typed again
        self.assertEqual(self.blocks(), before)

    def test_a_sequential_test_goes_on(self):
        words = ["tictactoe", "mcts:playouts=40,memory=1M", "random", "--sprt", "200,240", "--seed", "1"]
        self.running = self.start(*words, "--store", self.file)
        self.assertTrue(self.grown(2))
        self.running.send_signal(signal.SIGKILL)
        self.running.communicate()
        first, again = (json.loads(text) for text in (self.hra(*words, "--json"), self.hra("resume", self.file, "--json")))
        for said in (first, again):
            del said["pairings"][0]["after"], said["pairings"][0]["uncounted_groups"]
        self.assertEqual(again, first)

    def test_what_is_wrong_is_said(self):
        self.hra(*GAME, *FEW, "--store", self.file)
        for words, said in (
                ([*GAME, "--groups", "7", "--seed", "3", "--store", self.file], "contains another run"),
                ([*GAME[:3], *FEW, "--store", self.file], "contains another run"),
                (["resume", self.path("nowhere")], "file not found")):
            self.assertIn(said, self.hra(*words, status=1))
        for words in (["status", os.path.join("/proc/self", "status")], ["resume", HRA]):
            self.assertIn("not a store of hra", self.hra(*words, status=2))
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("no database\n" * 1000)
        self.assertIn("not a store of hra", self.hra("report", self.path("text"), status=2))
        with sqlite3.connect(self.path("other")) as db:
            db.execute("CREATE TABLE run (spec TEXT)")
        db.close()
        self.assertIn("not a store of hra", self.hra(*GAME, *FEW, "--store", self.path("other"), status=2))
        self.assertIn("not a store of hra", self.hra("report", self.path("other"), status=2))

    def test_records_are_decided_at_the_beginning(self):
        self.hra(*GAME, *FEW, "--store", self.file)
        self.assertIn("has no records", self.hra(*GAME, *FEW, "--store", self.file, "--record", self.path("r.hra"), status=2))
        other = self.path("other")
        self.hra(*GAME, *FEW, "--store", other, "--record", self.path("r.hra"))
        self.hra(*GAME, *FEW, "--store", other)  # goes on without being told again
        self.hra("report", other, "--record", self.path("again.hra"))
        with open(self.path("r.hra"), encoding="utf-8") as one, open(self.path("again.hra"), encoding="utf-8") as again:
            self.assertEqual(one.read(), again.read())

    def test_damage_is_seen(self):
        self.hra(*GAME, *FEW, "--store", self.file)
        first = "(SELECT min(number) FROM hra_unit)"
        for change, said in (("UPDATE hra_unit SET result = CAST(replace(CAST(result AS TEXT), 'order', 'Order') AS BLOB)", "damaged"),
                             ("UPDATE hra_unit SET checksum = 'x'", "damaged"),
                             (f"UPDATE hra_unit SET text = 'games 0 7 9' WHERE number = {first}", "cannot come next"),
                             (f"UPDATE hra_unit SET text = 'games 99999 0 1' WHERE number = {first}", "not a task of this work"),
                             (f"UPDATE hra_unit SET text = 'work' || char(0) WHERE number = {first}", "damaged"),
                             (f"DELETE FROM hra_unit WHERE number = {first}", "damaged"),
                             ("UPDATE hra_unit SET finish = 1", "damaged"),
                             ("UPDATE hra_run SET form = 4", "written by a newer hra"),
                             ("UPDATE hra_run SET spec = replace(spec, 'hra 0', 'hra 9')", "may differ: continue with"),
                             ("UPDATE hra_run SET spec = replace(spec, 'greedy', 'ext:cmd=touch ran')", "no program may be run"),
                             ("UPDATE hra_run SET spec = replace(spec, 'greedy', '--record=ran')", "'--record'"),
                             ("UPDATE hra_run SET spec = replace(spec, 'tictactoe', 'tree:file=/etc/hostname')",
                              "no file may be read that a spec names")):
            copy = self.path("copy")
            with open(self.file, "rb") as file, open(copy, "wb") as out:
                out.write(file.read())
            with sqlite3.connect(copy) as db:
                db.execute(change)
            db.close()
            for words in (["tournament", "resume", copy], ["work", copy]):
                failed = subprocess.run([HRA, *words], env=self.env, cwd=self.folder.name, capture_output=True,
                                        text=True, check=False)
                self.assertIn(said, failed.stderr, change)
                self.assertIn(failed.returncode, (1, 2))
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_names(self):
        """A name is a file, whatever it means to SQLite; a command that is told works."""
        for name in (":memory:", "file:x?mode=memory", "it's a night.hra"):
            words = [HRA, "tournament", *GAME, *FEW, "--store", name]
            subprocess.run(words, cwd=self.folder.name, env=self.env, check=True, capture_output=True)
            self.assertTrue(self.blocks(self.path(name).replace("?", "%3f")))
        os.chdir(self.folder.name)
        self.running = self.start(*GAME, *ALL, "--store", self.path("a b's"))
        self.file = self.path("a b's")
        self.assertTrue(self.grown(0))
        self.running.send_signal(signal.SIGINT)
        said = self.running.communicate()[1]
        again = said.split("to continue: hra ")[1].splitlines()[0]
        subprocess.run(f"{HRA} {again}", shell=True, env=self.env, check=True, capture_output=True)
        self.assertIn("takes one STORE", self.hra("resume", status=2))
        self.assertIn("name the same file", self.hra(*GAME, *FEW, "--store", "x", "--record", "x", status=2))

    def test_many_take_part(self):
        """Several processes play what one file keeps; some die; it comes to the same."""
        words = [*GAME, *ALL, "--store", self.file]
        self.running = self.start(*words, "--json")
        self.assertTrue(self.grown(0))
        helpers = [subprocess.Popen([HRA, "work", self.file, "-t", "2"], env=self.env, stderr=subprocess.PIPE, text=True)
                   for _ in range(3)]
        helpers[0].kill()
        said = self.running.communicate()[0]
        self.assertEqual(said, self.whole(ALL))
        for helper in helpers:
            text = helper.communicate()[1]
            self.assertTrue(helper is helpers[0] or "finished" in text, text)
        places = [(pairing, group) for pairing, first, last, _ in self.blocks() for group in range(first, last)]
        self.assertEqual(len(places), 12000)
        self.assertEqual(len(set(places)), 12000)

    @staticmethod
    def version():
        return subprocess.run([HRA, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]

    def change(self, statements, file=None):
        with sqlite3.connect(file or self.file) as db:
            db.executescript(statements)
        db.close()

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_another_build_began_it(self):
        """It is looked at, and its records go out; only going on with it is refused, with both builds named."""
        kinds = {"tournament": [*GAME, *FEW, "--record", self.path("tournament")],
                 "match": [*MATCH, "--games", "30", "--seed", "3", "--record", self.path("match")],
                 "tune": [*TUNE, "--iterations", "8", "--seed", "3"], "rollout": [*ROLLOUT[:-4], "--trials", "72", "--seed", "3"]}
        for command, words in kinds.items():
            self.file = self.path(f"{command}.db")
            self.hra(*words, "--store", self.file, command=command)
            whole = [self.hra(verb, self.file, "--json", command=command) for verb in ("report", "status")]
            for changes in ("UPDATE hra_run SET spec = 'hra 9.9+12345678' || substr(spec, instr(spec, char(10)))",
                            "UPDATE hra_run SET form = 2; DROP TABLE hra_file; ALTER TABLE hra_unit DROP COLUMN records_checksum"):
                self.change(changes)
                for said, verb in zip(whole, ("report", "status")):
                    self.assertEqual(self.hra(verb, self.file, "--json", command=command),
                                     said.replace(self.version(), "9.9+12345678", 1) if verb == "status" else said)
                self.assertEqual(self.read(command) if "--record" in words else b"", self.records(command))
                for again in (["resume", self.file], [*words, "--store", self.file]):
                    refused = self.hra(*again, status=2, command=command)
                    self.assertIn("was started by hra 9.9+12345678", refused)
                    self.assertIn(f"this hra {self.version()}", refused)
                refused = subprocess.run([HRA, "work", self.file], env=self.env, capture_output=True, text=True, check=False)
                self.assertEqual(refused.returncode, 2)
                self.assertIn(f"9.9+12345678, and games of this hra {self.version()}", refused.stderr)

    def records(self, command):
        """What a report writes; of kinds that have none nothing."""
        if command not in ("tournament", "match"):
            return b""
        self.hra("report", self.file, "--record", self.path("out"), command=command)
        text = self.read("out")
        os.remove(self.path("out"))
        return text

    def test_records_are_one_block(self):
        """Whoever finds the run over adds its records, once, behind what the file held, whatever was killed where."""
        record, words = self.path("a.hra"), [*MATCH, "--games", "3000", "--seed", "3", "--store", self.file]
        self.hra("nim", "random", "random", "--games", "2", "--seed", "1", "--record", record, command="match")
        before = self.read("a.hra")
        self.running = self.start(*words, "--record", record, command="match")
        self.assertTrue(self.grown(2))
        self.running.kill()
        self.running.communicate()
        self.assertEqual(self.read("a.hra"), before)
        subprocess.run([HRA, "work", self.file], env=self.env, check=True, capture_output=True)
        self.hra("report", self.file, "--record", self.path("block"), command="match")
        block = self.read("block")
        self.assertEqual(block.count(b"hra-record"), 3000)
        for torn in (b"", block[:len(block) // 3], block, b""):  # an earlier program wrote as it went
            with open(record, "wb") as file:
                file.write(before + torn)
            for _ in range(2):
                self.hra(*words, "--record", record, command="match")
                self.assertEqual(self.read("a.hra"), before + block)
        with open(record, "ab") as file:
            file.write(before)  # somebody added something: neither is lost, nor comes twice
        self.hra("resume", self.file, "--record", record, command="match")
        self.assertEqual(self.read("a.hra"), before + block + before)
        with open(record, "wb") as file:
            file.write(before + before)
        for _ in range(2):
            self.hra("resume", self.file, "--record", record, command="match")
            self.assertEqual(self.read("a.hra"), before + before + block)
        for changed in (b"", before[1:], b"something else\n" * 100):
            with open(record, "wb") as file:
                file.write(changed)
            for _ in range(2):
                done = subprocess.run([HRA, "match", *words, "--record", record], env=self.env, check=True, capture_output=True, text=True)
                self.assertIn("was changed at its start", done.stderr)
                self.assertEqual(self.read("a.hra"), changed)
                self.assertEqual(self.read("a.hra.2"), block)
        self.assertEqual(sorted(name for name in os.listdir(self.folder.name) if name.startswith("a.hra")), ["a.hra", "a.hra.2"])
        self.assertIn("exists; --append appends to it", self.hra("report", self.file, "--record", record, status=2, command="match"))
        self.hra("report", self.file, "--record", record, "--append", status=2, command="match")  # it holds no records
        os.remove(record)
        self.hra("report", self.file, "--record", record, "--append", command="match")
        self.hra("report", self.file, "--record", record, "--append", command="match")
        self.assertEqual(self.read("a.hra"), 2 * block)
        self.assertIn("--append needs", self.hra(*words, "--append", status=2, command="match"))

    def test_two_runs_add_to_one_file(self):
        for name in ("shared.hra", "shared.pdn"):
            record = self.path(name)
            words = ["checkers:tablebase-pieces=2", "random", "random", "--games", "3"]
            stores = [self.path(f"{name}{seed}") for seed in (1, 2)]
            for seed, store in enumerate(stores):  # both begin before one of them is over
                self.hra(*words, "--seed", str(seed), "--store", store, "--record", record, command="match")
                self.change("UPDATE hra_file SET length = 0, checksum = 3244421341483603138", store)
            blocks = []
            for store in stores:
                self.hra("report", store, "--record", self.path(f"one-{name}"), command="match")
                blocks.append(self.read(f"one-{name}"))
                os.remove(self.path(f"one-{name}"))
            self.assertTrue(all(blocks))
            os.remove(record)
            for store in (*stores, *stores):
                self.hra("resume", store, "--record", record, command="match")
            self.assertEqual(self.read(name), blocks[0] + blocks[1])

    def test_records_of_a_store_are_checked(self):
        """They are what was written, and records of this game; nothing of them goes out else."""
        self.hra(*MATCH, "--games", "30", "--seed", "3", "--store", self.file, "--record", self.path("a"), command="match")
        for text, form in (("not what was written", 3), ("not what was written", 2),
                           ("hra-record 1\ngame tree:file=/etc/hostname\nseed 3\nnumber 0\nseat 0 random\nseat 1 random\n", 2),
                           ("hra-record 1\ngame nim\nseed 3\nnumber 0\nseat 0 random\nseat 1 random\n0 c1\n", 2)):
            copy = self.path("copy")
            with open(copy, "wb") as out:
                out.write(self.read("night.hra"))
            with sqlite3.connect(copy) as db:
                db.execute("UPDATE hra_unit SET records = ? WHERE number = 3", (text.encode(),))
                db.execute("UPDATE hra_run SET form = ?, spec = replace(spec, 'hra 0', 'hra 8')", (form,))
            db.close()
            said = self.hra("report", copy, "--record", self.path("out"), status=2, command="match")
            self.assertRegex(said, "damaged records|the records are of another game")
            self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("out")], [])

    def test_a_hostile_store(self):
        """What runs by itself is no store, and nothing of it is run: views, triggers, tables of modules, columns that are worked out."""
        endless = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT"
        self.hra(*MATCH, "--games", "30", "--seed", "3", "--store", self.file, command="match")
        spec = f"hra {self.version()}\nwork match\ngame tictactoe\n"
        unit = "CREATE TABLE hra_unit (number INTEGER PRIMARY KEY, text TEXT, worker TEXT, slot INTEGER, lease REAL, finish INTEGER)"
        for statements in (
                f"CREATE VIEW hra_run AS {endless} 3 AS form, '{spec}' AS spec, x AS finished FROM r WHERE x < 0; {unit}",
                f"CREATE TABLE hra_run (form, spec, finished); INSERT INTO hra_run VALUES (3, '{spec}', 0);"
                f"CREATE VIEW hra_unit AS {endless} x AS number, 'games' AS text, 1 AS finish FROM r WHERE x < 0",
                f"CREATE VIRTUAL TABLE hra_run USING fts5(form, spec, finished); {unit}",
                f"CREATE TABLE hra_run (spec, finished, form AS (3)); INSERT INTO hra_run VALUES ('{spec}', 0); {unit}",
                "COPY; CREATE TRIGGER t AFTER UPDATE ON hra_unit BEGIN DELETE FROM hra_run; END"):
            name = self.path("hostile")
            if statements.startswith("COPY; "):
                with open(name, "wb") as out:
                    out.write(self.read("night.hra"))
            self.change(statements.removeprefix("COPY; "), name)
            for words in (["match", "status", name], ["match", "report", name], ["match", "resume", name], ["work", name],
                          ["match", *MATCH, "--store", name], ["tournament", "status", name]):
                done = subprocess.run([HRA, *words], env=self.env, capture_output=True, text=True, timeout=300, check=False)
                self.assertEqual(done.returncode, 2, done)
                self.assertIn("not a store of hra", done.stderr)
            os.remove(name)

    def test_work_that_is_interrupted(self):
        """It ends with 130 and says how far it was; what was done is kept."""
        for command, words in (("match", [*MATCH, "--games", "200000", "--seed", "3"]), ("tournament", [*GAME, "--groups", "20000", "--seed", "3"]),
                               ("tune", [*TUNE, "--iterations", "20000", "--seed", "3"])):
            self.file = self.path(f"{command}.db")
            self.running = self.start(*words, "--store", self.file, command=command)
            self.assertTrue(self.grown(1))
            self.running.kill()
            self.running.communicate()
            self.running = subprocess.Popen([HRA, "work", self.file], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertTrue(self.grown(len(self.blocks()) + 1))
            self.running.send_signal(signal.SIGINT)
            said = self.running.communicate()[1]
            self.assertEqual(self.running.returncode, 130, said)
            self.assertRegex(said, r"tasks? done\n.*played: [1-9][0-9]* of [0-9]+\nunfinished\n")

    def test_a_worker_waits_for_a_run_to_begin(self):
        """With --wait alone; the file may be missing or empty, but nothing else."""
        self.assertIn("file not found", self.hra(self.file, status=1, command="work"))
        self.assertIn("no run has begun in it", self.hra(self.file, "--wait", "0.2s", status=1, command="work"))
        with open(self.file, "w", encoding="utf-8"):
            pass
        self.assertIn("no run has begun in it", self.hra(self.file, "--wait", "0.2s", status=1, command="work"))
        os.remove(self.file)
        self.running = self.start(self.file, "--wait", "600s", command="work")
        self.assertIn("waiting for one", self.running.stderr.readline())
        self.hra(*MATCH, "--games", "30", "--seed", "3", "--store", self.file, command="match")
        self.assertIn("finished", self.running.communicate()[1])
        self.assertEqual(self.running.returncode, 0)
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("some text")
        self.assertIn("not a store of hra", self.hra(self.path("text"), "--wait", "600s", status=2, command="work"))

    def test_a_store_that_is_locked_is_waited_for(self):
        """At once it is said, and when it is free the run begins; --wait says how long."""
        words = [*MATCH, "--games", "30", "--seed", "3", "--store", self.file]
        db = sqlite3.connect(self.file, isolation_level=None)
        db.execute("CREATE TABLE x (y)")
        db.execute("DROP TABLE x")
        db.execute("BEGIN EXCLUSIVE")
        said = self.hra(*words, "--wait", "0s", status=1, command="match")
        self.assertIn("another process uses the file", said)
        self.assertNotIn("waiting", said)
        self.assertIn("waiting for it", self.hra(*words, "--wait", "1s", status=1, command="match"))
        self.running = self.start(*words, command="match")
        self.assertIn("waiting for it", self.running.stderr.readline())
        db.execute("COMMIT")
        db.close()
        self.running.communicate()
        self.assertEqual(self.running.returncode, 0)
        self.hra("status", self.file, command="match")

    def test_passwords_are_never_shown(self):
        """In no spelling of an address, known or not; what was meant for PostgreSQL makes no file."""
        for name in ("POSTGRESQL://hra:sesame@x..y/z", "PostgreS://hra:sesame@/z?host=/nowhere", "postgresql://hra:open@sesame@x..y/z",
                     "postgresql://hra:open/sesame@x..y/z", "postgresql://hra:open?sesame@x..y/z", "postgresql://hra:1/sesame@x..y/z",
                     "host=x..y password=sesame", "password = 'sesame' host=/nowhere", "dbname=z PASSWORD=sesame", "host=/nowhere passwrd=sesame",
                     "postgresql+x://hra:sesame@h/z", "postgres:/hra:sesame@h/z", "pg://hra:sesame@h/z", "postgresql://hra@/z?host=/nowhere&PASSWORD=sesame",
                     "service=none password=sesame"):
            for words in (["work", name, "--wait", "0s"], ["match", "status", name, "--wait", "0s"],
                          ["tournament", *GAME, "--store", name, "--wait", "0s"]):
                done = subprocess.run([HRA, *words], env=self.env, cwd=self.folder.name, capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (1, 2), name)
                self.assertNotIn("sesame", done.stdout + done.stderr)
                self.assertTrue(done.stderr)
        self.assertEqual([name for name in os.listdir(self.folder.name) if "sesame" in name or "post" in name], [])

    def test_full_disk(self):
        """Files may not grow: what was kept stays, the rest is told and goes on later."""
        def no_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))
        said = self.hra(*GAME, *FEW, "--store", self.file, status=1, before=no_room)
        self.assertIn(self.file, said)
        self.assertEqual(self.hra(*GAME, *FEW, "--store", self.file, "--json"), self.whole(FEW))


unittest.main()
