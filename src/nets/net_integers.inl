/* The inner loop of a first layer in integers, written once. Defined before: TARGET, NAME(x), WIDTH, the sums of a vector, and
 * MULTIPLY_PAIRS(a, b), which multiplies vectors of 16 bits and adds the products in pairs, and COMPARE, a function. */

#define VEC NAME(vec)
#define VEC_FLOAT NAME(vec_float)

typedef int32_t VEC __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef uint32_t NAME(vec_unsigned) __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef float VEC_FLOAT __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

/* This number of vectors of outputs, from output `at` on, with their sums in registers for all positions; the number is a constant
 * at each call. Sums wrap on the way from one position to the next, which is why they are added without a sign. */
TARGET static inline __attribute__((always_inline)) void
NAME(follow_block)(const hra_net_integers *layer, int at, int32_t *sums, const hra_integer_changes *c,
                   const int *counts, int positions, float *out, int vectors) {
    NAME(vec_unsigned) sum[8];
    const int16_t *rows = layer->rows + 2 * (size_t)at;
    const size_t stride = (size_t)layer->stride;
    size_t i = 0;
    for (int k = 0; k < vectors; k++)
        sum[k] = ((const NAME(vec_unsigned) *)(const void *)(sums + at))[k];
    for (int p = 0; p < positions; p++) {
        for (const size_t end = i + (size_t)counts[p]; i < end; i++) {
            const VEC *row = (const VEC *)(const void *)(rows + 2 * stride * c->pair[i]);
            const VEC by = (VEC){0} + c->by[i];
            for (int k = 0; k < vectors; k++)
                sum[k] += (NAME(vec_unsigned))MULTIPLY_PAIRS(row[k], by);
        }
        for (int k = 0; k < vectors; k++)
            ((VEC_FLOAT *)(void *)(out + (size_t)p * stride + (size_t)at))[k] =
                __builtin_convertvector((VEC)sum[k], VEC_FLOAT) *
                ((const VEC_FLOAT *)(const void *)(layer->factors + at))[k];
    }
    for (int k = 0; k < vectors; k++)
        ((NAME(vec_unsigned) *)(void *)(sums + at))[k] = sum[k];
}

TARGET static void NAME(follow)(const hra_net_integers *layer, int32_t *sums,
                                const hra_integer_changes *changes, const int *counts, int positions,
                                float *out) {
    int at = 0;
    for (; at + 8 * WIDTH <= layer->stride; at += 8 * WIDTH)
        NAME(follow_block)(layer, at, sums, changes, counts, positions, out, 8);
    for (; at < layer->stride; at += HRA_NET_PART)
        NAME(follow_block)
    (layer, at, sums, changes, counts, positions, out, HRA_NET_PART / WIDTH);
}

static const hra_integer_kernel NAME(kernel) = {
    .name = KERNEL,
    .runs = NAME(runs),
    .compare = COMPARE,
    .follow = NAME(follow),
};

#undef VEC
#undef VEC_FLOAT
#undef TARGET
#undef NAME
#undef WIDTH
#undef KERNEL
#undef MULTIPLY_PAIRS
#undef COMPARE
