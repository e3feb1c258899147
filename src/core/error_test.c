#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/error.h"
#include "hra/base.h"
#include "hra/language.h"

/* In English as in the C library, whose texts programs may know. */
static void errors_of_the_system_have_the_texts_of_the_c_library(void **state) {
    static const int numbers[] = {ENOENT, EACCES, EISDIR, ENOSPC, EROFS, EADDRINUSE, EIO, EPIPE};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_string_equal(hra_system_text(numbers[i]), strerror(numbers[i]));
}

static void every_code_has_words_of_its_own(void **state) {
    (void)state;
    for (hra_err a = 0; a >= HRA_EPROTOCOL; a--) {
        assert_true(strlen(hra_err_text(a)) > 0);
        assert_string_not_equal(hra_err_text(a), hra_err_text(HRA_EPROTOCOL - 1));
        for (hra_err b = 0; b > a; b--)
            assert_string_not_equal(hra_err_text(a), hra_err_text(b));
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

/* A text of 320 bytes holds 319; a character that does not fit is left out as a whole. */
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
            size_t capacity = sizeof why.text - 1, whole = (size_t)before + size;
            size_t expected = whole <= capacity           ? whole
                              : (size_t)before < capacity ? (size_t)before
                                                          : capacity;
            assert_int_equal(strlen(why.text), expected);
            assert_memory_equal(why.text, text, expected);
        }
    }
}

static void no_memory_has_its_words(void **state) {
    hra_error why;
    assert_int_equal(hra_no_memory(&why), HRA_ENOMEM);
    assert_int_equal(why.code, HRA_ENOMEM);
    assert_string_equal(why.text, "out of memory");
    assert_int_equal(hra_no_memory(NULL), HRA_ENOMEM);
}

static void what_was_told_is_passed_on(void **state) {
    hra_error told = {0}, why = {0};
    hra_fail(&told, HRA_EINPUT, 4, "it is 7");
    assert_int_equal(hra_fail_as(&why, &told), HRA_EINPUT);
    assert_int_equal(why.code, HRA_EINPUT);
    assert_int_equal(why.at, 4);
    assert_string_equal(why.text, "it is 7");
    assert_int_equal(hra_fail_as(NULL, &told), HRA_EINPUT);
}

static void unknown_names_are_explained(void **state) {
    static const char *const names[] = {"nim", "race", "tree", NULL}, *const none[] = {NULL};
    hra_error why;
    assert_int_equal(hra_fail_unknown(&why, 4, "nimm", names, "unknown game '%s'; choose one of", "nimm"),
                     HRA_EINPUT);
    assert_int_equal(why.code, HRA_EINPUT);
    assert_int_equal(why.at, 4);
    assert_string_equal(why.text, "unknown game 'nimm'; choose one of nim, race, tree; did you mean 'nim'?");
    hra_fail_unknown(&why, 0, "chess", names, "%s? known:", "chess");
    assert_string_equal(why.text, "chess? known: nim, race, tree");
    hra_fail_unknown(&why, 0, "nim", none, "there is nothing");
    assert_string_equal(why.text, "there is nothing");
    hra_fail_guess(&why, 2, "tre", names, "%d names", 3);
    assert_string_equal(why.text, "3 names; did you mean 'tree'?");
    hra_fail_guess(&why, 2, "chess", names, "%d names", 3);
    assert_string_equal(why.text, "3 names");
    hra_fail_guess(&why, 2, "rcae", names, "in %s", why.text);
    assert_string_equal(why.text, "in 3 names; did you mean 'race'?");
    assert_int_equal(hra_fail_unknown(NULL, 0, "nimm", names, "no"), HRA_EINPUT);
    assert_int_equal(hra_fail_guess(NULL, 0, "nimm", names, "no"), HRA_EINPUT);
}

/* Whatever the length of the head, names stay whole, and so does what was meant. */
static void long_lists_of_names_are_cut_between_them(void **state) {
    static const char *const names[] = {"alpha", "p\xc5\x99\xc3\xadli\xc5\xa1", "\xe2\x9a\x84\xe2\x9a\x85",
                                        "delta", NULL};
    static const char *const lists[] = {
        " alpha, p\xc5\x99\xc3\xadli\xc5\xa1, \xe2\x9a\x84\xe2\x9a\x85, delta",
        " alpha, p\xc5\x99\xc3\xadli\xc5\xa1, \xe2\x9a\x84\xe2\x9a\x85, ...",
        " alpha, p\xc5\x99\xc3\xadli\xc5\xa1, ...",
        " alpha, ...",
        " ...",
        ""};
    static const char meant[] = "; did you mean 'alpha'?";
    size_t kind = 0;
    for (int length = 200; length < 330; length++) {
        char head[340], expected[sizeof((hra_error *)0)->text + 64];
        hra_error why;
        memset(head, 'h', sizeof head);
        head[length] = '\0';
        hra_fail_unknown(&why, 0, "alhpa", names, "%s", head);
        size_t capacity = sizeof why.text - 1 - strlen(meant);
        while (lists[kind][0] && (size_t)length + strlen(lists[kind]) > capacity)
            kind++;
        snprintf(expected, sizeof expected, "%.*s%s%s", (int)capacity, head, lists[kind], meant);
        assert_string_equal(why.text, expected);
    }
    assert_int_equal(kind, sizeof lists / sizeof *lists - 1);
}

static void names_meant(void **state) {
    (void)state;
    static const char *const names[] = {"yahtzee", "pacman", "tictactoe", "max", "go", "checkers", NULL};
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"yahtzee", "yahtzee"},
        {"yatzee", "yahtzee"},   /* dropped */
        {"yahtzeee", "yahtzee"}, /* inserted */
        {"yahtzey", "yahtzee"},  /* changed */
        {"ayhtzee", "yahtzee"},  /* swapped */
        {"YAHTZEE", "yahtzee"},  /* case */
        {"aythzee", "yahtzee"},  /* two swaps are two, a third of seven */
        {"aythxee", NULL},       /* two swaps and a change are three */
        {"mxa", "max"},          /* one of three */
        {"mxx", "max"},
        {"xm", NULL}, /* two of three */
        {"ga", NULL}, /* one of two */
        {"tictacto", "tictactoe"},
        {"tic", NULL},
        {"checker", "checkers"},
        {"", NULL},
        {"chess", NULL},
        {"bridge", NULL},
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
        cmocka_unit_test(errors_of_the_system_have_the_texts_of_the_c_library),
        cmocka_unit_test(every_code_has_words_of_its_own),
        cmocka_unit_test(fail_fills_and_returns),
        cmocka_unit_test(fail_may_quote_itself),
        cmocka_unit_test(fail_keeps_one_clean_line),
        cmocka_unit_test(fail_cuts_between_characters),
        cmocka_unit_test(no_memory_has_its_words),
        cmocka_unit_test(what_was_told_is_passed_on),
        cmocka_unit_test(unknown_names_are_explained),
        cmocka_unit_test(long_lists_of_names_are_cut_between_them),
        cmocka_unit_test(names_meant),
        cmocka_unit_test(the_first_of_equals_is_meant),
        cmocka_unit_test(long_words_are_no_slips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
