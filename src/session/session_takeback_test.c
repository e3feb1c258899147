/* Moves taken back by agreement: who asks, who answers, and what withdraws it. */
#include "session_desk.h"

#include <string.h>

static int plies(const desk *d) {
    return hra_play_plies(hra_session_play(d->session));
}

/* Client 0 is the server, which has no seat; then a client for each of `seats`, with the permissions of a guest. */
static void open_desk(desk *d, int *clients, int seats, const char *table) {
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_WATCH);
    for (int seat = 0; seat < seats; seat++)
        clients[seat] = desk_admit(d, 1u << seat, hra_session_role_permissions(HRA_ROLE_SEAT));
    desk_ok(d, 0, "new %s", table);
}

static bool is_asked(const desk *d, int client) {
    return json_object_get(desk_last(d, client, "ask"), "takeback") != NULL;
}

static void the_other_person_agrees(void **state) {
    desk d;
    int at[2];
    open_desk(&d, at, 2, "tictactoe human human seed=1 save=no");
    desk_error(&d, at[0], "no move can be taken back", "takeback offer");
    desk_ok(&d, at[0], "move a1");
    desk_ok(&d, at[1], "move b1");
    desk_ok(&d, at[0], "takeback offer");
    assert_int_equal(desk_int(desk_last(&d, at[1], "ask"), "takeback"), 0);
    assert_int_equal(desk_int(desk_last(&d, 0, "ask"), "takeback"), 0); /* spectators know it too */
    desk_error(&d, at[0], "no other seat asks you for it", "takeback accept");
    desk_error(&d, at[1], "X has asked for it already", "takeback offer");
    desk_error(&d, 0, "you may not act for seat 0", "takeback offer 0");
    desk_ok(&d, at[1], "takeback accept");
    assert_int_equal(plies(&d), 0); /* and the answer to it */
    assert_false(is_asked(&d, at[1]));
    desk_ok(&d, at[0], "move a1");
    desk_ok(&d, at[0], "takeback offer"); /* before the answer */
    desk_ok(&d, at[1], "takeback accept");
    assert_int_equal(plies(&d), 0);
    desk_close(&d);
}

static void what_is_refused_or_overtaken_is_void(void **state) {
    desk d;
    int at[2];
    open_desk(&d, at, 2, "tictactoe human human seed=1 save=no");
    desk_ok(&d, at[0], "move a1");
    desk_ok(&d, at[0], "takeback offer");
    desk_ok(&d, at[1], "takeback refuse");
    assert_false(is_asked(&d, at[0]));
    assert_int_equal(plies(&d), 1);
    desk_ok(&d, at[0], "takeback offer");
    desk_ok(&d, at[1], "move b1"); /* an answer too */
    assert_false(is_asked(&d, at[0]));
    desk_error(&d, at[1], "no other seat asks you for it", "takeback accept");
    desk_ok(&d, at[1], "takeback offer");
    desk_ok(&d, at[0], "resign");
    desk_error(&d, at[0], "no other seat asks you for it", "takeback accept");
    desk_error(&d, at[0], "no person is to move", "takeback offer");
    desk_error(&d, at[0], "choose one of offer, accept, refuse", "takeback now");
    desk_close(&d);
}

/* With dice between: these are thrown again, to the same. */
static void dice_go_with_the_move(void **state) {
    desk d;
    int at[2];
    open_desk(&d, at, 2, "backgammon human human seed=3 save=no");
    int first = desk_int(desk_last(&d, at[0], "ask"), "seat"), before = plies(&d);
    const json_t *moves = json_object_get(desk_last(&d, at[first], "ask"), "moves");
    char move[80];
    hra_snprintf(move, sizeof move, "%s", json_string_value(json_array_get(moves, 0)));
    desk_ok(&d, at[first], "move %s", move);
    assert_true(plies(&d) > before);
    desk_ok(&d, at[first], "takeback offer");
    desk_ok(&d, at[!first], "takeback accept");
    assert_int_equal(plies(&d), before);
    desk_ok(&d, at[first], "move %s", move);
    desk_close(&d);
}

/* All of several others have to agree. */
static void three_people_agree(void **state) {
    desk d;
    int at[3];
    open_desk(&d, at, 3, "race:seats=3 human human human seed=1 save=no");
    int first = desk_int(desk_last(&d, at[0], "ask"), "seat"), before = plies(&d);
    const json_t *moves = json_object_get(desk_last(&d, at[first], "ask"), "moves");
    desk_ok(&d, at[first], "move %s", json_string_value(json_array_get(moves, 0)));
    desk_ok(&d, at[first], "takeback offer");
    desk_ok(&d, at[(first + 1) % 3], "takeback accept");
    assert_true(is_asked(&d, at[first]));
    assert_true(plies(&d) > before);
    desk_error(&d, at[(first + 1) % 3], "no other seat asks you for it", "takeback accept");
    desk_ok(&d, at[(first + 2) % 3], "takeback accept");
    assert_int_equal(plies(&d), before);
    desk_close(&d);
}

/* Only a client that has the seats of all persons takes back at once. */
static void a_client_of_all_seats_asks_no_other(void **state) {
    desk d;
    d = (desk){.setup = {.version = 2}};
    desk_open(&d);
    int table = desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, table, "new tictactoe human human seed=1 save=no");
    desk_ok(&d, table, "move a1");
    desk_error(&d, table, "'undo' takes the move back", "takeback offer");
    desk_ok(&d, table, "undo");
    desk_ok(&d, table, "move a1");
    int guest = desk_attach(&d, 1);
    desk_ok(&d, table, "view 0");
    desk_error(&d, table, "'takeback offer' asks for consent", "undo");
    desk_ok(&d, guest, "quit");
    desk_ok(&d, table, "undo");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_other_person_agrees),
        cmocka_unit_test(what_is_refused_or_overtaken_is_void),
        cmocka_unit_test(dice_go_with_the_move),
        cmocka_unit_test(three_people_agree),
        cmocka_unit_test(a_client_of_all_seats_asks_no_other),
    };
    return cmocka_run_group_tests_name("takeback", tests, NULL, NULL);
}
