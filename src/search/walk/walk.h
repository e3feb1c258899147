/* What the methods that walk a tree share: working memory, limits, counts, results.
 *
 * A walk belongs to one search on one thread. States are copied, one slot a ply; the moves of all
 * plies lie on one stack, and so do the probabilities.
 *
 * Room for as many plies as a tree may have, each with as many moves as a list may have, would be 86 MB for
 * a game as wide as backgammon. So a walk begins with one stretch of plies and takes another where a node
 * lies below the last ply of the one it is in: hra_walk_cross, the same node again on the new stretch,
 * hra_walk_back. Stretches never move, so what nodes above point to stays where it is, and a node asks no
 * more than it always did: whether its ply is too deep. Of most games one stretch holds every ply. */
#ifndef HRA_SEARCH_WALK_H
#define HRA_SEARCH_WALK_H

#include "core/messages.h"
#include "hra/player.h"
#include "players/analysis.h"
#include "players/time_control.h"
#include "rules/fast.h"

#if defined(__GNUC__)
#define HRA_INLINE static inline __attribute__((__always_inline__))
#define HRA_COLD static __attribute__((__cold__, __noinline__, __unused__))
#define HRA_APART static __attribute__((__noinline__))
#else
#define HRA_INLINE static inline
#define HRA_COLD static
#define HRA_APART static
#endif

enum {
    HRA_MAX_PLIES = 1024,     /* of any tree that is walked by recursion */
    HRA_PV_LENGTH = 64,       /* moves of a principal variation that are kept */
    HRA_QUIET_PLIES = 64,     /* below the depth, of loud moves */
    HRA_PLY_STACK_CHUNKS = 8, /* each ends twice as deep as the one before, the first at ply 8 or more */
};

/* How fast work goes, so that the clock is looked at once a millisecond and not at every step. */
typedef struct hra_clock_throttle {
    double looked; /* when */
    uint64_t done; /* steps until then */
} hra_clock_throttle;

/* With `done` steps done: the number of steps at which to look again. */
uint64_t hra_clock_throttle_next(hra_clock_throttle *pace, uint64_t done);

/* What keeps a search from walking the whole tree. */
typedef enum hra_pruning_kind {
    HRA_PRUNING_BY_CUTS,
    HRA_PRUNING_NONE,
    HRA_PRUNING_BY_TABLE
} hra_pruning_kind;

/* What a method that walks shares between threads: its spec, read. */
typedef struct hra_search_setup {
    const hra_game *game;
    hra_limits limits;
    hra_eval eval; /* eval.kind is NULL where the game has none: then states are worth 0 */
} hra_search_setup;

typedef struct hra_company hra_company; /* players/batch_eval.h */

/* What a search takes beside moves and states. */
typedef struct hra_walk_needs {
    bool probability; /* where there is no chance too */
    int beside;       /* numbers for each entry of the stack of moves */
} hra_walk_needs;

/* Working memory of some plies. The states are those of all plies from the root. */
typedef struct hra_ply_stack_chunk {
    unsigned char *states;
    hra_move *moves;
    double *probability, *beside;
    int plies;
} hra_ply_stack_chunk;

/* Puts the root's list on the stack of moves in another order, and leaves out of the result what is not to be
 * searched. */
typedef void hra_walk_arrange(hra_walk *walk, hra_analysis *result);

struct hra_walk {
    const hra_search_setup *setup;
    const hra_game *game;
    const hra_rules *rules;
    hra_evaluator eval;    /* eval.kind as in the setup */
    unsigned char *states; /* plies + 2 slots of stride bytes */
    size_t stride;         /* of a slot: state_size rounded up to 16 */
    int plies;             /* below this one this stretch has no room */
    hra_move *moves;       /* a stack: `width` entries for each ply of the stretch */
    double *probability;   /* beside moves, where there is chance */
    double *beside;        /* needs.beside numbers for each of the moves */
    size_t width;          /* the longest list of moves or outcomes */
    hra_move *pv;          /* a row of HRA_PV_LENGTH moves for each ply */
    int *pv_length;
    int pov;     /* the seat whose numbers are searched */
    bool rounds; /* of the rules: depth counts rounds */
    bool (*aside)(const hra_game *,
                  const void *s); /* from the rules, for methods that use it; NULL: the game has none */
    bool bounded;                 /* begin with the window of the game's returns instead of an open one */
    bool strict;                  /* at the root too, cut only beyond the window, not at its bound */
    double win;                   /* of the evaluation: what ends are worth, 0: their returns */
    bool difference;              /* two seats, not zero-sum: own number minus the other's */
    uint64_t nodes, leaves, cutoffs, table_hits;
    uint64_t next_look;      /* look at the clock and the stop when nodes gets here */
    bool halted;             /* a limit, a stop or an error: every node returns at once */
    bool horizon;            /* a state was evaluated because the depth ended there */
    bool deepens;            /* this run goes deeper and deeper until its limit */
    bool unlimited;          /* no limit is set: search a small game to its end */
    bool proves;             /* said by the method: its numbers are proofs, whatever their depth */
    hra_pruning_kind saving; /* said by the method once its walk has begun; at first by cuts */
    bool too_deep;           /* halted because there is no room below; */
    bool no_memory;          /* and that because memory ran out, not because of `most`; */
    bool too_large;          /* or no limit is set, and the game is too large to be searched to its end */
    /* One run. */
    const hra_question *question;
    const hra_observer *observer;
    hra_limits limits;
    double started;
    hra_clock_throttle pace;
    hra_analysis kept; /* of the last finished iteration, while the next one runs */
    int root_moves;
    int ruled_out,
        beamed_out; /* moves of the root that are not searched, in this order behind those that are */
    bool listed;    /* the stack holds the root's list as the rules give it */
    hra_walk_arrange *arrange; /* NULL: the order of the rules */
    hra_company *company;      /* memory for siblings; NULL: the evaluation takes one state at a time */
    /* Room. */
    hra_walk_needs needs;
    int most;      /* plies that may be entered below the root */
    int stretch;   /* in which the search is */
    int stretches; /* that were taken, and are kept from run to run */
    hra_ply_stack_chunk taken[HRA_PLY_STACK_CHUNKS];
};

/* Limits as options of a method: a table row each. */
#define HRA_OPTION_DEPTH                                                                                     \
    {                                                                                                        \
        "depth", HRA_OPTION_INT, NULL, 1, 1000, NULL,                                                        \
            N_("maximum depth in decisions; chance is free (default: to the end)")                           \
    }
#define HRA_OPTION_EVAL                                                                                      \
    {                                                                                                        \
        "eval", HRA_OPTION_SPEC, NULL, 0, 0, NULL,                                                           \
            N_("evaluation of positions where the search stops (default: the game's first)")                 \
    }
#define HRA_OPTION_NODES                                                                                     \
    { "nodes", HRA_OPTION_INT, NULL, 1, 1e15, NULL, N_("maximum nodes per move (states entered)") }
#define HRA_OPTION_TIME                                                                                      \
    { "time", HRA_OPTION_DURATION, NULL, 0, 0, NULL, N_("maximum time per move") }

/* Reads the limits and opens the evaluation, where the table of options has one. What hra_eval_open
 * returns. Released by hra_search_setup_release, after a failure too. */
hra_err hra_search_setup_open(hra_search_setup *setup, const hra_game *game, const hra_options *options,
                              hra_error *why);
void hra_search_setup_release(hra_search_setup *setup);

/* The shared part of a method: `size` bytes that begin with a setup. `read` takes what else the spec says, with the
 * evaluation open; NULL: there is nothing else. */
typedef hra_err hra_search_read(void *shared, const hra_game *game, const hra_options *options,
                                hra_error *why);
hra_err hra_search_open(size_t size, hra_search_read *read, const hra_game *game, const hra_options *options,
                        void **shared, hra_error *why);
void hra_search_close(void *shared);
/* HRA_EFIT where the game has chance, of which the method knows nothing; `instead` names methods that do. */
hra_err hra_search_without_chance(const hra_game *game, const char *method, const char *instead,
                                  hra_error *why);

/* The functions of a method whose scratch is but a walk. */
hra_err hra_walking_begin(const void *shared, void **scratch);
void hra_walking_end(void *scratch);
/* Of every scratch that begins with a walk. */
hra_err hra_walking_observe(void *scratch, const hra_observer *observer);

/* Takes the memory of one thread's walk; the setup outlives it. HRA_ENOMEM and what the evaluation
 * returns. Released by hra_walk_release, after a failure too. */
hra_err hra_walk_open(hra_walk *walk, const hra_search_setup *setup, hra_walk_needs needs);
void hra_walk_release(hra_walk *walk);

/* Begins a run: copies the root state, clears counts, joins limits. HRA_ENOMEM. A seat is to move. */
hra_err hra_walk_begin(hra_walk *walk, const hra_question *question, hra_analysis *result);
/* One search of the walk's root to `depth` (0: to the end of the game) into the result. */
typedef hra_err hra_walk_search(void *self, int depth, hra_analysis *result);
/* Reports the results of a completed depth to the caller. */
void hra_walk_tell(const hra_walk *walk, hra_analysis *result);
/* Marks the values of a search that has just ended. If no depth was set, values that rest on the evaluation
 * are estimates. If the search was halted, the value of the root is an estimate too, since some moves were
 * not searched. */
void hra_walk_mark(const hra_walk *walk, hra_analysis *result);
/* The search, or where the walk deepens one search after the other, each a decision deeper, until a
 * limit ends it or there is nothing below; the result is that of the last finished one, with the counts of
 * all. */
hra_err hra_walk_run(hra_walk *walk, hra_walk_search *search, void *self, hra_analysis *result);
/* Lists the moves of the root state on the stack and in the result. */
void hra_walk_list(hra_walk *walk, hra_analysis *result);
/* The line that begins with `at` and goes on as row 1 says, into the result. */
void hra_walk_keep_line(const hra_walk *walk, hra_analysis_move *at, hra_analysis *result);
/* The line of row 0, the depth of the last finished iteration (0: to the end, or none), counts and
 * time into the result. */
void hra_walk_finish(hra_walk *walk, int depth, hra_analysis *result);
/* Looks at the clock, the node limit and the stop; sets halted, or the next look. */
void hra_walk_look(hra_walk *walk);
/* For a node at ply walk->plies or below: goes on in the next stretch, where its state has the same slot and
 * its list the place 0, and hra_walk_back leads back. False: no ply may lie there, or there is no memory;
 * halted is set and nothing to be led back from. */
bool hra_walk_cross(hra_walk *walk, int ply);
void hra_walk_back(hra_walk *walk);
void hra_walk_home(hra_walk *walk); /* to the first stretch */

/* The error of a walk that halted before any move was found. */
hra_err hra_walk_fail(const hra_walk *walk, hra_analysis *result);

/* The moves at the root one after the other, for methods that search one number: `child` searches
 * the state in slot 1, with all its plies. `prune`: the best so far narrows the window; `depth` 0:
 * to the end. Fills the result; what hra_walk_fail says when nothing was found. */
hra_err hra_walk_root(hra_walk *walk, hra_root_child *child, int depth, bool prune, hra_analysis *result);
void hra_walk_observe_root(hra_walk *walk, int depth, double alpha, double beta);

/* Tells the observer of a node; only called where there is one. */
void hra_walk_enter(hra_walk *walk, const void *s, int ply, hra_move move, int mover, double probability,
                    int depth, double alpha, double beta);
void hra_walk_leave(hra_walk *walk, int ply, double value, hra_value_kind bound, bool leaf);
/* One number of the seat searched for into one a seat. */
void hra_walk_spread(const hra_walk *walk, double value, double *out);

/* Copies a state of any size known to the compiler, or else a slot: these are whole blocks of 16
 * bytes, so no call is needed. In WebAssembly the compiler is not to see that this is memcpy, whose instruction is a call
 * of the browser. */
HRA_INLINE void hra_copy_state(unsigned char *to, const unsigned char *from, size_t size) {
    if (__builtin_constant_p(size)) {
        __builtin_memcpy(to, from, size);
        return;
    }
    for (size_t i = 0; i < size; i += 16) {
        __builtin_memcpy(to + i, from + i, 16);
#if defined(__wasm__)
        __asm__("" : "+r"(to));
#endif
    }
}

/* Where the depth ends: one number a seat. */
HRA_INLINE void hra_walk_evaluate(hra_walk *walk, const void *s, double *out) {
    walk->horizon = true;
    if (walk->eval.kind)
        hra_evaluate(&walk->eval, s, out);
}

HRA_INLINE void hra_walk_count(hra_walk *walk) {
    if (__builtin_expect(++walk->nodes >= walk->next_look, 0))
        hra_walk_look(walk);
}

/* Puts m before the line of the ply below. */
HRA_INLINE void hra_walk_line(hra_walk *walk, int ply, hra_move m, int below) {
    hra_move *row = walk->pv + (size_t)ply * HRA_PV_LENGTH;
    const hra_move *from = row + HRA_PV_LENGTH;
    row[0] = m;
    below -= below == HRA_PV_LENGTH;
    for (int i = 0; i < below; i++)
        row[i + 1] = from[i];
    walk->pv_length[ply] = below + 1;
}

/* Whether the next part of the play begins in s, which the evaluation knows as well as a search. */
HRA_INLINE bool hra_walk_settled(const hra_walk *walk, const void *s) {
    const hra_rules_conduct *conduct = walk->game->rules->conduct;
    return conduct->settled && walk->eval.kind && conduct->settled(walk->game, s, NULL);
}

/* What a finished state is worth to each seat: its returns, unless the evaluation judges it. */
HRA_INLINE void hra_walk_returns(const hra_walk *walk, const hra_rules *rules, const void *s, double *out) {
    if (walk->eval.kind && walk->eval.kind->ends)
        hra_evaluate(&walk->eval, s, out);
    else
        rules->returns(walk->game, s, out);
}

/* What an end at `ply` is worth whose returns give v. */
HRA_INLINE double hra_walk_end(const hra_walk *walk, double v, int ply) {
    if (!(walk->win > 0))
        return v;
    return v > 0 ? walk->win - ply : v < 0 ? ply - walk->win : 0;
}

/* Whether what a seat chooses in s is about the stakes alone. */
HRA_INLINE bool hra_walk_aside(const hra_walk *walk, const void *s) {
    return walk->aside && walk->aside(walk->game, s);
}

/* Whether depth counts rounds: by rules that are a constant, or (NULL) those of the walk. */
HRA_INLINE bool hra_walk_rounds(const hra_walk *walk, const hra_rules *constant) {
    return constant ? constant->hints->rounds : walk->rounds;
}

/* What a finished state at `ply` is worth to each seat. */
HRA_INLINE void hra_walk_ends(const hra_walk *walk, const hra_rules *rules, const void *s, int ply,
                              double *out) {
    hra_walk_returns(walk, rules, s, out);
    for (int k = 0; walk->win > 0 && k < walk->game->seats; k++)
        out[k] = hra_walk_end(walk, out[k], ply);
}

/* The number searched for, out of one a seat. */
HRA_INLINE double hra_walk_number(const hra_walk *walk, const double *value) {
    return walk->difference ? value[walk->pov] - value[1 - walk->pov] : value[walk->pov];
}

#endif
