/* Clocks of players in games and matches. Nothing here depends on the speed of the machine: a player
 * "thinks" until at least a given time of its clock has passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"
#include "players/time_control.h"

static const hra_option options[] = {
    HRA_OPTION_CLOCK, {.name = "margin", .type = HRA_OPTION_DURATION, .fallback = "0s"}, {0}};

/* What the player got, and how long it takes for a move. */
static struct seen {
    double share;
    hra_clocks clocks;
    int told;
    double takes;
} seen;

static hra_err open_slow(const hra_game *game, const hra_options *given, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    *shared = (void *)(uintptr_t)game;
    return HRA_OK;
}

static hra_err choose_slow(const void *shared, void *scratch, const hra_question *question,
                           hra_analysis *out) {
    const double from = hra_clock();
    seen.share = question->limits.seconds;
    while (hra_clock() - from <= seen.takes)
        continue;
    hra_move moves[64];
    assert_true(hra_game_moves(shared, question->state, moves) > 0);
    out->move = moves[0];
    return HRA_OK;
}

static void note_clocks(void *scratch, const hra_clocks *clocks) {
    seen.clocks = *clocks;
    seen.told++;
}

static hra_player_kind slow = {
    .size = sizeof(hra_player_kind),
    .name = "slow",
    .summary = "takes its time",
    .options = options,
    .open = open_slow,
    .ask = choose_slow,
    .answers = HRA_ANSWERS_MOVE,
};

typedef struct table {
    hra_game *game;
    hra_player *players[2];
    hra_play *play;
} table;

static void open_table(table *t, const char *first, const char *second, bool present) {
    hra_error why = {0};
    seen = (struct seen){0};
    assert_int_equal(hra_game_open(&t->game, NULL, "nim", NULL), 0);
    const char *given[2] = {first, second};
    for (int i = 0; i < 2; i++)
        if (hra_player_open_kind(&t->players[i], t->game, &slow, given[i], NULL, NULL, &why) != 0)
            fail_msg("%s", why.text);
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = t->game,
                                  .players = (const hra_player *const[]){t->players[0], t->players[1]},
                                  .count = 2,
                                  .present = present};
    if (hra_play_open(&t->play, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    for (int i = 0; i < 2; i++)
        hra_player_close(t->players[i]);
    hra_game_close(t->game);
}

static void each_move_has_a_share_of_its_own_clock(void **state) {
    table t;
    hra_event event;
    slow.clocks = NULL;
    open_table(&t, "clock=100s+2s", "", false);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(seen.share == hra_time_share(100, 2, HRA_TIME_MOVES));
    assert_int_equal(hra_play_step(t.play, &event), 0); /* the other has no clock */
    assert_true(seen.share == 0);
    seen.takes = 0.001;
    assert_int_equal(hra_play_step(t.play, &event),
                     0); /* the time left is not known exactly, but less than 102 s */
    assert_true(seen.share > 2 && seen.share < hra_time_share(102, 2, HRA_TIME_MOVES));
    const double with_increment = seen.share;
    assert_int_equal(hra_play_restart(t.play, 1, (const int[]){1, 0}, NULL), 0);
    assert_int_equal(hra_play_step(t.play, &event), 0); /* the player with the clock sits in the other seat */
    assert_true(seen.share == 0);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(seen.share == hra_time_share(100, 2, HRA_TIME_MOVES) && seen.share != with_increment);
    close_table(&t);
}

static void who_divides_its_time_is_told_all_clocks(void **state) {
    table t;
    hra_event event;
    slow.clocks = note_clocks;
    open_table(&t, "clock=100s+2s", "clock=50s", true);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(seen.told == 1 && seen.share == 0 && seen.clocks.seat == 0);
    assert_true(seen.clocks.of[0].seconds == 100 && seen.clocks.of[0].increment == 2);
    assert_true(seen.clocks.of[1].seconds == 50 && seen.clocks.of[1].increment == 0);
    seen.takes = 0.002;
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(seen.told == 2 && seen.clocks.seat == 1 && seen.clocks.of[1].seconds == 50);
    assert_true(seen.clocks.of[0].seconds < 102 && seen.clocks.of[0].seconds > 2);
    hra_play *clone;
    assert_int_equal(hra_play_clone(&clone, t.play, NULL), 0);
    assert_int_equal(hra_play_step(clone, &event), 0);
    assert_true(seen.clocks.seat == 0 && seen.clocks.of[1].seconds <= 49.998);
    hra_play_close(clone);
    close_table(&t);
}

static void who_runs_out_of_time_is_told_from_others(void **state) {
    table t;
    hra_event event;
    slow.clocks = NULL;
    open_table(&t, "clock=1ms", "clock=1h", false);
    seen.takes = 0.001;
    assert_int_equal(hra_play_step(t.play, &event), HRA_EHUNG);
    assert_non_null(strstr(hra_play_why(t.play)->text, "player slow:clock=1ms"));
    assert_non_null(strstr(hra_play_why(t.play)->text, "has run out of time"));
    assert_int_equal(hra_play_plies(t.play), 0);
    assert_int_equal(hra_play_resign(t.play, 0, hra_play_why(t.play)->text), 0);
    double returns[2];
    memcpy(returns, hra_play_snapshot(t.play)->returns, sizeof returns);
    assert_true(returns[0] == -1 && returns[1] == 1);
    close_table(&t);
}

/* A clock that is overstepped within the margin goes on at nothing, which is not the same as no clock. */
static void an_empty_clock_is_a_clock(void **state) {
    table t;
    hra_event event;
    slow.clocks = note_clocks;
    open_table(&t, "clock=1ms,margin=1h", "", false);
    seen.takes = 0.002;
    for (int ply = 0; ply < 3; ply++)
        assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(seen.told == 2 && seen.clocks.of[0].seconds == 0.001 && seen.clocks.of[1].seconds == 0);
    close_table(&t);
}

/* In rotation each loses where it has the short clock, whichever seat it sits in. */
static void a_match_is_lost_by_who_runs_out_of_time(void **state) {
    table t;
    hra_error why = {0};
    hra_match_result result = {.size = sizeof result};
    slow.clocks = NULL;
    open_table(&t, "clock=1h", "clock=1us", false);
    seen.takes = 0.000001;
    const played_setup setup = {.game = t.game,
                                .players = (const hra_player *const[]){t.players[0], t.players[1]},
                                .count = 2,
                                .games = 6,
                                .threads = 1,
                                .rotate = true};
    if (played_match(&setup, &result, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(result.games == 6 && result.players[0].wins == 6 && result.players[1].losses == 6);
    for (int i = 0; i < HRA_FAILURES; i++)
        assert_true(result.forfeits[0][i] == 0 &&
                    result.forfeits[1][i] == (i == hra_failure(HRA_EHUNG) ? 6U : 0U));
    hra_match_release(&result);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_move_has_a_share_of_its_own_clock),
        cmocka_unit_test(who_divides_its_time_is_told_all_clocks),
        cmocka_unit_test(who_runs_out_of_time_is_told_from_others),
        cmocka_unit_test(an_empty_clock_is_a_clock),
        cmocka_unit_test(a_match_is_lost_by_who_runs_out_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
