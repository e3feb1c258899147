#!/usr/bin/env python3
"""The translations of the documents, NAME.cs.md beside NAME.md, and what they were translated from.

    docs/translations.py                 lists them: current, or older than the English text
    docs/translations.py --update PATH   notes that PATH is a translation of the English text as it is now
    docs/translations.py --check         fails if a translation is not listed, or if a current one differs from
                                         the English text in commands, pseudo-code, links, headings or folds

The last column of each line is the path. `Learn` marks an older one; the check does not refuse it.
"""
import hashlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIGITS = 16


def english_of(path):
    return re.sub(r'\.[a-z]{2}\.md$', '.md', path)


def hash_of(root, path):
    return hashlib.sha256((root / english_of(path)).read_bytes()).hexdigest()[:DIGITS]


def read_list(root):
    lines = (root / 'docs/translations.txt').read_text('utf-8').splitlines()
    return dict(reversed(line.split('  ')) for line in lines if line and not line.startswith('#'))


def found(root):
    return sorted(str(path.relative_to(root)) for path in (root / 'docs').rglob('*.??.md'))


def skeleton(text):
    """What a translation shares with its text: code, pictures, links without their parts, and the shape."""
    for line in text.splitlines():
        if re.match(r' {4}(\$ )?hra ', line):
            yield line.strip()
        elif line.startswith('<!--') or line.startswith('<details>') or re.match(r'#+ ', line):
            yield line if line.startswith('<!--') else line.split(' ')[0].split('>')[0]
    joined = ' '.join(text.split())
    for target in sorted(re.findall(r'\]\(([^)#]*)', joined)):
        yield 'to ' + re.sub(r'\.[a-z]{2}\.md$', '.md', target)


def problems(root):
    listed = read_list(root)
    for path in found(root):
        if path not in listed:
            yield f'{path} is not in docs/translations.txt: docs/translations.py --update {path}'
        elif not (root / english_of(path)).exists():
            yield f'{path} is a translation of {english_of(path)}, which does not exist'
        elif listed[path] == hash_of(root, path):
            texts = [(root / name).read_text('utf-8') for name in (english_of(path), path)]
            english, translated = ([*skeleton(text)] for text in texts)
            for ours, theirs in zip(english + [''], translated + ['']):
                if ours != theirs:
                    yield f"{path} has '{theirs}' where {english_of(path)} has '{ours}'"
                    break
    for path in sorted(set(listed) - set(found(root))):
        yield f'docs/translations.txt lists {path}, which does not exist'


def update(root, path):
    rows = {**read_list(root), path: hash_of(root, path)}
    file = root / 'docs/translations.txt'
    comments = [line for line in file.read_text('utf-8').splitlines() if line.startswith('#')]
    file.write_text('\n'.join(comments + [f'{rows[name]}  {name}' for name in sorted(rows)]) + '\n', 'utf-8')


def main(arguments):
    if len(arguments) == 2 and arguments[0] == '--update':
        update(ROOT, arguments[1])
        return 0
    if arguments == ['--check']:
        wrong = [*problems(ROOT)]
        print('\n'.join(wrong) or f'{len(found(ROOT))} translations')
        return bool(wrong)
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for path, known in read_list(ROOT).items():
        print('current' if known == hash_of(ROOT, path) else 'older  ', path)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
