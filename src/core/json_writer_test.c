/* Commas, nesting and numbers of JSON as it is written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hra/base.h"

static void pieces_are_separated(void **state) {
    (void)state;
    static const double two[] = {0.5, -2};
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", "a \"b\"");
    hra_json_list(&json, "empty");
    hra_json_end(&json);
    hra_json_list(&json, "list");
    hra_json_object(&json, NULL);
    hra_json_end(&json);
    hra_json_bool(&json, NULL, true);
    hra_json_text(&json, NULL, NULL);
    hra_json_end(&json);
    hra_json_numbers(&json, "two", two, 2);
    hra_json_raw(&json, "raw", "{\"x\":1}");
    hra_json_bool(&json, "no", false);
    hra_json_null(&json, "nothing");
    hra_json_end(&json);
    assert_string_equal(hra_text_string(&text),
                        "{\"game\":\"a \\\"b\\\"\",\"empty\":[],\"list\":[{},true,null],\"two\":[0.5,-2],"
                        "\"raw\":{\"x\":1},\"no\":false,\"nothing\":null}");
    assert_int_equal(json.depth, 0);
    hra_text_release(&text);
}

static void numbers_are_short_and_finite(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_list(&json, NULL);
    hra_json_number(&json, NULL, 0.1);
    hra_json_number(&json, NULL, -0.0);
    hra_json_number(&json, NULL, 1e300);
    hra_json_number(&json, NULL, HUGE_VAL);
    hra_json_number(&json, NULL, NAN);
    hra_json_seconds(&json, NULL, 2.71828182845);
    hra_json_seconds(&json, NULL, 4e-7);
    hra_json_integer(&json, NULL, INT64_MIN);
    hra_json_count(&json, NULL, UINT64_MAX);
    hra_json_end(&json);
    assert_string_equal(hra_text_string(&text),
                        "[0.1,0,1e+300,null,null,2.718282,0,-9223372036854775808,18446744073709551615]");
    hra_text_release(&text);
}

static void lists_and_objects_nest_to_the_last_depth(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    for (int d = 0; d < HRA_JSON_DEPTH; d++)
        if (d % 2)
            hra_json_list(&json, "l");
        else
            hra_json_object(&json, NULL);
    for (int d = 0; d < HRA_JSON_DEPTH; d++)
        hra_json_end(&json);
    assert_int_equal(json.depth, 0);
    assert_int_equal(text.length, HRA_JSON_DEPTH * 2 + HRA_JSON_DEPTH / 2 * 4);
    assert_memory_equal(text.data + text.length - 4, "]}]}", 4);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_separated),
        cmocka_unit_test(numbers_are_short_and_finite),
        cmocka_unit_test(lists_and_objects_nest_to_the_last_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
