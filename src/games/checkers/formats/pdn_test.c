/* PDN and ballots: games of other programs read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/checkers/rules/ballots.h"
#include "games/checkers/rules/reference_rules.h"
#include "hra/hra.h"
#include "pdn.h"
#include "played.h"
#include "rules/defaults.h"

static void drop(char *text, const char *part) {
    char *at = strstr(text, part);
    if (at)
        memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
}

/* The lines of the record that the text becomes, without its first two and players not named. */
static const char *read(const char *text, hra_text *out, size_t *used) {
    hra_error why;
    size_t all;
    hra_text_clear(out);
    if (ck_pdn_read(text, strlen(text), used ? used : &all, 1, out, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, text);
    const char *head = "hra-record 1\ngame checkers:draw-moves=0,repetition=0\n";
    assert_memory_equal(hra_text_string(out), head, strlen(head));
    drop(out->data, "seat 0 ?\n");
    drop(out->data, "seat 1 ?\n");
    return hra_text_string(out) + strlen(head);
}

static void games_are_read(void **state) {
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"1. 11-15 23-19 *", "0 11-15\n1 23-19\n# Result: *\n"},
        {"1.11-15 23-19 2.8-11", "0 11-15\n1 23-19\n0 8-11\n# Result: none\n"},
        {"11-15!! 23-19?! $4 1-0", "0 11-15\n1 23-19\n# Result: 1-0\n"},
        {"1. 11-15 {the best} 1... 23-19 ; so\n2. 8-11 1/2-1/2",
         "0 11-15\n1 23-19\n0 8-11\n# Result: 1/2-1/2\n"},
        {"1. 9-13 (1. 11-15 23-19 (1... 22-18 {)}) 2. 8-11) 21-17 *", "0 9-13\n1 21-17\n# Result: *\n"},
        {"% a remark\n1. 9-14 22-18 2. 5-9 18-15 0-1", "0 9-14\n1 22-18\n0 5-9\n1 18-15\n# Result: 0-1\n"},
        {"1. 11-15 22-18 2. 15x22 25x18 *", "0 11-15\n1 22-18\n0 15x22\n1 25x18\n# Result: *\n"},
        {"1. 11-15 22-18 2. 15-22 25-18 *", "0 11-15\n1 22-18\n0 15x22\n1 25x18\n# Result: *\n"},
        {"[GameType \"21\"]\n[FEN \"W:WK10:BK15.\"]\n\n1... 10x19 1-0",
         "position W:WK10:BK15\n1 10x19\nresult -1 1\n# Result: 1-0\n"},
        {"[fen \"B:W15,24:B10\"]\n1. 10x28 1-0",
         "position B:W15,24:B10\n0 10x19x28\nresult 1 -1\n# Result: 1-0\n"},
        {"[Event \"a \\\"cup\\\"\"][Black \"A\"]\n[White \"B C\"][Unknown \"x\"]*",
         "# Event: a \"cup\"\nseat 0 A\nseat 1 B C\n# Result: *\n"},
        {"1-0", "# Result: 1-0\n"},
        {"[Black \"A\"]\n\n1/2-1/2\n", "seat 0 A\n# Result: 1/2-1/2\n"},
        {"[Event \"x\"]\n*", "# Event: x\n# Result: *\n"},
        {"[Event \"x\"]\n", "# Event: x\n# Result: none\n"},
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(read(cases[i].text, &out, NULL), cases[i].lines);
    hra_text_release(&out);
}

static void a_file_holds_many_games(void **state) {
    static const char file[] =
        "{a file}\n[White \"A\"]\n1. 11-15 *\n\n[White \"B\"]\n1. 9-13\n[White \"C\"]\n"
        "1. 10-14 22-17 0-1 1. 12-16 * {the end}\n\n";
    static const char *const games[] = {
        "seat 1 A\n0 11-15\n# Result: *\n", "seat 1 B\n0 9-13\n# Result: none\n",
        "seat 1 C\n0 10-14\n1 22-17\n# Result: 0-1\n", "0 12-16\n# Result: *\n"};
    hra_text out;
    size_t at = 0, used;
    hra_text_init(&out);
    for (int i = 0; i < 4; i++, at += used) {
        assert_true(at < strlen(file));
        assert_string_equal(read(file + at, &out, &used), games[i]);
    }
    assert_int_equal(at, strlen(file));
    hra_text_release(&out);
}

/* A mark in front, ends of lines of other systems, and names in Latin-1. */
static void files_of_other_programs_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbf[White \"Ren\xc3\xa9\"]\n1. 11-15 ; a remark\n23-18 *\n",
        "[White \"Ren\xe9\"]\r\n1. 11-15 ; a remark\r\n23-18 *\r\n",
        "[White \"Ren\xe9\"]\r1. 11-15 ; a remark\r% another\r23-18 *\r",
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(read(texts[i], &out, NULL),
                            "seat 1 Ren\xc3\xa9\n0 11-15\n1 23-18\n# Result: *\n");
    hra_text_release(&out);
}

static void nonsense_is_refused_with_its_line(void **state) {
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"", "line 1, character 1: not a game in PDN"},
        {"\n\n{nothing}\n", "line 1, character 1: not a game in PDN"},
        {"1. 11-15\n23-20 *", "line 2, character 1: illegal move '23-20'; legal moves: 21-17, 22-17,"},
        {"1. 11-15\n\n(1. 9-13 ((", "line 3, character 1: the variation that begins here has no ')'"},
        {"1. 11-15 {\n\n", "line 1, character 10: the comment that begins here has no '}'"},
        {"\n[FEN \"W:WK10:BK10\"]\n*", "line 2, character 15: square 10 is given twice"},
        {"[White \"A]\n*", "line 1, character 8: expected '\"' at the end of the text that begins here"},
        {"[White A]\n*", "line 1, character 1: expected a tag such as [White \"?\"]"},
        {"[\"A\"]\n*", "line 1, character 1: expected a tag such as [White \"?\"], found '[\"A\"]'"},
        {"[White \"A\"\n*", "line 1, character 11: expected ']' after a tag, found the end of the line"},
        {"[GameType \"20\"]\n*", "line 1, character 12: expected GameType 21, English checkers"},
        {"[GameType \"212\"]\n*", "line 1, character 12: expected GameType 21, English checkers"},
        {"1. 11-15 ) *", "line 1, character 10: expected a move, a comment or a result"},
        {"1. 11-15 e2e4", "line 1, character 10: expected a move such as 11-15 or 15x22x31"},
        {"[FEN \"B:W6,7,14,15:B2\"]\n2x18 *", "several moves: 2x9x18, 2x11x18"},
        {"[FEN \"B:W6:B\"]\n1. 2-6 *", "illegal move"},
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hra_error why = {0};
        size_t used;
        hra_text_clear(&out);
        if (ck_pdn_read(bad[i].text, strlen(bad[i].text), &used, 1, &out, &why) != HRA_EINPUT)
            fail_msg("'%s' is read: %s", bad[i].text, hra_text_string(&out));
        if (!strstr(why.text, bad[i].error))
            fail_msg("'%s': expected '%s', found '%s'", bad[i].text, bad[i].error, why.text);
    }
    hra_text_release(&out);
}

static void limits_are_kept(void **state) {
    enum { MANY = 200000 };
    static char text[MANY + 1];
    static const struct {
        char fill;
        const char *before;
    } cases[] = {{'(', "1. 11-15 "}, {'9', ""},  {'a', "[White \""}, {'a', "["},
                 {'!', "11-15"},     {'.', "1"}, {'[', ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text out;
        hra_error why;
        size_t used;
        hra_text_init(&out);
        memset(text, cases[i].fill, MANY);
        memcpy(text, cases[i].before, strlen(cases[i].before));
        assert_int_equal(ck_pdn_read(text, MANY, &used, 1, &out, &why), HRA_EINPUT);
        assert_true(out.length < 5000);
        hra_text_release(&out);
    }
}

/* Any character of a good file changed, or the file cut off: read or refused, and what is read is
 * a record. */
static void every_damage_is_read_or_refused(void **state) {
    static const char text[] =
        "[White \"A\\\\B\"]\n[FEN \"B:W21-32:B1-12\"]\n1. 11-15 {x} 22-18 $1 2. 15x22\n"
        "(2. 8-11) 25x18 ;y\n1/2-1/2\n";
    char copy[sizeof text];
    hra_text out;
    hra_text_init(&out);
    for (size_t at = 0; at < sizeof text - 1; at++)
        for (int c = 0; c < 256; c += c < 128 ? 1 : 25) {
            hra_record *record;
            hra_error why;
            size_t used;
            memcpy(copy, text, sizeof text);
            copy[at] = (char)c;
            hra_text_clear(&out);
            size_t length = c == 1 ? at : sizeof text - 1;
            if (ck_pdn_read(copy, length, &used, 1, &out, &why) != 0)
                continue;
            assert_true(used > 0 && used <= length);
            if (hra_record_parse(&record, NULL, out.data, out.length, &used, 1, &why) != 0)
                fail_msg("%s: %s\n%s", copy, why.text, out.data);
            hra_record_close(record);
        }
    hra_text_release(&out);
}

/* ---- writing ----------------------------------------------------------------------------------*/

static void a_game_is_written(void **state) {
    static const char record[] = "hra-record 1\ngame checkers\nnumber 4\nseat 0 A \"B\"\nseat 1 random\n"
                                 "position W:W6,7,14,15:BK2:H3\n1 14-9\n0 2x11x18\n1 9-5\n";
    static const char pdn[] =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"5\"]\n"
        "[Black \"A \\\"B\\\"\"]\n[White \"random\"]\n[Result \"*\"]\n[GameType \"21\"]\n"
        "[SetUp \"1\"]\n[FEN \"W:W6,7,14,15:BK2:H3\"]\n\n"
        "1... 14-9 2. 2x18 9-5 *\n\n";
    hra_record *parsed;
    hra_error why;
    size_t used;
    hra_text out;
    hra_text_init(&out);
    if (hra_record_parse(&parsed, NULL, record, strlen(record), &used, 1, &why) != 0)
        fail_msg("%s", why.text);
    assert_int_equal(hra_record_write(parsed, hra_registry_find_format(NULL, "a/b.PDN"), &out), HRA_OK);
    assert_string_equal(hra_text_string(&out), pdn);
    hra_record_close(parsed);
    hra_text_release(&out);
    assert_null(hra_registry_find_format(NULL, "pdn"));
    assert_null(hra_registry_find_format(NULL, "x.hra"));
}

static void another_game_is_not_written(void **state) {
    static const char record[] = "hra-record 1\ngame tictactoe\nseat 0 a\nseat 1 b\n0 b2\n";
    hra_record *parsed;
    size_t used;
    hra_text out;
    hra_text_init(&out);
    assert_int_equal(hra_record_parse(&parsed, NULL, record, strlen(record), &used, 1, NULL), 0);
    assert_int_equal(hra_record_write(parsed, hra_registry_find_format(NULL, "x.pdn"), &out), HRA_EFIT);
    assert_int_equal(out.length, 0);
    hra_record_close(parsed);
    hra_text_release(&out);
}

typedef struct lines {
    hra_text text;
} lines;

static hra_err add(void *self, const char *text, size_t length) {
    hra_text_add_bytes(&((lines *)self)->text, text, length);
    return HRA_OK;
}

/* The same moves, whether kept as a record or written as PDN and read again. */
static void a_match_comes_back(void **state) {
    hra_game *game;
    hra_player *player;
    hra_match_result result = {.size = sizeof result};
    lines kept = {0};
    hra_text pdn, again;
    hra_text_init(&kept.text);
    hra_text_init(&pdn);
    hra_text_init(&again);
    assert_int_equal(hra_game_open(&game, NULL, "checkers:ballot=all", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
    const hra_player *players[2] = {player, player};
    played_setup setup = {
        .game = game, .players = players, .count = game->seats, .games = 100, .seed = 5, .threads = 2};
    setup.sink = add;
    setup.sink_self = &kept;
    assert_int_equal(played_match(&setup, &result, NULL), 0);
    hra_match_release(&result);
    for (size_t at = 0, used; at < kept.text.length; at += used) {
        hra_record *record, *back;
        size_t all;
        hra_error why;
        assert_int_equal(
            hra_record_parse(&record, NULL, kept.text.data + at, kept.text.length - at, &used, 1, &why), 0);
        hra_text_clear(&pdn);
        assert_int_equal(hra_record_write(record, hra_registry_find_format(NULL, "x.pdn"), &pdn), HRA_OK);
        hra_text_clear(&again);
        if (ck_pdn_read(hra_text_string(&pdn), pdn.length, &all, 1, &again, &why) != 0)
            fail_msg("%s\n%s", why.text, pdn.data);
        assert_int_equal(hra_record_parse(&back, NULL, again.data, again.length, &all, 1, &why), 0);
        int plies = hra_record_info(record)->plies;
        assert_int_equal(hra_record_info(back)->plies, plies);
        for (int ply = 0; ply <= plies; ply++)
            assert_memory_equal(hra_record_at(record, ply).state, hra_record_at(back, ply).state,
                                sizeof(ck_state));
        hra_record_close(record);
        hra_record_close(back);
    }
    hra_text_release(&kept.text);
    hra_text_release(&pdn);
    hra_text_release(&again);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- ballots ----------------------------------------------------------------------------------*/

static void all_ballots_are_legal(void **state) {
    hra_game *game, *third, *each;
    ck_state first, s, t;
    assert_int_equal(hra_game_open(&game, NULL, "checkers:ballot=all", NULL), 0);
    assert_int_equal(hra_game_open(&third, NULL, "checkers:ballot=3", NULL), 0);
    assert_int_equal(hra_game_open(&each, NULL, "checkers:ballot=each", NULL), 0);
    game->rules->init(game, &first);
    for (int number = 1; number <= CK_BALLOTS; number++) {
        s = first;
        assert_true(ck_ballot_start(number, &s));
        assert_int_equal(s.side, CK_WHITE); /* three moves are made */
        for (uint64_t g = 2 * (uint64_t)number - 2; g < 1000; g += 2 * CK_BALLOTS) {
            hra_game_begin(game, g, &t);
            assert_memory_equal(&s, &t, sizeof s);
            hra_game_begin(game, g + 1, &t);
            assert_memory_equal(&s, &t, sizeof s);
            hra_game_begin(each, g / 2, &t);
            assert_memory_equal(&s, &t, sizeof s);
        }
    }
    s = first;
    assert_true(ck_ballot_start(3, &s)); /* 9-13 21-17 10-14 */
    third->rules->init(third, &t);
    assert_memory_equal(&s, &t, sizeof s);
    assert_int_equal(hra_game_read_position(game, "W:W17,22-32:B1-8,11-14", &t, NULL), 0);
    assert_memory_equal(&s.board, &t.board, sizeof s.board);
    hra_game_close(game);
    hra_game_close(third);
    hra_game_close(each);
}

static void ballots_have_names(void **state) {
    static const struct {
        const char *text;
        int number;
    } known[] = {
        {"9-13 22-18 11-15", 8},  {"9-13-22-18-11-15", 8}, {"Edinburgh Single", 8},  {"edinburgh-single", 8},
        {"FRASER'S_INFERNO", 65}, {"octopus", 86},         {"9-14 23-18 14x23", 46}, {"skunk", 174},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int number = 0;
        assert_int_equal(ck_read_ballot(known[i].text, &number, NULL), HRA_OK);
        assert_int_equal(number, known[i].number);
    }
    for (int i = 0; i < CK_BALLOTS; i++) { /* nothing is found under what stands for another */
        int number = 0;
        assert_int_equal(ck_read_ballot(ck_ballots[i].moves, &number, NULL), HRA_OK);
        assert_int_equal(number, i + 1);
    }
}

static void other_ballots_are_refused(void **state) {
    static const char *const bad[] = {
        "0", "175", "-1", "x", "1x", "99999999999999999999", "ALL", "octopu", "9-13", "9-13 22-18 11-15 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char spec[64];
        hra_game *game;
        hra_error why;
        snprintf(spec, sizeof spec, "checkers:ballot=%s", bad[i]);
        assert_int_equal(hra_game_open(&game, NULL, spec, &why), HRA_EINPUT);
        assert_non_null(strstr(why.text, "from 1 to 174, three moves, a name, all or each"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read),
        cmocka_unit_test(a_file_holds_many_games),
        cmocka_unit_test(files_of_other_programs_are_read),
        cmocka_unit_test(nonsense_is_refused_with_its_line),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(every_damage_is_read_or_refused),
        cmocka_unit_test(a_game_is_written),
        cmocka_unit_test(another_game_is_not_written),
        cmocka_unit_test(a_match_comes_back),
        cmocka_unit_test(all_ballots_are_legal),
        cmocka_unit_test(ballots_have_names),
        cmocka_unit_test(other_ballots_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
