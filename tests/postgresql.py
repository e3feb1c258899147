"""Debian's PostgreSQL for a test: a server of its own in a short folder, on a Unix socket only, ended by its pid; and a proxy
that holds statements up and loses answers."""
import glob
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

FOUND = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))


class Server:
    def __init__(self):
        self.bin = os.path.dirname(FOUND[-1])
        self.folder = tempfile.mkdtemp(prefix="hra", dir="/tmp")  # the path of a socket has 107 bytes at most
        self.as_user = []
        if os.getuid() == 0:  # the server refuses to run as root
            shutil.chown(self.folder, "postgres")
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig", "TERM"]
        self.data = os.path.join(self.folder, "db")
        self.call("initdb", "-D", self.data, "-U", "hra", "--auth=trust", "-N", "--locale=C", "-E", "UTF8")
        self.running = None
        self.start()

    def call(self, program, *words):
        return subprocess.run([*self.as_user, os.path.join(self.bin, program), *words], cwd=self.folder, check=True,
                              capture_output=True, text=True).stdout

    def start(self):
        """Without fsync: what is tested are kills of processes, not of machines."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.running = subprocess.Popen([*self.as_user, os.path.join(self.bin, "postgres"), "-D", self.data, "-k", self.folder,
                                             "-c", "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB"],
                                            cwd=self.folder, stdout=log, stderr=log)
        while subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", self.folder], check=False).returncode != 0:
            assert self.running.poll() is None, "the server ended"
            time.sleep(0.01)

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it cleanly, SIGQUIT at once."""
        self.running.send_signal(how)
        self.running.wait()

    def restart(self, how):
        self.stop(how)
        self.start()

    def close(self):
        if self.running.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, schema, folder=None):
        """Each test has a schema of its own: much faster made than a database."""
        return f"postgresql://hra@/postgres?host={folder or self.folder}&options=-csearch_path%3D{schema}"

    def sql(self, statement, schema="public"):
        """Rows, the columns with a bar between them."""
        said = subprocess.run([os.path.join(self.bin, "psql"), "-X", "-At", "-h", self.folder, "-U", "hra", "-d", "postgres",
                               "-c", statement], env=dict(os.environ, PGOPTIONS=f"-csearch_path={schema}"), check=True,
                              capture_output=True, text=True).stdout
        return said.splitlines()


class Proxy:
    """Stands between a client and the server. For each statement of the client `rule(sql)` says what is to happen: None, it
    passes; "lose": it is done, and its answer and the connection are lost; "cut": the connection is lost before; else an Event
    that is waited for before it passes."""

    def __init__(self, server, rule):
        self.server, self.rule = server, rule
        self.folder = tempfile.mkdtemp(prefix="hra", dir="/tmp")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.socket.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.socket.close()
        shutil.rmtree(self.folder)

    def accept(self):
        while True:
            try:
                client = self.socket.accept()[0]
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(os.path.join(self.server.folder, ".s.PGSQL.5432"))
            except OSError:
                client.close()
                continue
            lost = threading.Event()
            threading.Thread(target=self.answers, args=(server, client, lost), daemon=True).start()
            threading.Thread(target=self.questions, args=(client, server, lost), daemon=True).start()

    @staticmethod
    def read(source, size):
        data = b""
        while len(data) < size:
            more = source.recv(size - len(data))
            if not more:
                raise OSError
            data += more
        return data

    @staticmethod
    def end(*sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def questions(self, client, server, lost):
        """The first message has no letter before its length."""
        letter = b""
        try:
            while True:
                head = self.read(client, len(letter) + 4)
                body = self.read(client, struct.unpack("!I", head[-4:])[0] - 4)
                if head[:1] == b"P" and letter:
                    what = self.rule(body.split(b"\0")[1].decode())
                    if what == "lose":
                        lost.set()
                    elif what == "cut":
                        break
                    elif what:
                        what.wait()
                server.sendall(head + body)
                letter = b"?"
        except OSError:
            pass
        self.end(client, server)

    def answers(self, server, client, lost):
        try:
            while True:
                head = self.read(server, 5)
                body = self.read(server, struct.unpack("!I", head[1:])[0] - 4)
                if not lost.is_set():
                    client.sendall(head + body)
                elif head[:1] == b"Z":  # it is done
                    break
        except OSError:
            pass
        self.end(client, server)
