"""A dialogue with `hra session`: what was told, and whether a later program tells the same.

A transcript is a list of [line, events]. Of the events those of the list KINDS count, without what is long, differs in
each run, or is a text for people: these may change. A later program may add keys and kinds."""
import json
import pathlib
import queue
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from session_page import Session  # noqa: E402

KINDS = {"hello", "position", "ask", "roll", "move", "advice", "analysis", "tree", "result", "moves", "review", "match", "kept", "games", "methods",
         "ok", "error", "bye"}
LEFT_OUT = {"n", "version", "seconds", "changed", "board", "scene", "change", "text", "reason", "label", "summary", "help", "title", "game", "name"}


def shortened(value):
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in value.items() if key not in LEFT_OUT}
    return [shortened(inner) for inner in value] if isinstance(value, list) else value


def told(session, count, patience):
    """The next `count` events that count; None: until none came for `patience` seconds."""
    events = []
    while count is None or len(events) < count:
        try:
            event = session.events.get(timeout=patience)
        except queue.Empty:
            break
        if event is None:
            session.events.put(None)
            break
        if event["event"] in KINDS:
            events.append(shortened(event))
    return events


def written(hra, lines, folder=None):
    """What a program tells when it is given these lines one after another."""
    session = Session(hra, ["--threads", "1"] + (["--data", folder] if folder else ["--no-keep"]))
    begun = told(session, 1, 60)
    transcript = [["", begun]]
    for line in lines:
        session.tell(line)
        transcript.append([line, told(session, None, 1)])
    session.tell("quit")
    transcript.append(["quit", told(session, None, 5)])
    session.end()
    session.process.stdout.close()
    return transcript


RENAMED = dict(((owner, old), new) for owner, old, new in re.findall(
    r'^HRA_RENAMED\(OPTION, "(\w*)", "([^"]*)", "([^"]*)"\)',
    (pathlib.Path(__file__).resolve().parents[2] / "src/rules/renamed.def").read_text(encoding="utf-8"), re.M))


def today(spec):
    """A spec with the names that its options have now: a name is a name of today whenever it was told."""
    owners, out = [], []
    for word in re.split(r"([:(),=])", spec):
        if word in (":", "("):
            owners.append(out[-1])
        elif word == ")" and owners:
            owners.pop()
        out.append(word)
        if word == "=" and owners and len(out) > 1:
            out[-2] = RENAMED.get((owners[-1], out[-2]), out[-2])
    return "".join(out)


def holds(old, new):
    """Whether all that stands in `old` stands in `new` too."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and holds(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(holds, old, new))
    if isinstance(old, float) or isinstance(new, float):
        return isinstance(new, (int, float)) and abs(old - new) <= 1e-9 * max(1, abs(old))
    return old == new or (isinstance(old, str) and today(old) == new)


def differences(hra, transcript, folder=None):
    """Where a program tells something else: a line, what was told, what is."""
    session = Session(hra, ["--threads", "1"] + (["--data", folder] if folder else ["--no-keep"]))
    found = []
    for line, expected in transcript:
        if line:
            session.tell(line)
        events = told(session, len(expected), 600)
        if len(events) != len(expected) or not all(map(holds, expected, events)):
            found.append(f"{line}\n  was {json.dumps(expected)}\n  is  {json.dumps(events)}")
    session.end()
    session.process.stdout.close()
    return found
