/* Connect Four in numbers: for each cell whose disc is in it, and whose line it would complete; who is to move. */
#include "connect4.h"
#include "rules/features.h"

enum { OWN, OTHER, OWN_THREAT, OTHER_THREAT, KINDS }; /* of features, each one for every cell */

static int cells_of(const hra_game *game) {
    const c4_board *b = c4_board_of(game);
    return b->width * b->height;
}

static int feature_count(const hra_game *game) {
    return KINDS * cells_of(game) + 1;
}

static int feature_room(const hra_game *game) {
    return 2 * cells_of(game) + 1; /* a cell has one disc, or two threats */
}

/* Cells without the bits above the columns: column by column, from the bottom. */
static void put_cells(const c4_board *b, hra_feature_list *list, int kind, uint64_t set) {
    for (; set; set &= set - 1) {
        const int bit = __builtin_ctzll(set);
        hra_feature_put(list, kind * b->width * b->height + bit - bit / (b->height + 1), 1);
    }
}

static int features(const hra_game *game, const void *s, int seat, hra_feature *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    hra_feature_list list = {out, 0};
    put_cells(b, &list, OWN, p->disc[seat]);
    put_cells(b, &list, OTHER, p->disc[!seat]);
    put_cells(b, &list, OWN_THREAT, c4_threats(b, p, seat));
    put_cells(b, &list, OTHER_THREAT, c4_threats(b, p, !seat));
    hra_feature_put(&list, KINDS * cells_of(game), p->turn == HRA_OVER ? 0 : p->turn == seat ? 1 : -1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const kinds[KINDS] = {"own disc", "other disc", "own threat", "other threat"};
    const int cells = cells_of(game), height = c4_board_of(game)->height, cell = index % cells;
    if (index == KINDS * cells)
        hra_text_add(out, "to move");
    else
        hra_text_addf(out, "%s in column %d, row %d", kinds[index / cells], cell / height + 1,
                      cell % height + 1);
}

static const char *const terms[] = {"open lines", "other's open lines", "pairs", "other's pairs",
                                    "threats",    "other's threats",    NULL};

static void term(const hra_game *game, const void *before, const void *s, int seat, double *out) {
    const c4_board *b = c4_board_of(game);
    for (int other = 0; other < 2; other++) {
        const int of = other ? !seat : seat;
        out[other] = c4_open_lines(b, s, of, 0);
        out[2 + other] = c4_open_lines(b, s, of, b->length - 2);
        out[4 + other] = __builtin_popcountll(c4_threats(b, s, of));
    }
}

static int action_count(const hra_game *game) {
    return c4_board_of(game)->width;
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return (int)m;
}

const hra_rules_encoding c4_numbers = {
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
