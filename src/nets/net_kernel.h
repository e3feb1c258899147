/* The inner loops of nets, for several targets. All give the same bits. */
#ifndef HRA_NETS_NET_KERNEL_H
#define HRA_NETS_NET_KERNEL_H

#include "nets/net.h"

enum {
    HRA_NET_FEW = 8,    /* outputs whose slopes are added one behind the other */
    HRA_NET_NEAR = 128, /* rows that features_many takes at most */
};

/* A layer of one part in quads has room for 8 outputs or for 16. For each output four numbers lie beside each other: first its bias
 * and three zeros, then the weights of the inputs 0 to 3, and so on. */
#define HRA_NET_QUADS(outputs) ((outputs) <= HRA_NET_PART / 2 ? HRA_NET_PART / 2 : HRA_NET_PART)

/* The rows of a first layer that some positions need. */
typedef struct hra_net_rows {
    int count;
    uint32_t row[HRA_NET_NEAR];
    const uint16_t *place; /* of the rows that are used: where among them */
} hra_net_rows;

/* `stride` is a multiple of HRA_NET_PART, and so is `size` of blocks. */
typedef struct hra_net_kernel {
    const char *name;
    bool (*runs)(void); /* on this processor */
    /* out[o] += value * rows[index * stride + o], feature by feature. */
    void (*features)(float *out, const float *rows, int stride, const hra_feature *features, int count);
    /* The same of positions whose features lie behind each other, counts[p] of the p-th: the same bits. */
    void (*features_many)(float *out, const float *rows, int stride, const hra_net_rows *used,
                          const hra_feature *features, const int *counts, int positions);
    /* out[p * stride + o] += in[p * inputs_stride + i] * rows[i * stride + o] for i = 0, 1, ... of each
     * position. */
    void (*dense)(float *out, const float *rows, int stride, const float *in, int in_stride, int inputs,
                  int positions);
    /* The same of a layer of one part, in another order: of every fourth input a sum of its own. Behind its `outputs`
     * the part may stay as it is. */
    void (*narrow)(float *out, const float *rows, const float *in, int in_stride, int inputs, int outputs,
                   int positions);
    /* What `narrow` adds to the biases, into out, from a layer in quads (HRA_NET_QUADS), of a multiple of four inputs. */
    void (*quads)(float *out, const float *quads, const float *in, int in_stride, int inputs, int outputs,
                  int positions);
    void (*relu)(float *x, int count); /* count: whole parts */
    void (*clip)(float *x, int count);
    void (*clip_and_square)(float *x, int count);
    void (*sigmoid)(float *x, int count); /* 1 / (1 + exp(-x)) */
    /* hra_net_softmax of each position; behind the outputs anything. */
    void (*softmax)(float *x, int stride, int outputs, int positions);
    /* out[i] = sum of rows[i * stride + o] * slope[o]. */
    void (*back)(float *out, const float *rows, int stride, int outputs, int inputs, const float *slope);
    /* block[i * stride + o] += in[i] * factor * slope[o]. */
    void (*spread)(float *block, int stride, const float *in, int inputs, int outputs, const float *slope,
                   float factor);
    void (*spread_features)(float *block, int stride, const hra_feature *features, int count,
                            const float *slope, float factor);
    void (*add)(float *to, const float *from, float factor, size_t size);   /* to += factor * from */
    void (*trace)(float *to, const float *from, float factor, size_t size); /* to = factor * to + from */
    /* As hra_net_adamw; warm and warm_square are 1 - 0.9^t and 1 - 0.999^t, `keep` what decay leaves. */
    void (*adam)(float *weights, float *mean, float *square, const float *gradient, size_t size, float rate,
                 float keep, float warm, float warm_square);
} hra_net_kernel;

/* The fastest first; NULL past the last. The last one runs everywhere. */
const hra_net_kernel *hra_net_kernel_at(int index);
const hra_net_kernel *hra_net_kernel_best(void);

#endif
