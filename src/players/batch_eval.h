/* States evaluated together, if the evaluation takes many at once (`values`). The moves of one state are
 * made one after the other; the states to evaluate are stored side by side:
 *
 *     hra_company_begin(c);
 *     while (more and not hra_company_full(c))
 *         hra_company_take(c, hra_company_make(c, s, move) has to be evaluated);
 *     hra_company_judge(c, eval);
 *
 * Then c->judged[i] says of the i-th move whether the row of hra_company_row has its numbers. */
#ifndef HRA_PLAYERS_BATCH_EVAL_H
#define HRA_PLAYERS_BATCH_EVAL_H

#include "hra/game.h"

enum { HRA_COMPANY = 64 }; /* moves at most */

typedef struct hra_company {
    const hra_game *game;
    size_t stride;         /* of a state */
    unsigned char *states; /* those to be judged, and a slot for the move that is being made */
    double *value;         /* their numbers, one state behind the other */
    int row[HRA_COMPANY];  /* of a move among them */
    bool judged[HRA_COMPANY];
    int count, some; /* moves made; of these to be judged */
} hra_company;

/* NULL in *out where the evaluation takes one state at a time. HRA_ENOMEM. */
hra_err hra_company_open(hra_company **out, const hra_evaluator *eval);
void hra_company_close(hra_company *company);

static inline void hra_company_begin(hra_company *c) {
    c->count = c->some = 0;
}

static inline bool hra_company_full(const hra_company *c) {
    return c->count == HRA_COMPANY;
}

/* Makes a move of the state s, which is forgotten again unless it is taken. Who is then to move. */
int hra_company_make(hra_company *company, const void *s, hra_move move);

/* Puts a state as it is in the place of a move made; to be taken as one that is judged. */
void hra_company_put(hra_company *company, const void *s);

/* Adds the move just made; `judged`: the state after it will be evaluated. */
static inline void hra_company_take(hra_company *c, bool judged) {
    c->judged[c->count] = judged;
    c->row[c->count++] = c->some;
    c->some += judged;
}

/* Evaluates all states that were added with `judged`. */
void hra_company_judge(hra_company *company, const hra_evaluator *eval);

/* The numbers of the i-th move, one a seat. */
static inline double *hra_company_row(const hra_company *c, int i) {
    return c->value + (size_t)c->row[i] * (size_t)c->game->seats;
}

#endif
