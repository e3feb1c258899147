/* The estimate against the numbers of positions that the solver lists, and a game that is refused by it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

#include "estimate.h"
#include "general_solver.h"

static void it_is_near_what_is_there_and_not_above(void **state) {
    static const struct {
        const char *spec;
        double least; /* of the number that the solver lists */
    } cases[] = {{"tictactoe", 0.99}, {"nim", 0.99}, {"pacman:layout=dither", 0.3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        void *solution;
        hra_estimate *estimate;
        const hra_solve_setup setup = {.size = sizeof setup};
        assert_int_equal(hra_game_open(&game, NULL, cases[i].spec, NULL), 0);
        assert_int_equal(hra_general_solver.open(game, &setup, &solution, NULL), 0);
        const double listed = (double)hra_general_solver.states(solution);
        assert_int_equal(hra_estimate_open(&estimate, game, NULL), 0);
        const double positions = hra_estimate_positions(estimate, NULL, 0, 0);
        assert_true(positions <= listed);
        assert_true(positions >= cases[i].least * listed);
        hra_estimate_close(estimate);
        hra_general_solver.close(solution);
        hra_game_close(game);
    }
}

static void many_more_positions_than_fit_are_refused_at_once(void **state) {
    hra_game *game;
    void *solution;
    hra_error why = {0};
    const hra_solve_setup setup = {.size = sizeof setup};
    assert_int_equal(hra_game_open(&game, NULL, "race", NULL), 0);
    assert_int_equal(hra_general_solver.open(game, &setup, &solution, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "million positions, and memory=1024M has room for"));
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_near_what_is_there_and_not_above),
        cmocka_unit_test(many_more_positions_than_fit_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
