/* Solutions and counts as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hra/json.h"
#include "hra/solve.h"

static hra_game *open_game(const char *spec) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

static void *read_position(const hra_game *game, const char *position) {
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    if (position)
        assert_int_equal(game->rules->text->read_position(game, position, s, NULL), 0);
    return s;
}

static void expect_solution(const char *spec, const char *position, const char *expected) {
    hra_game *game = open_game(spec);
    hra_solution *solution;
    hra_text text;
    void *s = position ? read_position(game, position) : NULL;
    assert_int_equal(hra_solution_open(&solution, game, NULL, NULL), 0);
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_solution(&json, NULL, solution, game, s, 0.5);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
    hra_solution_close(solution);
    free(s);
    hra_game_close(game);
}

static void a_solution_tells_values_and_figures(void **state) {
    (void)state;
    expect_solution("tictactoe", NULL,
                    "{\"game\":\"tictactoe\",\"value\":[0,0],\"states\":5478,\"seconds\":0.5}");
    /* 3 ^ 5 ^ 6 = 0: who is to move loses */
    expect_solution("nim:rows=3-5-7", "3-5-6/1",
                    "{\"game\":\"nim:rows=3-5-7\",\"value\":[1,-1],\"position_value\":[1,-1],"
                    "\"position_distance\":14,\"states\":376,\"seconds\":0.5}");
    /* tables of two pieces do not reach the beginning */
    expect_solution(
        "checkers:tablebase-pieces=2", NULL,
        "{\"game\":\"checkers:tablebase-pieces=2\",\"value\":[null,null],\"states\":3488,\"seconds\":0.5,"
        "\"by_pieces\":[{\"pieces\":2,\"positions\":3488,\"won\":716,\"lost\":402,\"drawn\":2370,"
        "\"longest\":13}]}");
}

static void slices_tell_what_they_need(void **state) {
    (void)state;
    hra_game *game = open_game("checkers:tablebase-pieces=2");
    hra_slices *slices;
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    assert_int_equal(hra_slices_open(&slices, game, NULL), 0);
    hra_json_slices(&json, NULL, slices, game, -1);
    assert_string_equal(
        hra_text_string(&text),
        "{\"game\":\"checkers:tablebase-pieces=2\",\"slices\":["
        "{\"name\":\"m0k1-m0k1\",\"positions\":992,\"files\":[\"checkers/m0k1-m0k1.ckt\"],\"needs\":[]},"
        "{\"name\":\"m0k1-m1k0\",\"positions\":1736,\"files\":[\"checkers/m0k1-m1k0.ckt\","
        "\"checkers/m1k0-m0k1.ckt\"],\"needs\":[\"m0k1-m0k1\"]},"
        "{\"name\":\"m1k0-m1k0\",\"positions\":760,\"files\":[\"checkers/m1k0-m1k0.ckt\"],"
        "\"needs\":[\"m0k1-m1k0\"]}]}");
    hra_slices_close(slices);
    hra_text_release(&text);
    hra_game_close(game);
}

static void counts_are_divided_where_that_is_asked(void **state) {
    (void)state;
    hra_game *game = open_game("tictactoe");
    void *s = read_position(game, "XOX/OXO/OX.");
    const hra_perft_count total = {.leaves = 1, .nodes = 2};
    const hra_perft_move below = {.move = 8, .leaves = UINT64_MAX};
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_list(&json, NULL);
    hra_json_perft(&json, NULL, game, 1, &total, 0, NULL, NULL, 0);
    hra_json_perft(&json, NULL, game, 1, &total, 0, s, &below, 1);
    hra_json_perft(&json, NULL, game, 1, &total, 0, s, &below, 0);
    hra_json_end(&json);
    assert_string_equal(
        hra_text_string(&text),
        "[{\"game\":\"tictactoe\",\"depth\":1,\"leaves\":1,\"nodes\":2,\"seconds\":0},"
        "{\"game\":\"tictactoe\",\"depth\":1,\"leaves\":1,\"nodes\":2,\"seconds\":0,"
        "\"divide\":[{\"move\":\"c3\",\"leaves\":18446744073709551615}]},"
        "{\"game\":\"tictactoe\",\"depth\":1,\"leaves\":1,\"nodes\":2,\"seconds\":0,\"divide\":[]}]");
    hra_text_release(&text);
    free(s);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_tells_values_and_figures),
        cmocka_unit_test(slices_tell_what_they_need),
        cmocka_unit_test(counts_are_divided_where_that_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
