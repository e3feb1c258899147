/* The inner loops of nets, written once. Defined before: TARGET, NAME(x), WIDTH, the floats of a vector, FOUR(p), a vector of the
 * four floats at p again and again, ADD_FOURS(out, v), which writes of each four numbers (a + b) + (c + d), and BOUND(v, most), v cut
 * off at both ends, NaN left as it is.
 * Products are added, never fused: that is what makes the bits the same. */

#define VECTORS (HRA_NET_PART / WIDTH)   /* in a part */
#define NEAR_VECTORS (WIDTH > 8 ? 4 : 8) /* of outputs beside each other in features_many */
#define NARROW (WIDTH > 8 ? 8 : WIDTH)   /* outputs of a vector in narrow: most such layers have few */
#define BESIDE (WIDTH > 8 ? 4 : 2)       /* vectors of sigmoids, and positions of quads, beside each other */
#define QUADS (WIDTH > 8 ? 2 : 4)        /* vectors of outputs in quads */
#define VEC NAME(vec)
#define VEC_NARROW NAME(vec_narrow)
#define VEC_INT NAME(vec_int)

typedef float VEC __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef int32_t VEC_INT __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef float VEC_NARROW __attribute__((vector_size(4 * NARROW), aligned(4), may_alias));

#define LOAD(p, k) (((const VEC *)(const void *)(p))[k])
#define STORE(p, k) (((VEC *)(void *)(p))[k])
#define LOAD_NARROW(p, k) (((const VEC_NARROW *)(const void *)(p))[k])
#define STORE_NARROW(p, k) (((VEC_NARROW *)(void *)(p))[k])

/* Computes this number of sums side by side, at most eight; the number is a constant at each call. */
TARGET static inline __attribute__((always_inline)) void NAME(features_block)(float *out, const float *rows,
                                                                              int stride,
                                                                              const hra_feature *features,
                                                                              int count, int sums) {
    VEC sum[8];
    for (int k = 0; k < sums; k++)
        sum[k] = LOAD(out, k);
    for (int i = 0; i < count; i++) {
        const float *row = rows + (size_t)features[i].index * (size_t)stride;
        float x = features[i].value;
        for (int k = 0; k < sums; k++)
            sum[k] += x * LOAD(row, k);
    }
    for (int k = 0; k < sums; k++)
        STORE(out, k) = sum[k];
}

/* From output `at` on. One sum alone would wait for each of its additions. */
TARGET static void NAME(features_from)(int at, float *out, const float *rows, int stride,
                                       const hra_feature *features, int count) {
    for (; at + 8 * WIDTH <= stride; at += 8 * WIDTH)
        NAME(features_block)(out + at, rows + at, stride, features, count, 8);
    const int left = (stride - at) / WIDTH;
    if (left == 3) { /* as of 40 outputs */
        NAME(features_block)(out + at, rows + at, stride, features, count, 3);
        return;
    }
    if (left == 6) {
        NAME(features_block)(out + at, rows + at, stride, features, count, 6);
        return;
    }
    if (at + 4 * WIDTH <= stride) {
        NAME(features_block)(out + at, rows + at, stride, features, count, 4);
        at += 4 * WIDTH;
    }
    if (at + 2 * WIDTH <= stride) {
        NAME(features_block)(out + at, rows + at, stride, features, count, 2);
        at += 2 * WIDTH;
    }
    if (at < stride)
        NAME(features_block)(out + at, rows + at, stride, features, count, 1);
}

TARGET static void NAME(features)(float *out, const float *rows, int stride, const hra_feature *features,
                                  int count) {
    NAME(features_from)(0, out, rows, stride, features, count);
}

/* The sums of a block of one position, from rows that lie one behind the other. */
TARGET static inline void NAME(near_block)(float *out, const float *near, const uint16_t *place,
                                           const hra_feature *features, int count) {
    VEC sum[NEAR_VECTORS];
    for (int k = 0; k < NEAR_VECTORS; k++)
        sum[k] = LOAD(out, k);
    for (int i = 0; i < count; i++) {
        const float *row = near + (size_t)place[features[i].index] * NEAR_VECTORS * WIDTH;
        float x = features[i].value;
        for (int k = 0; k < NEAR_VECTORS; k++)
            sum[k] += x * LOAD(row, k);
    }
    for (int k = 0; k < NEAR_VECTORS; k++)
        STORE(out, k) = sum[k];
}

/* The block's part of the rows is copied together once, as in dense_many, so that it stays in the first cache for all
 * positions. */
TARGET static void NAME(features_many)(float *out, const float *rows, int stride, const hra_net_rows *used,
                                       const hra_feature *features, const int *counts, int positions) {
    enum { BLOCK = NEAR_VECTORS * WIDTH };
    float near[HRA_NET_NEAR * BLOCK] __attribute__((aligned(64)));
    int at = 0;
    for (; at + BLOCK <= stride; at += BLOCK) {
        const hra_feature *own = features;
        for (int i = 0; i < used->count; i++)
            for (int k = 0; k < NEAR_VECTORS; k++)
                STORE(near + (size_t)i * BLOCK, k) =
                    LOAD(rows + (size_t)used->row[i] * (size_t)stride + at, k);
        for (int p = 0; p < positions; own += counts[p++])
            NAME(near_block)(out + (size_t)p * (size_t)stride + at, near, used->place, own, counts[p]);
    }
    for (int p = 0; at < stride && p < positions; features += counts[p++])
        NAME(features_from)(at, out + (size_t)p * (size_t)stride, rows, stride, features, counts[p]);
}

/* Four positions, two vectors of outputs: eight sums beside each other. Rows lie `width` floats apart. */
TARGET static inline void NAME(dense_block)(float *out, int stride, const float *rows, int width,
                                            const float *in, int in_stride, int inputs) {
    VEC a0 = LOAD(out, 0), a1 = LOAD(out, 1), b0 = LOAD(out + stride, 0), b1 = LOAD(out + stride, 1),
        c0 = LOAD(out + 2 * stride, 0), c1 = LOAD(out + 2 * stride, 1), d0 = LOAD(out + 3 * stride, 0),
        d1 = LOAD(out + 3 * stride, 1);
    for (int i = 0; i < inputs; i++) {
        VEC u = LOAD(rows + (size_t)i * (size_t)width, 0), v = LOAD(rows + (size_t)i * (size_t)width, 1);
        a0 += in[i] * u;
        a1 += in[i] * v;
        b0 += in[in_stride + i] * u;
        b1 += in[in_stride + i] * v;
        c0 += in[2 * in_stride + i] * u;
        c1 += in[2 * in_stride + i] * v;
        d0 += in[3 * in_stride + i] * u;
        d1 += in[3 * in_stride + i] * v;
    }
    STORE(out, 0) = a0, STORE(out, 1) = a1;
    STORE(out + stride, 0) = b0, STORE(out + stride, 1) = b1;
    STORE(out + 2 * stride, 0) = c0, STORE(out + 2 * stride, 1) = c1;
    STORE(out + 3 * stride, 0) = d0, STORE(out + 3 * stride, 1) = d1;
}

/* Many positions: the block's part of these rows is copied together once, because rows that are far apart
 * evict each other from the cache. */
TARGET static void NAME(dense_many)(float *out, const float *rows, int stride, const float *in, int in_stride,
                                    int inputs, int positions) {
    enum { ROWS = 128 };
    float near[ROWS * 2 * WIDTH];
    for (int o = 0; o + 2 * WIDTH <= stride; o += 2 * WIDTH)
        for (int first = 0; first < inputs; first += ROWS) {
            int count = inputs - first < ROWS ? inputs - first : ROWS;
            for (int i = 0; i < count; i++)
                for (int k = 0; k < 2; k++)
                    STORE(near + 2 * WIDTH * i, k) = LOAD(rows + (size_t)(first + i) * (size_t)stride + o, k);
            for (int p = 0; p + 4 <= positions; p += 4)
                NAME(dense_block)
            (out + (size_t)p * (size_t)stride + o, stride, near, 2 * WIDTH,
             in + (size_t)p * (size_t)in_stride + first, in_stride, count);
        }
}

/* A layer of one part has too few sums to keep a processor busy, so each is taken in four, of every fourth input, joined
 * in pairs. The positions, a number that is constant at each call, share the rows. */
TARGET static inline __attribute__((always_inline)) void
NAME(narrow_block)(float *out, const float *rows, const float *in, int in_stride, int inputs, int positions) {
    VEC_NARROW a[2], b[2], c[2], d[2];
    for (int p = 0; p < positions; p++) {
        a[p] = LOAD_NARROW(out + (size_t)p * HRA_NET_PART, 0);
        b[p] = c[p] = d[p] = a[p] * 0;
    }
    int i = 0;
    for (; i + 4 <= inputs; i += 4) {
        const float *row = rows + (size_t)i * HRA_NET_PART;
        for (int p = 0; p < positions; p++) {
            const float *x = in + (size_t)p * (size_t)in_stride + i;
            a[p] += x[0] * LOAD_NARROW(row, 0);
            b[p] += x[1] * LOAD_NARROW(row + HRA_NET_PART, 0);
            c[p] += x[2] * LOAD_NARROW(row + 2 * HRA_NET_PART, 0);
            d[p] += x[3] * LOAD_NARROW(row + 3 * HRA_NET_PART, 0);
        }
    }
    for (; i < inputs; i++)
        for (int p = 0; p < positions; p++)
            a[p] += in[(size_t)p * (size_t)in_stride + (size_t)i] *
                    LOAD_NARROW(rows + (size_t)i * HRA_NET_PART, 0);
    for (int p = 0; p < positions; p++)
        STORE_NARROW(out + (size_t)p * HRA_NET_PART, 0) = (a[p] + b[p]) + (c[p] + d[p]);
}

TARGET static void NAME(narrow)(float *out, const float *rows, const float *in, int in_stride, int inputs,
                                int outputs, int positions) {
    for (int at = 0; at < outputs; at += NARROW) {
        int p = 0;
        for (; p + 2 <= positions; p += 2)
            NAME(narrow_block)
        (out + (size_t)p * HRA_NET_PART + at, rows + at, in + (size_t)p * (size_t)in_stride, in_stride,
         inputs, 2);
        if (p < positions)
            NAME(narrow_block)
        (out + (size_t)p * HRA_NET_PART + at, rows + at, in + (size_t)p * (size_t)in_stride, in_stride,
         inputs, 1);
    }
}

/* The same from rows in quads: the four sums of an output lie beside each other, so that one load serves four inputs. The positions
 * are a constant at each call. */
TARGET static inline __attribute__((always_inline)) void NAME(quad_block)(float *out, const float *quads,
                                                                          int width, const float *in,
                                                                          int in_stride, int inputs,
                                                                          int positions) {
    VEC sum[BESIDE][QUADS];
    for (int p = 0; p < positions; p++)
        for (int k = 0; k < QUADS; k++)
            sum[p][k] = LOAD(quads, k);
    for (int i = 0; i + 4 <= inputs; i += 4) {
        quads += width;
        for (int p = 0; p < positions; p++) {
            const VEC x = FOUR(in + (size_t)p * (size_t)in_stride + i);
            for (int k = 0; k < QUADS; k++)
                sum[p][k] += x * LOAD(quads, k);
        }
    }
    for (int p = 0; p < positions; p++)
        for (int k = 0; k < QUADS; k++)
            ADD_FOURS(out + p * HRA_NET_PART + k * (WIDTH / 4), sum[p][k]);
}

TARGET static void NAME(quads)(float *out, const float *quads, const float *in, int in_stride, int inputs,
                               int outputs, int positions) {
    const int width = 4 * HRA_NET_QUADS(outputs);
    for (int at = 0; at < outputs; at += QUADS * WIDTH / 4, quads += QUADS * WIDTH) {
        int p = 0;
        for (; p + BESIDE <= positions; p += BESIDE)
            NAME(quad_block)
        (out + (size_t)p * HRA_NET_PART + at, quads, width, in + (size_t)p * (size_t)in_stride, in_stride,
         inputs, BESIDE);
        for (; p < positions; p++)
            NAME(quad_block)
        (out + (size_t)p * HRA_NET_PART + at, quads, width, in + (size_t)p * (size_t)in_stride, in_stride,
         inputs, 1);
    }
}

TARGET static inline void NAME(dense_one)(float *out, const float *rows, int stride, const float *in,
                                          int inputs) {
    for (int o = 0; o < stride; o += HRA_NET_PART) {
        VEC sum[VECTORS];
        for (int k = 0; k < VECTORS; k++)
            sum[k] = LOAD(out + o, k);
        for (int i = 0; i < inputs; i++)
            for (int k = 0; k < VECTORS; k++)
                sum[k] += in[i] * LOAD(rows + (size_t)i * (size_t)stride + o, k);
        for (int k = 0; k < VECTORS; k++)
            STORE(out + o, k) = sum[k];
    }
}

TARGET static void NAME(dense)(float *out, const float *rows, int stride, const float *in, int in_stride,
                               int inputs, int positions) {
    int together = stride % (2 * WIDTH) == 0 ? positions / 4 * 4 : 0;
    NAME(dense_many)(out, rows, stride, in, in_stride, inputs, together);
    for (int p = together; p < positions; p++)
        NAME(dense_one)
    (out + (size_t)p * (size_t)stride, rows, stride, in + (size_t)p * (size_t)in_stride, inputs);
}

TARGET static void NAME(relu)(float *x, int count) {
    for (int k = 0; k < count / WIDTH; k++) {
        VEC v = LOAD(x, k);
        STORE(x, k) = (VEC)((VEC_INT)v & (v > 0));
    }
}

TARGET static inline VEC NAME(cut)(VEC v) {
    const VEC one = (VEC){0} + 1.0f;
    VEC_INT high = v > 1.0f;
    return (VEC)((high & (VEC_INT)one) | (~high & (VEC_INT)v & (v > 0)));
}

TARGET static void NAME(clip)(float *x, int count) {
    for (int k = 0; k < count / WIDTH; k++)
        STORE(x, k) = NAME(cut)(LOAD(x, k));
}

TARGET static void NAME(clip_and_square)(float *x, int count) {
    for (int k = 0; k < count / WIDTH; k++) {
        VEC v = NAME(cut)(LOAD(x, k));
        STORE(x, k) = v * v;
    }
}

/* exp(-x) = 2^n * e^r with |r| <= ln 2 / 2, by the series of e^r up to r^6 / 720: within 2e-7. Beyond ±87 it is
 * cut off, where the sum is 1 or nearly 0 already. */
TARGET static inline __attribute__((always_inline)) void NAME(sigmoid_block)(float *x, int vectors) {
    static const float terms[] = {1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f};
    VEC e[BESIDE], r[BESIDE], n[BESIDE];
    VEC_INT power[BESIDE];
    for (int k = 0; k < vectors; k++)
        r[k] = BOUND(-LOAD(x, k), 87.0f);
    for (int k = 0; k < vectors; k++)
        n[k] = r[k] * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: adding it rounds */
    for (int k = 0; k < vectors; k++) {
        power[k] = ((VEC_INT)n[k] - 0x4B400000 + 127) << 23;
        n[k] = n[k] - 12582912.0f;
    }
    for (int k = 0; k < vectors; k++)
        r[k] = r[k] - n[k] * 0.693359375f;
    for (int k = 0; k < vectors; k++)
        r[k] = r[k] + n[k] * 2.12194440e-4f;
    for (int k = 0; k < vectors; k++)
        e[k] = (VEC){0} + 1.0f / 720;
    for (size_t t = 0; t < sizeof terms / sizeof *terms; t++)
        for (int k = 0; k < vectors; k++)
            e[k] = e[k] * r[k] + terms[t];
    for (int k = 0; k < vectors; k++)
        STORE(x, k) = 1.0f / (1.0f + e[k] * (VEC)power[k]);
}

/* One alone would wait for each of its operations. */
TARGET static void NAME(sigmoid)(float *x, int count) {
    int at = 0;
    for (; at + BESIDE * WIDTH <= count; at += BESIDE * WIDTH)
        NAME(sigmoid_block)(x + at, BESIDE);
    const int left = (count - at) / WIDTH;
    if (left == 3)
        NAME(sigmoid_block)(x + at, BESIDE < 3 ? BESIDE : 3);
    else if (left == 2)
        NAME(sigmoid_block)(x + at, 2);
    else if (left == 1)
        NAME(sigmoid_block)(x + at, 1);
}

/* e^x as above, of -87 to 0; what adding rounded up goes down. */
TARGET static inline VEC NAME(exponential)(VEC x) {
    const VEC scaled = x * 1.44269504f + 0.5f, one = (VEC){0} + 1.0f;
    VEC n = (scaled + 12582912.0f) - 12582912.0f;
    n = n - (VEC)((VEC_INT)one & (n > scaled));
    const VEC_INT power = ((VEC_INT)(n + 12582912.0f) - 0x4B400000 + 127) << 23;
    VEC r = x - n * 0.693359375f;
    r = r + n * 2.12194440e-4f;
    VEC e = r * (1.0f / 720) + 1.0f / 120;
    e = e * r + 1.0f / 24;
    e = e * r + 1.0f / 6;
    e = e * r + 0.5f;
    e = e * r + 1.0f;
    e = e * r + 1.0f;
    return e * (VEC)power;
}

TARGET static void NAME(softmax)(float *x, int stride, int outputs, int positions) {
    const int vectors = (outputs + WIDTH - 1) / WIDTH;
    for (int p = 0; p < positions; p++, x += stride) {
        float most = x[0], sum = 0;
        for (int o = 1; o < outputs; o++)
            most = x[o] > most ? x[o] : most;
        for (int k = 0; k < vectors; k++) {
            const VEC v = LOAD(x, k) - most;
            const VEC_INT counts = ~(v < -87.0f);
            STORE(x, k) = (VEC)(counts & (VEC_INT)NAME(exponential)((VEC)(counts & (VEC_INT)v)));
        }
        for (int o = 0; o < outputs; o++)
            sum += x[o];
        for (int k = 0; k < vectors; k++)
            STORE(x, k) = LOAD(x, k) / sum;
    }
}

/* Few outputs are added one behind the other, many in sixteen parts. */
TARGET static void NAME(back)(float *out, const float *rows, int stride, int outputs, int inputs,
                              const float *slope) {
    if (outputs <= HRA_NET_FEW) {
        for (int i = 0; i < inputs; i++) {
            const float *row = rows + (size_t)i * (size_t)stride;
            float sum = row[0] * slope[0];
            for (int o = 1; o < outputs; o++)
                sum += row[o] * slope[o];
            out[i] = sum;
        }
        return;
    }
    for (int i = 0; i < inputs; i++) {
        const float *row = rows + (size_t)i * (size_t)stride;
        VEC sum[VECTORS];
        float part[HRA_NET_PART];
        for (int k = 0; k < VECTORS; k++)
            sum[k] = LOAD(row, k) * LOAD(slope, k);
        for (int o = HRA_NET_PART; o < stride; o += HRA_NET_PART)
            for (int k = 0; k < VECTORS; k++)
                sum[k] += LOAD(row + o, k) * LOAD(slope + o, k);
        for (int k = 0; k < VECTORS; k++)
            STORE(part, k) = sum[k];
        for (int half = HRA_NET_PART / 2; half; half /= 2)
            for (int k = 0; k < half; k++)
                part[k] += part[k + half];
        out[i] = part[0];
    }
}

TARGET static inline void NAME(spread_row)(float *row, int stride, float x, const float *slope) {
    for (int k = 0; k < stride / WIDTH; k++)
        STORE(row, k) += x * LOAD(slope, k);
}

/* Of a row's padding the slopes are 0. */
TARGET static void NAME(spread)(float *block, int stride, const float *in, int inputs, int outputs,
                                const float *slope, float factor) {
    if (outputs <= NARROW) {
        const VEC_NARROW slopes = LOAD_NARROW(slope, 0);
        for (int i = 0; i < inputs; i++)
            STORE_NARROW(block + (size_t)i * (size_t)stride, 0) += in[i] * factor * slopes;
        return;
    }
    for (int i = 0; i < inputs; i++)
        NAME(spread_row)(block + (size_t)i * (size_t)stride, stride, in[i] * factor, slope);
}

TARGET static void NAME(spread_features)(float *block, int stride, const hra_feature *features, int count,
                                         const float *slope, float factor) {
    for (int i = 0; i < count; i++)
        NAME(spread_row)
    (block + (size_t)features[i].index * (size_t)stride, stride, features[i].value * factor, slope);
}

TARGET static void NAME(add)(float *to, const float *from, float factor, size_t size) {
    for (size_t k = 0; k < size / WIDTH; k++)
        STORE(to, k) += factor * LOAD(from, k);
}

TARGET static void NAME(trace)(float *to, const float *from, float factor, size_t size) {
    for (size_t k = 0; k < size / WIDTH; k++)
        STORE(to, k) = factor * LOAD(to, k) + LOAD(from, k);
}

TARGET static void NAME(adam)(float *weights, float *mean, float *square, const float *gradient, size_t size,
                              float rate, float keep, float warm, float warm_square) {
    for (size_t i = 0; i < size; i++) { /* the root is rounded alike everywhere */
        mean[i] = 0.9f * mean[i] + 0.1f * gradient[i];
        square[i] = 0.999f * square[i] + 0.001f * (gradient[i] * gradient[i]);
        float way = (mean[i] / warm) / (sqrtf(square[i] / warm_square) + 1e-8f);
        weights[i] = keep * weights[i] + rate * way;
    }
}

static const hra_net_kernel NAME(hra_net_kernel) = {
    .name = KERNEL,
    .runs = NAME(runs),
    .features = NAME(features),
    .features_many = NAME(features_many),
    .dense = NAME(dense),
    .narrow = NAME(narrow),
    .quads = NAME(quads),
    .relu = NAME(relu),
    .clip = NAME(clip),
    .clip_and_square = NAME(clip_and_square),
    .sigmoid = NAME(sigmoid),
    .softmax = NAME(softmax),
    .back = NAME(back),
    .spread = NAME(spread),
    .spread_features = NAME(spread_features),
    .add = NAME(add),
    .trace = NAME(trace),
    .adam = NAME(adam),
};

#undef VECTORS
#undef NEAR_VECTORS
#undef NARROW
#undef BESIDE
#undef QUADS
#undef FOUR
#undef ADD_FOURS
#undef BOUND
#undef VEC
#undef VEC_NARROW
#undef VEC_INT
#undef LOAD
#undef STORE
#undef LOAD_NARROW
#undef STORE_NARROW
#undef TARGET
#undef NAME
#undef WIDTH
#undef KERNEL
