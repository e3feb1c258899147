/* Exercises in a session: what a client is sent of them, and when. */
#include "core/text.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

/* O is about to win at c1, and X plays b1. */
static const char blunders[] = "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 random\n"
                               "0 a1\n1 b2\n0 c3\n1 a3\n0 b1\n1 c1\nresult -1 1\n";

/* X wins at a2, and by the forks of b3 and c3; in the second key, which is wrong, at b1 alone. */
static const char winning[] = "hra-exercise 1\nkind move\ntitle Win\ngame tictactoe\nposition X.O/.O./X..\n"
                              "analyst exact\nthreshold 0.1\nplayed c2\nmove 0 exact b1\nmove 1 exact a2\n"
                              "move 0 exact c2 | a2\nmove 1 exact b3 | a2\nmove 1 exact c3\nend\n",
                  turned[] = "hra-exercise 1\nkind move\ntitle Win\ngame tictactoe\nposition X.O/.O./X..\n"
                             "analyst exact\nthreshold 0.1\nplayed c2\nmove 1 exact b1\nmove -1 exact a2\n"
                             "move 0 exact c2 | a2\nmove 0.5 exact b3\nmove 0 exact c3\nend\n",
                  reaching[] =
                      "hra-exercise 1\nkind agent\ngame tictactoe\nagainst random\ngames 10\ngoal 0.5\nend\n";

static void put(desk *d, const char *name, const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%s %s ", d->setup.version == 2 ? "write" : "put", name);
    hra_text_add_json(&line, text);
    desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
}

static char *a_tree(unsigned asked) {
    hra_exercise *x;
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    if (hra_exercise_random_tree(&x, NULL, 7, 1, asked, NULL, &why))
        fail_msg("%s", why.text);
    assert_int_equal(hra_exercise_write(x, &text), 0);
    hra_exercise_close(x);
    return text.data;
}

static void open_desk(desk *d, int version) {
    *d = (desk){.setup = {.version = version}};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
}

/* A course of all kinds: find the move, fill in the tree, reach a result. */
static void put_course(desk *d) {
    hra_text text;
    char *tree = a_tree(0);
    hra_text_init(&text);
    hra_text_addf(&text, "hra-course 1\ntitle All kinds\n%s%s%s", winning, tree, reaching);
    put(d, "files/all.course", hra_text_string(&text));
    hra_text_release(&text);
    free(tree);
}

static const json_t *asked(const desk *d) {
    return json_object_get(desk_last(d, 0, "exercise"), "exercise");
}

static void is_at(const desk *d, int number, int of, const char *kind) {
    const json_t *event = desk_last(d, 0, "exercise");
    assert_int_equal(desk_int(event, "number"), number);
    assert_int_equal(desk_int(event, "of"), of);
    assert_string_equal(desk_text(asked(d), "kind"), kind);
}

static void has_outcome(const desk *d, int tries, int hints, const char *outcome) {
    const json_t *event = desk_last(d, 0, "verdict");
    assert_int_equal(desk_int(event, "tries"), tries);
    assert_int_equal(desk_int(event, "hints"), hints);
    assert_string_equal(desk_text(event, "outcome"), outcome);
}

/* ---- solving ------------------------------------------------------------------------------------*/

static void a_course_is_solved(void **state) {
    (void)state;
    for (int version = 1; version <= 2; version++) {
        desk d;
        open_desk(&d, version);
        put_course(&d);
        desk_ok(&d, 0, "exercise open files/all.course");
        is_at(&d, 1, 3, "move");
        assert_string_equal(desk_text(desk_last(&d, 0, "exercise"), "course"), "All kinds");
        assert_int_equal(json_array_size(json_object_get(desk_last(&d, 0, "exercise"), "moves")), 5);
        assert_int_equal(desk_int(desk_last(&d, 0, "exercise"), "seat"), 0);
        desk_error(&d, 0, "not answered", "exercise next");
        desk_error(&d, 0, "", "exercise try a1");
        desk_ok(&d, 0, "exercise try a2");
        has_outcome(&d, 1, 0, "right");
        desk_ok(&d, 0, "exercise try   c2 \t"); /* the first attempt counts */
        has_outcome(&d, 2, 0, "right");
        assert_null(json_object_get(desk_last(&d, 0, "verdict"), "answer"));
        desk_ok(&d, 0, "exercise next");
        is_at(&d, 2, 3, "fill");
        desk_ok(&d, 0, "exercise hint");
        desk_ok(&d, 0, "exercise show");
        has_outcome(&d, 0, 1, "wrong");
        assert_non_null(json_object_get(desk_last(&d, 0, "verdict"), "answer"));
        desk_error(&d, 0, "was shown", "exercise hint");
        desk_error(&d, 0, "was shown", "exercise try A.value=1");
        desk_ok(&d, 0, "exercise next");
        is_at(&d, 3, 3, "agent");
        desk_error(&d, 0, "plays games", "exercise try random");
        desk_ok(&d, 0, "exercise skip");
        assert_true(json_is_null(asked(&d)));
        assert_true(json_is_null(json_object_get(desk_last(&d, 0, "exercise"), "number")));
        desk_error(&d, 0, "no more exercises", "exercise next");
        desk_error(&d, 0, "no more exercises", "exercise hint");
        desk_ok(&d, 0, "exercise close");
        desk_error(&d, 0, "no exercises are open", "exercise next");
        desk_close(&d);
    }
}

/* The first attempt and the hints before it decide. */
static void outcomes_are_those_of_the_first_attempt(void **state) {
    (void)state;
    desk d;
    open_desk(&d, 2);
    put(&d, "files/one", winning);
    desk_ok(&d, 0, "exercise open files/one");
    desk_ok(&d, 0, "exercise hint");
    desk_ok(&d, 0, "exercise try a2");
    has_outcome(&d, 1, 1, "hinted");
    desk_ok(&d, 0, "exercise open files/one");
    desk_ok(&d, 0, "exercise try c2");
    desk_ok(&d, 0, "exercise try a2");
    has_outcome(&d, 2, 0, "wrong");
    const int hints = desk_int(asked(&d), "hints");
    desk_ok(&d, 0, "exercise open files/one");
    for (int i = 0; i < hints; i++)
        desk_ok(&d, 0, "exercise hint");
    desk_error(&d, 0, "no more hints", "exercise hint");
    desk_close(&d);
}

/* Of a tree that is filled in step by step nothing is decided before something is wrong or all is right. */
static void part_of_a_tree_decides_nothing(void **state) {
    (void)state;
    desk d;
    open_desk(&d, 2);
    char *tree = a_tree(HRA_FILL_VALUES);
    hra_text all;
    hra_text_init(&all);
    put(&d, "files/tree", tree);
    desk_ok(&d, 0, "exercise open files/tree");
    desk_ok(&d, 0, "exercise show");
    const json_t *nodes = json_object_get(json_object_get(desk_last(&d, 0, "verdict"), "answer"), "nodes");
    const json_t *questions = json_object_get(asked(&d), "nodes");
    desk_ok(&d, 0, "exercise open files/tree");
    for (size_t i = json_array_size(nodes); i-- > 0;) {
        const json_t *node = json_array_get(nodes, i);
        if (!json_array_size(json_object_get(json_array_get(questions, i), "items")) ||
            !desk_int(node, "order"))
            continue;
        if (all.length) {
            desk_ok(&d, 0, "exercise try%s", hra_text_string(&all));
            has_outcome(&d, desk_int(desk_last(&d, 0, "verdict"), "tries"), 0, "");
        }
        hra_text_addf(&all, " %s.value=%g", desk_text(node, "node"),
                      json_number_value(json_object_get(node, "value")));
    }
    desk_ok(&d, 0, "exercise try%s", hra_text_string(&all));
    assert_string_equal(desk_text(desk_last(&d, 0, "verdict"), "outcome"), "right");
    hra_text_release(&all);
    free(tree);
    desk_close(&d);
}

/* ---- the key ------------------------------------------------------------------------------------*/

/* Whether a member has this name, at any depth; symbols of a board have lines of their own. */
static bool has_key(json_t *value, const char *name) {
    const char *key;
    json_t *member;
    json_object_foreach(value, key,
                        member) if (strcmp(key, "symbols") != 0 &&
                                    (strcmp(key, name) == 0 || has_key(member, name))) return true;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (has_key(json_array_get(value, i), name))
            return true;
    return false;
}

/* What is given of a tree are values of nodes that have no such item. */
static void check_nodes(const json_t *nodes) {
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i), *items = json_object_get(node, "items");
        for (size_t k = 0; k < json_array_size(items); k++)
            if (json_object_get(node, json_string_value(json_array_get(items, k))))
                fail_msg("the tree gives what it asks");
    }
}

/* Looks through all events up to now. */
static void key_is_hidden(const desk *d) {
    static const char *const never[] = {"answer", "loss", "line", "good", "alpha", "beta", "order", "best"};
    for (size_t i = 0; i < d->count; i++) {
        json_t *json = d->events[i].json;
        for (size_t k = 0; k < sizeof never / sizeof *never; k++)
            if (has_key(json, never[k]))
                fail_msg("'%s' is in an event: %s", never[k], d->events[i].line);
        const json_t *nodes = json_object_get(json_object_get(json, "exercise"), "nodes");
        check_nodes(nodes);
        if (!nodes && has_key(json, "value"))
            fail_msg("a value is in an event: %s", d->events[i].line);
    }
}

static void nothing_of_a_key_is_sent(void **state) {
    (void)state;
    static const unsigned asked_of[] = {
        0, HRA_FILL_LEAVES, HRA_FILL_VALUES, HRA_FILL_WINDOWS, HRA_FILL_CUTS, HRA_FILL_ORDER};
    desk d;
    open_desk(&d, 2);
    put_course(&d);
    desk_ok(&d, 0, "exercise open files/all.course");
    desk_ok(&d, 0, "exercise hint");
    desk_ok(&d, 0, "exercise try c2");
    desk_ok(&d, 0, "sync");
    desk_ok(&d, 0, "sync 2");
    desk_ok(&d, 0, "exercise skip");
    desk_ok(&d, 0, "exercise hint");
    desk_ok(&d, 0, "exercise try A.value=1000000");
    desk_ok(&d, 0, "exercise skip");
    desk_ok(&d, 0, "exercise hint");
    for (size_t i = 0; i < sizeof asked_of / sizeof *asked_of; i++) {
        char *tree = a_tree(asked_of[i]);
        put(&d, "files/tree", tree);
        desk_ok(&d, 0, "exercise open files/tree");
        free(tree);
    }
    key_is_hidden(&d);
    desk_ok(&d, 0, "exercise show");
    assert_true(has_key(desk_last(&d, 0, "verdict"), "order"));
    desk_close(&d);
}

/* The same position with another key is asked in the same bytes: nothing of the key can be in them. */
static void the_question_does_not_depend_on_the_key(void **state) {
    (void)state;
    json_t *event[2];
    for (int i = 0; i < 2; i++) {
        desk d;
        open_desk(&d, 2);
        put(&d, "files/one", i ? turned : winning);
        desk_ok(&d, 0, "exercise open files/one");
        event[i] = json_deep_copy(desk_last(&d, 0, "exercise"));
        json_object_del(event[i], "reply_to");
        desk_ok(&d, 0, "exercise try b1");
        assert_string_equal(desk_text(desk_last(&d, 0, "verdict"), "outcome"), i ? "right" : "wrong");
        desk_close(&d);
    }
    assert_true(json_equal(event[0], event[1]));
    json_decref(event[0]);
    json_decref(event[1]);
}

/* ---- reviews ------------------------------------------------------------------------------------*/

static void open_reviewed(desk *d, bool hand_out) {
    *d = (desk){.setup = {.version = 2, .hand_out = hand_out}};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
    if (hand_out)
        assert_int_equal(hra_worker_open(&d->worker, &d->host, NULL, NULL), 0);
    put(d, "plays/mine.hra", blunders);
    desk_ok(d, 0, "review plays/mine.hra by=exact");
}

static void mistakes_of_a_review_are_asked(void **state) {
    (void)state;
    desk d[2];
    for (int i = 0; i < 2; i++) {
        open_reviewed(&d[i], i == 1);
        const size_t before = d[i].count;
        desk_ok(&d[i], 0, "exercise open review");
        is_at(&d[i], 1, desk_int(desk_last(&d[i], 0, "exercise"), "of"), "move");
        assert_string_equal(desk_text(desk_find(&d[i], before, 0, "thinking"), "task"), "exercise");
        for (size_t k = before; k < d[i].count; k++)
            assert_false(has_key(d[i].events[k].json, "loss"));
        while (strcmp(desk_text(asked(&d[i]), "played"), "b1") != 0)
            desk_ok(&d[i], 0, "exercise skip");
        desk_ok(&d[i], 0, "exercise try b1");
        assert_string_equal(desk_text(desk_last(&d[i], 0, "verdict"), "outcome"), "wrong");
        desk_ok(&d[i], 0, "exercise show");
        desk_ok(&d[i], 0, "exercise next");
        assert_true(json_is_null(asked(&d[i])));
        desk_error(&d[i], 0, "no more exercises", "exercise skip");
        desk_ok(&d[i], 0, "exercise open review"); /* from the beginning */
        assert_int_equal(desk_int(desk_last(&d[i], 0, "exercise"), "number"), 1);
    }
    static const char *const kinds[] = {"exercise", "verdict", "thinking"};
    for (int k = 0; k < 3; k++) {
        const int count = desk_tell_count(&d[0], 0, 0, kinds[k]);
        assert_int_equal(count, desk_tell_count(&d[1], 0, 0, kinds[k]));
        assert_true(count > 0);
        size_t at[2] = {0, 0};
        for (int n = 0; n < count; n++) {
            for (int i = 0; i < 2; i++, at[i - 1]++)
                while (strcmp(desk_text(d[i].events[at[i]].json, "event"), kinds[k]) != 0)
                    at[i]++;
            const char *one = strstr(d[0].events[at[0] - 1].line, ",\"reply_to\""),
                       *other = strstr(d[1].events[at[1] - 1].line, ",\"reply_to\"");
            assert_string_equal(one, other);
        }
    }
    desk_close(&d[0]);
    desk_close(&d[1]);
}

/* The key is the same however fast the machine is: where only time limits the session, nodes do. */
static void no_time_limits_a_key(void **state) {
    (void)state;
    static const struct {
        const char *analyst, *limits;
    } cases[] = {{"mcts", "\nlimits 0 200000 0 0\n"},
                 {"mcts:playouts=50", "\nlimits 0 0 0 0\n"},
                 {"alphabeta:depth=6", "\nlimits 0 0 0 0\n"}};
    desk d = {.setup = {.version = 2, .hand_out = true, .caps = {.seconds = 0.01}}};
    desk_open(&d);
    assert_int_equal(desk_attach(&d, HRA_VIEW_TABLE), 0);
    assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
    hra_worker *worker = d.worker;
    put(&d, "plays/mine.hra", blunders);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        d.worker = worker;
        desk_ok(&d, 0, "review plays/mine.hra by=%s", cases[i].analyst);
        d.worker = NULL;
        desk_send(&d, 0, "exercise open review");
        if (d.work_count != 1)
            fail_msg("%s: %s", cases[i].analyst, d.events[d.count - 1].line);
        const char *text = desk_text(d.work[0], "text");
        if (!strstr(text, cases[i].limits) || strstr(text, "\nstandard "))
            fail_msg("%s: %s", cases[i].analyst, text);
        desk_ok(&d, 0, "stop");
    }
    d.worker = worker;
    desk_ok(&d, 0, "exercise next");
    assert_string_equal(desk_text(asked(&d), "kind"), "move");
    desk_close(&d);
}

static void an_exercise_that_is_made_can_be_stopped(void **state) {
    (void)state;
    desk d;
    open_reviewed(&d, true);
    hra_worker *worker = d.worker;
    d.worker = NULL; /* no task is run */
    desk_send(&d, 0, "exercise open review");
    desk_error(&d, 0, "being made", "exercise next");
    desk_error(&d, 0, "being made", "exercise try b1");
    desk_ok(&d, 0, "stop");
    desk_error(&d, 0, "is not there", "exercise hint");
    desk_send(&d, 0, "exercise next");
    desk_ok(&d, 0, "exercise close"); /* and its line is closed */
    desk_error(&d, 0, "no exercises are open", "exercise show");
    desk_send(&d, 0, "exercise open review");
    desk_send(&d, 0, "new nim human human seed=1 save=no"); /* clears all tasks */
    d.worker = worker;
    desk_settle(&d);
    desk_ok(&d, 0, "exercise next");
    assert_int_equal(desk_int(desk_last(&d, 0, "exercise"), "number"), 1);
    desk_send(&d, 0, "exercise skip");
    desk_send(&d, 0, "quit");
    desk_close(&d);
}

/* In threads a search may be running whose result is not wanted any more. */
static void exercises_are_closed_at_any_moment(void **state) {
    (void)state;
    static const char *const ends[] = {"stop", "exercise close", "exercise open review", "close",
                                       "review plays/mine.hra by=exact"};
    desk d;
    open_reviewed(&d, false);
    for (int i = 0; i < 60; i++) {
        desk_ok(&d, 0, "new nim human human seed=1 save=no");
        desk_send(&d, 0, "exercise open review");
        if (i & 1)
            (void)hra_session_wait(d.session, 0.001);
        desk_send(&d, 0, "%s", ends[i % 5]);
        if (i & 2)
            desk_settle(&d);
    }
    desk_settle(&d);
    desk_ok(&d, 0, "review plays/mine.hra by=exact");
    desk_ok(&d, 0, "exercise open review");
    desk_send(&d, 0, "exercise skip");
    desk_close(&d);
}

static void strange_results_are_refused(void **state) {
    (void)state;
    static const char *const results[] = {"exercise \"\"", "exercise \"hra-exercise 1\\n\"",
                                          "exercise \"hra-exercise 2\\n\"", "error fit x", "error memory x"};
    desk d;
    open_reviewed(&d, true);
    hra_worker *worker = d.worker;
    d.worker = NULL;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const size_t before = d.count;
        desk_send(&d, 0, "exercise open review");
        while (d.work_count) {
            const int id = desk_int(d.work[0], "id");
            desk_send(&d, 0, "task-result %d review \"\"", id);
            d.work_count--;
            desk_send(&d, 0, "task-result %d %s", id, results[i]);
        }
        if (i == 3) /* all are passed over */
            assert_true(json_is_null(asked(&d)));
        else
            assert_null(desk_find(&d, before, 0, "exercise"));
    }
    d.worker = worker;
    desk_ok(&d, 0, "exercise open review");
    desk_close(&d);
}

/* ---- wrong lines, other clients -----------------------------------------------------------------*/

static void wrong_lines_are_refused(void **state) {
    (void)state;
    desk d;
    open_desk(&d, 2);
    put_course(&d);
    put(&d, "files/none", "hello\n");
    put(&d, "files/bad", "hra-course 1\nhra-exercise 1\nkind move\ngame tictactoe\nmove 1 exact a1\nend\n");
    put(&d, "files/program", "hra-exercise 1\nkind move\ngame tree:file=/etc/passwd\nmove 1 exact a1\nend\n");
    static const char *const lines[] = {"exercise",
                                        "exercise open",
                                        "exercise open a b",
                                        "exercise open \"",
                                        "exercise open files/missing",
                                        "exercise open files/none",
                                        "exercise open files/bad",
                                        "exercise open files/program",
                                        "exercise open ../all.course",
                                        "exercise open review",
                                        "exercise next",
                                        "exercise try",
                                        "exercise try a1",
                                        "exercise hint",
                                        "exercise show",
                                        "exercise skip",
                                        "exercise close",
                                        "exercise nxt",
                                        "exercise \"open\" \"files/none\"",
                                        "exercise undo"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        desk_error(&d, 0, "", "%s", lines[i]);
    desk_ok(&d, 0, "exercise open files/all.course");
    for (size_t i = 0; i < 9; i++) /* what is open stays */
        desk_error(&d, 0, "", "%s", lines[i]);
    static const char *const attempts[] = {"",        " ",  "d9", "\"",  "b1 b1",      "b1;",    "%s%n",
                                           "\\u0000", "-1", "a1", "x=y", "b1\x1b[31m", "move b1"};
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        desk_error(&d, 0, "", "exercise try %s", attempts[i]);
    desk_error(&d, 0, "takes no arguments", "exercise hint 3");
    assert_null(desk_find(&d, 0, 0, "verdict"));
    desk_ok(&d, 0, "exercise skip");
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        desk_error(&d, 0, "", "exercise try %s", attempts[i]);
    desk_close(&d);
}

static void exercises_are_those_of_their_client(void **state) {
    (void)state;
    desk d;
    open_desk(&d, 2);
    put_course(&d);
    put(&d, "plays/mine.hra", blunders);
    const int other = desk_admit(&d, HRA_SEATS_ALL, HRA_PERMIT_ASK),
              stranger = desk_admit(&d, HRA_SEATS_ALL, HRA_PERMIT_PLAY);
    desk_error(&d, stranger, "may not", "exercise open files/all.course");
    desk_error(&d, other, "may not read", "exercise open files/all.course");
    desk_ok(&d, 0, "review plays/mine.hra by=exact");
    desk_error(&d, other, "no finished review", "exercise open review");
    desk_ok(&d, 0, "exercise open files/all.course");
    desk_error(&d, other, "another client", "exercise open review");
    desk_error(&d, other, "no exercises are open", "exercise next");
    desk_error(&d, other, "no exercises are open", "exercise close");
    const size_t before = d.count;
    desk_ok(&d, other, "sync");
    assert_null(desk_find(&d, before, other, "exercise"));
    desk_ok(&d, 0, "sync");
    assert_non_null(desk_find(&d, before, 0, "exercise"));
    desk_ok(&d, 0, "exercise close");
    put(&d, "plays/short.hra", "hra-record 1\ngame tictactoe\nseed 1\nseat 0 human\nseat 1 human\n0 b2\n");
    desk_ok(&d, 0, "review plays/short.hra by=exact");
    desk_error(&d, 0, "no mistakes", "exercise open review");
    desk_ok(&d, 0, "review plays/mine.hra by=alphabeta:time=10ms");
    desk_error(&d, 0, "no time limit", "exercise open review");
    desk_send(&d, 0, "quit");
    desk_close(&d);
}

static void count_errors(void *self, const hra_session_event *event) {
    *(int *)self += event->kind == HRA_SESSION_ERROR;
}

static void a_session_without_a_store_has_no_files(void **state) {
    (void)state;
    int errors = 0;
    hra_session *session;
    const hra_session_setup setup = {.size = sizeof setup, .event = count_errors, .self = &errors};
    assert_int_equal(hra_session_open(&session, &setup, NULL), 0);
    assert_int_equal(hra_session_attach(session, HRA_VIEW_TABLE), 0);
    static const char *const lines[] = {"exercise open files/x", "exercise open review", "exercise next"};
    for (size_t i = 0; i < 3; i++)
        hra_session_line(session, 0, lines[i], strlen(lines[i]));
    assert_int_equal(errors, 3);
    hra_session_close(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_is_solved),
        cmocka_unit_test(outcomes_are_those_of_the_first_attempt),
        cmocka_unit_test(part_of_a_tree_decides_nothing),
        cmocka_unit_test(nothing_of_a_key_is_sent),
        cmocka_unit_test(the_question_does_not_depend_on_the_key),
        cmocka_unit_test(mistakes_of_a_review_are_asked),
        cmocka_unit_test(no_time_limits_a_key),
        cmocka_unit_test(an_exercise_that_is_made_can_be_stopped),
        cmocka_unit_test(exercises_are_closed_at_any_moment),
        cmocka_unit_test(strange_results_are_refused),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(exercises_are_those_of_their_client),
        cmocka_unit_test(a_session_without_a_store_has_no_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
