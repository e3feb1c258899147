/* What English checkers tells the Hub protocol: positions and moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/checkers/rules/checkers.h"
#include "rules/hub.h"

static hra_game *game;
static const hra_hub *hub;

static int open_game(void **state) {
    assert_string_equal(ck_protocols[0].name, "hub");
    hub = ck_protocols[0].words;
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static void expect_position(char side, const char *signs, const char *fen) {
    ck_state s;
    hra_text text;
    char shown[CK_SQUARES];
    hra_text_init(&text);
    assert_int_equal(hub->place(game, side, signs, &s, NULL), 0);
    ck_write_position(game, &s, &text);
    assert_string_equal(hra_text_string(&text), fen);
    assert_int_equal(hub->show(game, &s, shown), side);
    assert_memory_equal(shown, signs, sizeof shown);
    hra_text_release(&text);
}

static void positions_are_set_up(void **state) {
    expect_position('B',
                    "bbbb" /* square 1 on */
                    "bbbb"
                    "bbbb"
                    "eeee"
                    "eeee"
                    "wwww"
                    "wwww"
                    "wwww",
                    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    expect_position('W', "BeeeeeeeeWeeeWeeeeeeeeeeeeeeeeee", "W:WK10,K14:BK1");
    expect_position('W', "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "W:W:B");
}

static void positions_that_cannot_be_are_refused(void **state) {
    static const char *const cases[][2] = {
        {"weeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "a white man on square 1 would have been crowned"},
        {"bbbbbbbbbbbbbeeeeeeeeeeeeeeeeeee", "a side has at most 12 pieces"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_state s;
        hra_error why;
        assert_int_equal(hub->place(game, 'B', cases[i][0], &s, &why), HRA_EINPUT);
        assert_string_equal(why.text, cases[i][1]);
        assert_int_equal(why.at, -1);
    }
}

/* All moves of a position as the squares that they name, in the order of the list. */
static void expect_moves(const char *position, const char *moves) {
    ck_state s;
    hra_move move[CK_MAX_MOVES];
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_game_read_position(game, position, &s, NULL), 0);
    int n = hra_game_moves(game, &s, move);
    for (int i = 0; i < n; i++) {
        int square[HRA_HUB_TOUCHED], count = hub->touch(game, &s, move[i], square);
        for (int k = 0; k < count; k++)
            hra_text_addf(&text, "%s%d", k > 0 ? "," : i > 0 ? " " : "", square[k]);
    }
    assert_string_equal(hra_text_string(&text), moves);
    hra_text_release(&text);
}

static void moves_name_what_they_take(void **state) {
    expect_moves("B:W30:B9", "9,13 9,14");
    expect_moves("B:W18:B15", "15,22,18");
    expect_moves("B:W6,7,14,15:BK2", "2,2,6,14,15,7 2,2,7,15,14,6"); /* around, either way */
    expect_moves("W:W27:B24,16", "27,11,24,16");
}

static void a_man_scores_about_one(void **state) {
    assert_true(hub->score(0) == 0);
    assert_true(hub->score(0.7616) > 0.99 && hub->score(0.7616) < 1.01); /* tanh(1) */
    assert_true(hub->score(-1) < -7 && hub->score(1) > 7 && hub->score(1) < 7.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_set_up),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(moves_name_what_they_take),
        cmocka_unit_test(a_man_scores_about_one),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
