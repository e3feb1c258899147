/* Learners for tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "learning.h"

hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

hra_learner *open_learner(const hra_game *game, const char *method, uint64_t seed, int threads) {
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = method, .seed = seed, .threads = threads};
    hra_learner *learner = NULL;
    hra_error why = {0};
    if (hra_learner_open(&learner, &setup, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    return learner;
}

void run_to(hra_learner *learner, uint64_t games) {
    hra_error why = {0};
    if (hra_learner_run(learner, games, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(hra_learner_games(learner) >= games);
}

void write_learner(const hra_learner *learner, hra_text *out) {
    hra_text_init(out);
    assert_int_equal(hra_learner_write(learner, out), 0);
}

void runs_are_the_same(const hra_game *game, const char *method, uint64_t games) {
    hra_text whole, other;
    hra_error why;
    hra_learner *first = open_learner(game, method, 5, 1), *second = open_learner(game, method, 5, 3);
    run_to(first, games);
    write_learner(first, &whole);
    run_to(second, games / 3); /* may end within a round */
    write_learner(second, &other);
    hra_learner_close(second);
    second = open_learner(game, method, 5, 2);
    assert_int_equal(hra_learner_restore(second, "F", other.data, other.length, &why), 0);
    hra_text_release(&other);
    run_to(second, games);
    write_learner(second, &other);
    if (whole.length != other.length || memcmp(whole.data, other.data, whole.length) != 0)
        fail_msg("%s: another file", method);
    hra_text_release(&whole);
    hra_text_release(&other);
    hra_learner_close(first);
    hra_learner_close(second);
}
