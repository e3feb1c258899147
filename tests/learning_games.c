/* Games for tests of learning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "learning_games.h"

static hra_game *open_rules(const hra_rules *rules, const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, rules, spec, NULL), 0);
    return game;
}

/* ---- the walk -------------------------------------------------------------------------------*/

static hra_err set_walk(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(walk);
    game->max_moves = 1;
    game->max_chances = 2;
    game->max_return = 1;
    return HRA_OK;
}

static void init_walk(const hra_game *game, void *s) {
    *(walk *)s = (walk){3, 0};
}

static int walk_to_move(const hra_game *game, const void *s) {
    const walk *w = s;
    return w->at == 0 || w->at == 6 ? HRA_OVER : w->stepping ? HRA_CHANCE : 0;
}

static int walk_moves(const hra_game *game, const void *s, hra_move *out) {
    out[0] = 0;
    return 1;
}

static int walk_chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    out[0] = 0;
    out[1] = 2;
    probability[0] = probability[1] = 0.5;
    return 2;
}

static void walk_apply(const hra_game *game, void *s, hra_move m) {
    walk *w = s;
    if (w->stepping)
        w->at = (int8_t)(w->at + (int)m - 1);
    w->stepping = !w->stepping;
}

static void walk_returns(const hra_game *game, const void *s, double *out) {
    out[0] = ((const walk *)s)->at == 6;
}

static void show_nothing(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", (unsigned)m);
}

static const hra_rules_text plain_text = {
    .size = sizeof plain_text, .title = "Plain", .show_move = show_nothing};

static const hra_rules walk_rules = {
    .size = sizeof walk_rules,
    .name = "walk",
    .seats = {1, 1, 1, false},
    .open = set_walk,
    .init = init_walk,
    .to_move = walk_to_move,
    .moves = walk_moves,
    .chance_outcomes = walk_chances,
    .apply = walk_apply,
    .returns = walk_returns,
    .text = &plain_text,
};

hra_game *open_walk(void) {
    return open_rules(&walk_rules, "walk");
}

/* ---- the cliff ------------------------------------------------------------------------------*/

static hra_err set_cliff(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(grid);
    game->max_moves = 4;
    game->min_return = -1e9;
    return HRA_OK;
}

static void init_cliff(const hra_game *game, void *s) {
    *(grid *)s = (grid){CLIFF_START, 0};
}

static int cliff_to_move(const hra_game *game, const void *s) {
    return ((const grid *)s)->cell == CLIFF_GOAL ? HRA_OVER : 0;
}

static int cliff_moves(const hra_game *game, const void *s, hra_move *out) {
    for (uint32_t i = 0; i < 4; i++)
        out[i] = i;
    return 4;
}

void cliff_apply(const hra_game *game, void *s, hra_move m) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    grid *g = s;
    int x = g->cell % CLIFF_WIDTH + dx[m], y = g->cell / CLIFF_WIDTH + dy[m];
    x = x < 0 ? 0 : x >= CLIFF_WIDTH ? CLIFF_WIDTH - 1 : x;
    y = y < 0 ? 0 : y >= CLIFF_HEIGHT ? CLIFF_HEIGHT - 1 : y;
    bool falls = y == CLIFF_HEIGHT - 1 && x > 0 && x < CLIFF_WIDTH - 1;
    g->cost += falls ? 100 : 1;
    g->cell = falls ? CLIFF_START : y * CLIFF_WIDTH + x;
}

static void cliff_returns(const hra_game *game, const void *s, double *out) {
    out[0] = -((const grid *)s)->cost;
}

static uint64_t cliff_key(const hra_game *game, const void *s) {
    return (uint64_t)((const grid *)s)->cell;
}

static const hra_rules_hints cliff_hints = {.size = sizeof cliff_hints, .key = cliff_key};
static const hra_rules_encoding cliff_numbers = {.size = sizeof cliff_numbers, .rewards = cliff_returns};

static const hra_rules cliff_rules = {
    .size = sizeof cliff_rules,
    .name = "cliff",
    .seats = {1, 1, 1, false},
    .open = set_cliff,
    .init = init_cliff,
    .to_move = cliff_to_move,
    .moves = cliff_moves,
    .apply = cliff_apply,
    .returns = cliff_returns,
    .text = &plain_text,
    .hints = &cliff_hints,
    .encoding = &cliff_numbers,
};

hra_game *open_cliff(void) {
    return open_rules(&cliff_rules, "cliff");
}

/* ---- hops -----------------------------------------------------------------------------------*/

static hra_err set_hops(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = sizeof(hop);
    game->max_moves = HOP_MOVES;
    game->zero_sum = game->seats == 2;
    game->min_return = -1;
    game->max_return = 1;
    return HRA_OK;
}

void init_hops(const hra_game *game, void *s) {
    *(hop *)s = (hop){0, {1, -2, 3}};
}

static int hops_to_move(const hra_game *game, const void *s) {
    const hop *h = s;
    return h->step == HOPS ? HRA_OVER : game->seats == 1 ? 0 : h->step % 2;
}

static int hops_moves(const hra_game *game, const void *s, hra_move *out) {
    for (uint32_t i = 0; i < HOP_MOVES; i++)
        out[i] = i;
    return HOP_MOVES;
}

void hops_apply(const hra_game *game, void *s, hra_move m) {
    hop *h = s;
    for (int i = 0; i < HOP_TERMS; i++)
        h->term[i] = (int8_t)((h->term[i] * 3 + (int)m * (3 + 4 * i) + h->step + 87) % 29 - 14);
    h->step++;
}

void hops_returns(const hra_game *game, const void *s, double *out) {
    const hop *h = s;
    out[0] = (29 * (29 * h->term[0] + h->term[1]) + h->term[2]) / 12500.0;
    if (game->seats == 2)
        out[1] = -out[0];
}

static void hops_term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    for (int i = 0; i < HOP_TERMS; i++)
        out[i] = (seat ? -1 : 1) * ((const hop *)s)->term[i];
}

static int hops_features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    int n = 0;
    for (uint32_t i = 0; i < HOP_TERMS; i++)
        if (((const hop *)s)->term[i])
            out[n++] = (hra_feature){i, (seat ? -1.f : 1.f) * (float)((const hop *)s)->term[i] / 8};
    return n;
}

static int hops_count(const hra_game *game) {
    return HOP_TERMS;
}

static void hops_name(const hra_game *game, int index, hra_text *out) {
    hra_text_addf(out, "number %d", index + 1);
}

static void hops_show(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", (unsigned)m);
}

static const char *const hops_terms[] = {"first", "second", "third", NULL};
static const hra_rules_text hops_text = {.size = sizeof hops_text, .title = "Hops", .show_move = hops_show};
static const hra_rules_encoding hops_numbers = {.size = sizeof hops_numbers,
                                                .feature_count = hops_count,
                                                .feature_room = hops_count,
                                                .features = hops_features,
                                                .name_feature = hops_name,
                                                .terms = hops_terms,
                                                .term = hops_term};
static void hops_sight(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    hops_returns(game, s, out);
}

static const hra_evaluation hops_evaluations[] = {
    {.name = "sight", .help = "as if it were over", .value = hops_sight}, {0}};
static const hra_rules_catalogue hops_catalogue = {.size = sizeof hops_catalogue,
                                                   .evaluations = hops_evaluations};
static const hra_rules hops_rules = {
    .size = sizeof hops_rules,
    .name = "hops",
    .seats = {1, 2, 2, false},
    .open = set_hops,
    .init = init_hops,
    .to_move = hops_to_move,
    .moves = hops_moves,
    .apply = hops_apply,
    .returns = hops_returns,
    .text = &hops_text,
    .catalogue = &hops_catalogue,
    .encoding = &hops_numbers,
};

hra_game *open_hops_for(int seats) {
    return open_rules(&hops_rules, seats == 1 ? "hops:seats=1" : "hops");
}
