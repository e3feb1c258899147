/* text.c is compiled in, so that its memory can be made to run out. */
#include <limits.h>
#include <stdlib.h>

static int allocations_left = -1; /* negative: without end */

static void *scarce_realloc(void *old, size_t size) {
    if (allocations_left == 0)
        return NULL;
    allocations_left -= allocations_left > 0;
    return realloc(old, size);
}

#define realloc scarce_realloc
#include "core/text.h"
#include "text.c"
#undef realloc

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void empty_text_is_a_string(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    assert_string_equal(hra_text_string(&text), "");
    assert_null(text.data);
    hra_text_add(&text, "");
    assert_string_equal(hra_text_string(&text), "");
    hra_text_clear(&text);
    hra_text_release(&text);
    assert_string_equal(hra_text_string(&text), "");
}

static void additions_follow_each_other(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, "roll ");
    hra_text_add_char(&text, '6');
    hra_text_add_bytes(&text, "-5-4 rest", 4);
    hra_text_addf(&text, " of %d, %s", 252, "sorted");
    assert_string_equal(hra_text_string(&text), "roll 6-5-4 of 252, sorted");
    assert_int_equal(text.length, strlen("roll 6-5-4 of 252, sorted"));
    hra_text_clear(&text);
    assert_int_equal(text.length, 0);
    hra_text_add(&text, "again");
    assert_string_equal(hra_text_string(&text), "again");
    hra_text_release(&text);
}

/* Every length around every growth, by each way of adding. */
static void text_grows_without_losing_a_byte(void **state) {
    (void)state;
    for (int length = 0; length < 300; length++) {
        char line[300];
        memset(line, 'x', (size_t)length);
        line[length] = '\0';
        hra_text text;
        hra_text_init(&text);
        for (int i = 0; i < 9; i++) {
            hra_text_addf(&text, "%s", line);
            hra_text_add(&text, line);
            hra_text_add_char(&text, '|');
        }
        assert_int_equal(text.err, 0);
        assert_int_equal(text.length, 9 * (2 * length + 1));
        assert_int_equal(strlen(text.data), text.length);
        for (size_t i = 0; i < text.length; i++)
            assert_int_equal(text.data[i], i % (2 * (size_t)length + 1) == 2 * (size_t)length ? '|' : 'x');
        hra_text_release(&text);
    }
}

static void running_out_of_memory_is_remembered(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    allocations_left = 0;
    hra_text_add(&text, "lost");
    assert_int_equal(text.err, HRA_ENOMEM);
    assert_string_equal(hra_text_string(&text), "");

    allocations_left = 1;
    hra_text_clear(&text);
    hra_text_add(&text, "kept");
    assert_int_equal(text.err, 0);
    hra_text_addf(&text, "%200s", "lost");
    assert_int_equal(text.err, HRA_ENOMEM);
    allocations_left = -1;
    hra_text_add(&text, "too late");
    hra_text_add_char(&text, '!');
    hra_text_addf(&text, "%d", 5);
    hra_text_add_json(&text, "x");
    hra_text_pad(&text, 0, 30);
    assert_string_equal(hra_text_string(&text), "kept");
    assert_int_equal(text.err, HRA_ENOMEM);
    hra_text_clear(&text);
    hra_text_add(&text, "fresh");
    assert_string_equal(hra_text_string(&text), "fresh");
    assert_int_equal(text.err, 0);
    hra_text_release(&text);
}

static void pad_runs_out_of_memory_too(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, "ab");
    allocations_left = 0;
    hra_text_pad(&text, 0, 1000);
    allocations_left = -1;
    assert_int_equal(text.err, HRA_ENOMEM);
    assert_string_equal(hra_text_string(&text), "ab");
    hra_text_release(&text);
}

static void absurd_lengths_are_refused(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    hra_text_add_bytes(&text, "x", SIZE_MAX);
    assert_int_equal(text.err, HRA_ENOMEM);
    hra_text_release(&text);
}

static void json_strings(void **state) {
    (void)state;
    static const struct {
        const char *plain, *json;
    } cases[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"say \"hi\"\\", "\"say \\\"hi\\\"\\\\\""},
        {"a\nb\tc\rd\be\f", "\"a\\nb\\tc\\rd\\be\\f\""},
        {"\x01\x1b\x1f ", "\"\\u0001\\u001b\\u001f \""},
        {"\x7f", "\"\\u007f\""},
        {"\xc2\x80", "\"\\u0080\""},                      /* U+0080, a control */
        {"\xe2\x80\xa8", "\"\\u2028\""},                  /* line separator */
        {"\xc5\xbelu\xc5\xa5", "\"\xc5\xbelu\xc5\xa5\""}, /* U+017E */
        {"\xf0\x9f\x8e\xb2", "\"\xf0\x9f\x8e\xb2\""},     /* U+1F3B2, a die */
        {"\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\""},     /* U+10FFFF, the last */
                                                          /* not UTF-8: each byte becomes U+FFFD */
        {"a\x80z", "\"a\xef\xbf\xbdz\""},                 /* lone continuation */
        {"a\xc5", "\"a\xef\xbf\xbd\""},                   /* cut off */
        {"\xe2\x9a", "\"\xef\xbf\xbd\xef\xbf\xbd\""},     /* cut off */
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},     /* overlong / */
        {"\xe0\x80\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                 /* overlong / */
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                 /* surrogate */
        {"\xf0\x8f\xbf\xbf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* overlong */
        {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* U+110000 */
        {"\xff", "\"\xef\xbf\xbd\""},
        {"\xc5Z", "\"\xef\xbf\xbdZ\""},
        {"\xe2\x80\xaa", "\"\\u202a\""}, /* these turn text */
        {"\xe2\x80\xae", "\"\\u202e\""},
        {"\xe2\x81\xa6", "\"\\u2066\""},
        {"\xe2\x81\xa9", "\"\\u2069\""},
        {"\xe2\x80\xaf", "\"\xe2\x80\xaf\""}, /* and this does not */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text;
        hra_text_init(&text);
        hra_text_add_json(&text, cases[i].plain);
        assert_string_equal(hra_text_string(&text), cases[i].json);
        hra_text_release(&text);
    }
}

static void columns(void **state) {
    (void)state;
    static const struct {
        const char *string;
        int columns;
    } cases[] = {
        {"", 0},
        {"board", 5},
        {"p\xc5\x99\xc3\xadli\xc5\xa1", 6},
        {"\xe2\x9a\x80\xe2\x9a\x85", 2},             /* dice faces U+2680 and U+2685: one column each */
        {"\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90", 3}, /* box drawing */
        {"\xf0\x9f\x8e\xb2", 2},                     /* emoji die U+1F3B2 */
        {"\xe5\xae\x8c", 2},                         /* CJK U+5B8C */
        {"e\xcc\x81", 1},                            /* e and a combining acute */
        {"\xef\xbb\xbfx", 1},                        /* byte order mark */
        {"\x1b[31mred\x1b[0m", 3},
        {"\x1b[38;5;208m6\x1b[m", 1},
        {"\x1b[1;31m\xf0\x9f\x8e\xb2\x1b[0m|", 3},
        {"\x1b[31", 3}, /* not a sequence: the escape itself takes nothing */
        {"\x1bx", 1},
        {"\x1b", 0},
        {"a\tb\n", 2}, /* control characters take nothing */
        {"a\xffz", 3}, /* a bad byte is drawn as one sign */
        {"\xe2\x9a", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hra_text_columns(cases[i].string), cases[i].columns);
}

/* Bytes that are left of each text for every limit from 0 on. */
static void texts_are_cut_between_characters(void **state) {
    static const struct {
        const char *string;
        int bytes[8], columns[8];
    } cases[] = {
        {"", {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}},
        {"abc", {0, 1, 2, 3, 3, 3, 3, 3}, {0, 1, 2, 3, 3, 3, 3, 3}},
        {"p\xc5\x99\xc3\xad", {0, 1, 1, 3, 3, 5, 5, 5}, {0, 1, 3, 5, 5, 5, 5, 5}},
        {"\xf0\x9f\x8e\xb2x", {0, 0, 0, 0, 4, 5, 5, 5}, {0, 0, 4, 5, 5, 5, 5, 5}}, /* two columns */
        {"e\xcc\x81z", {0, 1, 1, 3, 4, 4, 4, 4}, {0, 3, 4, 4, 4, 4, 4, 4}},        /* an accent of e */
        {"a\xff\xffz", {0, 1, 2, 3, 4, 4, 4, 4}, {0, 1, 2, 3, 4, 4, 4, 4}},        /* \xff begins none */
        {"\x1b[1mx", {0, 1, 2, 3, 4, 5, 5, 5}, {4, 5, 5, 5, 5, 5, 5, 5}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int n = 0; n < 8; n++) {
            assert_int_equal(hra_text_cut(cases[i].string, (size_t)n, INT_MAX), cases[i].bytes[n]);
            assert_int_equal(hra_text_cut(cases[i].string, SIZE_MAX, n), cases[i].columns[n]);
        }
}

static void padding_counts_columns(void **state) {
    (void)state;
    hra_text text;
    hra_text_init(&text);
    size_t from = text.length;
    hra_text_add(&text, "\x1b[32m\xe2\x9a\x84\x1b[0m");
    hra_text_pad(&text, from, 3);
    assert_string_equal(hra_text_string(&text), "\x1b[32m\xe2\x9a\x84\x1b[0m  ");
    from = text.length;
    hra_text_add(&text, "\xf0\x9f\x8e\xb2");
    hra_text_pad(&text, from, 4);
    assert_string_equal(hra_text_string(&text) + from, "\xf0\x9f\x8e\xb2  ");
    from = text.length;
    hra_text_add(&text, "too wide");
    hra_text_pad(&text, from, 4);
    hra_text_pad(&text, from, -1);
    assert_string_equal(hra_text_string(&text) + from, "too wide");
    hra_text_release(&text);
    hra_text_pad(&text, 0, 2);
    assert_string_equal(hra_text_string(&text), "  ");
    hra_text_release(&text);
}

static void xml_is_escaped(void **state) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add_xml(&text, "a<b> & \"c\" 'd' \xC3\xA9\n\x1b\xff\xC2\x9B\xE2\x80\xAE.");
    assert_string_equal(hra_text_string(&text), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \xC3\xA9?????.");
    hra_text_release(&text);
}

/* Every code point by itself, against the list of what steers. */
static void what_steers_is_found(void **state) {
    (void)state;
    for (uint32_t code = 0; code < 0x3000; code++) {
        char text[5] = "a";
        size_t n = 1, steering;
        if (code < 0x80) {
            text[n++] = (char)code;
        } else if (code < 0x800) {
            text[n++] = (char)(0xC0 | code >> 6);
            text[n++] = (char)(0x80 | (code & 0x3F));
        } else {
            text[n++] = (char)(0xE0 | code >> 12);
            text[n++] = (char)(0x80 | (code >> 6 & 0x3F));
            text[n++] = (char)(0x80 | (code & 0x3F));
        }
        bool steers = (code < 32 && code != 10 && code != 9) || (code >= 127 && code < 160) ||
                      (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
        assert_int_equal(hra_text_harmless(text, n, &steering), steers ? 1 : n);
        assert_int_equal(steering, steers ? n - 1 : 0);
    }
}

/* A byte that makes no character passes, unless it is one of C1, or could become one in the next piece. */
static void broken_characters_do_not_steer(void **state) {
    (void)state;
    size_t steering;
    assert_int_equal(hra_text_harmless("\xE9t\xE9", 3, &steering), 3);
    assert_int_equal(steering, 0);
    assert_int_equal(hra_text_harmless("a\x9B", 2, &steering), 1);
    assert_int_equal(steering, 1);
    assert_int_equal(hra_text_harmless("\xE2\x80", 2, &steering), 1); /* U+202A is E2 80 AA */
    assert_int_equal(steering, 1);
    assert_int_equal(hra_text_harmless("", 0, &steering), 0);
    assert_int_equal(steering, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xml_is_escaped),
        cmocka_unit_test(what_steers_is_found),
        cmocka_unit_test(broken_characters_do_not_steer),
        cmocka_unit_test(empty_text_is_a_string),
        cmocka_unit_test(additions_follow_each_other),
        cmocka_unit_test(text_grows_without_losing_a_byte),
        cmocka_unit_test(running_out_of_memory_is_remembered),
        cmocka_unit_test(pad_runs_out_of_memory_too),
        cmocka_unit_test(absurd_lengths_are_refused),
        cmocka_unit_test(json_strings),
        cmocka_unit_test(columns),
        cmocka_unit_test(texts_are_cut_between_characters),
        cmocka_unit_test(padding_counts_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
