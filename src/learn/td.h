/* Temporal differences: what a move has led to is worth what is gained until the next decision, and what that
 * is worth then. */
#ifndef HRA_LEARN_TD_H
#define HRA_LEARN_TD_H

#include "learn/trajectory.h"

typedef enum hra_temporal_aim {
    HRA_AIM_SELF,   /* td: every seat of every position goes towards the position behind it */
    HRA_AIM_PLAYED, /* sarsa: a seat's move towards the next one that it made */
    HRA_AIM_BEST,   /* q: towards the best one that it could have made */
    HRA_AIM_END,    /* mc: towards what the seat got from there to the end */
} hra_temporal_aim;

/* What a seat sees of two steps that follow each other, as features of a net: the second is the first of the next step. */
typedef struct hra_temporal_view {
    hra_feature *features; /* of the first, and behind them of the second */
    int counts[2];
    int step; /* the first; -1: none */
} hra_temporal_view;

typedef struct hra_temporal {
    hra_temporal_aim aim;
    double rate, half, lambda, discount;
    hra_learnt *learnt;
    hra_trail_work work;
    float *trace[HRA_MAX_SEATS]; /* blocks of nets, where lambda is not 0 */
    hra_net_work pair;           /* of nets: two steps at once */
    hra_temporal_view view[HRA_MAX_SEATS];
    /* of the game at hand */
    int next, first; /* the step to learn from next, and the one to which traces reach back */
    double step_rate;
} hra_temporal;

/* HRA_ENOMEM. Learns into `learnt`; what stands before it is set already. */
hra_err hra_temporal_init(hra_temporal *t, hra_learnt *learnt);
void hra_temporal_release(hra_temporal *t);
/* Another game begins. */
void hra_temporal_begin(hra_temporal *t);
/* Learns from all steps that are complete: those with a step behind them, and the last where the game is at
 * its end; for HRA_AIM_END all of them then, and none before. seats: whose steps they are, as the trail's. HRA_ENOMEM. */
hra_err hra_temporal_follow(hra_temporal *t, const hra_trail *trail, unsigned seats, bool ended);

#endif
