/* Exercises as work: a course gets its keys, in one piece or in several; and players are judged by games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/work.h"

static const char course[] =
    "hra-course 1\ntitle Week one\n"
    "hra-exercise 1\nkind move\ngame tictactoe\nposition X../.O./O.X\nanalyst minimax\nend\n"
    "hra-exercise 1\nkind fill\nanalyst alphabeta\nseed 7\ndifficulty 2\nend\n"
    "hra-exercise 1\nkind fill\ngame tictactoe\nposition X../.O./O.X\nanalyst minimax:depth=2\n"
    "ask values\nend\n"
    "hra-exercise 1\nkind fill\nanalyst expectiminimax\nseed 3\ndifficulty 1\nend\n";

static void write_spec(const char *text, hra_text *out) {
    hra_text_init(out);
    hra_text_add(out, "game tictactoe\n");
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
        hra_text_addf(out, "course %.*s\n", (int)(end - text), text);
}

static hra_work *open_work(const char *text) {
    hra_work *work = NULL;
    hra_error why = {0};
    hra_text spec;
    write_spec(text, &spec);
    if (hra_work_open(&work, "exercises", hra_text_string(&spec), NULL, &why))
        fail_msg("%s", why.text);
    hra_text_release(&spec);
    return work;
}

static char *made(hra_work *work) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_work_course(work, &text), 0);
    return text.data;
}

static void a_course_gets_its_keys(void **state) {
    (void)state;
    hra_work *work = open_work(course);
    hra_error why = {0};
    hra_course *result;
    size_t length;
    assert_int_equal(hra_work_run(work, 2, NULL, &why), 0);
    assert_true(hra_work_is_finished(work));
    char *text = made(work);
    assert_int_equal(hra_course_open(&result, text, strlen(text), &why), 0);
    assert_string_equal(hra_course_title(result), "Week one");
    for (int i = 0; i < 4; i++) {
        hra_exercise *x;
        const char *one = hra_course_exercise(result, i, &length, NULL);
        assert_non_null(one);
        if (hra_exercise_open(&x, NULL, one, length, &why))
            fail_msg("%d: %s", i, why.text);
        hra_exercise_close(x);
    }
    assert_null(hra_course_exercise(result, 4, &length, NULL));
    hra_course_close(result);
    free(text);
    hra_work_close(work);
}

/* Two works do half of the tasks each, and pass on their results. */
static void parts_make_the_same_course(void **state) {
    (void)state;
    hra_work *alone = open_work(course), *work[2] = {open_work(course), open_work(course)};
    hra_error why = {0};
    hra_text result;
    char task[HRA_WORK_TASK];
    hra_text_init(&result);
    assert_int_equal(hra_work_run(alone, 1, NULL, &why), 0);
    for (int turn = 0; hra_work_next_task(work[0], task); turn++) {
        assert_int_equal(hra_work_mark_assigned(work[1], task, &why), 0);
        hra_text_clear(&result);
        assert_int_equal(hra_work_run_task(work[turn % 2], task, NULL, &result, NULL, &why), 0);
        for (int i = 0; i < 2; i++)
            assert_int_equal(
                hra_work_add_result(work[i], task, hra_text_string(&result), result.length, &why), 0);
    }
    char *a = made(alone), *b = made(work[0]), *c = made(work[1]);
    assert_string_equal(a, b);
    assert_string_equal(a, c);
    free(a);
    free(b);
    free(c);
    hra_text_release(&result);
    hra_work_close(alone);
    hra_work_close(work[0]);
    hra_work_close(work[1]);
}

static void damaged_results_are_refused(void **state) {
    (void)state;
    static const char *const results[] = {
        "", "x", "hra-exercise 1\n", "hra-course 1\n",
        ("hra-exercise 1\nkind move\nend\nhra-exercise 1\nend\nhra-exercise 1\nend\n"
         "hra-exercise 1\nend\nhra-exercise 1\nend\n")};
    hra_work *work = open_work(course);
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    assert_true(hra_work_next_task(work, task));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        assert_int_equal(hra_work_add_result(work, task, results[i], strlen(results[i]), &why), HRA_EDAMAGED);
    hra_work_close(work);
}

static void an_error_names_the_exercise(void **state) {
    (void)state;
    hra_work *work =
        open_work("hra-course 1\nhra-exercise 1\nkind fill\nanalyst alphabeta\ndifficulty 1\nend\n"
                  "hra-exercise 1\nkind move\ngame tictactoe\nanalyst nobody\nend\n");
    hra_error why = {0};
    assert_int_equal(hra_work_run(work, 1, NULL, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "line 7"));
    hra_work_close(work);
}

/* ---- players --------------------------------------------------------------------------------*/

static const char against[] =
    "hra-exercise 1\nkind agent\ngame matches:count=15\nagainst random\ngames 40\nseed 5\n"
    "goal 0 0.25\ngoal 0.6 0.5\ngoal 1 1\nend\n";

static double judge(const char *player, int threads) {
    hra_exercise *x;
    hra_exercise_verdict verdict = {0};
    hra_error why = {0};
    assert_int_equal(hra_exercise_open(&x, NULL, against, strlen(against), &why), 0);
    assert_true(hra_exercise_info_of(x)->needs_process);
    assert_int_equal(hra_exercise_judge(x, player, &verdict, &why), HRA_EFIT);
    if (hra_exercise_run(x, player, NULL, threads, NULL, &verdict, &why))
        fail_msg("%s: %s", player, why.text);
    assert_int_equal(verdict.count, 3);
    const double points = verdict.points;
    hra_exercise_verdict_release(&verdict);
    hra_exercise_close(x);
    return points;
}

static void players_are_judged_by_games(void **state) {
    (void)state;
    assert_true(judge("exact", 1) >= 0.5); /* the first player of 15 matches wins */
    assert_true(judge("exact", 1) == judge("exact", 2));
    assert_true(judge("random", 1) < 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_gets_its_keys),      cmocka_unit_test(parts_make_the_same_course),
        cmocka_unit_test(damaged_results_are_refused), cmocka_unit_test(an_error_names_the_exercise),
        cmocka_unit_test(players_are_judged_by_games),
    };
    return cmocka_run_group_tests_name("work_exercise", tests, NULL, NULL);
}
