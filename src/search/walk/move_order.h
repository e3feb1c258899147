/* Which moves of a node are searched, and in what order: what alpha-beta and expectiminimax share. */
#ifndef HRA_SEARCH_MOVE_ORDER_H
#define HRA_SEARCH_MOVE_ORDER_H

#include "walk.h"

typedef enum hra_order_by { HRA_ORDER_RULES, HRA_ORDER_GAME, HRA_ORDER_STATIC } hra_order_by;

typedef struct hra_order {
    hra_order_by by;
    int beam;               /* moves of a node that are searched, 0: all */
    const hra_prune *prune; /* NULL: none */
} hra_order;

/* Options of a method: a table row each. */
#define HRA_OPTION_ORDER(help)                                                                               \
    { "move-order", HRA_OPTION_CHOICE, "rules", 0, 0, "rules|game|static", (help) }
#define HRA_OPTION_BEAM                                                                                      \
    {                                                                                                        \
        "beam", HRA_OPTION_INT, "0", 0, 10000, NULL,                                                         \
            N_("search only the N best moves per node (0: all); changes values")                             \
    }
#define HRA_OPTION_PRUNE                                                                                     \
    { "prune", HRA_OPTION_TEXT, NULL, 0, 0, N_("name"), N_("the game's own forward pruning; changes values") }

/* Reads the options order, beam and prune. `full`: the default order is the game's, if it has one. HRA_EFIT,
 * HRA_EINPUT. */
hra_err hra_order_read(hra_order *out, const hra_game *game, const hra_options *options, bool full,
                       hra_error *why);

/* Moves those that the game's knowledge keeps to the front, and returns how many they are. */
int hra_order_keep(const hra_order *order, const hra_walk *walk, const void *s, hra_move *moves, int n);

/* A list of the state in slot `ply`, where `mover` is to move. */
typedef struct hra_order_list {
    int ply, mover, n;
    hra_move *moves;
    double *score; /* higher: earlier */
} hra_order_list;

/* Whether these moves are scored; else they stay as they are. A beam keeps the best by static value where
 * no other order was asked for. */
static inline bool hra_order_scores(const hra_order *order, int n) {
    return order->by != HRA_ORDER_RULES || (order->beam && n > order->beam);
}
/* Computes a rank for each move by the chosen order. `ranks` has room for the list; the slot below `ply` is
 * overwritten. */
void hra_order_score(const hra_order *order, hra_walk *walk, const hra_order_list *list, int *ranks);
/* Brings the best of the moves left to place i; equal ones keep their order. */
static inline void hra_order_bring(hra_move *moves, double *score, int n, int i) {
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (score[k] > score[best])
            best = k;
    hra_move m = moves[best];
    double s = score[best];
    for (; best > i; best--) {
        moves[best] = moves[best - 1];
        score[best] = score[best - 1];
    }
    moves[i] = m;
    score[i] = s;
}

/* At the root: the walk's list is in order, with those that knowledge dropped behind `kept` moves. Leaves those
 * that are searched, and lists them in the result as the rules do. */
void hra_order_leave_root(const hra_order *order, hra_walk *walk, int kept, hra_analysis *result);

/* Whether knowledge of the game gives up the line to the state in slot `ply`, and then what that is worth: the
 * number searched for, lost for the seat at the root. */
bool hra_order_given_up(const hra_order *order, const hra_walk *walk, int ply, double *out);

#endif
