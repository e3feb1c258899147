/* The text that GNU Backgammon exports, read and checked against its boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game_text.h"
#include "mat.h"

/* A game with names and notes that look like lines of the program, which was given up. */
static void read_sample(hra_text *out) {
    char block[4096];
    FILE *file = fopen(HRA_ROOT "/fuzz/corpus/format/gnubg-text", "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;)
        hra_text_add_bytes(out, block, n);
    fclose(file);
}

static void an_export_becomes_a_record(void **state) {
    hra_text text, out, faults;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_init(&faults);
    read_sample(&text);
    assert_int_equal(game_text_read("x", hra_text_string(&text), text.length, &out, &faults), 1);
    assert_string_equal(hra_text_string(&faults), "");
    assert_string_equal(hra_text_string(&out),
                        "hra-record 4\ngame backgammon:match-length=5,score=0-0,cube=yes,max-cube=1024\n"
                        "seat 0 Ann B.\nseat 1 moves to play\n#: tag Event a 'cup'\n"
                        "#: tag Rules cube=yes,max-cube=1024\n* 31\n0 8/5 6/5\n"
                        "#: comment A comment\\n* Ben moves 24/23\\nMove number 2:  X to play 31\n"
                        "1 double\n0 take\n* 21\n1 24/22 6/5\n1 Black resigns 2 points\n");
    hra_text_release(&text);
    hra_text_release(&out);
    hra_text_release(&faults);
}

static void what_does_not_fit_is_a_fault(void **state) {
    static const struct {
        const char *was, *is, *says;
    } cases[] = {
        {"sGfwATDgc/ABMA", "sGfwATDgc+ABMA",
         "line 35, character 1: the position is not the one that the moves lead to"},
        {"moves 24/22 6/5\n", "moves 24/23 6/5\n", "line 77, character 1: illegal move '24/23 6/5' with 2-1"},
        {"* Ann B. moves 8/5 6/5", "* Ann B. m\x1bves 8/5 6/5", "line 6, character 1: "},
        {"* Ann B. accepts", "* Ann B. hopes", "line 56, character 1: expected a roll such as 31:"},
        {"Move number 3", "Page number 3", "line 77, character 1: the move of White is missing"},
        {"is: Ann B. 0,", "is: Ann B. 7,", "score=7-0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text, changed, out, faults;
        hra_text_init(&text);
        hra_text_init(&changed);
        hra_text_init(&out);
        hra_text_init(&faults);
        read_sample(&text);
        const char *at = strstr(hra_text_string(&text), cases[i].was);
        assert_non_null(at);
        hra_text_add_bytes(&changed, text.data, (size_t)(at - text.data));
        hra_text_addf(&changed, "%s%s", cases[i].is, at + strlen(cases[i].was));
        (void)game_text_read("x", hra_text_string(&changed), changed.length, &out, &faults);
        if (!strstr(hra_text_string(&faults), cases[i].says))
            fail_msg("'%s' is not in '%s'", cases[i].says, hra_text_string(&faults));
        hra_text_release(&text);
        hra_text_release(&changed);
        hra_text_release(&out);
        hra_text_release(&faults);
    }
}

/* Files of a match that were put together are one game, and cut anywhere they do no harm. */
static void files_are_put_together(void **state) {
    hra_text text, out, faults;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_init(&faults);
    read_sample(&text);
    size_t length = text.length;
    read_sample(&text);
    char *next = strstr(text.data + length, "after 0 games) is: Ann B. 0");
    assert_non_null(next);
    memcpy(next, "after 1 game)  is: Ann B. 2", strlen("after 0 games) is: Ann B. 0"));
    memmove(next + strlen("after 1 game)"), next + strlen("after 1 game) "),
            strlen(next) - strlen("after 1 game)"));
    text.length--;
    assert_int_equal(game_text_read("x", hra_text_string(&text), text.length, &out, &faults), 1);
    assert_string_equal(hra_text_string(&faults), "");
    for (size_t cut = 0; cut < text.length; cut += 7) {
        char *copy = malloc(cut + 1);
        assert_non_null(copy);
        memcpy(copy, text.data, cut);
        hra_text_clear(&out);
        hra_text_clear(&faults);
        (void)game_text_read("x.mat", copy, cut, &out, &faults);
        free(copy);
    }
    hra_text_release(&text);
    hra_text_release(&out);
    hra_text_release(&faults);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_export_becomes_a_record),
        cmocka_unit_test(what_does_not_fit_is_a_fault),
        cmocka_unit_test(files_are_put_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
