/* What is taken where nothing was typed: the table of lengths and options, how it is written into a spec, and
 * that a spec without options means what it meant in 0.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"

static bool opens(const hra_game *game, const char *method) {
    const hra_learn_setup setup = {.size = sizeof setup, .game = game, .method = method, .threads = 1};
    hra_learner *learner = NULL;
    hra_err err = hra_learner_open(&learner, &setup, NULL);
    hra_learner_close(learner);
    return err == 0;
}

static const hra_learn_default *row_of(const char *game, const char *method) {
    const hra_learn_default *row, *found = NULL;
    for (int i = 0; (row = hra_learn_default_at(i)) != NULL; i++)
        if (row->game && strcmp(row->game, game) == 0 && strcmp(row->method, method) == 0) {
            assert_null(found);
            found = row;
        }
    return found;
}

static char *complete(const hra_game *game, const char *method, uint64_t *games) {
    hra_text out;
    hra_error why = {0};
    hra_text_init(&out);
    if (hra_learn_complete(game, method, &out, games, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    char *text = strdup(hra_text_string(&out));
    hra_text_release(&out);
    assert_non_null(text);
    return text;
}

/* A game has a row for each method that fits it, and no other, or no row at all: then it learns by the rows without a
 * game. The length of a row is what is taken. */
static void the_table_has_every_game(void **state) {
    const hra_learn_method *kind;
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        const char *name = hra_registry_game(NULL, g)->name;
        if (!has_rows(name))
            continue;
        hra_game *game = open_game(name);
        int suits = 0;
        for (int m = 0; (kind = hra_learn_method_at(m)) != NULL; m++) {
            const hra_learn_default *row = row_of(name, kind->name);
            uint64_t games = 0;
            char *spec = complete(game, kind->name, &games);
            if (opens(game, spec) != (row != NULL))
                fail_msg("%s on %s: %s", spec, name,
                         row ? "a row, and it does not open" : "it opens without a row");
            if (row)
                assert_int_equal(games, row->games);
            suits += row && row->suits;
            free(spec);
        }
        assert_int_equal(suits, 1);
        hra_game_close(game);
    }
}

typedef struct completed {
    const char *game, *method, *spec;
} completed;

static void specs_are_completed(void **state) {
    static const completed cases[] = {
        {"tictactoe", NULL, "td:representation=table,learning-rate=0.5,epsilon=0.2,random-opening=8"},
        {"tictactoe", "td:random-opening=3",
         "td:random-opening=3,representation=table,learning-rate=0.5,epsilon=0.2"},
        {"tictactoe", "td:representation=net,learning-rate=0.1,epsilon=0,random-opening=0",
         "td:representation=net,learning-rate=0.1,epsilon=0,random-opening=0"},
        {"nim", "q", "q:representation=table,learning-rate=0.5,epsilon=0.1,opponent=self,random-opening=8"},
        {"nim", "q:opponent=random",
         "q:opponent=random,representation=table,learning-rate=0.5,epsilon=0.1,random-opening=8"},
        {"tree", "tdleaf", "tdleaf:representation=table,learning-rate=0.5,epsilon=0.2"},
        {"checkers", "tdleaf:random-opening=3",
         "tdleaf:random-opening=3,representation=linear,learning-rate=0.003,decay-games=1000,epsilon=0,"
         "lambda=0.7"},
        {"checkers", "q:epsilon=0", "q:epsilon=0,representation=net,opponent=self,random-opening=8"},
        {"pacman", "mc:decay-games=0",
         "mc:decay-games=0,representation=linear,discount=0.8,epsilon=0.05,opponent=directional"},
        {"checkers", "rote", "rote:eval=material,discount=0.99"},
        {"backgammon", "td", "td:representation=net,epsilon=0"},
        {"backgammon", "td:init=f", "td:init=f,representation=net,epsilon=0"},
        {"race:seats=2,pieces=1,track=8", "td",
         "td:representation=table,learning-rate=0.5,epsilon=0.2,random-opening=8"}, /* a small one */
        {"nim:rows=30-30-30-30", "td", "td:representation=net,epsilon=0.1"},        /* a large one */
        {"tictactoe", "vi", "vi"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        char *spec = complete(game, cases[i].method, NULL), *again = complete(game, spec, NULL);
        assert_string_equal(spec, cases[i].spec);
        assert_string_equal(again, spec); /* nothing is added twice */
        free(spec);
        free(again);
        hra_game_close(game);
    }
}

static void what_is_no_method_is_refused(void **state) {
    static const char *const cases[][2] = {
        {"tdx", "unknown training method 'tdx'"},
        {"td:hiden=4", "method td has no option 'hiden'"},
        {"td:learning-rate=100", "option 'learning-rate' takes"},
    };
    hra_game *game = open_game("nim");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text out;
        hra_error why = {0};
        hra_text_init(&out);
        assert_int_equal(hra_learn_complete(game, cases[i][0], &out, NULL, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], why.text);
        assert_int_equal(out.length, 0);
        assert_int_equal(hra_learn_complete(game, cases[i][0], &out, NULL, NULL), HRA_EINPUT);
        hra_text_release(&out);
    }
    hra_game_close(game);
}

/* What was learnt, without the head that names the method; it ends in a hash of the whole, of 20 bytes and
 * more. */
static const char *body_of(const hra_text *file, size_t *length) {
    const char *begin = strstr(hra_text_string(file), "\n\n"), *end = file->data + file->length;
    assert_non_null(begin);
    for (end--; end > begin && end[-1] != '\n';)
        end--;
    *length = (size_t)(end - begin);
    return begin;
}

/* Files of 0.1 name no options: they go on as they began, whatever suits the game today. */
static void a_bare_spec_means_what_it_meant(void **state) {
    static const completed cases[] = {
        {"tictactoe", "td", "td:representation=net,epsilon=0.1"},
        {"backgammon", "td", "td:representation=net,epsilon=0"},
        {"tictactoe", "q", "q:representation=linear,epsilon=0.1,opponent=random"},
        {"tree", "sarsa", "sarsa:representation=table,epsilon=0.1,opponent=random"},
        {"pacman", "mc", "mc:representation=linear,epsilon=0.1,opponent=directional"},
        {"nim", "tdleaf", "tdleaf:representation=linear,epsilon=0.1,random-opening=8"},
        {"tictactoe", "rote", "rote:eval=lines,discount=0.99"},
        {"tictactoe", "zero", "zero:hidden=64,playouts=50,random-opening=4,replay-games=500,decay-games=0"},
        {"nim", "td", "td:learning-rate=0.1,decay-games=0,random-opening=0,lambda=0,hidden=40,discount=1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        hra_learner *bare = open_learner(game, cases[i].method, 3, 1),
                    *named = open_learner(game, cases[i].spec, 3, 1);
        hra_text a, b;
        size_t as, bs;
        run_to(bare, 60);
        run_to(named, 60);
        write_learner(bare, &a);
        write_learner(named, &b);
        const char *x = body_of(&a, &as), *y = body_of(&b, &bs);
        if (as != bs || memcmp(x, y, as) != 0)
            fail_msg("%s: %s is not %s", cases[i].game, cases[i].method, cases[i].spec);
        hra_text_release(&a);
        hra_text_release(&b);
        hra_learner_close(bare);
        hra_learner_close(named);
        hra_game_close(game);
    }
}

/* Of what looks ahead where it can. */
static void the_best_player_is_named(void **state) {
    static const completed cases[] = {
        {"checkers", "td:hidden=2", "alphabeta:full,depth=3,tt=1M,eval=trained(file=F)"},
        {"tictactoe", "td:representation=table", "trained:file=F"},
        {"backgammon", "td:hidden=2", "trained:file=F"},
        {"tictactoe", "zero", "zero:file=F"},
        {"tictactoe", "rote:depth=2", "alphabeta:full,depth=2,tt=1M,eval=trained(file=F,fallback=lines)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_game(cases[i].game);
        hra_learner *learner = open_learner(game, cases[i].method, 1, 1);
        hra_text out;
        hra_text_init(&out);
        hra_learner_best(learner, "F", &out);
        assert_string_equal(hra_text_string(&out), cases[i].spec);
        hra_text_release(&out);
        hra_learner_close(learner);
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_every_game),     cmocka_unit_test(specs_are_completed),
        cmocka_unit_test(what_is_no_method_is_refused), cmocka_unit_test(a_bare_spec_means_what_it_meant),
        cmocka_unit_test(the_best_player_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
