/* Checkers in numbers: of every square whether an own or another's man or king stands there, with the board
 * turned so that own men move up, from square 1 to square 32. */
#include "board_flip.h"
#include "checkers.h"
#include "rules/features.h"

enum { OWN_MEN, OWN_KINGS = 32, OTHER_MEN = 64, OTHER_KINGS = 96, TURN = 128, QUIET, FEATURES };

static int feature_count(const hra_game *game) {
    return FEATURES;
}

static int feature_room(const hra_game *game) {
    return CK_SQUARES + 2;
}

static void put_pieces(ck_set set, int first, hra_feature_list *list) {
    for (; set; set &= set - 1)
        hra_feature_put(list, first + ck_square(__builtin_ctzll(set)), 1);
}

static int features(const hra_game *game, const void *state, int seat, hra_feature *out) {
    const int draw = ((const ck_game *)game->data)->draw_plies;
    const ck_state *s = state;
    const ck_board b = ck_board_of(&s->board, seat);
    hra_feature_list list = {out, 0};
    put_pieces(b.pieces[0] & ~b.kings, OWN_MEN, &list);
    put_pieces(b.pieces[0] & b.kings, OWN_KINGS, &list);
    put_pieces(b.pieces[1] & ~b.kings, OTHER_MEN, &list);
    put_pieces(b.pieces[1] & b.kings, OTHER_KINGS, &list);
    hra_feature_put(&list, TURN, s->side == seat ? 1 : -1);
    if (draw)
        hra_feature_put(&list, QUIET, s->quiet < draw ? (double)s->quiet / draw : 1);
    return list.count;
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const what[4] = {"own man", "own king", "other's man", "other's king"};
    if (index == TURN)
        hra_text_add(out, "own turn");
    else if (index == QUIET)
        hra_text_add(out, "quiet plies");
    else
        hra_text_addf(out, "%s on %d", what[index / 32], index % 32 + 1);
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* A capture is a walk that jumps over each square at most once, so their number is limited: from a square a
 * capturing piece can reach eight squares, with nine to jump over between them. All are numbered, the
 * beginnings of a walk before the whole; each is a legal move on some board. */
static int number_jumps(ck_numbers *n, int node, ck_set at, ck_set jumped, int count) {
    for (int way = 0; way < 4; way++) {
        ck_set over = ck_shift(at, way) & CK_BOARD & ~jumped, landing = ck_shift(over, way) & CK_BOARD;
        if (!landing)
            continue;
        n->jump[node][way] = (uint16_t)count;
        count = number_jumps(n, count, landing, jumped | over, count + 1);
    }
    return count;
}

void ck_number_moves(ck_numbers *n) {
    int steps = 0, nodes = CK_SQUARES;
    for (int square = 0; square < CK_SQUARES; square++) {
        ck_set at = (ck_set)1 << ck_bit(square);
        for (int way = 0; way < 4; way++)
            if (ck_shift(at, way) & CK_BOARD)
                n->step[square][way] = (uint16_t)steps++;
        nodes = number_jumps(n, square, at, 0, nodes);
    }
}

static int action_count(const hra_game *game) {
    return CK_STEPS + CK_JUMPS;
}

/* Turned like the board: a step by +4 is one by -4 then. */
static int action(const hra_game *game, const void *state, hra_move m) {
    const ck_numbers *n = &((const ck_game *)game->data)->numbers;
    const int side = ((const ck_state *)state)->side, turn = side == CK_BLACK ? 0 : 2;
    const int from = side == CK_BLACK ? ck_move_from(m) : 31 - ck_move_from(m), jumps = ck_move_jumps(m);
    int node = from;
    if (jumps == 0)
        return n->step[from][ck_move_way(m, 0) ^ turn];
    for (int i = 0; i < jumps; i++)
        node = n->jump[node][ck_move_way(m, i) ^ turn];
    return CK_STEPS + node - CK_SQUARES;
}

const hra_rules_encoding ck_rules_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = ck_terms,
    .term = ck_term,
    .action_count = action_count,
    .action = action,
};
