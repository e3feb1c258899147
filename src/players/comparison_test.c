/* When two players agree, and how a comparison is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hra/json.h"

static hra_analysis_move moves[] = {
    {.move = 0, .value = {1, -1}, .kind = HRA_VALUE_EXACT},
    {.move = 1, .value = {1 - 1e-12, -1}, .kind = HRA_VALUE_EXACT},
    {.move = 2, .value = {0, 0}, .kind = HRA_VALUE_EXACT},
    {.move = 3, .value = {1, -1}, .kind = HRA_VALUE_AT_MOST},
    {.move = 4, .value = {0, 0}, .kind = HRA_VALUE_AT_MOST},
    {.move = 5, .value = {1, -1}, .kind = HRA_VALUE_NONE},
    {.move = 6, .value = {1, -1}, .kind = HRA_VALUE_AT_LEAST},
    {.move = 7, .value = {0, 0}, .kind = HRA_VALUE_AT_LEAST},
};

enum { MOVES = sizeof moves / sizeof *moves };

static hra_analysis chosen(hra_move move) {
    return (hra_analysis){
        .move = move, .moves = moves, .move_count = MOVES, .value_seat = -1, .kind = HRA_VALUE_EXACT};
}

static void a_move_as_good_as_the_best_agrees(void **state) {
    (void)state;
    static const struct {
        hra_move best, move;
        hra_agreement expected;
    } cases[] = {
        {0, 0, HRA_AGREES},
        {0, 1, HRA_AGREES}, /* the same but for rounding */
        {0, 2, HRA_DISAGREES},
        {2, 0, HRA_DISAGREES},         /* a better one than the reference knows */
        {0, 3, HRA_AGREEMENT_UNKNOWN}, /* at most as good */
        {0, 4, HRA_DISAGREES},         /* at most less than that */
        {0, 5, HRA_AGREEMENT_UNKNOWN}, /* nothing is known of it */
        {0, 7, HRA_AGREEMENT_UNKNOWN}, /* at least less, so perhaps as much */
        {6, 4, HRA_DISAGREES},         /* the best one at least 1, this one at most 0 */
        {6, 2, HRA_DISAGREES},
        {6, 0, HRA_AGREEMENT_UNKNOWN}, /* the best one may be better */
        {6, 7, HRA_AGREEMENT_UNKNOWN},
        {3, 3, HRA_AGREES},
        {3, 1, HRA_AGREES},            /* the bound of the best move is its value */
        {0, 9, HRA_AGREEMENT_UNKNOWN}, /* the reference did not look at it */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_analysis reference = chosen(cases[i].best), result = chosen(cases[i].move);
        assert_int_equal(hra_analysis_agrees(&reference, &result, 0), cases[i].expected);
    }
}

static void a_comparison_tells_what_failed_and_what_is_unknown(void **state) {
    (void)state;
    hra_game *game;
    hra_text text;
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    hra_analysis best = chosen(0), blind = chosen(2);
    blind.kind = HRA_VALUE_NONE;
    const hra_compared methods[] = {
        {.method = "alphabeta", .result = &best},
        {.method = "random", .result = &blind},
        {.method = "max", .error = "no such \"max\""},
    };
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_list(&json, NULL);
    hra_json_comparison(&json, NULL, game, s, methods, 3, &methods[0]);
    hra_json_comparison(&json, NULL, game, s, methods, 1, NULL);
    hra_json_end(&json);
    const char *counts =
        "\"nodes\":0,\"leaves\":0,\"cutoffs\":0,\"playouts\":0,\"seconds\":0,\"stopped\":false,"
        "\"unsound\":false";
    hra_text expected;
    hra_text_init(&expected);
    hra_text_addf(
        &expected,
        "[{\"game\":\"tictactoe\",\"position\":\".../.../...\",\"reference\":\"alphabeta\",\"methods\":["
        "{\"method\":\"alphabeta\",\"move\":\"a1\",\"value\":[0,0],\"kind\":\"exact\",%s,\"agrees\":true},"
        "{\"method\":\"random\",\"move\":\"c1\",\"value\":[null,null],\"kind\":\"none\",%s,\"agrees\":false},"
        "{\"method\":\"max\",\"error\":\"no such \\\"max\\\"\"}]},"
        "{\"game\":\"tictactoe\",\"position\":\".../.../...\",\"reference\":null,\"methods\":["
        "{\"method\":\"alphabeta\",\"move\":\"a1\",\"value\":[0,0],\"kind\":\"exact\",%s,\"agrees\":null}]}]",
        counts, counts, counts);
    assert_string_equal(hra_text_string(&text), hra_text_string(&expected));
    hra_text_release(&expected);
    hra_text_release(&text);
    free(s);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_as_good_as_the_best_agrees),
        cmocka_unit_test(a_comparison_tells_what_failed_and_what_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
