/* The tutor: it judges a move before that is answered, and the table waits while it offers the move back. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static bool waits(const desk *d) {
    return json_is_true(json_object_get(desk_last(d, 0, "review"), "waits"));
}

static int plies(const desk *d) {
    return hra_play_plies(hra_session_play(d->session));
}

/* ---- a blunder that ends the game -----------------------------------------------------------*/

static const struct {
    const char *table, *blunder, *best;
} blunders[] = {
    {"tictactoe human minimax position=XX./OO./...", "a3", "c1"}, /* O closes a row of its own */
    {"tictactoe human human position=XX./OO./...", "a3", "c1"},
    {"nim:rows=3-5 human exact position=1-2/0", "a1", "b1"}, /* the other one takes both */
    {"matches human exact position=5/0", "2", "1"},
};

static void a_blunder_that_ends_the_game_is_offered_back(void **state) {
    for (size_t i = 0; i < sizeof blunders / sizeof *blunders; i++) {
        desk d;
        desk_open_plain(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new %s adviser=exact seed=1 keep=no tutor", blunders[i].table);
        desk_ok(&d, 0, "move %s", blunders[i].blunder);
        desk_settle(&d);
        const json_t *cost = json_object_get(desk_last(&d, 0, "review"), "cost");
        assert_string_equal(desk_text(cost, "best"), blunders[i].best);
        assert_int_equal(waits(&d), i != 1); /* a person has not answered yet */
        assert_int_equal(plies(&d), 1);
        if (i == 1) {
            desk_error(&d, 0, "no warning", "confirm");
        } else {
            desk_error(&d, 0, "takes the last move back", "move a1");
            desk_ok(&d, 0, "undo");
            desk_settle(&d);
            assert_int_equal(plies(&d), 0);
            desk_ok(&d, 0, "move %s", blunders[i].blunder);
            desk_settle(&d);
            desk_ok(&d, 0, "confirm");
            desk_settle(&d);
            assert_int_equal(plies(&d), 2);
        }
        desk_close(&d);
    }
}

/* Taking the last stick, which loses, ends the game by itself. */
static void a_move_that_ends_it_is_judged_before_the_result(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new nim:rows=3,last=loses human exact position=2/0 adviser=exact seed=1 keep=no tutor");
    desk_ok(&d, 0, "move a2");
    desk_settle(&d);
    assert_true(waits(&d));
    assert_null(desk_find(&d, 0, 0, "result"));
    desk_ok(&d, 0, "sync"); /* who comes back sees it again */
    assert_true(waits(&d));
    desk_ok(&d, 0, "undo");
    desk_ok(&d, 0, "move a2");
    desk_settle(&d);
    desk_ok(&d, 0, "confirm");
    assert_non_null(desk_find(&d, 0, 0, "result"));
    desk_close(&d);
}

/* ---- what ends the waiting ------------------------------------------------------------------*/

static void other_lines_end_the_waiting_too(void **state) {
    static const char *const lines[] = {"confirm", "go", "tutor off", "resign 0", "leave"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        desk d;
        desk_open_plain(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new tictactoe human minimax position=XX./OO./... adviser=exact keep=no tutor");
        desk_ok(&d, 0, "move a3");
        desk_settle(&d);
        assert_true(waits(&d));
        assert_int_equal(plies(&d), 1);
        desk_ok(&d, 0, "%s", lines[i]);
        desk_settle(&d);
        if (i < 4)
            assert_non_null(desk_find(&d, 0, 0, "result"));
        desk_close(&d);
    }
}

/* Other clients do not wait, which would show them what is meant for one alone. */
static void nobody_else_waits(void **state) {
    desk d;
    desk_open_plain(&d);
    int first = desk_admit(&d, 1, HRA_PERMIT_PLAY | HRA_PERMIT_ASK | HRA_PERMIT_UNDO);
    (void)desk_admit(&d, 4, HRA_PERMIT_PLAY);
    desk_ok(&d, 0, "new race:seats=3 human random human seed=1 keep=no adviser=greedy");
    desk_ok(&d, first, "tutor on");
    for (int i = 0; i < 40 && !desk_find(&d, 0, first, "review"); i++) {
        int seat = hra_play_at(hra_session_play(d.session), plies(&d)).mover;
        const json_t *moves;
        desk_ok(&d, 0, "moves");
        moves = json_object_get(desk_last(&d, 0, "moves"), "moves");
        desk_ok(&d, seat == 0 ? first : 0, "move %s",
                desk_text(json_array_get(moves, json_array_size(moves) - 1), "move"));
        desk_settle(&d);
    }
    assert_false(json_is_true(json_object_get(desk_last(&d, first, "review"), "waits")));
    desk_error(&d, first, "no warning", "confirm");
    desk_close(&d);
}

/* ---- every game -----------------------------------------------------------------------------*/

/* The last work of this task that was handed out since `from`; 0: there is none. */
static int work_of(const desk *d, size_t from, const char *task) {
    char line[32];
    snprintf(line, sizeof line, "\ntask %s\n", task);
    for (size_t i = d->count; i-- > from;)
        if (strcmp(desk_text(d->events[i].json, "event"), "work") == 0 &&
            strstr(desk_text(d->events[i].json, "text"), line))
            return desk_int(d->events[i].json, "id");
    return 0;
}

/* The first legal move, as it is written. */
static void write_move(const desk *d, hra_text *out) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_snapshot(play)->game;
    const void *now = hra_play_at(play, plies(d)).state;
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves);
    assert_non_null(moves);
    assert_true(hra_game_moves(game, now, moves) > 0);
    hra_text_clear(out);
    game->rules->text->show_move(game, now, moves[0], out);
    free(moves);
}

static int mover(const desk *d) {
    return hra_play_at(hra_session_play(d->session), plies(d)).mover;
}

static bool asks_a_person(const desk *d) {
    return mover(d) >= 0 &&
           hra_player_info_of(hra_play_snapshot(hra_session_play(d->session))->players[mover(d)])->human;
}

/* Moves of machines until a person is asked; false: the game is over. */
static bool until_asked(desk *d, hra_text *text) {
    for (size_t at = 0, now; mover(d) != HRA_OVER && !asks_a_person(d); at = now) {
        now = d->count;
        write_move(d, text);
        desk_ok(d, 0, "done %d move %s", work_of(d, at, "choose"), hra_text_string(text));
    }
    return mover(d) != HRA_OVER;
}

/* Nothing moves while the tutor thinks, or waits; the move can be taken back, whatever it was. */
static void check_game(const hra_rules *rules) {
    desk d = {.setup = {.hand_out = true}};
    hra_text text;
    size_t at;
    hra_text_init(&text);
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_send(&d, 0, "new %s%s human seed=3 keep=no tutor", rules->name,
              strcmp(rules->name, "tree") == 0 ? ":file=docs/examples/decision.tree" : "");
    for (size_t i = 0; i < d.count; i++) /* more events come of it */
        if (strstr(desk_text(d.events[i].json, "text"), "\ntask open\n"))
            desk_ok(&d, 0, "done %d ready", desk_int(d.events[i].json, "id"));
    if (!hra_session_play(d.session))
        fail_msg("%s does not open", rules->name);
    for (int offers = 0; offers < 4 && until_asked(&d, &text);) {
        int before = plies(&d);
        at = d.count;
        write_move(&d, &text);
        desk_ok(&d, 0, "move %s", hra_text_string(&text));
        bool goes_on = !asks_a_person(&d);
        assert_int_equal(plies(&d), before + 1);
        assert_int_equal(work_of(&d, at, "choose"), 0);
        assert_null(desk_find(&d, at, 0, "result"));
        desk_ok(&d, 0, "done %d cost \"loss points 0 0 1 0 1\\nbest %s\\nthen %s\\n\"",
                work_of(&d, at, "cost"), hra_text_string(&text), hra_text_string(&text));
        assert_int_equal(waits(&d), goes_on);
        assert_int_equal(plies(&d), before + 1);
        if (goes_on && offers++ % 2 == 0) {
            desk_ok(&d, 0, "undo");
            assert_int_equal(plies(&d), before);
        } else if (goes_on) {
            desk_ok(&d, 0, "confirm");
            assert_true(plies(&d) > before + 1 || work_of(&d, at, "choose") ||
                        desk_find(&d, at, 0, "result"));
        }
    }
    hra_text_release(&text);
    desk_close(&d);
}

static void every_game_waits_for_its_tutor(void **state) {
    for (int i = 0; hra_registry_game(NULL, i); i++)
        check_game(hra_registry_game(NULL, i));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blunder_that_ends_the_game_is_offered_back),
        cmocka_unit_test(a_move_that_ends_it_is_judged_before_the_result),
        cmocka_unit_test(other_lines_end_the_waiting_too),
        cmocka_unit_test(nobody_else_waits),
        cmocka_unit_test(every_game_waits_for_its_tutor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
