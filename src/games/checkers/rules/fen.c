/* Positions: the FEN of draughts, W:WK10,K14:BK1. */
#include <string.h>

#include "checkers.h"
#include "core/lines.h"
#include "core/messages.h"

enum { MAX_QUIET = 60000 };

static void write_side(const ck_board *b, int side, hra_text *out) {
    hra_text_addf(out, ":%c", side == CK_BLACK ? 'B' : 'W');
    const char *comma = "";
    for (int square = 0; square < CK_SQUARES; square++) {
        ck_set at = (ck_set)1 << ck_bit(square);
        if (!(b->pieces[side] & at))
            continue;
        hra_text_addf(out, "%s%s%d", comma, b->kings & at ? "K" : "", square + 1);
        comma = ",";
    }
}

void ck_write_position(const hra_game *game, const void *state, hra_text *out) {
    const ck_state *s = state;
    hra_text_add_char(out, s->side == CK_BLACK ? 'B' : 'W');
    write_side(&s->board, CK_WHITE, out);
    write_side(&s->board, CK_BLACK, out);
    if (s->quiet)
        hra_text_addf(out, ":H%d", s->quiet); /* as other programs write quiet plies */
}

typedef struct reader {
    hra_lines l;
    hra_error *why;
} reader;

static hra_err expected(const reader *r, const char *what) {
    return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l), "expected %s, found '%.20s'", _(what),
                    *r->l.at ? r->l.at : _("the end"));
}

/* Passes over this sign, if it is next. */
static bool accept(reader *r, char c) {
    bool there = hra_lines_peek(&r->l) == c;
    r->l.at += there;
    return there;
}

/* A whole number; -1: there is none. */
static int number(reader *r) {
    return hra_lines_digits(&r->l, 5);
}

static hra_err put(reader *r, ck_board *b, int side, bool king, int square, const char *start) {
    ck_set at = (ck_set)1 << ck_bit(square);
    r->l.at = start;
    if ((b->pieces[0] | b->pieces[1]) & at)
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l), "square %d is given twice", square + 1);
    if (!king && at & (side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        side == CK_BLACK ? N_("a black man on square %d would have been crowned")
                                         : N_("a white man on square %d would have been crowned"),
                        square + 1);
    b->pieces[side] |= at;
    if (king)
        b->kings |= at;
    return HRA_OK;
}

/* K10, 12, 1-4 */
static hra_err read_item(reader *r, ck_board *b, int side) {
    const char *start = r->l.at;
    bool king = accept(r, 'K');
    int first = number(r), last = first;
    if (first >= 0 && accept(r, '-'))
        last = number(r);
    const char *end = r->l.at;
    if (first < 1 || last > 32 || last < first) {
        r->l.at = start;
        return expected(r, N_("a square from 1 to 32, K before a king, or a range such as 1-4"));
    }
    for (int square = first - 1; square < last; square++) {
        hra_err err = put(r, b, side, king, square, start);
        if (err)
            return err;
    }
    r->l.at = end;
    return HRA_OK;
}

static hra_err read_side(reader *r, ck_board *b, bool seen[2]) {
    int c = hra_lines_peek(&r->l), side = c == 'B' ? CK_BLACK : CK_WHITE;
    if ((c != 'B' && c != 'W') || seen[side])
        return expected(r, N_("':W' or ':B' and squares, each colour once"));
    seen[side] = true;
    r->l.at++;
    c = hra_lines_peek(&r->l);
    if (c == ':' || c == '.' || c < 0)
        return HRA_OK; /* a side without pieces */
    do {
        hra_err err = read_item(r, b, side);
        if (err)
            return err;
    } while (accept(r, ','));
    return HRA_OK;
}

hra_err ck_read_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    reader r = {.why = why};
    ck_state s;
    bool seen[2] = {false, false};
    memset(&s, 0, sizeof s);
    hra_lines_string(&r.l, text, why);
    if (text[0] != 'B' && text[0] != 'W')
        return expected(&r, N_("B or W, the side to move, as in W:WK10,K14:BK1"));
    s.side = text[0] == 'B' ? CK_BLACK : CK_WHITE;
    r.l.at++;
    for (int i = 0; i < 2; i++) {
        if (!accept(&r, ':'))
            return expected(&r, N_("':W' and ':B' with their squares"));
        hra_err err = read_side(&r, &s.board, seen);
        if (err)
            return err;
    }
    if (hra_lines_take(&r.l, ":H")) {
        int quiet = number(&r);
        if (quiet < 0 || quiet > MAX_QUIET)
            return expected(&r, N_("a number of quiet plies after H"));
        s.quiet = (uint16_t)quiet;
    }
    accept(&r, '.');
    if (r.l.at < r.l.end)
        return expected(&r, N_("the end, or ',' and another square"));
    if (__builtin_popcountll(s.board.pieces[0]) > 12 || __builtin_popcountll(s.board.pieces[1]) > 12)
        return hra_fail(why, HRA_EINPUT, 0, "a side has at most 12 pieces");
    *(ck_state *)state = s;
    return HRA_OK;
}
