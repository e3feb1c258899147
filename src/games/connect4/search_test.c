/* The exact search against a slow second one. `connect4_search_test --update` has that write search_test.csv again: some
 * minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "hra/player.h"
#include "hra/solve.h"
#include "reference_search.h"
#include "search.h"

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||       \
    HAS_FEATURE(thread_sanitizer)
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

enum { POSITIONS = 1000, PLIES = 16 }; /* of search_test.csv */

static const char file_name[] = HRA_ROOT "/src/games/connect4/search_test.csv";

static const c4_search_limits unlimited;

static hra_game *open_spec(const char *spec) {
    hra_game *game;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != HRA_OK)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static c4_search *open_search(const hra_game *game) {
    c4_search *search;
    assert_int_equal(c4_search_open(&search, c4_board_of(game), (size_t)1 << 26), 0);
    return search;
}

/* What the slow search says, as the fast one does. */
static c4_worth slow_worth(twin_searcher *s, twin *t, int discs) {
    const int score = twin_search(s, t, discs, -100, 100), outcome = (score > 0) - (score < 0);
    return (c4_worth){outcome, outcome ? 100 - abs(score) - discs : -1};
}

static void same_worth(c4_search *search, const c4_state *s, c4_worth expected, const char *where) {
    c4_worth outcome, whole;
    assert_int_equal(c4_search_outcome(search, s, &unlimited, &outcome), 0);
    assert_int_equal(c4_search_distance(search, s, &unlimited, &whole), 0);
    if (outcome.outcome != expected.outcome || whole.outcome != expected.outcome ||
        whole.distance != expected.distance)
        fail_msg("%s: outcome %d, in %d plies, not %d in %d", where, whole.outcome, whole.distance,
                 expected.outcome, expected.distance);
}

/* ---- positions of a file -----------------------------------------------------------------------*/

/* Plays random discs; `moves` are their columns from 1, as text. */
static void play_randomly(hra_rng *rng, twin *t, int plies, char *moves) {
    for (int n = 0; n < plies;) {
        const int column = (int)hra_rng_below(rng, (uint32_t)t->width), row = twin_height(t, column);
        if (row == t->height)
            continue;
        moves[n++] = (char)('1' + column);
        moves[n] = '\0';
        twin_apply(t, (hra_move)column);
        if (twin_completes(t, column, row)) { /* begins again */
            memset(t->cell, 0, sizeof t->cell);
            t->next = n = 0;
        }
    }
}

static int update(void) {
    hra_rng rng;
    twin_searcher slow = {calloc(TWIN_SLOTS, sizeof *slow.slots), 0};
    FILE *file = fopen(file_name, "w");
    if (!file || !slow.slots)
        return 1;
    hra_rng_init(&rng, PLIES);
    fprintf(file,
            "# Random positions of Connect Four: the columns of the moves, the outcome for the seat to move, "
            "plies\n"
            "# to the end (-1: a draw). Written by connect4_search_test --update from its slow search.\n");
    for (int i = 0; i < POSITIONS; i++) {
        twin t = {.width = 7, .height = 6, .length = 4};
        char moves[PLIES + 1];
        play_randomly(&rng, &t, PLIES, moves);
        const c4_worth worth = slow_worth(&slow, &t, PLIES);
        fprintf(file, "%s,%d,%d\n", moves, worth.outcome, worth.distance);
    }
    free(slow.slots);
    return fclose(file) != 0;
}

static void read_moves(const hra_game *game, const char *moves, c4_state *s) {
    game->rules->init(game, s);
    for (; *moves; moves++)
        game->rules->apply(game, s, (hra_move)(*moves - '1'));
}

/* The file has the positions that --update makes; the slow search looks at some of them again. */
static void positions_of_sixteen_plies(void **state) {
    hra_game *game = open_spec("connect4");
    c4_search *search = open_search(game);
    twin_searcher slow = {calloc(TWIN_SLOTS, sizeof *slow.slots), 0};
    FILE *file = fopen(file_name, "r");
    char line[200], moves[PLIES + 1], made[PLIES + 1];
    hra_rng rng;
    int n = 0;
    assert_true(file && slow.slots);
    hra_rng_init(&rng, PLIES);
    while (fgets(line, sizeof line, file)) {
        twin t = {.width = 7, .height = 6, .length = 4};
        c4_state s;
        c4_worth expected;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%16[1-7],%d,%d", moves, &expected.outcome, &expected.distance), 3);
        play_randomly(&rng, &t, PLIES, made);
        assert_string_equal(moves, made);
        read_moves(game, moves, &s);
        if (!SLOW || n % 40 == 0)
            same_worth(search, &s, expected, moves);
        if (!SLOW && n % 100 == 0)
            same_worth(search, &s, slow_worth(&slow, &t, PLIES), moves);
        n++;
    }
    assert_int_equal(n, POSITIONS);
    (void)fclose(file);
    free(slow.slots);
    c4_search_close(search);
    hra_game_close(game);
}

/* ---- the slow search at once ---------------------------------------------------------------------*/

static void random_positions_are_worth_what_the_slow_search_says(void **state) {
    static const struct {
        const char *spec;
        twin board;
        int plies, games;
    } cases[] = {
        {"connect4", {.width = 7, .height = 6, .length = 4}, 21, 100},
        {"connect4:width=4,height=4", {.width = 4, .height = 4, .length = 4}, 0, 1},
        {"connect4:width=5,height=4", {.width = 5, .height = 4, .length = 4}, 1, 5},
        {"connect4:width=4,height=5", {.width = 4, .height = 5, .length = 4}, 2, 10},
        {"connect4:width=5,height=3,length=3", {.width = 5, .height = 3, .length = 3}, 2, 20},
        {"connect4:width=3,height=6,length=5", {.width = 3, .height = 6, .length = 5}, 2, 9},
        {"connect4:width=6,height=5,length=6", {.width = 6, .height = 5, .length = 6}, 14, 20},
        {"connect4:width=8,height=7", {.width = 8, .height = 7, .length = 4}, 38, 20}, /* all 64 bits */
        {"connect4:width=7,height=5", {.width = 7, .height = 5, .length = 4}, 15, 20}, /* an odd number */
    };
    twin_searcher slow = {calloc(TWIN_SLOTS, sizeof *slow.slots), 0};
    hra_rng rng;
    assert_non_null(slow.slots);
    hra_rng_init(&rng, 9);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_spec(cases[i].spec);
        c4_search *search = open_search(game);
        memset(slow.slots, 0, TWIN_SLOTS * sizeof *slow.slots); /* the same board has other lines */
        for (int k = 0; k < (SLOW ? (cases[i].games + 9) / 10 : cases[i].games); k++) {
            twin t = cases[i].board;
            char moves[65] = "";
            c4_state s, passed;
            play_randomly(&rng, &t, cases[i].plies, moves);
            read_moves(game, moves, &s);
            if (k % 4 == 3) { /* the seat to move passes */
                game->rules->hints->pass(game, &s, &passed);
                s = passed;
                t.next = !t.next;
            }
            same_worth(search, &s, slow_worth(&slow, &t, cases[i].plies), moves);
        }
        c4_search_close(search);
        hra_game_close(game);
    }
    free(slow.slots);
}

/* ---- small boards ------------------------------------------------------------------------------*/

/* The whole of small boards, by both searches. */
static void small_boards_are_solved(void **state) {
    static const struct {
        const char *spec;
        twin board;
        bool large;
    } cases[] = {
        {"connect4:width=4,height=4", {.width = 4, .height = 4, .length = 4}, false},
        {"connect4:width=5,height=5", {.width = 5, .height = 5, .length = 4}, true},
        {"connect4:width=6,height=5", {.width = 6, .height = 5, .length = 4}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases && !(SLOW && cases[i].large); i++) {
        hra_game *game = open_spec(cases[i].spec);
        hra_solution *solution;
        c4_state s;
        double value[2] = {9, 9};
        twin t = cases[i].board;
        twin_searcher slow = {calloc(TWIN_SLOTS, sizeof *slow.slots), 0};
        assert_non_null(slow.slots);
        game->rules->init(game, &s);
        assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
        assert_int_equal(hra_solution_value(solution, &s, value), 0);
        assert_true(value[0] == 0 && value[1] == 0);
        assert_int_equal(hra_solution_distance(solution, &s), -1);
        assert_int_equal(twin_search(&slow, &t, 0, -1, 1), 0);
        free(slow.slots);
        hra_solution_close(solution);
        hra_game_close(game);
    }
}

/* ---- limits --------------------------------------------------------------------------------------*/

static void a_limit_ends_the_search(void **state) {
    hra_game *game = open_spec("connect4");
    c4_search *search = open_search(game);
    const c4_search_limits few = {.nodes = 10000};
    hra_stop stop = {0};
    const c4_search_limits stopped = {.stop = &stop};
    c4_state s;
    c4_worth worth;
    game->rules->init(game, &s);
    assert_int_equal(c4_search_outcome(search, &s, &few, &worth), HRA_ELIMIT);
    assert_true(c4_search_nodes(search) < 20000);
    hra_stop_set(&stop);
    assert_int_equal(c4_search_outcome(search, &s, &stopped, &worth), HRA_ESTOPPED);
    c4_search_close(search);
    hra_game_close(game);
}

/* A solution on demand is opened at once, and says that a value takes too long. */
static void a_solution_on_demand_is_not_whole(void **state) {
    hra_game *game = open_spec("connect4");
    const hra_solve_setup setup = {.size = sizeof setup, .memory = 1 << 20, .on_demand = true};
    hra_solution *solution;
    c4_state s;
    double value[2];
    assert_int_equal(hra_solution_open(&solution, game, &setup, NULL), 0);
    read_moves(game, "1212121", &s); /* Red has four */
    assert_int_equal(hra_solution_value(solution, &s, value), 0);
    assert_true(value[0] == 1 && value[1] == -1);
    assert_int_equal(hra_solution_distance(solution, &s), 0);
    if (!SLOW) {
        game->rules->init(game, &s);
        assert_int_equal(hra_solution_value(solution, &s, value), HRA_EINPUT);
        assert_int_equal(hra_solution_distance(solution, &s), -1);
    }
    hra_solution_close(solution);
    hra_game_close(game);
}

/* ---- the player --------------------------------------------------------------------------------*/

static hra_analysis advice_of(const char *position, const char *spec) {
    hra_game *game = open_spec("connect4");
    hra_agent *agent = NULL;
    hra_analysis out;
    c4_state s;
    hra_error why = {0};
    hra_analysis_init(&out);
    if (hra_game_read_position(game, position, &s, &why) || hra_agent_open_spec(&agent, game, spec, &why))
        fail_msg("%s", why.text);
    const hra_question question = {.state = &s, .want = HRA_WANT_ADVICE};
    assert_int_equal(hra_agent_ask(agent, &question, &out), 0);
    hra_agent_close(agent);
    hra_game_close(game);
    return out;
}

/* Red has three in row 1; Yellow must take one end, and loses by the other. */
static void advice_says_how_soon(void **state) {
    hra_analysis red = advice_of("......./......./......./......./..YY.../..RRR..", "expert");
    assert_int_equal(red.move_count, 7);
    assert_true(!red.what.estimate && red.value[red.value_seat] == -1 && red.moves[0].loss == 0);
    assert_string_equal(red.reason, "loses in 2 plies");
    hra_analysis_release(&red);
}

/* The first disc is too far from the end for a few nodes. */
static void an_opening_is_judged_by_the_other_player(void **state) {
    hra_analysis first =
        advice_of("......./......./......./......./......./.......", "expert:nodes=4000,depth=2");
    assert_true(first.what.estimate);
    assert_true(first.value[0] > -1 && first.value[0] < 1);
    hra_analysis_release(&first);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_sixteen_plies),
        cmocka_unit_test(random_positions_are_worth_what_the_slow_search_says),
        cmocka_unit_test(small_boards_are_solved),
        cmocka_unit_test(a_limit_ends_the_search),
        cmocka_unit_test(a_solution_on_demand_is_not_whole),
        cmocka_unit_test(advice_says_how_soon),
        cmocka_unit_test(an_opening_is_judged_by_the_other_player),
    };
    if (argc == 2 && strcmp(argv[1], "--update") == 0)
        return update();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
