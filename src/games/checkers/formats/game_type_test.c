/* The tag GameType, and moves of other games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game_type.h"
#include "hra/hra.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static void game_types_are_read(void **state) {
    static const struct {
        const char *value;
        ck_game_type type;
    } cases[] = {
        {"21", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {" 21 ", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"21,B,8,8,N1,0", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"21,B,8,8,N1", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"21, b, 8, 8, n2, 0", {CK_BLACK, false, CK_TOP_LEFT}},
        {"21,W,8,8,N2,1", {CK_WHITE, false, CK_TOP_LEFT}},
        {"21,W,8,8,A0,0", {CK_WHITE, true, CK_BOTTOM_LEFT}},
        {"21,W,8,8,A,0", {CK_WHITE, true, CK_BOTTOM_LEFT}},
        {"21,W,8,8,N3,0", {CK_WHITE, false, CK_TOP_RIGHT}},
        {"21,B,8,8,N,0", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"21,W", {CK_WHITE, false, CK_BOTTOM_RIGHT}},
        {"21,", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
        {"American checkers", {CK_BLACK, false, CK_BOTTOM_RIGHT}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_game_type type;
        hra_error why = {0};
        if (ck_read_game_type(cases[i].value, &type, &why) != HRA_OK)
            fail_msg("'%s': %s", cases[i].value, why.text);
        const ck_game_type *right = &cases[i].type;
        if (type.first != right->first || type.letters != right->letters || type.corner != right->corner)
            fail_msg("'%s': first %d, letters %d, corner %d", cases[i].value, type.first, type.letters,
                     type.corner);
    }
}

static void other_game_types_are_named(void **state) {
    static const struct {
        const char *value, *error;
        int at;
    } bad[] = {
        {"20", "GameType 20 is international draughts; expected GameType 21, English checkers", 0},
        {"25,W,8,8,A0,0", "GameType 25 is Russian draughts; expected", 0},
        {"22", "GameType 22 is Italian draughts", 0},
        {"212", "expected GameType 21, English checkers, found '212'", 0},
        {"99", "expected GameType 21, English checkers, found '99'", 0},
        {"21x", "expected the end of the GameType, found 'x'", 2},
        {"21,X,8,8,N1,0", "expected B or W, the colour that moves first, found 'X,8,8,N1,0'", 3},
        {"21,B,10,10,N1,0", "expected 8, the width and the height of the board, found '10,10,N1,0'", 5},
        {"21,B,8,10,N1,0", "expected 8, the width", 7},
        {"21,B,8,8,Q1,0", "expected the notation, such as N1 or A0", 9},
        {"21,B,8,8,N4,0", "expected the end of the GameType, found '4,0'", 10},
        {"21,B,8,8,N1,2", "expected 0 or 1, whether the corner is a playing square, found '2'", 12},
        {"21,B,8,8,N1,0,0", "expected the end of the GameType, found ',0'", 13},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_game_type type;
        hra_error why = {0};
        assert_int_equal(ck_read_game_type(bad[i].value, &type, &why), HRA_EINPUT);
        if (!strstr(why.text, bad[i].error) || why.at != bad[i].at)
            fail_msg("'%s' at %d: %s", bad[i].value, why.at, why.text);
    }
}

/* Moves that are illegal in English checkers. The expected games follow from their rules: kings fly in Russian, Brazilian,
 * Czech and Spanish draughts; men capture backwards in Russian, Brazilian and pool checkers; in Russian draughts
 * alone a man goes on as a king in the same move. */
static void illegal_moves_name_another_game(void **state) {
    static const struct {
        const char *position, *move;
        ck_other_game other;
    } cases[] = {
        {"W:WK30:B1", "30-23", CK_OTHER_FLYING}, /* 30 26 23 */
        {"W:WK30:B1", "30-7", CK_OTHER_NONE},
        {"W:WK30,26:B1", "30-23", CK_OTHER_NONE},
        {"W:WK29:B18,1", "29x15", CK_OTHER_FLYING}, /* over 25, 22 to 18, which it takes */
        {"W:WK29:B18,1", "29x11", CK_OTHER_FLYING},
        {"W:WK29:B18,15", "29x11", CK_OTHER_NONE}, /* two pieces in a row */
        {"W:W18:B22,1", "18x25", CK_OTHER_BACKWARDS},
        {"B:B18:W14,32", "18x9", CK_OTHER_BACKWARDS},
        {"B:B6:W10,11,18,32", "6x15x8", CK_OTHER_BACKWARDS},
        {"B:B18:W14,32", "18x10", CK_OTHER_NONE},
        {"B:W32,25,26:B22", "22x31x13", CK_OTHER_NONE},
        {"B:B23:W26,25,8", "23x30x21", CK_OTHER_BACKWARDS}, /* 30, then back over 25 as a man */
        {"B:B23:W26,22,8", "23x30x17", CK_OTHER_NONE},
        {"B:B23:W26,21,8", "23x30x17", CK_OTHER_NONE},
        {"B:B18:W23,24,K3", "18x27x20", CK_OTHER_BACKWARDS},
        {"B:B23:W26,18,14", "23x30", CK_OTHER_NONE},       /* legal here, and asked by mistake */
        {"B:B22:W26,24,K2", "22x31x20", CK_OTHER_CROWNED}, /* 31, 27, over 24 */
        {"B:W15,24:B10", "10x19", CK_OTHER_NONE},          /* not whole */
        {"B:W21-32:B1-12", "33-28", CK_OTHER_BOARD},
        {"B:W21-32:B1-12", "11-16x20", CK_OTHER_NONE},
        {"B:W21-32:B1-12", "22-18", CK_OTHER_NONE},
        {"B:W21-32:B1-12", "14-18", CK_OTHER_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_state s;
        ck_spelling spelling;
        hra_error why = {0};
        if (hra_game_read_position(game, cases[i].position, &s, &why) != 0)
            fail_msg("%s: %s", cases[i].position, why.text);
        assert_true(ck_read_spelling(cases[i].move, strlen(cases[i].move), &spelling) > 0);
        const ck_other_game other = ck_find_other_game(&s, &spelling, CK_BOTTOM_RIGHT);
        if (other != cases[i].other)
            fail_msg("%s %s: %d, not %d", cases[i].position, cases[i].move, other, cases[i].other);
        assert_true((ck_other_game_text(other) != NULL) == (other != CK_OTHER_NONE));
    }
}

/* A crowd of kings for which a search without an end would look for ages. */
static void a_search_ends(void **state) {
    ck_state s;
    ck_spelling spelling;
    assert_int_equal(hra_game_read_position(game, "B:WK6,K7,K8,K14,K15,K16,K22,K23,K24:BK2,K1", &s, NULL), 0);
    for (int to = 1; to <= 32; to++) {
        char text[16];
        snprintf(text, sizeof text, "1x%d", to);
        assert_true(ck_read_spelling(text, strlen(text), &spelling) > 0);
        (void)ck_find_other_game(&s, &spelling, CK_BOTTOM_RIGHT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_types_are_read),
        cmocka_unit_test(other_game_types_are_named),
        cmocka_unit_test(illegal_moves_name_another_game),
        cmocka_unit_test(a_search_ends),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
