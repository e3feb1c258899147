/* Games of the store in a collection, and what it has of the position at the table. */
#include "collection/own_collection.h"
#include "core/text.h"
#include "core/thread.h"
#include "session_desk.h"

#include <string.h>

static const char two[] =
    "[Event \"x\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"*\"]\n\n1. 11-15 22-17 *\n\n"
    "[Event \"y\"]\n[Result \"1-0\"]\n1. 9-13 1-0\n",
                  one[] = "hra-record 1\ngame tictactoe\nseat 0 human\nseat 1 human\n0 b2\n1 a1\n";

static void put(desk *d, const char *name, const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "put %s ", name);
    hra_text_add_json(&line, text);
    desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
}

static void holds(desk *d, const char *line, int games, int added, int failed) {
    size_t at = d->count;
    desk_ok(d, 0, "%s", line);
    const json_t *event = desk_find(d, at, 0, "collection");
    assert_int_equal(desk_int(event, "games"), games);
    assert_int_equal(desk_int(event, "added"), added);
    assert_int_equal(desk_int(event, "failed"), failed);
}

static void reach(desk *d, int games) {
    size_t at = d->count;
    desk_ok(d, 0, "explore");
    assert_int_equal(desk_int(json_object_get(desk_find(d, at, 0, "explorer"), "explorer"), "games"), games);
}

static void games_of_the_store_are_found(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new checkers human human keep=no");
    desk_error(&d, 0, "no games are indexed", "explore");
    put(&d, "files/two.pdn", two);
    holds(&d, "index files/two.pdn", 2, 2, 0);
    holds(&d, "index files/two.pdn", 2, 0, 0); /* the same bytes */
    put(&d, "files/copy.pdn", two);
    holds(&d, "index files/copy.pdn", 2, 0, 0);
    reach(&d, 2); /* in games of another spec, too */
    desk_ok(&d, 0, "move 11-15");
    reach(&d, 1);
    put(&d, "plays/own.hra", one);
    holds(&d, "index", 3, 1, 0);
    desk_ok(&d, 0, "new tictactoe human human keep=no");
    desk_ok(&d, 0, "move b2");
    reach(&d, 1);
    desk_error(&d, 0, "entry not found", "index files/nothing");
    desk_close(&d);
}

/* The games before a bad one are there. */
static void a_bad_game_ends_an_entry(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    put(&d, "files/bad.pdn", "[Event \"x\"]\n1. 11-15 *\n\n[Event \"y\"]\n1. 11-99 *\n");
    size_t at = d.count;
    desk_error(&d, 0, "line 5", "index files/bad.pdn");
    assert_int_equal(desk_int(desk_find(&d, at, 0, "collection"), "games"), 1);
    desk_close(&d);
}

static void clients_without_permission_get_none(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    put(&d, "plays/own.hra", one);
    holds(&d, "index", 1, 1, 0);
    int visitor = desk_admit(&d, HRA_SEATS_ALL, HRA_PERMIT_ALL & ~(unsigned)HRA_PERMIT_READ);
    assert_true(visitor > 0);
    desk_error(&d, visitor, "explore", "explore");
    desk_error(&d, visitor, "index", "index");
    desk_close(&d);
}

/* ---- a collection of the owner --------------------------------------------------------------*/

/* A storage whose games can be read while the gate is open. */
static struct {
    hra_collection_storage inner;
    hra_lock lock;
} gate;

static hra_err gated_game(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *),
                          void *to, hra_error *why) {
    hra_lock_take(&gate.lock);
    hra_lock_give(&gate.lock);
    return gate.inner.game(self, number, each, to, why);
}

static hra_collection *open_gated(void) {
    hra_collection *c;
    hra_record *record;
    size_t used;
    assert_int_equal(hra_lock_init(&gate.lock), 0);
    assert_int_equal(hra_collection_memory(&gate.inner, 0, NULL), 0);
    hra_collection_storage storage = gate.inner;
    storage.game = gated_game;
    const hra_collection_setup setup = {.size = sizeof setup, .storage = &storage};
    assert_int_equal(hra_collection_open(&c, &setup, NULL), 0);
    assert_int_equal(hra_record_parse(&record, NULL, one, strlen(one), &used, 1, NULL), 0);
    assert_int_equal(hra_collection_add(c, record, NULL, NULL, NULL), 0);
    assert_int_equal(hra_collection_commit(c, NULL), 0);
    hra_record_close(record);
    return c;
}

static void close_gated(hra_collection *c) {
    hra_collection_close(c);
    hra_lock_release(&gate.lock);
}

static void a_slow_collection_stops_no_play(void **state) {
    hra_collection *c = open_gated();
    desk d = {.setup = {.collection = c}}, other = {.setup = {.collection = c}};
    desk_open(&d);
    desk_open(&other);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_attach(&other, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new tictactoe human human keep=no");
    desk_ok(&other, 0, "new tictactoe human human keep=no");
    desk_error(&d, 0, "read-only", "index");
    size_t at = d.count, there = other.count;
    hra_lock_take(&gate.lock);
    desk_send(&d, 0, "explore");
    desk_send(&d, 0, "explore 0");
    desk_send(&other, 0, "explore");
    desk_send(&d, 0, "move b2");
    (void)hra_session_step(d.session);
    assert_non_null(desk_find(&d, at, 0, "move"));
    assert_null(desk_find(&d, at, 0, "explorer"));
    hra_lock_give(&gate.lock);
    desk_settle(&d);
    desk_settle(&other);
    assert_int_equal(desk_tell_count(&d, at, 0, "explorer"), 2);
    const json_t *event = desk_find(&d, at, 0, "explorer");
    assert_int_equal(desk_int(event, "ply"), 0); /* as it was when the line came */
    assert_int_equal(desk_int(json_object_get(event, "explorer"), "games"), 1);
    assert_int_equal(desk_tell_count(&other, there, 0, "explorer"), 1);
    reach(&d, 1);
    desk_close(&d);
    desk_close(&other);
    close_gated(c);
}

/* Each line is closed once, whatever ends its question: another game, a client that leaves, the end of the session. */
static void questions_end_with_what_asked(void **state) {
    hra_collection *c = open_gated();
    for (int way = 0; way < 3; way++) {
        desk d = {.setup = {.collection = c}};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        int client = desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new tictactoe human human keep=no");
        hra_lock_take(&gate.lock);
        desk_send(&d, client, "explore");
        desk_send(&d, client, "explore");
        if (way == 0)
            desk_send(&d, 0, "new nim human human keep=no");
        else if (way == 1)
            hra_session_detach(d.session, client);
        hra_lock_give(&gate.lock);
        if (way < 2)
            desk_settle(&d);
        desk_close(&d);
    }
    close_gated(c);
}

static void only_so_many_questions_wait(void **state) {
    hra_collection *c = open_gated();
    desk d = {.setup = {.collection = c}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new tictactoe human human keep=no");
    size_t at = d.count;
    hra_lock_take(&gate.lock);
    for (int i = 0; i < 70; i++)
        desk_send(&d, 0, "explore");
    assert_int_equal(desk_tell_count(&d, at, 0, "error"), 70 - 64);
    hra_lock_give(&gate.lock);
    desk_settle(&d);
    assert_int_equal(desk_tell_count(&d, at, 0, "explorer"), 64);
    desk_close(&d);
    close_gated(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_the_store_are_found),
        cmocka_unit_test(a_bad_game_ends_an_entry),
        cmocka_unit_test(clients_without_permission_get_none),
        cmocka_unit_test(a_slow_collection_stops_no_play),
        cmocka_unit_test(questions_end_with_what_asked),
        cmocka_unit_test(only_so_many_questions_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
