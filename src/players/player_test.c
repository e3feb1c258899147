#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"

/* ---- a game with players of its own ---------------------------------------------------------*/

/* Tic-tac-toe with two experts: `corner` takes the lowest free cell from an option on, and `random`,
 * called like a general player, always takes the first move. What is open is counted. */
typedef struct counts {
    int opened, begun;
} counts;

typedef struct corner {
    const hra_game *game;
    hra_move from;
} corner;

static counts open_now;
static corner the_corner;

static hra_err open_corner(const hra_game *game, const hra_options *options, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    if (data && strcmp(data, "/missing") == 0)
        return hra_fail(why, HRA_EIO, -1, "no data in %s", data);
    the_corner = (corner){game, options->count ? (hra_move)hra_options_int(options, "from") : 0};
    *shared = &the_corner;
    open_now.opened++;
    return HRA_OK;
}

static void close_corner(void *shared) {
    if (shared)
        open_now.opened--;
}

static hra_err begin_corner(const void *shared, void **scratch) {
    *scratch = &open_now;
    open_now.begun++;
    return HRA_OK;
}

static void end_corner(void *scratch) {
    ((counts *)scratch)->begun--;
}

static hra_err choose_corner(const void *shared, void *scratch, const hra_question *question,
                             hra_analysis *out) {
    const corner *c = shared;
    assert_ptr_equal(scratch, &open_now);
    for (out->move = c->from; !hra_game_legal(c->game, question->state, out->move);
         out->move = (out->move + 1) % 9)
        continue;
    return HRA_OK;
}

/* Gives values that are equal, out of order, and negative. */
static hra_err ask_corner(const void *shared, void *scratch, const hra_question *question,
                          hra_analysis *out) {
    static const double values[4] = {-2, 1.5, -3, 1.5};
    if (question->want == HRA_WANT_MOVE)
        return choose_corner(shared, scratch, question, out);
    if (question->want == HRA_WANT_VALUE) {
        out->value[0] = 0.25, out->value[1] = -0.25;
        return HRA_OK;
    }
    out->what = (hra_column){"worth", "worth", HRA_UNIT_POINTS, false};
    out->move_count = 4;
    for (int i = 0; i < 4; i++) {
        out->moves[i] = (hra_analysis_move){.move = (hra_move)i};
        out->moves[i].value[out->value_seat] = values[i];
    }
    return HRA_OK;
}

static const hra_option corner_options[] = {
    {.name = "from", .type = HRA_OPTION_INT, .fallback = "0", .min = 0, .max = 8},
    {0},
};
static const hra_player_kind corner_expert = {.size = sizeof(hra_player_kind),
                                              .name = "corner",
                                              .summary = "of the test",
                                              .options = corner_options,
                                              .open = open_corner,
                                              .close = close_corner,
                                              .begin = begin_corner,
                                              .end = end_corner,
                                              .ask = ask_corner,
                                              .answers =
                                                  HRA_ANSWERS_MOVE | HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE,
                                              .exact = true,
                                              .own_scale = true};
static const hra_player_kind own_random = {.size = sizeof(hra_player_kind),
                                           .name = "random",
                                           .summary = "of the test",
                                           .open = open_corner,
                                           .close = close_corner,
                                           .begin = begin_corner,
                                           .end = end_corner,
                                           .ask = choose_corner,
                                           .answers = HRA_ANSWERS_MOVE};
static const hra_player_kind *const experts[] = {&corner_expert, &own_random, NULL};

static hra_game *own, *common; /* with the experts, and without */

static int open_games(void **state) {
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    hra_rules_catalogue catalogue = *rules.catalogue;
    catalogue.experts = experts;
    rules.catalogue = &catalogue;
    return hra_game_open_rules(&own, NULL, &rules, "tictactoe", NULL) ||
           hra_game_open(&common, NULL, "tictactoe", NULL);
}

static int close_games(void **state) {
    hra_game_close(own);
    hra_game_close(common);
    return 0;
}

static hra_player *open_player(const hra_game *game, const char *spec) {
    hra_player *player = NULL;
    hra_error why = {0};
    if (hra_player_open(&player, game, spec, NULL, NULL, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return player;
}

/* A state, and an agent for one question about it. */
static hra_err choose_at(const hra_game *game, const char *spec, const char *position, uint64_t seed,
                         hra_move *out) {
    max_align_t capacity[64];
    hra_agent *agent = NULL;
    assert_true(game->state_size <= sizeof capacity);
    game->rules->init(game, capacity);
    if (position && hra_game_read_position(game, position, capacity, NULL) != 0)
        fail_msg("%s", position);
    hra_player *player = open_player(game, spec);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    hra_err err = asked_choose(agent, &(hra_question){.state = capacity, .seed = seed}, out);
    hra_agent_close(agent);
    hra_player_close(player);
    return err;
}

/* ---- opening --------------------------------------------------------------------------------*/

static void a_spec_finds_its_player(void **state) {
    static const struct {
        const char *spec;
        bool own, human, exact;
        hra_move first; /* on the empty board; 9: any */
    } cases[] = {
        {"human", true, true, false, 9},
        {"corner", true, false, true, 0},
        {"corner:from=5", true, false, true, 5},
        {"corner(from=7)", true, false, true, 7},
        {"random", true, false, false, 0}, /* the game's own comes first */
        {"random", false, false, false, 9},
        {"greedy", false, false, false, 4}, /* the middle leaves most lines open */
        {"greedy:eval=lines", false, false, false, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_game *game = cases[i].own ? own : common;
        hra_player *player = open_player(game, cases[i].spec);
        assert_string_equal(hra_player_info_of(player)->spec, cases[i].spec);
        assert_int_equal(hra_player_info_of(player)->human, cases[i].human);
        assert_int_equal(hra_player_info_of(player)->exact, cases[i].exact);
        hra_player_close(player);
        hra_move move = 99;
        hra_err err = choose_at(game, cases[i].spec, NULL, 1, &move);
        assert_int_equal(err, cases[i].human ? HRA_ESTATE : HRA_OK);
        if (!err && (cases[i].first < 9 ? move != cases[i].first : move > 8))
            fail_msg("%s takes cell %u", cases[i].spec, move);
    }
    hra_player_close(NULL);
    hra_agent_close(NULL);
}

static void wrong_players_say_why(void **state) {
    static const struct {
        const char *spec, *words;
        hra_err err;
        int at;
    } cases[] = {
        {"cornre", "did you mean 'corner'?", HRA_EINPUT, 0},
        {"humna", "tictactoe has no player 'humna'; it has human, corner, random, greedy, trained, zero and",
         HRA_EINPUT, 0},
        {"alphabetta", "did you mean 'alphabeta'?", HRA_EINPUT, 0},
        {"human:slow", "player human takes no options", HRA_EINPUT, 6},
        {"corner:from=9", "player corner: option 'from' takes 0..8, not '9'", HRA_EINPUT, 12},
        {"corner:form=1", "did you mean 'from'?", HRA_EINPUT, 7},
        {"random:slow", "player random has no option 'slow'; it takes name", HRA_EINPUT, 7},
        {"greedy:eval=linse", "did you mean 'lines'?", HRA_EINPUT, -2},
        {"alphabeta:depht=3", "did you mean 'depth'?", HRA_EINPUT, 10},
        {"", "a name is missing", HRA_EINPUT, 0},
        {"corner(from=1", "not closed", HRA_EINPUT, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_player *player = NULL;
        hra_error why = {0};
        assert_int_equal(hra_player_open(&player, own, cases[i].spec, NULL, NULL, &why), cases[i].err);
        assert_null(player);
        if (!strstr(why.text, cases[i].words) || (cases[i].at >= -1 && why.at != cases[i].at))
            fail_msg("'%s': at %d: %s", cases[i].spec, why.at, why.text);
    }
    hra_player *player = NULL;
    hra_error why = {0};
    assert_int_equal(hra_player_open(&player, own, "corner", "/missing", NULL, &why), HRA_EIO);
    assert_string_equal(why.text, "no data in /missing");
    assert_int_equal(open_now.opened, 0);
}

static void what_does_not_fit_says_so(void **state) {
    hra_rules blind = *hra_registry_find_game(NULL, "tictactoe");
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_error why = {0};
    blind.catalogue = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &blind, "tictactoe", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "greedy", NULL, NULL, &why), HRA_EFIT);
    assert_string_equal(why.text, "tictactoe has no evaluation");
    assert_null(player);
    hra_game_close(game);
}

static void what_is_opened_is_closed(void **state) {
    hra_player *player = open_player(own, "corner");
    hra_agent *agents[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(hra_agent_open(&agents[i], player), 0);
    assert_int_equal(open_now.opened, 1);
    assert_int_equal(open_now.begun, 3);
    for (int i = 0; i < 3; i++)
        hra_agent_close(agents[i]);
    hra_player_close(player);
    assert_int_equal(open_now.opened, 0);
    assert_int_equal(open_now.begun, 0);
}

static void general_players_are_listed(void **state) {
    int listed = 0, methods = 0;
    assert_string_equal(hra_registry_player(NULL, 0)->name, "random");
    assert_string_equal(hra_registry_player(NULL, 1)->name, "greedy");
    assert_string_equal(hra_registry_player(NULL, 1)->options[0].name, "eval");
    for (; hra_registry_player(NULL, listed); listed++) {
        const hra_player_kind *kind = hra_registry_player(NULL, listed);
        assert_non_null(kind->summary);
        assert_ptr_equal(hra_registry_find_player(NULL, kind->name), kind);
        assert_non_null(kind->ask);
        assert_true(kind->answers & (HRA_ANSWERS_MOVE | HRA_ANSWERS_ALL | HRA_ANSWERS_ADVICE));
        methods += kind->title != NULL;
    }
    assert_int_equal(methods, listed - 5); /* random, greedy, trained, zero, programs */
    assert_null(hra_registry_player(NULL, -1));
    assert_null(hra_registry_find_player(NULL, "nobody"));
}

/* ---- choosing -------------------------------------------------------------------------------*/

static void random_draws_from_its_seed(void **state) {
    int taken[9] = {0};
    for (uint64_t seed = 0; seed < 900; seed++) {
        hra_move move, again;
        assert_int_equal(choose_at(common, "random", NULL, seed, &move), 0);
        assert_int_equal(choose_at(common, "random", NULL, seed, &again), 0);
        assert_int_equal(move, again);
        assert_in_range(move, 0, 8);
        taken[move]++;
    }
    for (int cell = 0; cell < 9; cell++)
        assert_in_range(taken[cell], 100 - 57, 100 + 57); /* six standard deviations */
}

static void greedy_sees_one_step(void **state) {
    static const struct {
        const char *spec, *game, *position, *move;
    } cases[] = {
        {"greedy", "tictactoe",
         "XX./"
         "OO./"
         "...",
         "c1"},                                                         /* wins at once */
        {"greedy:eval=xor", "nim:rows=3-4-5", "3-4-5/0", "a2"},         /* 1-4-5 is lost for who moves */
        {"greedy", "yahtzee", "dice=6-6-6-6-6 rolls=0", "box yahtzee"}, /* 50 points at once */
        {"greedy", "yahtzee", "dice=1-1-1-1-6 rolls=0", "box three-of-a-kind"}, /* the first box with 10 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_move move;
        hra_text text;
        max_align_t capacity[64];
        hra_text_init(&text);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        assert_int_equal(choose_at(game, cases[i].spec, cases[i].position, 1, &move), 0);
        assert_int_equal(hra_game_read_position(game, cases[i].position, capacity, NULL), 0);
        game->rules->text->show_move(game, capacity, move, &text);
        if (strcmp(hra_text_string(&text), cases[i].move) != 0)
            fail_msg("%s: greedy plays %s, not %s", cases[i].position, hra_text_string(&text), cases[i].move);
        hra_text_release(&text);
        hra_game_close(game);
    }
}

/* ---- advice and worth -----------------------------------------------------------------------*/

static void advice_is_put_in_order(void **state) {
    static const hra_move order[4] = {1, 3, 0, 2}; /* 1.5 and 1.5 stay in the order of the rules */
    static const double losses[4] = {0, 0, 3.5, 4.5};
    max_align_t capacity[8];
    asked_move moves[9];
    asked_list advice = {.moves = moves, .count = 99, .column_count = 99, .reason = "stale"};
    hra_player *player = open_player(own, "corner");
    hra_agent *agent = NULL;
    assert_int_equal(hra_agent_open(&agent, player), 0);
    own->rules->init(own, capacity);
    assert_int_equal(asked_advice(agent, &(hra_question){.state = capacity}, &advice), 0);
    assert_int_equal(advice.count, 4);
    assert_int_equal(advice.column_count, 0);
    assert_string_equal(advice.reason, "");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(moves[i].move, order[i]);
        assert_true(moves[i].loss == losses[i]);
    }
    hra_agent_close(agent);
    hra_player_close(player);
}

static void who_advises_and_who_tells_the_worth(void **state) {
    static const struct {
        const char *spec;
        hra_err advises, values;
    } cases[] = {
        {"human", HRA_EFIT, HRA_EFIT}, {"corner", HRA_OK, HRA_OK},    {"random", HRA_EFIT, HRA_EFIT},
        {"greedy", HRA_OK, HRA_OK},    {"alphabeta", HRA_OK, HRA_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        max_align_t capacity[8];
        asked_move moves[9];
        double value[2];
        asked_list advice = {.moves = moves};
        hra_player *player = open_player(own, cases[i].spec);
        hra_agent *agent = NULL;
        assert_int_equal(hra_agent_open(&agent, player), 0);
        own->rules->init(own, capacity);
        assert_int_equal(asked_advice(agent, &(hra_question){.state = capacity}, &advice), cases[i].advises);
        assert_int_equal(asked_value(agent, capacity, value), cases[i].values);
        hra_agent_close(agent);
        hra_player_close(player);
    }
}

/* A method in a seat: every move with its exact value, and the worth of any state. */
static void a_method_advises_and_tells_the_worth(void **state) {
    static const struct {
        const char *board;
        double first; /* what it is worth to X */
    } cases[] = {
        {"X.O/.X./..O", 0}, {"XX./OO./...", 1}, {"XXO/.XO/..O", -1}, /* over */
    };
    hra_player *player = open_player(common, "minimax");
    hra_agent *agent = NULL;
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        max_align_t capacity[8];
        double value[2];
        assert_int_equal(hra_game_read_position(common, cases[i].board, capacity, NULL), 0);
        assert_int_equal(asked_value(agent, capacity, value), 0);
        assert_true(value[0] == cases[i].first && value[1] == -cases[i].first);
    }
    max_align_t capacity[8];
    asked_move moves[9];
    asked_list advice = {.moves = moves};
    assert_int_equal(hra_game_read_position(common, "X.O/.X./..O", capacity, NULL), 0);
    assert_int_equal(asked_advice(agent, &(hra_question){.state = capacity}, &advice), 0);
    assert_int_equal(advice.count, 5);
    assert_int_equal(moves[0].move, 5); /* c2: any other loses to the column */
    for (int i = 0; i < 5; i++)
        assert_true(moves[i].loss == (i > 0));
    hra_agent_close(agent);
    hra_player_close(player);
}

/* Front ends mark an estimate; what is known to the end of the game is none. */
static void only_the_exact_method_is_sure(void **state) {
    static const struct {
        const char *spec;
        bool estimate;
    } cases[] = {
        {"exact", false},
        {"minimax", true}, /* every number is right here, but a method does not know why */
        {"alphabeta:depth=2", true},
        {"mcts:playouts=50", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_player *player = open_player(common, cases[i].spec);
        hra_agent *agent = NULL;
        max_align_t capacity[8];
        asked_move moves[9];
        asked_list advice = {.moves = moves};
        assert_int_equal(hra_agent_open(&agent, player), 0);
        assert_int_equal(hra_game_read_position(common, "X.O/.X./..O", capacity, NULL), 0);
        assert_int_equal(asked_advice(agent, &(hra_question){.state = capacity}, &advice), 0);
        if (advice.value.estimate != cases[i].estimate)
            fail_msg("%s", cases[i].spec);
        hra_agent_close(agent);
        hra_player_close(player);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spec_finds_its_player),
        cmocka_unit_test(wrong_players_say_why),
        cmocka_unit_test(what_does_not_fit_says_so),
        cmocka_unit_test(what_is_opened_is_closed),
        cmocka_unit_test(general_players_are_listed),
        cmocka_unit_test(random_draws_from_its_seed),
        cmocka_unit_test(greedy_sees_one_step),
        cmocka_unit_test(advice_is_put_in_order),
        cmocka_unit_test(who_advises_and_who_tells_the_worth),
        cmocka_unit_test(a_method_advises_and_tells_the_worth),
        cmocka_unit_test(only_the_exact_method_is_sure),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
