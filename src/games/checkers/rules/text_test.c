/* The drawn board, and moves as they are typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "reference_rules.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static ck_state read(const char *position) {
    ck_state s;
    hra_error why;
    if (hra_game_read_position(game, position, &s, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    return s;
}

/* ---- the board --------------------------------------------------------------------------------*/

static void expect_board(const char *position, const hra_board_style *look, const char *drawn) {
    ck_state s = read(position);
    hra_text text;
    hra_text_init(&text);
    ck_show(game, &s, look, &text);
    assert_string_equal(hra_text_string(&text), drawn);
    hra_text_release(&text);
}

static void the_board_is_drawn_from_either_side(void **state) {
    static const char white[] = "  +--------------------------------+\n"
                                "  |.... BK ....    ....    ....    |\n"
                                "  |....  1 ....  2 ....  3 ....  4 |\n"
                                "  |    .... b  ....    ....    ....|\n"
                                "  |  5 ....  6 ....  7 ....  8 ....|\n"
                                "  |....    .... WK ....    ....    |\n"
                                "  |....  9 .... 10 .... 11 .... 12 |\n"
                                "  |    ....    ....    .... w  ....|\n"
                                "  | 13 .... 14 .... 15 .... 16 ....|\n"
                                "  |....    ....    ....    ....    |\n"
                                "  |.... 17 .... 18 .... 19 .... 20 |\n"
                                "  |    ....    ....    ....    ....|\n"
                                "  | 21 .... 22 .... 23 .... 24 ....|\n"
                                "  |....    ....    ....    ....    |\n"
                                "  |.... 25 .... 26 .... 27 .... 28 |\n"
                                "  |    ....    ....    ....    ....|\n"
                                "  | 29 .... 30 .... 31 .... 32 ....|\n"
                                "  +--------------------------------+\n"
                                "  w White to move\n";
    hra_board_style look = {.width = 80, .seat = CK_WHITE};
    expect_board("W:WK10,16:BK1,6", &look, white);
    look.seat = CK_BLACK;
    ck_state s = read("W:WK10,16:BK1,6");
    hra_text text;
    hra_text_init(&text);
    ck_show(game, &s, &look, &text);
    const char *first = strstr(hra_text_string(&text), "\n") + 1;
    assert_memory_equal(first, "  |....    ....    ....    ....    |\n", 37); /* 32 31 30 29 */
    assert_non_null(strstr(first, "  |.... 32 .... 31 .... 30 .... 29 |\n"));
    assert_non_null(strstr(first, "  |  4 ....  3 ....  2 ....  1 ....|\n"));
    assert_non_null(strstr(first, "  |    ....    ....    .... BK ....|\n"));
    hra_text_release(&text);
}

static void the_compact_board_has_a_line_a_row(void **state) {
    static const char white[] = "  +--------------------------------+\n"
                                "  |....B 1K....  2 ....  3 ....  4 |\n"
                                "  |  5 ....b 6 ....  7 ....  8 ....|\n"
                                "  |....  9 ....W10K.... 11 .... 12 |\n"
                                "  | 13 .... 14 .... 15 ....w16 ....|\n"
                                "  |.... 17 .... 18 .... 19 .... 20 |\n"
                                "  | 21 .... 22 .... 23 .... 24 ....|\n"
                                "  |.... 25 .... 26 .... 27 .... 28 |\n"
                                "  | 29 .... 30 .... 31 .... 32 ....|\n"
                                "  +--------------------------------+\n"
                                "  w White to move\n";
    const hra_board_style look = {.compact = true, .width = 80, .seat = CK_WHITE};
    expect_board("W:WK10,16:BK1,6", &look, white);
}

/* Drawn by agreement, or lost without a move: no seat is to move. */
static void a_board_of_a_game_that_is_over_names_no_seat(void **state) {
    static const char *const positions[] = {"W:WK10,16:BK1,6", "B:W21-32:B1-10,K11,K12:H3", "B:W10:B"};
    static const char *const said[] = {"----+\n", "  game over; 3 plies without a capture or a man's move\n",
                                       "----+\n"};
    for (int i = 0; i < 3; i++) {
        const hra_board_style look = {.width = 80, .seat = CK_WHITE, .over = i < 2};
        const ck_state s = read(positions[i]);
        hra_text text;
        hra_text_init(&text);
        ck_show(game, &s, &look, &text);
        assert_null(strstr(hra_text_string(&text), "to move"));
        assert_string_equal(hra_text_string(&text) + text.length - strlen(said[i]), said[i]);
        hra_text_release(&text);
    }
}

/* With or without signs and colours, all lines of a board are equally wide. */
static void every_look_has_the_same_shape(void **state) {
    ck_state s = read("B:W21-32:B1-10,K11,K12:H3");
    for (int kind = 0; kind < 12; kind++) {
        hra_board_style look = {.unicode = kind & 1, .color = kind & 2, .width = 80, .seat = kind / 4 - 1};
        hra_text text;
        hra_text_init(&text);
        ck_show(game, &s, &look, &text);
        int lines = 0;
        for (char *line = text.data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1, lines++) {
            *end = '\0';
            if (lines < 18)
                assert_int_equal(hra_text_columns(line), 36);
            else
                assert_non_null(strstr(line, "3 plies without a capture"));
        }
        assert_int_equal(lines, 19);
        hra_text_release(&text);
    }
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* NULL: refused, with `part` in the error. */
static void expect_move(const char *position, const char *typed, const char *meant, const char *part) {
    ck_state s = read(position);
    hra_move m;
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_game_parse_move(game, &s, typed, &m, &why);
    if (err == 0)
        ck_show_move(game, &s, m, &text);
    if (meant && (err || strcmp(hra_text_string(&text), meant) != 0))
        fail_msg("%s, '%s': expected %s, found %s", position, typed, meant, err ? why.text : text.data);
    if (!meant && (err != HRA_EINPUT || !strstr(why.text, part)))
        fail_msg("%s, '%s': expected an error with '%s', found %s", position, typed, part,
                 err ? why.text : text.data);
    hra_text_release(&text);
}

static const char start[] = "B:W21-32:B1-12";
static const char ring[] = "B:W6,7,14,15:B2"; /* 2x9x18 or 2x11x18 */
static const char twice[] = "B:W15,24:B10";   /* 10x19x28 */

static void moves_are_read_in_many_spellings(void **state) {
    expect_move(start, "11-15", "11-15", NULL);
    expect_move(start, "  11 - 15 ", "11-15", NULL);
    expect_move(start, "11x15", "11-15", NULL);
    expect_move(twice, "10x19x28", "10x19x28", NULL);
    expect_move(twice, "10X19X28", "10x19x28", NULL);
    expect_move(twice, "10:19:28", "10x19x28", NULL);
    expect_move(twice, "10-28", "10x19x28", NULL);
    expect_move(twice, "10x28", "10x19x28", NULL);
    expect_move(twice, "10x19 19x28", "10x19x28", NULL); /* jump by jump */
    expect_move(twice, " 10-19  19-28 ", "10x19x28", NULL);
    expect_move(start, "1115", "11-15", NULL);
    expect_move(start, "11-15*", "11-15", NULL);
    expect_move(start, "11-15 !?", "11-15", NULL);
    expect_move(start,
                "11\xe2\x80\x93"
                "15",
                "11-15", NULL); /* a dash of a page */
    expect_move(ring, "2x9x18", "2x9x18", NULL);
    expect_move(ring, "2x11x18", "2x11x18", NULL);
    /* the whole of one move, and the ends of two that go round first */
    expect_move("B:W6,7,14,15,22,23:BK10", "10x1", "10x1", NULL);
}

static void bad_moves_are_refused_in_words(void **state) {
    expect_move(start, " 11  15 ", "11-15", NULL);
    expect_move(start, "11 14", NULL, "illegal move '11 14'; legal moves: ");
    expect_move(start, "11-14", NULL, "illegal move '11-14'; legal moves: ");
    expect_move(start, " 11 ", NULL, "where to? from 11: 11-15, 11-16");
    expect_move(start, "7", NULL, "illegal move '7': the piece on 7 is blocked; legal moves: 9-13");
    expect_move(start, "22", NULL, "the piece on 22 is the other player's; legal moves: 9-13");
    expect_move(start, "22-18", NULL, "illegal move '22-18': the piece on 22 is the other player's");
    expect_move(start, "15", NULL, "square 15 is empty");
    expect_move(start, "1-5", NULL, "the piece on 1 is blocked");
    expect_move("B:W15,24:B10,1", "1", NULL,
                "the piece on 1 cannot capture, and captures are compulsory; legal moves: 10x19x28");
    expect_move(twice, "10", NULL, "where to? from 10: 10x19x28");
    expect_move(twice, "10-14", NULL, "captures are compulsory");
    expect_move(twice, "10x19", NULL, "illegal move"); /* it is not finished */
    expect_move(twice, "10x28x19", NULL, "illegal move");
    expect_move(ring, "2x18", NULL, "several moves: 2x9x18, 2x11x18");
    static const char *const nonsense[] = {"",
                                           "33",
                                           "-",
                                           "11-",
                                           "-15",
                                           "11-15-",
                                           "0-15",
                                           "11-33",
                                           "11--15",
                                           "11*-15",
                                           "11-15 15",
                                           "11-15 16-20",
                                           "c3-d4",
                                           "11-15x",
                                           "11 33",
                                           "11 15 x",
                                           "a-b",
                                           "1e1-1",
                                           "1111-151",
                                           "11-15\n",
                                           "11-\xff",
                                           "99999999999-1",
                                           "1-2-3-4-5-6-7-8-9-10-11-12-13-14-15"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        expect_move(start, nonsense[i], NULL, "expected a move such as 11-15");
}

/* A crowd of captures: the list in the error ends, and the error is still one line. */
static void a_long_list_is_cut(void **state) {
    ck_state s = read("B:WK6,K7,K8,K14,K15,K16,K22,K23,K24:BK2,K10,K18");
    hra_move m;
    hra_error why = {0};
    assert_int_equal(hra_game_parse_move(game, &s, "1-2", &m, &why), HRA_EINPUT);
    assert_true(strlen(why.text) < sizeof why.text - 1);
    assert_null(strchr(why.text, '\n'));
}

/* What a route of the longest kind is called, and read back. */
static void every_route_is_read_back(void **state) {
    static const char *const crowded[] = {"B:WK6,K7,K8,K14,K15,K16,K22,K23,K24:BK2,K1",
                                          "W:WK31,K29:B25,26,27,17,18,19,9,10,11", ring, twice};
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof crowded / sizeof *crowded; i++) {
        ck_state s = read(crowded[i]);
        hra_move moves[CK_MAX_MOVES], back;
        int n = ck_moves(&s.board, s.side, moves);
        assert_true(n > 0);
        for (int k = 0; k < n; k++) {
            hra_text_clear(&text);
            ck_show_move(game, &s, moves[k], &text);
            assert_int_equal(hra_game_parse_move(game, &s, hra_text_string(&text), &back, NULL), 0);
            assert_int_equal(back, moves[k]);
        }
    }
    hra_text_release(&text);
}

/* 2x9x18x27: two boards on the way, the captured pieces gone one by one. */
static void jumps_are_shown_step_by_step(void **state) {
    static const char *const on_the_way[] = {"B:W14,23:B9", "B:W23:B18"};
    ck_state s, seen;
    hra_move move;
    hra_text text;
    assert_int_equal(hra_game_read_position(game, "B:W6,14,23:B2", &s, NULL), 0);
    assert_int_equal(hra_game_parse_move(game, &s, "2x27", &move, NULL), 0);
    hra_text_init(&text);
    assert_int_equal(game->rules->conduct->steps(game, &s, move, 0, NULL), 3);
    for (int step = 1; step < 3; step++) {
        assert_int_equal(game->rules->conduct->steps(game, &s, move, step, &seen), 3);
        hra_text_clear(&text);
        game->rules->text->write_position(game, &seen, &text);
        assert_string_equal(hra_text_string(&text), on_the_way[step - 1]);
    }
    assert_int_equal(hra_game_read_position(game, "B:W14,23:B9,2", &s, NULL), 0);
    assert_int_equal(hra_game_parse_move(game, &s, "9x27", &move, NULL), 0);
    assert_int_equal(game->rules->conduct->steps(game, &s, move, 0, NULL), 2);
    game->rules->init(game, &s);
    assert_int_equal(hra_game_parse_move(game, &s, "11-15", &move, NULL), 0);
    assert_int_equal(game->rules->conduct->steps(game, &s, move, 0, NULL), 1);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_are_shown_step_by_step),
        cmocka_unit_test(the_board_is_drawn_from_either_side),
        cmocka_unit_test(the_compact_board_has_a_line_a_row),
        cmocka_unit_test(a_board_of_a_game_that_is_over_names_no_seat),
        cmocka_unit_test(every_look_has_the_same_shape),
        cmocka_unit_test(moves_are_read_in_many_spellings),
        cmocka_unit_test(bad_moves_are_refused_in_words),
        cmocka_unit_test(a_long_list_is_cut),
        cmocka_unit_test(every_route_is_read_back),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
