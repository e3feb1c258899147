/* `ties` of alpha-beta against minimax, which values all moves, and the second evaluation asked for each of the best; named
 * loud moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

static void ask(const hra_game *game, const void *s, const char *player, hra_analysis *out) {
    hra_agent *agent;
    hra_error why = {0};
    const hra_question q = {.state = s, .seed = 1};
    if (hra_agent_open_spec(&agent, game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    assert_int_equal(hra_agent_ask(agent, &q, out), 0);
    hra_agent_close(agent);
}

/* What the second evaluation says of the position after a move, for who makes it; -1e9: the game is over. */
static double second(const hra_game *game, const hra_evaluator *by, const void *s, hra_move m) {
    const int seat = game->rules->to_move(game, s);
    unsigned char *after = malloc(game->state_size);
    double value[HRA_MAX_SEATS];
    memcpy(after, s, game->state_size);
    game->rules->apply(game, after, m);
    value[seat] = -1e9;
    if (game->rules->to_move(game, after) != HRA_OVER)
        hra_evaluate(by, after, value);
    free(after);
    return value[seat];
}

typedef struct scene {
    const char *game, *eval, *ties;
} scene;

static int compared, changed; /* positions with several best moves, and those where the first is not chosen */

/* The move is one of the best, and no other of these is better by the second evaluation. */
static void compare(const hra_game *game, const hra_evaluator *by, const scene *in, const void *s) {
    char all[200], tied[300];
    hra_analysis whole, found;
    const int seat = game->rules->to_move(game, s);
    int best = 0;
    double most = -1e9, chosen = 0;
    hra_analysis_init(&whole);
    hra_analysis_init(&found);
    (void)hra_snprintf(all, sizeof all, "minimax:depth=2,eval=%s", in->eval);
    (void)hra_snprintf(tied, sizeof tied, "alphabeta:depth=2,move-order=static,eval=%s,ties=%s", in->eval,
                       in->ties);
    ask(game, s, all, &whole);
    ask(game, s, tied, &found);
    assert_true(found.value[seat] == whole.value[seat]);
    for (int i = 0; i < whole.move_count; i++) {
        const double worth = second(game, by, s, whole.moves[i].move);
        if (whole.moves[i].move == found.move) {
            chosen = worth;
            assert_true(whole.moves[i].value[seat] == whole.value[seat]);
        }
        if (whole.moves[i].value[seat] < whole.value[seat])
            continue;
        most = worth > most ? worth : most;
        best++;
    }
    assert_true(chosen == most);
    compared += best > 1;
    changed += best > 1 && found.move != whole.move;
    hra_analysis_release(&whole);
    hra_analysis_release(&found);
}

static void equal_moves_are_told_apart(void **state) {
    static const scene scenes[] = {
        {"checkers", "expr(men + 2*kings)", "expr(mine.back)"},
        {"chess", "expr(pawns + 3*(knights + bishops) + 5*rooks + 9*queens)", "expr(moves)"},
        {"tictactoe", "expr(twos)", "expr(mine.open)"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        hra_game *game;
        hra_rng rng;
        hra_eval eval;
        hra_evaluator by;
        assert_int_equal(hra_game_open(&game, NULL, scenes[i].game, NULL), 0);
        assert_int_equal(hra_eval_open(&eval, game, scenes[i].ties, NULL), 0);
        assert_int_equal(hra_evaluator_open(&by, &eval), 0);
        unsigned char *s = malloc(game->state_size);
        hra_move *moves = malloc(((size_t)game->max_moves + 1) * sizeof *moves);
        hra_rng_init(&rng, 5 + i);
        game->rules->init(game, s);
        for (int ply = 0; ply < 24 && game->rules->to_move(game, s) != HRA_OVER; ply++) {
            compare(game, &by, &scenes[i], s);
            const int n = game->rules->moves(game, s, moves);
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
        free(moves);
        free(s);
        hra_evaluator_close(&by);
        hra_eval_close(&eval);
        hra_game_close(game);
    }
    assert_true(compared > 20 && changed > 10); /* else the comparison says nothing */
}

static void options_that_do_not_fit_are_refused(void **state) {
    static const char *const rows[][3] = {
        {"chess", "alphabeta:depth=2,full,ties=pieces",
         "ties= does not go with full, tt, pvs, multipv, lmr, null-move and selective; omit these options"},
        {"chess", "alphabeta:depth=2,null-move,ties=pieces",
         "ties= does not go with full, tt, pvs, multipv, lmr, null-move and selective; omit these options"},
        {"nim", "alphabeta:depth=2,null-move",
         "null-move needs a game of two in which a search may pass; omit it in nim"},
        {"chess", "alphabeta:depth=2,loud=noisy", "chess has no loud=noisy; it has considerable"},
        {"checkers", "alphabeta:depth=2,loud=considerable",
         "checkers has no loud moves by name; quiescence has its own"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game;
        hra_player *player;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&game, NULL, rows[i][0], NULL), 0);
        assert_int_not_equal(hra_player_open(&player, game, rows[i][1], NULL, NULL, &why), 0);
        assert_string_equal(why.text, rows[i][2]);
        hra_game_close(game);
    }
}

/* A pass saves nodes where a side is far ahead, and is not tried by a side with few moves. */
static void passes_cut_where_they_may(void **state) {
    static const struct {
        const char *position;
        bool saves;
    } rows[] = {
        {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1", true},
        {"8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", true},
        {"8/8/8/1p1k4/1P6/3K4/2P5/8 w - - 0 1", false},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game;
        hra_analysis whole, found;
        assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
        unsigned char *s = malloc(game->state_size);
        assert_int_equal(hra_game_read_position(game, rows[i].position, s, NULL), 0);
        hra_analysis_init(&whole);
        hra_analysis_init(&found);
        ask(game, s, "alphabeta:depth=5,full,tt=1M", &whole);
        ask(game, s, "alphabeta:depth=5,full,tt=1M,null-move", &found);
        assert_true(found.unsound && !whole.unsound);
        assert_true(rows[i].saves ? found.nodes < whole.nodes : found.nodes == whole.nodes);
        if (i == 3)
            assert_true(found.value[0] == whole.value[0] && found.value[0] > 20000);
        hra_analysis_release(&whole);
        hra_analysis_release(&found);
        free(s);
        hra_game_close(game);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(equal_moves_are_told_apart),
    cmocka_unit_test(options_that_do_not_fit_are_refused),
    cmocka_unit_test(passes_cut_where_they_may),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
