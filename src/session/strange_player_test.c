/* Machines of a program: one that names a move which cannot be made, one that takes long to open. */
#include <stdatomic.h>

#include "session_desk.h"

typedef struct strange {
    int wrong; /* how many moves it still names wrongly */
} strange;

static strange shared_state;

static hra_err open_strange(const hra_game *game, const hra_options *opt, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    *shared = &shared_state;
    return HRA_OK;
}

static hra_err choose_strange(const void *shared, void *scratch, const hra_question *question,
                              hra_analysis *out) {
    strange *self = &shared_state;
    out->move = self->wrong > 0 ? 99 : 4; /* b2 is 4, 99 is none */
    self->wrong -= self->wrong > 0;
    return HRA_OK;
}

static const hra_player_kind strange_kind = {
    .size = sizeof(hra_player_kind),
    .name = "strange",
    .summary = "names a move that cannot be made",
    .open = open_strange,
    .ask = choose_strange,
    .answers = HRA_ANSWERS_MOVE,
};

static void a_wrong_move_is_told_and_tried_again(void **state) {
    desk d = {0};
    hra_registry *registry;
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &strange_kind, NULL), 0);
    d.host.registry = registry;
    desk_open(&d);
    assert_int_equal(desk_attach(&d, HRA_VIEW_TABLE), 0);
    shared_state.wrong = 2;
    desk_send(&d, 0, "new tictactoe strange human seed=1");
    for (int tries = 0; tries < 2; tries++) {
        size_t from = d.count;
        desk_settle(&d);
        const json_t *error = desk_last(&d, 0, "error");
        assert_string_equal(desk_text(error, "text"),
                            "player strange (X) chose 99, which is not a legal move here");
        assert_int_equal(desk_int(error, "seat"), 0);
        assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
        assert_null(desk_find(&d, from, 0, "move"));
        desk_send(&d, 0, "go");
    }
    desk_settle(&d);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 1);
    assert_int_equal(hra_play_at(hra_session_play(d.session), 0).move, 4);
    desk_close(&d);
    hra_registry_close(registry);
}

static atomic_bool released; /* the slow one may go on */

static hra_err open_slow(const hra_game *game, const hra_options *opt, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    while (!atomic_load(&released) && !hra_progress_stopped(progress))
        hra_progress_report(progress, "laying out", 0.25);
    return hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
}

static void a_long_opening_tells_how_far_it_is(void **state) {
    static const hra_player_kind slow = {.size = sizeof(hra_player_kind),
                                         .name = "slow",
                                         .summary = "takes long to open",
                                         .open = open_slow,
                                         .ask = choose_strange,
                                         .answers = HRA_ANSWERS_MOVE};
    desk d = {0};
    hra_registry *registry;
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &slow, NULL), 0);
    d.host.registry = registry;
    desk_open(&d);
    assert_int_equal(desk_attach(&d, HRA_VIEW_TABLE), 0);
    assert_null(hra_session_snapshot(d.session)->preparing);
    desk_send(&d, 0, "new tictactoe slow human adviser=random seed=1 hold");
    while (!hra_session_snapshot(d.session)->preparing)
        (void)hra_session_wait(d.session, 0.01);
    const hra_session_info *info = hra_session_snapshot(d.session);
    assert_string_equal(info->preparing, "laying out");
    assert_true(info->prepared > 0.24 && info->prepared < 0.26);
    atomic_store(&released, true);
    desk_settle(&d);
    assert_null(hra_session_snapshot(d.session)->preparing);
    assert_non_null(hra_session_play(d.session));
    desk_close(&d);
    hra_registry_close(registry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_move_is_told_and_tried_again),
        cmocka_unit_test(a_long_opening_tells_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
