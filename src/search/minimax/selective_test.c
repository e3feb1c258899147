/* `selective` of alpha-beta: the mates that a full search proves, the same answer twice, and what it asks for; and `full` without
 * it, which keeps the values of minimax. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "hra/hra.h"

#define SELECTIVE "alphabeta:full,tt=1M,loud=holding,selective,eval=pieces"

static void ask(const hra_game *game, const void *s, const char *player, hra_analysis *out) {
    hra_agent *agent;
    hra_error why = {0};
    const hra_question q = {.state = s, .seed = 1};
    if (hra_agent_open_spec(&agent, game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    assert_int_equal(hra_agent_ask(agent, &q, out), 0);
    hra_agent_close(agent);
}

/* ---- mates ------------------------------------------------------------------------------------*/

/* Where every line to the depth is searched, the first side to move mates in `plies`; so does the selective search. */
static void finds_mates(void **state) {
    static const struct {
        const char *fen;
        int plies;
    } cases[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1}, /* on the back rank */
        {"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1},        /* queen and king */
        {"8/8/8/8/8/1k6/7r/1K6 b - - 0 1", 1},        /* the other side */
        {"k7/8/2K5/8/8/8/8/7R w - - 0 1", 3},         /* the king waits */
        {"7k/P6p/5K1P/8/8/8/8/8 w - - 0 1", 1},       /* a new queen */
        {"5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 3},   /* smothered: the queen is given */
        {"8/8/8/8/2k5/8/1q6/K7 w - - 0 1", 0},        /* and none: the queen is taken */
    };
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    void *s = malloc(game->state_size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_analysis whole, found;
        char player[80];
        hra_analysis_init(&whole);
        hra_analysis_init(&found);
        assert_int_equal(game->rules->text->read_position(game, cases[i].fen, s, NULL), 0);
        const int seat = game->rules->to_move(game, s);
        (void)hra_snprintf(player, sizeof player, "alphabeta:eval=pieces,depth=%d", cases[i].plies + 1);
        ask(game, s, player, &whole);
        ask(game, s, SELECTIVE ",depth=14", &found);
        assert_true(whole.value[seat] == (cases[i].plies ? 30000 - cases[i].plies : 0));
        if (found.value[seat] != whole.value[seat])
            fail_msg("%s: %g, not %g", cases[i].fen, found.value[seat], whole.value[seat]);
        hra_analysis_release(&whole);
        hra_analysis_release(&found);
    }
    free(s);
    hra_game_close(game);
}

/* In endings nearly all mates that five plies prove are found; in a zugzwang it may take longer. */
static void proves_what_five_plies_prove(void **state) {
    static const char *const games[] = {"chess:ending=KQK", "chess:ending=KRK", "chess:ending=KQKR"};
    enum { POSITIONS = 150, WIN = 15000 };
    int mates = 0, proved = 0;
    for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
        hra_game *game;
        assert_int_equal(hra_game_open(&game, NULL, games[k], NULL), 0);
        void *s = malloc(game->state_size);
        for (int number = 0; number < POSITIONS; number++) {
            hra_analysis whole, found;
            hra_analysis_init(&whole);
            hra_analysis_init(&found);
            game->rules->conduct->start(game, (uint64_t)number * 2, s);
            ask(game, s, "alphabeta:full,tt=1M,eval=pieces,depth=5", &whole);
            if (whole.value[0] > WIN) {
                mates++;
                ask(game, s, SELECTIVE ",nodes=30000", &found);
                proved += found.value[0] > WIN;
            }
            hra_analysis_release(&whole);
            hra_analysis_release(&found);
        }
        free(s);
        hra_game_close(game);
    }
    print_message("%d of %d mates\n", proved, mates);
    assert_true(mates >= 20 && 10 * proved >= 9 * mates);
}

/* ---- answers ------------------------------------------------------------------------------------*/

static void answers_the_same_after_it_forgot(void **state) {
    hra_game *game;
    hra_agent *agent;
    hra_analysis first, other, again;
    assert_int_equal(hra_game_open(&game, NULL, "chess:variant=960", NULL), 0);
    unsigned char *s = malloc(2 * game->state_size), *t = s + game->state_size;
    game->rules->conduct->start(game, 100, s);
    game->rules->conduct->start(game, 200, t);
    hra_analysis_init(&first);
    hra_analysis_init(&other);
    hra_analysis_init(&again);
    assert_int_equal(hra_agent_open_spec(&agent, game, SELECTIVE ",nodes=5000", NULL), 0);
    assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = s, .seed = 1}, &first), 0);
    assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = t, .seed = 1}, &other), 0);
    hra_agent_forget(agent);
    assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = s, .seed = 1}, &again), 0);
    assert_int_equal(first.move, again.move);
    assert_true(first.value[0] == again.value[0]);
    assert_int_equal(first.nodes, again.nodes);
    assert_true(first.unsound);
    hra_analysis_release(&first);
    hra_analysis_release(&other);
    hra_analysis_release(&again);
    hra_agent_close(agent);
    free(s);
    hra_game_close(game);
}

/* The best move has the value of the root, and no other move has a better one: wherever the nodes end. */
static void a_part_of_an_iteration_is_consistent(void **state) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, "chess:variant=960", NULL), 0);
    void *s = malloc(game->state_size);
    for (int i = 0; i < 60; i++) {
        hra_analysis found;
        char player[120];
        hra_analysis_init(&found);
        game->rules->conduct->start(game, (uint64_t)i * 2, s);
        (void)hra_snprintf(player, sizeof player, SELECTIVE ",nodes=%d", 200 + 137 * i);
        ask(game, s, player, &found);
        for (int k = 0; k < found.move_count; k++) {
            assert_true(found.moves[k].value[0] <= found.value[0]);
            if (found.moves[k].move == found.move)
                assert_true(found.moves[k].value[0] == found.value[0]);
        }
        hra_analysis_release(&found);
    }
    free(s);
    hra_game_close(game);
}

/* ---- without it -----------------------------------------------------------------------------------*/

static void full_keeps_the_values_of_minimax(void **state) {
    hra_game *game;
    hra_rng rng;
    hra_move moves[256];
    assert_int_equal(hra_game_open(&game, NULL, "chess:variant=960", NULL), 0);
    void *s = malloc(game->state_size);
    hra_rng_init(&rng, 3);
    for (int i = 0; i < 12; i++) {
        hra_analysis whole, found;
        game->rules->conduct->start(game, (uint64_t)i * 10, s);
        for (int ply = 0; ply < 4 * i && game->rules->to_move(game, s) != HRA_OVER; ply++) {
            const int n = game->rules->moves(game, s, moves);
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
        if (game->rules->to_move(game, s) == HRA_OVER)
            continue;
        hra_analysis_init(&whole);
        hra_analysis_init(&found);
        ask(game, s, "minimax:depth=3,eval=pieces", &whole);
        ask(game, s, "alphabeta:full,tt=1M,quiescence=no,repetition=no,depth=3,eval=pieces", &found);
        assert_true(found.value[0] == whole.value[0]);
        assert_false(found.unsound);
        hra_analysis_release(&whole);
        hra_analysis_release(&found);
    }
    free(s);
    hra_game_close(game);
}

static void refuses_what_it_cannot_do(void **state) {
    static const struct {
        const char *game, *player;
        hra_err err;
        const char *why;
    } cases[] = {
        {"checkers", "alphabeta:full,selective,depth=3", HRA_EFIT,
         "selective needs loud moves that checkers can rank"},
        {"chess", "alphabeta:full,selective,depth=3", HRA_EFIT,
         "selective needs loud moves that chess can rank"},
        {"chess", "alphabeta:full,selective,loud=considerable,depth=3", HRA_EFIT, "such as loud=holding"},
        {"chess", "alphabeta:selective,loud=holding,depth=3", HRA_EINPUT,
         "selective needs a table; add tt=64M or full"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_agent *agent;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        assert_int_equal(hra_agent_open_spec(&agent, game, cases[i].player, &why), cases[i].err);
        assert_non_null(strstr(why.text, cases[i].why));
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_mates),
        cmocka_unit_test(proves_what_five_plies_prove),
        cmocka_unit_test(answers_the_same_after_it_forgot),
        cmocka_unit_test(a_part_of_an_iteration_is_consistent),
        cmocka_unit_test(full_keeps_the_values_of_minimax),
        cmocka_unit_test(refuses_what_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
