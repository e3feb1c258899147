/* Learning in mini-batches. */
#include "nets/trainer.h"

#include <stdlib.h>
#include <string.h>

hra_err hra_trainer_open(hra_trainer *t, const hra_net_shape *shape, int batch) {
    *t = (hra_trainer){.batch = batch};
    hra_err err = hra_net_init(&t->net, shape, NULL);
    if (!err)
        err = hra_net_work_init(&t->work, &t->net, 1);
    if (!err)
        err = hra_net_steps_init(&t->steps, &t->net, true);
    if (!err && !(t->gradient = hra_net_block(&t->net)))
        err = HRA_ENOMEM;
    return err;
}

void hra_trainer_close(hra_trainer *t) {
    free(t->gradient);
    hra_net_steps_release(&t->steps);
    hra_net_work_release(&t->work);
    hra_net_release(&t->net);
    *t = (hra_trainer){0};
}

void hra_trainer_begin(hra_trainer *t, double rate) {
    const size_t bytes = t->net.size * sizeof(float);
    memset(t->gradient, 0, bytes);
    memset(t->steps.mean, 0, bytes);
    memset(t->steps.square, 0, bytes);
    t->steps.taken = 0;
    t->gathered = 0;
    t->rate = rate;
}

void hra_trainer_add(hra_trainer *t, const hra_feature *features, int count, float wanted) {
    hra_net_backward_fitting(&t->work, &wanted);
    hra_net_accumulate(&t->work, features, count, 1 / (float)t->batch, t->gradient);
}

void hra_trainer_step(hra_trainer *t, double done) {
    if (++t->gathered % t->batch)
        return;
    hra_net_adamw(&t->net, &t->steps, t->gradient, (float)(t->rate * (1 - 0.98 * done)), 0);
    for (size_t i = 0; t->bound > 0 && i < t->net.size; i++) {
        float *w = &t->net.weights[i];
        *w = *w > t->bound ? t->bound : *w < -t->bound ? -t->bound : *w;
    }
}
