#!/usr/bin/env python3
"""A front end for every game, on `hra session`.

    python3 table.py [--hra PROGRAM] [--robot N] new GAME [PLAYER...] [seed=N]

You type moves as the game writes them; a blank line lists them, `a` asks the adviser, `u` takes back, `q`
leaves. With --robot a program sits in your chair: it asks for advice, takes its first moves back once and
makes the advised moves, at most N of them. Standard library only."""
import argparse
import json
import subprocess


class Table:
    """One `hra session`: lines go in, events come out; each line ends in `ok` or `error`."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "session"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.lines = 0
        self.waits = None  # what the table waits for: ask, roll or result
        self.tell("session 2")  # the version of all that follows

    def event(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the session has ended")
        event = json.loads(line)
        if event["event"] in ("ask", "roll", "result"):
            self.waits = event
        elif event["event"] == "move":
            self.waits = None
            print(f"  {event['seat']} {event.get('player', '')}: {event.get('move', 'in secret')}")
        elif event["event"] == "error" and "reply_to" not in event:
            print("  !", event["text"])
        return event

    def tell(self, line):
        """Sends a line; returns the events that it caused, the closing one last."""
        self.lines += 1
        caused = []
        self.process.stdin.write(f"@{self.lines} {line}\n")
        self.process.stdin.flush()
        while not caused or caused[-1]["event"] not in ("ok", "error"):
            event = self.event()
            if event.get("reply_to") == str(self.lines):
                caused.append(event)
        if caused[-1]["event"] == "error":
            print("  !", caused[-1]["text"])
        return caused

    def wait(self):
        """Reads on until somebody is asked, or the play is over."""
        while not self.waits:
            self.event()
        return self.waits

    def find(self, line, kind):
        return next((event for event in self.tell(line) if event["event"] == kind), None)


def show_advice(table):
    event = table.find("advice", "advice")
    for move in (event["advice"]["moves"] if event else [])[:8]:
        print(f"  {move['value']:10.3f}  {move['move']}")
    return event


def person(table, asked):
    print(table.find("position", "position")["board"])
    text = input("dice> " if asked["event"] == "roll" else f"seat {asked['seat']}> ").strip()
    if text == "q":
        return False
    if text == "a":
        show_advice(table)
    elif text == "u":
        table.tell("undo")
    elif text == "":
        print("  " + "  ".join(asked.get("moves") or (m["move"] for m in table.find("moves", "moves")["moves"])))
    else:
        table.tell(("roll " if asked["event"] == "roll" else "move ") + text)
    return True


def robot(table, asked, made):
    """A move that the adviser likes best, or where nobody advises the last of the list."""
    if made == 2 and table.tell("undo")[-1]["event"] == "ok":
        asked = table.wait()
    if asked["event"] == "ask":
        event = show_advice(table) if made % 4 == 0 else None
        moves = event["advice"]["moves"] if event else table.find("moves", "moves")["moves"]
        table.waits = None
        return table.tell("move " + (moves[0] if event else moves[-1])["move"])[-1]["event"] == "ok"
    return False


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("--hra", default="hra")
    reader.add_argument("--robot", type=int, default=0)
    reader.add_argument("words", nargs="+")
    given = reader.parse_args()
    table, made = Table(given.hra), 0
    if table.tell(" ".join(given.words))[-1]["event"] == "error":
        raise SystemExit(2)
    while (asked := table.wait())["event"] != "result":
        if given.robot and (made == given.robot or not robot(table, asked, made)):
            break
        if not given.robot and not person(table, asked):
            break
        made += 1
    if asked["event"] == "result":
        print("result:", *asked["returns"])


if __name__ == "__main__":
    main()
