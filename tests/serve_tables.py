#!/usr/bin/env python3
"""Tables of hra serve: seats, lost streams, ends of every kind, folders that are shared or full.

    tests/serve_tables.py HRA
"""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from serve_client import Server, Stream, new_id, run, say

HRA = ""


def a_seat_belongs_to_one():
    server = Server(HRA)
    table, one, two = new_id(), Stream(server, "one"), Stream(server, "two")
    first, second = server.join(table, "one"), server.join(table, "two")
    assert "play" in one.event(table, first, "hello")["may"]
    assert "play" not in two.event(table, second, "hello")["may"]
    assert say(server, two, table, second, "new nim human human")["code"] == "denied"
    assert say(server, one, table, first, "new tictactoe human human seed=1")["event"] == "ok"
    assert two.event(table, second, "position")["position"] == ".../.../...", "he sees the same"
    for line in ("move b2", "undo", "resign", "leave", "hold", "delete plays/x", "look 0", 'put files/x "a"', "done 1 ready"):
        assert say(server, two, table, second, line)["code"] == "denied", line
    assert say(server, two, table, second, "moves")["event"] == "ok"
    both_move(server, table, (one, first), (two, second))
    server.ask("DELETE", f"/api/tables/{table}/lookers/{first}")
    assert one.event(table, first, "bye")
    hello = two.event(table, second, "hello", snapshot=True)
    assert {"play", "undo", "table"} <= set(hello["may"]), "the next one has the seat"
    assert say(server, two, table, second, "move a2")["event"] == "ok"
    third = server.join(table, "one")
    assert server.ask("POST", f"/api/tables/{table}/lookers/{third}/first", "")[0] == 204
    assert "play" not in two.event(table, second, "hello", snapshot=True)["may"]
    assert say(server, one, table, third, "move a3")["event"] == "ok"
    assert server.end()[0] == 0


def both_move(server, table, *tabs):
    """Moves in both tabs at once make one move and one error."""
    found = []

    def move(stream, looker, text):
        found.append(say(server, stream, table, looker, text)["event"])
    threads = [threading.Thread(target=move, args=(*tab, text)) for tab, text in zip(tabs, ("move b2", "move a1"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["error", "ok"], found
    assert say(server, tabs[0][0], table, tabs[0][1], "position")["event"] == "ok"
    said = next(m["event"] for m in reversed(tabs[0][0].heard) if m.get("event", {}).get("event") == "position")
    assert said["ply"] == 1, "one move"


def seats_of_several_browsers():
    """Two people, two machines: each moves for his own seat."""
    server = Server(HRA)
    table, one, two = new_id(), Stream(server, "one"), Stream(server, "two")
    first, second = server.join(table, "one", "0"), server.join(table, "two", "1")
    watcher = server.join(table, "two", "watch")
    assert say(server, one, table, first, "new tictactoe human human")["event"] == "ok"
    assert say(server, two, table, second, "move b2")["event"] == "error"
    assert say(server, one, table, first, "move b2")["event"] == "ok"
    assert say(server, two, table, watcher, "move a1")["event"] == "error"
    assert say(server, two, table, second, "move a1")["event"] == "ok"
    assert server.end()[0] == 0


def what_was_missed_is_told_again():
    server = Server(HRA)
    table, stream = new_id(), Stream(server, "one")
    me = server.join(table, "one")
    assert say(server, stream, table, me, "new tictactoe human human")["event"] == "ok"
    last = stream.event(table, me, "ask")["n"]
    stream.close()
    server.line(table, me, "@x move b2") # told to nobody
    stream = Stream(server, "one")
    server.line(table, me, f"@s sync {last}")
    assert stream.event(table, me, "move", re="x")["n"] == last + 1
    assert stream.event(table, me, "ok", re="x")
    assert stream.event(table, me, "ok", re="s")
    second = Stream(server, "one") # a later stream ends the earlier one
    assert stream.wait(lambda said: False) is None
    assert say(server, second, table, me, "move a1")["event"] == "ok"
    assert server.ask("GET", "/api/tables")[2]["tables"][0]["table"] == table
    assert server.end()[0] == 0


def the_end_is_told(number=signal.SIGTERM, status=0):
    server = Server(HRA)
    table, stream = new_id(), Stream(server, "one")
    me = server.join(table, "one")
    assert say(server, stream, table, me, "new checkers human alphabeta:depth=4")["event"] == "ok"
    assert say(server, stream, table, me, "move 11-15")["event"] == "ok"
    server.line(table, me, "analyse alphabeta time=500s") # in the middle of work
    assert stream.event(table, me, "thinking", task="analyse")
    assert server.end(number)[0] == status
    assert stream.event(table, me, "bye")
    assert stream.wait(lambda said: "server" in said)["server"] == {"bye": True}
    assert stream.wait(lambda said: False) is None
    (name,) = os.listdir(os.path.join(server.data, "plays"))
    with open(os.path.join(server.data, "plays", name), encoding="utf-8") as file:
        assert "11-15" in file.read(), "the play is kept"


def the_end_by_ctrl_c_is_told():
    the_end_is_told(signal.SIGINT, 130)


def a_hang_up_saves_every_table():
    """And ends the server with 130, but where somebody asked that it goes on (nohup)."""
    server = Server(HRA, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    stream = Stream(server, "one")
    kept = []
    for number in range(12):
        table = new_id()
        me = server.join(table, "one")
        kept.append(say(server, stream, table, me, f"new tictactoe human human seed={number}")["text"])
        assert say(server, stream, table, me, "move b2")["event"] == "ok"
    status, said = server.end(signal.SIGHUP)
    assert status == 130 and "The server ends" in said, (status, said)
    for name in kept:
        with open(os.path.join(server.data, name), encoding="utf-8") as file:
            assert file.read().endswith("0 b2\n"), name
    server = Server(HRA, server.data, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    server.process.send_signal(signal.SIGHUP)
    stream = Stream(server, "one")
    me = server.join(new_id(), "one")
    assert server.ask("GET", "/api/tables")[0] == 200
    assert server.end()[0] == 0


def no_question_lasts_longer_than_the_server_gives():
    server = Server(HRA, extra=("--port", "0", "--max-think", "200ms"))
    stream, table = Stream(server, "one"), new_id()
    me = server.join(table, "one")
    assert say(server, stream, table, me, "new yahtzee human keep=no")["event"] == "ok"
    said = say(server, stream, table, me, "analyse atleast:target=300") # solves the game before it thinks
    assert said["code"] == "limit" and "within 0.2 s" in said["text"] and "--max-think" in said["text"], said
    assert say(server, stream, table, me, "new checkers human human keep=no")["event"] == "ok"
    assert say(server, stream, table, me, "analyse alphabeta time=500s")["event"] == "ok"
    assert say(server, stream, table, me, "advice")["event"] in ("ok", "error") # the adviser too has an end
    assert server.end()[0] == 0


def what_is_put_has_an_end():
    server = Server(HRA)
    stream, tables = Stream(server, "one"), [new_id(), new_id()]
    lookers = [server.join(table, "one") for table in tables]
    text = json.dumps("x" * 4190000)
    for _ in range(16): # 67,040,000 bytes; 64 MiB are 67,108,864
        assert say(server, stream, tables[0], lookers[0], f"put files/large {text}")["event"] == "ok"
    said = say(server, stream, tables[0], lookers[0], f"put files/large {text}")
    assert said["code"] == "limit" and "67108864" in said["text"] and "67040000" in said["text"], said
    assert say(server, stream, tables[0], lookers[0], 'put files/small "a"')["event"] == "ok"
    assert say(server, stream, tables[1], lookers[1], 'put files/small "a"')["event"] == "ok"
    assert server.end()[0] == 0


def a_play_survives_a_kill():
    server = Server(HRA)
    table, stream = new_id(), Stream(server, "one")
    me = server.join(table, "one")
    kept = say(server, stream, table, me, "new tictactoe human human")["text"]
    assert say(server, stream, table, me, "move b2")["event"] == "ok"
    server.process.kill()
    server.process.communicate()
    again = Server(HRA, server.data, ("--port", str(server.port)))
    assert (again.token, again.port) == (server.token, server.port), "an open page finds in again"
    assert again.ask("POST", f"/api/tables/{table}/lines?looker={me}", "move a1")[0] == 404
    stream = Stream(again, "one")
    status, _, said = again.ask("POST", f"/api/tables/{table}/lookers?stream=one", "")
    assert status == 201 and said["new"]
    again.line(table, said["looker"], f"resume {kept}")
    assert stream.event(table, said["looker"], "position")["position"] == ".../.X./..."
    assert say(again, stream, table, said["looker"], "move a1")["event"] == "ok"
    assert again.end()[0] == 0


def servers_share_a_folder():
    one = Server(HRA, extra=())
    two = Server(HRA, one.data)
    streams = [Stream(server, "s") for server in (one, two)]
    tables = [new_id(), new_id()]
    lookers = [server.join(table, "s") for server, table in zip((one, two), tables)]
    kept = say(one, streams[0], tables[0], lookers[0], "new nim human human")["text"]
    assert say(one, streams[0], tables[0], lookers[0], "move a1")["event"] == "ok"
    said = say(two, streams[1], tables[1], lookers[1], f"resume {kept}")
    assert said["code"] == "state" and "open elsewhere" in said["text"], said
    assert say(two, streams[1], tables[1], lookers[1], "new nim human human")["event"] == "ok"
    assert one.end()[0] == 0
    assert say(two, streams[1], tables[1], lookers[1], f"resume {kept}")["event"] == "ok"
    taken = subprocess.run([HRA, "serve", "--no-page", "--port", str(two.port), "--data", two.data], capture_output=True,
                           text=True, check=False)
    assert taken.returncode == 1 and "in use" in taken.stderr, taken
    assert two.end()[0] == 0


def a_full_disk_is_told():
    def fill():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN) # the write fails instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))
    server = Server(HRA, before=fill)
    table, stream = new_id(), Stream(server, "one")
    me = server.join(table, "one")
    assert say(server, stream, table, me, "new yahtzee human seed=1")["event"] == "ok"
    told = None
    while not told:
        stream.event(table, me, "ask")
        server.line(table, me, "moves")
        move = stream.event(table, me, "moves")["moves"][-1]["move"]
        server.line(table, me, f"@x move {move}")
        told = next((m for m in [stream.event(table, me, "error ok", **{})] if m["event"] == "error"), None)
        if not told:
            told = next((m["event"] for m in stream.heard if m.get("event", {}).get("event") == "error"), None)
    assert told["code"] == "io" and "without a record" in told["text"], told
    assert say(server, stream, table, me, "position")["event"] == "ok", "the play goes on"
    assert server.end()[0] == 0


def people_with_advice_come_first():
    """A table is answered while every thread is busy with analyses of others."""
    server = Server(HRA, extra=("--port", "0", "--threads", "2"))
    stream = Stream(server, "one")
    tables = [new_id() for _ in range(5)]
    lookers = [server.join(table, "one") for table in tables]
    for table, me in zip(tables, lookers):
        assert say(server, stream, table, me, "new checkers human random keep=no")["event"] == "ok"
    for table, me in list(zip(tables, lookers))[:4]:
        server.line(table, me, "@long analyse alphabeta time=500s")
    table, me = tables[4], lookers[4]
    assert say(server, stream, table, me, "move 11-15")["event"] == "ok"
    assert stream.event(table, me, "move", seat=1), "a machine moves"
    for table, me in list(zip(tables, lookers))[:4]:
        server.line(table, me, "stop")
        assert stream.event(table, me, "ok error", re="long")
    assert server.end()[0] == 0


def decisions_without_an_end_make_room():
    """Two tables think without an end on two threads: a third one gets its first move, and they go on thinking."""
    server = Server(HRA, extra=("--port", "0", "--threads", "2", "--max-think", "500s"))
    stream = Stream(server, "one")
    tables = [new_id() for _ in range(3)]
    lookers = [server.join(table, "one") for table in tables]
    for table, me in list(zip(tables, lookers))[:2]:
        assert say(server, stream, table, me, "new checkers alphabeta:time=500s human keep=no")["event"] == "ok"
        assert stream.event(table, me, "thinking", task="choose")
    assert say(server, stream, tables[2], lookers[2], "new checkers random human keep=no")["event"] == "ok"
    move = stream.wait(lambda said: said.get("event", {}).get("event") == "move")
    assert move["table"] == tables[2], f"a decision of 500 s is over: {move}"
    for table, me in list(zip(tables, lookers))[:2]:
        assert say(server, stream, table, me, "stop")["event"] == "ok"
    assert server.end()[0] == 0


def machines_at_many_tables():
    """Sixteen machines at once: a young stream takes a burst of more than a megabyte, and no event is lost. All is
    less than the eight of HTTP_UNREAD_MOST, so that it does not matter how soon this test comes to read."""
    server = Server(HRA)
    stream = Stream(server, "one")
    tables = [new_id() for _ in range(16)]
    for table in tables:
        server.join(table, "one")
    for table in tables:
        server.line(table, 1, "new yahtzee random random seed=3 keep=no time=1s")
    last, over = dict.fromkeys(tables, 0), set()
    while len(over) < len(tables):
        said = stream.wait(lambda said: True)
        assert said, "the stream was ended"
        if "event" in said:
            assert said["event"]["n"] == last[said["table"]] + 1, said
            last[said["table"]] = said["event"]["n"]
            over |= {said["table"]} if said["event"]["event"] == "result" else set()
    assert len(set(last.values())) == 1, "the same seed, the same play"
    assert server.end()[0] == 0


def records_come_and_go():
    server = Server(HRA)
    table, stream = new_id(), Stream(server, "one")
    me = server.join(table, "one")
    text = "hra-record 1\n" + "# a line of some length, many times\n" * 100000 # 3.6 MB
    assert say(server, stream, table, me, f"put plays/large.hra {json.dumps(text)}")["event"] == "ok"
    server.line(table, me, "read plays/large.hra")
    assert stream.event(table, me, "kept")["text"] == text
    status, _, said = server.ask("POST", f"/api/tables/{table}/lines?looker={me}", "x" * 65537)
    assert status == 413 and "too large" in said["error"]
    assert server.end()[0] == 0


def tables_are_closed_with_their_lookers():
    server = Server(HRA)
    table = new_id()
    with socket.create_connection((server.host, server.port)):
        me = server.join(table, "nobody") # no stream of this name is open
    assert server.ask("DELETE", f"/api/tables/{table}/lookers/{me}")[0] == 204
    assert server.ask("DELETE", f"/api/tables/{table}/lookers/{me}")[0] == 404
    again = server.ask("POST", f"/api/tables/{table}/lookers?stream=one", "")
    assert again[0] == 201 and not again[2]["new"], "a page that is loaded again finds its table"
    stream = Stream(server, "one")
    kept = say(server, stream, table, again[2]["looker"], "new nim human human")["text"]
    assert say(server, stream, table, again[2]["looker"], "move a1")["event"] == "ok"
    other = new_id()
    me = server.join(other, "one")
    assert say(server, stream, other, me, f"resume {kept}")["code"] == "state", "somebody sits there"
    server.ask("DELETE", f"/api/tables/{table}/lookers/{again[2]['looker']}")
    assert say(server, stream, other, me, f"resume {kept}")["event"] == "ok", "and then nobody"
    assert server.end()[0] == 0


def a_collection_is_read_only():
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "t.hra")
        index = os.path.join(folder, "c.hraindex")
        subprocess.run([HRA, "match", "tictactoe", "random", "random", "--games", "30", "--seed", "1", "--record", record],
                       check=True, capture_output=True)
        subprocess.run([HRA, "index", index, record], check=True, capture_output=True)
        with open(index, "rb") as file:
            before = file.read()
        server = Server(HRA, extra=("--port", "0", "--index", index))
        for table in (new_id(), new_id()):
            stream = Stream(server, table)
            me = server.join(table, table)
            assert say(server, stream, table, me, "new tictactoe human human keep=no")["event"] == "ok"
            server.line(table, me, "explore")
            assert stream.event(table, me, "explorer")["explorer"]["games"] == 30
            assert "read-only" in say(server, stream, table, me, "index")["text"]
        assert server.end()[0] == 0
        with open(index, "rb") as file:
            assert file.read() == before
        done = subprocess.run([HRA, "serve", "--no-page", "--port", "0", "--index", record], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "not a collection" in done.stderr, done


def moves_come_in_words_of_the_language():
    """Where these differ, beside those for programs; in English there are none, and none for clients of session 1."""
    for language, version, said in (("cs", 2, "nechat 6-6"), ("cs", 1, None), ("en", 2, None)):
        server = Server(HRA, LANGUAGE=language, LC_ALL="cs_CZ.UTF-8")
        table, stream = new_id(), Stream(server, "one")
        me = server.join(table, "one")
        for line in (f"session {version}", "new yahtzee human seed=1 position=dice=2-3-5-6-6", "moves", "move keep 6-6"):
            server.line(table, me, line)
            if line.startswith("new"):
                stream.event(table, me, "ask")
        legal = {move["move"]: move.get("move_said") for move in stream.event(table, me, "moves")["moves"]}
        assert legal["keep 6-6"] == said, (language, version, legal)
        move = stream.event(table, me, "move", move="keep 6-6")
        assert move.get("move_said") == said, move
        stream.event(table, me, "ask")
        server.line(table, me, "tree greedy show=9")
        tree = stream.event(table, me, "tree")["tree"]
        for node in [tree, *tree["tree"][1:]]:
            words = node.get("move_said")
            assert (words is not None) == (said is not None and node["move"].startswith("keep")), (language, version, node)
        assert server.end()[0] == 0


def data_that_cannot_be_used():
    done = subprocess.run([HRA, "serve", "--no-page", "--port", "x"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "port" in done.stderr, done
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        with open(path, "w", encoding="ascii"):
            pass
        server = Server(HRA, path) # says that nothing is saved, and serves
        table, stream = new_id(), Stream(server, "one")
        me = server.join(table, "one")
        assert say(server, stream, table, me, "new nim human human")["event"] == "ok"
        status, said = server.end()
        assert status == 0 and "cannot be used" in said, said


def main():
    global HRA
    HRA = sys.argv[1]
    run([a_seat_belongs_to_one, seats_of_several_browsers, what_was_missed_is_told_again, the_end_is_told,
         the_end_by_ctrl_c_is_told, a_hang_up_saves_every_table, no_question_lasts_longer_than_the_server_gives,
         what_is_put_has_an_end, a_play_survives_a_kill, servers_share_a_folder, a_full_disk_is_told,
         people_with_advice_come_first, decisions_without_an_end_make_room, machines_at_many_tables,
         records_come_and_go, tables_are_closed_with_their_lookers, a_collection_is_read_only, moves_come_in_words_of_the_language,
         data_that_cannot_be_used])


if __name__ == "__main__":
    main()
