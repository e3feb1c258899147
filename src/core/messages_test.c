/* Without a catalogue everything is English; words that are typed are compared without case and accents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "messages.h"

static void sentences_stay_english(void **state) {
    const char *plain = "a sentence that no catalogue has";
    assert_ptr_equal(hra_translate(plain), plain);
    assert_string_equal(hra_translate(""), ""); /* a catalogue tells of itself there */
    assert_string_equal(hra_language(), "en");
    assert_string_equal(_n("%d move", "%d moves", 1), "%d move");
    assert_string_equal(_n("%d move", "%d moves", 0), "%d moves");
    assert_string_equal(_n("%d move", "%d moves", UINT64_MAX), "%d moves");
}

static void typed_words_match_without_case(void **state) {
    static const struct {
        const char *typed, *word;
        bool same;
    } cases[] = {
        {"quit", "quit", true},   {"QUIT", "quit", true}, {"quit", "quits", false},
        {"quits", "quit", false}, {"zpet", "zpět", true}, {"ZPĚT", "zpět", true},
        {"ZPÁT", "zpět", false},  {"", "a", false},       {"žluťoučký kůň", "zlutoucky kun", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (hra_is_word(cases[i].typed, strlen(cases[i].typed), cases[i].word) != cases[i].same)
            fail_msg("'%s' and '%s'", cases[i].typed, cases[i].word);
    assert_false(hra_is_word("\xC4", 1, "\xC4\x9B")); /* half a letter */
    assert_true(hra_is_word("undone", 4, "undo"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_stay_english),
        cmocka_unit_test(typed_words_match_without_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
