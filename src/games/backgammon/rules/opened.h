/* Games and states for tests, which fail where they cannot be had. After cmocka.h. */
#ifndef BG_OPENED_H
#define BG_OPENED_H

#include "backgammon.h"

/* The beginning, as a position begins that says more behind it. */
#define BG_TEST_BOARD "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, "

static inline hra_game *bg_test_open(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static inline bg_state bg_test_read(const hra_game *game, const char *text) {
    bg_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return s;
}

#endif
