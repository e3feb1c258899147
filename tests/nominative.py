#!/usr/bin/env python3
"""Names stand in the nominative only: Czech declines them, and a name that comes from elsewhere cannot be declined.

    nominative.py ROOT

In po/cs.po and in the texts of the page no preposition stands right before a name that is put in: "proti %s" would say
"proti Anna". A noun between them takes the case: "proti hráči %s". tests/nominative.allowed lists the sentences that
may, by their English text, with what is put in: numbers, places of files, code. Each of them must still need it.
"""
import re
import sys
from pathlib import Path

PREPOSITIONS = ('v ve na do z ze s k ke o u po pro před za bez od proti podle mezi při nad pod přes kvůli kromě díky '
                'vůči kolem vedle').split()
BEFORE = r'(?<![\w%=-])(?:' + '|'.join(PREPOSITIONS) + r') '
IN_MESSAGES = re.compile(BEFORE + r'%(?:\d\$)?[-.*0-9]*s', re.IGNORECASE)
IN_PAGE = re.compile(BEFORE + r'\$\{(?:name|player|game|who|opponent|seat|adviser)\}', re.IGNORECASE)


def entries(text):
    """The English text of each message, and its translations."""
    for block in text.split('\n\n'):
        fields, name = {}, None
        for line in block.splitlines():
            begins = re.match(r'(msgid|msgid_plural|msgstr(?:\[\d\])?) "(.*)"$', line)
            if begins:
                name = begins[1]
                fields[name] = begins[2]
            elif line.startswith('"') and name:
                fields[name] += line[1:-1]
        if fields.get('msgid'):
            yield fields['msgid'], [said for key, said in fields.items() if key.startswith('msgstr')]


def declined(text):
    return {english: said for english, all_said in entries(text) for said in all_said if IN_MESSAGES.search(said)}


def check_itself():
    sample = 'msgid "against %s"\nmsgstr "proti %s"\n\nmsgid "of %s"\nmsgstr "proti hráči %s, soupeř %s, „na %d“"\n'
    assert declined(sample) == {'against %s': 'proti %s'}, declined(sample)
    assert IN_PAGE.search('`Hraje proti ${name}`') and not IN_PAGE.search('`Hraje proti hráči ${name}`')


def main(root):
    check_itself()
    rows = [line for line in (root / 'tests/nominative.allowed').read_text('utf-8').splitlines() if line[:1] not in ('#', '')]
    allowed = {row.split(' | ')[0] for row in rows}
    found = declined((root / 'po/cs.po').read_text('utf-8'))
    wrong = [f"po/cs.po: '{said}' puts a name after a preposition: give it a noun" for english, said in found.items() if english not in allowed]
    wrong += [f'tests/nominative.allowed: this sentence is gone, or needs no leave any more: {text}' for text in sorted(allowed - set(found))]
    for path in sorted((root / 'page/src/strings').glob('cs*.ts')):
        for number, line in enumerate(path.read_text('utf-8').splitlines(), 1):
            if IN_PAGE.search(line):
                wrong.append(f'{path.name}, line {number}: a name after a preposition: give it a noun')
    print('\n'.join(wrong) or f'nominative: {len(allowed)} sentences may put something after a preposition')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1]).resolve()))
