#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/lines.h"

/* A text of a caller, without a zero behind it and not writable further: what is read beyond it, a sanitizer finds. */
static char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    return copy;
}

/* The lines of a text between bars, and "!" behind one that the text cuts off. */
static void assert_lines(const char *text, size_t length, const char *expected) {
    char *copy = copy_of(text, length);
    hra_text all;
    hra_lines l;
    hra_text_init(&all);
    hra_lines_open(&l, copy, length, 1, NULL);
    while (hra_lines_next(&l)) {
        hra_text_addf(&all, "%d", l.number);
        hra_text_add_bytes(&all, l.at, hra_lines_left(&l));
        hra_text_add(&all, l.whole ? "|" : "!");
    }
    assert_int_equal(l.err, 0);
    assert_string_equal(hra_text_string(&all), expected);
    hra_text_release(&all);
    free(copy);
}

static void lines_end_as_any_system_ends_them(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"", ""},
        {"a", "1a!"},
        {"a\n", "1a|"},
        {"a\nb", "1a|2b!"},
        {"\n\nx\n", "1|2|3x|"},
        {"a\r\nb\r\n", "1a|2b|"},
        {"a\rb\r", "1a|2b|"},
        {"a\rb", "1a|2b!"},
        {"a\rb\nc\n", "1a\rb|2c|"}, /* a return within a line of a text with line feeds ends none */
        {"\xef\xbb\xbf"
         "a\nb\n",
         "1a|2b|"},
        {"\xef\xbb\xbf", ""},
        {"a\n\xef\xbb\xbf"
         "b\n\xef\xbb\n",
         "1a|2b|3\xef\xbb|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_lines(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static void ends_of_lines_are_counted_as_they_are_read(void **state) {
    (void)state;
    assert_int_equal(hra_lines_count("a\r\nb\r\nc", 7, 7), 2);
    assert_int_equal(hra_lines_count("a\r\nb\r\nc", 7, 3), 1);
    assert_int_equal(hra_lines_count("a\rb\rc", 5, 4), 2);
    assert_int_equal(hra_lines_count("a\rb\rc\n", 6, 4), 0);
    assert_int_equal(hra_lines_count("", 0, 0), 0);
}

/* What an error says of the first line that is refused. */
static void assert_refused(const char *text, size_t length, size_t line, int lines, size_t bytes,
                           const char *expected) {
    char *copy = copy_of(text, length);
    hra_error why = {0};
    hra_lines l;
    hra_lines_open(&l, copy, length, 1, &why);
    hra_lines_limit(&l, line, lines, bytes);
    while (hra_lines_next(&l))
        ;
    assert_string_equal(why.text, expected);
    assert_int_equal(l.err, why.code);
    assert_false(hra_lines_next(&l));
    free(copy);
}

static void what_is_no_text_or_too_much_is_refused(void **state) {
    (void)state;
    assert_refused("ab\ncd\0e\n", 8, 0, 0, 0, "line 2, character 3: expected text, found a byte 0");
    assert_refused("ab\n\xc3\xa9\xc3\xa9"
                   "cd\n",
                   11, 5, 0, 0, "line 2, character 4: expected a line of at most 5 bytes");
    assert_refused("a\nb\nc\n", 6, 0, 2, 0, "line 3, character 1: the text has too many lines");
    assert_refused("a\nb\nc\n", 6, 0, 0, 5, "line 1, character 1: the text has more than 5 bytes");
    assert_lines("12345\n", 6, "112345|");
}

/* ---- what a line holds ----------------------------------------------------------------------*/

static void keys_and_words_are_taken_one_after_another(void **state) {
    (void)state;
    hra_lines l;
    const char *word;
    size_t length;
    hra_lines_string(&l, "seat 0 p=1/3  Hello\tthere", NULL);
    assert_false(hra_lines_key(&l, "sea"));
    assert_false(hra_lines_key(&l, "seats"));
    assert_true(hra_lines_key(&l, "seat"));
    assert_int_equal(hra_lines_int(&l, 0, 3), 0);
    assert_true(hra_lines_take(&l, " "));
    assert_false(hra_lines_take(&l, "q="));
    assert_true(hra_lines_take(&l, "p="));
    assert_true(hra_lines_word(&l, &word, &length));
    assert_memory_equal(word, "1/3", length);
    assert_true(hra_lines_match(&l, "heLLo"));
    assert_int_equal(hra_lines_peek(&l), '\t');
    assert_true(hra_lines_word(&l, &word, &length));
    assert_int_equal(length, 5);
    assert_false(hra_lines_word(&l, &word, &length));
    assert_int_equal(hra_lines_peek(&l), -1);
    hra_lines_done(&l);
    assert_int_equal(l.err, 0);
    hra_lines_string(&l, "end", NULL);
    assert_true(hra_lines_key(&l, "end"));
}

static void numbers_keep_their_bounds(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
        char kind; /* whole, int, real, hex */
    } cases[] = {
        {"  7 x", "7", 'w'},
        {"18446744073709551615", "18446744073709551615", 'w'},
        {"18446744073709551616",
         "line 1, character 1: expected a whole number below 2^64, found '18446744073709551616'", 'w'},
        {" -1", "line 1, character 2: expected a whole number below 2^64, found '-1'", 'w'},
        {"1.5", "line 1, character 1: expected a whole number below 2^64, found '1.5'", 'w'},
        {"3rd", "line 1, character 1: expected a whole number below 2^64, found '3rd'", 'w'},
        {"", "line 1, character 1: expected a whole number below 2^64, found the end of the text", 'w'},
        {"-5", "-5", 'i'},
        {"6", "line 1, character 1: expected a whole number from -5 to 5, found '6'", 'i'},
        {"99999999999999",
         "line 1, character 1: expected a whole number from -5 to 5, found '99999999999999'", 'i'},
        {"0.25 ", "0.25", 'r'},
        {"-1e-3", "-0.001", 'r'},
        {"1.25", "line 1, character 1: expected a number from -1 to 1, found '1.25'", 'r'},
        {"nan", "line 1, character 1: expected a number from -1 to 1, found 'nan'", 'r'},
        {"ff", "255", 'h'},
        {"fg", "line 1, character 1: expected a number of at most 16 digits 0 to 9 and a to f, found 'fg'",
         'h'},
        {"10000000000000000",
         "line 1, character 1: expected a number of at most 16 digits 0 to 9 and a to f, found "
         "'10000000000000000'",
         'h'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char got[320];
        hra_error why = {0};
        hra_lines l;
        hra_lines_string(&l, cases[i].text, &why);
        char kind = cases[i].kind;
        if (kind == 'w' || kind == 'h')
            hra_snprintf(
                got, sizeof got, "%llu",
                (unsigned long long)(kind == 'w' ? hra_lines_whole(&l, 0, UINT64_MAX) : hra_lines_hex(&l)));
        else
            hra_snprintf(got, sizeof got, "%g",
                         kind == 'i' ? hra_lines_int(&l, -5, 5) : hra_lines_number(&l, -1, 1));
        assert_string_equal(l.err ? why.text : got, cases[i].expected);
    }
}

static void a_number_at_the_end_of_the_text_is_not_read_beyond_it(void **state) {
    (void)state;
    char *copy = copy_of("1.5", 3);
    hra_lines l;
    hra_lines_open(&l, copy, 3, 1, NULL);
    assert_true(hra_lines_next(&l));
    assert_true(hra_lines_number(&l, 0, 2) == 1.5);
    assert_true(l.at == l.last);
    free(copy);
}

static void digits_are_as_many_as_are_wanted(void **state) {
    (void)state;
    hra_lines l;
    hra_lines_string(&l, "  Turn=12 x1234", NULL);
    assert_false(hra_lines_match(&l, "round"));
    assert_int_equal(l.at - l.start, 2);
    assert_true(hra_lines_match(&l, "turn="));
    assert_int_equal(hra_lines_digits(&l, 3), 12);
    assert_int_equal(hra_lines_digits(&l, 3), -1);
    assert_true(hra_lines_match(&l, "X"));
    assert_int_equal(hra_lines_digits(&l, 3), 123);
    assert_int_equal(hra_lines_digits(&l, 9), 4);
    assert_int_equal(hra_lines_digits(&l, 9), -1);
    assert_int_equal(l.err, 0);
    hra_lines_string(&l, "tu", NULL);
    assert_false(hra_lines_match(&l, "turn"));
}

static void foreign_bytes_are_copied_as_text(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"Ren\xe9", "Ren\xc3\xa9"},                               /* Latin-1 */
        {"Ren\xc3\xa9", "Ren\xc3\xa9"},                           /* UTF-8 stays */
        {"\x8aime\xe8 \x80", "\xc5\xa0ime\xc3\xa8 \xe2\x82\xac"}, /* Windows-1252 */
        {"long enough text \xe9", "long enough text \xc3\xa9"},
        {"\x81", "\xef\xbf\xbd"}, /* stands for nothing */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];
        hra_lines l;
        hra_lines_string(&l, cases[i].text, NULL);
        assert_true(hra_lines_rest(&l, out, sizeof out));
        assert_string_equal(out, cases[i].expected);
        hra_lines_string(&l, cases[i].text, NULL);
        assert_false(hra_lines_rest(&l, out, strlen(cases[i].expected)));
        assert_string_equal(out, ""); /* never a part of it */
        assert_int_equal(l.err, HRA_EINPUT);
    }
}

static void quoted_words_may_hold_quotes(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
        bool good;
    } cases[] = {
        {" \"a b\" c", "a b", true},
        {"\"a \\\"b\\\" \\\\ \\n\"", "a \"b\" \\ \\n", true},
        {"\"\xe9\t\"", "\xc3\xa9 ", true},
        {"\"\"", "", true},
        {"x", "line 1, character 1: expected '\"', found 'x'", false},
        {" \"x", "line 1, character 2: expected '\"' at the end of the text that begins here", false},
        {"\"1234567890123456\"", "line 1, character 17: expected '\"' after at most 15 bytes", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[16];
        hra_error why = {0};
        hra_lines l;
        hra_lines_string(&l, cases[i].text, &why);
        assert_int_equal(hra_lines_quoted(&l, out, sizeof out), cases[i].good);
        assert_string_equal(cases[i].good ? out : why.text, cases[i].expected);
    }
}

/* ---- errors ---------------------------------------------------------------------------------*/

static void errors_name_the_line_and_the_character(void **state) {
    (void)state;
    static const char text[] = "a\n\xc3\xa9\xe9 b\nc";
    hra_error why = {0}, inner = {.code = HRA_EINPUT, .at = 4, .text = "no b here"};
    hra_lines l;
    hra_lines_open(&l, text, sizeof text - 1, 10, &why);
    assert_true(hra_lines_next(&l) && hra_lines_next(&l));
    hra_lines_fail_as(&l, HRA_EINPUT, &inner);
    assert_string_equal(why.text, "line 11, character 4: no b here");
    hra_lines_open(&l, text, sizeof text - 1, 1, &why);
    assert_true(hra_lines_all(&l));
    l.at = l.end - 1;
    l.name = "this.txt";
    assert_int_equal(hra_lines_expected(&l, "d"), HRA_EINPUT);
    assert_string_equal(why.text, "this.txt, line 3, character 1: expected d, found 'c'");
    hra_lines_open(&l, text, sizeof text - 1, 1, &why);
    while (hra_lines_next(&l))
        l.at = l.end;
    hra_lines_expected(&l, "more");
    assert_string_equal(why.text, "line 3, character 2: expected more, found the end of the text");
}

static void the_first_error_stays(void **state) {
    (void)state;
    hra_error why = {0};
    hra_lines l;
    hra_lines_string(&l, "x 1 2", &why);
    assert_int_equal(hra_lines_whole(&l, 3, 9), 3);
    assert_int_equal(hra_lines_int(&l, 4, 9), 4);
    assert_false(hra_lines_take(&l, "x"));
    assert_false(hra_lines_key(&l, "x"));
    hra_lines_done(&l);
    assert_int_equal(hra_lines_fail(&l, HRA_EIO, "another"), HRA_EINPUT);
    assert_string_equal(why.text, "line 1, character 1: expected a whole number from 3 to 9, found 'x 1 2'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_as_any_system_ends_them),
        cmocka_unit_test(ends_of_lines_are_counted_as_they_are_read),
        cmocka_unit_test(what_is_no_text_or_too_much_is_refused),
        cmocka_unit_test(keys_and_words_are_taken_one_after_another),
        cmocka_unit_test(numbers_keep_their_bounds),
        cmocka_unit_test(a_number_at_the_end_of_the_text_is_not_read_beyond_it),
        cmocka_unit_test(digits_are_as_many_as_are_wanted),
        cmocka_unit_test(foreign_bytes_are_copied_as_text),
        cmocka_unit_test(quoted_words_may_hold_quotes),
        cmocka_unit_test(errors_name_the_line_and_the_character),
        cmocka_unit_test(the_first_error_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
