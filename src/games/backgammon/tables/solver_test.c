/* Few checkers solved: against the general solver, against the equations of Bellman by the rules, and their
 * file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/backgammon/rules/backgammon.h"
#include "hra/hra.h"
#include "hra/solve.h"

extern const hra_rules hra_rules_backgammon;

/* Two checkers have at most as many plays. */
enum { MOST = 36 };

/* What the last sweep changed, and that again for what rests on it. */
static const double tolerance = 2e-6;

static hra_game *open_backgammon(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_backgammon, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static hra_solution *solve(const hra_game *game, const char *data, int threads) {
    hra_solution *solution = NULL;
    hra_error why = {0};
    hra_solve_setup setup = {.size = sizeof setup, .data = data, .threads = threads};
    if (hra_solution_open(&solution, game, &setup, &why))
        fail_msg("%s: %s", game->spec, why.text);
    return solution;
}

static double value_of(const hra_solution *solution, const void *state) {
    double value[2];
    assert_int_equal(hra_solution_value(solution, state, value), HRA_OK);
    assert_true(value[0] == -value[1]);
    return value[0];
}

/* A move by chance: drawn, or any of a seat's. */
static void step(const hra_game *game, void *state, hra_rng *rng) {
    hra_move list[MOST];
    const hra_rules *r = game->rules;
    bool drawn = r->to_move(game, state) == HRA_CHANCE;
    hra_move m = drawn ? r->sample_chance(game, state, rng) : 0;
    if (!drawn)
        m = list[hra_rng_below(rng, (uint32_t)r->moves(game, state, list))];
    r->apply(game, state, m);
}

/* Calls `check` in every state of plays by chance. */
static void walk(const hra_game *game, int plays, void (*check)(const hra_game *, const bg_state *, void *),
                 void *self) {
    hra_rng rng;
    bg_state s;
    hra_rng_init(&rng, 5);
    for (int i = 0; i < plays; i++) {
        game->rules->init(game, &s);
        check(game, &s, self);
        while (game->rules->to_move(game, &s) != HRA_OVER) {
            step(game, &s, &rng);
            check(game, &s, self);
        }
    }
}

/* ---- the general solver -----------------------------------------------------------------------*/

typedef struct both {
    hra_solution *own, *general;
    double most; /* difference, as a part of the cube */
} both;

static void compare(const hra_game *game, const bg_state *s, void *self) {
    both *b = self;
    if (s->cube <= 1)
        b->most = fmax(b->most, fabs(value_of(b->own, s) - value_of(b->general, s)) / (1 << s->cube));
}

/* It is asked where the cube has a limit: so high a one that it makes no difference to low cubes. */
static void one_checker_is_what_the_general_solver_says(void **state) {
    static const char *const specs[] = {
        "backgammon:checkers=1,cube,gammons=no,max-cube=%d",
        "backgammon:checkers=1,cube,jacoby,beavers,automatic-doubles=1,max-cube=%d"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        char spec[100];
        snprintf(spec, sizeof spec, specs[i], 0);
        hra_game *game = open_backgammon(spec);
        snprintf(spec, sizeof spec, specs[i], 1024);
        hra_game *limited = open_backgammon(spec);
        both b = {.own = solve(game, NULL, 1), .general = solve(limited, NULL, 1)};
        walk(limited, 40, compare, &b);
        assert_true(b.most < 5 * tolerance);
        hra_solution_close(b.general);
        hra_solution_close(b.own);
        hra_game_close(limited);
        hra_game_close(game);
    }
}

/* ---- the equations ----------------------------------------------------------------------------*/

typedef struct bellman {
    hra_solution *own;
    int checked;
    double most;
} bellman;

/* A state is worth what its best move is, or the mean of its throws. */
static void check_equation(const hra_game *game, const bg_state *s, void *self) {
    bellman *b = self;
    const hra_rules *r = game->rules;
    hra_move list[MOST];
    double probability[MOST], best = -HUGE_VAL, mean = 0;
    int mover = r->to_move(game, s);
    if (mover == HRA_OVER)
        return;
    int n = mover == HRA_CHANCE ? r->chance_outcomes(game, s, list, probability) : r->moves(game, s, list);
    for (int i = 0; i < n; i++) {
        bg_state next = *s;
        r->apply(game, &next, list[i]);
        double value = value_of(b->own, &next);
        best = fmax(best, mover == 1 ? -value : value);
        mean += mover == HRA_CHANCE ? probability[i] * value : 0;
    }
    double due = mover == HRA_CHANCE ? mean : mover == 1 ? -best : best;
    b->most = fmax(b->most, fabs(value_of(b->own, s) - due) / (1 << s->cube));
    b->checked++;
}

static void solutions_keep_the_equations(void **state) {
    static const char *const specs[] = {"backgammon:checkers=1,cube,max-cube=0,jacoby,beavers",
                                        "backgammon:checkers=2",
                                        "backgammon:checkers=2,cube,max-cube=0,beavers"};
    const char *all = getenv("ALL");
    for (int i = 0; i < (all && *all ? 3 : 2); i++) {
        hra_game *game = open_backgammon(specs[i]);
        bellman b = {.own = solve(game, NULL, 2)};
        walk(game, 60, check_equation, &b);
        assert_true(b.checked > 500);
        assert_true(b.most < tolerance);
        hra_solution_close(b.own);
        hra_game_close(game);
    }
}

/* ---- the file ---------------------------------------------------------------------------------*/

static int make_folder(void **state) {
    static char name[] = "/tmp/hra-bgh-XXXXXX";
    *state = mkdtemp(name);
    return *state ? 0 : -1;
}

static void path_in(const char *folder, const char *name, char out[200]) {
    assert_true(snprintf(out, 200, "%s/%s", folder, name) < 200);
}

static int remove_folder(void **state) {
    char path[200];
    path_in(*state, "backgammon/1.bgh", path);
    (void)remove(path);
    path_in(*state, "backgammon", path);
    (void)rmdir(path);
    return rmdir(*state);
}

static size_t read_bytes(const char *folder, unsigned char *out, size_t most) {
    char path[200];
    path_in(folder, "backgammon/1.bgh", path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(out, 1, most, file);
    fclose(file);
    return n;
}

static void write_bytes(const char *folder, const unsigned char *bytes, size_t n) {
    char path[200];
    path_in(folder, "backgammon/1.bgh", path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static void the_file_is_the_same_for_any_threads_and_checked(void **state) {
    static unsigned char first[4000], again[4000];
    hra_game *game = open_backgammon("backgammon:checkers=1");
    bg_state s;
    game->rules->init(game, &s);
    s.phase = BG_PLAYING;
    hra_solution *own = solve(game, *state, 1);
    double value = value_of(own, &s);
    hra_solution_close(own);
    size_t n = read_bytes(*state, first, sizeof first);
    assert_int_equal(n, 56 + 26 * 26 * 4);
    char path[200];
    path_in(*state, "backgammon/1.bgh", path);
    assert_int_equal(remove(path), 0);
    hra_solution_close(solve(game, *state, 3));
    assert_int_equal(read_bytes(*state, again, sizeof again), n);
    assert_memory_equal(first, again, n);
    own = solve(game, *state, 1); /* reads it */
    assert_true(value_of(own, &s) == value);
    hra_solution_close(own);
    for (size_t i = 0; i < n; i += i < 56 ? 1 : 97) {
        hra_error why = {0};
        hra_solve_setup setup = {.size = sizeof setup, .data = *state};
        memcpy(again, first, n);
        again[i] ^= 0x10;
        write_bytes(*state, again, n);
        hra_err err = hra_solution_open(&own, game, &setup, &why);
        assert_true(err == HRA_EDAMAGED || err == HRA_EVERSION);
        write_bytes(*state, first, i);
        assert_int_equal(hra_solution_open(&own, game, &setup, &why), HRA_EDAMAGED);
    }
    hra_game_close(game);
}

/* ---- what is not solved -----------------------------------------------------------------------*/

static void too_little_memory_is_refused_at_once(void **state) {
    hra_game *game = open_backgammon("backgammon:checkers=3");
    hra_solution *none;
    hra_error why = {0};
    hra_solve_setup setup = {.size = sizeof setup, .memory = 1 << 20};
    assert_int_equal(hra_solution_open(&none, game, &setup, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "more than memory=1M; set a larger memory="));
    hra_game_close(game);
}

static void other_rules_are_refused_at_once(void **state) {
    static const char *const specs[] = {"backgammon", "backgammon:checkers=3,cube",
                                        "backgammon:checkers=2,match-length=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = open_backgammon(specs[i]);
        hra_solution *none;
        hra_error why = {0};
        assert_int_equal(hra_solution_open(&none, game, NULL, &why), HRA_EFIT);
        assert_non_null(strstr(why.text, game->spec));
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_checker_is_what_the_general_solver_says),
        cmocka_unit_test(solutions_keep_the_equations),
        cmocka_unit_test_setup_teardown(the_file_is_the_same_for_any_threads_and_checked, make_folder,
                                        remove_folder),
        cmocka_unit_test(other_rules_are_refused_at_once),
        cmocka_unit_test(too_little_memory_is_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
