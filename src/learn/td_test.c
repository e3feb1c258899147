/* Steps of temporal differences, two positions at a time, against the same steps one position after the other: the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "learn/td.h"
#include "nets/net_kernel.h"

enum { GAMES = 4, PLIES = 200, MOST_MOVES = 4096 };

static void open_learnt(hra_learnt *l, const hra_game *game) {
    static const int hidden[] = {40};
    hra_rng rng;
    hra_rng_init(&rng, 5);
    assert_int_equal(hra_learnt_init(l, game, HRA_LEARNT_NET, hidden, 1, 1, NULL), 0);
    hra_net_randomise(&l->net, 30, &rng);
}

typedef struct slow {
    hra_learnt learnt;
    hra_learnt_work work;
    float *trace[HRA_MAX_SEATS];
} slow;

static double slow_aim(slow *s, const hra_trail *trail, int i, int seat, double discount) {
    const double gained = hra_learnt_gained(trail->game, hra_trail_behind(trail, i), seat);
    if (i + 1 == trail->count)
        return trail->result[seat] - gained;
    const void *behind = hra_trail_behind(trail, i + 1);
    const double now = hra_learnt_gained(trail->game, hra_trail_before(trail, i + 1), seat);
    const double rest = hra_learnt_gained(trail->game, behind, seat) - now +
                        hra_learnt_rest(&s->work, hra_trail_from(trail, i + 1), behind, seat);
    return now - gained + discount * rest;
}

static void slow_follow(slow *s, const hra_trail *trail, unsigned seats, const hra_temporal *t) {
    const hra_learnt *l = &s->learnt;
    float wanted = 1;
    for (int seat = 0; seat < trail->game->seats; seat++)
        memset(s->trace[seat], 0, l->net.size * sizeof(float));
    for (int i = 0; i < trail->count; i++)
        for (int seat = 0; seat < trail->game->seats; seat++) {
            const void *behind = hra_trail_behind(trail, i);
            if (trail->game->rules->to_move(trail->game, behind) == HRA_OVER || !(seats >> seat & 1) ||
                (i + 1 == trail->count && !trail->over))
                continue;
            const double aim = slow_aim(s, trail, i, seat, t->discount);
            const double error = (aim - l->offset) / l->scale -
                                 hra_learnt_output(&s->work, hra_trail_from(trail, i), behind, seat);
            hra_net_backward_fitting(&s->work.net, &wanted);
            if (t->lambda == 0) {
                hra_net_accumulate(&s->work.net, s->work.features, s->work.count, (float)(t->rate * error),
                                   l->net.weights);
                continue;
            }
            float *trace = s->trace[seat];
            l->net.kernel->add(trace, trace, (float)(t->lambda * t->discount) - 1, l->net.size);
            hra_net_accumulate(&s->work.net, s->work.features, s->work.count, 1, trace);
            l->net.kernel->add(l->net.weights, trace, (float)(t->rate * error), l->net.size);
        }
}

static void open_slow(slow *s, const hra_game *game) {
    open_learnt(&s->learnt, game);
    assert_int_equal(hra_learnt_work_init(&s->work, &s->learnt), 0);
    for (int k = 0; k < game->seats; k++)
        assert_non_null(s->trace[k] = hra_net_block(&s->learnt.net));
}

static void close_slow(slow *s) {
    for (int k = 0; k < HRA_MAX_SEATS; k++)
        free(s->trace[k]);
    hra_learnt_work_release(&s->work);
    hra_learnt_release(&s->learnt);
}

/* All moves together, against each alone, where a seat has moved. */
static void check_moves(slow *s, hra_learnt_company *company, const hra_trail *trail) {
    static hra_move moves[MOST_MOVES];
    static double together[MOST_MOVES];
    for (int i = 0; i < trail->count; i++) {
        const void *before = hra_trail_before(trail, i);
        const int seat = trail->steps[i].seat, n = trail->game->rules->moves(trail->game, before, moves);
        assert_true(n <= MOST_MOVES);
        hra_learnt_moves(&s->work, company, before, moves, n, seat, together);
        for (int k = 0; k < n; k++) {
            const double alone = hra_learnt_move(&s->work, before, moves[k], seat);
            assert_memory_equal(&together[k], &alone, sizeof alone);
        }
    }
}

static void check(const char *spec, hra_temporal_aim aim, double lambda, unsigned seats) {
    hra_game *game;
    hra_learnt learnt;
    hra_trail trail;
    hra_trail_work work;
    hra_learnt_company company;
    slow s = {0};
    hra_temporal t = {.aim = aim, .rate = 0.1, .lambda = lambda, .discount = 0.98};
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    const hra_learn_seats sitting = {.seats = seats, .plies = PLIES};
    open_learnt(&learnt, game);
    open_slow(&s, game);
    hra_trail_init(&trail, game);
    assert_int_equal(hra_trail_work_init(&work, &learnt), 0);
    assert_int_equal(hra_temporal_init(&t, &learnt), 0);
    assert_int_equal(hra_learnt_company_init(&company, &s.learnt), 0);
    for (uint64_t g = 0; g < GAMES; g++) {
        hra_temporal_begin(&t);
        assert_int_equal(hra_trail_play(&trail, &work, &sitting, 3, g, NULL), 0);
        assert_true(trail.count > 2);
        assert_int_equal(hra_temporal_follow(&t, &trail, seats, true), 0);
        slow_follow(&s, &trail, seats, &t);
        assert_memory_equal(learnt.net.weights, s.learnt.net.weights, learnt.net.size * sizeof(float));
        check_moves(&s, &company, &trail);
    }
    hra_learnt_company_release(&company);
    hra_temporal_release(&t);
    hra_trail_work_release(&work);
    hra_trail_release(&trail);
    close_slow(&s);
    hra_learnt_release(&learnt);
    hra_game_close(game);
}

static void pairs_of_steps_change_the_same_bits(void **state) {
    check("backgammon", HRA_AIM_SELF, 0, 3);
    check("backgammon", HRA_AIM_SELF, 0.7, 3);
    check("race", HRA_AIM_SELF, 0, 15);
    check("tictactoe", HRA_AIM_SELF, 0, 3);
    check("nim", HRA_AIM_PLAYED, 0, 1);
    check("yahtzee", HRA_AIM_SELF, 0, 1);
    check("pacman", HRA_AIM_PLAYED, 0.5, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_steps_change_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
