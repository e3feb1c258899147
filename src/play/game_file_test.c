/* Files of games in pieces of any size, damaged, put together; what is found is written as text and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

/* A text that comes in pieces. */
typedef struct pieces {
    const char *text;
    size_t length, at, size;
} pieces;

static hra_err next_piece(void *self, hra_text *out, hra_error *why) {
    pieces *p = self;
    size_t n = p->length - p->at < p->size ? p->length - p->at : p->size;
    hra_text_add_bytes(out, p->text + p->at, n);
    p->at += n;
    return HRA_OK;
}

static hra_game_file *open_file(const hra_game_file_setup *setup) {
    hra_game_file *file = NULL;
    hra_error why = {0};
    if (hra_game_file_open(&file, setup, &why) != 0)
        fail_msg("%s", why.text);
    return file;
}

/* "0 line 1: 4 plies, 1 -1" and a line for each fault. */
static void add_found(const hra_game_found *found, hra_text *out) {
    hra_text_addf(out, "%d line %d, %zu bytes:", found->index, found->line, found->length);
    if (found->record) {
        const hra_play_info *info = hra_record_info(found->record);
        hra_text_addf(out, " %s, %d plies, %g %g", info->game->rules->name, info->plies, info->returns[0],
                      info->returns[1]);
    }
    hra_text_add(out, "\n");
    for (int i = 0; i < found->fault_count; i++)
        hra_text_addf(out, "  %d:%d %s%.30s\n", found->faults[i].line, found->faults[i].column,
                      found->faults[i].remark ? "remark " : "", found->faults[i].text);
}

/* Reads all in pieces of `size` bytes; 0: as one text. */
static void read_in_pieces(const char *text, size_t length, size_t size, hra_text *out) {
    pieces p = {text, length, 0, size};
    hra_game_file_setup setup = {.size = sizeof setup, .text = text, .length = length};
    const hra_game_found *found;
    hra_error why;
    if (size) {
        setup.more = next_piece;
        setup.self = &p;
    }
    hra_game_file *file = open_file(&setup);
    hra_text_init(out);
    while (hra_game_file_next(file, &found, &why) == 0 && found)
        add_found(found, out);
    assert_null(found);
    hra_game_file_close(file);
}

static void expect_games(const char *text, size_t length, const char *expected) {
    static const size_t sizes[] = {0, 1, 2, 3, 7, 64, 1000, 1 << 12, 1 << 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        hra_text said;
        read_in_pieces(text, length, sizes[i], &said);
        if (strcmp(hra_text_string(&said), expected) != 0)
            fail_msg("in pieces of %zu bytes:\n%s\nexpected\n%s", sizes[i], hra_text_string(&said), expected);
        hra_text_release(&said);
    }
}

#define ONE "[Event \"one\"]\n1. 11-15 23-18 1/2-1/2\n\n"
#define TWO "[Event \"two\"]\n1. 11-15 23-18 2. 15-24 1-0\n\n"
#define OPEN "[Event \"open\"]\n1. 11-15 {never closed\n\n"
#define LAST "[Event \"last\"]\n1. 9-13 22-18 0-1\n"
#define MARK "\xef\xbb\xbf"

static void games_do_not_depend_on_pieces(void **state) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {ONE LAST,
         "0 line 1, 38 bytes: checkers, 2 plies, 0 0\n1 line 4, 33 bytes: checkers, 2 plies, -1 1\n"},
        {ONE TWO LAST, "0 line 1, 38 bytes: checkers, 2 plies, 0 0\n"
                       "1 line 4, 43 bytes: checkers, 2 plies, 1 -1\n  5:19 illegal move '15-24'; legal mo\n"
                       "2 line 7, 33 bytes: checkers, 2 plies, -1 1\n"},
        {OPEN LAST, "0 line 1, 39 bytes: checkers, 1 plies, 0 0\n  2:10 the comment that begins here h\n"
                    "1 line 4, 33 bytes: checkers, 2 plies, -1 1\n"},
        {MARK ONE MARK LAST,
         "0 line 1, 38 bytes: checkers, 2 plies, 0 0\n1 line 4, 33 bytes: checkers, 2 plies, -1 1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_games(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

#define HEAD "hra-record 2\ngame tictactoe\nseat 0 random\nseat 1 random\n"

/* The fault names the line of the file. */
static void damaged_records_hide_no_other(void **state) {
    static const char text[] = HEAD "0 b2\n1 a1\n" HEAD "0 b2\n1 b2\n" HEAD "0 a1\nresign 1\n";
    hra_text said;
    read_in_pieces(text, strlen(text), 0, &said);
    assert_non_null(strstr(hra_text_string(&said), "0 line 1, "));
    assert_non_null(strstr(hra_text_string(&said), "1 line 7, "));
    assert_non_null(strstr(hra_text_string(&said), "  12:3 "));
    assert_non_null(strstr(hra_text_string(&said), "2 line 13, "));
    assert_non_null(strstr(hra_text_string(&said), "tictactoe, 1 plies, 1 -1\n"));
    expect_games(text, strlen(text), hra_text_string(&said));
    hra_text_release(&said);
}

/* A game much longer than the first look at a file, between short ones. */
static void the_window_grows(void **state) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, ONE "[Event \"long\"]\n1. 11-15 {");
    for (int i = 0; i < 20000; i++)
        hra_text_addf(&text, "word %d\n", i);
    hra_text_add(&text, "} 23-18 *\n\n" LAST);
    hra_text said;
    read_in_pieces(text.data, text.length, 0, &said);
    assert_non_null(strstr(hra_text_string(&said), "1 line 4, "));
    assert_non_null(strstr(hra_text_string(&said), "2 line 20007, 33 bytes: checkers, 2 plies, -1 1\n"));
    expect_games(text.data, text.length, hra_text_string(&said));
    hra_text_release(&said);
    hra_text_release(&text);
}

static void strict_files_end_at_the_first_fault(void **state) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .text = ONE TWO LAST, .length = strlen(ONE TWO LAST), .strict = true};
    hra_game_file *file = open_file(&setup);
    const hra_game_found *found;
    hra_error why = {0};
    assert_int_equal(hra_game_file_next(file, &found, &why), 0);
    assert_non_null(found);
    assert_int_equal(hra_game_file_next(file, &found, &why), HRA_EINPUT);
    assert_null(found);
    assert_non_null(strstr(why.text, "line 5, character 19: illegal move '15-24'"));
    assert_int_equal(hra_game_file_next(file, &found, &why), 0);
    assert_null(found);
    hra_game_file_close(file);
}

static void a_record_that_is_taken_outlives_its_file(void **state) {
    const hra_game_file_setup setup = {.size = sizeof setup, .text = ONE LAST, .length = strlen(ONE LAST)};
    hra_game_file *file = open_file(&setup);
    const hra_game_found *found;
    hra_error why;
    assert_int_equal(hra_game_file_next(file, &found, &why), 0);
    hra_record *record = hra_game_file_take(file);
    assert_non_null(record);
    assert_int_equal(hra_game_file_next(file, &found, &why), 0);
    assert_int_equal(found->index, 1);
    hra_game_file_close(file);
    assert_string_equal(hra_annotated_tag(hra_record_annotated(record), "event"), "one");
    hra_record_close(record);
}

/* The name decides only if the content does not. */
static void what_is_no_file_of_games_is_refused(void **state) {
    static const struct {
        const char *text, *name;
        hra_err err;
    } cases[] = {{"words\n", NULL, HRA_EINPUT},
                 {"words\n", "x.txt", HRA_EINPUT},
                 {"", NULL, HRA_EINPUT},
                 {"words\n", "x.pdn", 0},
                 {ONE, "x.mat", 0},
                 {HEAD "0 b2\n", "x.pdn", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_game_file_setup setup = {.size = sizeof setup,
                                           .text = cases[i].text,
                                           .length = strlen(cases[i].text),
                                           .name = cases[i].name};
        hra_game_file *file = NULL;
        hra_error why = {0};
        assert_int_equal(hra_game_file_open(&file, &setup, &why), cases[i].err);
        if (cases[i].err)
            assert_non_null(strstr(why.text, *cases[i].text ? "records of hra, " : "the file is empty"));
        hra_game_file_close(file);
    }
}

static hra_err fail_later(void *self, hra_text *out, hra_error *why) {
    int *calls = self;
    if ((*calls)++ == 0) {
        hra_text_add(out, ONE);
        for (int i = 0; i < 1000; i++)
            hra_text_add(out, "[Event \"more\"]\n1. 11-15 *\n\n");
        return HRA_OK;
    }
    return hra_fail(why, HRA_EIO, -1, "the disk is gone");
}

static void errors_of_the_source_are_returned(void **state) {
    int calls = 0;
    const hra_game_file_setup setup = {.size = sizeof setup, .more = fail_later, .self = &calls};
    hra_game_file *file = open_file(&setup);
    const hra_game_found *found;
    hra_error why = {0};
    hra_err err;
    int games = 0;
    while ((err = hra_game_file_next(file, &found, &why)) == 0 && found)
        games++;
    assert_int_equal(err, HRA_EIO);
    assert_string_equal(why.text, "the disk is gone");
    assert_true(games > 1);
    hra_game_file_close(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_do_not_depend_on_pieces),
        cmocka_unit_test(damaged_records_hide_no_other),
        cmocka_unit_test(the_window_grows),
        cmocka_unit_test(strict_files_end_at_the_first_fault),
        cmocka_unit_test(a_record_that_is_taken_outlives_its_file),
        cmocka_unit_test(what_is_no_file_of_games_is_refused),
        cmocka_unit_test(errors_of_the_source_are_returned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
