#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "turn.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];

static int roll_of(const char *text) {
    uint8_t faces[YZ_DICE];
    for (int i = 0; i < YZ_DICE; i++)
        faces[i] = (uint8_t)(text[i] - '0');
    return yz_dice_roll(&D, faces);
}

/* Any value will do; this one gives each card another, with a seed behind ctx. */
static double scattered(const void *ctx, struct yz_card card) {
    uint64_t x =
        *(const uint64_t *)ctx + card.filled + ((uint64_t)card.upper << 16) + ((uint64_t)card.fifty << 24);
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return (double)(x >> 40) / (1 << 20) * 12; /* 0..192 */
}

static double constant(const void *ctx, struct yz_card card) {
    (void)card;
    return *(const double *)ctx;
}

/* What the tables should hold, by going through everything. */
static double dumb_last(const struct yz_rules *rules, struct yz_card card, int roll, const uint64_t *seed,
                        int *best_box) {
    double best = -1;
    for (int box = 0; box < rules->boxes; box++) {
        if (!(yz_card_legal(rules, card, roll) >> box & 1u))
            continue;
        double v = yz_mark_total(yz_card_mark(rules, card, roll, box)) +
                   scattered(seed, yz_card_after(rules, card, roll, box));
        if (v > best) {
            best = v;
            *best_box = box;
        }
    }
    return best;
}

static double dumb_keep(const double *roll, int keep) {
    double sum = 0;
    for (uint32_t i = 0; i < D.outcomes[keep]; i++)
        sum += roll[yz_dice_complete(&D, keep, i)];
    return sum / D.outcomes[keep];
}

static void check_turn(const struct yz_rules *rules, struct yz_card card, const uint64_t *seed) {
    struct yz_turn t;
    double roll[YZ_ROLLS], keep[YZ_KEEPS];
    yz_turn_init(&t, &D, rules, card, scattered, seed);
    for (int r = 0; r < YZ_ROLLS; r++) {
        int box = -1;
        roll[r] = dumb_last(rules, card, r, seed, &box);
        assert_true(fabs(roll[r] - yz_turn_roll(&t, 0, r)) < 1e-10);
        assert_int_equal(box, t.box[r]);
    }
    for (int rerolls = 1; rerolls <= 2; rerolls++) {
        for (int k = 0; k < YZ_KEEPS; k++) {
            keep[k] = dumb_keep(roll, k);
            assert_true(fabs(keep[k] - yz_turn_keep(&t, rerolls, k)) < 1e-10);
        }
        for (int r = 0; r < YZ_ROLLS; r++) {
            int best = 0;
            for (unsigned mask = 0; mask < 32; mask++) {
                int k = D.keep_of_mask[r][mask];
                best = keep[k] > keep[best] ? k : best;
            }
            roll[r] = keep[best];
            assert_true(fabs(roll[r] - yz_turn_roll(&t, rerolls, r)) < 1e-10);
            assert_true(fabs(roll[r] - keep[t.hold[rerolls - 1][r]]) < 1e-10);
            assert_true(yz_dice_inside(&D, t.hold[rerolls - 1][r], YZ_ROLL0 + r));
        }
    }
    assert_true(fabs(dumb_keep(roll, 0) - t.value) < 1e-10);
}

static void tables_agree_with_going_through_everything(void **state) {
    (void)state;
    static const struct yz_card cards[] = {
        {0, 0, 0},       {0x0001, 3, 0},  {0x0015, 20, 0}, {0x17c0, 0, 0},  {0x0800, 0, 0},
        {0x0800, 0, 1},  {0x083f, 63, 1}, {0x0820, 30, 0}, {0x1fc1, 5, 0},  {0x1fdf, 60, 0},
        {0x1fbf, 63, 0}, {0x0fff, 62, 0}, {0x17ff, 63, 0}, {0x1fe0, 30, 1},
    };
    uint64_t seed = 1;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        int cases = 0;
        for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++, seed++) {
            if (yz_card_valid(&R[id], cards[i])) {
                check_turn(&R[id], cards[i], &seed);
                cases++;
            }
        }
        assert_true(cases >= 10);
    }
}

static void each_box_has_its_worth(void **state) {
    (void)state;
    struct yz_next next;
    struct yz_card card = {0x0814, 14, 1}; /* threes, fives and a yahtzee of 50 are in */
    uint64_t seed = 77;
    yz_next_init(&next, &R[YZ_HASBRO], card, scattered, &seed);
    for (int r = 0; r < YZ_ROLLS; r++) {
        double worth[YZ_MAX_BOXES];
        unsigned legal = yz_next_boxes(&next, &R[YZ_HASBRO], r, worth);
        assert_int_equal(legal, yz_card_legal(&R[YZ_HASBRO], card, r));
        for (int box = 0; box < YZ_MAX_BOXES; box++) {
            if (!(legal >> box & 1u)) {
                assert_true(worth[box] == -HUGE_VAL);
                continue;
            }
            struct yz_mark mark = yz_card_mark(&R[YZ_HASBRO], card, r, box);
            double expected =
                yz_mark_total(mark) + scattered(&seed, yz_card_after(&R[YZ_HASBRO], card, r, box));
            assert_true(fabs(worth[box] - expected) < 1e-10);
        }
    }
}

/* One box open: what is best can be seen, and where nothing depends on it, the rule of ties. */
static void ties_hold_the_most_dice(void **state) {
    (void)state;
    static const struct {
        const char *roll, *keep;
        int open;
    } cases[] = {
        {"12346", "12346", YZ_SMALL_STRAIGHT}, /* a small straight has what it needs: roll nothing */
        {"12345", "12345", YZ_SMALL_STRAIGHT}, {"22333", "22333", YZ_FULL_HOUSE}, {"66666", "66666", 5},
        {"55556", "5555", YZ_YAHTZEE},         {"11256", "56", YZ_CHANCE},
    };
    double zero = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct yz_turn t;
        struct yz_card card = {(uint16_t)(0x1fff & ~(1u << cases[i].open)), 0, 0};
        uint8_t faces[YZ_DICE] = {0};
        int n = 0;
        for (; cases[i].keep[n]; n++)
            faces[n] = (uint8_t)(cases[i].keep[n] - '0');
        yz_turn_init(&t, &D, &R[YZ_PLAIN], card, constant, &zero);
        assert_int_equal(t.hold[0][roll_of(cases[i].roll)], yz_dice_keep(&D, faces, n));
    }
}

static void ties_take_the_first_box(void **state) {
    (void)state;
    struct yz_turn t;
    double zero = 0;
    /* ones, fours and the full house are open; 2-2-3-5-6 brings nothing anywhere, 4-4-4-1-1 most below */
    struct yz_card card = {0x1fff & ~0x0109u, 0, 0};
    yz_turn_init(&t, &D, &R[YZ_PLAIN], card, constant, &zero);
    assert_int_equal(t.box[roll_of("22356")], 0);
    assert_int_equal(t.box[roll_of("44411")], YZ_FULL_HOUSE);
    assert_int_equal(t.box[roll_of("44412")], 3);
}

static void equal_worth_everywhere_holds_everything(void **state) {
    (void)state;
    static const double levels[] = {0, 1.0 / 3, 254.5877, -17.3, 1e-30};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        struct yz_turn t;
        for (int r = 0; r < YZ_ROLLS; r++)
            t.keep[0][YZ_ROLL0 + r] = levels[i];
        yz_turn_keeps(&t, &D);
        for (int r = 0; r < YZ_ROLLS; r++) {
            assert_int_equal(t.hold[0][r], YZ_ROLL0 + r);
            assert_int_equal(t.hold[1][r], YZ_ROLL0 + r);
        }
        assert_true(fabs(t.value - levels[i]) <= 1e-14 * fabs(levels[i]));
    }
}

/* A heuristic may count below zero; best is still best. */
static void worth_may_be_negative(void **state) {
    (void)state;
    struct yz_turn t, shifted;
    uint64_t seed = 5;
    struct yz_card card = {0, 0, 0};
    yz_turn_init(&t, &D, &R[YZ_PLAIN], card, scattered, &seed);
    for (int r = 0; r < YZ_ROLLS; r++)
        shifted.keep[0][YZ_ROLL0 + r] = t.keep[0][YZ_ROLL0 + r] - 500;
    yz_turn_keeps(&shifted, &D);
    assert_true(fabs(shifted.value - (t.value - 500)) < 1e-9);
    assert_memory_equal(t.hold, shifted.hold, sizeof t.hold);
}

/* Each ordered outcome of the dice, with what the tables then hold. */
static void count_ends(const struct yz_turn *turn, int rerolls, int keep, double weight, double *chance) {
    int n = D.outcomes[keep];
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        int roll = yz_dice_complete(&D, keep, i);
        if (rerolls > 1 && keep < YZ_ROLL0)
            count_ends(turn, 1, turn->hold[0][roll], weight / n, chance);
        else
            chance[turn->box[roll]] += weight / n;
    }
}

static void a_keep_aims_at_boxes(void **state) {
    (void)state;
    static const char *const faces[] = {"6", "35", "112", "1234", "44444", "26"};
    uint64_t seed = 11;
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        struct yz_turn t;
        uint8_t list[YZ_DICE];
        int n = (int)strlen(faces[i]);
        struct yz_card card = {(uint16_t)(i % 2 ? 1u << i : 0), 0, 0};
        yz_turn_init(&t, &D, &R[i % 2 ? YZ_PLAIN : YZ_HASBRO], card, scattered, &seed);
        for (int k = 0; k < n && k < YZ_DICE; k++)
            list[k] = (uint8_t)(faces[i][k] - '0');
        for (int rerolls = 1; rerolls <= 2; rerolls++) {
            double chance[YZ_MAX_BOXES], counted[YZ_MAX_BOXES] = {0}, sum = 0;
            int keep = yz_dice_keep(&D, list, n);
            yz_turn_aims(&t, &D, rerolls, keep, chance);
            count_ends(&t, rerolls, keep, 1, counted);
            for (int box = 0; box < YZ_MAX_BOXES; box++) {
                assert_true(fabs(chance[box] - counted[box]) < 1e-9);
                assert_true(chance[box] == 0 || !yz_card_has(card, box));
                sum += chance[box];
            }
            assert_true(fabs(sum - 1) < 1e-9);
        }
    }
}

static void better_means_more_than_rounding(void **state) {
    (void)state;
    assert_true(yz_better(2, 1));
    assert_false(yz_better(1, 2));
    assert_false(yz_better(1, 1));
    assert_true(yz_better(-1, -2));
    assert_false(yz_better(-2, -1));
    assert_true(yz_better(1, -1));
    assert_true(yz_better(1e-300, 0));
    assert_false(yz_better(0, -0.0));
    assert_false(yz_better(-0.0, 0));
    assert_false(yz_better(100 * (1 + 1e-15), 100));
    assert_false(yz_better(30.0 * 6 * (1.0 / 6) + 1e-14, 30));
    assert_true(yz_better(100 * (1 + 2e-12), 100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_agree_with_going_through_everything),
        cmocka_unit_test(each_box_has_its_worth),
        cmocka_unit_test(ties_hold_the_most_dice),
        cmocka_unit_test(ties_take_the_first_box),
        cmocka_unit_test(equal_worth_everywhere_holds_everything),
        cmocka_unit_test(worth_may_be_negative),
        cmocka_unit_test(a_keep_aims_at_boxes),
        cmocka_unit_test(better_means_more_than_rounding),
    };
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    return cmocka_run_group_tests_name("yahtzee turn", tests, NULL, NULL);
}
