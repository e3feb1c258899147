#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "learn/learner.h"
#include "learn/portable_random.h"
#include "learning.h"
#include "nets/policy_value_net.h"
#include "search/montecarlo/puct.h"

/* ---- draws ----------------------------------------------------------------------------------*/

static void logarithms_are_right_to_the_last_digits(void **state) {
    for (int i = -300; i <= 300; i++) {
        double x = exp(i * 0.7) * (1 + 1e-3 * i);
        assert_true(x <= 0 || fabs(hra_draw_ln(x) - log(x)) <= 1e-15 * fmax(1, fabs(log(x))));
        double y = i * 0.77;
        assert_true(fabs(hra_draw_exp(y) / exp(y) - 1) < 1e-13);
    }
    assert_true(hra_draw_exp(-1e9) == 0 && isfinite(hra_draw_exp(1e9)));
}

/* The mean of each is 1/n, the variance (n - 1) / (n^2 (n alpha + 1)). */
static void noise_is_spread_as_dirichlet_says(void **state) {
    enum { N = 4, TRIALS = 40000 };
    static const double alphas[] = {0.1, 0.5, 1};
    for (size_t k = 0; k < 3; k++) {
        hra_rng rng;
        double sum = 0, squares = 0, alpha = alphas[k];
        hra_rng_init(&rng, k);
        for (int t = 0; t < TRIALS; t++) {
            float x[N];
            double all = 0;
            hra_draw_dirichlet(&rng, alpha, N, x);
            for (int i = 0; i < N; i++)
                all += (double)x[i];
            assert_true(fabs(all - 1) < 1e-5);
            sum += (double)x[0];
            squares += (double)x[0] * (double)x[0];
        }
        double mean = sum / TRIALS, variance = squares / TRIALS - mean * mean;
        assert_true(fabs(mean - 1.0 / N) < 0.01);
        assert_true(fabs(variance - (N - 1.0) / (N * N * (N * alpha + 1))) < 0.005);
    }
}

static void moves_are_drawn_by_their_visits(void **state) {
    static const uint16_t visits[] = {10, 0, 40, 50};
    int count[4] = {0};
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int t = 0; t < 10000; t++)
        count[hra_draw_visited(&rng, visits, 4, 1)]++;
    assert_int_equal(count[1], 0);
    assert_true(abs(count[0] - 1000) < 150 && abs(count[2] - 4000) < 250);
    memset(count, 0, sizeof count);
    for (int t = 0; t < 10000; t++)
        count[hra_draw_visited(&rng, visits, 4, 0.5)]++; /* 100, 1600, 2500 of 4200 */
    assert_true(abs(count[0] - 238) < 80 && abs(count[2] - 3810) < 250);
    assert_int_equal(hra_draw_visited(&rng, visits, 4, 0), 3);
}

/* ---- learning -------------------------------------------------------------------------------*/

static void write_out(const hra_learner *learner, hra_text *out) {
    hra_text_clear(out);
    assert_int_equal(hra_learner_write(learner, out), 0);
}

static void same_bytes(const hra_text *a, const hra_text *b) {
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->data, b->data, a->length);
}

/* With one thread and with three; and stopped after each round, by a learner that reads the file each time.
 */
static void check_repeats(const char *spec, const char *method) {
    hra_game *game = open_game(spec);
    hra_learner *one = open_learner(game, method, 7, 1), *three = open_learner(game, method, 7, 3), *other;
    hra_text first, second;
    hra_error why = {0};
    hra_text_init(&first);
    hra_text_init(&second);
    run_to(one, 24);
    run_to(three, 24);
    write_out(one, &first);
    write_out(three, &second);
    same_bytes(&first, &second);
    for (uint64_t games = 1; games < 24; games = hra_learner_games(other), hra_learner_close(other)) {
        other = open_learner(game, method, 7, 2);
        if (games > 1 && hra_learner_restore(other, "kept", second.data, second.length, &why) != 0)
            fail_msg("%s: %s", spec, why.text);
        run_to(other, games + 1);
        write_out(other, &second);
    }
    same_bytes(&first, &second);
    hra_learner_close(one);
    hra_learner_close(three);
    hra_text_release(&first);
    hra_text_release(&second);
    hra_game_close(game);
}

static void what_is_learnt_depends_on_the_seed_alone(void **state) {
    check_repeats("tictactoe", "zero:playouts=8,games-per-iteration=8,replay-games=12,hidden=16");
    check_repeats("race:seats=3",
                  "zero:playouts=4,games-per-iteration=6,replay-games=20,hidden=16,max-plies=60");
    check_repeats("checkers", "zero:playouts=4,games-per-iteration=4,replay-games=4,hidden=8,max-plies=30");
}

/* Each round is played by two learners that read the file, the second half first, and learnt by another one.
 */
static void games_can_be_played_elsewhere(void **state) {
    enum { ROUND = 6, GAMES = 24 };
    static const char method[] =
        "zero:playouts=4,games-per-iteration=6,replay-games=10,hidden=16,max-plies=40";
    hra_stop stop = {0};
    const hra_progress stopped = {.stop = &stop};
    hra_game *game = open_game("race:seats=2");
    hra_learner *whole = open_learner(game, method, 7, 1), *learner = open_learner(game, method, 7, 1);
    hra_text file, games, other;
    hra_error why = {0};
    hra_text_init(&file);
    hra_text_init(&games);
    hra_text_init(&other);
    assert_int_equal(hra_learner_round(learner), ROUND);
    for (uint64_t begin = 0; begin < GAMES; begin += ROUND) {
        const uint64_t cuts[] = {begin, begin + 2, begin + ROUND};
        for (int half = 1; half >= 0; half--) {
            hra_learner *player = open_learner(game, method, 7, 1);
            if (begin)
                assert_int_equal(hra_learner_restore(player, "it", file.data, file.length, &why), 0);
            hra_text_clear(half ? &other : &games);
            assert_int_equal(
                hra_learner_run_task(player, cuts[half], cuts[half + 1], NULL, half ? &other : &games, &why),
                0);
            assert_int_equal(
                hra_learner_run_task(player, begin + ROUND - 1, begin + ROUND + 1, NULL, &games, &why),
                HRA_EINPUT);
            hra_learner_close(player);
        }
        assert_int_equal(hra_learner_add_result(learner, cuts[1], games.data, games.length - 1, NULL, &why),
                         HRA_EDAMAGED);
        assert_int_equal(hra_learner_add_result(learner, cuts[1], games.data, games.length, NULL, &why), 0);
        assert_int_equal(hra_learner_add_result(learner, cuts[2], games.data, games.length, NULL, &why),
                         HRA_EDAMAGED);
        assert_int_equal(hra_learner_add_result(learner, cuts[2] + 1, other.data, other.length, NULL, &why),
                         HRA_EINPUT);
        hra_stop_set(&stop);
        assert_int_equal(hra_learner_add_result(learner, cuts[2], other.data, other.length, &stopped, &why),
                         HRA_ESTOPPED);
        hra_stop_clear(&stop);
        assert_int_equal(hra_learner_games(learner), cuts[1]); /* nothing was learnt */
        assert_int_equal(hra_learner_add_result(learner, cuts[2], other.data, other.length, NULL, &why), 0);
        assert_int_equal(hra_learner_games(learner), cuts[2]);
        write_out(learner, &file);
    }
    run_to(whole, GAMES);
    write_out(whole, &other);
    same_bytes(&other, &file);
    hra_learner_close(whole);
    hra_learner_close(learner);
    learner = open_learner(game, "td:hidden=4", 7, 1);
    assert_int_equal(hra_learner_round(learner), 0);
    assert_int_equal(hra_learner_run_task(learner, 0, 1, NULL, &games, &why), HRA_EINPUT);
    hra_learner_close(learner);
    hra_text_release(&file);
    hra_text_release(&games);
    hra_text_release(&other);
    hra_game_close(game);
}

static hra_stop halt;
static uint64_t halt_at;

static void begin_and_halt(const hra_game *game, uint64_t number, void *s) {
    game->rules->init(game, s);
    if (number == halt_at)
        hra_stop_set(&halt);
}

/* In the middle of rounds, by a learner that goes on, and by one that reads the file. */
static void a_stop_loses_nothing(void **state) {
    static const uint64_t stops[] = {0, 5, 6, 13, 16, 31};
    static const char method[] = "zero:playouts=8,games-per-iteration=8,replay-games=12,hidden=16";
    hra_game *whole = open_game("tictactoe"), *game;
    hra_rules rules = *whole->rules;
    hra_rules_conduct conduct = *rules.conduct;
    const hra_progress progress = {.stop = &halt};
    hra_text first, second;
    hra_text_init(&first);
    hra_text_init(&second);
    conduct.start = begin_and_halt;
    rules.conduct = &conduct;
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "tictactoe", NULL), 0);
    halt_at = UINT64_MAX;
    hra_learner *learner = open_learner(game, method, 7, 1), *plain = open_learner(game, method, 7, 1);
    run_to(plain, 32);
    write_out(plain, &first);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        halt_at = stops[i];
        assert_int_equal(hra_learner_run(learner, 32, &progress, NULL), HRA_ESTOPPED);
        assert_int_equal(hra_learner_games(learner), stops[i]);
        hra_stop_clear(&halt);
        if (i % 2)
            continue;
        write_out(learner, &second);
        hra_learner_close(learner);
        learner = open_learner(game, method, 7, 1);
        assert_int_equal(hra_learner_restore(learner, "it", second.data, second.length, NULL), 0);
    }
    halt_at = UINT64_MAX;
    run_to(learner, 32);
    write_out(learner, &second);
    same_bytes(&first, &second);
    hra_learner_close(learner);
    hra_learner_close(plain);
    hra_text_release(&first);
    hra_text_release(&second);
    hra_game_close(game);
    hra_game_close(whole);
}

/* ---- tic-tac-toe ----------------------------------------------------------------------------*/

typedef struct contest {
    hra_heads_work work;
    hra_puct puct;
    const hra_game *game;
    int own, states;
} contest;

/* The least that the own seat gets in s, whatever the other does. */
static double least(contest *c, const void *s) {
    const hra_rules *rules = c->game->rules;
    int mover = rules->to_move(c->game, s);
    hra_move moves[9];
    unsigned char child[64];
    double value[HRA_MAX_SEATS], worst = 2;
    hra_rng rng;
    if (mover == HRA_OVER) {
        rules->returns(c->game, s, value);
        return value[c->own];
    }
    c->states++;
    int n = rules->moves(c->game, s, moves);
    if (mover == c->own) {
        hra_rng_init(&rng, 1);
        assert_int_equal(hra_puct_begin(&c->puct, s, NULL, 0, &rng), 0);
        for (int i = 0; i < 50; i++)
            (void)hra_puct_simulate(&c->puct, UINT64_MAX);
        uint32_t best = c->puct.nodes[0].first;
        for (uint32_t k = best; k < c->puct.nodes[0].first + hra_puct_children(&c->puct); k++)
            if (c->puct.nodes[k].visits > c->puct.nodes[best].visits)
                best = k;
        moves[0] = c->puct.nodes[best].move;
        n = 1;
    }
    for (int i = 0; i < n; i++) {
        memcpy(child, s, c->game->state_size);
        rules->apply(c->game, child, moves[i]);
        worst = fmin(worst, least(c, child));
    }
    return worst;
}

static void tictactoe_is_never_lost(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_learner *learner = open_learner(game, "zero", 1, 1);
    contest c = {.game = game};
    const hra_puct_options options = {.c = 1.25, .urgency = 0.2, .range = 2, .memory = 1 << 20};
    unsigned char s[64];
    run_to(learner, 1200);
    assert_int_equal(hra_heads_work_init(&c.work, &learner->learnt), 0);
    assert_int_equal(hra_puct_init(&c.puct, game, &options, (hra_puct_judge){&c.work, hra_heads_judge}), 0);
    for (c.own = 0; c.own < 2; c.own++) {
        game->rules->init(game, s);
        assert_true(least(&c, s) >= 0);
    }
    assert_true(c.states > 200);
    hra_puct_release(&c.puct);
    hra_heads_work_release(&c.work);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- the player -----------------------------------------------------------------------------*/

/* A host whose only file is the one under test. */
static hra_err read_kept(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const hra_text *kept = self;
    hra_text_add_bytes(out, kept->data, kept->length);
    return HRA_OK;
}

static void the_player_looks_ahead_within_its_limits(void **state) {
    hra_text kept;
    hra_error why = {0};
    hra_text_init(&kept);
    const hra_host host = {.size = sizeof host, .read = read_kept, .self = &kept};
    hra_game *game;
    assert_int_equal(hra_game_open(&game, &host, "tictactoe", NULL), 0);
    hra_learner *learner = open_learner(game, "zero:playouts=8,games-per-iteration=8", 1, 1);
    hra_analysis r;
    hra_agent *agent;
    hra_stop stop = {.flag = 1};
    unsigned char s[64];
    run_to(learner, 8);
    write_out(learner, &kept);
    if (hra_agent_open_spec(&agent, game, "zero:file=f", &why) != 0)
        fail_msg("%s", why.text);
    hra_analysis_init(&r);
    assert_int_equal(hra_game_read_position(game, "XX./OO./...", s, &why), 0);
    hra_question q = {.state = s, .seed = 1};
    assert_int_equal(hra_agent_ask(agent, &q, &r), 0);
    assert_int_equal(r.playouts, 100);
    assert_int_equal(r.kind, HRA_VALUE_MEAN);
    assert_true(r.value[0] > 0.8 && r.value[0] == -r.value[1]); /* c1 wins */
    uint64_t visits = 0;
    for (int i = 0; i < r.move_count; i++)
        visits += r.moves[i].sampled.visits;
    assert_int_equal(visits, 100);
    q.limits = (hra_limits){.nodes = 30};
    assert_int_equal(hra_agent_ask(agent, &q, &r), 0);
    assert_true(r.nodes <= 30 && r.stopped);
    q.limits = (hra_limits){.playouts = 7};
    assert_int_equal(hra_agent_ask(agent, &q, &r), 0);
    assert_int_equal(r.playouts, 7);
    q.stop = &stop;
    assert_int_equal(hra_agent_ask(agent, &q, &r), HRA_ESTOPPED);
    hra_agent_close(agent);
    hra_learner_close(learner);

    learner = open_learner(game, "td:representation=table", 1, 1);
    run_to(learner, 1);
    write_out(learner, &kept);
    assert_int_equal(hra_agent_open_spec(&agent, game, "zero:file=f", &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "use the player trained"));
    assert_int_equal(hra_agent_open_spec(&agent, game, "zero", &why), HRA_EINPUT);
    hra_learner_close(learner);
    hra_analysis_release(&r);
    hra_text_release(&kept);
    hra_game_close(game);
}

/* ---- files ----------------------------------------------------------------------------------*/

/* Corrects the checksum at the end, as deliberate damage would. */
static void put_sum(hra_text *file) {
    char line[32];
    size_t body = file->length - 22;
    (void)snprintf(line, sizeof line, "\nsum %016llx\n", (unsigned long long)XXH64(file->data, body, 0));
    memcpy(file->data + body, line, 22);
}

static void damage_is_found_or_does_no_harm(void **state) {
    hra_game *game = open_game("race:seats=2");
    const char *method = "zero:playouts=2,games-per-iteration=4,replay-games=8,hidden=4,max-plies=40";
    hra_learner *learner = open_learner(game, method, 1, 1);
    hra_text file, copy;
    hra_rng rng;
    hra_error why = {0};
    int refused = 0;
    hra_text_init(&file);
    hra_text_init(&copy);
    run_to(learner, 7);
    write_out(learner, &file);
    hra_rng_init(&rng, 1);
    for (int t = 0; t < 400; t++) {
        bool cut = t % 4 == 0, late = t % 2; /* late: in the games, at the end */
        hra_text_clear(&copy);
        hra_text_add_bytes(&copy, file.data, file.length);
        uint32_t size = (uint32_t)file.length - 23, at = hra_rng_below(&rng, late ? 2000 : 300);
        at = late ? size - at : at;
        if (cut) {
            memmove(copy.data + at, copy.data + at + 1, copy.length - at - 1);
            copy.length--;
        } else {
            copy.data[at] = (char)hra_rng_next(&rng);
        }
        if (t % 8 != 1)
            put_sum(&copy);
        hra_err err = hra_learner_restore(learner, "it", copy.data, copy.length, &why);
        assert_true(err == 0 || err == HRA_EDAMAGED || err == HRA_EFIT || err == HRA_EVERSION ||
                    err == HRA_EINPUT || err == HRA_ELIMIT);
        refused += err != 0;
        if (!err) {
            if (hra_learner_games(learner) < 100) /* weights may be such that it diverges */
                (void)hra_learner_run(learner, hra_learner_games(learner) + 1, NULL, &why);
            hra_learner_close(learner);
            learner = open_learner(game, method, 1, 1);
        }
    }
    assert_true(refused > 250);
    hra_learner_close(learner);
    hra_text_release(&file);
    hra_text_release(&copy);
    hra_game_close(game);
}

/* ---- every game -----------------------------------------------------------------------------*/

static void every_game_learns_or_says_why_not(void **state) {
    int learnt = 0;
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        hra_game *game;
        hra_learner *learner;
        hra_error why = {0};
        hra_text file;
        if (hra_game_open(&game, NULL, hra_registry_game(NULL, g)->name, &why) != 0)
            continue; /* it needs a file */
        const hra_learn_setup setup = {
            .size = sizeof setup,
            .game = game,
            .method = "zero:playouts=3,games-per-iteration=2,hidden=8,max-plies=40,batch-size=8",
            .seed = 1,
            .threads = 1};
        hra_err err = hra_learner_open(&learner, &setup, &why);
        if (err) {
            assert_int_equal(err, HRA_EFIT);
            assert_non_null(strstr(why.text, "has no features"));
        } else {
            hra_text_init(&file);
            run_to(learner, 4);
            write_out(learner, &file);
            if (hra_learner_restore(learner, "it", file.data, file.length, &why) != 0)
                fail_msg("%s: %s", game->spec, why.text);
            hra_text_release(&file);
            hra_learner_close(learner);
            learnt++;
        }
        hra_game_close(game);
    }
    assert_true(learnt >= 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithms_are_right_to_the_last_digits),
        cmocka_unit_test(noise_is_spread_as_dirichlet_says),
        cmocka_unit_test(moves_are_drawn_by_their_visits),
        cmocka_unit_test(what_is_learnt_depends_on_the_seed_alone),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(a_stop_loses_nothing),
        cmocka_unit_test(tictactoe_is_never_lost),
        cmocka_unit_test(the_player_looks_ahead_within_its_limits),
        cmocka_unit_test(damage_is_found_or_does_no_harm),
        cmocka_unit_test(every_game_learns_or_says_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
