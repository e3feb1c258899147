/* The tutor: a move is tentative until it is judged, and only the client that moves knows of it. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static bool waits(const desk *d) {
    return json_is_true(json_object_get(desk_last(d, 0, "review"), "waits"));
}

static int plies(const desk *d) {
    return hra_play_plies(hra_session_play(d->session));
}

/* Of version 2, with one client at a table, where the tutor is on. */
static void open_tutored(desk *d, const char *game) {
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
    desk_ok(d, 0, "new %s adviser=exact seed=1 tutor", game);
}

/* Sends a move, whose line is closed when it is made. */
static void press(desk *d, const char *move) {
    desk_send(d, 0, "move %s", move);
    desk_settle(d);
}

static const char blunder[] = "tictactoe human minimax position=XX./OO./... save=no"; /* a3 loses, c1 wins */

/* ---- a costly move --------------------------------------------------------------------------*/

static const struct {
    const char *table, *blunder, *best, *grade;
} blunders[] = {
    {"tictactoe human minimax position=XX./OO./... save=no", "a3", "c1", "blunder"},
    {"tictactoe human human position=XX./OO./... save=no", "a3", "c1", "blunder"},
    {"nim:rows=3-5 human exact position=1-2/0 save=no", "a1", "b1", "blunder"}, /* the other one takes both */
    {"nim:rows=3,last=loses human exact position=2/0 save=no", "a2", "a1", "blunder"}, /* ends the game */
    {"matches human exact position=5/0 save=no", "2", "1", ""},
};

static void a_costly_move_is_not_made_before_it_is_confirmed(void **state) {
    for (size_t i = 0; i < sizeof blunders / sizeof *blunders; i++) {
        desk d;
        open_tutored(&d, blunders[i].table);
        size_t at = d.count;
        press(&d, blunders[i].blunder);
        const json_t *cost = json_object_get(desk_last(&d, 0, "review"), "cost");
        assert_string_equal(desk_text(cost, "best"), blunders[i].best);
        if (*blunders[i].grade)
            assert_string_equal(desk_text(cost, "grade"), blunders[i].grade);
        assert_true(waits(&d));
        assert_int_equal(plies(&d), 0);
        assert_string_equal(desk_text(desk_find(&d, at, 0, "tentative"), "move"), blunders[i].blunder);
        assert_non_null(json_object_get(desk_find(&d, at, 0, "tentative"), "scene"));
        assert_null(desk_find(&d, at, 0, "move"));
        desk_error(&d, 0, "takes it back", "move %s", blunders[i].best);
        at = d.count;
        desk_ok(&d, 0, "undo");
        assert_int_equal(desk_int(desk_find(&d, at, 0, "ask"), "ply"), 0);
        desk_error(&d, 0, "no move is waiting", "confirm");
        press(&d, blunders[i].blunder);
        at = d.count;
        desk_ok(&d, 0, "confirm");
        assert_non_null(desk_find(&d, at, 0, "move"));
        desk_settle(&d);
        assert_true(plies(&d) > 0);
        desk_close(&d);
    }
}

static void a_good_move_is_made_without_a_word(void **state) {
    desk d;
    open_tutored(&d, blunder);
    size_t at = d.count;
    desk_ok(&d, 0, "move c1");
    assert_non_null(desk_find(&d, at, 0, "tentative"));
    assert_null(desk_find(&d, at, 0, "review"));
    assert_non_null(desk_find(&d, at, 0, "result"));
    desk_close(&d);
}

/* The last work of this task that was handed out since `from`; 0: there is none. */
static int work_of(const desk *d, size_t from, const char *task) {
    char line[32];
    snprintf(line, sizeof line, "\ntask %s\n", task);
    for (size_t i = d->count; i-- > from;)
        if (strstr(desk_text(d->events[i].json, "text"), line))
            return desk_int(d->events[i].json, "id");
    return 0;
}

static const char two_people[] = "tictactoe human human adviser=exact";

/* Handed out: the test is the adviser. */
static void open_handed_out(desk *d, const char *game) {
    *d = (desk){.setup = {.hand_out = true, .version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    desk_send(d, 0, "new %s seed=1 save=no", game);
    for (size_t i = 0; i < d->count; i++) /* more events come of it */
        if (strstr(desk_text(d->events[i].json, "text"), "\ntask open\n"))
            desk_ok(d, 0, "task-result %d ready", desk_int(d->events[i].json, "id"));
}

/* Of a loss of 0.3 where 2 are between win and loss: more than a tenth, less than a fifth. */
static void a_grade_says_from_which_loss_on(void **state) {
    static const struct {
        const char *tutor;
        bool warns;
    } cases[] = {{"on", true}, {"on inaccuracy", true}, {"on error", true}, {"on blunder", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d;
        open_handed_out(&d, two_people);
        desk_error(&d, 0, "grades are inaccuracy, error, blunder", "tutor on mistake");
        desk_ok(&d, 0, "tutor %s", cases[i].tutor);
        desk_send(&d, 0, "move a1");
        desk_ok(&d, 0, "task-result %d cost \"loss points 0 0 0 0 0.3\\nbest b2\\nthen b2\\n\"",
                work_of(&d, 0, "cost"));
        assert_int_equal(plies(&d), !cases[i].warns);
        desk_ok(&d, 0, "sync");
        assert_string_equal(desk_text(desk_last(&d, 0, "hello"), "tutor_from"), cases[i].tutor + (i ? 3 : 2));
        desk_close(&d);
    }
}

/* A client that comes back sees it again. */
static void a_snapshot_has_it(void **state) {
    desk d;
    open_tutored(&d, blunder);
    press(&d, "a3");
    size_t at = d.count;
    desk_ok(&d, 0, "sync");
    assert_non_null(desk_find(&d, at, 0, "tentative"));
    assert_true(json_is_true(json_object_get(desk_find(&d, at, 0, "review"), "waits")));
    desk_ok(&d, 0, "undo");
    desk_close(&d);
}

/* ---- without a judgement --------------------------------------------------------------------*/

static void a_later_judgement_is_a_remark(void **state) {
    desk d;
    open_handed_out(&d, two_people);
    desk_ok(&d, 0, "tutor on");
    desk_send(&d, 0, "move a1");
    assert_int_equal(plies(&d), 0);
    int judgement = work_of(&d, 0, "cost");
    desk_ok(&d, 0, "confirm");
    assert_int_equal(plies(&d), 1);
    desk_ok(&d, 0, "task-result %d cost \"loss points 0 0 1 0 1\\nbest b2\\nthen b2\\n\"", judgement);
    assert_false(waits(&d));
    desk_ok(&d, 0, "undo");
    assert_int_equal(plies(&d), 0);
    desk_send(&d, 0, "move a1");
    judgement = work_of(&d, 0, "cost");
    desk_ok(&d, 0, "undo"); /* it was not made, and nothing is heard of it */
    desk_error(&d, 0, "no task", "task-result %d cost \"\"", judgement);
    desk_close(&d);
}

static void advice_does_not_delay_the_judgement(void **state) {
    desk d;
    open_handed_out(&d, two_people);
    desk_ok(&d, 0, "tutor on");
    desk_send(&d, 0, "advice");
    assert_true(work_of(&d, 0, "advise") > 0);
    desk_send(&d, 0, "move a1");
    assert_true(work_of(&d, 0, "cost") > 0);
    desk_ok(&d, 0, "confirm");
    desk_close(&d);
}

/* ---- several moves of a line ----------------------------------------------------------------*/

static const char a_turn[] = "empire:seats=3,first-player=0 human human human adviser=greedy";

/* Judges the move that is asked about; returns the number of events before. */
static size_t judge(desk *d, size_t from, double loss, const char *best) {
    const size_t at = d->count;
    desk_ok(d, 0, "task-result %d cost \"loss points 0 0 0 0 %g\\nbest %s\\nthen %s\\n\"",
            work_of(d, from, "cost"), loss, best, best);
    return at;
}

/* What the tutor said since `from` of this move of a line. */
static const json_t *warning_of(const desk *d, size_t from, int ply) {
    for (size_t i = from; i < d->count; i++)
        if (strcmp(desk_text(d->events[i].json, "event"), "review") == 0 &&
            desk_int(d->events[i].json, "ply") == ply)
            return d->events[i].json;
    fail_msg("nothing was said of ply %d", ply);
    return NULL;
}

/* Each move in the position after those before it; warnings come when all are judged. */
static void a_line_is_judged_before_any_of_it_is_made(void **state) {
    static const char *const ends[] = {"undo", "confirm"};
    for (int confirms = 0; confirms < 2; confirms++) {
        desk d;
        open_handed_out(&d, a_turn);
        desk_ok(&d, 0, "tutor on");
        const int before = plies(&d);
        size_t at = d.count;
        desk_send(&d, 0, "move card 5, place 12 12");
        assert_string_equal(desk_text(desk_find(&d, at, 0, "tentative"), "move"),
                            "card 5 (coal: place 2), place 12, place 12");
        at = judge(&d, at, 1, "card 3");
        at = judge(&d, at, 0, "place 12");
        assert_null(desk_find(&d, 0, 0, "review"));
        assert_int_equal(plies(&d), before);
        at = judge(&d, at, 0.5, "end");
        assert_int_equal(desk_tell_count(&d, at, 0, "review"), 2);
        assert_string_equal(desk_text(json_object_get(warning_of(&d, at, before), "cost"), "best"),
                            "card 3 (gem: move 2)");
        assert_string_equal(desk_text(json_object_get(warning_of(&d, at, before + 2), "cost"), "move"),
                            "place 12");
        assert_true(waits(&d));
        assert_int_equal(plies(&d), before);
        desk_ok(&d, 0, "%s", ends[confirms]);
        assert_int_equal(plies(&d), before + 3 * confirms);
        desk_close(&d); /* the line of the moves was closed too */
    }
}

/* Warnings that are there by then come at once, the others later. */
static void a_line_that_is_confirmed_early_hears_of_each_move(void **state) {
    desk d;
    open_handed_out(&d, a_turn);
    desk_ok(&d, 0, "tutor on");
    const int before = plies(&d);
    size_t at = d.count;
    desk_send(&d, 0, "move card 5, place 12 12");
    at = judge(&d, at, 1, "card 3");
    desk_ok(&d, 0, "confirm");
    assert_int_equal(plies(&d), before + 3);
    assert_int_equal(desk_int(desk_last(&d, 0, "review"), "ply"), before);
    assert_false(waits(&d));
    for (int ply = 1; ply < 3; ply++) {
        at = judge(&d, at, 0.5, "end");
        assert_int_equal(desk_int(desk_last(&d, 0, "review"), "ply"), before + ply);
        assert_false(waits(&d));
    }
    desk_close(&d);
}

/* ---- who knows of it ------------------------------------------------------------------------*/

static void others_and_the_record_see_it_when_it_is_made(void **state) {
    desk d = {.setup = {.version = 2}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    int first = desk_admit(&d, 1, HRA_PERMIT_PLAY | HRA_PERMIT_ASK | HRA_PERMIT_UNDO);
    int second = desk_admit(&d, 2, HRA_PERMIT_PLAY | HRA_PERMIT_ASK);
    desk_ok(&d, 0, "new tictactoe human human adviser=exact seed=1 save=plays/two");
    desk_ok(&d, first, "tutor on blunder");
    desk_ok(&d, first, "move a1");
    desk_ok(&d, second, "move b1");
    size_t at = d.count;
    desk_send(&d, first, "move c3"); /* a2, b2 and a3 win, and this does not */
    desk_settle(&d);
    assert_non_null(desk_find(&d, at, first, "tentative"));
    for (size_t i = at; i < d.count; i++)
        assert_int_equal(d.events[i].client, first);
    desk_error(&d, second, "not your move", "move b3");
    desk_error(&d, 0, "takes it back", "move b3");
    desk_ok(&d, first, "undo");
    desk_ok(&d, first, "move a2");
    char *record = desk_record(&d, "plays/two");
    assert_non_null(strstr(record, "\n0 a1\n1 b1\n0 a2\n"));
    assert_non_null(strstr(record, "# at the table: tutor=blunder adviser=exact\n"));
    free(record);
    desk_close(&d);
}

/* ---- what ends it ---------------------------------------------------------------------------*/

static void other_lines_make_it_or_drop_it(void **state) {
    static const struct {
        const char *line;
        int plies; /* -1: no game is open */
    } cases[] = {{"confirm", 2},  {"tutor off", 2}, {"undo", 0},
                 {"resign 0", 0}, {"close", -1},    {"new nim human human", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d;
        open_tutored(&d, blunder);
        press(&d, "a3");
        assert_true(waits(&d));
        desk_ok(&d, 0, "%s", cases[i].line);
        desk_settle(&d);
        if (cases[i].plies >= 0)
            assert_int_equal(plies(&d), cases[i].plies);
        desk_close(&d); /* every line was closed, that of the move too */
    }
}

static void a_client_that_leaves_drops_it(void **state) {
    desk d;
    open_tutored(&d, blunder);
    int other = desk_attach(&d, HRA_VIEW_TABLE);
    press(&d, "a3");
    desk_send(&d, 0, "quit");
    assert_int_equal(plies(&d), 0);
    desk_ok(&d, other, "move c1");
    desk_close(&d);
}

/* ---- where there is none --------------------------------------------------------------------*/

/* A bid is made while the others make theirs; Pacman runs on. */
static void nothing_is_judged_where_seats_choose_at_the_same_time(void **state) {
    static const char *const games[] = {"empire:seats=3,first-player=bid human human human",
                                        "pacman:layout=crossroads,ghosts=1 human random"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        desk d = {.setup = {.version = 2}};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new %s seed=3 save=no tutor", games[i]);
        desk_settle(&d);
        const int before = plies(&d);
        desk_ok(&d, 0, "moves");
        const json_t *moves = json_object_get(desk_last(&d, 0, "moves"), "moves");
        char move[64];
        snprintf(move, sizeof move, "%s", desk_text(json_array_get(moves, 0), "move"));
        desk_ok(&d, 0, "move %s", move);
        assert_true(plies(&d) > before);
        assert_null(desk_find(&d, 0, 0, "tentative"));
        desk_close(&d);
    }
}

/* ---- every game -----------------------------------------------------------------------------*/

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

/* The move is not made while the tutor thinks, or waits; it can be taken back, whatever it is. */
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
    for (int offers = 0; offers < 4 && until_asked(&d, &text); offers++) {
        int before = plies(&d);
        at = d.count;
        write_move(&d, &text);
        desk_send(&d, 0, "move %s", hra_text_string(&text));
        if (rules->conduct && rules->conduct->arrow) { /* it runs on */
            assert_int_equal(plies(&d), before + 1);
            continue;
        }
        assert_int_equal(plies(&d), before);
        assert_int_equal(work_of(&d, at, "choose"), 0);
        desk_ok(&d, 0, "done %d cost \"loss points 0 0 1 0 1\\nbest %s\\nthen %s\\n\"",
                work_of(&d, at, "cost"), hra_text_string(&text), hra_text_string(&text));
        assert_true(waits(&d));
        desk_ok(&d, 0, offers % 2 ? "confirm" : "undo");
        assert_int_equal(plies(&d) > before, offers % 2);
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
        cmocka_unit_test(a_costly_move_is_not_made_before_it_is_confirmed),
        cmocka_unit_test(a_good_move_is_made_without_a_word),
        cmocka_unit_test(a_grade_says_from_which_loss_on),
        cmocka_unit_test(a_snapshot_has_it),
        cmocka_unit_test(a_later_judgement_is_a_remark),
        cmocka_unit_test(advice_does_not_delay_the_judgement),
        cmocka_unit_test(a_line_is_judged_before_any_of_it_is_made),
        cmocka_unit_test(a_line_that_is_confirmed_early_hears_of_each_move),
        cmocka_unit_test(others_and_the_record_see_it_when_it_is_made),
        cmocka_unit_test(other_lines_make_it_or_drop_it),
        cmocka_unit_test(a_client_that_leaves_drops_it),
        cmocka_unit_test(nothing_is_judged_where_seats_choose_at_the_same_time),
        cmocka_unit_test(every_game_waits_for_its_tutor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
