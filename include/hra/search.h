/* hra/search.h: methods, the algorithms that choose a move for a state.
 *
 * A search is opened from a spec ("alphabeta:depth=6") for one game, and run on states. It owns
 * its working memory, all of it taken at open; running allocates nothing but what the result
 * lists need to grow. One thread runs a search at a time; another may stop it. It never prints. */
#ifndef HRA_SEARCH_H
#define HRA_SEARCH_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_search hra_search;

/* Whichever comes first ends the search; 0 means no such limit. */
typedef struct hra_limits {
    int depth;         /* decisions (chance moves do not count) */
    uint64_t nodes;    /* states entered */
    uint64_t playouts; /* simulations of Monte Carlo methods */
    double seconds;
} hra_limits;

/* What is asked: a state and how it came about. */
typedef struct hra_question {
    const void *state;
    const uint64_t
        *history; /* keys of the states since the last irreversible move, oldest first; may be NULL */
    int history_length;
    hra_limits limits;    /* besides those of the spec */
    uint64_t seed;        /* of the search's random numbers */
    const hra_stop *stop; /* may be NULL */
} hra_question;

/* A move at the root. */
typedef struct hra_root_move {
    hra_move move;
    double value[HRA_MAX_SEATS]; /* each seat's own number */
    bool exact;                  /* false: only known to be no better than the best one */
    uint64_t visits;             /* of Monte Carlo methods, else 0 */
    int distance;                /* plies from the root to the end where it is known, else -1 */
} hra_root_move;

/* What a search found. Owned by the caller; lists grow and are kept from run to run. */
typedef struct hra_result {
    hra_move move; /* the best one; of ties the first */
    double value[HRA_MAX_SEATS];
    int depth;       /* of the last finished iteration */
    int distance;    /* plies to the end where it is known, else -1 */
    bool stopped;    /* a limit or a stop cut it short */
    uint64_t nodes;  /* states entered, the root included */
    uint64_t leaves; /* of these: ends of the game and evaluated states */
    uint64_t cutoffs, table_hits, playouts;
    double seconds;
    hra_move *pv; /* principal variation, chance moves left out */
    int pv_length, pv_capacity;
    hra_root_move *moves; /* in the order of the rules */
    int move_count, move_capacity;
} hra_result;

void hra_result_init(hra_result *result);
void hra_result_release(hra_result *result);

/* A kind of search. */
typedef struct hra_method {
    const char *name, *title;
    const char *summary; /* one line */
    const hra_option *options;
    /* Fills self; HRA_EFIT says why the method does not fit the game and names one that does. */
    hra_err (*open)(const hra_game *, const hra_options *, void **self, hra_error *);
    void (*close)(void *self);
    hra_err (*run)(void *self, const hra_question *, hra_result *);
} hra_method;

int hra_method_count(void);
const hra_method *hra_method_at(int index);
const hra_method *hra_method_find(const char *name);

/* Opens a search; HRA_EINPUT, HRA_EFIT, HRA_ENOMEM. The game outlives the search. */
hra_err hra_search_open(hra_search **out, const hra_game *game, const char *spec, hra_error *why);
/* Runs on a state in which a seat is to move. HRA_ESTOPPED when stopped before any move was
 * found; HRA_ESTATE where no seat is to move. `result` was initialised by the caller. */
hra_err hra_search_run(hra_search *search, const hra_question *question, hra_result *result);
void hra_search_close(hra_search *search);

#ifdef __cplusplus
}
#endif
#endif
