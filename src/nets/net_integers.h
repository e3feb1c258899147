/* A first layer in integers, whose sums follow the features from position to position.
 *
 * An input is a whole number of 1024ths within ±8, a weight 16 bits, a sum 32 bits, and each output has a power of 2 that makes a
 * number of its sum. Sums of integers are the same in any order: so a position adds to the sums of the one before only what differs,
 * and its bits depend neither on that one nor on the processor. Inputs are stored in pairs, because processors multiply and add
 * pairs of 16 bits in one instruction.
 *
 * Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018. */
#ifndef HRA_NETS_NET_INTEGERS_H
#define HRA_NETS_NET_INTEGERS_H

#include <string.h>

#include "nets/net.h"

enum {
    HRA_INTEGER_UNIT = 1024,     /* the input 1 */
    HRA_INTEGER_INPUT = 8191,    /* inputs are cut off at ± this, so that a difference of two has 16 bits */
    HRA_INTEGER_WEIGHT = 32767,  /* of a weight at most, with either sign */
    HRA_INTEGER_MOST_SHIFT = 14, /* a weight is a whole number of 2^-shift */
};

enum { HRA_INTEGER_BLOCK = 16 /* pairs that are compared at a time */ };

/* Pairs of inputs that change, and by how much: two numbers of 16 bits each. */
typedef struct hra_integer_changes {
    uint32_t *pair;
    int32_t *by;
} hra_integer_changes;

struct hra_integer_kernel;

typedef struct hra_net_integers {
    int pairs, stride; /* of inputs; of outputs, as the layer's */
    int16_t *rows;     /* of pair p and output o the two weights are at (p * stride + o) * 2 */
    int32_t *biases;
    uint8_t *shifts; /* of the weights of each output */
    float *factors;  /* what one is worth in the sum of each output */
    const struct hra_integer_kernel *kernel;
} hra_net_integers;

/* The sums of the position that was looked at last; the memory of one thread. */
typedef struct hra_integer_sums {
    int32_t *sums;
    int16_t *have, *want; /* the inputs of these sums, and of the next position; whole blocks of pairs */
    int first, end;       /* blocks of `have` that may differ from 0 */
    hra_integer_changes changes; /* of some positions */
    int *counts;
} hra_integer_sums;

typedef struct hra_integer_kernel {
    const char *name;
    bool (*runs)(void); /* on this processor */
    /* Writes the pairs of these blocks in which `want` differs from `have`, and want - have, and makes `have` the same. Returns how
     * many there are. Up to a block more is written. */
    int (*compare)(int16_t *have, const int16_t *want, int first, int end, uint32_t *pair, int32_t *by);
    /* All outputs, stride of them: of each position, whose changes lie behind each other, counts[p] of the p-th, sums[o] +=
     * by[0] * rows[..][0] + by[1] * rows[..][1] for each change, and then out[p * stride + o] = sums[o] * factors[o]. */
    void (*follow)(const hra_net_integers *layer, int32_t *sums, const hra_integer_changes *changes,
                   const int *counts, int positions, float *out);
} hra_integer_kernel;

/* The fastest first, the last one in plain C; NULL past the last. All give the same bits. */
const hra_integer_kernel *hra_integer_kernel_at(int index);

/* Zeros for a layer of this shape, with the fastest kernel that this processor has; NULL: no memory. */
hra_net_integers *hra_net_integers_new(const hra_net_layer *layer);
void hra_net_integers_free(hra_net_integers *layer); /* NULL is allowed */

static inline int16_t *hra_net_integers_at(const hra_net_integers *layer, int input, int output) {
    const size_t pair = (size_t)input / 2 * (size_t)layer->stride + (size_t)output;
    return &layer->rows[2 * pair + (size_t)input % 2];
}

/* Gives the net a first layer in integers, as near to its own as 16 bits are, and makes its weights what the integers are.
 * `group`: how many inputs, one behind the other, a position may use; the others are 0 then. HRA_EFIT: a weight is too large;
 * HRA_ENOMEM. */
hra_err hra_net_quantise(hra_net *net, int group, hra_error *why);
/* Whether no sum of a position can leave 32 bits, and every weight its range. */
bool hra_net_integers_fit(const hra_net *net, const hra_net_integers *layer, int group);
/* Makes the integers the net's, which frees them, and its weights what they are. */
void hra_net_take_integers(hra_net *net, hra_net_integers *layer);
/* Frees them: the weights are trained again. */
void hra_net_drop_integers(hra_net *net);

/* For `batch` positions at once. NULL: no memory. */
hra_integer_sums *hra_integer_sums_new(const hra_net_integers *layer, int batch);
void hra_integer_sums_free(hra_integer_sums *sums); /* NULL is allowed */
/* Whole inputs of some positions: of each `group`, one behind the other, from input first[p] of the layer on; its others are 0. */
typedef struct hra_integer_inputs {
    const int16_t *input; /* within HRA_INTEGER_INPUT of 0 */
    int group;
    const int *first;
} hra_integer_inputs;

/* A feature as a whole number: adding 1.5 * 2^23 rounds to the nearest one, an even one between two, and its bits are behind those
 * of the sum. */
static inline int16_t hra_integer_input(float x) {
    const float most = (float)HRA_INTEGER_INPUT;
    float scaled = x * HRA_INTEGER_UNIT;
    scaled = (scaled >= -most ? scaled < most ? scaled : most : -most) + 12582912.0F;
    int32_t bits;
    memcpy(&bits, &scaled, sizeof bits);
    return (int16_t)(bits - 0x4B400000);
}

/* The sums of positions as floats, `stride` of the layer for each, before the activation. */
void hra_integer_sums_follow(hra_integer_sums *sums, const hra_net_integers *layer,
                             const hra_feature *features, const int *counts, int positions, float *out);
/* The same of positions from `from` on, in whole numbers. */
void hra_integer_sums_follow_inputs(hra_integer_sums *sums, const hra_net_integers *layer,
                                    const hra_integer_inputs *inputs, int from, int positions, float *out);

#endif
