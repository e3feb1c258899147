/* Random plays of a game, state by state, for tests of the interface. */
#ifndef HRA_TESTS_SCENE_H
#define HRA_TESTS_SCENE_H

#include "hra/hra.h"

enum { SCENE_GUARD = 64, SCENE_EVALS = 8 };

/* A state of a random play, with its moves. */
typedef struct scene {
    hra_game *game;
    const hra_rules *rules;
    const char *spec;
    const char *text_read; /* what the state was read from, NULL: it was played */
    uint64_t seed;
    int ply, mover, n;
    unsigned char *s;       /* the state, in memory that held zeros before */
    unsigned char *twin;    /* the same in memory that held ones */
    unsigned char *scratch; /* for checks; behind all three stands a guard of SCENE_GUARD bytes 0xa5 */
    hra_move *moves;        /* as long as the game says, so that a checker of memory sees one too many */
    double *probability;
    hra_text text;              /* for checks */
    hra_rng rng;                /* for checks; the play draws from its own */
    hra_eval eval[SCENE_EVALS]; /* the first evaluations of the game; opening one may take long */
    int evals;
} scene;

extern const hra_host scene_files; /* by which scenes are opened: it reads any file */

void scene_open(scene *c, const char *spec);
void scene_close(scene *c);
void scene_open_evaluations(scene *c); /* fills eval, where that was not done yet */
/* Fills mover, n, moves and probability from s; of a mover who is nobody there are no moves. */
void scene_list_moves(scene *c);
/* Walks one random play and calls check on each state, the last one too. */
void scene_walk(scene *c, uint64_t seed, void (*check)(scene *));
/* Fails the test: which game, play and state, and what is wrong. */
void scene_broken(const scene *c, const char *format, ...) HRA_PRINTF(2, 3);

#endif
