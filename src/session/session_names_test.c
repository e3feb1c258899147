/* Two versions of lines and events at one session. */
#include "../tests/session_desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the same events ------------------------------------------------------------------------*/

typedef struct pair {
    const char *now, *old;
} pair;

/* In an event of the second version, and what the first has there. */
static const pair everywhere[] = {
    {"\"event\":\"saved\"", "\"event\":\"kept\""},
    {"\"event\":\"task\"", "\"event\":\"work\""},
    {"\"session\":2,", "\"session\":1,"},
    {"\"histogram\":{\"min\":", "\"histogram\":{\"from\":"},
    {"\"view\":", "\"look\":"},
    {"\"permissions\":", "\"may\":"},
    {",\"view\"]", ",\"look\"]"},
    {"\"paused\":", "\"hold\":"},
    {"\"saved\":", "\"kept\":"},
    {"\"display_name\":", "\"called\":"},
    {"\"shade\":", "\"tone\":"},
    {"\"removed\":", "\"gone\":"},
    {"\"input\":", "\"press\":"},
    {"\"values\":[", "\"worth\":["}, /* the values of an option are a text */
    {"\"reassessed\":", "\"revised\":"},
    {"\"luck_adjusted\":", "\"without_luck\":"},
    {"\"not_close\":", "\"idle\":"},
    {"\"decision_type\":", "\"kind\":"},
    {"\"games_planned\":", "\"of\":"},
    {"\"statistics\":", "\"facts\":"},
    {"\"partial_group_games\":", "\"partial\":"},
    {"\"los\":", "\"superior\":"},
    {"\"counts\":", "\"bars\":"},
    {"\"kept_nodes\":", "\"kept\":"},
    {"\"visit_order\":", "\"order\":"},
    {"\"enter_step\":", "\"entered\":"},
    {"\"leave_step\":", "\"left\":"},
    {"\"analyst\":", "\"judge\":"},
    {"\"decisions\":", "\"choices\":"},
    {"\"changed\":[", "\"put\":["}, /* an entry changed at a time, which is a number */
};

enum { PAIRS = sizeof everywhere / sizeof *everywhere };

/* Writes the line with what differs between clients left out: its number, the line that it answers, seconds; and, of
 * the second version, with the names of the first. `used`: counts what was renamed. */
static char *in_old_names(const char *line, int used[PAIRS]) {
    static const char *const cut[] = {"\"n\":", "\"seq\":", "\"re\":", "\"reply_to\":", "\"seconds\":"};
    hra_text out;
    hra_text_init(&out);
    while (*line) {
        size_t skip = 0;
        const char *instead = NULL;
        for (size_t i = 0; i < sizeof cut / sizeof *cut && !skip; i++)
            if (strncmp(line, cut[i], strlen(cut[i])) == 0)
                skip = strcspn(line, ",}") + (line[strcspn(line, ",}")] == ',');
        for (int i = 0; i < PAIRS && used && !skip; i++)
            if (strncmp(line, everywhere[i].now, strlen(everywhere[i].now)) == 0) {
                skip = strlen(everywhere[i].now);
                instead = everywhere[i].old;
                used[i]++;
            }
        if (skip)
            hra_text_add(&out, instead ? instead : "");
        else
            hra_text_add_char(&out, *line);
        line += skip ? skip : 1;
    }
    char *copy = malloc(out.length + 1);
    assert_non_null(copy);
    memcpy(copy, hra_text_string(&out), out.length + 1);
    hra_text_release(&out);
    return copy;
}

/* The next event of a client that closes no line; NULL: there is none. */
static const desk_event *next_of(const desk *d, size_t *at, int client) {
    for (; *at < d->count; ++*at) {
        const desk_event *e = &d->events[*at];
        const char *kind = desk_text(e->json, "event");
        if (e->client == client && strcmp(kind, "ok") != 0 && strcmp(kind, "error") != 0 &&
            strcmp(kind, "work") != 0 && strcmp(kind, "task") != 0) {
            ++*at;
            return e;
        }
    }
    return NULL;
}

/* Since `from` both have got the same bytes. */
static void were_told_the_same(const desk *d, size_t from, int one, int two, int used[PAIRS]) {
    size_t at[2] = {from, from};
    const desk_event *a, *b;
    int count = 0;
    do {
        a = next_of(d, &at[0], one);
        b = next_of(d, &at[1], two);
        if (!a != !b)
            fail_msg("client %d alone was told %s", a ? one : two, a ? a->line : b->line);
        if (!a)
            break;
        assert_non_null(json_object_get(a->json, "n"));
        assert_non_null(json_object_get(b->json, "seq"));
        char *first = in_old_names(a->line, NULL), *second = in_old_names(b->line, used);
        if (strcmp(first, second) != 0) {
            size_t same = 0;
            while (first[same] == second[same])
                same++;
            fail_msg("version 1 tells ...%.300s\nversion 2 tells ...%.300s", first + same, second + same);
        }
        free(first);
        free(second);
        count++;
    } while (a);
    assert_true(count > 0);
}

/* A line that both say, each in its words. */
typedef struct said {
    const char *one, *two; /* NULL: as the other */
} said;

/* But for those that other tests see. */
static void all_were_used(const int used[]) {
    static const char *const elsewhere[] = {"\"event\":\"task\"", "\"permissions\":", ",\"view\"]",
                                            "\"not_close\":", "\"decision_type\":"};
    for (int i = 0; i < PAIRS; i++) {
        bool needed = true;
        for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
            needed = needed && strcmp(everywhere[i].now, elsewhere[k]) != 0;
        if (needed && !used[i])
            fail_msg("no event has %s", everywhere[i].now);
    }
}

static void both_are_told_the_same(void **state) {
    static const said lines[] = {
        {"moves", NULL},
        {"position", NULL},
        {"advice", NULL},
        {"analyse minimax:depth=2", NULL},
        {"tree minimax:depth=2 boards", NULL},
        {"review by=exact", NULL},
        {"match nim random random games=6 seed=3", NULL},
        {"look 1", "view 1"},
        {"look table", "view table"},
        {"plays", NULL},
        {"read plays/a.hra", NULL},
        {"games nim", NULL},
        {"methods", NULL},
        {"sync", NULL},
    };
    int used[PAIRS] = {0};
    for (int away = 0; away < 2; away++) { /* tasks are run here, or handed out */
        desk d = {.setup.hand_out = away, .setup.threads = 1};
        desk_open(&d);
        if (away)
            assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
        int one = desk_attach(&d, HRA_VIEW_TABLE), two = desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, two, "session 2");
        size_t at = d.count;
        desk_ok(&d, two, "new tictactoe human minimax seed=1 save=plays/a.hra pause");
        desk_ok(&d, one, "name 0 Ada");
        desk_ok(&d, one, "move b2");
        were_told_the_same(&d, at, one, two, used);
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            at = d.count;
            desk_ok(&d, one, "%s", lines[i].one);
            desk_ok(&d, two, "%s", lines[i].two ? lines[i].two : lines[i].one);
            were_told_the_same(&d, at, one, two, used);
        }
        at = d.count;
        desk_ok(&d, two, "continue 1");
        desk_ok(&d, one, "go");
        desk_ok(&d, two, "resign 0");
        were_told_the_same(&d, at, one, two, used);
        desk_ok(&d, one, "put files/x \"y\"");
        desk_ok(&d, two, "write files/x \"y\"");
        desk_ok(&d, two, "close");
        at = d.count;
        desk_ok(&d, one, "new checkers human random keep=no hold");
        were_told_the_same(&d, at, one, two, used);
        desk_ok(&d, one, "new nim keep=no rest=people hold");
        desk_ok(&d, two, "new nim save=no others=human pause");
        desk_ok(&d, one, "leave");
        desk_close(&d);
    }
    all_were_used(used);
}

static void the_owner_may_speak_either_version(void **state) {
    static const char *const names[][3] = {{"work", "done", "n"}, {"task", "task-result", "seq"}};
    for (int version = 1; version <= 2; version++) {
        const char *const *name = names[version - 1];
        desk d = {.setup.hand_out = true, .setup.version = version};
        desk_open(&d);
        assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
        assert_int_equal(desk_attach(&d, HRA_VIEW_TABLE), 0);
        desk_ok(&d, 0, "new tictactoe random human");
        assert_true(desk_int(desk_last(&d, 0, name[0]), name[2]) > 0);
        desk_error(&d, 0, "is pending", "%s 99 ready", name[1]);
        desk_error(&d, 0,
                   version == 1 ? "'task-result' is called 'done' in session 1"
                                : "'done' is called 'task-result' in session 2",
                   "%s 99 ready", names[2 - version][1]);
        desk_close(&d);
    }
}

static void rights_have_the_names_of_the_version(void **state) {
    desk d;
    int used[PAIRS] = {0};
    desk_open_plain(&d);
    size_t at = d.count;
    int one = desk_admit(&d, 1, HRA_PERMIT_PLAY | HRA_PERMIT_VIEW);
    char *first = in_old_names(d.events[at].line, NULL);
    int two = desk_admit(&d, 1, HRA_PERMIT_PLAY | HRA_PERMIT_VIEW);
    at = d.count;
    desk_ok(&d, two, "session 2");
    char *second = in_old_names(d.events[at].line, used);
    assert_int_equal(one + 1, two);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, "\"may\":[\"play\",\"look\"]"));
    free(first);
    free(second);
    desk_close(&d);
}

/* ---- words ----------------------------------------------------------------------------------*/

static void each_version_has_its_own_words(void **state) {
    static const struct {
        const char *old, *old_name, *now, *now_name;
    } lines[] = {
        {"look 0", "look", "view 0", "view"},
        {"hold", "hold", "pause", "pause"},
        {"go", "go", "continue", "continue"},
        {"put files/a \"b\"", "put", "write files/a \"b\"", "write"},
        {"leave", "leave", "close", "close"},
        {"found 1 {}", "found", "task-progress 1 {}", "task-progress"},
        {"done 1 ready", "done", "task-result 1 ready", "task-result"},
        {"new nim keep=no", "keep=", "new nim save=no", "save="},
        {"new nim rest=people", "rest=", "new nim others=human", "others="},
        {"new nim hold", "hold", "new nim pause", "pause"},
        {"resume hold", "hold", "resume pause", "pause"},
        {"match nim save=a look", "look", "match nim save=a view", "view"},
    };
    desk d;
    desk_open_plain(&d);
    int two = desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, two, "session 2");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[200];
        snprintf(text, sizeof text, "'%s' is called '%s' in session 1", lines[i].now_name, lines[i].old_name);
        desk_error(&d, 0, text, "%s", lines[i].now);
        snprintf(text, sizeof text, "'%s' is called '%s' in session 2", lines[i].old_name, lines[i].now_name);
        desk_error(&d, two, text, "%s", lines[i].old);
    }
    desk_error(&d, 0, "rest is machines or people, not 'human'", "new nim rest=human");
    desk_error(&d, two, "others is program or human, not 'people'", "new nim others=people");
    desk_error(&d, 0, "choose one of", "new nim kep=no");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "error"), "text"), "keep="));
    desk_error(&d, two, "choose one of", "new nim sav=no");
    assert_non_null(strstr(desk_text(desk_last(&d, two, "error"), "text"), "save="));
    desk_error(&d, two, "view: missing view", "view");
    desk_error(&d, 0, "look: missing view", "look");
    desk_ok(&d, two, "help");
    assert_non_null(strstr(desk_text(desk_last(&d, two, "ok"), "text"), "view SEAT"));
    assert_null(strstr(desk_text(desk_last(&d, two, "ok"), "text"), "look SEAT"));
    desk_close(&d);
}

static void the_first_line_names_the_version(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_error(&d, 0, "expected version 1 or 2, found '3'", "session 3");
    desk_error(&d, 0, "expected version 1 or 2, found ''", "session");
    desk_error(&d, 0, "expected version 1 or 2, found '02'", "session 02");
    desk_ok(&d, 0, "session 2"); /* nothing else was said before */
    assert_int_equal(desk_int(desk_last(&d, 0, "hello"), "session"), 2);
    desk_ok(&d, 0, "session 1");
    assert_int_equal(desk_int(desk_last(&d, 0, "hello"), "session"), 1);
    desk_ok(&d, 0, "session 2");
    desk_ok(&d, 0, "new nim human human save=no");
    desk_error(&d, 0, "the version can be set only by the first line", "session 1");
    desk_ok(&d, 0, "moves");
    assert_true(desk_int(desk_last(&d, 0, "moves"), "seq") > 0);
    desk_close(&d);
}

static void events_of_another_version_are_not_told_again(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new nim human human keep=no");
    int two = desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, two, "session 2");
    size_t at = d.count;
    desk_ok(&d, two, "sync 1"); /* which was sent in the first version: all of the second comes */
    assert_non_null(desk_find(&d, at, two, "hello"));
    assert_true(desk_int(desk_find(&d, at, two, "hello"), "seq") > 0);
    at = d.count;
    int last = desk_int(desk_last(&d, two, "ok"), "seq");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, two, "sync %d", last);
    const json_t *move = desk_find(&d, at, two, "move");
    assert_int_equal(desk_int(move, "seq"), last + 1);
    assert_null(desk_find(&d, at, two, "hello"));
    desk_close(&d);
}

static void a_setup_has_a_version_that_there_is(void **state) {
    static const int versions[] = {-1, 3};
    for (size_t i = 0; i < 2; i++) {
        desk d = {0};
        hra_error why = {0};
        hra_session *session = NULL;
        desk_open(&d);
        d.setup.version = versions[i];
        assert_int_equal(hra_session_open(&session, &d.setup, &why), HRA_EINPUT);
        assert_non_null(strstr(why.text, "there are 1 to 2"));
        desk_close(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_told_the_same),
        cmocka_unit_test(the_owner_may_speak_either_version),
        cmocka_unit_test(rights_have_the_names_of_the_version),
        cmocka_unit_test(each_version_has_its_own_words),
        cmocka_unit_test(the_first_line_names_the_version),
        cmocka_unit_test(events_of_another_version_are_not_told_again),
        cmocka_unit_test(a_setup_has_a_version_that_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
