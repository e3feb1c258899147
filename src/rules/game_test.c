#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/bench.h"
#include "hra/game.h"
#include "rules/registry.h"

/* A game of the test: a coin is tossed, then each seat in turn takes one to three; the seat that takes the
 * last of ten wins, and the coin decides the value of the win. It has only the functions that are required. */
typedef struct pile {
    uint8_t left, turn, worth; /* worth 0: the coin is not tossed yet */
} pile;

static hra_err open_pile(hra_game *game, const hra_options *options, hra_error *why) {
    if (hra_options_int(options, "pile") == 13)
        return hra_fail(why, HRA_EINPUT, -1, "13 brings no luck");
    game->state_size = sizeof(pile);
    game->max_moves = 3;
    game->max_chances = 2;
    game->max_return = 2;
    return HRA_OK;
}

static void init_pile(const hra_game *game, void *s) {
    *(pile *)s = (pile){.left = 10};
}

static int pile_to_move(const hra_game *game, const void *s) {
    const pile *p = s;
    return !p->worth ? HRA_CHANCE : p->left ? p->turn : HRA_OVER;
}

static int pile_moves(const hra_game *game, const void *s, hra_move *out) {
    int n = 0;
    for (hra_move take = 1; take <= 3 && take <= ((const pile *)s)->left; take++)
        out[n++] = take;
    return n;
}

static int pile_chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    out[0] = 1, probability[0] = 0.75;
    out[1] = 2, probability[1] = 0.25;
    return 2;
}

static void pile_apply(const hra_game *game, void *s, hra_move m) {
    pile *p = s;
    if (!p->worth) {
        p->worth = (uint8_t)m;
        return;
    }
    p->left = (uint8_t)(p->left - m);
    p->turn = (uint8_t)((p->turn + 1) % game->seats);
}

static void pile_returns(const hra_game *game, const void *s, double *out) {
    const pile *p = s;
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = (p->turn + game->seats - 1) % game->seats == seat ? p->worth : 0;
}

static void show_pile_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, ((const pile *)s)->worth ? "Take %u" : "coin %u", m);
}

static void eval_left(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = ((const pile *)s)->left * (self ? *(const double *)self : 1);
}

static hra_err open_scaled(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    static double factors[] = {0, 1, 2, 3};
    *self = &factors[hra_options_int(options, "by")];
    return HRA_OK;
}

static const hra_option pile_options[] = {
    {.name = "pile", .type = HRA_OPTION_INT, .fallback = "10", .min = 1, .max = 20},
    {0},
};
static const hra_option scaled_options[] = {
    {.name = "by", .type = HRA_OPTION_INT, .fallback = "2", .min = 1, .max = 3},
    {0},
};
static const hra_evaluation pile_evaluations[] = {
    {.name = "left", .help = "what is left", .value = eval_left},
    {.name = "scaled", .help = "times", .options = scaled_options, .open = open_scaled, .value = eval_left},
    {0},
};
static const hra_rules_text pile_text = {
    .size = sizeof(hra_rules_text),
    .show_move = show_pile_move,
};

static const hra_rules_catalogue pile_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .evaluations = pile_evaluations,
};

static const hra_rules pile_rules = {
    .size = sizeof(hra_rules),
    .name = "pile",
    .seats.min = 1,
    .seats.max = 5,
    .seats.default_ = 2,
    .options = pile_options,
    .open = open_pile,
    .init = init_pile,
    .to_move = pile_to_move,
    .moves = pile_moves,
    .apply = pile_apply,
    .returns = pile_returns,
    .chance_outcomes = pile_chances,
    .text = &pile_text,
    .catalogue = &pile_catalogue,
};

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &pile_rules, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* ---- registry and opening -------------------------------------------------------------------*/

static void every_registered_game_is_found(void **state) {
    assert_true(hra_registry_games(NULL) >= 2);
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        assert_ptr_equal(hra_registry_find_game(NULL, rules->name), rules);
        assert_true(rules->seats.min >= 1 && rules->seats.max <= HRA_MAX_SEATS);
        assert_in_range(rules->seats.default_, rules->seats.min, rules->seats.max);
    }
    assert_null(hra_registry_find_game(NULL, "shogi"));
    assert_null(hra_registry_find_game(NULL, ""));
}

static void seats_are_an_option_where_they_are_free(void **state) {
    hra_option table[HRA_MAX_OPTIONS + 1];
    hra_rules_options(&pile_rules, table);
    assert_string_equal(table[0].name, "pile");
    assert_string_equal(table[1].name, "seats");
    assert_string_equal(table[1].fallback, "2");
    assert_null(table[2].name);
    hra_rules_options(hra_registry_find_game(NULL, "tictactoe"), table);
    assert_null(table[0].name);
    hra_rules following = pile_rules; /* the rules' open decides */
    following.seats.from_game = true;
    hra_rules_options(&following, table);
    assert_string_equal(table[0].name, "pile");
    assert_null(table[1].name);
    hra_game *two = open_game("pile"), *five = open_game("pile:seats=5");
    assert_int_equal(two->seats, 2);
    assert_int_equal(five->seats, 5);
    assert_string_equal(five->spec, "pile:seats=5");
    hra_game_close(two);
    hra_game_close(five);
    hra_game_close(NULL);
}

/* One more than the longer of both lists. */
static void lists_have_room_for_every_move(void **state) {
    hra_game game = {.max_moves = 3, .max_chances = 2};
    assert_int_equal(hra_game_move_capacity(&game), 4);
    game.max_chances = 252;
    assert_int_equal(hra_game_move_capacity(&game), 253);
}

static void wrong_games_say_why(void **state) {
    static const struct {
        const char *spec;
        int at;
        const char *words;
    } cases[] = {
        {"tictactoo", 0, "did you mean 'tictactoe'?"},
        {"shogi", 0, "unknown game 'shogi'; choose one of che"},
        {"ludo", 0, "did you mean 'race'?"},
        {"Checkers", 0, "did you mean 'checkers'?"}, /* backgammon has 15 checkers */
        {"Draughts", 0, "did you mean 'checkers'?"},
        {"chess960", 0, "unknown game 'chess960'; did you mean 'chess:variant=960'?"},
        {"960", 0, "did you mean 'chess:variant=960'?"},
        {"Los Alamos", 0, "did you mean 'chess:variant=losalamos'?"},
        {"losalomos", 0, "did you mean 'chess:variant=losalamos'?"},
        {"nackgamon", 0, "did you mean 'backgammon:variation=nackgammon'?"}, /* nearer than backgammon */
        {"yatzy", 0, "did you mean 'yahtzee:rules=yatzy'?"},
        {"yatzee", 0, "did you mean 'yahtzee'?"},
        {"trip", 0, "unknown game 'trip'; choose one of che"}, /* not the maze `trap` */
        {"yes", 0, "unknown game 'yes'; choose one of che"},   /* no word for the cube of backgammon */
        {"", 0, "a name is missing"},
        {"tictactoe:size=4", 10, "game tictactoe takes no options"},
        {"tictactoe:seats=3", 10, "game tictactoe takes no options"},
        {"tictactoe seats=2", 9, "expected ':'"},
        {"tictactoe(x", 9, "not closed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why = {0};
        hra_game *game = NULL;
        assert_int_equal(hra_game_open(&game, NULL, cases[i].spec, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].words) || why.at != cases[i].at)
            fail_msg("'%s': at %d: %s", cases[i].spec, why.at, why.text);
        assert_null(game);
    }
    hra_game *game = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open_rules(&game, NULL, &pile_rules, "pile:seats=6", &why), HRA_EINPUT);
    assert_string_equal(why.text, "game pile: option 'seats' takes 1..5, not '6'");
    assert_int_equal(why.at, 11);
    assert_int_equal(hra_game_open_rules(&game, NULL, &pile_rules, "pile:pile=13", &why), HRA_EINPUT);
    assert_string_equal(why.text, "13 brings no luck");
    assert_null(game);
}

/* ---- generic defaults -----------------------------------------------------------------------*/

static void moves_are_listed_for_whoever_is_to_move(void **state) {
    static const struct {
        pile s;
        int n;
        hra_move moves[3];
    } cases[] = {
        {{10, 0, 0}, 2, {1, 2}}, /* the coin */
        {{10, 0, 1}, 3, {1, 2, 3}},
        {{2, 1, 1}, 2, {1, 2}},
        {{0, 1, 1}, 0, {0}}, /* over */
    };
    hra_game *game = open_game("pile");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_move moves[4];
        int n = hra_game_moves(game, &cases[i].s, moves);
        assert_int_equal(n, cases[i].n);
        assert_memory_equal(moves, cases[i].moves, (size_t)n * sizeof *moves);
        for (hra_move m = 0; m < 5; m++) {
            bool listed = false;
            for (int j = 0; j < n; j++)
                listed = listed || moves[j] == m;
            assert_int_equal(hra_game_legal(game, &cases[i].s, m), listed);
        }
    }
    hra_game_close(game);
}

static void samples_come_from_the_chances(void **state) {
    hra_game *game = open_game("pile");
    pile s = {.left = 10};
    hra_rng rng;
    hra_move moves[2];
    double probability[2];
    int twos = 0;
    hra_rng_init(&rng, 5);
    for (int i = 0; i < 4000; i++) {
        hra_move m = hra_game_sample(game, &s, &rng, moves, probability);
        assert_in_range(m, 1, 2);
        twos += m == 2;
    }
    assert_in_range(twos, 1000 - 165, 1000 + 165); /* six standard deviations of sqrt(4000/4*3/4) */
    hra_game_close(game);
}

static uint64_t seven(const hra_game *game, const void *s) {
    return 7;
}

static void keys_are_of_the_bytes_unless_the_rules_know_better(void **state) {
    hra_rules_hints hints = {.size = sizeof hints, .key = seven};
    hra_rules own = pile_rules;
    own.hints = &hints;
    hra_game *game = open_game("pile"), *keyed = NULL;
    assert_int_equal(hra_game_open_rules(&keyed, NULL, &own, "pile", NULL), 0);
    pile a = {10, 0, 1}, b = {10, 0, 1}, c = {9, 0, 1};
    assert_true(hra_game_key(game, &a) == hra_game_key(game, &b));
    assert_true(hra_game_key(game, &a) != hra_game_key(game, &c));
    assert_true(hra_game_key(keyed, &a) == 7 && hra_game_key(keyed, &c) == 7);
    hra_game_close(game);
    hra_game_close(keyed);
}

static void moves_are_parsed_by_their_text(void **state) {
    static const struct {
        pile s;
        const char *text;
        hra_move move; /* 0: refused */
        const char *words;
    } cases[] = {
        {{10, 0, 1}, "Take 2", 2, NULL},
        {{10, 0, 1}, "take 2", 2, NULL},
        {{10, 0, 1}, "  TAKE 3 \r\n", 3, NULL},
        {{10, 0, 0}, "coin 2", 2, NULL},
        {{10, 0, 1}, "take", 0, "illegal move 'take'; legal moves: Take 1, Take 2, Take 3"},
        {{10, 0, 1}, "take 22", 0, "illegal move 'take 22'"},
        {{2, 0, 1}, "take 3", 0, "legal moves: Take 1, Take 2"},
        {{10, 0, 1}, "", 0, "illegal move ''"},
        {{10, 0, 0}, "take 2", 0, "legal moves: coin 1, coin 2"},
        {{0, 0, 1}, "take 1", 0, "the game is over"},
    };
    hra_game *game = open_game("pile");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_move move = 99;
        hra_error why = {0};
        hra_err err = hra_game_parse_move(game, &cases[i].s, cases[i].text, &move, &why);
        assert_int_equal(err, cases[i].move ? HRA_OK : HRA_EINPUT);
        assert_int_equal(move, cases[i].move ? cases[i].move : 99);
        if (err && !strstr(why.text, cases[i].words))
            fail_msg("'%s': %s", cases[i].text, why.text);
    }
    hra_game_close(game);
}

/* ---- evaluations ----------------------------------------------------------------------------*/

static void evaluations_open_by_spec(void **state) {
    static const struct {
        const char *spec; /* NULL: the default */
        double value;
    } cases[] = {
        {NULL, 9}, {"left", 9}, {"scaled", 18}, {"scaled:by=3", 27}, {"scaled(by=1)", 9},
    };
    hra_game *game = open_game("pile");
    pile s = {9, 0, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_eval eval;
        double value[2];
        assert_int_equal(hra_eval_open(&eval, game, cases[i].spec, NULL), 0);
        eval.kind->value(game, eval.self, NULL, &s, value);
        assert_true(value[0] == cases[i].value && value[1] == cases[i].value);
        hra_eval_close(&eval);
        assert_null(eval.kind);
    }
    hra_game_close(game);
}

static void wrong_evaluations_say_why(void **state) {
    static const struct {
        const char *spec, *words;
    } cases[] = {
        {"lefd", "pile has no evaluation 'lefd'; it has left, scaled, trained, expr; did you mean 'left'?"},
        {"left:by=2", "evaluation left takes no options"},
        {"scaled:by=4", "evaluation scaled: option 'by' takes 1..3, not '4'"},
        {"scaled(by=1", "not closed"},
        {"", "a name is missing"},
    };
    hra_game *game = open_game("pile"), *bare = NULL;
    hra_eval eval;
    hra_error why = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(hra_eval_open(&eval, game, cases[i].spec, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].words))
            fail_msg("'%s': %s", cases[i].spec, why.text);
    }
    hra_rules none = pile_rules;
    none.catalogue = NULL;
    assert_int_equal(hra_game_open_rules(&bare, NULL, &none, "pile", NULL), 0);
    assert_int_equal(hra_eval_open(&eval, bare, NULL, &why), HRA_EFIT);
    assert_string_equal(why.text, "pile has no evaluation");
    hra_game_close(game);
    hra_game_close(bare);
}

static int always_over(const hra_game *game, const void *s) {
    return HRA_OVER;
}

static unsigned last_wins(const hra_game *game, const void *s) {
    return 1U << (game->seats - 1);
}

static unsigned nobody_wins(const hra_game *game, const void *s) {
    return 0;
}

static void winners_are_the_highest_unless_the_rules_know_better(void **state) {
    static const struct {
        double value[3];
        unsigned (*winners)(const hra_game *, const void *);
        bool one_against_all;
        unsigned set;
        int share;
    } cases[] = {
        {{1, 0, 0}, NULL, false, 1, 1},
        {{0, 2, 1}, NULL, false, 2, 1},
        {{0, 2, 2}, NULL, false, 6, 2},
        {{0, 0, 0}, NULL, false, 7, 3},
        {{9, -9, -9}, last_wins, false, 4, 1},
        {{9, -9, -9}, nobody_wins, false, 7, 3},
        {{-5, 5, 5}, NULL, true, 6, 1}, /* seats that play together share nothing */
        {{5, -5, -5}, NULL, true, 1, 1},
        {{5, -5, -5}, nobody_wins, true, 7, 2}, /* a draw of two sides */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int share = -1;
        const hra_rules_conduct conduct = {.winners = cases[i].winners};
        const hra_rules over = {.name = "over", .to_move = always_over, .conduct = &conduct};
        hra_game game = {.rules = &over, .seats = 3, .one_against_all = cases[i].one_against_all};
        assert_int_equal(hra_game_winners(&game, NULL, cases[i].value, &share), cases[i].set);
        assert_int_equal(share, cases[i].share);
    }
}

/* What is measured of each game is complete, opens, and has a name of its own. */
static void benchmarks_say_all_that_their_kind_needs(void **state) {
    int count = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        for (const hra_benchmark *b = hra_rules_offers(rules)->benchmarks; b && b->name; b++, count++) {
            hra_game *game;
            char spec[HRA_SPEC_LENGTH];
            bool threads = b->kind == HRA_BENCH_SOLVE || b->kind == HRA_BENCH_PROBE;
            bool plies = b->kind == HRA_BENCH_PERFT || b->kind == HRA_BENCH_LEAVES;
            assert_in_range(b->kind, HRA_BENCH_PERFT, HRA_BENCH_MATCH);
            assert_int_equal(b->number > 0, threads || plies);
            assert_int_equal(b->by != NULL, b->kind == HRA_BENCH_SEARCH || b->kind == HRA_BENCH_MATCH);
            assert_int_equal(b->position != NULL, b->kind == HRA_BENCH_PROBE);
            for (const hra_benchmark *other = rules->catalogue->benchmarks; other != b; other++)
                assert_string_not_equal(other->name, b->name);
            snprintf(spec, sizeof spec, "%s:%s", rules->name, b->options ? b->options : "");
            assert_int_equal(hra_game_open(&game, NULL, b->options ? spec : rules->name, NULL), HRA_OK);
            hra_game_close(game);
        }
    }
    assert_true(count > 0);
}

/* A command to begin with is one of the game that offers it. */
static void examples_are_of_their_game(void **state) {
    int count = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++)
        for (const hra_example *e = hra_rules_offers(hra_registry_game(NULL, i))->examples; e && e->command;
             e++, count++) {
            const char *game = strchr(e->command, ' ');
            assert_non_null(game);
            assert_memory_equal(game + 1, hra_registry_game(NULL, i)->name,
                                strlen(hra_registry_game(NULL, i)->name));
            assert_true(e->what && *e->what);
        }
    assert_true(count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_have_room_for_every_move),
        cmocka_unit_test(every_registered_game_is_found),
        cmocka_unit_test(seats_are_an_option_where_they_are_free),
        cmocka_unit_test(wrong_games_say_why),
        cmocka_unit_test(moves_are_listed_for_whoever_is_to_move),
        cmocka_unit_test(samples_come_from_the_chances),
        cmocka_unit_test(keys_are_of_the_bytes_unless_the_rules_know_better),
        cmocka_unit_test(moves_are_parsed_by_their_text),
        cmocka_unit_test(evaluations_open_by_spec),
        cmocka_unit_test(wrong_evaluations_say_why),
        cmocka_unit_test(benchmarks_say_all_that_their_kind_needs),
        cmocka_unit_test(examples_are_of_their_game),
        cmocka_unit_test(winners_are_the_highest_unless_the_rules_know_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
