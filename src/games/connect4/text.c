/* Connect Four in words: the board, moves, positions. */
#include <stdlib.h>
#include <string.h>

#include "connect4.h"
#include "core/messages.h"

static const char letters[] = ".RY"; /* free, Red, Yellow */

/* 0: free, 1: Red, 2: Yellow. */
static int disc_at(const c4_state *s, int bit) {
    return (int)(s->disc[0] >> bit & 1) + 2 * (int)(s->disc[1] >> bit & 1);
}

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    static const char *const plain[] = {".", "R", "Y"}, *const unicode[] = {"·", "●", "○"},
                             *const on[] = {"", "\033[1;31m", "\033[1;33m"};
    const c4_board *b = c4_board_of(game);
    for (int column = 0; column < b->width; column++)
        hra_text_addf(out, "%3d", column + 1);
    for (int row = b->height - 1; row >= 0; row--) {
        hra_text_add(out, "\n");
        for (int column = 0; column < b->width; column++) {
            const int disc = disc_at(s, c4_bit(b, column, row));
            const bool color = look->color && disc;
            hra_text_addf(out, "  %s%s%s", color ? on[disc] : "", (look->unicode ? unicode : plain)[disc],
                          color ? "\033[0m" : "");
        }
    }
    hra_text_add(out, "\n");
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", m + 1);
}

/* Appends the columns that are not full: "1, 2, 7". */
static void list_moves(const hra_game *game, const void *s, char *out, size_t size) {
    hra_move moves[C4_MOST];
    const int n = game->rules->moves(game, s, moves);
    int at = 0;
    out[0] = '\0';
    for (int i = 0; i < n; i++)
        at += hra_snprintf(out + at, size - (size_t)at, "%s%u", i ? ", " : "", moves[i] + 1);
}

/* The column that a text names, "4" or "d", from 0; -1: none. */
static int find_column(const char *text, size_t length) {
    if (length == 1 && (text[0] | 0x20) >= 'a' && (text[0] | 0x20) < 'a' + C4_MOST)
        return (text[0] | 0x20) - 'a';
    if (length == 1 && text[0] >= '1' && text[0] <= '9')
        return text[0] - '1';
    return length == 2 && memcmp(text, "10", 2) == 0 ? 9 : -1;
}

static hra_err parse_move(const hra_game *game, const void *s, const char *text, hra_move *out,
                          hra_error *why) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && strchr(" \r\n", text[length - 1]))
        length--;
    const int column = find_column(text, length);
    if (column >= 0 && column < b->width && c4_drop(b, p->disc[0] | p->disc[1], column)) {
        *out = (hra_move)column;
        return HRA_OK;
    }
    char list[5 * C4_MOST];
    list_moves(game, s, list, sizeof list);
    if (column >= 0 && column < b->width)
        return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s': the column is full; legal moves: %s",
                        (int)length, text, list);
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s'; legal moves: %s%s",
                    length < 40 ? (int)length : 40, text, list, "");
}

/* ---- positions ------------------------------------------------------------------------------*/

static int lead_of(const c4_state *s) {
    return __builtin_popcountll(s->disc[0]) - __builtin_popcountll(s->disc[1]);
}

/* Rows from the top. The discs show who is to move, but where a seat has passed: there the seat is written. */
static void write_position(const hra_game *game, const void *s, hra_text *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    for (int row = b->height - 1; row >= 0; row--) {
        for (int column = 0; column < b->width; column++)
            hra_text_addf(out, "%c", letters[disc_at(p, c4_bit(b, column, row))]);
        if (row > 0)
            hra_text_add(out, "/");
    }
    if (c4_next(p) != lead_of(p))
        hra_text_addf(out, " %c", letters[1 + c4_next(p)]);
}

/* Is there a disc on top of a column whose removal leaves its seat without a line? The last move was such a disc. */
static bool has_last_move(const c4_board *b, const c4_state *s, int seat) {
    const uint64_t taken = s->disc[0] | s->disc[1];
    for (int column = 0; column < b->width; column++) {
        const uint64_t above = c4_drop(b, taken, column), cells = c4_column(b, column),
                       top = above ? above >> 1 & cells : b->top & cells;
        if ((s->disc[seat] & top) && !c4_has_line(b, s->disc[seat] & ~top))
            return true;
    }
    return false;
}

/* Reads the cells; returns the place behind them. */
static hra_err read_cells(const c4_board *b, const char *text, c4_state *p, int *at, hra_error *why) {
    for (int i = 0; i < b->width * b->height; i++) {
        const int column = i % b->width, row = b->height - 1 - i / b->width;
        *at += i > 0 && column == 0 && text[*at] == '/';
        const char *letter = text[*at] ? strchr(letters, text[*at]) : NULL;
        if (!letter)
            return hra_fail(
                why, HRA_EINPUT, *at,
                "expected %d rows of %d cells, from the top, each R, Y or . (free): cell %d of row %d is "
                "missing",
                b->height, b->width, column + 1, b->height - row);
        if (letter > letters)
            p->disc[letter - letters - 1] |= (uint64_t)1 << c4_bit(b, column, row);
        ++*at;
    }
    return HRA_OK;
}

/* No disc floats. */
static bool rests(const c4_board *b, const c4_state *s) {
    const uint64_t taken = s->disc[0] | s->disc[1];
    return (taken & ~b->bottom & ~(taken << 1)) == 0;
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    const c4_board *b = c4_board_of(game);
    c4_state p = {0};
    int at = 0, passes = 0;
    hra_err err = read_cells(b, text, &p, &at, why);
    if (err)
        return err;
    const int lead = lead_of(&p);
    int next = lead;
    if (text[at] == ' ' && (text[at + 1] == 'R' || text[at + 1] == 'Y')) {
        next = text[at + 1] == 'Y';
        passes = 1;
        at += 2;
    }
    if (text[at])
        return hra_fail(why, HRA_EINPUT, at, "expected the end, or a blank and R or Y, found '%.20s'",
                        text + at);
    if (!rests(b, &p))
        return hra_fail(why, HRA_EINPUT, 0, "a disc has nothing below it");
    if (next < 0 || next > 1 || abs(next - lead) > passes || c4_has_line(b, p.disc[next]) ||
        (c4_has_line(b, p.disc[!next]) && !has_last_move(b, &p, !next)))
        return hra_fail(why, HRA_EINPUT, 0,
                        "no game reaches this: Red begins, the seats alternate, a line ends the game");
    c4_settle(b, &p, next);
    *(c4_state *)s = p;
    return HRA_OK;
}

static const char *const seat_names[] = {N_("Red"), N_("Yellow")};

const hra_rules_text c4_text = {
    .size = sizeof(hra_rules_text),
    .title = "Connect Four",
    .summary = "discs fall into columns; four in a line win",
    .seat_names = seat_names,
    .show = show,
    .show_move = show_move,
    .parse_move = parse_move,
    .move_help = N_("the number of a column, 1 at the left, or its letter: 4 or d"),
    .write_position = write_position,
    .read_position = read_position,
};
