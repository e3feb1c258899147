#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/token_reader.h"

static void words_and_numbers_are_read_behind_blanks(void **state) {
    static const char text[] = "  Turn=12 x1234";
    int at = 0;
    assert_false(hra_scan_word(text, &at, "round"));
    assert_int_equal(at, 2);
    assert_true(hra_scan_word(text, &at, "turn="));
    assert_int_equal(at, 7);
    assert_int_equal(hra_scan_number(text, &at, 3), 12);
    assert_int_equal(at, 9);
    assert_int_equal(hra_scan_number(text, &at, 3), -1);
    assert_int_equal(at, 10);
    assert_true(hra_scan_word(text, &at, "X"));
    assert_int_equal(hra_scan_number(text, &at, 3), 123);
    assert_int_equal(at, 14);
}

static void the_end_of_the_text_is_not_passed(void **state) {
    int at = 0;
    assert_false(hra_scan_word("tu", &at, "turn"));
    assert_int_equal(hra_scan_number("", &at, 9), -1);
    hra_scan_blanks("", &at);
    assert_int_equal(at, 0);
    assert_int_equal(hra_scan_number("999999999", &at, 9), 999999999);
    assert_int_equal(at, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_numbers_are_read_behind_blanks),
        cmocka_unit_test(the_end_of_the_text_is_not_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
