#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learn/learner.h"
#include "learning.h"
#include "learning_games.h"

/* ---- the walk ----------------------------------------------------------------------------------*/

static double walk_error(const hra_learner *learner) {
    hra_learnt_work work;
    double sum = 0;
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    for (int8_t at = 1; at <= 5; at++) {
        double off = hra_learnt_worth(&work, NULL, &(walk){at, 1}, 0) - at / 6.0;
        sum += off * off;
    }
    hra_learnt_work_release(&work);
    return sqrt(sum / 5);
}

/* The mean of RUNS runs after 0, 25, 50 and 100 episodes. */
static void the_walk_is_learnt_as_fast_as_the_book_says(void **state) {
    enum { RUNS = 2000 };
    static const uint64_t after[] = {0, 25, 50, 100};
    static const double expected[] = {0.236, 0.110, 0.052, 0.036};
    double mean[4] = {0};
    hra_game *game = open_walk();
    for (uint64_t run = 0; run < RUNS; run++) {
        hra_learner *learner = open_learner(game, "td:representation=table,learning-rate=0.05", run, 1);
        for (int i = 0; i < 4; i++) {
            run_to(learner, after[i]);
            mean[i] += walk_error(learner) / RUNS;
        }
        hra_learner_close(learner);
    }
    for (int i = 0; i < 4; i++)
        if (fabs(mean[i] - expected[i]) > 0.002)
            fail_msg("after %d episodes %.4f, not %.3f", (int)after[i], mean[i], expected[i]);
    hra_game_close(game);
}

static void traces_reach_back(void **state) {
    hra_game *game = open_walk();
    for (uint64_t seed = 0; seed < 50; seed++) {
        hra_learner *plain = open_learner(game, "td:representation=table,learning-rate=0.1", seed, 1);
        hra_learner *traced =
            open_learner(game, "td:representation=table,learning-rate=0.1,lambda=0.9", seed, 1);
        run_to(plain, 1);
        run_to(traced, 1);
        /* of one game nothing but the last step says anything: the trace takes it to where it began */
        hra_learnt_work work;
        assert_int_equal(hra_learnt_work_init(&work, &plain->learnt), 0);
        bool right = hra_learnt_worth(&work, NULL, &(walk){5, 1}, 0) > 0.5;
        assert_true(hra_learnt_worth(&work, NULL, &(walk){3, 1}, 0) == 0.5);
        hra_learnt_work_release(&work);
        assert_int_equal(hra_learnt_work_init(&work, &traced->learnt), 0);
        double first = hra_learnt_worth(&work, NULL, &(walk){3, 1}, 0);
        assert_true(right ? first > 0.5 : first < 0.5);
        hra_learnt_work_release(&work);
        hra_learner_close(plain);
        hra_learner_close(traced);
    }
    hra_game_close(game);
}

/* ---- the cliff ---------------------------------------------------------------------------------*/

/* The cost of a greedy game by the trained model, and whether its path follows the edge. */
static int greedy_cost(const hra_game *game, const hra_learner *learner, bool *edge) {
    hra_learnt_work work;
    grid s = {CLIFF_START, 0};
    *edge = false;
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    for (int step = 0; step < 1000 && s.cell != CLIFF_GOAL; step++) {
        grid best = s;
        double most = -INFINITY;
        for (hra_move m = 0; m < 4; m++) {
            grid child = s;
            cliff_apply(game, &child, m);
            double value = hra_learnt_return(&work, &s, &child, 0);
            if (value > most) {
                most = value;
                best = child;
            }
        }
        s = best;
        *edge = *edge || (s.cell > CLIFF_START - CLIFF_WIDTH + 1 && s.cell < CLIFF_START - 1);
    }
    hra_learnt_work_release(&work);
    return s.cost;
}

static void q_walks_along_the_cliff_and_sarsa_keeps_away(void **state) {
    hra_game *game = open_cliff();
    int away = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        bool edge;
        hra_learner *q = open_learner(
            game, "q:representation=table,learning-rate=0.5,epsilon=0.1,max-plies=100000", seed, 1);
        hra_learner *sarsa = open_learner(
            game, "sarsa:representation=table,learning-rate=0.1,epsilon=0.1,max-plies=100000", seed, 1);
        run_to(q, 1000);
        run_to(sarsa, 5000);
        assert_int_equal(greedy_cost(game, q, &edge), 13);
        assert_true(edge);
        assert_true(greedy_cost(game, sarsa, &edge) >= 13);
        away += !edge;
        hra_learner_close(q);
        hra_learner_close(sarsa);
    }
    assert_true(away >= 8);
    hra_game_close(game);
}

/* ---- games ----------------------------------------------------------------------------------*/

typedef struct judged {
    const hra_game *game;
    hra_learnt_work work;
    hra_agent *exact;
    int wrong, seat;
} judged;

static void best_child(judged *j, const void *s, unsigned char *best) {
    unsigned char child[256];
    hra_move moves[64];
    double most = -INFINITY;
    int seat = j->game->rules->to_move(j->game, s), n = j->game->rules->moves(j->game, s, moves);
    assert_true(j->game->state_size <= sizeof child);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, j->game->state_size);
        j->game->rules->apply(j->game, child, moves[i]);
        double value = hra_learnt_return(&j->work, s, child, seat);
        if (value > most) {
            most = value;
            memcpy(best, child, j->game->state_size);
        }
    }
}

/* Every reply of the other seat against what was learnt, or the one that `exact` gives where that is there;
 * counts the plays that are lost. */
static void try_all(judged *j, const unsigned char *s) {
    const hra_rules *rules = j->game->rules;
    unsigned char child[256];
    hra_move moves[64];
    double value[HRA_MAX_SEATS];
    int mover = rules->to_move(j->game, s);
    if (mover == HRA_OVER) {
        rules->returns(j->game, s, value);
        j->wrong += value[j->seat] < 0;
    } else if (mover == j->seat) {
        best_child(j, s, child);
        try_all(j, child);
    } else {
        int n = rules->moves(j->game, s, moves);
        if (j->exact) {
            assert_int_equal(asked_choose(j->exact, &(hra_question){.state = s}, moves), 0);
            n = 1;
        }
        for (int i = 0; i < n; i++) {
            memcpy(child, s, j->game->state_size);
            rules->apply(j->game, child, moves[i]);
            try_all(j, child);
        }
    }
}

/* How many plays are lost after 20,000 games. */
static int lost(const char *method, const char *against) {
    hra_game *game = open_game("tictactoe");
    hra_learner *learner = open_learner(game, method, 1, 1);
    unsigned char first[256];
    judged j = {.game = game};
    run_to(learner, 20000);
    assert_int_equal(hra_learnt_work_init(&j.work, &learner->learnt), 0);
    if (against)
        assert_int_equal(hra_agent_open_spec(&j.exact, game, against, NULL), 0);
    game->rules->init(game, first);
    for (j.seat = 0; j.seat < 2; j.seat++)
        try_all(&j, first);
    hra_agent_close(j.exact);
    hra_learnt_work_release(&j.work);
    hra_learner_close(learner);
    hra_game_close(game);
    return j.wrong;
}

static void tic_tac_toe_is_never_lost(void **state) {
    assert_int_equal(lost("td:representation=table,epsilon=0.2", NULL), 0);
    assert_int_equal(lost("q:representation=table,opponent=exact,epsilon=0.3", "exact"), 0);
    assert_true(lost("td:representation=table,epsilon=0.2,learning-rate=0", NULL) >
                0); /* who learnt nothing */
}

/* Where the mover can win, what was learnt wins: the exact worth of what it chooses is that of the position.
 */
static void nim_is_won_where_it_can_be(void **state) {
    hra_game *game = open_game("nim:rows=3-5-7");
    hra_learner *learner = open_learner(game, "td:representation=table,epsilon=0.5,learning-rate=0.2", 1, 1);
    judged j = {.game = game};
    unsigned char s[256], best[256];
    hra_rng rng;
    hra_move moves[64];
    run_to(learner, 50000);
    hra_rng_init(&rng, 3);
    assert_int_equal(hra_learnt_work_init(&j.work, &learner->learnt), 0);
    assert_int_equal(hra_agent_open_spec(&j.exact, game, "exact", NULL), 0);
    for (int play = 0; play < 500; play++)
        for (game->rules->init(game, s); game->rules->to_move(game, s) != HRA_OVER;) {
            double before[2], after[2];
            int mover = game->rules->to_move(game, s);
            best_child(&j, s, best);
            assert_int_equal(asked_value(j.exact, s, before), 0);
            assert_int_equal(asked_value(j.exact, best, after), 0);
            j.wrong += after[mover] < before[mover];
            int n = game->rules->moves(game, s, moves);
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
    assert_int_equal(j.wrong, 0);
    hra_learnt_work_release(&j.work);
    hra_agent_close(j.exact);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- the same to the bit --------------------------------------------------------------------*/

static void runs_that_were_stopped_are_the_same(void **state) {
    hra_game *game = open_game("tictactoe");
    runs_are_the_same(game, "td:representation=table", 300);
    runs_are_the_same(game, "td:hidden=20x8,lambda=0.7", 60);
    runs_are_the_same(game, "td:hidden=16,games-per-iteration=8,decay-games=50", 66);
    runs_are_the_same(game, "q:representation=net,hidden=8,games-per-iteration=4", 60);
    runs_are_the_same(game, "sarsa:representation=table,lambda=0.5", 200);
    hra_game_close(game);
}

/* ---- files ----------------------------------------------------------------------------------*/

static void files_read_back(void **state) {
    static const char *const methods[] = {"td:representation=table", "td:hidden=9", "td:hidden=0"};
    hra_game *game = open_game("tictactoe");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        hra_learner *learner = open_learner(game, methods[i], 1, 1);
        hra_text file, again;
        hra_learnt learnt;
        run_to(learner, 50);
        write_learner(learner, &file);
        assert_int_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, NULL, NULL), 0);
        hra_text_init(&again);
        assert_int_equal(hra_learnt_write(&learnt, NULL, &again), 0);
        assert_int_equal(file.length, again.length);
        assert_memory_equal(file.data, again.data, file.length);
        assert_int_equal(learnt.games, 50);
        hra_learnt_release(&learnt);
        hra_text_release(&file);
        hra_text_release(&again);
        hra_learner_close(learner);
    }
    hra_game_close(game);
}

/* A made-up file has a correct checksum. */
static void a_made_up_head_is_refused_by_its_place(void **state) {
    static const struct {
        const char *from, *to, *why;
    } cases[] = {
        {"\nseed 1\n", "\nseed x\n", "line 8, character 6: expected a whole number below 2^64, found 'x'"},
        {"\nform net\n", "\nform nut\n", "line 3, character 6: expected kind of model, found 'nut'"},
        {" 1:sigmoid", " 1:sigmaid", "line 4, character 23: expected activation of a layer, found 'sigmaid'"},
        {"\nrange ", "\nrunge ", "line 5, character 1: expected 'range', found 'runge -1 2'"},
    };
    hra_game *game = open_game("tictactoe");
    hra_learner *learner = open_learner(game, "td:hidden=2", 1, 1);
    hra_text file;
    hra_learnt learnt;
    write_learner(learner, &file);
    const size_t tail = strlen("\nsum 0123456789abcdef\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why = {0};
        char *at = strstr(file.data, cases[i].from);
        if (!at)
            fail_msg("'%s' is not in %.300s", cases[i].from, file.data);
        memcpy(at, cases[i].to, strlen(cases[i].to));
        hra_snprintf(file.data + file.length - tail, tail + 1, "\nsum %016llx\n",
                     (unsigned long long)XXH64(file.data, file.length - tail, 0));
        assert_int_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, NULL, &why),
                         HRA_EDAMAGED);
        if (!strstr(why.text, cases[i].why))
            fail_msg("%s", why.text);
        memcpy(at, cases[i].from, strlen(cases[i].from));
    }
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void damage_is_noticed(void **state) {
    hra_game *game = open_game("tictactoe"), *other = open_game("nim");
    hra_learner *learner = open_learner(game, "td:hidden=2", 1, 1);
    hra_text file;
    hra_learnt learnt;
    hra_error why;
    write_learner(learner, &file);
    for (size_t length = 0; length < file.length; length++) {
        assert_int_not_equal(hra_learnt_read(&learnt, game, "F", file.data, length, NULL, &why), 0);
        assert_true(why.text[0]);
    }
    for (size_t at = 0; at < file.length; at++)
        for (int bit = 0; bit < 8; bit += 3) {
            file.data[at] ^= (char)(1 << bit);
            assert_int_not_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, NULL, &why), 0);
            file.data[at] ^= (char)(1 << bit);
        }
    assert_int_equal(hra_learnt_read(&learnt, other, "F", file.data, file.length, NULL, &why), HRA_EFIT);
    assert_string_equal(why.text, "'F': trained for the game tictactoe, not nim");
    file.data[strlen("hra-learnt ")] = '3';
    assert_int_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, NULL, &why), HRA_EVERSION);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
    hra_game_close(other);
}

/* A net that was learnt when the game told less says the same of every position as one that is wider. */
static void nets_go_on_with_more_numbers(void **state) {
    enum { LACK = 5 };
    hra_game *game = open_game("backgammon"), *other = open_game("backgammon:gammons=no");
    hra_learner *learner = open_learner(game, "td:hidden=6x3", 1, 1);
    hra_learnt *old = &learner->learnt, wide;
    hra_text file;
    hra_error why;
    hra_net_shape shape = old->net.shape;
    hra_rng rng = {{1, 2, 3, 4}};
    shape.inputs -= LACK;
    hra_net_release(&old->net);
    assert_int_equal(hra_net_init(&old->net, &shape, NULL), 0);
    hra_net_randomise(&old->net, 0, &rng);
    write_learner(learner, &file);
    assert_int_equal(hra_learnt_read(&wide, game, "F", file.data, file.length, NULL, &why), HRA_EFIT);
    assert_int_equal(hra_learnt_begin(&wide, other, "F", file.data, file.length, &why), HRA_EFIT);
    assert_int_equal(hra_learnt_begin(&wide, game, "F", file.data, file.length, &why), 0);
    hra_net_work a, b;
    assert_int_equal(hra_net_work_init(&a, &old->net, 1) || hra_net_work_init(&b, &wide.net, 1), 0);
    for (int i = 0; i + 1 < shape.inputs; i++) {
        const hra_feature told[] = {{(uint32_t)i, 1}, {(uint32_t)i + 1, 0.5F}, {(uint32_t)shape.inputs, 1}};
        assert_true(*hra_net_forward(&a, told, 2) == *hra_net_forward(&b, told, 3));
    }
    hra_net_work_release(&a);
    hra_net_work_release(&b);
    hra_learnt_release(&wide);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
    hra_game_close(other);
}

static void wrong_words_are_refused(void **state) {
    static const struct {
        const char *game, *method;
        hra_err err;
        const char *words;
    } cases[] = {
        {"tictactoe", "tdd", HRA_EINPUT, "unknown training method 'tdd'; choose one of td"},
        {"tictactoe", "td:hidden=0x3", HRA_EINPUT, "option 'hidden' takes numbers of neurons"},
        {"tictactoe", "td:hidden=99999", HRA_EINPUT, "option 'hidden' takes numbers of neurons"},
        {"tictactoe", "td:learning-rate=-1", HRA_EINPUT, "option 'learning-rate' takes"},
        {"tictactoe", "q:opponent=nobody", HRA_EINPUT, "has no player 'nobody'"},
        {"tictactoe", "q:opponent=human", HRA_EINPUT, "the opponent is a person"},
        {"tree", "td", HRA_EFIT, "has no features"},
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

/* Two hidden bids look the same to who has not made them. */
static void nothing_hidden_is_learnt(void **state) {
    hra_game *game = open_game("empire:first-player=bid");
    hra_learner *learner = open_learner(game, "td:hidden=4", 1, 1);
    unsigned char *s[3];
    hra_learnt_work work;
    hra_move moves[256];
    for (int i = 0; i < 3; i++)
        assert_non_null(s[i] = calloc(1, game->state_size));
    hra_rng rng = {{1, 2, 3, 4}};
    int mover, n = 0;
    for (game->rules->init(game, s[0]);; game->rules->apply(game, s[0], moves[0])) { /* up to the bids */
        mover = game->rules->to_move(game, s[0]);
        if (mover == HRA_CHANCE)
            moves[0] = game->rules->sample_chance(game, s[0], &rng);
        else if ((n = game->rules->moves(game, s[0], moves)) > 1 &&
                 game->rules->conduct->hidden(game, s[0], moves[0]))
            break;
    }
    for (int i = 1; i < 3; i++) {
        memcpy(s[i], s[0], game->state_size);
        game->rules->apply(game, s[i], moves[i == 1 ? 0 : n - 1]);
    }
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(hra_learnt_output(&work, s[0], s[1], seat) !=
                             hra_learnt_output(&work, s[0], s[2], seat),
                         seat == mover);
    hra_learnt_work_release(&work);
    for (int i = 0; i < 3; i++)
        free(s[i]);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void divergence_is_told(void **state) {
    hra_game *game = open_game("yahtzee");
    hra_learner *learner = open_learner(game, "td:hidden=0,learning-rate=10", 1, 1);
    hra_error why = {0};
    assert_int_equal(hra_learner_run(learner, 20, NULL, &why), HRA_ELIMIT);
    assert_non_null(strstr(why.text, "training diverges"));
    hra_learner_close(learner);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_walk_is_learnt_as_fast_as_the_book_says),
        cmocka_unit_test(traces_reach_back),
        cmocka_unit_test(q_walks_along_the_cliff_and_sarsa_keeps_away),
        cmocka_unit_test(tic_tac_toe_is_never_lost),
        cmocka_unit_test(nim_is_won_where_it_can_be),
        cmocka_unit_test(runs_that_were_stopped_are_the_same),
        cmocka_unit_test(files_read_back),
        cmocka_unit_test(a_made_up_head_is_refused_by_its_place),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(nets_go_on_with_more_numbers),
        cmocka_unit_test(wrong_words_are_refused),
        cmocka_unit_test(nothing_hidden_is_learnt),
        cmocka_unit_test(divergence_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
