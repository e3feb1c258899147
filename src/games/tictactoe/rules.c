/* Tic-tac-toe, with hot loops compiled with the rules (rules.inl, fast.c). */
#include "rules.inl"

#include "core/messages.h"

#include <stdlib.h>

static hra_err open_game(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(ttt_board);
    game->max_moves = 9;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(ttt_board *)s = (ttt_board){0};
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%c%u", "abc"[m % 3], m / 3 + 1);
}

/* How many more signs X has. */
static int lead_of(const ttt_board *b) {
    return __builtin_popcount(b->mask[0]) - __builtin_popcount(b->mask[1]);
}

/* The seat that moves next, or would if the game were not over. */
static int next_of(const ttt_board *b) {
    return b->turn != HRA_OVER ? b->turn : b->lead ? b->lead > 0 : lead_of(b) > 0;
}

/* The signs show who is to move, but where a seat has passed: there the seat is written. */
static void write_position(const hra_game *game, const void *s, hra_text *out) {
    const ttt_board *b = s;
    for (int i = 0; i < 9; i++)
        hra_text_addf(out, i % 3 == 2 && i < 8 ? "%c/" : "%c",
                      ".XO"[(b->mask[0] >> i & 1) + 2 * (b->mask[1] >> i & 1)]);
    if (next_of(b) != lead_of(b))
        hra_text_addf(out, " %c", "XO"[next_of(b)]);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    ttt_board b = {0};
    int at = 0;
    for (int i = 0; i < 9; i++, at += i < 9 && i % 3 == 0 && text[at] == '/')
        if (text[at] == 'X' || text[at] == 'O')
            b.mask[text[at++] == 'O'] |= (uint16_t)(1U << i);
        else if (text[at] == '.')
            at++;
        else if (text[at])
            return hra_fail(why, HRA_EINPUT, at,
                            "expected X, O or . in cell %d, as in X.O/.X./..O, found '%.20s'", i + 1,
                            text + at);
        else
            return hra_fail(why, HRA_EINPUT, at,
                            "expected nine of X O . as in X.O/.X./..O, cell %d is missing", i + 1);
    const int lead = lead_of(&b);
    int next = lead, passes = 0;
    if (text[at] == ' ' && (text[at + 1] == 'X' || text[at + 1] == 'O')) {
        next = text[at + 1] == 'O';
        passes = 1;
        at += 2;
    }
    if (text[at])
        return hra_fail(why, HRA_EINPUT, at,
                        "expected the end, or a blank and X or O, after the ninth cell, found '%.20s'",
                        text + at);
    if (next < 0 || next > 1 || abs(next - lead) > passes ||
        ttt_won(b.mask[next])) /* who is to move cannot have won */
        return hra_fail(why, HRA_EINPUT, 0,
                        "no game reaches this: X begins, the seats alternate, a line ends the game");
    b.lead = (int16_t)(ttt_won(b.mask[0]) - ttt_won(b.mask[1]));
    b.turn = b.lead || (b.mask[0] | b.mask[1]) == 0777 ? HRA_OVER : (int16_t)next;
    *(ttt_board *)s = b;
    return HRA_OK;
}

static bool pass(const hra_game *game, const void *s, void *out) {
    ttt_board *b = out;
    *b = *(const ttt_board *)s;
    b->turn = (int16_t)(1 - b->turn);
    return true;
}

/* A quarter turn clockwise, and the mirror image left to right: where each cell comes from. */
static const uint8_t turned[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2}, mirrored[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};

static uint16_t moved(uint16_t mask, const uint8_t from[9]) {
    unsigned out = 0;
    for (int i = 0; i < 9; i++)
        out |= (mask >> from[i] & 1U) << i;
    return (uint16_t)out;
}

/* Of the eight ways to look at the board the one with the smallest masks. */
static void canonical(const hra_game *game, const void *s, void *out) {
    ttt_board b = *(const ttt_board *)s, least = b;
    for (int way = 1; way < 8; way++) {
        const uint8_t *from = way == 4 ? mirrored : turned;
        b.mask[0] = moved(b.mask[0], from);
        b.mask[1] = moved(b.mask[1], from);
        if (b.mask[0] < least.mask[0] || (b.mask[0] == least.mask[0] && b.mask[1] < least.mask[1]))
            least = b;
    }
    *(ttt_board *)out = least;
}

static const char *const seat_names[] = {"X", "O"};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Tic-tac-toe",
    .summary = "three in a row on nine cells",
    .seat_names = seat_names,
    .show = ttt_show,
    .show_move = show_move,
    .parse_move = ttt_parse_move,
    .move_help = N_("column and row of a cell: b2 is the centre; or its number, 1 to 9 row by\n"
                    "row from the top: 1 2 3, 4 5 6, 7 8 9"),
    .write_position = write_position,
    .read_position = read_position,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .score_moves = ttt_order,
    .fast = &ttt_fast,
    .canonical = canonical,
    .pass = pass,
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &ttt_levels,
    .benchmarks = ttt_benchmarks,
    .best = "exact",
    .evaluations = ttt_evaluations,
    .terms = ttt_terms,
};

const hra_rules hra_rules_tictactoe = {
    .size = sizeof(hra_rules),
    .name = "tictactoe",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .open = open_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &rules_text,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &ttt_scene,
    .encoding = &ttt_numbers,
};
