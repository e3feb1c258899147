/* Tables as work: every folder that takes part gets the files of one that builds them alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/solve.h"
#include "hra/work.h"

static const char spec[] = "work tables\ngame checkers:tablebase-pieces=3\n";

typedef struct folder {
    char name[32];
} folder;

static folder make_folder(void) {
    folder f = {"/tmp/hra-tables-XXXXXX"};
    assert_non_null(mkdtemp(f.name));
    return f;
}

static void remove_folder(const folder *f) {
    char command[64];
    (void)snprintf(command, sizeof command, "rm -r %s", f->name);
    assert_int_equal(system(command), 0);
}

static void is_the_same(const folder *a, const folder *b) {
    char command[96];
    (void)snprintf(command, sizeof command, "diff -r %s %s", a->name, b->name);
    assert_int_equal(system(command), 0);
}

static hra_work *open_work(const folder *f) {
    const hra_work_setup setup = {.size = sizeof setup, .data = f ? f->name : NULL, .no_tasks = !f};
    hra_work *work = NULL;
    hra_error why = {0};
    if (hra_work_open(&work, NULL, spec, &setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void shared_by_two_and_watched(void **state) {
    folder alone = make_folder(), one = make_folder(), two = make_folder();
    hra_work *whole = open_work(&alone), *work[] = {open_work(&one), open_work(&two), open_work(NULL)};
    char task[HRA_WORK_TASK], first[HRA_WORK_TASK] = "";
    hra_text result;
    hra_error why = {0};
    hra_text_init(&result);
    if (hra_work_run(whole, 2, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(hra_work_is_finished(whole));
    for (int turn = 0; hra_work_next_task(work[0], task); turn++) {
        for (int i = 1; i < 3; i++)
            assert_int_equal(hra_work_mark_assigned(work[i], task, &why), 0);
        hra_text_clear(&result);
        if (hra_work_run_task(work[turn % 2], task, NULL, &result, NULL, &why) != 0)
            fail_msg("%s: %s", task, why.text);
        assert_int_equal(hra_work_add_result(work[2], task, result.data, result.length - 1, &why),
                         HRA_EDAMAGED);
        for (int i = 0; i < 3; i++)
            assert_int_equal(hra_work_add_result(work[i], task, result.data, result.length, &why), 0);
        if (!turn)
            memcpy(first, task, sizeof first);
    }
    for (int i = 0; i < 3; i++)
        assert_true(hra_work_is_finished(work[i]));
    assert_int_equal(hra_work_tables(work[0], &why), 0);
    assert_int_equal(hra_work_tables(work[2], &why), HRA_EFIT); /* it only looks */
    is_the_same(&alone, &one);
    is_the_same(&alone, &two);
    assert_int_equal(strncmp(first, "slice m", 7), 0);
    for (int i = 0; i < 3; i++)
        hra_work_close(work[i]);
    hra_work_close(whole);
    hra_text_release(&result);
    remove_folder(&alone);
    remove_folder(&one);
    remove_folder(&two);
}

static void what_is_refused(void **state) {
    folder f = make_folder();
    hra_work *work;
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_work_open(&work, NULL, spec, NULL, &why), HRA_EINPUT); /* no folder */
    const hra_work_setup setup = {.size = sizeof setup, .data = f.name};
    assert_int_equal(hra_work_open(&work, NULL, "work tables\ngame nim\n", &setup, &why), HRA_EFIT);
    work = open_work(&f);
    assert_int_equal(hra_work_mark_assigned(work, "slice m9k9-m9k9", &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_mark_assigned(work, "slice ", &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_run_task(work, "slice m1k0-m1k0", NULL, &result, NULL, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "needs results"));
    assert_int_equal(hra_work_tables(work, &why), HRA_EMISSING);
    hra_work_close(work);
    remove_folder(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_by_two_and_watched),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
