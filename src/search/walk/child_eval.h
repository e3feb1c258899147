/* The states that the moves of one node lead to, where the depth ends behind them: an evaluation that takes
 * many states at once (`values`) gets them together. What is counted, and in which order, is the same as one
 * by one; after a cut, some have been evaluated for nothing. */
#ifndef HRA_SEARCH_WALK_CHILD_EVAL_H
#define HRA_SEARCH_WALK_CHILD_EVAL_H

#include "players/batch_eval.h"
#include "walk.h"

/* One list on its way: moves from..to-1 lie in the walk's company. */
typedef struct hra_siblings {
    int from, to;
} hra_siblings;

/* Makes moves `from`.. of a list of n, up to one behind which the search goes on, and evaluates the states.
 * `seat` makes the moves, `depth` is what is left before them. */
hra_siblings hra_walk_siblings(hra_walk *walk, const void *s, const hra_move *moves, int from, int n,
                               int seat, int depth);

/* Move i of the list: its numbers, or NULL where it has to be made and searched alone. */
HRA_INLINE const double *hra_walk_sibling(hra_walk *w, hra_siblings *at, const void *s, const hra_move *moves,
                                          int i, int n, int seat, int depth) {
    if (depth != 1 || !w->company)
        return NULL;
    if (i >= at->to)
        *at = hra_walk_siblings(w, s, moves, i, n, seat, depth);
    if (i >= at->to || !w->company->judged[i - at->from])
        return NULL;
    return hra_company_row(w->company, i - at->from);
}

#endif
