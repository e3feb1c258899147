/* hra/search.h: a question to a player, its analysis, and observers of a search.
 *
 * A question is a state with limits; an analysis has a value for each of its moves. Search methods, exact
 * solutions and experts of games fill the same hra_analysis. hra/player.h opens players and asks them.
 *
 * Values. Minimax, alpha-beta and expectiminimax search one number. With two seats it is the first seat's
 * value, or in games that are not zero-sum the difference of both. With more seats it is the mover's value
 * against all others. The value of every other seat is reported as its negative.
 *
 * Thread-safety: one thread at a time uses an analysis; a question may be shared while no thread changes it. */
#ifndef HRA_SEARCH_H
#define HRA_SEARCH_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_TO_THE_END = 1 << 20 }; /* depth: search to the end of the game, without deepening */

/* Limits of a search; the first that is reached ends it. 0: no such limit. A depth-first method with a limit of
 * nodes or time but no depth deepens iteratively until that limit. A search never exceeds nodes and playouts
 * (montecarlo: playouts for each move). */
typedef struct hra_limits {
    int depth;         /* decisions, chance moves not counted; or HRA_TO_THE_END */
    uint64_t nodes;    /* states entered */
    uint64_t playouts; /* simulations of Monte Carlo methods */
    double seconds;
} hra_limits;

/* A clock for a whole game: its time at the start, and the increment for each decision. */
typedef struct hra_time_control {
    double seconds, increment;
} hra_time_control;

/* Reads the options depth, nodes, playouts, time and clock, as far as the option list has them; a clock limits
 * the seconds to its fraction for the first decision. */
HRA_API void hra_limits_read(hra_limits *out, const hra_options *options);
/* Returns limits that keep both: the smaller of each two that are set. */
static inline hra_limits hra_limits_join(hra_limits a, hra_limits b) {
    if (b.depth && (!a.depth || b.depth < a.depth))
        a.depth = b.depth;
    if (b.nodes && (!a.nodes || b.nodes < a.nodes))
        a.nodes = b.nodes;
    if (b.playouts && (!a.playouts || b.playouts < a.playouts))
        a.playouts = b.playouts;
    if (b.seconds > 0 && (a.seconds <= 0 || b.seconds < a.seconds))
        a.seconds = b.seconds;
    return a;
}

typedef struct hra_analysis hra_analysis;

/* What the answer shall contain. Players compute nothing else, so a move alone costs no more than it must. */
typedef enum hra_want {
    HRA_WANT_ALL,    /* every move, or chance outcome, with its value, and counts */
    HRA_WANT_MOVE,   /* the move that the player makes */
    HRA_WANT_VALUE,  /* the value of any state: a seat to move, chance, or over */
    HRA_WANT_ADVICE, /* every move, best first, with the columns and words shown to people */
    HRA_WANT_LAST,   /* the analysis behind the last move; nothing is searched again */
    HRA_WANT_LAST_VALUE, /* from agents to players: the analysis behind the last value. Callers use HRA_WANT_LAST */
} hra_want;

/* A question: a state, its history, and limits. */
typedef struct hra_question {
    const void *state;
    const uint64_t *history; /* hra_game_key of the states since the last irreversible move, oldest
                                first; may be NULL, and is NULL for players with state_only */
    int history_length;
    hra_limits limits;    /* in addition to those of the spec */
    uint64_t seed;        /* seed of the search's random numbers */
    const hra_stop *stop; /* may be NULL */
    /* Called by iterative deepening after each depth with the analysis so far: move, value, depth, pv, nodes and
     * seconds are set. Called on the searching thread, which waits. May be NULL. */
    void (*found)(void *self, const hra_analysis *so_far);
    void *found_self;
    hra_want want;
    /* Set by agents, for players with needs_limit: */
    hra_limits
        patience; /* nodes and seconds for a search without a limit that is not refused; 0: unlimited. A search
                            that reaches them ends with `stopped`, or with HRA_ESTOPPED */
    bool trial;   /* return as soon as it is known whether the search is refused (HRA_ELIMIT) */
    bool only_best; /* of WANT_ALL: the best move and its value are enough; the others may have bounds */
} hra_question;

/* ---- analysis -------------------------------------------------------------------------------*/

/* The kind of a value. */
typedef enum hra_value_kind {
    HRA_VALUE_NONE,    /* unknown: the number is meaningless */
    HRA_VALUE_EXACT,   /* the result of a complete search: the true value if every line reached the end of the
                           game, else exact for the evaluation at the depth limit */
    HRA_VALUE_AT_MOST, /* an upper bound for the mover: no better than the best move */
    HRA_VALUE_MEAN,    /* the mean of samples */
    HRA_VALUE_ESTIMATE, /* an evaluation */
    HRA_VALUE_AT_LEAST, /* a lower bound for the mover */
} hra_value_kind;

/* Returns "exact", "bound" (upper or lower), "mean", "estimate" or "none": for programs, and for hra_translate.
 * Never NULL; static. */
HRA_API const char *hra_value_kind_text(hra_value_kind kind);
/* Returns the mark before a number of that kind: "" if exact, "~" for a mean or an estimate, "<=" or ">=" for a
 * bound. `own`: the number is the mover's value, else the value of its opponent in a zero-sum game. `unicode`: "≤"
 * and "≥". Never NULL; static. */
HRA_API const char *hra_value_mark(hra_value_kind kind, bool own, bool unicode);

/* Appends what a value says that stands for the end of the game `distance` plies away, to the seat whose value it is: "mate in 5",
 * "wins in 9 plies"; `brief`: "#5", "#-5". Returns whether it does; false, with nothing appended, if the number itself says it: no
 * distance is known (-1, or 0), no seat wins, the game has not two seats, or the value is one of its results and the game has no words of
 * its own; `brief` only with words of the game's own. */
HRA_API bool hra_value_say_end(const hra_game *game, double value, int distance, bool brief, hra_text *out);
/* The same at length of a value of any kind: "mate in 5 at worst" of a lower bound, "mate in 5 at best" of an upper one, "~mate in 5" of
 * an estimate. `own` as in hra_value_mark. */
HRA_API bool hra_value_say_bound(const hra_game *game, double value, hra_value_kind kind, bool own,
                                 int distance, hra_text *out);

typedef enum hra_unit { HRA_UNIT_POINTS, HRA_UNIT_PROBABILITY } hra_unit;

/* The meaning of a number: its key, label and unit. */
typedef struct hra_column {
    const char *key, *label; /* "bonus", "upper bonus" */
    hra_unit unit;
    bool estimate; /* an estimate; front ends mark it with ~ */
} hra_column;

/* The result of AND/OR search: whether the mover can force its goal (default: the highest return of the game), of a
 * move: by this move. */
typedef enum hra_proof { HRA_UNKNOWN, HRA_SOLVED, HRA_UNSOLVED } hra_proof;

/* Returns "solved", "unsolved" or "unknown": for programs, and for hra_translate. Never NULL; static. */
HRA_API const char *hra_proof_text(hra_proof proof);

/* The possible results by Soft-Max^n. `worst` and `best` are right even if vectors were dropped. */
typedef struct hra_range {
    int vectors;        /* number of possible results, */
    bool more;          /* or more: there were too many to keep */
    double worst, best; /* the mover's value in these */
    double fraction; /* of a move: the fraction of the vectors with at least the mover's target; negative: no
                     target was given */
} hra_range;

/* What a root move has in addition. */
typedef enum hra_root_tag {
    HRA_ROOT_PLAIN,   /* nothing */
    HRA_ROOT_SAMPLED, /* Monte Carlo methods: `sampled` */
    HRA_ROOT_PROOF,   /* andor: `proof` */
    HRA_ROOT_RANGE,   /* softmaxn: `range` */
} hra_root_tag;

enum {
    HRA_MAX_COLUMNS = 4,
    HRA_THOUGHT_LINE = 32, /* the longest line that advice keeps, in moves */
};

/* A root move; if chance is to move, an outcome. */
typedef struct hra_analysis_move {
    hra_move move;
    double probability;          /* of an outcome; 1 for a move */
    double value[HRA_MAX_SEATS]; /* one per seat */
    hra_value_kind kind;         /* of `value` */
    int depth;                   /* decisions searched, this one included; 0: to the end, or unknown */
    int distance; /* plies from the root to the end of the game, or of a bound to that which the bound stands for;
                                    -1: unknown */
    int line, line_length; /* the PV of this move at analysis->lines + line: the move first, or after an
                                    outcome the best reply; length 0: unknown */
    hra_root_tag tag;
    union {
        struct {
            uint64_t visits;
            double error; /* standard error of the mover's mean; negative if unknown, as the samples
                             are not independent */
        } sampled;
        hra_proof proof;
        hra_range range;
    };
    double
        loss; /* advice: the mover's value of the best move less that of this one; 0 if either is unknown */
    double column[HRA_MAX_COLUMNS]; /* more numbers; see `columns` of hra_analysis */
} hra_analysis_move;

/* An analysis. The caller owns it; its lists are reused from question to question. */
struct hra_analysis {
    hra_move move;      /* the best move, the first of equal ones; unset if `chance` */
    bool chance;        /* chance is to move: `moves` are the outcomes, `value` is their mean */
    hra_column what;    /* the meaning of the values */
    const char *counts; /* what values by an evaluation count, for hra_translate: "pawns"; NULL: points of the
                                    game, or nothing that has a name. Set by agents */
    double value[HRA_MAX_SEATS]; /* of the state, one per seat */
    hra_value_kind kind;         /* of `value` */
    int value_seat;              /* the only seat whose values are known; -1: all are */
    int depth;                   /* of the last finished iteration; 0: to the end of the game, or none */
    int distance;                /* plies to the end of the game; -1: unknown */
    bool stopped;                /* a limit or a stop ended the search early */
    bool horizon;                /* a line ended at the depth limit: a deeper search may change the values */
    bool unsound;    /* the values may differ from those of the full tree: moves were dropped or searched
                        less deeply (beam, prune, lmr), or vectors that a target counts were dropped */
    hra_proof proof; /* andor; else HRA_UNKNOWN */
    hra_range range; /* softmaxn: over all moves that are not dominated; else 0 vectors */
    uint64_t nodes;  /* states entered, the root included, in all iterations */
    uint64_t leaves; /* of these: finished and evaluated states */
    uint64_t cutoffs, table_hits, playouts;
    double seconds;
    hra_move *pv; /* principal variation without chance moves */
    int pv_length, pv_capacity;
    hra_analysis_move
        *moves; /* search methods: in the order of the rules; experts may sort them, best first */
    int move_count, move_capacity;
    hra_move *lines; /* the PVs of all moves, one after the other */
    int lines_length, lines_capacity;
    hra_column
        columns[HRA_MAX_COLUMNS]; /* advice, and ALL if they cost nothing: the numbers of each move besides
                                            its value */
    int column_count;
    char reason[160]; /* advice: why the best move is best, in words; may be empty */
    hra_error why;    /* the error if the question failed; else code 0 */
};

/* Makes an analysis empty; the caller releases it. */
HRA_API void hra_analysis_init(hra_analysis *result);
HRA_API void hra_analysis_release(hra_analysis *result);
/* For authors of players: allocates `moves` for that number of moves, `pv` for `line` moves, and `lines` for `line`
 * moves per move. HRA_ENOMEM, also in result->why. */
HRA_API hra_err hra_analysis_reserve(hra_analysis *result, int moves, int line);
/* Returns the entry of the best move in `moves`; NULL if chance is to move, or if it is not listed. */
static inline const hra_analysis_move *hra_analysis_best(const hra_analysis *result) {
    for (int i = 0; i < result->move_count && !result->chance; i++)
        if (result->moves[i].move == result->move)
            return &result->moves[i];
    return NULL;
}

/* ---- observers ------------------------------------------------------------------------------
 * A search calls its observer for each node, in search order. Methods with a tree in memory (mcts, andor:pn)
 * report the finished tree at the end. All calls come from the searching thread; pointers are valid during the
 * call. */

/* Why moves were not searched. */
typedef enum hra_cut {
    HRA_CUT_BETA,    /* the value reached beta: the opponent avoids this node */
    HRA_CUT_ALPHA,   /* the value fell to alpha: the other side has a better line */
    HRA_CUT_TABLE,   /* the transposition table had a sufficient value */
    HRA_CUT_STAR,    /* the other outcomes cannot bring the mean back into the window */
    HRA_CUT_SHALLOW, /* Max^n: the seat above already has more than the sum leaves */
    HRA_CUT_BEAM,    /* not among the first N moves of the move order */
    HRA_CUT_RULE,    /* the game's forward pruning */
    HRA_CUT_PROVEN,  /* a move has decided the node */
    HRA_CUT_PROBE,   /* Star2 probes one move first and may search these later: no cutoff */
} hra_cut;

/* The search enters a node. */
typedef struct hra_node_enter {
    const void *state;
    int ply;            /* 0: the root */
    hra_move move;      /* the move that led here; unspecified for the root */
    int mover;          /* seat, HRA_CHANCE or HRA_OVER */
    double probability; /* of the chance move that led here; else 1 */
    int depth;          /* decisions left; -1: to the end */
    int pov;            /* the seat to which alpha and beta belong; -1: no window */
    double alpha, beta;
} hra_node_enter;

/* The search leaves a node: its value is known. Each enter has one leave, unless the search is stopped. */
typedef struct hra_node_leave {
    int ply;
    const double *value;   /* one per seat; NAN: unknown */
    hra_value_kind bound;  /* the kind of value[pov]; without a window of value[0] */
    bool leaf;             /* finished, evaluated, or known without searching below */
    uint64_t visits;       /* Monte Carlo methods; else 0 */
    hra_proof proof;       /* andor; else HRA_UNKNOWN */
    const double *vectors; /* softmaxn: the possible results, vector_count rows of vector_stride numbers, */
    int vector_count;      /* of which the first are one per seat; other methods: 0 */
    size_t vector_stride;
} hra_node_leave;

/* A move among which a simulation of MCTS chose, as it was known then. */
typedef struct hra_simulated_child {
    int ply; /* of the node at which it is a move */
    hra_move move;
    uint64_t visits;
    double mean; /* of the seat that chooses */
    double ucb;  /* the mean and the bonus for few visits; the largest is chosen */
    bool chosen;
} hra_simulated_child;

/* A simulation of MCTS that has been backed up. The path begins at the root and has length + 1 nodes. */
typedef struct hra_simulated {
    uint64_t number; /* from 1 */
    int length;      /* moves in the tree */
    const hra_move *moves;
    const hra_simulated_child
        *children; /* of nodes of the path whose moves had all been tried, in the order of the path */
    int count;
    bool known;             /* the last node is an end or proven: there is no playout */
    uint64_t plies;         /* of the playout */
    const double *value;    /* its result, one per seat */
    const uint64_t *visits; /* of the nodes of the path, when it is backed up */
    const double *means;    /* the same: one per seat for each node */
    double
        range; /* factor of UCB1's bonus: the range of the results before, 1 if they were equal; 0: nothing was
                     compared */
    const hra_move *playout; /* the moves of the playout, chance included */
    int playout_length;      /* plies, or fewer: of a long playout only the first moves are known */
} hra_simulated;

typedef struct hra_observer {
    void *self;
    /* An iteration begins; depth -1: to the end. May be NULL. */
    void (*iteration)(void *self, int depth);
    void (*enter)(void *self, const hra_node_enter *entering);
    void (*leave)(void *self, const hra_node_leave *leaving);
    /* At the node at `ply`, `count` moves are not searched (0 if the last move caused the cutoff). alpha and beta
     * are the current window, meaningless if the node was entered without one. moves is NULL, and count 0, if
     * the moves were not generated. */
    void (*cut)(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                int count);
    /* MCTS with one thread: after each simulation. May be NULL. */
    void (*simulated)(void *self, const hra_simulated *simulation);
} hra_observer;

/* Returns the reason in English, such as "beta cut", for hra_translate. Never NULL; static. */
HRA_API const char *hra_cut_text(hra_cut reason);

#ifdef __cplusplus
}
#endif
#endif
