/* What people said, as a record of version 2 has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

#define HEAD(version) "hra-record " version "\ngame tictactoe\nseed 7\nnumber 3\nseat 0 human\nseat 1 human\n"
#define TEN "0123456789"
#define MATCH(version)                                                                                       \
    "hra-record " version "\ngame backgammon:match-length=3,cube=yes\nseat 0 A\nseat 1 B\n* 31\n"
#define NEEDS_4(line)                                                                                        \
    "line " line ", character 3: a resignation of one game of a match needs 'version 4' before it"

static hra_record *parse(const char *text) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, text);
    return record;
}

/* Which seat offers a draw in a play that goes on with the record. */
static int offer_in(const hra_record *record) {
    hra_player *player;
    hra_play *play;
    assert_int_equal(hra_player_open(&player, hra_record_info(record)->game, "human", NULL, NULL, NULL), 0);
    const hra_player *players[2] = {player, player};
    const hra_play_setup setup = {
        .size = sizeof setup, .game = hra_record_info(record)->game, .players = players, .count = 2};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    assert_int_equal(hra_play_resume(play, record), 0);
    assert_int_equal(hra_play_snapshot(play)->outcome, hra_record_info(record)->outcome);
    int offer = hra_play_snapshot(play)->offer;
    hra_play_close(play);
    hra_player_close(player);
    return offer;
}

static void what_was_said_is_read(void **state) {
    static const struct {
        const char *text;
        int plies, version, offer;
        hra_outcome outcome;
    } cases[] = {
        {HEAD("2"), 0, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("2") "name 1 A b\nname 1\n0 b2\n", 1, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("1") "version 2\nname 1 B\n0 b2\n", 1, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("1") "0 b2\nversion 2\n", 1, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("2") "resign 0\n", 0, 2, -1, HRA_OUTCOME_RESIGNED},
        {"hra-record 2\ngame tictactoe\nresign 0\n", 0, 2, -1, HRA_OUTCOME_RESIGNED},
        {HEAD("2") "resign 0\nname 0 A\n# why\nresult -1 1\n", 0, 2, -1, HRA_OUTCOME_RESIGNED},
        {HEAD("2") "0 b2\nresign 0\nundo 1\n", 0, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("2") "0 b2\nresign 0\nundo 0\nresign 1\n", 1, 2, -1, HRA_OUTCOME_RESIGNED},
        {HEAD("2") "0 b2\ndraw offer 1\n", 1, 2, 1, HRA_OUTCOME_NONE},
        {HEAD("2") "0 b2\ndraw offer 1\ndraw accept 0\n", 1, 2, -1, HRA_OUTCOME_AGREED},
        {HEAD("2") "0 b2\ndraw offer 1\ndraw offer 0\n", 1, 2, -1, HRA_OUTCOME_AGREED},
        {HEAD("2") "draw offer 1\n0 b2\ndraw offer 1\n", 1, 2, 1, HRA_OUTCOME_NONE},
        {HEAD("2") "0 b2\ntime 0\n1 a1\ntime 2.5e1\n", 2, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("2") "0 b2\ntime 1\nundo 1\n0 a1\ntime 2\n", 1, 2, -1, HRA_OUTCOME_NONE},
        {HEAD("2") "0 b2\r\nresign 1\r\n", 1, 2, -1, HRA_OUTCOME_RESIGNED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_record *record = parse(cases[i].text);
        if (hra_record_info(record)->plies != cases[i].plies ||
            hra_record_info(record)->version != cases[i].version ||
            hra_record_info(record)->outcome != cases[i].outcome)
            fail_msg("%s", cases[i].text);
        assert_int_equal(offer_in(record), cases[i].offer);
        hra_record_close(record);
    }
}

static const struct {
    const char *text, *words;
    hra_err err;
} wrong[] = {
    {HEAD("1") "0 b2\nresign 0\n",
     "line 8, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'", HRA_EINPUT},
    {HEAD("1") "name 0 Anna\n",
     "line 7, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'", HRA_EINPUT},
    {HEAD("1") "0 b2\nundo 0\n", "line 8, character 6: expected 1, found '0'", HRA_EINPUT},
    {HEAD("2") "0 b2\nundo 0\n", "line 8, character 6: expected 1, found '0'", HRA_EINPUT},
    {HEAD("2") "version 2\n", "line 7, character 9: expected a whole number of at least 3, found '2'",
     HRA_EINPUT},
    {HEAD("1") "version x\n", "line 7, character 9: expected a whole number of at least 2, found 'x'",
     HRA_EINPUT},
    {HEAD("1") "version 5\n", "line 7, character 9: a record of version 5; this program knows up to 4",
     HRA_EVERSION},
    {HEAD("2") "name 2 Anna\n", "line 7, character 6: expected a whole number from 0 to 1, found '2 Anna'",
     HRA_EINPUT},
    {HEAD("2") "name 0Anna\n", "line 7, character 6: expected a whole number from 0 to 1, found '0Anna'",
     HRA_EINPUT},
    {HEAD("2") "name 0 a\tb\n", "line 7, character 9: a name is one line of text, and byte 2 of this",
     HRA_EINPUT},
    {HEAD("2") "name 0 " TEN TEN TEN TEN TEN TEN TEN TEN "1\n",
     "line 7, character 88: a name has at most 80 bytes, and this has 81", HRA_EINPUT},
    {"hra-record 2\nname 0 A\ngame tictactoe\n0 b2\n",
     "line 2, character 1: expected 'game' and its spec first", HRA_EINPUT},
    {HEAD("2") "resign 2\n", "line 7, character 8: expected a whole number from 0 to 1, found '2'",
     HRA_EINPUT},
    {HEAD("2") "resign 0 1\n", "line 7, character 10: expected the end of the line, found '1'", HRA_EINPUT},
    {HEAD("2") "resign 0\n0 b2\n", "line 8, character 1: expected nothing more, since the game is over",
     HRA_EINPUT},
    {HEAD("2") "resign 0\nresign 1\n", "line 8, character 1: the game is over", HRA_EINPUT},
    {HEAD("2") "resign 0\nresult 1 -1\n",
     "line 8, character 8: expected -1 as the result of seat 0, found '1 -1'", HRA_EINPUT},
    {HEAD("2") "0 b2\ndraw accept 1\n", "line 8, character 1: no draw is offered to O", HRA_EINPUT},
    {HEAD("2") "draw offer 0\n0 b2\n1 a1\ndraw accept 1\n", "line 10, character 1: no draw is offered to O",
     HRA_EINPUT},
    {HEAD("2") "draw agree 0\n",
     "line 7, character 1: expected a move ('* ...' or '0 ...'), 'undo' or 'result'", HRA_EINPUT},
    {HEAD("2") "time 1\n", "line 7, character 1: expected 'time' once behind each move of a seat",
     HRA_EINPUT},
    {HEAD("2") "0 b2\ntime 1\ntime 1\n",
     "line 9, character 1: expected 'time' once behind each move of a seat", HRA_EINPUT},
    {HEAD("2") "0 b2\ntime -1\n", "line 8, character 6: expected a number from 0 to 4000000, found '-1'",
     HRA_EINPUT},
    {HEAD("2") "0 b2\ntime nan\n", "line 8, character 6: expected a number from 0 to 4000000, found 'nan'",
     HRA_EINPUT},
    {HEAD("2") "0 b2\ntime 1e99\n", "line 8, character 6: expected a number from 0 to 4000000, found '1e99'",
     HRA_EINPUT},
    {HEAD("2") "0 b2\ntime 1 s\n", "line 8, character 8: expected the end of the line, found 's'",
     HRA_EINPUT},
    {"hra-record 2\ngame pacman\nresign 0\n", "line 3, character 1: resigning is for games of two players",
     HRA_EINPUT},
    {"hra-record 2\ngame yahtzee\n* 1-1-2-4-6\ntime 1\n",
     "line 4, character 1: expected 'time' once behind each move of a seat", HRA_EINPUT},
    {MATCH("1") "0 White resigns 1 point\n", NEEDS_4("6"), HRA_EINPUT},
    {MATCH("3") "1 Black resigns 1 point\n* 31\n", NEEDS_4("6"), HRA_EINPUT},
    {MATCH("1") "version 3\n0 White resigns 1 point\n", NEEDS_4("7"), HRA_EINPUT},
};

static void wrong_lines_are_named(void **state) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        hra_err err = hra_record_parse(&record, NULL, wrong[i].text, strlen(wrong[i].text), &used, 1, &why);
        if (err != wrong[i].err || why.code != err || !strstr(why.text, wrong[i].words))
            fail_msg("%d %s\nof\n%s", err, why.text, wrong[i].text);
        assert_null(record);
    }
}

static void a_game_of_a_match_is_resigned_in_version_4(void **state) {
    static const char *const texts[] = {MATCH("4") "1 Black resigns 1 point\n* 31\n",
                                        MATCH("1") "version 4\n0 White resigns 1 point\n* 31\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hra_record *record = parse(texts[i]);
        hra_text out;
        hra_text_init(&out);
        assert_int_equal(hra_record_info(record)->plies, 3);
        assert_int_equal(hra_record_text(record, &out), 0);
        assert_memory_equal(hra_text_string(&out), "hra-record 4\n", 13);
        hra_text_release(&out);
        hra_record_close(record);
    }
}

/* Cut off anywhere, what is whole is what was said up to there. */
static void a_record_cut_off_anywhere_is_read(void **state) {
    static const char text[] =
        HEAD("1") "0 b2\nversion 2\nname 0 Anna\n1 a1\ntime 0.250\ndraw offer 1\n"
                  "draw refuse 0\nundo 1\n1 c3\nresign 1\nundo 0\nresign 0\nresult -1 1\n";
    size_t head = strlen(HEAD("1"));
    for (size_t n = head; n < sizeof text; n++) {
        hra_record *record = NULL;
        hra_error why = {0};
        size_t used;
        if (hra_record_parse(&record, NULL, text, n, &used, 1, &why) != 0)
            fail_msg("%s of the first %zu bytes", why.text, n);
        size_t whole = n;
        while (text[whole - 1] != '\n')
            whole--;
        assert_int_equal(hra_record_info(record)->whole, whole);
        bool resigned = whole >= (size_t)(strstr(text, "resign 0") - text) + 9;
        bool retracted = whole >= (size_t)(strstr(text, "resign 1") - text) + 9 &&
                         whole < (size_t)(strstr(text, "undo 0") - text) + 7;
        assert_int_equal(hra_record_info(record)->outcome == HRA_OUTCOME_RESIGNED, resigned || retracted);
        assert_int_equal(hra_record_info(record)->finished, whole == sizeof text - 1);
        hra_record_close(record);
    }
}

static void other_formats_have_names_and_results(void **state) {
    hra_text out;
    hra_record *record =
        parse("hra-record 2\ngame checkers\nseat 0 human\nseat 1 random\nname 0 Anna\n0 11-15\nresign 1\n");
    hra_text_init(&out);
    assert_int_equal(hra_record_write(record, hra_registry_find_format(NULL, "x.pdn"), &out), 0);
    assert_non_null(strstr(hra_text_string(&out), "[Black \"Anna\"]"));
    assert_non_null(strstr(hra_text_string(&out), "[White \"random\"]"));
    assert_non_null(strstr(hra_text_string(&out), "[Result \"1-0\"]"));
    hra_text_release(&out);
    hra_record_close(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_said_is_read),
        cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(a_game_of_a_match_is_resigned_in_version_4),
        cmocka_unit_test(a_record_cut_off_anywhere_is_read),
        cmocka_unit_test(other_formats_have_names_and_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
