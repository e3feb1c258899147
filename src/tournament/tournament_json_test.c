/* What a tournament tells as JSON. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

#include "held.h"
#include "hra/hra.h"
#include "hra/lab.h"

static double number_of(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    assert_true(json_is_number(number));
    return json_number_value(number);
}

static void is(const json_t *object, const char *key, double wanted) {
    double found = number_of(object, key);
    if (fabs(found - wanted) > 1e-9)
        fail_msg("%s is %g, not %g", key, found, wanted);
}

typedef struct played {
    hra_game *game;
    hra_player *player[2];
    held t;
    hra_pairing pairing;
    json_t *json, *strength;
} played;

static void play(played *p, const char *first, const char *second, uint64_t groups) {
    const char *const specs[] = {first, second};
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_game_open(&p->game, NULL, "tictactoe", NULL), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_player_open(&p->player[i], p->game, specs[i], NULL, NULL, NULL), 0);
    const hra_tournament_setup setup = {.game = p->game,
                                        .players = (const hra_player *const *)p->player,
                                        .count = 2,
                                        .groups = groups,
                                        .seed = 5,
                                        .threads = 1};
    assert_int_equal(held_open(&p->t, &setup, NULL, NULL, NULL), 0);
    assert_int_equal(hra_work_run(p->t.work, 1, NULL, NULL), 0);
    hra_tournament_snapshot(p->t.t, 0, &p->pairing);
    hra_json json = hra_json_begin(&text);
    assert_int_equal(hra_json_tournament(&json, NULL, p->t.t, NULL, NULL), 0);
    p->json = json_loads(hra_text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    p->strength = json_object_get(json_array_get(json_object_get(p->json, "pairings"), 0), "strength");
    assert_true(json_is_object(p->strength));
    hra_text_release(&text);
}

static void clear_up(played *p) {
    json_decref(p->json);
    hra_work_close(p->t.work);
    for (int i = 0; i < 2; i++)
        hra_player_close(p->player[i]);
    hra_game_close(p->game);
}

/* Of counts of pairs, a kind that did not come counting `absent` times. */
static void moments(const uint64_t *pairs, double absent, double *mean, double *stddev) {
    double groups = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; i++) {
        double weight = pairs[i] ? (double)pairs[i] : absent, value = i / 4.0;
        groups += weight;
        sum += weight * value;
        squares += weight * value * value;
    }
    *mean = sum / groups;
    *stddev = sqrt(squares / groups - *mean * *mean);
}

/* Those of what was played, and those that Elo comes of, by hand. */
static void both_means_are_told_and_said_which_is_which(void **state) {
    (void)state;
    played p;
    double mean, stddev, other, deviation;
    play(&p, "minimax", "random", 12);
    const json_t *observed = json_object_get(p.strength, "observed"),
                 *regularized = json_object_get(p.strength, "regularized");
    assert_true(!p.pairing.pairs[0] && !p.pairing.pairs[1] && !p.pairing.pairs[2]); /* so the two differ */
    moments(p.pairing.pairs, 0, &mean, &stddev);
    moments(p.pairing.pairs, 1e-3, &other, &deviation);
    assert_true(mean - other > 1e-5);
    is(p.strength, "mean", mean);
    is(p.strength, "stddev", stddev);
    is(observed, "mean", mean);
    is(observed, "stddev", stddev);
    is(regularized, "mean", other);
    is(regularized, "stddev", deviation);
    is(regularized, "absent", 1e-3);
    is(p.strength, "elo", hra_elo_of(other));
    is(p.strength, "low", hra_elo_of(other - 1.959963984540054 * deviation / sqrt(12.003)));
    is(p.strength, "normalized", (other - 0.5) / deviation / sqrt(2) * 800 / log(10));
    clear_up(&p);
}

/* One kind of pair has no deviation, and nothing is added to it. */
static void nothing_is_added_to_one_kind(void **state) {
    (void)state;
    played p;
    play(&p, "minimax", "minimax", 5);
    is(json_object_get(p.strength, "observed"), "mean", 0.5);
    is(p.strength, "elo", 0);
    assert_true(json_is_null(json_object_get(p.strength, "regularized")));
    clear_up(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_means_are_told_and_said_which_is_which),
        cmocka_unit_test(nothing_is_added_to_one_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
