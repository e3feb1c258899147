/* Nobody is told what his seat may not see. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static bool is_kind(const desk_event *e, const char *kind) {
    return strcmp(desk_text(e->json, "event"), kind) == 0;
}

static bool hides(const hra_play *play, int ply, int seat, void *seen) {
    const hra_game *game = hra_play_game(play);
    if (hra_play_mover(play, ply) == HRA_OVER)
        return false;
    hra_game_view(game, hra_play_state(play, ply), seat, seen);
    return memcmp(seen, hra_play_state(play, ply), game->state_size) != 0;
}

/* What somebody who watches, or sits at `seat`, was not to be told. */
static bool hides_from(const hra_play *play, int ply, int seat, void *seen) {
    bool hidden = false;
    for (int k = 0; k < hra_play_game(play)->seats; k++)
        hidden = hidden || ((seat == HRA_LOOK_WATCH || seat == k) && hides(play, ply, k, seen));
    return hidden;
}

static void check_position(const desk *d, const desk_event *e, int seat, void *seen) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_game(play);
    hra_text text;
    int ply = desk_int(e->json, "ply");
    if (seat == HRA_LOOK_WATCH) {
        assert_int_equal(json_is_true(json_object_get(e->json, "hidden")), hides_from(play, ply, seat, seen));
        return;
    }
    hra_text_init(&text);
    hra_game_view(game, hra_play_state(play, ply), seat, seen);
    game->rules->text->write_position(game, seen, &text);
    assert_string_equal(desk_text(e->json, "position"), hra_text_string(&text));
    hra_text_release(&text);
}

/* The ply up to which the play had gone when event i was told: of the position that came next. */
static int told_at(const desk *d, size_t i) {
    for (size_t k = i; k < d->count; k++)
        if (d->events[k].looker == d->events[i].looker && is_kind(&d->events[k], "position"))
            return desk_int(d->events[k].json, "ply");
    fail_msg("no position follows a move");
    return 0;
}

static void check_move(const desk *d, size_t i, int seat, void *seen, int told[]) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_game(play);
    const json_t *move = d->events[i].json;
    int ply = desk_int(move, "ply"), mover = hra_play_mover(play, ply), at = told_at(d, i);
    bool secret = mover >= 0 && mover != seat &&
                  game->rules->manners->secret(game, hra_play_state(play, ply), hra_play_move(play, ply)),
         hidden = hides_from(play, at, seat, seen);
    if (json_object_get(move, "secret")) {
        assert_true(secret && !json_object_get(move, "move") && !json_object_get(move, "advice") &&
                    !json_object_get(move, "steps"));
        return;
    }
    assert_false(secret && hidden);
    assert_int_equal(++told[ply], 1); /* each move once */
}

enum { PLIES = 4096 };

/* A play of people, each at his own screen, and some who watch; whatever each was told. */
static void play_at_own_screens(const char *spec, uint64_t seed, int plies) {
    desk d = {0};
    hra_rng rng;
    int told[HRA_MAX_SEATS + 1][PLIES] = {{0}};
    desk_open(&d);
    hra_rng_init(&rng, seed);
    desk_attach(&d, HRA_LOOK_WATCH);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        desk_attach(&d, seat);
    size_t at = d.count;
    desk_ok(&d, 0, "new %s rest=people seed=%d", spec, (int)seed);
    const hra_play *play = hra_session_play(d.session);
    const hra_game *game = hra_play_game(play);
    void *seen = malloc(game->state_size);
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    assert_true(seen && moves);
    while (hra_play_plies(play) < plies && hra_play_mover(play, hra_play_plies(play)) >= 0) {
        const void *now = hra_play_state(play, hra_play_plies(play));
        int seat = hra_play_mover(play, hra_play_plies(play)), n = hra_game_moves(game, now, moves);
        hra_text text;
        hra_text_init(&text);
        game->rules->text->show_move(game, now, moves[hra_rng_below(&rng, (uint32_t)n)], &text);
        if (hides(play, hra_play_plies(play), (seat + 1) % game->seats, seen))
            desk_error(&d, 1 + (seat + 1) % game->seats, "something is hidden", "moves");
        desk_ok(&d, 1 + seat, "move %s", hra_text_string(&text));
        hra_text_release(&text);
    }
    for (size_t i = at; i < d.count; i++) {
        int seat = d.events[i].looker ? d.events[i].looker - 1 : HRA_LOOK_WATCH;
        if (seat < game->seats && is_kind(&d.events[i], "position"))
            check_position(&d, &d.events[i], seat, seen);
        if (seat < game->seats && is_kind(&d.events[i], "move"))
            check_move(&d, i, seat, seen, told[d.events[i].looker]);
    }
    if (!hides_from(play, hra_play_plies(play), HRA_LOOK_WATCH, seen))
        for (int looker = 0; looker <= game->seats; looker++)
            for (int ply = 0; ply < hra_play_plies(play); ply++)
                assert_int_equal(told[looker][ply], 1); /* in the end everybody knows all */
    free(seen);
    free(moves);
    desk_close(&d);
}

static void seats_are_told_what_they_see(void **state) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        play_at_own_screens("empire:seats=3,first=bid", seed, 60);
        play_at_own_screens("empire:seats=5,first=bid", seed, (int)seed - 1); /* in the midst of the bids */
        play_at_own_screens("empire:first=bid", seed, 300);
    }
}

/* ---- what else might tell -------------------------------------------------------------------*/

static void the_second_bid_lies_open_with_the_first(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "look 0");
    int blue = desk_attach(&d, 1);
    desk_ok(&d, 0, "new empire:first=bid,neutral=0 human human seed=3");
    size_t at = d.count;
    desk_ok(&d, 0, "move bid 4");
    assert_true(json_is_true(json_object_get(desk_find(&d, at, blue, "move"), "secret")));
    const char *kept = hra_session_kept(d.session);
    desk_error(&d, blue, "something in it is hidden", "read %s", kept);
    desk_error(&d, 0, "only who is to move is told more", "advice");
    desk_error(&d, 0, "only who is to move is told more", "analyse random");
    at = d.count;
    int late = desk_attach(&d, HRA_LOOK_WATCH); /* comes in between: is told what the bids were, too */
    desk_ok(&d, blue, "move bid 2");
    for (int looker = 0; looker <= late; looker++) {
        int bids = 0;
        for (size_t i = 0; i < d.count; i++)
            bids +=
                d.events[i].looker == looker && strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
        assert_int_equal(bids, 2);
    }
    desk_ok(&d, blue, "read %s", kept);
    desk_close(&d);
}

static void a_secret_stays_one_over_a_resume(void **state) {
    desk d;
    char name[HRA_STORE_NAME];
    desk_open_plain(&d);
    int blue = desk_attach(&d, 1);
    desk_ok(&d, 0, "look 0");
    desk_ok(&d, 0, "new empire:first=bid,neutral=0 human human seed=3");
    desk_ok(&d, 0, "move bid 4");
    hra_snprintf(name, sizeof name, "%s", hra_session_kept(d.session));
    desk_ok(&d, 0, "leave");
    size_t at = d.count;
    desk_ok(&d, 0, "resume %s", name);
    assert_null(strstr(desk_text(desk_find(&d, at, blue, "position"), "position"), "bid 4"));
    desk_ok(&d, blue, "move bid 2");
    int bids = 0;
    for (size_t i = at; i < d.count; i++)
        bids += d.events[i].looker == blue && strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
    assert_int_equal(bids, 2);
    desk_close(&d);
}

/* At one screen with a machine: what the machine bids is told when it lies open. */
static void a_machine_has_secrets_at_the_table(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new empire:first=bid,neutral=0 random human seed=3 explain adviser=random");
    const json_t *move = desk_last(&d, 0, "move");
    assert_true(json_is_true(json_object_get(move, "secret")));
    size_t at = d.count;
    desk_ok(&d, 0, "move bid 2");
    int bids = 0;
    for (size_t i = at; i < d.count; i++)
        bids += strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
    assert_int_equal(bids, 2);
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_told_what_they_see),
        cmocka_unit_test(the_second_bid_lies_open_with_the_first),
        cmocka_unit_test(a_secret_stays_one_over_a_resume),
        cmocka_unit_test(a_machine_has_secrets_at_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
