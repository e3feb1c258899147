/* The parameters of the heuristic are tuned: stopped, gone on with and judged elsewhere they come to the same, and
 * after a few generations they lose less than what they began as. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/yahtzee/learn/cma.h"
#include "games/yahtzee/learn/loss.h"
#include "games/yahtzee/play/weights_file.h"
#include "games/yahtzee/rules/yahtzee.h"
#include "learning.h"
#include "nets/learnt.h"

static const char tiny[] = "heuristic:games=1,filter=open-+zero_";

/* A long ellipsoid, turned a little: its least is 0 at (1, 1, ...). */
static double ellipsoid(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double a = x[i] - 1 + (i ? 0.5 * (x[i - 1] - 1) : 0);
        sum += pow(100, i / (n - 1.0)) * a * a;
    }
    return sum;
}

static void the_search_finds_the_least(void **state) {
    enum { N = 6 };
    yz_cma *c = malloc(sizeof *c), *other = malloc(sizeof *other);
    double x[YZ_CMA_NUMBERS], values[YZ_CMA_POINTS];
    hra_text bytes;
    hra_text_init(&bytes);
    assert_true(c && other);
    yz_cma_init(c, N, 0.5, 3);
    yz_cma_init(other, N, 0.5, 3);
    for (int generation = 0; generation < 300; generation++) {
        for (int k = 0; k < c->lambda; k++) {
            yz_cma_point(c, k, x);
            values[k] = ellipsoid(x, N);
        }
        yz_cma_update(c, values);
        hra_text_clear(&bytes);
        yz_cma_write(c, &bytes);
        hra_bytes from = {bytes.data, bytes.data + bytes.length};
        assert_true(yz_cma_read(other, &from)); /* goes on from there as well as from what it was */
        memcpy(c, other, sizeof *c);
    }
    assert_true(ellipsoid(c->mean, N) < 1e-9);
    hra_bytes from = {bytes.data, bytes.data + bytes.length - 1};
    assert_false(yz_cma_read(other, &from));
    free(c);
    free(other);
    hra_text_release(&bytes);
}

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("yahtzee:rules=plain");
    runs_are_the_same(game, tiny, 60);
    runs_are_the_same(game, "heuristic:games=1,filter=yatzy-,rules=yatzy", 30);
    hra_game_close(game);
}

static void candidates_can_be_judged_elsewhere(void **state) {
    hra_game *game = open_game("yahtzee");
    games_can_be_played_by_others(game, tiny, 3);
    hra_game_close(game);
}

static double loss_of(const hra_game *game, const yz_field *field, const hra_learner *learner, int plays) {
    struct yz_heuristic h;
    hra_text bytes, spec;
    hra_bytes own;
    double sum = 0;
    hra_text_init(&bytes);
    hra_text_init(&spec);
    assert_int_equal(hra_learner_export(learner, &bytes), 0);
    assert_int_equal(hra_learnt_find_own("it", bytes.data, bytes.length, &own, NULL), 0);
    hra_text_add_bytes(&spec, own.at, hra_bytes_left(&own));
    assert_int_equal(yz_heuristic_parse(&h, game, hra_text_string(&spec), NULL), 0);
    for (int i = 0; i < plays; i++)
        sum += yz_game_loss(&yz_game_of(game)->dice, field, &h, 1000, (uint64_t)i);
    hra_text_release(&bytes);
    hra_text_release(&spec);
    return sum / plays;
}

/* On dice that it was not tuned by. docs/games/yahtzee/heuristic.md tells both figures. */
static void a_small_run_beats_its_own_start(void **state) {
    static const char start[] =
        "start=heuristic(open-ones=2,open-twos=5,open-threes=8,open-fours=12,open-fives=15,"
        "open-sixes=19,open-three=22,open-four=13,open-full=22,open-small=29,open-large=32,"
        "open-yahtzee=17,open-chance=22,early-four=0,early-full=0,early-small=0,"
        "early-large=0,early-yahtzee=0,further-yahtzees=0),only=open-";
    const bool all = getenv("ALL") != NULL;
    hra_game *game = open_game("yahtzee:rules=plain");
    yz_field field = {.rules = yz_game_of(game)->rules};
    hra_text method;
    hra_text_init(&method);
    hra_text_addf(&method, "heuristic:%s,plays=%d", start, all ? 60 : 8);
    hra_learner *learner = open_learner(game, hra_text_string(&method), 1, 2);
    assert_int_equal(yz_solve(&field.solution, &yz_game_of(game)->dice, &field.rules, 2, NULL), 0);
    const double before = loss_of(game, &field, learner, all ? 1000 : 200);
    run_to(learner, all ? 2200 : 330);
    const double after = loss_of(game, &field, learner, all ? 1000 : 200);
    print_message("%.2f points a game below the best player, then %.2f\n", before, after);
    assert_true(after < before - (all ? 5 : 3));
    yz_solution_close(field.solution);
    hra_learner_close(learner);
    hra_text_release(&method);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_finds_the_least),
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(candidates_can_be_judged_elsewhere),
        cmocka_unit_test(a_small_run_beats_its_own_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
