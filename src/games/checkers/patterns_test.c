#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "checkers.h"
#include "patterns.h"

/* The board turned by half a circle, the colours swapped. */
static ck_board turn(const ck_board *b) {
    ck_board out = {
        {0, 0},
        0
    };
    for (int square = 0; square < CK_SQUARES; square++) {
        ck_set at = (ck_set)1 << ck_bit(square), to = (ck_set)1 << ck_bit(CK_SQUARES - 1 - square);
        for (int side = 0; side < 2; side++)
            if (b->pieces[side] & at)
                out.pieces[!side] |= to;
        if (b->kings & at)
            out.kings |= to;
    }
    return out;
}

static void scatter(hra_rng *rng, ck_board *b) {
    memset(b, 0, sizeof *b);
    for (int square = 0; square < CK_SQUARES; square++) {
        uint32_t what = hra_rng_below(rng, 8);
        ck_set at = (ck_set)1 << ck_bit(square);
        if (what < 4)
            b->pieces[what & 1] |= at;
        if (what == 2 || what == 3)
            b->kings |= at;
    }
}

static ck_weights *any_weights(hra_rng *rng) {
    ck_weights *w = malloc(sizeof *w);
    assert_non_null(w);
    for (int i = 0; i < CK_FEATURES; i++)
        for (int phase = 0; phase < 2; phase++)
            w->value[i][phase] = (int16_t)((int)hra_rng_below(rng, 4096) - 2048);
    return w;
}

static void test_turned_boards_are_worth_the_same(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    ck_weights *w = any_weights(&rng);
    for (int i = 0; i < 2000; i++) {
        ck_board b;
        scatter(&rng, &b);
        ck_board turned = turn(&b);
        assert_int_equal(ck_evaluate(w, &b, CK_BLACK), ck_evaluate(w, &turned, CK_WHITE));
        assert_int_equal(ck_evaluate(w, &b, CK_WHITE), ck_evaluate(w, &turned, CK_BLACK));
    }
    free(w);
}

/* What is learnt from is what is played with. */
static void test_evaluation_is_the_sum_of_its_features(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 2);
    ck_weights *w = any_weights(&rng);
    for (int i = 0; i < 2000; i++) {
        ck_board b;
        ck_feature f[CK_MAX_FEATURES];
        scatter(&rng, &b);
        int side = i & 1, n = ck_features(&b, side, f), sum[2] = {0, 0};
        int pieces = __builtin_popcountll(b.pieces[0] | b.pieces[1]);
        assert_in_range(n, 1, CK_MAX_FEATURES);
        for (int k = 0; k < n; k++)
            for (int phase = 0; phase < 2; phase++)
                sum[phase] += f[k].count * w->value[f[k].index][phase];
        int black = (sum[0] * pieces + sum[1] * (CK_FULL - pieces)) / CK_FULL;
        assert_int_equal(ck_evaluate(w, &b, side), side == CK_BLACK ? black : -black);
    }
    free(w);
}

static void test_material(void **state) {
    ck_weights *w = malloc(sizeof *w);
    assert_non_null(w);
    ck_weights_material(w);
    ck_board b = {
        {(ck_set)3, (ck_set)1 << 20},
        1
    }; /* king and man against a man */
    assert_int_equal(ck_evaluate(w, &b, CK_BLACK), 7 * CK_ODDS / 5);
    assert_int_equal(ck_evaluate(w, &b, CK_WHITE), -(7 * CK_ODDS / 5));
    assert_true(ck_chance(0) == 0.5 && ck_chance(CK_ODDS) > 0.73 && ck_chance(-CK_ODDS) < 0.27);
    free(w);
}

static void test_the_learnt_weights_can_be_read(void **state) {
    ck_weights *w = malloc(sizeof *w);
    assert_non_null(w);
    assert_int_equal(ck_weights_read(ck_weights_text, ck_weights_lines, w), HRA_OK);
    assert_true(w->value[CK_MAN][0] + w->value[CK_MAN][1] > 0 || w->value[CK_PLAIN][0] != 0);
    free(w);
}

static void test_damaged_weights_are_refused(void **state) {
    static const char *const cases[][1] = {{""}, {"AA"}, {"A"}, {"~"}, {"A!"}, {"\xff\xff"}, {"~~"}};
    ck_weights *w = malloc(sizeof *w);
    assert_non_null(w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(ck_weights_read(cases[i], 1, w), HRA_EDAMAGED);
    assert_int_equal(ck_weights_read(ck_weights_text, ck_weights_lines - 1, w), HRA_EDAMAGED);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turned_boards_are_worth_the_same),
        cmocka_unit_test(test_evaluation_is_the_sum_of_its_features),
        cmocka_unit_test(test_material),
        cmocka_unit_test(test_the_learnt_weights_can_be_read),
        cmocka_unit_test(test_damaged_weights_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
