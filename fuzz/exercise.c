/* Exercises and courses: any bytes, up to a line "attempt", behind which is an attempt. An exercise that opens is written and
 * read again as the same, its question, hints and answer end, and the verdict has points that its items give. */
#include <hra/exercise.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

static void expect_written(const hra_exercise *x) {
    hra_exercise *again;
    hra_error why;
    hra_text text, other;
    hra_text_init(&text);
    hra_text_init(&other);
    if (hra_exercise_write(x, &text) == 0 && text.length <= HRA_EXERCISE_BYTES) {
        const hra_err err = hra_exercise_open(&again, NULL, hra_text_string(&text), text.length, &why);
        fuzz_expect(err == 0 || err == HRA_ENOMEM, "what was written is read", why.text);
        if (!err && hra_exercise_write(again, &other) == 0)
            fuzz_expect(strcmp(hra_text_string(&text), hra_text_string(&other)) == 0,
                        "what was read is written the same", hra_text_string(&other));
        if (!err)
            fuzz_expect(strcmp(hra_exercise_info_of(x)->id, hra_exercise_info_of(again)->id) == 0,
                        "an exercise keeps its id", hra_exercise_info_of(x)->id);
        hra_exercise_close(err ? NULL : again);
    }
    hra_text_release(&text);
    hra_text_release(&other);
}

static void expect_words(const hra_exercise *x) {
    const hra_exercise_info *info = hra_exercise_info_of(x);
    char name[HRA_EXERCISE_ITEM];
    hra_text text;
    hra_text_init(&text);
    (void)hra_exercise_question(x, true, &text);
    for (int i = 1; i <= info->hints; i++)
        (void)hra_exercise_hint(x, i, &text);
    (void)hra_exercise_answer(x, NULL, &text);
    for (int i = 0; i < info->items; i++) {
        fuzz_expect(hra_exercise_item(x, i, name), "every item has a name", info->id);
        const int hint = hra_exercise_item_hint(x, name);
        fuzz_expect(hint >= 0 && hint <= info->hints, "the hint of an item is one of the hints", name);
        if (i < 3)
            fuzz_expect(hra_exercise_item_question(x, "", name, true, &text) != HRA_EINPUT,
                        "an item can be asked", name);
    }
    hra_text_clear(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_exercise(&json, NULL, x);
    fuzz_expect(text.err || hra_json_valid(hra_text_string(&text), text.length), "a question is JSON",
                hra_text_string(&text));
    hra_text_clear(&text);
    json = hra_json_begin(&text);
    hra_json_exercise_answer(&json, NULL, x);
    fuzz_expect(text.err || hra_json_valid(hra_text_string(&text), text.length), "an answer is JSON",
                hra_text_string(&text));
    hra_text_release(&text);
}

static void expect_verdict(const hra_exercise *x, const char *attempt) {
    hra_exercise_verdict verdict = {0};
    hra_error why;
    const hra_err err = hra_exercise_judge(x, attempt, &verdict, &why);
    if (err) {
        fuzz_expect_words(err, &why, strlen(attempt));
        fuzz_expect(verdict.count == 0, "an error leaves no verdict", NULL);
        return;
    }
    fuzz_expect(verdict.points >= 0 && verdict.points <= 1, "points are 0 to 1", NULL);
    hra_exercise_verdict_release(&verdict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char mark[] = "\nattempt ";
    hra_exercise *x;
    hra_course *course;
    hra_error why;
    char *text = fuzz_string(data, size), *attempt = strstr(text, mark);
    const size_t length = attempt ? (size_t)(attempt - text) + 1 : strlen(text);
    hra_err err = hra_course_open(&course, text, length, &why);
    if (err)
        fuzz_expect_words(err, &why, length);
    else
        hra_course_close(course);
    err = hra_exercise_open(&x, NULL, text, length, &why);
    if (err) {
        fuzz_expect_words(err, &why, length);
    } else {
        expect_written(x);
        expect_words(x);
        expect_verdict(x, attempt ? attempt + sizeof mark - 1 : "");
        hra_exercise_close(x);
    }
    free(text);
    return 0;
}
