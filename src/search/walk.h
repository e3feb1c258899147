/* What the methods that walk a tree share: working memory, limits, counts, results.
 *
 * A walk belongs to one search on one thread. States are copied, one slot a ply; the moves of all
 * plies lie on one stack, and so do the probabilities. */
#ifndef HRA_SEARCH_WALK_H
#define HRA_SEARCH_WALK_H

#include "game/fast.h"
#include "hra/search.h"

#if defined(__GNUC__)
#define HRA_INLINE static inline __attribute__((__always_inline__))
#else
#define HRA_INLINE static inline
#endif

enum {
    HRA_MAX_PLIES = 1024, /* of any tree that is walked by recursion */
    HRA_PV_LENGTH = 64,   /* moves of a principal variation that are kept */
    HRA_QUIET_PLIES = 64, /* below the depth, of loud moves */
};

/* How fast work goes, so that the clock is looked at once a millisecond and not at every step. */
typedef struct hra_pace {
    double looked; /* when */
    uint64_t done; /* steps until then */
} hra_pace;

/* With `done` steps done: the number of steps at which to look again. */
uint64_t hra_pace_next(hra_pace *pace, uint64_t done);

struct hra_walk {
    const hra_game *game;
    const hra_rules *rules;
    hra_eval eval;         /* eval.kind is NULL where the game has none: then states are worth 0 */
    unsigned char *states; /* plies + 1 slots of stride bytes */
    size_t stride;         /* of a slot: state_size rounded up to 16 */
    int plies;             /* slots that may be entered below the root */
    hra_move *moves;       /* a stack: (plies + 1) * width entries */
    double *probability;   /* beside moves, where there is chance */
    size_t width;          /* the longest list of moves or outcomes */
    hra_move *pv;          /* a row of HRA_PV_LENGTH a ply */
    int *pv_length;
    int pov;         /* the seat whose numbers are searched */
    bool rounds;     /* of the rules: depth counts rounds */
    bool bounded;    /* begin with the window of the game's returns instead of an open one */
    double win;      /* of the evaluation: what ends are worth, 0: their returns */
    bool difference; /* two seats, not zero-sum: own number minus the other's */
    uint64_t nodes, leaves, cutoffs, table_hits;
    uint64_t next_look; /* look at the clock and the stop when nodes gets here */
    bool halted;        /* a limit, a stop or an error: every node returns at once */
    bool too_deep;      /* the reason was the end of the slots */
    /* One run. */
    const hra_question *question;
    const hra_observer *observer;
    hra_limits limits;
    double started;
    hra_pace pace;
};

/* Limits as options of a method: a table row each. */
#define HRA_OPTION_DEPTH                                                                                     \
    { "depth", HRA_OPTION_INT, NULL, 1, 1000, NULL, "decisions to look ahead; none: to the end of the game" }
#define HRA_OPTION_EVAL                                                                                      \
    { "eval", HRA_OPTION_SPEC, NULL, 0, 0, NULL, "evaluation where the depth ends; none: the game's default" }
#define HRA_OPTION_NODES                                                                                     \
    { "nodes", HRA_OPTION_INT, NULL, 1, 1e15, NULL, "states to enter at most" }
#define HRA_OPTION_TIME                                                                                      \
    { "time", HRA_OPTION_DURATION, NULL, 0, 0, NULL, "seconds to think at most" }

/* Takes the memory of a walk over `game` and opens the evaluation (`eval`: as in the options).
 * `depth` is that of the spec, 0: to the end. HRA_ENOMEM and what hra_eval_open returns. Released by
 * hra_walk_release, after a failure too. */
hra_err hra_walk_open(hra_walk *walk, const hra_game *game, int depth, const char *eval, hra_error *why);
void hra_walk_release(hra_walk *walk);

/* Reads depth, nodes and time, the ones that the table of options has. */
void hra_limits_read(hra_limits *out, const hra_options *options);
/* Both limits at once: the smaller of each two that are set. */
hra_limits hra_limits_join(hra_limits a, hra_limits b);

/* Begins a run: copies the root state, clears counts, joins limits. HRA_ESTATE: no seat is to move. */
hra_err hra_walk_begin(hra_walk *walk, const hra_question *question, const hra_limits *own,
                       hra_result *result);
/* Lists the moves of the root state in the result. */
void hra_walk_list(const hra_walk *walk, hra_result *result);
/* The line of row 0, the depth of the last finished iteration (0: to the end, or none), counts and
 * time into the result. */
void hra_walk_finish(hra_walk *walk, int depth, hra_result *result);
/* Looks at the clock, the node limit and the stop; sets halted, or the next look. */
void hra_walk_look(hra_walk *walk);
/* Sets halted because there is no slot below the last one. */
void hra_walk_too_deep(hra_walk *walk);

/* Room for so many entries; HRA_ENOMEM. */
hra_err hra_result_reserve(hra_result *result, int moves, int pv);
/* A failed run: fills result->why and returns the code. */
hra_err hra_result_fail(hra_result *result, hra_err code, const char *format, ...) HRA_PRINTF(3, 4);
/* The error of a walk that halted before any move was found. */
hra_err hra_walk_fail(const hra_walk *walk, hra_result *result);

/* The moves at the root one after the other, for methods that search one number: `child` searches
 * the state in slot 1, with all its plies. `prune`: the best so far narrows the window; `depth` 0:
 * to the end. Fills the result; what hra_walk_fail says when nothing was found. */
hra_err hra_walk_root(hra_walk *walk, hra_root_child *child, int depth, bool prune, hra_result *result);
/* The end of a run that found the line in row 0 of pv, worth `value`. */
hra_err hra_walk_found(hra_walk *walk, double value, int depth, hra_result *result);
void hra_walk_observe_root(hra_walk *walk, int depth, double alpha, double beta);

/* Tells the observer of a node; only called where there is one. */
void hra_walk_enter(hra_walk *walk, const void *s, int ply, hra_move move, int mover, double probability,
                    int depth, double alpha, double beta);
void hra_walk_leave(hra_walk *walk, int ply, double value, hra_bound bound, bool leaf);
/* One number of the seat searched for into one a seat. */
void hra_walk_spread(const hra_walk *walk, double value, double *out);

/* Copies a state of any size known to the compiler, or else a slot: these are whole blocks of 16
 * bytes, so no call is needed. */
HRA_INLINE void hra_copy_state(unsigned char *to, const unsigned char *from, size_t size) {
    if (__builtin_constant_p(size)) {
        __builtin_memcpy(to, from, size);
        return;
    }
    for (size_t i = 0; i < size; i += 16)
        __builtin_memcpy(to + i, from + i, 16);
}

HRA_INLINE void hra_walk_count(hra_walk *walk) {
    if (__builtin_expect(++walk->nodes >= walk->next_look, 0))
        hra_walk_look(walk);
}

/* m before the line of the ply below. */
HRA_INLINE void hra_walk_line(hra_walk *walk, int ply, hra_move m, int below) {
    hra_move *row = walk->pv + (size_t)ply * HRA_PV_LENGTH;
    const hra_move *from = row + HRA_PV_LENGTH;
    row[0] = m;
    below -= below == HRA_PV_LENGTH;
    for (int i = 0; i < below; i++)
        row[i + 1] = from[i];
    walk->pv_length[ply] = below + 1;
}

/* What a finished state is worth to each seat: its returns, unless the evaluation judges it. */
HRA_INLINE void hra_walk_returns(const hra_walk *walk, const hra_rules *rules, const void *s, double *out) {
    if (walk->eval.kind && walk->eval.kind->ends)
        walk->eval.kind->value(walk->game, walk->eval.self, s, out);
    else
        rules->returns(walk->game, s, out);
}

/* What an end at `ply` is worth whose returns give v. */
HRA_INLINE double hra_walk_end(const hra_walk *walk, double v, int ply) {
    if (!(walk->win > 0))
        return v;
    return v > 0 ? walk->win - ply : v < 0 ? ply - walk->win : 0;
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
