#!/usr/bin/env python3
"""hra serve behind a proxy that speaks TLS: whom it believes, and that the configurations of docs/serve.md work.

    tests/serve_proxy.py HRA

The proxies nginx and Caddy are tried if they are installed.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time

from serve_client import Server, Stream, read_answer, run, scratch, write

HRA = ""
END = {"nginx": signal.SIGTERM, "caddy": signal.SIGKILL} # Caddy would wait for a stream that is open
ROOT = pathlib.Path(__file__).resolve().parent.parent


def free_port():
    with socket.socket() as wire:
        wire.bind(("127.0.0.1", 0))
        return wire.getsockname()[1]


class Behind(Server):
    """A server with a public address; `source` is the address that requests come from."""

    def __init__(self, url="https://club.example/hra", proxy="127.0.0.1", source="127.0.0.1", more=()):
        self.host, self.port, self.source, self.data = "127.0.0.1", free_port(), source, scratch()
        self.process = subprocess.Popen(
            [HRA, "serve", "--no-page", "--data", self.data, "--port", str(self.port), "--public-url", url, "--trusted-proxy", proxy, *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(re.escape(url.rstrip("/")) + r"/#([0-9a-f]{64})\n", line)
        if not found:
            said = self.process.stderr.read()
            if "libevent" in said:
                print("this hra was built without libevent")
                sys.exit(77)
            raise AssertionError(f"no address: {line!r} {said!r}")
        self.token = found[1]

    def connect(self):
        wire = socket.create_connection((self.host, self.port), source_address=(self.source, 0))
        wire.settimeout(120)
        return wire


def status_of(server, path="/api/tables", method="GET", **others):
    with server.connect() as wire:
        wire.sendall(write(server.head(method, path, **others)))
        return read_answer(wire.makefile("rb"))[0]


def the_public_name_is_accepted():
    server = Behind()
    public = {"Host": "club.example"}
    for wanted, path, others in (
            (200, "/api/tables", {}),
            (200, "/api/tables", public),
            (200, "/hra/api/tables", public),
            (200, "/hra/api/tables", {"Host": "Club.Example"}),
            (404, "/hra/api/tables", {}), # not by its own name
            (404, "/hrax/api/tables", public),
            (404, "/hra/hra/api/tables", public),
            (401, "/hra/api/tables", {**public, "Authorization": "Bearer x"}),
            (200, "/hra/api/tables", {**public, "Origin": "https://club.example"}),
            (403, "/hra/api/tables", {**public, "Origin": "http://club.example"}),
            (403, "/hra/api/tables", {**public, "Origin": "https://club.example/"}),
            (403, "/hra/api/tables", {**public, "Origin": "https://evil.example"}),
            (403, "/hra/api/tables", {**public, "Origin": "null"}),
            (403, "/hra/api/tables", {**public, "Origin": f"http://127.0.0.1:{server.port}"}),
            (403, "/api/tables", {"Origin": "https://club.example"}),
            (421, "/hra/api/tables", {"Host": "evil.example"}),
            (421, "/hra/api/tables", {"Host": "club.example.evil.example"}),
            (421, "/hra/api/tables", {"Host": "club.example:443"}),
            (308, "/hra", public)):
        found = status_of(server, path, **others)
        assert found == wanted, (found, wanted, path, others)
    _, headers, _ = server.ask("GET", "/hra", **public)
    assert headers["location"] == ["https://club.example/hra/"]
    status, _, said = server.ask("POST", "/hra/api/tables/0123456789abcdef/lookers?stream=me", "", **public)
    assert status == 201, said
    _, _, said = server.ask("POST", "/hra/api/tables/0123456789abcdef/invitations?seat=1", "", **public)
    assert said["url"] == "https://club.example/hra/", said
    assert server.end()[0] == 0


def only_the_proxy_is_believed():
    server = Behind(proxy="127.0.0.2")
    assert status_of(server, "/hra/api/tables", Host="club.example") == 421
    assert status_of(server, "/api/tables") == 200
    server.source = "127.0.0.2"
    assert status_of(server, "/hra/api/tables", Host="club.example") == 200
    server.source = "127.0.0.3"
    assert status_of(server, "/hra/api/tables", Host="club.example", X_Forwarded_For="127.0.0.2") == 421
    assert server.end()[0] == 0


def wrong_options_are_explained():
    for options, wanted in ((["--public-url", "https://club.example"], "need each other"),
                            (["--trusted-proxy", "127.0.0.1"], "need each other"),
                            (["--public-url", "club.example", "--trusted-proxy", "127.0.0.1"], "wrong address"),
                            (["--public-url", "https://", "--trusted-proxy", "127.0.0.1"], "wrong address"),
                            (["--public-url", "https://a@b/", "--trusted-proxy", "127.0.0.1"], "wrong address"),
                            (["--public-url", "https://a/../b", "--trusted-proxy", "127.0.0.1"], "wrong address"),
                            (["--public-url", "https://a/?b", "--trusted-proxy", "127.0.0.1"], "wrong address"),
                            (["--public-url", "https://a", "--trusted-proxy", "localhost"], "--trusted-proxy takes"),
                            (["--public-url", "https://a", "--trusted-proxy", "10.0.0.0/8"], "--trusted-proxy takes")):
        ended = subprocess.run([HRA, "serve", "--no-page", "--data", scratch(), "--port", "0", *options], capture_output=True, text=True, check=False)
        assert ended.returncode == 2 and wanted in ended.stderr, (options, ended)


def statuses(server, requests, **others):
    """How often each status came."""
    found = {}
    for method, path in requests:
        body = "" if method == "POST" else None
        status = server.ask(method, path, body, Host="club.example", **others)[0]
        found[status] = found.get(status, 0) + 1
    return found


def an_address_has_limits():
    server = Behind()
    one, two = {"X_Forwarded_For": "10.9.9.9, 192.0.2.1"}, {"X_Forwarded_For": "192.0.2.1, 2001:db8::1"}
    tables = [("POST", f"/hra/api/tables/{i:016x}/lookers?stream=me{i % 8}") for i in range(60)]
    assert statuses(server, tables, **one) == {201: 50, 429: 10}, "50 tables"
    other = [("POST", f"/hra/api/tables/{i:016x}/lookers?stream=you") for i in range(100, 110)]
    assert statuses(server, other, **two) == {201: 10}, "another address, though the client names the first one"
    near = {"X_Forwarded_For": "2001:db8::2"}
    assert statuses(server, [("POST", f"/hra/api/tables/{i:016x}/lookers?stream=they") for i in range(200, 250)], **near) == {201: 40, 429: 10}, \
        "a network of IPv6 counts as one"
    wrong = [("GET", "/hra/api/tables")] * 60
    found = statuses(server, wrong, Authorization="Bearer x", **one)
    assert set(found) == {401, 429} and 30 <= found[401] <= 40, found
    assert statuses(server, wrong[:1], **one) == {200: 1}, "the right key goes on"
    found = statuses(server, wrong * 20, **two)
    assert set(found) == {200, 429} and found[200] >= 500, found
    assert statuses(server, wrong[:1], X_Forwarded_For="192.0.2.3") == {200: 1}
    assert statuses(server, wrong[:1], X_Forwarded_For="unknown, not an address") == {200: 1}, "then it is the proxy's own"
    listed = subprocess.run([HRA, "serve", "--list", "--data", server.data, "--port", str(server.port)], capture_output=True, text=True, check=False)
    assert listed.returncode == 0 and listed.stdout.count("  192.0.2.1 ") == 50 and listed.stdout.count("  2001:db8:: ") == 50, listed
    assert server.end()[0] == 0


def an_operator_ends_tables():
    server = Behind()
    table = "00000000000000aa"
    assert server.ask("POST", f"/api/tables/{table}/lookers?stream=me", "")[0] == 201
    assert server.ask("POST", f"/api/tables/{table}/lines?looker=1", "new nim human human")[0] == 202

    def hra(*words, data=server.data, port=server.port):
        ended = subprocess.run([HRA, "serve", "--data", data, "--port", str(port), *words], capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout + ended.stderr
    status, said = hra("--list")
    assert status == 0 and re.fullmatch(rf"{table}   1  127\.0\.0\.1 +nim  plays/\S+\n", said), said
    assert hra("--end", table) == (0, "")
    assert hra("--list") == (0, "")
    status, said = hra("--end", table)
    assert status == 1 and "no such table" in said, said
    status, said = hra("--end", "x")
    assert status == 2 and "wrong table" in said, said
    status, said = hra("--list", data=scratch())
    assert status == 1 and "another key" in said, said
    assert server.end()[0] == 0
    status, said = hra("--list")
    assert status == 1 and "no server" in said, said


def an_address_thinks_only_so_much():
    server = Behind(more=["--max-think", "200ms"])
    table = "00000000000000bb"
    stream = Stream(server, "me")
    assert server.ask("POST", f"/api/tables/{table}/lookers?stream=me", "")[0] == 201
    for line in ("@a session 2", "@b new checkers human human save=no"):
        server.line(table, 1, line)
    assert stream.event(table, 1, "ok", reply_to="b")
    ended = []
    for i in range(100): # 20 times 200 ms of thought are there at once
        server.line(table, 1, f"@t{i} analyse alphabeta time=60s")
        ended.append(stream.event(table, 1, "ok error", reply_to=f"t{i}"))
        if ended[-1]["event"] == "error":
            break
    assert ended[-1]["event"] == "error" and ended[-1]["code"] == "limit" and "too much thinking" in ended[-1]["text"], ended[-1]
    assert 20 <= len(ended) <= 90, len(ended)
    assert server.end()[0] == 0


# ---- nginx and Caddy ----------------------------------------------------------------------------

def configuration(name):
    """The block of docs/serve.md that follows a line with this name."""
    text = (ROOT / "docs/serve.md").read_text(encoding="utf-8")
    found = re.search(rf"\*\*{name}\*\*.*?\n\n((?:    .*\n|\n)+)", text)
    assert found, f"docs/serve.md has no configuration of {name}"
    return re.sub(r"^    ", "", found[1], flags=re.M)


def certificate(folder):
    """One for club.example, trusted by this test only."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=club.example", "-addext", "subjectAltName=DNS:club.example", "-keyout", f"{folder}/key.pem",
                    "-out", f"{folder}/cert.pem"], check=True, capture_output=True)


class Through:
    """Asks through the proxy, by TLS, as a browser would."""

    def __init__(self, server, port, folder):
        self.server, self.port, self.token, self.host = server, port, server.token, "club.example"
        self.context = ssl.create_default_context(cafile=f"{folder}/cert.pem")

    def connect(self):
        for _ in range(200): # until the proxy listens
            try:
                wire = socket.create_connection(("127.0.0.1", self.port))
                break
            except OSError:
                time.sleep(0.05)
        wire.settimeout(60)
        return self.context.wrap_socket(wire, server_hostname="club.example")

    def head(self, method, path, **others):
        return {**self.server.head(method, path, Host="club.example", Accept_Encoding="gzip", Connection="close", **others)}

    ask = Server.ask


def lines_of(file):
    """The lines of a body in chunks, each as soon as it comes; anything else fails."""
    headers = {}
    first = file.readline()
    while (line := file.readline()) not in (b"\r\n", b""):
        name, value = line.decode().rstrip().split(": ", 1)
        headers[name.lower()] = value
    assert b" 200 " in first, first
    assert "content-encoding" not in headers, "events are not packed"
    chunked = headers.get("transfer-encoding") == "chunked"
    while True:
        if chunked:
            length = int(file.readline(), 16)
            if length == 0:
                return
            data = file.read(length)
            file.readline()
        else:
            data = file.readline()
            if not data:
                return
        yield from (json.loads(line) for line in data.split(b"\n") if line)


def try_proxy(name, arguments, text, folder, port, server):
    path = f"{folder}/{name}.conf"
    pathlib.Path(path).write_text(text, encoding="utf-8")
    process = subprocess.Popen(arguments(path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "HOME": folder})
    try:
        client = Through(server, port, folder)
        status, _, said = client.ask("GET", "/hra/api/tables", Origin="https://club.example")
        assert status == 200 and said == {"tables": []}, (name, status, said)
        assert client.ask("GET", "/hra/api/tables", Origin="https://evil.example")[0] == 403
        with client.connect() as wire:
            wire.sendall(write(client.head("GET", "/hra/api/events?stream=me")))
            events = lines_of(wire.makefile("rb"))
            assert "version" in next(events)["server"]
            table = "0123456789abcdef"
            assert client.ask("POST", f"/hra/api/tables/{table}/lookers?stream=me", "")[0] == 201
            assert next(events)["event"]["event"] == "hello", "events come at once"
            for line in ("@a session 2", "@b new tictactoe human human save=no", "@c move b2"):
                assert client.ask("POST", f"/hra/api/tables/{table}/lines?looker=1", line)[0] == 202
            while next(events).get("event", {}).get("reply_to") != "c":
                pass
    finally:
        process.send_signal(END[name])
        process.wait(timeout=30)
        process.stderr.close()


def nginx_and_caddy():
    found = [name for name in ("nginx", "caddy") if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")]
    if not found or not shutil.which("openssl"):
        print("skipped: nginx, caddy and openssl are not installed")
        return
    folder = scratch()
    certificate(folder)
    os.chmod(folder, 0o755) # nginx begins as root and reads as another
    for name in found:
        server, port = Behind(), free_port()
        text = configuration(name if name == "nginx" else "Caddy").replace("127.0.0.1:8470", f"127.0.0.1:{server.port}")
        if name == "nginx":
            text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("/etc/ssl/club.example/fullchain.pem", f"{folder}/cert.pem")
            text = text.replace("/etc/ssl/club.example/privkey.pem", f"{folder}/key.pem")
            temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            text = f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\ndaemon off;\nworker_processes 1;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n"
            text = "user root;\n" + text if os.geteuid() == 0 else text
            arguments = lambda path: [shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"), "-c", path, "-e", f"{folder}/error.log"]
        else:
            text = text.replace("club.example {", f"https://club.example:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem")
            text = f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}/caddy\n}}\n{text}"
            arguments = lambda path: ["caddy", "run", "--config", path, "--adapter", "caddyfile"]
        try_proxy(name, arguments, text, folder, port, server)
        assert server.end()[0] == 0
        print(f"{name}: tried")


if __name__ == "__main__":
    HRA = os.path.abspath(sys.argv[1])
    run([the_public_name_is_accepted, only_the_proxy_is_believed, wrong_options_are_explained, an_address_has_limits, an_operator_ends_tables,
         an_address_thinks_only_so_much, nginx_and_caddy])
