/* English checkers in the Hub protocol, for other draughts programs: see rules/hub.h. */
#include <math.h>

#include "rules/hub.h"

#include "games/checkers/play/net.h"
#include "games/checkers/rules/checkers.h"

/* The squares of one sign as a list of a FEN: "K3,5". */
static void add_side(const char *signs, char man, char king, hra_text *fen) {
    const char *comma = "";
    for (int i = 0; i < CK_SQUARES; i++)
        if (signs[i] == man || signs[i] == king) {
            hra_text_addf(fen, "%s%s%d", comma, signs[i] == king ? "K" : "", i + 1);
            comma = ",";
        }
}

static hra_err place(const hra_game *game, char side, const char *signs, void *state, hra_error *why) {
    hra_text fen;
    hra_text_init(&fen);
    hra_text_addf(&fen, "%c:W", side);
    add_side(signs, 'w', 'W', &fen);
    hra_text_add(&fen, ":B");
    add_side(signs, 'b', 'B', &fen);
    hra_error told = {0};
    hra_err err =
        fen.err ? hra_no_memory(&told) : ck_read_position(game, hra_text_string(&fen), state, &told);
    hra_text_release(&fen);
    told.at = -1; /* the FEN was not typed, so no offset */
    return err ? hra_fail_as(why, &told) : HRA_OK;
}

static char show(const hra_game *game, const void *state, char *signs) {
    const ck_state *s = state;
    for (int i = 0; i < CK_SQUARES; i++) {
        ck_set at = (ck_set)1 << ck_bit(i);
        bool king = s->board.kings & at;
        signs[i] = s->board.pieces[CK_WHITE] & at   ? (king ? 'W' : 'w')
                   : s->board.pieces[CK_BLACK] & at ? (king ? 'B' : 'b')
                                                    : 'e';
    }
    return s->side == CK_BLACK ? 'B' : 'W';
}

/* The square between two that a piece jumps from and to, all from 0. */
static int between(int from, int to) {
    int row[2] = {from / 4, to / 4}, column[2];
    column[0] = 2 * (from % 4) + (row[0] % 2 == 0);
    column[1] = 2 * (to % 4) + (row[1] % 2 == 0);
    return (row[0] + row[1]) / 2 * 4 + (column[0] + column[1]) / 4;
}

static int touch(const hra_game *game, const void *state, hra_move m, int *square) {
    int path[CK_MAX_JUMPS + 1], n = ck_move_path(m, path), count = 2;
    square[0] = path[0] + 1;
    square[1] = path[n - 1] + 1;
    for (int i = 1; i < n && ck_move_jumps(m) > 0; i++)
        square[count++] = between(path[i - 1], path[i]) + 1;
    return count;
}

/* Half the logarithm of the odds, where a man is worth about 1 (CK_MAN); a chance tells it up to seven men.
 */
static double score(double value) {
    double p = 0.5 + 0.5 * fmin(fmax(value, -0.999999), 0.999999);
    return log(p / (1 - p)) * CK_ODDS / CK_MAN;
}

static const hra_hub_parameter parameters[] = {
    {.name = "level", .option = "level", .unit = "", .fallback = 10, .min = 1, .max = 10},
    {.name = "tables", .option = "tablebase-pieces", .unit = "", .fallback = 4, .min = 0, .max = 6},
    {.name = "tt-size", .option = "tt", .unit = "M", .fallback = 64, .min = 1, .max = 65536},
    {.name = "book", .option = "book", .unit = "", .fallback = 0, .min = 0, .max = 1},
    {.name = "threads", .option = "threads", .unit = "", .fallback = 1, .min = 1, .max = 256},
    {0},
};

static const hra_hub hub = {
    .size = sizeof(hra_hub),
    .variant = "english",
    .player = "expert",
    .parameters = parameters,
    .squares = CK_SQUARES,
    .depth = 99,
    .place = place,
    .touch = touch,
    .score = score,
    .show = show,
};

const hra_protocol_offer ck_protocols[] = {
    {"hub", &hub},
    {0},
};
