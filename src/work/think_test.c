/* A decision as work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/work.h"

static const char position[] = "X.O/.X./..."; /* O has to end the diagonal of X */

static void decide(const char *game, const char *lines, const char *result, const char *report) {
    hra_text spec, bytes, out;
    hra_work *work = NULL, *theirs = NULL;
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    hra_text_init(&spec);
    hra_text_init(&bytes);
    hra_text_init(&out);
    hra_text_addf(&spec, "work think\ngame %s\n%s", game, lines);
    if (hra_work_open(&work, NULL, hra_text_string(&spec), NULL, &why) != 0 ||
        hra_work_open(&theirs, NULL, hra_text_string(&spec), NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(hra_work_next_task(work, task));
    assert_string_equal(task, "think 0 1");
    assert_false(hra_work_next_task(work, task));
    if (hra_work_run_task(theirs, "think 0 1", NULL, &bytes, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_memory_equal(hra_text_string(&bytes), result, strlen(result));
    assert_int_equal(hra_work_add_result(work, "think 0 1", "move", 4, &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, "think 0 1", "error limit no", 14, &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, "think 0 1", bytes.data, bytes.length, &why), 0);
    assert_true(hra_work_is_finished(work));
    hra_json json = hra_json_begin(&out);
    assert_int_equal(hra_work_report(work, &json, NULL, &why), 0);
    if (!strstr(hra_text_string(&out), report) || !hra_json_valid(out.data, out.length))
        fail_msg("%s", hra_text_string(&out));
    hra_work_close(work);
    hra_work_close(theirs);
    hra_text_release(&spec);
    hra_text_release(&bytes);
    hra_text_release(&out);
}

static void questions_of_all_kinds_are_answered(void **state) {
    static const struct {
        const char *lines, *result, *report;
    } cases[] = {
        {"player minimax\n", "move c3", "{\"task\":\"choose\",\"player\":\"minimax\",\"move\":\"c3\"}"},
        {"player minimax\ntask advise\n", "advice \"what ", "\"advice\":{"},
        {"player minimax\ntask analyse\n", "analysis \"what ", "\"analysis\":{"},
        {"player minimax\ntask worth\n", "worth ", "\"values\":["},
        {"player minimax\ntask cost\nmove a2\n", "cost \"loss points ", "\"cost\":{"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text lines;
        hra_text_init(&lines);
        hra_text_addf(&lines, "position %s\n%s", position, cases[i].lines);
        decide("tictactoe", hra_text_string(&lines), cases[i].result, cases[i].report);
        hra_text_release(&lines);
    }
}

/* What values count, and how far ends are, goes with them. */
static void values_keep_their_meaning(void **state) {
    (void)state;
    decide("chess", "player expert:depth=1\ntask analyse\n", "analysis \"what ", "\"counts\":\"pawns\"");
    decide("chess", "player expert:depth=1\ntask advise\n", "advice \"what ", "\"counts\":\"pawns\"");
    decide("chess", "position 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nplayer expert:depth=1\ntask analyse\n",
           "analysis \"what ", "\"distance\":1");
}

static void specs_that_make_no_sense_are_refused(void **state) {
    static const char *const wrong[] = {
        "player minimax\ntask open\n",
        "player minimax\nmove a1\n",
        "player minimax\ntask cost\n",
        "player human\n",
        "player minimax\nposition z\n",
        "player minimax\nhistory x\n",
        "task choose\n",
        "player minimax\ntask cost\nmove z\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_text spec;
        hra_work *work = NULL;
        hra_error why = {0};
        hra_text_init(&spec);
        hra_text_addf(&spec, "work think\ngame tictactoe\n%s", wrong[i]);
        assert_int_equal(hra_work_open(&work, NULL, hra_text_string(&spec), NULL, &why), HRA_EINPUT);
        assert_true(why.text[0] != '\0');
        hra_text_release(&spec);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_of_all_kinds_are_answered),
        cmocka_unit_test(values_keep_their_meaning),
        cmocka_unit_test(specs_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
