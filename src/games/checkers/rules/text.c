/* Drawing the board, writing and reading moves. */
#include <string.h>

#include "checkers.h"
#include "core/messages.h"

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
    if (s->side == CK_BLACK)
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

/* Reads up to CK_MAX_JUMPS + 1 squares joined by - or x; returns how many, 0: no such text. */
static int read_squares(const char *text, int *square) {
    int n = 0;
    while (*text == ' ')
        text++;
    for (;;) {
        int value = 0, digits = 0;
        for (; *text >= '0' && *text <= '9' && digits < 3; text++, digits++)
            value = 10 * value + (*text - '0');
        if (!digits || value < 1 || value > 32 || n == CK_MAX_JUMPS + 1)
            return 0;
        square[n++] = value - 1;
        while (*text == ' ')
            text++;
        if (!*text)
            return n;
        if (*text != '-' && *text != 'x' && *text != 'X' && *text != ':')
            return 0;
        text++;
        while (*text == ' ')
            text++;
    }
}

/* Do the squares name the move: all of its route, or its first and last? */
static bool is_route(const int *square, int n, hra_move m) {
    int path[CK_MAX_JUMPS + 1], length = ck_move_path(m, path);
    return n == length && memcmp(square, path, (size_t)n * sizeof *path) == 0;
}

static bool are_ends(const int *square, int n, hra_move m) {
    int path[CK_MAX_JUMPS + 1], length = ck_move_path(m, path);
    return n == 2 && square[0] == path[0] && square[1] == path[length - 1];
}

static void list(const hra_game *game, const hra_move *moves, int n, hra_text *out) {
    for (int i = 0; i < n && out->length < 150; i++) {
        hra_text_add(out, i ? ", " : "");
        ck_show_move(game, NULL, moves[i], out);
    }
}

hra_err ck_parse_move(const hra_game *game, const void *state, const char *text, hra_move *out,
                      hra_error *why) {
    const ck_state *s = state;
    hra_move moves[CK_MAX_MOVES], found[CK_MAX_MOVES];
    int square[CK_MAX_JUMPS + 1], n = read_squares(text, square), count = ck_moves(&s->board, s->side, moves),
                                  hits = 0;
    for (int i = 0; n >= 2 && i < count; i++) {
        if (is_route(square, n, moves[i])) { /* of longer ones it may be the ends */
            *out = moves[i];
            return HRA_OK;
        }
        if (are_ends(square, n, moves[i]))
            found[hits++] = moves[i];
    }
    if (hits == 1) {
        *out = found[0];
        return HRA_OK;
    }
    hra_text shown;
    hra_text_init(&shown);
    list(game, hits ? found : moves, hits ? hits : count, &shown);
    hra_err err;
    if (shown.err)
        err = hra_no_memory(why);
    else if (n < 2)
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
