/* Positions that are kept: against a twin that goes through the whole tree and keeps a list; depth that adds
 * up; bounds, going on, and who plays it. */
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
#include "learning.h"
#include "learning_games.h"
#include "nets/net_evaluation.h"

/* ---- a twin ---------------------------------------------------------------------------------*/

enum { DEPTH = 2, AGEING = 3, FORGET = 2, ROOM = 1000 };

static const double discount = 0.9;

/* What is kept, one behind the other; worth to the first seat. */
typedef struct kept {
    struct {
        hop at;
        double worth;
        int age;
    } list[ROOM];
    int count, forgotten, served;
} kept;

static int find(const kept *k, const hop *h) {
    for (int i = 0; i < k->count; i++)
        if (memcmp(&k->list[i].at, h, sizeof *h) == 0)
            return i;
    return -1;
}

/* Minimax for the first seat. */
static double whole_tree(const hra_game *game, kept *k, const hop *h, int depth, hop *leaf, hra_move *best) {
    double found = 0, value[2];
    *leaf = *h;
    if (h->step == HOPS || depth == 0) {
        int i = h->step == HOPS ? -1 : find(k, h);
        hops_returns(game, h, value);
        k->served += i >= 0;
        return i >= 0 ? k->list[i].worth : value[0];
    }
    for (hra_move m = 0; m < HOP_MOVES; m++) {
        hop child = *h, end;
        hra_move below;
        hops_apply(game, &child, m);
        double v = whole_tree(game, k, &child, depth - 1, &end, &below);
        if (m == 0 || (h->step % 2 ? v < found - 1e-9 : v > found + 1e-9)) {
            found = v;
            *leaf = end;
            *best = m;
        }
    }
    return found;
}

static void learn_step(kept *k, const hop *before, const hop *leaf, double worth) {
    int i = find(k, leaf);
    if (i >= 0)
        k->list[i].age /= 2;
    i = find(k, before);
    if (i < 0) {
        i = k->count++;
        k->list[i].at = *before;
        k->list[i].age = 0;
    }
    k->list[i].age /= 2;
    k->list[i].worth = discount * worth;
}

static void grow_older(kept *k) {
    int n = 0;
    for (int i = 0; i < k->count; i++)
        if (++k->list[i].age <= FORGET)
            k->list[n++] = k->list[i];
    k->forgotten += k->count - n;
    k->count = n;
}

static void play_and_keep(const hra_game *game, kept *k) {
    struct {
        hop before, leaf;
        double worth;
    } step[HOPS];
    hop h;
    for (init_hops(game, &h); h.step < HOPS;) {
        hra_move best = 0;
        int i = h.step;
        step[i].before = h;
        step[i].worth = whole_tree(game, k, &h, DEPTH, &step[i].leaf, &best);
        hops_apply(game, &h, best);
    }
    for (int i = 0; i < HOPS; i++)
        learn_step(k, &step[i].before, &step[i].leaf, step[i].worth);
}

static void compare(const hra_learner *learner, const kept *k) {
    hra_learnt_work work;
    assert_int_equal(learner->learnt.table.count, 2 * k->count);
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    for (int i = 0; i < k->count; i++)
        for (int seat = 0; seat < 2; seat++) {
            assert_non_null(
                hra_value_table_find(&learner->learnt.table, hra_learnt_key(&work, &k->list[i].at, seat)));
            double worth = hra_learnt_worth(&work, NULL, &k->list[i].at, seat);
            if (fabs(worth - (seat ? -1 : 1) * k->list[i].worth) > 1e-6)
                fail_msg("position %d at step %d: %g, not %g", i, k->list[i].at.step, worth,
                         k->list[i].worth);
        }
    hra_learnt_work_release(&work);
}

static void rote_is_its_twin(void **state) {
    hra_game *game = open_hops_for(2);
    hra_learner *learner = open_learner(game,
                                        "rote:depth=2,discount=0.9,games-per-age=3,max-age=2,epsilon=0,"
                                        "random-opening=0,games-per-iteration=1",
                                        1, 1);
    kept *k = calloc(1, sizeof *k);
    assert_non_null(k);
    for (int number = 1; number <= 40; number++) {
        run_to(learner, (uint64_t)number);
        play_and_keep(game, k);
        if (number % AGEING == 0)
            grow_older(k);
        compare(learner, k);
    }
    assert_true(k->served > 40 && k->forgotten > 10); /* else it would show nothing */
    free(k);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- depth that adds up ---------------------------------------------------------------------*/

/* Multiples of 4 are lost for who is to move (Bouton 1901, with one row), which takes up to twenty moves to
 * see; the searches see one. */
static void depth_adds_up(void **state) {
    hra_game *game = open_game("matches");
    hra_learner *learner = open_learner(game, "rote:depth=1,epsilon=0.3,discount=0.95", 1, 1);
    hra_learnt_work work;
    unsigned char s[64];
    run_to(learner, 2000);
    assert_true(game->state_size <= sizeof s);
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    for (int left = 1, seen = 0; left <= 21; left++) {
        char position[32];
        (void)hra_snprintf(position, sizeof position, "%d", left);
        assert_int_equal(hra_game_read_position(game, position, s, NULL), 0);
        int seat = game->rules->to_move(game, s);
        double worth = hra_learnt_worth(&work, NULL, s, seat);
        seen += worth != 0;
        if (worth != 0 && (worth > 0) != (left % 4 != 0))
            fail_msg("%d matches are worth %g", left, worth);
        assert_true(left < 21 || seen >= 20);
        /* the longer way to the end, the less is left of a win */
        assert_true(fabs(worth) <= pow(0.95, (left - 1) / 4) + 1e-6);
    }
    hra_learnt_work_release(&work);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- bounds and files -----------------------------------------------------------------------*/

static void memory_is_bounded(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_learner *learner =
                    open_learner(game, "rote:depth=1,epsilon=1,random-opening=0,max-positions=40", 1, 1),
                *forgetful = open_learner(game, "rote:depth=1,games-per-age=10,max-age=1", 1, 1);
    for (uint64_t games = 100; games <= 1000; games += 100) {
        run_to(learner, games);
        assert_true(learner->learnt.table.count <= 80);
    }
    assert_int_equal(learner->learnt.table.count, 0); /* every move was drawn: nothing was searched */
    hra_learner_close(learner);
    learner = open_learner(game, "rote:depth=1,epsilon=0.5,max-positions=40", 1, 1);
    for (uint64_t games = 100; games <= 1000; games += 100) {
        run_to(learner, games);
        assert_in_range(learner->learnt.table.count, 40, 80);
    }
    run_to(forgetful, 1000);
    assert_in_range(forgetful->learnt.table.count, 2, 400); /* what the last twenty games met */
    hra_learner_close(learner);
    hra_learner_close(forgetful);
    hra_game_close(game);
}

static void runs_that_were_stopped_are_the_same(void **state) {
    hra_game *game = open_game("tictactoe");
    runs_are_the_same(game, "rote:depth=2,games-per-age=20,max-age=1", 90);
    runs_are_the_same(game, "rote:depth=2,max-positions=30,games-per-iteration=4", 90);
    hra_game_close(game);
}

static void damaged_ages_are_refused(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_learner *learner = open_learner(game, "rote:depth=1", 1, 1);
    hra_text memory, file;
    hra_error why = {0};
    run_to(learner, 10);
    hra_text_init(&memory);
    hra_text_init(&file);
    for (size_t i = 0; i < 10 * learner->learnt.table.count;
         i++) /* as long as they would be, all of one key */
        hra_text_add_char(&memory, 'a');
    assert_int_equal(hra_learnt_write(&learner->learnt, &memory, &file), 0);
    assert_int_equal(hra_learner_restore(learner, "F", file.data, file.length, &why), HRA_EDAMAGED);
    assert_string_equal(why.text, "'F': the ages of the positions are damaged");
    hra_text_release(&memory);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
}

/* ---- who plays it ---------------------------------------------------------------------------*/

static void told(const char *spec, const char *method, const char *player) {
    hra_game *game = open_game(spec);
    hra_learner *learner = open_learner(game, method, 1, 1);
    hra_text text;
    hra_text_init(&text);
    hra_learner_player(learner, "a b", &text);
    assert_string_equal(hra_text_string(&text), player);
    hra_text_release(&text);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void who_plays_it_is_told(void **state) {
    told("tictactoe", "rote:depth=2",
         "alphabeta:full,depth=2,tt=1M,eval=trained(file=\"a b\",fallback=lines)");
    told("tictactoe", "rote:eval=none", "alphabeta:full,depth=3,tt=1M,eval=trained(file=\"a b\")");
    told("matches", "rote:eval=modulus",
         "alphabeta:full,depth=3,tt=1M,eval=trained(file=\"a b\",fallback=modulus)");
}

/* The evaluation: what is kept, else what the other says. */
static void another_evaluation_judges_the_rest(void **state) {
    hra_game *game = open_hops_for(2);
    hra_learnt learnt;
    hra_learnt_work work;
    hra_net_judge judge = {.learnt = &learnt};
    hra_evaluator ask;
    hop known, unknown;
    double value[2], sight[2];
    assert_int_equal(hra_learnt_init(&learnt, game, HRA_LEARNT_TABLE, NULL, 0, 1, NULL), 0);
    assert_int_equal(hra_learnt_work_init(&work, &learnt), 0);
    assert_int_equal(hra_eval_open(&judge.other, game, "sight", NULL), 0);
    init_hops(game, &known);
    unknown = known;
    hops_apply(game, &unknown, 1);
    for (int seat = 0; seat < 2; seat++)
        assert_non_null(
            hra_value_table_put(&learnt.table, hra_learnt_key(&work, &known, seat), seat ? 0.25f : 0.75f));
    assert_int_equal(hra_evaluator_open(&ask, &(hra_eval){&hra_net_evaluation, game, &judge}), 0);
    hra_evaluate(&ask, &known, value);
    assert_true(value[0] == 0.5 && value[1] == -0.5);
    hra_evaluate(&ask, &unknown, value);
    hops_returns(game, &unknown, sight);
    assert_true(value[0] == sight[0] && value[1] == sight[1] && value[0] != 0);
    hra_evaluator_close(&ask);
    hra_eval_close(&judge.other);
    hra_learnt_work_release(&work);
    hra_learnt_release(&learnt);
    hra_game_close(game);
}

static void wrong_words_are_refused(void **state) {
    static const struct {
        const char *game, *method;
        hra_err err;
        const char *words;
    } cases[] = {
        {"backgammon", "rote", HRA_EFIT, "rote searches by alpha-beta: it needs a two-player zero-sum game"},
        {"tictactoe", "rote:eval=nobody", HRA_EINPUT, "nobody"},
        {"tictactoe", "rote:depth=0", HRA_EINPUT, "option 'depth'"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rote_is_its_twin),
        cmocka_unit_test(depth_adds_up),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(runs_that_were_stopped_are_the_same),
        cmocka_unit_test(damaged_ages_are_refused),
        cmocka_unit_test(who_plays_it_is_told),
        cmocka_unit_test(another_evaluation_judges_the_rest),
        cmocka_unit_test(wrong_words_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
