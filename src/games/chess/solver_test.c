/* Endings: the longest mates as the literature has them, and single positions. tests/chess_endings.py solves one anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "chess.h"
#include "hra/hra.h"
#include "hra/solve.h"

typedef struct solved {
    hra_game *game;
    hra_solution *solution;
} solved;

static solved solve(const char *spec) {
    solved out;
    const hra_solve_setup setup = {.size = sizeof setup, .threads = 2};
    hra_error why = {0};
    assert_int_equal(hra_game_open(&out.game, NULL, spec, NULL), 0);
    if (hra_solution_open(&out.solution, out.game, &setup, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return out;
}

static void release(solved *s) {
    hra_solution_close(s->solution);
    hra_game_close(s->game);
}

static double statistic(const solved *s, const char *key) {
    const hra_solution_info *info = hra_solution_info_of(s->solution);
    for (int i = 0; i < info->statistic_count; i++)
        if (strcmp(info->statistics[i].key, key) == 0)
            return info->statistics[i].value;
    fail_msg("no statistic %s", key);
    return 0;
}

/* Moves of the longest mates: M. Bourzutschky and others list 10, 16, 28 for these. */
static void longest_mates_are_those_of_the_literature(void **state) {
    static const struct {
        const char *spec;
        int moves;
    } rows[] = {{"chess:ending=KQK", 10}, {"chess:ending=KRK", 16}, {"chess:ending=KPK", 28}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        solved s = solve(rows[i].spec);
        assert_true(statistic(&s, "moves") == rows[i].moves);
        assert_true(statistic(&s, "white_lost") == 0 && statistic(&s, "black_won") == 0);
        assert_true(statistic(&s, "white_won") <= statistic(&s, "white_positions"));
        release(&s);
    }
}

static void positions_have_their_distance(void **state) {
    static const struct {
        const char *spec, *position;
        int value, plies; /* of White; plies -1: a draw */
    } rows[] = {
        {"chess:ending=KRK", "k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, 1},
        {"chess:ending=KRK", "7R/8/8/8/8/6k1/8/6K1 b - - 0 1", 1, -2}, /* it lasts, and is won */
        {"chess:ending=KRK", "8/8/8/8/8/1k6/1R6/7K b - - 0 1", 0, -1}, /* the rook is lost */
        {"chess:ending=KRK", "8/8/8/8/8/1K6/1r6/7k w - - 0 1", 0, -1},
        {"chess:ending=KRK", "K7/8/1k6/8/8/8/8/7r b - - 0 1", -1, 1}, /* Black has the rook */
        {"chess:ending=KPK", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", 1, -2},
        {"chess:ending=KPK", "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", 1, -2},
        {"chess:ending=KPK", "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0, -1}, /* Black has the opposition */
        {"chess:ending=KPK", "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", 1, -2},
        {"chess:ending=KPK", "k7/8/1K6/P7/8/8/8/8 w - - 0 1", 0, -1}, /* a rook's pawn */
        {"chess:ending=KPK", "6k1/8/6K1/8/8/8/8/7Q w - - 0 1", 1, -2},
    };
    solved s = {NULL, NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i == 0 || strcmp(rows[i].spec, rows[i - 1].spec) != 0) {
            release(&s);
            s = solve(rows[i].spec);
        }
        ch_state at;
        double value[2] = {9, 9};
        assert_int_equal(hra_game_read_position(s.game, rows[i].position, &at, NULL), 0);
        assert_int_equal(hra_solution_value(s.solution, &at, value), 0);
        const int plies = hra_solution_distance(s.solution, &at);
        if (value[0] != rows[i].value || value[1] != -rows[i].value ||
            (rows[i].plies == -2 ? plies <= 0 : plies != rows[i].plies))
            fail_msg("%s: %g in %d plies", rows[i].position, value[0], plies);
    }
    release(&s);
}

static void other_positions_are_refused(void **state) {
    static const char *const specs[] = {
        "chess:ending=K",  "chess:ending=KK", "chess:ending=KQKRP", "chess:ending=KPKP",
        "chess:ending=QK", "chess:ending=KQ", "chess:ending=KNK",   "chess:variant=960,ending=KQK"};
    solved s = solve("chess:ending=KQK");
    ch_state at;
    double value[2];
    hra_game *game;
    hra_solution *solution;
    assert_int_equal(hra_game_read_position(s.game, "k7/8/1K6/8/8/8/8/7R w - - 0 1", &at, NULL), 0);
    assert_int_equal(hra_solution_value(s.solution, &at, value), HRA_EINPUT);
    release(&s);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), HRA_EINPUT);
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), HRA_EFIT);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(longest_mates_are_those_of_the_literature),
        cmocka_unit_test(positions_have_their_distance),
        cmocka_unit_test(other_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
