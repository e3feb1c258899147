/* Random plays of a game, state by state, for tests of the interface. */
#ifndef HRA_TESTS_VISIT_H
#define HRA_TESTS_VISIT_H

#include "hra/author.h"
#include "hra/hra.h"

enum { VISIT_GUARD = 64, VISIT_EVALS = 8 };

/* A state of a random play, with its moves. */
typedef struct visit {
    hra_game *game;
    const hra_rules *rules;
    const char *spec;
    const char *text_read; /* what the state was read from, NULL: it was played */
    uint64_t seed;
    int ply, mover, n;
    unsigned char *s;      /* the state, in memory that held zeros before */
    unsigned char *twin;   /* the same in memory that held ones */
    unsigned char *before; /* the state before, and the move made there */
    hra_move last;
    bool moved;             /* whether there was one */
    unsigned char *scratch; /* for checks; behind all stands a guard of VISIT_GUARD bytes 0xa5 */
    hra_move *moves; /* exactly as long as the game says, so that a memory checker notices one too many */
    double *probability;
    hra_text text;                        /* for checks */
    hra_rng rng;                          /* for checks; the play draws from its own */
    hra_scene *scene;                     /* nothing is set */
    hra_eval eval[VISIT_EVALS];           /* the first evaluations of the game; opening one may take long */
    hra_evaluator evaluator[VISIT_EVALS]; /* of them */
    int evals;
    bool opened; /* evaluations */
} visit;

extern const hra_host visit_files; /* by which visits are opened: it reads any file */

void visit_open(visit *c, const char *spec);
void visit_close(visit *c);
void visit_open_evaluations(visit *c); /* fills eval and evaluator, unless that has been done */
/* Fills mover, n, moves and probability from s; there are no moves where the game is over. */
void visit_list_moves(visit *c);
/* Walks one random play and calls check on each state, including the last one. */
void visit_walk(visit *c, uint64_t seed, void (*check)(visit *));
/* Fails the test: which game, play and state, and what is wrong. */
void visit_broken(const visit *c, const char *format, ...) HRA_PRINTF(2, 3);

#endif
