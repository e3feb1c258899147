/* What a position is worth, found out by playing it on: how often each end comes. */
#ifndef HRA_LEARN_ROLLOUT_TARGET_H
#define HRA_LEARN_ROLLOUT_TARGET_H

#include "learn/trajectory.h"

typedef struct hra_rollout_way {
    int trials; /* plays of a position, spread evenly over the first throw; 0: one a throw, weighed with it */
    int plies;  /* decisions, behind which the teacher says how it will end; 0: to the end */
    int most;   /* a play with more moves, of chance too, is given up */
} hra_rollout_way;

/* The memory of one thread. */
typedef struct hra_rollout_work {
    hra_trail_work teacher; /* plays, and judges what is cut off: a net of outcomes then */
    unsigned char *s;
    hra_move *throws;
    double *probability, *sums; /* one a seat and outcome */
    float *chance;              /* the same of one play */
} hra_rollout_work;

hra_err hra_rollout_work_init(hra_rollout_work *work, const hra_learnt *teacher); /* HRA_ENOMEM */
void hra_rollout_work_release(hra_rollout_work *work);

/* Puts the chance of each outcome into `out`, those of seat 0 first. false: every play was given up. s is not
 * over, and stays as it is. */
bool hra_rollout_target(hra_rollout_work *work, const hra_rollout_way *way, const void *s, hra_rng *rng,
                        float *out);

/* Replaces the state after the step by the state after another move. That move is drawn uniformly from those
 * whose value for the seat is at most `near` below the best, the best one included. If the move ends the
 * game, nothing changes. Returns the move that leads to the state after the step; the trail must note
 * moves. */
hra_move hra_rollout_beside(hra_rollout_work *work, hra_trail *trail, int step, double near, hra_rng *rng);

#endif
