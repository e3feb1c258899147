/* Features of nim: one for each row and number of matches left in it, and one for each way to take from a
 * row. */
#include "nim.h"
#include "rules/features.h"

/* How many matches lie in the rows before this one at the beginning: the first number of the row. */
static int first_of(const nim_level *level, int row) {
    int sum = 0;
    for (int i = 0; i < row; i++)
        sum += level->row[i];
    return sum;
}

static int action_count(const hra_game *game) {
    const nim_level *level = game->data;
    return first_of(level, level->rows);
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return first_of(game->data, (int)(m >> 8)) + (int)(m & 255) - 1;
}

/* The rows, and whose turn it is; at the end too, where that says who took the last. */
static int feature_count(const hra_game *game) {
    return action_count(game) + 1;
}

static int feature_room(const hra_game *game) {
    return ((const nim_level *)game->data)->rows + 1;
}

static int features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    const nim_level *level = game->data;
    const uint8_t *b = s;
    hra_feature_list list = {out, 0};
    int first = 0;
    for (int i = 0; i < level->rows; i++) {
        hra_feature_put(&list, first + b[1 + i] - 1, b[1 + i] > 0);
        first += level->row[i];
    }
    hra_feature_put(&list, first, b[0] == seat ? 1 : -1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    const nim_level *level = game->data;
    int row = 0;
    while (row < level->rows && index >= level->row[row])
        index -= level->row[row++];
    if (row == level->rows)
        hra_text_add(out, "own turn");
    else
        hra_text_addf(out, "%d in row %c", index + 1, 'a' + row);
}

static const char *const terms[] = {"matches", "rows", "rows of one", "nim sum", "own turn", NULL};

static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    const nim_level *level = game->data;
    const uint8_t *b = s;
    int sum = 0;
    out[0] = out[1] = out[2] = 0;
    for (int i = 1; i <= level->rows; i++) {
        out[0] += b[i];
        out[1] += b[i] > 0;
        out[2] += b[i] == 1;
        sum ^= b[i];
    }
    out[3] = sum;
    out[4] = b[0] == seat ? 1 : -1;
}

const hra_rules_encoding nim_numbers = {
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
