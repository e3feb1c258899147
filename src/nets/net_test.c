#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nets/net_integers.h"
#include "nets/net_kernel.h"

enum { INPUTS = 37, MOST = 64 };

static const hra_net_shape shapes[] = {
    {INPUTS, 1, {1}, {HRA_NET_LINEAR}},
    {INPUTS, 1, {3}, {HRA_NET_SOFTMAX}},
    {INPUTS, 2, {20, 1}, {HRA_NET_SIGMOID, HRA_NET_SIGMOID}},
    {INPUTS, 2, {33, 6}, {HRA_NET_RELU, HRA_NET_SIGMOID}},
    {INPUTS, 3, {128, 32, 5}, {HRA_NET_RELU, HRA_NET_RELU, HRA_NET_SOFTMAX}},
    {INPUTS, 3, {64, 16, 1}, {HRA_NET_CLIPPED, HRA_NET_CLIPPED, HRA_NET_SIGMOID}},
    {INPUTS, 3, {64, 16, 1}, {HRA_NET_SQUARED, HRA_NET_CLIPPED, HRA_NET_SIGMOID}},
    {INPUTS, 3, {16, 80, 2}, {HRA_NET_SIGMOID, HRA_NET_RELU, HRA_NET_LINEAR}},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static void open_net(hra_net *net, const hra_net_shape *shape, uint64_t seed) {
    hra_rng rng;
    hra_rng_init(&rng, seed);
    assert_int_equal(hra_net_init(net, shape, NULL), 0);
    hra_net_randomise(net, 0, &rng);
    for (int l = 0; l < shape->layers; l++) /* biases that are not 0 */
        for (int o = 0; o < shape->width[l]; o++)
            net->weights[net->layer[l].biases + (size_t)o] = (float)(hra_rng_uniform(&rng) - 0.5);
}

static int draw_features(hra_rng *rng, hra_feature *out) {
    int n = 0;
    for (uint32_t i = 0; i < INPUTS; i++)
        if (hra_rng_below(rng, 3) == 0)
            out[n++] = (hra_feature){i, (float)(2 * hra_rng_uniform(rng) - 1)};
    return n;
}

/* ---- against sums of doubles ----------------------------------------------------------------*/

static void naive_layer(const hra_net *net, int l, const double *in, double *out) {
    const hra_net_layer *layer = &net->layer[l];
    double sum = 0;
    for (int o = 0; o < layer->outputs; o++) {
        double x = net->weights[layer->biases + (size_t)o];
        for (int i = 0; i < layer->inputs; i++)
            x += in[i] * net->weights[layer->rows + (size_t)i * (size_t)layer->stride + (size_t)o];
        switch (layer->activation) {
        case HRA_NET_RELU:
            x = x > 0 ? x : 0;
            break;
        case HRA_NET_CLIPPED:
            x = x > 1 ? 1 : x > 0 ? x : 0;
            break;
        case HRA_NET_SQUARED:
            x = x > 1 ? 1 : x > 0 ? x * x : 0;
            break;
        case HRA_NET_SIGMOID:
            x = 1 / (1 + exp(-x));
            break;
        case HRA_NET_SOFTMAX:
            sum += x = exp(x);
            break;
        default:
            break;
        }
        out[o] = x;
    }
    for (int o = 0; layer->activation == HRA_NET_SOFTMAX && o < layer->outputs; o++)
        out[o] /= sum;
}

static void naive(const hra_net *net, const hra_feature *features, int n, double *out) {
    double now[HRA_NET_WIDTH] = {0}, next[HRA_NET_WIDTH];
    for (int i = 0; i < n; i++)
        now[features[i].index] = features[i].value;
    for (int l = 0; l < net->shape.layers; l++) {
        naive_layer(net, l, now, next);
        memcpy(now, next, sizeof now);
    }
    memcpy(out, now, (size_t)hra_net_outputs(net) * sizeof *out);
}

static void what_a_net_says_is_what_sums_say(void **state) {
    for (size_t k = 0; k < SHAPES; k++) {
        hra_net net;
        hra_net_work work;
        hra_rng rng;
        hra_feature features[INPUTS];
        double expected[MOST];
        open_net(&net, &shapes[k], k);
        hra_rng_init(&rng, 100 + k);
        assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
        for (int t = 0; t < 200; t++) {
            int n = draw_features(&rng, features);
            const float *out = hra_net_forward(&work, features, n);
            naive(&net, features, n, expected);
            for (int o = 0; o < hra_net_outputs(&net); o++)
                assert_true(fabs(out[o] - expected[o]) < 1e-5 * (1 + fabs(expected[o])));
        }
        hra_net_work_release(&work);
        hra_net_release(&net);
    }
}

static void sigmoids_are_exact_to_seven_digits(void **state) {
    for (int k = 0; hra_net_kernel_at(k); k++) {
        if (!hra_net_kernel_at(k)->runs())
            continue;
        for (int i = -2000; i <= 2000; i += HRA_NET_PART) {
            float x[HRA_NET_PART];
            for (int j = 0; j < HRA_NET_PART; j++)
                x[j] = (float)(i + j) / 20;
            hra_net_kernel_at(k)->sigmoid(x, HRA_NET_PART);
            for (int j = 0; j < HRA_NET_PART; j++)
                assert_true(fabs(x[j] - 1 / (1 + exp(-(double)(i + j) / 20))) < 1.5e-7);
        }
    }
}

/* ---- slopes against differences -------------------------------------------------------------*/

static double wanted_sum(const hra_net *net, const hra_feature *features, int n, const float *wanted) {
    double out[MOST], sum = 0;
    naive(net, features, n, out);
    for (int o = 0; o < hra_net_outputs(net); o++)
        sum += wanted[o] * out[o];
    return sum;
}

/* The weights are floats, so a difference is taken over what a float moved by. */
static double difference(hra_net *net, size_t at, const hra_feature *features, int n, const float *wanted) {
    float before = net->weights[at];
    net->weights[at] = before + 1e-3f;
    double high = net->weights[at], up = wanted_sum(net, features, n, wanted);
    net->weights[at] = before - 1e-3f;
    double low = net->weights[at], down = wanted_sum(net, features, n, wanted);
    net->weights[at] = before;
    return (up - down) / (high - low);
}

static void slopes_are_differences(void **state) {
    for (size_t k = 0; k < SHAPES; k++) {
        hra_net net;
        hra_net_work work;
        hra_rng rng;
        hra_feature features[INPUTS];
        float wanted[MOST];
        open_net(&net, &shapes[k], k + 7);
        hra_rng_init(&rng, k);
        assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
        float *block = hra_net_block(&net);
        int n = draw_features(&rng, features);
        for (int o = 0; o < hra_net_outputs(&net); o++)
            wanted[o] = (float)(2 * hra_rng_uniform(&rng) - 1);
        (void)hra_net_forward(&work, features, n);
        hra_net_backward(&work, wanted);
        hra_net_accumulate(&work, features, n, 1, block);
        for (int t = 0; t < 500; t++) {
            size_t at = hra_rng_below(&rng, (uint32_t)net.size);
            double expected = difference(&net, at, features, n, wanted);
            assert_true(fabs(block[at] - expected) < 2e-4 * (1 + fabs(expected)));
        }
        free(block);
        hra_net_work_release(&work);
        hra_net_release(&net);
    }
}

/* Cross-entropy behind a sigmoid or softmax, and squares behind linear outputs, have the slope target -
 * output. */
static void fitting_errors_have_plain_slopes(void **state) {
    hra_net net;
    hra_net_work work;
    const hra_feature one[] = {{3, 1}};
    const float target[] = {0.2f, 0.5f, 0.3f};
    float wanted[3], through[3];
    open_net(&net, &shapes[1], 5);
    assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
    const float *out = hra_net_forward(&work, one, 1);
    for (int o = 0; o < 3; o++) {
        wanted[o] = target[o] / out[o]; /* of sum target * ln output */
        through[o] = target[o] - out[o];
    }
    hra_net_backward(&work, wanted);
    for (int o = 0; o < 3; o++)
        assert_true(fabs(work.slope[0][o] - through[o]) < 1e-5);
    hra_net_backward_fitting(&work, through);
    assert_memory_equal(work.slope[0], through, sizeof through);
    hra_net_work_release(&work);
    hra_net_release(&net);
}

/* ---- the same bits --------------------------------------------------------------------------*/

/* Trains a little, by all that there is, and hands the weights over. */
static float *trained(const hra_net_kernel *kernel, const hra_net_shape *shape, size_t *size) {
    hra_net net;
    hra_net_work work;
    hra_net_steps momentum, adam;
    hra_rng rng;
    hra_feature features[INPUTS];
    open_net(&net, shape, 3);
    net.kernel = kernel;
    hra_rng_init(&rng, 9);
    float *gradient = hra_net_block(&net), *trace = hra_net_block(&net);
    assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
    assert_int_equal(hra_net_steps_init(&momentum, &net, false), 0);
    assert_int_equal(hra_net_steps_init(&adam, &net, true), 0);
    for (int t = 0; t < 60; t++) {
        float wanted[MOST];
        int n = draw_features(&rng, features);
        const float *out = hra_net_forward(&work, features, n);
        for (int o = 0; o < hra_net_outputs(&net); o++)
            wanted[o] = (float)hra_rng_uniform(&rng) - out[o];
        hra_net_backward(&work, wanted);
        hra_net_accumulate(&work, features, n, 1, gradient);
        kernel->trace(trace, gradient, 0.7f, net.size);
        kernel->add(net.weights, trace, 0.01f, net.size);
        if (t % 2)
            hra_net_momentum(&net, &momentum, gradient, 0.01f, 0.9f);
        else
            hra_net_adamw(&net, &adam, gradient, 0.001f, 0.01f);
    }
    assert_true(hra_net_finite(&net));
    *size = net.size * sizeof *net.weights;
    float *weights = net.weights;
    free(gradient);
    free(trace);
    hra_net_work_release(&work);
    hra_net_steps_release(&momentum);
    hra_net_steps_release(&adam);
    return weights;
}

static void kernels_train_the_same_weights(void **state) {
    for (size_t k = 0; k < SHAPES; k++) {
        size_t size;
        const hra_net_kernel *kernel;
        float *best = trained(hra_net_kernel_best(), &shapes[k], &size);
        for (int i = 0; (kernel = hra_net_kernel_at(i)) != NULL; i++)
            if (kernel->runs()) {
                float *other = trained(kernel, &shapes[k], &size);
                assert_memory_equal(best, other, size);
                free(other);
            }
        free(best);
    }
}

/* Seven positions alone, together, told in full. */
static void company_changes_nothing(void **state) {
    enum { TOGETHER = 7 };
    for (size_t k = 0; k < SHAPES; k++) {
        hra_net net;
        hra_net_work work, alone;
        hra_rng rng;
        hra_feature features[TOGETHER * INPUTS];
        float full[TOGETHER * INPUTS] = {0};
        int counts[TOGETHER], n = 0;
        open_net(&net, &shapes[k], k);
        size_t outputs = (size_t)hra_net_outputs(&net),
               stride = (size_t)net.layer[net.shape.layers - 1].stride;
        hra_rng_init(&rng, k);
        assert_int_equal(hra_net_work_init(&work, &net, TOGETHER), 0);
        assert_int_equal(hra_net_work_init(&alone, &net, 1), 0);
        for (int p = 0; p < TOGETHER; n += counts[p++]) {
            counts[p] = draw_features(&rng, features + n);
            for (int i = n; i < n + counts[p]; i++)
                full[p * INPUTS + (int)features[i].index] = features[i].value;
        }
        for (int dense = 0; dense < 2; dense++) {
            const float *out = dense ? hra_net_forward_dense(&work, full, TOGETHER)
                                     : hra_net_forward_many(&work, features, counts, TOGETHER);
            for (int p = 0, at = 0; p < TOGETHER; at += counts[p++])
                assert_memory_equal(out + (size_t)p * stride,
                                    hra_net_forward(&alone, features + at, counts[p]), outputs * sizeof *out);
        }
        hra_net_work_release(&work);
        hra_net_work_release(&alone);
        hra_net_release(&net);
    }
}

/* Every kernel, as hra_net_softmax takes one number after the other; outputs that are far apart among them. */
static void softmax_is_the_same_everywhere(void **state) {
    enum { POSITIONS = 40, STRIDE = 64 };
    static float out[POSITIONS * STRIDE], one[POSITIONS * STRIDE];
    hra_rng rng;
    for (int k = 0; hra_net_kernel_at(k); k++)
        for (int outputs = 1; hra_net_kernel_at(k)->runs() && outputs <= STRIDE;
             outputs += outputs < 18 ? 1 : 23) {
            hra_rng_init(&rng, (uint64_t)outputs);
            for (int i = 0; i < POSITIONS * STRIDE; i++)
                out[i] = one[i] = (float)((hra_rng_uniform(&rng) - 0.5) * (i % 3 ? 10 : 400));
            hra_net_kernel_at(k)->softmax(out, STRIDE, outputs, POSITIONS);
            for (int p = 0; p < POSITIONS; p++) {
                hra_net_softmax(one + p * STRIDE, outputs);
                assert_memory_equal(out + p * STRIDE, one + p * STRIDE, (size_t)outputs * sizeof *out);
            }
        }
}

/* A net with integers has its last layer in quads: against the sums of `narrow`. */
static void quads_are_the_layer_that_they_stand_for(void **state) {
    enum { TOGETHER = 11 };
    for (int outputs = 1; outputs <= HRA_NET_PART; outputs++)
        for (int k = 0; hra_net_kernel_at(k); k++) {
            const hra_net_shape shape = {
                INPUTS, 2, {4 * outputs, outputs}, {HRA_NET_SIGMOID, HRA_NET_LINEAR}};
            hra_net net;
            hra_net_work work;
            hra_rng rng;
            hra_feature features[TOGETHER * INPUTS];
            float narrow[HRA_NET_PART];
            int counts[TOGETHER], n = 0;
            if (!hra_net_kernel_at(k)->runs())
                continue;
            open_net(&net, &shape, (uint64_t)outputs);
            net.weights[net.layer[1].biases] = -1;
            net.kernel = hra_net_kernel_at(k);
            assert_int_equal(hra_net_quantise(&net, INPUTS, NULL), 0);
            assert_int_equal(hra_net_work_init(&work, &net, TOGETHER), 0);
            assert_non_null(work.quads);
            hra_rng_init(&rng, 3);
            for (int p = 0; p < TOGETHER; n += counts[p++])
                counts[p] = draw_features(&rng, features + n);
            const float *out = hra_net_forward_many(&work, features, counts, TOGETHER);
            for (int p = 0; p < TOGETHER; p++, out += HRA_NET_PART) {
                const hra_net_layer *last = &net.layer[1];
                memcpy(narrow, net.weights + last->biases, sizeof narrow);
                net.kernel->narrow(narrow, net.weights + last->rows, work.value[0] + p * net.layer[0].stride,
                                   net.layer[0].stride, last->inputs, outputs, 1);
                assert_memory_equal(out, narrow, (size_t)outputs * sizeof *out);
            }
            hra_net_work_release(&work);
            hra_net_release(&net);
        }
}

/* More rows than features_many takes at once, layers that are no whole number of its blocks, and positions without
 * features, in every kernel. */
static void groups_of_rows_change_nothing(void **state) {
    enum { WIDE = 700, TOGETHER = 23, ACTIVE = 60 };
    static const int widths[] = {16, 144, 208, 384};
    hra_feature features[TOGETHER * ACTIVE];
    float alone[TOGETHER];
    int counts[TOGETHER];
    hra_rng rng;
    hra_rng_init(&rng, 5);
    for (int k = 0; k < 4; k++) {
        const hra_net_shape shape = {WIDE, 2, {widths[k], 1}, {HRA_NET_SIGMOID, HRA_NET_LINEAR}};
        hra_net net;
        hra_net_work work;
        int n = 0;
        open_net(&net, &shape, (uint64_t)k);
        assert_int_equal(hra_net_work_init(&work, &net, TOGETHER), 0);
        for (int p = 0; p < TOGETHER; n += counts[p++]) {
            counts[p] = p % 7 == 3 ? 0 : (int)hra_rng_below(&rng, ACTIVE) + 1;
            for (int i = n; i < n + counts[p]; i++) /* half of them the same few, as of plays of one throw */
                features[i] = (hra_feature){hra_rng_below(&rng, i % 2 ? WIDE : 40),
                                            (float)(2 * hra_rng_uniform(&rng) - 1)};
        }
        for (int p = 0, at = 0; p < TOGETHER; at += counts[p++])
            alone[p] = *hra_net_forward(&work, features + at, counts[p]);
        for (int i = 0; hra_net_kernel_at(i); i++) {
            net.kernel = hra_net_kernel_at(i);
            if (!net.kernel->runs())
                continue;
            const float *out = hra_net_forward_many(&work, features, counts, TOGETHER);
            for (int p = 0; p < TOGETHER; p++)
                assert_memory_equal(out + (size_t)p * HRA_NET_PART, &alone[p], sizeof *alone);
        }
        hra_net_work_release(&work);
        hra_net_release(&net);
    }
}

/* ---- learning -------------------------------------------------------------------------------*/

static void exclusive_or_is_learnt(void **state) {
    const hra_net_shape shape = {2, 2, {8, 1}, {HRA_NET_SIGMOID, HRA_NET_SIGMOID}};
    hra_net net;
    hra_net_work work;
    hra_net_steps steps;
    open_net(&net, &shape, 1);
    float *gradient = hra_net_block(&net);
    assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
    assert_int_equal(hra_net_steps_init(&steps, &net, true), 0);
    for (int t = 0; t < 4000; t++) {
        int a = t & 1, b = t >> 1 & 1;
        const hra_feature features[] = {{0, (float)a}, {1, (float)b}};
        float wanted = (float)(a ^ b) - *hra_net_forward(&work, features, 2);
        hra_net_backward_fitting(&work, &wanted);
        hra_net_accumulate(&work, features, 2, 1, gradient);
        if ((t & 3) == 3)
            hra_net_adamw(&net, &steps, gradient, 0.02f, 0);
    }
    for (int t = 0; t < 4; t++) {
        const hra_feature features[] = {{0, (float)(t & 1)}, {1, (float)(t >> 1)}};
        assert_int_equal(*hra_net_forward(&work, features, 2) > 0.5, (t & 1) ^ (t >> 1));
    }
    free(gradient);
    hra_net_steps_release(&steps);
    hra_net_work_release(&work);
    hra_net_release(&net);
}

static void shapes_that_make_no_sense_are_refused(void **state) {
    static const hra_net_shape wrong[] = {
        {0, 1, {1}, {HRA_NET_LINEAR}},
        {5, 0, {0}, {HRA_NET_LINEAR}},
        {5, 1, {0}, {HRA_NET_LINEAR}},
        {5, 1, {5000}, {HRA_NET_LINEAR}},
        {5, 1, {5}, {HRA_NET_ACTIVATIONS}},
        {5, 2, {5, 5}, {HRA_NET_SOFTMAX, HRA_NET_LINEAR}},
        {HRA_NET_INPUTS, 1, {4096}, {HRA_NET_LINEAR}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_net net;
        hra_error why;
        assert_int_equal(hra_net_init(&net, &wrong[i], &why),
                         i + 1 < sizeof wrong / sizeof *wrong ? HRA_EINPUT : HRA_ELIMIT);
        assert_true(why.text[0]);
        hra_net_release(&net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_net_says_is_what_sums_say),
        cmocka_unit_test(sigmoids_are_exact_to_seven_digits),
        cmocka_unit_test(slopes_are_differences),
        cmocka_unit_test(fitting_errors_have_plain_slopes),
        cmocka_unit_test(kernels_train_the_same_weights),
        cmocka_unit_test(company_changes_nothing),
        cmocka_unit_test(softmax_is_the_same_everywhere),
        cmocka_unit_test(quads_are_the_layer_that_they_stand_for),
        cmocka_unit_test(groups_of_rows_change_nothing),
        cmocka_unit_test(exclusive_or_is_learnt),
        cmocka_unit_test(shapes_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
