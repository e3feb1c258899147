/* What looks ahead while it learns: the search with what is learnt as its judgement, the sum of terms of
 * `samuel`, and both methods against twins that go through the whole tree. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "learn/learner.h"
#include "learn/linear_model.h"
#include "learn/trajectory.h"
#include "learning.h"
#include "learning_games.h"

/* ---- twins: sums of terms by the book, the whole tree ---------------------------------------*/

typedef struct sum {
    double weight[HOP_TERMS + 1]; /* the constant last */
} sum;

static double squash(double x) {
    return 1 / (1 + exp(-x));
}

/* The share of the points that the sum gives a seat. */
static double share(const sum *w, const hop *h, int seat) {
    double x = w->weight[HOP_TERMS];
    for (int i = 0; i < HOP_TERMS; i++)
        x += w->weight[i] * (seat ? -1 : 1) * h->term[i];
    return squash(x);
}

/* Minimax for the first seat, from -1 to 1; *leaf is where the first of the best lines ends. */
static double whole_tree(const hra_game *game, const sum *w, const hop *h, int depth, hop *leaf,
                         hra_move *best) {
    double value[2], found = 0;
    if (h->step == HOPS || depth == 0) {
        *leaf = *h;
        hops_returns(game, h, value);
        return h->step == HOPS ? value[0] : share(w, h, 0) - share(w, h, 1);
    }
    for (hra_move m = 0; m < HOP_MOVES; m++) {
        hop child = *h, end;
        hra_move below;
        hops_apply(game, &child, m);
        double v = whole_tree(game, w, &child, depth - 1, &end, &below);
        if (m == 0 || (h->step % 2 ? v < found - 1e-9 : v > found + 1e-9)) {
            found = v;
            *leaf = end;
            *best = m;
        }
    }
    return found;
}

static sum read_sum(const hra_net *net) {
    sum out;
    for (int i = 0; i < HOP_TERMS; i++)
        out.weight[i] = (double)net->weights[net->layer[0].rows + (size_t)i * (size_t)net->layer[0].stride];
    out.weight[HOP_TERMS] = (double)net->weights[net->layer[0].biases];
    return out;
}

static void write_sum(const sum *w, hra_net *net) {
    for (int i = 0; i < HOP_TERMS; i++)
        net->weights[net->layer[0].rows + (size_t)i * (size_t)net->layer[0].stride] = (float)w->weight[i];
    net->weights[net->layer[0].biases] = (float)w->weight[HOP_TERMS];
}

static void assert_sums(const sum *a, const sum *b) {
    for (int i = 0; i <= HOP_TERMS; i++)
        if (fabs(a->weight[i] - b->weight[i]) > 1e-5) /* sums are floats there */
            fail_msg("weight %d is %g, not %g", i, a->weight[i], b->weight[i]);
}

/* ---- looking ahead --------------------------------------------------------------------------*/

static void looking_ahead_is_minimax(void **state) {
    static const sum weights = {
        {0.113172, -0.071935, 0.052319, 0.02} /* no two leaves are worth the same */
    };
    hra_game *game = open_hops_for(2);
    hra_learnt learnt;
    assert_int_equal(hra_learnt_init(&learnt, game, HRA_LEARNT_TERMS, NULL, 0, 1, NULL), 0);
    write_sum(&weights, &learnt.net);
    for (int depth = 1; depth <= 3; depth++) {
        hra_lookahead ahead;
        hop h, leaf;
        assert_int_equal(hra_lookahead_init(&ahead, &learnt, NULL, depth), 0);
        for (init_hops(game, &h); h.step < HOPS;) {
            hra_move move, best = 0;
            double worth, value = whole_tree(game, &weights, &h, depth, &leaf, &best);
            assert_int_equal(hra_lookahead_choose(&ahead, &h, NULL, &move, &worth), 0);
            assert_true(fabs((h.step % 2 ? -value : value) - worth) < 1e-6);
            assert_int_equal(move, best);
            assert_memory_equal(ahead.leaf, &leaf, sizeof leaf);
            hops_apply(game, &h, move);
        }
        hra_lookahead_release(&ahead);
    }
    hra_learnt_release(&learnt);
    hra_game_close(game);
}

static void a_stop_ends_it(void **state) {
    hra_game *game = open_hops_for(2);
    hra_learner *learner = open_learner(game, "samuel:depth=2", 1, 1);
    hra_stop stop;
    hra_stop_clear(&stop);
    hra_stop_set(&stop);
    hra_error why = {0};
    assert_int_equal(hra_learner_run(learner, 1000, &(hra_progress){.stop = &stop}, &why), HRA_ESTOPPED);
    assert_int_equal(hra_learner_games(learner), 0);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- the sum of `samuel` --------------------------------------------------------------------*/

/* By hand. Two looks: the mean squares are those of the first, then halfway to those of the second. */
static void weights_go_towards_what_was_found(void **state) {
    hra_game *game = open_hops_for(2);
    hra_polynomial p;
    assert_int_equal(hra_polynomial_init(&p, game, 99, 1, NULL), 0);
    /* it says 1/2 and a win is 1; d = (2/4, 0, -1/1), d . x + 1 = 3, so the step is 0.6 / 2 / 3 = 0.1 */
    hra_polynomial_adjust(&p, &(hop){4, {2, 0, -1}}, 0, 1, 0.6);
    sum first = read_sum(&p.learnt.net);
    assert_sums(&first, &(sum){{0.05, 0, -0.1, 0.1}});
    /* squares 2.5, 4.5, 1; x = (-1, -3, -1) for the other seat; a draw is 1/2 */
    double said = squash(-0.05 + 0.1 + 0.1), step = 0.3 * (0.5 - said) / (1 + 1 / 2.5 + 9 / 4.5 + 1);
    hra_polynomial_adjust(&p, &(hop){4, {1, 3, 1}}, 1, 0, 0.3);
    sum second = read_sum(&p.learnt.net);
    assert_sums(&second, &(sum){{0.05 - step / 2.5, -step * 3 / 4.5, -0.1 - step, 0.1 + step}});
    hra_polynomial_release(&p);
    hra_game_close(game);
}

static void weak_terms_wait(void **state) {
    hra_game *game = open_hops_for(2);
    hra_polynomial p;
    const hop strong = {4, {5, 0, 5}}; /* the second term says nothing, the third waits */
    assert_int_equal(hra_polynomial_init(&p, game, 2, 1, NULL), 0);
    assert_int_equal(hra_polynomial_exchange(&p, 1), -1); /* nothing was learnt yet */
    for (int i = 0; i < 3; i++)
        hra_polynomial_adjust(&p, &strong, 0, 1, 0.5);
    sum w = read_sum(&p.learnt.net);
    assert_true(w.weight[0] > 0 && w.weight[1] == 0 && w.weight[2] == 0);
    assert_int_equal(hra_polynomial_exchange(&p, 3), -1);
    assert_int_equal(hra_polynomial_exchange(&p, 3), -1);
    assert_int_equal(hra_polynomial_exchange(&p, 3), 1); /* the third mark */
    for (int i = 0; i < 20; i++)
        hra_polynomial_adjust(&p, &strong, 0, 1, 0.5);
    w = read_sum(&p.learnt.net);
    assert_true(w.weight[0] > w.weight[2] && w.weight[2] > 0 && w.weight[1] == 0);
    hra_polynomial_shake(&p);
    w = read_sum(&p.learnt.net);
    assert_true(w.weight[0] == 0 && w.weight[2] > 0);
    hra_polynomial_release(&p);
    hra_game_close(game);
}

/* Alpha's sum as the file of a learner has it. */
static void read_alpha(const hra_learner *learner, hra_polynomial *alpha) {
    hra_text file, memory;
    hra_learnt beta;
    hra_text_init(&file);
    hra_text_init(&memory);
    assert_int_equal(hra_learner_write(learner, &file), 0);
    assert_int_equal(hra_learnt_read(&beta, learner->game, "F", file.data, file.length, &memory, NULL), 0);
    hra_bytes from = {memory.data + 16, memory.data + memory.length}; /* behind the state of the match */
    assert_int_equal(hra_polynomial_take(alpha, &from), 0);
    hra_learnt_release(&beta);
    hra_text_release(&file);
    hra_text_release(&memory);
}

/* Games of alpha against beta by the whole tree; no openings are drawn. */
static void samuel_is_its_twin(void **state) {
    enum { GAMES = 8, MATCH = 2, DEPTH = 2 };
    hra_game *game = open_hops_for(2);
    hra_learner *learner = open_learner(game,
                                        "samuel:depth=2,match-games=2,black-marks=2,random-opening=0,games-"
                                        "per-iteration=1,learning-rate=0.7,decay-games=0",
                                        1, 1);
    hra_polynomial alpha, twin;
    sum beta = {{0}};
    int points = 0, failed = 0;
    assert_int_equal(hra_polynomial_init(&alpha, game, HOP_TERMS, 1, NULL), 0);
    assert_int_equal(hra_polynomial_init(&twin, game, HOP_TERMS, 1, NULL), 0);
    for (int number = 0; number < GAMES; number++) {
        struct {
            hop before;
            double worth;
        } found[HOPS];
        int own = number % 2, count = 0;
        const sum sums[2] = {read_sum(&twin.learnt.net), beta};
        double value[2];
        hop h, leaf;
        for (init_hops(game, &h); h.step < HOPS;) {
            hra_move best = 0;
            bool mine = h.step % 2 == own;
            double worth = whole_tree(game, &sums[!mine], &h, DEPTH, &leaf, &best);
            if (mine) {
                found[count].before = h;
                found[count++].worth = own ? -worth : worth;
            }
            hops_apply(game, &h, best);
        }
        for (int i = 0; i < count; i++)
            for (int k = 0; k < 2; k++)
                hra_polynomial_adjust(&twin, &found[i].before, k ? 1 - own : own,
                                      k ? -found[i].worth : found[i].worth, 0.7);
        hops_returns(game, &h, value);
        points += value[own] > 0 ? 2 : value[own] == 0;
        if (own == MATCH - 1) {
            if (points > MATCH) {
                beta = read_sum(&twin.learnt.net);
                failed = 0;
            } else if (++failed == 2) {
                hra_polynomial_shake(&twin);
                failed = 0;
            }
            points = 0;
        }
        run_to(learner, (uint64_t)number + 1);
        read_alpha(learner, &alpha);
        sum is = read_sum(&alpha.learnt.net), expected = read_sum(&twin.learnt.net);
        assert_sums(&is, &expected);
        is = read_sum(&learner->learnt.net);
        assert_sums(&is, &beta);
    }
    hra_polynomial_release(&alpha);
    hra_polynomial_release(&twin);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- tdleaf ---------------------------------------------------------------------------------*/

/* One move ahead the leaf is what stands behind the move, so both are the same to the bit. */
static void one_move_ahead_it_is_td(void **state) {
    hra_game *game = open_hops_for(1);
    static const char *const ways[] = {"form=net,hidden=6,round=3,explore=0.3,lambda=0.5",
                                       "form=net,hidden=4,round=2,explore=0"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char td[HRA_SPEC_LENGTH], leaf[HRA_SPEC_LENGTH];
        (void)hra_snprintf(td, sizeof td, "td:%s", ways[i]);
        (void)hra_snprintf(leaf, sizeof leaf, "tdleaf:%s,depth=1,opening=0", ways[i]);
        hra_learner *a = open_learner(game, td, 3, 1), *b = open_learner(game, leaf, 3, 1);
        run_to(a, 60);
        run_to(b, 60);
        assert_memory_equal(a->learnt.net.weights, b->learnt.net.weights, a->learnt.net.size * sizeof(float));
        hra_learner_close(a);
        hra_learner_close(b);
    }
    hra_game_close(game);
}

/* The leaves of the whole tree, one behind the other, learn as td does. */
static void tdleaf_is_its_twin(void **state) {
    enum { GAMES = 12, DEPTH = 3 };
    const double rate = 0.002;
    hra_game *game = open_hops_for(2);
    hra_learner *learner = open_learner(
        game, "tdleaf:representation=linear,depth=3,learning-rate=0.002,random-opening=0,epsilon=0", 1, 1);
    sum w = {{0.0113172, -0.0071935, 0.0052319, 0}};
    write_sum(&w, &learner->learnt.net);
    for (int number = 0; number < GAMES; number++) {
        hop h, leaves[HOPS];
        double value[2];
        int count = 0;
        for (init_hops(game, &h); h.step < HOPS; count++) {
            hra_move best = 0;
            (void)whole_tree(game, &w, &h, DEPTH, &leaves[count], &best);
            hops_apply(game, &h, best);
        }
        for (int i = 0; i + 1 < count && leaves[i].step < HOPS; i++)
            for (int seat = 0; seat < 2; seat++) {
                bool over = leaves[i + 1].step == HOPS;
                hops_returns(game, &leaves[i + 1], value);
                double aim = over ? (value[seat] + 1) / 2 : share(&w, &leaves[i + 1], seat);
                double error = aim - share(&w, &leaves[i], seat);
                for (int k = 0; k < HOP_TERMS; k++)
                    w.weight[k] += rate * error * (seat ? -1 : 1) * leaves[i].term[k];
                w.weight[HOP_TERMS] += rate * error;
            }
        run_to(learner, (uint64_t)number + 1);
        sum is = read_sum(&learner->learnt.net);
        assert_sums(&is, &w);
    }
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- games ----------------------------------------------------------------------------------*/

#define SAMUEL                                                                                               \
    "samuel:depth=2,active-terms=2,low-term-limit=30,match-games=4,games-per-iteration=3,decay-games=40,"    \
    "black-marks=1"

static void runs_that_were_stopped_are_the_same(void **state) {
    static const char *const methods[] = {SAMUEL, "tdleaf:depth=2,lambda=0.6",
                                          "tdleaf:depth=2,representation=net,hidden=6,games-per-iteration=5",
                                          "tdleaf:depth=2,representation=table"};
    hra_game *game = open_game("tictactoe");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        runs_are_the_same(game, methods[i], 60);
    hra_game_close(game);
}

/* What alpha knew may be any bytes, since who writes a file may write its sum too. */
static void damage_is_refused(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_polynomial p, q;
    hra_text bytes, again;
    hra_text_init(&bytes);
    hra_text_init(&again);
    assert_int_equal(hra_polynomial_init(&p, game, 2, 1, NULL), 0);
    assert_int_equal(hra_polynomial_init(&q, game, 2, 1, NULL), 0);
    hra_polynomial_put(&p, &bytes);
    for (size_t length = 0; length < bytes.length; length++)
        assert_int_equal(hra_polynomial_take(&q, &(hra_bytes){bytes.data, bytes.data + length}),
                         HRA_EDAMAGED);
    bytes.data[8] = bytes.data[8 + 21]; /* the same term twice */
    assert_int_equal(hra_polynomial_take(&q, &(hra_bytes){bytes.data, bytes.data + bytes.length}),
                     HRA_EDAMAGED);
    bytes.data[8] = 77; /* a term that there is not */
    assert_int_equal(hra_polynomial_take(&q, &(hra_bytes){bytes.data, bytes.data + bytes.length}),
                     HRA_EDAMAGED);
    bytes.data[8] = 0;
    assert_int_equal(hra_polynomial_take(&q, &(hra_bytes){bytes.data, bytes.data + bytes.length}), 0);
    hra_polynomial_put(&q, &again);
    assert_memory_equal(bytes.data, again.data, bytes.length);
    hra_text_release(&bytes);
    hra_text_release(&again);
    hra_polynomial_release(&p);
    hra_polynomial_release(&q);
    hra_game_close(game);
}

/* The heaviest first, and the spec of who plays it, with the name of the file as it has to be written. */
static void what_was_learnt_is_told(void **state) {
    hra_game *game = open_hops_for(2);
    hra_learner *samuel = open_learner(game, "samuel", 1, 1),
                *net = open_learner(game, "tdleaf:representation=net", 1, 1),
                *td = open_learner(game, "td", 1, 1);
    hra_learn_term terms[HRA_MAX_TERMS];
    hra_text spec;
    write_sum(&(sum){{0.5, 0, -2, 9}}, &samuel->learnt.net);
    assert_int_equal(hra_learner_terms(samuel, terms), 3);
    assert_string_equal(terms[0].name, "third");
    assert_true(terms[0].weight == -2 && terms[1].weight == 0.5 && terms[2].weight == 0);
    assert_int_equal(hra_learner_terms(net, terms), 0);
    hra_text_init(&spec);
    hra_learner_player(samuel, "a b", &spec);
    assert_string_equal(hra_text_string(&spec), "alphabeta:full,depth=3,tt=1M,eval=trained(file=\"a b\")");
    hra_text_clear(&spec);
    hra_learner_player(td, "a", &spec);
    assert_string_equal(hra_text_string(&spec), "trained:file=a");
    hra_text_release(&spec);
    hra_learner_close(td);
    hra_learner_close(samuel);
    hra_learner_close(net);
    hra_game_close(game);
}

static void wrong_games_are_refused_in_words(void **state) {
    static const struct {
        const char *game, *method, *words;
    } cases[] = {
        {"backgammon", "samuel", "samuel searches by alpha-beta: it needs a two-player zero-sum game"},
        {"empire:seats=3", "tdleaf", "tdleaf searches by alpha-beta: it needs a two-player zero-sum game"},
        {"tree", "samuel", "has no terms"},
        {"tictactoe", "samuel:active-terms=0", "option 'active-terms' takes"},
        {"tictactoe", "samuel:shape=net", "has no option 'shape'"},
        {"tictactoe", "tdleaf:depth=0", "option 'depth' takes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        const hra_learn_setup setup = {
            .size = sizeof setup, .game = game, .method = cases[i].method, .threads = 1};
        hra_learner *learner = NULL;
        hra_error why = {0};
        assert_int_not_equal(hra_learner_open(&learner, &setup, &why), 0);
        if (!strstr(why.text, cases[i].words))
            fail_msg("%s: %s", cases[i].method, why.text);
        hra_game_close(game);
    }
    hra_game *alone = open_hops_for(1);
    const hra_learn_setup setup = {.size = sizeof setup, .game = alone, .method = "samuel", .threads = 1};
    hra_learner *learner = NULL;
    hra_error why = {0};
    assert_int_equal(hra_learner_open(&learner, &setup, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "needs a game of two seats"));
    hra_game_close(alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looking_ahead_is_minimax),
        cmocka_unit_test(a_stop_ends_it),
        cmocka_unit_test(weights_go_towards_what_was_found),
        cmocka_unit_test(weak_terms_wait),
        cmocka_unit_test(samuel_is_its_twin),
        cmocka_unit_test(one_move_ahead_it_is_td),
        cmocka_unit_test(tdleaf_is_its_twin),
        cmocka_unit_test(runs_that_were_stopped_are_the_same),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(what_was_learnt_is_told),
        cmocka_unit_test(wrong_games_are_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
