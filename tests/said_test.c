/* Every move of every game, as a person hears it in English and in Czech, is the same move when it is typed; and what
 * is typed in English is the same move in Czech, so that no Czech word is the English one of another move.
 *
 *     said_test CATALOGUE      the Czech .mo */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    length = file ? fread(catalogue, 1, sizeof catalogue, file) : 0;
    if (file)
        (void)fclose(file);
    specs_list(&list);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_english),
        cmocka_unit_test(in_czech),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
