/* A first layer in integers: making it of a trained one, its limits, and the changes between positions. */
#include "nets/net_integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"

enum {
    ALIGN = 64,
    CHANGES = 2048, /* that are collected before the sums follow them, if one position needs no more */
    BLOCK_INPUTS = 2 * HRA_INTEGER_BLOCK
};

static void *new_zeros(size_t count, size_t size) {
    const size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    void *out = aligned_alloc(ALIGN, bytes);
    if (out)
        memset(out, 0, bytes);
    return out;
}

/* ---- the layer ------------------------------------------------------------------------------*/

hra_net_integers *hra_net_integers_new(const hra_net_layer *layer) {
    hra_net_integers *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->pairs = (layer->inputs + 1) / 2;
    l->stride = layer->stride;
    const size_t stride = (size_t)l->stride;
    l->rows = new_zeros(2 * (size_t)l->pairs * stride, sizeof *l->rows);
    l->biases = new_zeros(stride, sizeof *l->biases);
    l->shifts = new_zeros(stride, sizeof *l->shifts);
    l->factors = new_zeros(stride, sizeof *l->factors);
    for (int k = 0; !l->kernel; k++)
        l->kernel = hra_integer_kernel_at(k)->runs() ? hra_integer_kernel_at(k) : NULL;
    if (l->rows && l->biases && l->shifts && l->factors)
        return l;
    hra_net_integers_free(l);
    return NULL;
}

void hra_net_integers_free(hra_net_integers *l) {
    if (!l)
        return;
    free(l->rows);
    free(l->biases);
    free(l->shifts);
    free(l->factors);
    free(l);
}

/* The largest sums of a position are those of inputs that all have the largest value and the signs of their weights. */
bool hra_net_integers_fit(const hra_net *net, const hra_net_integers *l, int group) {
    const hra_net_layer *layer = &net->layer[0];
    int64_t sums[HRA_NET_WIDTH];
    for (int o = 0; o < layer->outputs; o++)
        if (l->shifts[o] > HRA_INTEGER_MOST_SHIFT)
            return false;
    for (int i = 0; i < layer->inputs; i++)
        for (int o = 0; o < layer->outputs; o++) {
            const int weight = abs(*hra_net_integers_at(l, i, o));
            if (i % group == 0)
                sums[o] = l->biases[o] < 0 ? -(int64_t)l->biases[o] : l->biases[o];
            sums[o] += HRA_INTEGER_INPUT * (int64_t)weight;
            if (weight > HRA_INTEGER_WEIGHT || sums[o] > INT32_MAX)
                return false;
        }
    return true;
}

/* ---- quantising -----------------------------------------------------------------------------*/

static const float *weights_of(const hra_net *net, int output) {
    return net->weights + net->layer[0].rows + output;
}

/* The finest steps of 2^-shift in which the weights of an output fit; -1: none are coarse enough. */
static int find_shift(const hra_net *net, int output, int group) {
    const hra_net_layer *layer = &net->layer[0];
    const float *w = weights_of(net, output);
    double most = 0, sum = 0, largest_sum = 0;
    for (int i = 0; i < layer->inputs; i++, w += layer->stride) {
        const double size = fabs((double)*w);
        sum = (i % group ? sum : 0) + size;
        most = fmax(most, size);
        largest_sum = fmax(largest_sum, sum);
    }
    const double bias = fabs((double)net->weights[layer->biases + (size_t)output]);
    int shift = HRA_INTEGER_MOST_SHIFT;
    for (; shift >= 0; shift--) {
        const double unit = ldexp(1, shift), sums = (largest_sum * unit + 0.5 * group) * HRA_INTEGER_INPUT;
        if (most * unit < HRA_INTEGER_WEIGHT && sums + (bias * unit + 1) * HRA_INTEGER_UNIT < INT32_MAX)
            break;
    }
    return shift;
}

hra_err hra_net_quantise(hra_net *net, int group, hra_error *why) {
    const hra_net_layer *layer = &net->layer[0];
    hra_net_integers *l = hra_net_integers_new(layer);
    if (!l)
        return hra_no_memory(why);
    for (int o = 0; o < layer->outputs; o++) {
        const int shift = find_shift(net, o, group);
        if (shift < 0) {
            hra_net_integers_free(l);
            return hra_fail(why, HRA_EFIT, -1, "a net whose weights are too large for integers");
        }
        const float *w = weights_of(net, o);
        l->shifts[o] = (uint8_t)shift;
        for (int i = 0; i < layer->inputs; i++, w += layer->stride)
            *hra_net_integers_at(l, i, o) = (int16_t)lrint(ldexp((double)*w, shift));
        l->biases[o] =
            (int32_t)lrint(ldexp((double)net->weights[layer->biases + (size_t)o], shift) * HRA_INTEGER_UNIT);
    }
    hra_net_take_integers(net, l);
    return HRA_OK;
}

void hra_net_take_integers(hra_net *net, hra_net_integers *l) {
    const hra_net_layer *layer = &net->layer[0];
    float step[HRA_NET_WIDTH], *w = net->weights + layer->rows;
    for (int o = 0; o < layer->outputs; o++) {
        step[o] = (float)ldexp(1, -l->shifts[o]);
        l->factors[o] = step[o] / HRA_INTEGER_UNIT;
        net->weights[layer->biases + (size_t)o] = (float)l->biases[o] * l->factors[o];
    }
    for (int i = 0; i < layer->inputs; i++, w += layer->stride)
        for (int o = 0; o < layer->outputs; o++)
            w[o] = (float)*hra_net_integers_at(l, i, o) * step[o];
    hra_net_integers_free(net->integers);
    net->integers = l;
}

void hra_net_drop_integers(hra_net *net) {
    hra_net_integers_free(net->integers);
    net->integers = NULL;
}

/* ---- following ------------------------------------------------------------------------------*/

hra_integer_sums *hra_integer_sums_new(const hra_net_integers *l, int batch) {
    hra_integer_sums *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    const size_t blocks = ((size_t)l->pairs + HRA_INTEGER_BLOCK - 1) / HRA_INTEGER_BLOCK,
                 inputs = blocks * BLOCK_INPUTS, changes = CHANGES + inputs / 2 + HRA_INTEGER_BLOCK;
    s->sums = new_zeros((size_t)l->stride, sizeof *s->sums);
    s->have = new_zeros(inputs, sizeof *s->have);
    s->want = new_zeros(inputs, sizeof *s->want);
    s->changes.pair = new_zeros(changes, sizeof *s->changes.pair);
    s->changes.by = new_zeros(changes, sizeof *s->changes.by);
    s->counts = new_zeros((size_t)batch, sizeof *s->counts);
    if (!s->sums || !s->have || !s->want || !s->changes.pair || !s->changes.by || !s->counts) {
        hra_integer_sums_free(s);
        return NULL;
    }
    memcpy(s->sums, l->biases, (size_t)l->stride * sizeof *s->sums); /* of a position without features */
    return s;
}

void hra_integer_sums_free(hra_integer_sums *s) {
    if (!s)
        return;
    free(s->sums);
    free(s->have);
    free(s->want);
    free(s->changes.pair);
    free(s->changes.by);
    free(s->counts);
    free(s);
}

/* Makes `want` the inputs of a position; *first and *end are the blocks in which they are. */
static void take_features(hra_integer_sums *s, const hra_feature *features, int count, int *first, int *end) {
    uint32_t low = UINT32_MAX, high = 0;
    memset(s->want + (size_t)s->first * BLOCK_INPUTS, 0,
           (size_t)(s->end - s->first) * BLOCK_INPUTS * sizeof *s->want);
    for (int i = 0; i < count; i++) {
        const uint32_t input = features[i].index;
        s->want[input] = hra_integer_input(features[i].value);
        low = input < low ? input : low;
        high = input > high ? input : high;
    }
    *first = count ? (int)(low / BLOCK_INPUTS) : s->first;
    *end = count ? (int)(high / BLOCK_INPUTS) + 1 : s->first;
}

/* The same, of whole numbers. */
static void take_inputs(hra_integer_sums *s, const int16_t *inputs, int group, int at, int *first, int *end) {
    *first = at / BLOCK_INPUTS;
    *end = (at + group - 1) / BLOCK_INPUTS + 1;
    memset(s->want + (size_t)s->first * BLOCK_INPUTS, 0,
           (size_t)(s->end - s->first) * BLOCK_INPUTS * sizeof *s->want);
    memcpy(s->want + at, inputs, (size_t)group * sizeof *inputs);
}

/* Writes the changes from the position before to this one, whose inputs are in blocks from first to end, behind `at` others; returns
 * how many. */
static int find_changes(hra_integer_sums *s, const hra_integer_kernel *kernel, int first, int end, int at) {
    const int lowest = first < s->first ? first : s->first, highest = end > s->end ? end : s->end;
    const int n =
        kernel->compare(s->have, s->want, lowest, highest, s->changes.pair + at, s->changes.by + at);
    s->first = first;
    s->end = end;
    return n;
}

void hra_integer_sums_follow(hra_integer_sums *s, const hra_net_integers *l, const hra_feature *features,
                             const int *counts, int positions, float *out) {
    for (int p = 0; p < positions;) {
        int n = 0, all = 0, first, end;
        for (; p + n < positions && all < CHANGES; n++) {
            take_features(s, features, counts[p + n], &first, &end);
            all += s->counts[n] = find_changes(s, l->kernel, first, end, all);
            features += counts[p + n];
        }
        l->kernel->follow(l, s->sums, &s->changes, s->counts, n, out);
        out += (size_t)n * (size_t)l->stride;
        p += n;
    }
}

void hra_integer_sums_follow_inputs(hra_integer_sums *s, const hra_net_integers *l,
                                    const hra_integer_inputs *inputs, int from, int positions, float *out) {
    const int16_t *input = inputs->input + (size_t)from * (size_t)inputs->group;
    for (int p = 0; p < positions;) {
        int n = 0, all = 0, first, end;
        for (; p + n < positions && all < CHANGES; n++, input += inputs->group) {
            take_inputs(s, input, inputs->group, inputs->first[from + p + n], &first, &end);
            all += s->counts[n] = find_changes(s, l->kernel, first, end, all);
        }
        l->kernel->follow(l, s->sums, &s->changes, s->counts, n, out);
        out += (size_t)n * (size_t)l->stride;
        p += n;
    }
}
