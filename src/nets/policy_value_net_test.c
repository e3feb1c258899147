#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "nets/policy_value_net.h"

enum { MOST = 512 };

/* ---- some outputs ---------------------------------------------------------------------------*/

static void fill(hra_net *net, const hra_net_shape *shape) {
    hra_rng rng;
    hra_rng_init(&rng, 3);
    assert_int_equal(hra_net_init(net, shape, NULL), 0);
    hra_net_randomise(net, 0, &rng);
}

/* Those that are asked for are the same bits as among all, and the slopes are as if nothing were wanted of
 * the others. */
static void some_outputs_are_as_among_all(void **state) {
    static const hra_net_shape shapes[] = {
        {9, 2, {30, 12}, {HRA_NET_RELU, HRA_NET_LINEAR}},
        {9, 1, {40}, {HRA_NET_LINEAR}},
        {9, 2, {21, 40}, {HRA_NET_RELU, HRA_NET_LINEAR}},
        {9, 3, {33, 7, 40}, {HRA_NET_SIGMOID, HRA_NET_RELU, HRA_NET_LINEAR}},
    };
    static const int which[] = {0, 11, 7, 3};
    static const hra_feature features[] = {{1, 0.5f}, {4, -1}, {8, 0.25f}};
    static const float wanted[] = {1, -0.5f, 2, 0.1f};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        hra_net net;
        hra_net_work work;
        float out[4], dense[40] = {0};
        fill(&net, &shapes[k]);
        assert_int_equal(hra_net_work_init(&work, &net, 1), 0);
        float *one = hra_net_block(&net), *other = hra_net_block(&net);
        hra_net_forward_some(&work, features, 3, which, 4, out);
        hra_net_backward(&work, wanted);
        hra_net_accumulate(&work, features, 3, 0.5f, one);
        const float *all = hra_net_forward(&work, features, 3);
        for (int i = 0; i < 4; i++) {
            assert_memory_equal(&out[i], &all[which[i]], sizeof *out);
            dense[which[i]] = wanted[i];
        }
        hra_net_backward(&work, dense);
        hra_net_accumulate(&work, features, 3, 0.5f, other);
        for (size_t i = 0; i < net.size; i++)
            assert_true(fabsf(one[i] - other[i]) < 1e-6f);
        free(one);
        free(other);
        hra_net_work_release(&work);
        hra_net_release(&net);
    }
}

/* ---- slopes against differences -------------------------------------------------------------*/

typedef struct lesson {
    hra_game *game;
    hra_learnt learnt;
    hra_heads_work work;
    unsigned char s[256];
    hra_move moves[MOST];
    float policy[MOST];
    double result[HRA_MAX_SEATS];
    hra_heads_lesson of;
} lesson;

/* A state some plies on, and a policy and results that are drawn. */
static void open_lesson(lesson *l, hra_game *game, int plies) {
    static const int hidden[] = {20};
    hra_rng rng;
    double sum = 0, probability[MOST];
    *l = (lesson){.game = game};
    hra_rng_init(&rng, 11);
    assert_int_equal(hra_learnt_init(&l->learnt, game, HRA_LEARNT_HEADS, hidden, 1, 20, NULL), 0);
    hra_net_randomise(&l->learnt.net, game->rules->encoding->feature_room(game), &rng);
    assert_int_equal(hra_heads_work_init(&l->work, &l->learnt), 0);
    game->rules->init(game, l->s);
    for (int ply = 0; ply < plies || game->rules->to_move(game, l->s) < 0; ply++) {
        hra_move m = 0;
        if (game->rules->to_move(game, l->s) == HRA_CHANCE)
            m = hra_game_sample(game, l->s, &rng, l->moves, probability);
        else
            m = l->moves[hra_rng_below(&rng, (uint32_t)game->rules->moves(game, l->s, l->moves))];
        game->rules->apply(game, l->s, m);
    }
    int n = game->rules->moves(game, l->s, l->moves);
    assert_true(n > 1);
    for (int i = 0; i < n; i++)
        sum += l->policy[i] = (float)hra_rng_uniform(&rng);
    for (int i = 0; i < n; i++)
        l->policy[i] = (float)(l->policy[i] / sum);
    for (int k = 0; k < game->seats; k++)
        l->result[k] = game->min_return + (game->max_return - game->min_return) * (0.1 + 0.2 * k);
    l->of = (hra_heads_lesson){.state = l->s,
                               .seat = game->rules->to_move(game, l->s),
                               .result = l->result,
                               .moves = l->moves,
                               .policy = l->policy,
                               .n = n};
}

static void close_lesson(lesson *l) {
    hra_heads_work_release(&l->work);
    hra_learnt_release(&l->learnt);
    hra_game_close(l->game);
}

/* What the lesson says of the net: the higher the better. */
static double score(lesson *l) {
    const hra_game *game = l->game;
    float prior[MOST];
    double value[HRA_MAX_SEATS], gained[HRA_MAX_SEATS] = {0}, sum = 0;
    int values = hra_heads_values(game);
    hra_heads_judge(&l->work, l->s, l->of.seat, l->moves, l->of.n, prior, value);
    for (int i = 0; i < l->of.n; i++)
        sum += l->policy[i] * log((double)prior[i]);
    if (game->rules->encoding->rewards)
        game->rules->encoding->rewards(game, l->s, gained);
    for (int i = 0; i < values; i++) {
        int k = (l->of.seat + i) % game->seats;
        double out = (value[k] - gained[k] - l->learnt.offset) / l->learnt.scale,
               aim = (l->result[k] - gained[k] - l->learnt.offset) / l->learnt.scale;
        assert_true(value[k] > game->min_return && value[k] < game->max_return); /* not cut off */
        sum += hra_learnt_bounded(game) ? aim * log(out) + (1 - aim) * log(1 - out)
                                        : -(aim - out) * (aim - out) / 2;
    }
    return sum;
}

static void check_slopes(hra_game *game, int plies) {
    lesson l;
    hra_rng rng;
    open_lesson(&l, game, plies);
    hra_net *net = &l.learnt.net;
    float *block = hra_net_block(net);
    int looked = 0;
    hra_rng_init(&rng, 5);
    hra_heads_learn(&l.work, &l.of, 1, block);
    for (int t = 0; t < 4000; t++) {
        size_t at = hra_rng_below(&rng, (uint32_t)net->size);
        float before = net->weights[at];
        if (block[at] == 0)
            continue;
        net->weights[at] = before + 2e-3f;
        double high = net->weights[at], up = score(&l);
        net->weights[at] = before - 2e-3f;
        double low = net->weights[at], down = score(&l);
        net->weights[at] = before;
        double expected = (up - down) / (high - low);
        if (fabs((double)block[at] - expected) > 3e-3 * (1 + fabs(expected)))
            fail_msg("%s: weight %zu: %g, not %g", game->spec, at, (double)block[at], expected);
        looked++;
    }
    assert_true(looked > 50);
    free(block);
    close_lesson(&l);
}

static hra_game *open_game(const char *spec) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

/* The same game without numbers of moves, so that these are judged by what they lead to. */
static hra_game *without_numbers(const char *spec) {
    hra_game *whole = open_game(spec), *game;
    hra_rules rules = *whole->rules;
    hra_rules_encoding numbers = *rules.encoding;
    numbers.action_count = NULL;
    numbers.action = NULL;
    rules.encoding = &numbers;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, spec, NULL), 0);
    hra_game_close(whole);
    assert_int_equal(hra_heads_actions(game), 0);
    return game;
}

static void the_slopes_of_both_heads_are_differences(void **state) {
    check_slopes(open_game("tictactoe"), 3);       /* one value, numbered moves */
    check_slopes(open_game("race"), 60);           /* four values, chance between */
    check_slopes(open_game("yahtzee"), 30);        /* points without bounds, some of them gained */
    check_slopes(without_numbers("tictactoe"), 3); /* moves by what they lead to */
}

/* ---- hostile weights ------------------------------------------------------------------------*/

static void any_weights_give_values_and_priors(void **state) {
    static const float wild[] = {3e38f, -3e38f, 1e30f, 0};
    lesson l;
    hra_rng rng;
    float prior[MOST];
    double value[HRA_MAX_SEATS];
    open_lesson(&l, open_game("race"), 60);
    hra_rng_init(&rng, 1);
    for (int t = 0; t < 50; t++) {
        for (size_t i = 0; i < l.learnt.net.size; i++)
            l.learnt.net.weights[i] = wild[hra_rng_below(&rng, 4)];
        hra_heads_judge(&l.work, l.s, l.of.seat, l.moves, l.of.n, prior, value);
        double sum = 0;
        for (int i = 0; i < l.of.n; i++) {
            assert_true(prior[i] >= 0 && prior[i] <= 1);
            sum += (double)prior[i];
        }
        assert_true(fabs(sum - 1) < 1e-5);
        for (int k = 0; k < l.game->seats; k++)
            assert_true(value[k] >= l.game->min_return && value[k] <= l.game->max_return);
    }
    close_lesson(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_outputs_are_as_among_all),
        cmocka_unit_test(the_slopes_of_both_heads_are_differences),
        cmocka_unit_test(any_weights_give_values_and_priors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
