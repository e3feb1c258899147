#include "hra/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void every_code_has_words_of_its_own(void **state) {
    (void)state;
    for (hra_err a = 0; a >= HRA_EDENIED; a--) {
        assert_true(strlen(hra_err_text(a)) > 0);
        assert_string_not_equal(hra_err_text(a), hra_err_text(HRA_EDENIED - 1));
        for (hra_err b = 0; b > a; b--) {
            assert_string_not_equal(hra_err_text(a), hra_err_text(b));
        }
    }
    assert_string_equal(hra_err_text(1), "unknown error");
}

static void fail_fills_and_returns(void **state) {
    (void)state;
    hra_error why;
    assert_int_equal(hra_fail(&why, HRA_EINPUT, 7, "no %s in %d", "dice", 5), HRA_EINPUT);
    assert_int_equal(why.code, HRA_EINPUT);
    assert_int_equal(why.at, 7);
    assert_string_equal(why.text, "no dice in 5");
    assert_int_equal(hra_fail(NULL, HRA_EIO, -1, "nobody listens"), HRA_EIO);
}

static void fail_may_quote_itself(void **state) {
    (void)state;
    hra_error why;
    hra_fail(&why, HRA_EINPUT, 0, "unknown key");
    hra_fail(&why, HRA_EINPUT, 3, "line %d: %s", 12, why.text);
    assert_string_equal(why.text, "line 12: unknown key");
}

static void fail_keeps_one_clean_line(void **state) {
    (void)state;
    hra_error why;
    hra_fail(&why, HRA_EINPUT, 0, "found \"%s\"", "a\nb\x1b[31m\x7f\xc5\xbe");
    assert_string_equal(why.text, "found \"a?b?[31m?\xc5\xbe\"");
    hra_fail(&why, HRA_EINPUT, 0, "%s",
             "\xff z\xc5 \xc2\x9b"
             "31m \xf0\x9f\x8e\xb2");
    assert_string_equal(why.text, "? z? ?31m \xf0\x9f\x8e\xb2"); /* U+009B begins a sequence like ESC [ */
    hra_fail(&why, HRA_EINPUT, 0, "%.4s", "kva\xc5\xbe");
    assert_string_equal(why.text, "kva?");
}

/* A text of 320 bytes holds 319; a character that does not fit goes as a whole. */
static void fail_cuts_between_characters(void **state) {
    (void)state;
    static const char *const signs[] = {"x", "\xc5\xbe", "\xe2\x9a\x84", "\xf0\x9f\x8e\xb2"};
    for (size_t size = 1; size <= 4; size++) {
        for (int before = 310; before <= 325; before++) {
            char text[340];
            memset(text, 'a', sizeof text);
            memcpy(text + before, signs[size - 1], size + 1);
            hra_error why;
            hra_fail(&why, HRA_EINPUT, 0, "%s", text);
            size_t room = sizeof why.text - 1, whole = (size_t)before + size;
            size_t expected = whole <= room ? whole : (size_t)before < room ? (size_t)before : room;
            assert_int_equal(strlen(why.text), expected);
            assert_memory_equal(why.text, text, expected);
        }
    }
}

static void names_meant(void **state) {
    (void)state;
    static const char *const names[] = {"yahtzee", "pacman", "tictactoe", "max", "go", "checkers", NULL};
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"yahtzee",  "yahtzee"  },
        {"yatzee",   "yahtzee"  }, /* dropped */
        {"yahtzeee", "yahtzee"  }, /* inserted */
        {"yahtzey",  "yahtzee"  }, /* changed */
        {"ayhtzee",  "yahtzee"  }, /* swapped */
        {"YAHTZEE",  "yahtzee"  }, /* case */
        {"aythzee",  "yahtzee"  }, /* two swaps are two, a third of seven */
        {"aythxee",  NULL       }, /* two swaps and a change are three */
        {"mxa",      "max"      }, /* one of three */
        {"mxx",      "max"      },
        {"xm",       NULL       }, /* two of three */
        {"ga",       NULL       }, /* one of two */
        {"tictacto", "tictactoe"},
        {"tic",      NULL       },
        {"checker",  "checkers" },
        {"",         NULL       },
        {"chess",    NULL       },
        {"bridge",   NULL       },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = hra_did_you_mean(cases[i].word, names);
        if (cases[i].meant == NULL) {
            assert_null(found);
        } else {
            assert_non_null(found);
            assert_string_equal(found, cases[i].meant);
        }
    }
}

static void the_first_of_equals_is_meant(void **state) {
    (void)state;
    static const char *const names[] = {"seat", "seed", "seam", NULL};
    assert_string_equal(hra_did_you_mean("sead", names), "seat");
    static const char *const none[] = {NULL};
    assert_null(hra_did_you_mean("seed", none));
}

static void long_words_are_no_slips(void **state) {
    (void)state;
    char word[200];
    memset(word, 'a', sizeof word);
    word[sizeof word - 1] = '\0';
    const char *const names[] = {word, "a", NULL};
    assert_null(hra_did_you_mean(word, names));
    word[63] = '\0';
    assert_string_equal(hra_did_you_mean(word, names), word);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_words_of_its_own), cmocka_unit_test(fail_fills_and_returns),
        cmocka_unit_test(fail_may_quote_itself),           cmocka_unit_test(fail_keeps_one_clean_line),
        cmocka_unit_test(fail_cuts_between_characters),    cmocka_unit_test(names_meant),
        cmocka_unit_test(the_first_of_equals_is_meant),    cmocka_unit_test(long_words_are_no_slips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
