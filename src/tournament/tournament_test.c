/* A tournament against what plain matches between the same players give. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "held.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "tournament/tournament_tasks.h"

enum { MOST_PLAYERS = 4, MOST_GAMES = 4000 };

/* A game and players, opened; specs are separated by '|'. */
typedef struct hall {
    hra_game *game;
    hra_player *opened[MOST_PLAYERS];
    const hra_player *players[MOST_PLAYERS];
    int count;
} hall;

static void enter(hall *h, const char *game, const char *specs) {
    char text[200], *rest = NULL;
    *h = (hall){0};
    assert_int_equal(hra_game_open(&h->game, NULL, game, NULL), 0);
    assert_true(strlen(specs) < sizeof text);
    memcpy(text, specs, strlen(specs) + 1);
    for (char *spec = strtok_r(text, "|", &rest); spec; spec = strtok_r(NULL, "|", &rest)) {
        assert_int_equal(hra_player_open(&h->opened[h->count], h->game, spec, NULL, NULL, NULL), 0);
        h->players[h->count] = h->opened[h->count];
        h->count++;
    }
}

static void leave(hall *h) {
    for (int i = 0; i < h->count; i++)
        hra_player_close(h->opened[i]);
    hra_game_close(h->game);
}

static hra_tournament_setup setup_of(const hall *h, uint64_t groups, int threads) {
    return (hra_tournament_setup){.game = h->game,
                                  .players = h->players,
                                  .count = h->count,
                                  .groups = groups,
                                  .seed = 5,
                                  .threads = threads};
}

static held play(const hra_tournament_setup *setup) {
    held t;
    hra_error why = {0};
    assert_int_equal(held_open(&t, setup, NULL, NULL, &why), 0);
    assert_int_equal(hra_work_run(t.work, setup->threads, NULL, &why), 0);
    return t;
}

/* All that a tournament tells, but for what was played after the end of a test. */
static char *told_by(hra_tournament *t) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    assert_int_equal(hra_json_tournament(&json, NULL, t, NULL, NULL), 0);
    json_t *tree = json_loads(hra_text_string(&text), JSON_REJECT_DUPLICATES, NULL), *pairing;
    assert_non_null(tree);
    size_t i;
    json_array_foreach(json_object_get(tree, "pairings"), i, pairing) {
        json_object_del(pairing, "uncounted_groups");
        json_object_del(pairing, "after");
    }
    char *out = json_dumps(tree, JSON_SORT_KEYS);
    json_decref(tree);
    hra_text_release(&text);
    return out;
}

/* ---- against matches ------------------------------------------------------------------------*/

typedef struct games {
    hra_match_game game[MOST_GAMES];
    int count;
} games;

static hra_err keep(void *self, const hra_match_game *game) {
    games *all = self;
    assert_true(all->count < MOST_GAMES);
    all->game[all->count++] = *game;
    return HRA_OK;
}

/* The games of these players as a plain match plays them. */
static games *match_of(const hall *h, const hra_player *const *players, uint64_t count) {
    games *all = calloc(1, sizeof *all);
    hra_match_result r = {.size = sizeof r};
    played_setup setup = {.game = h->game,
                          .players = players,
                          .count = h->game->seats,
                          .games = count,
                          .seed = 5,
                          .threads = 1,
                          .rotate = h->game->seats > 1,
                          .ended = keep,
                          .ended_self = all};
    assert_non_null(all);
    assert_int_equal(played_match(&setup, &r, NULL), 0);
    hra_match_release(&r);
    return all;
}

static void pairings_are_matches(void **state) {
    static const struct {
        const char *game, *players;
        int pairings;
    } cases[] = {
        {"tictactoe", "random|greedy|random", 3},
        {"race:seats=3,pieces=2", "random|greedy|random|greedy", 4},
        {"nim:rows=3-4,last=loses", "random|greedy", 1},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        hall h;
        enter(&h, cases[k].game, cases[k].players);
        hra_tournament_setup setup = setup_of(&h, 60, 2);
        held t = play(&setup);
        assert_true(hra_tournament_over(t.t));
        assert_int_equal(hra_tournament_setup_of(t.t)->pairings, cases[k].pairings);
        for (int i = 0; i < cases[k].pairings; i++) {
            const hra_player *players[HRA_MAX_SEATS];
            double points[HRA_MAX_SEATS] = {0};
            hra_pairing p;
            hra_tournament_snapshot(t.t, i, &p);
            assert_int_equal(p.count, h.game->seats);
            assert_int_equal(p.groups, 60);
            for (int n = 0; n < p.count; n++)
                players[n] = h.players[p.player[n]];
            games *all = match_of(&h, players, 60 * (uint64_t)p.count);
            for (int g = 0; g < all->count; g++)
                for (int seat = 0; seat < p.count; seat++)
                    if (all->game[g].winners >> seat & 1)
                        points[all->game[g].player[seat]] += 1.0 / all->game[g].share;
            for (int n = 0; n < p.count; n++)
                assert_float_equal(points[n], p.points[n], 1e-9);
            free(all);
        }
        hra_work_close(t.work);
        leave(&h);
    }
}

/* Two players are as far apart as their points say, in Pacman too: a play that is cut off is a draw with any
 * score, one that is lost may have a high one. */
static void ratings_follow_points_not_returns(void **state) {
    hall h;
    enter(&h, "pacman:layout=crossroads,ghosts=1,max-rounds=25", "greedy|random");
    hra_tournament_setup setup = setup_of(&h, 60, 2);
    held t = play(&setup);
    games *all = match_of(&h, h.players, 120);
    int unequal_draws = 0, won = 0;
    for (int g = 0; g < all->count; g++) {
        unequal_draws += all->game[g].share == 2 && all->game[g].value[0] != all->game[g].value[1];
        won += all->game[g].share == 1;
    }
    assert_true(unequal_draws > 0 && won > 0);
    hra_rating rating[2];
    bool sampled = true;
    assert_int_equal(hra_tournament_rate(t.t, 0, NULL, rating, &sampled, NULL), 0);
    assert_false(sampled);
    double elo = hra_elo_of(hra_tournament_points(t.t, 0) / 120);
    assert_true(fabs(rating[0].elo - rating[1].elo - elo) < 1e-6);
    free(all);
    hra_work_close(t.work);
    leave(&h);
}

/* In a game of one seat everybody plays the number alone. */
static void who_plays_alone_is_compared_by_numbers(void **state) {
    hall h;
    enter(&h, "yahtzee", "greedy|random");
    hra_tournament_setup setup = setup_of(&h, 40, 3);
    held t = play(&setup);
    games *a = match_of(&h, &h.players[0], 40), *b = match_of(&h, &h.players[1], 40);
    double points = 0, sum = 0;
    for (int g = 0; g < 40; g++) {
        double more = a->game[g].value[0] - b->game[g].value[0];
        points += more > 0 ? 1 : more == 0 ? 0.5 : 0;
        sum += more;
    }
    hra_pairing p;
    hra_tournament_snapshot(t.t, 0, &p);
    assert_int_equal(p.count, 2);
    assert_false(p.paired);
    assert_float_equal(p.points[0], points, 1e-9);
    assert_float_equal(p.strength.mean, sum / 40, 1e-9);
    assert_false(p.strength.logistic);
    free(a);
    free(b);
    hra_work_close(t.work);
    leave(&h);
}

/* ---- a test ---------------------------------------------------------------------------------*/

/* The first prefix of a match that decides, found by hand. */
static void a_test_ends_with_the_first_group_that_decides(void **state) {
    static const hra_sequential test = {.low = 0, .high = 40, .alpha = 0.05, .beta = 0.05};
    static const double values[] = {0, 0.25, 0.5, 0.75, 1};
    hall h;
    enter(&h, "tictactoe", "greedy|random");
    games *all = match_of(&h, h.players, 2000);
    uint64_t counts[5] = {0}, groups = 0;
    hra_sample sample = {values, counts, 5, 0.5, 2};
    double llr = 0;
    for (; groups < 1000 && fabs(llr) < log(19); groups++) {
        double points = 0;
        for (uint64_t g = 2 * groups; g < 2 * groups + 2; g++)
            for (int seat = 0; seat < 2; seat++)
                if (all->game[g].player[seat] == 0 && all->game[g].winners >> seat & 1)
                    points += 1.0 / all->game[g].share;
        counts[(int)(2 * points)]++;
        llr = hra_sequential_judge(&test, &sample).llr;
    }
    assert_in_range(groups, 5, 900);
    char *first = NULL;
    for (int threads = 1; threads <= 3; threads++) {
        hra_tournament_setup setup = setup_of(&h, 1000, threads);
        setup.test = &test;
        held t = play(&setup);
        hra_pairing p;
        hra_tournament_snapshot(t.t, 0, &p);
        assert_int_equal(p.groups, groups);
        assert_int_equal(p.verdict, llr > 0 ? HRA_ACCEPT_HIGH : HRA_ACCEPT_LOW);
        assert_true(p.llr == llr);
        assert_memory_equal(p.pairs, counts, sizeof counts);
        assert_true(p.groups + p.uncounted_groups <= 1000);
        assert_true(hra_tournament_over(t.t));
        char *told = told_by(t.t);
        if (first)
            assert_string_equal(told, first);
        free(first);
        first = told;
        hra_work_close(t.work);
    }
    free(first);
    free(all);
    leave(&h);
}

/* Players that make the same moves each time: a test is refused, elsewhere one group counts. */
static void alike_games_count_once(void **state) {
    static const hra_sequential test = {.low = 0, .high = 40, .alpha = 0.05, .beta = 0.05};
    hall h;
    enter(&h, "nim:rows=2-3", "minimax|exact|random");
    hra_tournament_setup setup = setup_of(&h, 30, 2);
    held t = play(&setup);
    for (int i = 0; i < 3; i++) {
        hra_pairing p;
        hra_tournament_snapshot(t.t, i, &p);
        bool alike = p.player[1] == 1;
        assert_int_equal(p.deterministic, alike);
        assert_int_equal(p.groups, alike ? 1 : 30);
        assert_int_equal(p.uncounted_groups, 0);
    }
    assert_true(hra_tournament_over(t.t));
    hra_work_close(t.work);
    setup.count = 2;
    setup.test = &test;
    hra_error why = {0};
    assert_int_equal(held_open(&t, &setup, NULL, NULL, &why), 0);
    assert_int_equal(hra_work_run(t.work, 2, NULL, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "the same moves"));
    hra_work_close(t.work);
    leave(&h);
}

/* ---- openings -------------------------------------------------------------------------------*/

static const char openings[] = "X../.O./...\nX../O../...\n.X./..O/...\nX.O/.../...\n..X/.O./...\n";
enum { OPENINGS = 5 };

/* The points of the first player in the first `groups` groups of a pairing, played as plain games. */
static double points_of(const hall *h, const hra_openings *o, const hra_pairing *p, uint64_t groups) {
    const hra_player *players[2] = {h->players[p->player[0]], h->players[p->player[1]]};
    hra_match_result r = {.size = sizeof r};
    played_setup setup = {.game = h->game,
                          .players = players,
                          .count = 2,
                          .games = 2 * groups,
                          .seed = 5,
                          .threads = 1,
                          .rotate = true,
                          .openings = o};
    assert_int_equal(played_match(&setup, &r, NULL), 0);
    double points = r.players[0].points;
    hra_match_release(&r);
    return points;
}

/* Players that make the same moves from the same opening play each once, for any number of threads, and
 * others go round. */
static void openings_go_round(void **state) {
    hall h;
    hra_openings *o = NULL;
    enter(&h, "tictactoe", "greedy|minimax|random");
    assert_int_equal(hra_openings_read(&o, h.game, openings, strlen(openings), NULL), 0);
    static const struct {
        uint64_t groups, alike;
    } cases[] = {
        {OPENINGS - 1, OPENINGS - 1},
        {OPENINGS, OPENINGS},
        {OPENINGS + 1, OPENINGS}, /* one group tells */
        {100, OPENINGS},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *first = NULL;
        for (int threads = 1; threads <= 3; threads++) {
            hra_tournament_setup setup = setup_of(&h, cases[k].groups, threads);
            setup.openings = o;
            held t = play(&setup);
            assert_true(hra_tournament_over(t.t));
            for (int i = 0; i < 3; i++) {
                hra_pairing p;
                hra_tournament_snapshot(t.t, i, &p);
                bool same = p.player[1] == 1;
                assert_int_equal(p.groups, same ? cases[k].alike : cases[k].groups);
                assert_int_equal(p.deterministic, same && cases[k].groups > OPENINGS);
                assert_true(p.points[0] == points_of(&h, o, &p, p.groups));
            }
            char *told = told_by(t.t);
            if (first)
                assert_string_equal(told, first);
            free(first);
            first = told;
            hra_work_close(t.work);
        }
        free(first);
    }
    hra_openings_close(o);
    leave(&h);
}

/* A test of such players ends with what the openings told; of one opening it is refused. */
static void a_test_ends_with_its_openings(void **state) {
    static const hra_sequential test = {.low = 0, .high = 20, .alpha = 0.05, .beta = 0.05};
    hall h;
    enter(&h, "tictactoe", "greedy|minimax");
    for (int one = 0; one < 2; one++) {
        hra_openings *o = NULL;
        size_t length = one ? strcspn(openings, "\n") : strlen(openings);
        assert_int_equal(hra_openings_read(&o, h.game, openings, length, NULL), 0);
        hra_tournament_setup setup = setup_of(&h, 10000, 2);
        setup.test = &test;
        setup.openings = o;
        held t;
        hra_error why = {0};
        hra_pairing p;
        assert_int_equal(held_open(&t, &setup, NULL, NULL, &why), 0);
        assert_int_equal(hra_work_run(t.work, 2, NULL, &why), one ? HRA_EINPUT : 0);
        hra_tournament_snapshot(t.t, 0, &p);
        assert_true(p.deterministic && hra_tournament_over(t.t));
        assert_int_equal(p.verdict, HRA_GO_ON);
        assert_int_equal(p.groups, one ? 1 : OPENINGS);
        hra_work_close(t.work);
        hra_openings_close(o);
    }
    leave(&h);
}

/* Units that come back in any order, the last ones first, come to what a tournament does. */
static void in_units(const hra_tournament_setup *setup, const char *with) {
    enum { UNITS = 64 };
    held whole = play(setup);
    hra_tournament *t = NULL;
    hra_tournament_task task[UNITS];
    int count = 0;
    assert_int_equal(hra_tournament_open(&t, setup, NULL), 0);
    while (hra_tournament_next_task(t, 3, &task[count])) {
        assert_true(task[count].to <= OPENINGS || task[count].from >= OPENINGS);
        count++;
    }
    for (int i = count - 1; i >= 0; i--) {
        hra_text result;
        hra_text_init(&result);
        assert_int_equal(hra_tournament_run_task(t, &task[i], NULL, &result, NULL, NULL), 0);
        assert_int_equal(hra_tournament_add_result(t, &task[i], hra_text_string(&result), NULL), 0);
        hra_text_release(&result);
    }
    char *first = told_by(whole.t), *second = told_by(t);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, with));
    free(first);
    free(second);
    hra_work_close(whole.work);
    hra_tournament_close(t);
}

static void units_go_round_too(void **state) {
    hall h;
    hra_openings *o = NULL;
    enter(&h, "tictactoe", "greedy|minimax");
    assert_int_equal(hra_openings_read(&o, h.game, openings, strlen(openings), NULL), 0);
    hra_tournament_setup setup = setup_of(&h, 64, 1);
    setup.openings = o;
    in_units(&setup, "\"openings\": 5");
    hra_openings_close(o);
    leave(&h);
}

/* Adjudicated games are counted by reason, in tasks too. */
static void games_ended_early_are_counted(void **state) {
    hall h;
    hra_openings *o = NULL;
    enter(&h, "tictactoe", "random|minimax");
    assert_int_equal(hra_openings_read(&o, h.game, openings, strlen(openings), NULL), 0);
    hra_tournament_setup setup = setup_of(&h, 40, 2);
    setup.openings = o;
    setup.adjudicator = &(hra_adjudicator){.resign_moves = 1, .resign_score = 1, .max_plies = 5};
    in_units(&setup, "\"adjudicated\": {\"draw\": 0, \"length\": ");
    held t = play(&setup);
    uint64_t other = 0, ended = 0;
    hra_pairing p;
    hra_tournament_snapshot(t.t, 0, &p);
    const uint64_t *count = p.adjudicated;
    for (int i = HRA_OUTCOME_RULES; i <= HRA_OUTCOME_AGREED; i++)
        other += p.outcomes[i];
    for (int i = 0; i < HRA_ADJUDICATIONS; i++)
        ended += count[i];
    assert_int_equal(ended + other, 2 * p.groups);
    assert_int_equal(count[HRA_ADJUDICATION_NONE], 0);
    assert_int_equal(count[HRA_ADJUDICATION_TABLES] + count[HRA_ADJUDICATION_DRAW], 0);
    assert_true(count[HRA_ADJUDICATION_LENGTH] > 0 && count[HRA_ADJUDICATION_RESIGN] + other > 0);
    hra_work_close(t.work);
    hra_openings_close(o);
    leave(&h);
}

/* ---- stopping -------------------------------------------------------------------------------*/

typedef struct watch {
    hra_stop stop;
    double at;
} watch;

static void stop_there(void *self, const char *what, double done) {
    watch *w = self;
    if (done >= w->at)
        hra_stop_set(&w->stop);
}

/* Stopped again and again it ends with what it would have come to at once. */
static void it_goes_on_where_it_was_stopped(void **state) {
    static const hra_sequential test = {.low = 0, .high = 10, .alpha = 0.05, .beta = 0.05};
    for (int with_test = 0; with_test < 2; with_test++) {
        hall h;
        enter(&h, "tictactoe", with_test ? "greedy|random" : "greedy|random|greedy");
        hra_tournament_setup setup = setup_of(&h, 300, 2);
        setup.test = with_test ? &test : NULL;
        held whole = play(&setup), t = {0};
        hra_error why = {0};
        int stops = 0;
        assert_int_equal(held_open(&t, &setup, NULL, NULL, &why), 0);
        for (double at = 0; at < 1 && !hra_tournament_over(t.t); at += 0.1) {
            watch w = {.at = at};
            hra_progress progress = {.report = stop_there, .self = &w, .stop = &w.stop};
            assert_int_equal(hra_work_run(t.work, 2, &progress, &why), 0);
            stops += !hra_tournament_over(t.t);
        }
        assert_true(stops > 0);
        assert_int_equal(hra_work_run(t.work, 2, NULL, &why), 0);
        char *a = told_by(whole.t), *b = told_by(t.t);
        assert_string_equal(a, b);
        free(a);
        free(b);
        hra_work_close(whole.work);
        hra_work_close(t.work);
        leave(&h);
    }
}

/* ---- what is refused ------------------------------------------------------------------------*/

static void wrong_setups_are_refused(void **state) {
    static const hra_sequential test = {.low = 0, .high = 10, .alpha = 0.05, .beta = 0.05},
                                wide = {.low = 0, .high = 90, .alpha = 0.05, .beta = 0.05};
    hall h, other;
    enter(&h, "tictactoe", "greedy|random|greedy");
    enter(&other, "nim", "random");
    const hra_player *mixed[] = {h.players[0], other.players[0]};
    const hra_tournament_setup good = setup_of(&h, 10, 1);
    hra_tournament_setup cases[8];
    static const char *const words[] = {"takes 2 to 256 players, not 1",
                                        "takes 2 to 256 players, not 257",
                                        "at least one group",
                                        "1 to 256 threads, not 0",
                                        "a sequential test compares two players, not 3",
                                        "50",
                                        "opened for another game",
                                        "needs a game and players"};
    for (int i = 0; i < 8; i++)
        cases[i] = good;
    cases[0].count = 1;
    cases[1].count = 257;
    cases[2].groups = 0;
    cases[3].threads = 0;
    cases[4].test = &test;
    cases[5].count = 2;
    cases[5].test = &wide;
    cases[6].players = mixed;
    cases[6].count = 2;
    cases[7].players = NULL;
    for (int i = 0; i < 8; i++) {
        hra_tournament *t = NULL;
        hra_error why = {0};
        assert_int_equal(hra_tournament_open(&t, &cases[i], &why), HRA_EINPUT);
        assert_null(t);
        if (!strstr(why.text, words[i]))
            fail_msg("case %d: '%s' does not say '%s'", i, why.text, words[i]);
    }
    leave(&h);
    leave(&other);
}

static hra_err full_after_three(void *self, const char *task, const char *text, size_t length) {
    return ++*(int *)self > 3 ? HRA_EIO : HRA_OK;
}

static void a_sink_that_fails_ends_it(void **state) {
    hall h;
    int calls = 0;
    enter(&h, "tictactoe", "greedy|random");
    hra_tournament_setup setup = setup_of(&h, 10000, 2);
    setup.records = true;
    held t;
    hra_error why = {0};
    assert_int_equal(held_open(&t, &setup, full_after_three, &calls, &why), 0);
    assert_int_equal(hra_work_run(t.work, 2, NULL, &why), HRA_EIO);
    assert_int_equal(why.code, HRA_EIO);
    assert_in_range(calls, 4, 6);
    hra_work_close(t.work);
    leave(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairings_are_matches),
        cmocka_unit_test(ratings_follow_points_not_returns),
        cmocka_unit_test(who_plays_alone_is_compared_by_numbers),
        cmocka_unit_test(a_test_ends_with_the_first_group_that_decides),
        cmocka_unit_test(alike_games_count_once),
        cmocka_unit_test(openings_go_round),
        cmocka_unit_test(a_test_ends_with_its_openings),
        cmocka_unit_test(units_go_round_too),
        cmocka_unit_test(games_ended_early_are_counted),
        cmocka_unit_test(it_goes_on_where_it_was_stopped),
        cmocka_unit_test(wrong_setups_are_refused),
        cmocka_unit_test(a_sink_that_fails_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
