#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/player.h"
#include "hra/solve.h"
#include "player_optimal.h"
#include "players.h"

extern const hra_rules hra_rules_yahtzee;

static const hra_player_kind *const optimal = &yz_expert_optimal;

/* A game with the player under test. */
struct table {
    char spec[40];
    hra_game *game;
    void *shared, *scratch;
    union yz_room *room;
    asked_move moves[YZ_MAX_MOVES];
    asked_list advice;
};

static void put_away(struct table *t) {
    if (t->game) {
        optimal->end(t->scratch);
        optimal->close(t->shared);
        hra_game_close(t->game);
    }
    memset(t, 0, sizeof *t);
}

/* The one table there is, kept while the spec stays the same. */
static struct table table;
static union yz_room room;

static struct table *set_up(const char *spec, const char *position) {
    struct table *t = &table;
    hra_error why = {0};
    if (strcmp(t->spec, spec) != 0) {
        put_away(t);
        if (hra_game_open_rules(&t->game, NULL, &hra_rules_yahtzee, spec, &why) != 0 ||
            optimal->open(t->game, NULL, NULL, NULL, &t->shared, &why) != 0)
            fail_msg("%s: %s", spec, why.text);
        assert_int_equal(optimal->begin(t->shared, &t->scratch), 0);
        memcpy(t->spec, spec, strlen(spec) + 1);
    }
    t->room = &room;
    t->advice.moves = t->moves;
    if (hra_game_read_position(t->game, position, t->room, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    return t;
}

/* Asks the kind itself, as an agent does. */
static hra_err choose_of(const struct table *t, const hra_question *question, hra_move *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_MOVE;
    hra_err err = optimal->ask(t->shared, t->scratch, &asked, &answer);
    if (!err)
        *out = answer.move;
    return err;
}

static hra_err advise_of(const struct table *t, const hra_question *question, asked_list *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_ADVICE;
    hra_analysis_init(&answer);
    assert_int_equal(hra_analysis_reserve(&answer, t->game->max_moves, 1), 0);
    answer.value_seat = ((const struct yz_state *)question->state)->seat;
    hra_err err = optimal->ask(t->shared, t->scratch, &asked, &answer);
    if (!err)
        asked_take(&answer, out);
    hra_analysis_release(&answer);
    return err;
}

static void worth(struct table *t, const union yz_room *at, double *out) {
    hra_analysis answer;
    hra_question question = {.state = at, .want = HRA_WANT_VALUE};
    assert_int_equal(optimal->ask(t->shared, t->scratch, &question, &answer), 0);
    memcpy(out, answer.value, (size_t)t->game->seats * sizeof *out);
}

static hra_move chosen(struct table *t) {
    hra_question question = {.state = t->room};
    hra_move m = 0;
    assert_int_equal(choose_of(t, &question, &m), 0);
    return m;
}

static void ask_advice(struct table *t) {
    hra_question question = {.state = t->room};
    assert_int_equal(advise_of(t, &question, &t->advice), 0);
}

/* Optimal expected scores in double precision by two programs that share no
 * code; Woodward (2003) published the first as well, Verhoeff (1999) the second. */
static void games_are_worth_what_is_known(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        double value;
        uint64_t cards;
    } cases[] = {
        {"yahtzee:rules=hasbro", 254.587728734496, 536448}, {"yahtzee:rules=free", 254.589609481963, 536448},
        {"yahtzee:rules=plain", 245.870774514112, 357632},  {"yahtzee:rules=bonus", 253.970241189780, 536448},
        {"yahtzee:rules=yatzy", 248.439989377855, 1430528},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hra_solve_setup setup = {.size = sizeof setup, .threads = 2};
        hra_game *game = NULL;
        hra_statistic figures[HRA_SOLUTION_STATISTICS];
        void *solver = NULL;
        double value;
        assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, cases[i].spec, NULL), 0);
        assert_int_equal(yz_solver.open(game, &setup, &solver, NULL), 0);
        game->rules->init(game, &room);
        assert_int_equal(yz_solver.value(solver, &room, &value), 0);
        assert_true(fabs(value - cases[i].value) < 1e-9);
        assert_int_equal(yz_solver.states(solver), cases[i].cards);
        assert_int_equal(yz_solver.statistics(solver, figures), 0); /* slow statistics were not requested */
        yz_solver.close(solver);
        hra_game_close(game);
    }
}

/* Of the exact distribution under plain, from the same two programs; an error
 * of -1 where they say nothing. */
static void figures_are_told_when_asked_for(void **state) {
    (void)state;
    static const struct {
        const char *key;
        double value, error;
    } cases[] = {
        {"mean", 245.870774514112, 1e-9},
        {"stddev", 39.82084, 1e-3},
        {"min", 0, -1},
        {"percentile_1", 151, 0},
        {"percentile_5", 180, 0},
        {"percentile_25", 217, 0},
        {"median", 247, 0},
        {"percentile_75", 270, 0},
        {"percentile_95", 316, 0},
        {"percentile_99", 327, 0},
        {"max", 375, 0},
        {"mode", 0, -1},
        {"bonus", 0.689777, 1e-6},
        {"yahtzee", 0, -1},
    };
    hra_solve_setup setup = {.size = sizeof setup, .threads = 2, .statistics = true};
    hra_game *game = NULL;
    hra_statistic figures[HRA_SOLUTION_STATISTICS];
    void *solver = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, "yahtzee:rules=plain", NULL), 0);
    assert_int_equal(yz_solver.open(game, &setup, &solver, NULL), 0);
    assert_int_equal(yz_solver.statistics(solver, figures), sizeof cases / sizeof cases[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(figures[i].key, cases[i].key);
        assert_true(cases[i].error < 0 || fabs(figures[i].value - cases[i].value) <= cases[i].error);
    }
    yz_solver.close(solver);
    hra_game_close(game);
}

/* The extremes of the first roll under hasbro, from the same two programs. */
static void first_rolls_are_worth_what_is_known(void **state) {
    (void)state;
    static const struct {
        const char *position;
        double value;
    } cases[] = {
        {"dice=1-1-2-3-6", 249.828476},
        {"dice=1-1-1-1-1", 320.830556},
        {"dice=6-6-6-6-6", 320.830556},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        struct table *t = set_up("yahtzee", cases[i].position);
        worth(t, t->room, &value);
        assert_true(fabs(value - cases[i].value) < 5e-7);
    }
}

/* The same value by walking the whole tree, with nothing but the rules. */
static double walk(const hra_game *game, const union yz_room *at) {
    hra_move moves[YZ_ROLLS];
    double p[YZ_ROLLS], value = 0;
    int mover = game->rules->to_move(game, at);
    if (mover == HRA_OVER) {
        game->rules->returns(game, at, &value);
        return value;
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, at, moves, p)
                                : game->rules->moves(game, at, moves);
    for (int i = 0; i < n; i++) {
        union yz_room child = *at;
        game->rules->apply(game, &child, moves[i]);
        double below = walk(game, &child);
        value = mover == HRA_CHANCE ? value + p[i] * below : i == 0 || below > value ? below : value;
    }
    return value;
}

static void ends_of_games_are_worth_what_their_trees_are(void **state) {
    (void)state;
    static const struct {
        const char *spec, *position;
    } cases[] = {
        {"yahtzee", "dice=11246 rolls=2 card=1,4,6,8,10,12,20,20,25,30,40,50"},
        {"yahtzee", "keep=4-4 rolls=2 card=3,6,9,.,15,24,20,20,25,30,40,50,20"},
        {"yahtzee", "keep=4-4 rolls=1 card=3,6,9,.,15,24,20,20,25,30,40,50,20"},
        {"yahtzee:rules=free", "keep=6-6-6 rolls=2 card=1,4,6,8,10,12,20,20,.,30,40,50,12"},
        {"yahtzee:rules=plain", "keep=3-4-5 rolls=2 card=1,4,6,8,10,12,20,20,25,30,.,50,12"},
        {"yahtzee:rules=yatzy", "keep=2 rolls=1 card=1,4,6,8,10,12,8,.,9,12,0,20,28,12,0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        struct table *t = set_up(cases[i].spec, cases[i].position);
        worth(t, t->room, &value);
        assert_true(fabs(value - walk(t->game, t->room)) < 1e-9);
    }
}

/* One step of a game: what a state is worth must be the average, or the greatest, of what follows. */
static void check_step(struct table *t, hra_rng *rng) {
    hra_move moves[YZ_ROLLS], next;
    double p[YZ_ROLLS], before[YZ_MAX_SEATS], after[YZ_MAX_SEATS], total = 0;
    int mover = t->game->rules->to_move(t->game, t->room), seat = t->room->state.seat;
    worth(t, t->room, before);
    if (mover == HRA_CHANCE) {
        int n = t->game->rules->chance_outcomes(t->game, t->room, moves, p);
        for (int i = 0; i < n; i++) {
            union yz_room child = *t->room;
            t->game->rules->apply(t->game, &child, moves[i]);
            worth(t, &child, after);
            total += p[i] * after[seat];
        }
        assert_true(fabs(total - before[seat]) < 1e-9);
        next = t->game->rules->sample_chance(t->game, t->room, rng);
    } else {
        ask_advice(t);
        assert_int_equal(t->advice.count, t->game->rules->moves(t->game, t->room, moves));
        assert_true(fabs(t->moves[0].value - before[mover]) < 1e-9);
        assert_int_equal(t->moves[0].move, chosen(t));
        for (int i = 0; i < t->advice.count; i++) {
            union yz_room child = *t->room;
            t->game->rules->apply(t->game, &child, t->moves[i].move);
            worth(t, &child, after);
            assert_true(fabs(after[mover] - t->moves[i].value) < 1e-9);
            assert_true(t->moves[i].value <= t->moves[0].value);
            for (int other = 0; other < t->game->seats; other++)
                assert_true(other == mover || after[other] == before[other]);
        }
        next =
            hra_rng_below(rng, 4) ? chosen(t) : t->moves[hra_rng_below(rng, (uint32_t)t->advice.count)].move;
    }
    t->game->rules->apply(t->game, t->room, next);
}

/* The probability of the bonus after the best move of the player in this state. */
static double bonus_chance(struct table *t, const union yz_room *at) {
    hra_question question = {.state = at};
    asked_move moves[YZ_MAX_MOVES];
    asked_list advice = {.moves = moves};
    assert_int_equal(advise_of(t, &question, &advice), 0);
    assert_int_equal(advice.column_count, 1);
    assert_string_equal(advice.columns[0].key, "bonus");
    return moves[0].column[0];
}

/* Inside a turn the chances of the bonus follow from each other like the values. */
static void chances_of_the_bonus_agree_inside_turns(void **state) {
    (void)state;
    static const char *const positions[] = {
        "dice=11246", "dice=44456 rolls=1 card=3,.,9,.,20,24,.,.,25",
        "dice=55661 rolls=2 card=3,6,9,8,.,.,22,20,25,30,40,50 hundreds=0"};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        hra_move moves[YZ_ROLLS];
        double p[YZ_ROLLS];
        struct table *t = set_up("yahtzee", positions[i]);
        ask_advice(t);
        for (int k = 0; k < t->advice.count; k++) {
            union yz_room child = *t->room;
            double chance = 0;
            t->game->rules->apply(t->game, &child, t->moves[k].move);
            if (yz_move_is_stand(t->moves[k].move)) {
                chance = bonus_chance(t, &child);
            } else {
                int n = t->game->rules->chance_outcomes(t->game, &child, moves, p);
                for (int j = 0; j < n; j++) {
                    union yz_room roll = child;
                    t->game->rules->apply(t->game, &roll, moves[j]);
                    chance += p[j] * bonus_chance(t, &roll);
                }
            }
            assert_true(fabs(chance - t->moves[k].column[0]) < 1e-12);
        }
    }
}

/* A box that decides the bonus. */
static void boxes_tell_the_chance_of_the_bonus(void **state) {
    (void)state;
    static const struct {
        const char *position;
        int box;
        double chance;
    } cases[] = {
        {"dice=66661 rolls=0 card=3,6,9,12,15", 5, 1},
        {"dice=66112 rolls=0 card=3,6,9,12,15", 5, 0},
        {"dice=66661 rolls=0 card=3,8,12,16,25", 6, 1}, /* 64 without the sixes */
        {"dice=66661 rolls=0 card=3,6,3,4,15", 6, 0},   /* 31 and at most 30 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *t = set_up("yahtzee", cases[i].position);
        ask_advice(t);
        for (int k = 0; k < t->advice.count; k++)
            if (t->moves[k].move == yz_move_box(cases[i].box))
                assert_true(t->moves[k].column[0] == cases[i].chance);
    }
}

static void values_agree_along_games(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        double start;
    } cases[] = {
        {"yahtzee:seats=2", 254.587728734496},
        {"yahtzee:rules=free", 254.589609481963},
        {"yahtzee:rules=yatzy", 248.439989377855},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *t = set_up(cases[i].spec, "");
        double value[YZ_MAX_SEATS], score[YZ_MAX_SEATS];
        hra_rng rng;
        hra_rng_init(&rng, i);
        worth(t, t->room, value);
        assert_true(fabs(value[0] - cases[i].start) < 1e-9);
        while (t->game->rules->to_move(t->game, t->room) != HRA_OVER)
            check_step(t, &rng);
        worth(t, t->room, value);
        t->game->rules->returns(t->game, t->room, score);
        for (int seat = 0; seat < t->game->seats; seat++)
            assert_true(value[seat] == score[seat]);
    }
}

static void reasons_are_given_in_words(void **state) {
    (void)state;
    static const struct {
        const char *position, *reason;
    } cases[] = {
        {"dice=44412", "keep 4-4-4 aims at fours ("},
        {"dice=23456", "keep all aims at large-straight (100 %)"},
        {"dice=44444 rolls=0 card=y:50", "the only legal move"},
        {"dice=44444 rolls=0", "box yahtzee: 50 points now, "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *t = set_up("yahtzee", cases[i].position);
        ask_advice(t);
        if (strncmp(t->advice.reason, cases[i].reason, strlen(cases[i].reason)) != 0)
            fail_msg("%s", t->advice.reason);
    }
}

static void nobody_is_asked_when_dice_roll(void **state) {
    (void)state;
    hra_move m = 77;
    struct table *t = set_up("yahtzee", "");
    hra_question question = {.state = t->room};
    assert_int_equal(choose_of(t, &question, &m), HRA_ESTATE);
    assert_int_equal(advise_of(t, &question, &t->advice), HRA_ESTATE);
    assert_int_equal(m, 77);
}

static void stop_it(void *self, const char *what, double done) {
    hra_stop_set(self);
}

/* Before it begins; where it says how far it is, as soon as it does. */
static void an_opening_is_stopped(void **state) {
    static const char *const specs[][3] = {
        {"yahtzee:seats=2", "duel", NULL},
        {"yahtzee:rules=plain", "atleast:target=300", "tells"},
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game;
        hra_player *player;
        hra_error why;
        assert_int_equal(hra_game_open(&game, NULL, specs[i][0], NULL), 0);
        for (int early = !specs[i][2]; early < 2; early++) {
            hra_stop stop = {0};
            const hra_progress progress = {.report = early ? NULL : stop_it, .self = &stop, .stop = &stop};
            if (early)
                hra_stop_set(&stop);
            hra_err err = hra_player_open(&player, game, specs[i][1], NULL, &progress, &why);
            if (err != HRA_ESTOPPED || why.code != HRA_ESTOPPED)
                fail_msg("%s, %s: %s", specs[i][0], specs[i][1], err ? why.text : "opened");
        }
        hra_game_close(game);
    }
}

/* Its first question solves the game: that is stopped too, and leaves nothing behind. Chances of the bonus are the same
 * whether the game was solved for them or before. */
static void a_first_question_is_stopped(void **state) {
    hra_stop stop = {0};
    double first[2] = {0};
    for (int solved = 0; solved < 2; solved++) {
        struct table *t = set_up(solved ? "yahtzee" : "yahtzee:seats=2", "dice=44412");
        hra_question question = {.state = t->room, .stop = &stop};
        hra_move m;
        hra_stop_set(&stop);
        assert_int_equal(choose_of(t, &question, &m), HRA_ESTOPPED);
        assert_int_equal(advise_of(t, &question, &t->advice), HRA_ESTOPPED);
        hra_stop_clear(&stop);
        if (solved)
            assert_int_equal(choose_of(t, &question, &m), 0);
        assert_int_equal(advise_of(t, &question, &t->advice), 0);
        first[solved] = t->moves[0].column[0];
    }
    assert_true(first[0] > 0.5 && first[0] == first[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opening_is_stopped),
        cmocka_unit_test(a_first_question_is_stopped),
        cmocka_unit_test(games_are_worth_what_is_known),
        cmocka_unit_test(figures_are_told_when_asked_for),
        cmocka_unit_test(first_rolls_are_worth_what_is_known),
        cmocka_unit_test(ends_of_games_are_worth_what_their_trees_are),
        cmocka_unit_test(values_agree_along_games),
        cmocka_unit_test(chances_of_the_bonus_agree_inside_turns),
        cmocka_unit_test(boxes_tell_the_chance_of_the_bonus),
        cmocka_unit_test(reasons_are_given_in_words),
        cmocka_unit_test(nobody_is_asked_when_dice_roll),
    };
    int failed = cmocka_run_group_tests_name("yahtzee optimal", tests, NULL, NULL);
    put_away(&table);
    return failed;
}
