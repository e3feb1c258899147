/* What the files of matches share. */
#ifndef HRA_MATCHES_H
#define HRA_MATCHES_H

#include "hra/scene.h"
#include "hra/term.h"

enum { MATCHES_COUNT = 999, MATCHES_TAKE = 99 };

/* hra_game.data */
typedef struct matches_level {
    int count, take;
} matches_level;

typedef struct matches_heap {
    uint16_t left;
    uint16_t turn; /* a full word, so that no byte of a state is padding */
} matches_heap;

extern const hra_evaluation matches_evaluations[];
extern const struct hra_solver matches_solver;                           /* solver.c */
bool matches_wins(const matches_level *level, const matches_heap *heap); /* for the mover; modulus.c */

extern const hra_levels matches_levels;
extern const hra_rules_scene matches_scene;      /* scene.c */
extern const hra_term matches_terms[];           /* formula_terms.c */
extern const hra_rules_encoding matches_numbers; /* numbers.c */

#endif
