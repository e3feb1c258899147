#!/usr/bin/env python3
"""Runs the examples of docs/session.md, and looks that it leaves out no line and no event.

    session_page.py HRA PAGE SCHEMA [--update]

With --update the events are written anew as they come now. Exit status: 0 all is well, 1 not."""
import json
import queue
import re
import subprocess
import sys
import tempfile
import threading

MARK = "…"
LEFT_OUT = {"version", "game", "board", "scene", "board_scene", "change", "changed", "seconds", "left"}  # too long, or different in each run
NEVER_THE_SAME = {"seconds", "left", "changed", "version", "play"}


class Session:
    def __init__(self, hra, options):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([hra, "session", "--data", self.folder.name, *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.events = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.events.put(json.loads(line))
        self.events.put(None)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        """What comes after the last line."""
        self.process.stdin.close()
        rest = []
        while (event := self.events.get()) is not None:
            rest.append(event)
        self.process.wait()
        self.folder.cleanup()
        return rest


def alike(expected, event):
    if expected == MARK:
        return True
    if isinstance(expected, dict) and isinstance(event, dict):
        return list(expected) == list(event) and all(
            key in NEVER_THE_SAME or alike(value, event[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(event, list):
        return len(expected) == len(event) and all(map(alike, expected, event))
    if isinstance(expected, str) and MARK in expected and isinstance(event, str):
        return re.fullmatch(".*".join(map(re.escape, expected.split(MARK))), event, re.S) is not None
    return expected == event and type(expected) is type(event)


def shortened(value):
    if isinstance(value, dict):
        return {key: MARK if key in LEFT_OUT else shortened(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return MARK if len(value) > 20 and all(isinstance(inner, str) for inner in value) else [shortened(inner) for inner in value]
    return re.sub(r"\nplay \d+", "\nplay …", value) if isinstance(value, str) else value


def told(session, expected):
    """The events that come next: as many as are expected, or where that is None until it is quiet."""
    events = []
    while expected is None or len(events) < len(expected):
        try:
            event = session.events.get(timeout=None if expected is not None else 2)
        except queue.Empty:
            break
        if event is None:
            session.events.put(None)
            break
        events.append(event)
    return events


def run(hra, options, block, update):
    """The block as it is now."""
    session, out = Session(hra, options), []
    parts = re.split(r"^> ?", block, flags=re.M)
    session.events.get()  # hello without a game, in the first version
    if not parts[1].startswith("session"):
        session.tell("session 2")
        while session.events.get()["event"] != "ok":
            pass
    for part in parts[1:]:
        line, _, rest = part.partition("\n")
        expected = None if update else [json.loads(text) for text in rest.splitlines() if text]
        session.tell(line)
        events = told(session, expected)
        out.append("> " + line)
        out += [json.dumps(shortened(event), separators=(",", ":"), ensure_ascii=False) for event in events]
        if not update and not (len(events) == len(expected) and all(map(alike, expected, events))):
            print(f"> {line}\nis not answered as the page says, but by")
            print(*out[-len(events):], sep="\n")
            raise SystemExit(1)
    rest = [event for event in session.end() if event["event"] != "bye"]
    if rest:
        print("after the last line of a block comes more:", *rest, sep="\n")
        raise SystemExit(1)
    return "\n".join(out) + "\n"


def complete(hra, page, schema):
    """Every line and every event has a row and an example."""
    process = subprocess.run([hra, "session", "--no-save"], input="session 2\nhelp\n", capture_output=True, text=True, check=True)
    words = [json.loads(line) for line in process.stdout.splitlines() if '"ok"' in line][-1]["text"]
    missing = [word for word in re.findall(r"(?:^| )([a-z-]+)", words) if word != "on" and f"`{word}" not in page]
    for kind in re.findall(r'#/\$defs/(\w+)"', json.dumps(schema["oneOf"])):
        if kind.endswith("_1"):  # of the first version, which has no examples
            continue
        if f"| `{kind}` |" not in page or f'{{"event":"{kind}"' not in page:
            missing.append(kind)
    if missing:
        raise SystemExit("the page lacks " + ", ".join(missing))


def main():
    hra, path, schema = sys.argv[1:4]
    update = sys.argv[4:] == ["--update"]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    blocks = r"(^```session([^\n]*)\n)(.*?)(^```$)"
    now = re.sub(blocks, lambda m: m[1] + run(hra, m[2].split(), m[3], update) + m[4], page, flags=re.M | re.S)
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(now)
    with open(schema, encoding="utf-8") as file:
        complete(hra, now, json.load(file))
    print(len(re.findall(blocks, page, re.M | re.S)), "examples are as the page says")


if __name__ == "__main__":
    main()
