#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/checkers/rules/checkers.h"
#include "weights.h"

/* The board turned by half a circle, the colours swapped. */
static ck_board turn(const ck_board *b) {
    ck_board out = {{0, 0}, 0};
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

static ck_weights weights;

static void any_numbers(hra_rng *rng, int16_t *to, size_t count, int most) {
    for (size_t i = 0; i < count; i++)
        to[i] = (int16_t)((int)hra_rng_below(rng, 2 * (uint32_t)most + 1) - most);
}

static void any_weights(hra_rng *rng) {
    for (int i = 0; i < CK_PHASES; i++) {
        ck_net *net = &weights.net[i];
        any_numbers(rng, net->row[0], CK_ROWS * CK_HIDDEN, 900);
        any_numbers(rng, net->hidden, CK_HIDDEN, 900);
        any_numbers(rng, net->second[0][0], CK_HIDDEN * CK_SECOND, 300);
        for (int o = 0; o < CK_SECOND; o++) {
            net->offset[o] = (int32_t)hra_rng_below(rng, 1 << 19) - (1 << 18);
            net->last[o] = (int32_t)hra_rng_below(rng, 2000) - 1000;
        }
        net->bias = (int32_t)hra_rng_below(rng, 1 << 19) - (1 << 18);
    }
}

static void test_turned_boards_are_worth_the_same(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    any_weights(&rng);
    for (int i = 0; i < 2000; i++) {
        ck_board b;
        scatter(&rng, &b);
        ck_board turned = turn(&b);
        assert_int_equal(ck_evaluate(&weights, &b, CK_BLACK), ck_evaluate(&weights, &turned, CK_WHITE));
        assert_int_equal(ck_evaluate(NULL, &b, CK_WHITE), ck_evaluate(NULL, &turned, CK_BLACK));
    }
}

static int cut(int64_t x) {
    return x < 0 ? 0 : x > CK_ONE ? CK_ONE : (int)x;
}

/* Square by square and number by number. */
static int slowly(const ck_board *b, int side) {
    const ck_net *net = &weights.net[ck_phase(b)];
    ck_board view = side == CK_BLACK ? *b : turn(b);
    int64_t sum[CK_HIDDEN], result = net->bias;
    bool odd = false;
    int own = ck_count_steps(b, side), other = ck_count_steps(b, !side);
    for (int k = 0; k < CK_HIDDEN; k++) {
        sum[k] = net->hidden[k] + net->row[CK_OWN_STEPS + (own < 15 ? own : 15)][k] +
                 net->row[CK_OTHER_STEPS + (other < 15 ? other : 15)][k];
        for (int square = 0; square < CK_SQUARES; square++) {
            ck_set at = (ck_set)1 << ck_bit(square);
            int king = view.kings & at ? 2 : 0;
            for (int of = 0; of < 2; of++)
                sum[k] += view.pieces[of] & at ? net->row[(king + of) * CK_BITS + ck_bit(square)][k] : 0;
        }
    }
    for (int square = 0; square < CK_SQUARES; square++)
        odd ^= square / 4 % 2 == 0 && (view.pieces[0] | view.pieces[1]) >> ck_bit(square) & 1;
    for (int k = 0; k < CK_HIDDEN; k++) {
        double x = cut(sum[k] + (odd ? net->row[CK_THE_MOVE][k] : 0) +
                       (ck_jumpers(b, !side) ? net->row[CK_THREAT][k] : 0));
        sum[k] = (int64_t)floor(x * x / CK_ONE + 0.5);
    }
    for (int o = 0; o < CK_SECOND; o++) {
        int64_t second = net->offset[o];
        for (int k = 0; k < CK_HIDDEN; k++)
            second += sum[k] * net->second[k / 2][o][k % 2];
        result += cut(second >> 9) * (int64_t)net->last[o];
    }
    return (int)(result >> 9);
}

/* All phases, more pieces than a game has among them; each position from the sum of the one before. */
static void test_all_kernels_find_the_same(void **state) {
    hra_rng rng;
    int seen[CK_PHASES] = {0}, value, kernels = 0;
    ck_sum sums[CK_KERNELS] = {{.kept = false}};
    hra_rng_init(&rng, 2);
    any_weights(&rng);
    for (int i = 0; i < 3000; i++) {
        ck_board b;
        scatter(&rng, &b);
        for (int square = 0; square < CK_SQUARES && i % 4; square++)
            if (hra_rng_below(&rng, 4) < (uint32_t)(i % 4)) {
                ck_set at = (ck_set)1 << ck_bit(square);
                b.pieces[0] &= ~at;
                b.pieces[1] &= ~at;
                b.kings &= ~at;
            }
        b.kings &= i % 3 ? CK_BOARD : 0;
        int side = i & 1, expected = slowly(&b, side);
        seen[ck_phase(&b)]++;
        assert_int_equal(ck_evaluate(&weights, &b, side), expected);
        for (int kernel = 0; kernel < CK_KERNELS; kernel++)
            if (ck_evaluate_by(kernel, &weights, &b, side, &sums[kernel], &value)) {
                assert_int_equal(value, expected);
                kernels |= 1 << kernel;
            }
    }
    for (int i = 0; i < CK_PHASES; i++)
        assert_true(seen[i] > 0);
    assert_true(kernels >> (CK_KERNELS - 1)); /* plain C runs everywhere */
}

/* Random plays: sums that go on from the position two plies before, or from one of another play, give what
 * each position by itself gives. */
static void test_sums_that_go_on(void **state) {
    hra_rng rng;
    ck_sum sums[CK_KERNELS][2] = {{{.kept = false}}}, own = {.kept = false};
    int captures = 0, crowned = 0, went_on = 0;
    hra_rng_init(&rng, 3);
    any_weights(&rng);
    for (int play = 0; play < 12; play++) {
        ck_board b = {{(ck_set)0x1eff, (ck_set)0x1fff << 22 & CK_BOARD}, 0};
        hra_move moves[CK_MAX_MOVES];
        for (int ply = 0, side = 0, n; ply < 150 && (n = ck_moves(&b, side, moves)) > 0;
             ply++, side = !side) {
            int expected = slowly(&b, side), value;
            ck_board before = b;
            for (int kernel = 0; kernel < CK_KERNELS; kernel++) {
                went_on += sums[kernel][side].kept;
                if (ck_evaluate_by(kernel, &weights, &b, side, &sums[kernel][side], &value))
                    assert_int_equal(value, expected);
            }
            assert_int_equal(ck_evaluate_from(&weights, &b, side, &own), expected);
            ck_apply(&b, side, moves[hra_rng_below(&rng, (uint32_t)n)]);
            captures += b.pieces[!side] != before.pieces[!side];
            crowned += __builtin_popcountll(b.kings) > __builtin_popcountll(before.kings);
        }
    }
    assert_true(captures > 50 && crowned > 10 && went_on > 500);
}

static void test_material(void **state) {
    ck_board b = {{(ck_set)3, (ck_set)1 << 20}, 1}; /* king and man against a man */
    assert_int_equal(ck_evaluate(NULL, &b, CK_BLACK), CK_MAN + 2 * CK_MAN / 5);
    assert_int_equal(ck_evaluate(NULL, &b, CK_WHITE), -(CK_MAN + 2 * CK_MAN / 5));
    assert_true(ck_chance(0) == 0.5 && ck_chance(CK_ODDS) > 0.73 && ck_chance(-CK_ODDS) < 0.27);
}

/* A man more is good in every phase, and what is written is what was read. */
static void test_the_learnt_weights(void **state) {
    static unsigned char bytes[CK_WEIGHTS_BYTES];
    assert_int_equal(ck_weights_read(ck_learnt.bytes, ck_learnt.length, &weights), HRA_OK);
    ck_weights_write(&weights, bytes);
    assert_memory_equal(bytes, ck_learnt.bytes, sizeof bytes);
    ck_board b = {{(ck_set)0x1ff | (ck_set)0x3 << 9, (ck_set)0x7ff << 24 & CK_BOARD & ~((ck_set)1 << 34)}, 0};
    assert_true(ck_evaluate(&weights, &b, CK_BLACK) > 0);
    b.pieces[1] |= (ck_set)1 << 34 | (ck_set)1 << 23 | (ck_set)1 << 22;
    assert_true(ck_evaluate(&weights, &b, CK_BLACK) < 0);
}

static void test_damaged_weights_are_refused(void **state) {
    static unsigned char bytes[CK_WEIGHTS_BYTES];
    memcpy(bytes, ck_learnt.bytes, sizeof bytes);
    assert_int_equal(ck_weights_read(bytes, sizeof bytes - 1, &weights), HRA_EDAMAGED);
    assert_int_equal(ck_weights_read(bytes, 0, &weights), HRA_EDAMAGED);
    static const size_t places[] = {0, 9, 16, sizeof bytes - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        bytes[places[i]] ^= 1;
        assert_int_equal(ck_weights_read(bytes, sizeof bytes, &weights), HRA_EDAMAGED);
        bytes[places[i]] ^= 1;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turned_boards_are_worth_the_same),
        cmocka_unit_test(test_all_kernels_find_the_same),
        cmocka_unit_test(test_sums_that_go_on),
        cmocka_unit_test(test_material),
        cmocka_unit_test(test_the_learnt_weights),
        cmocka_unit_test(test_damaged_weights_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
