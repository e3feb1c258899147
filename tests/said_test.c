/* Every move of every game, as a person hears it in English and in Czech, is the same move when it is typed; and what
 * is typed in English is the same move in Czech, so that no Czech word is the English one of another move.
 Options have names for forms in Czech.
 *
 *     said_test CATALOGUE      the Czech .mo */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "promises.h"
#include "specs.h"

enum { PLAYS = 2, MOST_BYTES = 4 << 20 };

static spec_list list;
static char catalogue[MOST_BYTES];
static size_t length; /* 0: there is no catalogue, where msgfmt is missing */

static void check_moves(visit *c) {
    moves_read_back(c);
    said_moves_read_back(c);
}

static void walk_all(void) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        for (int play = 0; play < PLAYS; play++)
            visit_walk(&c, (uint64_t)play, check_moves);
        visit_close(&c);
    }
}

static void in_english(void **state) {
    assert_int_equal(hra_language_load(NULL, 0), HRA_OK);
    walk_all();
}

static void in_czech(void **state) {
    if (!length)
        skip();
    assert_int_equal(hra_language_load(catalogue, length), HRA_OK);
    assert_string_not_equal(hra_translate("keep all"), "keep all"); /* the catalogue speaks */
    walk_all();
}

/* Words that are the same in Czech: numbers, names, and FILE, which stands for one. */
static bool is_a_name(const char *word) {
    static const char *const names[] = {"hasbro", "yatzy", "nackgammon", "a", "max",
                                        "min",    "yes",   "no",         NULL};
    for (int i = 0; names[i]; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return (*word >= '0' && *word <= '9') || (*word >= 'A' && *word <= 'Z');
}

static void expect_labels(const json_t *option) {
    char words[HRA_SPEC_LENGTH];
    const char *name = json_string_value(json_object_get(option, "name"));
    const char *values = json_string_value(json_object_get(option, "values"));
    if (!json_object_get(option, "label"))
        fail_msg("the option %s has no Czech label", name);
    if (!strchr(values, '|'))
        return;
    hra_snprintf(words, sizeof words, "%s", values);
    for (char *rest, *word = strtok_r(words, "|", &rest); word; word = strtok_r(NULL, "|", &rest))
        if (!is_a_name(word) && !json_object_get(json_object_get(option, "labels"), word))
            fail_msg("the value %s of %s has no Czech word", word, name);
}

static void options_have_names_in_czech(void **state) {
    if (!length)
        skip();
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    assert_int_equal(hra_language_load(catalogue, length), HRA_OK);
    hra_json_games(&json, NULL, NULL, NULL);
    json_t *all = json_loads(hra_text_string(&text), 0, NULL);
    assert_non_null(all);
    const json_t *games = json_object_get(all, "games");
    assert_true(json_array_size(games) >= 10);
    for (size_t g = 0; g < json_array_size(games); g++) {
        const json_t *options = json_object_get(json_array_get(games, g), "options");
        for (size_t i = 0; i < json_array_size(options); i++)
            expect_labels(json_array_get(options, i));
    }
    json_decref(all);
    hra_text_release(&text);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    length = file ? fread(catalogue, 1, sizeof catalogue, file) : 0;
    if (file)
        (void)fclose(file);
    specs_list(&list);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_english),
        cmocka_unit_test(in_czech),
        cmocka_unit_test(options_have_names_in_czech),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
