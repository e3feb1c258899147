/* Playouts: what Monte Carlo methods learn from. */
#ifndef HRA_SEARCH_PLAYOUT_H
#define HRA_SEARCH_PLAYOUT_H

#include "search/walk/walk.h"

enum { HRA_PLAYOUT_PLIES = 4096 }; /* default; a longer playout is cut off and evaluated */

/* How the moves of a playout are chosen; the scratch of one thread. */
typedef struct hra_simulation {
    const hra_game *game;
    hra_evaluator eval; /* where a playout is cut; kind NULL: the game has none, worth 0 */
    bool ends;          /* finished states are evaluated too, instead of their returns */
    double greed;       /* share of the moves that take the best evaluation */
    uint64_t most;      /* plies of a playout */
    hra_playout *play;  /* uniformly, to the end */
    hra_move *moves;
    double *probability;
    unsigned char *state, *child;
    hra_company *company; /* NULL: the evaluation takes one state at a time */
    hra_rng rng;
    uint64_t plies;   /* played so far, for counts */
    hra_move *record; /* gets the first HRA_PLAYOUT_PLIES moves of a playout; NULL: they are not wanted */
    int recorded;
} hra_simulation;

/* Takes the scratch; what `eval` was opened from outlives it. HRA_ENOMEM and what the evaluation returns.
 * Released after a failure too. */
hra_err hra_simulation_open(hra_simulation *out, const hra_game *game, const hra_eval *eval);
void hra_simulation_release(hra_simulation *out);
/* A move of the playout, for who wants to know them. */
static inline void hra_simulation_record(hra_simulation *out, hra_move move) {
    if (out->record && out->recorded < HRA_PLAYOUT_PLIES)
        out->record[out->recorded++] = move;
}
/* Plays out->state to the end, or as far as a playout goes. */
void hra_simulation_play(hra_simulation *out);
/* The same, and then its values. */
void hra_simulation_run(hra_simulation *out, double *value);
/* Evaluates the state behind move i of the n in out->moves, which is asked of one after the other: together
 * with its siblings where the evaluation takes many at once. False where the game is over there: in
 * out->child. */
bool hra_simulation_look(hra_simulation *out, int i, int n, double *value);
/* The values of out->state, over or not: one number a seat. */
void hra_simulation_value(const hra_simulation *out, double *value);

#endif
