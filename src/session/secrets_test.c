/* A client gets nothing that its seat may not see. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static bool is_kind(const desk_event *e, const char *kind) {
    return strcmp(desk_text(e->json, "event"), kind) == 0;
}

static bool hides(const hra_play *play, int ply, int seat, void *seen) {
    const hra_game *game = hra_play_snapshot(play)->game;
    if (hra_play_at(play, ply).mover == HRA_OVER)
        return false;
    hra_game_view(game, hra_play_at(play, ply).state, seat, seen);
    return memcmp(seen, hra_play_at(play, ply).state, game->state_size) != 0;
}

/* What somebody who watches, or sits at `seat`, was not to be told. */
static bool hides_from(const hra_play *play, int ply, int seat, void *seen) {
    bool hidden = false;
    for (int k = 0; k < hra_play_snapshot(play)->game->seats; k++)
        hidden = hidden || ((seat == HRA_VIEW_WATCH || seat == k) && hides(play, ply, k, seen));
    return hidden;
}

static void check_position(const desk *d, const desk_event *e, int seat, void *seen) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_snapshot(play)->game;
    hra_text text;
    int ply = desk_int(e->json, "ply");
    if (seat == HRA_VIEW_WATCH) {
        assert_int_equal(json_is_true(json_object_get(e->json, "hidden")), hides_from(play, ply, seat, seen));
        return;
    }
    hra_text_init(&text);
    hra_game_view(game, hra_play_at(play, ply).state, seat, seen);
    game->rules->text->write_position(game, seen, &text);
    assert_string_equal(desk_text(e->json, "position"), hra_text_string(&text));
    hra_text_release(&text);
}

/* The ply of the game at the time of event i: that of the position that came next. */
static int told_at(const desk *d, size_t i) {
    for (size_t k = i; k < d->count; k++)
        if (d->events[k].client == d->events[i].client && is_kind(&d->events[k], "position"))
            return desk_int(d->events[k].json, "ply");
    fail_msg("no position follows a move");
    return 0;
}

static void check_move(const desk *d, size_t i, int seat, void *seen, int told[]) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_snapshot(play)->game;
    const json_t *move = d->events[i].json;
    int ply = desk_int(move, "ply"), mover = hra_play_at(play, ply).mover, at = told_at(d, i);
    bool secret =
             mover >= 0 && mover != seat &&
             game->rules->conduct->hidden(game, hra_play_at(play, ply).state, hra_play_at(play, ply).move),
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

/* A game of people, each at a screen of their own, with some clients that watch; checks all events of each. */
static void play_at_own_screens(const char *spec, uint64_t seed, int plies) {
    desk d = {0};
    hra_rng rng;
    int told[HRA_MAX_SEATS + 1][PLIES] = {{0}};
    desk_open(&d);
    hra_rng_init(&rng, seed);
    desk_attach(&d, HRA_VIEW_WATCH);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        desk_attach(&d, seat);
    size_t at = d.count;
    desk_ok(&d, 0, "new %s rest=people seed=%d", spec, (int)seed);
    const hra_play *play = hra_session_play(d.session);
    const hra_game *game = hra_play_snapshot(play)->game;
    void *seen = malloc(game->state_size);
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    assert_true(seen && moves);
    while (hra_play_plies(play) < plies && hra_play_at(play, HRA_NOW).mover >= 0) {
        const void *now = hra_play_at(play, HRA_NOW).state;
        int seat = hra_play_at(play, HRA_NOW).mover, n = hra_game_moves(game, now, moves);
        hra_text text;
        hra_text_init(&text);
        game->rules->text->show_move(game, now, moves[hra_rng_below(&rng, (uint32_t)n)], &text);
        if (hides(play, hra_play_plies(play), (seat + 1) % game->seats, seen))
            desk_error(&d, 1 + (seat + 1) % game->seats, "hidden information", "moves");
        desk_ok(&d, 1 + seat, "move %s", hra_text_string(&text));
        hra_text_release(&text);
    }
    for (size_t i = at; i < d.count; i++) {
        int seat = d.events[i].client ? d.events[i].client - 1 : HRA_VIEW_WATCH;
        if (seat < game->seats && is_kind(&d.events[i], "position"))
            check_position(&d, &d.events[i], seat, seen);
        if (seat < game->seats && is_kind(&d.events[i], "move"))
            check_move(&d, i, seat, seen, told[d.events[i].client]);
    }
    if (!hides_from(play, hra_play_plies(play), HRA_VIEW_WATCH, seen))
        for (int client = 0; client <= game->seats; client++)
            for (int ply = 0; ply < hra_play_plies(play); ply++)
                assert_int_equal(told[client][ply], 1); /* in the end everybody knows all */
    free(seen);
    free(moves);
    desk_close(&d);
}

static void seats_are_told_what_they_see(void **state) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        play_at_own_screens("empire:seats=3,first-player=bid", seed, 60);
        play_at_own_screens("empire:seats=5,first-player=bid", seed,
                            (int)seed - 1); /* in the midst of the bids */
        play_at_own_screens("empire:first-player=bid", seed, 300);
    }
}

/* ---- what else might tell -------------------------------------------------------------------*/

static void the_second_bid_lies_open_with_the_first(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "look 0");
    int blue = desk_attach(&d, 1);
    desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 human human seed=3");
    size_t at = d.count;
    desk_ok(&d, 0, "move bid 4");
    assert_true(json_is_true(json_object_get(desk_find(&d, at, blue, "move"), "secret")));
    const char *kept = hra_session_snapshot(d.session)->saved;
    desk_error(&d, blue, "has hidden information", "read %s", kept);
    desk_error(&d, 0, "only the client that is to move gets more", "advice");
    desk_error(&d, 0, "only the client that is to move gets more", "analyse random");
    at = d.count;
    int late = desk_attach(&d, HRA_VIEW_WATCH); /* comes in between: gets the bids too */
    desk_ok(&d, blue, "move bid 2");
    for (int client = 0; client <= late; client++) {
        int bids = 0;
        for (size_t i = 0; i < d.count; i++)
            bids +=
                d.events[i].client == client && strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
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
    desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 human human seed=3");
    desk_ok(&d, 0, "move bid 4");
    hra_snprintf(name, sizeof name, "%s", hra_session_snapshot(d.session)->saved);
    desk_ok(&d, 0, "leave");
    size_t at = d.count;
    desk_ok(&d, 0, "resume %s", name);
    assert_null(strstr(desk_text(desk_find(&d, at, blue, "position"), "position"), "bid 4"));
    desk_ok(&d, blue, "move bid 2");
    int bids = 0;
    for (size_t i = at; i < d.count; i++)
        bids += d.events[i].client == blue && strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
    assert_int_equal(bids, 2);
    desk_close(&d);
}

/* At one screen with another person: what was taken in secret, or ended a turn, is not taken back. */
static void a_bid_stands(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 human human seed=3");
    desk_ok(&d, 0, "move bid 4");
    desk_error(&d, 0, "no move can be taken back", "undo");
    desk_ok(&d, 0, "move bid 2");
    desk_error(&d, 0, "no move can be taken back", "undo");
    desk_close(&d);
}

/* One screen and a program: the bid of the program is shown when it is revealed. */
static void a_machine_has_secrets_at_the_table(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 random human seed=3 explain adviser=random");
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

/* ---- settled places -------------------------------------------------------------------------*/

enum { PLAYS = HRA_PERMIT_PLAY };

/* Every line, with the rights of which none may be missing; 0: anybody may write it. */
static const struct {
    const char *line;
    unsigned may;
} rights[] = {
    {"new nim", HRA_PERMIT_TABLE},
    {"resume plays/other", HRA_PERMIT_TABLE | HRA_PERMIT_READ},
    {"watch plays/other", HRA_PERMIT_TABLE | HRA_PERMIT_READ},
    {"new nim keep=plays/other", HRA_PERMIT_TABLE | HRA_PERMIT_WRITE},
    {"leave", HRA_PERMIT_TABLE},
    {"adviser random", HRA_PERMIT_TABLE},
    {"explain on", HRA_PERMIT_TABLE},
    {"hold", HRA_PERMIT_TABLE},
    {"go", HRA_PERMIT_TABLE},
    {"move a1", HRA_PERMIT_PLAY},
    {"roll 1", HRA_PERMIT_PLAY},
    {"name 0 Anna", HRA_PERMIT_PLAY},
    {"resign", HRA_PERMIT_PLAY},
    {"draw offer", HRA_PERMIT_PLAY},
    {"takeback offer", HRA_PERMIT_PLAY},
    {"undo", HRA_PERMIT_UNDO},
    {"advice", HRA_PERMIT_ASK},
    {"analyse random", HRA_PERMIT_ASK},
    {"tree minimax", HRA_PERMIT_ASK},
    {"review", HRA_PERMIT_ASK},
    {"review plays/other", HRA_PERMIT_ASK | HRA_PERMIT_READ},
    {"tutor on", HRA_PERMIT_ASK},
    {"confirm", HRA_PERMIT_ASK},
    {"plays", HRA_PERMIT_READ},
    {"files", HRA_PERMIT_READ},
    {"read plays/other", HRA_PERMIT_READ},
    {"put files/x y", HRA_PERMIT_WRITE},
    {"delete plays/other", HRA_PERMIT_WRITE},
    {"look 1", HRA_PERMIT_VIEW},
    {"look table", HRA_PERMIT_VIEW},
    {"position", 0},
    {"moves", 0},
    {"sync", 0},
    {"help", 0},
    {"stop", 0},
};

static void a_place_allows_what_it_says(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1");
    int client = desk_admit(&d, 1, 0);
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++) {
        for (unsigned may = 1; may < HRA_PERMIT_ALL; may <<= 1) { /* all but one of the rights */
            assert_int_equal(hra_session_reseat(d.session, client, 1, HRA_PERMIT_ALL & ~may), 0);
            if (rights[i].may & may) {
                size_t at = d.count;
                desk_send(&d, client, "%s", rights[i].line);
                assert_string_equal(desk_text(desk_find(&d, at, client, "error"), "code"), "denied");
            }
        }
        assert_int_equal(hra_session_reseat(d.session, client, 1, 0), 0);
        if (!rights[i].may)
            desk_ok(&d, client, "%s", rights[i].line);
    }
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
    assert_int_equal(hra_session_reseat(d.session, client, 1, HRA_PERMIT_ALL + 1), HRA_EINPUT);
    assert_int_equal(hra_session_reseat(d.session, client + 1, 1, 0), HRA_EINPUT);
    assert_int_equal(desk_admit(&d, 1, HRA_PERMIT_ALL + 1), HRA_EINPUT);
    desk_close(&d);
}

/* `help` lists what a place allows, and hello names it. */
static void who_sits_is_told_what_he_may_do(void **state) {
    desk d;
    desk_open_plain(&d);
    size_t at = d.count;
    int client = desk_admit(&d, 2, HRA_PERMIT_PLAY | HRA_PERMIT_ASK);
    const json_t *hello = desk_find(&d, at, client, "hello"), *may = json_object_get(hello, "may");
    assert_int_equal(desk_int(hello, "look"), 1);
    assert_int_equal(json_array_size(may), 2);
    assert_string_equal(json_string_value(json_array_get(may, 0)), "play");
    assert_string_equal(json_string_value(json_array_get(may, 1)), "ask");
    desk_ok(&d, client, "help");
    const char *help = desk_text(desk_last(&d, client, "ok"), "text");
    assert_true(strstr(help, "move M") && strstr(help, "advice") && strstr(help, "quit"));
    assert_false(strstr(help, "delete") || strstr(help, "leave") || strstr(help, "look") ||
                 strstr(help, " undo "));
    assert_null(json_object_get(desk_last(&d, 0, "hello"), "may"));
    desk_ok(&d, client, "quit");
    desk_close(&d);
}

/* He moves for his seats, and for no other. */
static void who_sits_plays_for_his_seats_alone(void **state) {
    desk d;
    desk_open_plain(&d);
    int first = desk_admit(&d, 1, PLAYS), second = desk_admit(&d, 2, PLAYS), none = desk_admit(&d, 0, PLAYS),
        far = desk_admit(&d, 1u << 7, PLAYS);
    desk_ok(&d, 0, "new tictactoe human human seed=1 keep=no");
    desk_error(&d, second, "not your move", "move a1");
    desk_error(&d, none, "not your move", "move a1");
    desk_error(&d, far, "not your move", "move a1"); /* a seat that there is not here: he watches */
    desk_error(&d, second, "you may not act for seat 0", "resign 0");
    desk_error(&d, second, "you may not name seat 0", "name 0 Eve");
    desk_error(&d, none, "you may not act for seat 1", "resign 1");
    assert_false(json_is_true(json_object_get(desk_last(&d, second, "ask"), "you")));
    assert_true(json_is_true(json_object_get(desk_last(&d, first, "ask"), "you")));
    desk_ok(&d, first, "move a1");
    desk_error(&d, first, "not your move", "move b2");
    assert_int_equal(hra_session_reseat(d.session, none, 2, PLAYS), 0); /* he sits down */
    desk_ok(&d, none, "move b2");
    assert_int_equal(hra_session_reseat(d.session, first, 1, 0), 0); /* and he looks on */
    assert_false(json_is_true(json_object_get(desk_last(&d, first, "ask"), "you")));
    desk_error(&d, first, "this client may not say this", "move a2");
    desk_close(&d);
}

/* Only the client that has the table may stop programs and the session; a tutor speaks to the client that
 * asked for one. */
static void who_sits_leaves_the_others_alone(void **state) {
    desk d;
    desk_open_plain(&d);
    int first = desk_admit(&d, 1, PLAYS | HRA_PERMIT_ASK), second = desk_admit(&d, 2, PLAYS | HRA_PERMIT_ASK);
    desk_ok(&d, 0, "new tictactoe human human seed=1 keep=no adviser=exact");
    desk_ok(&d, second, "tutor on");
    desk_ok(&d, first, "move b2");
    size_t at = d.count;
    desk_ok(&d, second, "move a2"); /* loses */
    desk_settle(&d);
    assert_int_equal(desk_tell_count(&d, at, second, "review"), 1);
    assert_int_equal(desk_tell_count(&d, at, first, "review") + desk_tell_count(&d, at, 0, "review"), 0);
    desk_ok(&d, 0, "new tictactoe human mcts:time=600 seed=1 keep=no");
    desk_send(&d, first, "move b2");
    desk_send(&d, first, "stop"); /* the machine goes on */
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 1);
    at = d.count;
    desk_ok(&d, 0, "stop");
    assert_non_null(desk_find(&d, at, first, "move"));
    desk_close(&d);
}

/* Two of three at one screen: each sees their own secret while they are asked, and never the other's. */
static void people_who_share_a_screen_keep_their_secrets(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "look watch");
    int pair = desk_admit(&d, 1 | 4, PLAYS), alone = desk_admit(&d, 2, PLAYS);
    size_t at = d.count;
    desk_ok(&d, 0, "new empire:seats=3,first-player=bid rest=people seed=3");
    const json_t *look = json_object_get(desk_find(&d, at, pair, "hello"), "look");
    assert_int_equal(json_array_size(look), 2);
    assert_int_equal((int)json_number_value(json_array_get(look, 1)), 2);
    desk_ok(&d, pair, "move bid 4");
    assert_true(json_is_true(json_object_get(desk_last(&d, pair, "move"), "secret")));
    assert_true(
        json_is_true(json_object_get(desk_last(&d, pair, "position"), "hidden"))); /* seat 1 is asked */
    desk_ok(&d, alone, "move bid 2");
    assert_null(strstr(desk_text(desk_last(&d, pair, "position"), "position"), "bid 4"));
    assert_true(json_is_true(json_object_get(desk_last(&d, pair, "ask"), "you")));
    at = d.count;
    desk_ok(&d, pair, "move bid 1");
    for (int client = pair; client <= alone; client++) {
        int bids = 0;
        for (size_t i = at; i < d.count; i++)
            bids +=
                d.events[i].client == client && strncmp(desk_text(d.events[i].json, "move"), "bid", 3) == 0;
        assert_int_equal(bids, client == pair ? 3 : 3 - 1); /* the own bid came at once */
    }
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_told_what_they_see),
        cmocka_unit_test(the_second_bid_lies_open_with_the_first),
        cmocka_unit_test(a_secret_stays_one_over_a_resume),
        cmocka_unit_test(a_bid_stands),
        cmocka_unit_test(a_machine_has_secrets_at_the_table),
        cmocka_unit_test(a_place_allows_what_it_says),
        cmocka_unit_test(who_sits_is_told_what_he_may_do),
        cmocka_unit_test(who_sits_plays_for_his_seats_alone),
        cmocka_unit_test(who_sits_leaves_the_others_alone),
        cmocka_unit_test(people_who_share_a_screen_keep_their_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
