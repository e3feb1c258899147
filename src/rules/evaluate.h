/* Evaluations of many states, and of states where the game may be over. */
#ifndef HRA_RULES_EVALUATE_H
#define HRA_RULES_EVALUATE_H

#include "hra/game.h"

/* The same of n states, the i-th at states + i * stride. */
void hra_evaluate_many(const hra_evaluator *e, const void *states, size_t stride, int n, double *out);

/* What a finished state, reached after `ply` moves, is worth to each seat on the scale of the evaluation. */
void hra_evaluate_end(const hra_evaluator *e, const void *s, int ply, double *out);

/* What a state is worth to each seat on the scale of returns: where it is over the returns, else what the
 * evaluation says, brought to that scale. */
void hra_evaluate_return(const hra_evaluator *e, const void *s, double *out);

/* Brings what the evaluation said, one number a seat, to the scale of returns, in place. */
void hra_evaluation_to_return(const hra_evaluator *e, double *value);

#endif
