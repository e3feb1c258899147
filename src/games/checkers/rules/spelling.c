/* Reading the squares of a move, and matching them. */
#include "spelling.h"

#include <string.h>

/* ---- the text -------------------------------------------------------------------------------*/

typedef struct cursor {
    const char *at, *end;
} cursor;

static int peek(const cursor *c) {
    return c->at < c->end ? (unsigned char)*c->at : -1;
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static void skip_blanks(cursor *c) {
    while (peek(c) == ' ' || peek(c) == '\t')
        c->at++;
}

/* One or two digits; 0: there are none, or more. */
static int take_number(cursor *c) {
    int n = 0, digits = 0;
    for (; is_digit(peek(c)) && digits < 3; c->at++, digits++)
        n = 10 * n + (*c->at - '0');
    return digits <= 2 && !is_digit(peek(c)) ? n : 0;
}

int ck_read_lettered(const char *at, const char *end) {
    if (end - at < 2 || at[1] < '1' || at[1] > '8')
        return 0;
    const int letter = *at | 0x20;
    return letter >= 'a' && letter <= 'h' ? CK_LETTERED + 8 * (at[1] - '1') + letter - 'a' : 0;
}

/* "11", "c3"; 0: no square. */
static int take_square(cursor *c) {
    if (is_digit(peek(c)))
        return take_number(c);
    const int square = ck_read_lettered(c->at, c->end);
    c->at += square ? 2 : 0;
    return square;
}

/* The signs between squares in UTF-8 too: dashes (U+2010 to U+2015), minus (U+2212) and times (U+00D7). */
static bool take_sign(cursor *c, bool *capture) {
    const unsigned char *at = (const unsigned char *)c->at;
    const size_t left = (size_t)(c->end - c->at);
    const bool times = left >= 2 && at[0] == 0xc3 && at[1] == 0x97;
    const bool dash = left >= 3 && at[0] == 0xe2 &&
                      ((at[1] == 0x80 && at[2] >= 0x90 && at[2] <= 0x95) || (at[1] == 0x88 && at[2] == 0x92));
    const bool taken = times || (left && (*at == 'x' || *at == 'X' || *at == ':'));
    if (!taken && !dash && (!left || *at != '-'))
        return false;
    c->at += times ? 2 : dash ? 3 : 1;
    *capture = *capture || taken;
    return true;
}

/* "1115", four digits and nothing more. */
static bool take_glued(cursor *c, ck_spelling *out) {
    for (int i = 0; i < 4; i++)
        if (c->end - c->at <= i || !is_digit((unsigned char)c->at[i]))
            return false;
    const char *d = c->at;
    c->at += 4;
    out->square[0] = (uint8_t)(10 * (d[0] - '0') + d[1] - '0');
    out->square[1] = (uint8_t)(10 * (d[2] - '0') + d[3] - '0');
    out->count = 2;
    return !is_digit(peek(c)) && out->square[0] && out->square[1] && out->square[0] != out->square[1];
}

/* The next square with the sign in front of it, which may be missing between letters. Only a capture comes back to
 * where it begins. */
static int take_next(cursor *c, ck_spelling *s) {
    const cursor before = *c;
    const int last = s->square[s->count - 1];
    bool capture = false;
    skip_blanks(c);
    const bool sign = take_sign(c, &capture);
    if (sign)
        skip_blanks(c);
    else
        *c = before;
    int square = sign || last >= CK_LETTERED ? take_square(c) : 0;
    if (!square || (square == last && !capture) || (square >= CK_LETTERED) != (last >= CK_LETTERED)) {
        *c = before;
        return 0;
    }
    s->capture = s->capture || capture;
    return square;
}

size_t ck_read_spelling(const char *text, size_t length, ck_spelling *out) {
    cursor c = {.at = text, .end = text + length};
    *out = (ck_spelling){.count = 0};
    if (take_glued(&c, out))
        return (size_t)(c.at - text);
    c.at = text;
    int square = take_square(&c);
    if (!square)
        return 0;
    out->count = 0;
    out->square[out->count++] = (uint8_t)square;
    while ((square = take_next(&c, out)) != 0) {
        if (out->count == CK_WRITTEN)
            return 0;
        out->square[out->count++] = (uint8_t)square;
    }
    return out->count >= 2 ? (size_t)(c.at - text) : 0;
}

bool ck_join_spelling(ck_spelling *s, const ck_spelling *next) {
    const int more = next->count - 1;
    if (next->square[0] != s->square[s->count - 1] || s->count + more > CK_WRITTEN)
        return false;
    memcpy(s->square + s->count, next->square + 1, (size_t)more);
    s->count = (uint8_t)(s->count + more);
    s->capture = s->capture || next->capture;
    return true;
}

/* ---- the board ------------------------------------------------------------------------------*/

/* Row 0 of the squares is the home row of Black, who moves first and sees the first column at its right. */
int ck_written_square(int written, ck_corner corner) {
    const bool left = corner == CK_BOTTOM_LEFT || corner == CK_TOP_LEFT, top = corner >= CK_TOP_LEFT;
    if (written >= CK_LETTERED) {
        int row = (written - CK_LETTERED) / 8, column = (written - CK_LETTERED) % 8;
        row = top ? 7 - row : row;
        column = left ? 7 - column : column;
        return (row + column) % 2 ? 4 * row + column / 2 : -1;
    }
    if (written < 1 || written > CK_SQUARES)
        return -1;
    const int row = (written - 1) / 4, place = (written - 1) % 4;
    return 4 * (top ? 7 - row : row) + (left ? 3 - place : place);
}

/* The way of the step from one square to another; -1: there is none. */
static int find_way(const ck_state *s, int from, int to) {
    const ck_set at = (ck_set)1 << ck_bit(from), landing = (ck_set)1 << ck_bit(to);
    if (!(s->board.pieces[s->side] & at) || !(ck_empty(&s->board) & landing))
        return -1;
    const bool king = s->board.kings & at;
    for (int way = 0; way < 4; way++)
        if (ck_shift(at, way) == landing && (king || (way < 2) == (s->side == CK_BLACK)))
            return way;
    return -1;
}

typedef enum fit { NOT, BEGINS, SOME, WHOLE } fit;

/* Whether squares are the way of a capture: all of it, some of it with both ends, or all of its beginning. */
static fit compare(const int *square, int n, hra_move m) {
    int path[CK_MAX_JUMPS + 1], length = ck_move_path(m, path), found = 0;
    if (n > length)
        return NOT;
    if (memcmp(square, path, (size_t)n * sizeof *path) == 0)
        return n == length ? WHOLE : square[n - 1] == path[length - 1] ? SOME : BEGINS;
    for (int i = 0; i < length - 1 && found < n - 1; i++)
        found += path[i] == square[found];
    return found == n - 1 && square[n - 1] == path[length - 1] ? SOME : NOT;
}

static int match_captures(const ck_state *s, const int *square, int n, hra_move *out, int max,
                          ck_match *how) {
    hra_move moves[CK_MAX_MOVES];
    const int listed = ck_captures_from(&s->board, s->side, (ck_set)1 << ck_bit(square[0]), moves);
    int count = 0;
    for (int i = 0; i < listed; i++) {
        const fit f = compare(square, n, moves[i]);
        how->goes_on = how->goes_on || f == BEGINS;
        if (f < SOME)
            continue;
        if (f == WHOLE && max > 0) {
            count -= count == max;
            memmove(out + 1, out, (size_t)count * sizeof *out);
            out[0] = moves[i];
            how->whole = true;
            count++;
        } else if (count < max) {
            out[count++] = moves[i];
        }
    }
    how->goes_on = how->goes_on && count == 0;
    return count;
}

int ck_match_moves(const ck_state *s, const ck_spelling *spelling, ck_corner corner, hra_move *out, int max,
                   ck_match *how) {
    int square[CK_WRITTEN];
    const int n = spelling->count;
    *how = (ck_match){.whole = false};
    for (int i = 0; i < n; i++) {
        square[i] = ck_written_square(spelling->square[i], corner);
        if (square[i] < 0)
            return 0;
    }
    if (n < 2)
        return 0;
    if (ck_jumpers(&s->board, s->side))
        return match_captures(s, square, n, out, max, how);
    const int way = n == 2 ? find_way(s, square[0], square[1]) : -1;
    if (way < 0 || max < 1)
        return 0;
    out[0] = ck_move(square[0], 0, (unsigned)way);
    how->whole = true;
    return 1;
}
