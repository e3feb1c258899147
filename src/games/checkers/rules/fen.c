/* Positions: the FEN of draughts, W:WK10,K14:BK1.
 *
 * Read as public programs write it: the colours in either order, ranges (PDN 3.0), a full stop or a comma at the end
 * (PDN 2.0), small letters, blanks, counters (:H0:F1), and the tag around it, [FEN "..."]. Squares are numbers:
 * the letters of a board depend on the side that it is seen from, which no FEN says, but the file that has it may. */
#include <ctype.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "spelling.h"

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
    ck_fen_board board;
} reader;

static hra_err expected(const reader *r, const char *what) {
    return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l), "expected %s, found '%.20s'", _(what),
                    *r->l.at ? r->l.at : _("the end"));
}

/* Passes over this sign, if it is next; letters in any case, and blanks before it. */
static bool accept(reader *r, char c) {
    hra_lines_blanks(&r->l);
    bool there = toupper(hra_lines_peek(&r->l)) == c;
    r->l.at += there;
    return there;
}

/* The next sign, as a capital letter; -1: the end. */
static int peek(reader *r) {
    hra_lines_blanks(&r->l);
    int c = hra_lines_peek(&r->l);
    return c < 0 ? c : toupper(c);
}

/* A whole number; -1: there is none. */
static int number(reader *r) {
    return hra_lines_digits(&r->l, 5);
}

/* `written` is the square as it is written, `side` one of this game: what the file calls it may be the other one. */
static hra_err put(reader *r, ck_board *b, int side, bool king, int written, const char *start) {
    ck_set at = (ck_set)1 << ck_bit(ck_written_square(written, r->board.corner));
    r->l.at = start;
    if ((b->pieces[0] | b->pieces[1]) & at)
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l), "square %d is given twice", written);
    if (!king && at & (side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW))
        return hra_fail(r->why, HRA_EINPUT, hra_lines_offset(&r->l),
                        (side == CK_BLACK) == (r->board.first == CK_BLACK)
                            ? N_("a black man on square %d would have been crowned")
                            : N_("a white man on square %d would have been crowned"),
                        written);
    b->pieces[side] |= at;
    if (king)
        b->kings |= at;
    return HRA_OK;
}

/* "c3"; -1: none. */
static int lettered(reader *r) {
    hra_lines_blanks(&r->l);
    const int square = ck_read_lettered(r->l.at, r->l.end);
    r->l.at += square ? 2 : 0;
    return square ? square : -1;
}

/* The side of this game that a letter of the text means. */
static int side_of(const reader *r, int letter) {
    return (letter == 'B') == (r->board.first == CK_BLACK) ? CK_BLACK : CK_WHITE;
}

/* K10, 12, 1-4 */
static hra_err read_item(reader *r, ck_board *b, int side) {
    hra_lines_blanks(&r->l);
    const char *start = r->l.at;
    bool king = accept(r, 'K');
    int first = r->board.letters ? lettered(r) : number(r), last = first;
    if (first >= 0 && !r->board.letters && accept(r, '-'))
        last = number(r);
    const char *end = r->l.at;
    const bool known = r->board.letters ? ck_written_square(first, r->board.corner) >= 0
                                        : first >= 1 && last <= CK_SQUARES && last >= first;
    if (!known) {
        r->l.at = start;
        return r->board.letters
                   ? expected(r, N_("a square such as c3, K before a king"))
                   : expected(r, N_("a square from 1 to 32, K before a king, or a range such as 1-4"));
    }
    for (int square = first; square <= last; square++) {
        hra_err err = put(r, b, side, king, square, start);
        if (err)
            return err;
    }
    r->l.at = end;
    return HRA_OK;
}

/* Whether a side ends here: a colon, a full stop, a quote or the end. */
static bool is_done(reader *r) {
    int c = peek(r);
    return c < 0 || c == ':' || c == '.' || c == '"';
}

/* Some programs write a comma after the last square too. */
static hra_err read_side(reader *r, ck_board *b, bool seen[2]) {
    int c = peek(r), side = side_of(r, c);
    if ((c != 'B' && c != 'W') || seen[side])
        return expected(r, N_("':W' or ':B' and squares, each colour once"));
    seen[side] = true;
    r->l.at++;
    if (is_done(r))
        return HRA_OK; /* a side without pieces */
    do {
        hra_err err = read_item(r, b, side);
        if (err)
            return err;
    } while (accept(r, ',') && !is_done(r));
    return HRA_OK;
}

/* :H0:F1, in any order: plies without progress, and the number of the move, which no position of hra has. */
static hra_err read_counters(reader *r, ck_state *s) {
    bool quiet = false, move = false;
    while (accept(r, ':')) {
        bool *seen = peek(r) == 'H' ? &quiet : &move;
        if ((peek(r) != 'H' && peek(r) != 'F') || *seen)
            return expected(r,
                            N_("H and a number of quiet plies, or F and the number of the move, each once"));
        *seen = true;
        r->l.at++;
        const char *start = r->l.at;
        int n = number(r);
        if (n < 0 || (seen == &quiet && n > MAX_QUIET)) {
            r->l.at = start;
            return seen == &quiet ? expected(r, N_("a number of quiet plies after H"))
                                  : expected(r, N_("the number of the move after F"));
        }
        if (seen == &quiet)
            s->quiet = (uint16_t)n;
    }
    return HRA_OK;
}

/* [FEN "..."], as it is copied from a file: *tag. A quote may stand alone. */
static void open_tag(reader *r, bool *quoted, bool *tag) {
    *tag = accept(r, '[');
    if (*tag)
        (void)hra_lines_match(&r->l, "FEN");
    *quoted = accept(r, '"');
}

static hra_err close_tag(reader *r, bool quoted, bool tag) {
    accept(r, '.');
    if (quoted && !accept(r, '"'))
        return expected(r, N_("'\"' at the end of the position"));
    if (tag)
        accept(r, ']');
    hra_lines_blanks(&r->l);
    return r->l.at < r->l.end ? expected(r, N_("the end, or ',' and another square")) : HRA_OK;
}

hra_err ck_read_fen(const char *text, const ck_fen_board *board, ck_state *state, hra_error *why) {
    reader r = {.why = why, .board = *board};
    ck_state s;
    bool seen[2] = {false, false}, quoted, tag;
    memset(&s, 0, sizeof s);
    hra_lines_string(&r.l, text, why);
    open_tag(&r, &quoted, &tag);
    int c = peek(&r);
    if (c == '?')
        return hra_fail(why, HRA_EINPUT, hra_lines_offset(&r.l),
                        "the side to move is unknown ('?'): write B or W there");
    if (c != 'B' && c != 'W')
        return expected(&r, N_("B or W, the side to move, as in W:WK10,K14:BK1"));
    s.side = (uint8_t)side_of(&r, c);
    r.l.at++;
    for (int i = 0; i < 2; i++) {
        if (!accept(&r, ':'))
            return expected(&r, N_("':W' and ':B' with their squares"));
        hra_err err = read_side(&r, &s.board, seen);
        if (err)
            return err;
    }
    hra_err err = read_counters(&r, &s);
    err = err ? err : close_tag(&r, quoted, tag);
    if (err)
        return err;
    if (__builtin_popcountll(s.board.pieces[0]) > 12 || __builtin_popcountll(s.board.pieces[1]) > 12)
        return hra_fail(why, HRA_EINPUT, 0, "a side has at most 12 pieces");
    *state = s;
    return HRA_OK;
}

hra_err ck_read_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    static const ck_fen_board print = {CK_BLACK, false, CK_BOTTOM_RIGHT};
    return ck_read_fen(text, &print, state, why);
}
