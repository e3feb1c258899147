/* The rules of checkers on boards that are drawn: what may be moved, and who has won. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "reference_rules.h"

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The moves as text, sorted, a space between two. */
static void list(const hra_game *game, const ck_state *s, hra_text *out) {
    hra_move moves[CK_MAX_MOVES];
    char name[CK_MAX_MOVES][40];
    hra_text one;
    hra_text_init(&one);
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        hra_text_clear(&one);
        game->rules->text->show_move(game, s, moves[i], &one);
        snprintf(name[i], sizeof name[i], "%s", hra_text_string(&one));
    }
    qsort(name, (size_t)n, sizeof *name, by_text);
    hra_text_clear(out);
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%s", i ? " " : "", name[i]);
    hra_text_release(&one);
}

static hra_move parse(const hra_game *game, const ck_state *s, const char *text) {
    hra_move m = 0;
    hra_error why;
    if (hra_game_parse_move(game, s, text, &m, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return m;
}

static void expect_moves(const char *what, char side, const char *const rows[8], const char *moves) {
    hra_game *game = open_game("checkers");
    hra_text found;
    hra_text_init(&found);
    reference t = reference_drawn(side, rows);
    ck_state s = reference_state(&t);
    list(game, &s, &found);
    if (strcmp(hra_text_string(&found), moves) != 0)
        fail_msg("%s: expected %s, found %s", what, moves, hra_text_string(&found));
    hra_text_release(&found);
    hra_game_close(game);
}

/* ---- moves ------------------------------------------------------------------------------------*/

static void men_step_forward_and_kings_everywhere(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-b-.-.", /* 10 */
        ".-.-.-.-", "-.-.-.-.", ".-.-W-.-", /* 23 */
        "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("a man", 'b', rows, "10-14 10-15");
    expect_moves("a king", 'w', rows, "23-18 23-19 23-26 23-27");
}

static void a_capture_must_be_made_and_any_may_be_chosen(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-b-.-.", /* 10 */
        ".-w-w-.-",                         /* 14 15 */
        "-.-.-.-.", ".-.-.-.-", "-b-.-.-w", /* 25, 28 */
        ".-.-.-.-",
    };
    expect_moves("captures", 'b', rows, "10x17 10x19");
}

static void men_do_not_capture_backwards(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-w-.-", /* 7 */
        "-.-.-b-.",             /* 11 */
        ".-.-.-.-", "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("a man", 'b', rows, "11-15 11-16");
}

static void a_multiple_jump_is_finished(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-b-.-.", /* 10 */
        ".-.-w-.-",                         /* 15 */
        "-.-.-.-.", ".-.-.-w-",             /* 24 */
        "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("two jumps", 'b', rows, "10x19x28");
}

static void crowning_ends_the_move(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-b-.-.-", /* 22 */
        "-.-w-w-.",                                                             /* 26, 27 */
        ".-.-.-.-",
    };
    expect_moves("a man that a king's jump would lead on", 'b', rows, "22x31");
    static const char *const king[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-B-.-.-", "-.-w-w-.", ".-.-.-.-",
    };
    expect_moves("a king goes on", 'b', king, "22x31x24");
}

/* From 2 to 18, by the left or by the right: other pieces fall, so both are there. */
static void both_routes_of_a_capture_are_moves(void **state) {
    static const char *const rows[8] = {
        "-.-B-.-.",             /* 2 */
        ".-w-w-.-",             /* 6, 7 */
        "-.-.-.-.", ".-w-w-.-", /* 14, 15 */
        "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("a ring", 'b', rows, "2x11x18x9x2 2x9x18x11x2");
    static const char *const man[8] = {
        "-.-b-.-.", ".-w-w-.-", "-.-.-.-.", ".-w-w-.-", "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("a man", 'b', man, "2x11x18 2x9x18");
}

/* The piece leaves its square, so a ring may close on it; what was jumped is gone at once. */
static void a_piece_is_jumped_once(void **state) {
    static const char *const rows[8] = {
        "-.-.-.-.", ".-.-.-.-", "-.-B-.-.", /* 10 */
        ".-.-w-.-",                         /* 15 */
        "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-",
    };
    expect_moves("there and not back", 'b', rows, "10x19");
}

/* The most there can be: a king's path over nine squares that uses each once. */
static void nine_pieces_can_fall_at_once(void **state) {
    static const char *const rows[8] = {
        "-B-.-.-.",             /* 1 */
        ".-w-w-w-",             /* 6 7 8 */
        "-.-.-.-.", ".-w-w-w-", /* 14 15 16 */
        "-.-.-.-.", ".-w-w-w-", /* 22 23 24 */
        "-.-.-.-.", ".-.-.-.-",
    };
    reference t = reference_drawn('b', rows);
    ck_state s = reference_state(&t);
    hra_move moves[CK_MAX_MOVES];
    int longest = 0, n = ck_moves(&s.board, s.side, moves);
    for (int i = 0; i < n; i++) {
        int path[CK_MAX_JUMPS + 1], jumps = ck_move_jumps(moves[i]);
        longest = jumps > longest ? jumps : longest;
        assert_int_equal(ck_move_path(moves[i], path), jumps + 1);
        ck_board next = s.board;
        assert_true(ck_apply(&next, s.side, moves[i]));
        assert_int_equal(__builtin_popcountll(next.pieces[CK_WHITE]), 9 - jumps);
    }
    assert_int_equal(longest, CK_MAX_JUMPS);
}

/* ---- the end ----------------------------------------------------------------------------------*/

static void expect_end(const char *spec, const char *position, double first) {
    hra_game *game = open_game(spec);
    ck_state s;
    double value[2];
    assert_int_equal(hra_game_read_position(game, position, &s, NULL), 0);
    assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
    game->rules->returns(game, &s, value);
    if (value[0] < first || value[0] > first || value[1] < -first || value[1] > -first)
        fail_msg("%s is worth %g, expected %g", position, value[0], first);
    hra_game_close(game);
}

static void who_cannot_move_has_lost(void **state) {
    expect_end("checkers", "B:WK10:B", -1);
    expect_end("checkers", "W:W:BK10", 1);
    expect_end("checkers", "W:W12:B8,3", 1);     /* 12 is stuck, and 8 cannot be jumped */
    expect_end("checkers", "B:W9,14:B5", -1);    /* 5 is stuck */
    expect_end("checkers", "W:W12:B8,3:H80", 1); /* the end comes before the count */
}

static void forty_quiet_moves_are_a_draw(void **state) {
    hra_game *game = open_game("checkers"), *endless = open_game("checkers:draw-moves=0");
    ck_state s;
    assert_int_equal(hra_game_read_position(game, "W:WK10,K14:BK1:H79", &s, NULL), 0);
    assert_int_equal(game->rules->to_move(game, &s), CK_WHITE);
    game->rules->apply(game, &s, parse(game, &s, "14-9"));
    assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
    assert_int_equal(endless->rules->to_move(endless, &s), CK_BLACK);
    expect_end("checkers", "W:WK10,K14:BK1:H80", 0);
    expect_end("checkers:draw-moves=2", "W:WK10,K14:BK1:H4", 0);
    hra_game_close(game);
    hra_game_close(endless);
}

static void men_and_captures_begin_the_count_anew(void **state) {
    hra_game *game = open_game("checkers");
    ck_state s;
    assert_int_equal(hra_game_read_position(game, "B:WK32,K18:B1,K15:H7", &s, NULL), 0);
    ck_state man = s, king = s;
    assert_int_equal(hra_game_read_position(game, "B:WK32:B1,K15:H7", &man, NULL), 0);
    king = man;
    game->rules->apply(game, &man, parse(game, &man, "1-5"));
    assert_int_equal(man.quiet, 0);
    game->rules->apply(game, &king, parse(game, &king, "15-10"));
    assert_int_equal(king.quiet, 8);
    game->rules->apply(game, &s, parse(game, &s, "15x22"));
    assert_int_equal(s.quiet, 0);
    hra_game_close(game);
}

/* The key is that of the board and the side, so that a position is known again. */
static void the_key_leaves_the_counter_out(void **state) {
    hra_game *game = open_game("checkers");
    ck_state a, b, c;
    assert_int_equal(hra_game_read_position(game, "W:WK10,K14:BK1", &a, NULL), 0);
    assert_int_equal(hra_game_read_position(game, "W:WK10,K14:BK1:H9", &b, NULL), 0);
    assert_int_equal(hra_game_read_position(game, "B:WK10,K14:BK1", &c, NULL), 0);
    assert_true(hra_game_key(game, &a) == hra_game_key(game, &b));
    assert_true(hra_game_key(game, &a) != hra_game_key(game, &c));
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_step_forward_and_kings_everywhere),
        cmocka_unit_test(a_capture_must_be_made_and_any_may_be_chosen),
        cmocka_unit_test(men_do_not_capture_backwards),
        cmocka_unit_test(a_multiple_jump_is_finished),
        cmocka_unit_test(crowning_ends_the_move),
        cmocka_unit_test(both_routes_of_a_capture_are_moves),
        cmocka_unit_test(a_piece_is_jumped_once),
        cmocka_unit_test(nine_pieces_can_fall_at_once),
        cmocka_unit_test(who_cannot_move_has_lost),
        cmocka_unit_test(forty_quiet_moves_are_a_draw),
        cmocka_unit_test(men_and_captures_begin_the_count_anew),
        cmocka_unit_test(the_key_leaves_the_counter_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
