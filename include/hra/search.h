/* hra/search.h: what is asked of a player that thinks, and what it found.
 *
 * A question is a state with limits; an analysis is every move of it with what it is worth. Whoever
 * can analyse fills the same result: a search method, an exact solution, a game's own expert. Players
 * are opened and asked through hra/player.h.
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

enum { HRA_TO_THE_END = 1 << 20 }; /* a depth that says so: no deepening, no horizon */

/* Whichever comes first ends the search; 0 means no such limit. A method that searches to a depth and is
 * given none, but a limit of nodes or time, goes deeper and deeper until that limit. Nodes and playouts are
 * never exceeded (montecarlo has so many playouts for each move), and met without a look at the clock. */
typedef struct hra_limits {
    int depth;         /* decisions (chance moves do not count), or HRA_TO_THE_END */
    uint64_t nodes;    /* states entered */
    uint64_t playouts; /* simulations of Monte Carlo methods */
    double seconds;
} hra_limits;

/* A clock for a whole game: what it shows when that begins, and what each decision adds. */
typedef struct hra_time_control {
    double seconds, increment;
} hra_time_control;

/* Reads durations as specs have them, with or without an increment: "60s+0.6s", "5m". False: it is none, or
 * shows nothing. */
HRA_API bool hra_time_control_read(const char *text, hra_time_control *out);

/* Reads depth, nodes, playouts, time and clock, those of them that the table of options has. */
HRA_API void hra_limits_read(hra_limits *out, const hra_options *options);
/* Both limits at once: the smaller of each two that are set. */
HRA_API hra_limits hra_limits_join(hra_limits a, hra_limits b);

typedef struct hra_analysis hra_analysis;

/* How much is wanted of an answer. What is not wanted is not worked out, so that a move alone stays as cheap as it can be. */
typedef enum hra_want {
    HRA_WANT_ALL,        /* every move, or outcome of chance, with its value, and counts */
    HRA_WANT_MOVE,       /* the move that the player makes */
    HRA_WANT_VALUE,      /* the value of the state, whoever is to move, or the game is over */
    HRA_WANT_ADVICE,     /* every move, best first, in the numbers and words that a person is told */
    HRA_WANT_LAST,       /* what the last move or value rests on; nothing is thought of again */
    HRA_WANT_LAST_VALUE, /* agents ask their players so for what a value rests on, others ask HRA_WANT_LAST */
} hra_want;

/* What is asked: a state and how it came about. */
typedef struct hra_question {
    const void *state;
    const uint64_t *history; /* keys of the states since the last irreversible move, oldest first; may be
                                NULL, and is for a player whose kind is state_only */
    int history_length;
    hra_limits limits;    /* besides those of the spec */
    uint64_t seed;        /* of the search's random numbers */
    const hra_stop *stop; /* may be NULL */
    /* Told what was found so far, by searches that deepen, after each depth: move, value, depth, pv, nodes
     * and seconds are set. From the thread that searches, which waits meanwhile. NULL: nobody is. */
    void (*found)(void *self, const hra_analysis *so_far);
    void *found_self;
    hra_want want;
    /* Said by agents to players that need a limit: */
    hra_limits
        patience; /* nodes and seconds that a search which nobody limits may take where it is not refused; 0: as many as
                            it takes. What they cut short is stopped, or HRA_ESTOPPED */
    bool trial; /* it ends as soon as it is known whether it is refused (HRA_ELIMIT) */
} hra_question;

/* ---- what was found -------------------------------------------------------------------------*/

/* What a number is. */
typedef enum hra_value_kind {
    HRA_VALUE_NONE,     /* nothing is known; the number means nothing */
    HRA_VALUE_EXACT,    /* what the whole search says: the truth where it reached the end of the game, else
                           what follows from the evaluation where its depth ended */
    HRA_VALUE_AT_MOST,  /* a bound from above, the mover gets at most so much: no better than the best move */
    HRA_VALUE_MEAN,     /* the mean of samples */
    HRA_VALUE_ESTIMATE, /* a judgement */
    HRA_VALUE_AT_LEAST, /* a bound from below: the mover gets at least so much */
} hra_value_kind;

/* "exact", "bound" (of both kinds), "mean", "estimate", "none": for programs, and for hra_translate. Never
 * NULL; static. */
HRA_API const char *hra_value_kind_text(hra_value_kind kind);
/* What stands before a number of that kind wherever it is shown: nothing where it is exact, "~" before a mean
 * or an estimate, "<=" or ">=" before a bound. `own`: the number is the mover's, else that of a seat that
 * loses what the mover wins. `unicode`: with the signs of mathematics. Never NULL; static. */
HRA_API const char *hra_value_mark(hra_value_kind kind, bool own, bool unicode);

typedef enum hra_unit { HRA_UNIT_POINTS, HRA_UNIT_PROBABILITY } hra_unit;

/* What a number is about. */
typedef struct hra_column {
    const char *key, *label; /* "bonus", "upper bonus" */
    hra_unit unit;
    bool estimate; /* not exact; front ends mark it with ~ */
} hra_column;

/* What AND/OR search found out: can the mover force its goal, or where none is named the most that the game
 * pays? Of a move: with this move. */
typedef enum hra_proof { HRA_UNKNOWN, HRA_SOLVED, HRA_UNSOLVED } hra_proof;

/* "solved", "unsolved", "unknown": for programs, and for hra_translate. Never NULL; static. */
HRA_API const char *hra_proof_text(hra_proof proof);

/* What may come out, by Soft-Max^n. Worst and best are right whatever was left out. */
typedef struct hra_range {
    int vectors;        /* how many may come out; */
    bool more;          /* at least: there were too many to keep */
    double worst, best; /* of these, the mover's number */
    double share; /* of a move: the part of the vectors that give the mover what it needs; negative where
                     no need was named */
} hra_range;

/* What a move at the root has besides the common part. */
typedef enum hra_root_tag {
    HRA_ROOT_PLAIN,   /* nothing */
    HRA_ROOT_SAMPLED, /* Monte Carlo methods: sampled */
    HRA_ROOT_PROOF,   /* andor: proof */
    HRA_ROOT_RANGE,   /* softmaxn: range */
} hra_root_tag;

enum {
    HRA_MAX_COLUMNS = 4,
    HRA_THOUGHT_LINE = 32, /* moves that are told of a line that was kept */
};

/* A move at the root, or where chance is to move an outcome. */
typedef struct hra_analysis_move {
    hra_move move;
    double probability;          /* of an outcome; of a move 1 */
    double value[HRA_MAX_SEATS]; /* each seat's own number */
    hra_value_kind kind;         /* of these */
    int depth;                   /* decisions looked ahead, this one included; 0: to the end, or not known */
    int distance;                /* plies from the root to the end where it is known, else -1 */
    int line, line_length;       /* what is expected to follow, from result->lines + line: this move first,
                                    or behind an outcome the best reply; length 0: not known */
    hra_root_tag tag;
    union {
        struct {
            uint64_t visits;
            double error; /* standard error of the mover's mean, negative where the samples depend on one
                             another and it is not known */
        } sampled;
        hra_proof proof;
        hra_range range;
    };
    double
        loss; /* of advice: value of the best move less that of this one, for who moves; 0 where either is not known */
    double column[HRA_MAX_COLUMNS]; /* of advice */
} hra_analysis_move;

/* What an analysis found. Owned by the caller; lists grow and are kept from run to run. */
struct hra_analysis {
    hra_move move;               /* the best one; of ties the first. Nothing where `chance` */
    bool chance;                 /* chance is to move: `moves` are the outcomes and the value is their mean */
    hra_column what;             /* what the values are */
    double value[HRA_MAX_SEATS]; /* of the state, for each seat */
    hra_value_kind kind;         /* of these */
    int value_seat;              /* seat whose values alone are known (the others' mean nothing), -1: all */
    int depth;                   /* of the last finished iteration; 0: to the end of the game, or none */
    int distance;                /* plies to the end where it is known, else -1 */
    bool stopped;                /* a limit or a stop cut it short */
    bool horizon;                /* somewhere below it ended at its depth: a deeper search may find more */
    bool unsound;    /* moves were dropped or looked at less deeply (beam, prune, lmr), or vectors that
                        a need counts: the answer may be another than that of the whole tree */
    hra_proof proof; /* of andor, else HRA_UNKNOWN */
    hra_range range; /* of softmaxn: of all moves that none dominates; else 0 vectors */
    uint64_t nodes;  /* states entered, the root included; over all iterations */
    uint64_t leaves; /* of these: ends of the game and evaluated states */
    uint64_t cutoffs, table_hits, playouts;
    double seconds;
    hra_move *pv; /* principal variation, chance moves left out */
    int pv_length, pv_capacity;
    hra_analysis_move *moves; /* of methods in the order of the rules; experts may put the best first */
    int move_count, move_capacity;
    hra_move *lines; /* of all moves, one behind the other */
    int lines_length, lines_capacity;
    hra_column columns[HRA_MAX_COLUMNS]; /* of advice: what numbers each move has besides its value */
    int column_count;
    char reason[160]; /* of advice: why the best move, in words; may be empty */
    hra_error why;    /* of a run that failed; code 0 otherwise */
};

HRA_API void hra_analysis_init(hra_analysis *result);
HRA_API void hra_analysis_release(hra_analysis *result);
/* For whoever fills one: room for so many moves in `moves`, so many in `pv`, and lines as long for each move
 * in `lines`. HRA_ENOMEM, which result->why says too. */
HRA_API hra_err hra_analysis_reserve(hra_analysis *result, int moves, int line);
/* The best move's entry in `moves`; NULL where chance is to move, or it is not listed. */
HRA_API const hra_analysis_move *hra_analysis_best(const hra_analysis *result);

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

/* A node is entered. */
typedef struct hra_node_enter {
    const void *state;
    int ply;            /* 0: the root */
    hra_move move;      /* that led here; of the root: unspecified */
    int mover;          /* seat, HRA_CHANCE or HRA_OVER */
    double probability; /* of the chance move that led here, else 1 */
    int depth;          /* decisions left, -1: to the end */
    int pov;            /* the seat whose numbers alpha and beta are; -1: there is no window */
    double alpha, beta;
} hra_node_enter;

/* Its value is known. Each enter has one leave, unless a stop cuts the search short. */
typedef struct hra_node_leave {
    int ply;
    const double *value; /* one a seat; NAN: nothing is known of it */
    hra_value_kind
        bound; /* exact, a bound or a mean: of value[0], or of value[pov] where there is a window, or a proof of what pov gets */
    bool leaf; /* the end of the game, evaluated, or known without a look below */
    uint64_t visits;       /* of Monte Carlo methods, else 0 */
    hra_proof proof;       /* of andor, else HRA_UNKNOWN */
    const double *vectors; /* softmaxn: what may come out, vector_count rows of vector_stride numbers, */
    int vector_count;      /* the first ones of a row being one a seat; 0 of other methods */
    size_t vector_stride;
} hra_node_leave;

typedef struct hra_observer {
    void *self;
    /* A search of the tree begins: depth of the iteration, -1: to the end. May be NULL. */
    void (*iteration)(void *self, int depth);
    void (*enter)(void *self, const hra_node_enter *entering);
    void (*leave)(void *self, const hra_node_leave *leaving);
    /* At the node of this ply, `count` moves are not searched (0 where the last one cut). alpha and
     * beta are those of that moment where the node was entered with a window, else without meaning.
     * moves is NULL where they were not even listed; then count is 0. */
    void (*cut)(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count);
} hra_observer;

/* English for a reason, such as "beta cut", for hra_translate. Never NULL; static. */
HRA_API const char *hra_cut_text(hra_cut reason);

#ifdef __cplusplus
}
#endif
#endif
