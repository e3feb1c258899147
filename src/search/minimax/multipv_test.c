/* `multipv` of alpha-beta against minimax, which values all moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "players/agent.h"

static void ask(const hra_game *game, const hra_question *q, const char *player, hra_analysis *out) {
    hra_agent *agent;
    hra_error why = {0};
    if (hra_agent_open_spec(&agent, game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    assert_int_equal(hra_agent_ask(agent, q, out), 0);
    hra_agent_close(agent);
}

static int compare_values(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The value that the best `lines` moves have at least. */
static double last_of_best(const hra_analysis *whole, int seat, int lines) {
    double *values = malloc((size_t)whole->move_count * sizeof *values);
    for (int i = 0; i < whole->move_count; i++)
        values[i] = whole->moves[i].value[seat];
    qsort(values, (size_t)whole->move_count, sizeof *values, compare_values);
    const double last = values[(lines < whole->move_count ? lines : whole->move_count) - 1];
    free(values);
    return last;
}

typedef struct scene {
    const char *game, *options;
    int depth;
} scene;

static int valued, bounded; /* moves, in all positions */

/* As many moves as are wanted have the value that minimax gives them, and no other is better than the last of these. */
static void compare(const hra_game *game, const scene *in, int lines, const void *s) {
    char all[200], some[300];
    hra_analysis whole, found;
    const int seat = game->rules->to_move(game, s);
    int exact = 0;
    const hra_question q = {.state = s, .seed = 1};
    hra_analysis_init(&whole);
    hra_analysis_init(&found);
    (void)hra_snprintf(all, sizeof all, "minimax:depth=%d%s", in->depth, in->options);
    (void)hra_snprintf(some, sizeof some, "alphabeta:depth=%d,deepen,pvs,killers,history,multipv=%d%s",
                       in->depth, lines, in->options);
    ask(game, &q, all, &whole);
    ask(game, &q, some, &found);
    assert_true(found.value[seat] == whole.value[seat]);
    const double last = last_of_best(&whole, seat, lines);
    for (int i = 0; i < whole.move_count; i++) {
        const hra_analysis_move *is = &whole.moves[i], *said = &found.moves[i];
        assert_true(said->move == is->move);
        exact += said->kind == HRA_VALUE_EXACT;
        if (said->kind == HRA_VALUE_EXACT)
            assert_true(said->value[seat] == is->value[seat] && said->line_length > 0);
        else
            assert_true(is->value[seat] <= said->value[seat] && said->value[seat] <= last);
    }
    assert_true(exact >= (lines < whole.move_count ? lines : whole.move_count));
    valued += exact;
    bounded += whole.move_count - exact;
    hra_analysis_release(&whole);
    hra_analysis_release(&found);
}

static const scene scenes[] = {
    {"tictactoe", "", 5}, {"connect4", "", 4},          {"checkers", ",eval=material", 4},
    {"chess", "", 2},     {"chess", ",eval=fitted", 2}, {"nim:rows=3-4-5", "", 4},
};

static void the_best_moves_have_their_values(void **state) {
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        hra_game *game;
        hra_rng rng;
        assert_int_equal(hra_game_open(&game, NULL, scenes[i].game, NULL), 0);
        unsigned char *s = malloc(game->state_size);
        hra_move *moves = malloc(((size_t)game->max_moves + 1) * sizeof *moves);
        hra_rng_init(&rng, 5 + i);
        game->rules->init(game, s);
        for (int ply = 0; ply < 16 && game->rules->to_move(game, s) != HRA_OVER; ply++) {
            compare(game, &scenes[i], 1 + ply % 4 * 2, s);
            const int n = game->rules->moves(game, s, moves);
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
        free(moves);
        free(s);
        hra_game_close(game);
    }
    assert_true(valued > 150 && bounded > 300); /* else the comparison says nothing */
}

/* Who only wants a move does not pay for the values of the others. */
static void a_choice_costs_what_it_did(void **state) {
    hra_game *game;
    hra_agent *one, *many;
    hra_analysis of[2], all;
    assert_int_equal(hra_game_open(&game, NULL, "connect4", NULL), 0);
    unsigned char *s = malloc(game->state_size);
    game->rules->init(game, s);
    assert_int_equal(hra_agent_open_spec(&one, game, "alphabeta:full,depth=6", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&many, game, "alphabeta:full,depth=6,multipv=7", NULL), 0);
    hra_agent *const agents[] = {one, many};
    hra_analysis_init(&all);
    for (int i = 0; i < 2; i++) {
        hra_move move;
        hra_analysis_init(&of[i]);
        const hra_question q = {.state = s, .want = HRA_WANT_MOVE};
        assert_int_equal(hra_agent_choose(agents[i], &q, &move), 0);
        assert_int_equal(hra_agent_ask(agents[i], &(hra_question){.want = HRA_WANT_LAST}, &of[i]), 0);
        assert_true(of[i].nodes == of[0].nodes && of[i].pv[0] == of[0].pv[0]);
    }
    ask(game, &(hra_question){.state = s}, "alphabeta:full,depth=6,multipv=7", &all);
    assert_true(all.nodes > of[0].nodes);
    for (int i = 0; i < 2; i++) {
        hra_analysis_release(&of[i]);
        hra_agent_close(agents[i]);
    }
    hra_analysis_release(&all);
    free(s);
    hra_game_close(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_best_moves_have_their_values),
    cmocka_unit_test(a_choice_costs_what_it_did),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
