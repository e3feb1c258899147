/* What expectimax and expectiminimax share. */
#ifndef HRA_SEARCH_EXPECT_H
#define HRA_SEARCH_EXPECT_H

#include "search/walk/move_order.h"
#include "search/walk/tt.h"

/* What threads share. */
typedef struct hra_expect_setup {
    hra_search_setup walk;
    int star; /* 0: no cuts; 1, 2: Ballard's Star1, Star2 */
    hra_order order;
    size_t table; /* bytes, 0: none */
    bool tuned;   /* one of these is set */
    /* How the others move, where not uniformly: with the chances of a model of the game, or as a player
     * plays. */
    const hra_model *model;
    hra_player *player;
} hra_expect_setup;

typedef struct hra_expect {
    hra_walk walk;
    const hra_expect_setup *shared;
    int star;
    double least, most; /* bounds of the number searched for, where there are cuts */
    bool outside;       /* an evaluation left the bounds */
    const hra_model *model;
    hra_agent *player; /* NULL: none */
    hra_err player_err;
    hra_tt table;
    uint64_t salt; /* of keys: what a state is worth depends on whose number is searched for */
    int *ranks;    /* what the game's order says, for one list */
} hra_expect;

/* Searches the state in slot `ply`, in which `mover` is to move; lists go on the stacks at `base`. */
typedef double hra_expect_node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                               double beta);

/* The functions of the two methods. */
hra_err hra_expect_open(const hra_game *game, const hra_options *options, const char *data,
                        const hra_progress *progress, void **shared, hra_error *why);
void hra_expect_close(void *shared);
hra_err hra_expect_begin(const void *shared, void **scratch);
void hra_expect_end(void *scratch);
void hra_expect_forget(void *scratch);

/* With order, beam, prune or a table. The list of the state in slot `ply`, put in order: drops what is not
 * searched and returns how many are left. The first move is in its place, the others are brought there by
 * hra_order_bring where *scored. `known`: the table's move, or NULL. */
int hra_expect_arrange(hra_expect *e, hra_order_list *list, const hra_move *known, bool *scored);
/* The list at `base`. */
hra_order_list hra_expect_list(hra_expect *e, int ply, size_t base, int mover, int n);
uint64_t hra_expect_key(const hra_expect *e, int ply);
/* True where the line is given up, or the table answers for a search to this depth with this window. Else
 * *known says whether it knows a first move. */
bool hra_expect_look_up(hra_expect *e, int ply, uint64_t key, int depth, double alpha, double beta,
                        double *out, hra_move *move, bool *known);
void hra_expect_store(hra_expect *e, uint64_t key, int depth, double value, hra_move move,
                      hra_value_kind bound);

/* What the player does in s; false where it fails, and the walk is halted. */
bool hra_expect_ask(hra_expect *e, const void *s, hra_move *out);
/* The error of a run: halted walks that found nothing, models that failed, numbers out of bounds. */
hra_err hra_expect_check(hra_expect *e, hra_err err, hra_analysis *result);

#endif
