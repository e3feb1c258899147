/* Matches: one heap, take a few; the smallest game whose whole graph can be drawn. */
#include <stdlib.h>

#include "core/messages.h"
#include "matches.h"

static const hra_option options[] = {
    {.name = "count",
     .type = HRA_OPTION_INT,
     .fallback = "21",
     .min = 1,
     .max = MATCHES_COUNT,
     .help = "heap size at the start"},
    {.name = "take",
     .type = HRA_OPTION_INT,
     .fallback = "3",
     .min = 1,
     .max = MATCHES_TAKE,
     .help = "maximum to take at once"},
    {0},
};

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    matches_level *level = calloc(1, sizeof *level);
    if (!level)
        return hra_no_memory(why);
    level->count = (int)hra_options_int(chosen, "count");
    level->take = (int)hra_options_int(chosen, "take");
    game->data = level;
    game->state_size = sizeof(matches_heap);
    game->max_moves = level->take;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    const matches_level *level = game->data;
    *(matches_heap *)s = (matches_heap){.left = (uint16_t)level->count};
}

static int to_move(const hra_game *game, const void *s) {
    const matches_heap *h = s;
    return h->left ? h->turn : HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const matches_level *level = game->data;
    const matches_heap *h = s;
    int n = h->left < level->take ? h->left : level->take;
    for (int i = 0; i < n; i++)
        out[i] = (hra_move)i + 1;
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    matches_heap *h = s;
    h->left = (uint16_t)(h->left - m);
    h->turn ^= 1;
}

static void returns(const hra_game *game, const void *s, double *out) {
    const matches_heap *h = s;
    out[h->turn] = -1;
    out[!h->turn] = 1;
}

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const matches_heap *h = s;
    int fives = (look->width - 2) / 6, line = fives > 0 ? 5 * fives : 5;
    hra_text_addf(out, _(" %d left"), h->left);
    hra_text_add(out, look->color ? "\n\033[33m" : "\n");
    for (int i = 0; i < h->left; i++) {
        hra_text_add(out, i % line == 0 ? (i ? "\n " : " ") : i % 5 == 0 ? " " : "");
        hra_text_add(out, look->unicode ? "┃" : "|");
    }
    hra_text_add(out, look->color ? "\033[0m\n" : "\n");
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", m);
}

static void write_position(const hra_game *game, const void *s, hra_text *out) {
    const matches_heap *h = s;
    hra_text_addf(out, "%d/%d", h->left, h->turn);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    const matches_level *level = game->data;
    int at = 0, left = 0;
    uint16_t turn = 0;
    while (text[at] >= '0' && text[at] <= '9' && at < 4)
        left = 10 * left + (text[at++] - '0');
    if (at == 0 || left > level->count)
        return hra_fail(
            why, HRA_EINPUT, 0,
            "expected the number left, 0 to %d, and the seat to move, such as %d/0; found '%.20s'",
            level->count, level->count, text);
    if (text[at] == '/' && (text[at + 1] == '0' || text[at + 1] == '1')) {
        turn = (uint16_t)(text[at + 1] - '0');
        at += 2;
    }
    if (text[at])
        return hra_fail(why, HRA_EINPUT, at, "expected /0 or /1, the seat to move, found '%.20s'", text + at);
    *(matches_heap *)s = (matches_heap){(uint16_t)left, turn};
    return HRA_OK;
}

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Matches",
    .summary = "take up to N from one heap; taking the last wins",
    .show = show,
    .show_move = show_move,
    .move_help = "number to take: 2",
    .write_position = write_position,
    .read_position = read_position,
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &matches_levels,
    .best = "exact",
    .evaluations = matches_evaluations,
    .terms = matches_terms,
    .solver = &matches_solver,
};

const hra_rules hra_rules_matches = {
    .size = sizeof(hra_rules),
    .name = "matches",
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
    .catalogue = &rules_catalogue,
    .scene = &matches_scene,
    .encoding = &matches_numbers,
};
