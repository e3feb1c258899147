#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "dice.h"

static struct yz_dice D;

/* "113" -> the keep 1-1-3 */
static int keep_of(const char *text) {
    uint8_t faces[YZ_DICE] = {0};
    int n = 0;
    while (text[n]) {
        faces[n] = (uint8_t)(text[n] - '0');
        n++;
    }
    return yz_dice_keep(&D, faces, n);
}

static void numbers_follow_the_order_of_the_sorted_dice(void **state) {
    (void)state;
    static const struct {
        const char *dice;
        int keep;
    } cases[] = {
        {"", 0},        {"1", 1},       {"6", 6},       {"11", 7},     {"66", 27},
        {"111", 28},    {"666", 83},    {"1111", 84},   {"6666", 209}, {"11111", YZ_ROLL0},
        {"11112", 211}, {"21111", 211}, {"66666", 461}, {"31", 9},     {"13", 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(keep_of(cases[i].dice), cases[i].keep);
    for (int k = 1; k < YZ_KEEPS; k++)
        assert_true(D.size[k] >= D.size[k - 1]);
    assert_int_equal(D.size[YZ_ROLL0 - 1], 4);
    assert_int_equal(D.size[YZ_ROLL0], 5);
}

static void dice_counts_and_sums_agree(void **state) {
    (void)state;
    for (int k = 0; k < YZ_KEEPS; k++) {
        int sum = 0, count[YZ_FACES] = {0};
        for (int i = 0; i < D.size[k]; i++) {
            sum += D.dice[k][i];
            count[D.dice[k][i] - 1]++;
            assert_true(i == 0 || D.dice[k][i] >= D.dice[k][i - 1]);
        }
        assert_int_equal(sum, D.sum[k]);
        for (int f = 0; f < YZ_FACES; f++)
            assert_int_equal(count[f], D.count[k][f]);
        assert_int_equal(yz_dice_keep(&D, D.dice[k], D.size[k]), k);
    }
}

static void a_die_added_can_be_removed(void **state) {
    (void)state;
    int links = 0;
    for (int k = 0; k < YZ_PARTIAL; k++) {
        for (int f = 0; f < YZ_FACES; f++) {
            int more = D.add[k][f];
            assert_int_equal(D.size[more], D.size[k] + 1);
            assert_int_equal(D.count[more][f], D.count[k][f] + 1);
            assert_int_equal(D.remove[more][f], k);
        }
    }
    for (int k = 0; k < YZ_KEEPS; k++) {
        for (int f = 0; f < YZ_FACES; f++) {
            assert_true((D.remove[k][f] != YZ_NO_KEEP) == (D.count[k][f] > 0));
            links += D.remove[k][f] != YZ_NO_KEEP;
        }
    }
    assert_int_equal(links, YZ_PARTIAL * YZ_FACES);
}

static void parts_are_all_keeps_of_one_die_less(void **state) {
    (void)state;
    int seen[YZ_KEEPS] = {0}, links = 0;
    for (int size = 1; size <= YZ_DICE; size++) {
        for (int distinct = 0; distinct <= YZ_DICE; distinct++) {
            for (int i = D.parts_first[size][distinct]; i < D.parts_first[size][distinct + 1]; i++) {
                const struct yz_parts *p = &D.parts[i];
                assert_int_equal(D.size[p->keep], size);
                seen[p->keep]++;
                for (int j = 0; j < distinct; j++) {
                    assert_int_equal(D.size[p->part[j]], size - 1);
                    assert_true(yz_dice_inside(&D, p->part[j], p->keep));
                    assert_true(j == 0 || p->part[j] != p->part[j - 1]);
                }
                links += distinct;
            }
        }
    }
    for (int k = 0; k < YZ_KEEPS; k++)
        assert_int_equal(seen[k], k > 0);
    assert_int_equal(links, YZ_PARTIAL * YZ_FACES);
    const struct yz_parts *p = &D.parts[D.parts_first[YZ_DICE][0]];
    static const int ways[YZ_WAYS_CLASSES] = {1, 5, 10, 20, 30, 60, 120};
    for (int i = 0; i < YZ_WAYS_CLASSES; i++)
        for (int n = yz_ways_rolls[i]; n > 0; n--, p++)
            assert_int_equal(D.ways[p->keep], ways[i]);
}

static void halves_hold_the_counts(void **state) {
    (void)state;
    for (int r = 0; r < YZ_ROLLS; r++) {
        for (int h = 0; h < 2; h++) {
            int triple = D.half[h][r], pair = D.triple_pair[triple];
            assert_int_equal(D.pair_count[pair][0], D.count[YZ_ROLL0 + r][3 * h]);
            assert_int_equal(D.pair_count[pair][1], D.count[YZ_ROLL0 + r][3 * h + 1]);
            assert_int_equal(D.triple_count[triple], D.count[YZ_ROLL0 + r][3 * h + 2]);
        }
    }
}

static void the_mean_weighs_each_roll_with_its_chance(void **state) {
    (void)state;
    double worth[YZ_ROLLS], expected = 0;
    for (int r = 0; r < YZ_ROLLS; r++) {
        worth[r] = 10 + (r * 37 % 101) * 1.25;
        expected += D.chance[r] * worth[r];
    }
    assert_true(fabs(yz_dice_mean(&D, worth) - expected) < 1e-11);
}

static void fresh_rolls_have_the_chances_of_7776_ordered_ones(void **state) {
    (void)state;
    int fell[YZ_ROLLS] = {0};
    double total = 0;
    for (int i = 0; i < YZ_ORDERED; i++) {
        uint8_t faces[YZ_DICE];
        for (int j = 0, rest = i; j < YZ_DICE; j++, rest /= YZ_FACES)
            faces[j] = (uint8_t)(rest % YZ_FACES + 1);
        fell[yz_dice_roll(&D, faces)]++;
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        assert_int_equal(fell[r], D.ways[YZ_ROLL0 + r]);
        total += D.chance[r];
    }
    assert_true(fabs(total - 1) < 1e-14);
}

/* A Yahtzee report of a class prints 16,807 positions of five dice of which some were not thrown, and 282,475,249 pairs
 * of them: dice in order, where keeps are without. */
static void keeps_are_the_16807_ordered_positions_of_a_report(void **state) {
    (void)state;
    static const int places[] = {1, 5, 10, 10, 5, 1}; /* of the dice that were thrown, among five */
    int64_t ordered = 0;
    for (int k = 0; k < YZ_KEEPS; k++)
        ordered += D.ways[k] * places[D.size[k]];
    assert_int_equal(ordered, 16807);
    assert_int_equal(ordered * ordered, 282475249);
}

static void inside_means_no_face_shows_more_often(void **state) {
    (void)state;
    int pairs = 0;
    for (int a = 0; a < YZ_KEEPS; a++) {
        for (int b = 0; b < YZ_KEEPS; b++) {
            bool inside = true;
            for (int f = 0; f < YZ_FACES; f++)
                inside = inside && D.count[a][f] <= D.count[b][f];
            assert_int_equal(inside, yz_dice_inside(&D, a, b));
            pairs += inside && b >= YZ_ROLL0;
        }
    }
    assert_int_equal(pairs, YZ_SUBKEEPS);
}

static void subkeeps_are_sorted_distinct_and_complete(void **state) {
    (void)state;
    assert_int_equal(D.sub_first[0], 0);
    assert_int_equal(D.sub_first[YZ_ROLLS], YZ_SUBKEEPS);
    for (int r = 0; r < YZ_ROLLS; r++) {
        int first = D.sub_first[r], end = D.sub_first[r + 1];
        for (int i = first; i < end; i++) {
            assert_true(i == first || D.sub_keep[i] > D.sub_keep[i - 1]);
            assert_true(yz_dice_inside(&D, D.sub_keep[i], YZ_ROLL0 + r));
            assert_int_equal(D.keep_of_mask[r][D.sub_mask[i]], D.sub_keep[i]);
            assert_int_equal(yz_dice_find_sub(&D, r, D.sub_keep[i]), i);
        }
        assert_int_equal(D.sub_keep[first], 0);
        assert_int_equal(D.sub_keep[end - 1], YZ_ROLL0 + r);
        for (unsigned mask = 0; mask < 32; mask++)
            assert_true(yz_dice_find_sub(&D, r, D.keep_of_mask[r][mask]) >= 0);
    }
    assert_int_equal(D.sub_first[1] - D.sub_first[0], 6); /* 1-1-1-1-1: how many ones */
    assert_int_equal(yz_dice_find_sub(&D, 0, keep_of("2")), -1);
}

static void masks_name_the_sorted_dice_from_the_left(void **state) {
    (void)state;
    int r = keep_of("11236") - YZ_ROLL0;
    static const struct {
        unsigned mask;
        const char *keep;
    } cases[] = {{0x00, ""},  {0x01, "1"},   {0x02, "1"},    {0x03, "11"},
                 {0x10, "6"}, {0x0d, "123"}, {0x1f, "11236"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(D.keep_of_mask[r][cases[i].mask], keep_of(cases[i].keep));
    assert_int_equal(D.sub_mask[yz_dice_find_sub(&D, r, keep_of("1"))], 0x01);
}

static void completions_are_what_the_other_dice_make(void **state) {
    (void)state;
    static const int power[] = {7776, 1296, 216, 36, 6, 1};
    static const int distinct[] = {252, 126, 56, 21, 6, 1};
    for (int k = 0; k < YZ_KEEPS; k++) {
        int fell[YZ_ROLLS] = {0}, n = D.outcomes[k], size = D.size[k];
        uint8_t roll[YZ_ROLLS];
        double p[YZ_ROLLS], total = 0;
        assert_int_equal(n, power[size]);
        for (int i = 0; i < n; i++) { /* roll the rest in every order */
            int made = k;
            for (int j = size, rest = i; j < YZ_DICE; j++, rest /= YZ_FACES)
                made = D.add[made][rest % YZ_FACES];
            fell[made - YZ_ROLL0]++;
        }
        for (int i = 0; i < n; i++)
            fell[yz_dice_complete(&D, k, (uint32_t)i)]--;
        for (int r = 0; r < YZ_ROLLS; r++)
            assert_int_equal(fell[r], 0);
        assert_int_equal(yz_dice_outcomes(&D, k, roll, p), distinct[size]);
        for (int i = 0; i < distinct[size]; i++) {
            assert_true(i == 0 || roll[i] > roll[i - 1]);
            assert_true(yz_dice_inside(&D, k, YZ_ROLL0 + roll[i]));
            total += p[i];
        }
        assert_true(fabs(total - 1) < 1e-14);
    }
}

static void the_empty_keep_falls_like_a_fresh_roll(void **state) {
    (void)state;
    uint8_t roll[YZ_ROLLS];
    double p[YZ_ROLLS];
    yz_dice_outcomes(&D, 0, roll, p);
    for (int r = 0; r < YZ_ROLLS; r++) {
        assert_int_equal(roll[r], r);
        assert_true(p[r] == D.chance[r]);
    }
}

static void wrong_dice_are_refused(void **state) {
    (void)state;
    static const uint8_t zero[YZ_DICE] = {1, 2, 0, 4, 5}, seven[YZ_DICE] = {1, 2, 7, 4, 5};
    assert_true(yz_dice_roll(&D, zero) < 0);
    assert_true(yz_dice_roll(&D, seven) < 0);
    assert_true(yz_dice_keep(&D, seven, 6) < 0);
    assert_true(yz_dice_keep(&D, seven, -1) < 0);
    assert_int_equal(yz_dice_keep(&D, seven, 2), keep_of("12"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_order_of_the_sorted_dice),
        cmocka_unit_test(dice_counts_and_sums_agree),
        cmocka_unit_test(a_die_added_can_be_removed),
        cmocka_unit_test(parts_are_all_keeps_of_one_die_less),
        cmocka_unit_test(halves_hold_the_counts),
        cmocka_unit_test(the_mean_weighs_each_roll_with_its_chance),
        cmocka_unit_test(fresh_rolls_have_the_chances_of_7776_ordered_ones),
        cmocka_unit_test(keeps_are_the_16807_ordered_positions_of_a_report),
        cmocka_unit_test(inside_means_no_face_shows_more_often),
        cmocka_unit_test(subkeeps_are_sorted_distinct_and_complete),
        cmocka_unit_test(masks_name_the_sorted_dice_from_the_left),
        cmocka_unit_test(completions_are_what_the_other_dice_make),
        cmocka_unit_test(the_empty_keep_falls_like_a_fresh_roll),
        cmocka_unit_test(wrong_dice_are_refused),
    };
    yz_dice_init(&D);
    return cmocka_run_group_tests_name("yahtzee dice", tests, NULL, NULL);
}
