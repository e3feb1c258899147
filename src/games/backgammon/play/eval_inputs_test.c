/* Whole inputs, from position to position, against the features of each position alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/backgammon/play/eval_inputs.h"
#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"
#include "nets/net_integers.h"

enum { POSITIONS = 5000, ROOM = 128 };

/* Of the features only. */
static void slow_inputs(const hra_game *game, const bg_state *s, int16_t out[BG_FEATURES]) {
    hra_feature features[ROOM];
    memset(out, 0, BG_FEATURES * sizeof *out);
    const int n = game->rules->encoding->features(game, s, s->turn, features);
    for (int i = 0; i < n; i++)
        out[features[i].index] = hra_integer_input(features[i].value);
}

static void check(const hra_game *game, bg_inputs *memory, const bg_state *s) {
    int16_t slow[BG_FEATURES], fast[BG_FEATURES];
    slow_inputs(game, s, slow);
    const int kind = bg_write_inputs(memory, game->data, s, fast);
    assert_int_equal(kind, game->rules->encoding->phase(game, s));
    for (int i = 0; i < BG_FEATURES; i++)
        if (fast[i] != slow[i]) {
            hra_text name;
            hra_text_init(&name);
            game->rules->encoding->name_feature(game, i, &name);
            fail_msg("%s: %d, not %d", hra_text_string(&name), fast[i], slow[i]);
        }
}

/* All plays of each throw, one behind the other, and then one of them: sides stay, change, and change places. */
static void inputs_are_features_rounded(void **state) {
    hra_game *game = bg_test_open("backgammon");
    hra_rng rng;
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    bg_inputs memory = {0};
    bg_state s = {.phase = BG_ENDED};
    int kinds[BG_KINDS] = {0};
    hra_rng_init(&rng, 11);
    for (int looked = 0; looked < POSITIONS;) {
        const int mover = game->rules->to_move(game, &s);
        if (mover == HRA_OVER) {
            game->rules->init(game, &s);
            continue;
        }
        if (mover == HRA_CHANCE) {
            game->rules->apply(game, &s, hra_game_sample(game, &s, &rng, moves, probability));
            continue;
        }
        const int n = hra_game_moves(game, &s, moves);
        for (int i = 0; i < n; i++) {
            bg_state next = s;
            game->rules->apply(game, &next, moves[i]);
            if (next.phase != BG_PLAYING)
                continue;
            check(game, &memory, &next);
            kinds[game->rules->encoding->phase(game, &next)]++;
            looked++;
        }
        game->rules->apply(game, &s, moves[hra_rng_below(&rng, (uint32_t)n)]);
    }
    for (int k = 0; k < BG_KINDS; k++)
        assert_true(kinds[k] > 0);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_features_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
