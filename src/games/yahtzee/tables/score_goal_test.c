#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "score_goal.h"

#include "naive.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];

/* A card drawn as in card_test.c: '.' open, '#' filled, '5' the yahtzee box with 50. */
static struct yz_card card_of(const struct yz_rules *rules, const char *drawn, int upper) {
    struct yz_card card = {0, (uint8_t)upper, 0};
    for (int box = 0; *drawn; drawn++) {
        if (*drawn == ' ')
            continue;
        card.filled = (uint16_t)(card.filled | (*drawn != '.' ? 1u << box : 0));
        card.fifty = *drawn == '5' ? 1 : card.fifty;
        box++;
    }
    assert_true(yz_card_valid(rules, card));
    return card;
}

static const struct {
    enum yz_rules_id rules;
    const char *card;
    int upper, points;
} CARDS[] = {
    {YZ_HASBRO, "#####. ####.##", 50, 212}, /* sixes for the bonus, large straight */
    {YZ_HASBRO, "###### #####0.", 63, 190}, /* chance after a 0: a joker without bonus */
    {YZ_HASBRO, "###### ...##5#", 40, 230}, /* jokers and hundreds */
    {YZ_HASBRO, "##.### ######.", 55, 240}, /* threes for the bonus, chance */
    {YZ_FREE, "#####. ##.##5#", 41, 200},    {YZ_FREE, "#.#### ####.5#", 60, 260},
    {YZ_PLAIN, "####.. ######.", 30, 150},   {YZ_PLAIN, "###### ..#####", 12, 99},
    {YZ_BONUS, "#####. #####5.", 35, 188},   {YZ_BONUS, "###### ####..#", 63, 215},
    {YZ_YATZY, "#####. ########.", 45, 150}, {YZ_YATZY, "###### .#######.", 63, 180},
    {YZ_YATZY, "#####. ..#######", 50, 140},
};

static int target;

static double at_least(int score) {
    return score >= target;
}

/* The chance to beat an opponent who ends between 200 and 300. */
static double beats(int score) {
    return score < 200 ? 0 : score >= 300 ? 1 : (score - 200) / 100.0;
}

static struct yz_score_goal *solved(const struct yz_score_goal_setup *setup, int threads) {
    struct yz_score_goal *goal;
    assert_int_equal(yz_score_goal_open(&goal, setup), 0);
    assert_int_equal(yz_score_goal_solve(goal, threads, NULL, "test"), 0);
    return goal;
}

static void check_cards(bool smooth) {
    double worth[100];
    for (int i = 0; i < 100; i++)
        worth[i] = beats(200 + i);
    for (size_t i = 0; i < sizeof CARDS / sizeof CARDS[0]; i++) {
        const struct yz_rules *rules = &R[CARDS[i].rules];
        struct yz_card card = card_of(rules, CARDS[i].card, CARDS[i].upper);
        for (int more = 0; more < 200; more = smooth ? 200 : more * 2 + 13) {
            struct naive naive;
            target = CARDS[i].points + more;
            naive_init(&naive, &D, rules, smooth ? beats : at_least);
            struct yz_score_goal_setup setup = {&D, rules, card, CARDS[i].points, target, target, NULL};
            if (smooth) {
                setup.low = 200;
                setup.high = 300;
                setup.worth = worth;
            }
            struct yz_score_goal *goal = solved(&setup, 2);
            double expected = naive_value(&naive, card, CARDS[i].points);
            double got = yz_score_goal_value(goal, card, CARDS[i].points);
            if (fabs(got - expected) > 1e-6 * expected)
                fail_msg("card %zu, %d more: %.9g, expected %.9g", i, more, got, expected);
            yz_score_goal_close(goal);
            naive_release(&naive);
        }
    }
}

static void steps_as_by_hand(void **state) {
    (void)state;
    check_cards(false);
}

static void slopes_as_by_hand(void **state) {
    (void)state;
    check_cards(true);
}

/* A goal from an earlier card knows the later ones as well as their own goals do. */
static void later_cards(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_HASBRO];
    struct yz_card early = card_of(rules, "#####. .###..#", 45), late = card_of(rules, "###### ####.5#", 63);
    int late_points = 265;
    struct yz_score_goal_setup setup = {&D, rules, early, 140, 300, 300, NULL};
    struct yz_score_goal *goal = solved(&setup, 1);
    setup.card = late;
    setup.points = late_points;
    struct yz_score_goal *own = solved(&setup, 1);
    assert_true(yz_score_goal_value(own, late, late_points) > 0.1);
    assert_true(fabs(yz_score_goal_value(own, late, late_points) -
                     yz_score_goal_value(goal, late, late_points)) < 1e-9);
    yz_score_goal_close(goal);
    yz_score_goal_close(own);
}

static void certain_and_impossible(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_PLAIN];
    struct yz_card card = card_of(rules, "###### #####..", 20);
    static const struct {
        int score;
        double chance;
    } cases[] = {
        {100, 1},
        {105, 1}, /* chance brings 5 at least */
        {181, 0}, /* 50 and 30 at most */
        {400, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct yz_score_goal_setup setup = {&D, rules, card, 100, cases[i].score, cases[i].score, NULL};
        struct yz_score_goal *goal = solved(&setup, 1);
        assert_true(fabs(yz_score_goal_value(goal, card, 100) - cases[i].chance) < 1e-12);
        yz_score_goal_close(goal);
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_HASBRO];
    struct yz_card card = card_of(rules, "###... ##....#", 9);
    struct yz_score_goal_setup setup = {&D, rules, card, 70, 250, 250, NULL};
    struct yz_score_goal *one = solved(&setup, 1), *three = solved(&setup, 3);
    size_t n, m;
    const float *a = yz_score_goal_values(one, &n), *b = yz_score_goal_values(three, &m);
    assert_int_equal(n, m);
    assert_memory_equal(a, b, n * sizeof *a);
    yz_score_goal_close(one);
    yz_score_goal_close(three);
}

static void stops(void **state) {
    (void)state;
    hra_stop stop = {1};
    hra_progress progress = {.stop = &stop};
    struct yz_score_goal_setup setup = {&D, &R[YZ_HASBRO], {0, 0, 0}, 0, 300, 300, NULL};
    struct yz_score_goal *goal;
    assert_int_equal(yz_score_goal_open(&goal, &setup), 0);
    assert_int_equal(yz_score_goal_solve(goal, 2, &progress, "test"), HRA_ESTOPPED);
    yz_score_goal_close(goal);
}

int main(void) {
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_as_by_hand),
        cmocka_unit_test(slopes_as_by_hand),
        cmocka_unit_test(later_cards),
        cmocka_unit_test(certain_and_impossible),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
