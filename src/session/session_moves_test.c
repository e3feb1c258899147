/* Which clients get the legal moves, and moves that are made by a call instead of a line. */
#include "session_desk.h"

#include <string.h>

/* The moves of the last `ask` of a client, with blanks between; "": it has none. */
static const char *legal(const desk *d, int client, char text[512]) {
    size_t i, length = 0;
    const json_t *move;
    text[0] = '\0';
    json_array_foreach(json_object_get(desk_last(d, client, "ask"), "moves"), i, move) {
        (void)hra_snprintf(text + length, 512 - length, "%s%s", i ? " " : "", json_string_value(move));
        length = strlen(text);
    }
    return text;
}

static void who_is_to_move_is_told_the_legal_moves(void **state) {
    desk d;
    char text[512];
    desk_open_plain(&d);
    int one = desk_attach(&d, 1), watch = desk_attach(&d, HRA_VIEW_WATCH),
        table = desk_attach(&d, HRA_VIEW_TABLE),
        guest = desk_admit(&d, 1u << 0, HRA_PERMIT_ASK); /* in the seat, but without the right to play */
    desk_ok(&d, 0, "look 0");
    desk_ok(&d, 0, "new tictactoe human human position=XOX/OXO/...");
    assert_string_equal(legal(&d, 0, text), "a3 b3 c3");
    assert_string_equal(legal(&d, table, text), "a3 b3 c3");
    assert_null(json_object_get(desk_last(&d, one, "ask"), "moves"));
    assert_null(json_object_get(desk_last(&d, watch, "ask"), "moves"));
    assert_null(json_object_get(desk_last(&d, guest, "ask"), "moves"));
    assert_null(json_object_get(desk_last(&d, 0, "ask"), "moves_left_out"));
    desk_ok(&d, 0, "move b3");
    assert_null(json_object_get(desk_last(&d, 0, "ask"), "moves"));
    assert_string_equal(legal(&d, one, text), "a3 c3");
    size_t at = d.count;
    desk_ok(&d, one, "sync"); /* a snapshot has them too */
    assert_int_equal(desk_tell_count(&d, at, one, "ask"), 1);
    assert_string_equal(legal(&d, one, text), "a3 c3");
    desk_close(&d);
}

static void a_long_list_ends_at_its_limit(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new nim:rows=99-99-99-99-99-6 human human"); /* 501 moves */
    const json_t *ask = desk_last(&d, 0, "ask");
    assert_int_equal(json_array_size(json_object_get(ask, "moves")), HRA_SESSION_LEGAL);
    assert_int_equal(desk_int(ask, "moves_left_out"), 1);
    desk_ok(&d, 0, "move f6");
    ask = desk_last(&d, 0, "ask");
    assert_int_equal(json_array_size(json_object_get(ask, "moves")), 495);
    assert_null(json_object_get(ask, "moves_left_out"));
    desk_close(&d);
}

/* All that each client gets of the moves of a game with sealed bids. */
static void bids_tell_nobody_else_what_can_be_bid(void **state) {
    desk d;
    char text[512];
    desk_open_plain(&d);
    int blue = desk_attach(&d, 1), watch = desk_attach(&d, HRA_VIEW_WATCH);
    desk_ok(&d, 0, "look 0");
    desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 human human seed=3");
    const char *bids =
        "bid 0 bid 1 bid 2 bid 3 bid 4 bid 5 bid 6 bid 7 bid 8 bid 9 bid 10 bid 11 bid 12 bid 13 bid 14";
    assert_string_equal(legal(&d, 0, text), bids);
    desk_ok(&d, 0, "move bid 4");
    assert_string_equal(legal(&d, blue, text), bids); /* whatever red has bid */
    for (size_t i = 0; i < d.count; i++) {
        const json_t *event = d.events[i].json;
        if (strcmp(desk_text(event, "event"), "ask") == 0)
            assert_true(json_is_true(json_object_get(event, "you")) ==
                        (json_object_get(event, "moves") != NULL));
        assert_false(d.events[i].client == watch && json_object_get(event, "moves"));
    }
    desk_close(&d);
}

static hra_err make(const desk *d, int client, hra_move move, hra_error *why) {
    *why = (hra_error){0};
    return hra_session_move(d->session, client, move, why);
}

static void a_move_is_made_by_a_call(void **state) {
    desk d;
    hra_error why;
    desk_open_plain(&d);
    int one = desk_attach(&d, 1);
    assert_int_equal(make(&d, 0, 4, &why), HRA_ESTATE);
    assert_non_null(strstr(why.text, "no game is open"));
    desk_ok(&d, 0, "look 0");
    desk_ok(&d, 0, "new tictactoe human human");
    assert_int_equal(make(&d, one, 4, &why), HRA_ESTATE);
    assert_string_equal(why.text, "it is not your move; X is to move");
    assert_int_equal(make(&d, 63, 4, &why), HRA_EINPUT);
    assert_int_equal(make(&d, -1, 4, &why), HRA_EINPUT);
    assert_int_equal(make(&d, 0, 9, &why), HRA_EINPUT);
    assert_string_equal(why.text, "this move cannot be made here");
    size_t at = d.count;
    assert_int_equal(make(&d, 0, 4, &why), HRA_OK);
    assert_string_equal(desk_text(desk_find(&d, at, one, "move"), "move"), "b2");
    assert_null(desk_find(&d, at, 0, "ok"));
    assert_true(json_is_true(json_object_get(desk_last(&d, one, "ask"), "you")));
    assert_int_equal(make(&d, one, 4, &why), HRA_EINPUT);
    desk_close(&d);
}

static void a_roll_is_made_by_a_call(void **state) {
    desk d;
    hra_error why;
    hra_move roll;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new yahtzee human dice=manual");
    const hra_play *play = hra_session_play(d.session);
    assert_int_equal(hra_game_parse_move(hra_play_snapshot(play)->game, hra_play_at(play, 0).state,
                                         "1-2-3-4-5", &roll, &why),
                     0);
    assert_int_equal(make(&d, 0, roll, &why), HRA_OK);
    assert_int_equal(desk_int(desk_last(&d, 0, "ask"), "seat"), 0);
    desk_close(&d);
}

/* The ids of the shapes that a client sees marked as touched by the last move, with blanks between. */
static const char *marked(const desk *d, int client, char text[512]) {
    size_t i, k, length = 0;
    const json_t *shape, *mark, *scene = json_object_get(desk_last(d, client, "position"), "scene");
    text[0] = '\0';
    json_array_foreach(json_object_get(scene, "shapes"), i, shape) json_array_foreach(
        json_object_get(shape, "marks"), k, mark) if (strcmp(json_string_value(mark), "last") == 0) {
        (void)hra_snprintf(text + length, 512 - length, "%s%s", i && length ? " " : "",
                           desk_text(shape, "id"));
        length = strlen(text);
    }
    return text;
}

static void the_last_move_stays_marked_through_a_throw_and_an_end_of_turn(void **state) {
    static const struct {
        const char *game, *lines[4], *marked;
    } cases[] = {
        {"race:seats=2,pieces=1 human human \"position=[1],[2] green 3\"", {"move 1-4"}, "from 4.piece"},
        {"empire:neutral-armies=3 human human \"position=red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / "
         "row 34 10 10 7 12 1 / gone 6 / goods red, blue food1 / first blue / red card\"",
         {"move card 2", "move 12>11", "move end"},
         "last.from last.to"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d;
        char text[512];
        desk_open_plain(&d);
        desk_ok(&d, 0, "new %s seed=1", cases[i].game);
        for (int k = 0; cases[i].lines[k]; k++)
            desk_ok(&d, 0, "%s", cases[i].lines[k]);
        desk_ok(&d, 0, "sync");
        assert_string_equal(marked(&d, 0, text), cases[i].marked);
        desk_close(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_to_move_is_told_the_legal_moves),
        cmocka_unit_test(a_long_list_ends_at_its_limit),
        cmocka_unit_test(bids_tell_nobody_else_what_can_be_bid),
        cmocka_unit_test(a_move_is_made_by_a_call),
        cmocka_unit_test(a_roll_is_made_by_a_call),
        cmocka_unit_test(the_last_move_stays_marked_through_a_throw_and_an_end_of_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
