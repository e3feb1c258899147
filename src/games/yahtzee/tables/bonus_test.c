#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bonus.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];
static yz_solution *S[YZ_RULE_SETS];

static yz_bonus *opened(int id, enum yz_event event, int threads) {
    yz_bonus *bonus;
    assert_int_equal(yz_bonus_open(&bonus, &D, &R[id], S[id], event, threads, NULL), 0);
    return bonus;
}

static void whole_game(void **state) {
    (void)state;
    static const struct {
        enum yz_rules_id rules;
        enum yz_event event;
        double chance, digits;
    } cases[] = {
        /* the shared page of game facts */
        {YZ_HASBRO, YZ_EVENT_BONUS, 0.68122, 1e-5},
        {YZ_HASBRO, YZ_EVENT_FIFTY, 0.33737, 1e-5},
        {YZ_PLAIN, YZ_EVENT_BONUS, 0.689777, 1e-6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct yz_card empty = {0, 0, 0};
        yz_bonus *bonus = opened((int)cases[i].rules, cases[i].event, 2);
        assert_true(fabs(yz_bonus_value(bonus, empty) - cases[i].chance) < cases[i].digits / 2 + 1e-9);
        yz_bonus_close(bonus);
    }
}

/* The value of a card from the values of those behind it, by one turn of the best play. */
static double one_turn(const yz_bonus *bonus, const struct yz_rules *rules, const yz_solution *solution,
                       struct yz_card card) {
    struct yz_turn turn;
    double keep[2][YZ_KEEPS], sum = 0;
    yz_turn_init(&turn, &D, rules, card, yz_solution_value_fn, solution);
    yz_bonus_keeps(bonus, card, &turn, keep);
    for (int r = 0; r < YZ_ROLLS; r++)
        sum += D.chance[r] * keep[1][turn.hold[1][r]];
    return sum;
}

static void every_card_follows_from_the_next(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        for (int event = 0; event < 2; event++) {
            yz_bonus *bonus = opened(id, (enum yz_event)event, 2);
            int n = 0;
            for (unsigned filled = 0; filled < R[id].all; filled++) {
                for (unsigned rest = 0; rest < 128; rest++) {
                    struct yz_card card = {(uint16_t)filled, (uint8_t)(rest / 2), (uint8_t)(rest % 2)};
                    bool known = event == YZ_EVENT_FIFTY && yz_card_has(card, R[id].yahtzee);
                    if (!yz_card_valid(&R[id], card) || known || n++ % 601 != 0)
                        continue; /* some of each kind are enough */
                    double chance = one_turn(bonus, &R[id], S[id], card);
                    assert_true(fabs(yz_bonus_value(bonus, card) - chance) < 1e-9);
                }
            }
            yz_bonus_close(bonus);
        }
    }
}

static void known_without_work(void **state) {
    (void)state;
    yz_bonus *bonus = opened(YZ_HASBRO, YZ_EVENT_BONUS, 1);
    static const struct {
        struct yz_card card;
        double chance;
    } cases[] = {
        {{0x0038, 63, 0}, 1}, /* paid */
        {{0x003f, 62, 0}, 0}, /* all upper boxes filled */
        {{0x1fdf, 32, 0}, 0}, /* sixes bring 30 at most */
        {{0x1fff, 63, 1}, 1}, {{0x1fff, 0, 0}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(yz_card_valid(&R[YZ_HASBRO], cases[i].card));
        assert_true(yz_bonus_value(bonus, cases[i].card) == cases[i].chance);
    }
    yz_bonus_close(bonus);
}

/* One box left: by hand, three rolls for five sixes are needed. */
static void five_sixes(void **state) {
    (void)state;
    yz_bonus *bonus = opened(YZ_PLAIN, YZ_EVENT_BONUS, 1);
    yz_bonus *fifty = opened(YZ_PLAIN, YZ_EVENT_FIFTY, 1);
    double die = 1 - pow(5.0 / 6, 3), five = pow(die, 5);
    struct yz_card sixes = {0x1fdf, 33, 0}, yahtzee = {0x17ff, 40, 0};
    int roll = yz_dice_roll(&D, (uint8_t[]){6, 6, 6, 6, 6});
    assert_true(fabs(yz_bonus_value(bonus, sixes) - five) < 1e-12);
    assert_true(yz_bonus_box(bonus, sixes, roll, 5) == 1);
    assert_true(yz_bonus_box(bonus, sixes, 0, 5) == 0);
    assert_true(fabs(yz_bonus_value(fifty, yahtzee) - 0.04602864) < 1e-8); /* a yahtzee in three rolls */
    assert_true(yz_bonus_box(fifty, yahtzee, roll, YZ_YAHTZEE) == 1);
    assert_true(yz_bonus_box(fifty, yahtzee, 1, YZ_YAHTZEE) == 0);
    yz_bonus_close(bonus);
    yz_bonus_close(fifty);
}

static void threads_change_nothing(void **state) {
    (void)state;
    yz_bonus *one = opened(YZ_HASBRO, YZ_EVENT_BONUS, 1), *three = opened(YZ_HASBRO, YZ_EVENT_BONUS, 3);
    for (unsigned filled = 0; filled < 0x1fff; filled += 7) {
        for (int upper = 0; upper < 64; upper++) {
            struct yz_card card = {(uint16_t)filled, (uint8_t)upper, 0};
            if (yz_card_valid(&R[YZ_HASBRO], card))
                assert_true(yz_bonus_value(one, card) == yz_bonus_value(three, card));
        }
    }
    yz_bonus_close(one);
    yz_bonus_close(three);
}

/* Beside the chances of either event every vector unit finds the same values as without, and the same chances. */
static void units_find_the_same(void **state) {
    (void)state;
    const char *units[4];
    static const int ids[] = {YZ_HASBRO, YZ_PLAIN}; /* with further yahtzees and without */
    yz_solve_units(units);
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        int id = ids[k];
        size_t lanes = yz_solution_lanes(S[id]);
        double *first = NULL;
        for (int i = 0; units[i] != NULL; i++) {
            yz_solution *s;
            double *chances;
            assert_int_equal(yz_solve_event_on(units[i], &s, &chances, &D, &R[id], YZ_EVENT_BONUS, 2, NULL),
                             0);
            assert_int_equal(yz_solution_lanes(s), lanes);
            for (unsigned filled = 0; filled <= R[id].all; filled += 5) {
                for (int upper = 0; upper < 64; upper++) {
                    struct yz_card card = {(uint16_t)filled, (uint8_t)upper, 0};
                    if (!yz_card_valid(&R[id], card))
                        continue;
                    double chance = chances[yz_solution_lane(s, card)];
                    assert_true(yz_solution_value(s, card) == yz_solution_value(S[id], card));
                    assert_true(chance >= 0 && chance <= 1 && (chance == 0 || !yz_solution_settled(s, card)));
                    assert_true(first == NULL || chance == first[yz_solution_lane(s, card)]);
                }
            }
            yz_solution_close(s);
            if (first == NULL)
                first = chances;
            else
                free(chances);
        }
        free(first);
    }
}

int main(void) {
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_rules_init(&R[id], &D, id);
        if (yz_solve(&S[id], &D, &R[id], 2, NULL) != 0)
            return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_game),
        cmocka_unit_test(every_card_follows_from_the_next),
        cmocka_unit_test(known_without_work),
        cmocka_unit_test(five_sixes),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(units_find_the_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_solution_close(S[id]);
    return failed;
}
