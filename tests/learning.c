/* Learners for tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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
