/* First layers in integers, against sums of 64 bits, and every kernel against plain C. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nets/net_integers.h"

enum { INPUTS = 53, GROUP = 27, OUTPUTS = 197, BATCH = 16, POSITIONS = 1000, STRIDE = 208 };

static const hra_net_shape shape = {INPUTS, 2, {OUTPUTS, 3}, {HRA_NET_SIGMOID, HRA_NET_SOFTMAX}};

static void open_net(hra_net *net, float size) {
    hra_rng rng;
    hra_rng_init(&rng, 7);
    assert_int_equal(hra_net_init(net, &shape, NULL), 0);
    hra_net_randomise(net, 0, &rng);
    for (int o = 0; o < OUTPUTS; o++)
        net->weights[net->layer[0].biases + (size_t)o] = (float)(hra_rng_uniform(&rng) - 0.5);
    for (size_t i = 0; i < net->layer[1].rows; i++)
        net->weights[i] *= size;
}

/* Of one of two groups; now and then a feature beyond what an input can be. */
static int draw_features(hra_rng *rng, hra_feature *out) {
    const uint32_t first = hra_rng_below(rng, 8) == 0 ? GROUP : 0;
    int n = 0;
    for (uint32_t i = first; i < first + GROUP && i < INPUTS; i++)
        if (hra_rng_below(rng, 3) == 0)
            out[n++] = (hra_feature){
                i, (float)((2 * hra_rng_uniform(rng) - 1) * (hra_rng_below(rng, 50) == 0 ? 1000 : 3))};
    return n;
}

/* Position after position, `batch` at a time at most. */
static float *ask_all(hra_net *net, const hra_integer_kernel *kernel, int batch) {
    hra_feature features[BATCH * GROUP];
    int counts[BATCH], all = 0;
    hra_net_work work;
    hra_rng rng;
    float *out = calloc((size_t)POSITIONS * STRIDE, sizeof *out);
    net->integers->kernel = kernel;
    hra_rng_init(&rng, 3);
    assert_non_null(out);
    assert_int_equal(hra_net_work_init(&work, net, batch), 0);
    for (int p = 0; p < POSITIONS; p += all) {
        hra_feature *at = features;
        for (all = 0; all < batch && p + all < POSITIONS; all++)
            at += counts[all] = draw_features(&rng, at);
        hra_net_forward_many(&work, features, counts, all);
        memcpy(out + (size_t)p * STRIDE, work.value[0], (size_t)all * STRIDE * sizeof *out);
    }
    hra_net_work_release(&work);
    return out;
}

static void kernels_and_batches_give_the_same_bits(void **state) {
    hra_net net;
    open_net(&net, 1);
    assert_int_equal(hra_net_quantise(&net, GROUP, NULL), 0);
    int last = 0;
    while (hra_integer_kernel_at(last + 1))
        last++;
    assert_string_equal(hra_integer_kernel_at(last)->name, "plain");
    float *plain = ask_all(&net, hra_integer_kernel_at(last), 1);
    for (int k = 0; k <= last; k++)
        for (int batch = 1; hra_integer_kernel_at(k)->runs() && batch <= BATCH; batch += BATCH - 1) {
            float *out = ask_all(&net, hra_integer_kernel_at(k), batch);
            assert_memory_equal(out, plain, (size_t)POSITIONS * STRIDE * sizeof *out);
            free(out);
        }
    free(plain);
    hra_net_release(&net);
}

/* Whatever was looked at before. */
static void sums_are_those_of_each_position_alone(void **state) {
    hra_net net;
    hra_rng rng;
    hra_feature features[GROUP];
    float out[STRIDE];
    open_net(&net, 2);
    assert_int_equal(hra_net_quantise(&net, GROUP, NULL), 0);
    const hra_net_integers *l = net.integers;
    hra_integer_sums *sums = hra_integer_sums_new(l, 1);
    assert_non_null(sums);
    hra_rng_init(&rng, 5);
    for (int p = 0; p < POSITIONS; p++) {
        const int n = draw_features(&rng, features);
        hra_integer_sums_follow(sums, l, features, &n, 1, out);
        for (int o = 0; o < OUTPUTS; o++) {
            int64_t sum = l->biases[o];
            for (int i = 0; i < n; i++) {
                const double input = nearbyint(fmin(fmax((double)features[i].value * 1024, -8191), 8191));
                sum += (int64_t)input * *hra_net_integers_at(l, (int)features[i].index, o);
            }
            assert_true(sum <= INT32_MAX && sum >= -INT32_MAX);
            assert_true(out[o] == (float)ldexp((float)sum, -10 - l->shifts[o]));
        }
    }
    hra_integer_sums_free(sums);
    hra_net_release(&net);
}

/* Features in floats, and the same in whole numbers, of either group. */
static void whole_inputs_are_features_rounded(void **state) {
    hra_net net;
    hra_net_work work, whole;
    hra_rng rng;
    static hra_feature features[BATCH * GROUP];
    static int16_t input[BATCH][GROUP];
    int counts[BATCH], first[BATCH];
    open_net(&net, 1);
    assert_int_equal(hra_net_quantise(&net, GROUP, NULL), 0);
    assert_int_equal(hra_net_work_init(&work, &net, BATCH), 0);
    assert_int_equal(hra_net_work_init(&whole, &net, BATCH), 0);
    hra_rng_init(&rng, 9);
    for (int t = 0; t < POSITIONS / BATCH; t++) {
        hra_feature *at = features;
        const int n = 1 + (int)hra_rng_below(&rng, BATCH);
        memset(input, 0, sizeof input);
        for (int p = 0; p < n; at += counts[p++]) {
            counts[p] = draw_features(&rng, at);
            first[p] = counts[p] && at->index >= GROUP ? GROUP - 1 : 0; /* the last group is shorter */
            for (int i = 0; i < counts[p]; i++)
                input[p][(int)at[i].index - first[p]] = hra_integer_input(at[i].value);
        }
        const hra_integer_inputs inputs = {input[0], GROUP, first};
        const float *out = hra_net_forward_many(&work, features, counts, n),
                    *same = hra_net_forward_inputs(&whole, &inputs, n);
        for (int p = 0; p < n; p++)
            assert_memory_equal(out + p * HRA_NET_PART, same + p * HRA_NET_PART, 3 * sizeof *out);
    }
    hra_net_work_release(&work);
    hra_net_work_release(&whole);
    hra_net_release(&net);
}

/* Steps are as fine as 16 and 32 bits allow, so a weight is at most half a step away. */
static void weights_are_rounded(void **state) {
    for (float size = 0.125F; size <= 4096; size *= 8) {
        hra_net net, own;
        open_net(&own, size);
        open_net(&net, size);
        assert_int_equal(hra_net_quantise(&net, GROUP, NULL), 0);
        assert_true(hra_net_integers_fit(&net, net.integers, GROUP));
        for (int i = 0; i < INPUTS; i++)
            for (int o = 0; o < OUTPUTS; o++) {
                const size_t at = net.layer[0].rows + (size_t)i * STRIDE + (size_t)o;
                assert_true(fabs((double)(net.weights[at] - own.weights[at])) <=
                            ldexp(0.5, -net.integers->shifts[o]));
            }
        hra_net_release(&net);
        hra_net_release(&own);
    }
}

static void sums_cannot_leave_32_bits(void **state) {
    hra_net net;
    open_net(&net, 1);
    assert_int_equal(hra_net_quantise(&net, GROUP, NULL), 0);
    hra_net_integers *l = net.integers;
    int16_t *weight = hra_net_integers_at(l, INPUTS - 1, OUTPUTS - 1);
    *weight = -32767;
    l->biases[OUTPUTS - 1] = INT32_MIN;
    assert_false(hra_net_integers_fit(&net, l, GROUP));
    l->biases[OUTPUTS - 1] = 0;
    assert_true(hra_net_integers_fit(&net, l, GROUP));
    *weight = -32768;
    assert_false(hra_net_integers_fit(&net, l, GROUP));
    for (int i = 0; i < GROUP; i++) /* 8191 * 32767 * 8 is below 2^31, 9 times it is above */
        *hra_net_integers_at(l, i, 0) = (int16_t)(i < 8 ? 32767 : 0);
    l->biases[0] = 0;
    *weight = 0;
    assert_true(hra_net_integers_fit(&net, l, GROUP));
    *hra_net_integers_at(l, GROUP - 1, 0) = -32767;
    assert_false(hra_net_integers_fit(&net, l, GROUP));
    *hra_net_integers_at(l, GROUP - 1, 0) = 0;
    *hra_net_integers_at(l, GROUP, 0) = 32767; /* of another group */
    assert_true(hra_net_integers_fit(&net, l, GROUP));
    assert_false(hra_net_integers_fit(&net, l, INPUTS));
    l->shifts[3] = HRA_INTEGER_MOST_SHIFT + 1;
    assert_false(hra_net_integers_fit(&net, l, GROUP));
    hra_net_release(&net);
    hra_error why;
    open_net(&net, 1e6F);
    assert_int_equal(hra_net_quantise(&net, GROUP, &why), HRA_EFIT);
    assert_string_equal(why.text, "a net whose weights are too large for integers");
    hra_net_release(&net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_and_batches_give_the_same_bits),
        cmocka_unit_test(sums_are_those_of_each_position_alone),
        cmocka_unit_test(whole_inputs_are_features_rounded),
        cmocka_unit_test(weights_are_rounded),
        cmocka_unit_test(sums_cannot_leave_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
