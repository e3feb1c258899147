/* Cube decisions as searches see them, against a walk that knows no search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"

/* The value for White, DEPTH decisions ahead. Consecutive decisions about the cube (`said`: one was just
 * made) count as one, and as none if they are the last. */
static double walk(const hra_game *game, const hra_evaluator *eval, const bg_state *s, int depth, bool said) {
    hra_move moves[BG_MAX_PLAYS];
    double p[BG_MAX_PLAYS], value[2], out = 0;
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER || depth == 0) {
        if (mover == HRA_OVER)
            game->rules->returns(game, s, value);
        else
            hra_evaluate(eval, s, value);
        return value[BG_WHITE];
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        bg_state after = *s;
        game->rules->apply(game, &after, moves[i]);
        bool free = mover == HRA_CHANCE || (!s->high && (said || depth == 1));
        double v = walk(game, eval, &after, depth - !free, mover >= 0 && !s->high);
        if (mover == HRA_CHANCE)
            out += p[i] * v;
        else if (i == 0 || (mover == BG_WHITE ? v > out : v < out))
            out = v;
    }
    return out;
}

static void check_search(const hra_game *game, const hra_evaluator *eval, const bg_state *s, int depth,
                         const char *more) {
    hra_agent *agent;
    hra_analysis result;
    hra_error why = {0};
    char spec[128];
    (void)snprintf(spec, sizeof spec, "expectiminimax:depth=%d,eval=pips%s", depth, more);
    if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    const hra_question question = {.state = s};
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    if (!(fabs(result.value[BG_WHITE] - walk(game, eval, s, depth, false)) < 1e-9))
        fail_msg("%s: %g, not %g", spec, result.value[BG_WHITE], walk(game, eval, s, depth, false));
    for (int i = 0; i < result.move_count && !*more; i++) {
        bg_state after = *s;
        game->rules->apply(game, &after, result.moves[i].move);
        bool asked = bg_is_asked(s) && !s->high;
        double v = walk(game, eval, &after, depth - (s->high || (asked && depth > 1)), asked);
        assert_true(fabs(result.moves[i].value[BG_WHITE] - v) < 1e-9);
    }
    hra_analysis_release(&result);
    hra_agent_close(agent);
}

/* To double or not is a choice between two stakes, and behind both the same throws are to come: as much is looked
 * at behind both, a play of the next throw at least, and the answers to a play are looked at with a cube too. */
static void what_is_said_about_the_cube_is_judged_behind_the_next_throw(void **state) {
    static const char *const positions[] = {
        "white 6:1, black 1:1, white",          "white 20:1, black 1:1, white, cube 2 white",
        "white 9:1, black 13:1, white doubles", "white 7:1, black 8:1, black 21",
        "white 12:1, black 14:1, white rolls",  "white 5:1, black 17:1, white, cube 4 black"};
    static const char *const more[] = {"", ",star=1", ",star=2,order=static", ",tt=64K"};
    hra_game *game = bg_test_open("backgammon:checkers=1,cube,gammons=no,beavers");
    hra_eval kind;
    hra_evaluator eval;
    assert_int_equal(hra_eval_open(&kind, game, "pips", NULL), 0);
    assert_int_equal(hra_evaluator_open(&eval, &kind), 0);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        for (size_t k = 0; k < sizeof more / sizeof *more; k++)
            for (int depth = 1; depth <= (i < 2 && k == 0 ? 3 : 2); depth++) {
                bg_state s = bg_test_read(game, positions[i]);
                check_search(game, &eval, &s, depth, more[k]);
            }
    hra_evaluator_close(&eval);
    hra_eval_close(&kind);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_about_the_cube_is_judged_behind_the_next_throw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
