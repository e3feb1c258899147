/* Moves as people type them, and positions in all spellings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "backgammon.h"
#include "hra/hra.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "backgammon", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static bg_state read_state(const char *text) {
    bg_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return s;
}

#define START "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white "

/* Where one checker may go 10/5 by two points, of which one, both or none holds a blot. */
#define ONE_BLOT "white 10:1 6:2, black 18:1 1:14, white 32"
#define TWO_BLOTS "white 10:1 6:2, black 18:1 17:1 1:13, white 32"

static const struct {
    const char *position, *typed, *meant;
} spelled[] = {
    {START "31", "8/5 6/5", "8/5 6/5"},
    {START "31", "6/5 8/5", "8/5 6/5"},
    {START "31", " 6-5,8-5 ", "8/5 6/5"},
    {START "31", "13/9", "13/9"},
    {START "31", "13/10 10/9", "13/9"},
    {START "31", "13/12 12/9", "13/9"},
    {START "31", "13/12/9", "13/9"},
    {START "31", "8 5 6 5", "8/5 6/5"}, /* as GNU Backgammon takes it */
    {START "31", "08/05 06/05", "8/5 6/5"},
    {START "31", "24-23 13-10", "24/23 13/10"},
    {START "31", "24 23, 13 10", "24/23 13/10"},
    {START "11", "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"},
    {START "11", "8/7 (2) 6/5 (2)", "8/7(2) 6/5(2)"},
    {START "11", "8/7(2)6/5(2)", "8/7(2) 6/5(2)"},
    {START "11", "8 7 8 7 6 5 6 5", "8/7(2) 6/5(2)"},
    {START "11", "8/6(2)", "8/6(2)"},
    {START "11", "8/7/6(2)", "8/6(2)"},
    {START "11", "6/5 8/7 6/5 8/7", "8/7(2) 6/5(2)"},
    {START "11", "24/22 6/5(2)", "24/22 6/5(2)"},
    {START "11", "24/23 6/5(2) 23/22", "24/22 6/5(2)"},
    {START "66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"},
    {"white bar:1 6:2, black 1:15, white 61", "BAR/19 6/5", "bar/19 6/5"},
    {"white bar:1 6:2, black 1:15, white 61", "25/18", "bar/18"},
    {"white bar:1 6:2, black 1:15, white 61", "Bar-19 6-5", "bar/19 6/5"},
    {"white bar:1 6:2, black 1:15, white 61", "bar 19 6 5", "bar/19 6/5"},
    {"white bar:1 6:2, black 1:2 7:1, white 61", "bar/18*", "bar/18*"},
    {"white bar:1 6:2, black 1:2 7:1 6:1, white 61", "bar/19*/18*", "bar/19*/18*"},
    {"white bar:1 6:2, black 1:15, white 61", "b/24/18", "bar/18"},
    {"white 6:1 4:1, black 1:15, white 65", "6/off 4/off", "6/off 4/off"},
    {"white 6:1 4:1, black 1:15, white 65", "4/o 6/0", "6/off 4/off"},
    {"white 6:1 4:1, black 1:15, white 65", "4/OFF 6/Off", "6/off 4/off"},
    {"white 6:1 4:1, black 1:15, white 65", "4 off 6 off", "6/off 4/off"},
    {"white 2:7 1:1, black 1:15, white 11", "2/1(3) 1/off", "2/off 2/1(2)"},
    {"white 5:1, black 1:15, white 61", "5/off", "5/off"},
    {"white 5:1, black 1:15, white 61", "5/4/off", "5/off"},
    {"white bar:1 6:14, black 6:2 5:2 1:11, white 65", "Pass", "pass"},
    {"white bar:1 6:14, black 6:2 5:2 1:11, white 65", " Cannot Move ", "pass"},
    {"white bar:1 6:14, black 6:2 5:2 1:11, white 65", "dances", "pass"},
    {ONE_BLOT, "10/5", "10/5"},
    {ONE_BLOT, "10/8/5", "10/5"},
    {ONE_BLOT, "10/7/5", "10/7*/5"},
    {ONE_BLOT, "10/7*/5", "10/7*/5"},
    {ONE_BLOT, "10/7 7/5", "10/7*/5"},
    {TWO_BLOTS, "10/8/5", "10/8*/5"},
    {"white 10:1 6:2, black 20:1 1:14, white 32", "10/5", "10/5*"},
    {"white 10:1 6:2, black 18:2 17:1 1:12, white 32", "10/5", "10/8*/5"}, /* there is no other way */
};

static void moves_are_read_in_many_spellings(void **state) {
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        bg_state s = read_state(spelled[i].position);
        hra_error why = {0};
        hra_move m;
        if (hra_game_parse_move(game, &s, spelled[i].typed, &m, &why) != 0)
            fail_msg("%s: %s", spelled[i].typed, why.text);
        assert_true(hra_game_legal(game, &s, m));
        hra_text_clear(&text);
        game->rules->text->show_move(game, &s, m, &text);
        if (strcmp(hra_text_string(&text), spelled[i].meant) != 0)
            fail_msg("%s is read as %s, not %s", spelled[i].typed, hra_text_string(&text), spelled[i].meant);
    }
    hra_text_release(&text);
}

static void what_is_no_move_is_refused(void **state) {
    static const struct {
        const char *position, *typed, *says;
    } cases[] = {
        {START "31", "", "expected a move such as 8/5 6/5, bar/20 or 6/off"},
        {START "31", "knight f3", "expected a move such as 8/5 6/5"},
        {START "31", "8/5", "'8/5' is a part of a move with 3-1; whole moves: 8/5 6/5, 8/5 8/7, 24/23 8/5"},
        {START "31", "8/2", "illegal move '8/2' with 3-1; legal moves: "},
        {START "31", "8/3 6/5", "illegal move"},
        {START "31", "8/5 6/5 6/5", "illegal move"},
        {START "31", "8/5* 6/5", "illegal move"},
        {START "31", "5/8 5/6", "expected a move"},
        {START "31", "13/10 12/11", "illegal move"},
        {START "31", "7/4 6/5", "illegal move"},
        {START "31", "8/5 6/5 8/5 6/5 8/5", "expected a move"},
        {START "31", "8/5(9)", "expected a move"},
        {START "31", "8/5(", "expected a move"},
        {START "31", "8/5 ()", "expected a move"},
        {START "31", "8 5 6", "expected a move"},
        {START "31", "8 5/6 5", "expected a move"},
        {START "31", "dances", "illegal move"},
        {START "31", "99/96 6/5", "expected a move"},
        {START "31", "pass", "illegal move"},
        {TWO_BLOTS, "10/5", "'10/5' fits several moves: 10/8*/5, 10/7*/5"},
        {START, "77", "expected two dice, as in 63"},
        {START, "6", "expected two dice"},
        {"white 24:2, black 24:2, opening", "33", "equal dice are rolled again"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bg_state s = read_state(cases[i].position);
        hra_error why = {0};
        hra_move m;
        assert_int_equal(hra_game_parse_move(game, &s, cases[i].typed, &m, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].says))
            fail_msg("%s: %s", cases[i].typed, why.text);
    }
}

static void dice_are_read_in_many_spellings(void **state) {
    static const char *const spellings[] = {"63", "36", "6-3", "3 6", "6+3", " 3, 6 "};
    bg_state s = read_state(START), opening = read_state("white 24:2, black 24:2, opening");
    hra_move m;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        assert_int_equal(hra_game_parse_move(game, &s, spellings[i], &m, NULL), HRA_OK);
        assert_int_equal(m, bg_roll(6, 3));
    }
    assert_int_equal(hra_game_parse_move(game, &opening, "3-6", &m, NULL), HRA_OK);
    assert_int_equal(m, bg_roll(3, 6));
}

/* ---- positions --------------------------------------------------------------------------------*/

static void positions_are_read_in_many_spellings(void **state) {
    static const char *const known[][2] = {
        {"  white 6:5 8:3 13:5 24:2 , BLACK 24:2 13:5 8:3 6:5,White", START},
        {START "36", START "63"},
        {START "6-3", START "63"},
        {"4HPwATDgc/ABMA", START},
        {"4HPwATDgc/ABMA:cAkAAAAAAAAA", START},
        {"4HPwATDgc/ABMA cAkPAAAAAAAE", START "63"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10", START "63"},
        {"-b----E-C---eE---c-e----B-:0:0:1:00", START},
        {"xgid=-b----E-C---eE---c-e----B-:1:-1:-1:36:2:3:0:7:10",
         "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, black 63"},
        {"white, black 1:3, white won", "white, black 1:3, white won"},
        /* words in front, as programs and people write them */
        {"Position ID: 4HPwATDgc/ABMA Match ID: cAkPAAAAAAAE", START "63"},
        {"position id 4HPwATDgc/ABMA, match id cAkPAAAAAAAE", START "63"},
        {"Position ID: 4HPwATDgc/ABMA", START},
        {"GNUID=4HPwATDgc/ABMA:cAkPAAAAAAAE", START "63"},
        {"gnuid: 4HPwATDgc/ABMA : cAkPAAAAAAAE", START "63"},
        {"GNU Backgammon: 4HPwATDgc/ABMA:cAkPAAAAAAAE", START "63"},
        {"XG2ID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10", START "63"},
        {"XGID: -b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10", START "63"},
        {"XGID -b----E-C---eE---c-e----B-:0:0:1:63", START "63"},
        {"-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10  ", START "63"},
        /* several lines: GNU Backgammon's board, what eXtreme Gammon copies, and the same joined by a page */
        {" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkPAAAAAAAE\n"
         " +13-14-15-16-17-18------+\n",
         START "63"},
        {"4HPwATDgc/ABMA\r\ncAkPAAAAAAAE\r\n", START "63"},
        {"\r\n XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:3:0:10\r\nX:P   O:Q\r\nScore is X:0 O:0.",
         START "63"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:3:0:10\r", START "63"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:3:0:10X:P   O:QScore is X:0 O:0.", START "63"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:3:0:10 X:P O:Q", START "63"},
        {"white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white\nmore", START},
    };
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bg_state s = read_state(known[i][0]);
        hra_text_clear(&text);
        game->rules->text->write_position(game, &s, &text);
        const char *meant = known[i][1];
        size_t n = strlen(meant);
        while (n && meant[n - 1] == ' ')
            n--;
        if (strncmp(hra_text_string(&text), meant, n) != 0 || text.length != n)
            fail_msg("%s is read as %s", known[i][0], hra_text_string(&text));
    }
    hra_text_release(&text);
}

/* As GNU Backgammon 1.07 shows them after `set xgid`, which has who is on roll for its player 1. */
static void ids_are_those_of_gnu_backgammon(void **state) {
    static const char *const known[][2] = {
        {"XGID=a-B--CD-B--aac----bbA-a-A-:0:0:1:00:0:0:0:0:10", "xAZXAGTcMwCEAA:cAkAAAAAAAAE"},
        {"XGID=a-B--CD-B--aac----bbA-a-A-:0:0:-1:00:0:0:0:0:10", "xj0DQAixwRUAAQ:MAEAAAAAAAAE"},
        {"XGID=-A-------------------a----:0:0:1:21:0:0:0:0:10", "CAAABAAAAAAAAA:cAkFAAAAAAAE"},
        {"XGID=aAB--CD-B--aac----bbA-a-A-:0:0:1:31:0:0:0:0:10", "xAZXANS4ZwAIAQ:cIkFAAAAAAAE"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10", "4HPwATDgc/ABMA:cAkPAAAAAAAE"},
    };
    hra_board_style look = {.width = 80, .seat = -1};
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bg_state s = read_state(known[i][0]), again = read_state(known[i][1]);
        assert_memory_equal(&s, &again, sizeof s);
        hra_text_clear(&text);
        game->rules->text->show(game, &s, &look, &text);
        for (int k = 0; k < 2; k++)
            if (!strstr(hra_text_string(&text), known[i][k]))
                fail_msg("%s is not shown, but %s", known[i][k], hra_text_string(&text));
    }
    hra_text_release(&text);
}

static void nonsense_is_refused_with_its_place(void **state) {
    static const struct {
        const char *text;
        int at; /* -1: nowhere in particular */
        const char *says;
    } bad[] = {
        {"", 0, "expected 'white' and its checkers"},
        {"white 24:2", 10, "found the end"},
        {"white 24:2, black", 17, "found the end"},
        {"white 24:2, black 24:2,", 23, "expected the side to move"},
        {"white 26:2, black 24:2, white", 6, "expected a point and its checkers"},
        {"white 25:2, black 24:2, white", 6, "expected a point and its checkers"},
        {"white 24:2 24:1, black 24:2, white", 11, "one place is given twice"},
        {"white 24:0, black 24:2, white", 6, "expected a point and its checkers"},
        {"white 24:9 6:7, black 24:2, white", 11, "a side has at most 15 checkers"},
        {"white 24:2, black 1:2, white", -1, "both sides have checkers on White's point 24"},
        {"white 24:2, black 24:2, white 70", 30, "expected two dice"},
        {"white 24:2, black 24:2, white 63x", 32, "expected the end"},
        {"white 24:2, black 24:2, white won", -1, "only the winner has no checkers"},
        {"white, black, white won", -1, "only the winner has no checkers"},
        {"white, black 24:2, white", -1, "a side without checkers has won"},
        {"white bar:1 6:2 5:2 4:2 3:2 2:2 1:2, black bar:1 6:2 5:2 4:2 3:2 2:2 1:2, white", -1,
         "neither could ever move"},
        {"4HPwATDgc/ABMA:cAk", 15, "expected a match ID"},
        {"//////////////", 0, "the position ID has"},
        {"4HPwATDgc/ABMB", 0, "its bits do not end"},
        {"4HPwATDgc/ABMA:AAAAAAAAAAAA", 15, "not of a game in progress"},
        {"4HPwATDgc/ABMA:cBkAAAAAAAAA", 15, "an offered double or resignation"},
        {"4HPwATDgc/ABMA:cAk/AAAAAAAA", 15, "has dice"},
        {"XGID=-b----E-C---eE---c-e----B", 30, "expected 26 places"},
        {"XG2ID=-b----E-C---eE---c-e---B-:0:0:1:63", 31, "expected 26 places"},
        {"-b----E-C---eE---c-e---B-:0:0:1:63", 25, "expected 26 places"},
        {"-b----E-C---eE---c-e-----B-:0:0:1:63", 26, "expected ':' after 26 places, found '-:0:0:1:63'"},
        {"XGID=", 5, "expected 26 places"},
        {"XGID=-b----E-C---eE---c-e----B-", 31, "expected ':' after 26 places, found 'the end'"},
        {"XGID=-b----E-C---eE---c-e----B-:0:2:1:63", 37, "expected the cube, its owner and whose turn"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:x", 40,
         "expected ':' and the score of the capital letters"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:", 46, "expected ':' and the length of the match"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10 Y", 52, "expected the end after the position"},
        {"Position ID: 4HPwATDgc", 13, "expected a position ID of 14 letters and digits, found '4HPwATDgc'"},
        {"GNUID=", 6, "expected a position ID of 14 letters and digits, found 'the end'"},
        {"\n\nGNUID=4HPwATDgc/ABMA:cAk", 23, "expected a match ID of 12 letters and digits, found 'cAk'"},
        {"Position ID: 4HPwATDgc/ABMA\nMatch ID: cAk", 38, "expected a match ID of 12 letters and digits"},
        {"XGID=Ab----E-C---eE---c-e----B-:0:0:1:63", 5, "the first place is the bar of small letters"},
        {"XGID=-b----E-C---eE---c-e----BO:0:0:1:63", 30, "a side has at most 15 checkers"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:2:63", 37, "whose turn it is"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:DD", 37, "this game has no cube"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bg_state s;
        hra_error why = {0};
        assert_int_equal(hra_game_read_position(game, bad[i].text, &s, &why), HRA_EINPUT);
        if (why.at != bad[i].at || !strstr(why.text, bad[i].says))
            fail_msg("'%s' at %d: %s", bad[i].text, why.at, why.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_read_in_many_spellings),
        cmocka_unit_test(what_is_no_move_is_refused),
        cmocka_unit_test(dice_are_read_in_many_spellings),
        cmocka_unit_test(positions_are_read_in_many_spellings),
        cmocka_unit_test(ids_are_those_of_gnu_backgammon),
        cmocka_unit_test(nonsense_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
