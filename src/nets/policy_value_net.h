/* Nets of two heads: what a state is worth, and which moves look good in it.
 *
 * The net is asked in the view of the seat that is to move. Its first outputs tell what is to come: one where
 * that says it of all seats (two against each other, one against the others, one alone), else one a seat,
 * that seat's own first and the others as they follow it. The next outputs are the policy: one a number of a
 * move where the game numbers its moves; else there is one, which is asked of the state behind each move, and
 * is the same seat's preference for it. The preferences of the moves that can be made become a prior by a
 * softmax.
 *
 * D. Silver and others, "Mastering the game of Go without human knowledge", 2017; "A general reinforcement
 * learning algorithm that masters chess, shogi, and Go through self-play", 2018. */
#ifndef HRA_NETS_POLICY_VALUE_NET_H
#define HRA_NETS_POLICY_VALUE_NET_H

#include "nets/learnt.h"

int hra_heads_values(const hra_game *game);  /* outputs that tell values */
int hra_heads_actions(const hra_game *game); /* numbered moves; 0: they are judged by what they lead to */
int hra_heads_outputs(const hra_game *game);

/* What hra_learnt_output says of the features that are in `work` already. */
double hra_heads_own(hra_learnt_work *work);

/* The memory of one thread. */
typedef struct hra_heads_work {
    hra_learnt_work work;
    int *which; /* outputs: those of values, then one a move */
    float *out; /* what they say, and what is wanted of them */
    float *wanted;
} hra_heads_work;

hra_err hra_heads_work_init(hra_heads_work *work, const hra_learnt *learnt); /* HRA_ENOMEM */
void hra_heads_work_release(hra_heads_work *work);

/* What s, in which `seat` is to move and has these n moves, is worth to each seat, within the game's returns;
 * and the prior of each move, which sum to 1. `work` is a hra_heads_work, as judges of PUCT take it. */
void hra_heads_judge(void *work, const void *s, int seat, const hra_move *moves, int n, float *prior,
                     double *value);

/* A training example: a state in the view of a seat, and its targets. */
typedef struct hra_heads_lesson {
    const void *state;
    int seat;
    const double *result; /* the result of each seat; NULL: not known */
    const hra_move *moves;
    const float *policy; /* of each move, how often it should be made; they sum to 1 */
    int n;               /* moves; 0: of values only, and the seat need not be to move */
} hra_heads_lesson;

/* block += factor * the slope of what the net gains by the lesson: less cross-entropy of the policy, and of
 * the values where these are bounded, else less of their squared errors, halved. */
void hra_heads_learn(hra_heads_work *work, const hra_heads_lesson *lesson, float factor, float *block);

#endif
