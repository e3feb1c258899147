/* Tic-tac-toe in numbers: a feature for each cell and whose mark it holds, and who is to move. */
#include "rules/features.h"
#include "tictactoe.h"

enum { OWN, OTHER = 9, TURN = 18, FEATURES = 19, ROOM = 10 };

static int feature_count(const hra_game *game) {
    return FEATURES;
}

static int feature_room(const hra_game *game) {
    return ROOM;
}

static int features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    const ttt_board *b = s;
    hra_feature_list list = {out, 0};
    hra_feature_put_set(&list, OWN, b->mask[seat]);
    hra_feature_put_set(&list, OTHER, b->mask[1 - seat]);
    hra_feature_put(&list, TURN, b->turn == HRA_OVER ? 0 : b->turn == seat ? 1 : -1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    if (index == TURN)
        hra_text_add(out, "to move");
    else
        hra_text_addf(out, "%s mark on %c%d", index < OTHER ? "own" : "other", "abc"[index % 3],
                      index % 9 / 3 + 1);
}

static const char *const terms[] = {"open lines", "other's open lines", "twos", "other's twos", NULL};

/* Counts the lines on which the other seat has no mark, and those of them that lack one mark. */
static void count_lines(unsigned mine, unsigned other, double *open, double *twos) {
    *open = *twos = 0;
    for (int i = 0; i < 8; i++) {
        bool closed = other & ttt_lines[i];
        *open += !closed;
        *twos += !closed && __builtin_popcount(mine & ttt_lines[i]) == 2;
    }
}

static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    const ttt_board *b = s;
    count_lines(b->mask[seat], b->mask[1 - seat], &out[0], &out[2]);
    count_lines(b->mask[1 - seat], b->mask[seat], &out[1], &out[3]);
}

static int action_count(const hra_game *game) {
    return 9;
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return (int)m;
}

const hra_rules_encoding ttt_numbers = {
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
