/* Positions as text: read, written, refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "reference_rules.h"
#include "spelling.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static const char study[] = "W:WK10,K14:BK1";
static const char start[] = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

static void many_spellings_are_read(void **state) {
    static const char *const known[][2] = {
        {study, study},
        {"W:BK1:WK14,K10.", study},
        {"B:W21-32:B1-12", start},
        {"B:B1-12:W21-32.", start},
        {"B:W21-24,25-31,32:B1,2-11,12", start},
        {"W:WK1-3:B", "W:WK1,K2,K3:B"},
        {"B:W:BK32", "B:W:BK32"},
        {"W:WK10,K14:BK1:H17", "W:WK10,K14:BK1:H17"},
        {"W:WK10,K14:BK1:H0", study},
        {"W:BK1:WK10,K14:H17.", "W:WK10,K14:BK1:H17"},
        {"W:WK10,K14:BK1:H17:F30", "W:WK10,K14:BK1:H17"},
        {"W:WK10,K14:BK1:F30:H17", "W:WK10,K14:BK1:H17"},
        {"W:WK10,K14:BK1:H0:F1", study},
        {"W:WK10,K14:BK1:F1", study},
        {"w:wk10,k14:bk1:h17:f2", "W:WK10,K14:BK1:H17"},
        {" W : W K10, K 14 : B K1 . ", study},
        {"W:WK10,K14,:BK1,.", study},
        {"B:W21 - 32:B1 -12 ", start},
        {"[FEN \"W:WK10,K14:BK1.\"]", study},
        {"[fen \"W:WK10,K14:BK1:H17:F2\"]", "W:WK10,K14:BK1:H17"},
        {"\"W:BK1:WK14,K10\"", study},
        {"W:WK010,K14:BK01", study},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ck_state s;
        hra_error why;
        if (hra_game_read_position(game, known[i][0], &s, &why) != 0)
            fail_msg("%s: %s", known[i][0], why.text);
        hra_text_clear(&text);
        ck_write_position(game, &s, &text);
        assert_string_equal(hra_text_string(&text), known[i][1]);
    }
    hra_text_release(&text);
}

/* The same two boards, as files describe them whose square 1 is elsewhere or whose White moves first. */
static void other_boards_are_read(void **state) {
    static const struct {
        const char *text;
        ck_fen_board board;
        const char *meant;
    } cases[] = {
        {"W:WK10,K14:BK1:H3", {CK_BLACK, false, CK_BOTTOM_RIGHT}, "W:WK10,K14:BK1:H3"},
        {"B:BK10,K14:WK1:H3", {CK_WHITE, false, CK_BOTTOM_RIGHT}, "W:WK10,K14:BK1:H3"},
        {"W:WK23,K19:BK32", {CK_BLACK, false, CK_TOP_LEFT}, study},
        {"B:BK23,K19:WK32", {CK_WHITE, false, CK_TOP_LEFT}, study},
        {"W:W21-32:B1-12", {CK_WHITE, false, CK_TOP_LEFT}, start},
        {"B:W1-12:B21-32", {CK_BLACK, false, CK_TOP_LEFT}, start},
        {"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
         {CK_WHITE, true, CK_BOTTOM_LEFT},
         start},
        {"W:Wg5:BKh8", {CK_WHITE, true, CK_BOTTOM_LEFT}, "B:WK29:B17"},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_state s;
        hra_error why;
        if (ck_read_fen(cases[i].text, &cases[i].board, &s, &why) != 0)
            fail_msg("%s: %s", cases[i].text, why.text);
        hra_text_clear(&text);
        ck_write_position(game, &s, &text);
        if (strcmp(hra_text_string(&text), cases[i].meant) != 0)
            fail_msg("%s: %s", cases[i].text, hra_text_string(&text));
    }
    static const struct {
        const char *text;
        ck_fen_board board;
        const char *error;
    } bad[] = {
        {"W:W1:BK32", {CK_WHITE, false, CK_TOP_LEFT}, "a white man on square 1 would have been crowned"},
        {"B:W32:BK1", {CK_BLACK, false, CK_TOP_LEFT}, "a white man on square 32 would have been crowned"},
        {"B:WK1:B4", {CK_BLACK, false, CK_TOP_LEFT}, "a black man on square 4 would have been crowned"},
        {"W:Wa2:Bb8",
         {CK_WHITE, true, CK_BOTTOM_LEFT},
         "expected a square such as c3, K before a king, found 'a2:Bb8'"},
        {"W:W12:Bb8", {CK_WHITE, true, CK_BOTTOM_LEFT}, "expected a square such as c3"},
        {"W:Wa", {CK_WHITE, true, CK_BOTTOM_LEFT}, "expected a square such as c3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_state s;
        hra_error why;
        assert_int_equal(ck_read_fen(bad[i].text, &bad[i].board, &s, &why), HRA_EINPUT);
        if (!strstr(why.text, bad[i].error))
            fail_msg("%s: %s", bad[i].text, why.text);
    }
    hra_text_release(&text);
}

static void a_drawn_board_is_that_position(void **state) {
    static const char *const rows[8] = {
        "-B-.-.-.",             /* 1 */
        ".-.-.-.-", "-.-W-.-.", /* 10 */
        ".-W-.-.-",             /* 14 */
        "-.-.-.-.", ".-.-.-.-", "-.-.-.-.", ".-.-.-.-",
    };
    reference t = reference_drawn('w', rows);
    ck_state drawn = reference_state(&t), read;
    assert_int_equal(hra_game_read_position(game, study, &read, NULL), 0);
    assert_memory_equal(&drawn, &read, sizeof drawn);
}

static void nonsense_is_refused_with_its_place(void **state) {
    static const struct {
        const char *text;
        int at; /* -1: anywhere */
    } bad[] = {
        {"", 0},
        {"X", 0},
        {"?:WK10:BK1", 0},
        {"B::", 2},
        {"W", 1},
        {"W:", 2},
        {"W:WK10", 6},
        {"W:WK10:", 7},
        {"W:WK10:W1", 7},
        {"W:WK10:BK1:", -1},
        {"W:WK10:BK1:H", -1},
        {"W:WK10:BK1:H99999", -1},
        {"W:WK10:BK1:H123456", -1},
        {"W:WK10:BK1..", -1},
        {"W:WK10:BK1 x", 11},
        {"W:WK10:BK1:H0:H1", 14},
        {"W:WK10:BK1:F", 12},
        {"W:WK10:BK1:F-1", 12},
        {"W:WK10:BK1:G1", 11},
        {"W:WK10:BK1:+0+0", 11},
        {"\"W:WK10:BK1", 11},
        {"[W:WK10:BK1\"]", 11},
        {"W:Wa1:Bb8", 3},
        {"W:WK0:BK1", 3},
        {"W:WK33:BK1", 3},
        {"W:WK-1:BK1", 3},
        {"W:WK10,,:BK1", 7},
        {"W:WK10,K10:BK1", 7},
        {"W:WK10:BK10", 8},
        {"W:W5-1:BK10", 3},
        {"W:W5-:BK10", 3},
        {"W:W1:BK10", 3}, /* would have been crowned */
        {"W:WK10:B29", 8},
        {"W:WK10:B25-32", 8},
        {"W:WK1-13:BK20", -1}, /* thirteen pieces */
        {"W:W99999999999999999999:BK1", 3},
        {"W:W6-99999999999999999999:BK1", 3},
        {"W:WKK10:BK1", 3},
        {"W:WQ10:BK1", 3},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_state s, before;
        hra_error why = {0};
        memset(&s, 0xa5, sizeof s);
        before = s;
        if (hra_game_read_position(game, bad[i].text, &s, &why) != HRA_EINPUT)
            fail_msg("'%s' is read", bad[i].text);
        assert_true(why.text[0] != '\0');
        if (bad[i].at >= 0 && why.at != bad[i].at)
            fail_msg("'%s': the error is at %d, expected %d: %s", bad[i].text, why.at, bad[i].at, why.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

/* Cut off anywhere, or with any character changed: read or refused, never anything else; and what
 * was read is written in a way that reads as the same. */
static void every_damage_is_read_or_refused(void **state) {
    static const char text[] = "[FEN \"W:WK10,K14,21-24:BK1,5,7-9:H12:F3.\"]";
    char copy[sizeof text];
    hra_text out;
    hra_text_init(&out);
    for (size_t cut = 0; cut < sizeof text - 1; cut++)
        for (int c = 0; c < 256; c++) {
            ck_state s, again;
            memcpy(copy, text, sizeof text);
            copy[cut] = (char)c; /* 0 cuts it off */
            if (hra_game_read_position(game, copy, &s, NULL) != 0)
                continue;
            hra_text_clear(&out);
            ck_write_position(game, &s, &out);
            assert_int_equal(hra_game_read_position(game, hra_text_string(&out), &again, NULL), 0);
            assert_memory_equal(&s, &again, sizeof s);
        }
    hra_text_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_spellings_are_read),
        cmocka_unit_test(other_boards_are_read),
        cmocka_unit_test(a_drawn_board_is_that_position),
        cmocka_unit_test(nonsense_is_refused_with_its_place),
        cmocka_unit_test(every_damage_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
