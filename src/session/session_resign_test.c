/* Resigning a part of a game: what is offered, who answers, and what withdraws it. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

/* White has three checkers of each point far back: a backgammon is likely. */
#define BEHIND "\"position=white 24:5 23:5 22:5, black 6:2 5:2 4:2, white 31%s\""

static int plies(const desk *d) {
    return hra_play_plies(hra_session_play(d->session));
}

static void open_desk(desk *d, bool hand_out) {
    *d = (desk){.setup = {.hand_out = hand_out, .version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
}

/* The text of the last `ok`. */
static void expect_answer(const desk *d, const char *text) {
    const char *said = desk_text(desk_last(d, 0, "ok"), "text");
    if (!strstr(said, text))
        fail_msg("'%s' lacks '%s'", said, text);
}

/* ---- what is listed -------------------------------------------------------------------------*/

/* The names in `concessions` of the last `ask`. */
static void expect_list(const desk *d, const char *names) {
    hra_text text;
    size_t i;
    json_t *one;
    hra_text_init(&text);
    json_array_foreach(json_object_get(desk_last(d, 0, "ask"), "concessions"), i, one)
        hra_text_addf(&text, "%s%s", i ? " " : "", desk_text(one, "name"));
    assert_string_equal(hra_text_string(&text), names);
    hra_text_release(&text);
}

static void what_can_be_resigned_is_listed(void **state) {
    static const struct {
        const char *table, *names;
    } tables[] = {
        {"backgammon human human seed=3", "single gammon backgammon"},
        {"backgammon:match-length=5 human human seed=3", "single gammon backgammon match"},
        {"backgammon:match-length=1 human human seed=3", "single"},
        {"backgammon:match-length=3,score=0-2 human human seed=3", "single"}, /* Black lacks one */
        {"backgammon:gammons=no,match-length=2 human human seed=3", "single match"},
        {"tictactoe human human", ""},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        desk d;
        open_desk(&d, false);
        desk_ok(&d, 0, "new %s save=no", tables[i].table);
        desk_settle(&d);
        if (i == 3) /* who is to move there */
            desk_error(&d, 0, "choose one of single", "resign gammon 0");
        else
            expect_list(&d, tables[i].names);
        desk_close(&d);
    }
}

static void it_is_new_in_version_2(void **state) {
    desk d;
    d = (desk){.setup = {.version = 1}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new backgammon human human seed=3 keep=no");
    assert_null(json_object_get(desk_last(&d, 0, "ask"), "concessions"));
    desk_ok(&d, 0, "resign gammon");
    assert_null(json_object_get(desk_last(&d, 0, "ask"), "resigns"));
    desk_ok(&d, 0, "resign accept");
    assert_string_equal(desk_text(desk_last(&d, 0, "result"), "reason"), "resigned");
    desk_close(&d);
}

/* ---- a program answers ----------------------------------------------------------------------*/

static void a_program_accepts_what_gains_it_enough(void **state) {
    static const struct {
        double worth;
        const char *part, *answer; /* NULL: accepted */
    } cases[] = {
        {0.99, "single", NULL},
        {1, "single", NULL},
        {1.009, "single", NULL}, /* close enough */
        {1.02, "single",
         "expert refuses: the position is worth 1.02 to it, and a single game only 1.00; it accepts a "
         "gammon"},
        {2.5, "single", "it accepts a backgammon"},
        {2.5, "gammon", "and a gammon only 2.00; it accepts a backgammon"},
        {1.7, "gammon", NULL},
        {-1, "single", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d;
        open_desk(&d, true);
        desk_send(&d, 0, "new backgammon human expert " BEHIND " save=no", "");
        desk_ok(&d, 0, "task-result %d ready", desk_int(d.work[0], "id"));
        d.work_count = 0;
        desk_send(&d, 0, "resign %s", cases[i].part);
        assert_non_null(strstr(desk_text(d.work[0], "text"), "task worth\n"));
        assert_string_equal(desk_text(desk_last(&d, 0, "thinking"), "task"), "worth");
        desk_ok(&d, 0, "task-result %d worth %g %g", desk_int(d.work[0], "id"), -cases[i].worth,
                cases[i].worth);
        size_t at = d.count;
        while (at > 0 &&
               !strstr(d.events[at - 1].line, cases[i].answer ? "refuses" : "the resignation is accepted"))
            at--;
        assert_true(at > 0);
        if (cases[i].answer && !strstr(d.events[at - 1].line, cases[i].answer))
            fail_msg("%s", d.events[at - 1].line);
        assert_int_equal(plies(&d), cases[i].answer ? 0 : 1);
        assert_int_equal(desk_find(&d, 0, 0, "result") != NULL, !cases[i].answer);
        desk_close(&d);
    }
}

/* In a match what is left counts: by the table of match equities, or the end. */
static void in_a_match_the_score_decides(void **state) {
    desk d;
    open_desk(&d, true);
    desk_send(&d, 0, "new backgammon:match-length=5 human expert " BEHIND " save=no", ", score 0-0");
    desk_ok(&d, 0, "task-result %d ready", desk_int(d.work[0], "id"));
    d.work_count = 0;
    desk_send(&d, 0, "resign single");
    desk_ok(&d, 0, "task-result %d worth -0.9 0.9", desk_int(d.work[0], "id"));
    d.work_count = 0;
    assert_int_equal(plies(&d), 0);
    desk_send(&d, 0, "resign gammon");
    desk_ok(&d, 0, "task-result %d worth -0.2 0.2", desk_int(d.work[0], "id"));
    assert_int_equal(hra_play_snapshot(hra_session_play(d.session))->outcome, HRA_OUTCOME_NONE);
    assert_string_equal(desk_text(desk_last(&d, 0, "move"), "seat"), "chance"); /* the next game has begun */
    desk_close(&d);
}

static void all_that_can_be_lost_needs_no_answer(void **state) {
    desk d;
    open_desk(&d, false);
    desk_ok(&d, 0, "new backgammon human random " BEHIND " save=no", "");
    desk_settle(&d);
    desk_ok(&d, 0, "resign gammon");
    desk_settle(&d);
    expect_answer(&d, "random refuses: it does not value positions, and accepts only what can be lost at "
                      "most, a backgammon");
    desk_error(&d, 0, "choose one of single, gammon, backgammon", "resign match");
    desk_ok(&d, 0, "resign backgammon");
    assert_int_equal(plies(&d), 1);
    assert_null(desk_find(&d, 0, 0, "thought"));
    const json_t *result = desk_last(&d, 0, "result");
    assert_string_equal(desk_text(result, "reason"), "resigned");
    assert_int_equal(desk_int(result, "resigned"), 0);
    desk_error(&d, 0, "the game is over", "resign single");
    desk_close(&d);
}

/* It chooses its move later, and as it would have. */
static void a_program_that_is_choosing_answers_first(void **state) {
    desk d;
    open_desk(&d, true);
    desk_send(&d, 0, "new backgammon human expert " BEHIND " save=no", "");
    desk_ok(&d, 0, "task-result %d ready", desk_int(d.work[0], "id"));
    desk_ok(&d, 0, "move 24/23");
    int last = d.work_count - 1;
    assert_non_null(strstr(desk_text(d.work[last], "text"), "task choose\n"));
    int choice = desk_int(d.work[last], "id");
    desk_send(&d, 0, "resign single");
    json_t *gone = desk_last(&d, 0, "task");
    assert_non_null(gone);
    last = d.work_count - 1;
    assert_non_null(strstr(desk_text(d.work[last], "text"), "task worth\n"));
    desk_error(&d, 0, "no task", "task-result %d move pass", choice);
    desk_ok(&d, 0, "task-result %d worth -3 3", desk_int(d.work[last], "id"));
    assert_non_null(strstr(desk_text(d.work[d.work_count - 1], "text"), "task choose\n"));
    desk_close(&d);
}

/* ---- what withdraws an offer ----------------------------------------------------------------*/

static void a_move_an_undo_or_the_end_withdraws_it(void **state) {
    static const char *const lines[] = {"move 24/23", "resign", "stop", "close", "resign backgammon"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        desk d;
        open_desk(&d, true);
        desk_send(&d, 0, "new backgammon human expert " BEHIND " save=no", "");
        desk_ok(&d, 0, "task-result %d ready", desk_int(d.work[0], "id"));
        desk_send(&d, 0, "resign single");
        int id = desk_int(d.work[d.work_count - 1], "id");
        desk_ok(&d, 0, "%s", lines[i]);
        desk_error(&d, 0, "no task", "task-result %d worth -3 3", id);
        assert_string_equal(desk_text(desk_find(&d, 0, 0, "error"), "code"), "state");
        desk_close(&d); /* each line was closed once, the offer too */
    }
}

/* The client that has offered leaves: the program goes on, and no client is answered. */
static void who_leaves_offers_nothing(void **state) {
    for (int draw = 0; draw < 2; draw++) {
        desk d;
        open_desk(&d, true);
        desk_send(&d, 0, "new backgammon human expert " BEHIND " save=no", "");
        desk_ok(&d, 0, "task-result %d ready", desk_int(d.work[0], "id"));
        int other = desk_attach(&d, 0);
        desk_ok(&d, 0, "move 24/23"); /* the program chooses */
        desk_send(&d, other, draw ? "draw offer" : "resign single");
        d.work_count = 0;
        hra_session_detach(d.session, other);
        d.here[other] = false;
        if (!draw)
            assert_non_null(strstr(desk_text(d.work[d.work_count - 1], "text"), "task choose\n"));
        desk_ok(&d, 0, "resign 0"); /* ends what is still pending */
        assert_string_equal(desk_text(desk_last(&d, 0, "result"), "reason"), "resigned");
        desk_close(&d);
    }
}

/* ---- a person answers -----------------------------------------------------------------------*/

static void a_person_accepts_or_refuses(void **state) {
    desk d;
    open_desk(&d, false);
    desk_ok(&d, 0, "new backgammon:match-length=5 human human " BEHIND " save=no", ", score 0-0");
    int white = desk_attach(&d, 0), black = desk_attach(&d, 1);
    desk_ok(&d, white, "resign gammon");
    const json_t *offered = json_object_get(desk_last(&d, black, "ask"), "resigns");
    assert_string_equal(desk_text(offered, "name"), "gammon");
    assert_string_equal(desk_text(offered, "said"), "a gammon");
    assert_int_equal(desk_int(offered, "seat"), 0);
    assert_string_equal(hra_session_snapshot(d.session)->resigning->name, "gammon");
    assert_int_equal(hra_session_snapshot(d.session)->resigner, 0);
    desk_error(&d, white, "White was offered no resignation", "resign accept");
    desk_error(&d, white, "you may not act for seat 1", "resign accept 1");
    desk_ok(&d, black, "resign refuse");
    assert_null(json_object_get(desk_last(&d, white, "ask"), "resigns"));
    assert_null(hra_session_snapshot(d.session)->resigning);
    desk_error(&d, black, "Black was offered no resignation", "resign accept");
    desk_ok(&d, white, "resign single");
    desk_ok(&d, white, "move 24/23"); /* which withdraws it */
    desk_error(&d, black, "Black was offered no resignation", "resign accept");
    desk_ok(&d, white, "resign gammon");
    desk_ok(&d, black, "sync");
    assert_int_equal(desk_int(json_object_get(desk_last(&d, black, "ask"), "resigns"), "seat"), 0);
    desk_ok(&d, black, "resign accept");
    assert_string_equal(desk_text(desk_last(&d, white, "move"), "seat"), "chance");
    assert_int_equal(plies(&d), 3);
    desk_ok(&d, white, "takeback offer"); /* it is its last decision */
    desk_ok(&d, black, "takeback accept");
    assert_int_equal(plies(&d), 1);
    desk_close(&d);
}

static void one_screen_answers_for_the_other_seat(void **state) {
    desk d;
    open_desk(&d, false);
    desk_ok(&d, 0, "new backgammon:match-length=5 human human " BEHIND " save=no", ", score 0-0");
    desk_error(&d, 0, "White was offered no resignation", "resign accept");
    desk_ok(&d, 0, "resign single");
    desk_ok(&d, 0, "resign accept");
    assert_string_equal(desk_text(desk_last(&d, 0, "move"), "seat"), "chance");
    desk_close(&d);
}

/* As the page does, which shows what was played before it came. */
static void a_record_is_repeated(void **state) {
    desk d;
    open_desk(&d, false);
    desk_ok(&d, 0, "new backgammon:match-length=5 human human " BEHIND " save=no", ", score 0-0");
    desk_error(&d, 0, "is not allowed here", "move Black resigns 2 points");
    desk_error(&d, 0, "cannot be resigned here", "resign \"Black resigns 2 points\" 0");
    desk_error(&d, 0, "cannot be resigned here", "resign \"Black resigns 4 points\" 1");
    desk_ok(&d, 0, "resign \"Black resigns 2 points\" 1"); /* not to move */
    assert_string_equal(desk_text(json_object_get(desk_last(&d, 0, "ask"), "resigns"), "said"),
                        "a part of the game");
    desk_ok(&d, 0, "resign accept 0");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "position"), "position"), "score 2-0"));
    desk_close(&d);
}

/* What is saved is resumed with its score. */
static void it_is_saved(void **state) {
    desk d;
    open_desk(&d, false);
    desk_ok(&d, 0, "new backgammon:match-length=5 human human seed=3 save=plays/x");
    desk_ok(&d, 0, "resign gammon 0");
    desk_ok(&d, 0, "resign accept 1");
    char *record = desk_record(&d, "plays/x");
    assert_non_null(strstr(record, "version 4\n0 White resigns 2 points\n"));
    free(record);
    desk_ok(&d, 0, "close");
    desk_ok(&d, 0, "resume plays/x");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "position"), "position"), "score 0-2"));
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_resigned_is_listed),
        cmocka_unit_test(it_is_new_in_version_2),
        cmocka_unit_test(a_program_accepts_what_gains_it_enough),
        cmocka_unit_test(in_a_match_the_score_decides),
        cmocka_unit_test(all_that_can_be_lost_needs_no_answer),
        cmocka_unit_test(a_program_that_is_choosing_answers_first),
        cmocka_unit_test(a_move_an_undo_or_the_end_withdraws_it),
        cmocka_unit_test(who_leaves_offers_nothing),
        cmocka_unit_test(a_person_accepts_or_refuses),
        cmocka_unit_test(one_screen_answers_for_the_other_seat),
        cmocka_unit_test(a_record_is_repeated),
        cmocka_unit_test(it_is_saved),
    };
    return cmocka_run_group_tests_name("resign", tests, NULL, NULL);
}
