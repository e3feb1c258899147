"""A cluster of one machine: munge, Slurm and PostgreSQL of its own, and runs that packages/slurm/hra.sbatch begins and works on
(docs/cluster.md). Jobs are cancelled, killed, requeued and run out of time; figures and files are those of undisturbed runs.

    cluster.py HRA [tournament|learn|rollout|solve]...

Needs root, slurm-wlm, munge and postgresql; skipped with a sentence where they are not there.
"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import postgresql

HRA = os.path.realpath(sys.argv[1])
SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "packages", "slurm", "hra.sbatch")
KINDS = {
    "tournament": ["tournament", "tictactoe", "random", "mcts:playouts=400,memory=1M", "greedy", "--groups", "3000", "--seed", "3", "--json"],
    "learn": ["learn", "tictactoe", "--method", "zero:playouts=300,games-per-iteration=100,replay-games=200,hidden=16", "--games", "6000",
              "--seed", "3", "--eval-games", "0", "--output", "net"],
    "rollout": ["rollout", "race:track=16,pieces=1", "--player", "expectiminimax:depth=1", "--trials", "6000", "--seed", "3", "--json"],
    "solve": ["solve", "checkers:tablebase-pieces=4", "--data", "tables", "--json"],
}
SLURM = """ClusterName=hra
SlurmctldHost={name}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={port}
SlurmdPort={port1}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SelectType=select/linear
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
KillWait=5
ReturnToService=2
NodeName={name} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes={name} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:16
"""


def lacks():
    """What is missing here, or None."""
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"):
            return f"there is no {program} (Debian: slurm-wlm, munge)"
    if not postgresql.FOUND:
        return "there is no PostgreSQL"
    return None if os.getuid() == 0 else "it needs root"


def free_ports():
    """Two ports, one after the other."""
    while True:
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            try:
                two.bind(("127.0.0.1", port + 1))
                return port, port + 1
            except (OSError, OverflowError):
                continue


class Cluster:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hra", dir="/tmp")
        self.database = postgresql.Server()
        self.processes = []
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        self.env = dict(os.environ, PATH=path, SLURM_CONF=f"{self.folder}/slurm.conf", HRA=HRA, LC_ALL="C.UTF-8", LANGUAGE="cs",
                        HRA_STATUS_SECONDS="1", XDG_DATA_HOME=f"{self.folder}/data")
        for name in ("munge", "state", "spool", "job"):
            os.mkdir(f"{self.folder}/{name}")
        os.chmod(self.folder, 0o755)
        port, port1 = free_ports()
        name = socket.gethostname().split(".")[0]
        with open(f"{self.folder}/slurm.conf", "w", encoding="utf-8") as out:
            out.write(SLURM.format(name=name, user="root", port=port, port1=port1, folder=self.folder, cores=os.cpu_count()))
        with open(f"{self.folder}/munge/key", "wb") as out:
            out.write(os.urandom(1024))
        os.chmod(f"{self.folder}/munge/key", 0o600)
        munge = f"{self.folder}/munge"
        self.start("munged", "--foreground", "--force", f"--key-file={munge}/key", f"--socket={munge}/socket", f"--pid-file={munge}/pid",
                   f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self.wait(lambda: os.path.exists(f"{munge}/socket"), "munge")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", name)
        self.wait(lambda: "idle" in self.call("sinfo", "--noheader", "--format=%t", check=False), "the node")

    def start(self, *words):
        with open(f"{self.folder}/{words[0]}.out", "ab") as log:
            self.processes.append(subprocess.Popen(words, env=self.env, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log))

    def wait(self, holds, what):
        """Until it holds; a cluster whose daemons end is a failure, a slow one is not."""
        while not holds():
            for process, name in zip(self.processes, ("munged", "slurmctld", "slurmd")):
                assert process.poll() is None, f"{name} ended while waiting for {what}"
            time.sleep(0.1)

    def call(self, *words, check=True):
        return subprocess.run(words, env=self.env, cwd=f"{self.folder}/job", check=check, capture_output=True, text=True).stdout

    def submit(self, folder, *words, options=()):
        os.makedirs(folder, exist_ok=True)
        return self.call("sbatch", "--parsable", f"--chdir={folder}", *options, SCRIPT, *words).strip()

    def field(self, job, field):
        """Of scontrol show job; None: the job is forgotten."""
        for word in self.call("scontrol", "--oneliner", "show", "job", job, check=False).split():
            if word.startswith(field + "="):
                return word.split("=", 1)[1]
        return None

    def runs(self, job):
        return self.field(job, "JobState") == "RUNNING"

    def close(self):
        self.call("scancel", "--user=root", "--signal=KILL", "--full", check=False)
        self.call("scancel", "--user=root", check=False)
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.database.close()
        shutil.rmtree(self.folder)


class Run:
    """A run of a kind: a job that begins it, an array of three workers."""

    def __init__(self, cluster, kind):
        self.cluster, self.kind = cluster, kind
        cluster.database.sql(f"CREATE SCHEMA {kind}")
        self.store = cluster.database.url(kind)
        self.folder = f"{cluster.folder}/job/{kind}"
        array = cluster.submit(f"{self.folder}/work", "work", self.store, "--wait", "1h", "--lease", "2s", options=["--array=1-4"])
        self.workers = [f"{array}_{i}" for i in range(1, 5)]
        self.begin = cluster.submit(self.folder, *KINDS[kind], "--store", self.store, "--lease", "2s", options=["--output=report"])

    def done(self):
        try:
            return int(self.cluster.database.sql("SELECT count(*) FROM hra_unit WHERE finish > 0", self.kind)[0])
        except (subprocess.CalledProcessError, IndexError):
            return 0

    def at(self, units):
        self.cluster.wait(lambda: self.done() >= units or self.over(self.begin), f"{units} tasks of {self.kind}")

    def over(self, job):
        return self.cluster.field(job, "JobState") in (None, "COMPLETED", "FAILED", "CANCELLED")

    def sooner(self, job):
        """A requeued job waits two minutes, unless somebody says that it need not. In the second in which it was stopped the node
        would refuse it ("Job credential revoked")."""
        self.cluster.wait(lambda: self.cluster.field(job, "JobState") == "PENDING", f"{job} in the queue")
        self.cluster.call("scontrol", "update", f"JobId={job}", "StartTime=now+2seconds")
        self.cluster.wait(lambda: not self.cluster.field(job, "JobState") == "PENDING", f"{job} from the queue")

    def kill(self, job):
        """-9, without a word: its hra is found by its environment."""
        number = self.cluster.field(job, "JobId")
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    environment = file.read().split(b"\0")
                if f"SLURM_JOB_ID={number}".encode() in environment and os.path.realpath(f"/proc/{process}/exe") == HRA:
                    os.kill(int(process), signal.SIGKILL)
                    return
            except (OSError, ProcessLookupError):
                continue
        raise AssertionError(f"no hra in job {job}")

    def disturb(self):
        """All at once, while the run is not over; then what waits in the queue goes on."""
        call, workers = self.cluster.call, self.workers
        for worker in workers:
            self.cluster.wait(lambda job=worker: self.cluster.runs(job) or self.over(job), worker)
        self.at(2)
        assert not self.over(self.begin), f"{self.kind} was over before it was disturbed"
        call("scontrol", "requeue", self.begin)
        self.kill(workers[1])
        call("scancel", workers[0])
        call("scancel", "--signal=USR1", "--batch", workers[2])
        self.sooner(self.begin)
        self.sooner(workers[2])
        if self.kind == "tournament":
            self.cluster.wait(lambda: self.over(self.begin) or "groups" in (self.cluster.call(
                "squeue", "--noheader", f"--jobs={self.begin}", "--Format=comment:60", check=False)), "a comment for squeue")

    def end(self):
        self.cluster.wait(lambda: self.over(self.begin), self.kind)
        self.cluster.wait(lambda: all(self.over(worker) for worker in self.workers), f"the workers of {self.kind}")
        states = [(self.cluster.field(job, "JobState"), self.cluster.field(job, "ExitCode")) for job in (self.begin, *self.workers)]
        with open(f"{self.folder}/report", encoding="utf-8") as file:
            text = file.read()
        assert states[0] == ("COMPLETED", "0:0"), (states, text)
        assert states[1][0] == "CANCELLED" and states[2][0] == "FAILED", states
        assert states[3] == states[4] == ("COMPLETED", "0:0"), states
        return text


def last_json(text):
    """The last line that is JSON, without its times: what an earlier attempt of the job said is before it."""
    return re.sub(r'"seconds":[0-9.e-]+', "", [line for line in text.splitlines() if line.startswith("{")][-1])


def files_of(folder):
    """The contents of what a run wrote, by name."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(where, name), "rb") as file:
                found[os.path.relpath(os.path.join(where, name), folder)] = file.read()
    return found


def test(cluster, kind):
    alone = f"{cluster.folder}/alone/{kind}"
    os.makedirs(alone)
    run = Run(cluster, kind)
    run.disturb()
    text = run.end()
    said = subprocess.run([HRA, *KINDS[kind]], env=cluster.env, cwd=alone, check=True, capture_output=True, text=True).stdout
    if kind == "learn":
        assert files_of(alone)["net"] == files_of(run.folder)["net"]
    elif kind == "solve":
        tables = files_of(f"{alone}/tables")
        assert tables and tables == files_of(f"{run.folder}/tables")
    else:
        assert last_json(text) == last_json(said), (text, said)
    print(f"{kind}: as undisturbed, {run.done()} tasks, by a job that was requeued and workers that were cancelled, killed and out of time",
          flush=True)


def main():
    missing = lacks()
    if missing:
        print(f"skipped: {missing}")
        return
    cluster = Cluster()
    try:
        for kind in sys.argv[2:] or KINDS:
            test(cluster, kind)
    except BaseException:
        for name, log in sorted(files_of(f"{cluster.folder}/job").items()):
            if name.endswith((".log", "report")):
                print(name, log[-600:].decode(errors="replace"))
        for name in ("slurmctld.log", "slurmd.log"):
            with open(f"{cluster.folder}/{name}", encoding="utf-8", errors="replace") as log:
                print(name, "".join(log.readlines()[-30:]), sep="\n")
        raise
    finally:
        cluster.close()


main()
