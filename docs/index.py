#!/usr/bin/env python3
"""Writes the index by term of docs/README.md from docs/index.txt.

    docs/index.py            rewrites docs/README.md
    docs/index.py --check    only says whether it is up to date (status 1 if not)
"""
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
START, END = '<!-- terms: docs/index.py -->\n', '<!-- end of terms -->\n'


def rows(text):
    """The index, a heading for each part of index.txt after the tasks, a table row for each line."""
    part = None
    for line in text.splitlines()[1:]:
        if line.startswith('#'):
            part = line[1:].strip()
            if not part.startswith('Find a page'):
                yield from ('', f'### {part}', '', '| term | what it is |', '|---|---|')
        elif '|' in line and part and not part.startswith('Find a page'):
            terms, page, what = (field.strip() for field in line.split('|', 2))
            first, *others = (term.strip() for term in terms.split(';'))
            also = f' ({", ".join(others)})' if others else ''
            what = what.replace('|', '\\|')
            yield f'| [{first}]({page}){also} | {what} |'
    yield ''


def main(arguments):
    page = DOCS / 'README.md'
    old = page.read_text('utf-8')
    before, rest = old.split(START)
    after = rest.split(END)[1]
    new = before + START + '\n'.join(rows((DOCS / 'index.txt').read_text('utf-8'))) + '\n' + END + after
    if arguments == ['--check']:
        return old != new
    page.write_text(new, 'utf-8')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
