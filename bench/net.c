/* How fast nets answer: 200 inputs, 128 rectified, 6 sigmoids; dense in batches of 64, and told 30 features. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nets/net_kernel.h"

enum { INPUTS = 200, BATCH = 64, ACTIVE = 30, POSITIONS = 1 << 10 };

static const hra_net_shape shape = {INPUTS, 2, {128, 6}, {HRA_NET_RELU, HRA_NET_SIGMOID}};

typedef struct bench {
    hra_net net;
    hra_net_work work;
    float *dense;
    hra_feature *sparse;
    double sum;
} bench;

/* Processor time: others may be at work on this machine. */
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double dense(bench *b, int rounds) {
    double begun = seconds();
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < POSITIONS; p += BATCH)
            b->sum += *hra_net_forward_dense(&b->work, b->dense + (size_t)p * INPUTS, BATCH);
    return rounds * (double)POSITIONS / (seconds() - begun);
}

static double sparse(bench *b, int rounds) {
    double begun = seconds();
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < POSITIONS; p++)
            b->sum += *hra_net_forward(&b->work, b->sparse + (size_t)p * ACTIVE, ACTIVE);
    return rounds * (double)POSITIONS / (seconds() - begun);
}

static double online(bench *b, int rounds) {
    double begun = seconds();
    const float wanted[6] = {1e-6f};
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < POSITIONS; p++) {
            const hra_feature *features = b->sparse + (size_t)p * ACTIVE;
            b->sum += *hra_net_forward(&b->work, features, ACTIVE);
            hra_net_backward(&b->work, wanted);
            hra_net_accumulate(&b->work, features, ACTIVE, 1e-6f, b->net.weights);
        }
    return rounds * (double)POSITIONS / (seconds() - begun);
}

int main(void) {
    bench b = {.sum = 0};
    hra_rng rng;
    hra_rng_init(&rng, 1);
    b.dense = malloc(sizeof *b.dense * POSITIONS * INPUTS);
    b.sparse = malloc(sizeof *b.sparse * POSITIONS * ACTIVE);
    if (!b.dense || !b.sparse || hra_net_init(&b.net, &shape, NULL) != 0 ||
        hra_net_work_init(&b.work, &b.net, BATCH) != 0)
        return 1;
    hra_net_randomise(&b.net, ACTIVE, &rng);
    for (size_t i = 0; i < (size_t)POSITIONS * INPUTS; i++)
        b.dense[i] = (float)hra_rng_uniform(&rng);
    for (size_t i = 0; i < (size_t)POSITIONS * ACTIVE; i++)
        b.sparse[i] = (hra_feature){(uint32_t)(i % ACTIVE * 6 + hra_rng_below(&rng, 6)), 1};
    printf("%-8s %20s %20s %20s\n", "kernel", "dense, by 64 [M/s]", "30 features [M/s]", "and a step [M/s]");
    for (int k = 0; hra_net_kernel_at(k); k++) {
        b.net.kernel = hra_net_kernel_at(k);
        if (!b.net.kernel->runs())
            continue;
        double by_64 = dense(&b, 300), by_features = sparse(&b, 1500), steps = online(&b, 300);
        printf("%-8s %20.2f %20.2f %20.2f\n", b.net.kernel->name, by_64 / 1e6, by_features / 1e6,
               steps / 1e6);
    }
    printf("%g\n", b.sum);
    free(b.dense);
    free(b.sparse);
    hra_net_work_release(&b.work);
    hra_net_release(&b.net);
    return 0;
}
