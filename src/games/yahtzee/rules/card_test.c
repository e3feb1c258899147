#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "card.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];

static int roll_of(const char *text) {
    uint8_t faces[YZ_DICE];
    for (int i = 0; i < YZ_DICE; i++)
        faces[i] = (uint8_t)(text[i] - '0');
    return yz_dice_roll(&D, faces);
}

/* A card is drawn as a row of boxes: '.' open, '#' filled, and in the box for
 * five equal dice '5' if it holds 50 and '0' if it holds 0.
 *
 *   123456 34fslYc           123456 12tfSLhcY  (yatzy) */
static struct yz_card card_of(const struct yz_rules *rules, const char *drawn, int upper) {
    struct yz_card card = {0, (uint8_t)upper, 0};
    int box = 0;
    for (; *drawn; drawn++) {
        if (*drawn == ' ')
            continue;
        if (*drawn != '.')
            card.filled = (uint16_t)(card.filled | 1u << box);
        if (*drawn == '5')
            card.fifty = 1;
        box++;
    }
    assert_int_equal(box, rules->boxes);
    assert_true(yz_card_valid(rules, card));
    return card;
}

static void plain_points(void **state) {
    (void)state;
    /* clang-format off */
    static const struct {
        const char *roll;
        int points[YZ_BOXES];
    } cases[] = {
        /*            1   2   3   4   5   6  3k  4k  fh  ss  ls   Y  ch */
        {"11236", {  2,  2,  3,  0,  0,  6,  0,  0,  0,  0,  0,  0, 13}},
        {"12345", {  1,  2,  3,  4,  5,  0,  0,  0,  0, 30, 40,  0, 15}},
        {"65432", {  0,  2,  3,  4,  5,  6,  0,  0,  0, 30, 40,  0, 20}},
        {"12346", {  1,  2,  3,  4,  0,  6,  0,  0,  0, 30,  0,  0, 16}},
        {"13456", {  1,  0,  3,  4,  5,  6,  0,  0,  0, 30,  0,  0, 19}},
        {"33456", {  0,  0,  6,  4,  5,  6,  0,  0,  0, 30,  0,  0, 21}},
        {"12456", {  1,  2,  0,  4,  5,  6,  0,  0,  0,  0,  0,  0, 18}},
        {"22255", {  0,  6,  0,  0, 10,  0, 16,  0, 25,  0,  0,  0, 16}},
        {"22555", {  0,  4,  0,  0, 15,  0, 19,  0, 25,  0,  0,  0, 19}},
        {"22553", {  0,  4,  3,  0, 10,  0,  0,  0,  0,  0,  0,  0, 17}},
        {"44456", {  0,  0,  0, 12,  5,  6, 23,  0,  0,  0,  0,  0, 23}},
        {"44441", {  1,  0,  0, 16,  0,  0, 17, 17,  0,  0,  0,  0, 17}},
        {"66666", {  0,  0,  0,  0,  0, 30, 30, 30,  0,  0,  0, 50, 30}},
        {"11111", {  5,  0,  0,  0,  0,  0,  5,  5,  0,  0,  0, 50,  5}},
    };
    /* clang-format on */
    for (int id = YZ_HASBRO; id <= YZ_BONUS; id++) {
        struct yz_card card = {0, 0, 0};
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            int roll = roll_of(cases[i].roll);
            assert_int_equal(yz_card_legal(&R[id], card, roll), 0x1fff);
            for (int box = 0; box < YZ_BOXES; box++)
                assert_int_equal(yz_mark_total(yz_card_mark(&R[id], card, roll, box)), cases[i].points[box]);
        }
    }
}

/* A notebook counts what may be in a box, an open one included: 7 in an upper box, 28 in three or four of a kind, 3 where the
 * points are fixed, 28 in the chance. A chance has no zero, so that here 27 are in it. */
static void boxes_have_the_contents_of_a_notebook(void **state) {
    (void)state;
    static const int contents[YZ_BOXES] = {7, 7, 7, 7, 7, 7, 28, 28, 3, 3, 3, 3, 27};
    enum { MOST = 51 };
    struct yz_card card = {0, 0, 0};
    for (int box = 0; box < YZ_BOXES; box++) {
        bool seen[MOST] = {false};
        int count = 1; /* open */
        for (int roll = 0; roll < YZ_ROLLS; roll++) {
            int points = yz_mark_total(yz_card_mark(&R[YZ_PLAIN], card, roll, box));
            assert_in_range(points, 0, MOST - 1);
            count += !seen[points];
            seen[points] = true;
        }
        assert_int_equal(count, contents[box]);
    }
}

static void yatzy_points(void **state) {
    (void)state;
    /* clang-format off */
    static const struct {
        const char *roll;
        int points[YZ_Y_BOXES];
    } cases[] = {
        /*            1   2   3   4   5   6  1p  2p  3k  4k  ss  ls  fh  ch   Y */
        {"11236", {  2,  2,  3,  0,  0,  6,  2,  0,  0,  0,  0,  0,  0, 13,  0}},
        {"12345", {  1,  2,  3,  4,  5,  0,  0,  0,  0,  0, 15,  0,  0, 15,  0}},
        {"23456", {  0,  2,  3,  4,  5,  6,  0,  0,  0,  0,  0, 20,  0, 20,  0}},
        {"12346", {  1,  2,  3,  4,  0,  6,  0,  0,  0,  0,  0,  0,  0, 16,  0}},
        {"33664", {  0,  0,  6,  4,  0, 12, 12, 18,  0,  0,  0,  0,  0, 22,  0}},
        {"22255", {  0,  6,  0,  0, 10,  0, 10, 14,  6,  0,  0,  0, 16, 16,  0}},
        {"22555", {  0,  4,  0,  0, 15,  0, 10, 14, 15,  0,  0,  0, 19, 19,  0}},
        {"33336", {  0,  0, 12,  0,  0,  6,  6,  0,  9, 12,  0,  0,  0, 18,  0}},
        {"66666", {  0,  0,  0,  0,  0, 30, 12,  0, 18, 24,  0,  0,  0, 30, 50}},
        {"11111", {  5,  0,  0,  0,  0,  0,  2,  0,  3,  4,  0,  0,  0,  5, 50}},
    };
    /* clang-format on */
    struct yz_card card = {0, 0, 0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int roll = roll_of(cases[i].roll);
        assert_int_equal(yz_card_legal(&R[YZ_YATZY], card, roll), 0x7fff);
        for (int box = 0; box < YZ_Y_BOXES; box++) {
            assert_int_equal(yz_mark_total(yz_card_mark(&R[YZ_YATZY], card, roll, box)),
                             cases[i].points[box]);
        }
    }
}

/* One yahtzee on one card: which boxes are open to it, and what the row of boxes brings ("-": not allowed).
 */
struct yahtzee_case {
    enum yz_rules_id rules;
    const char *card;
    const char *roll;
    const char *brings;
};

static void check_yahtzee(const struct yahtzee_case *c) {
    const struct yz_rules *rules = &R[c->rules];
    struct yz_card card = card_of(rules, c->card, 0);
    int roll = roll_of(c->roll);
    unsigned legal = yz_card_legal(rules, card, roll);
    const char *at = c->brings;
    for (int box = 0; box < rules->boxes; box++) {
        while (*at == ' ')
            at++;
        if (*at == '-') {
            assert_false(legal >> box & 1u);
            at++;
            continue;
        }
        int expected = 0;
        while (*at >= '0' && *at <= '9')
            expected = 10 * expected + *at++ - '0';
        assert_true(legal >> box & 1u);
        assert_int_equal(yz_mark_total(yz_card_mark(rules, card, roll, box)), expected);
    }
}

static void further_yahtzees(void **state) {
    (void)state;
    /* clang-format off */
    static const struct yahtzee_case cases[] = {
        /* the yahtzee box is open: any box, no joker, no bonus */
        {YZ_HASBRO, "...#.. .......", "44444", "0 0 0 - 0 0  20 20  0  0  0 50 20"},
        {YZ_FREE,   "...#.. .......", "44444", "0 0 0 - 0 0  20 20  0  0  0 50 20"},
        {YZ_BONUS,  "...#.. .......", "44444", "0 0 0 - 0 0  20 20  0  0  0 50 20"},
        {YZ_PLAIN,  "...#.. .......", "44444", "0 0 0 - 0 0  20 20  0  0  0 50 20"},
        /* the upper box of the face is open: forced there, or free without joker values */
        {YZ_HASBRO, "...... .....5.", "44444", "- - - 120 - -  - - - - - - -"},
        {YZ_HASBRO, "...... .....0.", "44444", "- - -  20 - -  - - - - - - -"},
        {YZ_FREE,   "...... .....5.", "44444", "100 100 100 120 100 100  120 120 100 100 100 - 120"},
        {YZ_FREE,   "...... .....0.", "44444", "0 0 0 20 0 0  20 20 0 0 0 - 20"},
        {YZ_BONUS,  "...... .....5.", "44444", "100 100 100 120 100 100  120 120 100 100 100 - 120"},
        {YZ_PLAIN,  "...... .....#.", "44444", "0 0 0 20 0 0  20 20 0 0 0 - 20"},
        /* it is filled: a joker below */
        {YZ_HASBRO, "...#.. .....5.", "44444", "- - - - - -  120 120 125 130 140 - 120"},
        {YZ_HASBRO, "...#.. .....0.", "44444", "- - - - - -   20  20  25  30  40 -  20"},
        {YZ_HASBRO, "...#.. #.#..0#", "44444", "- - - - - -    -  20   -  30  40 -   -"},
        {YZ_FREE,   "...#.. .....5.", "44444", "100 100 100 - 100 100  120 120 125 130 140 - 120"},
        {YZ_FREE,   "...#.. .....0.", "44444", "0 0 0 - 0 0   20  20  25  30  40 -  20"},
        {YZ_BONUS,  "...#.. .....5.", "44444", "100 100 100 - 100 100  120 120 100 100 100 - 120"},
        {YZ_BONUS,  "...#.. .....0.", "44444", "0 0 0 - 0 0  20 20 0 0 0 - 20"},
        {YZ_PLAIN,  "...#.. .....#.", "44444", "0 0 0 - 0 0  20 20 0 0 0 - 20"},
        /* nothing open below: a zero above, the bonus all the same */
        {YZ_HASBRO, "..##.# #####5#", "44444", "100 100 - - 100 -  - - - - - - -"},
        {YZ_HASBRO, "..##.# #####0#", "44444", "0 0 - - 0 -  - - - - - - -"},
        {YZ_FREE,   "..##.# #####5#", "44444", "100 100 - - 100 -  - - - - - - -"},
        /* the Scandinavian card knows neither */
        {YZ_YATZY,  "...#.. ........#", "44444", "0 0 0 - 0 0  8 0 12 16 0 0 0 20 -"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_yahtzee(&cases[i]);
}

static void other_rolls_are_never_jokers(void **state) {
    (void)state;
    for (int id = YZ_HASBRO; id <= YZ_BONUS; id++) {
        struct yz_card card = card_of(&R[id], id == YZ_PLAIN ? "###### .....#." : "###### .....5.", 10);
        int roll = roll_of("44443");
        assert_int_equal(yz_card_legal(&R[id], card, roll), 0x17c0);
        assert_int_equal(yz_mark_total(yz_card_mark(&R[id], card, roll, YZ_FULL_HOUSE)), 0);
        assert_int_equal(yz_mark_total(yz_card_mark(&R[id], card, roll, YZ_FOUR)), 19);
    }
}

static void the_upper_bonus_is_paid_at_63(void **state) {
    (void)state;
    static const struct {
        int before;
        const char *roll;
        int box, bonus, after;
    } cases[] = {
        {39, "66661", 5, 1, 63}, /* exactly */
        {38, "66661", 5, 0, 62}, /* one short */
        {60, "66666", 5, 1, 63}, /* beyond: the total is clamped */
        {63, "66666", 5, 0, 63}, /* paid already */
        {62, "66666", 6, 0, 62}, /* a lower box does not count */
        {62, "12345", 5, 0, 62}, /* a zero brings nothing */
    };
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct yz_card card = {0x1f, (uint8_t)cases[i].before, 0};
            int roll = roll_of(cases[i].roll);
            struct yz_mark mark = yz_card_mark(&R[id], card, roll, cases[i].box);
            struct yz_card after = yz_card_after(&R[id], card, roll, cases[i].box);
            assert_int_equal(mark.upper_bonus, cases[i].bonus ? (id == YZ_YATZY ? 50 : 35) : 0);
            assert_int_equal(after.upper, cases[i].after);
            assert_int_equal(after.filled, 0x1f | 1 << cases[i].box);
        }
    }
}

static void the_hundred_never_counts_toward_63(void **state) {
    (void)state;
    struct yz_card card = card_of(&R[YZ_HASBRO], ".##### .....5.", 50);
    struct yz_mark mark = yz_card_mark(&R[YZ_HASBRO], card, roll_of("11111"), 0);
    assert_int_equal(mark.points, 5);
    assert_int_equal(mark.hundred, 100);
    assert_int_equal(mark.upper_bonus, 0);
    assert_int_equal(yz_card_after(&R[YZ_HASBRO], card, roll_of("11111"), 0).upper, 55);
}

static void only_a_fifty_that_pays_is_remembered(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        struct yz_card card = {0, 0, 0};
        int box = R[id].yahtzee, pays = id != YZ_PLAIN && id != YZ_YATZY;
        assert_int_equal(yz_card_after(&R[id], card, roll_of("44444"), box).fifty, pays);
        assert_int_equal(yz_card_after(&R[id], card, roll_of("44443"), box).fifty, 0);
        assert_int_equal(yz_card_mark(&R[id], card, roll_of("44444"), box).points, 50);
    }
}

/* The best game of all: twelve more yahtzees after the first. */
static void thirteen_yahtzees_make_1575(void **state) {
    (void)state;
    static const struct {
        const char *roll;
        int box;
    } game[] = {
        {"66666", YZ_YAHTZEE},
        {"11111", 0},
        {"22222", 1},
        {"33333", 2},
        {"44444", 3},
        {"55555", 4},
        {"66666", 5},
        {"66666", YZ_THREE},
        {"66666", YZ_FOUR},
        {"66666", YZ_CHANCE},
        {"11111", YZ_FULL_HOUSE},
        {"11111", YZ_SMALL_STRAIGHT},
        {"11111", YZ_LARGE_STRAIGHT},
    };
    struct yz_card card = {0, 0, 0};
    int score = 0;
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++) {
        int roll = roll_of(game[i].roll);
        assert_true(yz_card_legal(&R[YZ_HASBRO], card, roll) >> game[i].box & 1u);
        score += yz_mark_total(yz_card_mark(&R[YZ_HASBRO], card, roll, game[i].box));
        card = yz_card_after(&R[YZ_HASBRO], card, roll, game[i].box);
    }
    assert_true(yz_card_full(&R[YZ_HASBRO], card));
    assert_int_equal(score, YZ_MAX_SCORE);
    assert_int_equal(yz_card_legal(&R[YZ_HASBRO], card, 0), 0);
}

/* The number of cards of hasbro: the table of the specification. */
static void valid_cards_are_counted(void **state) {
    (void)state;
    static const int expected[YZ_RULE_SETS] = {536448, 536448, 357632, 536448, 1430528};
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        int cards = 0;
        for (unsigned filled = 0; filled <= 0xffff; filled++) {
            for (unsigned rest = 0; rest < 256; rest++) {
                struct yz_card card = {(uint16_t)filled, (uint8_t)(rest >> 1), rest & 1u};
                cards += yz_card_valid(&R[id], card);
            }
        }
        assert_int_equal(cards, expected[id]);
    }
}

static void classes_hold_all_that_the_lower_boxes_see(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        const struct yz_rules *rules = &R[id];
        assert_true(rules->patterns <= YZ_MAX_PATTERNS);
        assert_true(rules->classes <= YZ_MAX_CLASSES);
        assert_true(rules->hit_first[rules->boxes] <= YZ_MAX_HITS);
        for (int roll = 0; roll < YZ_ROLLS; roll++) {
            if (rules->equal[roll] >= 0)
                continue;
            int class = rules->class_of[roll];
            assert_int_equal(rules->class_sum[class], rules->points[rules->chance][roll]);
            for (int box = YZ_UPPER_BOXES; box < rules->boxes; box++) {
                int points = box == rules->chance ? rules->class_sum[class] : 0;
                for (int i = rules->hit_first[box]; i < rules->hit_first[box + 1]; i++) {
                    points +=
                        rules->hits[i].pattern == rules->class_pattern[class] ? rules->hits[i].points : 0;
                }
                assert_int_equal(points, rules->points[box][roll]);
            }
        }
    }
}

static void names(void **state) {
    (void)state;
    struct yz_rules none;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        assert_int_equal(yz_rules_find(yz_rules_name(id)), id);
        for (int a = 0; a < R[id].boxes; a++) {
            assert_non_null(yz_box_name(&R[id], a));
            for (int b = 0; b < a; b++)
                assert_string_not_equal(yz_box_name(&R[id], a), yz_box_name(&R[id], b));
        }
        assert_non_null(strstr("yahtzee yatzy", yz_box_name(&R[id], R[id].yahtzee)));
    }
    assert_int_equal(yz_rules_find("Hasbro"), -1);
    assert_int_equal(yz_rules_find(""), -1);
    assert_null(yz_rules_name(YZ_RULE_SETS));
    assert_null(yz_rules_name(-1));
    assert_true(yz_rules_init(&none, &D, YZ_RULE_SETS) < 0);
    assert_true(yz_rules_init(&none, &D, -1) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_points),
        cmocka_unit_test(boxes_have_the_contents_of_a_notebook),
        cmocka_unit_test(yatzy_points),
        cmocka_unit_test(further_yahtzees),
        cmocka_unit_test(other_rolls_are_never_jokers),
        cmocka_unit_test(the_upper_bonus_is_paid_at_63),
        cmocka_unit_test(the_hundred_never_counts_toward_63),
        cmocka_unit_test(only_a_fifty_that_pays_is_remembered),
        cmocka_unit_test(thirteen_yahtzees_make_1575),
        cmocka_unit_test(valid_cards_are_counted),
        cmocka_unit_test(classes_hold_all_that_the_lower_boxes_see),
        cmocka_unit_test(names),
    };
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    return cmocka_run_group_tests_name("yahtzee card", tests, NULL, NULL);
}
