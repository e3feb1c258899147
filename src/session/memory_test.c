/* Memory runs out at any moment of a session: at each allocation in turn, once or from there on. Linked so
 * that the library's allocations come through here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/session.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);

static struct {
    long left; /* allocations until one fails; 0: none does any more */
    bool lasts, failed;
} memory;

static bool is_out(void) {
    if (memory.left > 0 && --memory.left == 0) {
        memory.failed = true;
        memory.left = memory.lasts ? 1 : 0;
        return true;
    }
    return false;
}

void *__wrap_malloc(size_t size) {
    return is_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return is_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *at, size_t size) {
    return is_out() ? NULL : __real_realloc(at, size);
}

/* ---- a dialogue -----------------------------------------------------------------------------*/

enum { MOST_WORK = 8, MOST_LINES = 99, WORK_LENGTH = 4096 };

typedef struct dialogue {
    hra_session *session;
    hra_worker *worker;
    uint64_t n, work_id[MOST_WORK];
    char work[MOST_WORK][WORK_LENGTH];
    int works, lines, closed[MOST_LINES], version;
} dialogue;

static void take_work(dialogue *r, const hra_session_event *event) {
    const char *id = strstr(event->json, "\"id\":");
    if (!event->text || !id || r->works == MOST_WORK)
        return;
    r->work_id[r->works] = strtoull(id + 5, NULL, 10);
    hra_snprintf(r->work[r->works++], WORK_LENGTH, "%s", event->text);
}

static void look_at(void *self, const hra_session_event *event) {
    dialogue *r = self;
    if (event->again)
        return;
    assert_int_equal(event->seq, ++r->n);
    assert_true(hra_json_valid(event->json, strlen(event->json)));
    assert_non_null(strstr(event->json, r->version == 2 ? "\"seq\":" : "\"n\":"));
    if (event->kind == HRA_SESSION_TASK)
        take_work(r, event);
    if ((event->kind == HRA_SESSION_OK || event->kind == HRA_SESSION_ERROR) && event->reply_to) {
        int line = (int)strtol(event->reply_to, NULL, 10);
        assert_true(line >= 1 && line <= r->lines);
        assert_int_equal(++r->closed[line], 1);
    }
}

static void do_work(dialogue *r) {
    static char line[2 * WORK_LENGTH];
    for (; r->works > 0;) {
        hra_text out;
        char work[WORK_LENGTH];
        uint64_t id = r->work_id[--r->works];
        memcpy(work, r->work[r->works], sizeof work);
        hra_text_init(&out);
        hra_err err = hra_worker_run(r->worker, work, NULL, &out);
        assert_true(err == 0 || err == HRA_ENOMEM);
        hra_snprintf(line, sizeof line, "%s %llu %s", r->version == 2 ? "task-result" : "done",
                     (unsigned long long)id, err ? "error memory" : hra_text_string(&out));
        hra_text_release(&out);
        hra_session_line(r->session, 0, line, strlen(line));
    }
}

static const char *const lines[] = {
    "new tictactoe human mcts:playouts=5,memory=64K seed=1 explain adviser=minimax",
    "move b2",
    "advice",
    "analyse minimax depth=2",
    "tree minimax depth=1 boards",
    "moves",
    "position",
    "sync 2",
    "sync",
    "look 0",
    "undo",
    "put files/a text",
    "read files/a",
    "plays",
    "new tictactoe human human keep=plays/e seed=5 clock=1h+1s",
    "move a1",
    "clock",
    "leave",
    "resume plays/e",
    "new nim human human seed=1",
    "adviser greedy",
    "new nim human human study seed=1",
    "move a1",
    "node 0",
    "move b1",
    "promote 2",
    "comment 1 first",
    "glyph 1 5",
    "export",
    "remove 1",
    "put files/n.hra \"hra-record 1\\ngame nim\\nseat 0 human\\nseat 1 human\\n0 a1\\n\"",
    "contents files/n.hra",
    "study files/n.hra",
};

static const char *const second[] = {
    "session 2",
    "new tictactoe human minimax:depth=1 seed=1 save=no",
    "edit",
    "edit put X c3",
    "tree minimax depth=1 boards",
    "move b2",
    "view 0",
};

/* A game that takes longer to open. */
static const char *const turn[] = {
    "new empire:neutral-armies=0,first-player=0 human human seed=5 \"position=red 14 12:3 15:0+1 / blue 14 "
    "12:3 / neutral "
    "left 0 / row "
    "25 2 28 10 12 30 / gone / goods red, blue / first red / red card\"",
    "move card 1, place 15 12 12; end",
};

/* A card of a deck, an exercise that is made of a review, and one of each other kind. */
static const char *const learning[] = {
    "put files/a \"hra-course 1\\nhra-exercise 1\\nkind agent\\ngame tictactoe\\nagainst random\\ngames "
    "10\\ngoal "
    "0.5\\nend\\nhra-exercise 1\\nkind fill\\ngame tree\\nanalyst minimax\\nask values\\nnode A - max 0 1\\n"
    "node B A end 0 1\\nnode C A end 0 1\\nkey A 2 - - - 1\\nkey B 1 - - - 2\\nkey C 2 - - - 3\\nend\\n\"",
    "put files/d \"hra-deck 1\\nhra-exercise 1\\nid 16f315e511cad1ec\\nkind move\\ngame tictactoe\\nposition "
    "XX./OO./...\\nanalyst exact\\nthreshold 0.1\\nmove 1 exact c1\\nmove 0 exact c2 | c1\\nmove -1 exact "
    "a3\\nmove -1 exact b3\\nmove -1 exact c3\\nend\\n\"",
    "exercise open files/a",
    "exercise hint",
    "exercise try A.value=2",
    "exercise skip",
    "exercise try A.value=1",
    "exercise show",
    "exercise next",
    "exercise open deck files/d now=1795780800 zone=60",
    "exercise hint",
    "exercise keep",
    "exercise merge files/e \"hra-deck 1\\n\"",
    "exercise anki files/d",
    "exercise again 16f315e511cad1ec",
    "exercise try c2",
    "exercise undo",
    "exercise never",
    "sync",
    "put plays/b \"hra-record 1\\ngame tictactoe\\nseed 1\\nseat 0 human\\nseat 1 human\\n0 a1\\n1 b2\\n0 "
    "c3\\n1 "
    "a3\\n0 b1\\n1 b3\\n\"",
    "review plays/b by=exact",
    "exercise open review",
    "sync",
    "exercise skip",
    "exercise open tree minimax difficulty=1 seed=1",
    "exercise close",
};

/* False: memory never ran out. */
static bool talk(int version, const char *const *said, size_t count, long after, bool lasts) {
    dialogue r = {.version = version};
    hra_store *store = NULL;
    const hra_store_memory setup_of_store = {.size = sizeof setup_of_store};
    assert_int_equal(hra_store_open_memory(&store, &setup_of_store, NULL), 0);
    assert_int_equal(hra_worker_open(&r.worker, NULL, NULL, NULL), 0);
    const hra_session_setup setup = {.size = sizeof setup,
                                     .store = store,
                                     .event = look_at,
                                     .self = &r,
                                     .hand_out = true,
                                     .version = version};
    memory.failed = false;
    memory.lasts = lasts;
    memory.left = after;
    hra_err err = hra_session_open(&r.session, &setup, NULL);
    if (!err) {
        assert_int_equal(hra_session_attach(r.session, HRA_VIEW_TABLE), 0);
        for (size_t i = 0; i < count; i++) {
            char line[400];
            r.lines++;
            hra_snprintf(line, sizeof line, "@%d %s", r.lines, said[i]);
            hra_session_line(r.session, 0, line, strlen(line));
            do_work(&r);
        }
        hra_session_close(r.session);
    }
    memory.left = 0;
    assert_true(!err || (err == HRA_ENOMEM && memory.failed));
    for (int i = 1; i <= r.lines; i++)
        if (r.closed[i] != 1)
            fail_msg("allocation %ld fails: '%s' is not closed", after, said[i - 1]);
    hra_worker_close(r.worker);
    hra_store_close(store);
    return memory.failed;
}

enum {
    LINES = sizeof lines / sizeof *lines,
    TURN = sizeof turn / sizeof *turn,
    SECOND = sizeof second / sizeof *second,
    LEARNING = sizeof learning / sizeof *learning
};

static void memory_runs_out_once(void **state) {
    long after = 1;
    while (talk(1, lines, LINES, after, false))
        after++;
    assert_true(after > 200);
}

static void memory_runs_out_for_good(void **state) {
    for (long after = 1; talk(1, lines, LINES, after, true);)
        after += 1 + after / 40;
}

static void memory_runs_out_in_a_turn(void **state) {
    for (int lasts = 0; lasts < 2; lasts++)
        for (long after = 1; talk(1, turn, TURN, after, lasts);)
            after += 1 + after / 20;
}

static void memory_runs_out_in_the_second_version(void **state) {
    long after = 1;
    while (talk(2, second, SECOND, after, false))
        after += 1 + after / 40;
    assert_true(after > 200);
}

static void memory_runs_out_in_exercises(void **state) {
    for (int lasts = 0; lasts < 2; lasts++)
        for (long after = 1; talk(1, learning, LEARNING, after, lasts);)
            after += 1 + after / (lasts ? 20 : 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out_once),
        cmocka_unit_test(memory_runs_out_for_good),
        cmocka_unit_test(memory_runs_out_in_a_turn),
        cmocka_unit_test(memory_runs_out_in_the_second_version),
        cmocka_unit_test(memory_runs_out_in_exercises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
