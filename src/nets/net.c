/* Nets: shapes, memory, going forward. */
#include "nets/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nets/net_integers.h"
#include "nets/net_kernel.h"

enum {
    ALIGN = 64,
    WIDE = 64, /* outputs from which on rows are copied beside each other: a block of every kernel */
    NEAR = 16, /* positions that pass all layers at once: of more, a layer leaves the first cache */
};

const char *const hra_activation_names[HRA_NET_ACTIVATIONS + 1] = {"linear",  "relu",    "sigmoid", "softmax",
                                                                   "clipped", "squared", NULL};

/* ---- shape and memory -----------------------------------------------------------------------*/

static hra_err check_shape(const hra_net_shape *shape, hra_error *why) {
    if (shape->inputs < 1 || shape->inputs > HRA_NET_INPUTS)
        return hra_fail(why, HRA_EINPUT, -1, "a net has 1 to %d inputs, not %d", HRA_NET_INPUTS,
                        shape->inputs);
    if (shape->layers < 1 || shape->layers > HRA_NET_LAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "a net has 1 to %d layers, not %d", HRA_NET_LAYERS,
                        shape->layers);
    for (int i = 0; i < shape->layers; i++) {
        if (shape->width[i] < 1 || shape->width[i] > HRA_NET_WIDTH)
            return hra_fail(why, HRA_EINPUT, -1, "a layer of a net has 1 to %d outputs, not %d",
                            HRA_NET_WIDTH, shape->width[i]);
        int activation = (int)shape->activation[i];
        if (activation < 0 || activation >= HRA_NET_ACTIVATIONS ||
            (activation == HRA_NET_SOFTMAX && i + 1 < shape->layers))
            return hra_fail(why, HRA_EINPUT, -1,
                            "layer %d of a net has an activation that is not allowed there", i);
    }
    return HRA_OK;
}

static float *new_floats(size_t count) {
    float *out = aligned_alloc(ALIGN, (count * sizeof *out + ALIGN - 1) / ALIGN * ALIGN);
    if (out)
        memset(out, 0, count * sizeof *out);
    return out;
}

static int whole_parts(int outputs) {
    return (outputs + HRA_NET_PART - 1) / HRA_NET_PART * HRA_NET_PART;
}

hra_err hra_net_init(hra_net *net, const hra_net_shape *shape, hra_error *why) {
    *net = (hra_net){.shape = *shape, .kernel = hra_net_kernel_best()};
    hra_err err = check_shape(shape, why);
    if (err)
        return err;
    for (int i = 0; i < shape->layers; i++) {
        hra_net_layer *layer = &net->layer[i];
        layer->inputs = i ? shape->width[i - 1] : shape->inputs;
        layer->outputs = shape->width[i];
        layer->stride = whole_parts(layer->outputs);
        layer->activation = shape->activation[i];
        layer->rows = net->size;
        layer->biases = layer->rows + (size_t)layer->inputs * (size_t)layer->stride;
        net->size = layer->biases + (size_t)layer->stride;
        if (net->size > HRA_NET_WEIGHTS)
            return hra_fail(why, HRA_ELIMIT, -1, "a net has at most %d weights", HRA_NET_WEIGHTS);
    }
    net->weights = hra_net_block(net);
    return net->weights ? HRA_OK : hra_no_memory(why);
}

void hra_net_release(hra_net *net) {
    hra_net_drop_integers(net);
    free(net->weights);
    *net = (hra_net){0};
}

float *hra_net_block(const hra_net *net) {
    return new_floats(net->size);
}

int hra_net_outputs(const hra_net *net) {
    return net->shape.width[net->shape.layers - 1];
}

void hra_net_randomise(hra_net *net, int active, hra_rng *rng) {
    for (int l = 0; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        int inputs = l || active < 1 ? layer->inputs : active;
        double bound = sqrt(6.0 / (inputs + layer->outputs));
        if (layer->activation == HRA_NET_RELU)
            bound *= sqrt(2.0);
        for (int i = 0; i < layer->inputs; i++)
            for (int o = 0; o < layer->outputs; o++)
                net->weights[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o] =
                    (float)((2 * hra_rng_uniform(rng) - 1) * bound);
        memset(net->weights + layer->biases, 0, (size_t)layer->stride * sizeof *net->weights);
    }
}

bool hra_net_finite(const hra_net *net) {
    for (size_t i = 0; i < net->size; i++)
        if (!isfinite(net->weights[i]))
            return false;
    return true;
}

/* ---- the memory of a thread -----------------------------------------------------------------*/

/* The last layer's weights as the kernels' `quads` read them; NULL: no memory. */
static float *new_quads(const hra_net *net) {
    const hra_net_layer *layer = &net->layer[net->shape.layers - 1];
    const int width = HRA_NET_QUADS(layer->outputs);
    float *out = new_floats((size_t)(layer->inputs + 4) * (size_t)width);
    for (int o = 0; out && o < layer->outputs; o++) {
        const float bias = net->weights[layer->biases + (size_t)o];
        for (int c = 0; c < 4; c++)
            out[4 * o + c] = c ? bias * 0 : bias;
        for (int i = 0; i < layer->inputs; i++)
            out[(size_t)((i / 4 + 1) * width + o) * 4 + (size_t)i % 4] =
                net->weights[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o];
    }
    return out;
}

static bool has_quads(const hra_net *net) {
    const int last = net->shape.layers - 1;
    return net->integers && last && net->layer[last].stride == HRA_NET_PART &&
           net->layer[last].inputs % 4 == 0;
}

hra_err hra_net_work_init(hra_net_work *work, const hra_net *net, int batch) {
    size_t size = 0;
    *work = (hra_net_work){.net = net, .batch = batch};
    for (int l = 0; l < net->shape.layers; l++)
        size += (size_t)net->layer[l].stride * (size_t)(batch + 1);
    work->memory = new_floats(size);
    work->place = batch > 1 && !net->integers ? calloc((size_t)net->shape.inputs, sizeof *work->place) : NULL;
    work->sums = net->integers ? hra_integer_sums_new(net->integers, batch) : NULL;
    work->quads = has_quads(net) ? new_quads(net) : NULL;
    if (!work->memory || (batch > 1 && !net->integers && !work->place) || (net->integers && !work->sums) ||
        (has_quads(net) && !work->quads)) {
        hra_net_work_release(work);
        return HRA_ENOMEM;
    }
    float *at = work->memory;
    for (int l = 0; l < net->shape.layers; l++) {
        work->value[l] = at;
        at += (size_t)net->layer[l].stride * (size_t)batch;
        work->slope[l] = at;
        at += net->layer[l].stride;
    }
    return HRA_OK;
}

void hra_net_work_release(hra_net_work *work) {
    free(work->memory);
    free(work->place);
    free(work->quads);
    hra_integer_sums_free(work->sums);
    *work = (hra_net_work){0};
}

/* ---- forward --------------------------------------------------------------------------------*/

/* As the kernels work out exp, one number after the other, from -87 to 87. */
static float exponential(float x) {
    float n = floorf(x * 1.44269504f + 0.5f), r = x - n * 0.693359375f;
    r = r + n * 2.12194440e-4f;
    float e = r * (1.0f / 720) + 1.0f / 120;
    e = e * r + 1.0f / 24;
    e = e * r + 1.0f / 6;
    e = e * r + 0.5f;
    e = e * r + 1.0f;
    e = e * r + 1.0f;
    const uint32_t bits = (uint32_t)((int32_t)n + 127) << 23; /* 2^n */
    float power;
    memcpy(&power, &bits, sizeof power);
    return e * power;
}

void hra_net_softmax(float *x, int count) {
    float most = x[0], sum = 0;
    for (int i = 1; i < count; i++)
        if (x[i] > most)
            most = x[i];
    for (int i = 0; i < count; i++)
        sum += x[i] = x[i] - most < -87 ? 0 : exponential(x[i] - most);
    for (int i = 0; i < count; i++)
        x[i] /= sum;
}

static void activate(const hra_net *net, const hra_net_layer *layer, float *x, int positions) {
    if (layer->activation == HRA_NET_RELU)
        net->kernel->relu(x, layer->stride * positions);
    else if (layer->activation == HRA_NET_SIGMOID)
        net->kernel->sigmoid(x, layer->stride * positions);
    else if (layer->activation == HRA_NET_CLIPPED)
        net->kernel->clip(x, layer->stride * positions);
    else if (layer->activation == HRA_NET_SQUARED)
        net->kernel->clip_and_square(x, layer->stride * positions);
    else if (layer->activation == HRA_NET_SOFTMAX)
        net->kernel->softmax(x, layer->stride, layer->outputs, positions);
}

static void begin_sums(const hra_net *net, const hra_net_layer *layer, float *x, int positions) {
    size_t bytes = (size_t)layer->stride * sizeof *x;
    for (int p = 0; p < positions; p++)
        memcpy(x + (size_t)p * (size_t)layer->stride, net->weights + layer->biases, bytes);
}

static void add_inputs(hra_net_work *work, int l, int from, int positions) {
    const hra_net *net = work->net;
    const hra_net_layer *layer = &net->layer[l];
    const int in_stride = net->layer[l - 1].stride;
    const float *rows = net->weights + layer->rows,
                *in = work->value[l - 1] + (size_t)from * (size_t)in_stride;
    float *out = work->value[l] + (size_t)from * (size_t)layer->stride;
    if (work->quads && l == net->shape.layers - 1)
        net->kernel->quads(out, work->quads, in, in_stride, layer->inputs, layer->outputs, positions);
    else if (layer->stride == HRA_NET_PART)
        net->kernel->narrow(out, rows, in, in_stride, layer->inputs, layer->outputs, positions);
    else
        net->kernel->dense(out, rows, layer->stride, in, in_stride, layer->inputs, positions);
}

/* The layers behind the first, whose sums are there, up to layer `end`. */
static const float *finish(hra_net_work *work, int from, int positions, int end) {
    const hra_net *net = work->net;
    work->some = NULL;
    for (int l = 0; l < end; l++) {
        const hra_net_layer *layer = &net->layer[l];
        float *out = work->value[l] + (size_t)from * (size_t)layer->stride;
        if (l) {
            begin_sums(net, layer, out, positions);
            add_inputs(work, l, from, positions);
        }
        activate(net, layer, out, positions);
    }
    return work->value[net->shape.layers - 1];
}

/* Adds the rows of a position to those that are used, as far as there is room; false: there is not. */
static bool take_rows(hra_net_work *work, hra_net_rows *used, const hra_feature *features, int count) {
    const int before = used->count;
    for (int i = 0; i < count; i++) {
        const uint32_t row = features[i].index;
        if (work->place[row] < used->count && used->row[work->place[row]] == row)
            continue;
        if (used->count == HRA_NET_NEAR) {
            used->count = before;
            return false;
        }
        work->place[row] = (uint16_t)used->count;
        used->row[used->count++] = row;
    }
    return true;
}

/* The sums of positions in integers; returns the features behind theirs. */
static const hra_feature *follow_features(hra_net_work *work, const hra_feature *features, const int *counts,
                                          int from, int positions) {
    const size_t stride = (size_t)work->net->layer[0].stride;
    hra_integer_sums_follow(work->sums, work->net->integers, features, counts, positions,
                            work->value[0] + (size_t)from * stride);
    for (int p = 0; p < positions; p++)
        features += counts[p];
    return features;
}

/* Positions that are alike share most of their rows: as many as have room beside each other are summed together. */
static void sum_features(hra_net_work *work, const hra_feature *features, const int *counts, int positions) {
    const hra_net *net = work->net;
    const hra_net_layer *layer = &net->layer[0];
    const float *rows = net->weights + layer->rows;
    if (work->sums) {
        (void)follow_features(work, features, counts, 0, positions);
        return;
    }
    begin_sums(net, layer, work->value[0], positions);
    for (int p = 0, some; p < positions; p += some) {
        float *out = work->value[0] + (size_t)p * (size_t)layer->stride;
        hra_net_rows used = {.place = work->place};
        int all = 0;
        for (some = 0; work->place && layer->stride >= WIDE && p + some < positions;
             all += counts[p + some++])
            if (!take_rows(work, &used, features + all, counts[p + some]))
                break;
        if (some > 1) {
            net->kernel->features_many(out, rows, layer->stride, &used, features, counts + p, some);
        } else {
            some = 1;
            all = counts[p];
            net->kernel->features(out, rows, layer->stride, features, all);
        }
        features += all;
    }
}

const float *hra_net_forward_many(hra_net_work *work, const hra_feature *features, const int *counts,
                                  int positions) {
    const int layers = work->net->shape.layers;
    if (!work->sums) {
        sum_features(work, features, counts, positions);
        return finish(work, 0, positions, layers);
    }
    for (int from = 0; from < positions; from += NEAR) {
        const int some = positions - from < NEAR ? positions - from : NEAR;
        features = follow_features(work, features, counts + from, from, some);
        (void)finish(work, from, some, layers);
    }
    return work->value[layers - 1];
}

const float *hra_net_forward_inputs(hra_net_work *work, const hra_integer_inputs *inputs, int positions) {
    const hra_net *net = work->net;
    for (int from = 0; from < positions; from += NEAR) {
        const int some = positions - from < NEAR ? positions - from : NEAR;
        hra_integer_sums_follow_inputs(work->sums, net->integers, inputs, from, some,
                                       work->value[0] + (size_t)from * (size_t)net->layer[0].stride);
        (void)finish(work, from, some, net->shape.layers);
    }
    return work->value[net->shape.layers - 1];
}

void hra_net_forward_some(hra_net_work *work, const hra_feature *features, int count, const int *which, int n,
                          float *out) {
    const hra_net *net = work->net;
    int last = net->shape.layers - 1;
    const hra_net_layer *layer = &net->layer[last];
    if (last == 0 || layer->stride == HRA_NET_PART) { /* narrow layers have an order of their own */
        const float *all = hra_net_forward(work, features, count);
        for (int k = 0; k < n; k++)
            out[k] = all[which[k]];
    } else {
        const float *in = work->value[last - 1], *rows = net->weights + layer->rows;
        sum_features(work, features, &count, 1);
        (void)finish(work, 0, 1, last);
        for (int k = 0; k < n; k++)
            out[k] = net->weights[layer->biases + (size_t)which[k]];
        for (int i = 0; i < layer->inputs; i++, rows += layer->stride)
            for (int k = 0; k < n; k++)
                out[k] += in[i] * rows[which[k]];
    }
    work->some = which;
    work->some_count = n;
}

const float *hra_net_forward(hra_net_work *work, const hra_feature *features, int count) {
    return hra_net_forward_many(work, features, &count, 1);
}

const float *hra_net_forward_dense(hra_net_work *work, const float *inputs, int positions) {
    const hra_net *net = work->net;
    const hra_net_layer *layer = &net->layer[0];
    begin_sums(net, layer, work->value[0], positions);
    net->kernel->dense(work->value[0], net->weights + layer->rows, layer->stride, inputs, layer->inputs,
                       layer->inputs, positions);
    return finish(work, 0, positions, net->shape.layers);
}
