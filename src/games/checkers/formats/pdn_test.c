/* PDN and ballots: games of other programs read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "game_text.h"
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

/* The lines of the records that the text becomes, without heads and players not named; nothing is wrong in it. */
static const char *read(const char *text, hra_text *out) {
    static const char head[] = "game checkers:draw-moves=0,repetition=0\n";
    hra_text faults;
    hra_text_init(&faults);
    hra_text_clear(out);
    if (game_text_read("x.pdn", text, strlen(text), out, &faults) < 0 || faults.length)
        fail_msg("%s\nof\n%s", hra_text_string(&faults), text);
    while (strstr(hra_text_string(out), head)) {
        drop(out->data, head);
        drop(out->data, "seat 0 ?\n");
        drop(out->data, "seat 1 ?\n");
    }
    hra_text_release(&faults);
    return hra_text_string(out);
}

static void games_are_read(void **state) {
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"1. 11-15 23-19 *", "hra-record 1\n0 11-15\n1 23-19\n"},
        {"1.11-15 23-19 2.8-11", "hra-record 1\n0 11-15\n1 23-19\n0 8-11\n"},
        {"11-15!! 23-19?! $4 1-0",
         "hra-record 2\n0 11-15\n#: nag 3\n1 23-19\n#: nag 6\n#: nag 4\nresign 1\nresult 1 -1\n"},
        {"1. 11-15 {the best} 1... 23-19 ; so\n2. 8-11 1/2-1/2",
         "hra-record 2\n0 11-15\n#: comment the best\n1 23-19\n#: comment  so\n0 8-11\n"
         "draw offer 1\ndraw accept 0\nresult 0 0\n"},
        {"1. 9-13 (1. 11-15 23-19 (1... {why} 22-18 {)}) 2. 8-11) 21-17 *",
         "hra-record 1\n0 9-13\n#: (\n#: 0 11-15\n#: 1 23-19\n#: (\n#: 1 22-18\n#: before comment why\n"
         "#: comment )\n#: )\n#: 0 8-11\n#: )\n1 21-17\n"},
        {"% a remark\n1. 9-14 22-18 2. 5-9 18-15 0-1",
         "hra-record 2\n#: comment  a remark\n0 9-14\n1 22-18\n0 5-9\n1 18-15\nresign 0\nresult -1 1\n"},
        {"1. 11-15 22-18 2. 15x22 25x18 *", "hra-record 1\n0 11-15\n1 22-18\n0 15x22\n1 25x18\n"},
        {"1. 11-15 22-18 2. 15-22 25-18 *", "hra-record 1\n0 11-15\n1 22-18\n0 15x22\n1 25x18\n"},
        {"1. 11 - 15 2 22-18* 1115 *", NULL}, /* 11-15 is not legal any more */
        {"[GameType \"21\"]\n[FEN \"W:WK10:BK15.\"]\n\n1... 10x19 1-0", NULL}, /* White has won */
        {"[GameType \"21\"]\n[FEN \"W:WK10:BK15.\"]\n\n1... 10x19 0-1",
         "hra-record 1\nposition W:WK10:BK15\n#: tag GameType 21\n#: tag FEN W:WK10:BK15.\n1 10x19\n"
         "result -1 1\n"},
        {"[fen \"B:W15,24:B10\"]\n1. 10x28 1-0",
         "hra-record 1\nposition B:W15,24:B10\n#: tag fen B:W15,24:B10\n0 10x19x28\nresult 1 -1\n"},
        {"[Event \"a \\\"cup\\\"\"][Black \"A\"]\n[White \"B C\"][Unknown \"x\"]*",
         NULL}, /* tags begin lines */
        {"[Event \"a \\\"cup\\\"\"]\n[Black \"A\"]\n[White \"B C\"]\n*",
         "hra-record 1\nseat 0 A\nseat 1 B C\n#: tag Event a \"cup\"\n#: tag Black A\n#: tag White B C\n"},
        {"1-0", "hra-record 2\nresign 1\nresult 1 -1\n"},
        {"[Black \"A\"]\n[Date \"2026.11.2?\"]\n[Result \"0-1\"]\n\n",
         "hra-record 2\nseat 0 A\n# Date: 2026.11.2?\n#: tag Black A\n#: tag Date 2026.11.2?\n#: tag Result "
         "0-1\n"
         "resign 0\nresult -1 1\n"},
        {"[Event \"x\"]\n*", "hra-record 1\n#: tag Event x\n"},
        {"[Event \"x\"]\n", "hra-record 1\n#: tag Event x\n"},
    };
    hra_text out, faults;
    hra_text_init(&out);
    hra_text_init(&faults);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (cases[i].lines)
            assert_string_equal(read(cases[i].text, &out), cases[i].lines);
        else
            (void)game_text_read(NULL, cases[i].text, strlen(cases[i].text), &out, &faults);
    hra_text_release(&out);
    hra_text_release(&faults);
}

/* A GameType says which colour moves first and where square 1 or a1 is; the position of the file means that board. */
static void game_types_turn_the_board(void **state) {
    static const struct {
        const char *text, *lines; /* without the tags */
    } cases[] = {
        {"[GameType \"21,W,8,8,N2,1\"]\n[White \"A\"]\n[Black \"B\"]\n1. 22-18 10-14 1-0",
         "hra-record 2\nseat 0 A\nseat 1 B\n0 11-15\n1 23-19\nresign 1\nresult 1 -1\n"},
        {"[GameType \"21,B,8,8,N2,0\"]\n[White \"A\"]\n[Black \"B\"]\n1. 22-18 10-14 *",
         "hra-record 1\nseat 0 B\nseat 1 A\n0 11-15\n1 23-19\n"},
        {"[GameType \"21,W,8,8,N1,0\"]\n[White \"A\"]\n1. 11-15 *", "hra-record 1\nseat 0 A\n0 11-15\n"},
        {"[GameType \"21,W,8,8,A0,0\"]\n[White \"A\"]\n1. c3-d4 f6e5 *",
         "hra-record 1\nseat 0 A\n0 11-15\n1 22-18\n"},
        {"[GameType \"21,W,8,8,N2,1\"]\n[White \"A\"]\n[FEN \"B:BK23,K19:WK32:H3\"]\n1... 23-27 *",
         "hra-record 1\nposition W:WK10,K14:BK1:H3\nseat 0 A\n1 10-6\n"},
        {"[GameType \"21,W,8,8,A0,0\"]\n[FEN \"W:WKa1:BKh8\"]\n1. a1-b2 *",
         "hra-record 1\nposition B:WK29:BK4\n0 4-8\n"},
        /* numbers, although squares have letters: those of print */
        {"[GameType \"21,B,8,8,A0,0\"]\n[FEN \"W:WK29:BK4\"]\n1... h8-g7 *",
         "hra-record 1\nposition W:WK29:BK4\n1 29-25\n"},
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)read(cases[i].text, &out);
        for (char *at; (at = strstr(out.data, "#: tag ")) != NULL;) {
            char *next = strchr(at, '\n') + 1;
            memmove(at, next, strlen(next) + 1);
        }
        assert_string_equal(out.data, cases[i].lines);
    }
    hra_text_release(&out);
}

static void a_file_holds_many_games(void **state) {
    static const char file[] =
        "{a file}\n[White \"A\"]\n1. 11-15 *\n\n[White \"B\"]\n1. 9-13\n[White \"C\"]\n"
        "1. 10-14 22-17 0-1 1. 12-16 * {the end}\n\n";
    static const char games[] =
        "hra-record 1\nseat 1 A\n#: tag White A\n#: comment a file\n0 11-15\n"
        "hra-record 1\nseat 1 B\n#: tag White B\n0 9-13\n"
        "hra-record 2\nseat 1 C\n#: tag White C\n0 10-14\n1 22-17\nresign 0\nresult -1 1\n"
        "hra-record 1\n0 12-16\n#: comment the end\n";
    hra_text out;
    hra_text_init(&out);
    assert_string_equal(read(file, &out), games);
    hra_text_release(&out);
}

/* A mark in front, and ends of lines of other systems. */
static void files_of_other_programs_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbf[White \"Ren\xc3\xa9\"]\n1. 11-15 ; a remark\n23-18 *\n",
        "[White \"Ren\xe9\"]\r\n1. 11-15 ; a remark\r\n23-18 *\r\n",
        "[White \"Ren\xe9\"]\r1. 11-15 ; a remark\r23-18 *\r",
    };
    static const char long_name[] = "[White \"\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\x80\"]\n*";
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(read(texts[i], &out),
                            "hra-record 1\nseat 1 Ren\xc3\xa9\n#: tag White Ren\xc3\xa9\n"
                            "0 11-15\n#: comment  a remark\n1 23-18\n");
    assert_non_null(strstr(read(long_name, &out), "\xc3\xa9\xe2\x82\xac\n")); /* it grows in UTF-8 */
    hra_text_release(&out);
}

/* Another game comes after each of these, and is read whatever is wrong in them. */
#define NEXT "\n\n[Event \"next\"]\n1. 12-16 *\n"

static void what_is_wrong_is_reported_and_hides_nothing(void **state) {
    static const struct {
        const char *text, *fault;
        int games;
    } bad[] = {
        {"1. 11-15\n23-20 *", "line 2, character 1: illegal move '23-20'; legal moves: 21-17, 22-17,", 2},
        {"1. 11-15\n\n(1. 9-13 ((", "line 3, character 1: the variation that begins here has no ')'", 2},
        {"1. 11-15 {\n", "line 1, character 10: the comment that begins here has no '}'", 2},
        {"1. 11-15 { 1-0 \n(", "line 1, character 10: the comment that begins here has no '}'", 2},
        {"\n[FEN \"W:WK10:BK10\"]\n*", "line 2, character 15: square 10 is given twice", 1},
        {"[FEN \"B:W32:B1\"]\n[FENCE \"x\"]\n[ fen\t\"B:W40:B1\"]\n*",
         "line 3, character 11: expected a square", 1},
        {"[White \"A]\n*", "line 1, character 8: expected '\"' at the end of the text that begins here", 2},
        {"[White A]\n*", "line 1, character 1: expected a tag such as [White \"?\"]", 2},
        {"[White \"A\"\n*", "line 1, character 11: expected ']' after a tag", 2},
        {"[GameType \"20\"]\n*", "line 1, character 12: ", 1},
        {"1. 11-15 ) *", "line 1, character 10: a ')' without a '('", 2},
        {"1. 11-15 e2e4 *", "line 1, character 10: ", 2},
        {"1. 11-15 (9-13 22-19) 23-19 *", "line 1, character 16: illegal move '22-19'", 2},
        {"[FEN \"B:W6,7,14,15:B2\"]\n2x18 *",
         "line 2, character 1: '2x18' may be several moves, 2 of which fit the rest; read as 2x9x18", 2},
        {"[FEN \"B:W6:B\"]\n1. 2-6 *", "illegal move", 2},
        {"[Result \"1-0\"]\n1. 11-15 0-1",
         "line 2, character 10: the moves end with 0-1, but the tag Result says 1-0", 2},
        {"[FEN \"W:WK10:BK15\"]\n1. 10x19 1-0", "by the rules the game ended otherwise", 2},
    };
    hra_text out, faults, text;
    hra_text_init(&out);
    hra_text_init(&faults);
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hra_text_clear(&out);
        hra_text_clear(&faults);
        hra_text_clear(&text);
        hra_text_addf(&text, "%s%s", bad[i].text, NEXT);
        int games = game_text_read("x.pdn", hra_text_string(&text), text.length, &out, &faults);
        if (!strstr(hra_text_string(&faults), bad[i].fault))
            fail_msg("'%s': expected '%s', found '%s'", bad[i].text, bad[i].fault, hra_text_string(&faults));
        if (games != bad[i].games || !strstr(hra_text_string(&out), "#: tag Event next\n0 12-16\n"))
            fail_msg("'%s': %d games\n%s", bad[i].text, games, hra_text_string(&out));
    }
    hra_text_release(&out);
    hra_text_release(&faults);
    hra_text_release(&text);
}

static void what_is_no_file_of_games_is_refused(void **state) {
    static const char *const none[] = {"", "\n\n", "hello", "[no tag]\n", "3. 4. 5."};
    hra_text out, faults;
    hra_text_init(&out);
    hra_text_init(&faults);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(game_text_read(NULL, none[i], strlen(none[i]), &out, &faults), -1);
        assert_non_null(
            strstr(hra_text_string(&faults), *none[i] ? "not a file of games" : "the file is empty"));
        hra_text_clear(&faults);
    }
    hra_text_release(&out);
    hra_text_release(&faults);
}

/* Of remarks and of faults the first hundred are listed; remarks alone leave a game whole. */
static void many_remarks_do_not_hide_a_fault(void **state) {
    static const struct {
        const char *part, *end;
        int times, remarks, faults;
    } cases[] = {
        {") ", "23-19 *", 99, 99, 0},
        {") ", "23-19 *", 300, 101, 0},
        {") ", "23-20 *", 300, 101, 1},
        {"\n[x]", "23-19 *", 300, 101, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text;
        hra_game_file *file;
        const hra_game_found *found;
        hra_error why;
        int count[2] = {0, 0};
        hra_text_init(&text);
        hra_text_add(&text, "1. 11-15 ");
        for (int k = 0; k < cases[i].times; k++)
            hra_text_add(&text, cases[i].part);
        hra_text_addf(&text, "\n%s", cases[i].end);
        const hra_game_file_setup setup = {
            .size = sizeof setup, .name = "x.pdn", .text = hra_text_string(&text), .length = text.length};
        assert_int_equal(hra_game_file_open(&file, &setup, &why), 0);
        assert_int_equal(hra_game_file_next(file, &found, &why), 0);
        for (int k = 0; k < found->fault_count; k++)
            count[found->faults[k].remark]++;
        if (count[true] != cases[i].remarks || count[false] != cases[i].faults)
            fail_msg("case %zu: %d remarks, %d faults", i, count[true], count[false]);
        assert_true((cases[i].remarks > 100) ==
                    (strncmp(found->faults[100 < found->fault_count ? 100 : 0].text, "more than 100 faults",
                             20) == 0));
        hra_game_file_close(file);
        hra_text_release(&text);
    }
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
        hra_text out, faults;
        hra_text_init(&out);
        hra_text_init(&faults);
        memset(text, cases[i].fill, MANY);
        memcpy(text, cases[i].before, strlen(cases[i].before));
        (void)game_text_read("x.pdn", text, MANY, &out, &faults);
        assert_true(faults.length > 0 && faults.length < 100000);
        assert_true(out.length < 5000);
        hra_text_release(&out);
        hra_text_release(&faults);
    }
}

/* Comments that are not closed, and brackets in them, are looked through once. */
static void many_open_comments_take_no_long_time(void **state) {
    enum { TIMES = 40000 };
    static const struct {
        const char *front, *part;
    } cases[] = {
        {"", "[Event \"x\"]\n{ "},
        {"", "[Event \"x\"]\n1. 11-15 {a\n\n"},
        {"", "{ [ "},
        {"", "( { "},
        {"[FEN \"B:W6,7,14,15:B2\"]\n1. 2x18 ", "{ "}, /* may be two moves: the text after it is looked at */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text, out, faults;
        hra_text_init(&text);
        hra_text_init(&out);
        hra_text_init(&faults);
        hra_text_add(&text, cases[i].front);
        for (int k = 0; k < TIMES; k++)
            hra_text_add(&text, cases[i].part);
        (void)game_text_read("x.pdn", hra_text_string(&text), text.length, &out, &faults);
        assert_true(faults.length > 0);
        hra_text_release(&text);
        hra_text_release(&out);
        hra_text_release(&faults);
    }
}

/* Any character of a good file changed, or the file cut off: the game behind it is read, and what is read are records. */
static void no_damage_hides_a_game(void **state) {
    static const char text[] =
        "[White \"A\\\\B\"]\n[FEN \"B:W21-32:B1-12\"]\n1. 11-15 {x} 22-18 $1 2. 15x22\n"
        "(2. 8-11) 25x18 ;y\n1/2-1/2" NEXT;
    const size_t first = strlen(text) - strlen(NEXT);
    char copy[sizeof text];
    hra_text out, faults;
    hra_text_init(&out);
    hra_text_init(&faults);
    for (size_t at = 0; at < first; at++)
        for (int c = 0; c < 256; c += c < 128 ? 1 : 25) {
            memcpy(copy, text, sizeof text);
            copy[at] = (char)c;
            hra_text_clear(&out);
            hra_text_clear(&faults);
            assert_true(game_text_read("x.pdn", copy, strlen(text), &out, &faults) > 0);
            if (!strstr(hra_text_string(&out), "#: tag Event next\n0 12-16\n"))
                fail_msg("%s\nis read as\n%s", copy, hra_text_string(&out));
            for (size_t from = 0, used; from < out.length; from += used) {
                hra_record *record;
                hra_error why;
                if (hra_record_parse(&record, NULL, out.data + from, out.length - from, &used, 1, &why) != 0)
                    fail_msg("%s: %s\n%s", copy, why.text, out.data);
                hra_record_close(record);
            }
        }
    hra_text_release(&out);
    hra_text_release(&faults);
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

/* A text without white space. */
static void squeeze(const char *text, hra_text *out) {
    for (; *text; text++)
        if (!strchr(" \n\r\t", *text))
            hra_text_add_char(out, *text);
}

/* Read and written again, a file keeps all but white space. */
static void what_is_read_is_written_as_it_was(void **state) {
    static const char *const texts[] = {
        "[Event \"E\"]\n[Odd \"x \\\"y\\\"\"]\n[black \"A\"]\n[Result \"*\"]\n\n{first} 1. 11-15! {good; "
        "(so)}\n"
        "(1. 9-14?! {before} 22-18 $7 (1... 24-20) {after}) (1. {in front} 12-16) {later} 23-19 $3 $9 "
        "2.8-11\n"
        "; to the end\n22-17 ?! 2-0\n",
        "11-15 23-18 8x11 1/2-1/2\n[White \"x\"]\n\n1... 11 - 15 22-18* 2. 15:22 ! 2... 25x18 {end} *",
        "% one line\n1. 9-13 {a\nb} 22-18 (22-17 (24-20) 13x22) 10-15 0-0",
        "[Termination \"time forfeit\"]\n[FEN \"B:W15,24:B10\"]\n1. 10x19 19x28 {jump by jump} 1-0",
        ("[Event \"a\"]\n[Event \"b\"]\n[White \"x\"]\n[EVENT \"c\"]\n[Result \"1-0\"]\n[Result "
         "\"*\"]\n\n11-15 *"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const hra_game_file_setup setup = {
            .size = sizeof setup, .name = "x.pdn", .text = texts[i], .length = strlen(texts[i])};
        hra_game_file *file;
        const hra_game_found *found;
        hra_error why;
        hra_text out, before, after;
        hra_text_init(&out);
        hra_text_init(&before);
        hra_text_init(&after);
        assert_int_equal(hra_game_file_open(&file, &setup, &why), 0);
        while (hra_game_file_next(file, &found, &why) == 0 && found && found->record)
            assert_int_equal(hra_record_write(found->record, found->format, &out), 0);
        squeeze(texts[i], &before);
        squeeze(hra_text_string(&out), &after);
        if (i != 1) /* a move there is illegal, and what is behind it is lost */
            assert_string_equal(hra_text_string(&after), hra_text_string(&before));
        hra_game_file_close(file);
        hra_text_release(&out);
        hra_text_release(&before);
        hra_text_release(&after);
    }
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
        hra_text faults;
        hra_text_init(&faults);
        if (game_text_read("x.pdn", hra_text_string(&pdn), pdn.length, &again, &faults) != 1 || faults.length)
            fail_msg("%s\n%s", hra_text_string(&faults), pdn.data);
        hra_text_release(&faults);
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
        cmocka_unit_test(game_types_turn_the_board),
        cmocka_unit_test(a_file_holds_many_games),
        cmocka_unit_test(files_of_other_programs_are_read),
        cmocka_unit_test(what_is_wrong_is_reported_and_hides_nothing),
        cmocka_unit_test(what_is_no_file_of_games_is_refused),
        cmocka_unit_test(many_remarks_do_not_hide_a_fault),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(many_open_comments_take_no_long_time),
        cmocka_unit_test(no_damage_hides_a_game),
        cmocka_unit_test(a_game_is_written),
        cmocka_unit_test(what_is_read_is_written_as_it_was),
        cmocka_unit_test(another_game_is_not_written),
        cmocka_unit_test(a_match_comes_back),
        cmocka_unit_test(all_ballots_are_legal),
        cmocka_unit_test(ballots_have_names),
        cmocka_unit_test(other_ballots_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
