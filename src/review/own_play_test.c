/* Who reviews a play of its own, with the spec and the limits that it played with, charges nothing: whatever
 * it looks at more closely later, whatever it drew, remembers of earlier moves, or knows of positions that
 * came before. ALL=1 plays fifty of each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"

typedef struct table {
    hra_game *game;
    hra_player *player;
    hra_play *play;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* record: where what is played is written, or NULL. */
static void sit_down(table *t, const char *game, const char *spec, hra_limits limits, hra_text *record) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_error why = {0};
    if (hra_game_open(&t->game, NULL, game, &why) != 0 ||
        hra_player_open(&t->player, t->game, spec, NULL, NULL, &why) != 0)
        fail_msg("%s by %s: %s", game, spec, why.text);
    for (int seat = 0; seat < t->game->seats; seat++)
        players[seat] = t->player;
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = t->game,
                                  .players = players,
                                  .count = t->game->seats,
                                  .seed = 7,
                                  .limits = limits,
                                  .sink = record ? add_text : NULL,
                                  .sink_self = record};
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void stand_up(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->player);
    hra_game_close(t->game);
}

static void play_on(table *t, int number) {
    hra_event event;
    assert_int_equal(hra_play_restart(t->play, (uint64_t)number, NULL, NULL), 0);
    do
        assert_int_equal(hra_play_step(t->play, &event), 0);
    while (event.kind != HRA_EVENT_OVER);
}

static void finish(hra_review *review) {
    while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies)
        assert_int_equal(hra_review_step(review, NULL), 0);
}

static void charges_nothing(const hra_review *review, int number) {
    for (int ply = 0; ply < hra_review_snapshot(review)->plies; ply++) {
        const hra_review_move *at = hra_review_ply(review, ply);
        if (at->loss != 0 || at->better || at->mistake)
            fail_msg("%s by %s, play %d, ply %d: %g, %s", hra_review_snapshot(review)->game->spec,
                     hra_player_info_of(hra_review_snapshot(review)->analyst)->spec, number, ply, at->loss,
                     at->better ? "better known" : "nothing better");
    }
    for (int seat = 0; seat < hra_review_snapshot(review)->game->seats; seat++) {
        hra_review_summary a;
        hra_review_seat(review, seat, &a);
        assert_true(a.loss == 0 && a.mistakes == 0 && a.scaled == 0);
        assert_true(fabs(a.expected + a.luck + a.others + a.reassessed - a.result) <
                    1e-9 * fmax(1, hra_review_snapshot(review)->span));
    }
}

static const struct {
    const char *game, *player;
    int plays;         /* fifty where that takes a second or two */
    hra_limits limits; /* of the play and of the review, besides those of the player */
} own[] = {
    {"checkers", "expert:nodes=300", 50, {0}},
    {"checkers", "expert:level=3", 5, {0}}, /* errors that are drawn */
    {"checkers", "alphabeta:depth=2", 50, {0}},
    {"checkers", "expert", 5, {.nodes = 300}},
    {"checkers", "alphabeta", 5, {.depth = 2}},
    {"checkers", "mcts:playouts=30,memory=1M", 1, {0}},
    {"backgammon", "expectiminimax:depth=1,eval=pips", 50, {0}},
    {"backgammon", "expert:plies=0", 3, {0}},
    {"backgammon", "expert:level=3", 2, {0}},
    {"backgammon:cube", "expectiminimax:depth=1,eval=pips", 50, {0}},
    {"backgammon:cube", "expert:plies=0", 3, {0}},
    {"backgammon:match-length=3", "expert:plies=0", 1, {0}},
    {"yahtzee", "optimal", 50, {0}},
    {"yahtzee", "heuristic", 50, {0}},
    {"yahtzee:seats=2", "optimal", 5, {0}},
    {"tictactoe", "mcts:playouts=30,memory=1M", 5, {0}},
    {"race", "expectiminimax:depth=1", 5, {0}},
    {"pacman:layout=gallery", "expert:depth=1", 5, {0}},
};

static void nobody_is_charged_for_the_judges_own_moves(void **state) {
    (void)state;
    const bool all = getenv("ALL") && *getenv("ALL") == '1';
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        table t;
        hra_agent *analyst;
        sit_down(&t, own[i].game, own[i].player, own[i].limits, NULL);
        assert_int_equal(hra_agent_open(&analyst, t.player), 0);
        for (int number = 0; number < (all ? 50 : own[i].plays); number++) {
            hra_review *review;
            play_on(&t, number);
            assert_int_equal(hra_review_open_play(&review, analyst, t.play, NULL), 0);
            hra_review_limit(review, own[i].limits);
            finish(review);
            charges_nothing(review, number);
            hra_review_close(review);
        }
        hra_agent_close(analyst);
        stand_up(&t);
    }
}

/* What all seats are charged of a play whose record says that others sat there. */
static double lost_by(const char *game, const char *played, const char *said, const char *analyst) {
    table t;
    hra_text text, record;
    hra_record *read = NULL;
    hra_agent *agent = NULL;
    hra_review *review = NULL;
    size_t used;
    hra_error why = {0};
    double lost = 0;
    hra_text_init(&text);
    hra_text_init(&record);
    sit_down(&t, game, played, (hra_limits){0}, &text);
    play_on(&t, 0);
    for (const char *at = hra_text_string(&text), *seat; *at;) {
        seat = strstr(at, played);
        hra_text_add_bytes(&record, at, seat ? (size_t)(seat - at) : strlen(at));
        if (!seat)
            break;
        hra_text_add(&record, said);
        at = seat + strlen(played);
    }
    if (hra_record_parse(&read, NULL, hra_text_string(&record), record.length, &used, 1, &why) != 0 ||
        hra_agent_open_spec(&agent, hra_record_info(read)->game, analyst, &why) != 0 ||
        hra_review_open(&review, agent, read, &why) != 0)
        fail_msg("%s", why.text);
    finish(review);
    for (int seat = 0; seat < t.game->seats; seat++) {
        hra_review_summary a;
        hra_review_seat(review, seat, &a);
        lost += a.loss;
    }
    hra_review_close(review);
    hra_agent_close(agent);
    hra_record_close(read);
    stand_up(&t);
    hra_text_release(&record);
    hra_text_release(&text);
    return lost;
}

/* A name in a record is asked, and not believed. */
static void names_are_asked_and_not_believed(void **state) {
    (void)state;
    static const char played[] = "expert:nodes=300,level=5", turned[] = "expert:level=5,nodes=300";
    assert_true(lost_by("checkers", played, played, played) == 0);
    assert_true(lost_by("checkers", played, turned, played) == 0); /* the same options */
    assert_true(lost_by("checkers", played, "expert:nodes=300,level=4", played) > 0);
    assert_true(lost_by("checkers", "random", played, played) > 0.1);
}

/* What the means and PR divide, and what they divide by: the same choices. */
static void what_does_not_count_costs_nothing(void **state) {
    (void)state;
    static const char *const games[] = {"backgammon:cube", "backgammon:match-length=3", "checkers",
                                        "yahtzee"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        table t;
        hra_agent *analyst;
        hra_review *review;
        double lost[HRA_MAX_SEATS] = {0}, scaled[HRA_MAX_SEATS] = {0};
        int counted[HRA_MAX_SEATS] = {0}, aside = 0;
        sit_down(&t, games[i], "greedy", (hra_limits){0}, NULL);
        play_on(&t, 3);
        assert_int_equal(hra_agent_open_spec(&analyst, t.game,
                                             i < 2 ? "expert:plies=0" : hra_player_suggest(t.game).best,
                                             NULL),
                         0);
        assert_int_equal(hra_review_open_play(&review, analyst, t.play, NULL), 0);
        hra_review_limit(review, (hra_limits){.nodes = i == 2 ? 300 : 0});
        finish(review);
        for (int ply = 0; ply < hra_review_snapshot(review)->plies; ply++) {
            const hra_review_move *at = hra_review_ply(review, ply);
            if (at->mover >= 0 && (at->forced || at->not_close)) {
                assert_true(at->loss == 0);
                aside++;
            } else if (at->mover >= 0) {
                lost[at->mover] += at->loss;
                scaled[at->mover] += at->loss / at->stakes;
                counted[at->mover]++;
            }
        }
        assert_true(aside > 0);
        for (int seat = 0; seat < t.game->seats; seat++) {
            hra_review_summary a;
            hra_review_seat(review, seat, &a);
            assert_int_equal(a.decisions, counted[seat]);
            assert_true(fabs(a.loss - lost[seat]) < 1e-12);
            assert_true(fabs(a.scaled - scaled[seat]) < 1e-12);
        }
        hra_review_close(review);
        hra_agent_close(analyst);
        stand_up(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_charged_for_the_judges_own_moves),
        cmocka_unit_test(names_are_asked_and_not_believed),
        cmocka_unit_test(what_does_not_count_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
