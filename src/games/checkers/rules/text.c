/* Drawing the board, writing and reading moves. */
#include <string.h>

#include "checkers.h"
#include "core/messages.h"
#include "spelling.h"

/* ---- the board ------------------------------------------------------------------------------*/

/* What stands on a square, four columns wide; `number` of the square between sign and crown, 0: not said. */
static void add_piece(const ck_board *b, ck_set at, int number, const hra_board_style *look, hra_text *out) {
    bool black = b->pieces[CK_BLACK] & at, white = b->pieces[CK_WHITE] & at, king = b->kings & at;
    if (!black && !white) {
        hra_text_addf(out, number ? " %2d " : "    ", number);
        return;
    }
    const char *sign = look->unicode ? (black ? (king ? "◉" : "●") : (king ? "◎" : "○"))
                                     : (black ? (king ? "B" : "b") : (king ? "W" : "w"));
    const char *color = !look->color ? "" : black ? "\033[1;31m" : "\033[1;37m";
    hra_text_addf(out, "%s%s%s%s", number ? "" : " ", color, sign, *color ? "\033[0m" : "");
    hra_text_addf(out, number ? "%2d%s" : "%.0d%s ", number, king ? "K" : " ");
}

/* A line of a row: its pieces, the numbers of its squares, or both. */
typedef enum row_line { PIECES, NUMBERS, BOTH } row_line;

static void add_row(const ck_board *b, int row, bool turned, row_line shown, const hra_board_style *look,
                    hra_text *out) {
    const char *light = look->unicode ? "░░░░" : "....";
    hra_text_add(out, look->unicode ? "  │" : "  |");
    for (int i = 0; i < 8; i++) {
        int column = turned ? 7 - i : i;
        if ((row + column) % 2 == 0) {
            hra_text_add(out, light);
            continue;
        }
        int square = 4 * row + column / 2;
        if (shown == NUMBERS)
            hra_text_addf(out, " %2d ", square + 1);
        else
            add_piece(b, (ck_set)1 << ck_bit(square), shown == BOTH ? square + 1 : 0, look, out);
    }
    hra_text_add(out, look->unicode ? "│\n" : "|\n");
}

/* Who is to move, unless the game is over, and for how long nothing irreversible has happened. */
static void add_mover(const hra_game *game, const ck_state *s, const hra_board_style *look, hra_text *out) {
    bool over = look->over || game->rules->to_move(game, s) == HRA_OVER;
    if (over && !s->quiet)
        return;
    if (over)
        hra_text_add(out, _("  game over"));
    else if (s->side == CK_BLACK)
        hra_text_addf(out, _("  %s Black to move"), look->unicode ? "●" : "b");
    else
        hra_text_addf(out, _("  %s White to move"), look->unicode ? "○" : "w");
    if (s->quiet)
        hra_text_addf(out,
                      _n("; %d ply without a capture or a man's move",
                         "; %d plies without a capture or a man's move", s->quiet),
                      s->quiet);
    hra_text_add(out, "\n");
}

/* Square 1 is at the top left, as in print; Black sees the board from the other side. */
void ck_show(const hra_game *game, const void *state, const hra_board_style *look, hra_text *out) {
    const ck_state *s = state;
    bool turned = look->seat == CK_BLACK;
    const char *edge = look->unicode ? "────" : "----";
    for (int line = 0; line < 2; line++) {
        hra_text_add(out, look->unicode ? (line ? "  └" : "  ┌") : "  +");
        for (int i = 0; i < 8; i++)
            hra_text_add(out, edge);
        hra_text_add(out, look->unicode ? (line ? "┘\n" : "┐\n") : "+\n");
        for (int i = 0; i < 8 && line == 0; i++) {
            int row = turned ? 7 - i : i;
            add_row(&s->board, row, turned, look->compact ? BOTH : PIECES, look, out);
            if (!look->compact)
                add_row(&s->board, row, turned, NUMBERS, look, out);
        }
    }
    add_mover(game, s, look, out);
}

/* ---- moves ----------------------------------------------------------------------------------*/

void ck_show_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    int path[CK_MAX_JUMPS + 1], n = ck_move_path(m, path);
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%d", i == 0 ? "" : ck_move_jumps(m) ? "x" : "-", path[i] + 1);
}

/* After the first jumps of several: the mover is still on his way. */
int ck_show_steps(const hra_game *game, const void *state, hra_move m, int step, void *out) {
    int jumps = ck_move_jumps(m);
    if (step > 0 && step < jumps) {
        ck_state *s = out;
        unsigned ways = (unsigned)(m >> 9) & ((1U << 2 * step) - 1);
        *s = *(const ck_state *)state;
        ck_apply(&s->board, s->side, ck_move(ck_move_from(m), step, ways));
        s->quiet = 0;
    }
    return jumps > 1 ? jumps : 1;
}

/* "11 15" as people type it: squares and blanks, and nothing else. Games of a file have moves side by side, so only here. */
static bool read_bare_squares(const char *text, ck_spelling *out) {
    *out = (ck_spelling){.count = 0};
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t digits = strspn(text, "0123456789");
        const int square = digits == 1 ? *text - '0' : digits == 2 ? 10 * (text[0] - '0') + text[1] - '0' : 0;
        if (square < 1 || square > CK_SQUARES || out->count == CK_WRITTEN)
            return false;
        out->square[out->count++] = (uint8_t)square;
        text += digits;
    }
    return out->count > 1;
}

/* Reads a move, jump by jump or not, and signs after it such as ! or *. False: the text is not a move. */
static bool read_squares(const char *text, ck_spelling *out) {
    size_t used;
    ck_spelling next;
    if (read_bare_squares(text, out))
        return true;
    text += strspn(text, " ");
    *out = (ck_spelling){.count = 0};
    for (; (used = ck_read_spelling(text, strlen(text), &next)) != 0; text += strspn(text, " ")) {
        if (out->count && !ck_join_spelling(out, &next))
            return false;
        *out = out->count ? *out : next;
        text += used;
    }
    text += strspn(text, "!?* ");
    for (int i = 0; i < out->count; i++)
        if (ck_written_square(out->square[i], CK_BOTTOM_RIGHT) < 0 || out->square[i] >= CK_LETTERED)
            return false;
    return out->count && !*text;
}

static void list(const hra_game *game, const hra_move *moves, int n, hra_text *out) {
    for (int i = 0; i < n && out->length < 150; i++) {
        hra_text_add(out, i ? ", " : "");
        ck_show_move(game, NULL, moves[i], out);
    }
}

/* The square that a text names alone, from 1; 0: it is something else. */
static int read_square(const char *text) {
    text += strspn(text, " ");
    const size_t digits = strspn(text, "0123456789");
    const int square = digits == 1 ? *text - '0' : digits == 2 ? 10 * (text[0] - '0') + text[1] - '0' : 0;
    return strspn(text + digits, " ") == strlen(text + digits) && square <= 32 ? square : 0;
}

/* Why no move begins on a square, from 1; NULL: some do, which are left in `moves`. */
static const char *find_reason(const ck_state *s, int square, hra_move *moves, int *n) {
    const ck_set at = (ck_set)1 << ck_bit(square - 1);
    int kept = 0;
    if (!(s->board.pieces[s->side] & at))
        return s->board.pieces[!s->side] & at ? N_("the piece on %d is the other player's")
                                              : N_("square %d is empty");
    for (int i = 0; i < *n; i++)
        if (ck_move_from(moves[i]) == square - 1)
            moves[kept++] = moves[i];
    if (!kept)
        return ck_jumpers(&s->board, s->side)
                   ? N_("the piece on %d cannot capture, and captures are compulsory")
                   : N_("the piece on %d is blocked");
    *n = kept;
    return NULL;
}

/* A square alone, or one on which no move begins: says where it can go, or why not. HRA_OK: nothing to say of it. */
static hra_err refuse_square(const hra_game *game, const ck_state *s, const char *text, int square,
                             bool alone, hra_error *why) {
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(&s->board, s->side, moves);
    const char *reason = find_reason(s, square, moves, &n);
    hra_text shown, said;
    hra_err err;
    if (!reason && !alone)
        return HRA_OK;
    hra_text_init(&shown);
    hra_text_init(&said);
    list(game, moves, n, &shown);
    if (reason)
        hra_text_addf(&said, _(reason), square);
    if (shown.err || said.err)
        err = hra_no_memory(why);
    else if (!reason)
        err = hra_fail(why, HRA_EINPUT, 0, "where to? from %d: %s", square, hra_text_string(&shown));
    else
        err = hra_fail(why, HRA_EINPUT, 0, "illegal move '%.40s': %s; legal moves: %s", text,
                       hra_text_string(&said), hra_text_string(&shown));
    hra_text_release(&said);
    hra_text_release(&shown);
    return err;
}

/* `hits` moves fit the text. */
static hra_err refuse(const hra_game *game, const ck_state *s, const char *text, bool read, hra_move *moves,
                      int hits, hra_error *why) {
    const int count = hits ? hits : ck_moves(&s->board, s->side, moves);
    hra_text shown;
    hra_err err;
    hra_text_init(&shown);
    list(game, moves, count, &shown);
    if (shown.err)
        err = hra_no_memory(why);
    else if (!read)
        err = hra_fail(why, HRA_EINPUT, 0, "expected a move such as 11-15 or 15x22x31, found '%.40s'", text);
    else if (hits)
        err = hra_fail(why, HRA_EINPUT, 0, "'%.40s' fits several moves: %s", text, hra_text_string(&shown));
    else
        err = hra_fail(why, HRA_EINPUT, 0,
                       ck_jumpers(&s->board, s->side)
                           ? N_("illegal move '%.40s': captures are compulsory; legal moves: %s")
                           : N_("illegal move '%.40s'; legal moves: %s"),
                       text, hra_text_string(&shown));
    hra_text_release(&shown);
    return err;
}

hra_err ck_parse_move(const hra_game *game, const void *state, const char *text, hra_move *out,
                      hra_error *why) {
    const ck_state *s = state;
    hra_move moves[CK_MAX_MOVES];
    ck_spelling spelling;
    ck_match how = {.whole = false};
    const bool read = read_squares(text, &spelling);
    const int hits = read ? ck_match_moves(s, &spelling, CK_BOTTOM_RIGHT, moves, CK_MAX_MOVES, &how) : 0;
    if (hits == 1 || how.whole) { /* what is all of one move may be the ends of others */
        *out = moves[0];
        return HRA_OK;
    }
    const int square = read_square(text);
    const int from = read ? ck_written_square(spelling.square[0], CK_BOTTOM_RIGHT) + 1 : 0;
    const hra_err err = !hits && (square || from)
                            ? refuse_square(game, s, text, square ? square : from, square != 0, why)
                            : HRA_OK;
    if (err)
        return err;
    return refuse(game, s, text, read, moves, hits, why);
}
