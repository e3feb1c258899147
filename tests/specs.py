#!/usr/bin/env python3
"""Specs are compared by hra_spec_equal alone, which knows names that changed, and never as text.

    tests/specs.py [ROOT]

Finds every call of strcmp, strncmp, strcasecmp and memcmp in C whose arguments speak of a spec; `ALLOWED` are the lines
that may stay, each with its reason. Exit status: 0 all is well, 1 something is not.
"""
import pathlib
import re
import sys
import tempfile

CALL = re.compile(r"\b(?:strcmp|strncmp|strcasecmp|strncasecmp|memcmp)\s*\(")
# A variable or member that holds a spec. Names of kinds, rules and models are no specs: rules->name, kind->name.
SPEC = re.compile(r"\bspecs?\b(?!_)|\bspec\[|_spec\(|->game\b(?!->)|\.game\b(?!->)|->players\[|\badviser\b|\bplayed->|\bjudge_spec\b"
                  r"|hra_player_(?:best|drawn|usual)\(|\.method\b(?!->)|->method\b(?!->)|->spec\b|\.spec\b")
ALLOWED = {
    ("apps/commands/grade/ladder.c", "while (i < l->plan.count && strcmp(l->plan.players[i].spec, spec) != 0)"):
        "players of a ladder, which this program wrote; another build is refused",
    ("apps/commands/grade/ladder.c", "else if (!err && strcmp(queue_spec(q), hra_text_string(&spec)) != 0)"): "whether the text of a run has to be written",
    ("apps/commands/grade/ladder_plan.c", "const char *dot = strncmp(out->spec, kind, head) == 0 ? strchr(out->spec + head, '.') : NULL;"):
        "a name of the ladder, as this program wrote it",
    ("apps/commands/grade/ladder_plan.c", "*right = *right && strncmp(value, p->task->tests->game, strlen(p->task->tests->game)) == 0 &&"):
        "the game of a ladder, as this program wrote it",
    ("apps/commands/grade/ladder_plan.c", "*right = *right && strcmp(read.spec, p->players[i].spec) == 0;"): "the same, of a player of hra",
    ("apps/commands/grade/ladder_print.c", "if (p->players[i].file && strcmp(p->players[i].student, student) == 0)"): "pseudonyms",
    ("apps/queue/queue_extend.c", "memcmp(row->value[0].data, c->q->spec, row->value[0].length) != 0;"): "whether the text of a run was written anew",
    ("src/players/spec_equal.c", "if (strcmp(a, b) == 0)"): "the one comparison itself",
    ("src/rules/game.c", "if (strcmp(hra_text_string(&full), spec) != 0)"): "whether options were added to a spec, so that places in it are wrong",
    ("src/work/open.c", "if (strcmp(hra_player_info_of(w->players[i])->spec, spec) == 0)"):
        "a seat is shown as it was typed, so one opened player serves seats of the same text",
    ("src/work/keyed_lines.c", "if (strcmp(spec->lines[i].rule->name, name) == 0 && index-- == 0)"): "keys of lines",
    ("src/work/keyed_lines.c", "count += strcmp(spec->lines[i].rule->name, name) == 0;"): "keys of lines",
    ("src/work/keyed_lines.c", "if (strcmp(spec->lines[i].rule->name, name) == 0) {"): "keys of lines",
    ("src/work/worker.c", "if (w->match && strcmp(w->match->spec, o->record) == 0)"): "the text of a whole work, by which its results are told apart",
    ("apps/commands/open_game.c", "if (strcmp(hra_player_info_of(s->opened[i])->spec, spec) == 0) {"):
        "a seat is shown as it was typed, so one opened player serves seats of the same text",
    ("src/search/chance/expect.c", 'if (!spec || strcmp(spec, "random") == 0)'): "a word of the option, not a player's spec",
    ("src/learn/rote.c", 'if (strcmp(spec, "none") == 0)'): "a word of the option, not an evaluation's spec",
    ("src/learn/defaults.c", "if (row->small != small || (method ? strcmp(row->method, method) != 0 : !row->suits))"):
        "names of methods, as the tables have them",
    ("src/learn/defaults.c", "if (row->game && strcmp(row->game, game->rules->name) == 0)"): "names of games, as the tables have them",
    ("apps/commands/play/rules.c", "while (page->game && (strcmp(page->game, game) != 0 || strcmp(page->language, language) != 0))"):
        "names of games, as the pages have them",
    ("apps/commands/play/rules.c", "if (strcmp(other->game, page->game) == 0)"): "names of games, as the pages have them",
    ("apps/queue/queue_open.c", 'bool named = strncmp(q->spec, "hra ", 4) == 0;'): "the first line, which names the program",
    ("python/py_game.c", "else if (strcmp(hra_text_string(&full), game->game->spec) != 0)"): "whether a position added options to a spec",
    ("src/match/part.c", "if (strcmp(called, p->spec) != 0)"):
        "whether a player has a name",
    ("apps/commands/study/index_answer.c", "return strncmp(spec, rules, length) == 0 && (spec[length] == 0 || spec[length] == ':');"):
        "the name of a game at the beginning of a spec",
    ("apps/commands/study/index_review.c", "if (r->agent && strcmp(r->setup->game->spec, spec) == 0)"):
        "an open game serves records whose spec is the same text; another one is opened",
    ("apps/commands/study/review_html_board.c", "if (b->spec && strcmp(b->spec, game->spec) == 0)"): "what was drawn for the same text serves again",
    ("src/annotated/annotated.c", "if (!a->spare || strcmp(a->spare->spec, spec) != 0)"): "an open game serves the same text; another one is opened",
    ("src/collection/ask.c", "return strncmp(spec, name, length) == 0 && (spec[length] == 0 || spec[length] == ':');"): "the name of a game at the beginning of a spec",
    ("src/collection/position_key.c", "if (c->spec_last < c->spec_count && strcmp(c->specs[c->spec_last].text, text) == 0)"):
        "keys of the same text are worked out once",
    ("src/collection/position_key.c", "if (strcmp(c->specs[i].text, text) == 0)"): "keys of the same text are worked out once",
}
PLANTED = """bool same(const hra_game *game, const hra_record *r, const char *spec) {
    return strcmp(game->spec, spec) == 0 ||
           strncmp(spec,
                   hra_player_info_of(r->player)->spec, 3) == 0;
}
bool fine(const hra_game *game) {
    return strcmp(game->rules->name, "nim") == 0; /* strcmp(spec, spec) */
}
"""


def calls(text):
    """Each comparison: the number of its line, the line, its arguments."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)
    for match in CALL.finditer(text):
        depth, at = 1, match.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        number = text.count("\n", 0, match.start()) + 1
        yield number, text.splitlines()[number - 1].strip(), text[match.end():at - 1]


def faults(root, files):
    found, used = [], set()
    for file in files:
        if re.search(r"_test\.c$|^(tests|fuzz|bench|tools)/", file):
            continue
        for number, line, arguments in calls((root / file).read_text(encoding="utf-8")):
            plain = re.sub(r'"(?:\\.|[^"\\])*"', '""', arguments)
            if (file, line) in ALLOWED:
                used.add((file, line))
            elif SPEC.search(plain):
                found.append(f"{file}:{number}: {line}")
    return found, used


def planted():
    """Whether it finds what it is to find, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "planted.c").write_text(PLANTED)
        found, _ = faults(pathlib.Path(folder), ["planted.c"])
    return [line.split(":")[1] for line in found] == ["2", "3"]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = sorted(str(path.relative_to(root)) for folder in ("src", "apps", "include", "python") for path in (root / folder).rglob("*")
                   if path.suffix in (".c", ".h", ".inl"))
    if not planted():
        print("specs.py: a planted comparison is not found, so nothing is")
        return 1
    found, used = faults(root, files)
    for line in found:
        print(f"{line}\n    compares a spec as text; hra_spec_equal knows its other names")
    for file, line in ALLOWED.keys() - used:
        print(f"specs.py: {file}: '{line}' is allowed and no longer there")
    if len(files) < 300:
        print(f"specs.py: only {len(files)} files: is this the root of the sources?")
        return 1
    return 1 if found or ALLOWED.keys() - used else 0


if __name__ == "__main__":
    sys.exit(main())
