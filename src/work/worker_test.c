/* What a worker makes of texts that no table wrote. */
#include "hra/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_worker_takes_any_text(void **state) {
    static const struct {
        const char *text, *result;
    } new_requests[] = {
        {"", "error input the work, line 1, character 1: expected 'hra-work', found the end"},
        {"hra-work 2\n", "error input the work, line 1, character 10: expected 1, found '2'"},
        {"hra-work 1\ntask open\n", "error input the work lacks"},
        {"hra-work 1\ntask open\ntask open\n", "error input the work, line 3, character 1: expected a line "
                                               "of work that was not there yet, found 'task open'"},
        {"hra-work 1\ntask x\ngame nim\nplayer random\nmind 0\nplay 1", "error input the task, the mind"},
        {"hra-work 1\ntask open\ngame x\nplayer random\nmind 0\nplay 1", "error input unknown game 'x'"},
        {"hra-work 1\ntask open\ngame nim\nplayer x\nmind 0\nplay 1", "error input "},
        {"hra-work 1\ntask open\ngame nim\nplayer random\nmind 99\nplay 1", "error input the task, the mind"},
        {"hra-work 1\ntask choose\ngame nim\nplayer random\nmind 0\nplay 1",
         "error input the work lacks a position"},
        {"hra-work 1\ntask open\ngame nim\nplayer random\nmind 0\nplay 1\n", "ready"},
        {"hra-work 1\ntask choose\ngame nim\nplayer random\nmind 0\nplay 1\nposition x\nlimits 0 0 0 0\nseed "
         "1\n",
         "error input "},
        {"hra-work 1\ntask choose\ngame tictactoe\nplayer random\nmind 0\nplay 1\nposition .../.../... "
         "x\nlimits 0 0 "
         "0\nseed 1\n",
         "error input "},
        {"hra-work 1\ntask choose\ngame nim\nplayer human\nmind 0\nplay 1\n", "error "},
    };
    hra_worker *worker;
    hra_text out;
    assert_int_equal(hra_worker_open(&worker, NULL, NULL, NULL), 0);
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof new_requests / sizeof *new_requests; i++) {
        hra_text_clear(&out);
        assert_int_equal(hra_worker_run(worker, new_requests[i].text, NULL, &out), 0);
        assert_null(strchr(hra_text_string(&out), '\n'));
        if (strncmp(hra_text_string(&out), new_requests[i].result, strlen(new_requests[i].result)) != 0)
            fail_msg("%s: %s", new_requests[i].text, hra_text_string(&out));
    }
    hra_text_release(&out);
    hra_worker_close(worker);
    hra_worker_close(NULL);
}

/* Numbers on a line of work: all of them, and nothing behind. */
static void a_worker_counts_what_it_reads(void **state) {
    static const struct {
        const char *limits, *block, *result;
    } new_requests[] = {
        {"0 0 0 0", NULL, "move "},
        {"0 0 0", NULL,
         "error input limits of the work, line 1, character 6: expected a number of at least 0"},
        {"0 0 0 0 0", NULL,
         "error input limits of the work, line 1, character 9: expected the end of the line"},
        {"0  0 0 0", NULL, "move "},
        {"0 0 0 -1", NULL,
         "error input limits of the work, line 1, character 7: expected a number of at least 0"},
        {"0 0 0 0", "games 0 2", "part "},
        {"0 0 0 0", "games 0 3", "error input '"},
        {"0 0 0 0", "plies 0 2", "error input '"},
        {"0 0 0 0", "games 0 2 1", "error input '"},
    };
    hra_worker *worker;
    hra_text out;
    assert_int_equal(hra_worker_open(&worker, NULL, NULL, NULL), 0);
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof new_requests / sizeof *new_requests; i++) {
        char order[400];
        const char *block = new_requests[i].block;
        hra_snprintf(
            order, sizeof order,
            "hra-work 1\ntask %s\ngame tictactoe\nplayer random\nmind 0\nplay 1\n%s%s\nlimits %s\nseed 1\n%s",
            block ? "match" : "choose", block ? "block " : "position ", block ? block : ".../.../...",
            new_requests[i].limits,
            block ? "record\nwork match\ngame tictactoe\nplayer random\nplayer random\ngames 2\n" : "");
        hra_text_clear(&out);
        assert_int_equal(hra_worker_run(worker, order, NULL, &out), 0);
        if (strncmp(hra_text_string(&out), new_requests[i].result, strlen(new_requests[i].result)) != 0)
            fail_msg("%s: %s", order, hra_text_string(&out));
    }
    hra_text_release(&out);
    hra_worker_close(worker);
}

static void a_worker_is_stopped(void **state) {
    hra_worker *worker;
    hra_text out;
    hra_stop stop = {0};
    hra_stop_set(&stop);
    hra_text_init(&out);
    assert_int_equal(hra_worker_open(&worker, NULL, NULL, NULL), 0);
    assert_int_equal(
        hra_worker_run(worker,
                       "hra-work 1\ntask choose\ngame checkers\nplayer alphabeta:full,tt=1M\nmind 0\nplay "
                       "1\nposition B:W21-32:B1-12\nlimits 0 0 0 3600\nseed 1\n",
                       &stop, &out),
        0);
    const char *result = hra_text_string(&out);
    if (strncmp(result, "error stopped", 13) != 0 && strncmp(result, "move ", 5) != 0)
        fail_msg("%s", result);
    hra_text_release(&out);
    hra_worker_close(worker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_takes_any_text),
        cmocka_unit_test(a_worker_counts_what_it_reads),
        cmocka_unit_test(a_worker_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
