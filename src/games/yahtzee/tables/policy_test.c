#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "policy.h"

#include "core/thread.h"

static yz_policy_scratch Scratch;
static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];
static yz_solution *S[YZ_RULE_SETS];

/* The card of a game that goes on at random, so that many kinds of cards are met. */
static struct yz_card wander(const struct yz_rules *rules, struct yz_card card, hra_rng *rng) {
    int roll = (int)hra_rng_below(rng, YZ_ROLLS), box;
    unsigned legal;
    if (yz_card_full(rules, card))
        return (struct yz_card){0, 0, 0};
    legal = yz_card_legal(rules, card, roll);
    do {
        box = (int)hra_rng_below(rng, (uint32_t)rules->boxes);
    } while (!(legal >> box & 1u));
    return yz_card_after(rules, card, roll, box);
}

static void check_card(yz_policy *policy, int id, struct yz_card card) {
    struct yz_turn t;
    yz_turn_init(&t, &D, &R[id], card, yz_solution_value_fn, S[id]);
    const yz_decisions *d = yz_policy_card(policy, &Scratch, card);
    for (int r = 0; r < YZ_ROLLS; r++) {
        assert_int_equal(yz_decisions_keep(d, &D, 1, r), t.hold[0][r]);
        assert_int_equal(yz_decisions_keep(d, &D, 2, r), t.hold[1][r]);
        assert_int_equal(yz_decisions_box(d, r), t.box[r]);
    }
}

static void check_walk(yz_policy *policy, int id, int cards) {
    struct yz_card card = {0, 0, 0};
    hra_rng rng;
    hra_rng_init(&rng, 7);
    for (int i = 0; i < cards; i++) {
        if (!yz_card_full(&R[id], card))
            check_card(policy, id, card);
        card = wander(&R[id], card, &rng);
    }
}

static void decisions_are_those_of_one_turn(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_policy *policy;
        assert_int_equal(yz_policy_open(&policy, &D, &R[id], S[id], YZ_POLICY_BYTES), 0);
        check_walk(policy, id, 600);
        size_t met = yz_policy_cards(policy);
        check_walk(policy, id, 600); /* now from memory */
        assert_int_equal(yz_policy_cards(policy), met);
        assert_true(met > 100 && met < 600);
        assert_true(yz_policy_bytes(policy) > met * sizeof(yz_decisions));
        yz_policy_close(policy);
    }
}

static void answers_are_right_when_nothing_more_is_kept(void **state) {
    (void)state;
    static const size_t capacity[] = {0, 1, 10};
    for (size_t i = 0; i < sizeof capacity / sizeof capacity[0]; i++) {
        yz_policy *policy;
        assert_int_equal(
            yz_policy_open(&policy, &D, &R[YZ_HASBRO], S[YZ_HASBRO], capacity[i] * sizeof(yz_decisions)), 0);
        check_walk(policy, YZ_HASBRO, 100);
        assert_int_equal(yz_policy_cards(policy), capacity[i]);
        yz_policy_close(policy);
    }
    yz_policy_close(NULL);
}

/* With only sixes open and 33 above, three sixes or more bring the bonus; 32 and 0 are both too few. */
static void equal_futures_share_their_decisions(void **state) {
    (void)state;
    yz_policy *policy;
    struct yz_card few = {0x1fdf, 0, 0}, fewer = {0x1fdf, 32, 0}, enough = {0x1fdf, 33, 0};
    assert_int_equal(yz_policy_open(&policy, &D, &R[YZ_HASBRO], S[YZ_HASBRO], YZ_POLICY_BYTES), 0);
    (void)yz_policy_card(policy, &Scratch, few); /* worked out; from now on kept */
    const yz_decisions *a = yz_policy_card(policy, &Scratch, few),
                       *b = yz_policy_card(policy, &Scratch, fewer);
    assert_ptr_equal(a, b);
    assert_ptr_not_equal(a, yz_policy_card(policy, &Scratch, enough));
    assert_int_equal(yz_policy_cards(policy), 2);
    yz_policy_close(policy);
}

enum { THREADS = 4, SHARED_GAMES = 300 };

struct shared_policy {
    yz_policy *policy;
    int scores[THREADS][SHARED_GAMES];
};

static int play(yz_policy *policy, yz_policy_scratch *scratch, int id, hra_rng *rng) {
    struct yz_card card = {0, 0, 0};
    int score = 0;
    while (!yz_card_full(&R[id], card)) {
        const yz_decisions *d = yz_policy_card(policy, scratch, card);
        int keep = 0, roll = 0;
        for (int rerolls = 2; rerolls >= 0; rerolls--) {
            roll = yz_dice_complete(&D, keep, hra_rng_below(rng, D.outcomes[keep]));
            keep = rerolls > 0 ? yz_decisions_keep(d, &D, rerolls, roll) : 0;
        }
        int box = yz_decisions_box(d, roll);
        assert_true(yz_card_legal(&R[id], card, roll) >> box & 1u);
        score += yz_mark_total(yz_card_mark(&R[id], card, roll, box));
        card = yz_card_after(&R[id], card, roll, box);
    }
    return score;
}

static hra_err play_shared(void *self, int worker) {
    struct shared_policy *shared = self;
    yz_policy_scratch *scratch = malloc(sizeof *scratch);
    if (scratch == NULL)
        return HRA_ENOMEM;
    hra_rng rng;
    hra_rng_init(&rng, (uint64_t)worker);
    for (int i = 0; i < SHARED_GAMES; i++)
        shared->scores[worker][i] = play(shared->policy, scratch, YZ_HASBRO, &rng);
    free(scratch);
    return HRA_OK;
}

/* Threads that share a policy play the games that each plays alone, and keep each card once. */
static void threads_share_decisions(void **state) {
    (void)state;
    static struct shared_policy shared;
    for (size_t cards = 100; cards <= 100000; cards *= 1000) {
        assert_int_equal(
            yz_policy_open(&shared.policy, &D, &R[YZ_HASBRO], S[YZ_HASBRO], cards * sizeof(yz_decisions)), 0);
        assert_int_equal(hra_workers_run(THREADS, play_shared, &shared), 0);
        size_t met = yz_policy_cards(shared.policy);
        yz_policy_close(shared.policy);
        assert_int_equal(
            yz_policy_open(&shared.policy, &D, &R[YZ_HASBRO], S[YZ_HASBRO], cards * sizeof(yz_decisions)), 0);
        for (int w = 0; w < THREADS; w++) {
            hra_rng rng;
            hra_rng_init(&rng, (uint64_t)w);
            for (int i = 0; i < SHARED_GAMES; i++)
                assert_int_equal(shared.scores[w][i], play(shared.policy, &Scratch, YZ_HASBRO, &rng));
        }
        assert_int_equal(yz_policy_cards(shared.policy), met);
        yz_policy_close(shared.policy);
    }
}

/* Within four standard errors of the exact value; the seed is fixed, so this cannot fail by chance. */
static void games_score_what_the_solution_says(void **state) {
    (void)state;
    enum { GAMES = 4000 };
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_policy *policy;
        double sum = 0, squares = 0;
        hra_rng rng;
        hra_rng_init(&rng, 2024);
        assert_int_equal(yz_policy_open(&policy, &D, &R[id], S[id], YZ_POLICY_BYTES), 0);
        for (int i = 0; i < GAMES; i++) {
            double score = play(policy, &Scratch, id, &rng);
            sum += score;
            squares += score * score;
        }
        double mean = sum / GAMES, error = sqrt((squares / GAMES - mean * mean) / GAMES);
        assert_true(fabs(mean - yz_solution_value(S[id], (struct yz_card){0, 0, 0})) < 4 * error);
        yz_policy_close(policy);
    }
}

static int solve_all(void **state) {
    (void)state;
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        yz_rules_init(&R[id], &D, id);
        if (yz_solve(&S[id], &D, &R[id], 2, NULL) != 0)
            return -1;
    }
    return 0;
}

static int close_all(void **state) {
    (void)state;
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_solution_close(S[id]);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_those_of_one_turn),
        cmocka_unit_test(answers_are_right_when_nothing_more_is_kept),
        cmocka_unit_test(equal_futures_share_their_decisions),
        cmocka_unit_test(threads_share_decisions),
        cmocka_unit_test(games_score_what_the_solution_says),
    };
    return cmocka_run_group_tests_name("yahtzee policy", tests, solve_all, close_all);
}
