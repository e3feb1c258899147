#!/usr/bin/env python3
"""Rewrites messages in the C sources and in po/cs.po, from a list of old English, new English and new Czech.

    tools/rename_messages.py LIST

LIST has entries of three lines with an empty line between them: the old text, the new one, and its Czech, or "=" where the
Czech stays. Texts are as in the sources, with \\n and \\". A plural has its forms divided by " | ". In the sources a text
may be in several literals; the files are formed anew by clang-format-14. Prints the texts that are found nowhere. Exit status 0.
"""
import re
import subprocess
import sys

LETTER = re.compile(r"\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|.)|.")


def literal(text):
    """The text as one or several C literals beside each other."""
    gap = r'(?:"\s*")?'
    return re.compile('"' + gap + gap.join(map(re.escape, LETTER.findall(text))) + gap + '"')


def rewrite_sources(entries):
    names = subprocess.run(["git", "ls-files", "src/*.[ch]", "src/*.inl", "apps/*.[ch]"], capture_output=True, text=True, check=True).stdout.split()
    texts = {}
    for name in names:
        with open(name, encoding="utf-8") as file:
            texts[name] = file.read()
    changed = set()
    for old, new, _ in entries:
        for was, now in zip(old.split(" | "), new.split(" | ")):
            found = False
            for name, text in texts.items():
                made = literal(was).sub(lambda _, now=now: f'"{now}"', text) if was.split()[0] in text else text
                found = found or made != text or was == now
                if made != text:
                    texts[name] = made
                    changed.add(name)
            if not found:
                print(f"in no source: {was}")
    for name in changed:
        with open(name, "w", encoding="utf-8") as file:
            file.write(texts[name])
    if changed:
        subprocess.run(["clang-format-14", "-i", *changed], check=True)


def read_entry(entry):
    """The texts of an entry of a catalogue by their keys, msgid, msgid_plural, msgstr, msgstr[0], ..."""
    texts, key = {}, None
    for line in entry.split("\n"):
        found = re.match(r'(msgid_plural|msgid|msgstr(?:\[\d\])?) "(.*)"$', line)
        if found:
            key = found[1]
            texts[key] = found[2]
        elif line.startswith('"') and key:
            texts[key] += line[1:-1]
    return texts


def write_text(key, text):
    lines = re.findall(r".*?\\n|.+$", text)
    return f'{key} ""\n' + "\n".join(f'"{line}"' for line in lines) if len(lines) > 1 else f'{key} "{text}"'


def write_entry(entry, new, czech):
    texts = read_entry(entry)
    out = [line for line in entry.split("\n") if line.startswith("#")]
    english = new.split(" | ")
    strings = [key for key in texts if key.startswith("msgstr")]
    for key, text in zip(("msgid", "msgid_plural"), english):
        out.append(write_text(key, text))
    kept = [texts[key] for key in strings]
    for key, text in zip(strings, kept if czech == "=" else czech.split(" | ")):
        out.append(write_text(key, text))
    return "\n".join(out)


def rewrite_catalogue(entries):
    with open("po/cs.po", encoding="utf-8") as file:
        catalogue = file.read().rstrip("\n").split("\n\n")
    places = {}
    for i, entry in enumerate(catalogue):
        places.setdefault(read_entry(entry).get("msgid"), i)
    for old, new, czech in entries:
        was, now = old.split(" | ")[0], new.split(" | ")[0]
        if was not in places:
            print(f"in no catalogue: {was}")
        elif now in places and now != was:  # another message says the same by now
            catalogue[places[was]] = ""
        else:
            catalogue[places[was]] = write_entry(catalogue[places[was]], new, czech)
            places[now] = places[was]
    with open("po/cs.po", "w", encoding="utf-8") as file:
        file.write("\n\n".join(filter(None, catalogue)) + "\n")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = [block.strip("\n").split("\n") for block in re.split(r"\n\s*\n", file.read().strip("\n"))]
    wrong = [entry for entry in entries if len(entry) != 3]
    if wrong:
        raise SystemExit(f"an entry has three lines, not {len(wrong[0])}: {wrong[0][0]}")
    rewrite_sources(entries)
    rewrite_catalogue(entries)


if __name__ == "__main__":
    main()
