/* Nets: going back, and the steps of training. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nets/net_kernel.h"

/* ---- back -----------------------------------------------------------------------------------*/

static void through_softmax(const float *value, float *slope, int outputs) {
    float mean = 0;
    for (int o = 0; o < outputs; o++)
        mean += value[o] * slope[o];
    for (int o = 0; o < outputs; o++)
        slope[o] = value[o] * (slope[o] - mean);
}

/* The slope of an activation follows from what it said. */
static void through_activation(const hra_net_layer *layer, const float *value, float *slope) {
    const int outputs = layer->outputs;
    switch (layer->activation) {
    case HRA_NET_SIGMOID:
        for (int o = 0; o < outputs; o++)
            slope[o] *= value[o] * (1 - value[o]);
        break;
    case HRA_NET_RELU:
        for (int o = 0; o < outputs; o++)
            slope[o] = value[o] > 0 ? slope[o] : 0;
        break;
    case HRA_NET_CLIPPED:
        for (int o = 0; o < outputs; o++)
            slope[o] = value[o] > 0 && value[o] < 1 ? slope[o] : 0;
        break;
    case HRA_NET_SQUARED:
        for (int o = 0; o < outputs; o++)
            slope[o] = value[o] > 0 && value[o] < 1 ? slope[o] * (2 * sqrtf(value[o])) : 0;
        break;
    case HRA_NET_SOFTMAX:
        through_softmax(value, slope, outputs);
        break;
    default: /* linear */
        break;
    }
}

/* What is wanted of some outputs of the last layer, on to the layer before. */
static void back_some(hra_net_work *work, const float *wanted) {
    const hra_net *net = work->net;
    int last = net->shape.layers - 1;
    const hra_net_layer *layer = &net->layer[last];
    memcpy(work->slope[last], wanted, (size_t)work->some_count * sizeof(float)); /* side by side */
    for (int i = 0; last && i < layer->inputs; i++) {
        const float *row = net->weights + layer->rows + (size_t)i * (size_t)layer->stride;
        float sum = 0;
        for (int k = 0; k < work->some_count; k++)
            sum += row[work->some[k]] * wanted[k];
        work->slope[last - 1][i] = sum;
    }
}

static void go_back(hra_net_work *work, const float *wanted, bool fitting) {
    const hra_net *net = work->net;
    int last = net->shape.layers - 1, from = last;
    if (work->some) {
        back_some(work, wanted);
        from--;
    } else {
        memset(work->slope[last], 0, (size_t)net->layer[last].stride * sizeof(float));
        memcpy(work->slope[last], wanted, (size_t)net->layer[last].outputs * sizeof(float));
    }
    for (int l = from; l >= 0; l--) {
        const hra_net_layer *layer = &net->layer[l];
        if (l < last || !fitting)
            through_activation(layer, work->value[l], work->slope[l]);
        if (l)
            net->kernel->back(work->slope[l - 1], net->weights + layer->rows, layer->stride, layer->outputs,
                              layer->inputs, work->slope[l]);
    }
}

void hra_net_backward(hra_net_work *work, const float *wanted) {
    go_back(work, wanted, false);
}

void hra_net_backward_fitting(hra_net_work *work, const float *wanted) {
    go_back(work, wanted, true);
}

/* As below, of the last layer, where some outputs were asked for. */
static void accumulate_some(const hra_net_work *work, const hra_feature *features, int count, float factor,
                            float *block) {
    int last = work->net->shape.layers - 1;
    const hra_net_layer *layer = &work->net->layer[last];
    for (int i = 0; i < (last ? layer->inputs : count); i++) {
        float x = factor * (last ? work->value[last - 1][i] : features[i].value);
        float *row =
            block + layer->rows + (size_t)(last ? (uint32_t)i : features[i].index) * (size_t)layer->stride;
        for (int k = 0; k < work->some_count; k++)
            row[work->some[k]] += x * work->slope[last][k];
    }
    for (int k = 0; k < work->some_count; k++)
        block[layer->biases + (size_t)work->some[k]] += factor * work->slope[last][k];
}

void hra_net_accumulate(const hra_net_work *work, const hra_feature *features, int count, float factor,
                        float *block) {
    const hra_net *net = work->net;
    int end = net->shape.layers;
    if (work->some) {
        accumulate_some(work, features, count, factor, block);
        end--;
    }
    for (int l = 0; l < end; l++) {
        const hra_net_layer *layer = &net->layer[l];
        if (l)
            net->kernel->spread(block + layer->rows, layer->stride, work->value[l - 1], layer->inputs,
                                layer->outputs, work->slope[l], factor);
        else
            net->kernel->spread_features(block + layer->rows, layer->stride, features, count, work->slope[l],
                                         factor);
        net->kernel->add(block + layer->biases, work->slope[l], factor, (size_t)layer->stride);
    }
}

/* ---- steps ----------------------------------------------------------------------------------*/

hra_err hra_net_steps_init(hra_net_steps *steps, const hra_net *net, bool adam) {
    *steps = (hra_net_steps){.mean = hra_net_block(net), .square = adam ? hra_net_block(net) : NULL};
    if (steps->mean && (steps->square || !adam))
        return HRA_OK;
    hra_net_steps_release(steps);
    return HRA_ENOMEM;
}

void hra_net_steps_release(hra_net_steps *steps) {
    free(steps->mean);
    free(steps->square);
    *steps = (hra_net_steps){0};
}

void hra_net_momentum(hra_net *net, hra_net_steps *steps, float *gradient, float rate, float momentum) {
    net->kernel->trace(steps->mean, gradient, momentum, net->size);
    net->kernel->add(net->weights, steps->mean, rate, net->size);
    memset(gradient, 0, net->size * sizeof *gradient);
    steps->taken++;
}

/* By squaring: the pow of one C library is another's but for the last digit, and so would be what is learnt. */
static double power(double x, uint64_t n) {
    double product = 1;
    for (; n; n >>= 1, x *= x)
        product *= n & 1 ? x : 1;
    return product;
}

void hra_net_adamw(hra_net *net, hra_net_steps *steps, float *gradient, float rate, float decay) {
    const uint64_t t = ++steps->taken;
    float warm = (float)(1 - power(0.9, t)), warm_square = (float)(1 - power(0.999, t));
    for (int l = 0; l < net->shape.layers; l++) {
        const hra_net_layer *layer = &net->layer[l];
        size_t begin[] = {layer->rows, layer->biases},
               size[] = {layer->biases - layer->rows, (size_t)layer->stride};
        for (int i = 0; i < 2; i++)
            net->kernel->adam(net->weights + begin[i], steps->mean + begin[i], steps->square + begin[i],
                              gradient + begin[i], size[i], rate, i ? 1 : 1 - rate * decay, warm,
                              warm_square);
    }
    memset(gradient, 0, net->size * sizeof *gradient);
}
