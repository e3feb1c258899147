/* Learning as work: it comes to the file of a learner that runs alone, however it is cut, stopped and shared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/learn.h"
#include "hra/work.h"

#define METHOD "zero:playouts=4,games-per-iteration=6,replay-games=12,hidden=8"

static const char spec[] =
    "work learning\ngame tictactoe\nmethod " METHOD "\ngames 15\nseed 3\n"; /* 18 of them */

static hra_work *open_work(const hra_work_setup *setup) {
    hra_work *work = NULL;
    hra_error why = {0};
    if (hra_work_open(&work, "learn", spec, setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void learn_alone(hra_text *out) {
    hra_game *game;
    hra_learner *learner;
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = METHOD, .seed = 3, .threads = 1};
    assert_int_equal(hra_learner_open(&learner, &setup, NULL), 0);
    assert_int_equal(hra_learner_run(learner, 15, NULL, NULL), 0);
    hra_text_init(out);
    assert_int_equal(hra_learner_write(learner, out), 0);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void is_the_whole(hra_work *work, const hra_text *whole) {
    hra_text model;
    uint64_t games;
    hra_error why = {0};
    hra_text_init(&model);
    assert_true(hra_work_is_finished(work));
    if (hra_work_model(work, &model, &games, &why) != 0)
        fail_msg("%s", why.text);
    assert_int_equal(games, 18);
    assert_int_equal(model.length, whole->length);
    assert_memory_equal(model.data, whole->data, model.length);
    hra_text_release(&model);
}

static hra_err keep(void *self, const char *bytes, size_t length) {
    hra_text_add_bytes(self, bytes, length);
    return ((hra_text *)self)->err;
}

static void in_threads_and_from_what_was_saved(void **state) {
    hra_text whole, saved;
    hra_error why = {0};
    hra_text_init(&saved);
    learn_alone(&whole);
    const hra_work_setup setup = {
        .size = sizeof setup, .task_seconds = 1e-9, .save = keep, .save_self = &saved};
    hra_work *work = open_work(&setup);
    if (hra_work_run(work, 3, NULL, &why) != 0)
        fail_msg("%s", why.text);
    is_the_whole(work, &whole);
    hra_work_close(work);
    for (size_t length = 0; length < saved.length; length += saved.length / 7) { /* cut off there */
        size_t used;
        work = open_work(NULL);
        assert_int_equal(hra_work_restore(work, saved.data, length, &used, &why), 0);
        hra_work_return_task(work, NULL);
        if (hra_work_run(work, 1, NULL, &why) != 0)
            fail_msg("%s", why.text);
        is_the_whole(work, &whole);
        hra_work_close(work);
    }
    hra_text_release(&saved);
    hra_text_release(&whole);
}

/* ---- results that lie elsewhere -------------------------------------------------------------*/

enum { MOST = 64 };

typedef struct shelf {
    hra_text result[MOST];
    int fetched, forgotten;
} shelf;

static hra_err fetch(void *self, const char *task, uint64_t number, hra_text *out, hra_error *why) {
    shelf *s = self;
    s->fetched++;
    hra_text_add_bytes(out, hra_text_string(&s->result[number - 1]), s->result[number - 1].length);
    return out->err;
}

static hra_err forget(void *self, uint64_t from, uint64_t to, hra_error *why) {
    shelf *s = self;
    for (; from < to; from++, s->forgotten++)
        hra_text_clear(&s->result[from - 1]);
    return HRA_OK;
}

/* Another worker runs each task, and results are reported without their bytes. */
static void fetched_when_it_is_needed(void **state) {
    char task[HRA_WORK_TASK];
    shelf *s = calloc(1, sizeof *s);
    hra_text whole;
    hra_error why = {0};
    size_t kept = 0;
    assert_non_null(s);
    learn_alone(&whole);
    const hra_work_setup setup = {.size = sizeof setup, .fetch = fetch, .forget = forget, .fetch_self = s};
    hra_work *boss = open_work(&setup), *worker[] = {open_work(&setup), open_work(&setup)};
    assert_true(hra_work_info_of(boss)->fetches);
    int count = 0;
    for (; hra_work_next_task(boss, task); count++) {
        hra_work *own = worker[count % 2];
        assert_true(count < MOST);
        assert_int_equal(hra_work_mark_assigned(worker[0], task, &why), 0);
        assert_int_equal(hra_work_mark_assigned(worker[1], task, &why), 0);
        if (hra_work_run_task(own, task, NULL, &s->result[count], NULL, &why) != 0)
            fail_msg("%s: %s", task, why.text);
        for (int i = 0; i < 3; i++)
            assert_int_equal(hra_work_add_result(i ? worker[i - 1] : boss, task, NULL, 0, &why), 0);
    }
    is_the_whole(boss, &whole);
    for (int i = 0; i < count; i++) {
        kept += s->result[i].length > 0;
        hra_text_release(&s->result[i]);
    }
    assert_true(s->fetched > count / 2);
    assert_int_equal(kept, count - s->forgotten);
    assert_true(s->forgotten > count / 2); /* all but the games of the last round and the files around them */
    hra_work_close(boss);
    hra_work_close(worker[0]);
    hra_work_close(worker[1]);
    hra_text_release(&whole);
    free(s);
}

/* ---- what ends it ---------------------------------------------------------------------------*/

static void a_stop_ends_a_task_that_learns(void **state) {
    char task[HRA_WORK_TASK];
    hra_text result;
    hra_error why = {0};
    hra_stop stop = {0};
    const hra_progress progress = {.stop = &stop};
    hra_work *work = open_work(NULL);
    hra_text_init(&result);
    while (hra_work_next_task(work, task) && strncmp(task, "learn", 5) != 0) {
        assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), 0);
        assert_int_equal(hra_work_add_result(work, task, result.data, result.length, &why), 0);
        hra_text_clear(&result);
    }
    assert_string_equal(task, "learn 6");
    hra_stop_set(&stop);
    assert_int_equal(hra_work_run_task(work, task, &progress, &result, NULL, &why), HRA_ESTOPPED);
    assert_int_equal(result.length, 0);
    assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why),
                     0); /* as if nothing had been */
    assert_int_equal(hra_work_add_result(work, task, "no model", 8, &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, task, result.data, result.length, &why), 0);
    assert_int_equal(hra_work_run_task(work, "games 6 13", NULL, &result, NULL, &why), HRA_EINPUT);
    assert_int_equal(hra_work_run_task(work, "learn 12", NULL, &result, NULL, &why), HRA_EINPUT);
    hra_work_close(work);
    hra_text_release(&result);
}

static void what_cannot_be_shared_is_refused(void **state) {
    hra_work *work;
    hra_error why = {0};
    assert_int_equal(hra_work_open(&work, NULL, "work learning\ngame nim\nmethod td\ngames 9\n", NULL, &why),
                     HRA_EFIT);
    assert_non_null(strstr(why.text, "cannot be divided"));
    assert_int_equal(hra_work_open(&work, NULL, "work learning\ngame nim\ngames 9\n", NULL, &why),
                     HRA_EINPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_threads_and_from_what_was_saved),
        cmocka_unit_test(fetched_when_it_is_needed),
        cmocka_unit_test(a_stop_ends_a_task_that_learns),
        cmocka_unit_test(what_cannot_be_shared_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
