#!/usr/bin/env python3
"""Counts the words of prose in documents: words outside headings, tables, code and reference sections.

    tools/prose.py [PAGE...]           a table of pages (default: README.md, CONTRIBUTING.md, ARCHITECTURE.md, docs)
    tools/prose.py --since COMMIT      compares with COMMIT
    tools/prose.py --long N [PAGE...]  prints sentences of more than N words

A reference section has a heading that begins with Reference, Options, Keys, Commands, Events or Sources. List items that begin
with a bold or quoted term are reference too.
docs/changes.md and docs/decisions are left out unless they are named.
"""
import re
import subprocess
import sys
from pathlib import Path

ENTRY = re.compile(r'\s*[-*] +(\*\*|`|\[)')
REFERENCE = re.compile(r'#+ +(Reference|Options|Keys|Commands|Events|Sources)\b')


def prose(text):
    """The paragraphs of a page that are prose."""
    kept, fence, reference, entry = [], False, 0, False
    for line in text.split('\n'):
        if line.lstrip().startswith('```'):
            fence = not fence
            continue
        level = len(line) - len(line.lstrip('#'))
        if not fence and level and line[level:level + 1] == ' ':
            if not reference or level <= reference:
                reference = level if REFERENCE.match(line) else 0
            kept.append('')
            continue
        if ENTRY.match(line):
            entry = True
        elif not line.strip() or re.match(r'\S|\s*[-*] ', line):
            entry = False
        table = line.lstrip().startswith('|')
        code = line.startswith('    ') and not re.match(r' +([-*]|\d+\.) ', line)
        if fence or reference or entry or table or code or re.match(r'\s*<', line):
            kept.append('')
            continue
        kept.append(line)
    return '\n'.join(kept)


def words(text):
    text = re.sub(r'\]\([^)]*\)', ']', text)
    return len([word for word in text.split() if re.search(r'\w', word)])


def sentences(text):
    for paragraph in re.split(r'\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )', text):
        flat = ' '.join(paragraph.split())
        yield from re.split(r'(?<=[.!?:;]) +(?=[A-Z`*\[])', flat)


def default_pages():
    pages = [Path('README.md'), Path('CONTRIBUTING.md'), Path('ARCHITECTURE.md')]
    return pages + sorted(page for page in Path('docs').rglob('*.md')
                          if page.name != 'changes.md' and page.parent.name != 'decisions')


def of_commit(commit, page):
    shown = subprocess.run(['git', 'show', f'{commit}:{page}'], capture_output=True, text=True)
    return shown.stdout if shown.returncode == 0 else ''


def main(arguments):
    since = long = None
    if arguments[:1] == ['--since']:
        since, arguments = arguments[1], arguments[2:]
    elif arguments[:1] == ['--long']:
        long, arguments = int(arguments[1]), arguments[2:]
    pages = [Path(name) for name in arguments] or default_pages()
    sums = [0, 0, 0, 0]
    for page in pages:
        text = page.read_text()
        if long:
            for sentence in sentences(prose(text)):
                if words(sentence) > long:
                    print(f'{page}: {words(sentence)}: {sentence}')
            continue
        row = [words(prose(text)), words(text)]
        if since:
            old = of_commit(since, page)
            row = [words(prose(old)), row[0], words(old), row[1]]
        sums = [a + b for a, b in zip(sums, row + [0] * 4)]
        print(*(f'{number:6}' for number in row), page)
    if not long:
        print(*(f'{number:6}' for number in sums[:4 if since else 2]), 'all;', 'prose before, now; words before, now' if since else 'prose, words')


if __name__ == '__main__':
    main(sys.argv[1:])
