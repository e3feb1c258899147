#!/usr/bin/env python3
"""Tries to get in: what a page from elsewhere, another program or a broken one may send to hra serve.

    tests/serve_security.py HRA
"""

import os
import random
import resource
import socket
import stat
import subprocess
import sys

from serve_client import Server, Stream, many, new_id, read_answer, run, say, scratch, write

TABLE = "0123456789abcdef"


def status_of(server, lines, body=b""):
    with server.connect() as wire:
        wire.sendall((lines if isinstance(lines, bytes) else write(lines)) + body)
        return read_answer(wire.makefile("rb"))[0]


def check(server, cases):
    for wanted, lines, *body in cases:
        found = status_of(server, lines, *body)
        assert found == wanted, f"{found}, not {wanted}, for {lines} {body}"


def host_comes_first(server):
    good = server.head("GET", "/api/tables")
    own = f"{server.host}:{server.port}"
    check(server, [
        (200, good),
        (200, {**good, "Host": f"localhost:{server.port}"}),
        (200, {**good, "Host": f"LocalHost:{server.port}"}),
        (400, {**good, "Host": None}),
        (400, {**good, "Host": [own, own]}),
        (400, {**good, "Host": [own, "evil.example"], "hOST": "evil.example"}),
        (400, {**good, "first": f"GET http://{own}/api/tables HTTP/1.1"}),
    ])
    for name in ("", "evil.example", f"evil.example:{server.port}", server.host, f"{server.host}:1", "localhost",
                 f"{own}.evil.example", f"{own},evil.example", f"0.0.0.0:{server.port}", f"[::1]:{server.port}",
                 f"127.0.0.1.:{server.port}", f"127.1:{server.port}", f"{own}/", f"user@{own}"):
        for other in ({}, {"Authorization": None}, {"first": "BREW / HTTP/1.1"}, {"first": "GET / HTTP/1.1"}):
            found = status_of(server, {**good, "Host": name, **other})
            assert found == 421, (name, other, found)


def a_page_from_elsewhere_gets_nothing(server):
    good = server.head("GET", "/api/tables")
    own = f"{server.host}:{server.port}"
    check(server, [
        (200, {**good, "Origin": f"http://{own}"}),
        (200, {**good, "Origin": f"http://localhost:{server.port}"}),
        (400, {**good, "Origin": [f"http://{own}", "http://evil.example"]}),
        *((403, {**good, "Origin": name}) for name in (
            "", "null", "http://evil.example", f"https://{own}", f"http://{own}.evil.example", f"http://{own}/",
            f"http://{server.host}", f"HTTP://{own}", own, f"http://user@{own}")),
        (403, {**server.head("GET", "/"), "Origin": "http://evil.example"}),
        (405, {**good, "first": "OPTIONS /api/tables HTTP/1.1", "Origin": f"http://{own}"}),
    ])


def the_token_is_the_key(server):
    good = server.head("GET", "/api/tables")
    token = server.token
    other = token[:-1] + ("0" if token[-1] != "0" else "1")
    check(server, [
        *((401, {**good, "Authorization": name}) for name in (
            None, "", "Bearer", "Bearer ", f"Bearer {other}", f"Bearer {token[:-1]}", f"Bearer {token}0", token,
            f"bearer {token}", f"Bearer  {token}", f"Basic {token}", f"Bearer {token.upper()} ,{token}")),
        (400, {**good, "Authorization": [f"Bearer {other}", f"Bearer {token}"]}),
        (401, {**good, "Authorization": None, "Cookie": f"token={token}; Authorization=Bearer {token}"}),
        (401, {**good, "Authorization": None, "first": f"GET /api/tables?token={token} HTTP/1.1"}),
        (401, {**good, "Authorization": None, "first": "GET /api/nothing HTTP/1.1"}),
        (401, {**good, "Authorization": None, "first": "DELETE /api/tables HTTP/1.1"}),
        (404, {**good, "Authorization": None, "first": "GET / HTTP/1.1"}),
    ])
    _, headers, said = server.ask("GET", "/api/tables", Authorization="Bearer x")
    assert headers["www-authenticate"] == ["Bearer"] and token not in str(said)


def the_token_is_kept_for_its_owner_alone(server):
    path = os.path.join(server.data, "serve-token")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with open(path, encoding="ascii") as file:
        assert file.read() == server.token
    hra = server.process.args[0]
    second = Server(hra, server.data)
    assert second.token == server.token
    assert second.end()[0] == 0
    for spoil in (lambda: os.chmod(path, 0o644), lambda: os.truncate(path, 63), lambda: swap_for_link(path)):
        spoil()
        second = Server(hra, server.data)
        assert second.token != server.token, spoil
        assert second.end()[0] == 0
        with open(path, "w", encoding="ascii") as file:
            file.write(server.token)
        os.chmod(path, 0o600)


def swap_for_link(path):
    os.rename(path, path + ".real")
    os.symlink(path + ".real", path)


def requests_are_read_strictly(server):
    good = server.head("GET", "/api/tables")
    lines = write(good)
    post = server.head("POST", f"/api/tables/{TABLE}/lookers?stream=strict")
    check(server, [
        *((400, {**good, "first": first}) for first in (
            "GET /api/tables", "GET  /api/tables HTTP/1.1", "GET /api/ tables HTTP/1.1", "GET api/tables HTTP/1.1",
            "GET * HTTP/1.1", "G@T /api/tables HTTP/1.1", "GET /api/t\xe4bles HTTP/1.1", "GET /#x HTTP/1.1", " GET / HTTP/1.1",
            "GET /api/tables http/1.1", "GET /api/tables ICY")),
        *((505, {**good, "first": f"GET /api/tables {version}"}) for version in (
            "HTTP/1.0", "HTTP/2.0", "HTTP/1.1 ", "HTTP/1.11", "HTTP/")),
        *((405, {**good, "first": f"{method} /api/tables HTTP/1.1"}) for method in (
            "OPTIONS", "PUT", "PATCH", "TRACE", "CONNECT", "get", "PROPFIND")),
        *((405, {**good, "first": f"{method} / HTTP/1.1", "Content-Length": "0"}) for method in ("POST", "DELETE")),
        (400, lines.replace(b"\r\n", b"\n") + b"\r\n\r\n"),
        (400, lines.replace(b"Authorization: ", b"Authorization : ")),
        (400, lines.replace(b"Authorization: ", b"X: a\r\n folded\r\nAuthorization: ")),
        (400, lines.replace(b"Authorization: ", b"no colon\r\nAuthorization: ")),
        (400, lines.replace(b"Authorization: ", b": nameless\r\nAuthorization: ")),
        (400, lines.replace(b"Authorization: ", b"X: a\0b\r\nAuthorization: ")),
        (400, lines.replace(b"Authorization: ", b"X: a\rb\r\nAuthorization: ")),
        (400, lines.replace(b"Authorization: ", b"X\x01: b\r\nAuthorization: ")),
        (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
        (431, {**good, "X": "x" * 16384}),
        (431, {**good, "X": ["x"] * 101}),
        (200, {**good, "X": ["x"] * 90}),
        (431, b"GET /" + b"x" * 20000),
        # one body, of a length that is said once
        (411, post),
        *((400, {**post, "Content-Length": length}) for length in (
            "", "-1", "+1", "0x1", "1 ", "1,1", "1.0", "9" * 30, ["0", "0"], ["0", "5"])
          if length != "1 "),
        *((501, {**post, "Content-Length": length, "Transfer-Encoding": coding}, b"0\r\n\r\n") for length in ("0", None)
          for coding in ("chunked", "identity", "xchunked", "\tchunked", ["gzip", "chunked"])),
        (400, {**post, "Content-Length": "0", "Transfer-Encoding ": "chunked"}, b"0\r\n\r\n"),
        (400, {**good, "Content-Length": "5"}, b"hello"),
        (417, {**post, "Content-Length": "0", "Expect": "the-unexpected"}),
        # refused at its head, before a byte of it was sent
        (413, {**post, "Content-Length": "1"}),
        (413, {**post, "first": f"POST /api/tables/{TABLE}/lines?looker=1 HTTP/1.1", "Content-Length": "65537"}),
        (413, {**post, "first": f"POST /api/tables/{TABLE}/records?looker=1 HTTP/1.1", "Content-Length": "4194305"}),
        (401, {**post, "Authorization": None, "Content-Length": "4194304",
               "first": f"POST /api/tables/{TABLE}/records?looker=1 HTTP/1.1"}),
    ])


def what_stands_behind_a_refused_head_is_not_asked(server):
    inner = write(server.head("GET", "/api/tables"))
    with server.connect() as wire:
        wire.sendall(write(server.head("POST", "/api/tables", Transfer_Encoding="chunked", Content_Length="3")) +
                     b"0\r\n\r\n" + inner)
        file = wire.makefile("rb")
        assert read_answer(file)[0] == 501
        assert file.read() == b"", "a second answer"
    with server.connect() as wire: # but two good ones are answered one after the other
        wire.sendall(inner + inner)
        file = wire.makefile("rb")
        assert [read_answer(file)[0] for _ in range(2)] == [200, 200]


def no_address_leads_to_a_file(server):
    for path in ("/../serve-token", "/serve-token", "/plays/", "/..%2fserve-token", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                 "/etc/passwd", "/api/../serve-token", "/api/tables/../../serve-token", "/api/tables/../etc/passwd/lines",
                 "/index.html%00", "/\\..\\serve-token", "/api", "/api/", "/api/tables/", f"/api/tables/{TABLE}",
                 f"/api/tables/{TABLE.upper()}/lines?looker=1", f"/api/tables/{TABLE}0/lines", "/api/tables/0/lookers"):
        status, headers, said = server.ask("GET", path)
        assert status == 404 and server.token not in str(said), (path, status, said)
        policy = headers["content-security-policy"][0]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == ["nosniff"] and "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


def lines_reach_the_data_folder_alone(server):
    table, stream = new_id(), Stream(server, "lines")
    me = server.join(table, "lines")
    with open(os.path.join(server.data, "secret.tree"), "w", encoding="ascii") as file:
        file.write("root: 1 2\n")
    for line in ("new tree:file=/etc/passwd", "new tree:file=../secret.tree", "new tree:file=secret.tree",
                 "new pacman:layout=/etc/passwd", "new pacman:layout=../../../etc/passwd", "new empire:map=/etc/passwd",
                 "new tree:file=files/../../secret.tree", "read serve-token", "read ../serve-token", "read /etc/passwd",
                 "read plays/../serve-token", "read plays/..", 'put ../escaped.hra "a"', 'put plays/../../escaped.hra "a"', 'put serve-token "a"',
                 'put plays/.x "a"', "delete serve-token", "delete ../serve-token", "resume /etc/passwd", "watch ../serve-token",
                 "new tictactoe human mcts:threads=64", "new checkers human alphabeta:hash=1T", "new nim keep=/etc/x",
                 "done 1 move b2", 'found 1 {"x":1}', "look 1", "new", "", "@", "@@@ new", "\x00", "a\nnew nim", "\xff\xfe",
                 "new nim " + "(" * 60000, "new nim position=" + "9" * 60000, "move " + "\U0001f3b2" * 15000,
                 "new nim " + "human " * 9000, '"' * 60001):
        server.line(table, me, line)
        said = stream.event(table, me, "error ok")
        assert said["event"] == "error" and "root:" not in str(said) and server.token not in str(said), (line[:60], said)
    assert not os.path.exists(os.path.join(server.data, "..", "escaped.hra"))
    assert sorted(os.listdir(server.data)) == ["secret.tree", "serve-token", "serve-token.real"]
    assert say(server, stream, table, me, 'put files/own.tree "(1 2)"')["event"] == "ok"
    assert os.listdir(os.path.join(server.data, "files")) == ["own.tree"]
    stream.close()


def rooms_are_limited(server):
    good = server.head("GET", "/api/tables")
    table = new_id()
    statuses = [server.ask("POST", f"/api/tables/{table}/lookers?stream=crowd", "")[0] for _ in range(65)]
    assert statuses == [201] * 63 + [429] * 2, statuses
    statuses = [server.ask("POST", f"/api/tables/{table}/lookers?stream=crowd{i}", "")[0] for i in range(300)]
    assert set(statuses) == {429}
    names = [server.ask("POST", f"/api/tables/{new_id()}/lookers?stream=many{i}", "")[0] for i in range(3)]
    assert set(names) == {429}, "no room is left for other browsers"
    for name in ("", "a/b", "x" * 256, "a%20b", "%00", "é"):
        assert status_of(server, {**good, "first": f"GET /api/events?stream={name} HTTP/1.1"}) == 400, name
    for look in ("8", "-1", "9999999999999999999", "tables", "0x1"):
        path = f"/api/tables/{table}/lookers?stream=crowd&look={look}"
        assert server.ask("POST", path, "")[0] == 400, look
    for path in (f"/api/tables/{table}/lines?looker=0", f"/api/tables/{table}/lines?looker=64",
                 f"/api/tables/{table}/lines?looker=-1", f"/api/tables/{table}/lines?looker=1x",
                 f"/api/tables/{new_id()}/lines?looker=1"):
        assert server.ask("POST", path, "help")[0] == 404, path
    assert server.ask("POST", f"/api/tables/{table}/lines", "help")[0] == 400
    if many():
        statuses = [server.ask("POST", f"/api/tables/{new_id()}/lookers?stream=crowd", "")[0] for _ in range(4200)]
        assert statuses.count(201) < 4100 and statuses[-1] == 429


def idle_connections_make_room(server):
    """And not one that is in the middle of a request."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    lines = server.head("POST", f"/api/tables/{new_id()}/lines?looker=1", Content_Length="5")
    with server.connect() as busy:
        busy.sendall(write(lines) + b"he")
        idle = [server.connect() for _ in range(min(1100, files[1] - 100))]
        assert server.ask("GET", "/api/tables")[0] == 200
        busy.sendall(b"llo")
        assert read_answer(busy.makefile("rb"))[0] == 404
    for wire in idle:
        wire.close()


def left_over(server):
    """Connections of the server whose other side has ended, and its own has not."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        return [line for line in file if line.split()[1].endswith(f":{server.port:04X}") and line.split()[3] == "08"]


def who_sends_no_more_is_still_answered(server):
    table, stream = new_id(), Stream(server, "deaf")
    me = server.join(table, "deaf")
    assert say(server, stream, table, me, "new tictactoe human human keep=no")["event"] == "ok"
    for path, wanted in (("/api/tables", 200), ("/api/nothing", 404)):
        with server.connect() as wire:
            wire.sendall(write(server.head("GET", path)) + write(server.head("GET", path)))
            wire.shutdown(socket.SHUT_WR)
            file = wire.makefile("rb")
            assert [read_answer(file)[0] for _ in range(3)] == [wanted, wanted, 0]
    stream.wire.shutdown(socket.SHUT_WR)
    while not left_over(server):
        pass # until the server has seen it
    assert say(server, stream, table, me, "move b2")["event"] == "ok", "the stream goes on"
    stream.close()
    while left_over(server):
        pass # and is over when nobody hears it


def the_key_is_handed_on_in_a_file(server):
    """What opens the page shows up in lists of processes."""
    hra, folder = server.process.args[0], scratch()
    opener, seen = os.path.join(folder, "xdg-open"), os.path.join(folder, "seen")
    with open(opener, "w", encoding="ascii") as file:
        file.write(f'#!/bin/sh\nstat -c %a "$1" >"{seen}.new"\necho "$@" >>"{seen}.new"\ncat "$1" >>"{seen}.new"\nmv "{seen}.new" "{seen}"\n')
    os.chmod(opener, 0o700)
    for data in (scratch(), ""): # the second one keeps nothing
        if os.path.exists(seen):
            os.remove(seen)
        extra = ("--port", "0", "--open") + (() if data else ("--data", "/dev/null/x"))
        opened = Server(hra, data or None, extra, PATH=f"{folder}:{os.environ['PATH']}", TMPDIR=folder)
        while not os.path.exists(seen):
            assert opened.process.poll() is None
        with open(seen, encoding="ascii") as file:
            mode, path, page = file.read().split("\n", 2)
        assert mode == "600" and opened.token not in path, (mode, path)
        assert f"http://127.0.0.1:{opened.port}/#{opened.token}" in page and "no-referrer" in page, page
        assert os.path.dirname(path) == (data or folder)
        assert opened.end()[0] == 0
        assert not os.path.exists(path), "it is gone with the server"


def lines_of_libevent_are_ours(server):
    """It cannot wait for connections here, and says so itself."""
    ways = {f"EVENT_NO{way}": "1" for way in ("EPOLL", "POLL", "SELECT")}
    done = subprocess.run([server.process.args[0], "serve", "--no-page", "--port", "0", "--data", server.data],
                          capture_output=True, text=True, check=False, env={**os.environ, **ways})
    lines = done.stderr.splitlines()
    assert done.returncode == 1 and "libevent: " in done.stderr, done
    assert all(line.startswith("hra: ") for line in lines) and "cannot wait for connections" in lines[-1], lines


def slow_requests_are_given_up(server):
    if not many(): # it takes the ten seconds that a request has
        return
    for part in (b"GET / HT", write(server.head("POST", f"/api/tables/{TABLE}/lines?looker=1", Content_Length="5")) + b"he"):
        with server.connect() as wire:
            wire.sendall(part)
            assert wire.recv(100) == b""


def who_does_not_read_loses_his_stream(server):
    table = new_id()
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect((server.host, server.port))
    wire.sendall(write(server.head("GET", "/api/events?stream=deaf")))
    me, before = server.join(table, "deaf"), server.memory()
    body = write(server.head("POST", f"/api/tables/{table}/lines?looker={me}", Content_Length="5")) + b"games"
    with server.connect() as other:
        file = other.makefile("rb")
        for _ in range(700): # some 25 MB
            other.sendall(body)
            assert read_answer(file)[0] == 202
    assert server.memory() < before + (16 << 20), "what nobody reads is kept"
    wire.settimeout(120)
    while wire.recv(1 << 16):
        pass # what was under way, then the end
    stream = Stream(server, "deaf")
    assert say(server, stream, table, me, "sync 0")["event"] == "ok"
    stream.close()


def noise(chance, server):
    """A request that is a good one, broken."""
    table = chance.choice([TABLE, new_id(chance)])
    lines = server.head(chance.choice(["GET", "POST", "DELETE", "HEAD"]), chance.choice([
        "/", "/api/tables", "/api/events?stream=noise", f"/api/tables/{table}/lookers?stream=noise",
        f"/api/tables/{table}/lines?looker={chance.randrange(3)}", f"/api/tables/{table}/lookers/{chance.randrange(3)}"]))
    body = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
    if chance.random() < 0.7:
        lines["Content-Length"] = str(len(body))
    text = bytearray(write(lines) + body)
    for _ in range(chance.randrange(6)):
        at = chance.randrange(len(text))
        kind = chance.randrange(4)
        if kind == 0:
            text[at] = chance.randrange(256)
        elif kind == 1:
            del text[at:at + chance.randrange(1, 30)]
        elif kind == 2:
            text[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(9)))
        else:
            text[at:at] = text[at // 2:at]
        text = text or bytearray(b" ")
    return bytes(text)


def noise_does_no_harm(server):
    chance = random.Random(1)
    table, stream = new_id(), Stream(server, "deaf")
    me = server.join(table, "deaf")
    assert say(server, stream, table, me, "new tictactoe human human keep=no")["event"] == "ok"
    for _ in range(10000 if many() else 700):
        with server.connect() as wire:
            try:
                wire.sendall(noise(chance, server))
                wire.shutdown(socket.SHUT_WR)
                wire.recv(1 << 16)
            except OSError:
                pass # closed before all was sent
    assert server.process.poll() is None
    server.line(table, me, "move b2")
    assert stream.event(table, me, "move")["move"] == "b2"
    stream.close()


def only_this_machine_is_served(server):
    with open("/proc/net/tcp", encoding="ascii") as file:
        at = [line.split()[1] for line in file if line.split()[3] == "0A" and line.split()[1].endswith(f":{server.port:04X}")]
    assert at == [f"0100007F:{server.port:04X}"], at
    hra = server.process.args[0]
    for address in ("0.0.0.0", "::", "localhost", "example.com", "1.2.3"):
        done = subprocess.run([hra, "serve", "--no-page", "--port", "0", "--address", address, "--data", server.data],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 2 and address in done.stderr, (address, done)


def main():
    server = Server(sys.argv[1])
    try:
        run([host_comes_first, a_page_from_elsewhere_gets_nothing, the_token_is_the_key, requests_are_read_strictly,
             what_stands_behind_a_refused_head_is_not_asked, the_token_is_kept_for_its_owner_alone,
             no_address_leads_to_a_file, lines_reach_the_data_folder_alone, slow_requests_are_given_up, who_does_not_read_loses_his_stream,
             noise_does_no_harm, rooms_are_limited, idle_connections_make_room, who_sends_no_more_is_still_answered,
             the_key_is_handed_on_in_a_file, lines_of_libevent_are_ours, only_this_machine_is_served], server)
    finally:
        status, said = server.end()
    assert status == 0, (status, said)


if __name__ == "__main__":
    main()
