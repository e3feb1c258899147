/* Commas, nesting and numbers of JSON as it is written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/json_keys.h"

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

static void what_is_no_json_is_told_from_what_is(void **state) {
    (void)state;
    static const char *const good[] = {"{}",
                                       "[]",
                                       " [1, -0.5e+3 ,true]",
                                       "\"a\\u00e4\\n\"",
                                       "null",
                                       "0",
                                       "{\"a\":{\"b\":[[]]}, \"c\" : \"\xC3\xA4\"}"};
    static const char *const bad[] = {"",         "{",         "]",          "01",    "1.",
                                      "+1",       "nul",       "[1,]",       "{a:1}", "[1 2]",
                                      "\"a",      "\"\\x\"",   "\"\n\"",     "{} {}", "[\n]",
                                      "\"\xFF\"", "\"\\u12\"", "{\"a\":1,}", "-",     "{\"a\" 1}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!hra_json_valid(good[i], strlen(good[i])))
            fail_msg("%s is JSON", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (hra_json_valid(bad[i], strlen(bad[i])))
            fail_msg("%s is no JSON", bad[i]);
    assert_false(hra_json_valid("\"a\0b\"", 5));
    char deep[2 * (HRA_JSON_DEPTH + 1)];
    memset(deep, '[', sizeof deep / 2);
    memset(deep + sizeof deep / 2, ']', sizeof deep / 2);
    assert_false(hra_json_valid(deep, sizeof deep));
    assert_true(hra_json_valid(deep + 1, sizeof deep - 2));
}

static void write_renamed(hra_json *json) {
    hra_json_object(json, NULL);
    size_t from = json->out->length;
    hra_json_integer(json, "many", 1);
    hra_json_renamed(json, from, "many", "n");
    from = json->out->length;
    hra_json_list(json, "at");
    hra_json_text(json, NULL, "there");
    hra_json_end(json);
    hra_json_renamed(json, from, "at", "position");
    hra_json_bool(json, "end", true);
    hra_json_end(json);
}

static void keys_that_were_renamed_are_written_twice_or_by_the_old_name(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    write_renamed(&json);
    assert_string_equal(text.data,
                        "{\"many\":1,\"n\":1,\"at\":[\"there\"],\"position\":[\"there\"],\"end\":true}");
    hra_text_clear(&text);
    json = hra_json_begin(&text);
    json.keys = HRA_JSON_OLD_KEYS;
    write_renamed(&json);
    assert_string_equal(text.data, "{\"n\":1,\"position\":[\"there\"],\"end\":true}");
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_separated),
        cmocka_unit_test(numbers_are_short_and_finite),
        cmocka_unit_test(lists_and_objects_nest_to_the_last_depth),
        cmocka_unit_test(keys_that_were_renamed_are_written_twice_or_by_the_old_name),
        cmocka_unit_test(what_is_no_json_is_told_from_what_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
