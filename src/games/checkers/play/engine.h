/* The engine of checkers: iterative deepening, principal variation search and quiescence on
 * ck_board, with the learnt evaluation. The player `expert` and the trainer stand on it. */
#ifndef CK_ENGINE_H
#define CK_ENGINE_H

#include "games/checkers/rules/checkers.h"
#include "net.h"

enum {
    CK_WIN = 30000,          /* less the plies to the end: a won position */
    CK_SURE = CK_WIN - 1000, /* from here on the plies of the win are known */
    CK_TOLD = CK_SURE - 1,   /* less the plies to where the oracle tells the outcome alone */
    CK_WON = CK_SURE - 1000, /* from here on it is a win, not an estimate */
    CK_ENGINE_DEPTH = 99,    /* plies at most */
    CK_ENGINE_TT = 1 << 16,  /* bytes of a transposition table at least */
};

typedef struct ck_engine ck_engine; /* the working memory of one thread */

/* Knows the exact value of positions of at most `pieces` pieces: see ck_tables_probe, and ck_tables_glance
 * for use within a search. */
typedef struct ck_oracle {
    bool (*probe)(void *self, const ck_board *b, int side, int *wdl, int *distance);
    bool (*glance)(void *self, const ck_board *b, int side, int *wdl, int *distance);
    void *self;
    int pieces;
} ck_oracle;

typedef struct ck_thought ck_thought;

/* A position to search, and the limits. */
typedef struct ck_task {
    ck_board board;
    int side, quiet;         /* to move; plies since a capture or a man's move */
    int draw_plies;          /* this number of them is a draw; 0: never */
    bool fade;               /* estimates of endings count the less the longer nothing is taken or crowned */
    int contempt;            /* a draw is worth -contempt for the side to move, in 1/CK_ODDS */
    bool repetition;         /* a position that comes again counts as a draw, the first time already */
    const uint64_t *history; /* keys of the states since the last irreversible move */
    int history_length;
    int begin; /* the depth of the first iteration; 0: 1 */
    int depth; /* the limits; 0: none */
    uint64_t nodes;
    double seconds;
    const hra_stop *stop; /* may be NULL */
    int lines;            /* number of best moves with a value, the others get a bound; 0: the best only */
    void (*found)(void *self, const ck_thought *so_far); /* called after each depth; may be NULL */
    void *found_self;
} ck_task;

typedef struct ck_choice {
    hra_move move;
    ck_board after;
    bool progress; /* a capture or a man's move */
    int value;     /* for the side to move; of moves that are not exact, the last bound */
    bool bound;    /* with several lines: no better than that, nor than the last of these */
} ck_choice;

/* What came out; the best choice stands first. */
struct ck_thought {
    ck_choice choice[CK_MAX_MOVES];
    int count, value;
    int depth;  /* of the last finished iteration */
    bool exact; /* the oracle knew every move: value is the truth */
    uint64_t nodes;
};

/* Everything is taken here: thinking allocates nothing. `weights` outlive the engine, NULL: material
 * alone; the oracle may be NULL too. HRA_ENOMEM. */
hra_err ck_engine_open(ck_engine **out, const ck_weights *weights, const ck_oracle *oracle, size_t table);
/* Another that shares the table and the weights of `first`, which outlives it: both may think about the same
 * position at once, each on its thread. HRA_ENOMEM. */
hra_err ck_engine_open_beside(ck_engine **out, const ck_engine *first, const ck_oracle *oracle);
void ck_engine_close(ck_engine *engine); /* NULL is allowed */
void ck_engine_forget(ck_engine *engine);

/* Thinks until a limit is reached; without any, to CK_ENGINE_DEPTH. There is always a first choice
 * where there is a legal move. */
void ck_engine_think(ck_engine *engine, const ck_task *task, ck_thought *out);

/* What is expected to be played from a position on, as far as the oracle or what is remembered of the last
 * thinking tells: returns how many moves, at most `capacity`. */
int ck_engine_line(const ck_engine *engine, const ck_board *b, int side, hra_move *out, int capacity);

/* What the rules call the key of a position. */
uint64_t ck_key(const ck_board *b, int side);

/* Whether captures can be made, or must be answered, so that the evaluation means little here. */
static inline bool ck_unquiet(const ck_board *b) {
    return ck_jumpers(b, CK_BLACK) || ck_jumpers(b, CK_WHITE);
}

#endif
