#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "duel.h"

#include "endgame.h"
#include "score_goal.h"
#include "win.h"

static struct yz_dice D;
static struct yz_rules R;
static yz_solution *S;
static yz_score_sketch *T;

static struct yz_strategy best_play(void) {
    static struct yz_best best;
    best = (struct yz_best){&D, &R, S};
    return yz_strategy_best(&best);
}

static struct yz_card but(unsigned open, int upper) {
    struct yz_card card = {(uint16_t)(R.all & ~open), (uint8_t)upper, 0};
    assert_true(yz_card_valid(&R, card));
    return card;
}

enum { SIXES = 1 << 5, FIVES = 1 << 4, HOUSE = 1 << YZ_FULL_HOUSE, LARGE = 1 << YZ_LARGE_STRAIGHT };
enum { CHANCE = 1 << YZ_CHANCE };

/* ---- who wins ---------------------------------------------------------------------------------*/

static void win_draw_loss(void **state) {
    (void)state;
    double a[] = {0.5, 0, 0.5}, b[] = {0.25, 0.75}, far[] = {1};
    struct yz_distribution mine = {10, 12, a}, theirs = {11, 12, b}, below = {3, 3, far};
    struct yz_win w = yz_win_of(&mine, &theirs);
    assert_true(w.win == 0.125 && w.draw == 0.375 && w.loss == 0.5);
    w = yz_win_of(&theirs, &mine);
    assert_true(w.win == 0.5 && w.draw == 0.375 && w.loss == 0.125);
    w = yz_win_of(&mine, &below);
    assert_true(w.win == 1 && w.draw == 0 && w.loss == 0);
    double worth[4];
    yz_win_worth(&theirs, 10, 14, worth);
    assert_true(worth[0] == 0 && worth[1] == 0.125 && worth[2] == 0.625 && worth[3] == 1);
}

/* ---- the table of rests -----------------------------------------------------------------------*/

static struct yz_distribution exactly(struct yz_card card, int points) {
    struct yz_strategy strategy = best_play();
    struct yz_moment m = {card, points, 3, -1, 0};
    struct yz_distribution d;
    assert_int_equal(yz_distribution_init(&d, &D, &R, &strategy, &m, 2, NULL), 0);
    return d;
}

static void rests_are_nearly_exact(void **state) {
    (void)state;
    const struct yz_card cards[] = {
        but(SIXES, 45), but(SIXES | LARGE, 20), {0x003f, 63, 0}, {0x0fc7, 11, 0}, {R.all, 63, 0},
    };
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        struct yz_distribution exact = exactly(cards[i], 100), sketch;
        assert_int_equal(yz_score_sketch_distribution(&sketch, T, cards[i], 100), 0);
        double more = yz_distribution_stddev(&sketch) - yz_distribution_stddev(&exact);
        assert_true(fabs(yz_distribution_mean(&exact) - yz_distribution_mean(&sketch)) < 1e-3);
        assert_true(more >= 0 && more < (yz_card_full(&R, cards[i]) ? 1.6 : 0.5));
        yz_distribution_release(&exact);
        yz_distribution_release(&sketch);
    }
}

/* ---- plans ------------------------------------------------------------------------------------*/

static struct yz_duel *opened(void) {
    struct yz_duel_setup setup = {&D, &R, S, T, 2};
    struct yz_duel *duel;
    assert_int_equal(yz_duel_open(&duel, &setup), 0);
    return duel;
}

static int roll_of(int a, int b, int c, int d, int e) {
    return yz_dice_roll(&D, (uint8_t[]){(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d, (uint8_t)e});
}

static void few_boxes_exactly(void **state) {
    (void)state;
    struct yz_duel *duel = opened();
    struct yz_endgame *e;
    struct yz_side mine = {but(LARGE | CHANCE, 45), 200}, theirs = {but(SIXES | HOUSE, 40), 190};
    bool fresh;
    assert_int_equal(yz_duel_plan(duel, mine, theirs, &fresh), 0);
    assert_true(fresh && yz_duel_way(duel) == YZ_DUEL_EXACT);
    assert_int_equal(yz_endgame_open(&e, &D, &R), 0);
    assert_int_equal(yz_endgame_solve(e, mine.card, theirs.card, 10, 1000000), 0);
    double large = yz_duel_box(duel, mine.card, 200, roll_of(2, 3, 4, 5, 6), YZ_LARGE_STRAIGHT);
    assert_true(large == yz_endgame_after(e, but(CHANCE, 45), 50));
    assert_true(large > yz_duel_box(duel, mine.card, 200, roll_of(2, 3, 4, 5, 6), YZ_CHANCE));
    assert_int_equal(yz_duel_plan(duel, mine, theirs, &fresh), 0);
    assert_false(fresh);
    theirs.points++;
    assert_int_equal(yz_duel_plan(duel, mine, theirs, &fresh), 0);
    assert_true(fresh);
    yz_endgame_close(e);
    yz_duel_close(duel);
}

/* Against a finished card nothing is an estimate: both ways must agree. */
static void finished_opponent(void **state) {
    (void)state;
    struct yz_duel *duel = opened();
    struct yz_endgame *e;
    struct yz_side mine = {but(SIXES | FIVES | HOUSE | LARGE | CHANCE, 25), 130}, theirs = {but(0, 63), 250};
    int roll = roll_of(2, 2, 6, 6, 6);
    assert_int_equal(yz_endgame_open(&e, &D, &R), 0);
    for (int points = 200; points < 290; points += 17) {
        theirs.points = points;
        assert_int_equal(yz_duel_plan(duel, mine, theirs, NULL), 0);
        assert_int_equal(yz_duel_way(duel), YZ_DUEL_GOAL);
        assert_int_equal(yz_endgame_solve(e, mine.card, theirs.card, 130 - points, 10000000), 0);
        double goal = yz_duel_box(duel, mine.card, 130, roll, YZ_FULL_HOUSE);
        double exact = yz_endgame_after(e, but(SIXES | FIVES | LARGE | CHANCE, 25), 155 - points);
        assert_true(fabs(goal - exact) < 1e-6);
    }
    yz_endgame_close(e);
    yz_duel_close(duel);
}

/* The chance to win when both go on for the highest mean, from exact distributions. */
static double both_optimal(struct yz_side mine, struct yz_side theirs, int roll, int box) {
    int points = mine.points + yz_mark_total(yz_card_mark(&R, mine.card, roll, box));
    struct yz_distribution a = exactly(yz_card_after(&R, mine.card, roll, box), points);
    struct yz_distribution b = exactly(theirs.card, theirs.points);
    struct yz_win w = yz_win_of(&a, &b);
    yz_distribution_release(&a);
    yz_distribution_release(&b);
    assert_true(fabs(w.win + w.draw + w.loss - 1) < 1e-12);
    return w.win + w.draw / 2;
}

static void better_than_the_best_mean(void **state) {
    (void)state;
    struct yz_duel *duel = opened();
    struct yz_side mine = {but(SIXES | FIVES | HOUSE | LARGE | CHANCE, 25), 120}, theirs = mine;
    int roll = roll_of(2, 2, 6, 6, 6);
    for (int lead = -100; lead <= 100; lead += 50) {
        theirs.points = mine.points - lead;
        assert_int_equal(yz_duel_plan(duel, mine, theirs, NULL), 0);
        assert_int_equal(yz_duel_way(duel), YZ_DUEL_GOAL);
        double goal = yz_duel_box(duel, mine.card, mine.points, roll, 5);
        double optimal = both_optimal(mine, theirs, roll, 5);
        assert_true(goal >= optimal - 1e-6 && goal < optimal + 0.1);
    }
    yz_duel_close(duel);
}

static void early_sketch(void **state) {
    (void)state;
    struct yz_duel *duel = opened();
    struct yz_side mine = {{CHANCE | 7, 12, 0}, 37}, theirs = {{HOUSE | LARGE | 1, 3, 0}, 43};
    int roll = roll_of(2, 2, 6, 6, 6);
    for (int lead = -120; lead <= 120; lead += 60) {
        theirs.points = mine.points - lead;
        assert_int_equal(yz_duel_plan(duel, mine, theirs, NULL), 0);
        assert_int_equal(yz_duel_way(duel), YZ_DUEL_SKETCH);
        for (int box = 5; box <= YZ_FULL_HOUSE; box += YZ_FULL_HOUSE - 5) {
            double sketch = yz_duel_box(duel, mine.card, mine.points, roll, box);
            assert_true(fabs(sketch - both_optimal(mine, theirs, roll, box)) < 0.003);
        }
    }
    yz_duel_close(duel);
}

int main(void) {
    yz_dice_init(&D);
    yz_rules_init(&R, &D, YZ_PLAIN);
    if (yz_solve(&S, &D, &R, 2, NULL) != 0)
        return 1;
    struct yz_strategy strategy = best_play();
    if (yz_score_sketch_open(&T, &D, &R, &strategy, 2, NULL) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_draw_loss),     cmocka_unit_test(rests_are_nearly_exact),
        cmocka_unit_test(few_boxes_exactly), cmocka_unit_test(finished_opponent),
        cmocka_unit_test(early_sketch),      cmocka_unit_test(better_than_the_best_mean),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    yz_score_sketch_close(T);
    yz_solution_close(S);
    return failed;
}
