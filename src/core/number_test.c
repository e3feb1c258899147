#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/base.h"

static void numbers_are_read(void **state) {
    static const struct {
        const char *text;
        double x;
        int end; /* -1: no number */
    } cases[] = {
        {"0", 0, 1},
        {"17", 17, 2},
        {"-2.5e3", -2500, 6},
        {"+.5", 0.5, 3},
        {"5.", 5, 2},
        {"1e-3x", 0.001, 4},
        {"1e", 1, 1}, /* the exponent has no digits */
        {"1e+", 1, 1},
        {"1,5", 1, 1}, /* never a comma */
        {"1.5.5", 1.5, 3},
        {"0x10", 0, 1},
        {"-0X1p3", 0, 2},
        {"00x1", 0, 2},
        {"2.2250738585072014e-308", 2.2250738585072014e-308, 23},
        {"4.9e-324", 4.9406564584124654e-324, 8},
        {"1e-400", 0, 6},
        {"1.7976931348623157e308", DBL_MAX, 22},
        {"1.8e308", 0, -1}, /* too large */
        {"", 0, -1},
        {" 1", 0, -1},
        {"-", 0, -1},
        {"+-1", 0, -1},
        {".", 0, -1},
        {".e1", 0, -1},
        {"e1", 0, -1},
        {"inf", 0, -1},
        {"-nan", 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text, *end = NULL;
        double x = 123;
        if (hra_number_read(text, &end, &x) != (cases[i].end >= 0))
            fail_msg("'%s': whether it is a number", text);
        if (cases[i].end < 0) {
            assert_null(end);
            assert_true(x == 123);
        } else if (!(x == cases[i].x) || end != text + cases[i].end) {
            fail_msg("'%s' is %.17g up to '%s'", text, x, end);
        }
        assert_int_equal(hra_number_read(text, NULL, &x), cases[i].end == (int)strlen(text));
    }
}

/* However long: digits beyond the seventeenth still decide which of two neighbours is nearer. */
static void long_numbers_are_read_to_the_last_digit(void **state) {
    static const char below[] = "9007199254740993", above[] = "00000001"; /* 2^53 + 1, halfway */
    char text[1100];
    double x;
    memset(text, '0', sizeof text);
    memcpy(text, below, 16);
    text[16] = '.';
    text[1000] = '\0';
    assert_true(hra_number_read(text, NULL, &x) && x == 9007199254740992.0);
    memcpy(text + 1000, above, sizeof above);
    assert_true(hra_number_read(text, NULL, &x) && x == 9007199254740994.0);
}

static void expect_number(double x, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add_number(&text, x);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

static void numbers_are_written_short(void **state) {
    expect_number(0, "0");
    expect_number(-0.0, "-0");
    expect_number(1, "1");
    expect_number(-254.5896, "-254.5896");
    expect_number(0.1, "0.1");
    expect_number(1.0 / 3, "0.3333333333333333");
    expect_number(0.1 + 0.2, "0.30000000000000004");
    expect_number(1e15, "1e+15");
    expect_number(123456789012345, "123456789012345");
    expect_number(9007199254740992, "9007199254740992");
    expect_number(1e-7, "1e-07");
    expect_number(5e-324, "5e-324");
    expect_number(DBL_MIN, "2.2250738585072014e-308");
    expect_number(DBL_MAX, "1.7976931348623157e+308");
}

/* Digits before an exponent, without a sign, zeros in front, the point, and zeros at the end. */
static int digits_of(const char *number) {
    int digits = 0, zeros = 0;
    for (; *number && *number != 'e'; number++)
        if (*number == '0')
            zeros += digits > 0;
        else if (*number >= '1' && *number <= '9') {
            digits += zeros + 1;
            zeros = 0;
        }
    return digits ? digits : 1;
}

/* Any bits: the number reads back, and with one digit less it would not. */
static void numbers_come_back(void **state) {
    hra_rng rng;
    hra_text text;
    hra_rng_init(&rng, 1);
    hra_text_init(&text);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = hra_rng_next(&rng);
        double x, back;
        char fewer[40];
        memcpy(&x, &bits, sizeof x);
        if (i % 3 == 0)
            x = (double)(int64_t)bits / (i % 2 ? 1e6 : 1024.0);
        else if (i % 3 == 1)
            x = (double)(int)(bits >> 40) * 0.01;
        if (!isfinite(x))
            continue;
        hra_text_clear(&text);
        hra_text_add_number(&text, x);
        const char *written = hra_text_string(&text);
        if (!hra_number_read(written, NULL, &back) || memcmp(&back, &x, sizeof x) != 0)
            fail_msg("%.17g is written as %s", x, written);
        int digits = digits_of(written);
        assert_in_range(hra_snprintf(fewer, sizeof fewer, "%.*g", digits - 1, x), 1, sizeof fewer - 1);
        if (digits > 1 && hra_number_read(fewer, NULL, &back) && back == x)
            fail_msg("%s would do for %s", fewer, written);
    }
    hra_text_release(&text);
}

static void what_does_not_fit_is_cut_between_characters(void **state) {
    static const struct {
        const char *text;
        size_t size;
        const char *left;
    } cases[] = {
        {"abc", 4, "abc"},
        {"abc", 3, "ab"},
        {"abc", 1, ""},
        {"p\xc5\x99\xc3\xad", 6, "p\xc5\x99\xc3\xad"},
        {"p\xc5\x99\xc3\xad", 5, "p\xc5\x99"},
        {"p\xc5\x99\xc3\xad", 4, "p\xc5\x99"},
        {"p\xc5\x99\xc3\xad", 3, "p"},
        {"\xf0\x9f\x8e\xb2", 4, ""},
        {"\xf0\x9f\x8e\xb2", 5, "\xf0\x9f\x8e\xb2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[16];
        memset(out, '#', sizeof out);
        assert_int_equal(hra_snprintf(out, cases[i].size, "%s", cases[i].text), (int)strlen(cases[i].text));
        assert_string_equal(out, cases[i].left);
        assert_int_equal(out[cases[i].size], '#');
    }
    assert_int_equal(hra_snprintf(NULL, 0, "%.1f", 2.25), 3);
    char simple[48];
    assert_int_equal(
        hra_snprintf(simple, sizeof simple, "%s %d %d %u %c%%", "a", -7, -2147483647 - 1, 4294967295u, 'x'),
        30);
    assert_string_equal(simple, "a -7 -2147483648 4294967295 x%");
    assert_int_equal(hra_snprintf(NULL, 0, "%d%s", 12, "345"), 5);
    assert_int_equal(hra_snprintf(simple, 3, "%d%s", 12, "345"), 5);
    assert_string_equal(simple, "12");
}

/* In English %F is %f; in another language only its mark differs (tests/foreign_test.c). */
static void numbers_for_people_are_those_of_the_c_library(void **state) {
    char said[64], plain[64], many[2000];
    static const double x[] = {0, -0.5, 2.25, 1e20, 123456.789};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        hra_snprintf(said, sizeof said, "%s %+8.2F %*.*E|%-9.3G%%", "a", x[i], 12, 3, x[i], x[i]);
        hra_snprintf(plain, sizeof plain, "%s %+8.2f %*.*e|%-9.3g%%", "a", x[i], 12, 3, x[i], x[i]);
        assert_string_equal(said, plain);
    }
    memset(many, 'x', 1000);
    many[1000] = '\0';
    char longer[1200];
    assert_int_equal(hra_snprintf(longer, sizeof longer, "%s%.1F", many, 1.5), 1003);
    assert_string_equal(longer + 1000, "1.5");
    assert_int_equal(hra_snprintf(NULL, 0, "%.1F", 2.25), 3);
    assert_int_equal(hra_snprintf(plain, 3, "%.1F", 2.25), 3);
    assert_string_equal(plain, "2.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(long_numbers_are_read_to_the_last_digit),
        cmocka_unit_test(numbers_are_written_short),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(numbers_for_people_are_those_of_the_c_library),
        cmocka_unit_test(what_does_not_fit_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
