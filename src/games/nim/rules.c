/* Nim: rows of matches, take any number from one row. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nim.h"

static const hra_option options[] = {
    {.name = "rows",
     .type = HRA_OPTION_TEXT,
     .fallback = "3-5-7",
     .help = "sizes of the rows: 1 to 26 rows of 1 to 99, joined by -"},
    {.name = "last",
     .type = HRA_OPTION_CHOICE,
     .fallback = "wins",
     .choices = "wins|loses",
     .help = "result of taking the last one; loses: misère"},
    {0},
};

int nim_read_rows(const char *text, uint8_t row[NIM_ROWS], int *end) {
    int n = 0, at = 0;
    for (;;) {
        int from = at, number = 0;
        while (text[at] >= '0' && text[at] <= '9' && at - from < 4)
            number = 10 * number + (text[at++] - '0');
        if (at == from || number > NIM_ROW || n == NIM_ROWS)
            return -1 - from;
        row[n++] = (uint8_t)number;
        if (text[at] != '-') {
            *end = at;
            return n;
        }
        at++;
    }
}

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    const char *text = hra_options_text(chosen, "rows");
    nim_level *level = calloc(1, sizeof *level);
    if (!level)
        return hra_no_memory(why);
    game->data = level;
    level->last_loses = hra_options_choice(chosen, "last") == 1;
    int end = 0;
    level->rows = nim_read_rows(text, level->row, &end);
    bool good = level->rows > 0 && !text[end];
    for (int i = 0; good && i < level->rows; i++) {
        good = level->row[i] > 0;
        game->max_moves += level->row[i];
    }
    if (!good)
        return hra_fail(
            why, HRA_EINPUT, -1,
            "game nim: rows=%.40s: expected 1 to %d numbers from 1 to %d joined by -, as in 3-5-7", text,
            NIM_ROWS, NIM_ROW);
    game->state_size = 1 + (size_t)level->rows;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    const nim_level *level = game->data;
    uint8_t *b = s;
    b[0] = 0;
    memcpy(b + 1, level->row, (size_t)level->rows);
}

static int to_move(const hra_game *game, const void *s) {
    const uint8_t *b = s;
    for (size_t i = 1; i < game->state_size; i++)
        if (b[i])
            return b[0];
    return HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const uint8_t *b = s;
    int n = 0;
    for (size_t i = 1; i < game->state_size; i++)
        for (unsigned take = 1; take <= b[i]; take++)
            out[n++] = (hra_move)(i - 1) << 8 | take;
    return n;
}

static bool legal(const hra_game *game, const void *s, hra_move m) {
    const uint8_t *b = s;
    hra_move row = m >> 8, take = m & 255;
    return row < game->state_size - 1 && take > 0 && take <= b[1 + row];
}

static void apply(const hra_game *game, void *s, hra_move m) {
    uint8_t *b = s;
    b[1 + (m >> 8)] = (uint8_t)(b[1 + (m >> 8)] - (m & 255));
    b[0] ^= 1;
}

/* Whose turn it would be has not taken the last one. */
static void returns(const hra_game *game, const void *s, double *out) {
    const nim_level *level = game->data;
    const uint8_t *b = s;
    out[b[0]] = level->last_loses ? 1 : -1;
    out[!b[0]] = -out[b[0]];
}

/* The order of the rows does not matter: the smallest first. */
static void canonical(const hra_game *game, const void *s, void *out) {
    uint8_t *b = out;
    memcpy(b, s, game->state_size);
    for (size_t i = 2; i < game->state_size; i++)
        for (size_t k = i; k > 1 && b[k] < b[k - 1]; k--) {
            uint8_t row = b[k];
            b[k] = b[k - 1];
            b[k - 1] = row;
        }
}

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Nim",
    .summary = "take any number from one row",
    .show = nim_show,
    .show_move = nim_show_move,
    .move_help = "letter of a row and number to take: b3 takes three from row b",
    .write_position = nim_write_position,
    .read_position = nim_read_position,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .legal = legal,
    .canonical = canonical,
};

static const hra_variant variants[] = {
    {N_("The last one loses"), "last=loses"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &nim_levels,
    .variants = variants,
    .best = "exact",
    .evaluations = nim_evaluations,
    .terms = nim_terms,
    .solver = &nim_solver,
};

const hra_rules hra_rules_nim = {
    .size = sizeof(hra_rules),
    .name = "nim",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &rules_text,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &nim_scene,
    .encoding = &nim_numbers,
};
