/* The hot loops with the rules of pacman compiled in. States of most mazes fit in 48 bytes, so the
 * loops of searches are compiled for these and for any. */
#define hra_rules_pacman hra_rules_pacman_inlined /* the table below serves instead */
#include "pacman_rules.c"

#include "game/perft.inl"
#include "search/expect.inl"
#include "search/plain.inl"
#include "search/playout.inl"

static const hra_rules_hints inlined_hints = {.rounds = true};
static const hra_rules inlined = {
    .to_move = to_move, .moves = moves, .apply = apply, .returns = returns, .hints = &inlined_hints};

enum { USUAL = 48 }; /* bytes: up to 128 dots */

/* Seat 0 is alone against all others, so its number alone counts, as in a game for two. */
#define SEARCHES(name, bytes)                                                                                \
    static hra_plain_node name##_mini_high, name##_mini_low, name##_beta_high, name##_beta_low;              \
    static hra_expect_node name##_expect_node;                                                               \
    static const hra_plain_kind name##_mini = {.rules = &inlined,                                            \
                                               .size = (bytes),                                              \
                                               .zero_sum = true,                                             \
                                               .high = name##_mini_high,                                     \
                                               .low = name##_mini_low};                                      \
    static const hra_plain_kind name##_beta = {.rules = &inlined,                                            \
                                               .size = (bytes),                                              \
                                               .zero_sum = true,                                             \
                                               .prune = true,                                                \
                                               .high = name##_beta_high,                                     \
                                               .low = name##_beta_low};                                      \
    static const hra_expect_kind name##_expect = {                                                           \
        .rules = &inlined, .size = (bytes), .lottery = true, .node = name##_expect_node};                    \
    static double name##_mini_high(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth,        \
                                   double from, double to) {                                                 \
        return hra_plain_body(w, s, list, ply, depth, from, to, true, name##_mini);                          \
    }                                                                                                        \
    static double name##_mini_low(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth,         \
                                  double from, double to) {                                                  \
        return hra_plain_body(w, s, list, ply, depth, from, to, false, name##_mini);                         \
    }                                                                                                        \
    static double name##_beta_high(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth,        \
                                   double from, double to) {                                                 \
        return hra_plain_body(w, s, list, ply, depth, from, to, true, name##_beta);                          \
    }                                                                                                        \
    static double name##_beta_low(hra_walk *w, unsigned char *s, hra_move *list, int ply, int depth,         \
                                  double from, double to) {                                                  \
        return hra_plain_body(w, s, list, ply, depth, from, to, false, name##_beta);                         \
    }                                                                                                        \
    static double name##_expect_node(hra_expect *e, int ply, size_t base, int mover, int depth, double from, \
                                     double to) {                                                            \
        return hra_expect_body(e, ply, base, mover, depth, from, to, name##_expect);                         \
    }

SEARCHES(usual, USUAL)
SEARCHES(any, 0)

static bool is_usual(const hra_walk *w) {
    return w->stride == USUAL;
}

static double minimax(hra_walk *w, hra_move move, int depth, double from, double to) {
    return is_usual(w) ? hra_plain_root(w, move, depth, from, to, usual_mini)
                       : hra_plain_root(w, move, depth, from, to, any_mini);
}

static double alphabeta(hra_walk *w, hra_move move, int depth, double from, double to) {
    return is_usual(w) ? hra_plain_root(w, move, depth, from, to, usual_beta)
                       : hra_plain_root(w, move, depth, from, to, any_beta);
}

static double expectimax(hra_walk *w, hra_move move, int depth, double from, double to) {
    hra_expect *e = (hra_expect *)w;
    return is_usual(w) ? hra_expect_child(e, 1, w->width, w->pov, move, 1, depth, from, to, usual_expect)
                       : hra_expect_child(e, 1, w->width, w->pov, move, 1, depth, from, to, any_expect);
}

static bool perft(hra_perft_walk *w, unsigned char *s, hra_move *list, int left) {
    return hra_perft_body(w, s, list, left, &inlined, 0, true, perft);
}

static uint64_t playout(const hra_game *game, unsigned char *s, hra_move *list, double *probability,
                        hra_rng *rng, uint64_t most) {
    return hra_playout_body(game, s, list, probability, rng, most, &inlined);
}

const struct hra_fast pac_fast = {
    .perft = perft,
    .minimax = minimax,
    .alphabeta = alphabeta,
    .expectimax = expectimax,
    .playout = playout,
};
