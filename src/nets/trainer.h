/* A net that learns in mini-batches by AdamW, at a rate that falls. */
#ifndef HRA_NETS_TRAINER_H
#define HRA_NETS_TRAINER_H

#include "nets/net.h"

typedef struct hra_trainer {
    hra_net net;
    hra_net_work work;
    hra_net_steps steps;
    float *gradient;
    float bound; /* the weights stay within ±bound; 0: they are free */
    double rate;
    int batch, gathered;
} hra_trainer;

/* All weights 0. HRA_ENOMEM, else as hra_net_init; hra_trainer_close frees what there is. */
hra_err hra_trainer_open(hra_trainer *trainer, const hra_net_shape *shape, int batch);
void hra_trainer_close(hra_trainer *trainer);
/* Begins a course from the weights as they are: earlier steps are forgotten. */
void hra_trainer_begin(hra_trainer *trainer, double rate);
/* Of a net of one number, behind hra_net_forward: `wanted` is target - output. */
void hra_trainer_add(hra_trainer *trainer, const hra_feature *features, int count, float wanted);
/* Takes a step if the batch is whole; `done` of the course, 0..1, is over. */
void hra_trainer_step(hra_trainer *trainer, double done);

#endif
