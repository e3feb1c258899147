/* What the trainers of this folder share: a net of src/nets that learns in mini-batches by AdamW, slower and
 * slower, and what it is off by, told apart for those positions from which it never learns. */
#ifndef PUPIL_H
#define PUPIL_H

#include <stdlib.h>
#include <string.h>

#include "nets/net.h"

typedef struct pupil {
    hra_net net;
    hra_net_work work;
    hra_net_steps steps;
    float *gradient, bound; /* how far a weight may be from 0; 0: as far as it likes */
    double rate;
    int batch, gathered;
    double loss[2], seen[2]; /* of this pass; [1]: of the positions kept apart */
} pupil;

/* All weights 0; false: no memory. */
static inline bool pupil_open(pupil *p, const hra_net_shape *shape, int batch) {
    *p = (pupil){.batch = batch};
    return !hra_net_init(&p->net, shape, NULL) && !hra_net_work_init(&p->work, &p->net, 1) &&
           !hra_net_steps_init(&p->steps, &p->net, true) && (p->gradient = hra_net_block(&p->net)) != NULL;
}

static inline void pupil_close(pupil *p) {
    free(p->gradient);
    hra_net_steps_release(&p->steps);
    hra_net_work_release(&p->work);
    hra_net_release(&p->net);
}

/* A course, from the weights as they are: earlier steps are forgotten. */
static inline void pupil_begin(pupil *p, double rate) {
    const size_t bytes = p->net.size * sizeof(float);
    memset(p->gradient, 0, bytes);
    memset(p->steps.mean, 0, bytes);
    memset(p->steps.square, 0, bytes);
    p->steps.taken = 0;
    p->gathered = 0;
    p->rate = rate;
}

static inline void pupil_begin_pass(pupil *p) {
    for (int i = 0; i < 2; i++)
        p->loss[i] = p->seen[i] = 0;
}

/* A position was foretold with this loss; true: pupil_add for what is to be learnt of it, then pupil_step. */
static inline bool pupil_count(pupil *p, bool apart, double loss) {
    p->loss[apart] += loss;
    p->seen[apart]++;
    return !apart;
}

/* Of a net of one number; `wanted` is target - output. */
static inline void pupil_add(pupil *p, const hra_feature *features, int count, float wanted) {
    hra_net_backward_fitting(&p->work, &wanted);
    hra_net_accumulate(&p->work, features, count, 1 / (float)p->batch, p->gradient);
}

/* A step where the batch is whole; `done` of the course, 0..1, is behind it. */
static inline void pupil_step(pupil *p, double done) {
    if (++p->gathered % p->batch)
        return;
    hra_net_adamw(&p->net, &p->steps, p->gradient, (float)(p->rate * (1 - 0.98 * done)), 0);
    for (size_t i = 0; p->bound > 0 && i < p->net.size; i++) {
        float *w = &p->net.weights[i];
        *w = *w > p->bound ? p->bound : *w < -p->bound ? -p->bound : *w;
    }
}

static inline double pupil_loss(const pupil *p, bool apart) {
    return p->seen[apart] > 0 ? p->loss[apart] / p->seen[apart] : 0;
}

#endif
