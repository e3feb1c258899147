/* Matches in numbers: one feature for each size of the heap. */
#include "matches.h"
#include "rules/features.h"

static int count_of(const hra_game *game) {
    return ((const matches_level *)game->data)->count;
}

/* 1..count left, and whose turn it is; at the end too, where that says who cannot take any more. */
static int feature_count(const hra_game *game) {
    return count_of(game) + 1;
}

static int feature_room(const hra_game *game) {
    return 2;
}

static int features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    const matches_heap *h = s;
    hra_feature_list list = {out, 0};
    hra_feature_put(&list, h->left - 1, h->left > 0);
    hra_feature_put(&list, count_of(game), h->turn == seat ? 1 : -1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    if (index == count_of(game))
        hra_text_add(out, "own turn");
    else
        hra_text_addf(out, "%d left", index + 1);
}

static const char *const terms[] = {"left", "left over a round", "own turn", NULL};

/* What is left over when the heap is parted into rounds of one more than may be taken. */
static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    const matches_heap *h = s;
    out[0] = h->left;
    out[1] = h->left % (((const matches_level *)game->data)->take + 1);
    out[2] = h->turn == seat ? 1 : -1;
}

static int action_count(const hra_game *game) {
    return ((const matches_level *)game->data)->take;
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return (int)m - 1;
}

const hra_rules_encoding matches_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
