/* hra/search.h: methods, the algorithms that choose a move for a state.
 *
 * A search is opened from a spec ("alphabeta:depth=6") for one game, and run on states. It owns
 * its working memory, all of it taken at open; running allocates nothing but what the result
 * lists need to grow. One thread runs a search at a time; another may stop it. It never prints.
 *
 * Values. Minimax, alpha-beta and expectiminimax search one number: with two seats the first
 * seat's, or where the game is not zero-sum the difference of the two; with more, the mover's
 * against all others. The number of every other seat is then reported as its negative. */
#ifndef HRA_SEARCH_H
#define HRA_SEARCH_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
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

/* What AND/OR search found out: can the mover force its goal? */
typedef enum hra_proof { HRA_UNKNOWN, HRA_SOLVED, HRA_UNSOLVED } hra_proof;

/* A move at the root. */
typedef struct hra_root_move {
    hra_move move;
    double value[HRA_MAX_SEATS]; /* each seat's own number */
    bool exact;                  /* false: only known to be no better than the best one */
    uint64_t visits;             /* of Monte Carlo methods, else 0 */
    int distance;                /* plies from the root to the end where it is known, else -1 */
    hra_proof proof;             /* of andor, else HRA_UNKNOWN */
    int vectors;                 /* softmaxn: how many vectors may come out, else 0 */
    double worst, best;          /* of these, the mover's number; where vectors > 0 */
} hra_root_move;

/* What a search found. Owned by the caller; lists grow and are kept from run to run. */
typedef struct hra_result {
    hra_move move; /* the best one; of ties the first */
    double value[HRA_MAX_SEATS];
    int depth;       /* of the last finished iteration; 0: to the end of the game, or none */
    int distance;    /* plies to the end where it is known, else -1 */
    bool stopped;    /* a limit or a stop cut it short */
    bool unsound;    /* moves were dropped or looked at less deeply (beam, prune, lmr): the value may be
                        another than that of the whole tree */
    hra_proof proof; /* of andor, else HRA_UNKNOWN */
    uint64_t nodes;  /* states entered, the root included */
    uint64_t leaves; /* of these: ends of the game and evaluated states */
    uint64_t cutoffs, table_hits, playouts;
    double seconds;
    hra_move *pv; /* principal variation, chance moves left out */
    int pv_length, pv_capacity;
    hra_root_move *moves; /* in the order of the rules */
    int move_count, move_capacity;
    hra_error why; /* of a run that failed; code 0 otherwise */
} hra_result;

void hra_result_init(hra_result *result);
void hra_result_release(hra_result *result);

/* ---- observers ------------------------------------------------------------------------------
 * An observer is told what a search does, node by node, in the order in which it does it. Methods
 * that grow a tree in memory (mcts, andor:pn) tell of the finished tree when they are done. All
 * calls come from the thread that runs the search; what they point to is valid during the call. */

/* Why moves were not searched. */
typedef enum hra_cut {
    HRA_CUT_BETA,    /* the value reached beta: the opponent will not let it come to this */
    HRA_CUT_ALPHA,   /* the value fell to alpha: the other side has better elsewhere */
    HRA_CUT_TABLE,   /* the transposition table knew enough */
    HRA_CUT_STAR,    /* no outcome left can bring the expectation back into the window */
    HRA_CUT_SHALLOW, /* Max^n: the seat above is sure of more than is left of the sum */
    HRA_CUT_BEAM,    /* not among the first moves by the order */
    HRA_CUT_RULE,    /* dropped by the game's own knowledge */
    HRA_CUT_PROVEN,  /* one move has decided the node */
    HRA_CUT_PROBE,   /* Star2 looks at one move first; it may come back for these. No cut-off */
} hra_cut;

typedef enum hra_bound { HRA_EXACT, HRA_AT_LEAST, HRA_AT_MOST } hra_bound;

/* A node is entered. */
typedef struct hra_entered {
    const void *state;
    int ply;            /* 0: the root */
    hra_move move;      /* that led here; of the root: unspecified */
    int mover;          /* seat, HRA_CHANCE or HRA_OVER */
    double probability; /* of the chance move that led here, else 1 */
    int depth;          /* decisions left, -1: to the end */
    int pov;            /* the seat whose numbers alpha and beta are; -1: there is no window */
    double alpha, beta;
} hra_entered;

/* Its value is known. Each enter has one leave, unless a stop cuts the search short. */
typedef struct hra_left {
    int ply;
    const double *value;   /* one a seat */
    hra_bound bound;       /* of value[0], or of value[pov] where there is a window */
    bool leaf;             /* the end of the game, evaluated, or known without a look below */
    uint64_t visits;       /* of Monte Carlo methods, else 0 */
    hra_proof proof;       /* of andor, else HRA_UNKNOWN */
    const double *vectors; /* softmaxn: what may come out, vector_count rows of vector_stride numbers, */
    int vector_count;      /* the first ones of a row being one a seat; 0 of other methods */
    size_t vector_stride;
} hra_left;

typedef struct hra_observer {
    void *self;
    /* A search of the tree begins: depth of the iteration, -1: to the end. May be NULL. */
    void (*iteration)(void *self, int depth);
    void (*enter)(void *self, const hra_entered *entered);
    void (*leave)(void *self, const hra_left *left);
    /* At the node of this ply, `count` moves are not searched (0 where the last one cut). alpha and
     * beta are those of that moment where the node was entered with a window, else without meaning.
     * moves is NULL where they were not even listed; then count is 0. */
    void (*cut)(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count);
} hra_observer;

/* English for a reason, such as "beta cut". Never NULL; static. */
const char *hra_cut_text(hra_cut reason);

/* What a method takes the other seats for. */
typedef enum hra_others {
    HRA_OTHERS_SELFISH,   /* each does what is best for itself */
    HRA_OTHERS_ADVERSARY, /* all play against the seat searched for */
    HRA_OTHERS_RANDOM,    /* they move at random, or as a model says */
    HRA_OTHERS_REFUTE,    /* they look for one answer that keeps the mover from its goal */
} hra_others;

/* A kind of search. */
typedef struct hra_method {
    const char *name, *title;
    const char *summary; /* one line */
    const hra_option *options;
    /* Fills self; HRA_EFIT says why the method does not fit the game and names one that does. */
    hra_err (*open)(const hra_game *, const hra_options *, void **self, hra_error *);
    void (*close)(void *self);
    hra_err (*run)(void *self, const hra_question *, hra_result *);
    void (*observe)(void *self, const hra_observer *); /* NULL: this method has nothing to show */
    void (*forget)(void *self);                        /* NULL: nothing is kept from run to run */
    hra_others others;
} hra_method;

/* The methods: index 0..hra_method_count()-1, in the order of src/search/methods.def. */
int hra_method_count(void);
const hra_method *hra_method_at(int index);
const hra_method *hra_method_find(const char *name); /* NULL: no such method */

/* The spec of a method with the folder of user data as its option `data`, where it has one and does not name
 * another: in out, or the spec itself where there is nothing to add or no room. data NULL: none. */
const char *hra_method_with_data(const hra_game *game, const char *spec, const char *data,
                                 char out[HRA_SPEC_LENGTH]);

/* Opens a search; HRA_EINPUT, HRA_EFIT, HRA_ENOMEM. The game outlives the search. */
hra_err hra_search_open(hra_search **out, const hra_game *game, const char *spec, hra_error *why);
/* Runs on a state in which a seat is to move. HRA_ESTOPPED when stopped before any move was
 * found; HRA_ESTATE where no seat is to move; HRA_ELIMIT where the tree is deeper than a search
 * can go (give it a depth). On failure result->why says it in words. `result` was initialised by
 * the caller; the same one may serve many runs. */
hra_err hra_search_run(hra_search *search, const hra_question *question, hra_result *result);
void hra_search_close(hra_search *search); /* NULL is allowed */
/* Forgets what earlier runs left in tables and trees: the next run is as the first one was. For
 * the beginning of another play, so that its moves do not depend on what was played before. */
void hra_search_forget(hra_search *search);
/* From the next run on `observer` (the caller's, outlives the search; NULL: nobody) is told of
 * every node. HRA_EFIT: this method has nothing to show. Not while the search runs. */
hra_err hra_search_observe(hra_search *search, const hra_observer *observer);
const hra_method *hra_search_method(const hra_search *search);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
