/* The table of methods and games in docs/learning/README.md: what it says fits learns for a moment, and all
 * else is refused in the words that stand there. It has each game that has rows in defaults.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"
#include "rules/registry.h"

enum { PAGE = 1 << 16, COLUMNS = 32, CELL = 128 };

static const char page_name[] = HRA_ROOT "/docs/learning/README.md";

typedef char cells[COLUMNS][CELL];

static char *read_page(void) {
    char *page = calloc(1, PAGE);
    FILE *file = fopen(page_name, "rb");
    assert_true(page && file);
    size_t length = fread(page, 1, PAGE - 1, file);
    assert_in_range(length, 1, PAGE - 2);
    (void)fclose(file);
    return page;
}

/* The cells of a row of a table, without blanks and signs for code around them. */
static int split(const char *line, cells out) {
    int n = 0;
    for (const char *at = line + 1; *at != '\n' && n < COLUMNS; n++) {
        size_t length = strcspn(at, "|\n"), from = strspn(at, " `");
        assert_int_equal(at[length], '|');
        size_t to = length;
        while (to > from && (at[to - 1] == ' ' || at[to - 1] == '`'))
            to--;
        assert_true(to - from < CELL);
        memcpy(out[n], at + from, to - from);
        out[n][to - from] = '\0';
        at += length + 1;
    }
    return n;
}

/* The sentence of a letter, with the names in their places. */
static void refusal(const char *page, const char *letter, const char *game, const char *method,
                    hra_text *out) {
    char begin[8];
    (void)hra_snprintf(begin, sizeof begin, "\n- (%s) ", letter);
    const char *at = strstr(page, begin);
    if (!at)
        fail_msg("%s: there is no sentence (%s)", page_name, letter);
    for (at += strlen(begin); *at != '\n'; at++)
        if (strncmp(at, "GAME", 4) == 0) {
            hra_text_add(out, game);
            at += 3;
        } else if (strncmp(at, "METHOD", 6) == 0) {
            hra_text_add(out, method);
            at += 5;
        } else {
            hra_text_add_char(out, *at);
        }
}

static hra_err try(const hra_game *game, const char *method, const char *options, hra_error *why) {
    char spec[HRA_SPEC_LENGTH];
    hra_learner *learner = NULL;
    hra_text whole; /* as `hra learn` takes it */
    const char *brief = strcmp(method, "zero") == 0      ? "playouts=2,hidden=8,plies=60"
                        : strcmp(method, "rollout") == 0 ? "round=2,positions=2"
                                                         : "";
    (void)hra_snprintf(spec, sizeof spec, "%s:%s%s%s", method, brief, *brief && *options ? "," : "", options);
    hra_text_init(&whole);
    assert_int_equal(hra_learn_complete(game, spec, &whole, NULL, why), 0);
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = hra_text_string(&whole), .threads = 2};
    hra_err err = hra_learner_open(&learner, &setup, why);
    hra_text_release(&whole);
    assert_true((err != 0) == (learner == NULL));
    const bool plays = !err && !hra_learner_wants_records(learner); /* else it opens, and waits for games */
    if (plays)
        err = hra_learner_run(learner, 2, NULL, why);
    if (plays && !err)
        assert_true(hra_learner_games(learner) >= 2);
    hra_learner_close(learner);
    return err;
}

static void check_cell(const char *page, const hra_game *game, const char *method, const char *cell) {
    hra_error why = {0};
    const bool yes = strcmp(cell, "yes") == 0, letter = cell[0] && !cell[1];
    hra_err err = try(game, method, "", &why);
    if (yes && err)
        fail_msg("%s on %s: %s", method, game->spec, why.text);
    if (!yes && !err)
        fail_msg("%s on %s: it fits, but the table says '%s'", method, game->spec, cell);
    if (yes)
        return;
    if (!letter) {
        if (try(game, method, cell, &why) != 0)
            fail_msg("%s:%s on %s: %s", method, cell, game->spec, why.text);
        return;
    }
    hra_text words;
    hra_text_init(&words);
    refusal(page, cell, game->rules->name, method, &words);
    assert_int_equal(err, HRA_EFIT);
    assert_string_equal(why.text, hra_text_string(&words));
    hra_text_release(&words);
}

/* One row: a game, and what the table says of each method. */
static void check_row(const char *page, cells head, int columns, cells row) {
    hra_game *game = open_game(row[0]);
    for (int i = 1; i < columns; i++)
        check_cell(page, game, head[i], row[i]);
    hra_game_close(game);
}

static void the_table_is_true(void **state) {
    char *page = read_page();
    cells head = {{0}}, row;
    bool seen[64] = {false};
    const char *line = strstr(page, "\n| game | `td`");
    assert_non_null(line);
    int columns = split(++line, head), methods = 0, games = hra_registry_games(NULL);
    while (hra_learn_method_at(methods))
        methods++;
    assert_int_equal(columns, methods + 1);
    for (int i = 0; i < methods; i++)
        assert_string_equal(head[i + 1], hra_learn_method_at(i)->name);
    assert_true(games <= 64);
    line = strchr(line, '\n') + 1;
    for (line = strchr(line, '\n') + 1; *line == '|'; line = strchr(line, '\n') + 1) {
        assert_int_equal(split(line, row), columns);
        check_row(page, head, columns, row);
        for (int g = 0; g < games; g++)
            seen[g] = seen[g] || strcmp(row[0], hra_registry_game(NULL, g)->name) == 0;
    }
    for (int g = 0; g < games; g++)
        if (!seen[g] && has_rows(hra_registry_game(NULL, g)->name))
            fail_msg("%s: %s is not in the table", page_name, hra_registry_game(NULL, g)->name);
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_is_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
