#include "damage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece {
    size_t from, to;
} piece;

enum { MOST_PIECES = 1024 };

static const char *const numbers[] = {
    "",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999",
    "-1",
    "-2",
    "-0",
    "-2147483648",
    "+1",
    "007",
    "0.5",
    "1e9",
    "0x1",
    "nan",
};

/* What a character becomes, besides the characters of the text itself. */
static const char strange[] = " \t\n0179-+.,:;/=?*()[]\"#%aBkNXz\x01\x7f\x80\xc3\xff";

enum { NUMBERS = sizeof numbers / sizeof *numbers, STRANGE = sizeof strange - 1 };

static bool is_word(char c) {
    return isalnum((unsigned char)c) != 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_field(char c) {
    return c != ' ';
}

/* The longest stretches of characters of a kind. */
static size_t split(const char *text, bool (*kind)(char), piece *out) {
    size_t n = 0;
    for (size_t i = 0; text[i] && n < MOST_PIECES;) {
        size_t from = i;
        while (text[i] && kind(text[i]))
            i++;
        if (i > from)
            out[n++] = (piece){from, i};
        else
            i++;
    }
    return n;
}

static bool (*kind_of(damage kind))(char) {
    return kind == DAMAGE_NUMBER ? is_digit : kind >= DAMAGE_FIELD_SWAP ? is_field : is_word;
}

size_t damage_ways(damage kind, const char *text, const char *other) {
    piece list[MOST_PIECES];
    size_t length = strlen(text);
    if (kind == DAMAGE_DROP || kind == DAMAGE_DOUBLE || kind == DAMAGE_CUT)
        return length;
    if (kind == DAMAGE_SWAP)
        return length ? length - 1 : 0;
    if (kind == DAMAGE_REPLACE)
        return length * (STRANGE + length);
    size_t n = split(text, kind_of(kind), list);
    if (kind == DAMAGE_NUMBER)
        return n * NUMBERS;
    if (kind == DAMAGE_WORD_SWAP || kind == DAMAGE_FIELD_SWAP)
        return n * n;
    if (kind == DAMAGE_WORD_GRAFT || kind == DAMAGE_FIELD_GRAFT)
        return n * split(other, kind_of(kind), list);
    return n;
}

static void put(hra_text *out, const char *text, piece p) {
    hra_text_add_bytes(out, text + p.from, p.to - p.from);
}

/* The text with `with` in the place of a piece. */
static void exchange(hra_text *out, const char *text, piece p, const char *with, size_t length) {
    hra_text_add_bytes(out, text, p.from);
    hra_text_add_bytes(out, with, length);
    hra_text_add(out, text + p.to);
}

static void swap(hra_text *out, const char *text, piece a, piece b) {
    if (a.from > b.from) {
        piece first = b;
        b = a;
        a = first;
    }
    hra_text_add_bytes(out, text, a.from);
    if (a.from == b.from) {
        hra_text_add(out, text + a.from);
        return;
    }
    put(out, text, b);
    put(out, text, (piece){a.to, b.from});
    put(out, text, a);
    hra_text_add(out, text + b.to);
}

static void damage_character(damage kind, const char *text, size_t way, hra_text *out) {
    size_t length = strlen(text);
    if (kind == DAMAGE_DROP)
        exchange(out, text, (piece){way, way + 1}, "", 0);
    else if (kind == DAMAGE_DOUBLE)
        exchange(out, text, (piece){way, way}, text + way, 1);
    else if (kind == DAMAGE_SWAP)
        swap(out, text, (piece){way, way + 1}, (piece){way + 1, way + 2});
    else if (kind == DAMAGE_CUT)
        hra_text_add_bytes(out, text, way);
    else {
        size_t which = way / length, at = way % length;
        exchange(out, text, (piece){at, at + 1}, which < STRANGE ? strange + which : text + which - STRANGE,
                 1);
    }
}

void damage_do(damage kind, const char *text, const char *other, size_t way, hra_text *out) {
    piece list[MOST_PIECES], others[MOST_PIECES];
    hra_text_clear(out);
    if (kind >= DAMAGE_DROP && kind <= DAMAGE_CUT) {
        damage_character(kind, text, way, out);
        return;
    }
    size_t n = split(text, kind_of(kind), list);
    if (kind == DAMAGE_NUMBER)
        exchange(out, text, list[way % n], numbers[way / n], strlen(numbers[way / n]));
    else if (kind == DAMAGE_WORD_DROP)
        exchange(out, text, list[way], "", 0);
    else if (kind == DAMAGE_WORD_DOUBLE)
        exchange(out, text, (piece){list[way].from, list[way].from}, text + list[way].from,
                 list[way].to - list[way].from);
    else if (kind == DAMAGE_WORD_SWAP || kind == DAMAGE_FIELD_SWAP)
        swap(out, text, list[way % n], list[way / n]);
    else {
        split(other, kind_of(kind), others);
        piece graft = others[way / n];
        exchange(out, text, list[way % n], other + graft.from, graft.to - graft.from);
    }
}
