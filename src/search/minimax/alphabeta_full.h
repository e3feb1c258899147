/* Alpha-beta with everything that can be switched on. */
#ifndef HRA_SEARCH_MINIMAX_ALPHABETA_FULL_H
#define HRA_SEARCH_MINIMAX_ALPHABETA_FULL_H

#include "rules/loud.h"
#include "search/minimax/selective.h"
#include "search/walk/move_order.h"
#include "search/walk/tt.h"
#include "search/walk/walk.h"

enum { HRA_DEEP_HISTORY = 4096, HRA_DEEP_LINES = 64 };

typedef struct hra_deep_options {
    bool deepen, killers, history, pvs, quiet, reductions, passes, repeats, strict, selective;
    const hra_loud *loud; /* NULL: the quiescence moves of the game */
    const hra_eval
        *ties; /* of the position after a move decides among equal ones; NULL: the first is taken */
    hra_order order;
    double aspiration; /* half the width of the first window, 0: open */
    size_t table;      /* bytes, 0: none */
    int lines;         /* moves of the root with true values, where all are asked for; 0: one */
} hra_deep_options;

typedef struct hra_deep {
    hra_walk *walk;
    hra_deep_options options;
    hra_tt table;
    hra_evaluator ties;   /* kind NULL: none */
    uint64_t salt;        /* of keys: with more than two seats, values depend on who searches */
    int *ranks;           /* what the game's order says, for one list */
    const double *judged; /* numbers of the leaf that the next move leads to; NULL: not known */
    hra_move *killers;    /* two a ply */
    uint8_t *killer_count;
    double *history; /* by seat and move, hashed */
    uint64_t *keys;  /* of the path, one a ply, behind those of the question's history */
    int key_base, key_room;
    int passed;               /* the ply after a pass, at which the other side does not pass too; 0: none */
    bool horizon;             /* this iteration ended at its depth somewhere */
    hra_analysis_move *order; /* the root's moves in the order of the search */
    hra_move *lines;          /* and their lines, HRA_PV_LENGTH entries each */
    int order_room;           /* moves for which there is room in these two */
    int wanted;               /* moves of the root with true values, of this question */
    hra_selective *selective; /* NULL: every move is searched to the depth */
} hra_deep;

/* Tables hold how far ends are from their states, not from the root: `steps` is the ply on the way in, its negative on the
 * way out. */
static inline double hra_deep_shift_end(const hra_walk *walk, double value, int steps) {
    const double far = walk->win / 2;
    if (!(far > 0))
        return value;
    return value > far ? value + steps : value < -far ? value - steps : value;
}

/* `walk` is open already, with a number beside each move, and outlives the search. HRA_ENOMEM. Released after a failure too. */
hra_err hra_deep_open(hra_deep *deep, hra_walk *walk, const hra_deep_options *options);
void hra_deep_release(hra_deep *deep);
/* A run; the walk has begun. */
hra_err hra_deep_run(hra_deep *deep, hra_analysis *result);

/* After the move of `seat` in the state of slot ply - 1: its value, for the side of that seat; `depth` is what
 * is left, the window that side's. */
double hra_deep_child(hra_deep *deep, int ply, size_t base, int seat, hra_move move, int depth, double alpha,
                      double beta);

/* Sorts the first `count` moves of the root into the order in which they are searched. */
void hra_deep_order_root(hra_deep *deep, int mover, int count);

#endif
