/* The sieve, against sums written a second time, and what it keeps. */
#include "games/backgammon/play/sieve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/rules/opened.h"
#include "games/backgammon/rules/terms.h"
#include "hra/hra.h"

static const double money[] = {1, 1}, bare[] = {0, 0};

/* Place by place, in wide numbers. */
static double slow_score(const bg_board *b, int seat, const double *prices) {
    const bg_sieve *s = &bg_sieve_built_in;
    double out[BG_SIEVE_OUTS] = {0};
    for (int k = 0; k < BG_SIEVE_UNITS; k++) {
        long sum = s->bias[k];
        for (int other = 0; other < 2; other++)
            for (int place = 0; place < BG_PLACES; place++) {
                const int n = bg_count(&b->side[other ? !seat : seat], place);
                if (n > 0)
                    sum += s->row[(other * BG_PLACES + place) * BG_SIEVE_COUNTS + (n > 6 ? 6 : n) - 1][k];
            }
        sum = sum < 0 ? 0 : sum > BG_SIEVE_ONE ? BG_SIEVE_ONE : sum;
        for (int o = 0; o < BG_SIEVE_OUTS; o++)
            out[o] += (double)sum * s->out[o][k];
    }
    return out[BG_SIEVE_WINS] + prices[0] * out[BG_SIEVE_GAMMONS] - prices[1] * out[BG_SIEVE_GAMMONED];
}

static bool ends(const bg_state *s, hra_move m) {
    bg_board b = s->board;
    (void)bg_play(&b, s->turn, s->high, s->low, m);
    return !(bg_some(&b.side[s->turn]) & BG_ON_BOARD);
}

static double score_of(const bg_state *s, hra_move m, const double *prices) {
    bg_board b = s->board;
    (void)bg_play(&b, s->turn, s->high, s->low, m);
    assert_true(bg_sieve_score(&bg_sieve_built_in, &b, s->turn, prices) == slow_score(&b, s->turn, prices));
    return ends(s, m) ? INFINITY : slow_score(&b, s->turn, prices);
}

static const hra_move *place_in(const hra_move *list, int count, hra_move m) {
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return &list[i];
    return NULL;
}

/* The plays that stay are in their order, and none that went has a higher score. */
static int check_plays(const hra_game *game, const bg_state *s, const double *prices) {
    hra_move all[BG_MAX_PLAYS], kept[BG_MAX_PLAYS];
    const int n = hra_game_moves(game, s, all);
    memcpy(kept, all, (size_t)n * sizeof *all);
    const int left = bg_sieve_plays(game->data, s, kept, n);
    const hra_move *before = NULL;
    double lowest = INFINITY;
    assert_true(left >= 1 && left <= n && (left == n || bg_in_contact(&s->board)));
    for (int i = 0; i < left; i++) {
        const hra_move *at = place_in(all, n, kept[i]);
        assert_true(at && at > before);
        before = at;
        lowest = fmin(lowest, score_of(s, kept[i], prices));
    }
    for (int i = 0; i < n; i++)
        assert_true(place_in(kept, left, all[i]) || score_of(s, all[i], prices) <= lowest);
    return n - left;
}

static int check_games(const char *spec, const double *prices) {
    hra_game *game = bg_test_open(spec);
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    hra_rng rng;
    int gone = 0;
    hra_rng_init(&rng, 7);
    for (int i = 0; i < 5; i++) {
        bg_state s;
        game->rules->init(game, &s);
        for (int ply = 0, mover; ply < 120 && (mover = game->rules->to_move(game, &s)) != HRA_OVER; ply++) {
            const int n = mover == HRA_CHANCE ? 0 : hra_game_moves(game, &s, moves);
            if (n)
                gone += check_plays(game, &s, prices);
            game->rules->apply(game, &s,
                               n ? moves[hra_rng_below(&rng, (uint32_t)n)]
                                 : hra_game_sample(game, &s, &rng, moves, probability));
        }
    }
    hra_game_close(game);
    return gone;
}

static void plays_with_low_scores_go(void **state) {
    assert_true(check_games("backgammon", money) > 500);
    assert_true(check_games("backgammon:gammons=no", bare) > 500);
    assert_true(check_games("backgammon:match-length=1", bare) > 500);
}

/* 3-0 in a match to 4 before the Crawford game: one point is all that White needs, and Black needs four. */
static void gammons_cost_what_the_score_makes_them(void **state) {
    hra_game *match = bg_test_open("backgammon:match-length=4"), *plain = bg_test_open("backgammon"),
             *jacoby = bg_test_open("backgammon:cube,jacoby");
    double prices[2];
    bg_state s = bg_test_read(match, "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 31, score 3-0");
    bg_gammon_prices(match->data, &s, BG_WHITE, prices);
    assert_true(prices[0] == 0 && prices[1] > 0);
    bg_gammon_prices(match->data, &s, BG_BLACK, prices);
    assert_true(prices[0] > 0 && prices[1] == 0);
    s = bg_test_read(plain, "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 31");
    bg_gammon_prices(plain->data, &s, BG_WHITE, prices);
    assert_true(prices[0] == 1 && prices[1] == 1);
    s.owner = BG_MIDDLE;
    bg_gammon_prices(jacoby->data, &s, BG_WHITE, prices);
    assert_true(prices[0] == 0 && prices[1] == 0);
    s.owner = BG_WHITE;
    s.cube = 1;
    bg_gammon_prices(jacoby->data, &s, BG_WHITE, prices);
    assert_true(prices[0] == 1 && prices[1] == 1);
    hra_game_close(match);
    hra_game_close(plain);
    hra_game_close(jacoby);
}

/* So that no sum leaves its 16 bits. */
static void weights_have_a_limit(void **state) {
    const bg_sieve *s = &bg_sieve_built_in;
    for (int k = 0; k < BG_SIEVE_UNITS; k++) {
        assert_true(abs(s->bias[k]) <= BG_SIEVE_LIMIT * BG_SIEVE_ONE);
        for (int r = 0; r < BG_SIEVE_ROWS; r++)
            assert_true(abs(s->row[r][k]) <= BG_SIEVE_LIMIT * BG_SIEVE_ONE);
    }
    assert_true((BG_SIEVE_MOST_ROWS + 1) * BG_SIEVE_LIMIT * BG_SIEVE_ONE <= INT16_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_with_low_scores_go),
        cmocka_unit_test(gammons_cost_what_the_score_makes_them),
        cmocka_unit_test(weights_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
