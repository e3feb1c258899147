/* What expectimax and expectiminimax share. */
#ifndef HRA_SEARCH_EXPECT_H
#define HRA_SEARCH_EXPECT_H

#include "walk.h"

typedef struct hra_expect {
    hra_walk walk;
    hra_limits limits;
    int star;           /* 0: no cuts; 1, 2: Ballard's */
    double least, most; /* bounds of the number searched for, where there are cuts */
    bool outside;       /* an evaluation left the bounds */
    double *bounds;     /* two an outcome, twice as long as the stack of moves */
    /* How the others move, where not uniformly: with the chances of a model of the game, or as a
     * method plays. */
    const hra_model *model;
    hra_search *player;
    hra_result answer; /* of the player */
    hra_err player_err;
} hra_expect;

/* Searches the state in slot `ply`, in which `mover` is to move; lists go on the stacks at `base`. */
typedef double hra_expect_node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                               double beta);
typedef double hra_expect_first(hra_expect *e, hra_move move, int depth, double alpha, double beta);

hra_err hra_expect_open(hra_expect *e, const hra_game *game, const hra_options *options, hra_error *why);
void hra_expect_release(hra_expect *e);
/* What the player does in s; false where it fails, and the walk is halted. */
bool hra_expect_ask(hra_expect *e, const void *s, hra_move *out);
/* The error of a run: halted walks that found nothing, models that failed, numbers out of bounds. */
hra_err hra_expect_check(hra_expect *e, hra_err err, hra_result *result);

#endif
