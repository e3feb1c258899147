/* Days and moments: every day of 2,400 years against one counted by hand, and moments around 04:00. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "deck_object.h"

/* A moment in words; the text must be read to its end. */
static hra_local_time moment(const char *text) {
    hra_lines l;
    hra_error why;
    hra_lines_string(&l, text, &why);
    const hra_local_time m = hra_moment_read(&l);
    hra_lines_done(&l);
    if (l.err)
        fail_msg("%s: %s", text, why.text);
    return m;
}

static void days_follow_each_other(void **state) {
    (void)state;
    static const int months[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t day = hra_day_of(moment("0001-01-01T12:00Z"));
    for (int year = 1; year <= 2400; year++)
        for (int month = 0; month < 12; month++) {
            const bool leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
            for (int d = 1; d <= months[month] + (leap && month == 1); d++, day++) {
                char text[60];
                hra_text out;
                hra_text_init(&out);
                (void)hra_snprintf(text, sizeof text, "%04d-%02d-%02dT12:00+00:00", year, month + 1, d);
                assert_int_equal(hra_day_of(moment(text)), day);
                hra_moment_write(moment(text), &out);
                assert_string_equal(hra_text_string(&out), text);
                hra_text_release(&out);
            }
        }
    /* The days between are those of the two eras; https://en.wikipedia.org/wiki/Julian_day has the same number. */
    assert_int_equal(hra_day_of(moment("1970-01-01T04:00Z")), 0);
    assert_int_equal(hra_day_of(moment("2000-03-01T12:00Z")), 11017);
}

static void a_day_begins_at_four(void **state) {
    (void)state;
    static const struct {
        const char *moment, *day;
    } cases[] = {
        {"2026-11-27T03:59:59+01:00", "2026-11-26"},
        {"2026-11-27T04:00+01:00", "2026-11-27"},
        {"2026-11-28T00:30+01:00", "2026-11-27"},
        {"2026-11-28T03:59-11:00", "2026-11-27"},
        {"2028-02-29T03:00Z", "2028-02-28"},
        {"2028-02-29T05:00Z", "2028-02-29"},
        {"2028-03-01T02:00Z", "2028-02-29"},
        {"2027-03-01T02:00Z", "2027-02-28"},
        {"2100-03-01T02:00Z", "2100-02-28"},
        {"2000-03-01T02:00Z", "2000-02-29"},
        {"2027-01-01T03:59Z", "2026-12-31"},
        {"1970-01-01T03:59Z", "1969-12-31"},
        /* The night of 2026-03-29 has no hour 2, that of 2026-10-25 has it twice. */
        {"2026-03-29T03:59+02:00", "2026-03-28"},
        {"2026-03-29T04:00+02:00", "2026-03-29"},
        {"2026-10-25T02:30+02:00", "2026-10-24"},
        {"2026-10-25T02:30+01:00", "2026-10-24"},
        {"2026-10-25T04:00+01:00", "2026-10-25"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char noon[40];
        (void)hra_snprintf(noon, sizeof noon, "%sT12:00Z", cases[i].day);
        if (hra_day_of(moment(cases[i].moment)) != hra_day_of(moment(noon)))
            fail_msg("%s does not belong to %s", cases[i].moment, cases[i].day);
    }
}

static void a_moment_is_the_same_in_each_zone(void **state) {
    (void)state;
    const hra_local_time a = moment("2026-11-27T21:05:33+01:00");
    assert_int_equal(a.seconds, 1795809933); /* date -d 2026-11-27T21:05:33+01:00 +%s */
    assert_int_equal(a.zone, 60);
    assert_int_equal(moment("2026-11-27T20:05:33Z").seconds, a.seconds);
    assert_int_equal(moment("2026-11-28T01:50:33+05:45").seconds, a.seconds);
    assert_int_equal(moment("2026-11-27T09:05:33-11:00").seconds, a.seconds);
}

static void other_moments_are_refused(void **state) {
    (void)state;
    static const char *const cases[] = {"",
                                        "2026",
                                        "2026-11-27",
                                        "2026-11-27T21:05",
                                        "2026-11-27 21:05Z",
                                        "2026-11-27T24:00Z",
                                        "2026-11-27T21:60Z",
                                        "2026-11-27T21:05:60Z",
                                        "2026-11-31T21:05Z",
                                        "2027-02-29T21:05Z",
                                        "2100-02-29T21:05Z",
                                        "2026-00-10T21:05Z",
                                        "2026-13-10T21:05Z",
                                        "2026-11-00T21:05Z",
                                        "0000-11-10T21:05Z",
                                        "2026-11-27T21:05+24:00",
                                        "2026-11-27T21:05+1:00",
                                        "2026-11-27T21:05+0100",
                                        "2026-11-27T21:05+01:60",
                                        "2026-11-27T21:05Zx",
                                        "2026-11-27T21:05+01:00x",
                                        "26-11-27T21:05Z",
                                        "12026-11-27T21:05Z",
                                        "-026-11-27T21:05Z",
                                        "2026-11-27t21:05Z"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_lines l;
        hra_error why;
        hra_lines_string(&l, cases[i], &why);
        (void)hra_moment_read(&l);
        if (l.err != HRA_EINPUT || !strstr(why.text, "line 1, character 1: "))
            fail_msg("'%s' was read, or the error is '%s'", cases[i], why.text);
    }
}

static void the_range_of_moments_is_that_of_the_text(void **state) {
    (void)state;
    const int64_t first = moment("0001-01-01T00:00Z").seconds, last = moment("9999-12-31T23:59:59Z").seconds;
    assert_true(hra_moment_is_valid((hra_local_time){first, 0}) &&
                hra_moment_is_valid((hra_local_time){last, 0}));
    assert_false(hra_moment_is_valid((hra_local_time){first - 1, 0}) ||
                 hra_moment_is_valid((hra_local_time){last + 1, 0}));
    assert_false(hra_moment_is_valid((hra_local_time){first, -1}) ||
                 hra_moment_is_valid((hra_local_time){last, 1}));
    assert_true(hra_moment_is_valid((hra_local_time){0, 1439}) &&
                hra_moment_is_valid((hra_local_time){0, -1439}));
    assert_false(hra_moment_is_valid((hra_local_time){0, 1440}) ||
                 hra_moment_is_valid((hra_local_time){0, -1440}));
    assert_false(hra_moment_is_valid((hra_local_time){INT64_MAX, 0}) ||
                 hra_moment_is_valid((hra_local_time){INT64_MIN, 0}));
    /* hra_day_of takes any number. */
    assert_true(hra_day_of((hra_local_time){INT64_MAX, INT32_MAX}) > 0);
    assert_true(hra_day_of((hra_local_time){INT64_MIN, INT32_MIN}) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_follow_each_other),
        cmocka_unit_test(a_day_begins_at_four),
        cmocka_unit_test(a_moment_is_the_same_in_each_zone),
        cmocka_unit_test(other_moments_are_refused),
        cmocka_unit_test(the_range_of_moments_is_that_of_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
