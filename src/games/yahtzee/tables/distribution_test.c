#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "distribution.h"

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];

static double total(const struct yz_distribution *d) {
    double sum = 0;
    for (int s = d->low; s <= d->high; s++)
        sum += d->chance[s - d->low];
    return sum;
}

/* ---- the whole game, best play --------------------------------------------------------------*/

/* Mean, standard deviation, median, mode, percentiles and extremes of the
 * shared page of game facts, which two programs without common code agree on;
 * 0 where it gives none. */
static const struct golden {
    enum yz_rules_id rules;
    double mean, stddev;
    int median, mode, lowest, highest;
    int percentiles[6]; /* 1, 5, 25, 75, 95, 99 */
} GOLDEN[] = {
    {YZ_HASBRO, 254.587728734496, 59.6079, 248, 266, 12, 1575, {151, 180, 217, 272, 388, 474}},
    {YZ_PLAIN, 245.870774514112, 39.82084, 247, 0, 0, 0, {151, 180, 217, 270, 316, 327}},
    {YZ_YATZY, 248.439989377855, 38.49640, 249, 0, 0, 0, {0}},
};

static void check_percentiles(const struct yz_distribution *d, const struct golden *g) {
    static const double q[6] = {0.01, 0.05, 0.25, 0.75, 0.95, 0.99};
    assert_int_equal(yz_distribution_percentile(d, 0.5), g->median);
    for (int i = 0; i < 6 && g->percentiles[0] != 0; i++)
        assert_int_equal(yz_distribution_percentile(d, q[i]), g->percentiles[i]);
}

static void best_play(void **state) {
    (void)state;
    static const struct yz_moment start = {.rolls = 3, .roll = -1};
    for (size_t i = 0; i < sizeof GOLDEN / sizeof GOLDEN[0]; i++) {
        const struct golden *g = &GOLDEN[i];
        struct yz_best best = {&D, &R[g->rules], NULL};
        struct yz_distribution d;
        yz_solution *solution;
        assert_int_equal(yz_solve(&solution, &D, &R[g->rules], 2, NULL), 0);
        best.solution = solution;
        struct yz_strategy strategy = yz_strategy_best(&best);
        assert_int_equal(yz_distribution_init(&d, &D, &R[g->rules], &strategy, &start, 2, NULL), 0);
        assert_true(fabs(total(&d) - 1) < 1e-12);
        assert_true(fabs(yz_distribution_mean(&d) - g->mean) < 1e-9);
        assert_true(fabs(yz_distribution_mean(&d) - yz_solution_value(solution, start.card)) < 1e-9);
        assert_true(fabs(yz_distribution_stddev(&d) - g->stddev) < 1e-3); /* see below */
        check_percentiles(&d, g);
        if (g->mode != 0) {
            assert_int_equal(yz_distribution_mode(&d), g->mode);
            assert_int_equal(d.low, g->lowest);
            assert_int_equal(d.high, g->highest);
        }
        yz_distribution_release(&d);
        yz_solution_close(solution);
    }
}

/* Choices of exactly equal means need not have equal spreads.  The shared
 * figures are those of a program that holds as few dice as it can then; ours
 * holds as many, which makes the standard deviation a little smaller. */
static void choose_restlessly(const void *self, struct yz_card card, struct yz_choices *out) {
    const struct yz_best *best = self;
    struct yz_turn turn;
    yz_turn_init(&turn, best->dice, best->rules, card, yz_solution_value_fn, best->solution);
    memcpy(out->box, turn.box, sizeof out->box);
    for (int level = 0; level < 2; level++) {
        for (int r = 0; r < YZ_ROLLS; r++) {
            int i = D.sub_first[r];
            double value = turn.keep[level][turn.hold[level][r]];
            while (turn.keep[level][D.sub_keep[i]] < value - 1e-9)
                i++;
            out->hold[level][r] = D.sub_keep[i];
        }
    }
}

static void equal_means_other_spreads(void **state) {
    (void)state;
    static const struct yz_moment start = {.rolls = 3, .roll = -1};
    const struct golden *g = &GOLDEN[1];
    yz_solution *solution;
    assert_int_equal(yz_solve(&solution, &D, &R[g->rules], 2, NULL), 0);
    struct yz_best best = {&D, &R[g->rules], solution};
    struct yz_strategy restless = {choose_restlessly, &best, true};
    struct yz_distribution d;
    assert_int_equal(yz_distribution_init(&d, &D, &R[g->rules], &restless, &start, 2, NULL), 0);
    assert_true(fabs(yz_distribution_mean(&d) - g->mean) < 1e-6);
    assert_true(fabs(yz_distribution_stddev(&d) - g->stddev) < 5e-6);
    check_percentiles(&d, g);
    yz_distribution_release(&d);
    yz_solution_close(solution);
}

/* ---- by hand ----------------------------------------------------------------------------------*/

/* Holds the face that lies most often (the highest of them), and fills the first box that is allowed. */
static void choose_simply(const void *self, struct yz_card card, struct yz_choices *out) {
    const struct yz_rules *rules = self;
    for (int r = 0; r < YZ_ROLLS; r++) {
        int face = 0, keep = 0, box = 0;
        for (int f = 0; f < YZ_FACES; f++)
            face = D.count[YZ_ROLL0 + r][f] >= D.count[YZ_ROLL0 + r][face] ? f : face;
        for (int n = 0; n < D.count[YZ_ROLL0 + r][face]; n++)
            keep = D.add[keep][face];
        while (!(yz_card_legal(rules, card, r) >> box & 1u))
            box++;
        out->hold[0][r] = out->hold[1][r] = (uint16_t)keep;
        out->hold[1][r] = (uint16_t)(card.upper % 2 ? keep : YZ_ROLL0 + r); /* looks at the total too */
        out->box[r] = (uint8_t)box;
    }
}

/* Adds p for each roll that this keep can become. */
static void become(double to[YZ_ROLLS], int keep, double p) {
    uint8_t roll[YZ_ROLLS];
    double probability[YZ_ROLLS];
    int n = yz_dice_outcomes(&D, keep, roll, probability);
    for (int i = 0; i < n; i++)
        to[roll[i]] += p * probability[i];
}

static void by_hand(double *score, const struct yz_strategy *strategy, const struct yz_rules *rules,
                    const struct yz_moment *m, double p) {
    static const double nothing[YZ_ROLLS];
    struct yz_choices choices;
    double now[YZ_ROLLS] = {0};
    if (yz_card_full(rules, m->card)) {
        score[m->points] += p;
        return;
    }
    strategy->choose(strategy->self, m->card, &choices);
    int rolls = m->rolls;
    if (m->roll >= 0) {
        now[m->roll] = 1;
    } else {
        become(now, m->keep, 1);
        rolls--;
    }
    for (; rolls > 0; rolls--) {
        double before[YZ_ROLLS];
        memcpy(before, now, sizeof now);
        memcpy(now, nothing, sizeof now);
        for (int r = 0; r < YZ_ROLLS; r++)
            become(now, choices.hold[rolls - 1][r], before[r]);
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        if (now[r] > 0) {
            int b = choices.box[r];
            struct yz_moment next = {yz_card_after(rules, m->card, r, b), m->points, 3, -1, 0};
            next.points += yz_mark_total(yz_card_mark(rules, m->card, r, b));
            by_hand(score, strategy, rules, &next, p * now[r]);
        }
    }
}

static struct yz_moment moment(unsigned filled, int upper, int fifty, int points, int rolls, int roll,
                               int keep) {
    return (struct yz_moment){{(uint16_t)filled, (uint8_t)upper, (uint8_t)fifty}, points, rolls, roll, keep};
}

static void compare(const struct yz_strategy *strategy, const struct yz_rules *rules,
                    const struct yz_moment *m) {
    double score[2000] = {0};
    struct yz_distribution d;
    assert_true(yz_card_valid(rules, m->card));
    assert_int_equal(yz_distribution_init(&d, &D, rules, strategy, m, 1, NULL), 0);
    by_hand(score, strategy, rules, m, 1);
    for (int s = 0; s < 2000; s++)
        assert_true(fabs(yz_distribution_exactly(&d, s) - score[s]) < 1e-13);
    assert_true(score[d.low] > 0 && score[d.high] > 0);
    assert_true(fabs(total(&d) - 1) < 1e-12);
    yz_distribution_release(&d);
}

static void last_boxes(void **state) {
    (void)state;
    const unsigned all = 0x1fff;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        const struct yz_rules *rules = &R[id];
        struct yz_strategy simple = {choose_simply, rules, false};
        unsigned none = rules->all & ~all; /* the two boxes more of yatzy stay filled */
        int fifty = rules->hundred > 0;
        struct yz_moment moments[] = {
            moment((all & ~(1u << 5)) | none, 45, fifty, 200, 3, -1, 0),            /* sixes for the bonus */
            moment((all & ~(1u << 5 | 1u << 2)) | none, 40, fifty, 180, 3, -1, 0),  /* and threes */
            moment((all & ~(1u << 9 | 1u << 8)) | none, 63, fifty, 240, 3, -1, 0),  /* jokers */
            moment((all & ~(1u << 5 | 1u << 12)) | none, 38, 0, 150, 2, -1, 30),    /* three dice held */
            moment((all & ~(1u << 5 | 1u << 12)) | none, 39, 0, 150, 2, 77, 0),     /* two rerolls left */
            moment((all & ~(1u << 4 | 1u << 6)) | none, 41, 0, 150, 1, 200, 0),     /* one */
            moment((all & ~(1u << 4 | 1u << 6)) | none, 41, fifty, 150, 0, 251, 0), /* a box is due */
            moment(all | none, 63, 0, 222, 3, -1, 0),                               /* nothing is left */
        };
        for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++)
            compare(&simple, rules, &moments[i]);
    }
}

static void best_play_by_hand(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_solution *solution;
        assert_int_equal(yz_solve(&solution, &D, &R[id], 1, NULL), 0);
        struct yz_best best = {&D, &R[id], solution};
        struct yz_strategy strategy = yz_strategy_best(&best);
        struct yz_moment m = moment(R[id].all & ~(1u << 5 | 1u << 7), 45, R[id].hundred > 0, 210, 3, -1, 0);
        compare(&strategy, &R[id], &m);
        m.card.upper = 30; /* no bonus any more */
        compare(&strategy, &R[id], &m);
        yz_solution_close(solution);
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    const struct yz_rules *rules = &R[YZ_HASBRO];
    struct yz_strategy simple = {choose_simply, rules, false};
    struct yz_moment m = moment(0x0fc7, 11, 1, 120, 3, -1, 0);
    struct yz_distribution one, three;
    assert_int_equal(yz_distribution_init(&one, &D, rules, &simple, &m, 1, NULL), 0);
    assert_int_equal(yz_distribution_init(&three, &D, rules, &simple, &m, 3, NULL), 0);
    assert_int_equal(one.low, three.low);
    assert_int_equal(one.high, three.high);
    assert_memory_equal(one.chance, three.chance, (size_t)(one.high - one.low + 1) * sizeof(double));
    yz_distribution_release(&one);
    yz_distribution_release(&three);
}

static void figures(void **state) {
    (void)state;
    double chance[] = {0.25, 0, 0.5, 0.25};
    struct yz_distribution d = {10, 13, chance}; /* mean 11.75 */
    assert_true(fabs(yz_distribution_mean(&d) - 11.75) < 1e-12);
    assert_true(fabs(yz_distribution_stddev(&d) - sqrt(1.1875)) < 1e-12);
    assert_int_equal(yz_distribution_mode(&d), 12);
    assert_int_equal(yz_distribution_percentile(&d, 0.25), 10);
    assert_int_equal(yz_distribution_percentile(&d, 0.26), 12);
    assert_int_equal(yz_distribution_percentile(&d, 1), 13);
    assert_true(yz_distribution_at_least(&d, 0) == 1 && yz_distribution_at_least(&d, 14) == 0);
    assert_true(yz_distribution_at_least(&d, 11) == 0.75);
    assert_true(yz_distribution_exactly(&d, 12) == 0.5 && yz_distribution_exactly(&d, 99) == 0);
}

static void stops(void **state) {
    (void)state;
    hra_stop stop = {1};
    hra_progress progress = {.stop = &stop};
    struct yz_strategy simple = {choose_simply, &R[YZ_PLAIN], false};
    static const struct yz_moment start = {.rolls = 3, .roll = -1};
    struct yz_distribution d;
    assert_int_equal(yz_distribution_init(&d, &D, &R[YZ_PLAIN], &simple, &start, 2, &progress), HRA_ESTOPPED);
    assert_null(d.chance);
}

int main(void) {
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),
        cmocka_unit_test(last_boxes),
        cmocka_unit_test(best_play),
        cmocka_unit_test(best_play_by_hand),
        cmocka_unit_test(equal_means_other_spreads),
        cmocka_unit_test(stops),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
