/* Nets of dense layers over sparse features: models trained by play, and their training.
 *
 * The first layer reads the features that are not 0, the others are dense. A layer's weights are in rows, one
 * for each input, so every sum adds the inputs in their order, for each output separately. So the bits are
 * the same for any vector width of the processor, for one position or many, and in every kernel. Sums over
 * outputs, which training needs, are computed in sixteen parts, joined in a fixed order.
 *
 * Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986. */
#ifndef HRA_NETS_NET_H
#define HRA_NETS_NET_H

#include "hra/game.h"

enum {
    HRA_NET_LAYERS = 8,
    HRA_NET_WIDTH = 4096,      /* outputs of a layer at most */
    HRA_NET_INPUTS = 1 << 20,  /* features at most */
    HRA_NET_WEIGHTS = 1 << 26, /* all in all at most */
    HRA_NET_PART = 16,         /* outputs of a layer are padded with 0 to a multiple of this */
};

typedef enum hra_activation {
    HRA_NET_LINEAR,
    HRA_NET_RELU,
    HRA_NET_SIGMOID,
    HRA_NET_SOFTMAX, /* of the last layer only */
    HRA_NET_CLIPPED, /* cut off at 0 and 1: what a net of integers keeps room for */
    HRA_NET_SQUARED, /* the same, squared: as cheap, and what two inputs mean together is learnt sooner */
    HRA_NET_ACTIVATIONS
} hra_activation;

extern const char *const hra_activation_names[HRA_NET_ACTIVATIONS + 1]; /* "linear"..., ended by NULL */

typedef struct hra_net_shape {
    int inputs;
    int layers;                /* 1..HRA_NET_LAYERS, the last is the output */
    int width[HRA_NET_LAYERS]; /* outputs of each */
    hra_activation activation[HRA_NET_LAYERS];
} hra_net_shape;

typedef struct hra_net_layer {
    int inputs, outputs;
    int stride; /* outputs, rounded up to whole parts */
    hra_activation activation;
    size_t rows, biases; /* where in a block they begin */
} hra_net_layer;

struct hra_net_kernel;
struct hra_net_integers;
struct hra_integer_sums;
struct hra_integer_inputs;

/* A block is `size` floats: the weights, or a number for each of them, such as a gradient. */
typedef struct hra_net {
    hra_net_shape shape;
    hra_net_layer layer[HRA_NET_LAYERS];
    size_t size;
    float *weights;
    const struct hra_net_kernel *kernel;
    struct hra_net_integers
        *integers; /* a first layer that stands for the one of floats; NULL: none (net_integers.h) */
} hra_net;

/* All weights 0, the fastest kernel that this processor has. HRA_EINPUT: a shape that makes no sense;
 * HRA_ELIMIT: too many weights; HRA_ENOMEM. */
hra_err hra_net_init(hra_net *net, const hra_net_shape *shape, hra_error *why);
void hra_net_release(hra_net *net);
/* Evenly within ±sqrt(6 / (inputs + outputs)) of each layer, `active` inputs of the first being on at a time,
 * biases 0 (Glorot and Bengio 2010); before rectifiers twice the variance (He and others 2015). */
void hra_net_randomise(hra_net *net, int active, hra_rng *rng);
float *hra_net_block(const hra_net *net); /* zeros, for free; NULL: no memory */
int hra_net_outputs(const hra_net *net);

/* ---- going forward and back -----------------------------------------------------------------*/

/* The memory of one thread: what each layer said last, and how the error changes with it. */
typedef struct hra_net_work {
    const hra_net *net;
    float *value[HRA_NET_LAYERS],
        *slope[HRA_NET_LAYERS]; /* stride floats each, a position behind the other */
    float *memory;
    int batch;
    uint16_t *place;               /* of many positions: where the row of a feature was copied to */
    struct hra_integer_sums *sums; /* of a first layer in integers; else NULL */
    float *quads; /* beside such a layer, whose net is trained no more: a last layer of one part; else NULL */
    const int *some; /* the outputs that were asked for alone, some_count of them; NULL: all */
    int some_count;
} hra_net_work;

/* For `batch` positions at a time, at least 1. The weights of a net with integers have to stay while there is such memory.
 * HRA_ENOMEM. */
hra_err hra_net_work_init(hra_net_work *work, const hra_net *net, int batch);
void hra_net_work_release(hra_net_work *work);

/* What the net says of a position; valid until the next call with this work. */
const float *hra_net_forward(hra_net_work *work, const hra_feature *features, int count);
/* The same of many, whose features lie behind each other, counts[i] of the i-th. At most work->batch. Of the
 * i-th the outputs begin at i * stride of the last layer. */
const float *hra_net_forward_many(hra_net_work *work, const hra_feature *features, const int *counts,
                                  int positions);
/* The same, by floats even where the first layer has integers, for positions with dense inputs, `inputs` floats each. */
const float *hra_net_forward_dense(hra_net_work *work, const float *inputs, int positions);

/* The same of positions in whole numbers, for a first layer in integers (net_integers.h). */
const float *hra_net_forward_inputs(hra_net_work *work, const struct hra_integer_inputs *inputs,
                                    int positions);

/* Of a last layer that is linear only the outputs which[0..n-1], the same bits as above, into out. The calls
 * below then take them alone, in this order, and the other outputs for unwanted; `which` stays until then. */
void hra_net_forward_some(hra_net_work *work, const hra_feature *features, int count, const int *which, int n,
                          float *out);
/* What a softmax layer does: makes weights of numbers, which sum to 1. */
void hra_net_softmax(float *x, int count);

/* The slopes of the sum of wanted * output, one number of `wanted` an output, at what the last
 * hra_net_forward said: how it changes with each sum before an activation. */
void hra_net_backward(hra_net_work *work, const float *wanted);
/* The same for errors whose measure fits the last activation, cross-entropy to sigmoid and softmax, squares
 * to linear outputs: `wanted` is target - output then, and its own slope is left out. */
void hra_net_backward_fitting(hra_net_work *work, const float *wanted);
/* block += factor * the slope of each weight, as the last call of hra_net_backward found them for these
 * features. On the weights themselves that is a step of stochastic gradient ascent. */
void hra_net_accumulate(const hra_net_work *work, const hra_feature *features, int count, float factor,
                        float *block);

/* ---- steps ----------------------------------------------------------------------------------*/

/* What remembers earlier steps; freed by hra_net_steps_release. */
typedef struct hra_net_steps {
    float *mean, *square; /* blocks; square only of AdamW */
    uint64_t taken;
} hra_net_steps;

hra_err hra_net_steps_init(hra_net_steps *steps, const hra_net *net, bool adam); /* HRA_ENOMEM */
void hra_net_steps_release(hra_net_steps *steps);
/* One step of ascent by a gradient, which is cleared. With momentum: mean = momentum * mean + gradient. */
void hra_net_momentum(hra_net *net, hra_net_steps *steps, float *gradient, float rate, float momentum);
/* AdamW (Loshchilov and Hutter 2019) with 0.9, 0.999, 1e-8: `decay` draws all weights but biases to 0. */
void hra_net_adamw(hra_net *net, hra_net_steps *steps, float *gradient, float rate, float decay);
/* Whether every weight is finite: after a rate that is too high they are not. */
bool hra_net_finite(const hra_net *net);

#endif
