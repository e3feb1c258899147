#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/easy.h"
#include "hra/play.h"

static hra_easy *open_game(const char *spec) {
    hra_easy *easy;
    if (hra_easy_open(&easy, spec) != 0)
        fail_msg("%s: %s", spec, hra_easy_error(easy));
    return easy;
}

static void fails(hra_easy *easy, const char *words) {
    if (!strstr(hra_easy_error(easy), words))
        fail_msg("'%s' is not in '%s'", words, hra_easy_error(easy));
}

static void a_game_from_its_first_move_to_its_last(void **data) {
    hra_easy *easy = open_game("tictactoe");
    assert_string_equal(hra_easy_position(easy), ".../.../...");
    assert_string_equal(hra_easy_moves(easy), "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n");
    assert_int_equal(hra_easy_to_move(easy), 0);
    assert_true(isnan(hra_easy_result(easy, 0)));
    assert_int_equal(hra_easy_move(easy, "b2"), 0);
    assert_int_equal(hra_easy_to_move(easy), 1);
    assert_non_null(strstr(hra_easy_board(easy), "X"));
    assert_int_equal(hra_easy_play(easy, "minimax"), 0);
    assert_int_equal(hra_easy_to_move(easy), -1);
    assert_string_equal(hra_easy_moves(easy), "");
    assert_string_equal(hra_easy_error(easy), "");
    assert_true(hra_easy_result(easy, 0) == 0 && hra_easy_result(easy, 1) == 0);
    assert_true(isnan(hra_easy_result(easy, 2)) && isnan(hra_easy_result(easy, -1)));
    assert_int_equal(hra_easy_move(easy, "a1"), HRA_ESTATE);
    fails(easy, "the game is over");
    assert_string_equal(hra_easy_best(easy, NULL), "");
    fails(easy, "the game is over");
    hra_easy_close(easy);
}

static void an_illegal_move_changes_nothing(void **data) {
    hra_easy *easy = open_game("tictactoe");
    assert_int_equal(hra_easy_move(easy, "b2"), 0);
    for (const char *const *move = (const char *const[]){"b2", "z9", "", NULL}; *move; move++) {
        assert_int_equal(hra_easy_move(easy, *move), HRA_EINPUT);
        assert_string_not_equal(hra_easy_error(easy), "");
        assert_string_equal(hra_easy_position(easy), ".../.X./...");
    }
    assert_int_equal(hra_easy_move(easy, NULL), HRA_EINPUT);
    hra_easy_close(easy);
}

static void what_a_call_returned_may_be_an_argument(void **data) {
    hra_easy *easy = open_game("tictactoe");
    while (hra_easy_to_move(easy) >= 0)
        assert_int_equal(hra_easy_move(easy, hra_easy_best(easy, NULL)), 0);
    assert_int_equal(hra_easy_start(easy, hra_easy_position(easy), 1), 0);
    assert_true(hra_easy_result(easy, 0) == 0);
    assert_string_not_equal(hra_easy_board(easy), hra_easy_position(easy)); /* both at a time */
    hra_easy_close(easy);
}

static void values_are_best_first(void **data) {
    hra_easy *easy = open_game("tictactoe");
    assert_int_equal(hra_easy_start(easy, "XX./OO./...", 1), 0);
    const char *values = hra_easy_values(easy, "minimax");
    assert_ptr_equal(strstr(values, "c1  1\n"), values); /* X wins */
    assert_non_null(strstr(values, "-1"));
    assert_string_equal(hra_easy_best(easy, "alphabeta"), "c1");
    const char *json = hra_easy_analyse(easy, "minimax");
    assert_true(hra_json_valid(json, strlen(json)));
    assert_non_null(strstr(json, "\"move\":\"c1\""));
    assert_non_null(strstr(hra_easy_values(easy, "mcts:playouts=50"), "~"));
    hra_easy_close(easy);
}

static void dice_follow_from_the_seed(void **data) {
    hra_easy *easy = open_game("yahtzee");
    char first[400], second[400];
    assert_int_equal(hra_easy_start(easy, NULL, 7), 0);
    hra_snprintf(first, sizeof first, "%s", hra_easy_position(easy));
    assert_int_equal(hra_easy_start(easy, NULL, 8), 0);
    hra_snprintf(second, sizeof second, "%s", hra_easy_position(easy));
    assert_string_not_equal(first, second);
    assert_int_equal(hra_easy_start(easy, NULL, 7), 0);
    assert_string_equal(hra_easy_position(easy), first);
    assert_int_equal(hra_easy_play(easy, "greedy"), 0);
    assert_true(hra_easy_result(easy, 0) > 0);
    hra_easy_close(easy);
}

static void the_record_is_one_that_others_read(void **data) {
    hra_easy *easy = open_game("nim:rows=3-4-5");
    assert_int_equal(hra_easy_play(easy, "  minimax   random  "), 0);
    const char *text = hra_easy_record(easy);
    hra_record *record;
    hra_error why;
    size_t used;
    assert_int_equal(hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why), 0);
    assert_true(hra_record_info(record)->finished);
    hra_record_close(record);
    hra_easy_close(easy);
}

static void wrong_names_are_explained(void **data) {
    hra_easy *easy;
    assert_int_equal(hra_easy_open(&easy, "nimm"), HRA_EINPUT);
    fails(easy, "nim");
    assert_int_equal(hra_easy_move(easy, "b2"), HRA_ESTATE);
    fails(easy, "no game is open");
    assert_string_equal(hra_easy_board(easy), "");
    assert_string_equal(hra_easy_values(easy, NULL), "");
    assert_int_equal(hra_easy_to_move(easy), -1);
    hra_easy_close(easy);
    assert_int_equal(hra_easy_open(&easy, NULL), HRA_EINPUT);
    hra_easy_close(easy);
    assert_int_not_equal(hra_easy_open(&easy, "tree:file=/etc/passwd"), 0);
    hra_easy_close(easy);

    easy = open_game("tictactoe");
    assert_int_equal(hra_easy_play(easy, "minimx random"), HRA_EINPUT);
    fails(easy, "minimax");
    for (const char *const *players =
             (const char *const[]){"", "random random random", "random, random", NULL};
         *players; players++)
        assert_int_equal(hra_easy_play(easy, *players), HRA_EINPUT);
    assert_int_equal(hra_easy_play(easy, "human random"), HRA_ESTATE);
    assert_string_equal(hra_easy_best(easy, "human"), "");
    assert_string_not_equal(hra_easy_error(easy), "");
    assert_string_equal(hra_easy_best(easy, "alphabeta:depth=none"), "");
    assert_string_not_equal(hra_easy_error(easy), "");
    assert_int_equal(hra_easy_start(easy, "nonsense", 1), HRA_EINPUT);
    assert_string_equal(hra_easy_position(easy), ".../.../...");
    assert_int_equal(hra_easy_play(easy, "alphabeta:eval=\"zero\" random"), HRA_EINPUT);
    hra_easy_close(easy);
}

static void no_handle_is_no_crash(void **data) {
    hra_easy_close(NULL);
    assert_string_not_equal(hra_easy_error(NULL), "");
    assert_int_equal(hra_easy_start(NULL, NULL, 1), HRA_ESTATE);
    assert_int_equal(hra_easy_move(NULL, "b2"), HRA_ESTATE);
    assert_int_equal(hra_easy_play(NULL, NULL), HRA_ESTATE);
    assert_int_equal(hra_easy_to_move(NULL), -1);
    assert_true(isnan(hra_easy_result(NULL, 0)));
    const char *texts[] = {hra_easy_board(NULL),        hra_easy_position(NULL),
                           hra_easy_moves(NULL),        hra_easy_record(NULL),
                           hra_easy_best(NULL, NULL),   hra_easy_values(NULL, NULL),
                           hra_easy_analyse(NULL, NULL)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(texts[i], "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_from_its_first_move_to_its_last),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(what_a_call_returned_may_be_an_argument),
        cmocka_unit_test(values_are_best_first),
        cmocka_unit_test(dice_follow_from_the_seed),
        cmocka_unit_test(the_record_is_one_that_others_read),
        cmocka_unit_test(wrong_names_are_explained),
        cmocka_unit_test(no_handle_is_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
