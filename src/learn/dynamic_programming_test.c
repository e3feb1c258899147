/* Value iteration, policy iteration and Monte Carlo control against exact solutions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learn/learner.h"
#include "learn/td.h"
#include "learning.h"
#include "learning_games.h"

static const char *const both[] = {"vi", "pi"};

enum { ENOUGH = 200 }; /* sweeps, or policies, for every game here */

static void begin_work(hra_learnt_work *work, const hra_learner *learner) {
    assert_int_equal(hra_learnt_work_init(work, &learner->learnt), 0);
}

/* ---- the walk and the cliff -----------------------------------------------------------------*/

static void the_walk_is_exact(void **state) {
    hra_game *game = open_walk();
    for (int i = 0; i < 2; i++) {
        hra_learner *learner = open_learner(game, both[i], 1, 1);
        hra_learnt_work work;
        run_to(learner, ENOUGH);
        begin_work(&work, learner);
        for (int8_t at = 1; at <= 5; at++)
            assert_true(fabs(hra_learnt_worth(&work, NULL, &(walk){at, 1}, 0) - at / 6.0) < 1e-4);
        hra_learnt_work_release(&work);
        hra_learner_close(learner);
    }
    hra_game_close(game);
}

/* What a cell is worth is known: a step costs 1, and the way goes round the cliff. */
static void the_cliff_is_exact(void **state) {
    hra_game *game = open_cliff();
    for (int i = 0; i < 2; i++) {
        hra_learner *learner = open_learner(game, both[i], 1, 1);
        hra_learnt_work work;
        run_to(learner, 20);
        begin_work(&work, learner);
        for (int cell = 0; cell <= CLIFF_START; cell++) {
            int steps = cell == CLIFF_START
                            ? 13
                            : CLIFF_WIDTH - 1 - cell % CLIFF_WIDTH + CLIFF_HEIGHT - 1 - cell / CLIFF_WIDTH;
            double worth = hra_learnt_worth(&work, NULL, &(grid){cell, 0}, 0);
            if (fabs(worth + steps) > 1e-4)
                fail_msg("%s: cell %d is worth %g, not %d", both[i], cell, worth, -steps);
        }
        assert_int_equal(learner->learnt.table.count, CLIFF_START + 1); /* the cliff has no entry */
        hra_learnt_work_release(&work);
        hra_learner_close(learner);
    }
    hra_game_close(game);
}

/* ---- games, against `exact` -----------------------------------------------------------------*/

/* Plays at random; every position on the way is worth what `exact` says. */
static void assert_exact(const char *spec, const char *method, int plays) {
    hra_game *game = open_game(spec);
    hra_learner *learner = open_learner(game, method, 1, 1);
    hra_agent *exact = NULL;
    hra_learnt_work work;
    hra_rng rng;
    unsigned char *s = malloc(game->state_size);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    double *probability = calloc(hra_game_move_capacity(game), sizeof *probability), value[HRA_MAX_SEATS];
    assert_true(s && moves && probability);
    run_to(learner, ENOUGH);
    begin_work(&work, learner);
    assert_int_equal(hra_agent_open_spec(&exact, game, "exact", NULL), 0);
    hra_rng_init(&rng, 7);
    for (int play = 0; play < plays; play++)
        for (game->rules->init(game, s); game->rules->to_move(game, s) != HRA_OVER;) {
            bool chance = game->rules->to_move(game, s) == HRA_CHANCE;
            assert_int_equal(asked_value(exact, s, value), 0);
            for (int seat = 0; seat < game->seats; seat++)
                if (fabs(hra_learnt_worth(&work, NULL, s, seat) - value[seat]) > 1e-3)
                    fail_msg("%s, %s: %g, not %g", spec, method, hra_learnt_worth(&work, NULL, s, seat),
                             value[seat]);
            int n = chance ? 0 : game->rules->moves(game, s, moves);
            game->rules->apply(game, s,
                               chance ? hra_game_sample(game, s, &rng, moves, probability)
                                      : moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
    free(s);
    free(moves);
    free(probability);
    hra_learnt_work_release(&work);
    hra_agent_close(exact);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void small_games_are_exact(void **state) {
    for (int i = 0; i < 2; i++) {
        assert_exact("tictactoe", both[i], 200);
        assert_exact("nim:rows=3-5-7", both[i], 200);
        assert_exact("matches", both[i], 50);
        assert_exact("race:seats=2,pieces=1,track=8", both[i], 20);
    }
    assert_exact("race:seats=3,pieces=1,track=8,faces=1-2,entry-rolls=1,extra-turn-on=none", "vi", 20);
}

/* ---- a model --------------------------------------------------------------------------------*/

/* What `seat` gets from s on if it plays best and the others at random, through the whole tree. */
static double best_answer(const hra_game *game, const unsigned char *s, int seat) {
    unsigned char child[256];
    hra_move moves[64];
    double value[HRA_MAX_SEATS], out = 0;
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[seat];
    }
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        double v = best_answer(game, child, seat);
        out = mover != seat ? out + v / n : i == 0 ? v : fmax(out, v);
    }
    return out;
}

static void others_may_move_at_random(void **state) {
    hra_game *game = open_game("nim:rows=1-2-3");
    for (int i = 0; i < 2; i++) {
        hra_learner *learner = open_learner(game, i ? "pi:model=random" : "vi:model=random", 1, 1);
        hra_learnt_work work;
        unsigned char s[256];
        run_to(learner, ENOUGH);
        begin_work(&work, learner);
        assert_true(game->state_size <= sizeof s);
        game->rules->init(game, s);
        for (int seat = 0; seat < 2; seat++)
            assert_true(fabs(hra_learnt_worth(&work, NULL, s, seat) - best_answer(game, s, seat)) < 1e-5);
        hra_learnt_work_release(&work);
        hra_learner_close(learner);
    }
    hra_game_close(game);
}

/* ---- sweeps ---------------------------------------------------------------------------------*/

/* After N sweeps the values of all positions that are decided within N plies are known, and not yet all
 * others. */
static void knowledge_comes_back_a_step_a_sweep(void **state) {
    hra_game *game = open_game("matches");
    hra_learner *learner = open_learner(game, "vi", 1, 1);
    hra_learnt_work work;
    unsigned char s[64];
    char position[32];
    for (int sweeps = 1; sweeps <= 6; sweeps++) {
        int unknown = 0;
        run_to(learner, (uint64_t)sweeps);
        begin_work(&work, learner);
        for (int left = 1; left <= 21; left++) {
            (void)hra_snprintf(position, sizeof position, "%d", left);
            assert_int_equal(hra_game_read_position(game, position, s, NULL), 0);
            double worth = hra_learnt_worth(&work, NULL, s, game->rules->to_move(game, s));
            int plies = left % 4 ? 2 * (left / 4) + 1 : left / 2; /* until who wins has won */
            assert_true(worth == (left % 4 ? 1 : -1) || (worth == 0 && plies > sweeps));
            unknown += worth == 0;
        }
        assert_true(sweeps > 1 || unknown > 10);
        hra_learnt_work_release(&work);
    }
    hra_learner_close(learner);
    hra_game_close(game);
}

static void a_few_policies_are_enough(void **state) {
    assert_exact("tictactoe", "pi:sweeps=1", 100); /* a sweep a policy: nearly value iteration */
    hra_game *game = open_game("tictactoe");
    hra_learner *few = open_learner(game, "pi", 1, 1), *many = open_learner(game, "pi", 1, 1);
    run_to(few, 10);
    run_to(many, 100);
    assert_int_equal(few->learnt.table.count, many->learnt.table.count);
    for (size_t i = 0; i < few->learnt.table.capacity; i++)
        if (!isnan(few->learnt.table.values[i]))
            assert_true(few->learnt.table.values[i] ==
                        *hra_value_table_find(&many->learnt.table, few->learnt.table.keys[i]));
    hra_learner_close(few);
    hra_learner_close(many);
    hra_game_close(game);
}

static void runs_that_were_stopped_are_the_same(void **state) {
    hra_game *game = open_game("tictactoe"), *race = open_game("race:seats=2,pieces=1,track=8");
    for (int i = 0; i < 2; i++) {
        runs_are_the_same(game, both[i], 6);
        runs_are_the_same(game, both[i], 60); /* the first part is done already */
        runs_are_the_same(race, both[i], 30);
    }
    runs_are_the_same(game, "mc:representation=table", 100);
    runs_are_the_same(game, "mc:representation=net,hidden=8,games-per-iteration=4", 60);
    hra_game_close(game);
    hra_game_close(race);
}

static void what_does_not_fit_is_refused(void **state) {
    static const struct {
        const char *game, *method;
        hra_err err;
        const char *words;
    } cases[] = {
        {"checkers", "vi", HRA_EFIT, "checkers has more than 50000 positions, too many"},
        {"tictactoe", "pi:max-positions=600", HRA_EFIT, "tictactoe has more than 600 positions, too many"},
        {"empire", "vi", HRA_EFIT, "empire has hidden information, and vi needs"},
        {"tictactoe", "vi:model=nobody", HRA_EINPUT, "tictactoe has no opponent model 'nobody'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        const hra_learn_setup setup = {
            .size = sizeof setup, .game = game, .method = cases[i].method, .threads = 1};
        hra_learner *learner = NULL;
        hra_error why = {0};
        assert_int_equal(hra_learner_open(&learner, &setup, &why), cases[i].err);
        if (!strstr(why.text, cases[i].words))
            fail_msg("%s: %s", cases[i].method, why.text);
        hra_game_close(game);
    }
}

static void damage_is_noticed(void **state) {
    hra_game *game = open_game("nim");
    hra_learner *learner = open_learner(game, "vi", 1, 1);
    hra_text memory, file;
    hra_error why = {0};
    hra_text_init(&memory);
    hra_text_init(&file);
    hra_text_add_char(&memory, 2);
    assert_int_equal(hra_learnt_write(&learner->learnt, &memory, &file), 0);
    assert_int_equal(hra_learner_restore(learner, "F", file.data, file.length, &why), HRA_EDAMAGED);
    assert_string_equal(why.text, "'F': damaged: no line says whether training was finished");
    hra_text_release(&memory);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- Monte Carlo control --------------------------------------------------------------------*/

/* By hand: three steps along the row above the cliff's end, then down to the goal. Each went towards what the
 * steps behind it cost, a step later half as much. */
static void each_step_goes_towards_what_came_of_it(void **state) {
    hra_game *game = open_cliff();
    hra_learnt learnt;
    hra_learnt_work work;
    hra_temporal temporal = {.aim = HRA_AIM_END, .rate = 0.5, .discount = 0.5};
    hra_step steps[4] = {{0}};
    grid states[8];
    const int up = 2 * CLIFF_WIDTH + 8; /* three steps left of above the goal */
    hra_trail trail = {.game = game, .steps = steps, .states = (unsigned char *)states, .over = true};
    grid s = {up, 5};
    for (int i = 0; i < 4; i++) {
        states[2 * i] = s;
        cliff_apply(game, &s, i < 3 ? 1 : 2);
        states[2 * i + 1] = s;
        trail.count++;
    }
    assert_int_equal(s.cell, CLIFF_GOAL);
    trail.result[0] = -s.cost;
    assert_int_equal(hra_learnt_init(&learnt, game, HRA_LEARNT_TABLE, NULL, 0, 1, NULL), 0);
    assert_int_equal(hra_temporal_init(&temporal, &learnt), 0);
    hra_temporal_begin(&temporal);
    assert_int_equal(hra_temporal_follow(&temporal, &trail, 1, false), 0);
    assert_int_equal(learnt.table.count, 0); /* not before it is over */
    assert_int_equal(hra_temporal_follow(&temporal, &trail, 1, true), 0);
    assert_int_equal(hra_learnt_work_init(&work, &learnt), 0);
    assert_int_equal(learnt.table.count, 3);
    /* discount 1/2: -1/2, -1/2 - 1/4, ...; rate 1/2: half of it */
    const double aims[3] = {-0.875, -0.75, -0.5};
    for (int i = 0; i < 3; i++)
        assert_true(fabs(hra_learnt_worth(&work, NULL, &states[2 * i + 1], 0) - aims[i] / 2) < 1e-6);
    hra_learnt_work_release(&work);
    hra_temporal_release(&temporal);
    hra_learnt_release(&learnt);
    hra_game_close(game);
}

static void monte_carlo_learns_the_walk(void **state) {
    hra_game *game = open_walk();
    hra_learner *learner =
        open_learner(game, "mc:representation=table,learning-rate=0.1,decay-games=100", 1, 1);
    hra_learnt_work work;
    run_to(learner, 20000);
    begin_work(&work, learner);
    for (int8_t at = 1; at <= 5; at++) {
        double worth = hra_learnt_worth(&work, NULL, &(walk){at, 1}, 0);
        if (fabs(worth - at / 6.0) > 0.02)
            fail_msg("%d is worth %g", at, worth);
    }
    hra_learnt_work_release(&work);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- Ctrl-C in the middle of a round --------------------------------------------------------*/

static hra_stop stop;
static int looks_left; /* at positions, until the stop is set */
static int (*list_moves)(const hra_game *, const void *, hra_move *);

static int moves_until_stopped(const hra_game *game, const void *s, hra_move *out) {
    if (looks_left-- == 0)
        hra_stop_set(&stop);
    return list_moves(game, s, out);
}

static void assert_same_table(const hra_learner *a, const hra_learner *b) {
    const hra_value_table *one = &a->learnt.table, *other = &b->learnt.table;
    assert_int_equal(one->count, other->count);
    assert_int_equal(one->capacity, other->capacity);
    for (size_t i = 0; i < one->capacity; i++)
        if (!isnan(one->values[i])) {
            const float *at = hra_value_table_find(other, one->keys[i]);
            assert_true(at && *at == one->values[i]);
        }
}

static void a_round_that_was_left_counts_for_nothing(void **state) {
    for (int i = 0; i < 2; i++) {
        hra_game *game = open_game("tictactoe");
        hra_rules rules = *game->rules;
        hra_learner *whole = open_learner(game, both[i], 1, 1), *left;
        hra_progress progress = {.stop = &stop};
        list_moves = rules.moves;
        rules.moves = moves_until_stopped;
        left = open_learner(game, both[i], 1, 1);
        game->rules = &rules;
        for (int looks = 100; looks < 700; looks += 200) { /* within the first round */
            hra_stop_clear(&stop);
            looks_left = looks;
            assert_int_equal(hra_learner_run(left, 3, &progress, NULL), HRA_ESTOPPED);
            assert_int_equal(hra_learner_games(left), 0);
        }
        hra_stop_clear(&stop);
        run_to(left, 3);
        run_to(whole, 3);
        assert_same_table(left, whole);
        hra_learner_close(left);
        hra_learner_close(whole);
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_walk_is_exact),
        cmocka_unit_test(the_cliff_is_exact),
        cmocka_unit_test(small_games_are_exact),
        cmocka_unit_test(others_may_move_at_random),
        cmocka_unit_test(knowledge_comes_back_a_step_a_sweep),
        cmocka_unit_test(a_few_policies_are_enough),
        cmocka_unit_test(runs_that_were_stopped_are_the_same),
        cmocka_unit_test(a_round_that_was_left_counts_for_nothing),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(each_step_goes_towards_what_came_of_it),
        cmocka_unit_test(monte_carlo_learns_the_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
