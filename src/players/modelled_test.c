#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"

/* ---- tic-tac-toe with a model: a cell as often as its number says, the first never -----------*/

static void by_number(const hra_game *game, const void *s, const hra_move *moves, int n, double *out) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)moves[i];
    for (int i = 0; i < n; i++)
        out[i] = sum > 0 ? (double)moves[i] / sum : 1.0 / n;
}

static const hra_model models[] = {{"numbers", "a cell as often as its number says", by_number}, {0}};
static hra_game *game;

static int open_game(void **state) {
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    hra_rules_catalogue catalogue = *rules.catalogue;
    catalogue.models = models;
    rules.catalogue = &catalogue;
    return hra_game_open_rules(&game, NULL, &rules, "tictactoe", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static void a_model_sits_in_a_seat(void **state) {
    enum { DRAWS = 20000 };
    int taken[9] = {0};
    max_align_t capacity[8];
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    assert_true(game->state_size <= sizeof capacity);
    assert_int_equal(hra_player_open(&player, game, "numbers", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    game->rules->init(game, capacity);
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        hra_move move;
        assert_int_equal(asked_choose(agent, &(hra_question){.state = capacity, .seed = seed}, &move), 0);
        assert_in_range(move, 0, 8);
        taken[move]++;
    }
    assert_int_equal(taken[0], 0);
    for (int cell = 1; cell < 9; cell++) {
        double p = cell / 36.0, sd = sqrt(DRAWS * p * (1 - p));
        assert_true(fabs(taken[cell] - DRAWS * p) < 5 * sd);
    }
    hra_agent_close(agent);
    hra_player_close(player);
}

/* What a state is worth to seat 0 while seat 1 moves as the model says. */
static double worth(const void *s) {
    max_align_t child[8];
    hra_move moves[9];
    double p[9], value[2], sum = 0, best = -INFINITY;
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[0];
    }
    int n = game->rules->moves(game, s, moves);
    by_number(game, s, moves, n, p);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        double v = worth(child);
        best = fmax(best, v);
        sum += p[i] * v;
    }
    return mover == 0 ? best : sum;
}

static void expectimax_weighs_by_the_model(void **state) {
    max_align_t capacity[8];
    hra_agent *search = NULL;
    hra_analysis result;
    hra_analysis_init(&result);
    game->rules->init(game, capacity);
    assert_int_equal(hra_agent_open_spec(&search, game, "expectimax:model=numbers", NULL), 0);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = capacity}, &result), 0);
    assert_true(fabs(result.value[0] - worth(capacity)) < 1e-12);
    hra_agent_close(search);
    assert_int_equal(hra_agent_open_spec(&search, game, "expectimax", NULL), 0);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = capacity}, &result), 0);
    assert_true(fabs(result.value[0] - worth(capacity)) > 1e-3); /* uniform opponents: another value */
    hra_agent_close(search);
    hra_analysis_release(&result);
}

static void a_model_takes_no_options_but_a_name(void **state) {
    hra_player *player = NULL;
    hra_error why = {0};
    assert_int_equal(hra_player_open(&player, game, "numbers:fast", NULL, NULL, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "numbers has no option 'fast'; it takes name"));
    assert_int_equal(hra_player_open(&player, game, "numbres", NULL, NULL, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "did you mean 'numbers'?"));
}

/* A board that is full: there is no list to choose from. */
static void nobody_chooses_where_nobody_is_to_move(void **state) {
    static const char *const specs[] = {"numbers", "random", "greedy", "minimax"};
    max_align_t capacity[8];
    asked_move advised[16];
    assert_int_equal(hra_game_read_position(game, "XOX/XOO/OXX", capacity, NULL), 0);
    assert_int_equal(game->rules->to_move(game, capacity), HRA_OVER);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_player *player = NULL;
        hra_agent *agent = NULL;
        hra_move move;
        asked_list advice = {.moves = advised};
        assert_int_equal(hra_player_open(&player, game, specs[i], NULL, NULL, NULL), 0);
        assert_int_equal(hra_agent_open(&agent, player), 0);
        assert_int_equal(asked_choose(agent, &(hra_question){.state = capacity}, &move), HRA_ESTATE);
        hra_err err = asked_advice(agent, &(hra_question){.state = capacity}, &advice);
        assert_true(err == HRA_ESTATE || err == HRA_EFIT);
        hra_agent_close(agent);
        hra_player_close(player);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_sits_in_a_seat),
        cmocka_unit_test(expectimax_weighs_by_the_model),
        cmocka_unit_test(a_model_takes_no_options_but_a_name),
        cmocka_unit_test(nobody_chooses_where_nobody_is_to_move),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
