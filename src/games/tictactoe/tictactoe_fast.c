/* The hot loops with the rules of tic-tac-toe compiled in: the very text of tictactoe_rules.c, in the same
 * translation unit as the bodies of the loops, so that no call goes through a pointer. */
#define hra_rules_tictactoe hra_rules_tictactoe_inlined /* the table below serves instead */
#include "tictactoe_rules.c"

#include "game/perft.inl"
#include "search/maxn.inl"
#include "search/plain.inl"
#include "search/playout.inl"

static const hra_rules_hints inlined_hints = {0};
static const hra_rules inlined = {
    .to_move = to_move, .moves = moves, .apply = apply, .returns = returns, .hints = &inlined_hints};

static bool perft(hra_perft_walk *w, unsigned char *s, hra_move *list, int left) {
    return hra_perft_body(w, s, list, left, &inlined, sizeof(ttt_board), true, perft);
}

/* Minimax and alpha-beta: a function for X, one for O, and the way in. */
static hra_plain_node mini_x, mini_o, beta_x, beta_o;

static const hra_plain_kind mini = {
    .rules = &inlined, .size = sizeof(ttt_board), .zero_sum = true, .high = mini_x, .low = mini_o};
static const hra_plain_kind beta = {.rules = &inlined,
                                    .size = sizeof(ttt_board),
                                    .zero_sum = true,
                                    .prune = true,
                                    .high = beta_x,
                                    .low = beta_o};

static double mini_x(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth, double from,
                     double to) {
    return hra_plain_body(w, s, list, ply, depth, from, to, true, mini);
}

static double mini_o(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth, double from,
                     double to) {
    return hra_plain_body(w, s, list, ply, depth, from, to, false, mini);
}

static double beta_x(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth, double from,
                     double to) {
    return hra_plain_body(w, s, list, ply, depth, from, to, true, beta);
}

static double beta_o(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth, double from,
                     double to) {
    return hra_plain_body(w, s, list, ply, depth, from, to, false, beta);
}

static double minimax(hra_walk *w, hra_move move, int depth, double from, double to) {
    return hra_plain_root(w, move, depth, from, to, mini);
}

static double alphabeta(hra_walk *w, hra_move move, int depth, double from, double to) {
    return hra_plain_root(w, move, depth, from, to, beta);
}

static hra_maxn_node maxn_node;
static const hra_maxn_kind maxn = {
    .rules = &inlined, .size = sizeof(ttt_board), .seats = 2, .sure = true, .node = maxn_node};

static void maxn_node(hra_maxn *m, unsigned char *s, hra_move *list, int ply, int depth, int mover, int above,
                      double has) {
    hra_maxn_body(m, s, list, ply, depth, mover, above, has, maxn);
}

static void maxn_first(hra_maxn *m, hra_move move, int seat, int depth, double has) {
    hra_maxn_first(m, move, seat, depth, has, maxn);
}

static uint64_t playout(const hra_game *game, unsigned char *s, hra_move *list, double *probability,
                        hra_rng *rng, uint64_t most) {
    return hra_playout_body(game, s, list, probability, rng, most, &inlined);
}

const struct hra_fast ttt_fast = {
    .perft = perft,
    .minimax = minimax,
    .alphabeta = alphabeta,
    .maxn = maxn_first,
    .playout = playout,
};
