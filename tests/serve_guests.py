#!/usr/bin/env python3
"""Guests of hra serve: what an invitation to a seat, or to watch, opens, and that it opens nothing else.

    tests/serve_guests.py HRA

Walks the two tables of rights, src/session/session_rights.def and apps/serve/serve_requests.def: each right is tried by
the owner, by a guest at a seat, by a guest who watches, and by a stranger.
"""

import os
import pathlib
import re
import sys

from serve_client import Server, Stream, new_id, run, scratch, write

HRA = ""
ROOT = pathlib.Path(__file__).resolve().parent.parent
ROLES = ["owner", "seat", "watcher", "stranger"]


def rows(path, name, fields):
    """The rows of a .def, each a list of texts; the last four are 0 or 1."""
    text = (ROOT / path).read_text(encoding="utf-8")
    found = [[part.strip().strip('"') for part in row.split(",")] for row in re.findall(rf"^{name}\(([^)]*)\)", text, re.M)]
    assert found and all(len(row) == fields for row in found), found
    return found


class Guest:
    """Somebody with a key: the same calls as a server, with this key in place of the token."""

    def __init__(self, server, key):
        self.server, self.token, self.host, self.port = server, key, server.host, server.port
        self.connect = server.connect

    head = Server.head
    ask = Server.ask
    line = Server.line
    join = Server.join


def invite(server, table, seat):
    status, _, said = server.ask("POST", f"/api/tables/{table}/invitations?seat={seat}", "")
    assert status == 201 and re.fullmatch("[0-9a-f]{32}", said["key"]), (status, said)
    assert said["seat"] == seat, said
    return Guest(server, said["key"]), said["invitation"]


def say(asker, stream, table, looker, line):
    """Says a line in version 2 and returns its closing event."""
    name = f"t{new_id()}"
    asker.line(table, looker, f"@{name} {line}")
    return stream.event(table, looker, "ok error", reply_to=name)


def open_table(server, game="new tictactoe human human save=no"):
    """A table of the owner: its name, the stream and the number of the owner's looker."""
    table, name = new_id(), f"o{new_id()}"
    stream = Stream(server, name)
    looker = server.join(table, name)
    assert say(server, stream, table, looker, "session 2")
    assert say(server, stream, table, looker, game)["event"] == "ok"
    return table, stream, looker


def sit(guest, table):
    """A guest who comes: stream and looker; the view that it asks for is not what it gets."""
    name = f"g{new_id()}"
    stream = Stream(guest, name)
    looker = guest.join(table, name, "table")
    assert say(guest, stream, table, looker, "session 2")["event"] == "ok"
    return stream, looker


def told(stream, table, wanted):
    """Waits for a message about who is there."""
    def fits(said):
        people = said.get("server", {}).get("people")
        return people and people["table"] == table and wanted(people)
    said = stream.wait(fits)
    assert said, "the stream ended"
    return said["server"]["people"]


def every_request_is_for_its_roles(server):
    for method, path, *roles in rows("apps/serve/serve_requests.def", "SERVE_REQUEST", 6):
        for role, allowed in zip(ROLES, roles):
            table, stream, looker = open_table(server)
            own, number = looker, invite(server, table, 0)[1]
            asker = server
            if role == "stranger":
                asker = Guest(server, "0" * 32)
            elif role != "owner":
                asker, number = invite(server, table, 1 if role == "seat" else "watch")
                _, own = sit(asker, table)
            parts = iter([table, str(number if "invitations" in path else own)])
            address = re.sub(r"\*", lambda _: next(parts), path)
            query = f"?stream=x{new_id()}&looker={own}&seat=0"
            body = "@x position" if method == "POST" and path.endswith(("lines", "records")) else "" if method == "POST" else None
            if path == "/api/events":
                with asker.connect() as wire:
                    wire.sendall(write(asker.head(method, address + query)))
                    status = int(wire.makefile("rb").readline().split()[1])
            else:
                status = asker.ask(method, address + query, body)[0]
            refused = {"owner": 404, "seat": 403, "watcher": 403, "stranger": 401}[role]
            if path == "/":
                assert status == 404, "this server has no page, and every role may ask"
            elif allowed == "1":
                assert status in (200, 201, 202, 204) or (path.startswith("/api/work/") and status == 404), (role, method, path, status)
            else:
                assert status == refused, (role, method, path, status)
            for name in (looker, own):
                server.ask("DELETE", f"/api/tables/{table}/lookers/{name}")
            stream.close()


def every_line_is_for_its_roles(server):
    arguments = {"new": "nim", "resume": "plays/x", "watch": "plays/x", "study": "plays/x", "delete": "plays/x", "read": "plays/x",
                 "write": 'files/x "a"', "contents": "files/x", "adviser": "random", "explain": "on", "tutor": "on", "move": "b2",
                 "roll": "1", "name": "1 Eve", "draw": "offer", "takeback": "offer", "node": "0", "promote": "1", "remove": "1", "comment": "1 x", "glyph": "1 1", "analyse": "random",
                 "tree": "minimax", "exercise": "open review", "match": "nim games=1", "view": "0", "sync": "0", "session": "2",
                 "task-result": "1 ready", "task-progress": "1 {}"}
    for role in ("seat", "watcher"):
        for line, _, *roles in rows("src/session/session_rights.def", "SESSION_RIGHT", 6):
            table, stream, looker = open_table(server)
            guest, number = invite(server, table, 1 if role == "seat" else "watch")
            heard, own = sit(guest, table)
            closing = say(guest, heard, table, own, f"{line} {arguments.get(line, '')}".rstrip())
            denied = closing["event"] == "error" and closing["code"] == "denied"
            if line.startswith("task-"):
                assert closing["event"] == "error", closing
            else:
                assert denied == (roles[ROLES.index(role)] == "0"), (role, line, closing)
            assert server.ask("DELETE", f"/api/tables/{table}/invitations/{number}")[0] == 204
            assert server.ask("DELETE", f"/api/tables/{table}/lookers/{looker}")[0] == 204
            stream.close()


def two_people_play(server):
    table, stream, looker = open_table(server)
    guest, _ = invite(server, table, 1)
    hello = stream.event(table, looker, "hello", snapshot=True, view=0)
    assert "play" in hello["permissions"], "the owner keeps the other seat"
    assert guest.ask("GET", "/api/invitation")[2] == {"table": table, "seat": 1}
    heard, own = sit(guest, table)
    hello = next(m["event"] for m in reversed(heard.heard) if m.get("event", {}).get("event") == "hello")
    assert hello["view"] == 1 and hello["permissions"] == ["play"] and "seed" not in hello, hello
    people = told(stream, table, lambda people: all(seat["here"] for seat in people["seats"]))
    assert [seat["invited"] for seat in people["seats"]] == [False, True] and people["watching"] == 0, people
    assert say(guest, heard, table, own, "move b2")["event"] == "error", "it is not its turn"
    assert say(server, stream, table, looker, "move b2")["event"] == "ok"
    assert heard.event(table, own, "move")["move"] == "b2"
    assert say(server, stream, table, looker, "move a1")["event"] == "error", "the seat of the guest"
    assert say(guest, heard, table, own, "move a1")["event"] == "ok"
    assert say(server, stream, table, looker, "move a2")["event"] == "ok"
    assert say(guest, heard, table, own, "name 0 Eve")["code"] == "denied"
    assert say(guest, heard, table, own, "name 1 Eve")["event"] == "ok"
    assert say(guest, heard, table, own, "resign 0")["event"] == "error", "not the other's game"
    assert say(guest, heard, table, own, "resign")["event"] == "ok"
    assert guest.ask("POST", f"/api/tables/{table}/lookers/{own}/rematch", "")[0] == 204
    told(stream, table, lambda people: [seat["rematch"] for seat in people["seats"]] == [False, True])
    assert say(guest, heard, table, own, "new tictactoe human human")["code"] == "denied"
    assert say(server, stream, table, looker, "new tictactoe human human save=no")["event"] == "ok"
    told(stream, table, lambda people: not any(seat["rematch"] for seat in people["seats"]))
    assert say(server, stream, table, looker, "move b2")["event"] == "ok"
    assert say(guest, heard, table, own, "move a1")["event"] == "ok"
    heard.close()
    told(stream, table, lambda people: not people["seats"][1]["here"])
    again, other = sit(guest, table) # in another browser, with the same link
    assert say(guest, again, table, other, "move a2")["code"] == "denied"
    assert guest.ask("POST", f"/api/tables/{table}/lookers/{other}/first", "")[0] == 204
    assert say(server, stream, table, looker, "move a2")["event"] == "ok", "the owner has the table as before"
    assert say(guest, again, table, other, "move c2")["event"] == "ok"


def what_is_hidden_stays_hidden(server):
    """Secret bids of three people: all others get the same events, whatever the guest at seat 1 has bid."""
    def heard_after(bid):
        table, stream, looker = open_table(server, "new empire:seats=3,first-player=bid human human human save=no seed=3")
        guests = [(guest, *sit(guest, table)) for guest, _ in (invite(server, table, seat) for seat in (1, 2, "watch"))]
        assert say(server, stream, table, looker, "move bid 1")["event"] == "ok"
        assert say(*guests[0][:2], table, guests[0][2], f"move bid {bid}")["event"] == "ok"
        others = [(server, stream, looker), *guests[1:]]
        heard = []
        for who, where, number in others:
            for line in ("position", "moves", "help", "sync 1"):
                say(who, where, table, number, line)
            heard.append([{key: value for key, value in m["event"].items() if key not in ("reply_to", "re")}
                          for m in where.heard if m.get("table") == table])
            assert any(event.get("secret") for event in heard[-1] if event["event"] == "move"), heard[-1]
        stream.close()
        return heard
    assert heard_after(2) == heard_after(5)


def a_guest_reaches_nothing_else(server):
    table, stream, looker = open_table(server)
    other, _, _ = open_table(server)
    guest, number = invite(server, table, 1)
    friend, _ = invite(server, table, 0)
    heard, own = sit(guest, table)
    _, theirs = sit(friend, table)
    for asker, path, body, wanted in (
            (guest, f"/api/tables/{other}/lookers?stream=a", "", 404),
            (guest, f"/api/tables/{new_id()}/lookers?stream=a", "", 404),
            (guest, f"/api/tables/{other}/lines?looker=1", "moves", 404),
            (guest, f"/api/tables/{table}/lines?looker={looker}", "moves", 404),
            (guest, f"/api/tables/{table}/lines?looker={theirs}", "moves", 404),
            (guest, f"/api/tables/{table}/lines?looker=0", "moves", 404),
            (guest, f"/api/tables/{table}/lookers/{looker}/first", "", 404),
            (guest, f"/api/tables/{table}/records?looker={own}", "moves", 403),
            (guest, f"/api/tables/{table}/invitations?seat=0", "", 403),
            (guest, "/api/tables/../tables", "", 403),
            (guest, "/api//tables", "", 403),
            (guest, f"/api/tables/{table}/lines/?looker={own}", "moves", 403),
            (server, f"/api/tables/{table}/lines?looker={own}", "resign", 404), # nor does the owner speak for a guest
            (server, f"/api/tables/{table}/invitations?seat=table", "", 400),
            (server, f"/api/tables/{table}/invitations?seat=8", "", 400),
            (server, f"/api/tables/{table}/invitations", "", 400)):
        status = asker.ask("POST", path, body)[0]
        assert status == wanted, (path, status)
    assert guest.ask("DELETE", f"/api/tables/{table}/lookers/{looker}")[0] == 404
    assert guest.ask("DELETE", f"/api/tables/{table}/invitations/{number}")[0] == 403
    name = f"o{new_id()}"
    mine = Stream(server, name)
    status = guest.ask("GET", f"/api/events?stream={name}")[0]
    assert status == 403, "the stream of another"
    assert guest.ask("POST", f"/api/tables/{table}/lookers?stream={name}", "")[0] == 403
    for key in ("", "0" * 32, guest.token.upper(), guest.token[:-1], guest.token + "0", guest.token * 2):
        assert Guest(server, key).ask("GET", "/api/invitation")[0] == 401, key
    assert say(server, stream, table, looker, "moves")["event"] == "ok"
    mine.close()
    heard.close()


def an_invitation_ends(server):
    table, stream, looker = open_table(server)
    guest, number = invite(server, table, 1)
    heard, own = sit(guest, table)
    assert server.ask("GET", f"/api/tables/{table}/invitations")[2] == {"invitations": [{"invitation": number, "seat": 1}]}
    assert server.ask("DELETE", f"/api/tables/{table}/invitations/{number}")[0] == 204
    assert server.ask("DELETE", f"/api/tables/{table}/invitations/{number}")[0] == 404
    assert heard.event(table, own, "bye")
    assert heard.wait(lambda said: False) is None, "its stream is over"
    assert guest.ask("GET", "/api/invitation")[0] == 401
    assert guest.ask("POST", f"/api/tables/{table}/lines?looker={own}", "moves")[0] == 401
    assert stream.event(table, looker, "hello", snapshot=True, view="table"), "the owner has all seats again"
    first, _ = invite(server, table, 1)
    second, _ = invite(server, table, 1)
    assert first.ask("GET", "/api/invitation")[0] == 401, "a new link ends the earlier one"
    assert second.ask("GET", "/api/invitation")[0] == 200
    heard, own = sit(second, table)
    assert say(server, stream, table, looker, "quit")["event"] == "ok"
    assert say(second, heard, table, own, "quit")["event"] == "ok"
    assert heard.event(table, own, "bye")


def a_guest_closes_no_table(server):
    """resume and delete take a saved game from a table that all have left: not for a guest."""
    table, stream, looker = open_table(server, "new tictactoe human human")
    assert say(server, stream, table, looker, "move b2")["event"] == "ok"
    kept = next(t["kept"] for t in server.ask("GET", "/api/tables")[2]["tables"] if t["table"] == table)
    server.ask("DELETE", f"/api/tables/{table}/lookers/{looker}")
    other, _, _ = open_table(server)
    guest, _ = invite(server, other, 1)
    heard, own = sit(guest, other)
    for line in (f"resume {kept}", f"delete {kept}", "resume"):
        assert say(guest, heard, other, own, line)["code"] == "denied"
    assert any(t["table"] == table for t in server.ask("GET", "/api/tables")[2]["tables"]), "the table is still there"


def a_guest_takes_little_room():
    server = Server(HRA, scratch()) # the other one is close to its limit of browsers, after a table for each right
    table, _, _ = open_table(server)
    guest, _ = invite(server, table, 1)
    other, _ = invite(server, table, 0)
    found = [guest.ask("POST", f"/api/tables/{table}/lookers?stream=one", "")[0] for _ in range(10)]
    assert found == [201] * 8 + [429] * 2, found
    found = [guest.ask("POST", f"/api/tables/{table}/lookers?stream=s{i}", "")[0] for i in range(10)]
    assert set(found) == {429}, found
    assert other.ask("POST", f"/api/tables/{table}/lookers?stream=two", "")[0] == 201
    server.end()


def keys_are_written_nowhere():
    server = Server(HRA, scratch())
    table, stream, looker = open_table(server, "new tictactoe human human")
    keys = [invite(server, table, seat)[0] for seat in (0, 1, "watch")]
    for guest in keys:
        sit(guest, table)
        guest.ask("GET", "/api/nothing")
    stream.close()
    code, said = server.end()
    assert code == 0
    for guest in keys:
        assert guest.token not in said
        for path in pathlib.Path(server.data).rglob("*"):
            assert not path.is_file() or guest.token.encode() not in path.read_bytes(), path


if __name__ == "__main__":
    HRA = os.path.abspath(sys.argv[1])
    one = Server(HRA)
    run([every_request_is_for_its_roles, every_line_is_for_its_roles, two_people_play, what_is_hidden_stays_hidden,
         a_guest_reaches_nothing_else, an_invitation_ends, a_guest_closes_no_table], one)
    assert one.end()[0] == 0
    run([a_guest_takes_little_room, keys_are_written_nowhere])
