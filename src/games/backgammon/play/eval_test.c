/* The evaluation `chance_outcomes`: the same board with and without a cube, from both sides, and where the end is
 * near. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"

typedef struct bench {
    hra_game *game;
    hra_eval eval;
    hra_evaluator evaluator;
} bench;

static void set_up(bench *b, const char *spec) {
    hra_error why = {0};
    b->game = bg_test_open(spec);
    if (hra_eval_open(&b->eval, b->game, "equity", &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    assert_int_equal(hra_evaluator_open(&b->evaluator, &b->eval), 0);
}

static void tear_down(bench *b) {
    hra_evaluator_close(&b->evaluator);
    hra_eval_close(&b->eval);
    hra_game_close(b->game);
}

static double worth(bench *b, const bg_state *s) {
    double value[2];
    b->evaluator.kind->value(b->game, b->evaluator.self, b->evaluator.scratch, s, value);
    assert_true(value[0] == -value[1]);
    return value[0];
}

static double worth_of(bench *b, const char *position) {
    const bg_state s = bg_test_read(b->game, position);
    return worth(b, &s);
}

static bg_state turned(const bg_state *s) {
    bg_state out = *s;
    out.board.side[0] = s->board.side[1];
    out.board.side[1] = s->board.side[0];
    out.turn = !s->turn;
    return out;
}

/* Of states that plays come to: seen from the other side it is the negative, and with a cube that is dead it
 * is what it is without, times what the cube shows. */
static void sides_and_dead_cubes_change_nothing(void **state) {
    bench plain, dead;
    hra_rng rng;
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    set_up(&plain, "backgammon");
    set_up(&dead, "backgammon:cube,max-cube=2");
    hra_rng_init(&rng, 1);
    bg_state s;
    plain.game->rules->init(plain.game, &s);
    for (int ply = 0; ply < 60 && s.phase != BG_ENDED; ply++) {
        int n = hra_game_moves(plain.game, &s, moves);
        hra_move m = plain.game->rules->to_move(plain.game, &s) == HRA_CHANCE
                         ? hra_game_sample(plain.game, &s, &rng, moves, probability)
                         : moves[hra_rng_below(&rng, (uint32_t)n)];
        plain.game->rules->apply(plain.game, &s, m);
        if (s.phase != BG_PLAYING)
            continue;
        const bg_state mirrored = turned(&s);
        double value = worth(&plain, &s);
        assert_true(value > -3 && value < 3 && fabs(value + worth(&plain, &mirrored)) < 1e-6);
        bg_state with = s;
        with.cube = 1;
        with.owner = BG_WHITE;
        assert_true(fabs(worth(&dead, &with) - 2 * value) < 1e-6);
    }
    tear_down(&plain);
    tear_down(&dead);
}

/* The states of a game by random moves, also before and after throws, and the same from the other side. */
static int list_states(const hra_game *game, uint64_t seed, int most, bg_state *out) {
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    hra_rng rng;
    bg_state s;
    int n = 0;
    hra_rng_init(&rng, seed);
    game->rules->init(game, &s);
    while (n + 2 <= most && s.phase != BG_ENDED) {
        out[n++] = s;
        out[n++] = turned(&s);
        const int count = hra_game_moves(game, &s, moves);
        game->rules->apply(game, &s,
                           game->rules->to_move(game, &s) == HRA_CHANCE
                               ? hra_game_sample(game, &s, &rng, moves, probability)
                               : moves[hra_rng_below(&rng, (uint32_t)count)]);
    }
    return n;
}

/* Looked at together, twice in one list, remembered and looked at again, from the other side too: the bits are those of
 * each alone. */
static void company_changes_nothing(void **state) {
    enum { MOST = 600 };
    static bg_state states[2 * MOST];
    static bg_chances together[2 * MOST];
    bench b;
    set_up(&b, "backgammon");
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const int n = list_states(b.game, seed, MOST, states);
        memcpy(states + n, states, (size_t)n * sizeof *states);
        assert_true(n > 100);
        for (int round = 0; round < 3; round++) {
            memset(together, 0, sizeof together);
            bg_eval_many(b.evaluator.self, b.evaluator.scratch, states, 2 * n, round == 1, together);
            for (int i = 0; i < 2 * n; i++) {
                bg_chances alone;
                bg_eval_chances(b.evaluator.self, b.evaluator.scratch, &states[i], &alone);
                assert_memory_equal(&alone, &together[i], sizeof alone);
            }
        }
    }
    tear_down(&b);
}

/* No net knows these to a hundredth; who is sure to win has to be told from who may. */
static void ends_are_told_apart(void **state) {
    bench plain, cube, match;
    set_up(&plain, "backgammon");
    set_up(&cube, "backgammon:cube");
    set_up(&match, "backgammon:match-length=3");
    const char *gammon = "white 1:2, black 23:5 13:5 12:5, white",
               *single = "white 1:2, black 1:2 2:1, white";
    assert_true(worth_of(&plain, gammon) > 1.6);
    assert_true(fabs(worth_of(&plain, single) - 1) < 0.25);
    assert_true(worth_of(&cube, gammon) > 1.4); /* too good to double */
    assert_true(worth_of(&match, "white 1:2, black 23:5 13:5 12:5, white, no cube, score 2-1") > 0.9);
    tear_down(&plain);
    tear_down(&cube);
    tear_down(&match);
}

/* Known: one checker on the six against the same, 0.6250; two on the five and the six against two on the six,
 * 0.6455 (src/games/backgammon/rules.md has the source). A gammon that is still possible is left to the
 * nets. */
static void bearing_off_is_by_tables(void **state) {
    bench plain;
    set_up(&plain, "backgammon");
    assert_true(fabs(worth_of(&plain, "white 6:1, black 6:1, white") - 0.6250) < 1e-4);
    assert_true(fabs(worth_of(&plain, "white 6:1, black 6:1, black") + 0.6250) < 1e-4);
    assert_true(fabs(worth_of(&plain, "white 5:1 6:1, black 6:2, white") - 0.6455) < 1e-4);
    assert_true(worth_of(&plain, "white 1:2, black 6:15, white") > 1.5);
    tear_down(&plain);
}

static void what_tells_no_chances_is_refused(void **state) {
    hra_game *game = bg_test_open("backgammon:checkers=3,cube");
    hra_eval eval;
    hra_error why = {0};
    assert_true(hra_eval_open(&eval, game, "equity", &why) != 0);
    assert_non_null(strstr(why.text, "evaluation equity"));
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_and_dead_cubes_change_nothing),
        cmocka_unit_test(company_changes_nothing),
        cmocka_unit_test(ends_are_told_apart),
        cmocka_unit_test(bearing_off_is_by_tables),
        cmocka_unit_test(what_tells_no_chances_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
