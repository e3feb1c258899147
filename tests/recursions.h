/* Short recursions that methods must agree with, written here and nowhere else, and what runs the methods. */
#ifndef HRA_TESTS_RECURSIONS_H
#define HRA_TESTS_RECURSIONS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/player.h"
#include "random_tree.h"

enum { STATE = 256, MOVES = 256 };

typedef enum model { ADVERSARY, LOTTERY, SELFISH } model;

/* ---- the recursions -------------------------------------------------------------------------*/

static inline double number(const hra_game *game, const double *value, int pov, model others) {
    return others != LOTTERY && game->seats == 2 && !game->zero_sum ? value[pov] - value[1 - pov]
                                                                    : value[pov];
}

/* By the first evaluation that needs nothing but the state. */
static inline void judge(const hra_game *game, const void *s, double *out) {
    const hra_evaluation *e = game->rules->catalogue->evaluations;
    while (e->open)
        e++;
    e->value(game, NULL, NULL, s, out);
}

/* Where nothing is looked at any more: the numbers of the end, or of the leaf. */
static inline bool ends(const hra_game *game, const void *s, int depth, double *out) {
    bool over = game->rules->to_move(game, s) == HRA_OVER;
    if (over)
        game->rules->returns(game, s, out);
    else if (depth == 0)
        judge(game, s, out);
    return over || depth == 0;
}

/* The state after a move, in `out`. */
static inline void after(const hra_game *game, const void *s, hra_move move, unsigned char *out) {
    memcpy(out, s, game->state_size);
    game->rules->apply(game, out, move);
}

/* What a state is worth to pov, the others being as they are modelled. */
static inline double worth(const hra_game *game, const void *s, int depth, int pov, model others) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], p[MOVES], best = 0, sum = 0;
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s);
    if (ends(game, s, depth, value))
        return number(game, value, pov, others);
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        double v = worth(game, child, depth - (mover >= 0), pov, others);
        sum += mover == HRA_CHANCE ? p[i] * v : v / n;
        if (i == 0 || (mover == pov ? v > best : v < best))
            best = v;
    }
    return mover == HRA_CHANCE || (others == LOTTERY && mover != pov) ? sum : best;
}

/* The vector of a state where everybody looks after themselves. */
static inline void selfish(const hra_game *game, const void *s, int depth, double *out) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], p[MOVES];
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s), n;
    memset(out, 0, HRA_MAX_SEATS * sizeof *out);
    if (ends(game, s, depth, out))
        return;
    n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                            : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        selfish(game, child, depth - (mover >= 0), value);
        for (int k = 0; mover == HRA_CHANCE && k < game->seats; k++)
            out[k] += p[i] * value[k];
        if (mover >= 0 && (i == 0 || value[mover] > out[mover]))
            memcpy(out, value, sizeof value);
    }
}

/* ---- running --------------------------------------------------------------------------------*/

typedef struct tree {
    hra_game *game;
    unsigned char s[STATE]; /* the root */
    int mover;
} tree;

static inline void open_tree(tree *t, const hra_rules *rules, const char *spec) {
    hra_error why;
    if (hra_game_open_rules(&t->game, NULL, rules, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    assert_true(t->game->state_size <= STATE);
    t->game->rules->init(t->game, t->s);
    t->mover = t->game->rules->to_move(t->game, t->s);
}

static inline void run(const tree *t, const char *spec, hra_analysis *result) {
    hra_agent *search;
    hra_error why;
    hra_question question = {.state = t->s, .seed = 1};
    if (hra_agent_open_spec(&search, t->game, spec, &why))
        fail_msg("%s on %s: %s", spec, t->game->spec, why.text);
    if (hra_agent_ask(search, &question, result))
        fail_msg("%s on %s: %s", spec, t->game->spec, result->why.text);
    hra_agent_close(search);
}

static inline void same(const tree *t, const char *spec, const char *what, double found, double expected) {
    if (!(fabs(found - expected) < 1e-9))
        fail_msg("%s on %s: %s is %.12g, not %.12g", spec, t->game->spec, what, found, expected);
}

/* The seed decides the shape too. */
static inline void shape(char *out, size_t size, unsigned seed, int seats, const char *more) {
    snprintf(out, size, "random:seed=%u,seats=%d,plies=%u,branch=%u,width=%s,shuffled=%s,whole=%s%s", seed,
             seats, 3 + seed % 4, 2 + seed / 4 % 3, seed % 3 ? "100000" : "4", seed % 2 ? "yes" : "no",
             seed % 5 ? "yes" : "no", more);
}

#endif
