/* Every line has one row, and each column allows what it says. */
#include "session_desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *line;
    unsigned takes;
    bool roles[HRA_ROLES];
} rights[] = {
#define SESSION_RIGHT(LINE, PERMISSIONS, OWNER, SEAT, WATCHER, STRANGER)                                     \
    {LINE, PERMISSIONS, {OWNER, SEAT, WATCHER, STRANGER}},
#include "session/session_rights.def"
#undef SESSION_RIGHT
};

enum { RIGHTS = sizeof rights / sizeof *rights };

/* The row of a line; -1: none, or two. */
static int row_of(const char *line, size_t length) {
    int row = -1;
    for (int i = 0; i < RIGHTS; i++)
        if (strlen(rights[i].line) == length && strncmp(rights[i].line, line, length) == 0)
            row = row < 0 ? i : RIGHTS;
    return row < RIGHTS ? row : -1;
}

static char *read_source(const char *path) {
    char name[400];
    hra_snprintf(name, sizeof name, "%s/%s", HRA_ROOT, path);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void mark_line(const char *word, size_t length, bool marked[RIGHTS]) {
    int row = row_of(word, length);
    if (row < 0)
        fail_msg("session_rights.def has no row, or two, for '%.*s'", (int)length, word);
    else
        marked[row] = true;
}

static void assert_all(const bool marked[RIGHTS], const char *where) {
    for (int i = 0; i < RIGHTS; i++)
        if (!marked[i])
            fail_msg("'%s' of session_rights.def is not in %s", rights[i].line, where);
}

/* The table of commands in the source. */
static void every_command_has_one_row(void **state) {
    char *text = read_source("src/session/session_words.c"), *at = strstr(text, "command commands[] = {");
    bool marked[RIGHTS] = {false};
    assert_non_null(at);
    char *end = strstr(at, "\n};");
    assert_non_null(end);
    while ((at = strstr(at, "\n    {\"")) != NULL && at < end) {
        at += strlen("\n    {\"");
        mark_line(at, strcspn(at, "\""), marked);
    }
    assert_all(marked, "session_words.c");
    free(text);
}

/* The first column of its table of lines: `word ...`, maybe several. */
static void every_line_of_the_page_has_one_row(void **state) {
    char *text = read_source("docs/session.md"), *at = strstr(text, "\n| line | does"),
         *end = strstr(text, "\n| word of `new`");
    bool marked[RIGHTS] = {false};
    assert_true(at && end && at < end);
    for (*end = '\0'; (at = strstr(at, "\n| `")) != NULL;) {
        const char *row = at += strlen("\n| ");
        const char *stop = strstr(row, " | ");
        assert_non_null(stop);
        for (const char *word = row; (word = strchr(word, '`')) != NULL && word < stop;) {
            mark_line(word + 1, strcspn(word + 1, " `"), marked);
            word = strchr(word + 1, '`') + 1;
        }
    }
    assert_all(marked, "docs/session.md");
    free(text);
}

/* A role has a line if it has all permissions that the line takes; those that take none are for every client. */
static void a_column_is_what_its_permissions_allow(void **state) {
    for (int role = 0; role < HRA_ROLES; role++) {
        unsigned may = hra_session_role_permissions((hra_session_role)role);
        assert_false(may & ~(unsigned)HRA_PERMIT_ALL);
        for (int i = 0; i < RIGHTS; i++)
            if (rights[i].takes && rights[i].roles[role] != !(rights[i].takes & ~may))
                fail_msg("'%s' of role %d", rights[i].line, role);
    }
    assert_int_equal(hra_session_role_permissions(HRA_ROLE_STRANGER), 0);
    assert_int_equal(hra_session_role_permissions(HRA_ROLE_WATCHER), 0);
    assert_int_equal(hra_session_role_permissions(HRA_ROLE_SEAT), HRA_PERMIT_PLAY);
    assert_int_equal(hra_session_role_permissions(HRA_ROLE_OWNER), HRA_PERMIT_ALL & ~HRA_PERMIT_VIEW);
    assert_int_equal(hra_session_role_permissions(HRA_ROLES), 0);
    for (int i = 0; i < RIGHTS; i++)
        assert_false(rights[i].roles[HRA_ROLE_STRANGER]);
}

/* The session refuses what the table refuses, and nothing else as `denied`. */
static void a_client_of_a_role_may_say_its_lines(void **state) {
    for (int role = 0; role < HRA_ROLE_STRANGER; role++)
        for (int i = 0; i < RIGHTS; i++) {
            desk d;
            desk_open_plain(&d);
            desk_ok(&d, 0, "new tictactoe human human seed=1 keep=no");
            unsigned seats = role == HRA_ROLE_WATCHER ? 0 : 2;
            int client = desk_admit(&d, seats, hra_session_role_permissions((hra_session_role)role));
            desk_ok(&d, client, "session 2");
            size_t at = d.count;
            desk_send(&d, client, "%s", rights[i].line);
            desk_settle(&d);
            const json_t *error = NULL;
            for (size_t k = at; k < d.count && !error; k++)
                if (d.events[k].client == client &&
                    strcmp(desk_text(d.events[k].json, "event"), "error") == 0)
                    error = d.events[k].json;
            bool denied = error && strcmp(desk_text(error, "code"), "denied") == 0;
            bool own = strncmp(rights[i].line, "task-", 5) != 0; /* of no task: wrong before it is denied */
            if (own && denied == rights[i].roles[role])
                fail_msg("'%s' of role %d: %s", rights[i].line, role, denied ? "denied" : "allowed");
            if (!own)
                assert_non_null(error);
            desk_close(&d);
        }
}

/* The seed decides later dice: a client that may not read the saved game does not get it. */
static void a_guest_does_not_get_the_seed(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new backgammon human human seed=7 keep=no");
    assert_int_equal(desk_int(desk_last(&d, 0, "hello"), "seed"), 7);
    for (int role = 0; role < HRA_ROLE_STRANGER; role++) {
        int client = desk_admit(&d, role == HRA_ROLE_WATCHER ? 0 : 2,
                                hra_session_role_permissions((hra_session_role)role));
        const json_t *seed = json_object_get(desk_last(&d, client, "hello"), "seed");
        assert_true((role == HRA_ROLE_OWNER) == (seed != NULL));
    }
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_one_row),
        cmocka_unit_test(every_line_of_the_page_has_one_row),
        cmocka_unit_test(a_column_is_what_its_permissions_allow),
        cmocka_unit_test(a_client_of_a_role_may_say_its_lines),
        cmocka_unit_test(a_guest_does_not_get_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
